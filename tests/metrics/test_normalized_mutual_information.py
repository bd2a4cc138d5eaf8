from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import normalized_mutual_info_score, v_measure_score

from concordant import normalized_mutual_information, uncertainty_coefficient
from concordant.errors import OptionError, UndefinedMetricWarning
from concordant.states import Counts

from .cases import random_labels

MEANS = ["arithmetic", "geometric", "min", "max"]


@pytest.mark.parametrize("mean", MEANS)
@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [([0, 1], [0, 1], 1.0), ([0, 1], [1, 0], 1.0), ([0, 0, 1, 1], [0, 1, 0, 1], 0.0)],
)
def test_edges(y_true: Any, y_pred: Any, value: float, mean: Any) -> None:
    assert normalized_mutual_information(y_true, y_pred, mean=mean) == pytest.approx(value, abs=1e-15)


@pytest.mark.parametrize(
    ("rows", "mean", "reason"),
    [
        (([], []), "arithmetic", "there are no rows"),
        (([1, 1], [2, 2]), "arithmetic", "both columns have only one class: there is no uncertainty to share"),
        (([1, 1], [1, 1]), "max", "both columns have only one class: there is no uncertainty to share"),
        (([1, 0], [2, 2]), "min", "a column has only one class: there is no uncertainty to share"),
        (([1, 0], [2, 2]), "geometric", "a column has only one class: there is no uncertainty to share"),
    ],
)
def test_without_uncertainty_it_is_undefined(rows: Any, mean: Any, reason: str) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(normalized_mutual_information(*rows, mean=mean))
    assert str(caught[0].message) == f"normalized_mutual_information: {reason}"


def test_one_constant_column_shares_nothing() -> None:
    assert normalized_mutual_information([0, 1], [2, 2]) == 0.0
    assert normalized_mutual_information([0, 1], [2, 2], mean="max") == 0.0


@pytest.mark.parametrize("mean", MEANS)
@pytest.mark.parametrize("n", [40, 800])
def test_scikit_learn(mean: Any, n: int) -> None:
    # sklearn.metrics.normalized_mutual_info_score, 1.9.1
    truth, pred, _ = random_labels(n, n, 5)
    pred[pred == 3] = 0
    found = normalized_mutual_information(truth, pred, mean=mean)
    assert found == pytest.approx(normalized_mutual_info_score(truth, pred, average_method=mean), rel=1e-10)


def test_the_arithmetic_one_is_the_v_measure_the_harmonic_mean_of_both_uncertainty_coefficients() -> None:
    truth, pred, _ = random_labels(9, 300, 4)
    there, back = uncertainty_coefficient(truth, pred), uncertainty_coefficient(pred, truth)
    found = normalized_mutual_information(truth, pred)
    assert found == pytest.approx(2 * there * back / (there + back), rel=1e-12)
    assert found == pytest.approx(v_measure_score(truth, pred), rel=1e-10)


def test_another_mean_is_refused() -> None:
    with pytest.raises(OptionError) as caught:
        normalized_mutual_information([0, 1], [0, 1], mean="harmonic")
    assert str(caught.value) == "mean must be one of 'arithmetic', 'geometric', 'min', 'max', not 'harmonic'."


def test_a_stack_without_tables_and_one_with_an_empty_table() -> None:
    assert normalized_mutual_information.of(Counts(np.zeros((0, 2, 2), np.int64), (0, 1))).shape == (0,)
    with pytest.warns(UndefinedMetricWarning) as caught:
        found = normalized_mutual_information.of(Counts(np.array([np.eye(2), np.zeros((2, 2))]), (0, 1)))
    assert found[0] == pytest.approx(1, rel=1e-15)
    assert np.isnan(found[1])
    reason = "in some tables there are no rows or a column has only one class"
    assert str(caught[0].message) == f"normalized_mutual_information: {reason}"
