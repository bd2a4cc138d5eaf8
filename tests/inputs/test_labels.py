"""The label contract: what a label may be, in which order labels stand, and what is refused with which words."""

from __future__ import annotations

import datetime as dt
import enum
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

from concordant.errors import (
    ContinuousLabelsError,
    InputError,
    InputTypeError,
    LabelError,
    LengthError,
    MissingValuesError,
    OptionError,
)
from concordant.states import Counts


class Grade(enum.Enum):
    """Members that cannot be sorted; the order of their definition is not that of their names."""

    POOR = "p"
    GOOD = "g"
    FINE = "f"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 7


def of(y_true: Any, y_pred: Any, **options: Any) -> tuple[tuple[Any, ...], list[list[float]], bool]:
    counts = Counts.from_labels(y_true, y_pred, **options)
    return counts.labels, counts.table.tolist(), counts.ordered


# -- edges -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("empty", [[], (), np.zeros(0, int), np.zeros(0), np.array([], "U1"), np.array([], object)])
def test_no_row_has_no_label(empty: Any) -> None:
    assert of(empty, empty) == ((), [], True) or of(empty, empty)[:2] == ((), [])
    assert of(empty, empty, labels=["a", "b"]) == (("a", "b"), [[0, 0], [0, 0]], True)


@pytest.mark.parametrize("label", [0, -5, 10**12, 2**63 - 1, -(2**63), 2**64 - 1, 2**70, "a", "", b"a", True, None])
def test_one_row_of_one_label(label: Any) -> None:
    if label is None:
        with pytest.raises(MissingValuesError):
            of([label], [label])
    else:
        labels, table, _ = of([label], [label])
        assert labels == (label,)
        assert type(labels[0]) is type(label)
        assert table == [[1]]


@pytest.mark.parametrize("scalar", ["yes", b"yes", 3, 2.5, None, {"a": 1}, {1, 2}, iter([1]), True])
def test_what_is_no_column_is_refused(scalar: Any) -> None:
    with pytest.raises(InputTypeError, match=r"y_true must be a list, an array or a series of values, not \w+\."):
        of(scalar, [1])


def test_arrays_of_other_dimensions_are_refused() -> None:
    with pytest.raises(LengthError, match=r"y_true must be 1-D, not an array of shape \(\)\."):
        of(np.array(3), [1])
    with pytest.raises(LengthError, match=r"y_pred must be 1-D, not an array of shape \(2, 3\)\."):
        of([1, 2], np.zeros((2, 3)))
    with pytest.raises(LengthError, match=r"y_true must be 1-D, not an array of shape \(1, 2, 2\)\."):
        of(np.zeros((1, 2, 2)), [1, 2])


def test_ragged_lists_are_refused() -> None:
    with pytest.raises(InputError, match=r"y_pred must have rows of one length\."):
        of([1, 2], [[1, 2], [3]])


@pytest.mark.parametrize(
    "column", [np.array([[1], [0]]), [[1], [0]], [(1,), (0,)], np.array([["b"], ["a"]]), pd.DataFrame({"y": [1, 0]})]
)
def test_a_column_vector_is_a_column(column: Any) -> None:
    flat = np.asarray(column).ravel()
    assert of(column, column) == of(flat, flat)


def test_columns_of_different_lengths_are_refused() -> None:
    for y_true, y_pred in (([1, 2], [1]), (np.array([1, 2]), np.array([1])), (["a", "b"], ["a"])):
        with pytest.raises(
            LengthError, match=r"y_true and y_pred must have the same number of rows; they have 2 and 1."
        ):
            of(y_true, y_pred)


