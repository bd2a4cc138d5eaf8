"""No rows at all: undefined, with a reason, whatever is asked."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import accuracy, average_precision, balanced_accuracy, brier_score, cohen_kappa, f1, roc_auc
from concordant.errors import UndefinedMetricWarning
from concordant.metrics.definition.metric import Metric

NONE = np.zeros((0, 3), int)
LABELS: list[tuple[Metric, Any, dict[str, Any]]] = [
    (accuracy, [], {}),
    (balanced_accuracy, [], {"labels": ["a", "b"]}),
    (cohen_kappa, [], {"weights": "quadratic"}),
    (f1, [], {}),
    (f1, [], {"average": "macro"}),
    (f1, NONE, {"average": "macro"}),
    (accuracy, NONE, {}),
    (roc_auc, [], {"labels": [0, 1]}),
    (average_precision, [], {"labels": [0, 1]}),
    (brier_score, [], {"labels": [0, 1]}),
]
each = pytest.mark.parametrize(("metric", "data", "options"), LABELS)


@each
@pytest.mark.parametrize("method", [None, "bca", "delta"])
def test_an_interval(metric: Metric, data: Any, options: dict[str, Any], method: str | None) -> None:
    with pytest.warns(UndefinedMetricWarning):
        found = metric.interval(data, data, method=method, **options)
    assert all(np.isnan(one).all() for one in (found.value, found.low, found.high))
    assert found.reason is not None


@each
def test_a_comparison(metric: Metric, data: Any, options: dict[str, Any]) -> None:
    for ask in (
        lambda: metric.compare(data, data, data, **options),
        lambda: metric.compare(data, data, data, margin=0.1, alternative="equivalence", **options),
        lambda: metric.compare_independent((data, data), (data, data), **options),
    ):
        with pytest.warns(UndefinedMetricWarning):
            found = ask()
        for one in found if hasattr(found, "pairs") else [found]:
            assert math.isnan(one.difference)
            assert math.isnan(one.low)
            assert one.reason is not None


def test_no_class_is_no_comparison() -> None:
    assert str(f1.compare([], [], [], average=None)) == "nothing to compare: the metric has no value"
