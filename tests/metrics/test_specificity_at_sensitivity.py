from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import roc_curve

from concordant import operating_point, sensitivity_at_specificity, specificity_at_sensitivity
from concordant.errors import OptionError, UndefinedMetricWarning

from .cases import reference

SEEDED = [case for case in reference("curves") if "specificity_at_sensitivity" in case]
ROWS = [0, 0, 1, 1, 1, 0], [0.1, 0.4, 0.35, 0.8, 0.9, 0.2]  # (TPR, TNR) at .8: (2/3, 1), at .35: (1, 2/3)


@pytest.mark.parametrize(
    ("y_true", "y_score", "least", "exact", "interpolated"),
    [
        ([0, 1], [0.1, 0.2], 1, 1.0, 1.0),
        ([0, 1], [0.2, 0.1], 1, 0.0, 0.0),
        ([0, 1], [0.2, 0.1], 0, 1.0, 1.0),  # nothing is predicted positive
        ([0, 1, 1], [3, 3, 3], 0.25, 0.0, 0.75),  # constant
        (*ROWS, 1, 2 / 3, 2 / 3),
        (*ROWS, 0.7, 2 / 3, 2 / 3),
        (*ROWS, 0.6, 1.0, 1.0),
        ([0, 1, 1], [2, 2, 1], 0.25, 0.0, 0.5),  # half way along the line of a tie
        ([0, 1], [-math.inf, math.inf], 1, 1.0, 1.0),
    ],
)
def test_edges(y_true: Any, y_score: Any, least: float, exact: float, interpolated: float) -> None:
    assert specificity_at_sensitivity(y_true, y_score, sensitivity=least) == exact
    assert specificity_at_sensitivity(y_true, y_score, sensitivity=least, interpolate=True) == interpolated


@pytest.mark.parametrize("interpolate", [False, True])
@pytest.mark.parametrize(
    ("rows", "reason"),
    [(([], []), "there are no rows"), (([1], [1]), "only the class 1 occurs in y_true")],
)
def test_without_both_classes_it_is_undefined(rows: Any, reason: str, interpolate: bool) -> None:
    with pytest.warns(UndefinedMetricWarning, match=f"^specificity_at_sensitivity: {reason}$"):
        assert math.isnan(specificity_at_sensitivity(*rows, sensitivity=0.5, interpolate=interpolate))


@pytest.mark.parametrize("case", SEEDED, ids=lambda case: case["name"])
def test_proc_interpolates_alike(case: Any) -> None:
    # tests/reference/curves.R: pROC::coords(roc, x, input = "sensitivity", ret = "specificity")
    for asked, expected in zip(case["asked"], case["specificity_at_sensitivity"], strict=True):
        found = specificity_at_sensitivity(case["y_true"], case["y_score"], sensitivity=asked, interpolate=True)
        assert found == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("least", [0.25, 0.5, 0.8, 0.95])
def test_it_is_the_best_point_of_scikit_learns_curve(least: float, weighted: bool) -> None:
    rng = np.random.default_rng(271)
    truth = rng.integers(0, 2, 90)
    scores = rng.integers(0, 12, 90) + 4 * truth
    weights = rng.random(90) if weighted else None
    fpr, tpr, thresholds = roc_curve(truth, scores, sample_weight=weights, drop_intermediate=False)
    here = tpr >= least
    found = specificity_at_sensitivity(truth, scores, sensitivity=least, sample_weight=weights)
    assert found == pytest.approx(1 - fpr[here].min(), rel=1e-12)
    point = operating_point(truth, scores, maximise="specificity", recall=least, sample_weight=weights)
    assert point.threshold in thresholds[here]


@pytest.mark.parametrize("interpolate", [False, True])
def test_it_is_the_sensitivity_of_the_other_class(interpolate: bool) -> None:
    rng = np.random.default_rng(272)
    truth, scores = rng.integers(0, 2, 60), rng.integers(0, 8, 60)
    for asked in (0.1, 0.45, 0.9):
        # Thresholds differ ("score > t" against "score >= t"), their set does not.
        swapped = sensitivity_at_specificity(1 - truth, -scores, specificity=asked, interpolate=interpolate)
        found = specificity_at_sensitivity(truth, scores, sensitivity=asked, interpolate=interpolate)
        assert found == pytest.approx(swapped, rel=1e-12)


def test_a_sensitivity_that_is_none_is_refused() -> None:
    with pytest.raises(OptionError, match=r"^sensitivity must be a number from 0 to 1, not True\.$"):
        specificity_at_sensitivity([0, 1], [1, 2], sensitivity=True)
