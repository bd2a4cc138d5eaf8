from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import binom

from concordant import accuracy, planning
from concordant.errors import OptionError
from concordant.inference.comparisons.proportions import TwoShares, score
from concordant.planning.proportions import restricted, score_limits, scores

from .stored import cases


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
