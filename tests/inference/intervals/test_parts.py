"""Limits of metrics that are made of others: the parts make the metric, rare classes, delta method, two shares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from metrics.cases import CALL, cases_of
from numpy.testing import assert_allclose
from statsmodels.stats.proportion import proportion_confint

from concordant import (
    Curve,
    balanced_accuracy,
    metrics,
    net_benefit,
    net_interventions_avoided,
    recall,
    roc_auc,
    specificity,
)
from concordant.errors import OptionError, UndefinedMetricWarning
from concordant.inference.influence.influences import Covariance
from concordant.inference.intervals.estimand import Estimand, Limits
from concordant.inference.intervals.methods import default_limits
from concordant.inference.intervals.parts import composite_of, mover_limits, reach
from concordant.inference.samples.gather import samples_of, split_options
from concordant.inference.samples.sample import Atoms

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
RNG = np.random.default_rng(44)
N = 150
WEIGHT = RNG.random(N) + 0.2
Z = 1.959963984540054


def rows_of(kind: str) -> tuple[Any, Any]:
    if kind.endswith("indicators"):
        truth = RNG.integers(0, 2, (N, 3))
        wrong = RNG.random((N, 3)) < 0.3
        return truth, np.where(wrong, 1 - truth, truth) if kind == "indicators" else (RNG.random((N, 3)) + truth) / 2
    classes = len(CALL[kind]["labels"])
    truth = RNG.integers(0, classes, N)
    if kind.endswith("labels"):
        return truth, np.where(RNG.random(N) < 0.4, RNG.integers(0, classes, N), truth)
    prob = RNG.dirichlet([1] * classes, N) + np.eye(classes)[truth] / 2
    prob /= prob.sum(1, keepdims=True)
    return truth, prob[:, 1] if classes == 2 else prob


def composites() -> Iterator[Any]:
    """Every metric that has parts for such rows, with the options that give them."""
    for metric in metrics.find():
        if metric.facts.range is None or metric.facts.input in ("panel", "numbers", "measurements"):
            continue
        for case in cases_of(metric):
            truth, other = rows_of(case.kind)
            reading, options = split_options(metric, {**case.options, **CALL[case.kind], "sample_weight": WEIGHT})
            (sample,) = samples_of(metric, truth, [other], metric.data[1:], reading, options)
            if metric.parts(sample.state, options) is not None:
                estimand = Estimand(metric, options, sample)
                if composite_of(estimand) is not None:
                    yield pytest.param(estimand, id=str(case))


COMPOSITES = list(composites())


def test_many_metrics_are_made_of_others() -> None:
    assert {case.id.split()[0] for case in COMPOSITES} >= {
        *("recall", "f1", "f_beta", "precision", "balanced_accuracy", "informedness", "markedness", "roc_auc"),
        *("geometric_mean", "macro_mean_absolute_error", "hand_till_auc", "average_precision", "net_benefit"),
    }


@pytest.mark.parametrize("estimand", COMPOSITES)
def test_the_parts_make_the_metric(estimand: Estimand) -> None:
    composite = composite_of(estimand)
    assert composite is not None
    result = composite.at(0.95, default_limits)
    assert_allclose(result.combine(result.values), estimand.value, rtol=1e-10)
    # and rise with each of them
    assert (np.nan_to_num(result.moves_down) >= -1e-12).all()
    assert (np.nan_to_num(result.moves_up) >= -1e-12).all()


@pytest.mark.parametrize("estimand", COMPOSITES)
def test_symmetric_limits_of_all_parts_are_the_delta_method(estimand: Estimand) -> None:
    def symmetric(part: Estimand) -> Limits:
        half = 1e-6 * part.se
        return Limits(part.value - half, part.value + half, part.se, "delta")

    composite = composite_of(estimand)
    assert composite is not None
    if not all(isinstance(one, Estimand) for one in composite.members):
        pytest.skip("shares have their Wilson limits")
    limits = mover_limits(estimand, symmetric)
    moved = np.nan_to_num(estimand.se) > 1e-12  # rates of two classes can cancel: then there are no limits
    assert (np.isnan(limits.low) == ~moved).all()
    assert_allclose(((limits.high - limits.low) / 2)[moved], 1e-6 * estimand.se[moved], rtol=1e-4)
    assert_allclose(limits.se, estimand.se, rtol=1e-7, atol=1e-12)


# -- rare classes --------------------------------------------------------------------------------------------------


def test_a_rare_class_without_an_error_is_not_certain() -> None:
    truth, prediction = [1] * 3 + [0] * 297, [1] * 3 + [1] * 15 + [0] * 282
    result = balanced_accuracy.interval(truth, prediction, method="mover")
    rare, often = 3 / (3 + Z**2), recall.interval(truth, prediction, pos_label=0)
    reach_down = np.hypot((1 - rare) / 2, (often.value - often.low) / 2)
    assert_allclose(result.low, result.value - reach_down, atol=2e-3)
    assert_allclose(result.low, 0.69, atol=0.01)
    assert balanced_accuracy.interval(truth, prediction, method="logit").low > 0.95


def test_parts_without_an_error_add_their_whole_reach() -> None:
    units = Atoms(np.ones(4), np.ones(4))
    spread = Covariance(units, np.array([[0.0, 1], [0, -1], [0, 1], [0, -1]]))
    down, up = reach(spread, np.array([[0.3], [0.4]]), np.array([[0.0], [0.4]]))
    assert_allclose([down[0], up[0]], [0.5, 0.4], rtol=1e-12)


def test_perfect_models_have_limits_below_one() -> None:
    result = balanced_accuracy.interval([0] * 20 + [1] * 10, [0] * 20 + [1] * 10, method="mover")
    assert result.high == result.value == 1
    z = Z**2
    assert_allclose(result.low, 1 - np.hypot(z / (20 + z), z / (10 + z)) / 2, rtol=1e-9)


def test_a_class_that_does_not_occur_is_left_out() -> None:
    truth, prediction = [0, 1] * 30, [0, 1] * 25 + [1, 0] * 5
    result, alone = (
        recall.interval(truth, prediction, labels=labels, average="macro") for labels in ([0, 1, 2], [0, 1])
    )
    assert_allclose([result.low, result.high], [alone.low, alone.high], rtol=1e-9)


# -- two shares ----------------------------------------------------------------------------------------------------


def test_many_skewed_parts_average_their_middles() -> None:
    # five independent shares of 20 rows: the middle of their mean lies beside it as that of each, not sqrt(5) as far
    psi = np.kron(np.eye(5), np.array([[1.0], [-1.0]]))
    spread = Covariance(Atoms(np.ones(10), np.ones(10)), psi)
    down, up = reach(spread, np.full((5, 1), 0.3 / 5), np.full((5, 1), 0.1 / 5))
    half = 0.2 / 5 * np.sqrt(5)
    assert_allclose([down[0], up[0]], [half + 0.1 / 5, half - 0.1 / 5], rtol=1e-9)


def test_what_is_not_made_of_others_is_refused() -> None:
    with pytest.raises(OptionError, match="and roc_auc has none with these options"):
        roc_auc.interval([0, 1] * 20, range(40), method="mover")
    with pytest.raises(OptionError, match="and recall has none with these options"):
        recall.interval([0, 1] * 20, [0, 0, 1, 1] * 10, method="mover")


# -- influences of each class --------------------------------------------------------------------------------------


# -- net benefit ---------------------------------------------------------------------------------------------------

P = RNG.beta(1, 2, N)
Y = (RNG.random(N) < P).astype(int)


def put_together(parts: list[tuple[float, float, float]], r: float) -> tuple[float, float, float]:
    """The sum of two values with limits: half widths in quadrature, middles weighted by variance."""
    value, (h, k) = sum(part[1] for part in parts), [(high - low) / 2 for low, _, high in parts]
    (s, t), variance = [(low + high) / 2 - x for low, x, high in parts], h * h + k * k + 2 * r * h * k
    middle = value + (h * (h + r * k) * s + k * (k + r * h) * t) / variance
    return middle - np.sqrt(variance), value, middle + np.sqrt(variance)


def test_net_benefit_by_hand() -> None:
    # the shares of true and false positives are cells of one multinomial
    tp, fp = int(((P >= 0.25) & (Y == 1)).sum()), int(((P >= 0.25) & (Y == 0)).sum())
    a, b = tp / N, fp / N / 3
    (la, ua), (lb, ub) = (proportion_confint(x, N, method="wilson") for x in (tp, fp))
    r = -np.sqrt(tp * fp / ((N - tp) * (N - fp)))
    result = net_benefit.interval(Y, P, threshold=0.25)
    assert result.method == "mover"
    expected = put_together([(la, a, ua), (-ub / 3, -b, -lb / 3)], -r)
    assert_allclose([result.low, result.value, result.high], expected, rtol=1e-10)


def test_at_a_prevalence_the_shares_are_sensitivity_and_false_positive_rate() -> None:
    treated = (P >= 0.25).astype(int)
    tpr, tnr = recall.interval(Y, treated), specificity.interval(Y, treated)
    gain, cost = 0.1, 0.9 / 3
    parts = [
        [gain * x for x in (tpr.low, tpr.value, tpr.high)],
        [cost * (x - 1) for x in (tnr.low, tnr.value, tnr.high)],
    ]
    low, value, high = put_together(parts, 0.0)
    result = net_benefit.interval(Y, P, threshold=0.25, prevalence=0.1)
    assert_allclose([result.low, result.value, result.high], [low, value, high], rtol=1e-10)
    share = net_benefit.interval(Y, P, threshold=0.25, prevalence=0.1, standardized=True)
    assert_allclose([share.low, share.high], [low / 0.1, high / 0.1], rtol=1e-10)


def test_nobody_and_everybody_treated() -> None:
    nobody = net_benefit.interval(Y, P, threshold=0.9999)
    assert (nobody.value, nobody.se) == (0, 0)
    assert nobody.low < 0 < nobody.high < 0.03
    everybody = net_interventions_avoided.interval(Y, P, threshold=1e-6)
    assert everybody.low < 0 == everybody.value < everybody.high


def test_the_other_class_has_the_same_limits() -> None:
    result = net_interventions_avoided.interval(Y, P, threshold=0.3)
    turned = net_benefit.interval(1 - Y, 1 - P, threshold=0.7)
    assert_allclose([result.low, result.high], [turned.low, turned.high], rtol=1e-10)


def test_a_million_rows_have_the_limits_of_the_delta_method() -> None:
    curve = Curve.from_scores(np.tile(Y, 50), np.tile(P, 50)) * 100
    for options in ({}, {"standardized": True}, {"prevalence": 0.1}):
        one, two = (net_benefit.interval_of(curve, threshold=0.25, method=m, **options) for m in ("mover", "delta"))
        assert_allclose([one.low - one.value, one.high - one.value], [two.low - two.value, two.high - two.value], 5e-3)


def test_clusters_of_one_row_and_repeated_rows() -> None:
    rows = net_benefit.interval(Y, P, threshold=0.25)
    alone = net_benefit.interval(Y, P, threshold=0.25, cluster=np.arange(N))
    assert_allclose([alone.low, alone.high], [rows.low, rows.high], rtol=1e-2)
    twice = net_benefit.interval(np.tile(Y, 2), np.tile(P, 2), threshold=0.25, cluster=np.tile(np.arange(N), 2))
    assert_allclose([twice.low, twice.high], [rows.low, rows.high], rtol=2e-2)


def test_one_class_has_limits_without_a_prevalence() -> None:
    result = net_benefit.interval(np.zeros(N, int), P, threshold=0.25, labels=[0, 1])
    assert result.low < result.value < result.high
    with pytest.warns(UndefinedMetricWarning, match="only the class 0 occurs"):
        result = net_benefit.interval(np.zeros(N, int), P, threshold=0.25, prevalence=0.1, labels=[0, 1])
    assert np.isnan([result.value, result.low, result.high]).all()


def test_each_class_has_its_own_and_averages_are_put_together_from_them() -> None:
    prob = RNG.dirichlet([2, 2, 2], N)
    truth = np.array([RNG.choice(3, p=p) for p in prob])
    each = net_benefit.interval(truth, prob, threshold=0.25, average=None)
    alone = net_benefit.interval((truth == 1).astype(int), prob[:, 1], threshold=0.25)
    assert each.method == "mover"
    assert_allclose([each.low[1], each.high[1]], [alone.low, alone.high], rtol=1e-12)
    mean = net_benefit.interval(truth, prob, threshold=0.25)
    assert (mean.method, mean.value) == ("mover", pytest.approx(each.value.mean()))
    usual = net_benefit.interval(truth, prob, threshold=0.25, method="t")
    assert_allclose([mean.low, mean.high], [usual.low, usual.high], atol=0.01)
