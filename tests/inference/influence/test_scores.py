"""Influences of metrics of scores against differences of the metric itself, and how they behave."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.files import TESTS
from support.samples import score_samples

import concordant
from concordant import (
    average_precision,
    calibration_in_the_large,
    calibration_intercept,
    calibration_slope,
    gini,
    net_benefit,
    net_interventions_avoided,
    observed_expected_ratio,
    partial_auc,
    precision_recall_auc,
    roc_auc,
)
from concordant.inference.samples.gather import samples_of
from concordant.inference.samples.scores import ScoreSample
from concordant.metrics.definition.facts import NetBenefit
from concordant.states import Curve

pytestmark = pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
CASES = json.loads((TESTS / "reference" / "row_intervals.json").read_text(encoding="utf-8"))["probabilities"]

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
P = 1 / (1 + np.exp(-np.round(1.5 * RNG.normal(size=N), 1)))
Y = (RNG.random(N) < P).astype(int)
CLASSES, CHANCES = RNG.integers(0, 3, N), RNG.dirichlet([2, 2, 2], N)

LINES: list[Any] = [calibration_slope, calibration_intercept, calibration_in_the_large]
AT_PREVALENCE: list[Any] = [average_precision, precision_recall_auc]
RANGES: list[dict[str, Any]] = [
    {"max_fpr": 0.1234},
    {"fpr": (0.153, 0.677), "corrected": False},
    {"fpr": (0, 1)},
    {"tpr": (0.5123, 0.9234)},
    {"tpr": (0.777, 1), "corrected": False},
]
SHARES = {0: 0.6, 1: 0.3, 2: 0.09, 3: 0.01}
OF_CURVES: list[Any] = [
    one for one in concordant.metrics.find() if one.influence and one.facts.input == "scores" and one is not partial_auc
]
OF_ONE = [
    *((metric, {}) for metric in OF_CURVES),
    *((partial_auc, options) for options in RANGES),
    *((metric, {"prevalence": share}) for metric in AT_PREVALENCE for share in (0.01, {0: 0.9, 1: 0.1})),
]
OF_SEVERAL = [
    *((metric, kind, {}) for metric in OF_CURVES if metric.name != "hand_till_auc" for kind in ("classes", "labels")),
    *((partial_auc, kind, {"max_fpr": 0.3123}) for kind in ("classes", "labels")),
    *((metric, "classes", {"prevalence": SHARES}) for metric in AT_PREVALENCE),
]
NET_BENEFITS = [
    (net_benefit, {"threshold": 0.3}),
    (net_benefit, {"threshold": 0.3, "standardized": True}),
    (net_benefit, {"threshold": 0.3, "prevalence": 0.1}),
    (net_benefit, {"threshold": 0.3, "prevalence": 0.1, "standardized": True}),
    (net_interventions_avoided, {"threshold": 0.3}),
    (net_interventions_avoided, {"threshold": 0.3, "prevalence": 0.1}),
]
weighted = pytest.mark.parametrize("weight", [None, WEIGHT], ids=["rows", "weights"])


def sample_of(truth: Any, score: Any, weight: Any = None) -> ScoreSample:
    (sample,) = score_samples(truth, [score], sample_weight=weight)
    return sample


def check(metric: Any, options: dict[str, Any], sample: Any, tolerance: float = 1e-6) -> None:
    """Move the weight of some units by a little, up and down."""
    psi, weight, total = sample.influence(metric, options), sample.atoms.weight, sample.atoms.total
    some = np.random.default_rng(1).choice(len(weight), min(20, len(weight)), replace=False)
    step = 1e-5 * weight[some]
    moved = np.tile(weight, (2, len(some), 1))
    moved[:, np.arange(len(some)), some] += [step, -step]
    up, down = (sample.values(metric, options, weights) for weights in moved)
    assert_allclose(psi[some], ((up - down).T / (2 * step) * total).T, rtol=tolerance, atol=tolerance / 10)
    assert_allclose(np.tensordot(weight, psi, axes=1) / total, 0.0, atol=1e-9)
    if "prevalence" in options and metric in AT_PREVALENCE:  # the share of a class is fixed: its rows change places
        for code in np.unique(sample.codes[0]):
            own = sample.codes[0] == code
            assert_allclose(np.tensordot(weight[own], psi[own], axes=1) / total, 0.0, atol=1e-12)


@weighted
@pytest.mark.parametrize("score", [FINE, COARSE], ids=["no ties", "ties"])
@pytest.mark.parametrize(("metric", "options"), OF_ONE)
def test_influence_on_one_curve(metric: Any, options: dict[str, Any], score: Any, weight: Any) -> None:
    check(metric, options, sample_of(TWO, score, weight))


@weighted
@pytest.mark.parametrize("average", ["macro", "weighted", "micro", None])
@pytest.mark.parametrize(("metric", "kind", "options"), OF_SEVERAL)
def test_influence_on_several_curves(metric: Any, kind: str, options: Any, average: Any, weight: Any) -> None:
    data = (MANY, MATRIX) if kind == "classes" else (LABELS, LABEL_SCORES)
    check(metric, {**options, "average": average}, sample_of(*data, weight))


@weighted
@pytest.mark.parametrize("average", ["macro", "weighted", None])
@pytest.mark.parametrize("name", ["roc_auc", "gini", "hand_till_auc"])
def test_influence_on_pairs_of_classes(name: str, average: Any, weight: Any) -> None:
    options = {} if name == "hand_till_auc" else {"average": average, "multi_class": "ovo"}
    check(concordant.metrics.get(name), options, sample_of(MANY, MATRIX, None if not options else weight))


@pytest.mark.parametrize("data", [(Y, P), (CLASSES, CHANCES)], ids=["two classes", "three"])
@pytest.mark.parametrize("average", ["macro", "micro", "weighted", None])
@pytest.mark.parametrize(
    ("metric", "options"), [*((metric, {}) for metric in (*LINES, observed_expected_ratio)), *NET_BENEFITS]
)
def test_influence_on_probabilities(metric: Any, options: dict[str, Any], average: str | None, data: Any) -> None:
    (sample,) = samples_of(metric, data[0], [data[1]], ("y_prob",), {"sample_weight": WEIGHT})
    check(metric, {**options, "average": average}, sample, 1e-4)


# -- lines of calibration ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("metric", LINES)
@pytest.mark.parametrize("name", CASES)
def test_glm_has_the_standard_error_of_the_information_and_of_the_sandwich(name: str, metric: Any) -> None:
    case = CASES[name]
    expected = case[metric.name]
    model = metric.interval(case["y_true"], case["y_prob"], method="information")
    robust = metric.interval(case["y_true"], case["y_prob"], method="delta")
    assert_allclose(model.value, expected["value"], rtol=1e-9)
    assert_allclose(model.se, expected["se"], rtol=1e-8)
    assert_allclose(robust.se, expected["sandwich"], rtol=1e-8)
    assert_allclose(model.high - model.value, 1.959963984540054 * model.se, rtol=1e-12)


@pytest.mark.parametrize("metric", LINES)
def test_rows_that_are_certain_and_right_do_not_move_the_line(metric: Any) -> None:
    certain, rest = metric.interval([*Y, 1, 0], [*P, 1.0, 0.0], method="delta"), metric.interval(Y, P, method="delta")
    assert_allclose([certain.value, certain.se], [rest.value, rest.se], rtol=1e-9)


def test_the_predicted_class_alone() -> None:
    result = calibration_slope.interval(CLASSES, CHANCES, reduction="top_label")
    alone = calibration_slope.interval((CHANCES.argmax(1) == CLASSES).astype(int), CHANCES.max(1))
    assert_allclose([result.value, result.low, result.high], [alone.value, alone.low, alone.high], rtol=1e-9)


# -- curves --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("average", ["weighted", "micro"])
@pytest.mark.parametrize("metric", AT_PREVALENCE)
def test_rows_of_a_class_without_a_share_move_nothing(metric: Any, average: str) -> None:
    options = {"prevalence": {0: 0.5, 1: 0.3, 2: 0.2, 3: 0.0}, "average": average}
    psi: Any = sample_of(MANY, MATRIX).influence(metric, options)
    rest = MANY < 3
    assert (psi[~rest] == 0).all()
    (smaller,) = score_samples(MANY[rest], [MATRIX[rest]], labels=[0, 1, 2, 3])
    assert_allclose(psi[rest] / N, smaller.influence(metric, options) / rest.sum(), rtol=1e-9)


def test_a_class_without_rows_is_left_out_of_the_mean() -> None:
    (sample,) = score_samples(MANY % 3, [MATRIX], labels=[0, 1, 2, 3])
    (smaller,) = score_samples(MANY % 3, [MATRIX[:, :3]])
    assert_allclose(sample.influence(roc_auc, {}), smaller.influence(roc_auc, {}), rtol=1e-12)
    classes = sample.influence(roc_auc, {"average": None})
    assert np.isnan(classes).all(axis=0).tolist() == [False, False, False, True]


@pytest.mark.parametrize("limit", [0.1, 0.3])
def test_where_the_curve_rises_at_the_limit_the_slopes_are_averaged(limit: float) -> None:
    truth, score = np.repeat([0, 1], 10), np.r_[np.arange(10), np.arange(10) + 0.5]
    sample, options = sample_of(truth, score), {"max_fpr": limit, "corrected": False}
    weight, step = sample.atoms.weight, 1e-6 * np.eye(20)
    up, down = (sample.values(partial_auc, options, weight + sign * step) for sign in (1, -1))
    assert_allclose(sample.influence(partial_auc, options), (up - down) / 2e-6 * 20, atol=1e-5)


@pytest.mark.parametrize("name", ["kolmogorov_smirnov", "sensitivity_at_specificity", "precision_at_k"])
def test_metrics_of_one_point_of_the_curve_have_none(name: str) -> None:
    assert sample_of(TWO, FINE).influence(concordant.metrics.get(name), {}) is None


def test_without_positive_rows_only_net_benefits_are_known() -> None:
    (sample,) = score_samples([0, 0, 0], [[0.2, 0.5, 0.7]], labels=[0, 1])
    for metric in concordant.metrics.find():
        if metric.influence is not None:
            needed = {"max_fpr": 0.5, "threshold": 0.4}
            psi = sample.influence(metric, {name: x for name, x in needed.items() if name in metric.options})
            assert np.isnan(psi).all() == (not isinstance(metric.trait, NetBenefit)), metric.name


# -- net benefit ---------------------------------------------------------------------------------------------------


def test_net_benefit_at_a_prevalence_has_the_standard_error_of_two_rates() -> None:
    # Pfeiffer & Gail 2020: the classes are sampled on their own
    treated = P >= 0.3
    tpr, fpr = treated[Y == 1].mean(), treated[Y == 0].mean()
    gain, cost = 0.1**2 * tpr * (1 - tpr) / (Y == 1).sum(), 0.9**2 * fpr * (1 - fpr) / (Y == 0).sum()
    result = net_benefit.interval(Y, P, threshold=0.3, prevalence=0.1, method="delta")
    assert_allclose(result.se, np.sqrt(gain + (3 / 7) ** 2 * cost), rtol=1e-12)


def test_a_label_that_nobody_has_counts_in_the_average() -> None:
    labels, prob = (RNG.random((N, 2)) < [0.4, 0.0]).astype(int), RNG.random((N, 2))
    result = net_benefit.interval(labels, prob, threshold=0.3, method="t")
    gain = np.where(prob >= 0.3, np.where(labels == 1, 1.0, -3 / 7), 0.0).mean(1)
    assert_allclose([result.value, result.se], [gain.mean(), gain.std(ddof=1) / np.sqrt(N)], rtol=1e-12)


@pytest.mark.parametrize("metric", [roc_auc, gini, average_precision])
def test_masses_of_many_curves_have_the_values_of_the_formula_and_their_derivatives(metric: Any) -> None:
    masses = np.random.default_rng(8).random((5, 2, 12))
    scores = np.arange(12.0)[::-1]

    def value(mass: Any) -> float:
        return float(metric.formula(Curve(scores, mass.T, (False, True))))

    values, psi = metric.of_masses(masses)
    assert_allclose(values, [value(mass) for mass in masses], rtol=1e-12)
    for mass, moved in zip(masses, psi, strict=True):
        step = 1e-6 * np.eye(24).reshape(24, 2, 12)
        slopes = np.array([(value(mass + one) - value(mass - one)) / 2e-6 for one in step])
        assert_allclose(moved.ravel(), slopes * mass.sum(), atol=1e-7)
        assert_allclose((mass * moved).sum(), 0.0, atol=1e-12)
