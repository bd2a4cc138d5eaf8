"""Student's t without scipy, against scipy."""

from __future__ import annotations

import math

import pytest
from scipy import stats

from concordant.inference.quantiles import tail, two_sided


@pytest.mark.parametrize("degrees", [1, 1.5, 2, 3, 9.3, 19, 99, 568, 10_000, 1e6])
@pytest.mark.parametrize("level", [0.5, 0.8, 0.95, 0.99, 0.9999])
def test_quantiles_of_student(degrees: float, level: float) -> None:
    assert two_sided(level, degrees) == pytest.approx(stats.t.ppf((1 + level) / 2, degrees), rel=1e-10)


@pytest.mark.parametrize("degrees", [1, 2.5, 19, 568, 1e6])
@pytest.mark.parametrize("z", [0.0, 1e-9, 0.3, -1.96, 5.0, 30.0])
def test_tails_of_student(degrees: float, z: float) -> None:
    assert tail(z, degrees) == pytest.approx(2 * stats.t.sf(abs(z), degrees), rel=1e-9)


def test_edges() -> None:
    assert two_sided(0.95) == pytest.approx(stats.norm.ppf(0.975), rel=1e-14)
    assert two_sided(0.95, math.inf) == two_sided(0.95)
    assert tail(math.inf, 5) == 0
    assert math.isnan(tail(math.nan, 5))
    assert math.isnan(tail(1.0, 0))
    assert math.isnan(two_sided(0.95, 0))


@pytest.mark.parametrize("degrees", [1e-9, 1e-6, 1e-3])
def test_next_to_no_degrees_of_freedom_have_a_quantile_beyond_all_numbers(degrees: float) -> None:
    assert two_sided(0.95, degrees) > 1e100
