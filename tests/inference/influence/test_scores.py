"""Influences of metrics of scores against differences of the metric itself, and how they behave."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from samples import score_samples

import concordant
from concordant.inference.samples.scores import ScoreSample
from concordant.metrics.definition.facts import NetBenefit

RNG = np.random.default_rng(3)
N = 90
TWO = (RNG.random(N) < 0.35).astype(int)
FINE = RNG.normal(size=N) + TWO
COARSE = np.round(FINE)
MANY = RNG.integers(0, 4, N)
MATRIX = np.round(RNG.normal(size=(N, 4)) + np.eye(4)[MANY], 1)
LABELS = (RNG.random((N, 3)) < 0.4).astype(int)
LABEL_SCORES = np.round(RNG.normal(size=(N, 3)) + LABELS, 1)
WEIGHT = RNG.random(N) + 0.2

RANGES: list[dict[str, Any]] = [
    {"max_fpr": 0.1234},
    {"fpr": (0.153, 0.677), "corrected": False},
    {"fpr": (0, 1)},
    {"tpr": (0.5123, 0.9234)},
    {"tpr": (0.777, 1), "corrected": False},
]
OF_CURVES = [one.name for one in concordant.metrics.find() if one.influence and one.facts.input == "scores"]
OF_ONE = [(name, {}) for name in OF_CURVES if name != "partial_auc"] + [("partial_auc", how) for how in RANGES]
OF_SEVERAL = [(name, {"max_fpr": 0.3123} if name == "partial_auc" else {}) for name in OF_CURVES]


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
    assert_allclose(np.tensordot(weight, psi, axes=1) / total, 0.0, atol=1e-12)


@pytest.mark.parametrize("weight", [None, WEIGHT], ids=["rows", "weights"])
@pytest.mark.parametrize("score", [FINE, COARSE], ids=["no ties", "ties"])
@pytest.mark.parametrize(("name", "options"), OF_ONE)
def test_of_one_curve(name: str, options: dict[str, Any], score: Any, weight: Any) -> None:
    check(name, options, sample_of(TWO, score, weight))


@pytest.mark.parametrize("average", ["macro", "weighted", "micro", None])
@pytest.mark.parametrize("weight", [None, WEIGHT], ids=["rows", "weights"])
@pytest.mark.parametrize("kind", ["classes", "labels"])
@pytest.mark.parametrize(("name", "options"), OF_SEVERAL)
def test_of_several_curves(name: str, options: dict[str, Any], kind: str, weight: Any, average: Any) -> None:
    if name == "hand_till_auc":
        pytest.skip("it has no average and is for classes: below")
    data = (MANY, MATRIX) if kind == "classes" else (LABELS, LABEL_SCORES)
    check(name, {**options, "average": average}, sample_of(*data, weight))


@pytest.mark.parametrize("weight", [None, WEIGHT], ids=["rows", "weights"])
@pytest.mark.parametrize("average", ["macro", "weighted", None])
@pytest.mark.parametrize("name", ["roc_auc", "gini"])
def test_of_pairs_of_classes(name: str, average: Any, weight: Any) -> None:
    check(name, {"average": average, "multi_class": "ovo"}, sample_of(MANY, MATRIX, weight))


def test_of_hand_and_till() -> None:
    check("hand_till_auc", {}, sample_of(MANY, MATRIX))


def test_a_class_without_rows_is_left_out_of_the_mean() -> None:
    metric = concordant.metrics.get("roc_auc")
    (sample,) = score_samples(MANY % 3, [MATRIX], labels=[0, 1, 2, 3])
    (smaller,) = score_samples(MANY % 3, [MATRIX[:, :3]])
    assert_allclose(sample.influence(metric, {}), smaller.influence(metric, {}), rtol=1e-12)
    each = sample.influence(metric, {"average": None})
    assert each is not None
    assert np.isnan(each).all(axis=0).tolist() == [False, False, False, True]


@pytest.mark.parametrize("limit", [0.1, 0.3])
def test_where_the_curve_rises_at_the_limit_the_slopes_are_averaged(limit: float) -> None:
    truth, score = np.r_[np.zeros(10), np.ones(10)].astype(int), np.r_[np.arange(10), np.arange(10) + 0.5]
    sample, metric = sample_of(truth, score), concordant.metrics.get("partial_auc")
    how = {"max_fpr": limit, "corrected": False}
    psi, weight = sample.influence(metric, how), sample.units.weight
    assert psi is not None
    for unit in range(len(weight)):
        moved = np.tile(weight, (2, 1))
        moved[0, unit] += 1e-6
        moved[1, unit] -= 1e-6
        up, down = sample.values(metric, how, moved)
        assert psi[unit] == pytest.approx((up - down) / 2e-6 * len(weight), abs=1e-5)


@pytest.mark.parametrize("name", ["kolmogorov_smirnov", "sensitivity_at_specificity", "precision_at_k"])
def test_metrics_read_off_at_one_place_have_none(name: str) -> None:
    assert sample_of(TWO, FINE).influence(concordant.metrics.get(name), {}) is None


def test_units_of_rows_and_of_scores_agree() -> None:
    metric = concordant.metrics.get("average_precision")
    one = sample_of(TWO, COARSE)
    rows, _ = score_samples(TWO, [COARSE, FINE], names=["a", "b"])
    psi = rows.influence(metric, {})
    assert psi is not None
    table = one.influence(metric, {})
    assert table is not None
    place = {(p, c): value for p, c, value in zip(one.places[0], one.codes[0], table, strict=True)}
    assert_allclose(psi, [place[key] for key in zip(rows.places[0], rows.codes[0], strict=True)], rtol=1e-12)


def test_without_positive_rows_only_net_benefits_are_known() -> None:
    for metric in concordant.metrics.find():
        if metric.influence is None:
            continue
        options = {
            name: {"max_fpr": 0.5, "threshold": 0.4}[name]
            for name in metric.options
            if name in ("max_fpr", "threshold")
        }
        psi = score_samples([0, 0, 0], [[0.2, 0.5, 0.7]], labels=[0, 1])[0].influence(metric, options)
        assert np.isnan(psi).all() == (not isinstance(metric.is_a, NetBenefit)), metric.name


@pytest.mark.parametrize("name", ["calibration_slope", "calibration_intercept"])
@pytest.mark.parametrize("average", ["weighted", "macro"])
def test_an_average_over_no_class_has_no_interval(name: str, average: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = concordant.metrics.get(name).interval(
            np.zeros(9, int), np.full((9, 3), 1 / 3), average=average, labels=[0, 1, 2]
        )
    assert np.isnan([found.value, found.low, found.high]).all()
