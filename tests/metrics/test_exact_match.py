from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
import sklearn.metrics as sk

from concordant import accuracy, exact_match, hamming_loss
from concordant.errors import InputTypeError, UndefinedMetricWarning
from concordant.states import Counts, SampleCounts

from .cases import random_labels, reference


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([[1, 0]], [[1, 0]], 1.0),
        ([[1, 0]], [[1, 1]], 0.0),
        ([[0, 0]], [[0, 0]], 1.0),  # nothing to find and nothing found is right
        ([[1, 0], [0, 1]], [[0, 1], [1, 0]], 0.0),
        ([[1], [0]], [[1], [1]], 0.5),  # one label
        ([0, 1, 1], [0, 1, 0], 2 / 3),  # one column
        (["b", "a"], ["b", "a"], 1.0),
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert exact_match(y_true, y_pred) == value


@pytest.mark.parametrize("rows", [[], np.zeros((0, 3), int)], ids=["one column", "several labels"])
def test_no_rows_are_undefined(rows: Any) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(exact_match(rows, rows))
    assert str(caught[0].message) == "exact_match: there are no rows"


def test_rows_by_hand() -> None:
    truth = [[1, 0, 1], [0, 1, 0], [0, 0, 0], [1, 1, 1]]
    pred = [[1, 0, 1], [1, 0, 1], [0, 0, 1], [1, 1, 1]]
    assert exact_match(truth, pred) == 0.5
    assert exact_match(truth, pred, sample_weight=[3, 2, 0, 5]) == 8 / 10
    np.testing.assert_array_equal(accuracy(truth, pred), [3 / 4, 3 / 4, 2 / 4])  # a label at a time


def test_states_of_parts_add_up() -> None:
    truth, pred = np.array([[1, 0], [0, 1], [0, 0]]), np.array([[1, 0], [1, 1], [0, 0]])
    parts = SampleCounts.from_indicators(truth[:1], pred[:1]) + SampleCounts.from_indicators(truth[1:], pred[1:])
    assert exact_match.of(parts) == exact_match(truth, pred) == 2 / 3


def test_tables_of_several_labels_are_refused() -> None:
    with pytest.raises(InputTypeError, match=r"^tables of several labels \(Counts\) do not say which errors fall on"):
        exact_match.of(Counts.from_indicators([[1, 0]], [[1, 1]]))


@pytest.mark.parametrize("weighted", [False, True])
def test_accuracy_score_of_scikit_learn(weighted: bool) -> None:
    rng = np.random.default_rng(46)
    truth = (rng.random((300, 3)) < 0.4).astype(int)
    pred = np.where(rng.random((300, 3)) < 0.8, truth, 1 - truth)
    data: Any = {"sample_weight": rng.random(300)} if weighted else {}
    expected = sk.accuracy_score(truth, pred, **data)
    assert exact_match(truth, pred, **data) == pytest.approx(expected, rel=1e-12)
    assert exact_match(sp.csc_array(truth), sp.csr_array(pred), **data) == pytest.approx(expected, rel=1e-12)


def test_error_rate_of_modelmetrics() -> None:
    case = next(case for case in reference("screening") if case["name"] == "several_labels")
    assert exact_match(case["y_true"], case["y_pred"]) == pytest.approx(1 - case["zero_one_loss"], rel=1e-12)


def test_of_one_column_it_is_accuracy() -> None:
    truth, pred, weights = random_labels(47, 200, 4)
    assert exact_match(truth, pred, sample_weight=weights) == accuracy(truth, pred, sample_weight=weights)


def test_one_error_a_row_ties_it_to_the_hamming_loss() -> None:
    truth = np.zeros((8, 4), int)
    pred = truth.copy()
    pred[[0, 3, 5], [1, 2, 2]] = 1
    assert 1 - exact_match(truth, pred) == 4 * hamming_loss(truth, pred)
