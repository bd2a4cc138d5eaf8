""""""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import binom, binomtest, multinomial

from concordant import accuracy, planning
from concordant.errors import OptionError
from concordant.inference.comparisons.proportions import TwoShares, mcnemar_p, score, tango_score
from concordant.planning.design import Region
from concordant.planning.proportions import (
    binomial_power,
    critical_values,
    mcnemar_power,
    restricted,
    score_limits,
    scores,
    tango_scores,
)

from .stored import cases


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({}, "say how often each model is right: a and b"),
        ({"a": 0.8}, "say how often each model is right"),
        ({"a": 0.8, "b": 0.8}, "both models are expected to be right equally often"),
        ({"a": 0.8, "b": 0.7, "only_a": 0.1}, "give either a and b (and discordant), or only_a and only_b"),
        ({"only_a": 0.1}, "give either a and b (and discordant), or only_a and only_b"),
        ({"only_a": 0.7, "only_b": 0.6}, "their sum lies between 0 and 1, not at 1.3"),
        ({"only_a": 0, "only_b": 0}, "their sum lies between 0 and 1, not at 0"),
        ({"only_a": -0.1, "only_b": 0.2}, "only_a must be a number between 0 and 1"),
        ({"a": 0.8, "b": 0.7, "discordant": 0.05}, "discordant lies between 0.1 and 0.5, not at 0.05"),
        ({"a": 0.8, "b": 0.7, "discordant": 0.6}, "discordant lies between 0.1 and 0.5"),
        (
            {"a": 0.8, "b": 0.7, "method": "tango"},
            "one of 'mcnemar', 'mcnemar-mid-p', 'mcnemar-exact', 'connor', 'wald' here",
        ),
        ({"a": 0.8, "b": 0.7, "width": 0.1, "method": "connor"}, "one of 'tango', 'wald' here"),
    ],
)
def test_paired_proportions_bad_wishes_raise(wishes: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError) as caught:
        planning.paired_proportions(**wishes)
    assert said in str(caught.value)


@pytest.mark.parametrize("case", cases("mcnemars"), ids=str)
@pytest.mark.parametrize(
    ("method", "name"), [("mcnemar", "score"), ("mcnemar-mid-p", "mid_p"), ("mcnemar-exact", "exact")]
)
def test_powers_as_r_sums_them(case: dict[str, Any], method: str, name: str) -> None:
    plan = planning.paired_proportions(only_a=case["only_a"], only_b=case["only_b"], n=case["n"], method=method)
    assert_allclose(plan.power, case[name], rtol=1e-10)
    swapped = planning.paired_proportions(only_a=case["only_b"], only_b=case["only_a"], n=case["n"], method=method)
    assert_allclose(swapped.power, case[name], rtol=1e-12)


