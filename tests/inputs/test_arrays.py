"""Columns of pandas, Polars and Arrow: the same labels as from a list, codes kept, declared orders respected."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from support.columns import LEVELS, NUMBERS, ORDERED, TEXT, TEXT_WITHOUT_GAPS
from support.columns import WORDS as ALL_WORDS

import concordant
import concordant as c
import concordant.sklearn as named
from concordant import accuracy, judging
from concordant.errors import (
    ConcordantError,
    InputError,
    InputTypeError,
    LabelError,
    LengthError,
    MissingValuesError,
    UndefinedMetricWarning,
)
from concordant.panels import agree
from concordant.states import Counts, Tallies

# -- arrays of every type and layout ---------------------------------------------------------------------------------

RNG = np.random.default_rng(3)
N = 40
TRUTH = RNG.integers(0, 2, N)
GUESS = np.where(RNG.random(N) < 0.7, TRUTH, 1 - TRUTH)
SCORES = np.round((TRUTH + RNG.normal(size=N)) * 4) / 4  # of few digits: a half-precision number holds them
PROBABILITIES = np.round(RNG.random(N) * 14 + 1) / 16
WEIGHTS = RNG.integers(1, 5, N)

ORDERS = "<>"
INTEGERS = ["?", *(order + kind for order in ORDERS for kind in ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"))]
FLOATS = ["g", *(order + kind for order in ORDERS for kind in ("f2", "f4", "f8"))]


class Own(np.ndarray):
    pass


def field(x: Any) -> Any:
    """A field of records: the steps are no whole number of elements."""
    records = np.zeros(x.shape, np.dtype([("pad", "u1"), ("x", x.dtype)]))
    records["x"] = x
    return records["x"]


def unaligned(x: Any) -> Any:
    view = np.frombuffer(bytearray(1 + x.nbytes), x.dtype, x.size, 1).reshape(x.shape)
    view[...] = x
    return view


def native(x: Any) -> Any:
    """The same numbers in the order of bytes of this machine, as dataframes want them."""
    return x.astype(x.dtype.newbyteorder("="))


class Interface:
    """What only NumPy's own protocol reads."""

    def __init__(self, x: Any) -> None:
        self.x = x

    def __len__(self) -> int:
        return len(self.x)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return np.asarray(self.x, dtype)


ARRAYS: dict[str, Callable[[Any], Any]] = {
    "array": lambda x: x,
    "field": field,
    "unaligned": unaligned,
    "subclass": lambda x: x.view(Own),
    "masked": np.ma.masked_array,
    "interface": Interface,
}
COLUMNS: dict[str, Callable[[Any], Any]] = ARRAYS | {
    "of a matrix": lambda x: np.stack([x, x], axis=1)[:, 1],
    "one column": lambda x: x[:, None],
    "list": lambda x: x.tolist(),
    "list of numpy numbers": list,
    "objects": lambda x: x.astype(object),
    "decimals": lambda x: [Decimal(str(value)) for value in x.tolist()],
    "memory": memoryview,
    "pandas": pd.Series,
    "pandas array": lambda x: pd.Series(x).array,
    "pandas nullable": lambda x: pd.Series(x).convert_dtypes(),
    "pandas frame": lambda x: pd.DataFrame({"x": x}),
    "polars": lambda x: pl.Series(native(x)),
    "polars decimals": lambda x: pl.Series([Decimal(str(value)) for value in x.tolist()], dtype=pl.Decimal(20, 8)),
    "arrow": lambda x: pa.array(native(x)),
    "arrow chunks": lambda x: pa.chunked_array([native(x[:7]), native(x[7:])]),
}
MATRICES: dict[str, Callable[[Any], Any]] = {name: make for name, make in ARRAYS.items() if name != "interface"} | {
    "list": lambda x: x.tolist(),
    "list of arrays": list,
    "columns first": np.asfortranarray,
    "pandas frame": pd.DataFrame,
    "polars frame": lambda x: pl.DataFrame(native(x)),
    "arrow table": lambda x: pa.table({str(k): column for k, column in enumerate(native(x).T)}),
}

