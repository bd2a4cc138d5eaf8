from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from sklearn import metrics as sklearn_metrics

from concordant import det_curve, false_negative_rate, false_positive_rate, roc_curve
from concordant.errors import UndefinedMetricWarning
from concordant.result import DetCurve

from .cases import assert_same, reference

SEEDED = [case for case in reference("curves") if "fnr" in case]


@pytest.mark.parametrize(
    ("y_true", "y_score", "points"),
    [
        ([0, 1], [0.1, 0.2], [(0, 1), (0, 0), (1, 0)]),  # perfect
        ([0, 1], [0.2, 0.1], [(0, 1), (1, 1), (1, 0)]),  # inverted
        ([0, 1], [0.2, 0.2], [(0, 1), (1, 0)]),  # constant
        ([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], [(0, 1), (0, 0.5), (0.5, 0.5), (0.5, 0), (1, 0)]),
        ([0, 1], [-math.inf, math.inf], [(0, 1), (0, 0), (1, 0)]),
    ],
)
def test_edges(y_true: Any, y_score: Any, points: Any) -> None:
    fpr, fnr, thresholds = det_curve(y_true, y_score)
    assert list(zip(fpr.tolist(), fnr.tolist(), strict=True)) == points
    assert thresholds.tolist() == [math.inf, *sorted(set(y_score), reverse=True)]


def test_no_rows_and_one_class_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^det_curve: there are no rows$"):
        fpr, fnr, thresholds = det_curve([], [])
    assert np.isnan([*fpr, *fnr]).all()
    assert thresholds.tolist() == [math.inf]
    with pytest.warns(UndefinedMetricWarning, match=r"^det_curve: only the class 1 occurs in y_true$"):
        fpr, fnr, _ = det_curve([1, 1], [1, 2])
    assert np.isnan(fpr).all()
    assert fnr.tolist() == [1, 0.5, 0]


@pytest.mark.parametrize("data", [{}, {"sample_weight": np.tile([1.0, 0.25, 3.0], 20)}], ids=["rows", "weights"])
def test_points_are_the_rates_of_the_decisions_at_each_threshold(data: Any) -> None:
    rng = np.random.default_rng(121)
    truth, scores = rng.integers(0, 2, 60), rng.integers(0, 12, 60)
    curve = det_curve(truth, scores, **data)
    for fpr, fnr, threshold in list(zip(*curve, strict=True))[1:]:
        decisions = (scores >= threshold).astype(np.int64)
        assert fpr == pytest.approx(false_positive_rate(truth, decisions, **data), rel=1e-14)
        assert fnr == pytest.approx(false_negative_rate(truth, decisions, **data), rel=1e-14)


def test_it_is_the_roc_curve_upside_down() -> None:
    rng = np.random.default_rng(122)
    truth, scores = rng.integers(0, 2, 50), rng.normal(size=50)
    det, roc = det_curve(truth, scores), roc_curve(truth, scores)
    assert det.fpr.tolist() == roc.fpr.tolist()
    np.testing.assert_allclose(det.fnr, 1 - roc.tpr, rtol=1e-14, atol=1e-15)


def test_a_kernel_gives_what_the_state_gives() -> None:
    rng = np.random.default_rng(123)
    truth, scores = rng.integers(0, 2, 40), rng.integers(0, 9, 40) / 2
    assert_same(det_curve(truth, scores), det_curve.of(det_curve.state(truth, scores)), "det_curve")


def test_several_labels_give_one_curve_each() -> None:
    truth, scores = np.array([[0, 1], [1, 0], [1, 1]]), np.array([[1, 5], [2, 4], [3, 3]])
    curves = det_curve(truth, scores)
    assert [type(curve) for curve in curves] == [DetCurve, DetCurve]
    assert curves[0].fnr.tolist() == [1, 0.5, 0, 0]
    assert curves[1].fpr.tolist() == [0, 0, 1, 1]


@pytest.mark.parametrize("case", SEEDED, ids=lambda case: case["name"])
def test_points_of_rocr(case: Any) -> None:
    curve = det_curve(case["y_true"], case["y_score"])
    np.testing.assert_allclose(curve.fpr, case["fpr"], rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(curve.fnr, case["fnr"], rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("weighted", [False, True])
def test_scikit_learn_gives_the_same_points_between_the_first_and_the_last_error(weighted: bool) -> None:
    rng = np.random.default_rng(124)
    for spread in (3, 200):
        truth = rng.integers(0, 2, 150)
        scores = rng.integers(0, spread, 150) + truth
        weights = rng.random(150) if weighted else None
        ours = det_curve(truth, scores, sample_weight=weights)
        theirs = sklearn_metrics.det_curve(truth, scores, sample_weight=weights)
        kept = slice(np.flatnonzero(ours.fpr == 0)[-1], np.flatnonzero(ours.fnr == 0)[0] + 1)
        for one, two in zip(ours, theirs, strict=True):
            np.testing.assert_allclose(one[kept][::-1], two, rtol=1e-12, atol=1e-14)