@pytest.mark.parametrize("method", ["mcnemar-exact", "mcnemar-mid-p", "mcnemar"])
def test_the_critical_values_are_those_of_the_test(method: Any) -> None:
    d = np.arange(60)
    critical = critical_values(d, 0.025, method=method)
    for trials, least in zip(d.tolist(), critical.tolist(), strict=True):
        small = [b for b in range(trials // 2 + 1, trials + 1) if mcnemar_p(b, trials - b, method) <= 0.05 + 1e-12]
        assert least == min(small, default=trials + 1)


@pytest.mark.parametrize(("only_a", "only_b"), [(0.3, 0.0), (1.0, 0.0), (0.6, 0.4)])
def test_shares_at_the_ends(only_a: float, only_b: float) -> None:
    found = mcnemar_power(25, only_a=only_a, only_b=only_b, tail=0.025, method="mcnemar-exact")
    wanted = 0.0
    for d in range(26):
        likely = math.comb(25, d) * (only_a + only_b) ** d * (1 - only_a - only_b) ** (25 - d)
        for b in range(d + 1):
            if b > d / 2 and mcnemar_p(b, d - b, "mcnemar-exact") <= 0.05:
                share = only_a / (only_a + only_b)
                wanted += likely * math.comb(d, b) * share**b * (1 - share) ** (d - b)
    assert_allclose(found, wanted, atol=1e-12)


def test_connor_by_hand() -> None:
    # s = 0.12, d = 0.05: (1.959964 sqrt(0.12) + 0.841621 sqrt(0.1175))^2 / 0.0025 = 374.3
    plan = planning.paired_proportions(0.85, 0.80, discordant=0.12, method="connor")
    wanted = (1.959963985 * math.sqrt(0.12) + 0.841621234 * math.sqrt(0.1175)) ** 2 / 0.0025
    assert plan.n == math.ceil(wanted) == 375


def test_paired_proportions_large_studies_take_the_normal_distribution() -> None:
    plan = planning.paired_proportions(0.905, 0.90)
    assert (plan.method, plan.n > 20_000) == ("connor", True)


def test_errors_are_independent_unless_told() -> None:
    alone = planning.paired_proportions(0.9, 0.8, n=200)
    shares = planning.paired_proportions(only_a=0.9 * 0.2, only_b=0.8 * 0.1, n=200)
    assert_allclose(alone.power, shares.power, rtol=1e-12)
    assert "as if they erred independently" in alone.assumptions[0]


def test_width_is_that_of_the_comparison() -> None:
    truth = np.zeros(200, int)
    first, second = np.ones(200, int), np.ones(200, int)
    first[:160], second[:140] = 0, 0
    second[160:170] = 0  # A alone is right in 20, B alone in 10
    found = accuracy.compare(truth, first, second)  # its limits are Tango's
    plan = planning.paired_proportions(only_a=0.1, only_b=0.05, width=0.1)
    assert_allclose(plan.curve([200])[0], found.high - found.low, rtol=1e-9)


def test_power_lasts() -> None:
    plan = planning.paired_proportions(only_a=0.2, only_b=0.08, power=0.9)
    assert (plan.curve(range(plan.n, plan.n + 60)) >= 0.9).all()
    assert plan.curve([plan.n - 1])[0] < 0.9


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"margin": 0.05}, 'margin= goes with alternative="non-inferiority" or "equivalence"'),
        ({"alternative": "non-inferiority"}, "needs margin=, the greatest difference that does not matter"),
        ({"alternative": "difference"}, "not 'difference'. Did you mean 'two-sided'?"),
        ({"alternative": "superiority", "margin": 0.1}, "alternative must be one of 'two-sided', 'one-sided'"),
        ({"alternative": "equivalence", "margin": -0.1}, "a positive number, not -0.1"),
        ({"alternative": "equivalence", "margin": 0.05, "width": 0.1}, "not with width="),
        ({"alternative": "equivalence", "margin": 0.05, "level": 0.4}, "level must be above 0.5"),
        ({"alternative": "equivalence", "margin": 0.04}, "shows a value between -0.04 and 0.04, and 0.05 is expected"),
        ({"alternative": "equivalence", "margin": 0.1, "method": "mcnemar"}, "one of 'tango', 'nam', 'wald' here"),
        ({"alternative": "non-inferiority", "margin": 1.2}, "a difference of shares is never below -1 or above 1"),
    ],
)
def test_bad_margins_raise(wishes: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError) as caught:
        planning.paired_proportions(0.85, 0.80, discordant=0.12, **wishes)
    assert said in str(caught.value)


@pytest.mark.parametrize("case", cases("tangos"), ids=str)
@pytest.mark.parametrize("alternative", ["non-inferiority", "equivalence"])
def test_powers_with_a_margin_as_r_sums_them(case: dict[str, Any], alternative: Any) -> None:
    shares = {name: case[name] for name in ("only_a", "only_b")}
    claim = {"margin": case["margin"], "alternative": alternative}
    plan = planning.paired_proportions(**shares, **claim, n=case["n"])
    assert plan.method == "tango"
    assert_allclose(plan.power, case[alternative.replace("-", "_")], rtol=1e-8)
    if alternative == "non-inferiority":
        assert planning.paired_proportions(**shares, **claim, method="nam").n == math.ceil(case["nam"])


