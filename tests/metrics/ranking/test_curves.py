"""ROC, DET, gain, lift and precision-recall curves."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import (
    det_curve,
    false_negative_rate,
    false_positive_rate,
    gain_curve,
    lift_curve,
    precision,
    precision_recall_curve,
    recall,
    roc_curve,
)
from concordant.errors import UndefinedMetricWarning

FOUR = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
PERFECT, INVERTED, CONSTANT = ([0, 1], [0.1, 0.2]), ([0, 1], [0.2, 0.1]), ([0, 1], [0.2, 0.2])


@pytest.mark.parametrize(
    ("curve", "rows", "points"),
    [
        (roc_curve, PERFECT, [(0, 0), (0, 1), (1, 1)]),
        (roc_curve, INVERTED, [(0, 0), (1, 0), (1, 1)]),
        (roc_curve, CONSTANT, [(0, 0), (1, 1)]),
        (roc_curve, FOUR, [(0, 0), (0, 0.5), (0.5, 0.5), (0.5, 1), (1, 1)]),
        (roc_curve, ([0, 0, 1, 1], [1, 2, 3, 4]), [(0, 0), (0, 0.5), (0, 1), (0.5, 1), (1, 1)]),  # on straight lines
        (det_curve, INVERTED, [(0, 1), (1, 1), (1, 0)]),
        (det_curve, FOUR, [(0, 1), (0, 0.5), (0.5, 0.5), (0.5, 0), (1, 0)]),
        (det_curve, ([0, 1], [-math.inf, math.inf]), [(0, 1), (0, 0), (1, 0)]),
        (gain_curve, ([1], [3]), [(0, 0), (1, 1)]),
        (gain_curve, INVERTED, [(0, 0), (0.5, 0), (1, 1)]),
        (gain_curve, FOUR, [(0, 0), (0.25, 0.5), (0.5, 0.5), (0.75, 1), (1, 1)]),
        (lift_curve, ([1], [3]), [(1, 1)]),
        (lift_curve, INVERTED, [(0.5, 0), (1, 1)]),
        (lift_curve, FOUR, [(0.25, 2), (0.5, 1), (0.75, 1 / 0.75), (1, 1)]),
        (precision_recall_curve, ([1], [0.5]), [(1, 1)]),  # no point is added at (1, 0) or (prevalence, 1)
        (precision_recall_curve, INVERTED, [(0, 0), (0.5, 1)]),
        (precision_recall_curve, FOUR, [(1, 0.5), (1 / 2, 0.5), (2 / 3, 1), (1 / 2, 1)]),
    ],
)
def test_points_of_few_rows(curve: Any, rows: Any, points: Any) -> None:
    found = curve(*rows)
    first, second, thresholds = found
    assert list(zip(first.tolist(), second.tolist(), strict=True)) == points
    start = [] if curve in (lift_curve, precision_recall_curve) else [math.inf]
    assert thresholds.tolist() == [*start, *sorted(set(rows[1]), reverse=True)]
    if curve in (gain_curve, lift_curve, precision_recall_curve):
        assert found.prevalence == np.mean(rows[0])


NO_POSITIVE, NAN = r"no row of y_true is positive \(1\)", math.nan


@pytest.mark.parametrize(
    ("curve", "truth", "reason", "first", "second"),
    [
        (roc_curve, [], "there are no rows", [NAN], [NAN]),
        (roc_curve, [0, 0], "only the class 0 occurs in y_true", [0, 0.5, 1], [NAN] * 3),
        (det_curve, [], "there are no rows", [NAN], [NAN]),
        (det_curve, [1, 1], "only the class 1 occurs in y_true", [NAN] * 3, [1, 0.5, 0]),
        (gain_curve, [], NO_POSITIVE, [NAN], [NAN]),
        (gain_curve, [0, 0], NO_POSITIVE, [0, 0.5, 1], [NAN] * 3),
        (lift_curve, [], NO_POSITIVE, [], []),
        (lift_curve, [0, 0], NO_POSITIVE, [0.5, 1], [NAN] * 2),
        (precision_recall_curve, [], NO_POSITIVE, [], []),
        (precision_recall_curve, [0, 0], NO_POSITIVE, [0, 0], [NAN] * 2),
    ],
)
def test_without_both_classes_curves_are_undefined(
    curve: Any, truth: Any, reason: str, first: Any, second: Any
) -> None:
    with pytest.warns(UndefinedMetricWarning, match=f"^{curve.name}: {reason}$"):
        found = curve(truth, range(len(truth)))
    one, two, _ = found
    np.testing.assert_array_equal(one, first)
    np.testing.assert_array_equal(two, second)
    if "is positive" in reason:
        np.testing.assert_array_equal(found.prevalence, 0 if truth else NAN)


def test_thresholds_keep_the_precision_of_the_scores() -> None:
    scores = np.array([0.1, 0.2], dtype=np.float32)
    found = roc_curve([0, 1], scores).thresholds
    assert found.dtype == np.float32
    assert found[1:].tolist() == scores[::-1].tolist()
    assert roc_curve([0, 1], [3, 5]).thresholds.tolist() == [math.inf, 5.0, 3.0]


@pytest.mark.parametrize("data", [{}, {"sample_weight": np.tile([1.0, 0.25, 3.0], 20)}], ids=["rows", "weights"])
def test_points_are_the_rates_of_the_decisions_at_each_threshold(data: Any) -> None:
    rng = np.random.default_rng(121)
    truth, scores = rng.integers(0, 2, 60), rng.integers(0, 12, 60)
    det, roc = det_curve(truth, scores, **data), roc_curve(truth, scores, **data)
    precision_recall = precision_recall_curve(truth, scores, **data)
    assert det.thresholds.tolist() == roc.thresholds.tolist() == [math.inf, *precision_recall.thresholds]
    lift = lift_curve(truth, scores, **data)
    assert lift.thresholds.tolist() == precision_recall.thresholds.tolist()
    np.testing.assert_allclose(lift.lift, precision_recall.precision / lift.prevalence, rtol=1e-12)
    shares = lift.prevalence, precision_recall.prevalence
    np.testing.assert_allclose(shares, np.average(truth, weights=data.get("sample_weight")), rtol=1e-12)
    for k, threshold in enumerate(precision_recall.thresholds):
        decisions = (scores >= threshold).astype(np.int64)
        assert det.fpr[k + 1] == roc.fpr[k + 1] == pytest.approx(false_positive_rate(truth, decisions, **data))
        assert det.fnr[k + 1] == pytest.approx(false_negative_rate(truth, decisions, **data), rel=1e-14)
        assert roc.tpr[k + 1] == pytest.approx(recall(truth, decisions, **data), rel=1e-14)
        assert precision_recall.recall[k] == pytest.approx(recall(truth, decisions, **data), rel=1e-14)
        assert precision_recall.precision[k] == pytest.approx(precision(truth, decisions, **data), rel=1e-14)


def test_gain_curve_by_hand_with_weights() -> None:
    depth, gain, thresholds = gain_curve([1, 0, 1, 0], [4, 3, 2, 1], sample_weight=[1, 2, 3, 0])
    assert thresholds.tolist() == [math.inf, 4, 3, 2]
    np.testing.assert_allclose(depth, [0, 1 / 6, 1 / 2, 1], rtol=1e-15)
    np.testing.assert_allclose(gain, [0, 1 / 4, 1 / 4, 1], rtol=1e-15)
