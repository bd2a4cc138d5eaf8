"""Influences of metrics of scores against differences of the metric itself, and how they behave."""

from __future__ import annotations

import json
import math
import warnings
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.files import TESTS
from support.samples import score_samples

import concordant
from concordant import (
    calibration_in_the_large,
    calibration_intercept,
    calibration_slope,
    expected_calibration_error,
    net_benefit,
    net_interventions_avoided,
    observed_expected_ratio,
)
from concordant.errors import OptionError, UndefinedMetricWarning
from concordant.inference.samples.gather import samples_of
from concordant.inference.samples.scores import ScoreSample
from concordant.metrics.definition.facts import NetBenefit

FILE = TESTS / "reference" / "row_intervals.json"
CASES = json.loads(FILE.read_text(encoding="utf-8"))["probabilities"]
METRICS = [calibration_slope, calibration_intercept, calibration_in_the_large]
RECALIBRATION_RNG = np.random.default_rng(4)
RECALIBRATION_N = 70
LOGIT = np.round(1.5 * RECALIBRATION_RNG.normal(size=RECALIBRATION_N), 1)
RECALIBRATION_P = 1 / (1 + np.exp(-LOGIT))
RECALIBRATION_Y = (RECALIBRATION_RNG.random(RECALIBRATION_N) < RECALIBRATION_P).astype(int)
RECALIBRATION_MANY, RECALIBRATION_MATRIX = (
    RECALIBRATION_RNG.integers(0, 3, RECALIBRATION_N),
    RECALIBRATION_RNG.dirichlet([2, 2, 2], RECALIBRATION_N),
)


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")  # few rows carry some slopes
@pytest.mark.parametrize("metric", METRICS)
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


@pytest.mark.parametrize("data", [(RECALIBRATION_Y, RECALIBRATION_P), (RECALIBRATION_MANY, RECALIBRATION_MATRIX)])
@pytest.mark.parametrize("average", ["macro", "micro", "weighted", None])
@pytest.mark.parametrize("metric", [*METRICS, observed_expected_ratio])
def test_recalibration_the_influence_is_the_derivative_by_the_weight_of_a_row(
    metric: Any, average: str | None, data: Any
) -> None:
    reading = {"sample_weight": np.linspace(0.5, 1.5, RECALIBRATION_N), "cluster": None}
    (sample,) = samples_of(metric, data[0], [data[1]], ("y_prob",), reading)
    psi = sample.influence(metric, {"average": average})
    assert psi is not None
    step, weight = 1e-4, sample.units.weight
    up, down = (
        sample.values(metric, {"average": average}, weight + sign * step * np.eye(RECALIBRATION_N)) for sign in (1, -1)
    )
    numeric = (up - down) / (2 * step) * sample.units.total
    assert_allclose(psi, numeric, rtol=1e-4, atol=1e-4)
    assert_allclose(np.tensordot(weight, psi, axes=1), 0, atol=1e-7)


def test_the_ratio_has_its_standard_error() -> None:
    found = observed_expected_ratio.interval(RECALIBRATION_Y, RECALIBRATION_P)
    ratio = RECALIBRATION_Y.sum() / RECALIBRATION_P.sum()
    assert_allclose(
        found.se, np.sqrt(((RECALIBRATION_Y - ratio * RECALIBRATION_P) ** 2).sum()) / RECALIBRATION_P.sum(), rtol=1e-12
    )
    assert found.method == "log"
    assert_allclose(found.high, ratio * np.exp(1.959963984540054 * found.se / ratio), rtol=1e-12)


def test_rows_that_are_certain_and_right_do_not_move_the_line() -> None:
    truth, prob = [*RECALIBRATION_Y, 1, 0], [*RECALIBRATION_P, 1.0, 0.0]
    for metric in METRICS:
        certain, rest = (
            metric.interval(truth, prob, method="delta"),
            metric.interval(RECALIBRATION_Y, RECALIBRATION_P, method="delta"),
        )
        assert_allclose([certain.value, certain.se], [rest.value, rest.se], rtol=1e-9)


def test_clusters_of_one_row_and_repeated_rows() -> None:
    alone, rows = (
        calibration_slope.interval(RECALIBRATION_Y, RECALIBRATION_P, cluster=np.arange(RECALIBRATION_N)),
        calibration_slope.interval(RECALIBRATION_Y, RECALIBRATION_P),
    )
    assert_allclose([alone.low, alone.high], [rows.low, rows.high], rtol=1e-2)
    twice = calibration_slope.interval(
        np.tile(RECALIBRATION_Y, 2), np.tile(RECALIBRATION_P, 2), cluster=np.tile(np.arange(RECALIBRATION_N), 2)
    )
    assert_allclose([twice.low, twice.high], [alone.low, alone.high], rtol=1e-7)


