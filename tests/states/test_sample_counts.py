"""Counts of each row of indicators: rows of one table together, weights, sparse matrices."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse
from numpy.testing import assert_allclose, assert_array_equal

from concordant.errors import MissingValuesError
from concordant.states import Counts, SampleCounts

TRUE = [[1, 0, 1], [0, 0, 1], [1, 0, 1], [0, 0, 0]]
PRED = [[1, 1, 0], [0, 0, 1], [1, 1, 0], [0, 0, 0]]


def test_rows_of_one_table_are_counted_together_and_those_of_weight_zero_are_absent() -> None:
    counts = SampleCounts.from_indicators(TRUE, PRED)
    # row 0 and 2: tn 0, fp 1, fn 1, tp 1; row 1: tn 2, tp 1; row 3: tn 3
    assert counts.tables.tolist() == [[[0, 1], [1, 1]], [[2, 0], [0, 1]], [[3, 0], [0, 0]]]
    assert counts.weights.tolist() == [2, 1, 1]
    assert (counts.weights.dtype, counts.n, counts.outputs, counts.missing) == (np.int64, 4, (0, 1, 2), 0)
    counts = SampleCounts.from_indicators(TRUE, PRED, sample_weight=[0.5, 0, 0.25, 1])
    assert counts.tables.tolist() == [[[0, 1], [1, 1]], [[3, 0], [0, 0]]]
    assert counts.weights.tolist() == [0.75, 1.0]


def test_missing_rows_are_refused_or_dropped_and_counted() -> None:
    gaps = [[np.nan, 0, 1], *TRUE[1:]]
    with pytest.raises(MissingValuesError):
        SampleCounts.from_indicators(gaps, PRED)
    counts = SampleCounts.from_indicators(gaps, PRED, missing="drop")
    assert (counts.n, counts.missing) == (3, 1)


@pytest.mark.parametrize("make", [scipy.sparse.csr_matrix, scipy.sparse.csc_array, scipy.sparse.coo_array])
@pytest.mark.parametrize("weighted", [False, True])
def test_sparse_matrices_give_the_same(make: Any, weighted: bool) -> None:
    rng = np.random.default_rng(3)
    true, pred = rng.integers(0, 2, (2, 200, 6))
    weights = rng.random(200) if weighted else None
    expected = SampleCounts.from_indicators(true, pred, sample_weight=weights)
    for pair in ((make(true), make(pred)), (true, make(pred)), (make(true), pred.astype(bool))):
        assert SampleCounts.from_indicators(*pair, sample_weight=weights) == expected


def test_tables_too_large_for_one_code_are_grouped_as_well() -> None:
    tables = np.array([[[2**40, 1], [2, 3]], [[5, 1], [2, 3]], [[2**40, 1], [2, 3]]])
    one = SampleCounts(tables[:1], np.ones(1, np.int64), (0,))
    both = one + SampleCounts(tables[1:2], np.ones(1, np.int64), (0,)) + one
    assert_array_equal(both.tables, tables[[1, 0]])
    assert both.weights.tolist() == [1, 2]


def test_sparse_columns_leave_no_rounding_where_there_is_nothing() -> None:
    # What no row stores is found by a difference: it must be 0 where all rows are stored (the first column).
    truth = np.array([[1, 1], [1, 0], [0, 1], [0, 0]])
    pred = np.array([[1, 1], [0, 1], [1, 0], [1, 0]])
    weights = np.array([0.7, 0.1, 0.2, 1e-12])
    sparse = Counts.from_indicators(
        scipy.sparse.csr_matrix(truth), scipy.sparse.csr_matrix(pred), sample_weight=weights
    )
    dense = Counts.from_indicators(truth, pred, sample_weight=weights)
    assert sparse.tn[0] == 0.0
    assert_allclose(sparse.table, dense.table, rtol=1e-15, atol=1e-15)