@pytest.mark.parametrize("null", [-0.3, -0.05, 0.0, 0.1])
def test_paired_proportions_scores_are_those_of_the_comparison(null: float) -> None:
    b, c = np.meshgrid(np.arange(12), np.arange(9))
    wanted = [[tango_score(x, y, 25, null) for x, y in zip(*rows, strict=True)] for rows in zip(b, c, strict=True)]
    assert_allclose(tango_scores(b, c, 25, null), wanted, atol=1e-12)


@pytest.mark.parametrize("n", [7, 30, 80])
@pytest.mark.parametrize("null", [-0.5, -0.1, -0.02, 0.0, 0.05, 0.3])
def test_scores_rise_with_the_rows_of_a(n: int, null: float) -> None:
    b, c = np.meshgrid(np.arange(n + 1), np.arange(n + 1), indexing="ij")
    found = np.where(b + c <= n, tango_scores(b, c, n, null), np.inf)
    assert (found[1:] >= found[:-1]).all()


def test_a_margin_of_the_comparison_has_the_power() -> None:
    claim: dict[str, Any] = {"margin": 0.1, "alternative": "non-inferiority"}
    plan = planning.paired_proportions(only_a=0.15, only_b=0.15, **claim)
    found = 0
    for b, c, _ in np.random.default_rng(0).multinomial(plan.n, [0.15, 0.15, 0.7], 300):
        first, second = np.zeros(plan.n, int), np.zeros(plan.n, int)
        first[:c], second[c : c + b] = 1, 1
        found += accuracy.compare(np.zeros(plan.n, int), first, second, labels=[0, 1], **claim).p_value < 0.05
    assert_allclose(found / 300, plan.power, atol=3 * math.sqrt(0.16 / 300))


@pytest.mark.parametrize(("only_a", "only_b"), [(0.3, 0.0), (0.0, 0.02), (0.6, 0.4)])
def test_margins_at_the_ends(only_a: float, only_b: float) -> None:
    plan = planning.paired_proportions(only_a=only_a, only_b=only_b, n=30, margin=0.4, alternative="equivalence")
    wanted = 0.0
    for b in range(31):
        for c in range(31 - b):
            likely = multinomial.pmf([b, c, 30 - b - c], 30, [only_a, only_b, max(1 - only_a - only_b, 0.0)])
            shown = tango_score(b, c, 30, -0.4) > 1.644853627 and tango_score(b, c, 30, 0.4) < -1.644853627
            wanted += likely * shown
    assert_allclose(plan.power, wanted, atol=1e-9)


@pytest.mark.parametrize("expected", [0, 1, -0.1, 1.5, float("nan"), "0.9", True, None])
def test_no_share_raises(expected: Any) -> None:
    with pytest.raises(OptionError, match=r"^expected must be a number between 0 and 1 \(not one of them\), not "):
        planning.proportion(expected, width=0.1)