OF_LABELS = {"native": concordant.cohen_kappa, "named": named.f1_score}
OF_SCORES = {"native": concordant.roc_auc, "named": named.roc_auc_score}
OF_PROBABILITIES = {"native": concordant.brier_score, "named": named.log_loss}
NOT_IN_SCIKIT_LEARN = ("objects", "memory", "decimals", "polars frame", "arrow table")
FLAT = ("one column", "pandas frame")  # scikit-learn takes labels so, but not weights


def same(function: Any, given: tuple[Any, ...], plain: tuple[Any, ...], kind: str, rtol: float = 1e-12) -> None:
    """The same value of what is given as of plain columns; the last is the weight."""
    found = function(given[0], given[1], sample_weight=given[2])
    expected = function(plain[0], plain[1], sample_weight=plain[2])
    np.testing.assert_allclose(found, expected, rtol=rtol, err_msg=f"{function} of {kind}")


DECIMALS = ("decimals", "polars decimals")
NO_HALVES = ("pandas array", "pandas nullable", "pandas frame", "polars")
NO_LONG_DOUBLES = (*DECIMALS, *NO_HALVES, "polars frame", "arrow", "arrow chunks", "arrow table", "memory")


def exists(container: str, kind: str) -> bool:
    if kind == "?":
        return container not in DECIMALS
    if kind == "g":
        return container not in NO_LONG_DOUBLES
    if container in SPARSE and (kind[0] == ">" or kind[1:] == "f2"):
        return False
    return kind[1:] != "f2" or container not in NO_HALVES


@pytest.mark.parametrize("face", ["native", "named"])
@pytest.mark.parametrize("container", COLUMNS)
def test_columns(container: str, face: str) -> None:
    if face == "named" and container in NOT_IN_SCIKIT_LEARN:
        pytest.skip("scikit-learn does not take it either")
    for kind in [*INTEGERS, *FLOATS]:
        if not exists(container, kind):
            continue
        truth, guess, weights = (COLUMNS[container](x.astype(kind)) for x in (TRUTH, GUESS, WEIGHTS))
        if kind == "?":
            weights = None
        elif face == "named" and container in FLAT:
            weights = WEIGHTS.astype(kind)
        plain = None if kind == "?" else WEIGHTS
        same(OF_LABELS[face], (truth, guess, weights), (TRUTH, GUESS, plain), kind)
        same(OF_LABELS[face], (TRUTH, guess, None), (TRUTH, GUESS, None), kind)
        same(OF_SCORES[face], (truth, SCORES, weights), (TRUTH, SCORES, plain), kind)
        same(OF_PROBABILITIES[face], (truth, PROBABILITIES, weights), (TRUTH, PROBABILITIES, plain), kind)
        if kind in FLOATS:
            near = 1e-5 if kind[1:] in ("f2", "f4") else 1e-12  # single precision is kept
            scores, probabilities = (COLUMNS[container](x.astype(kind)) for x in (SCORES, PROBABILITIES))
            same(OF_SCORES[face], (TRUTH, scores, weights), (TRUTH, SCORES, plain), kind, near)
            same(OF_PROBABILITIES[face], (TRUTH, probabilities, weights), (TRUTH, PROBABILITIES, plain), kind, near)
        if face == "native" and kind != "?":
            same(concordant.pearson_correlation, (guess, weights, weights), (GUESS, WEIGHTS, WEIGHTS), kind)


MARKS = RNG.integers(0, 2, (N, 3))
GUESSED = np.where(RNG.random((N, 3)) < 0.7, MARKS, 1 - MARKS)
RANKS = np.round((MARKS + RNG.normal(size=(N, 3))) * 4) / 4
OF_MARKS = {
    "native": (concordant.hamming_loss, concordant.exact_match),
    "named": (named.hamming_loss, named.multilabel_confusion_matrix),
}
RANKED = {"native": (concordant.coverage_error,), "named": (named.label_ranking_loss, named.roc_auc_score)}
SPARSE: dict[str, Callable[[Any], Any]] = {
    "compressed rows": sparse.csr_array,
    "compressed columns": sparse.csc_matrix,
    "coordinates": sparse.coo_array,
}


