"""The tail of the chi-square distribution, exact and by the cube root, beside scipy's."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import chi2

from concordant.metrics.distributions import chi_square_tail, chi_square_tail_of_many

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
