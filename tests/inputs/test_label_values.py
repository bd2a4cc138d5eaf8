"""Pairs of kinds of labels: equal where Python says so, refused where they can never be equal."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import Enum, IntEnum, StrEnum
from fractions import Fraction
from itertools import product
from typing import Any
from uuid import UUID

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from support.columns import LEVELS, NUMBERS, ORDERED, TEXT

import concordant
from concordant import Counts, accuracy, evaluate, judging, panels, roc_auc
from concordant.errors import ConcordantError, InputTypeError
from concordant.inputs.label_values import numbered, occurring_indices, words_for_missing
from concordant.inputs.labels import check_labels


class Grade(Enum):
    A = 1
    B = 2


class Other(Enum):
    A = 1
    B = 2


class Number(IntEnum):
    A = 1
    B = 2


class Word(StrEnum):
    A = LEVELS[0]
    B = LEVELS[1]


class TextGrade(str, Enum):  # noqa: UP042  (its str() is not its value, which is the point)
    A = LEVELS[0]
    B = LEVELS[1]


DAYS = [date(2020, 1, 1), date(2020, 1, 2)]
MOMENTS = [datetime(2020, 1, 1), datetime(2020, 1, 2)]  # noqa: DTZ001
IN_UTC = [x.replace(tzinfo=UTC) for x in MOMENTS]
IN_PARIS = [datetime(2020, 1, 1, 1, tzinfo=timezone(timedelta(hours=1))), IN_UTC[1]]

# Kinds; the columns of one kind hold equal labels, those of two kinds can never be equal.
KINDS: dict[str, dict[str, Any]] = {
    "numbers": {
        **{name: make([1, 2]) for name, make in NUMBERS.items()},
        "decimals": [Decimal(1), Decimal("2.0")],
        "fractions": [Fraction(1), Fraction(2)],
        "whole Enum": [Number.A, Number.B],
    },
    "text": {
        **{name: make(LEVELS[:2]) for name, make in (TEXT | ORDERED).items()},
        "text Enum": [Word.A, Word.B],
        "text that is an Enum": [TextGrade.A, TextGrade.B],
    },
    "bytes": {"list": [b"1", b"2"], "array": np.array([b"1", b"2"])},
    "Enum": {"list": [Grade.A, Grade.B], "categories": pd.Categorical([Grade.A, Grade.B])},
    "another Enum": {"list": [Other.A, Other.B]},
    "days": {
        "list": DAYS,
        "array": np.array(DAYS, "M8[D]"),
        "polars": pl.Series(DAYS),
        "arrow": pa.array(DAYS),
        "categories": pd.Categorical(DAYS),
    },
    "moments": {
        "list": MOMENTS,
        "nanoseconds": np.array(MOMENTS, "M8[ns]"),
        "pandas": pd.Series(MOMENTS),
        "stamps": [pd.Timestamp(x) for x in MOMENTS],
        "polars": pl.Series(MOMENTS),
        "arrow": pa.array(MOMENTS),
    },
    "moments in a zone": {
        "list": IN_UTC,
        "elsewhere": IN_PARIS,
        "pandas": pd.Series(IN_UTC),
        "polars": pl.Series(IN_UTC),
    },
    "times of day": {"list": [time(1), time(2)], "polars": pl.Series([time(1), time(2)])},
    "durations": {
        "list": [timedelta(1), timedelta(2)],
        "array": np.array([1, 2], "m8[D]"),
        "pandas": pd.Series(pd.to_timedelta([1, 2], "D")),
        "polars": pl.Series([timedelta(1), timedelta(2)]),
    },
    "tuples": {"list": [(1, 2), (3, 4)], "categories": pd.Categorical([(1, 2), (3, 4)])},
    "sets": {"list": [frozenset([1]), frozenset([2])]},
    "identifiers": {"list": [UUID(int=1), UUID(int=2)]},
}
FLAT = [(kind, name) for kind, columns in KINDS.items() for name in columns]


@pytest.mark.parametrize("kind", KINDS)
def test_columns_of_one_kind_are_equal(kind: str) -> None:
    for first, second in product(KINDS[kind].values(), repeat=2):
        assert concordant.accuracy(first, second) == 1.0, (first, second)


@pytest.mark.parametrize(("kind", "name"), FLAT)
def test_columns_of_two_kinds_are_refused(kind: str, name: str) -> None:
    """Never a silent 0: every column against every column of every other kind, both ways, by both ways in."""
    column = KINDS[kind][name]
    for other, second in FLAT:
        if other == kind:
            continue
        with pytest.raises(InputTypeError, match=r"holds .*(convert one of them so that equal|decode the bytes)"):
            concordant.accuracy(column, KINDS[other][second])


@pytest.mark.parametrize(
    ("y_true", "y_pred", "words"),
    [
        (DAYS, MOMENTS, "y_true holds dates (such as datetime.date(2020, 1, 1)) and y_pred holds datetimes"),
        ([Grade.A, Grade.B], ["A", "B"], "members of Grade (such as <Grade.A: 1>) and y_pred holds text (such as 'A')"),
        ([UUID(int=1)], [str(UUID(int=1))], "y_true holds values of type UUID"),
    ],
)  # fmt: skip
def test_the_error_names_both_kinds(y_true: Any, y_pred: Any, words: str) -> None:
    with pytest.raises(InputTypeError) as caught:
        concordant.accuracy(y_true, y_pred)
    assert words in str(caught.value)
    assert str(caught.value).endswith("; convert one of them so that equal labels are equal.")


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([True, False], [1.0, 0.0], 1.0),
        ([DAYS[0], "none"], ["none", "none"], 0.5),  # one kind is in both
        ([pd.Timestamp("2020-01-01"), pd.Timestamp("2020-01-01 00:00:00.000000001")], MOMENTS, 0.5),
        ([1, 2], [3, 4], 0.0),  # of one kind, and never equal: that is for the rows to say
    ],
)
def test_what_can_be_equal_is_compared(y_true: Any, y_pred: Any, value: float) -> None:
    assert concordant.accuracy(y_true, y_pred) == value


class Alike:
    """A class of its own that equals text."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __eq__(self, other: object) -> bool:
        return self.name == (other.name if isinstance(other, Alike) else other)

    def __hash__(self) -> int:
        return hash(self.name)