def test_the_order_of_rows_does_not_matter() -> None:
    order = RECALIBRATION_RNG.permutation(RECALIBRATION_N)
    found, other = (
        calibration_slope.interval(RECALIBRATION_Y, RECALIBRATION_P),
        calibration_slope.interval(RECALIBRATION_Y[order], RECALIBRATION_P[order]),
    )
    assert_allclose([found.low, found.high], [other.low, other.high], rtol=1e-9)


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
def test_the_predicted_class_alone() -> None:
    found = calibration_slope.interval(RECALIBRATION_MANY, RECALIBRATION_MATRIX, reduction="top_label")
    top = RECALIBRATION_MATRIX.argmax(1)
    alone = calibration_slope.interval((top == RECALIBRATION_MANY).astype(int), RECALIBRATION_MATRIX.max(1))
    assert_allclose([found.value, found.low, found.high], [alone.value, alone.low, alone.high], rtol=1e-9)


def test_no_line_no_interval() -> None:
    with pytest.warns(UndefinedMetricWarning, match="only the class 1 occurs"):
        assert math.isnan(calibration_slope.interval([1, 1, 1], [0.2, 0.5, 0.7]).low)


def test_the_information_is_for_one_curve_of_rows_that_count_alike() -> None:
    with pytest.raises(OptionError, match='method="information" is for calibration_in_the_large'):
        expected_calibration_error.interval(RECALIBRATION_Y, RECALIBRATION_P, method="information")
    with pytest.raises(OptionError, match='method="information" is for calibration_in_the_large'):
        calibration_slope.interval(RECALIBRATION_MANY, RECALIBRATION_MATRIX, method="information")
    with pytest.raises(OptionError, match="independent rows without weights"):
        calibration_slope.interval(
            RECALIBRATION_Y, RECALIBRATION_P, method="information", cluster=np.arange(RECALIBRATION_N) // 2
        )


TARGET_PREVALENCE_RNG = np.random.default_rng(11)
TARGET_PREVALENCE_N = 90
TARGET_PREVALENCE_TWO = (TARGET_PREVALENCE_RNG.random(TARGET_PREVALENCE_N) < 0.35).astype(int)
TARGET_PREVALENCE_FINE = TARGET_PREVALENCE_RNG.normal(size=TARGET_PREVALENCE_N) + TARGET_PREVALENCE_TWO
TARGET_PREVALENCE_COARSE = np.round(TARGET_PREVALENCE_FINE)
TARGET_PREVALENCE_MANY = TARGET_PREVALENCE_RNG.integers(0, 4, TARGET_PREVALENCE_N)
TARGET_PREVALENCE_MATRIX = np.round(
    TARGET_PREVALENCE_RNG.normal(size=(TARGET_PREVALENCE_N, 4)) + np.eye(4)[TARGET_PREVALENCE_MANY], 1
)
TARGET_PREVALENCE_WEIGHT = TARGET_PREVALENCE_RNG.random(TARGET_PREVALENCE_N) + 0.2
SHARES = {0: 0.6, 1: 0.3, 2: 0.09, 3: 0.01}
NAMES = ("average_precision", "precision_recall_auc")


def target_prevalence_check(name: str, options: dict[str, Any], sample: ScoreSample) -> None:
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


@pytest.mark.parametrize("weight", [None, TARGET_PREVALENCE_WEIGHT], ids=["rows", "weights"])
@pytest.mark.parametrize("score", [TARGET_PREVALENCE_FINE, TARGET_PREVALENCE_COARSE], ids=["no ties", "ties"])
@pytest.mark.parametrize("prevalence", [0.01, 0.5, {0: 0.9, 1: 0.1}], ids=["1 %", "half", "both shares"])
@pytest.mark.parametrize("name", NAMES)
def test_target_prevalence_of_one_curve(name: str, prevalence: Any, score: Any, weight: Any) -> None:
    target_prevalence_check(name, {"prevalence": prevalence}, sample_of(TARGET_PREVALENCE_TWO, score, weight))


@pytest.mark.parametrize("average", ["macro", "weighted", "micro", None])
@pytest.mark.parametrize("weight", [None, TARGET_PREVALENCE_WEIGHT], ids=["rows", "weights"])
@pytest.mark.parametrize("name", NAMES)
def test_target_prevalence_of_several_curves(name: str, weight: Any, average: Any) -> None:
    target_prevalence_check(
        name,
        {"prevalence": SHARES, "average": average},
        sample_of(TARGET_PREVALENCE_MANY, TARGET_PREVALENCE_MATRIX, weight),
    )


