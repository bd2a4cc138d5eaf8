from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import precision_recall_curve

from concordant import operating_point, recall_at_precision
from concordant.errors import OptionError, UndefinedMetricWarning

ROWS = [0, 0, 1, 1, 1, 0], [0.1, 0.4, 0.35, 0.8, 0.9, 0.2]


@pytest.mark.parametrize(
    ("y_true", "y_score", "least", "value"),
    [
        ([1], [3], 1, 1.0),
        ([1, 1], [3, 4], 1, 1.0),  # one class
        ([0, 1], [0.1, 0.2], 1, 1.0),
        ([0, 1], [0.2, 0.1], 0.5, 1.0),
        ([0, 1, 1], [3, 3, 3], 0.5, 1.0),
        (*ROWS, 1, 2 / 3),
        (*ROWS, 0.75, 1.0),
        (*ROWS, 0.7500001, 2 / 3),
        (*ROWS, 0, 1.0),
    ],
)
def test_edges(y_true: Any, y_score: Any, least: float, value: float) -> None:
    assert recall_at_precision(y_true, y_score, precision=least) == value


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (([], []), r"no row of y_true is positive \(1\)"),
        (([0, 0], [1, 2]), r"no row of y_true is positive \(1\)"),
        (([0, 1], [2, 1]), "no threshold has a precision of at least 0.9"),
    ],
)
def test_where_no_threshold_has_the_precision_it_is_undefined(rows: Any, reason: str) -> None:
    with pytest.warns(UndefinedMetricWarning, match=f"^recall_at_precision: {reason}$"):
        assert math.isnan(recall_at_precision(*rows, precision=0.9))
    assert recall_at_precision(*rows, precision=0.9, undefined=0.0) == 0.0


def test_averages_leave_out_classes_that_never_have_the_precision() -> None:
    truth, scores = [0, 1, 1], [[0.8, 0.2, 0.0], [0.9, 0.1, 0.0], [0.3, 0.5, 0.2]]
    with pytest.warns(UndefinedMetricWarning) as caught:
        found = recall_at_precision(truth, scores, labels=[0, 1, 2], precision=0.8)
    assert found == 0.5
    assert str(caught[0].message) == (
        "recall_at_precision: the macro average is over 1 of 3 classes: no row of y_true is in the class, or no "
        "threshold has a precision of at least 0.8 (classes 0, 2)"
    )


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("least", [0.5, 0.6, 2 / 3, 0.9])
def test_it_is_the_best_point_of_scikit_learns_curve(least: float, weighted: bool) -> None:
    rng = np.random.default_rng(241)
    truth = rng.integers(0, 2, 80)
    scores = rng.integers(0, 12, 80) + 5 * truth
    weights = rng.random(80) if weighted else None
    precision, recall, thresholds = precision_recall_curve(truth, scores, sample_weight=weights)
    here = precision[:-1] >= least  # without the end point that it adds
    assert recall_at_precision(truth, scores, precision=least, sample_weight=weights) == pytest.approx(
        recall[:-1][here].max(), rel=1e-12
    )
    point = operating_point(truth, scores, maximise="recall", precision=least, sample_weight=weights)
    assert point.threshold in thresholds[here]


def test_a_precision_that_is_none_is_refused() -> None:
    with pytest.raises(OptionError, match=r"^precision must be a number from 0 to 1, not 80\.$"):
        recall_at_precision([0, 1], [1, 2], precision=80)
