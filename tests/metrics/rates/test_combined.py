"""Combinations of rates: edges, and infinite classes. What they are made of is in test_basic.py."""

from __future__ import annotations

import math
from typing import Any

import pytest
from support.rates import assert_edges

from concordant import (
    diagnostic_odds_ratio,
    informedness,
    markedness,
    negative_likelihood_ratio,
    positive_likelihood_ratio,
    prevalence_threshold,
)
from concordant.errors import UndefinedMetricWarning

U, INF, ROOT = math.nan, math.inf, math.sqrt(1 / 2)
ONE_OR_NONE = "the truth has only one class, or no row is predicted"
OF_EDGES: list[tuple[Any, list[float], str]] = [
    (informedness, [U, U, U, U, U, 0, 0, 1, -1, 1 / 2, -1 / 2], "the truth has only one class"),
    (markedness, [U, U, U, U, U, U, U, 1, -1, 2 / 3, -2 / 3], "the prediction has only one class"),
    (positive_likelihood_ratio, [U, U, U, U, U, 1, U, INF, 0, INF, 1 / 2], f"{ONE_OR_NONE} positive"),
    (negative_likelihood_ratio, [U, U, U, U, U, U, 1, 0, INF, 1 / 2, INF], f"{ONE_OR_NONE} negative"),
    (diagnostic_odds_ratio, [U, U, U, U, U, U, U, INF, 0, INF, 0], "truth or prediction has only one class"),
    (prevalence_threshold, [U, U, U, U, U, 1 / 2, U, 0, 1, 0, 1 / (1 + ROOT)], f"{ONE_OR_NONE} positive"),
]


@pytest.mark.parametrize(("metric", "values", "reason"), OF_EDGES)
def test_edges(metric: Any, values: list[float], reason: str) -> None:
    assert_edges(metric, values, reason)


def test_one_infinite_class_makes_the_mean_infinite_and_an_undefined_one_is_left_out() -> None:
    truth, pred = [0, 0, 1, 1], [0, 1, 1, 1]
    assert positive_likelihood_ratio(truth, pred, average="macro") == INF
    with pytest.warns(UndefinedMetricWarning, match=r"the macro average is over 2 of 3 classes: .* \(class 2\)$"):
        assert positive_likelihood_ratio(truth, pred, labels=[0, 1, 2], average="macro") == INF
