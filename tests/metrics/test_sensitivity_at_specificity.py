from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import roc_curve

from concordant import operating_point, recall_at_specificity, sensitivity_at_specificity
from concordant.errors import OptionError, UndefinedMetricWarning

from .cases import reference

SEEDED = [case for case in reference("curves") if "sensitivity_at_specificity" in case]
ROWS = [0, 0, 1, 1, 1, 0], [0.1, 0.4, 0.35, 0.8, 0.9, 0.2]  # (TPR, TNR) at .8: (2/3, 1), at .35: (1, 2/3)


@pytest.mark.parametrize(
    ("y_true", "y_score", "least", "exact", "interpolated"),
    [
        ([0, 1], [0.1, 0.2], 1, 1.0, 1.0),
        ([0, 1], [0.2, 0.1], 1, 0.0, 0.0),  # nothing is predicted positive
        ([0, 1], [0.2, 0.1], 0, 1.0, 1.0),
        ([0, 1, 1], [3, 3, 3], 0.25, 0.0, 0.75),  # constant
        (*ROWS, 1, 2 / 3, 2 / 3),
        (*ROWS, 0.7, 2 / 3, 2 / 3),
        (*ROWS, 0.6, 1.0, 1.0),
        ([1, 0, 0], [2, 2, 1], 0.75, 0.0, 0.5),  # half way up the line of a tie
        ([0, 1], [-math.inf, math.inf], 1, 1.0, 1.0),
    ],
)
def test_edges(y_true: Any, y_score: Any, least: float, exact: float, interpolated: float) -> None:
    assert sensitivity_at_specificity(y_true, y_score, specificity=least) == exact
    assert sensitivity_at_specificity(y_true, y_score, specificity=least, interpolate=True) == interpolated


@pytest.mark.parametrize("interpolate", [False, True])
@pytest.mark.parametrize(
    ("rows", "reason"),
    [(([], []), "there are no rows"), (([0], [1]), "only the class 0 occurs in y_true")],
)
def test_without_both_classes_it_is_undefined(rows: Any, reason: str, interpolate: bool) -> None:
    with pytest.warns(UndefinedMetricWarning, match=f"^sensitivity_at_specificity: {reason}$"):
        assert math.isnan(sensitivity_at_specificity(*rows, specificity=0.5, interpolate=interpolate))


def test_nine_of_ten_is_not_lost_to_rounding() -> None:
    # 1 - .9 = .09999...: the point with one false positive of ten must count, interpolated or not.
    truth, scores = [0] + [1] * 5 + [0] * 9, list(range(15, 0, -1))
    for interpolate in (False, True):
        assert sensitivity_at_specificity(truth, scores, specificity=0.9, interpolate=interpolate) == 1.0


@pytest.mark.parametrize("case", SEEDED, ids=lambda case: case["name"])
def test_proc_interpolates_alike(case: Any) -> None:
    # tests/reference/curves.R: pROC::coords(roc, x, input = "specificity", ret = "sensitivity")
    for asked, expected in zip(case["asked"], case["sensitivity_at_specificity"], strict=True):
        found = sensitivity_at_specificity(case["y_true"], case["y_score"], specificity=asked, interpolate=True)
        assert found == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("least", [0.25, 0.5, 0.8, 0.95])
def test_it_is_the_best_point_of_scikit_learns_curve(least: float, weighted: bool) -> None:
    rng = np.random.default_rng(261)
    truth = rng.integers(0, 2, 90)
    scores = rng.integers(0, 12, 90) + 4 * truth
    weights = rng.random(90) if weighted else None
    fpr, tpr, thresholds = roc_curve(truth, scores, sample_weight=weights, drop_intermediate=False)
    here = 1 - fpr >= least
    found = sensitivity_at_specificity(truth, scores, specificity=least, sample_weight=weights)
    assert found == pytest.approx(tpr[here].max(), rel=1e-12)
    point = operating_point(truth, scores, maximise="recall", specificity=least, sample_weight=weights)
    assert point.threshold in thresholds[here]
    assert point.recall == found


def test_averages_of_several_classes() -> None:
    rng = np.random.default_rng(262)
    truth, scores = rng.integers(0, 3, 80), rng.random((80, 3))
    each = [recall_at_specificity((truth == k).astype(int), scores[:, k], specificity=0.7) for k in range(3)]
    assert recall_at_specificity(truth, scores, specificity=0.7, average=None).tolist() == each
    assert recall_at_specificity(truth, scores, specificity=0.7) == pytest.approx(np.mean(each), rel=1e-14)


def test_a_specificity_that_is_none_is_refused() -> None:
    with pytest.raises(OptionError, match=r"^specificity must be a number from 0 to 1, not 95\.$"):
        sensitivity_at_specificity([0, 1], [1, 2], specificity=95)
