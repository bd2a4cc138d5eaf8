"""From columns of labels and scores to samples."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from support.samples import NEEDED_OPTIONS, score_samples

import concordant
from concordant import roc_auc
from concordant.engines.arrays import scores as curves
from concordant.errors import ConcordantError, LengthError, WeightError
from concordant.inference.samples.scores import ScoreSample
from concordant.metrics.ranking import roc_auc as pairwise_auc
from concordant.states import Curve, CurveStack

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
RNG = np.random.default_rng(8)
N = 60
TWO = (RNG.random(N) < 0.4).astype(int)
SCORE = np.round(RNG.normal(size=N) + TWO, 1)
OTHER = np.round(RNG.normal(size=N) + TWO, 1)
MANY = RNG.integers(0, 3, N)
MATRIX = np.round(RNG.normal(size=(N, 3)) + np.eye(3)[MANY], 1)


OF_SCORES = [x for x in concordant.metrics.find() if x.facts.input == "scores" and x.facts.better is not None]


def one(truth: Any, score: Any, **how: Any) -> ScoreSample:
    (sample,) = score_samples(truth, [score], **how)
    return sample


@pytest.mark.parametrize("metric", OF_SCORES, ids=lambda metric: metric.name)
def test_other_weights_are_other_rows(metric: Any) -> None:
    options = NEEDED_OPTIONS.get(metric.name, {})
    again = np.random.default_rng(2).integers(0, N, N)
    for truth, score in ((TWO, SCORE), (MANY, MATRIX)):
        both, _ = score_samples(truth, [score, score], names=["a", "b"])
        weights = np.bincount(again, minlength=N)[None].astype(float)
        expected = metric(truth[again], score[again], **options)
        assert_allclose(both.values(metric, options, weights)[0], expected, rtol=1e-12)
        assert_allclose(both.value(metric, options), metric(truth, score, **options), rtol=1e-12)


def test_a_row_that_one_model_lacks_is_dropped_from_all() -> None:
    first, second = SCORE.copy(), OTHER.copy()
    first[3], second[[3, 10]] = np.nan, np.nan
    weight = np.where(np.arange(N) == 20, 0.0, 1.0)
    a, b = score_samples(
        TWO, [first, second], names=["a", "b"], missing="drop", sample_weight=weight, cluster=np.arange(N) // 2
    )
    here = np.setdiff1d(np.arange(N), [3, 10, 20])
    assert a.atoms is b.atoms
    assert len(a.atoms) == len(here)
    assert a.state.missing == b.state.missing == 2
    assert a.value(roc_auc, {}) == roc_auc(TWO[here], SCORE[here])
    assert b.value(roc_auc, {}) == roc_auc(TWO[here], OTHER[here])
    assert a.atoms.clusters is not None
    assert_array_equal(a.atoms.clusters.code, np.unique(here // 2, return_inverse=True)[1])


def test_labels_that_were_taken_for_granted_are_looked_at() -> None:
    sample = one(TWO + 1, SCORE, sample_weight=np.ones(N))
    assert_array_equal(sample.codes[0], TWO)
    with pytest.raises(LengthError, match="y_true has 3 classes"):
        one(MANY, SCORE, cluster=np.arange(N))


WEIGHTS = np.round(RNG.uniform(0.5, 1.5, N), 1)
TWICE = np.tile(TWO, 2), np.tile(SCORE, 2)
HALVES = (slice(None, 30), slice(30, None))


@pytest.mark.parametrize("unit", [1.0, 1e-19, 1e19])
def test_of_a_weighted_state(unit: float) -> None:
    weights = WEIGHTS * unit
    expected = roc_auc.interval(TWO, SCORE, sample_weight=weights)
    frame = pl.DataFrame({"y": TWO, "s": SCORE, "w": weights})
    framed = Curve.from_frame(frame.lazy(), y_true="y", y_score="s", sample_weight="w")
    parts = [roc_auc.state(TWO[some], SCORE[some], sample_weight=weights[some]) for some in HALVES]
    whole = Curve.from_scores(TWO, SCORE, sample_weight=weights)
    for state in (whole, framed, parts[0] + parts[1], Curve.empty() + whole, Curve.from_dict(whole.to_dict())):
        result = roc_auc.interval_of(state)
        assert_allclose((result.low, result.high, result.se), (expected.low, expected.high, expected.se), rtol=1e-12)
    again = roc_auc.interval(*TWICE, sample_weight=np.tile(weights, 2))
    assert_allclose(roc_auc.interval_of(whole * 2).se, again.se, rtol=1e-12)


def test_a_state_of_weighted_and_counted_rows() -> None:
    weights = np.where(np.arange(N) < 30, WEIGHTS, 1.0)
    first = roc_auc.state(TWO[:30], SCORE[:30], sample_weight=WEIGHTS[:30])
    result = roc_auc.interval_of(first + roc_auc.state(TWO[30:], SCORE[30:]))
    assert_allclose(result.se, roc_auc.interval(TWO, SCORE, sample_weight=weights).se, rtol=1e-12)
    assert_allclose(roc_auc.interval_of(roc_auc.state(TWO, SCORE) * 2.0).se, roc_auc.interval(*TWICE).se, rtol=1e-12)


def test_of_a_weighted_state_without_squares_is_refused() -> None:
    curve = Curve.from_scores(TWO, SCORE, sample_weight=WEIGHTS)
    for state in (replace(curve, squares=None), curve.at_prevalence(0.5), curve + replace(curve, squares=None)):
        with pytest.raises(WeightError, match="holds only the sums of their weights"):
            roc_auc.interval_of(state)


ROWS_OF_CLASSES, K = 32, 4
TRUTH = RNG.integers(0, K, ROWS_OF_CLASSES)
PROBABILITIES = np.round(RNG.dirichlet(np.ones(K), ROWS_OF_CLASSES) * 20) + np.eye(K)[TRUTH]
PROBABILITIES /= PROBABILITIES.sum(1, keepdims=True)
OTHERS = RNG.dirichlet(np.ones(K), ROWS_OF_CLASSES)


METRICS = [metric for metric in concordant.metrics.find() if CurveStack in metric.takes]
OPTIONS = [{**NEEDED_OPTIONS.get(metric.name, {})} for metric in METRICS]
CASES = [*zip(METRICS, OPTIONS, strict=True), (roc_auc, {"multi_class": "ovo"})]
WEIGHTED = [
    (metric, {**options, "average": "weighted"})
    for metric, options in zip(METRICS, OPTIONS, strict=True)
    if "average" in metric.options
]


def answer_of(call: Callable[..., Any], *data: Any, **options: Any) -> Any:
    """What a call gives, as plain data, or its error."""
    try:
        result = call(*data, **options)
    except ConcordantError as error:
        return type(error).__name__, str(error)
    return json.loads(json.dumps(result, default=plain))


def plain(result: Any) -> Any:
    """Plain data of a record or an array."""
    return result.tolist() if isinstance(result, (np.ndarray, np.generic)) else result.to_dict()


def answers(metric: Any, **options: Any) -> list[Any]:
    if metric.facts.better is None:
        return [answer_of(call, TRUTH, PROBABILITIES, **options) for call in (metric, metric.interval)]
    drawn = {"draws": 6, **options}
    return [
        answer_of(metric, TRUTH, PROBABILITIES, **options),
        answer_of(metric.interval, TRUTH, PROBABILITIES, **drawn),
        answer_of(metric.interval, TRUTH, PROBABILITIES, method="percentile", **drawn),
        answer_of(metric.compare, TRUTH, PROBABILITIES, OTHERS, **drawn),
    ]


@pytest.mark.parametrize(("metric", "options"), [*CASES, *WEIGHTED])
def test_counted_rows_of_many_classes_give_the_same_without_a_curve_of_all(
    monkeypatch: pytest.MonkeyPatch, metric: Any, options: dict[str, Any]
) -> None:
    expected = answers(metric, **options)
    monkeypatch.setattr(curves, "_HELD", 0)
    monkeypatch.setattr(pairwise_auc, "_MANY", 0)
    if metric.name != "hand_till_auc" and "multi_class" not in options:  # resampled pairs of classes need one at a time
        monkeypatch.setattr(curves, "_of_column", lambda *_: pytest.fail("a curve of all classes"))
    assert repr(answers(metric, **options)) == repr(expected)