@pytest.mark.parametrize("face", ["native", "named"])
@pytest.mark.parametrize("container", [*MATRICES, *SPARSE])
def test_matrices(container: str, face: str) -> None:
    if face == "named" and container in NOT_IN_SCIKIT_LEARN:
        pytest.skip("scikit-learn does not take it either")
    for kind in [*INTEGERS, *FLOATS]:
        if not exists(container, kind):
            continue
        marks, guessed = ((MATRICES | SPARSE)[container](x.astype(kind)) for x in (MARKS, GUESSED))
        for function in OF_MARKS[face]:
            same(function, (marks, guessed, None), (MARKS, GUESSED, None), kind)
            same(function, (marks, GUESSED, None), (MARKS, GUESSED, None), kind)
        for function in RANKED[face] if container not in SPARSE else ():
            same(function, (marks, RANKS, None), (MARKS, RANKS, None), kind)
            if kind in FLOATS:
                ranks = MATRICES[container](RANKS.astype(kind))
                same(function, (MARKS, ranks, None), (MARKS, RANKS, None), kind, 1e-5)


HUGE = np.array([5, 2**63 + 1, 2**63 + 3, 2**63 + 5, 2**63 + 3], np.uint64)
OTHER = np.array([5, 2**63 + 3, 2**63 + 1, 2**63 + 5, 2**63 + 3], np.uint64)
HASHES: dict[str, Callable[[Any], Any]] = {
    "array": lambda x: x,
    "other order": lambda x: x.astype(">u8"),
    "list": lambda x: x.tolist(),
    "objects": lambda x: x.astype(object),
    "pandas": pd.Series,
    "pandas nullable": lambda x: pd.Series(x, dtype="UInt64"),
    "categorical series": lambda x: pd.Series(x).astype("category"),
    "polars": pl.Series,
    "arrow": pa.array,
    "dictionary": lambda x: pa.array(x).dictionary_encode(),
    "chunks of dictionaries": lambda x: pa.chunked_array([x[:2], x[2:]]).dictionary_encode(),
    "decimals": lambda x: pl.Series(list(map(Decimal, x.tolist())), dtype=pl.Decimal(20, 0)),
}


@pytest.mark.parametrize("first", HASHES)
@pytest.mark.parametrize("second", HASHES)
def test_labels_beyond_64_bits_keep_all_their_digits(first: str, second: str) -> None:
    """As floats, all of them but 5 would be one label."""
    true, pred = HASHES[first](HUGE), HASHES[second](OTHER)
    assert concordant.accuracy(true, pred) == 0.6
    assert concordant.accuracy(HASHES[first](OTHER), HASHES[second](OTHER)) == 1.0
    assert concordant.Counts.from_labels(true, pred).labels == tuple(sorted(set(HUGE.tolist())))


WORDS = ["mid", "low", "high", "mid"]
PREDICTION = ["low", "low", "high", "high"]
SORTED = (("high", "low", "mid"), [[1, 0, 0], [0, 1, 0], [1, 1, 0]], False)
DECLARED = (("low", "mid", "high"), [[1, 0, 0], [1, 0, 1], [0, 0, 1]], True)


def of(y_true: Any, y_pred: Any, **options: Any) -> tuple[tuple[Any, ...], list[list[float]], bool]:
    counts = Counts.from_labels(y_true, y_pred, **options)
    return counts.labels, counts.table.tolist(), counts.ordered


def ordered(values: list[str | None], categories: list[str] | None = None) -> Any:
    return pd.Categorical(values, categories=categories or LEVELS, ordered=True)


