"""Two matrices of 0 and 1, one column a label."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from concordant import average_precision, f1, roc_auc
from concordant.errors import InputTypeError, LabelError, MissingValuesError
from concordant.inputs.indicators import check_indicator_columns, is_sparse, sparse_indicators
from concordant.states import Counts

TRUTH = np.array([[0, 1], [1, 0], [1, 1], [0, 0]])
FIRST = np.array([[0, 1], [1, 1], [1, 1], [0, 0]])


def test_missing_value_beside_a_sparse_matrix_is_missing() -> None:
    dense = FIRST.astype(float)
    dense[2, 0] = np.nan
    (rows,) = check_indicator_columns(sparse.csr_array(TRUTH), [dense], names=["a"], missing="drop")
    assert (rows.missing, rows.y_pred.toarray().tolist()) == (1, [[0, 1], [1, 1], [0, 0]])
    with pytest.raises(MissingValuesError, match=r"^a has 1 missing \(the first in row 2\)"):
        check_indicator_columns(sparse.csr_array(TRUTH), [dense], names=["a"])


TRUE = [[1, 0, 1], [0, 0, 1], [1, 0, 0]]
PRED = [[1, 0, 0], [1, 0, 1], [1, 0, 0]]
OUTPUTS = ["a", "b", "c"]
TABLES = [[[0, 1], [0, 2]], [[3, 0], [0, 0]], [[1, 0], [1, 1]]]


def test_one_table_a_label() -> None:
    counts = Counts.from_labels(TRUE, PRED, labels=OUTPUTS)
    assert counts.table.tolist() == TABLES
    assert counts.table.dtype == np.int64
    assert (counts.labels, counts.outputs, counts.squares) == ((0, 1), ("a", "b", "c"), None)
    assert Counts.from_indicators(TRUE, PRED).outputs == (0, 1, 2)


def test_no_row() -> None:
    empty = np.zeros((0, 2))
    assert Counts.from_labels(empty, empty).table.tolist() == [[[0, 0], [0, 0]]] * 2


def test_weights_and_their_squares() -> None:
    counts = Counts.from_labels(TRUE, PRED, sample_weight=[0.5, 2.0, 0.0])
    assert counts.table.tolist()[0] == [[0.0, 2.0], [0.0, 0.5]]
    assert counts.squares is not None
    assert counts.squares.tolist()[0] == [[0.0, 4.0], [0.0, 0.25]]


@pytest.mark.parametrize("make", [sp.csr_matrix, sp.csc_matrix, sp.lil_matrix, sp.coo_array, sp.dok_array])
def test_weighted_counts_of_sparse_indicators_are_those_of_dense_ones(make: Any) -> None:
    rng = np.random.default_rng(1)
    true, pred = rng.random((2, 300, 7)) < 0.3
    weights = rng.random(300) * (rng.random(300) < 0.8)  # rows of weight 0 are absent
    expected = Counts.from_labels(true, pred, sample_weight=weights)
    for pair in ((make(true), make(pred)), (true, make(pred)), (make(true), pred.tolist())):
        assert Counts.from_labels(*pair) == Counts.from_labels(true, pred)
        found = Counts.from_labels(*pair, sample_weight=weights)
        assert_allclose(found.table, expected.table, rtol=1e-12, atol=1e-12)
        assert_allclose(found.squares, expected.squares, rtol=1e-12, atol=1e-12)


def test_stored_zeros_and_repeats_do_not_matter_and_the_matrix_stays_as_it_is() -> None:
    given = sp.csr_matrix((np.array([0, 1, 1]), np.array([0, 2, 1]), np.array([0, 2, 3])), shape=(2, 3))
    stored = given.nnz
    assert_array_equal(sparse_indicators(given, "y").toarray(), [[0, 0, 1], [0, 1, 0]])
    assert given.nnz == stored
    twice = sp.csr_matrix((np.array([1, 1]), np.array([0, 0]), np.array([0, 2])), shape=(1, 2))
    with pytest.raises(LabelError, match="y must be a matrix of 0 and 1"):
        sparse_indicators(twice, "y")


def test_a_sparse_truth_beside_scores() -> None:
    rng = np.random.default_rng(2)
    true, scores = rng.integers(0, 2, (50, 4)), rng.random((50, 4))
    for metric in (roc_auc, average_precision):
        assert metric(sp.csr_matrix(true), scores) == metric(true, scores)


def test_huge_sparse_matrices_are_never_made_dense() -> None:
    size = 2_000_000
    true = sp.csr_array((np.ones(3, np.int8), ([0, 1, 2], [5, 70_000, 5])), shape=(size, 100_000))
    assert f1(true, true, average="micro") == 1.0
    assert f1(true, true, average="samples", undefined=0.0) == pytest.approx(3 / size)


def test_what_is_sparse() -> None:
    assert is_sparse(sp.csr_matrix([[1]]))
    assert not is_sparse(np.ones((1, 1)))
    with pytest.raises(InputTypeError, match=r"not a sparse array of shape \(3,\)"):
        sparse_indicators(sp.coo_array(np.array([1, 0, 1])), "y")


def test_scipy_is_not_imported_for_dense_matrices() -> None:
    code = (
        "import sys, concordant; concordant.f1([[1, 0]], [[1, 1]], average='samples'); sys.exit('scipy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
