"""The label contract: what a label may be, in which order labels stand, and what is refused with which words."""

from __future__ import annotations

import enum
from datetime import date
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
from numpy.testing import assert_array_equal
from support.columns import LEVELS, NUMBERS, ORDERED, TEXT

from concordant import Counts, accuracy
from concordant.errors import ContinuousLabelsError, InputTypeError, LabelError, MissingValuesError, ScoreError
from concordant.inputs.encoding import encode
from concordant.inputs.indicators import check_indicator_columns
from concordant.inputs.labels import check_label_columns, stacked_labels, stacked_numbers
from concordant.inputs.rankings import check_class_ranking_columns, check_label_ranking_columns
from concordant.inputs.scores import check_measurement_columns, check_score_columns


class Grade(enum.Enum):
    """Members that cannot be sorted; the order of their definition is not that of their names."""

    POOR = "p"
    GOOD = "g"
    FINE = "f"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 7


DAYS = [date(2020, 1, 1), date(2021, 1, 1)]


def of(y_true: Any, y_pred: Any, **options: Any) -> tuple[tuple[Any, ...], list[list[float]], bool]:
    counts = Counts.from_labels(y_true, y_pred, **options)
    return counts.labels, counts.table.tolist(), counts.ordered


# -- edges -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("empty", [[], (), np.zeros(0, int), np.zeros(0), np.array([], "U1"), np.array([], object)])
def test_no_row_has_no_label(empty: Any) -> None:
    assert of(empty, empty) == ((), [], True) or of(empty, empty)[:2] == ((), [])
    assert of(empty, empty, labels=["a", "b"]) == (("a", "b"), [[0, 0], [0, 0]], True)


@pytest.mark.parametrize("label", [-5, 2**63 - 1, -(2**63), 2**64 - 1, 2**70, "", b"a", True])
def test_one_row_of_one_label(label: Any) -> None:
    labels, table, _ = of([label], [label])
    assert labels == (label,)
    assert type(labels[0]) is type(label)
    assert table == [[1]]


@pytest.mark.parametrize("scalar", ["yes", b"yes", 3, 2.5, None, {"a": 1}, {1, 2}, iter([1]), True])
def test_what_is_no_column_is_refused(scalar: Any) -> None:
    with pytest.raises(InputTypeError, match=r"y_true must be a list, an array or a series of values, not \w+\."):
        of(scalar, [1])


# -- kinds of labels -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("y_true", "y_pred", "labels", "table", "ordered"),
    [
        ([10, 9, 10], [9, 9, 10], (9, 10), [[1, 0], [1, 1]], True),  # numbers in numeric order, not as text
        ([1.0, 2.0], [2, 2], (1, 2), [[0, 1], [0, 1]], True),  # floats that are whole are these numbers
        ([Decimal("1.0"), Decimal(2)], [2, 2], (1, 2), [[0, 1], [0, 1]], True),
        ([Fraction(1), 2], [2, 2], (1, 2), [[0, 1], [0, 1]], True),
        ([True, False], [True, True], (False, True), [[0, 1], [0, 1]], True),
        ([True, False], [1, 1], (0, 1), [[0, 1], [0, 1]], True),
        (["b", "a"], ["b", "b"], ("a", "b"), [[0, 1], [0, 1]], False),
        ([(2, 1), (1, 2)], [(2, 1), (2, 1)], ((1, 2), (2, 1)), [[0, 1], [0, 1]], False),
        ([(1, 2), (2,)], [(1, 2), (1, 2)], ((1, 2), (2,)), [[1, 0], [1, 0]], False),
        ([Level.HIGH, Level.LOW], [Level.HIGH, 7], (1, 7), [[0, 1], [0, 1]], True),
        ([Grade.FINE, Grade.POOR], [Grade.FINE, Grade.FINE], (Grade.POOR, Grade.FINE), [[0, 1], [0, 1]], False),
        ([DAYS[1], DAYS[0]], DAYS, (DAYS[0], DAYS[1]), [[0, 1], [1, 0]], False),
        ([2**63, -1], [2**63, 2**63], (-1, 2**63), [[0, 1], [0, 1]], True),  # beyond 64 bits on both sides
        ([2**53 + 1, 2**63], [2**53, 2**63], (2**53, 2**53 + 1, 2**63), [[0, 0, 0], [1, 0, 0], [0, 0, 1]], True),
    ],
)
def test_kinds_of_labels_and_their_order(
    y_true: Any, y_pred: Any, labels: tuple[Any, ...], table: list[list[int]], ordered: bool
) -> None:
    objects = np.empty(len(y_true), dtype=object)
    objects[:] = y_true
    for column in (y_true, objects):
        found = of(column, y_pred)
        assert found == (labels, table, ordered)
        assert list(map(type, found[0])) == list(map(type, labels))


