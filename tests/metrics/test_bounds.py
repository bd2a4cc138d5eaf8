"""Certain bounds: the value of the rows never lies outside, and an order of the rows attains them."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import concordant
from concordant import average_precision, roc_auc
from concordant.errors import InputTypeError, LengthError, OptionError, UndefinedMetricWarning
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.registry import find
from concordant.result import Bounds
from concordant.states import BucketCurve, Curve, ScoreKey

OPTIONS: dict[str, dict[str, Any]] = {
    "partial_auc": {"fpr": (0.0, 0.3)},
    "gain_at": {"depth": 0.2},
    "lift_at": {"depth": 0.3},
    "sensitivity_at_specificity": {"specificity": 0.8},
    "specificity_at_sensitivity": {"sensitivity": 0.8},
    "precision_at_recall": {"recall": 0.5},
}
BOUNDED = [metric for metric in find() if metric.facts.dominance is not None]
by_name = pytest.mark.parametrize("metric", BOUNDED, ids=lambda metric: metric.name)


@st.composite
def rows(draw: st.DrawFn) -> tuple[Any, Any, Any, ScoreKey]:
    """Truth of two classes, scores with ties, weights or None, and a key that joins many of them."""
    size = draw(st.integers(2, 25))
    grid = draw(st.sampled_from([4, 10, 1000]))
    scores = draw(st.lists(st.integers(0, grid), min_size=size, max_size=size))
    truth = draw(st.lists(st.integers(0, 1), min_size=size, max_size=size))
    weights = draw(st.one_of(st.none(), st.lists(st.sampled_from([0, 1, 2, 0.37]), min_size=size, max_size=size)))
    kept = np.array(truth)[np.array(weights or [1] * size) > 0]
    assume(len(set(kept.tolist())) == 2)
    key = ScoreKey(octaves=draw(st.integers(1, 3)), bits=draw(st.integers(0, 3)))
    return np.array(truth), np.array(scores) / grid, weights, key


@by_name
@given(some=rows())
def test_the_value_of_the_rows_lies_between_the_bounds(metric: Metric, some: Any) -> None:
    truth, scores, weights, key = some
    if metric.facts.dominance == "counted":
        weights = None
    options = OPTIONS.get(metric.name, {})
    state = BucketCurve.from_scores(truth, scores, key=key, sample_weight=weights)
    value = metric.of(Curve.from_scores(truth, scores, sample_weight=weights), **options)
    bounds = metric.bounds_of(state, **options)
    assert bounds.low <= value <= bounds.high
    assert bounds.value == metric.of(state, **options)
    if weights is None and (state.low == state.high).all():
        assert bounds.exact
        assert bounds.value == value


@by_name
def test_finer_buckets_close_in_on_the_value(metric: Metric) -> None:
    random = np.random.default_rng(3)
    truth = random.integers(0, 2, 2000)
    scores = 1 / (1 + np.exp(-random.normal(truth - 0.5)))
    options = OPTIONS.get(metric.name, {})
    state = BucketCurve.from_scores(truth, scores, key=ScoreKey(bits=16))
    widths = [metric.bounds_of(state.coarsened(bits), **options).width for bits in (2, 6, 10, 16)]
    assert sorted(widths, reverse=True) == widths
    assert widths[0] > 0.005
    assert metric(truth, scores, **options) in metric.bounds_of(state, **options)


def test_the_bounds_of_an_auc_are_attained() -> None:
    """One bucket of two positives and three negatives: every order of them is possible."""
    state = BucketCurve.from_scores([1, 0, 1, 0, 0], [0.26, 0.27, 0.28, 0.29, 0.3], key=ScoreKey(bits=0))
    bounds = roc_auc.bounds_of(state)
    assert (bounds.value, round(bounds.low, 9), round(bounds.high, 9)) == (0.5, 0, 1)


def test_half_the_width_of_an_auc_is_the_share_of_pairs_within_buckets() -> None:
    random = np.random.default_rng(4)
    truth, scores = random.integers(0, 2, 500), random.random(500)
    state = BucketCurve.from_scores(truth, scores, key=ScoreKey(bits=2))
    negatives, positives = state.weights.T
    open_pairs = (negatives * positives)[state.mixed].sum() / (negatives.sum() * positives.sum())
    bounds = roc_auc.bounds_of(state)
    np.testing.assert_allclose([bounds.value - bounds.low, bounds.high - bounds.value], open_pairs / 2, rtol=1e-9)


def test_the_least_average_precision_has_each_positive_below_all_negatives_of_its_bucket() -> None:
    """(1 / 3 + 2 / 4) / 2 of two negatives above two positives; the bound is a little below it."""
    state = BucketCurve.from_scores([1, 1, 0, 0], [0.26, 0.27, 0.3, 0.31], key=ScoreKey(bits=0))
    assert 0.40 < average_precision.bounds_of(state).low <= (1 / 3 + 2 / 4) / 2


def test_an_interval_is_widened_by_what_is_open() -> None:
    random = np.random.default_rng(5)
    truth, scores = random.integers(0, 2, 400), random.random(400)
    state = BucketCurve.from_scores(truth, scores, key=ScoreKey(bits=3))
    tied, bounds, found = roc_auc.interval_of(state.tied()), roc_auc.bounds_of(state), roc_auc.interval_of(state)
    assert (found.value, found.se, found.method) == (tied.value, tied.se, tied.method)
    np.testing.assert_allclose(tied.low - found.low, bounds.value - bounds.low)
    np.testing.assert_allclose(found.high - tied.high, bounds.high - bounds.value)
    assert found.signature.endswith("|buckets:probability3")


def test_bounds_of_data_choose_the_buckets() -> None:
    truth, scores = [0, 1, 0, 1], [0.5, 3.5, -2, 4]
    assert roc_auc.bounds(truth, scores) == 1
    assert "|buckets:real12" in roc_auc.bounds(truth, scores).signature
    assert "|buckets:probability12" in roc_auc.bounds(truth, [0.1, 0.2, 0.3, 0.4]).signature
    assert roc_auc.bounds(y_true=truth, y_score=scores, key=ScoreKey("real", bits=4), labels=[0, 1]) == 1


def test_undefined_values_have_no_bounds_and_say_why() -> None:
    with pytest.warns(UndefinedMetricWarning, match="only the class 0 occurs"):
        found = roc_auc.bounds([0, 0], [0.1, 0.2])
    assert np.isnan([found.value, found.low, found.high]).all()
    assert str(found) == "ROC AUC is undefined: only the class 0 occurs in y_true"


@pytest.mark.parametrize(
    ("ask", "error", "why"),
    [
        (lambda state: concordant.recall_at_precision.bounds_of(state, precision=0.5), OptionError, "does not exist"),
        (lambda _: concordant.roc_curve.bounds([0, 1], [0.1, 0.2]), OptionError, "does not exist"),
        (lambda _: roc_auc.bounds_of(Curve.empty()), InputTypeError, "takes a BucketCurve, not Curve"),
        (lambda state: roc_auc.bounds_of(state, averge=None), InputTypeError, "Did you mean 'average'"),
        (lambda _: roc_auc.bounds([0, 1, 2], np.eye(3)), LengthError, "one column of scores"),
        (concordant.brier_score.of, InputTypeError, "needs every score as it is"),
        (concordant.accuracy.of, InputTypeError, "takes Counts"),
        (
            lambda state: concordant.precision_at_recall.bounds_of(state * 0.5, recall=0.5),
            OptionError,
            "has no certain bounds",
        ),
    ],
)
def test_what_has_no_bounds_is_refused(ask: Any, error: Any, why: str) -> None:
    with pytest.raises(error, match=why):
        ask(BucketCurve.from_scores([0, 1], [0.2, 0.9]))


@pytest.mark.parametrize(
    ("value", "low", "high", "says"),
    [
        (0.75, 0.75, 0.75, "auc 0.75, exact"),
        (0.80265, 0.80263, 0.80268, "auc 0.8026, between 0.802630 and 0.802680 for certain"),
        (0.5, 0.0, 1.0, "auc between 0.00 and 1.00 for certain"),
    ],
)
def test_only_certain_digits_are_printed(value: float, low: float, high: float, says: str) -> None:
    found = Bounds(value, low, high, 3, 1200, "auc")
    assert str(found) == f"{says} (3 buckets, n = 1,200)"
    assert Bounds.from_dict(json.loads(json.dumps(found.to_dict()))) == found


@pytest.mark.filterwarnings("error")
def test_an_undefined_interval_warns_once() -> None:
    state = BucketCurve.from_scores([0, 0], [0.1, 0.2], labels=[0, 1])
    with pytest.warns(UndefinedMetricWarning) as caught:
        found = roc_auc.interval_of(state)
    assert len(caught) == 1
    assert np.isnan([found.value, found.low, found.high]).all()
