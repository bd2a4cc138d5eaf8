from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import norm, t

from concordant import planning, roc_auc
from concordant.errors import OptionError
from concordant.planning.aucs import Pair, delong_draws, delong_limits, mover_limits

from .stored import cases


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"a": 0.8, "b": 0.8, "correlation": 0.5}, "b is 0.8, as is expected"),
        ({"a": 0.8, "b": 0.7, "correlation": 1.0}, "correlation must be a number between -1 and 1"),
        ({"a": 0.8, "b": 0.7, "correlation": (0.5, 0.4, 0.3)}, "correlation is one number, or a pair"),
        ({"a": 1.2, "b": 0.7, "correlation": 0.5}, "a must be a number between 0 and 1"),
    ],
)
def test_bad_wishes_raise(wishes: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError) as caught:
        planning.paired_aucs(**wishes)
    assert said in str(caught.value)


@pytest.mark.parametrize("case", cases("pairs"), ids=str)
def test_a_test_as_proc(case: dict[str, Any]) -> None:
    wishes: dict[str, Any] = {
        "correlation": tuple(case["correlations"]),
        "prevalence": 1 / (1 + case["ratio"]),
        "method": "obuchowski-mcclish",
    }
    plan = planning.paired_aucs(case["a"], case["b"], **wishes)
    assert plan.groups is not None
    assert plan.groups["positive"] == math.ceil(case["positive"])
    found = planning.paired_aucs(case["a"], case["b"], n=round(100 * (1 + case["ratio"])), **wishes)
    assert_allclose(found.power, case["power_of_100"], rtol=1e-9)


def test_equal_models_have_a_width() -> None:
    plan = planning.paired_aucs(0.8, 0.8, correlation=0.5, width=0.1)
    assert plan.width is not None
    assert plan.width <= 0.1
    assert plan.power is None


def test_alike_models_need_fewer_rows() -> None:
    sizes = [planning.paired_aucs(0.85, 0.8, correlation=r, method="binormal").n for r in (0.0, 0.3, 0.6, 0.9)]
    assert sizes == sorted(sizes, reverse=True)


def test_a_model_with_itself_does_not_differ() -> None:
    pair = Pair((0.8, 0.8), (1.0, 1.0))
    assert_allclose(pair.binormal(50, 70), 0, atol=1e-15)


def test_simulated_comparisons_are_as_wide() -> None:
    plan = planning.paired_aucs(0.85, 0.8, correlation=0.6, width=0.08)
    assert plan.groups is not None
    random = np.random.default_rng(1)
    truth = np.repeat([1, 0], list(plan.groups.values()))
    noise = np.linalg.cholesky([[1, 0.6], [0.6, 1]])
    shift = math.sqrt(2) * norm.ppf([0.85, 0.8])
    widths = []
    for _ in range(100):
        scores = random.normal(size=(plan.n, 2)) @ noise.T + truth[:, None] * shift
        found = roc_auc.compare(truth, scores[:, 0], scores[:, 1])
        widths.append(found.high - found.low)
    assert_allclose(np.mean(widths), 0.08, rtol=0.04)


def test_large_studies_take_the_formula() -> None:
    assert planning.paired_aucs(0.801, 0.8, correlation=0.5, n=30_000).method == "binormal"


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
@pytest.mark.parametrize("alternative", ["two-sided", "non-inferiority"])
def test_simulated_comparisons_are_those_of_the_metric(alternative: Any) -> None:
    sizes, r = (12, 17), (0.6, 0.2)
    found, parts = delong_draws((0.8, 0.7), r, sizes, 20, np.random.default_rng(6))
    low, high = delong_limits(found, parts.sum(-1), z=1.959963985, noise=np.ones(20))
    again = np.random.default_rng(6)
    sides = []
    for correlation, rows in zip(r, sizes, strict=True):
        scores = again.standard_normal((2, 20, rows))
        scores[1] = correlation * scores[0] + math.sqrt(1 - correlation**2) * scores[1]
        sides.append(scores)
    sides[0] += math.sqrt(2) * norm.ppf([0.8, 0.7])[:, None, None]
    scores, truth = np.concatenate(sides, axis=2), np.repeat([1, 0], sizes)
    claim = {} if alternative == "two-sided" else {"margin": 0.2, "alternative": alternative, "level": 0.975}
    for place in range(20):
        wanted = roc_auc.compare(truth, *scores[:, place], method="delong", **claim)
        assert_allclose([low[place], high[place]], [wanted.low, wanted.high], atol=1e-8)


