from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import completeness_score, homogeneity_score

from concordant import mutual_information, uncertainty_coefficient
from concordant.errors import UndefinedMetricWarning
from concordant.states import Counts

from .cases import random_labels, reference


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], 1.0),
        ([0, 1, 0, 1], [0, 0, 0, 0], 0.0),
        ([0, 0, 1, 1], [0, 1, 0, 1], 0.0),
        ([0, 0, 0, 1], [0, 1, 2, 3], 1.0),  # finer than the truth: nothing is left open
        ([0, 1, 2, 3], [0, 0, 1, 1], 0.5),  # one of two bits
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert uncertainty_coefficient(y_true, y_pred) == pytest.approx(value, abs=1e-15)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (([], []), "there are no rows"),
        (([1], [1]), "the truth has only one class: there is no uncertainty to take away"),
        (([1, 1], [0, 1]), "the truth has only one class: there is no uncertainty to take away"),
    ],
)
def test_without_uncertainty_it_is_undefined(rows: Any, reason: str) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(uncertainty_coefficient(*rows))
    assert str(caught[0].message) == f"uncertainty_coefficient: {reason}"


def test_four_rows_by_hand() -> None:
    information = math.log(4 / 3) / 2 + math.log(2 / 3) / 4 + math.log(2) / 4
    assert uncertainty_coefficient([0, 0, 1, 1], [0, 0, 0, 1]) == pytest.approx(information / math.log(2), rel=1e-14)
    entropy = -(3 / 4) * math.log(3 / 4) - math.log(1 / 4) / 4
    assert uncertainty_coefficient([0, 0, 0, 1], [0, 0, 1, 1]) == pytest.approx(information / entropy, rel=1e-14)


@pytest.mark.parametrize("case", reference("overall_python"), ids=lambda case: case["name"])
def test_pycm(case: Any) -> None:
    found = uncertainty_coefficient(case["y_true"], case["y_pred"])
    assert found == pytest.approx(case["uncertainty_coefficient"]["pycm"], rel=1e-12)


def test_homogeneity_and_completeness_of_scikit_learn() -> None:
    # sklearn.metrics.homogeneity_score and completeness_score, 1.9.1
    truth, pred, _ = random_labels(7, 400, 5)
    pred[pred == 4] = 1
    assert uncertainty_coefficient(truth, pred) == pytest.approx(homogeneity_score(truth, pred), rel=1e-10)
    assert uncertainty_coefficient(pred, truth) == pytest.approx(completeness_score(truth, pred), rel=1e-10)


def test_of_equal_columns_mutual_information_is_the_entropy() -> None:
    truth, _, _ = random_labels(8, 100, 3)
    assert mutual_information(truth, truth) > 0.9
    assert uncertainty_coefficient(truth, truth) == pytest.approx(1.0, rel=1e-15)


def test_a_stack_without_tables_and_one_with_an_empty_table() -> None:
    assert uncertainty_coefficient.of(Counts(np.zeros((0, 2, 2), np.int64), (0, 1))).shape == (0,)
    with pytest.warns(UndefinedMetricWarning) as caught:
        found = uncertainty_coefficient.of(Counts(np.array([np.eye(2), np.zeros((2, 2))]), (0, 1)))
    assert found[0] == pytest.approx(1, rel=1e-15)
    assert np.isnan(found[1])
    reason = "in some tables there are no rows or the truth has only one class"
    assert str(caught[0].message) == f"uncertainty_coefficient: {reason}"
