"""Plans of AUC: of one model and of two on the same rows; beside pROC, formulas by hand, and the intervals."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import multivariate_normal, norm, t

from concordant import planning, roc_auc
from concordant.errors import OptionError
from concordant.planning.aucs import (
    Pair,
    binormal,
    both_below,
    delong_draws,
    delong_limits,
    drawn_scores,
    hanley_mcneil,
    mover_limits,
    obuchowski,
    rankings,
    score_limits,
)
from concordant.planning.design import Aim, ClusterDesign

from .stored import cases

TEST = Aim(True, None, None, 0.8, 0.95, "two-sided")
REFUSED: list[tuple[Any, dict[str, Any], str]] = [
    (planning.auc, {"expected": 1.0, "width": 0.1}, "expected must be a number between 0 and 1"),
    (planning.auc, {"expected": 0.8, "width": 0.1, "prevalence": 0}, "prevalence must be a number between 0 and 1"),
    (planning.auc, {"expected": 0.8, "against": 0.5, "method": "wald"}, "method must be 'score', 'binormal'"),
    (planning.auc, {"expected": 0.8, "n": 1}, "a study of two classes has at least 2 rows"),
    (planning.paired_aucs, {"a": 0.8, "b": 0.7, "correlation": 1.0}, "correlation must be a number between -1 and"),
    (planning.paired_aucs, {"a": 1.2, "b": 0.7, "correlation": 0.5}, "a must be a number between 0 and 1"),
]


@pytest.mark.parametrize(("plan", "wishes", "message"), REFUSED)
def test_wishes_that_contradict_are_refused(plan: Any, wishes: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=re.escape(message)):
        plan(**wishes)


@pytest.mark.parametrize("case", cases("aucs"), ids=str)
def test_a_test_against_chance_as_proc(case: dict[str, Any]) -> None:
    wishes: dict[str, Any] = {"against": 0.5, "prevalence": 1 / (1 + case["ratio"]), "method": "obuchowski"}
    for alternative, wanted in (("two-sided", case["positive"]), ("one-sided", case["positive_one_sided"])):
        plan = planning.auc(case["auc"], power=case["power"], alternative=alternative, **wishes)
        positive = math.ceil(wanted)
        assert plan.groups == {"positive": positive, "negative": math.ceil(positive * case["ratio"] - 1e-9)}
        assert plan.n == sum(plan.groups.values())
    found = planning.auc(case["auc"], n=round(40 * (1 + case["ratio"])), **wishes)
    assert_allclose(found.power, case["power_of_40"], rtol=1e-9)
    assert_allclose(found.curve([round(40 * (1 + case["ratio"]))]), case["power_of_40"], rtol=1e-9)


def test_hanley_and_mcneil_by_hand() -> None:
    # A = 0.8: Q1 = 2/3, Q2 = 1.28/1.8; (0.16 + 9 (2/3 - 0.64) + 19 (0.7111.. - 0.64)) / 200
    by_hand = (0.16 + 9 * (2 / 3 - 0.64) + 19 * (1.28 / 1.8 - 0.64)) / 200
    assert_allclose(hanley_mcneil(0.8, 10, 20), by_hand, rtol=1e-14)
    plan = planning.auc(0.8, width=0.1, method="hanley-mcneil")
    below = planning.auc(0.8, n=plan.n - 2, method="hanley-mcneil").width
    assert plan.width <= 0.1 < below  # type: ignore[operator]


def test_width_of_a_formula_is_that_of_logit_limits() -> None:
    plan = planning.auc(0.8, n=300, prevalence=1 / 3, method="binormal")
    se = math.sqrt(binormal(0.8, 100, 200) + 0.08 * (1 / 100**2 + 1 / 200**2))  # half a row of each class not seen
    degrees = (1 / 100 + 1 / 200) ** 2 / (1 / 100**2 / 99 + 1 / 200**2 / 199)  # Satterthwaite's
    ends = [1 / (1 + math.exp(-(math.log(4) + sign * t.ppf(0.975, degrees) * se / 0.16))) for sign in (-1, 1)]
    assert_allclose(plan.width, ends[1] - ends[0], rtol=1e-8)
    assert plan.groups == {"positive": 100, "negative": 200}


@pytest.mark.parametrize("r", [-0.99, 0.0, 0.3, 0.95])
@pytest.mark.parametrize(("h", "k"), [(0.0, 0.0), (-2.0, 1.5), (2.5, 2.4)])
def test_the_probability_of_two_normal_variables(h: float, k: float, r: float) -> None:
    assert_allclose(both_below(h, k, r), multivariate_normal.cdf([h, k], [0, 0], [[1, r], [r, 1]]), atol=1e-9)
    assert_allclose(both_below(h, k, 1.0), norm.cdf(min(h, k)), rtol=1e-14)


def test_chance_has_the_variance_of_ranks() -> None:
    # of a rank sum without ties: (m + n + 1) / (12 m n)
    assert_allclose(binormal(0.5, 20, 30), 51 / (12 * 20 * 30), rtol=1e-12)
    assert_allclose(hanley_mcneil(0.5, 20, 30), 51 / (12 * 20 * 30), rtol=1e-12)


@pytest.mark.parametrize(("auc", "positive", "negative"), [(0.8, 20, 50), (0.95, 30, 30)])
def test_simulated_aucs_vary_as_much(auc: float, positive: int, negative: int) -> None:
    random = np.random.default_rng(0)
    shift = math.sqrt(2) * norm.ppf(auc)
    pairs = (random.normal(size=(6000, positive, 1)) + shift) > random.normal(size=(6000, 1, negative))
    found = pairs.mean((1, 2)).var()
    assert_allclose(found, binormal(auc, positive, negative), rtol=0.06)
    assert obuchowski(auc, positive, negative) > 1.2 * found


@pytest.mark.parametrize(("auc", "sizes"), [(0.6, (60, 90)), (0.9, (60, 90)), (0.99, (5, 40)), (0.7, (300, 400))])
@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
def test_simulated_intervals_are_those_of_the_metric(auc: float, sizes: tuple[int, int]) -> None:
    positive, negative = next(drawn_scores((auc,), (0.0, 0.0), sizes, 20, np.random.default_rng(4)))
    aim = Aim(True, None, None, 0.8, 0.9, "two-sided")
    low, high = score_limits(*rankings(positive[0], negative[0]), aim, sum(sizes))
    truth = np.repeat([1, 0], sizes)
    for place in range(20):
        wanted = roc_auc.interval(truth, np.concatenate([positive[0, place], negative[0, place]]), level=0.9)
        assert_allclose([low[place], high[place]], [wanted.low, wanted.high], atol=1e-9 if sum(sizes) < 256 else 1e-4)


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
def test_simulated_clusters_have_the_limits_of_the_metric() -> None:
    random = np.random.default_rng(2)
    truth, score = np.tile([1, 0], 60), random.normal(size=120) + np.tile([1, 0], 60)
    wanted = roc_auc.interval(truth, score, cluster=np.arange(120) // 4)
    alone = roc_auc.interval(truth, score)
    clusters = ClusterDesign(4, ((wanted.se / alone.se) ** 2 - 1) / 3)  # the design effect that they have
    aim = Aim(True, None, None, 0.8, 0.95, "two-sided", clusters=clusters)
    low, high = score_limits(*rankings(score[None, truth == 1], score[None, truth == 0]), aim, 120)
    assert_allclose([low[0], high[0]], [wanted.low, wanted.high], atol=2e-3)


@pytest.mark.parametrize(("auc", "sizes"), [(0.6, (25, 25)), (0.8, (100, 100)), (0.95, (50, 150)), (0.8, (2000, 3000))])
def test_the_expected_width_is_that_of_studies(auc: float, sizes: tuple[int, int]) -> None:
    positive, negative = next(drawn_scores((auc,), (0.0, 0.0), sizes, 60, np.random.default_rng(1)))
    n = sum(sizes)
    plan = planning.auc(auc, n=n, prevalence=sizes[0] / n)
    low, high = score_limits(*rankings(positive[0], negative[0]), Aim(False, n, None, 0.8, 0.95, "two-sided"), n)
    assert (plan.method, plan.groups) == ("score", dict(zip(("positive", "negative"), sizes, strict=True)))
    assert_allclose(plan.width, np.median(high - low), rtol=0.05)


# simulated in turn by roc_auc.interval, 1,000 studies each: 0.801, 0.800 (Monte-Carlo error 0.013), and by
# roc_auc.compare(method="delong"), 2,000 studies each: 0.792, 0.802 (error 0.009)
@pytest.mark.parametrize(
    ("plan_of", "values", "wishes", "method", "formula", "most"),
    [
        (planning.auc, (0.95,), {"against": 0.85, "prevalence": 0.1}, "score", 230, 0.84),
        (planning.auc, (0.8,), {"against": 0.5}, "score", 26, 0.84),
        (planning.paired_aucs, (0.95, 0.85), {"correlation": 0.5, "prevalence": 0.1}, "delong", 270, 0.83),
        (planning.paired_aucs, (0.99, 0.95), {"correlation": 0.5, "prevalence": 0.3}, "delong", 210, 0.83),
    ],
)
def test_measured_power(plan_of: Any, values: Any, wishes: Any, method: str, formula: int, most: float) -> None:
    plan = plan_of(*values, **wishes)
    assert plan.method == method
    assert 0 < plan.error < 0.013
    assert 0.8 <= plan.power < most
    assert plan.curve([plan.n])[0] == plan.power
    assert plan_of(*values, **wishes, method="binormal").n == formula
    assert method != "delong" or plan.n < formula


def test_a_margin_by_the_formula() -> None:
    # one-sided at 5 %: (1.644854 sqrt(V(0.75)) + 0.841621 sqrt(V(0.8)))^2 / 0.05^2
    plan = planning.auc(0.8, against=0.8, margin=0.05, alternative="non-inferiority", method="binormal")
    z = (0.05 - 1.644853627 * math.sqrt(binormal(0.75, plan.n / 2, plan.n / 2))) / math.sqrt(
        binormal(0.8, plan.n / 2, plan.n / 2)
    )
    assert_allclose(plan.power, norm.cdf(z), rtol=1e-9)
    assert "is shown not to be inferior to 0.8 (margin 0.05)" in plan.says
    both = planning.auc(0.8, against=0.8, margin=0.05, alternative="equivalence", method="binormal")
    assert both.n > plan.n


def test_equal_models_have_the_width_of_the_formula() -> None:
    plan = planning.paired_aucs(0.8, 0.8, correlation=0.5, width=0.1, level=0.9)
    se = math.sqrt(Pair((0.8, 0.8), (0.5, 0.5)).variance(0.0, plan.n / 2, plan.n / 2))
    assert_allclose(plan.width, 2 * 1.644853627 * se, rtol=1e-8)
    assert plan.power is None


def test_a_model_with_itself_does_not_differ() -> None:
    pair = Pair((0.8, 0.8), (1.0, 1.0))
    assert_allclose(pair.variance(0.0, 50, 70), 0, atol=1e-15)


def test_simulated_differences_vary_as_much() -> None:
    aucs, correlations, sizes = (0.9, 0.6), (0.8, -0.3), (15, 60)
    found, _ = delong_draws(aucs, correlations, sizes, 6000, np.random.default_rng(5))
    assert_allclose((found[:, 0] - found[:, 1]).var(), Pair(aucs, correlations).variance(0.3, *sizes), rtol=0.06)


def scores_of_pairs(setting: Any, seed: int) -> Any:
    """The scores (2, runs, rows) that `delong_draws` draws with this seed, positive rows first, and the truth."""
    return np.concatenate(next(drawn_scores(*setting, np.random.default_rng(seed))), 2), np.repeat([1, 0], setting[2])


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
@pytest.mark.parametrize("alternative", ["two-sided", "non-inferiority"])
def test_simulated_comparisons_are_those_of_the_metric(alternative: Any) -> None:
    setting: Any = ((0.8, 0.7), (0.6, 0.2), (12, 17), 20)
    aucs, parts = delong_draws(*setting, np.random.default_rng(6))
    low, high = delong_limits(aucs, parts.sum(-1), 1.959963985)
    scores, truth = scores_of_pairs(setting, 6)
    claim = {} if alternative == "two-sided" else {"margin": 0.2, "alternative": alternative, "level": 0.975}
    for run in range(20):
        comparison = roc_auc.compare(truth, *scores[:, run], method="delong", **claim)
        assert_allclose([low[run], high[run]], [comparison.low, comparison.high], atol=1e-8)


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
@pytest.mark.parametrize("auc", [0.8, 0.97])
def test_simulated_margins_have_limits_like_those_of_the_metric(auc: float) -> None:
    setting: Any = ((auc, 0.75), (0.5, 0.5), (25, 40), 15)
    aucs, parts = delong_draws(*setting, np.random.default_rng(8))
    low, high = mover_limits(aucs, parts, (25, 40), TEST, 65)
    scores, truth = scores_of_pairs(setting, 8)
    for run in range(15):
        comparison = roc_auc.compare(truth, *scores[:, run], method="mover")
        # of logit limits, where the metric has score limits
        length = comparison.high - comparison.low
        assert_allclose([low[run], high[run]], [comparison.low, comparison.high], atol=0.15 * length)


def test_limits_of_two_auc_make_those_of_the_difference() -> None:
    # independent models with a wide margin: half widths add in quadrature, middles by their squares
    quantile = float(t.ppf(0.975, 98))
    aucs, half = np.array([[0.8, 0.75]]), np.array([[[0.001, 0.0], [0.0, 0.00125]]])
    low, high = mover_limits(aucs, np.stack([half, half], -1), (50, 50), TEST, 100)
    (la, ua), (lb, ub) = (
        [1 / (1 + math.exp(-(math.log(a / (1 - a)) + z * math.sqrt(v) / (a * (1 - a))))) for z in (-quantile, quantile)]
        for a, v in ((0.8, 0.002 + 0.16 / 2500), (0.75, 0.0025 + 0.1875 / 2500))  # half a row of each class not seen
    )
    h, k, variance = (ua - la) / 2, (ub - lb) / 2, ((ua - la) ** 2 + (ub - lb) ** 2) / 4
    middle = 0.05 + (h * h * ((la + ua) / 2 - 0.8) - k * k * ((lb + ub) / 2 - 0.75)) / variance
    assert_allclose([low[0], high[0]], [middle - math.sqrt(variance), middle + math.sqrt(variance)], rtol=1e-9)


def test_margins() -> None:
    wishes: dict[str, Any] = {"correlation": 0.6, "margin": 0.05, "n": 400}
    inferior = planning.paired_aucs(0.8, 0.8, alternative="non-inferiority", **wishes)
    both = planning.paired_aucs(0.8, 0.8, alternative="equivalence", **wishes)
    assert inferior.method == both.method == "mover"
    assert both.power < inferior.power  # type: ignore[operator]
    formula = planning.paired_aucs(0.8, 0.8, alternative="equivalence", method="binormal", **wishes)
    se = math.sqrt(Pair((0.8, 0.8), (0.6, 0.6)).variance(0.0, 200, 200))
    assert_allclose(formula.power, 2 * norm.cdf(0.05 / se - 1.644853627) - 1, rtol=1e-9)
    with pytest.raises(OptionError, match=r"equivalence with a margin of 0\.05 shows a value between -0\.05 and 0\.05"):
        planning.paired_aucs(0.8, 0.7, alternative="equivalence", **wishes)