T = float(t.ppf(0.975, 98))


def test_limits_of_two_auc_make_those_of_the_difference() -> None:
    # independent models with a wide margin: half widths add in quadrature, middles by their squares
    aucs, half = np.array([[0.8, 0.75]]), np.array([[[0.001, 0.0], [0.0, 0.00125]]])
    low, high = mover_limits(aucs, np.stack([half, half], -1), (50, 50), 1.96, 0.95, np.ones(1), False)
    (la, ua), (lb, ub) = (
        [1 / (1 + math.exp(-(math.log(a / (1 - a)) + z * math.sqrt(v) / (a * (1 - a))))) for z in (-T, T)]
        for a, v in ((0.8, 0.002 + 0.16 / 2500), (0.75, 0.0025 + 0.1875 / 2500))  # half a row of each class not seen
    )
    h, k, variance = (ua - la) / 2, (ub - lb) / 2, ((ua - la) ** 2 + (ub - lb) ** 2) / 4
    middle = 0.05 + (h * h * ((la + ua) / 2 - 0.8) - k * k * ((lb + ub) / 2 - 0.75)) / variance
    assert_allclose([low[0], high[0]], [middle - math.sqrt(variance), middle + math.sqrt(variance)], rtol=1e-9)


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
@pytest.mark.parametrize("auc", [0.8, 0.97])
def test_simulated_margins_have_the_limits_of_the_metric(auc: float) -> None:
    sizes, runs = (25, 40), 15
    aucs, parts = delong_draws((auc, 0.75), (0.5, 0.5), sizes, runs, np.random.default_rng(8))
    low, high = mover_limits(aucs, parts, sizes, 1.959963985, 0.95, np.ones(runs), False)
    again, scores = np.random.default_rng(8), []
    for rows in sizes:
        one = again.standard_normal((2, runs, rows))
        one[1] = 0.5 * one[0] + math.sqrt(0.75) * one[1]
        scores.append(one)
    scores[0] += math.sqrt(2) * norm.ppf([auc, 0.75])[:, None, None]
    both, truth = np.concatenate(scores, axis=2), np.repeat([1, 0], sizes)
    for place in range(runs):
        wanted = roc_auc.compare(truth, *both[:, place], method="mover")
        # correlated by the influences in place of DeLong's divisors m - 1 and n - 1
        assert_allclose([low[place], high[place]], [wanted.low, wanted.high], atol=3e-3)


# simulated in turn by roc_auc.compare(method="delong"), 2,000 studies each: 0.792, 0.802, 0.814 (error 0.009)
@pytest.mark.parametrize(
    ("a", "b", "wishes", "formula"),
    [
        (0.95, 0.85, {"correlation": 0.5, "prevalence": 0.1}, 270),
        (0.99, 0.95, {"correlation": 0.5, "prevalence": 0.3}, 210),
    ],
)
def test_measured_power(a: float, b: float, wishes: dict[str, Any], formula: int) -> None:
    plan = planning.paired_aucs(a, b, **wishes)
    assert (plan.method, plan.n < formula) == ("delong", True)
    assert 0.8 <= plan.power < 0.83  # type: ignore[operator]
    assert plan.curve([plan.n])[0] == plan.power
    assert planning.paired_aucs(a, b, **wishes, method="binormal").n == formula


def test_margins() -> None:
    wishes: dict[str, Any] = {"correlation": 0.6, "margin": 0.05, "n": 400}
    inferior = planning.paired_aucs(0.8, 0.8, alternative="non-inferiority", **wishes)
    both = planning.paired_aucs(0.8, 0.8, alternative="equivalence", **wishes)
    assert inferior.method == both.method == "mover"
    assert both.power < inferior.power  # type: ignore[operator]
    formula = planning.paired_aucs(0.8, 0.8, alternative="equivalence", method="binormal", **wishes)
    se = math.sqrt(Pair((0.8, 0.8), (0.6, 0.6)).binormal(200, 200)[0])
    assert_allclose(formula.power, 2 * norm.cdf(0.05 / se - 1.644853627) - 1, rtol=1e-9)
    with pytest.raises(OptionError, match=r"equivalence with a margin of 0\.05 shows a value between -0\.05 and 0\.05"):
        planning.paired_aucs(0.8, 0.7, alternative="equivalence", **wishes)
