"""Influences of metrics of scores at a set prevalence against differences of the metric itself."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from samples import score_samples

import concordant
from concordant.inference.samples.scores import ScoreSample

RNG = np.random.default_rng(11)
N = 90
TWO = (RNG.random(N) < 0.35).astype(int)
FINE = RNG.normal(size=N) + TWO
COARSE = np.round(FINE)
MANY = RNG.integers(0, 4, N)
MATRIX = np.round(RNG.normal(size=(N, 4)) + np.eye(4)[MANY], 1)
WEIGHT = RNG.random(N) + 0.2
SHARES = {0: 0.6, 1: 0.3, 2: 0.09, 3: 0.01}
NAMES = ("average_precision", "precision_recall_auc")


def sample_of(truth: Any, score: Any, weight: Any = None) -> ScoreSample:
    (sample,) = score_samples(truth, [score], sample_weight=weight)
    return sample


def check(name: str, options: dict[str, Any], sample: ScoreSample) -> None:
    """Move the weight of some units by a little, up and down."""
    metric = concordant.metrics.get(name)
    psi, weight, total = sample.influence(metric, options), sample.units.weight, sample.units.total
    assert psi is not None
    many = min(20, len(weight))
    some = np.random.default_rng(1).choice(len(weight), many, replace=False)
    step = 1e-5 * weight[some]
    moved = np.tile(weight, (2 * many, 1))
    moved[np.arange(many), some] += step
    moved[np.arange(many, 2 * many), some] -= step
    values = sample.values(metric, options, moved)
    slopes = ((values[:many] - values[many:]).T / (2 * step) * total).T
    assert_allclose(psi[some], slopes, rtol=1e-6, atol=1e-7)
    for one in np.unique(sample.codes[0]):  # the share of a class is fixed, so its rows only change places
        here = sample.codes[0] == one
        assert_allclose(np.tensordot(weight[here], psi[here], axes=1) / total, 0.0, atol=1e-12)


@pytest.mark.parametrize("weight", [None, WEIGHT], ids=["rows", "weights"])
@pytest.mark.parametrize("score", [FINE, COARSE], ids=["no ties", "ties"])
@pytest.mark.parametrize("prevalence", [0.01, 0.5, {0: 0.9, 1: 0.1}], ids=["1 %", "half", "both shares"])
@pytest.mark.parametrize("name", NAMES)
def test_of_one_curve(name: str, prevalence: Any, score: Any, weight: Any) -> None:
    check(name, {"prevalence": prevalence}, sample_of(TWO, score, weight))


@pytest.mark.parametrize("average", ["macro", "weighted", "micro", None])
@pytest.mark.parametrize("weight", [None, WEIGHT], ids=["rows", "weights"])
@pytest.mark.parametrize("name", NAMES)
def test_of_several_curves(name: str, weight: Any, average: Any) -> None:
    check(name, {"prevalence": SHARES, "average": average}, sample_of(MANY, MATRIX, weight))


@pytest.mark.parametrize("average", ["macro", "weighted", "micro"])
@pytest.mark.parametrize("name", NAMES)
def test_rows_of_a_class_without_a_share_move_nothing(name: str, average: str) -> None:
    metric, shares = concordant.metrics.get(name), {0: 0.5, 1: 0.3, 2: 0.2, 3: 0.0}
    sample = sample_of(MANY, MATRIX)
    options = {"prevalence": shares, "average": average if average != "macro" else "weighted"}
    psi = sample.influence(metric, options)
    assert psi is not None
    assert (psi[MANY == 3] == 0).all()
    rest, others = MANY[MANY < 3], MATRIX[MANY < 3]
    (smaller,) = score_samples(rest, [others], labels=[0, 1, 2, 3])
    without = smaller.influence(metric, options)
    assert without is not None
    assert_allclose(psi[MANY < 3] / N, without / len(rest), rtol=1e-9)


def test_the_prevalence_of_the_rows_takes_only_the_chance_of_the_classes_away() -> None:
    metric, sample = concordant.metrics.get("average_precision"), sample_of(TWO, FINE)
    free, held = sample.influence(metric, {}), sample.influence(metric, {"prevalence": TWO.mean()})
    assert free is not None
    assert held is not None
    code, weight = sample.codes[0], sample.units.weight
    means = np.bincount(code, weight * free) / np.bincount(code, weight)
    assert_allclose(held, free - means[code], rtol=1e-9, atol=1e-12)