# -- kinds of labels -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("y_true", "y_pred", "labels", "table", "ordered"),
    [
        ([10, 9, 10], [9, 9, 10], (9, 10), [[1, 0], [1, 1]], True),  # numbers in numeric order, not as text
        ([-5, 10**12], [10**12, -5], (-5, 10**12), [[0, 1], [1, 0]], True),
        ([1.0, 2.0], [2, 2], (1, 2), [[0, 1], [0, 1]], True),  # floats that are whole are these numbers
        ([Decimal("1.0"), Decimal(2)], [2, 2], (1, 2), [[0, 1], [0, 1]], True),
        ([Fraction(1), 2], [2, 2], (1, 2), [[0, 1], [0, 1]], True),
        ([True, False], [True, True], (False, True), [[0, 1], [0, 1]], True),
        ([True, False], [1, 1], (0, 1), [[0, 1], [0, 1]], True),
        (["b", "a"], ["b", "b"], ("a", "b"), [[0, 1], [0, 1]], False),
        ([b"b", b"a"], [b"b", b"b"], (b"a", b"b"), [[0, 1], [0, 1]], False),
        ([(2, 1), (1, 2)], [(2, 1), (2, 1)], ((1, 2), (2, 1)), [[0, 1], [0, 1]], False),
        ([(1, 2), (2,)], [(1, 2), (1, 2)], ((1, 2), (2,)), [[1, 0], [1, 0]], False),
        ([Level.HIGH, Level.LOW], [Level.HIGH, 7], (1, 7), [[0, 1], [0, 1]], True),
        ([Grade.FINE, Grade.POOR], [Grade.FINE, Grade.FINE], (Grade.POOR, Grade.FINE), [[0, 1], [0, 1]], False),
        ([dt.date(2021, 1, 1), dt.date(2020, 1, 1)],) * 2
        + ((dt.date(2020, 1, 1), dt.date(2021, 1, 1)), [[1, 0], [0, 1]], False),
        ([2**63, -1], [2**63, 2**63], (-1, 2**63), [[0, 1], [0, 1]], True),  # beyond 64 bits on both sides
        ([2**53 + 1, 2**63], [2**53, 2**63], (2**53, 2**53 + 1, 2**63), [[0, 0, 0], [1, 0, 0], [0, 0, 1]], True),
    ],
)
def test_kinds_of_labels_and_their_order(
    y_true: Any, y_pred: Any, labels: tuple[Any, ...], table: list[list[int]], ordered: bool
) -> None:
    assert of(y_true, y_pred) == (labels, table, ordered)
    assert [type(label) for label in of(y_true, y_pred)[0]] == [type(label) for label in labels]


def test_uint64_labels_above_int64() -> None:
    y = np.array([2**63 + 5, 1, 2**64 - 1], np.uint64)
    assert of(y, y)[0] == (1, 2**63 + 5, 2**64 - 1)
    assert of(y, np.array([-1, 1, 1]))[:2] == (
        (-1, 1, 2**63 + 5, 2**64 - 1),
        [[0, 0, 0, 0], [0, 1, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0]],
    )


@pytest.mark.parametrize("dtype", ["U3", "S3", object, np.dtypes.StringDType()])
def test_arrays_of_text(dtype: Any) -> None:
    values = ["no", "yes", "no"]
    y_true, y_pred = np.array(values, dtype="S3" if dtype == "S3" else dtype), np.array(values[::-1], dtype=dtype)
    labels, table, ordered = of(y_true, y_pred)
    assert [label.decode() if isinstance(label, bytes) else label for label in labels] == ["no", "yes"]
    assert (table, ordered) == ([[2, 0], [0, 1]], False)


def test_text_of_any_length_and_script() -> None:
    values = ["ä", "z", "", "long " * 50, "日本", "z"]
    labels, table, _ = of(np.array(values), values)
    assert labels == tuple(sorted(set(values)))
    assert np.trace(table) == 6


def test_times_keep_their_digits() -> None:
    days = np.array(["2020-01-02", "2020-01-01"], "M8[D]")
    assert of(days, days)[0] == (dt.date(2020, 1, 1), dt.date(2020, 1, 2))
    moments = days.astype("M8[ns]")
    assert of(moments, moments)[0] == (dt.datetime(2020, 1, 1), dt.datetime(2020, 1, 2))  # noqa: DTZ001
    fine = moments + np.array([1, 1], "m8[ns]")
    assert of(fine, fine)[0] == (np.datetime64("2020-01-01T00:00:00.000000001"), fine[0])
    with pytest.raises(MissingValuesError, match=r"y_pred has 1 missing \(the first in row 1\)"):
        of(days, np.array(["2020-01-02", "NaT"], "M8[D]"))


def test_other_byte_orders() -> None:
    y = np.array([3, 1, 2])
    for dtype in (">i8", ">i2", ">u4", ">f8"):
        assert of(y.astype(dtype), y) == of(y, y)
    assert of(np.array(["b", "a"]).astype(">U1"), ["b", "a"])[0] == ("a", "b")


def test_masked_arrays_hide_their_values() -> None:
    y = np.ma.masked_equal([1, 2, 1, 9], 9)
    with pytest.raises(MissingValuesError, match=r"y_true has 1 missing \(the first in row 3\)"):
        of(y, [1, 1, 1, 1])
    assert of(y, [1, 1, 1, 1], missing="drop") == ((1, 2), [[2, 0], [1, 0]], True)
    assert of(np.ma.array([1, 2]), [1, 1]) == ((1, 2), [[1, 0], [1, 0]], True)


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