# -- text ----------------------------------------------------------------------------------------------------------

ANY_TEXT = TEXT | TEXT_WITHOUT_GAPS


@pytest.mark.parametrize("first", ANY_TEXT)
@pytest.mark.parametrize("second", ["list", "pandas categorical", "polars", "arrow dictionary"])
def test_text_of_any_library_is_the_same_text(first: str, second: str) -> None:
    assert of(ANY_TEXT[first](WORDS), TEXT[second](PREDICTION)) == SORTED
    assert of(TEXT[second](WORDS), ANY_TEXT[first](PREDICTION)) == SORTED


@pytest.mark.parametrize("kind", ANY_TEXT | ORDERED)
@given(rows=st.lists(st.tuples(*[st.sampled_from(ALL_WORDS)] * 2), min_size=1, max_size=30))
def test_the_share_of_rows_that_agree_is_that_of_the_table(kind: str, rows: list[tuple[str, str]]) -> None:
    """It is counted where the texts lie, without a table."""
    if kind in ORDERED:
        rows = [row for row in rows if {*row} <= {*LEVELS}] or [("low", "mid")]
    a, b = ((ANY_TEXT | ORDERED)[kind]([row[side] for row in rows]) for side in (0, 1))
    assert accuracy(a, b) == accuracy.of(Counts.from_labels(a, b)) == sum(x == y for x, y in rows) / len(rows)
    assert concordant.zero_one_loss(a, b) == concordant.zero_one_loss.of(Counts.from_labels(a, b))


@pytest.mark.parametrize("kind", TEXT)
def test_missing_text_of_any_library(kind: str) -> None:
    y_true, y_pred = TEXT[kind]([None, *WORDS, None]), TEXT[kind](["low", *PREDICTION, None])
    for call in (of, accuracy):
        with pytest.raises(
            MissingValuesError, match=r"y_true has 2 missing \(the first in row 0\) and y_pred has 1 miss"
        ):
            call(y_true, y_pred)
    counts = Counts.from_labels(y_true, y_pred, missing="drop")
    assert counts.missing == 2
    assert (counts.labels, counts.table.tolist(), counts.ordered) == SORTED
    assert accuracy(y_true, y_pred, missing="drop") == 0.5


@pytest.mark.parametrize("kind", ANY_TEXT | ORDERED)
def test_no_row_and_other_lengths_of_any_library(kind: str) -> None:
    make = (ANY_TEXT | ORDERED)[kind]
    empty = make([])
    assert of(empty, empty)[0] == (tuple(LEVELS) if kind in ORDERED else ())
    with pytest.warns(UndefinedMetricWarning, match="no row"):
        assert np.isnan(accuracy(empty, empty))
    with pytest.raises(LengthError):
        accuracy(make(["low"]), make(["low", "high"]))


# -- numbers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", NUMBERS)
def test_numbers_of_any_library_stand_at_their_values(kind: str) -> None:
    expected = ((1, 3, 7), [[0, 0, 1], [0, 1, 0], [1, 0, 0]], True)
    for other in ("list", kind):
        labels, table, has_order = of(NUMBERS[kind]([7, 3, 1]), NUMBERS[other]([1, 3, 7]))
        assert (labels, table, has_order) == expected
        assert all(type(label) is int for label in labels)


@pytest.mark.parametrize("kind", NUMBERS)
def test_missing_numbers_of_any_library(kind: str) -> None:
    y = NUMBERS[kind]([7, None, 1, None])
    with pytest.raises(MissingValuesError, match=r"^y_true has 2 missing \(the first in row 1\)\. Remove"):
        of(y, [1, 1, 1, 1])
    counts = Counts.from_labels(y, [1, 1, 1, 1], missing="drop")
    assert (counts.missing, counts.labels, counts.table.tolist()) == (2, (1, 7), [[1, 0], [1, 0]])
    assert all(type(label) is int for label in counts.labels)