def test_there_must_be_a_difference() -> None:
    with pytest.raises(OptionError, match=r"against is 0\.9, as is expected: there is no difference to show"):
        planning.proportion(0.9, against=0.9)


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({}, "say what to plan for: width="),
        ({"width": 0.1, "n": 100}, "say what to plan for: width="),
        ({"width": 0.1, "against": 0.8}, "plan for one thing at a time"),
        ({"against": 0.8, "power": 0.8, "n": 100}, "give power= to find the number of rows, or n= to find the power"),
        ({"against": 0.8, "power": 1.0}, "power is the probability that the study shows what is true, between 0.05"),
        ({"against": 0.8, "power": 0.04}, "power is the probability"),
        ({"width": 0.1, "power": 0.8}, "power= belongs to a test"),
        ({"width": 0}, "width is the distance between the limits, a number between 0 and 1, not 0"),
        ({"width": 1.2}, "width is the distance between the limits"),
        ({"n": 0}, "n is a number of rows, a whole number of at least 1, not 0"),
        ({"n": 10.5}, "n is a number of rows"),
        ({"width": 0.1, "level": 95}, "level is the nominal coverage"),
        (
            {"against": 0.8, "alternative": "greater"},
            "alternative must be one of 'two-sided', 'one-sided', 'non-inferiority', 'equivalence', not",
        ),
        ({"width": 0.1, "method": "normal"}, "method must be None or one of 'wilson', 'exact', 'agresti-coull'"),
        ({"against": 0.8, "method": "wald"}, "method must be None or one of 'wilson', 'exact', 'normal' here"),
        (
            {"against": 0.8, "alternative": "one-sided", "level": 0.4},
            "alternative='one-sided' is tested at 1 - level, one-sided: level must",
        ),
    ],
)
def test_wishes_that_contradict_raise(wishes: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError) as caught:
        planning.proportion(0.9, **wishes)
    assert said in str(caught.value)


def test_what_cannot_be_reached_raises() -> None:
    with pytest.raises(OptionError, match="not even 1,000,000,000 rows reach this"):
        planning.proportion(0.5, against=0.5 + 1e-9)


@pytest.mark.parametrize("case", cases("widths"), ids=str)
def test_textbook_width_as_epir(case: dict[str, Any]) -> None:
    found = planning.proportion(case["expected"], width=case["width"], method="wald")
    assert found.n == math.ceil(case["n"])
    exact = planning.proportion(case["expected"], n=found.n, method="wald").width
    assert exact is not None
    assert_allclose(exact, case["width"] * math.sqrt(case["n"] / found.n), rtol=1e-12)


@pytest.mark.parametrize("case", cases("tests"), ids=str)
@pytest.mark.parametrize("method", ["wilson", "exact"])
def test_exact_powers_as_r(case: dict[str, Any], method: str) -> None:
    found = planning.proportion(case["expected"], against=case["against"], n=case["n"], method=method)
    assert_allclose(found.power, case[method], rtol=1e-10)


@pytest.mark.parametrize("method", ["wilson", "exact", "jeffreys", "agresti-coull"])
def test_the_width_is_that_of_the_interval(method: str) -> None:
    plan = planning.proportion(0.85, n=200, method=method)
    truth = [0] * 200
    interval = accuracy.interval(truth, [0] * 170 + [1] * 30, method=method)
    assert_allclose(plan.width, interval.high - interval.low, rtol=1e-12)


def test_the_next_smaller_n_is_too_wide() -> None:
    plan = planning.proportion(0.7, width=0.12)
    below, here = plan.curve([plan.n - 1, plan.n])
    assert here <= 0.12 < below


@pytest.mark.parametrize("method", ["wilson", "exact"])
@pytest.mark.parametrize(("p", "null"), [(0.9, 0.8), (0.1, 0.2), (0.6, 0.5), (0.03, 0.1)])
def test_proportions_power_lasts(method: str, p: float, null: float) -> None:
    plan = planning.proportion(p, against=null, power=0.85, method=method)
    assert (plan.curve(range(plan.n, plan.n + 300)) >= 0.85).all()
    assert plan.curve([plan.n - 1])[0] < 0.85


def test_the_normal_formula() -> None:
    # by hand: (1.959964 * 0.4 + 0.841621 * 0.3)^2 / 0.01 = 107.38
    assert planning.proportion(0.9, against=0.8, method="normal").n == 108
    # one-sided (1.644854 * 0.4 + 0.841621 * 0.3)^2 / 0.01 = 82.84
    assert planning.proportion(0.9, against=0.8, method="normal", alternative="one-sided").n == 83


