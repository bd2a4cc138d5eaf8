"""Conditions on a threshold: met wherever they can be, and a clear word where they cannot."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import concordant
from concordant import best_threshold, metrics, ordinal_cut_points
from concordant.errors import OptionError

Y = np.array([0, 0, 1, 0, 1, 1, 0, 1])
S = np.array([0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9])


def brute(y: Any, s: Any, recall: float, precision: float, most: int) -> float | None:
    """The greatest F1 among the thresholds that meet all conditions; None if none does."""
    values = []
    for threshold in [*np.unique(s).tolist(), math.inf]:
        called = (s >= threshold).astype(int)
        names = ("f1", "recall", "precision")
        rates = {name: metrics.get(name)(y, called, labels=[0, 1], undefined=math.nan) for name in names}
        if rates["recall"] >= recall and rates["precision"] >= precision and called.sum() <= most:
            values.append(rates["f1"])
    return max((value for value in values if not math.isnan(value)), default=None)


@pytest.mark.filterwarnings("ignore::concordant.errors.UndefinedMetricWarning")
@given(
    rows=st.lists(st.tuples(st.integers(0, 1), st.integers(0, 8)), min_size=2, max_size=25),
    recall=st.sampled_from([0.0, 0.5, 0.8, 1.0]),
    precision=st.sampled_from([0.0, 0.4, 0.75]),
    most=st.integers(1, 25),
)
def test_the_best_of_those_that_meet_all_conditions(rows: list, recall: float, precision: float, most: int) -> None:
    y, s = (np.array(column) for column in zip(*rows, strict=True))
    expected = brute(y, s, recall, precision, most)
    constraint = [f"recall >= {recall}", {"precision": (precision, None)}]
    call: Any = {"constraint": constraint, "max_positives": most, "labels": [0, 1], "cv": None}
    if expected is None:
        with pytest.raises(OptionError, match="no threshold has recall >="):
            best_threshold(y, s, "f1", **call)
    else:
        assert best_threshold(y, s, "f1", **call).value == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    "constraint",
    [
        "recall >= 0.75 and precision > 0.6",
        "recall>=0.75,precision>0.6",
        ["recall >= 0.75", "precision > 0.6"],
        {"recall": (0.75, None), "precision": (0.600001, 1.0)},
        {concordant.recall: (0.75, None), concordant.precision: (0.600001, None)},
        [{"recall": (0.75, None)}, "precision > 0.6"],
    ],
)
def test_ways_to_say_the_same(constraint: object) -> None:
    best = best_threshold(Y, S, "specificity", constraint=constraint, cv=None)
    # recall 3/4 at >= 0.6 with precision 3/4, specificity 3/4
    assert (best.value, best.point.recall, best.point.precision) == (0.75, 0.75, 0.75)


@pytest.mark.parametrize(
    ("metric", "constraint", "value", "called"),
    [
        ("recall", "false_positive_rate <= 0.25", 0.75, 4),
        ("recall", "false_positive_rate < 0.25", 0.25, 1),
        ("precision", "recall >= 1", 4 / 6, 6),  # met exactly
        ("specificity", "informedness >= 0.5", 0.75, 4),
        ("recall", "predicted_prevalence <= 0.25", 0.25, 2),  # a metric without direction
    ],
)
def test_bounds_that_are_met_exactly_are_met(metric: str, constraint: str, value: float, called: int) -> None:
    best = best_threshold(Y, S, metric, constraint=constraint, cv=None)
    assert (best.value, best.point.tp + best.point.fp) == (pytest.approx(value, abs=1e-12), called)


def test_a_number_of_positives_in_each_period() -> None:
    best = best_threshold(Y, S, "recall", max_positives=4, cv=None)
    by_day = best_threshold(Y, S, "recall", max_positives=0.5, periods=8, cv=None)
    assert best.point == by_day.point
    assert best.point.tp + best.point.fp == 4
    assert by_day.conditions[0].text == "at most 0.5 positives in each of 8 periods"
    assert (best.conditions[0].text, best.conditions[0].value) == ("at most 4 positives", 0.5)
    weighted = best_threshold(Y, S, "recall", max_positives=4, sample_weight=np.full(8, 2.0), cv=None)
    assert weighted.point.tp + weighted.point.fp == 4
    never = best_threshold(Y, S, "accuracy", max_positives=0, cv=None)
    assert (never.threshold, never.value) == (math.inf, 0.5)


def test_out_of_sample_a_condition_can_be_missed_and_the_result_says_so() -> None:
    rng = np.random.default_rng(5)
    y = (rng.random(60) < 0.3).astype(int)
    best = best_threshold(y, rng.normal(size=60) + y, "precision", constraint="recall >= 0.8")
    (met,) = best.conditions
    assert met.value >= 0.8
    assert met.cross_validated_value < 0.8
    assert f"recall >= 0.8: {met.value:.4f} here, {met.cross_validated_value:.4f} cross-validated" in str(best)


def test_folds_without_a_threshold_leave_no_cross_validated_value() -> None:
    y, s = np.array([1, 0, 0, 0, 0, 1]), np.array([0.9, 0.8, 0.3, 0.2, 0.1, 0.85])
    best = best_threshold(y, s, "accuracy", constraint="recall >= 0.4 and recall <= 0.6", cv=3)
    assert math.isnan(best.cross_validated_value)
    assert str(best.reason).startswith("no cross-validated value: without fold ")
    assert str(best.reason).endswith(" of 3 no threshold meets the conditions with a defined accuracy")


# --- what cannot be -----------------------------------------------------------------------------------


def test_what_cannot_be_reached_is_said_with_the_best_that_can() -> None:
    with pytest.raises(OptionError) as error:
        best_threshold([0, 1, 0], [0.1, 0.5, 0.9], "recall", constraint="precision >= 0.95")
    one = "no threshold has precision >= 0.95: the greatest precision is 0.5, at the threshold 0.5."
    assert str(error.value) == one
    with pytest.raises(OptionError) as error:
        best_threshold(Y, S, "f1", constraint="recall >= 0.9 and precision >= 0.9", max_positives=6)
    assert str(error.value) == (
        "no threshold has recall >= 0.9 and precision >= 0.9 and at most 6 positives: "
        "the greatest recall where precision >= 0.9 and at most 6 positives is 0.25, at the threshold 0.9; "
        "the greatest precision where recall >= 0.9 and at most 6 positives is 0.666667, at the threshold 0.3."
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"constraint": "recall 0.9"}, "a constraint is text such as"),
        ({"constraint": "recall > 90%"}, r"such as \"recall >= 0.9\", not 'recall > 90%'\.$"),
        ({"constraint": "recal >= 0.9"}, "there is no metric 'recal'. Did you mean recall"),
        ({"constraint": "roc_auc >= 0.9"}, "roc_auc is a metric of scores"),
        ({"constraint": "expected_cost <= 1"}, "expected_cost cannot be a constraint"),
        ({"constraint": 0.9}, "a constraint is text such as"),
        ({"constraint": {"recall": 0.9}}, r"the bounds of recall must be \(lowest, highest\)"),
        ({"constraint": {"recall": (None, None)}}, r"the bounds of recall must be \(lowest, highest\)"),
        ({"constraint": {"recall": ("a", None)}}, "a bound must be a finite number, not 'a'"),
        ({"max_positives": -1}, "max_positives must be at least 0 and periods positive, not -1 and 1"),
        ({"periods": 3}, "periods= says over how many periods max_positives= counts"),
        ({"max_positives": "all"}, "max_positives must be a finite number, not 'all'"),
    ],
)
def test_wrong_conditions_are_refused(options: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        best_threshold(Y, S, "f1", **options)


def test_names_of_elsewhere_find_the_metric() -> None:
    random = np.random.default_rng(1)
    truth, score = random.integers(0, 3, 60), random.random(60)
    assert best_threshold(truth > 0, score, "youden", cv=None) == best_threshold(
        truth > 0, score, "informedness", cv=None
    )
    quadratic, linear = (ordinal_cut_points(truth, score + truth, weights=x, cv=None) for x in ("quadratic", "linear"))
    assert ordinal_cut_points(truth, score + truth, "qwk", cv=None) == quadratic
    assert ordinal_cut_points(truth, score + truth, "linear_kappa", cv=None) == linear != quadratic
    with pytest.raises(OptionError, match="contradicts it"):
        ordinal_cut_points(truth, score, "qwk", weights="linear")