BOOLS = [pd.Series, lambda x: pd.Series(x, dtype="boolean"), pd.Categorical, pl.Series, pa.array]


@pytest.mark.parametrize("make", BOOLS)
def test_bools_of_any_library(make: Any) -> None:
    assert of(make([True, False, True]), make([True, True, True])) == ((False, True), [[0, 1], [0, 2]], True)
    counts = Counts.from_labels(make([True, None, False]), make([True, True, True]), missing="drop")
    assert [type(label) for label in counts.labels] == [bool, bool]


# -- orders --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ORDERED)
def test_a_declared_order_is_kept_and_spreads_to_plain_text(kind: str) -> None:
    make = ORDERED[kind]
    assert of(make(WORDS), make(PREDICTION)) == DECLARED
    assert of(make(WORDS), PREDICTION) == DECLARED
    assert of(WORDS, make(PREDICTION)) == DECLARED
    assert of(make(WORDS), pd.Categorical(PREDICTION)) == DECLARED


@pytest.mark.parametrize("prediction", [["none", "low", "mid"], ["none", "low", "mid", "high"]])
def test_a_label_outside_the_declared_order_leaves_no_order(prediction: list[str]) -> None:
    labels, _, has_order = of(ordered((LEVELS * 2)[: len(prediction)]), prediction)
    assert (labels, has_order) == (("high", "low", "mid", "none"), False)


def test_a_longer_order_holds_a_shorter_one() -> None:
    short, long = ordered(["low", "high"], ["low", "high"]), ordered(["mid", "high"])
    assert of(short, long)[0] == ("low", "mid", "high")
    assert of(long, short)[::2] == (("low", "mid", "high"), True)


def test_two_orders_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(LabelError) as caught:
        of(ordered(["low"]), ordered(["low"], ["high", "low"]))
    assert str(caught.value) == (
        "y_true and y_pred declare different orders of their labels: ('low', 'mid', 'high') and ('high', 'low'). "
        "Give both columns the same categories, or declare labels=[...]."
    )
    assert of(ordered(["low"]), ordered(["low"], ["high", "low"]), labels=["high", "low"])[0] == ("high", "low")


def test_an_ordered_categorical_of_numbers_keeps_its_order() -> None:
    y = pd.Categorical([1, 3], categories=[3, 1], ordered=True)
    assert of(y, y)[0] == (3, 1)


# -- other things --------------------------------------------------------------------------------------------------


def test_frames_and_complex_numbers_are_no_labels() -> None:
    with pytest.raises(InputTypeError, match="y_true"):
        of(pl.DataFrame({"a": ["x"], "b": ["y"]}).lazy(), ["x"])
    for complex_numbers in (np.array([1j, 2]), [1j, 2], pd.Series([1j, 2]), pd.Categorical([1j, 2])):
        with pytest.raises(InputTypeError, match=r"y_true must hold labels \(numbers, text, "):
            of(complex_numbers, complex_numbers)


# -- many rows, whose codes are read in another way ----------------------------------------------------------------


@pytest.mark.parametrize("rows", [4, 4096, 4097, 10_000])
@pytest.mark.parametrize("gap", [None, 3])
@pytest.mark.parametrize("kind", [pl.String(), pl.Categorical(), pl.Enum(["unused", *LEVELS])])
def test_any_number_of_rows_of_polars(rows: int, gap: int | None, kind: Any) -> None:
    values: list[str | None] = [LEVELS[i * i % 3] for i in range(rows)]
    if gap is not None:
        values[gap] = None
    column, other = pl.Series(values, dtype=kind), pl.Series(LEVELS[1:] * rows, dtype=kind)[:rows]
    names = ("unused", *LEVELS) if isinstance(kind, pl.Enum) else ("high", "low", "mid") if rows > 4 else None
    counts = Counts.from_labels(column, other, missing="drop")
    plain = Counts.from_labels(values, other.to_list(), missing="drop", labels=names)
    assert counts.labels == plain.labels
    assert counts.missing == plain.missing == (gap is not None)
    assert counts.table.tolist() == plain.table.tolist()
    assert counts.ordered == isinstance(kind, pl.Enum)