@pytest.mark.parametrize("bad", [np.array([1j, 2]), np.array([(1, 2)], dtype=[("a", int), ("b", int)])])
def test_arrays_of_other_kinds_are_refused(bad: Any) -> None:
    with pytest.raises(InputTypeError, match=r"y_true must hold labels \(numbers, text, bools or other hashable"):
        of(bad, bad)


def test_values_without_a_hash_are_refused() -> None:
    with pytest.raises(LabelError, match=r"y_true holds values of type dict .*which cannot be labels"):
        of([{"a": 1}], [{"a": 1}])


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


def test_infinite_labels_are_no_labels() -> None:
    with pytest.raises(ContinuousLabelsError, match=r"not whole \(-inf, inf\)"):
        of([1.0, np.inf, -np.inf], [1, 1, 1])


@pytest.mark.parametrize("mixed", [[1, "a"], ["a", 1.5], [True, 2], [True, "a"], np.array([1, "a"], object)])
def test_a_column_of_several_types_is_refused(mixed: Any) -> None:
    with pytest.raises(InputTypeError, match=r"y_pred mixes labels of different types \(\w+, \w+\); convert them"):
        of([1, 1], mixed)


@pytest.mark.parametrize(
    ("y_true", "y_pred", "words"),
    [
        (["1", "2"], [1, 2], r"y_true holds text \(such as '1'\) and y_pred holds numbers \(such as 1\)"),
        ([1, 2], np.array(["1", "2"]), r"y_pred holds text \(such as '1'\) and y_true holds numbers \(such as 1\)"),
        ([True, False], ["True", "False"], r"y_pred holds text \(such as 'False'\) and y_true holds numbers"),
        (["a", "b"], [b"a", b"b"], "one of y_true and y_pred holds text and the other bytes; decode the bytes"),
    ],
)
def test_text_against_numbers_is_refused(y_true: Any, y_pred: Any, words: str) -> None:
    with pytest.raises(InputTypeError, match=words):
        of(y_true, y_pred)


# -- declared labels -----------------------------------------------------------------------------------------------


def test_declared_labels_give_the_order_and_the_empty_rows() -> None:
    labels, table, ordered = of(["mid", "low"], ["mid", "mid"], labels=["low", "mid", "high"])
    assert (labels, table, ordered) == (("low", "mid", "high"), [[0, 1, 0], [0, 1, 0], [0, 0, 0]], True)
    assert of([3, 1], [3, 3], labels=[5, 3, 1]) == ((5, 3, 1), [[0, 0, 0], [0, 1, 0], [0, 1, 0]], True)


@pytest.mark.parametrize(
    "labels",
    [(0, 1), np.array([0, 1]), pd.Index([0, 1]), pd.Series([0, 1]), pl.Series([0, 1]), pa.array([0, 1]), range(2)],
)
def test_labels_may_come_as_any_list(labels: Any) -> None:
    found = of([1], [1], labels=labels)[0]
    assert found == (0, 1)
    assert [type(label) for label in found] == [int, int]


def test_declared_labels_stay_what_they_are() -> None:
    assert [type(label) for label in of([0, 1], [0, 1], labels=[False, True])[0]] == [bool, bool]
    assert [type(label) for label in of([False, True], [True, True], labels=[0, 1])[0]] == [int, int]


def test_labels_that_occur_and_are_not_declared_are_named() -> None:
    with pytest.raises(LabelError) as caught:
        of(["a", "b", "c"], ["a", "a", "d"], labels=["a", "b"])
    assert str(caught.value) == "2 labels occur that labels= does not name: 'c', 'd'. Declared are: 'a', 'b'."
    with pytest.raises(LabelError, match=r"^1 label occurs that labels= does not name: 7\. Declared are: 0, 1\.$"):
        of([7], [7], labels=[0, 1])


def test_a_label_of_weight_zero_need_not_be_declared() -> None:
    assert of([0, 1, 7], [0, 0, 7], labels=[0, 1], sample_weight=[1, 1, 0]) == ((0, 1), [[1, 0], [1, 0]], True)
    assert of(["a", "z"], ["a", "z"], sample_weight=[2, 0])[:2] == (("a",), [[2.0]])


