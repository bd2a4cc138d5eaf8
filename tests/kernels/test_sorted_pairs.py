"""The kernel that lists the cells that hold rows, against np.unique of the pairs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from concordant import _kernels

Array = np.ndarray[Any, Any]
THREADS = (1, 2, 3)
MOST = 1 << 20


def check(y_true: Array, y_pred: Array, weights: Array | None = None) -> bool:
    """Compare with the table that `tabulate` counts; True if cells are listed."""
    labels, table, squares, _ = _kernels.tabulate(y_true, y_pred, weights)
    for threads in THREADS:
        found, cells, found_squares, too_many, places, _ = _kernels.count_pairs(y_true, y_pred, weights, threads)
        assert not too_many
        assert_array_equal(found, labels)
        if places is not None:
            assert_array_equal(np.stack(places), np.stack(np.nonzero(table)))  # those that hold rows, row after row
            assert all(place.dtype == np.int64 for place in places)
            wanted = table[places], None if squares is None else squares[places]
        else:
            wanted = table, squares
        assert cells.dtype == table.dtype
        assert_array_equal(cells, wanted[0])  # weights are added in the order of the rows by both
        if squares is None:
            assert found_squares is None
        else:
            assert_array_equal(found_squares, wanted[1])
    return places is not None


@pytest.mark.parametrize(("labels", "listed"), [(64, False), (65, True)])
@pytest.mark.parametrize("step", [1, 7, 10**9])
def test_few_labels_are_always_a_table(labels: int, listed: bool, step: int) -> None:
    y = np.arange(labels) * step - 10
    assert check(y, y[::-1]) is listed
    assert check(y, y[::-1], np.linspace(0.1, 1, labels)) is listed


@pytest.mark.parametrize("step", [1, 3, 10**9])
@pytest.mark.parametrize(("rows", "listed"), [(2499, True), (2500, False)])
def test_many_rows_are_a_table(rows: int, listed: bool, step: int) -> None:
    y = np.arange(rows) % 100 * step
    assert check(y, np.roll(y, 17)) is listed


@given(st.data())
def test_cells_are_those_of_the_table(data: st.DataObject) -> None:
    random = np.random.default_rng(data.draw(st.integers(0, 10**6)))
    labels, rows = data.draw(st.integers(1, 300)), data.draw(st.integers(0, 900))
    step, dtype = data.draw(st.sampled_from([(1, "int16"), (1, "uint32"), (3, "float64"), (10**12, "int64")]))
    values = np.arange(labels) * step
    y_true, y_pred = (values[random.integers(0, labels, rows)].astype(dtype) for _ in range(2))
    weights = data.draw(st.sampled_from([None, random.random(rows), random.random(rows) * (random.random(rows) < 0.3)]))
    check(y_true, y_pred, weights)


@pytest.mark.parametrize("labels", [70, 700, 20_000])
@pytest.mark.parametrize("right", [0.0, 0.7, 1.0])
@pytest.mark.parametrize("absent", [0.0, 0.5, 1.0])
def test_weights_of_many_rows_that_agree_or_not(labels: int, right: float, absent: float) -> None:
    random = np.random.default_rng(labels)
    rows = max(2 * labels, 1200)
    y_true = random.integers(0, labels, rows)
    y_pred = np.where(random.random(rows) < right, y_true, random.integers(0, labels, rows))
    weights = np.where(random.random(rows) < absent, 0.0, random.random(rows))
    few = random.random(rows) < 0.02  # one label of many rows, beside labels of few
    y_true[few] = labels // 2
    for low, step in ((0, 1), (-7, 1), (0, 3)):
        if labels <= 8192:
            check(low + step * y_true, low + step * y_pred, weights)
            continue
        found, cells, squares, _, places, _ = _kernels.count_pairs(low + step * y_true, low + step * y_pred, weights)
        pairs = {}
        for a, b, w in zip(y_true.tolist(), y_pred.tolist(), weights.tolist(), strict=True):
            if w > 0:
                total, square = pairs.get((a, b), (0.0, 0.0))
                pairs[a, b] = total + w, square + w * w
        ordered = sorted(pairs)
        assert places is not None or not pairs
        truth, prediction = ([], []) if places is None else ((found[place] - low) // step for place in places)
        assert list(zip(truth, prediction, strict=True)) == ordered
        assert cells.ravel().tolist() == [pairs[one][0] for one in ordered]
        assert squares.ravel().tolist() == [pairs[one][1] for one in ordered]


@pytest.mark.parametrize("step", [1, 10**6])
def test_the_most_labels_and_one_more(step: int) -> None:
    y = np.arange(MOST + 1) * step
    assert _kernels.count_pairs(y, y)[3]
    labels, cells, _, too_many, _, _ = _kernels.count_pairs(y[:MOST], y[:MOST])
    assert not too_many
    assert len(labels) == len(cells) == MOST


@pytest.mark.parametrize("labels", [70, 700, 1500, 5000])
@pytest.mark.parametrize("right", [0.0, 0.7, 1.0])
def test_many_rows_that_agree_or_not(labels: int, right: float) -> None:
    random = np.random.default_rng(labels)
    for rows in (1200, labels * labels // 5):  # few and many rows of a cell
        y_true = random.integers(0, labels, min(rows, 300_000))
        y_pred = np.where(
            random.random(len(y_true)) < right, y_true, random.integers(0, labels, len(y_true)) ** 2 % labels
        )
        for low, step in ((0, 1), (5, 3)):
            check(low + step * y_true, low + step * y_pred)


@given(st.data())
def test_filled_cells_of_any_table(data: st.DataObject) -> None:
    shape = data.draw(st.integers(0, 200)), data.draw(st.integers(0, 200))
    random = np.random.default_rng(data.draw(st.integers(0, 10**6)))
    numbers = random.integers(-3, 10**12, shape) * (
        random.random(shape) < data.draw(st.sampled_from([0, 0.02, 0.5, 1]))
    )
    for table in (numbers.astype(np.int64), np.where(numbers == -2, np.nan, numbers / 8)):
        row, column, held = _kernels.filled_cells(table)
        assert_array_equal(np.stack([row, column]), np.stack(np.nonzero(table)))
        assert held.dtype == table.dtype
        assert_array_equal(held, table[np.nonzero(table)])


def test_filled_cells_are_of_tables_of_counts_or_sums() -> None:
    with pytest.raises(TypeError, match="int64 or float64"):
        _kernels.filled_cells(np.zeros((2, 2), np.int32))