# -- hostile values -------------------------------------------------------------------------------------------------

WHOLE = [0, 1, 1, 0]


class AnotherHash:
    """Equal to all, with a hash that is new each time."""

    asked = 0

    def __hash__(self) -> int:
        AnotherHash.asked += 1
        return AnotherHash.asked

    def __eq__(self, other: object) -> bool:
        return True


def _itself() -> list[Any]:
    rows: list[Any] = []
    rows.append(rows)
    return rows


def _deep() -> list[Any]:
    rows: list[Any] = [0]
    for _ in range(200):
        rows = [rows]
    return rows


HOSTILE: dict[str, Any] = {
    "a list that holds itself": _itself(),
    "a list 200 deep": _deep(),
    "a ragged row": [[0, [1]], 1, 1, 0],
    "hashes that change": [AnotherHash() for _ in WHOLE],
    "a NaN that signals": [Decimal("snan"), 1, 1, 0],
    "an int beyond floats beside a float": [10**400, 0.5, 1, 0],
    "a fraction beyond floats": [Fraction(10**400), 1, 1, 0],
}


@pytest.mark.parametrize("values", HOSTILE.values(), ids=HOSTILE.keys())
@pytest.mark.parametrize("metric", [c.accuracy, c.cohen_kappa, c.f1, c.balanced_accuracy, c.krippendorff_alpha])
def test_labels_that_are_none_are_refused(metric: Any, values: Any) -> None:
    for columns in ((WHOLE, values), (values, WHOLE), (values, values)):
        with pytest.raises(ConcordantError):
            metric(*columns)


def test_the_error_of_a_changing_hash_names_the_type() -> None:
    with pytest.raises(LabelError, match="y_pred holds values of type AnotherHash that have another hash each time"):
        c.accuracy(WHOLE, HOSTILE["hashes that change"])


def test_labels_beyond_floats_are_counted_where_they_are_names() -> None:
    assert c.accuracy([10**400, 1], [10**400, 0]) == 0.5
    with pytest.raises(ConcordantError, match="must hold numbers"):
        c.cohen_kappa(WHOLE, WHOLE, weights=[[0, 10**400], [10**400, 0]])


@pytest.mark.parametrize(
    ("texts", "named"),
    [(["1", "2", "four", "2"], "'four'"), (["1", "2", "1", "2"], "'1'"), ([b"1", b"2", b"four", b"2"], "b'four'")],
)
def test_the_text_that_is_no_number_is_named(texts: list[Any], named: str) -> None:
    for columns in (([1, 2, 4, 2], texts), (texts, [1, 2, 4, 2])):
        with pytest.raises(InputTypeError) as caught:
            c.accuracy(*columns)
        assert f"(such as {named})" in str(caught.value)


ODD = [0, 1, 1, 0, 1, 0]
DAYS = [dt.date(2020, 1, 1 + x) for x in ODD]

# what is in the column, and what it is called
NESTED: dict[str, tuple[Any, str]] = {
    "polars arrays": (pl.Series([[x, 1] for x in ODD], dtype=pl.Array(pl.Int64, 2)), "list"),
    "polars structs": (pl.Series([{"a": x} for x in ODD]), "dict"),
    "pandas lists": (pd.Series([[x] for x in ODD]), "list"),
    "dicts": ([{"a": x} for x in ODD], "dict"),
    "tuples with lists": ([(1, [x]) for x in ODD], "tuple"),
}
NO_NUMBERS: dict[str, tuple[Any, str]] = {
    "dates": (DAYS, "date"),
    "polars dates": (pl.Series(DAYS), "date"),
    "pandas times": (pd.Series(pd.to_datetime(DAYS)), "Timestamp"),
    "pandas periods": (pd.Series(pd.period_range("2020", periods=len(ODD), freq="D")), "Period"),
    "complex objects": (pd.Series(np.array(ODD) + 1j), "complex"),
}
TAKING_LABELS: dict[str, Callable[[Any], Any]] = {
    "y_true": lambda x: concordant.accuracy(x, ODD),
    "y_pred": lambda x: concordant.accuracy(ODD, x),
    "y_true, too": lambda x: concordant.roc_auc(x, ODD),
    "cluster": lambda x: concordant.accuracy.interval(ODD, ODD, cluster=x),
}
TAKING_NUMBERS: dict[str, Callable[[Any], Any]] = {
    "y_score": lambda x: concordant.roc_auc(ODD, x),
    "y_prob": lambda x: concordant.brier_score(ODD, x),
    "y_pred": lambda x: concordant.pearson_correlation(ODD, x),
    "sample_weight": lambda x: concordant.accuracy(ODD, ODD, sample_weight=x),
}


