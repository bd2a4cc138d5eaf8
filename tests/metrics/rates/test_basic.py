"""Shares of rows, and the rates that combine them: edges of all, and how they follow from each other."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from metrics.cases import random_labels

from concordant import (
    detection_rate,
    diagnostic_odds_ratio,
    f1,
    f_beta,
    false_discovery_rate,
    false_negative_rate,
    false_omission_rate,
    false_positive_rate,
    fowlkes_mallows,
    informedness,
    jaccard,
    markedness,
    negative_likelihood_ratio,
    negative_predictive_value,
    positive_likelihood_ratio,
    precision,
    predicted_prevalence,
    prevalence,
    prevalence_threshold,
    recall,
    specificity,
)
from concordant.errors import UndefinedMetricWarning

U, INF, ROOT = math.nan, math.inf, math.sqrt(1 / 2)
ONE_OR_NONE = "the truth has only one class, or no row is predicted"
NO_POSITIVE = "no row is positive, neither in the truth nor in the prediction"
NO_HIT = "no row of the truth is positive, or none is predicted positive"
EDGES: tuple[tuple[list[int], list[int]], ...] = (
    ([], []),
    *(([truth], [pred]) for truth in (1, 0) for pred in (1, 0)),
    *(([0, 1], pred) for pred in ([1, 1], [0, 0], [0, 1], [1, 0])),
    *(([0, 0, 1, 1], pred) for pred in ([0, 0, 0, 1], [1, 1, 0, 1])),
)
# The values of these rows, and why some are undefined.
OF_EDGES: list[tuple[Any, list[float], str]] = [
    (recall, [U, 1, 0, U, U, 1, 0, 1, 0, 1 / 2, 1 / 2], "no row of the truth is positive"),
    (specificity, [U, U, U, 0, 1, 0, 1, 1, 0, 1, 0], "no row of the truth is negative"),
    (false_negative_rate, [U, 0, 1, U, U, 0, 1, 0, 1, 1 / 2, 1 / 2], "no row of the truth is positive"),
    (false_positive_rate, [U, U, U, 1, 0, 1, 0, 0, 1, 0, 1], "no row of the truth is negative"),
    (precision, [U, 1, U, 0, U, 1 / 2, U, 1, 0, 1, 1 / 3], "no row is predicted positive"),
    (negative_predictive_value, [U, U, 0, U, 1, U, 1 / 2, 1, 0, 2 / 3, 0], "no row is predicted negative"),
    (false_discovery_rate, [U, 0, U, 1, U, 1 / 2, U, 0, 1, 0, 2 / 3], "no row is predicted positive"),
    (false_omission_rate, [U, U, 1, U, 0, U, 1 / 2, 0, 1, 1 / 3, 1], "no row is predicted negative"),
    (prevalence, [U, 1, 1, 0, 0, 1 / 2, 1 / 2, 1 / 2, 1 / 2, 1 / 2, 1 / 2], "there are no rows"),
    (predicted_prevalence, [U, 1, 0, 1, 0, 1, 0, 1 / 2, 1 / 2, 1 / 4, 3 / 4], "there are no rows"),
    (detection_rate, [U, 1, 0, 0, 0, 1 / 2, 0, 1 / 2, 0, 1 / 4, 1 / 4], "there are no rows"),
    (informedness, [U, U, U, U, U, 0, 0, 1, -1, 1 / 2, -1 / 2], "the truth has only one class"),
    (markedness, [U, U, U, U, U, U, U, 1, -1, 2 / 3, -2 / 3], "the prediction has only one class"),
    (positive_likelihood_ratio, [U, U, U, U, U, 1, U, INF, 0, INF, 1 / 2], f"{ONE_OR_NONE} positive"),
    (negative_likelihood_ratio, [U, U, U, U, U, U, 1, 0, INF, 1 / 2, INF], f"{ONE_OR_NONE} negative"),
    (diagnostic_odds_ratio, [U, U, U, U, U, U, U, INF, 0, INF, 0], "truth or prediction has only one class"),
    (prevalence_threshold, [U, U, U, U, U, 1 / 2, U, 0, 1, 0, 1 / (1 + ROOT)], f"{ONE_OR_NONE} positive"),
    # defined also where no row is a true positive: a quotient of cells, not a mean of precision and recall
    (f1, [U, 1, 0, 0, U, 2 / 3, 0, 1, 0, 2 / 3, 2 / 5], NO_POSITIVE),
    (partial(f_beta, beta=0.5), [U, 1, 0, 0, U, 5 / 9, 0, 1, 0, 5 / 6, 5 / 14], NO_POSITIVE),
    (jaccard, [U, 1, 0, 0, U, 1 / 2, 0, 1, 0, 1 / 2, 1 / 4], NO_POSITIVE),
    (fowlkes_mallows, [U, 1, U, U, U, ROOT, U, 1, 0, ROOT, math.sqrt(1 / 6)], NO_HIT),
]


@pytest.mark.parametrize(("metric", "values", "reason"), OF_EDGES)
def test_edges(metric: Any, values: list[float], reason: str) -> None:
    name = getattr(metric, "func", metric).name
    for (truth, pred), expected in zip(EDGES, values, strict=True):
        if math.isnan(expected):
            with pytest.warns(UndefinedMetricWarning) as caught:
                assert math.isnan(metric(truth, pred, labels=[0, 1])), (truth, pred)
            assert [str(warning.message) for warning in caught] == [f"{name}: {reason} (positive class 1)"]
        else:
            assert metric(truth, pred, labels=[0, 1]) == pytest.approx(expected, rel=1e-15), (truth, pred)


def threshold_of_rates(truth: Any, pred: Any, **data: Any) -> Any:
    tpr, fpr = recall(truth, pred, **data), false_positive_rate(truth, pred, **data)
    return (np.sqrt(tpr * fpr) - fpr) / (tpr - fpr)


ALL, EXCHANGED, EACH = ("macro", "micro", "weighted", None), ("macro", "micro", None), (None,)

# A rate, what it is made of, and the averages over which that holds.
FORMULAS: list[tuple[Any, Callable[..., Any], tuple[str | None, ...]]] = [
    (false_negative_rate, lambda t, p, **how: 1 - recall(t, p, **how), ALL),
    (false_positive_rate, lambda t, p, **how: 1 - specificity(t, p, **how), ALL),
    (false_discovery_rate, lambda t, p, **how: 1 - precision(t, p, **how), ALL),
    (false_omission_rate, lambda t, p, **how: 1 - negative_predictive_value(t, p, **how), ALL),
    (precision, lambda t, p, **how: recall(p, t, **how), EXCHANGED),
    (predicted_prevalence, lambda t, p, **how: prevalence(p, t, **how), EXCHANGED),
    (informedness, lambda t, p, **how: recall(t, p, **how) + specificity(t, p, **how) - 1, ALL),
    (prevalence_threshold, lambda t, p, **how: 1 / (1 + np.sqrt(positive_likelihood_ratio(t, p, **how))), EACH),
    (prevalence_threshold, threshold_of_rates, EACH),
]


@pytest.mark.parametrize(("rate", "formula", "averages"), FORMULAS)
def test_a_rate_is_what_it_is_made_of(rate: Any, formula: Callable[..., Any], averages: tuple[str | None, ...]) -> None:
    for labels, average in ((2, "binary"), *((5, average) for average in averages)):
        truth, pred, weights = random_labels(33, 300, labels)
        how: dict[str, Any] = {"sample_weight": weights, "average": average}
        np.testing.assert_allclose(rate(truth, pred, **how), formula(truth, pred, **how), rtol=1e-10)