@pytest.mark.parametrize("average", ["macro", "weighted", "micro"])
@pytest.mark.parametrize("name", NAMES)
def test_rows_of_a_class_without_a_share_move_nothing(name: str, average: str) -> None:
    metric, shares = concordant.metrics.get(name), {0: 0.5, 1: 0.3, 2: 0.2, 3: 0.0}
    sample = sample_of(TARGET_PREVALENCE_MANY, TARGET_PREVALENCE_MATRIX)
    options = {"prevalence": shares, "average": average if average != "macro" else "weighted"}
    psi = sample.influence(metric, options)
    assert psi is not None
    assert (psi[TARGET_PREVALENCE_MANY == 3] == 0).all()
    rest, others = (
        TARGET_PREVALENCE_MANY[TARGET_PREVALENCE_MANY < 3],
        TARGET_PREVALENCE_MATRIX[TARGET_PREVALENCE_MANY < 3],
    )
    (smaller,) = score_samples(rest, [others], labels=[0, 1, 2, 3])
    without = smaller.influence(metric, options)
    assert without is not None
    assert_allclose(psi[TARGET_PREVALENCE_MANY < 3] / TARGET_PREVALENCE_N, without / len(rest), rtol=1e-9)


def test_the_prevalence_of_the_rows_takes_only_the_chance_of_the_classes_away() -> None:
    metric, sample = (
        concordant.metrics.get("average_precision"),
        sample_of(TARGET_PREVALENCE_TWO, TARGET_PREVALENCE_FINE),
    )
    free, held = sample.influence(metric, {}), sample.influence(metric, {"prevalence": TARGET_PREVALENCE_TWO.mean()})
    assert free is not None
    assert held is not None
    code, weight = sample.codes[0], sample.units.weight
    means = np.bincount(code, weight * free) / np.bincount(code, weight)
    assert_allclose(held, free - means[code], rtol=1e-9, atol=1e-12)


SCORES_RNG = np.random.default_rng(3)
SCORES_N = 90
TWO = (SCORES_RNG.random(SCORES_N) < 0.35).astype(int)
FINE = SCORES_RNG.normal(size=SCORES_N) + TWO
COARSE = np.round(FINE)
SCORES_MANY = SCORES_RNG.integers(0, 4, SCORES_N)
SCORES_MATRIX = np.round(SCORES_RNG.normal(size=(SCORES_N, 4)) + np.eye(4)[SCORES_MANY], 1)
SCORES_LABELS = (SCORES_RNG.random((SCORES_N, 3)) < 0.4).astype(int)
LABEL_SCORES = np.round(SCORES_RNG.normal(size=(SCORES_N, 3)) + SCORES_LABELS, 1)
WEIGHT = SCORES_RNG.random(SCORES_N) + 0.2

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
    data = (SCORES_MANY, SCORES_MATRIX) if kind == "classes" else (SCORES_LABELS, LABEL_SCORES)
    check(name, {**options, "average": average}, sample_of(*data, weight))


@pytest.mark.parametrize("weight", [None, WEIGHT], ids=["rows", "weights"])
@pytest.mark.parametrize("average", ["macro", "weighted", None])
@pytest.mark.parametrize("name", ["roc_auc", "gini"])
def test_of_pairs_of_classes(name: str, average: Any, weight: Any) -> None:
    check(name, {"average": average, "multi_class": "ovo"}, sample_of(SCORES_MANY, SCORES_MATRIX, weight))


def test_of_hand_and_till() -> None:
    check("hand_till_auc", {}, sample_of(SCORES_MANY, SCORES_MATRIX))


def test_a_class_without_rows_is_left_out_of_the_mean() -> None:
    metric = concordant.metrics.get("roc_auc")
    (sample,) = score_samples(SCORES_MANY % 3, [SCORES_MATRIX], labels=[0, 1, 2, 3])
    (smaller,) = score_samples(SCORES_MANY % 3, [SCORES_MATRIX[:, :3]])
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
        assert np.isnan(psi).all() == (not isinstance(metric.trait, NetBenefit)), metric.name


