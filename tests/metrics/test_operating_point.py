from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import informedness, operating_point, precision, recall, specificity
from concordant.errors import OptionError, UndefinedMetricWarning
from concordant.result import OperatingPoint

ROWS = [0, 0, 1, 1, 1, 0], [0.1, 0.4, 0.35, 0.8, 0.9, 0.2]


def test_by_hand() -> None:
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


@pytest.mark.parametrize(
    ("rows", "reason"),
    [(([], []), "there are no rows"), (([1, 1], [1, 2]), "only the class 1 occurs in y_true")],
)
def test_without_both_classes_it_is_undefined(rows: Any, reason: str) -> None:
    with pytest.warns(UndefinedMetricWarning, match=f"^operating_point: {reason}$"):
        operating_point(*rows)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"maximise": "recall", "precision": 0.6},
        {"maximise": "precision", "recall": 0.6},
        {"maximise": "specificity", "recall": 0.7},
        {"maximise": "informedness", "specificity": 0.8},
    ],
)
@pytest.mark.parametrize("weighted", [False, True])
def test_no_threshold_is_better(options: Any, weighted: bool) -> None:
    rng = np.random.default_rng(231)
    truth = rng.integers(0, 2, 60)
    scores = rng.integers(0, 15, 60) + 3 * truth
    data = {"sample_weight": rng.random(60) if weighted else None}
    measures: dict[str, Any] = {
        "recall": recall,
        "precision": precision,
        "specificity": specificity,
        "informedness": informedness,
    }
    target = options.get("maximise", "informedness")
    found = []
    for threshold in np.unique(scores):
        decisions = (scores >= threshold).astype(int)
        rates = {name: measure(truth, decisions, **data) for name, measure in measures.items()}
        if all(rates[name] >= least for name, least in options.items() if name != "maximise"):
            found.append(rates[target])
    point = operating_point(truth, scores, **options, **data)
    decisions = (scores >= point.threshold).astype(int)
    assert measures[target](truth, decisions, **data) == pytest.approx(max(found), rel=1e-12)
    for name in ("recall", "precision", "specificity"):
        assert getattr(point, name) == pytest.approx(measures[name](truth, decisions, **data), rel=1e-12)


def test_several_labels_give_one_point_each() -> None:
    points = operating_point(np.array([[0, 1], [1, 0], [1, 1]]), np.array([[1, 5], [2, 4], [3, 3]]))
    assert [point.threshold for point in points] == [2, 5]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"maximise": "f1"}, "maximise must be one of 'recall', 'specificity', 'precision', 'informedness', not 'f1'"),
        ({"recall": 1.5}, "recall must be a number from 0 to 1, not 1.5"),
        ({"precision": "high"}, "precision must be a number from 0 to 1, not 'high'"),
    ],
)
def test_options_that_do_not_exist_are_refused(options: Any, message: str) -> None:
    with pytest.raises(OptionError) as caught:
        operating_point([0, 1], [1, 2], **options)
    assert str(caught.value) == message + "."