@pytest.mark.parametrize(("n", "p", "null"), [(20, 0.9, 0.6), (33, 0.2, 0.5), (7, 0.99, 0.5), (3, 0.9, 0.8)])
@pytest.mark.parametrize("tail", [0.025, 0.05])
def test_exact_test_beside_all_outcomes(n: int, p: float, null: float, tail: float) -> None:
    side = "greater" if p > null else "less"
    rejected = [k for k in range(n + 1) if binomtest(k, n, null, alternative=side).pvalue <= tail]
    wanted = binom.pmf(rejected, n, p).sum() if rejected else 0.0
    region = Region(null, math.inf) if p > null else Region(-math.inf, null)
    assert_allclose(binomial_power(n, p=p, region=region, tail=tail, exact=True), wanted, atol=1e-13)


@pytest.mark.parametrize("alternative", ["non-inferiority", "equivalence"])
@pytest.mark.parametrize(("n", "p"), [(60, 0.9), (113, 0.85), (40, 0.5)])
def test_a_margin_is_shown_by_the_interval(n: int, p: float, alternative: Any) -> None:
    plan = planning.proportion(p, against=0.9 if p > 0.8 else 0.5, margin=0.2, alternative=alternative, n=n)
    null, wanted = (0.9 if p > 0.8 else 0.5), 0.0
    for right in range(n + 1):
        interval = accuracy.interval([0] * n, [0] * right + [1] * (n - right), labels=[0, 1], level=0.9)
        shown = interval.low > null - 0.2 and (alternative == "non-inferiority" or interval.high < null + 0.2)
        wanted += binom.pmf(right, n, p) * shown
    assert_allclose(plan.power, wanted, atol=1e-10)


def test_a_limit_where_no_share_lies_is_none() -> None:
    claim: dict[str, Any] = {"against": 0.95, "margin": 0.08, "n": 100}
    both = planning.proportion(0.95, alternative="equivalence", **claim)
    assert both.power == planning.proportion(0.95, alternative="non-inferiority", **claim).power
    with pytest.raises(OptionError, match="a share is never below 0 or above 1: with this"):
        planning.proportion(0.05, against=0.05, margin=0.05, alternative="non-inferiority")


def test_few_rows_of_a_kind_are_a_doubt() -> None:
    plan = planning.proportion(0.99, n=100)
    assert plan.reason == "only 1.0 rows of the rarer kind are expected"
    assert planning.proportion(0.9, n=100).reason is None


def test_simulated_studies_reach_the_power() -> None:
    plan = planning.proportion(0.9, against=0.8)
    right = np.random.default_rng(0).binomial(plan.n, 0.9, 4000)
    z = (right / plan.n - 0.8) / np.sqrt(0.16 / plan.n)
    assert_allclose((z > 1.959964).mean(), plan.power, atol=4 * math.sqrt(0.16 / 4000))


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"a": 1.0, "b": 0.8}, "a must be a number between 0 and 1"),
        ({"a": 0.8, "b": 0.8}, "both models are expected to be right equally often"),
        ({"a": 0.8, "b": 0.7, "ratio": 0}, "ratio must be a number between 0 and inf"),
        ({"a": 0.8, "b": 0.7, "n": 1}, "1 rows are too few: each group has at least a row"),
        ({"a": 0.8, "b": 0.7, "method": "mcnemar"}, "one of 'miettinen-nurminen', 'farrington-manning', 'wald' here"),
        ({"a": 0.8, "b": 0.7, "n": 30, "cluster_size": 10, "icc": 0.1}, "each group has at least two clusters"),
        ({"a": 0.8, "b": 0.7, "margin": 0.1, "alternative": "equivalence"}, "and 0.1 is expected"),
    ],
)
def test_bad_wishes_raise(wishes: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError) as caught:
        planning.independent_proportions(**wishes)
    assert said in str(caught.value)


