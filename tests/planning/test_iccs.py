"""Plans of an intraclass correlation: published formulas, exact power by scipy, the interval of the library."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from scipy import stats

from concordant import intraclass_correlation, planning
from concordant.errors import OptionError


@pytest.mark.parametrize(("rho", "k", "width"), [(0.8, 3, 0.2), (0.7, 2, 0.2), (0.9, 4, 0.1), (0.5, 5, 0.3)])
def test_width_is_near_the_formula_of_bonett(rho: float, k: int, width: float) -> None:
    z = stats.norm.isf(0.025)
    formula = 8 * z**2 * (1 - rho) ** 2 * (1 + (k - 1) * rho) ** 2 / (k * (k - 1) * width**2) + 1
    assert planning.icc(rho, raters=k, width=width).n == pytest.approx(formula, rel=0.05)


# The first and the third stand in Table II of Walter, Eliasziw & Donner (1998): 151.4 and 38.6 units.
@pytest.mark.parametrize(("rho", "null", "k"), [(0.2, 0, 2), (0.4, 0.2, 2), (0.8, 0.6, 2), (0.8, 0.6, 3)])
def test_size_of_a_test_is_near_the_formula_of_walter(rho: float, null: float, k: int) -> None:
    c = (1 + k * null / (1 - null)) / (1 + k * rho / (1 - rho))
    formula = 1 + 2 * (stats.norm.isf(0.05) + stats.norm.isf(0.2)) ** 2 * k / (log(c) ** 2 * (k - 1))
    plan = planning.icc(rho, raters=k, against=null, alternative="one-sided")
    assert plan.n == pytest.approx(formula, abs=2.5)
    df = plan.n - 1, (plan.n - 1) * (k - 1)
    ratio = (1 + (k - 1) * null) / (1 - null) / ((1 + (k - 1) * rho) / (1 - rho))
    assert plan.power == pytest.approx(stats.f.sf(stats.f.isf(0.05, *df) * ratio, *df))
    assert plan.curve([plan.n - 1])[0] < 0.8 <= plan.power


def test_width_is_that_of_the_interval_of_such_data() -> None:
    ratings = np.random.default_rng(4).normal(size=(25, 1)) + 0.6 * np.random.default_rng(5).normal(size=(25, 3))
    found = intraclass_correlation.interval_of(ratings, type="consistency")
    plan = planning.icc(float(found.value), raters=3, n=25)
    assert plan.width == pytest.approx(found.high - found.low)


def test_a_margin_lies_between_two_limits() -> None:
    plan = planning.icc(0.8, raters=3, against=0.8, margin=0.1, alternative="equivalence")
    df = plan.n - 1, 2 * (plan.n - 1)
    f = (1 + 2 * 0.8) / 0.2
    below, above = (
        stats.f.isf(0.05, *df) * (1 + 2 * 0.7) / 0.3 / f,
        (1 + 2 * 0.9) / 0.1 / stats.f.isf(0.05, *df[::-1]) / f,
    )
    assert plan.power == pytest.approx(stats.f.cdf(above, *df) - stats.f.cdf(below, *df))
    worse = planning.icc(0.8, raters=3, against=0.8, margin=0.1, alternative="non-inferiority")
    assert worse.n < plan.n


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"raters": 1, "width": 0.2},
            "raters is how many raters rate each unit, a whole number from 2 to 1,000, not 1.",
        ),
        ({"raters": 3, "against": 0.8}, "there is no difference to show"),
        ({"raters": 3}, "say what to plan for"),
        ({"raters": 3, "width": 0.2, "method": "bonett"}, "method must be 'f' or None"),
    ],
)
def test_what_cannot_be_planned(options: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        planning.icc(0.8, **options)  # type: ignore[arg-type]


def test_one_unit_is_no_study() -> None:
    assert planning.icc(0.999, raters=3, width=0.9).n >= 2
    with pytest.raises(OptionError, match="2 or more, as one unit has no variance"):
        planning.icc(0.8, raters=3, n=1)
    with pytest.raises(OptionError, match="a whole number from 2 to 1,000, not 1000000"):
        planning.icc(0.8, raters=10**6, width=0.2)
