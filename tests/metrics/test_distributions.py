"""Beta, F and chi-square distributions against scipy."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats
from scipy.special import betainc
from scipy.stats import beta, chi2

from concordant.metrics.distributions import (
    beta_tails,
    chi_square_quantile,
    chi_square_tail,
    chi_square_tail_of_many,
    f_quantile,
    f_tail,
)

GRID = np.concatenate([np.linspace(0, 1, 401), [1e-300, 1e-12, 1 - 1e-6]])


def tails(x: Any, a: float, b: float) -> Any:
    """I_x(a, b) of each x, and the slopes."""
    return np.array([beta_tails(odds, a, b) for odds in (np.log(x) - np.log1p(-x)).tolist()]).T


@pytest.mark.parametrize(
    ("a", "b"), [(1, 1), (2, 2), (1.3, 1.7), (2, 101), (0.01, 0.02), (50, 3), (1000, 2000), (1e-3, 1e4), (0.5, 0.5)]
)
def test_scipy_gives_the_same(a: float, b: float) -> None:
    with np.errstate(divide="ignore"):
        below, slope = tails(GRID, a, b)
    np.testing.assert_allclose(below, betainc(a, b, GRID), rtol=1e-11, atol=1e-12)
    inside = (GRID > 0) & (GRID < 1)
    expected = beta(a, b).pdf(GRID[inside]) * GRID[inside] * (1 - GRID[inside])
    np.testing.assert_allclose(slope[inside], expected, rtol=1e-10, atol=1e-300)


def test_close_to_one_nothing_is_lost() -> None:
    # The arcsine law; scipy 1.17 is 4e-11 off at the second.
    x = np.array([1 - 1e-9, 1 - 1e-12])
    np.testing.assert_allclose(tails(x, 0.5, 0.5)[0], 1 - 2 / np.pi * np.arcsin(np.sqrt(1 - x)), rtol=1e-15)


@pytest.mark.parametrize(("b", "rtol"), [(19.0, 1e-12), (21.0, 1e-12), (1e3, 1e-12), (1e8, 1e-9)])
def test_the_other_parameter_can_be_large(b: float, rtol: float) -> None:
    # I_x(2, b) = 1 - (1 - x)^b (1 + b x)
    x = np.array([0.3, 1.0, 5.0, 15.0]) / b
    expected = -np.expm1(b * np.log1p(-x)) - np.exp(b * np.log1p(-x)) * b * x
    below, slope = tails(x, 2, b)
    np.testing.assert_allclose(below, expected, rtol=rtol)
    np.testing.assert_allclose(slope, x * b * (x * (b + 1)) * np.exp(b * np.log1p(-x)), rtol=1e-12)


TAILS = (0.025, 0.975, 0.05, 0.3, 0.5, 0.999)
DEGREES = [(14, 45), (4, 5), (1, 1), (3.74, 4), (11, 24), (1, 500), (0.5, 3), (1999, 7996), (999_999, 3_999_996)]


@pytest.mark.parametrize("degrees", DEGREES)
def test_quantiles_of_f(degrees: tuple[float, float]) -> None:
    found = [f_quantile(tail, *degrees) for tail in TAILS]
    assert_allclose(found, [stats.f.isf(tail, *degrees) for tail in TAILS], rtol=1e-10)
    assert_allclose([f_tail(f, *degrees) for f in found], TAILS, rtol=1e-8)


@pytest.mark.parametrize("df", [0.3, 1, 4, 58, 1e5, 4e6])
def test_quantiles_of_chi_square(df: float) -> None:
    assert_allclose([chi_square_quantile(tail, df) for tail in TAILS], stats.chi2.isf(TAILS, df), rtol=1e-10)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (f_quantile(0.0, 2, 3), math.inf),
        (f_quantile(1.0, 2, 3), 0.0),
        (f_quantile(math.nan, 2, 3), math.nan),
        (f_quantile(0.5, 0, 3), math.nan),
        (f_tail(0.0, 2, 3), 1.0),
        (f_tail(math.inf, 2, 3), 0.0),
        (f_tail(math.nan, 2, 3), math.nan),
        (f_tail(1.0, -1, 3), math.nan),
        (chi_square_quantile(0.0, 3), math.inf),
        (chi_square_quantile(1.0, 3), 0.0),
        (chi_square_quantile(0.5, 0), math.nan),
        (chi_square_tail(0.0, 3), 1.0),
        (chi_square_tail(math.inf, 3), 0.0),
        (chi_square_tail(1.0, 0), math.nan),
        (chi_square_tail(math.nan, 3), math.nan),
    ],
)
def test_ends(found: float, expected: float) -> None:
    assert_allclose(found, expected)


SHARES = np.linspace(0.001, 0.999, 50)


@pytest.mark.parametrize("df", [1, 2, 7, 30, 101])
def test_a_finite_sum(df: int) -> None:
    for statistic in chi2.ppf(SHARES, df).tolist():
        assert chi_square_tail(statistic, df) == pytest.approx(chi2.sf(statistic, df), rel=1e-11)


@pytest.mark.parametrize("df", [101, 1000, 100_000])
def test_the_cube_root_of_many_degrees_of_freedom(df: int) -> None:
    for statistic in chi2.ppf(SHARES, df).tolist():
        assert chi_square_tail_of_many(statistic, df) == pytest.approx(chi2.sf(statistic, df), abs=1.2e-4)
    assert chi_square_tail_of_many(0.0, df) == pytest.approx(1.0)
