"""Plans of kappa: the assumed table, beside vcd and irr, and the intervals of simulated studies."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import Counts, cohen_kappa, planning
from concordant.errors import OptionError
from concordant.inference.quantiles import two_sided
from concordant.planning.kappas import assumed_margins, at_kappa, independent, kappa_of, unit_variance
from concordant.planning.simulation import table_limits

from .stored import cases

TABLE = [[88, 14, 18], [10, 40, 10], [2, 6, 12]]  # Cohen 1960
WEIGHTS: list[Any] = [None, "linear", "quadratic", "ordinal"]


WIDE = {"margin": 1.2, "alternative": "non-inferiority"}
REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"width": 0.2}, "say which kappa is expected"),
    ({"width": 0.2, "expected": 1.0}, "expected must be a number between -1 and 1"),
    ({"width": 0.2, "expected": 0.7, "categories": 1}, "categories is how many categories there are"),
    ({"width": 0.2, "expected": 0.7, "margins": [0.3, 0.8]}, "margins must be K >= 2 shares above 0 that sum to one"),
    ({"width": 0.2, "expected": 0.7, "margins": [[0.3, 0.7], [0.5, 0.4]]}, "not [[0.3, 0.7], [0.5, 0.4]]"),
    ({"width": 0.2, "expected": 0.7, "margins": ["a", "b"]}, "margins must be K >= 2 shares"),
    ({"width": 0.2, "expected": 0.7, "margins": [1.0]}, "margins must be K >= 2 shares"),
    ({"width": 0.2, "expected": 0.7, "margins": [0.3, 0.7], "categories": 3}, "margins holds 2 shares and categories"),
    ({"width": 0.2, "table": TABLE, "categories": 3}, "table= has its categories and margins"),
    ({"width": 0.2, "table": [[0.5, 0.1], [0.1, 0.4]]}, "shares that sum to one; these sum to 1.1"),
    ({"width": 0.2, "table": [[5, 3], [0, 0]], "expected": 0.3}, "margins like these allow a kappa of at most 0.000"),
    ({"width": 0.2, "table": [[5, 0], [0, 0]]}, "the assumed table has no kappa"),
    ({"width": 0.2, "table": [[50, 0], [0, 50]]}, "kappa cannot vary at the assumed table"),
    ({"width": 0.2, "expected": -0.9, "margins": [0.1, 0.9]}, "a kappa of -0.9 does not exist with these margins"),
    ({"width": 0.2, "expected": -0.1, "method": "logit"}, 'method="logit" is for a kappa between 0 and 1'),
    ({"width": 0.4, "expected": 0.6, "method": "null"}, "must be 'score', 'fisher', 'delta', 'logit' or None"),
    ({"against": 0.4, "expected": 0.6, "method": "jackknife"}, "method must be 'score', 'null' or None"),
    ({"against": 1.0, "expected": 0.6}, "against must be a number between -1 and 1"),
    ({"against": 0.1, "expected": 0.1, **WIDE}, "kappa is never below -1 or above 1"),
]


@pytest.mark.parametrize(("wishes", "message"), REFUSED)
def test_assumptions_that_do_not_fit_are_refused(wishes: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=re.escape(message)):
        planning.kappa(**wishes)


@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("kappa", [-0.05, 0.0, 0.75])
@pytest.mark.parametrize("margins", [[0.5, 0.2, 0.3], [[0.5, 0.2, 0.3], [0.45, 0.25, 0.3]]])
def test_the_assumed_table_has_the_margins_and_the_kappa(weights: Any, kappa: float, margins: Any) -> None:
    r, c = assumed_margins(margins, None)
    table = at_kappa(independent(r, c, None), kappa, weights)
    assert_allclose(table.table.sum(1), r, atol=1e-15)
    assert_allclose(table.table.sum(0), c, atol=1e-15)
    assert_allclose(kappa_of(table, weights), kappa, atol=1e-12)
    assert table.table.min() >= 0


@pytest.mark.parametrize("method", [None, "score", "fisher", "delta", "logit"])
@pytest.mark.parametrize("weights", WEIGHTS)
def test_width_is_that_of_the_interval_of_such_a_table(weights: Any, method: str | None) -> None:
    how: dict[str, Any] = {"weights": weights, "method": method, "level": 0.9}
    plan = planning.kappa(table=TABLE, n=200, **how)
    interval = cohen_kappa.interval_of(Counts.from_table(TABLE), **how)
    assert_allclose(plan.width, interval.width, rtol=1e-9)
    assert plan.method == (method or "score")


@pytest.mark.parametrize("case", cases("kappas"), ids=str)
def test_a_test_as_with_the_errors_of_vcd(case: dict[str, Any]) -> None:
    weights = None if case["weights"] == "none" else case["weights"]
    for kappa, sd in ((case["k1"], case["sd"]), (case["k0"], case["sd_null"])):
        r, c = assumed_margins(case["margin"], None)
        variance = unit_variance(at_kappa(independent(r, c, None), kappa, weights), weights)
        assert_allclose(math.sqrt(variance), sd, rtol=1e-9)
    plan = planning.kappa(case["k1"], margins=case["margin"], against=case["k0"], weights=weights, method="null")
    assert plan.n == math.ceil(case["n"])


# N.cohen.kappa(rate1, rate2, kappa, hypokappa, power, twosided) of the R package irr, not rounded
@pytest.mark.parametrize(
    ("rates", "kappa", "null", "power", "alternative", "n"),
    [
        ((0.5, 0.5), 0.7, 0.85, 0.8, "one-sided", 95.7159845278615),
        ((0.3, 0.4), 0.6, 0.4, 0.8, "two-sided", 157.883317852889),
        ((0.1, 0.12), 0.5, 0.2, 0.9, "two-sided", 218.064813220614),
    ],
)
def test_two_categories_as_irr(
    rates: tuple[float, float], kappa: float, null: float, power: float, alternative: Any, n: float
) -> None:
    margins = [[1 - rate, rate] for rate in rates]
    plan = planning.kappa(kappa, margins=margins, against=null, power=power, alternative=alternative, method="null")
    assert plan.n == math.ceil(n)
    below = plan.curve([math.floor(n)])[0]
    assert below < power <= plan.power  # type: ignore[operator]
    assert_allclose(np.interp(n, [math.floor(n), plan.n], [below, plan.power]), power, atol=1e-5)  # type: ignore[list-item]


def test_against_zero_takes_the_error_of_the_test() -> None:
    # 2 x 2 with equal margins: V0 = 1, V1 = 1 - k^2
    plan = planning.kappa(0.4, against=0.0, method="null")
    wanted = ((1.959963985 + 0.841621234 * math.sqrt(1 - 0.16)) / 0.4) ** 2
    assert plan.n == math.ceil(wanted)


def test_weights_look_at_the_values_of_labels() -> None:
    plans = [
        planning.kappa(0.7, categories=3, weights="linear", width=0.2, labels=labels) for labels in (None, [1, 2, 9])
    ]
    assert plans[0].n != plans[1].n


@pytest.mark.filterwarnings("ignore::concordant.errors.UndefinedMetricWarning")
@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
@pytest.mark.parametrize(("size", "weights"), [(2, None), (3, "linear"), (5, "quadratic")])
def test_limits_of_simulated_tables(size: int, weights: Any) -> None:
    random = np.random.default_rng(2)
    tables = random.multinomial(40, np.full(size * size, size**-2), 50).reshape(-1, size, size)
    like = Counts.from_table(tables[0])
    low, high = table_limits(cohen_kappa, {"weights": weights}, like, tables, two_sided(0.9))
    for place, table in enumerate(tables):
        wanted = cohen_kappa.interval_of(Counts.from_table(table), weights=weights, level=0.9)
        assert_allclose([low[place], high[place]], [wanted.low, wanted.high], atol=1e-9)
    ends = np.stack(
        [np.diag(np.arange(5, 5 + size)), np.eye(size, k=1) * 9, 7 * (np.arange(size**2) == 0).reshape(size, size)]
    )
    low, high = table_limits(cohen_kappa, {"weights": weights}, like, ends, two_sided(0.95))
    for place, table in enumerate(ends):  # all agree, none does, one category alone: no kappa
        wanted = cohen_kappa.interval_of(Counts.from_table(table), weights=weights)
        assert_allclose([low[place], high[place]], [wanted.low, wanted.high], atol=1e-9)


# The formula's n has the power in the third column (10,000 tables or more, Monte-Carlo error 0.004), not 0.80.
@pytest.mark.parametrize(
    ("margins", "expected", "against", "formula", "power"),
    [
        ([0.5, 0.5], 0.6, 0.4, 153, 0.802),
        ([0.05, 0.95], 0.6, 0.4, 771, 0.781),
        ([0.05, 0.05, 0.9], 0.6, 0.4, 387, 0.788),
    ],
)
def test_measured_power(margins: list[float], expected: float, against: float, formula: int, power: float) -> None:
    there = planning.kappa(expected, margins=margins, against=against, n=formula)
    assert_allclose(there.power, power, atol=0.013)
    plan = planning.kappa(expected, margins=margins, against=against)
    assert plan.method == "score"
    assert 0.8 <= plan.power < 0.82  # type: ignore[operator]
    assert plan.curve([plan.n])[0] == plan.power
    # studies of other random numbers, as a user would take them
    table = at_kappa(independent(*assumed_margins(margins, None), None), expected, None)
    tables = np.random.default_rng(8).multinomial(plan.n, np.ravel(table.table), 4000).reshape(-1, *table.table.shape)
    low, _ = table_limits(cohen_kappa, {}, table, tables, two_sided(0.95))
    assert_allclose((low > against).mean(), 0.8, atol=0.026)


def test_a_margin_of_kappa() -> None:
    wishes: dict[str, Any] = {"margins": [0.3, 0.7], "against": 0.6, "margin": 0.1}
    plan = planning.kappa(0.6, alternative="non-inferiority", n=500, **wishes)
    shown = planning.kappa(0.6, margins=[0.3, 0.7], against=0.5, alternative="one-sided", n=500)
    assert plan.power == shown.power
    both = planning.kappa(0.6, alternative="equivalence", n=500, **wishes)
    assert both.power < plan.power  # type: ignore[operator]
    assert "is shown to be equivalent to 0.6 (margin 0.1)" in both.says
    # raters with such margins cannot agree by more than 0.6, which no formula is needed to know
    wide: dict[str, Any] = {"margins": [[0.3, 0.7], [0.5, 0.5]], "against": 0.5, "margin": 0.2}
    assert planning.kappa(0.5, alternative="equivalence", **wide).power >= 0.8  # type: ignore[operator]
    with pytest.raises(OptionError, match="allow a kappa of at most"):
        planning.kappa(0.5, alternative="equivalence", method="null", **wide)
    assert (both.margin, both.alternative) == (0.1, "equivalence")