@pytest.mark.parametrize("case", cases("textbook"), ids=str)
def test_the_normal_formula_as_power_prop_test(case: dict[str, Any]) -> None:
    pair, method = (case["a"], case["b"]), "farrington-manning"
    plan = planning.independent_proportions(*pair, power=case["power"], method=method)
    each = math.ceil(case["each"])
    assert plan.groups == {"A": each, "B": each}
    assert_allclose(
        planning.independent_proportions(*pair, n=300, method=method).power, case["power_of_150"], rtol=1e-9
    )


@pytest.mark.parametrize("case", cases("unpooled"), ids=str)
def test_without_the_null_variance_as_epir(case: dict[str, Any]) -> None:
    wishes: dict[str, Any] = {"a": case["a"], "b": case["b"], "method": "wald"}
    claim = {"margin": case["margin"], "ratio": 1 / case["r"]}
    found = planning.independent_proportions(**wishes, **claim, alternative="non-inferiority").groups
    assert found is not None
    assert abs(found["A"] - case["r"] * case["non_inferiority"]) < 1  # B's rows are rounded up
    if case["equivalence"] is not None:
        found = planning.independent_proportions(**wishes, **claim, alternative="equivalence").groups
        assert found is not None
        assert abs(found["A"] - case["r"] * case["equivalence"]) < 1
    if case["difference"] is not None:
        assert planning.independent_proportions(**wishes).n == 2 * math.ceil(case["difference"])


@pytest.mark.parametrize("case", cases("independents"), ids=str)
@pytest.mark.parametrize("alternative", ["non-inferiority", "equivalence", "two-sided"])
def test_exact_powers_as_r_sums_them(case: dict[str, Any], alternative: Any) -> None:
    sizes = case["sizes"]
    wishes: dict[str, Any] = {"n": sum(sizes), "ratio": sizes[1] / sizes[0], "alternative": alternative}
    if alternative != "two-sided":
        wishes["margin"] = case["margin"]
    elif case["a"] == case["b"]:
        with pytest.raises(OptionError, match="no difference to show"):
            planning.independent_proportions(case["a"], case["b"], **wishes)
        return
    if alternative == "equivalence" and abs(case["a"] - case["b"]) >= case["margin"]:
        with pytest.raises(OptionError, match="is expected"):
            planning.independent_proportions(case["a"], case["b"], **wishes)
        return
    plan = planning.independent_proportions(case["a"], case["b"], **wishes)
    assert plan.groups == {"A": sizes[0], "B": sizes[1]}
    wanted = "difference" if alternative == "two-sided" else alternative.replace("-", "_")
    assert_allclose(plan.power, case[wanted], rtol=1e-8)


@pytest.mark.parametrize("case", cases("independents"), ids=str)
def test_farrington_and_manning_with_a_numeric_maximum(case: dict[str, Any]) -> None:
    plan = planning.independent_proportions(
        case["a"],
        case["b"],
        ratio=case["sizes"][1] / case["sizes"][0],
        margin=case["margin"],
        alternative="non-inferiority",
        method="farrington-manning",
    )
    assert plan.groups is not None
    assert plan.groups["A"] == math.ceil(case["farrington_manning"])


@pytest.mark.parametrize("null", [-0.4, -0.1, 0.0, 0.05, 0.6])
@pytest.mark.parametrize("ratio", [0.5, 1.0, 3.0])
def test_restricted_shares_are_likeliest(null: float, ratio: float) -> None:
    a, b = np.meshgrid(np.linspace(0, 1, 7), np.linspace(0, 1, 6))
    p, q = restricted(a, b, ratio, null)
    assert_allclose(p - q, null, atol=1e-9)

    def likely(first: np.ndarray, second: np.ndarray) -> np.ndarray:
        with np.errstate(divide="ignore", invalid="ignore"):
            parts = [k * np.log(x) for k, x in ((a, first), (1 - a, 1 - first), (ratio * b, second),
                                                (ratio * (1 - b), 1 - second))]  # fmt: skip
        return np.sum([np.where(np.isnan(part), 0.0, part) for part in parts], axis=0)

    top = likely(p, q)
    for step in (-1e-3, 1e-3):
        near = np.clip(p + step, max(0.0, null), min(1.0, 1 + null))
        assert (likely(near, near - null) <= top + 1e-9).all()


