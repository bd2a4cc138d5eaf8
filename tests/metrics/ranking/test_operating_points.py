"""The operating point of a score, and one rate where another is fixed."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from metrics.cases import reference
from sklearn.metrics import precision_recall_curve, roc_curve

from concordant import (
    operating_point,
    precision_at_recall,
    recall_at_precision,
    sensitivity_at_specificity,
    specificity_at_sensitivity,
)
from concordant.errors import UndefinedMetricWarning
from concordant.result import OperatingPoint

ROWS = [0, 0, 1, 1, 1, 0], [0.1, 0.4, 0.35, 0.8, 0.9, 0.2]


def test_operating_point_by_hand() -> None:
    # thresholds .9 .8 .4 .35 .2 .1: TP 1 2 2 3 3 3, FP 0 0 1 1 2 3
    assert operating_point(*ROWS) == OperatingPoint(0.8, 2 / 3, 1.0, 1.0, tn=3, fp=0, fn=1, tp=2)
    best = operating_point(*ROWS, maximise="recall", precision=0.75)
    assert best == OperatingPoint(0.35, 1.0, 2 / 3, 0.75, tn=2, fp=1, fn=0, tp=3)
    assert operating_point(*ROWS, maximise="precision", recall=0.9).threshold == 0.35
    assert operating_point(*ROWS, maximise="specificity", recall=0.3, precision=0.6).threshold == 0.8
    assert operating_point(*ROWS, maximise="informedness", recall=1).threshold == 0.35


def test_of_equally_good_ones_it_is_the_most_informed_then_the_highest() -> None:
    assert operating_point(*ROWS, maximise="precision").threshold == 0.8  # .9 has precision 1 too, but finds less
    nothing = operating_point([0, 1], [5, 3], undefined=0.0)  # as good as everything: both 0
    assert nothing.threshold == math.inf
    assert operating_point([1, 0, 0, 1], [4, 3, 2, 1]).threshold == 4


def test_nothing_predicted_positive_is_a_decision_too() -> None:
    with pytest.warns(
        UndefinedMetricWarning,
        match="^operating_point: nothing is predicted positive at this threshold, so the precision is 0/0$",
    ):
        point = operating_point([0, 1], [2, 1], maximise="recall", specificity=1)
    assert (point.threshold, point.recall, point.specificity, point.tp) == (math.inf, 0, 1, 0)
    assert math.isnan(point.precision)


def test_where_no_threshold_does_what_is_asked_all_is_undefined() -> None:
    with pytest.warns(
        UndefinedMetricWarning,
        match=r"^operating_point: no threshold has a recall of at least 1 and precision of at least 0.9 \(positive "
        r"class 1\)$",
    ):
        point = operating_point(*ROWS, recall=1, precision=0.9)
    assert math.isnan(point.threshold)
    assert math.isnan(point.tp)


def test_without_both_classes_there_is_no_point() -> None:
    for rows, reason in ((([], []), "there are no rows"), (([1, 1], [1, 2]), "only the class 1 occurs in y_true")):
        with pytest.warns(UndefinedMetricWarning, match=f"^operating_point: {reason}$"):
            operating_point(*rows)


SEEDED = [case for case in reference("curves") if "sensitivity_at_specificity" in case]


@pytest.mark.parametrize("interpolate", [False, True])
@pytest.mark.parametrize(
    ("y_true", "y_score", "least", "exact", "interpolated"),
    [
        ([0, 1], [0.1, 0.2], 1, 1.0, 1.0),
        ([0, 1], [0.2, 0.1], 1, 0.0, 0.0),  # nothing, or everything, is predicted positive
        ([0, 1, 1], [3, 3, 3], 0.25, 0.0, 0.75),  # constant
        (*ROWS, 1, 2 / 3, 2 / 3),  # (TPR, TNR) at .8: (2/3, 1), at .35: (1, 2/3)
        (*ROWS, 0.6, 1.0, 1.0),
        ([1, 0], [2, 2], 0.75, 0.0, 0.25),  # along the line of a tie
        ([0, 1], [-math.inf, math.inf], 1, 1.0, 1.0),
    ],
)
def test_rate_at_another_edges(
    y_true: Any, y_score: Any, least: float, exact: float, interpolated: float, interpolate: bool
) -> None:
    expected = interpolated if interpolate else exact
    assert sensitivity_at_specificity(y_true, y_score, specificity=least, interpolate=interpolate) == expected
    assert specificity_at_sensitivity(y_true, y_score, sensitivity=least, interpolate=interpolate) == expected


@pytest.mark.parametrize("case", SEEDED, ids=lambda case: case["name"])
def test_proc_interpolates_alike(case: Any) -> None:
    # tests/reference/curves.R: pROC::coords(roc, x, input = "specificity", ret = "sensitivity"), and the other way
    rows = case["y_true"], case["y_score"]
    for least, sensitivity, of_negatives in zip(
        case["asked"], case["sensitivity_at_specificity"], case["specificity_at_sensitivity"], strict=True
    ):
        value = sensitivity_at_specificity(*rows, specificity=least, interpolate=True)
        assert value == pytest.approx(sensitivity, rel=1e-12)
        value = specificity_at_sensitivity(*rows, sensitivity=least, interpolate=True)
        assert value == pytest.approx(of_negatives, rel=1e-12)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("least", [0.25, 0.5, 2 / 3, 0.8, 0.95])
def test_a_rate_at_another_is_the_best_point_of_the_curves_of_scikit_learn(least: float, weighted: bool) -> None:
    rng = np.random.default_rng(261)
    truth = rng.integers(0, 2, 90)
    scores = rng.integers(0, 12, 90) + 4 * truth
    data = {"sample_weight": rng.integers(1, 5, 90) / 4 if weighted else None}  # exact sums
    fpr, tpr, roc_thresholds = roc_curve(truth, scores, drop_intermediate=False, **data)
    ppv, sensitivity, thresholds = precision_recall_curve(truth, scores, **data)
    ppv, sensitivity = ppv[:-1], sensitivity[:-1]  # without the end point that it adds
    for metric, condition, best, allowed in (
        (sensitivity_at_specificity, {"specificity": least}, tpr[1 - fpr >= least], roc_thresholds[1 - fpr >= least]),
        (specificity_at_sensitivity, {"sensitivity": least}, (1 - fpr)[tpr >= least], roc_thresholds[tpr >= least]),
        (precision_at_recall, {"recall": least}, ppv[sensitivity >= least], thresholds[sensitivity >= least]),
        (recall_at_precision, {"precision": least}, sensitivity[ppv >= least], thresholds[ppv >= least]),
    ):
        assert metric(truth, scores, **condition, **data) == pytest.approx(best.max(), rel=1e-12)
        (asked,) = condition
        maximise = metric.name.partition("_")[0].replace("sensitivity", "recall")
        least_rate = {asked.replace("sensitivity", "recall"): least}
        point = operating_point(truth, scores, maximise=maximise, **least_rate, **data)
        assert point.threshold in allowed
        assert getattr(point, maximise) == pytest.approx(best.max(), rel=1e-12)
