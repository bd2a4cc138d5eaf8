"""Relevances or classes beside scores with one column a label: what is read, dropped and refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_array_equal
from scipy.sparse import coo_array, csc_matrix, csr_array

from concordant.engines.arrays.quantities import ranking_moments, ranking_values
from concordant.errors import LabelError, MissingValuesError
from concordant.inputs.rankings import check_class_rankings, check_label_rankings
from concordant.states.moments import RowQuantity

TRUTH, SCORES = [[1, 0, 2], [0, 0, 1]], [[0.5, 0.25, 0.125], [1.0, 2.0, 3.0]]
COVERAGE, GAIN, NORMALIZED = map(RowQuantity, ("coverage", "gain", "normalized gain"))
NAN = float("nan")


# -- relevances of labels ------------------------------------------------------------------------------------------


def test_plain_arrays_are_not_copied() -> None:
    truth, scores, classes = np.array(TRUTH), np.array(SCORES, dtype=np.float32), np.array([1, 2, 0])
    rows = check_label_rankings(truth, scores)
    assert rows.y_true is truth
    assert rows.scores is scores
    assert check_class_rankings(classes, THREE).y_true is classes
    assert check_class_rankings(classes, THREE, labels=range(3)).y_true is classes


@pytest.mark.parametrize("kind", [csr_array, csc_matrix, coo_array])
def test_sparse_truth_is_read_by_rows_and_left_as_it_is(kind: Any) -> None:
    sparse = kind(np.array(TRUTH))
    rows = check_label_rankings(sparse, SCORES)
    starts, labels, gains = rows.arrays
    assert starts.tolist() == [0, 2, 3]
    assert labels.tolist() == [0, 2, 2]
    assert gains.tolist() == [1, 2, 1]
    assert_array_equal(sparse.toarray(), TRUTH)


def test_a_sparse_matrix_out_of_order_is_put_in_order() -> None:
    sparse = csr_array((np.array([2, 0, 1, 1, -1]), np.array([2, 1, 0, 2, 2]), np.array([0, 3, 5])), shape=(2, 3))
    rows = check_label_rankings(sparse, SCORES)
    starts, labels, gains = rows.arrays
    assert (starts.tolist(), labels.tolist(), gains.tolist()) == ([0, 2, 2], [0, 2], [1, 2])
    assert sparse.nnz == 5


def test_rows_of_weight_zero_are_absent() -> None:
    truth, scores = np.array([[1, 0], [NAN, 9], [0, 1]]), np.array([[1, 2], [NAN, 2], [3, 4.0]])
    for y_true in (truth, csr_array(truth)):
        rows = check_label_rankings(y_true, scores, sample_weight=[2, 0, 1])
        assert ranking_values(rows, COVERAGE).tolist() == [2, 1]
        assert rows.weights is not None
        assert rows.weights.tolist() == [2, 1]
        assert rows.missing == 0


def test_rows_with_something_missing_are_dropped_and_counted() -> None:
    truth, scores = np.array([[1, 0], [NAN, 1], [0, 1], [1, 1]]), [[1, 2], [1, 2], [3, None], [2, 1]]
    for y_true in (truth, csr_array(truth), truth.tolist()):
        rows = check_label_rankings(y_true, scores, missing="drop", sample_weight=[1, 2, 3, 4])
        assert ranking_values(rows, COVERAGE).tolist() == [2, 2]
        assert rows.weights is not None
        assert rows.weights.tolist() == [1, 4]
        assert rows.missing == 2
        assert ranking_moments(rows, COVERAGE, "x").missing == 2


@pytest.mark.parametrize(
    ("quantity", "y_true", "message"),
    [
        (COVERAGE, [[0, 1], [2, 0]], "0 or 1, one column a label (multi-label data); row 1 holds 2."),
        (NORMALIZED, [[0, 3], [-1, 0]], "relevances that are finite and not negative; row 1 holds -1."),
        (GAIN, [[0.0, np.inf], [-1, 0]], "relevances that are finite; row 0 holds inf."),
    ],
)
def test_relevances_that_a_quantity_does_not_take(quantity: RowQuantity, y_true: Any, message: str) -> None:
    for truth in (y_true, csr_array(np.array(y_true))):
        rows = check_label_rankings(truth, [[1, 2], [3, 4]])
        for take in (ranking_values, lambda rows, quantity: ranking_moments(rows, quantity, "x")):
            with pytest.raises(LabelError) as caught:
                take(rows, quantity)
            assert str(caught.value) == f"y_true must hold {message}"


def test_the_row_that_is_named_is_the_callers() -> None:
    rows = check_label_rankings([[1, 0], [1, 1], [0, 7]], [[1, 2]] * 3, sample_weight=[1, 0, 1])
    with pytest.raises(LabelError, match="row 2 holds 7"):
        ranking_values(rows, COVERAGE)


def test_missing_values_are_refused() -> None:
    message = r"^y_true has 1 missing \(the first in row 1\)\. Remove them, or drop such rows with missing=\"drop\"\.$"
    for truth in (np.array([[1, 0], [NAN, 1]]), csr_array([[1, 0], [NAN, 1]])):
        with pytest.raises(MissingValuesError, match=message):
            ranking_values(check_label_rankings(truth, [[1, 2], [3, 4]]), GAIN)
    with pytest.raises(MissingValuesError, match=r"^y_score has 1 missing \(the first in row 0\)"):
        ranking_values(check_label_rankings([[1, 0]], [[1, None]]), COVERAGE)


# -- classes -------------------------------------------------------------------------------------------------------

THREE = [[0.5, 0.25, 0.125], [1.0, 2.0, 3.0], [1.0, 3.0, 2.0]]


@pytest.mark.parametrize(
    ("y_true", "labels", "codes", "classes"),
    [
        ([5, 9, 7], None, [0, 2, 1], (5, 7, 9)),
        (["b", "c", "a"], ["a", "b", "c"], [1, 2, 0], ("a", "b", "c")),
        (["b", "c", "b"], ["c", "b", "a"], [1, 0, 1], ("c", "b", "a")),
        ([2, 2, 0], [2, 1, 0], [0, 0, 2], (2, 1, 0)),
        (np.array([2, 2, 0], np.uint64), [0, 1, 2], [2, 2, 0], (0, 1, 2)),
        (pd.Series(["x", "y", "x"], dtype=pd.CategoricalDtype(["z", "y", "x"], ordered=True)), None, [2, 1, 2], "zyx"),
    ],
)
def test_classes_stand_in_the_order_of_the_columns(y_true: Any, labels: Any, codes: Any, classes: Any) -> None:
    rows = check_class_rankings(y_true, THREE, labels=labels)
    assert rows.y_true.tolist() == codes
    assert rows.classes == tuple(classes)
