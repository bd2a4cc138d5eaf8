"""Bisection, which the limits of Tango's score take with a guess in place of most of its steps."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from concordant.inference.comparisons.proportions import tango_interval, tango_intervals, tango_score
from concordant.inference.quantiles import farthest

ROWS = st.tuples(st.integers(0, 400), st.integers(0, 400), st.integers(0, 100_000))


@given(st.floats(-1, 1))
def test_it_finds_the_last_number_that_holds(end: float) -> None:
    found = farthest(lambda x: x <= end, -1.0, 1.0)
    assert abs(found - end) <= 1e-15 + 1e-15 * abs(end)


def test_the_ends_answer_where_the_condition_never_turns() -> None:
    assert farthest(lambda _: True, -1.0, 0.5) == 0.5
    assert farthest(lambda _: False, -1.0, 0.5) == -1.0


@given(ROWS, st.floats(0.1, 4))
def test_limits_of_tango_are_those_of_bisection_alone(rows: tuple[int, int, int], z: float) -> None:
    b, c, others = rows
    n = max(b + c + others, 1)
    middle = (b - c) / n
    low = farthest(lambda null: tango_score(b, c, n, null) > z, -1.0, middle)
    high = farthest(lambda null: tango_score(b, c, n, null) >= -z, middle, 1.0)
    assert tango_interval(b, c, n, z) == (low, high)


@given(st.lists(ROWS, max_size=8), st.floats(0.1, 4))
def test_those_of_several_are_those_of_each(rows: list[tuple[int, int, int]], z: float) -> None:
    each = np.array(rows, np.float64).reshape(-1, 3)
    each[:, 2] += each[:, :2].sum(1)
    low, high = tango_intervals(*each.T, z)
    alone = [tango_interval(*one, z) if one[2] else (np.nan, np.nan) for one in each.tolist()]
    np.testing.assert_array_equal(np.stack([low, high], axis=1), np.array(alone).reshape(-1, 2))


@pytest.mark.parametrize("n", [10, 1000, 10**6, 10**9])
@pytest.mark.parametrize("rest", [0, 1, 3])
def test_limits_of_tango_are_those_of_the_other_model_turned_around(n: int, rest: int) -> None:
    b, c = rest, n - 2 * rest
    low, high = tango_interval(b, c, n, 1.959963984540054)
    other_low, other_high = tango_interval(c, b, n, 1.959963984540054)
    assert_allclose([low + 1, high + 1], [1 - other_high, 1 - other_low], rtol=1e-7, atol=2e-15)


def test_limits_of_tango_where_one_model_alone_is_right_nearly_always() -> None:
    # By 60 digits: maximum likelihood under the hypothesis, and the root of the score.
    assert tango_interval(0, 10**9, 10**9, 1.959963984540054)[1] == pytest.approx(-0.99999999232, abs=1e-11)