@pytest.mark.parametrize("dtype", ["U3", ">U3", "S3", object, np.dtypes.StringDType()])
def test_arrays_of_text(dtype: Any) -> None:
    values = ["no", "yes", "no"]
    y_true, y_pred = np.array(values, dtype="S3" if dtype == "S3" else dtype), np.array(values[::-1], dtype=dtype)
    labels, table, ordered = of(y_true, y_pred)
    assert [label.decode() if isinstance(label, bytes) else label for label in labels] == ["no", "yes"]
    assert (table, ordered) == ([[2, 0], [0, 1]], False)


def test_days_that_are_missing() -> None:
    days = np.array(["2020-01-02", "2020-01-01"], "M8[D]")
    with pytest.raises(MissingValuesError, match=r"y_pred has 1 missing \(the first in row 1\)"):
        of(days, np.array(["2020-01-02", "NaT"], "M8[D]"))


class OnlyDlpack:
    """An object that shows its memory through DLPack and nothing else."""

    def __init__(self, array: np.ndarray[Any, Any], device: tuple[int, int] = (1, 0)) -> None:
        self.array = array
        self.device = device

    def __dlpack__(self, **options: Any) -> Any:
        if self.device[0] != 1:
            msg = "memory of another device"
            raise BufferError(msg)
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.device


def test_objects_with_nothing_but_dlpack() -> None:
    assert of(OnlyDlpack(np.array([1, 0, 1])), [1, 1, 1]) == ((0, 1), [[0, 1], [0, 2]], True)
    with pytest.raises(InputTypeError, match="y_true cannot be read as an array"):
        of(OnlyDlpack(np.array([1, 0, 1]), device=(2, 0)), [1, 1, 1])


def test_torch_tensors() -> None:
    torch = pytest.importorskip("torch")
    y = torch.tensor([1, 0, 1])
    assert of(y, torch.tensor([1.0, 1.0, 1.0])) == ((0, 1), [[0, 1], [0, 2]], True)
    assert of(y.to(torch.int8)[::2], [0, 1]) == ((0, 1), [[0, 0], [1, 1]], True)
    with pytest.raises(InputTypeError, match=r"y_true requires a gradient, .* give its \.detach\(\)"):
        of(torch.tensor([1.0, 0.0], requires_grad=True), [1, 0])


# -- numbers that are no labels ----------------------------------------------------------------------------------


@pytest.mark.parametrize("column", [[1.0, 2.5, 3.0], np.float32([1, 2.5, 3]), pd.Series([1, 2.5, 3]), (1, 2.5, 3)])
def test_numbers_that_are_not_whole_are_no_labels_unless_declared(column: Any) -> None:
    with pytest.raises(ContinuousLabelsError) as caught:
        of(column, [1, 2, 3])
    assert str(caught.value).startswith("y_true holds numbers that are not whole (2.5), but labels are expected.")
    assert "labels=[...]" in str(caught.value)
    assert "concordance_correlation" in str(caught.value)
    labels, table, ordered = of(column, [1, 2.5, 2.5], labels=[1, 1.5, 2, 2.5, 3])
    assert labels == (1, 1.5, 2, 2.5, 3)
    assert ordered
    assert_array_equal(np.argwhere(table), [[0, 0], [3, 3], [4, 3]])


# -- declared labels -----------------------------------------------------------------------------------------------


def test_declared_labels_give_the_order_and_the_empty_rows() -> None:
    labels, table, ordered = of(["mid", "low"], ["mid", "mid"], labels=["low", "mid", "high"])
    assert (labels, table, ordered) == (("low", "mid", "high"), [[0, 1, 0], [0, 1, 0], [0, 0, 0]], True)
    assert of([3, 1], [3, 3], labels=[5, 3, 1]) == ((5, 3, 1), [[0, 0, 0], [0, 1, 0], [0, 1, 0]], True)