def test_other_classes_may_say_that_they_are_equal() -> None:
    assert concordant.accuracy([Alike("a"), Alike("b")], ["a", "b"]) == 1.0
    with pytest.raises(InputTypeError, match="y_true holds values of type Alike"):
        concordant.accuracy([Alike("a"), Alike("b")], ["c", "d"])


FINE = np.array(["2020-01-01T00:00:00.000000001", "2020-01-02"], "M8[ns]")


@pytest.mark.parametrize(
    "column",
    [FINE, FINE - FINE[0], pl.Series(FINE), pl.Series(FINE).dt.replace_time_zone("UTC"), pl.Series([1]).cast(pl.Time)],
    ids=["times", "durations", "polars", "zone", "times of day"],
)
def test_nanoseconds_that_would_be_lost_are_refused(column: Any) -> None:
    with pytest.raises(InputTypeError, match=r"y_true holds labels of type .* with nanoseconds, which would be lost"):
        concordant.accuracy(column, column)


# -- an order that one column declares ------------------------------------------------------------------------------

NAMES = ["a", "b", "c"]


@pytest.mark.parametrize("others", [list, np.array, pd.Series, pl.Series, pd.Categorical, pa.array])
@given(order=st.permutations(NAMES), rows=st.lists(st.sampled_from(NAMES), min_size=1))
def test_an_order_declared_by_one_column_holds(others: Any, order: list[str], rows: list[str]) -> None:
    """Also the alphabetical one, which the other column shows by chance."""
    declared = pd.Categorical(rows, order, ordered=True)
    for pair in ((declared, others(rows)), (others(rows), declared)):
        found = check_labels(*pair)
        assert found.ordered
        assert found.names == tuple(order)


RNG = np.random.default_rng(0)
COLUMNS = {
    "bytes from end to end": np.array([127, -128, 0, 127, -128, 5], np.int8),
    "close together": RNG.integers(10**15, 10**15 + 300, 1000),
    "beyond int64": np.array([2**63, 2**64 - 1, 2**63, 3], np.uint64),
    "both ends of int64": np.array([-(2**63), 2**63 - 1, -(2**63)]),
    "far apart": RNG.integers(0, 2**40, 100),
    "no rows": np.array([], np.int64),
    "texts": np.array(["b", "a", "b"]),
    "floats": np.array([0.5, -1.0, 0.5]),
}


