"""Combinations of rates: edges, other packages, and what they are made of."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from metrics.cases import random_labels
from support.rates import assert_edges

from concordant import (
    diagnostic_odds_ratio,
    false_positive_rate,
    informedness,
    markedness,
    negative_likelihood_ratio,
    positive_likelihood_ratio,
    prevalence_threshold,
    recall,
    specificity,
)
from concordant.errors import UndefinedMetricWarning
from concordant.metrics.definition.metric import Metric

U, INF = math.nan, math.inf
ONE_OR_NONE = "the truth has only one class, or no row is predicted"


@pytest.mark.parametrize(
    ("metric", "values", "reason"),
    [
        (informedness, [U, U, U, U, U, 0, 0, 1, -1, 1 / 2, -1 / 2], "the truth has only one class"),
        (markedness, [U, U, U, U, U, U, U, 1, -1, 2 / 3, -2 / 3], "the prediction has only one class"),
        (positive_likelihood_ratio, [U, U, U, U, U, 1, U, INF, 0, INF, 1 / 2], f"{ONE_OR_NONE} positive"),
        (negative_likelihood_ratio, [U, U, U, U, U, U, 1, 0, INF, 1 / 2, INF], f"{ONE_OR_NONE} negative"),
        (diagnostic_odds_ratio, [U, U, U, U, U, U, U, INF, 0, INF, 0], "truth or prediction has only one class"),
        (
            prevalence_threshold,
            [U, U, U, U, U, 1 / 2, U, 0, 1, 0, 1 / (1 + math.sqrt(1 / 2))],
            f"{ONE_OR_NONE} positive",
        ),
    ],
)
def test_edges(metric: Metric, values: list[float], reason: str) -> None:
    assert_edges(metric, values, reason)


@pytest.mark.parametrize("average", ["binary", "macro", "micro", "weighted", None])
def test_informedness_is_recall_plus_specificity_minus_one(average: Any) -> None:
    truth, pred, weights = random_labels(37, 300, 2 if average == "binary" else 5)
    data: Any = {"sample_weight": weights, "average": average}
    expected = recall(truth, pred, **data) + specificity(truth, pred, **data) - 1
    np.testing.assert_allclose(informedness(truth, pred, **data), expected, rtol=1e-12)


def test_one_infinite_class_makes_the_mean_infinite_and_an_undefined_one_is_left_out() -> None:
    truth, pred = [0, 0, 1, 1], [0, 1, 1, 1]
    assert positive_likelihood_ratio(truth, pred, average="macro") == math.inf
    with pytest.warns(UndefinedMetricWarning, match=r"the macro average is over 2 of 3 classes: .* \(class 2\)$"):
        assert positive_likelihood_ratio(truth, pred, labels=[0, 1, 2], average="macro") == math.inf


def test_the_prevalence_threshold_follows_from_the_rates_of_truth_and_from_their_ratio() -> None:
    truth, pred, weights = random_labels(65, 300, 4)
    data: Any = {"sample_weight": weights, "average": None}
    threshold = prevalence_threshold(truth, pred, **data)
    np.testing.assert_allclose(threshold, 1 / (1 + np.sqrt(positive_likelihood_ratio(truth, pred, **data))), rtol=1e-12)
    tpr, fpr = recall(truth, pred, **data), false_positive_rate(truth, pred, **data)
    np.testing.assert_allclose(threshold, (np.sqrt(tpr * fpr) - fpr) / (tpr - fpr), rtol=1e-10)