LISTS = [(0, 1), np.array([0, 1]), pd.Index([0, 1]), pd.Series([0, 1]), pl.Series([0, 1]), pa.array([0, 1]), range(2)]


@pytest.mark.parametrize("labels", LISTS, ids=lambda labels: type(labels).__name__)
def test_labels_may_come_as_any_list(labels: Any) -> None:
    found = of([1], [1], labels=labels)[0]
    assert found == (0, 1)
    assert [type(label) for label in found] == [int, int]


@pytest.mark.parametrize("labels", [range(3), range(1, 5), [0, 2, 3], [3, 2, 1], [0, 10**12], [2**70, 1]])
def test_numbers_that_are_not_declared_are_named(labels: Any) -> None:
    with pytest.raises(LabelError, match=r"occurs? that labels= does not name: "):
        accuracy(np.array([0, 1, 3]), np.array([0, 2, 3]), labels=labels)


@pytest.mark.parametrize("make", [list, np.array])
def test_a_label_of_weight_zero_need_not_be_declared(make: Any) -> None:
    found = of(make([0, 1, 7]), make([0, 0, 8]), labels=[0, 1], sample_weight=[1, 1, 0])
    assert found == ((0, 1), [[1, 0], [1, 0]], True)
    assert of(make(["a", "z"]), make(["a", "z"]), sample_weight=[2, 0])[:2] == (("a",), [[2.0]])


# -- missing -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("absent", [None, float("nan"), np.nan, pd.NA, pd.NaT])
@pytest.mark.parametrize("values", [["b", "a"], [3, 1], [3.0, 1.0], [True, False], [Grade.POOR, Grade.FINE]])
def test_missing_values_raise_or_are_dropped_and_counted(absent: Any, values: list[Any]) -> None:
    y_true = [values[0], absent, values[1], absent, values[0]]
    y_pred = [absent, values[0], values[1], absent, values[1]]
    with pytest.raises(MissingValuesError) as caught:
        of(y_true, y_pred)
    assert str(caught.value) == (
        "y_true has 2 missing (the first in row 1) and y_pred has 2 missing (the first in row 0). "
        'Remove them, or drop such rows with missing="drop".'
    )
    counts = Counts.from_labels(y_true, y_pred, missing="drop")
    assert counts.missing == 3
    kept = Counts.from_labels([values[1], values[0]], [values[1], values[1]])
    assert counts.labels == kept.labels
    assert [type(label) for label in counts.labels] == [type(label) for label in kept.labels]
    assert counts.table.tolist() == kept.table.tolist()


def test_nothing_is_missing_in_a_row_of_weight_zero() -> None:
    y_true, y_pred, weights = [0.0, np.nan, 1.0, np.nan], [0, 0, 1, 0], [1, 0, 4, 2]
    with pytest.raises(MissingValuesError, match=r"^y_true has 1 missing \(the first in row 3\)\."):
        of(y_true, y_pred, sample_weight=weights)
    counts = Counts.from_labels(y_true, y_pred, sample_weight=weights, missing="drop")
    assert (counts.missing, counts.table.tolist()) == (1, [[1.0, 0.0], [0.0, 4.0]])
    assert of(y_true[:3], y_pred[:3], sample_weight=weights[:3]) == ((0, 1), [[1.0, 0.0], [0.0, 4.0]], True)
    assert of([0, 1, 2.5], [0, 1, 0], sample_weight=[1, 1, 0])[:2] == ((0, 1), [[1.0, 0.0], [0.0, 1.0]])


# -- any -----------------------------------------------------------------------------------------------------------


def test_categories_of_polars_that_other_columns_hold_do_not_matter() -> None:
    other = pl.Series([f"other {i}" for i in range(1000)], dtype=pl.Categorical)
    column = pl.Series(["y", None, "x", "y"], dtype=pl.Categorical)
    assert len(other) == 1000
    counts = Counts.from_labels(column, pl.Series(["y", "x", "x", "x"]), missing="drop")
    assert (counts.labels, counts.missing, counts.table.tolist()) == (("x", "y"), 1, [[1, 0], [1, 1]])