@pytest.mark.parametrize("column", [pytest.param(column, id=name) for name, column in COLUMNS.items()])
def test_numbers_are_those_of_unique(column: Any) -> None:
    known, code = np.unique(column, return_inverse=True)
    found, many = numbered(column)
    assert found.dtype == np.intp
    assert many == len(known)
    assert_array_equal(found, code.ravel())


@pytest.mark.parametrize("size", [10, 5000, 10**6])
def test_places_that_occur(size: int) -> None:
    for place in (RNG.integers(0, size, 400), np.sort(RNG.choice(size, 10, replace=False)), np.zeros(0, np.intp)):
        here, code = occurring_indices(place, size)
        assert_array_equal(here, np.unique(place))
        assert_array_equal(here[code], place)


def test_enums_of_texts_are_their_values_in_lists() -> None:
    a, b = TextGrade.A, TextGrade.B
    assert roc_auc([a, b, a, b], [0.1, 0.9, 0.8, 0.3], pos_label=b) == 0.75
    assert Counts.from_labels([a], [a], labels=[a, b]).n == 1


@pytest.mark.parametrize(
    ("first", "second"),
    [([np.int64(2**53 + 1), 2.0], [np.int64(2**53), 2.0]), ([np.uint64(2**63 + 1), -1], [np.uint64(2**63), -1])],
    ids=["integers beside floats", "unsigned beside negative"],
)
def test_different_numbers_stay_different(first: Any, second: Any) -> None:
    try:
        found = accuracy(first, second)
    except ConcordantError:
        return
    assert found == 0.5


def test_whole_numbers_of_128_bits() -> None:
    wide = pl.Series([1, 2, 2], dtype=pl.Int128)
    assert accuracy(wide, [1, 2, 1]) == pytest.approx(2 / 3)
    assert accuracy(wide, wide) == accuracy(wide, pl.Series([1, 2, 2])) == accuracy(pl.Series([1, 2, 2]), wide) == 1
    assert accuracy([1, 2, 1], [1, 2, 2], sample_weight=wide) == pytest.approx(3 / 5)


PLAIN = "caf\u00e9"


@pytest.mark.parametrize(
    ("other", "written"),
    [
        ("cafe\u0301", r"'cafe\u0301'"),  # NFD
        ("caf\u00e9\u200b", r"'caf\xe9\u200b'"),  # zero width space
        ("\uff43af\u00e9", r"'\uff43af\xe9'"),  # full width
    ],
)
def test_labels_that_look_the_same_are_doubted_and_written_apart(other: str, written: str) -> None:
    first, second = ["no", "yes", PLAIN] * 20, ["no", "yes", other] * 20
    rows = [list(row) for row in zip(first, second, strict=True)]
    for said in (
        panels.agree(rows, over="units").remark,
        panels.label_report(rows).reason,
        judging.assess(pl.DataFrame({"judge": first, "ann": second}), judge="judge", humans=["ann"]).reason,
        str(evaluate(first, second)),
    ):
        assert said is not None
        assert written in said
        assert r"'caf\xe9'" in said


@pytest.mark.parametrize("other", ["cafe", "caf\u00e8", "caff\u00e9"])
def test_labels_that_look_different_are_not(other: str) -> None:
    rows = [["no", "no"], [PLAIN, other], ["yes", "yes"]] * 20
    assert panels.agree(rows, over="units").remark is None


def test_no_label_is_to_be_joined_with_a_word_for_a_missing_one() -> None:
    rows = [["a", "a", "NA"], ["b", "NA", "b"], ["NA", "b", "b"], ["a", "a", "NA"], ["b", "a", "b"]]
    assert "Joining" not in str(panels.label_report(rows))
    other = [[{"NA": "c"}.get(label, label) for label in row] for row in rows]
    assert "Joining 'a' and 'c'" in str(panels.label_report(other))


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        (["1", "-", " NA ", "2"], ["-", " NA "]),
        (["yes", "no", "?", "Missing", "."], ["?", "Missing", "."]),
        (["-", "+"], []),
        (["-", "+", "++", "none"], ["none"]),
        ([1, -1, None, "a-b"], []),
    ],
)
def test_words_for_missing_are_words_and_marks(labels: list[Any], words: list[str]) -> None:
    assert words_for_missing(labels) == words
