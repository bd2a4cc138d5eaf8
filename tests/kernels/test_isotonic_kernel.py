"""Isotonic regression on a curve: against the definition by minima and maxima of means, and exact on huge counts."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from concordant import _kernels

IsotonicRegression = pytest.importorskip("sklearn.isotonic").IsotonicRegression


def isotonic(table: list[list[int]]) -> list[Fraction]:
    """The falling isotonic regression: max over ends, min over starts of the means (Robertson et al. 1988, 1.4.4)."""
    size = len(table)

    def mean(first: int, last: int) -> Fraction:
        negatives, positives = (sum(row[k] for row in table[first : last + 1]) for k in (0, 1))
        return Fraction(positives, negatives + positives)

    return [min(max(mean(a, b) for b in range(i, size)) for a in range(i + 1)) for i in range(size)]


@given(table=st.lists(st.lists(st.integers(0, 3), min_size=2, max_size=2).filter(any), max_size=9))
@pytest.mark.parametrize("kind", [np.int64, np.float64])
def test_steps_are_those_of_the_definition(kind: Any, table: list[list[int]]) -> None:
    ends, sums = _kernels.isotonic_steps(np.array(table, dtype=kind).reshape(-1, 2))
    assert sums.dtype == kind
    assert sums.shape == (len(ends), 2)
    shares = [Fraction(int(p), int(n + p)) for n, p in sums]
    assert all(a > b for a, b in pairwise(shares))  # equal neighbours are one step
    lengths = np.diff(ends, prepend=0).tolist()
    assert [share for share, length in zip(shares, lengths, strict=True) for _ in range(length)] == isotonic(table)
    assert_array_equal(sums.sum(0), np.sum(table, axis=0) if table else [0, 0])


def test_a_falling_curve_is_left_as_it_is_and_a_rising_one_is_one_step() -> None:
    falling = np.array([[0, 3], [1, 2], [2, 1], [3, 0]])
    ends, sums = _kernels.isotonic_steps(falling)
    assert_array_equal(ends, [1, 2, 3, 4])
    assert_array_equal(sums, falling)
    ends, sums = _kernels.isotonic_steps(np.ascontiguousarray(falling[::-1]))
    assert_array_equal(ends, [4])
    assert_array_equal(sums, [[6, 6]])


def test_shares_of_huge_counts_are_compared_exactly() -> None:
    n = 2**60
    ends, _ = _kernels.isotonic_steps(np.array([[n + 1, n], [n, n - 1]]))  # n / (n + 1) against (n - 1) / n: it falls
    assert_array_equal(ends, [1, 2])
    ends, _ = _kernels.isotonic_steps(np.array([[n, n - 1], [n + 1, n]]))
    assert_array_equal(ends, [2])


def test_a_score_without_weight_joins_a_step() -> None:
    ends, sums = _kernels.isotonic_steps(np.array([[0.0, 1.0], [0.0, 0.0], [1.0, 0.0]]))
    assert_array_equal(ends, [2, 3])
    assert_array_equal(sums, [[0.0, 1.0], [1.0, 0.0]])


def test_other_tables_are_refused() -> None:
    with pytest.raises(ValueError, match="two classes"):
        _kernels.isotonic_steps(np.zeros((2, 3)))
    with pytest.raises(TypeError, match="int64 or float64"):
        _kernels.isotonic_steps(np.zeros((2, 2), np.int32))
