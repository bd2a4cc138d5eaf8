"""Isotonic regression on a curve: against the definition by minima and maxima of means, and exact on huge counts."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from support.samples import values_of

from concordant import _kernels


def logistic_of(x: Any, negatives: Any, positives: Any, intercept: float, slope: float) -> Any:
    line = intercept + slope * x
    rate = 1 / (1 + np.exp(-line))
    surprise = positives * np.logaddexp(0, -line) + negatives * np.logaddexp(0, line)
    missing = positives * (1 - rate) - negatives * rate
    spread = (negatives + positives) * rate * (1 - rate)
    return tuple(part.sum() for part in (surprise, missing, missing * x, spread, spread * x, spread * x * x))


lines = st.floats(-30, 30)


@given(rows=st.lists(st.tuples(lines, st.integers(0, 9), st.integers(0, 9))), intercept=lines, slope=st.floats(-3, 3))
def test_logistic_sums_of_few_rows(rows: Any, intercept: float, slope: float) -> None:
    x, negatives, positives = np.array(rows, dtype=np.float64).reshape(-1, 3).T.copy()
    found = values_of(_kernels.logistic_sums(x, negatives, positives, intercept, slope, 1))
    assert_allclose(found, logistic_of(x, negatives, positives, intercept, slope), rtol=1e-11, atol=1e-11)


@pytest.mark.parametrize("n", [4095, 4096, 4097, 50_000])
def test_several_blocks_and_any_number_of_threads(n: int) -> None:
    rng = np.random.default_rng(n)
    x, negatives, positives = rng.normal(size=n) * 3, rng.random(n), rng.random(n)
    found = [values_of(_kernels.logistic_sums(x, negatives, positives, 0.3, 1.2, threads)) for threads in (1, 2, 3, 7)]
    assert_allclose(found[0], logistic_of(x, negatives, positives, 0.3, 1.2), rtol=1e-11)
    assert len(set(found)) == 1  # to the last bit


def test_lines_far_out_stay_finite() -> None:
    one = np.ones(1)
    for line in (-5000.0, 5000.0):
        found = _kernels.logistic_sums(one, one, one, line, 0.0, 1)
        assert found.surprise == 5000.0
        assert found.missing == pytest.approx(-np.sign(line))
        assert 0 <= found.spread < 1e-300


def test_the_exponential_is_right_to_a_few_units_in_the_last_place() -> None:
    # rate (1 - rate) of one row of weight one at the line x is e^x / (1 + e^x)^2, which is e^x for low x
    for x in np.linspace(-690, -40, 997):
        found = _kernels.logistic_sums(np.zeros(1), np.ones(1), np.zeros(1), float(x), 0.0, 1)
        assert found.spread == pytest.approx(np.exp(x), rel=1e-13)


# -- isotonic regression -------------------------------------------------------------------------------------------


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
