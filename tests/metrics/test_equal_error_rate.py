from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import norm

from concordant import det_curve, eer, equal_error_rate, roc_curve
from concordant.errors import UndefinedMetricWarning


@pytest.mark.parametrize(
    ("y_true", "y_score", "value"),
    [
        ([0, 1], [0.1, 0.2], 0.0),
        ([0, 1], [0.2, 0.1], 1.0),
        ([0, 1, 1], [3, 3, 3], 0.5),  # constant: the middle of the diagonal
        ([0, 1], [-math.inf, math.inf], 0.0),
        ([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], 0.5),  # FPR .5 and FNR .5 at the threshold .4
    ],
)
def test_edges(y_true: Any, y_score: Any, value: float) -> None:
    assert equal_error_rate(y_true, y_score) == value


@pytest.mark.parametrize(
    ("rows", "reason"),
    [(([], []), "there are no rows"), (([1], [1]), "only the class 1 occurs in y_true")],
)
def test_without_both_classes_it_is_undefined(rows: Any, reason: str) -> None:
    with pytest.warns(UndefinedMetricWarning, match=f"^equal_error_rate: {reason}$"):
        assert math.isnan(equal_error_rate(*rows))


def test_by_hand() -> None:
    # (FPR, FNR): (0, 1) (0, 1/2) (1/3, 1/2) (1/3, 0): they cross between the last two, where FPR stays 1/3
    assert equal_error_rate([0, 0, 0, 1, 1], [1, 2, 4, 3, 5]) == pytest.approx(1 / 3, rel=1e-15)
    # (0, 1) (2/3, 1/2) (1, 0): FPR - FNR goes from -1 to 1/6, so they meet after 6/7 of the first piece
    assert equal_error_rate([1, 0, 0, 1, 0], [2, 2, 2, 1, 1]) == pytest.approx(4 / 7, rel=1e-15)
    # The threshold where both differ least would give the mean 7/12.
    fpr, fnr, _ = det_curve([1, 0, 0, 1, 0], [2, 2, 2, 1, 1])
    nearest = np.abs(fpr - fnr).argmin()
    assert (fpr + fnr)[nearest] / 2 == pytest.approx(7 / 12)


@pytest.mark.parametrize("weighted", [False, True])
def test_it_is_where_the_curve_meets_the_other_diagonal(weighted: bool) -> None:
    rng = np.random.default_rng(161)
    for spread in (4, 1000):
        truth = rng.integers(0, 2, 150)
        scores = rng.integers(0, spread, 150) + spread // 3 * truth
        weights = rng.random(150) if weighted else None
        found = equal_error_rate(truth, scores, sample_weight=weights)
        fpr, tpr, _ = roc_curve(truth, scores, sample_weight=weights)
        # along the curve, as a function of a parameter that grows on every piece
        along = fpr + tpr
        root = brentq(lambda t: np.interp(t, along, fpr - (1 - tpr)), 0, 2, xtol=1e-15)  # noqa: B023
        assert found == pytest.approx(np.interp(root, along, fpr), rel=1e-9)


def test_normal_scores_give_the_value_of_theory() -> None:
    # means 0 and 2, deviations 1: both errors are Phi(-1) at the threshold 1
    rng = np.random.default_rng(162)
    truth = np.arange(200_000) % 2
    assert equal_error_rate(truth, rng.normal(size=200_000) + 2 * truth) == pytest.approx(norm.cdf(-1), abs=0.005)


def test_averages_of_several_classes() -> None:
    rng = np.random.default_rng(163)
    truth, scores = rng.integers(0, 3, 80), rng.random((80, 3))
    each = [equal_error_rate((truth == k).astype(int), scores[:, k]) for k in range(3)]
    assert eer(truth, scores, average=None).tolist() == pytest.approx(each, rel=1e-14)
    assert eer(truth, scores) == pytest.approx(np.mean(each), rel=1e-14)
    assert eer(truth, scores, average="weighted") == pytest.approx(np.bincount(truth) @ each / 80, rel=1e-14)
    pooled = equal_error_rate(np.eye(3, dtype=int)[truth].ravel(), scores.ravel())
    assert eer(truth, scores, average="micro") == pytest.approx(pooled, rel=1e-14)