@pytest.mark.parametrize("kind", ["datetime64[ns]", "timedelta64[ns]", "datetime64[us]", "timedelta64[ms]"])
@pytest.mark.parametrize("size", [1000, 10**9])
@pytest.mark.parametrize("make", [np.asarray, list, pd.Series, pl.Series])
def test_times_that_are_declared_keep_their_digits(make: Any, size: int, kind: str) -> None:
    times = (np.arange(3) * size).astype("int64").astype(kind)
    found = Counts.from_labels(times, times[::-1], labels=make(times[::-1]))
    assert found.table.tolist() == [[0, 0, 1], [0, 1, 0], [1, 0, 0]]
    assert Counts.from_labels(times, times[::-1], labels=found.labels) == found


# -- rows that agree, counted without a table ----------------------------------------------------------------------


def test_a_category_that_does_not_occur_says_nothing_against_a_declared_order() -> None:
    declared = pd.Categorical(["low", "high"], ["low", "high"], ordered=True)
    other = pd.Categorical(["high", "high"], ["ultra", "high"])
    counts = Counts.from_labels(declared, other)
    assert (counts.labels, counts.ordered) == (("low", "high"), True)


TEXTS = st.text(st.sampled_from("ab\0é🐎"), max_size=6) | st.just("x" * 40)


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=20))
def test_zeros_at_the_end_of_a_text(rows: list[tuple[str, str]]) -> None:
    texts = [[row[side] for row in rows] for side in (0, 1)]
    share = sum(x == y for x, y in rows) / len(rows)
    for make in (
        lambda column: np.array(column, np.dtypes.StringDType()),
        lambda column: pa.array(column).dictionary_encode(),
    ):
        assert accuracy(*map(make, texts)) == share


def test_a_text_that_was_not_declared() -> None:
    with pytest.raises(LabelError, match="not"):
        accuracy(["a", "b"], ["a", "c"], labels=["a", "b"])
    assert accuracy(pd.Categorical(["a", "b"], ["a", "b", "c"]), ["a", "b"], labels=["a", "b"]) == 1.0


def test_an_enum_beside_text_is_compared_as_text() -> None:
    truth, text = pl.Series(["a", "b", "a"], dtype=pl.Enum(["b", "a"])), pl.Series(["a", "z", "b"])
    assert accuracy(truth, text) == accuracy.of(Counts.from_labels(truth, text)) == 1 / 3


# -- columns of several types, one below the other ----------------------------------------------------------------

LABELS = [2, 0, 1, 2]
ROWS = ["mid", "low", "high", "mid"]


def labels_of(column: Any) -> list[Any]:
    found = encode(column, "column")
    codes = np.asarray(found.values).tolist()
    return codes if found.names is None else [found.names[code] for code in codes]


@pytest.mark.parametrize("first", NUMBERS)
def test_numbers_of_all_types_are_joined(first: str) -> None:
    for second in NUMBERS:
        columns = [NUMBERS[first](LABELS), NUMBERS[second](LABELS)]
        assert labels_of(stacked_labels(columns, "ab")) == LABELS * 2
        if not any(word in first + second for word in ("categor", "dictionary")):
            assert np.asarray(stacked_numbers(columns, "ab"), float).tolist() == LABELS * 2


@pytest.mark.parametrize("first", TEXT | ORDERED)
def test_text_of_all_types_is_joined_and_an_order_holds(first: str) -> None:
    makers = TEXT | ORDERED
    for second in makers:
        stack = stacked_labels([makers[first](ROWS), makers[second](ROWS)], "ab")
        assert labels_of(stack) == ROWS * 2
        if {first, second} & {*ORDERED}:
            assert encode(stack, "stack").ordered
            assert encode(stack, "stack").names == tuple(LEVELS)


@pytest.mark.parametrize(
    ("first", "second", "labels"),
    [
        (pl.Series([2**63 + 1], dtype=pl.UInt64), pl.Series([2.0**63]), [2**63 + 1, 2**63]),
        (pl.Series([2**53 + 1]), pl.Series([0.0]), [2**53 + 1, 0]),
        (pl.Series([1, 0]), pl.Series([True, False]), [1, 0, 1, 0]),  # bools are numbers beside numbers
        (pl.Series([True]), pl.Series([False]), [True, False]),
    ],
)
def test_no_digit_is_lost(first: Any, second: Any, labels: list[Any]) -> None:
    found = labels_of(stacked_labels([first, second], "ab"))
    assert found == labels
    assert list(map(type, found)) == list(map(type, labels))