def test_limits_are_where_the_score_is_z() -> None:
    low, high = score_limits(0.8, 0.6, (50, 40), 1.96)
    for end, z in ((low, 1.96), (high, -1.96)):
        assert_allclose(scores(np.array([40]), np.array([24]), (50, 40), end), z, atol=1e-8)
    plan = planning.independent_proportions(0.8, 0.6, ratio=0.8, width=0.4)
    assert plan.width <= 0.4 < plan.curve([plan.n - 3])[0]  # type: ignore[operator]


@pytest.mark.parametrize("null", [-0.4, -0.05, 0.0, 0.1, 0.6])
def test_scores_are_those_of_the_comparison(null: float) -> None:
    x, y = np.meshgrid(np.arange(13), np.arange(20), indexing="ij")
    wanted = [[score(TwoShares(i, 12, j, 19), null) for j in range(20)] for i in range(13)]
    assert_allclose(scores(x, y, (12, 19), null), wanted, atol=1e-10)
    assert (np.diff(scores(x, y, (12, 19), null), axis=1) <= 1e-9).all()  # Barnard's convexity


@pytest.mark.parametrize("claim", [{}, {"margin": 0.2, "alternative": "non-inferiority"}], ids=str)
def test_comparisons_have_the_power(claim: dict[str, Any]) -> None:
    a, b = (0.85, 0.85) if claim else (0.9, 0.65)
    plan = planning.independent_proportions(a, b, **claim)
    assert plan.groups is not None
    size, random, found = plan.groups["A"], np.random.default_rng(2), 0
    for x, y in zip(random.binomial(size, a, 400), random.binomial(size, b, 400), strict=True):
        rows = [(np.ones(size, int), (np.arange(size) < count).astype(int)) for count in (x, y)]
        answer = accuracy.compare_independent(*rows, labels=[0, 1], **claim)
        assert answer.method == "miettinen-nurminen"
        found += answer.p_value < 0.05
    assert_allclose(found / 400, plan.power, atol=3 * math.sqrt(0.16 / 400))


def test_power_lasts_and_is_that_of_all_tables() -> None:
    plan = planning.independent_proportions(0.9, 0.6)
    assert plan.groups is not None
    sizes = plan.groups["A"], plan.groups["B"]
    x, y = np.meshgrid(np.arange(sizes[0] + 1), np.arange(sizes[1] + 1), indexing="ij")
    likely = np.outer(binom.pmf(x[:, 0], sizes[0], 0.9), binom.pmf(y[0], sizes[1], 0.6))
    assert_allclose(plan.power, likely[scores(x, y, sizes, 0.0) > 1.959963985].sum(), rtol=1e-9)
    assert (plan.curve(range(plan.n, plan.n + 40, 2)) >= 0.8).all()
    assert plan.curve([plan.n - 2])[0] < 0.8


@pytest.mark.parametrize("ratio", [0.1, 0.3, 1.0, 2.5, 7.0])
def test_the_ratio_of_the_groups(ratio: float) -> None:
    plan = planning.independent_proportions(0.9, 0.7, ratio=ratio)
    assert plan.groups is not None
    assert plan.groups["B"] == math.ceil(plan.groups["A"] * ratio - 1e-9)
    assert plan.curve([plan.n])[0] == plan.power


def test_swapping_models_changes_the_side_only() -> None:
    first, second = (planning.independent_proportions(*pair, n=120) for pair in ((0.9, 0.7), (0.7, 0.9)))
    assert_allclose(first.power, second.power, rtol=1e-10)
    assert "A is shown to be right more often" in first.says
    assert "B is shown to be right more often" in second.says


def test_large_studies_take_the_normal_distribution() -> None:
    plan = planning.independent_proportions(0.505, 0.5)
    assert (plan.method, plan.n > 20_000) == ("farrington-manning", True)
