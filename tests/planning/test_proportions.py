"""Plans of proportions: one, two paired, two of independent groups; beside R, all outcomes, and the intervals."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import binom, multinomial

from concordant import accuracy, planning
from concordant.errors import OptionError
from concordant.inference.comparisons.proportions import mcnemar_p, tango_score
from concordant.planning.proportions import mcnemar_power, score_limits, scores

from .stored import cases

PAIR = {"a": 0.85, "b": 0.8}
CLAIM = {**PAIR, "discordant": 0.12}
EQUIVALENCE = {**CLAIM, "alternative": "equivalence"}
ONE, PAIRED, GROUPS = planning.proportion, planning.paired_proportions, planning.independent_proportions
REFUSED: list[tuple[Any, dict[str, Any], str]] = [
    (ONE, {"against": 0.9}, "against is 0.9, as is expected: there is no difference to show"),
    (ONE, {}, "say what to plan for: width="),
    (ONE, {"width": 0.1, "against": 0.8}, "plan for one thing at a time"),
    (ONE, {"against": 0.8, "power": 0.8, "n": 100}, "give power= to find the number of rows, or n= to"),
    (ONE, {"against": 0.8, "power": 1.0}, "power is the probability that the study shows what is true"),
    (ONE, {"against": 0.8, "power": 0.04}, "between 0.05 (the level of the test) and 1"),
    (ONE, {"width": 0.1, "power": 0.8}, "power= belongs to a test"),
    (ONE, {"width": 0}, "width is the distance between the limits, a number between 0 and 1, not 0"),
    (ONE, {"n": 0}, "n is a number of rows, a whole number of at least 1, not 0"),
    (ONE, {"width": 0.1, "method": "normal"}, "method must be 'wilson', 'exact', 'agresti-coull'"),
    (PAIRED, {}, "say how often each model is right: a and b"),
    (PAIRED, {"a": 0.8, "b": 0.8}, "A and B are expected to be alike: there is no difference to show"),
    (PAIRED, {**PAIR, "only_a": 0.1}, "give either a and b (and discordant), or only_a"),
    (PAIRED, {"only_a": 0.7, "only_b": 0.6}, "their sum lies between 0 and 1, not at 1.3"),
    (PAIRED, {**PAIR, "discordant": 0.04}, "discordant lies between 0.05 and 0.35, not at 0.04"),
    (PAIRED, {**PAIR, "width": 0.1, "method": "connor"}, "method must be 'tango', 'wald' or None"),
    (PAIRED, {**CLAIM, "margin": 0.05}, 'margin= goes with alternative="superiority", "non-inferiority" or'),
    (PAIRED, {**CLAIM, "alternative": "superiority", "margin": 0.06}, "shows a value above 0.06, and 0.05 is expected"),
    (PAIRED, {"a": 0.8, "b": 0.9, "alternative": "superiority"}, "-0.1 is expected. To plan for B above A, ex"),
    (PAIRED, {**CLAIM, "alternative": "superiority", "width": 0.1}, "not with width="),
    (PAIRED, {**CLAIM, "alternative": "non-inferiority"}, "needs margin=, the greatest difference"),
    (PAIRED, {**CLAIM, "alternative": "difference"}, "Did you mean 'two-sided'?"),
    (GROUPS, {**PAIR, "ratio": 0}, "ratio must be a number between 0 and inf"),
    (GROUPS, {**PAIR, "n": 1}, "1 rows are too few: each group has at least a row"),
    (GROUPS, {**PAIR, "method": "mcnemar"}, "'miettinen-nurminen', 'farrington-manning', 'w"),
    (GROUPS, {**PAIR, "n": 30, "cluster_size": 10, "icc": 0.1}, "at least two clusters"),
    (ONE, {"against": 0.8, "alternative": "one-sided", "level": 0.4}, "one-sided: level must be above"),
    (PAIRED, {**EQUIVALENCE, "margin": -0.1}, "a positive number, not -0.1"),
    (PAIRED, {**EQUIVALENCE, "margin": 0.05, "width": 0.1}, "not with width="),
    (PAIRED, {**EQUIVALENCE, "margin": 0.05, "level": 0.4}, "level must be above 0.5"),
    (PAIRED, {**EQUIVALENCE, "margin": 0.04}, "between -0.04 and 0.04, and 0.05 is expected"),
    (PAIRED, {**EQUIVALENCE, "margin": 1.2}, "never below -1 or above 1"),
]


@pytest.mark.parametrize(("plan", "wishes", "message"), REFUSED)
def test_wishes_that_contradict_are_refused(plan: Any, wishes: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=re.escape(message)):
        plan(*([0.9] if plan is ONE else []), **wishes)


@pytest.mark.parametrize("expected", [0, 1, float("nan"), "0.9", True, None])
def test_what_is_no_share_is_refused(expected: Any) -> None:
    with pytest.raises(OptionError, match=r"^expected must be a number between 0 and 1 \(not one of them\), not "):
        planning.proportion(expected, width=0.1)


# --- two models on the same rows --------------------------------------------------------------------------


@pytest.mark.parametrize("case", cases("mcnemars"), ids=str)
@pytest.mark.parametrize(
    ("method", "name"), [("mcnemar", "score"), ("mcnemar-mid-p", "mid_p"), ("mcnemar-exact", "exact")]
)
def test_powers_as_r_sums_them(case: dict[str, Any], method: str, name: str) -> None:
    plan = PAIRED(only_a=case["only_a"], only_b=case["only_b"], n=case["n"], method=method)
    assert_allclose(plan.power, case[name], rtol=1e-10)
    swapped = PAIRED(only_a=case["only_b"], only_b=case["only_a"], n=case["n"], method=method)
    assert_allclose(swapped.power, case[name], rtol=1e-12)


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
    plan = PAIRED(0.85, 0.80, discordant=0.12, method="connor")
    wanted = (1.959963985 * math.sqrt(0.12) + 0.841621234 * math.sqrt(0.1175)) ** 2 / 0.0025
    assert plan.n == math.ceil(wanted) == 375


def test_errors_are_independent_unless_told() -> None:
    alone = PAIRED(0.9, 0.8, n=200)
    shares = PAIRED(only_a=0.9 * 0.2, only_b=0.8 * 0.1, n=200)
    assert_allclose(alone.power, shares.power, rtol=1e-12)
    assert "as if they erred independently" in alone.assumptions[0]


def test_width_is_that_of_the_comparison() -> None:
    right_a, right_b = np.arange(200) < 160, (np.arange(200) < 140) | (np.arange(200) >= 190)
    # A alone is right in 20 rows, B alone in 10
    rows = np.ones(200, int), right_a.astype(int), right_b.astype(int)
    comparison = accuracy.compare(*rows, level=0.9)  # Tango's limits
    plan = PAIRED(only_a=0.1, only_b=0.05, width=0.1, level=0.9)
    assert_allclose(plan.curve([200])[0], comparison.high - comparison.low, rtol=1e-9)


@pytest.mark.parametrize("case", cases("tangos"), ids=str)
@pytest.mark.parametrize("alternative", ["non-inferiority", "equivalence"])
def test_powers_with_a_margin_as_r_sums_them(case: dict[str, Any], alternative: Any) -> None:
    shares = {name: case[name] for name in ("only_a", "only_b")}
    claim = {"margin": case["margin"], "alternative": alternative}
    plan = PAIRED(**shares, **claim, n=case["n"])
    assert plan.method == "tango"
    assert_allclose(plan.power, case[alternative.replace("-", "_")], rtol=1e-8)
    if alternative == "non-inferiority":
        assert PAIRED(**shares, **claim, method="nam").n == math.ceil(case["nam"])


@pytest.mark.parametrize(("only_a", "only_b"), [(0.3, 0.0), (0.0, 0.02), (0.6, 0.4)])
def test_margins_at_the_ends(only_a: float, only_b: float) -> None:
    pair: dict[str, Any] = {"only_a": only_a, "only_b": only_b, "n": 30}
    equivalent, superior = 0.0, 0.0
    for b in range(31):
        for c in range(31 - b):
            likely = multinomial.pmf([b, c, 30 - b - c], 30, [only_a, only_b, max(1 - only_a - only_b, 0.0)])
            scores_of = [tango_score(b, c, 30, null) for null in (-0.4, 0.1, 0.4)]
            equivalent += likely * (scores_of[0] > 1.644853627 and scores_of[2] < -1.644853627)
            superior += likely * (scores_of[1] > 1.644853627)
    assert_allclose(PAIRED(**pair, margin=0.4, alternative="equivalence").power, equivalent, atol=1e-9)
    if only_a - only_b > 0.1:
        assert_allclose(PAIRED(**pair, margin=0.1, alternative="superiority").power, superior, atol=1e-9)


# --- one proportion ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", cases("widths"), ids=str)
def test_textbook_width_as_epir(case: dict[str, Any]) -> None:
    found = ONE(case["expected"], width=case["width"], method="wald")
    assert found.n == math.ceil(case["n"])
    exact = ONE(case["expected"], n=found.n, method="wald").width
    assert_allclose(exact, case["width"] * math.sqrt(case["n"] / found.n), rtol=1e-12)


@pytest.mark.parametrize("case", cases("tests"), ids=str)
@pytest.mark.parametrize("method", ["wilson", "exact"])
def test_exact_powers_as_r(case: dict[str, Any], method: str) -> None:
    found = ONE(case["expected"], against=case["against"], n=case["n"], method=method)
    assert_allclose(found.power, case[method], rtol=1e-10)


@pytest.mark.parametrize("method", ["wilson", "exact", "jeffreys", "agresti-coull"])
def test_the_width_is_that_of_the_interval(method: str) -> None:
    plan = ONE(0.85, n=200, method=method, level=0.9)
    interval = accuracy.interval([0] * 200, [0] * 170 + [1] * 30, method=method, level=0.9)
    assert_allclose(plan.width, interval.high - interval.low, rtol=1e-12)


PLANS_OF_TESTS = {
    "wilson": (ONE(0.9, against=0.8, power=0.85, method="wilson"), 1, 0.85),
    "wilson, below": (ONE(0.03, against=0.1, power=0.85, method="wilson"), 1, 0.85),
    "exact": (ONE(0.1, against=0.2, power=0.85, method="exact"), 1, 0.85),
    "mcnemar": (PAIRED(only_a=0.2, only_b=0.08, power=0.9), 1, 0.9),
    "independent": (GROUPS(0.9, 0.6), 2, 0.8),
}


@pytest.mark.parametrize("name", PLANS_OF_TESTS)
def test_the_power_lasts_from_the_planned_number_of_rows_on(name: str) -> None:
    plan, step, power = PLANS_OF_TESTS[name]
    assert (plan.curve(range(plan.n, plan.n + 60 * step, step)) >= power).all()
    assert plan.curve([plan.n - step])[0] < power


def test_the_normal_formula() -> None:
    # by hand: (1.959964 * 0.4 + 0.841621 * 0.3)^2 / 0.01 = 107.38
    assert ONE(0.9, against=0.8, method="normal").n == 108
    # one-sided (1.644854 * 0.4 + 0.841621 * 0.3)^2 / 0.01 = 82.84
    assert ONE(0.9, against=0.8, method="normal", alternative="one-sided").n == 83


@pytest.mark.parametrize("alternative", ["non-inferiority", "equivalence"])
@pytest.mark.parametrize(("n", "p"), [(60, 0.9), (113, 0.85), (40, 0.5)])
def test_a_margin_is_shown_by_the_interval(n: int, p: float, alternative: Any) -> None:
    plan = ONE(p, against=0.9 if p > 0.8 else 0.5, margin=0.2, alternative=alternative, n=n)
    null, wanted = (0.9 if p > 0.8 else 0.5), 0.0
    for right in range(n + 1):
        interval = accuracy.interval([0] * n, [0] * right + [1] * (n - right), labels=[0, 1], level=0.9)
        shown = interval.low > null - 0.2 and (alternative == "non-inferiority" or interval.high < null + 0.2)
        wanted += binom.pmf(right, n, p) * shown
    assert_allclose(plan.power, wanted, atol=1e-10)


def test_a_limit_where_no_share_lies_is_none() -> None:
    claim: dict[str, Any] = {"against": 0.95, "margin": 0.08, "n": 100}
    both = ONE(0.95, alternative="equivalence", **claim)
    assert both.power == ONE(0.95, alternative="non-inferiority", **claim).power
    with pytest.raises(OptionError, match="a share is never below 0 or above 1: with this"):
        ONE(0.05, against=0.05, margin=0.05, alternative="non-inferiority")


# --- two models on independent groups ---------------------------------------------------------------------


@pytest.mark.parametrize("case", cases("textbook"), ids=str)
def test_the_normal_formula_as_power_prop_test(case: dict[str, Any]) -> None:
    pair, method = (case["a"], case["b"]), "farrington-manning"
    plan = GROUPS(*pair, power=case["power"], method=method)
    each = math.ceil(case["each"])
    assert plan.groups == {"A": each, "B": each}
    assert_allclose(GROUPS(*pair, n=300, method=method).power, case["power_of_150"], rtol=1e-9)


@pytest.mark.parametrize("case", cases("unpooled"), ids=str)
def test_without_the_null_variance_as_epir(case: dict[str, Any]) -> None:
    wishes: dict[str, Any] = {"a": case["a"], "b": case["b"], "method": "wald"}
    claim = {"margin": case["margin"], "ratio": 1 / case["r"]}
    found = GROUPS(**wishes, **claim, alternative="non-inferiority").groups
    assert found is not None
    assert abs(found["A"] - case["r"] * case["non_inferiority"]) < 1  # B's rows are rounded up
    if case["equivalence"] is not None:
        found = GROUPS(**wishes, **claim, alternative="equivalence").groups
        assert found is not None
        assert abs(found["A"] - case["r"] * case["equivalence"]) < 1
    if case["difference"] is not None:
        assert GROUPS(**wishes).n == 2 * math.ceil(case["difference"])


@pytest.mark.parametrize("case", cases("independents"), ids=str)
@pytest.mark.parametrize("alternative", ["non-inferiority", "equivalence", "two-sided"])
def test_exact_powers_as_r_sums_them(case: dict[str, Any], alternative: Any) -> None:
    sizes, difference = case["sizes"], abs(case["a"] - case["b"])
    wishes: dict[str, Any] = {"n": sum(sizes), "ratio": sizes[1] / sizes[0], "alternative": alternative}
    if alternative != "two-sided":
        wishes["margin"] = case["margin"]
    outside = alternative == "equivalence" and difference >= case["margin"]
    if outside or (alternative == "two-sided" and difference == 0):
        with pytest.raises(OptionError, match=r"no difference to show|is expected"):
            GROUPS(case["a"], case["b"], **wishes)
        return
    plan = GROUPS(case["a"], case["b"], **wishes)
    assert plan.groups == {"A": sizes[0], "B": sizes[1]}
    name = "difference" if alternative == "two-sided" else alternative.replace("-", "_")
    assert_allclose(plan.power, case[name], rtol=1e-8)


@pytest.mark.parametrize("case", cases("independents"), ids=str)
def test_farrington_and_manning_with_a_numeric_maximum(case: dict[str, Any]) -> None:
    claim: dict[str, Any] = {"margin": case["margin"], "alternative": "non-inferiority", "method": "farrington-manning"}
    plan = GROUPS(case["a"], case["b"], ratio=case["sizes"][1] / case["sizes"][0], **claim)
    assert plan.groups["A"] == math.ceil(case["farrington_manning"])  # type: ignore[index]


def test_limits_are_where_the_score_is_z() -> None:
    low, high = score_limits(0.8, 0.6, 1.96, 90, 50, 40)
    for end, z in ((low, 1.96), (high, -1.96)):
        assert_allclose(scores(np.array([40]), np.array([24]), (50, 40), end), z, atol=1e-8)
    plan = GROUPS(0.8, 0.6, ratio=0.8, width=0.4)
    assert plan.width <= 0.4 < plan.curve([plan.n - 3])[0]  # type: ignore[operator]


@pytest.mark.parametrize("ratio", [0.1, 0.3, 1.0, 2.5, 7.0])
def test_the_ratio_of_the_groups(ratio: float) -> None:
    plan = GROUPS(0.9, 0.7, ratio=ratio)
    assert plan.groups["B"] == math.ceil(plan.groups["A"] * ratio - 1e-9)  # type: ignore[index]
    assert plan.curve([plan.n])[0] == plan.power


def test_swapping_models_changes_the_side_only() -> None:
    first, second = (GROUPS(*pair, n=120) for pair in ((0.9, 0.7), (0.7, 0.9)))
    assert_allclose(first.power, second.power, rtol=1e-10)
    assert "A is shown to be right more often" in first.says
    assert "B is shown to be right more often" in second.says