@pytest.mark.parametrize("name", ["calibration_slope", "calibration_intercept"])
@pytest.mark.parametrize("average", ["weighted", "macro"])
def test_an_average_over_no_class_has_no_interval(name: str, average: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = concordant.metrics.get(name).interval(
            np.zeros(9, int), np.full((9, 3), 1 / 3), average=average, labels=[0, 1, 2]
        )
    assert np.isnan([found.value, found.low, found.high]).all()


RNG = np.random.default_rng(14)
N = 60
P = RNG.random(N).round(2)
Y = (RNG.random(N) < P).astype(int)
MANY, MATRIX = RNG.integers(0, 3, N), RNG.dirichlet([2, 2, 2], N)
LABELS = (RNG.random((N, 2)) < [0.4, 0.0]).astype(int)  # nobody has the second label
ASKED = [
    (net_benefit, {"threshold": 0.3}),
    (net_benefit, {"threshold": 0.3, "standardized": True}),
    (net_benefit, {"threshold": 0.3, "prevalence": 0.1}),
    (net_benefit, {"threshold": 0.3, "prevalence": 0.1, "standardized": True}),
    (net_interventions_avoided, {"threshold": 0.3}),
    (net_interventions_avoided, {"threshold": 0.3, "prevalence": 0.1}),
]


@pytest.mark.parametrize("data", [(Y, P), (MANY, MATRIX)], ids=["two classes", "three"])
@pytest.mark.parametrize("average", ["macro", "micro", "weighted", None])
@pytest.mark.parametrize(("metric", "options"), ASKED)
def test_the_influence_is_the_derivative_by_the_weight_of_a_row(
    metric: Any, options: dict[str, Any], average: str | None, data: Any
) -> None:
    chosen = {**options, "average": average}
    (sample,) = samples_of(metric, data[0], [data[1]], ("y_prob",), {"sample_weight": np.linspace(0.5, 1.5, N)})
    psi = sample.influence(metric, chosen)
    assert psi is not None
    step, weight = 1e-4, sample.units.weight
    up, down = (sample.values(metric, chosen, weight + sign * step * np.eye(N)) for sign in (1, -1))
    assert_allclose(psi, (up - down) / (2 * step) * sample.units.total, rtol=1e-5, atol=1e-5)
    assert_allclose(np.tensordot(weight, psi, axes=1), 0, atol=1e-10)


def test_the_standard_error_is_that_of_a_mean() -> None:
    gain = np.where(P >= 0.3, np.where(Y == 1, 1.0, -0.3 / 0.7), 0.0)
    found = net_benefit.interval(Y, P, threshold=0.3, method="t")
    assert_allclose(found.value, gain.mean(), rtol=1e-12)
    assert_allclose(found.se, gain.std(ddof=1) / np.sqrt(N), rtol=1e-12)


def test_the_standard_error_at_a_prevalence_is_that_of_two_rates() -> None:
    # Pfeiffer & Gail 2020: the classes are sampled on their own
    treated = P >= 0.3
    tpr, fpr = treated[Y == 1].mean(), treated[Y == 0].mean()
    gain, cost = 0.1**2 * tpr * (1 - tpr) / (Y == 1).sum(), 0.9**2 * fpr * (1 - fpr) / (Y == 0).sum()
    found = net_benefit.interval(Y, P, threshold=0.3, prevalence=0.1, method="delta")
    assert_allclose(found.se, np.sqrt(gain + (3 / 7) ** 2 * cost), rtol=1e-12)


@pytest.mark.parametrize(("metric", "options"), ASKED)
def test_the_bootstrap_has_the_same_standard_error(metric: Any, options: dict[str, Any]) -> None:
    rng = np.random.default_rng(3)
    risk = rng.random(500)
    truth = (rng.random(500) < risk).astype(int)
    exact = metric.interval(truth, risk, **options, method="delta")
    drawn = metric.interval(truth, risk, **options, method="percentile", draws=4000)
    assert_allclose(drawn.se, exact.se, rtol=0.05)  # known to 1.1 %


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
def test_a_label_that_nobody_has_counts_in_the_average() -> None:
    prob = RNG.random((N, 2))
    found = net_benefit.interval(LABELS, prob, threshold=0.3, method="t")
    gain = np.where(prob >= 0.3, np.where(LABELS == 1, 1.0, -3 / 7), 0.0).mean(1)
    assert_allclose([found.value, found.se], [gain.mean(), gain.std(ddof=1) / np.sqrt(N)], rtol=1e-12)


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
def test_the_difference_of_two_models_is_the_paired_t_test_of_both_classes() -> None:
    other = np.clip(P + RNG.normal(size=N) / 5, 0, 1)
    gains = [np.where(p >= 0.3, np.where(Y == 1, 1.0, -3 / 7), 0.0) for p in (P, other)]
    difference = gains[0] - gains[1]
    found = net_benefit.compare(Y, P, other, threshold=0.3)
    assert found.method == "delta"
    assert_allclose(found.difference, difference.mean(), rtol=1e-10)
    # of scores the sum of squares of each class has the divisor of its own rows less one
    squares = (difference - difference.mean()) ** 2
    parts = [squares[k == Y].sum() * (k == Y).sum() / ((k == Y).sum() - 1) / N**2 for k in (0, 1)]
    se, degrees = np.sqrt(sum(parts)), sum(parts) ** 2 / sum(v**2 / ((k == Y).sum() - 1) for k, v in enumerate(parts))
    stats = pytest.importorskip("scipy.stats")
    assert_allclose(found.se, se, rtol=1e-9)
    assert_allclose(found.p_value, 2 * stats.t.sf(abs(difference.mean() / se), degrees), rtol=1e-9)
