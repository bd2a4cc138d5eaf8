"""Quantiles and tails of F and chi-square beside scipy's."""

from __future__ import annotations

import math

import pytest
from numpy.testing import assert_allclose
from scipy import stats

from concordant.metrics.distributions import chi_square_quantile, f_quantile, f_tail

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
    ],
)
def test_ends(found: float, expected: float) -> None:
    assert_allclose(found, expected)
