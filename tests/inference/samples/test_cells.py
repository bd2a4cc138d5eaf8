"""Samples of labels: rows of weight zero are absent, whatever they hold."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import accuracy, cohen_kappa, f1, gwet_ac1, matthews_correlation

RNG = np.random.default_rng(0)
TRUTH = RNG.integers(0, 3, 90)
PREDICTION, OTHER = (np.where(RNG.random(90) < right, TRUTH, RNG.integers(0, 3, 90)) for right in (0.7, 0.5))
WEIGHT, CLUSTER = 1 + RNG.random(90), np.arange(90) // 3


@pytest.mark.parametrize("gone", [[0], [1], [2], [0, 2], [0, 1, 2]])
@pytest.mark.parametrize("names", [None, np.array(["a", "b", "c"]), np.array([3, 50, 7])])  # numbers far apart
@pytest.mark.parametrize("clustered", [False, True])
@pytest.mark.parametrize("metric", [accuracy, cohen_kappa, f1, gwet_ac1, matthews_correlation])
@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
@pytest.mark.filterwarnings("ignore::concordant.errors.UndefinedMetricWarning")
def test_labels_of_rows_without_weight_alone_change_nothing(
    metric: Any, clustered: bool, names: Any, gone: list[int]
) -> None:
    columns = [column if names is None else names[column] for column in (TRUTH, PREDICTION, OTHER)]
    kept = ~np.isin([TRUTH, PREDICTION, OTHER], gone).any(0)
    how: dict[str, Any] = {"average": "macro"} if metric is f1 else {}
    alone = {**how, "sample_weight": np.where(kept, WEIGHT, 0.0)} | ({"cluster": CLUSTER} if clustered else {})
    left = {**how, "sample_weight": WEIGHT[kept]} | ({"cluster": CLUSTER[kept]} if clustered else {})
    rest = [column[kept] for column in columns]
    found, expected = metric.interval(*columns[:2], **alone), metric.interval(*rest[:2], **left)
    assert_allclose([found, found.low, found.high, found.se], [expected, expected.low, expected.high, expected.se])
    found, expected = metric.compare(*columns, **alone), metric.compare(*rest, **left)
    assert_allclose([found, found.low, found.p_value], [expected, expected.low, expected.p_value])
