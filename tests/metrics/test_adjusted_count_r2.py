from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import concordant
from concordant import accuracy, adjusted_count_r2, cohen_kappa, no_information_rate
from concordant.errors import UndefinedMetricWarning
from concordant.states import Counts

from .cases import random_labels, reference

R = [case for case in reference("screening") if "adjusted_count_r2" in case]


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], -1.0),
        ([0, 0, 0, 1], [0, 0, 0, 0], 0.0),  # always the largest class
        ([0, 0, 0, 1], [1, 1, 1, 1], -2.0),
        ([0] * 99 + [1], [1] * 99 + [0], -99.0),  # no lower bound
        ([0, 0, 0, 1, 1], [0, 0, 0, 1, 0], 0.5),
        ([[1, 0], [0, 1], [0, 1]], [[1, 0], [0, 1], [0, 0]], [1.0, 0.0]),  # one value a label
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: Any) -> None:
    np.testing.assert_array_equal(adjusted_count_r2(y_true, y_pred), value)


def test_a_truth_of_one_class_is_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(adjusted_count_r2(["b", "b"], ["a", "b"]))
    assert str(caught[0].message) == "adjusted_count_r2: the truth has only the class 'b'"
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(adjusted_count_r2([], []))
    assert str(caught[0].message) == "adjusted_count_r2: there are no rows"


def test_undefined_tables_of_a_stack_are_counted() -> None:
    stack = Counts.from_table([[[5, 3], [2, 7]], [[5, 3], [0, 0]], [[0, 0], [0, 0]]])
    with pytest.warns(UndefinedMetricWarning) as caught:
        found = adjusted_count_r2.of(stack)
    np.testing.assert_array_equal(found, [1 - 5 / 8, math.nan, math.nan])
    assert str(caught[0].message) == "adjusted_count_r2: the truth has only one class in 2 of 3 tables"


def test_a_class_of_small_weight_is_not_lost_beside_a_large_one() -> None:
    # n minus the largest class would be 0
    assert adjusted_count_r2([0, 1, 1], [0, 1, 0], sample_weight=[1e9, 3e-9, 1e-9]) == pytest.approx(3 / 4, rel=1e-12)


def test_beside_a_tiny_weight_it_is_minus_infinity() -> None:
    assert adjusted_count_r2([0, 1], [1, 1], sample_weight=[1e9, 1e-308]) == -math.inf


@pytest.mark.parametrize("case", R, ids=lambda case: case["name"])
def test_logit_of_women_at_work(case: Any) -> None:
    # pscl::hitmiss and caret; Stata's fitstat prints 0.289 for this model (Long & Freese)
    found = adjusted_count_r2.of(Counts.from_table(case["table"]))
    assert found == pytest.approx(case["adjusted_count_r2"], rel=1e-12)
    assert round(found, 3) == 0.289


def test_it_compares_accuracy_with_the_no_information_rate() -> None:
    truth, pred, weights = random_labels(67, 300, 4)
    data: Any = {"sample_weight": weights}
    nir = no_information_rate(truth, pred, **data)
    expected = (accuracy(truth, pred, **data) - nir) / (1 - nir)
    assert adjusted_count_r2(truth, pred, **data) == pytest.approx(expected, rel=1e-12)
    assert concordant.metrics.get("lambda_p") is adjusted_count_r2


def test_it_is_kappa_where_the_classes_of_the_truth_are_equally_frequent() -> None:
    rng = np.random.default_rng(68)
    truth = np.repeat(np.arange(4), 50)
    pred = np.where(rng.random(200) < 0.5, truth, rng.integers(0, 4, 200))
    assert adjusted_count_r2(truth, pred) == pytest.approx(cohen_kappa(truth, pred), rel=1e-12)


@pytest.mark.parametrize("labels", [3, 6, 9, 20, 65, 100])
def test_classes_that_tie_for_the_largest_share_its_derivative_whatever_their_order(labels: int) -> None:
    rows = np.array([40, 40] + [2] * (labels - 2))
    wrong = np.array([5, 12] + [1] * (labels - 2))
    table = np.diag(rows - wrong) + np.roll(np.diag(wrong), 1, axis=1)
    n, errors, others = rows.sum(), wrong.sum(), rows.sum() - 40
    of_others = np.where(rows == 40, 0.5, 1.0)[:, None]  # how many rows more are not of the largest class
    psi = -(n / others) * ((1 - np.eye(labels)) - errors / others * of_others)
    psi -= (table * psi).sum() / n
    expected = np.sqrt((table * psi**2).sum()) / n
    for order in (np.arange(labels), np.arange(labels)[::-1]):
        found = adjusted_count_r2.interval_of(Counts.from_table(table[np.ix_(order, order)]), method="delta")
        assert found.se == pytest.approx(expected, rel=1e-12)