@pytest.mark.parametrize(
    ("first", "second", "values"),
    [
        (pl.Series([1, None]), pl.Series([None, 2.0]), [1, None, None, 2]),
        (pl.Series(["x", None]), ["y", "x"], ["x", None, "y", "x"]),
    ],
)
def test_missing_values_stay_missing(first: Any, second: Any, values: list[Any]) -> None:
    assert stacked_labels([first, second], "ab").tolist() == values


def test_declared_labels_need_not_be_whole_and_scores_must_be_numbers() -> None:
    assert labels_of(stacked_labels([pl.Series([1]), pl.Series([0.5])], "ab", declared=True)) == [1, 0.5]
    with pytest.raises(ScoreError, match="b must hold numbers, not text"):
        stacked_numbers([pl.Series([1]), pl.Series(["x"])], "ab")


# -- predictions of several models ---------------------------------------------------------------------------------

NAN = float("nan")
MATRIX = np.arange(8.0).reshape(4, 2)
GAP = np.where(np.eye(4, 2) == 1, NAN, MATRIX)  # in rows 0 and 1
NAMES = ("a", "b")


MARKS = [[0, 1], [1, 0], [1, 1], [0, 0]]


@pytest.mark.parametrize(
    ("read", "truth", "first", "second"),
    [
        (check_label_columns, [0, 1, 0, 1], [0, None, 1, 1], [0.0, 1.0, NAN, 1.0]),
        (check_label_columns, ["p", "q", "p", "q"], ["p", None, "q", "q"], ["p", "p", None, "q"]),
        (check_score_columns, [0, 1, 0, 1], [0.5, NAN, 0.5, 0.5], [0.5, 0.5, NAN, 0.5]),
        (check_score_columns, MARKS, GAP[[2, 0, 3, 3]], GAP[[2, 2, 1, 3]]),
        (check_measurement_columns, [1.0, 2.0, 3.0, 4.0], [1, NAN, 1, 1], [1, 1, NAN, 1]),
        (check_class_ranking_columns, [0, 1, 0, 1], GAP[[2, 0, 3, 3]], GAP[[2, 2, 1, 3]]),
        (check_label_ranking_columns, MARKS, GAP[[2, 0, 3, 3]], GAP[[2, 2, 1, 3]]),
        (check_indicator_columns, MARKS, [[0, 1], [NAN, 0], [1, 1], [0, 1]], [[0, 1], [1, 0], [1, NAN], [1, 1]]),
    ],
)
def test_row_that_one_prediction_lacks_is_dropped_from_all(read: Any, truth: Any, first: Any, second: Any) -> None:
    every = read(truth, [first, second], names=NAMES, missing="drop", sample_weight=[1, 2, 3, 4])
    for rows in every:
        assert rows.missing == 2
        assert rows.kept.tolist() == [True, False, False, True]
        assert rows.weights.tolist() == [1, 4]
        assert len(rows.y_true) == 2


def test_common_labels_of_three_columns() -> None:
    first, second = check_label_columns(
        [2, 1, 2], [[1.5, 2, 2], np.array([1, 3, 3])], names=NAMES, labels=[1, 1.5, 2, 3]
    )
    assert first.names == second.names == (1, 1.5, 2, 3)
    assert first.y_true.tolist() == [2, 0, 2]
    assert (first.y_pred.tolist(), second.y_pred.tolist()) == ([1, 2, 2], [0, 3, 3])


def test_bools_beside_whole_numbers_are_numbers() -> None:
    (pair,) = check_label_columns(np.array([True, False]), [np.array([0, 1])])
    assert (pair.names, pair.logical) == (None, False)
    first, second = check_label_columns(
        np.array([True, False]), [np.array([0, 1]), [0.5, 1]], names=NAMES, labels=[0, 0.5, 1]
    )
    assert first.names == (0, 0.5, 1)
    assert (first.y_true.tolist(), second.y_pred.tolist()) == ([2, 0], [1, 2])
