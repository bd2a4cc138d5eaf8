from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import false_positive_rate, recall, roc_curve
from concordant.errors import UndefinedMetricWarning
from concordant.result import RocCurve

from .cases import reference


@pytest.mark.parametrize(
    ("y_true", "y_score", "points"),
    [
        ([0, 1], [0.1, 0.2], [(0, 0), (0, 1), (1, 1)]),
        ([0, 1], [0.2, 0.1], [(0, 0), (1, 0), (1, 1)]),
        ([0, 1], [0.2, 0.2], [(0, 0), (1, 1)]),  # constant
        ([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], [(0, 0), (0, 0.5), (0.5, 0.5), (0.5, 1), (1, 1)]),
    ],
)
def test_edges(y_true: Any, y_score: Any, points: Any) -> None:
    fpr, tpr, thresholds = roc_curve(y_true, y_score)
    assert list(zip(fpr.tolist(), tpr.tolist(), strict=True)) == points
    assert thresholds.tolist() == [math.inf, *sorted(set(y_score), reverse=True)]


def test_no_rows_and_one_class_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^roc_curve: there are no rows$"):
        fpr, tpr, thresholds = roc_curve([], [])
    assert np.isnan([*fpr, *tpr]).all()
    assert thresholds.tolist() == [math.inf]
    with pytest.warns(UndefinedMetricWarning, match=r"^roc_curve: only the class 0 occurs in y_true$"):
        fpr, tpr, _ = roc_curve([0, 0], [1, 2])
    assert fpr.tolist() == [0, 0.5, 1]
    assert np.isnan(tpr).all()


def test_ties_are_one_point() -> None:
    fpr, tpr, thresholds = roc_curve([1, 0, 1, 0], [0.5, 0.5, 0.9, 0.1])
    assert thresholds.tolist() == [math.inf, 0.9, 0.5, 0.1]
    assert fpr.tolist() == [0, 0, 0.5, 1]
    assert tpr.tolist() == [0, 0.5, 1, 1]


def test_no_point_is_left_out() -> None:
    # Points on a straight line as well.
    assert len(roc_curve([0, 0, 0, 1, 1, 1], [1, 2, 3, 4, 5, 6]).thresholds) == 7


def test_thresholds_keep_the_precision_of_the_scores() -> None:
    scores = np.array([0.1, 0.2], dtype=np.float32)
    found = roc_curve([0, 1], scores).thresholds
    assert found.dtype == np.float32
    assert found[1:].tolist() == scores[::-1].tolist()
    assert roc_curve([0, 1], [3, 5]).thresholds.tolist() == [math.inf, 5.0, 3.0]


def test_infinite_scores_are_thresholds() -> None:
    fpr, tpr, thresholds = roc_curve([0, 1, 1], [-math.inf, math.inf, 0.0])
    assert thresholds.tolist() == [math.inf, math.inf, 0.0, -math.inf]
    assert tpr.tolist() == [0, 0.5, 1, 1]
    assert fpr.tolist() == [0, 0, 0, 1]


def test_weights() -> None:
    fpr, tpr, thresholds = roc_curve([1, 0, 1, 0], [4, 3, 2, 1], sample_weight=[1, 2, 3, 0])
    assert thresholds.tolist() == [math.inf, 4, 3, 2]  # the row of weight 0 is absent
    assert tpr.tolist() == [0, 0.25, 0.25, 1]
    assert fpr.tolist() == [0, 0, 1, 1]


def test_points_are_the_rates_of_the_decisions_at_each_threshold() -> None:
    rng = np.random.default_rng(91)
    truth, scores = rng.integers(0, 2, 60), rng.integers(0, 12, 60)
    curve = roc_curve(truth, scores)
    for fpr, tpr, threshold in list(zip(*curve, strict=True))[1:]:
        decisions = (scores >= threshold).astype(np.int64)
        assert fpr == false_positive_rate(truth, decisions)
        assert tpr == recall(truth, decisions)


def test_several_classes_give_one_curve_each() -> None:
    truth, scores = [0, 1, 2, 1], np.array([[5, 1, 1], [2, 3, 2], [1, 3, 4], [3, 1, 1]])
    curves = roc_curve(truth, scores)
    assert len(curves) == 3
    for k, curve in enumerate(curves):
        assert isinstance(curve, RocCurve)
        alone = roc_curve([int(label == k) for label in truth], scores[:, k])
        assert curve.fpr.tolist() == alone.fpr.tolist()
        assert curve.tpr.tolist() == alone.tpr.tolist()


@pytest.mark.parametrize("case", [x for x in reference("ranking") if "tpr" in x], ids=lambda case: case["name"])
def test_curve_of_proc(case: Any) -> None:
    curve = roc_curve(case["y_true"], case["y_score"])
    np.testing.assert_allclose(curve.tpr, case["tpr"], rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(curve.fpr, case["fpr"], rtol=1e-12, atol=1e-12)
