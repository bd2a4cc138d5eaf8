"""Counts of two matrices of 0 and 1, dense and stored sparsely, against NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from concordant import _kernels

Array = np.ndarray[Any, Any]
THREADS = (1, 2, 3)
KINDS = ("bool", "int8", "uint8", "int16", "int32", "int64", "uint64", "float32", "float64")


def drawn(rows: int, labels: int, share: float = 0.4) -> tuple[Array, Array]:
    rng = np.random.default_rng(rows * 1000 + labels)
    truth = (rng.random((rows, labels)) < share).astype(np.int64)
    return truth, np.where(rng.random((rows, labels)) < 0.9, truth, 1 - truth)


def cells(truth: Array, prediction: Array, axis: int, weights: Array | None = None) -> Array:
    """The four cells of each label (axis 0) or each row (axis 1)."""
    each = np.ones(len(truth), np.int64) if weights is None else weights
    parts = [((truth == a) & (prediction == b)) * each[:, None] for a in (0, 1) for b in (0, 1)]
    return np.stack([part.sum(axis) for part in parts], -1).reshape(-1, 2, 2)


def stored(matrix: Array, index: Any = np.int32) -> tuple[Array, Array, Array]:
    rows = sparse.csr_array(matrix)
    return rows.indptr.astype(index), rows.indices.astype(index), rows.data


SHAPES = [(1, 1), (1, 2), (7, 3), (100, 10), (5000, 20), (4097, 32), (300, 100), (50, 5000), (3, 2049)]


def check(truth: Array, prediction: Array) -> None:
    """Every way to count gives the cells of NumPy."""
    labels, weights = truth.shape[1], np.random.default_rng(0).normal(size=len(truth))  # of any sign
    by_column, by_row, weighted = (cells(truth, prediction, *how) for how in ((0,), (1,), (0, weights)))
    for threads in THREADS:
        counted = [_kernels.indicator_columns(truth, prediction, threads)]
        weighed = [_kernels.indicator_columns(truth, prediction, threads, weights)]
        rows = [by_row]
        if truth.flags.c_contiguous and prediction.flags.c_contiguous:
            rows.append(_kernels.indicator_rows(truth, prediction, threads))
        for index in (np.int32, np.int64):
            pair = stored(truth, index), stored(prediction, index)
            counted.append(_kernels.stored_indicators(*pair, labels, False, threads))
            weighed.append(_kernels.stored_indicators(*pair, labels, False, threads, weights))
            rows.append(_kernels.stored_indicators(*pair, labels, True, threads))
        for tables, right in counted:
            assert_array_equal(tables, by_column)
            assert (tables.dtype, right) == (np.int64, (truth == prediction).all(1).sum())
        for tables, right in weighed:
            assert_allclose(tables, weighted, rtol=1e-9, atol=1e-9)
            assert right is None
        for found in rows:
            assert_array_equal(found, by_row)


@pytest.mark.parametrize(("rows", "labels"), SHAPES)
def test_any_shape_by_label_and_by_row(rows: int, labels: int) -> None:
    check(*drawn(rows, labels))


LAYOUTS = {
    "columns": np.asfortranarray,
    "every other row": lambda matrix: np.repeat(matrix, 2, axis=0)[::2],
    "every other column": lambda matrix: np.repeat(matrix, 2, axis=1)[:, ::2],
    "backwards": lambda matrix: matrix[::-1, ::-1].copy()[::-1, ::-1],
    "one row for all": lambda matrix: np.broadcast_to(matrix[:1], matrix.shape),
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", [(1, 3), (2049, 2), (5000, 7)])
def test_any_layout_in_memory_and_any_type(layout: str, kind: str, shape: tuple[int, int]) -> None:
    truth, prediction = (LAYOUTS[layout](matrix.astype(kind)) for matrix in drawn(*shape))
    check(truth, prediction)
    for other in ("bool", "int64", "float64"):
        check(np.ascontiguousarray(truth[:200].astype(other)), prediction[:200])


def test_weighted_sums_do_not_depend_on_the_threads() -> None:
    truth, prediction = drawn(600_000, 2)
    weights = np.random.default_rng(0).random(600_000)
    pair = stored(truth), stored(prediction)
    dense = [_kernels.indicator_columns(truth, prediction, threads, weights)[0] for threads in THREADS]
    sparsely = [_kernels.stored_indicators(*pair, 2, False, threads, weights)[0] for threads in THREADS]
    for found in (dense, sparsely):
        assert all((other == found[0]).all() for other in found)


def test_a_label_that_all_rows_store_has_no_true_negative() -> None:
    truth, weights = np.ones((1000, 2), np.int64), np.random.default_rng(1).random(1000)
    tables, _ = _kernels.stored_indicators(stored(truth), stored(truth), 2, False, 1, weights)
    assert (tables[:, 0, 0] == 0).all()


@pytest.mark.parametrize("bad", [2, -1, 0.5, np.nan, np.inf, 2**40])
@pytest.mark.parametrize("place", [0, 999])
def test_anything_but_0_and_1_is_left_to_the_caller(bad: float, place: int) -> None:
    truth = np.zeros((200, 5), np.float64)
    broken = truth.copy()
    broken.flat[place] = bad
    for pair in ((truth, broken), (broken, truth)):
        columns, rows = [np.asfortranarray(matrix) for matrix in pair], [stored(matrix) for matrix in pair]
        for threads in THREADS:
            assert _kernels.indicator_rows(*pair, threads) is None
            assert _kernels.stored_indicators(*rows, 5, True, threads) is None
            for weights in (None, np.ones(200)):
                assert _kernels.indicator_columns(*pair, threads, weights) is None
                assert _kernels.indicator_columns(*columns, threads, weights) is None
                assert _kernels.stored_indicators(*rows, 5, False, threads, weights) is None


@pytest.mark.parametrize("labels", [[0, 0], [0, 5], [0, -1]])
@pytest.mark.parametrize("weights", [None, np.ones(1)])
def test_labels_stored_twice_or_beyond_the_columns_are_left_to_the_caller(labels: list[int], weights: Any) -> None:
    good = (np.array([0, 1], np.int32), np.array([0], np.int32), np.ones(1))
    odd = (np.array([0, 2], np.int32), np.array(labels, np.int32), np.ones(2))
    assert _kernels.stored_indicators(good, odd, 5, False, 1, weights) is None
    assert _kernels.stored_indicators(odd, good, 5, False, 1, weights) is None


def test_unsorted_labels_are_as_good() -> None:
    rows = (np.array([0, 2], np.int32), np.array([3, 1], np.int32), np.ones(2))
    assert _kernels.stored_indicators(rows, rows, 5, False)[0][:, 1, 1].tolist() == [0, 1, 0, 1, 0]


def test_no_row_and_nothing_stored() -> None:
    nothing, none = (np.zeros(1, np.int32), np.zeros(0, np.int32), np.zeros(0)), np.zeros((0, 2))
    empty = [[[0, 0], [0, 0]]] * 2
    assert _kernels.stored_indicators(nothing, nothing, 2, False)[0].tolist() == empty
    assert _kernels.indicator_columns(none, none)[1] == 0
    assert _kernels.indicator_columns(none, none, 1, np.zeros(0))[0].tolist() == empty
