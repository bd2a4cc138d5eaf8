"""The counts and sums of few rows in one call: the same as those of any rows, and nothing of what is not plain."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from concordant import _kernels
from concordant.states import Counts

WHOLE = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "longlong")


def by_hand(y_true: npt.NDArray[Any], y_pred: npt.NDArray[Any]) -> tuple[list[Any], list[list[int]]]:
    """Count pairs row by row."""
    labels = sorted({*y_true.tolist(), *y_pred.tolist()})
    table = [[0] * len(labels) for _ in labels]
    for a, b in zip(y_true.tolist(), y_pred.tolist(), strict=True):
        table[labels.index(a)][labels.index(b)] += 1
    return labels, table


def as_table(found: tuple[Any, ...]) -> list[list[int]]:
    """The table of what a kernel counted, which may be a list of cells."""
    labels, numbers, places = found
    if places is None:
        assert numbers.dtype == np.int64
        assert numbers.flags.c_contiguous
        return numbers.tolist()
    table = np.zeros((len(labels), len(labels)), int)
    table[places] = numbers
    assert np.count_nonzero(table) == len(numbers)
    return table.tolist()


@given(data=st.data())
def test_pairs_equal_those_counted_by_hand(data: st.DataObject) -> None:
    rows, reach = data.draw(st.sampled_from([1, 2, 3, 5, 60, 2047, 2048, 2051])), data.draw(st.integers(0, 31))
    reach = data.draw(st.sampled_from([reach, 60, 120]))
    low = data.draw(st.integers(-128, 127 - reach))
    rng = np.random.default_rng(data.draw(st.integers(0, 9)))
    columns = []
    for _ in range(2):
        dtype, step = data.draw(st.sampled_from(WHOLE)), data.draw(st.sampled_from([1, 2, -1]))
        values = (low + rng.integers(0, reach + 1, rows)).astype(dtype)
        columns.append(np.repeat(values, abs(step))[::step])
    found = _kernels.few_pairs(*columns)
    labels, table = by_hand(*columns)
    assert (list(found[0]), as_table(found)) == (labels, table)
    logical = all(column.dtype == bool for column in columns)
    assert {type(label) for label in found[0]} == {bool if logical else int}


@pytest.mark.parametrize(
    ("y_true", "y_pred"),
    [
        (np.array([0, 1]), np.array([0, 1, 1])),
        (np.array([], int), np.array([], int)),
        (np.array([0, 2**63], np.uint64), np.array([0, 1])),
        (np.array([0, 1], np.uint64), np.array([0, 1], np.uint64)),
        (np.array([0.0, 1.0]), np.array([0, 1])),
        (np.array([0, 1], ">i8"), np.array([0, 1])),
        (np.array([0, 1], object), np.array([0, 1], object)),
        (np.array(["a", "b"]), np.array(["a", "b"])),
        (np.array([0, 1], "M8[s]"), np.array([0, 1], "M8[s]")),
        (np.array([[0, 1]]), np.array([[0, 1]])),
        (np.array(0), np.array(0)),
        (np.ma.array([0, 1], mask=[False, True]), np.array([0, 1])),
        (np.array([0, 1]).view(np.recarray), np.array([0, 1])),
        (np.zeros(2, [("a", "i8")]), np.array([0, 1])),
        (np.zeros(2, []), np.zeros(2, [])),  # numbers of no bytes
        (np.zeros(2, "V0"), np.array([0, 1])),
        (np.frombuffer(b"\0" * 17, np.uint8)[1:].view("i8"), np.array([0, 1])),  # not where an int64 may lie
        ([0, 1], [0, 1]),
        (None, None),
        (np.zeros(2**15 + 1, int), np.zeros(2**15 + 1, int)),
    ],
)
def test_nothing_of_what_is_not_plain_and_few(y_true: Any, y_pred: Any) -> None:
    assert _kernels.few_pairs(y_true, y_pred) is None
    assert _kernels.few_pairs(y_pred, y_true) is None or y_true is y_pred


@pytest.mark.parametrize("rows", [1, 7, 3000, 2**14, 2**14 + 1, 2**15 + 1])
@pytest.mark.parametrize("labels", [2, 8, 9, 32, 33, 64, 65, 250])
@pytest.mark.parametrize("dtype", ["uint8", "int64", "int16"])
def test_counts_are_the_same_state_as_those_of_any_rows(rows: int, labels: int, dtype: str) -> None:
    rng = np.random.default_rng(rows)
    y_true, y_pred = (rng.integers(0, labels, rows).astype(dtype) for _ in range(2))
    few, any_rows = Counts.from_labels(y_true, y_pred), Counts.from_labels(y_true.tolist(), y_pred.tolist())
    assert few == any_rows
    assert repr(few) == repr(any_rows)
    assert few.to_dict() == any_rows.to_dict()
    assert [type(label) for label in few.labels] == [type(label) for label in any_rows.labels]
    assert few.table.flags.writeable
    assert few + any_rows == few * 2


@given(data=st.data(), rows=st.sampled_from([1, 2, 9, 2049]))
def test_sums_equal_those_of_any_rows(data: st.DataObject, rows: int) -> None:
    rng = np.random.default_rng(data.draw(st.integers(0, 9)))
    y_true, y_pred = (rng.integers(0, 100, rows).astype(data.draw(st.sampled_from(WHOLE))) for _ in range(2))
    few, sums = _kernels.few_square_sums(y_true, y_pred), _kernels.square_sums(y_true, y_pred, 1)
    assert few is not None
    names = ("first", "second", "squares", "apart", "fit")
    assert [getattr(few, name) for name in names] == [getattr(sums, name) for name in names]


@pytest.mark.parametrize("rows", [1, 40, 1000, 1024, 1025, 2047, 3000, 2**14, 2**15])
@pytest.mark.parametrize("labels", [15, 16, 33, 64, 257, 2**14, 2**62])
@pytest.mark.parametrize("low", [0, -(2**40)])
def test_labels_far_apart_are_counted_as_those_of_any_rows(rows: int, labels: int, low: int) -> None:
    rng = np.random.default_rng(rows)
    y_true, y_pred = (low + rng.integers(0, labels, rows) for _ in range(2))
    found, any_rows = _kernels.few_pairs(y_true, y_pred), _kernels.count_pairs(y_true, y_pred, None, 1)
    assert list(found[0]) == any_rows[0].tolist()
    np.testing.assert_array_equal(found[1], any_rows[1])
    assert (found[2] is None) == (any_rows[4] is None)
    if found[2] is not None:
        np.testing.assert_array_equal(found[2], any_rows[4])
    state, other = Counts.from_labels(y_true, y_pred), Counts.from_labels(y_true.tolist(), y_pred.tolist())
    assert state == other
    assert type(state) is type(other)


def test_sums_of_nothing_that_is_not_plain() -> None:
    assert _kernels.few_square_sums([0, 1], [0, 1]) is None
    assert _kernels.few_square_sums(np.array([0.0]), np.array([0])) is None
    assert _kernels.few_square_sums(np.array([0, 1]), np.array([0])) is None
