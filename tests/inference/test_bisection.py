"""Bisection with a guess, beside bisection without one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from concordant.inference.bisection import farthest
from concordant.inference.comparisons.tango import tango_interval, tango_score

ENDS = st.floats(-1, 1)


@given(ENDS, st.floats(-1e-8, 1e-8) | ENDS)
def test_a_guess_changes_no_digit_however_far_it_is(end: float, off: float) -> None:
    def holds(x: float) -> bool:
        return x < end

    assert farthest(holds, -1.0, 1.0, end + off) == farthest(holds, -1.0, 1.0)


def test_a_good_guess_asks_the_condition_less_often() -> None:
    asked: list[float] = []

    def holds(x: float) -> bool:
        asked.append(x)
        return x < 0.3

    without = farthest(holds, -1.0, 1.0), len(asked)
    asked.clear()
    found = farthest(holds, -1.0, 1.0, 0.3), len(asked)
    assert found[0] == without[0]
    assert 2 * found[1] < without[1] + 15


def test_the_ends_answer_where_the_condition_never_turns() -> None:
    assert farthest(lambda _: True, -1.0, 0.5, 0.2) == 0.5
    assert farthest(lambda _: False, -1.0, 0.5, 0.2) == -1.0


@given(st.integers(0, 400), st.integers(0, 400), st.integers(0, 100_000), st.floats(0.1, 4))
def test_limits_of_tango_are_those_of_bisection_alone(b: int, c: int, others: int, z: float) -> None:
    n = max(b + c + others, 1)
    middle = (b - c) / n
    low = farthest(lambda null: tango_score(b, c, n, null) > z, -1.0, middle)
    high = farthest(lambda null: tango_score(b, c, n, null) >= -z, middle, 1.0)
    assert tango_interval(b, c, n, z) == (low, high)