def refused(call: Callable[[Any], Any], column: Any) -> str:
    with pytest.raises(ConcordantError) as caught:
        call(column)
    return str(caught.value)


@pytest.mark.parametrize("role", TAKING_LABELS)
@pytest.mark.parametrize("kind", NESTED)
def test_what_has_no_hash_is_no_label(kind: str, role: str) -> None:
    column, name = NESTED[kind]
    said = refused(TAKING_LABELS[role], column)
    assert said.startswith(f"{role.partition(',')[0]} holds values of type {name} (such as ")
    assert said.endswith("which cannot be labels; a label is a number, text, a date or another value that is hashable.")


@pytest.mark.parametrize("role", TAKING_LABELS)
@pytest.mark.parametrize("chunked", [False, True])
def test_intervals_of_months_days_and_nanoseconds_are_no_labels(role: str, *, chunked: bool) -> None:
    column = pa.array([(1, 0, 0), (0, 30, 0)], pa.month_day_nano_interval())
    message = refused(TAKING_LABELS[role], pa.chunked_array([column]) if chunked else column)
    assert "holds intervals of months, days and nanoseconds, which cannot be labels: they have no common len" in message


@pytest.mark.parametrize("role", TAKING_NUMBERS)
@pytest.mark.parametrize("kind", [*NO_NUMBERS, *NESTED][:-1])  # tuples are rows of a matrix
def test_what_is_no_number_is_no_score_and_no_weight(kind: str, role: str) -> None:
    column, name = (NESTED | NO_NUMBERS)[kind]
    if role != "sample_weight" and kind in ("polars arrays", "pandas lists"):
        return  # a list of scores a row
    assert refused(TAKING_NUMBERS[role], column).startswith(
        f"{role} must hold numbers, not values of type {name} (such as "
    )


@pytest.mark.parametrize("role", TAKING_NUMBERS)
@pytest.mark.parametrize("column", [np.array(ODD) + 1j, np.array(DAYS, "M8[D]"), np.array(ODD).astype("V8")])
def test_arrays_that_hold_no_numbers(column: Any, role: str) -> None:
    assert refused(TAKING_NUMBERS[role], column) == f"{role} must hold numbers, not {column.dtype}."


AT_INDEX = pd.Series([0, 1, 1, 0, 1, 0])
CHANCES_AT = pd.Series([0.1, 0.9, 0.8, 0.3, 0.7, 0.2])
BOTH = pd.DataFrame({"p0": 1 - CHANCES_AT, "p1": CHANCES_AT})
TURNED = [3, 1, 0, 5, 4, 2]
SAME_INDEX = r"^(\w+) and (\w+) have the same index in another order, .* such as \2\.loc\[\1\.index\], or give \2\.to_n"


