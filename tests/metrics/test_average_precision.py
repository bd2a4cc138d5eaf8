from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import auc

from concordant import average_precision, precision_recall_curve
from concordant.errors import OptionError, UndefinedMetricWarning

from .cases import assert_same, drawn


@pytest.mark.parametrize(
    ("y_true", "y_score", "value"),
    [
        ([1], [0.5], 1.0),
        ([1, 1], [0.5, 0.1], 1.0),  # one class
        ([0, 1], [0.1, 0.2], 1.0),
        ([0, 1], [0.2, 0.1], 0.5),
        ([0, 1, 0, 0], [7, 7, 7, 7], 0.25),  # constant: the prevalence
        ([0, 0, 1, 1], [1, 2, 3, 4], 1.0),
        ([1, 1, 0, 0], [1, 2, 3, 4], (1 / 3 + 2 / 4) / 2),  # the worst order is not 0
        ([1, 0], [math.inf, -math.inf], 1.0),
    ],
)
def test_edges(y_true: Any, y_score: Any, value: float) -> None:
    assert average_precision(y_true, y_score) == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize("rows", [([], []), ([0], [1.0]), ([0, 0], [1.0, 2.0])])
def test_without_positive_rows_it_is_undefined(rows: Any) -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^average_precision: no row of y_true is positive \(1\)$"):
        assert math.isnan(average_precision(*rows))


def test_by_hand() -> None:
    # thresholds .8 and .35 gain a positive each: (1/1 + 2/3) / 2
    assert average_precision([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]) == pytest.approx(5 / 6, rel=1e-15)


def test_ties_count_together_whatever_the_order_of_rows() -> None:
    for truth in ([1, 0, 1, 0], [0, 1, 1, 0]):
        assert average_precision(truth, [2, 2, 1, 0]) == pytest.approx((1 / 2 + 2 / 3) / 2, rel=1e-15)


def test_a_positive_that_joins_a_tie_of_negatives_can_lower_it() -> None:
    # Which is why no direction is claimed of tied scores.
    truth, scores = [0] * 10 + [1] * 90, [2] * 10 + [1] * 90
    assert average_precision(truth, [2] * 11 + [1] * 89) < average_precision(truth, scores) == pytest.approx(0.9)


def test_points_are_not_joined_by_straight_lines() -> None:
    # Davis & Goadrich 2006: the trapezoids between the points of this curve would give more.
    truth, scores = [1] * 1 + [0] * 9 + [1] * 9, [9] + [1] * 18
    curve = precision_recall_curve(truth, scores)
    trapezoids = curve.recall[0] + auc(curve.recall, curve.precision)
    assert average_precision(truth, scores) == pytest.approx(0.1 + 0.9 * 10 / 19, rel=1e-14)
    assert trapezoids > 0.7


@given(
    rows=st.lists(st.tuples(st.integers(0, 1), st.integers(-3, 3), st.sampled_from([0.0, 0.25, 1.0, 3.0])), max_size=20)
)
@drawn
def test_the_shortcut_is_the_formula_on_the_curve(rows: Any) -> None:
    truth, scores, weights = np.array(rows, dtype=np.float64).reshape(-1, 3).T
    truth = truth.astype(np.int64)
    choices: list[dict[str, Any]] = [{}, {"sample_weight": weights}]
    for data in choices:
        oracle = average_precision.of(average_precision.state(truth, scores, **data), undefined=math.nan)
        assert_same(average_precision(truth, scores, undefined=math.nan, **data), oracle, rows, rtol=1e-12)


def test_it_is_the_sum_of_steps_under_the_curve() -> None:
    rng = np.random.default_rng(93)
    truth, scores, weights = rng.integers(0, 2, 200), rng.integers(0, 30, 200), rng.random(200)
    curve = precision_recall_curve(truth, scores, sample_weight=weights)
    steps = np.diff(curve.recall, prepend=0.0)
    expected = (steps * curve.precision).sum()
    assert average_precision(truth, scores, sample_weight=weights) == pytest.approx(expected, rel=1e-12)


def test_without_ties_it_is_the_mean_precision_at_the_positives() -> None:
    truth = np.array([1, 0, 1, 1, 0, 0, 1])
    at_positives = [1, 2 / 3, 3 / 4, 4 / 7]
    assert average_precision(truth, -np.arange(7)) == pytest.approx(np.mean(at_positives), rel=1e-15)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.8])
def test_scores_that_know_nothing_give_the_prevalence(share: float) -> None:
    rng = np.random.default_rng(94)
    truth, scores = (rng.random(100_000) < share).astype(np.int64), rng.random(100_000)
    assert average_precision(truth, scores) == pytest.approx(share, abs=0.01)


@pytest.mark.parametrize("scores", [[0.1, 0.9], [[0.9, 0.1], [0.1, 0.9]]])
def test_an_average_that_does_not_exist_is_refused(scores: Any) -> None:
    with pytest.raises(OptionError, match="average must be one of 'macro', 'micro', 'weighted', None, not 'binary'"):
        average_precision([0, 1], scores, average="binary")
