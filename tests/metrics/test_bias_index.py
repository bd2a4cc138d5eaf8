from __future__ import annotations

import math
from typing import Any

import pytest

from concordant import bias_index, predicted_prevalence, prevalence
from concordant.errors import UndefinedMetricWarning

from .agreement_cases import TWO_LABELS, counts_of
from .cases import random_labels


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([1], [1], 0.0),
        ([1, 1], [0, 0], 1.0),
        ([0, 0], [1, 1], -1.0),
        ([0, 1], [1, 0], 0.0),
        ([1, 1, 1, 0], [1, 0, 0, 0], 0.5),
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert bias_index(y_true, y_pred, labels=[0, 1]) == value


def test_no_rows_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match="^bias_index: there are no rows"):
        assert math.isnan(bias_index([], [], labels=[0, 1]))


@pytest.mark.parametrize("case", TWO_LABELS, ids=lambda case: case["name"])
def test_values_of_epir(case: Any) -> None:
    # epiR::epi.kappa(table, method = "fleiss")$bindex$est: the first rater in the rows, the positive label first
    assert bias_index.of(counts_of(case)) == pytest.approx(case["bias_index"], rel=1e-13)


def test_it_is_the_difference_of_the_shares_of_positives_and_changes_its_sign_with_the_raters() -> None:
    truth, pred, weight = random_labels(97, 100, 2, agree=0.8)
    truth[:20] = 1
    found = bias_index(truth, pred, sample_weight=weight)
    shares = [rate(truth, pred, sample_weight=weight) for rate in (prevalence, predicted_prevalence)]
    assert found == pytest.approx(shares[0] - shares[1], rel=1e-12)
    assert bias_index(pred, truth, sample_weight=weight) == pytest.approx(-found, rel=1e-14)
    assert abs(found) > 0.01


def test_over_all_categories_it_sums_to_zero() -> None:
    truth, pred, _ = random_labels(98, 100, 4)
    found = bias_index(truth, pred, average=None)
    assert found.sum() == pytest.approx(0, abs=1e-15)
    assert found[1] == pytest.approx((truth == 1).mean() - (pred == 1).mean(), rel=1e-13)
