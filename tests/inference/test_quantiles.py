"""Quantiles and tails against scipy; searches for limits, against which those of Tango are held."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import stats

from concordant.inference.comparisons.proportions import tango_interval
from concordant.inference.quantiles import below, farthest, tail, tail_of_each, two_sided


@pytest.mark.parametrize("degrees", [1, 1.5, 2, 3, 9.3, 19, 99, 568, 10_000, 1e6, 1.1e6, 1e9, 1e13])
@pytest.mark.parametrize("level", [0.5, 0.95, 0.9999, 1 - 1e-9])
def test_quantiles_of_student(degrees: float, level: float) -> None:
    assert two_sided(level, degrees) == pytest.approx(stats.t.isf((1 - level) / 2, degrees), rel=1e-10)


@pytest.mark.parametrize("degrees", [1, 2.5, 19, 568, 1e6, 1.1e6, 1e9, 1e13])
@pytest.mark.parametrize("z", [0.0, 1e-9, 0.3, -1.96, 5.0, 30.0])
def test_tails_of_student(degrees: float, z: float) -> None:
    assert tail(z, degrees) == pytest.approx(2 * stats.t.sf(abs(z), degrees), rel=1e-9)


@pytest.mark.parametrize("z", [0.0, 1.0, 6.0, 8.5, 12.0, 37.0])
def test_tails_of_the_normal_keep_their_digits(z: float) -> None:
    assert tail(-z) == pytest.approx(2 * stats.norm.sf(z), rel=1e-12)
    assert below(-z) == pytest.approx(stats.norm.cdf(-z), rel=1e-12)
    assert below(z) == pytest.approx(stats.norm.cdf(z), rel=1e-15)
    assert tail(z, math.inf) == tail(z)


def test_edges() -> None:
    assert two_sided(0.95, math.inf) == two_sided(0.95)
    assert two_sided(1 - 1e-9) == pytest.approx(stats.norm.isf(0.5 * (1e-9)), rel=1e-7)
    assert tail(math.inf, 5) == tail(math.inf, math.inf) == 0
    assert np.isnan([tail(math.nan, 5), tail(1.0, 0), two_sided(0.95, 0)]).all()
    assert min(two_sided(0.95, degrees) for degrees in (1e-9, 1e-6, 1e-3)) > 1e100
    assert tail(1e200, 50.0) == 0
    assert tail_of_each(np.array([1e200, -1e300]), np.array([50.0, 50.0])).tolist() == [0, 0]


@pytest.mark.parametrize("degrees", [0.5, 9.0, 300.0, 1e5, 1e6, 1e6 + 1, 1e12])
def test_small_distances_keep_their_digits(degrees: float) -> None:
    z = np.array([0.0, 1e-12, 1e-8, 5e-6, 1e-3, 0.4, 1.4, 1.5])
    wanted = 2 * stats.t.sf(z, degrees)
    assert_allclose([tail(each, degrees) for each in z.tolist()], wanted, rtol=1e-10, atol=0)
    assert_allclose(tail_of_each(z, np.full(len(z), degrees)), wanted, rtol=1e-10, atol=0)
    assert two_sided(1e-6, degrees) == pytest.approx(stats.t.ppf(0.5 + 0.5e-6, degrees), rel=1e-6)


@given(st.floats(-1, 1))
def test_it_finds_the_last_number_that_holds(end: float) -> None:
    assert abs(farthest(lambda x: x <= end, -1.0, 1.0) - end) <= 1e-15 + 1e-15 * abs(end)
    assert farthest(lambda _: True, -1.0, 0.5) == 0.5
    assert farthest(lambda _: False, -1.0, 0.5) == -1.0


def test_limits_of_tango_where_one_model_alone_is_right_nearly_always() -> None:
    # By 60 digits: maximum likelihood under the hypothesis, and the root of the score.
    assert tango_interval(0, 10**9, 10**9, 1.959963984540054)[1] == pytest.approx(-0.99999999232, abs=1e-11)
