"""Every metric of scores has an interval by default, and says where it cannot be trusted."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from samples import score_samples

import concordant
from concordant.errors import IntervalWarning
from concordant.inference.influence.influences import Spread

RNG = np.random.default_rng(21)
N = 400
TWO = (RNG.random(N) < 0.4).astype(int)
SCORE = np.round(RNG.normal(size=N) + TWO, 2)
MANY = RNG.integers(0, 3, N)
MATRIX = np.round(RNG.normal(size=(N, 3)) + np.eye(3)[MANY], 2)
LABELS = (RNG.random((N, 2)) < 0.4).astype(int)
LABEL_SCORES = RNG.normal(size=(N, 2)) + LABELS
WEIGHT = RNG.random(N) + 0.5

NEEDED: dict[str, dict[str, Any]] = {
    "partial_auc": {"max_fpr": 0.2},
    "gain_at": {"depth": 0.2},
    "lift_at": {"depth": 0.2},
    "precision_at_k": {"k": 60},
    "recall_at_k": {"k": 60},
    "precision_at_recall": {"recall": 0.6},
    "recall_at_precision": {"precision": 0.5},
    "sensitivity_at_specificity": {"specificity": 0.7},
    "specificity_at_sensitivity": {"sensitivity": 0.7},
}
EVERY = [concordant.metrics.get(name) for name in concordant.metrics.names()]
METRICS = [metric for metric in EVERY if metric.facts.input == "scores" and metric.facts.better is not None]


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
@pytest.mark.parametrize(
    ("truth", "score", "how"),
    [
        (TWO, SCORE, {}),
        (TWO, SCORE, {"sample_weight": WEIGHT}),
        (TWO, SCORE, {"cluster": np.arange(N) // 4}),
        (MANY, MATRIX, {}),
        (LABELS, LABEL_SCORES, {}),
    ],
    ids=["rows", "weights", "clusters", "classes", "labels"],
)
@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_limits_are_finite_and_around_the_value(metric: Any, truth: Any, score: Any, how: dict[str, Any]) -> None:
    if metric.name == "hand_till_auc" and truth is LABELS:
        pytest.skip("for classes that exclude each other")
    found = metric.interval(truth, score, draws=100, **NEEDED.get(metric.name, {}), **how)
    least, greatest = metric.facts.range
    assert least <= found.low < found.high <= greatest
    assert found in found
    assert found.method != "pairs"


def test_a_second_of_the_rare_class_is_named() -> None:
    truth = np.array(["rare"] * 4 + ["often"] * 60)
    with pytest.warns(IntervalWarning, match="only 4 rows of y_true are 'rare'"):
        concordant.average_precision.interval(truth, np.arange(64) % 17, pos_label="rare")
    with pytest.warns(IntervalWarning, match="only 0 rows of y_true are without the label 'b'"):
        concordant.average_precision.interval([[0, 1], [1, 1]] * 20, RNG.random((40, 2)), labels=["a", "b"])


def test_draws_that_are_all_equal_say_so() -> None:
    with pytest.warns(IntervalWarning, match="all draws give the same value; .* are used instead"):
        found = concordant.equal_error_rate.interval([0] * 20 + [1] * 20, range(40), draws=50)
    assert found.low == 0
    assert found.high == pytest.approx(1 - 0.025 ** (1 / 20), rel=1e-12)


def test_enough_rows_leave_no_doubt() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert concordant.roc_auc.interval(TWO, SCORE).reason is None
        assert concordant.partial_auc.interval(TWO, SCORE, max_fpr=0.3).reason is None


@pytest.mark.parametrize("name", ["roc_auc", "average_precision", "precision_recall_auc", "partial_auc"])
def test_influences_and_resampling_tell_the_same_spread(name: str) -> None:
    metric, options = concordant.metrics.get(name), NEEDED.get(name, {})
    samples = score_samples(TWO, [SCORE, SCORE + RNG.normal(size=N)], names=["a", "b"])
    psi: Any = np.stack([sample.influence(metric, options) for sample in samples], axis=1)
    drawn = np.stack([sample.drawn(metric, options, 3000, 1, "rows") for sample in samples])
    assert_allclose(Spread(samples[0].units, psi).covariance, np.cov(drawn), rtol=0.12)


def test_weights_scale_and_rows_shuffle() -> None:
    order = RNG.permutation(N)
    for name in ("average_precision", "precision_recall_auc", "partial_auc"):
        metric, options = concordant.metrics.get(name), NEEDED.get(name, {})
        found = metric.interval(TWO, SCORE, sample_weight=WEIGHT, **options)
        again = metric.interval(TWO[order], SCORE[order], sample_weight=2 * WEIGHT[order], **options)
        single = metric.interval(TWO, SCORE, sample_weight=WEIGHT, cluster=np.arange(N), **options)
        assert_allclose([again.low, again.high], [found.low, found.high], rtol=1e-10)
        rarest = WEIGHT[TWO == 1].sum() / WEIGHT.max()  # rows of the heaviest kind
        assert found.se < single.se < found.se * np.sqrt(rarest / (rarest - 1))
