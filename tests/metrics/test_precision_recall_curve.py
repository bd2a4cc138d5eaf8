from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from concordant import precision, precision_recall_curve, recall
from concordant.errors import UndefinedMetricWarning


@pytest.mark.parametrize(
    ("y_true", "y_score", "precisions", "recalls"),
    [
        ([1], [0.5], [1.0], [1.0]),
        ([0, 1], [0.1, 0.2], [1, 0.5], [1, 1]),
        ([0, 1], [0.2, 0.1], [0, 0.5], [0, 1]),
        ([0, 1, 0, 0], [7, 7, 7, 7], [0.25], [1]),  # constant
        ([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], [1, 1 / 2, 2 / 3, 1 / 2], [0.5, 0.5, 1, 1]),
    ],
)
def test_edges(y_true: Any, y_score: Any, precisions: Any, recalls: Any) -> None:
    curve = precision_recall_curve(y_true, y_score)
    assert curve.precision.tolist() == precisions
    assert curve.recall.tolist() == recalls
    assert curve.thresholds.tolist() == sorted(set(y_score), reverse=True)
    assert curve.prevalence == np.mean(y_true)


def test_without_positive_rows_recall_is_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^precision_recall_curve: no row of y_true is positive \(1\)$"):
        found = precision_recall_curve([0, 0], [1, 2])
    assert np.isnan(found.recall).all()
    assert found.precision.tolist() == [0, 0]
    with pytest.warns(UndefinedMetricWarning, match=r"^precision_recall_curve: no row of y_true is positive \(1\)$"):
        empty = precision_recall_curve([], [])
    assert [len(part) for part in empty] == [0, 0, 0]
    assert np.isnan(empty.prevalence)


def test_no_point_is_added() -> None:
    # Other software adds (1, 0) or (prevalence, 1) of its own.
    first, second, thresholds = precision_recall_curve([0, 1, 1], [3, 2, 1])
    assert first.tolist() == [0, 1 / 2, 2 / 3]
    assert second.tolist() == [0, 1 / 2, 1]
    assert thresholds.tolist() == [3, 2, 1]


def test_weights() -> None:
    curve = precision_recall_curve([1, 0, 1, 0], [4, 3, 2, 1], sample_weight=[1, 2, 3, 0])
    assert curve.precision.tolist() == [1, 1 / 3, 4 / 6]
    assert curve.recall.tolist() == [0.25, 0.25, 1]
    assert curve.prevalence == 4 / 6


def test_points_are_the_rates_of_the_decisions_at_each_threshold() -> None:
    rng = np.random.default_rng(92)
    truth, scores = rng.integers(0, 2, 60), rng.integers(0, 12, 60)
    for p, r, threshold in zip(*precision_recall_curve(truth, scores), strict=True):
        decisions = (scores >= threshold).astype(np.int64)
        assert p == precision(truth, decisions)
        assert r == recall(truth, decisions)


def test_several_classes_give_one_curve_each() -> None:
    truth, scores = [0, 1, 2, 1], np.array([[5, 1, 1], [2, 3, 2], [1, 3, 4], [3, 1, 1]])
    for k, curve in enumerate(precision_recall_curve(truth, scores)):
        alone = precision_recall_curve([int(label == k) for label in truth], scores[:, k])
        assert curve.precision.tolist() == alone.precision.tolist()
        assert curve.recall.tolist() == alone.recall.tolist()
        assert curve.prevalence == truth.count(k) / 4
