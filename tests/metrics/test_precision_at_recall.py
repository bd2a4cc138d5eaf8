from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import precision_recall_curve

from concordant import operating_point, precision_at_recall
from concordant.errors import OptionError, UndefinedMetricWarning

ROWS = [0, 0, 1, 1, 1, 0], [0.1, 0.4, 0.35, 0.8, 0.9, 0.2]


@pytest.mark.parametrize(
    ("y_true", "y_score", "least", "value"),
    [
        ([1], [3], 1, 1.0),
        ([1, 1], [3, 4], 1, 1.0),  # one class
        ([0, 1], [0.1, 0.2], 1, 1.0),
        ([0, 1], [0.2, 0.1], 1, 0.5),  # at least the prevalence
        ([0, 1, 1], [3, 3, 3], 0.5, 2 / 3),
        (*ROWS, 0.6, 1.0),
        (*ROWS, 0.7, 0.75),
        (*ROWS, 0, 1.0),
        ([0, 1, 0, 1, 1], [5, 4, 3, 2, 1], 0.3, 0.6),  # precision is best at the end
    ],
)
def test_edges(y_true: Any, y_score: Any, least: float, value: float) -> None:
    assert precision_at_recall(y_true, y_score, recall=least) == value


@pytest.mark.parametrize("rows", [([], []), ([0, 0], [1, 2])])
def test_without_positive_rows_it_is_undefined(rows: Any) -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^precision_at_recall: no row of y_true is positive \(1\)$"):
        assert math.isnan(precision_at_recall(*rows, recall=0.5))


def test_ten_of_ten_is_not_lost_to_rounding() -> None:
    truth, scores = [1] * 9 + [0] * 10 + [1], list(range(20, 0, -1))
    assert precision_at_recall(truth, scores, recall=0.9) == 1.0


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("least", [0.2, 0.5, 0.8, 1])
def test_it_is_the_best_point_of_scikit_learns_curve(least: float, weighted: bool) -> None:
    rng = np.random.default_rng(251)
    truth = rng.integers(0, 2, 80)
    scores = rng.integers(0, 12, 80) + 2 * truth
    weights = rng.integers(1, 5, 80) / 4 if weighted else None  # exact sums
    precision, recall, thresholds = precision_recall_curve(truth, scores, sample_weight=weights)
    here = recall[:-1] >= least
    assert precision_at_recall(truth, scores, recall=least, sample_weight=weights) == pytest.approx(
        precision[:-1][here].max(), rel=1e-12
    )
    point = operating_point(truth, scores, maximise="precision", recall=least, sample_weight=weights)
    assert point.threshold in thresholds[here]


def test_averages_of_several_classes() -> None:
    rng = np.random.default_rng(252)
    truth, scores = rng.integers(0, 3, 80), rng.random((80, 3))
    each = [precision_at_recall((truth == k).astype(int), scores[:, k], recall=0.5) for k in range(3)]
    assert precision_at_recall(truth, scores, recall=0.5, average=None).tolist() == each
    assert precision_at_recall(truth, scores, recall=0.5) == pytest.approx(np.mean(each), rel=1e-14)


def test_a_recall_that_is_none_is_refused() -> None:
    with pytest.raises(OptionError, match=r"^recall must be a number from 0 to 1, not -0\.1\.$"):
        precision_at_recall([0, 1], [1, 2], recall=-0.1)
