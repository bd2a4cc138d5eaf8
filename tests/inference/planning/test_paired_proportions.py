from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import multinomial

from concordant import accuracy, planning
from concordant.errors import OptionError
from concordant.inference.comparisons.proportions import mcnemar_p, tango_score
from concordant.planning.proportions import critical_values, mcnemar_power, tango_scores

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
def test_bad_wishes_raise(wishes: dict[str, Any], said: str) -> None:
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


def test_large_studies_take_the_normal_distribution() -> None:
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
def test_scores_are_those_of_the_comparison(null: float) -> None:
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