@pytest.mark.parametrize(
    "call",
    [
        lambda: c.cohen_kappa(AT_INDEX, AT_INDEX.loc[TURNED]),
        lambda: c.accuracy(AT_INDEX.astype("category"), AT_INDEX.astype("category").loc[TURNED]),
        lambda: c.accuracy(AT_INDEX.astype("string[pyarrow]"), AT_INDEX.astype("string[pyarrow]").loc[TURNED]),
        lambda: c.accuracy(AT_INDEX, AT_INDEX, sample_weight=CHANCES_AT.loc[TURNED]),
        lambda: c.accuracy.compare(AT_INDEX, AT_INDEX, AT_INDEX.loc[TURNED]),
        lambda: c.roc_auc(AT_INDEX, CHANCES_AT.loc[TURNED]),
        lambda: c.log_loss(AT_INDEX, BOTH.loc[TURNED]),
        lambda: c.top_k_accuracy(AT_INDEX, BOTH.loc[TURNED], k=1),
        lambda: c.concordance_correlation(CHANCES_AT, CHANCES_AT.loc[TURNED]),
        lambda: c.intraclass_correlation(CHANCES_AT, CHANCES_AT.loc[TURNED]),
        lambda: c.f1(pd.get_dummies(AT_INDEX), pd.get_dummies(AT_INDEX).loc[TURNED], average="macro"),
        lambda: c.evaluate(AT_INDEX, AT_INDEX.loc[TURNED]),
        lambda: c.evaluate(AT_INDEX, AT_INDEX, by=AT_INDEX.loc[TURNED]),
        lambda: c.accuracy.interval(AT_INDEX, AT_INDEX, cluster=AT_INDEX.loc[TURNED]),
        lambda: c.roc_auc.compare(AT_INDEX, CHANCES_AT, CHANCES_AT, cluster=AT_INDEX.loc[TURNED]),
        lambda: c.intraclass_correlation.interval(CHANCES_AT, CHANCES_AT, cluster=AT_INDEX.loc[TURNED]),
        lambda: c.best_threshold(AT_INDEX, CHANCES_AT, "f1", cluster=AT_INDEX.loc[TURNED]),
        lambda: c.ordinal_cut_points(AT_INDEX, CHANCES_AT, cluster=AT_INDEX.loc[TURNED]),
        lambda: c.guaranteed_threshold(AT_INDEX, CHANCES_AT, constraint="recall >= 0.1", cluster=AT_INDEX.loc[TURNED]),
        lambda: c.decide(CHANCES_AT, "f1", sample_weight=CHANCES_AT.loc[TURNED]),
        lambda: c.krippendorff_alpha(BOTH.round(), sample_weight=CHANCES_AT.loc[TURNED]),
        lambda: c.fleiss_kappa.interval(BOTH.round(), cluster=AT_INDEX.loc[TURNED]),
        lambda: c.intraclass_correlation(BOTH, sample_weight=CHANCES_AT.loc[TURNED]),
        lambda: c.prmse(BOTH, CHANCES_AT.loc[TURNED]),
        lambda: judging.mean_score(judge=CHANCES_AT, human=CHANCES_AT.loc[TURNED], chosen="random"),
        lambda: judging.pass_rate(judge=AT_INDEX, human=AT_INDEX.loc[TURNED], pass_label=1),
        lambda: agree(BOTH.round(), sample_weight=CHANCES_AT.loc[TURNED]),
        lambda: Tallies.from_counts(BOTH.round().astype(int), sample_weight=CHANCES_AT.loc[TURNED]),
        lambda: c.evaluate(AT_INDEX, y_score={0: 1 - CHANCES_AT, 1: CHANCES_AT.loc[TURNED]}),
    ],
)
def test_the_same_index_in_another_order_is_refused(call: Any) -> None:
    with pytest.raises(InputError, match=SAME_INDEX):
        call()


def test_other_indexes_leave_the_position() -> None:
    for index in (range(6, 12), list("abcdef"), list(range(6))):
        assert c.accuracy(AT_INDEX, AT_INDEX.set_axis(index)) == 1.0
    turned = AT_INDEX.loc[TURNED]
    assert c.accuracy(AT_INDEX, turned.to_numpy()) == named.accuracy_score(AT_INDEX, turned) == 2 / 3