@pytest.mark.parametrize(
    ("labels", "error", "words"),
    [
        ([], LabelError, r"^labels must name at least one label\.$"),
        ([0, 1, 0], LabelError, r"^labels must be different from each other; repeated: 0\.$"),
        (["b", "a", "b", "a"], LabelError, r"repeated: 'a', 'b'\.$"),
        ([1, True], LabelError, "repeated"),
        ("ab", InputTypeError, r"^labels must be a list of labels in their order, not the text 'ab'\.$"),
        (3, InputTypeError, r"^labels must be a list of labels in their order, not int\.$"),
        ({0, 1}, InputTypeError, r"^labels must be a list of labels in their order, not set\.$"),
        ({0: "a"}, InputTypeError, r"not dict\.$"),
        ([[0], [1]], LabelError, "labels must be hashable: unhashable type: 'list'"),
    ],
)
def test_labels_that_cannot_be_declared(labels: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        of([0, 1], [0, 1], labels=labels)


def test_too_many_labels_are_no_categories() -> None:
    y = np.arange(2**20 + 1) * 10**6
    with pytest.raises(LabelError) as caught:
        of(y, y)
    assert str(caught.value) == (
        "more than 1048576 different labels occur, too many for a table. Are these really categories? "
        "For continuous ratings use concordance_correlation."
    )


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


def test_weights_follow_the_rows_that_are_kept() -> None:
    y_true, y_pred = [0.0, np.nan, 1.0, 1.0], [0, 0, 1, 0]
    assert of(y_true, y_pred, missing="drop", sample_weight=[1, 2, 4, 8]) == ((0, 1), [[1.0, 0.0], [8.0, 4.0]], True)


def test_nothing_is_missing_in_a_row_of_weight_zero() -> None:
    y_true, y_pred, weights = [0.0, np.nan, 1.0, np.nan], [0, 0, 1, 0], [1, 0, 4, 2]
    with pytest.raises(MissingValuesError, match=r"^y_true has 1 missing \(the first in row 3\)\."):
        of(y_true, y_pred, sample_weight=weights)
    counts = Counts.from_labels(y_true, y_pred, sample_weight=weights, missing="drop")
    assert (counts.missing, counts.table.tolist()) == (1, [[1.0, 0.0], [0.0, 4.0]])
    assert of(y_true[:3], y_pred[:3], sample_weight=weights[:3]) == ((0, 1), [[1.0, 0.0], [0.0, 4.0]], True)
    assert of([0, 1, 2.5], [0, 1, 0], sample_weight=[1, 1, 0])[:2] == ((0, 1), [[1.0, 0.0], [0.0, 1.0]])


def test_all_rows_missing() -> None:
    counts = Counts.from_labels([None, None], ["a", "b"], missing="drop")
    assert (counts.missing, counts.n) == (2, 0)


@pytest.mark.parametrize("y", [np.array([0, 1]), [0, 1], ["a", "b"]])
def test_missing_is_one_of_two_words(y: Any) -> None:
    with pytest.raises(OptionError, match='missing must be "raise" or "drop", not \'ignore\''):
        of(y, y, missing="ignore")


# -- any -----------------------------------------------------------------------------------------------------------


@given(st.data())
def test_every_kind_of_label_gives_the_same_table(data: st.DataObject) -> None:
    rows = data.draw(st.integers(0, 25))
    column = st.lists(st.integers(0, 4), min_size=rows, max_size=rows)
    y_true, y_pred = data.draw(column), data.draw(column)
    codes = sorted({*y_true, *y_pred})
    table = [[sum((a, b) == pair for pair in zip(y_true, y_pred, strict=True)) for b in codes] for a in codes]
    names = {
        "ints": list(range(5)),
        "text": ["a", "b", "cc", "d", "e"],
        "floats": [-1.0, 0.0, 3.0, 4.0, 2.0**40],
        "dates": [dt.date(2020, 1, day) for day in range(1, 6)],
        "tuples": [(0,) * k for k in range(2, 7)],
        "far": [-(10**12), -1, 0, 10**9, 10**15],
    }[data.draw(st.sampled_from(["ints", "text", "floats", "dates", "tuples", "far"]))]
    wrap = data.draw(st.sampled_from([list, tuple, pd.Series, np.array]))
    if wrap is np.array and isinstance(names[0], tuple):
        wrap = list
    found = of(wrap([names[x] for x in y_true]), wrap([names[x] for x in y_pred]))
    assert found[0] == tuple(names[x] for x in codes)
    assert found[1] == table


@pytest.mark.parametrize(
    ("values", "labels"),
    [
        (["b", "a", "b"], ("a", "b")),
        ([3, -1, 3], (-1, 3)),
        ([True, False, True], (False, True)),
        ([b"b", b"a", b"b"], (b"a", b"b")),
        ([2**70, 1, 1], (1, 2**70)),
        ([1, 2.0, 1], (1, 2)),
        ([("x", 1), ("x", 0), ("x", 1)], (("x", 0), ("x", 1))),
    ],
)
def test_lists_and_arrays_of_python_values_are_the_same_labels(values: Any, labels: Any) -> None:
    array = np.empty(len(values), dtype=object)
    array[:] = values
    for column in (values, array):
        counts = Counts.from_labels(column, column)
        assert counts.labels == labels
        assert [type(label) for label in counts.labels] == [type(label) for label in labels]
        assert counts.n == 3


def test_a_missing_value_in_a_list_of_python_values() -> None:
    for gap in (None, float("nan"), pd.NA):
        counts = Counts.from_labels(["b", gap, "a", "b"], ["b", "a", "a", "a"], missing="drop")
        assert (counts.labels, counts.missing, counts.n) == (("a", "b"), 1, 3)
        with pytest.raises(MissingValuesError, match="y_true has 1 missing \\(the first in row 1\\)"):
            Counts.from_labels(["b", gap, "a", "b"], ["b", "a", "a", "a"])
    assert Counts.from_labels([None, 2, 1], [1, 2, 1], missing="drop").labels == (1, 2)
    assert Counts.from_labels([None, True], [False, True], missing="drop").labels == (True,)


def test_bools_among_numbers_are_still_refused() -> None:
    for values in ([1, True], [True, 1, 0], [0, False]):
        with pytest.raises(InputTypeError, match="mixes labels of different types"):
            Counts.from_labels(values, values)
        with pytest.raises(InputTypeError, match="mixes labels of different types"):
            Counts.from_labels(np.array(values, dtype=object), values)


@pytest.mark.parametrize("make", [pd.Series, lambda x: pd.Series(x, dtype="string[pyarrow]"), pl.Series, pa.array])
def test_text_of_data_frame_libraries_with_gaps(make: Any) -> None:
    counts = Counts.from_labels(make(["b", None, "a", "b"]), make(["b", "a", "a", None]), missing="drop")
    assert (counts.labels, counts.missing, counts.table.tolist()) == (("a", "b"), 2, [[1, 0], [0, 1]])
    empty = Counts.from_labels(make(["b", None])[:0], make(["b", None])[:0], labels=["a", "b"])
    assert empty.n == 0


def test_categories_of_polars_that_other_columns_hold_do_not_matter() -> None:
    other = pl.Series([f"other {i}" for i in range(1000)], dtype=pl.Categorical)
    column = pl.Series(["y", None, "x", "y"], dtype=pl.Categorical)
    assert len(other) == 1000
    counts = Counts.from_labels(column, pl.Series(["y", "x", "x", "x"]), missing="drop")
    assert (counts.labels, counts.missing, counts.table.tolist()) == (("x", "y"), 1, [[1, 0], [1, 1]])


@pytest.mark.parametrize("weight", [0.0, 0])
def test_labels_of_absent_rows_need_not_be_declared(weight: float) -> None:
    rows = {"labels": [0, 1], "sample_weight": np.array([1, 1, weight])}
    for kind in (np.array, list):
        found = Counts.from_labels(kind([0, 1, 7]), kind([0, 1, 8]), **rows)
        assert (found.table.tolist(), found.labels) == ([[1.0, 0.0], [0.0, 1.0]], (0, 1))
    with pytest.raises(LabelError, match="7"):
        Counts.from_labels(np.array([0, 1, 7]), np.array([0, 1, 1]), labels=[0, 1])


@pytest.mark.parametrize("kind", ["datetime64[ns]", "timedelta64[ns]", "datetime64[us]", "timedelta64[ms]"])
@pytest.mark.parametrize("size", [1, 1000, 10**9])
@pytest.mark.parametrize("make", [np.asarray, list, pd.Series, pl.Series])
def test_times_that_are_declared_keep_their_digits(make: Any, size: int, kind: str) -> None:
    times = (np.arange(3) * size).astype("int64").astype(kind)
    found = Counts.from_labels(times, times[::-1], labels=make(times[::-1]))
    assert found.table.tolist() == [[0, 0, 1], [0, 1, 0], [1, 0, 0]]
    assert Counts.from_labels(times, times[::-1], labels=found.labels) == found


def test_groups_of_weighted_rows_may_have_labels_of_nanoseconds() -> None:
    times = (np.arange(4) // 2).astype("datetime64[ns]")
    rows = pl.DataFrame({"t": times, "g": [1, 2, 1, 2], "w": [1.0, 0.5, 2.0, 1.0]}).lazy()
    found = Counts.by_group(rows, by="g", y_true="t", y_pred="t", sample_weight="w")
    assert found.total() == Counts.from_labels(times, times, sample_weight=[1.0, 0.5, 2.0, 1.0])
