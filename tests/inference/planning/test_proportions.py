from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import binom, binomtest

from concordant import accuracy, planning
from concordant.errors import OptionError
from concordant.planning.design import Region
from concordant.planning.proportions import binomial_power

from .stored import cases


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
def test_power_lasts(method: str, p: float, null: float) -> None:
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
