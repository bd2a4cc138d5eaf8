"""Sparse matrices of scipy stand for the dense ones."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from numpy.testing import assert_allclose, assert_array_equal

from concordant import average_precision, f1, roc_auc
from concordant.errors import InputTypeError, LabelError
from concordant.inputs.indicators import is_sparse, sparse_indicators
from concordant.states import Counts

MAKERS = [sp.csr_matrix, sp.csc_matrix, sp.coo_matrix, sp.lil_matrix, sp.csr_array, sp.coo_array, sp.dok_array]


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("dtype", [np.int64, np.uint8, bool, np.float64])
@pytest.mark.parametrize("weighted", [False, True])
def test_counts_of_sparse_indicators_are_those_of_dense_ones(make: Any, dtype: Any, weighted: bool) -> None:
    rng = np.random.default_rng(1)
    true, pred = rng.random((2, 300, 7)) < 0.3
    weights = rng.random(300) if weighted else None
    expected = Counts.from_labels(
        true.astype(np.uint8), pred.astype(np.uint8), labels=list("abcdefg"), sample_weight=weights
    )
    for pair in ((make(true.astype(dtype)), make(pred.astype(dtype))), (true, make(pred)), (make(true), pred.tolist())):
        found = Counts.from_labels(*pair, labels=list("abcdefg"), sample_weight=weights)
        if not weighted:
            assert found == expected
        assert found.outputs == expected.outputs
        assert_allclose(found.table, expected.table, rtol=1e-12, atol=1e-12)
        if weighted:
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
