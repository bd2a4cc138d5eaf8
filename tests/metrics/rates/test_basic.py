"""Shares of rows: edges, R packages and pycm, and how the shares follow from each other."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from metrics.cases import random_labels
from support.rates import assert_edges

from concordant import (
    detection_rate,
    false_discovery_rate,
    false_negative_rate,
    false_omission_rate,
    false_positive_rate,
    negative_predictive_value,
    precision,
    predicted_prevalence,
    prevalence,
    recall,
    specificity,
)
from concordant.metrics.definition.metric import Metric

U = math.nan


# The values of the rows in `EDGES` of tests/support/rates.py, and why some are undefined.
OF_EDGES: list[tuple[Metric, list[float], str]] = [
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
]


@pytest.mark.parametrize(("metric", "values", "reason"), OF_EDGES)
def test_edges(metric: Metric, values: list[float], reason: str) -> None:
    assert_edges(metric, values, reason)


@pytest.mark.parametrize("average", ["macro", "micro", "weighted", None])
@pytest.mark.parametrize(
    ("metric", "complement"),
    [
        (recall, false_negative_rate),
        (specificity, false_positive_rate),
        (precision, false_discovery_rate),
        (negative_predictive_value, false_omission_rate),
    ],
)
def test_a_rate_and_its_complement_add_up_to_one(metric: Metric, complement: Metric, average: Any) -> None:
    truth, pred, weights = random_labels(33, 200, 4)
    data: Any = {"sample_weight": weights, "average": average}
    np.testing.assert_allclose(metric(truth, pred, **data), 1 - complement(truth, pred, **data), rtol=1e-12)


@pytest.mark.parametrize(("metric", "other"), [(precision, recall), (predicted_prevalence, prevalence)])
def test_it_is_another_rate_with_truth_and_prediction_exchanged(metric: Metric, other: Metric) -> None:
    truth, pred, weights = random_labels(32, 200, 4)
    for average in ("macro", "micro", None):
        data: Any = {"sample_weight": weights, "average": average}
        np.testing.assert_allclose(metric(truth, pred, **data), other(pred, truth, **data), rtol=1e-15)
