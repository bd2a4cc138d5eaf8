"""The vectorised logarithm, seen through the surprise of one row, against the C library's."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from concordant import _kernels

ONE = np.ones(1, dtype=np.int64)


def surprise(p: float) -> float:
    return float(_kernels.binary_loss_moments(ONE, 0, 1, np.array([p]), None, "surprise", 1).mean[0])


@pytest.mark.parametrize(
    ("p", "expected"), [(1.0, 0.0), (0.0, math.inf), (math.exp(-1), 1.0), (2.0**-1074, 744.4400719213812)]
)
def test_known_values(p: float, expected: float) -> None:
    assert surprise(p) == pytest.approx(expected, rel=1e-9)


@given(st.floats(0, 1, exclude_min=True))
def test_any_probability_is_within_two_units_in_the_last_place(p: float) -> None:
    expected = -math.log(p)
    assert abs(surprise(p) - expected) <= 2 * np.spacing(expected)


def test_probabilities_near_one_near_the_root_of_a_half_and_subnormal() -> None:
    random = np.random.default_rng(0)
    near_one = 1 - random.random(500) * 1e-12
    near_root = math.sqrt(0.5) * (1 + (random.random(500) - 0.5) * 1e-12)
    for p in [*near_one, *near_root, *(2.0 ** -random.integers(1000, 1075, 200).astype(float))]:
        expected = -math.log(p)
        assert abs(surprise(p) - expected) <= 2 * np.spacing(expected)
