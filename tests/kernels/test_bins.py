"""Sums in bins of the probability, compared with obvious NumPy twins."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from support.samples import integer_columns, steps, strided, values_of, weight_columns

from concordant import _kernels

checked = settings(derandomize=True, deadline=None, max_examples=150, database=None)


def twin(y: Any, positive: int, p: Any, weights: Any, edges: Any, *, closed_left: bool) -> Any:
    p = np.asarray(p, np.float64)
    w = np.ones(len(p)) if weights is None else np.asarray(weights, np.float64)
    bins = np.searchsorted(edges, p, side="right" if closed_left else "left")
    rows = (w * (y != positive), w * (y == positive), w * p, w * p * (1 - p))
    return np.array([np.bincount(bins, one, len(edges) + 1) for one in rows])


@st.composite
def rows(draw: st.DrawFn) -> tuple[Any, Any, Any, Any]:
    n = draw(st.integers(0, 40))
    y = draw(integer_columns(n))
    y = (np.asarray(y) % 2).astype(y.dtype) if n else y
    kind = draw(st.sampled_from(["float64", "float32", "uint8", "bool"]))
    values = st.sampled_from([0.0, -0.0, 0.1, 0.1 * 3, 0.3, 0.5, 0.7, np.nextafter(0.5, 0), 1 - 1e-16, 1.0, 1e-300])
    p = strided(np.array(draw(st.lists(values, min_size=n, max_size=n))).astype(kind), draw(steps()))
    weights = draw(st.none() | weight_columns(n))
    edges = draw(st.lists(st.sampled_from([0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0]) | st.floats(0, 1), max_size=6))
    return y, p, weights, np.sort(np.array(edges, dtype=np.float64))


@given(given_rows=rows(), closed_left=st.booleans())
@checked
def test_sums_are_those_of_the_twin(given_rows: tuple[Any, Any, Any, Any], closed_left: bool) -> None:
    y, p, weights, edges = given_rows
    sums, bad_label, bad_value = values_of(_kernels.bin_sums(y, 0, 1, p, weights, edges, closed_left))
    assert (bad_label, bad_value) == (-1, -1)
    expected = twin(y, 1, p, weights, edges, closed_left=closed_left)
    assert_array_equal(sums[:2], expected[:2])
    assert_allclose(sums[2:], expected[2:], rtol=1e-13)


@pytest.mark.parametrize("bins", [1, 2, 10, 1000, 5000])
def test_many_rows_and_many_bins(bins: int) -> None:
    rng = np.random.default_rng(bins)
    n = 700_001  # several chunks, the last one short and odd
    p = np.round(rng.random(n), 4)  # many on edges
    y, weights = rng.integers(0, 2, n), rng.integers(0, 5, n) / 4
    edges = np.arange(1, bins) / bins
    for w in (None, weights):
        for closed_left in (True, False):
            sums = _kernels.bin_sums(y, 0, 1, p, w, edges, closed_left, 1).sums
            expected = twin(y, 1, p, w, edges, closed_left=closed_left)
            assert_array_equal(sums[:2], expected[:2])
            assert_allclose(sums[2:], expected[2:], rtol=1e-12)
            for threads in (2, 3, 8):  # to the last bit
                assert_array_equal(_kernels.bin_sums(y, 0, 1, p, w, edges, closed_left, threads).sums, sums)


def test_rounding_stays_small_in_long_sums() -> None:
    # Added one after the other, two million times 0.1 are off by 1e-11 of the sum.
    n = 2_000_000
    sums = _kernels.bin_sums(np.ones(n, np.uint8), 0, 1, np.full(n, 0.1), None, np.zeros(0)).sums
    assert_allclose(sums[2], [n * 0.1], rtol=5e-14)


def test_equal_edges_leave_the_bins_between_them_empty() -> None:
    edges, p = np.array([0.5, 0.5, 0.5]), np.array([0.2, 0.5, 0.8])
    y = np.ones(3, np.int64)
    assert _kernels.bin_sums(y, 0, 1, p, None, edges, True).sums[1].tolist() == [1, 0, 0, 2]
    assert _kernels.bin_sums(y, 0, 1, p, None, edges, False).sums[1].tolist() == [2, 0, 0, 1]


@pytest.mark.parametrize("bad", [-1e-9, 1.0000000001, np.nan, np.inf, -np.inf])
def test_the_first_row_without_a_probability_is_told(bad: float) -> None:
    p = np.full(600_000, 0.5)
    p[[300_000, 500_000]] = bad
    y = np.zeros(len(p), np.int8)
    assert values_of(_kernels.bin_sums(y, 0, 1, p, None, np.array([0.5]), True, 2))[1:] == (-1, 300_000)


@pytest.mark.parametrize("edges", [[-0.1], [0.5, 0.4], [1.1], [np.nan]])
def test_edges_that_make_no_bins_are_refused(edges: list[float]) -> None:
    with pytest.raises(ValueError, match=r"^bin_sums: edges lie between 0 and 1 and do not fall$"):
        _kernels.bin_sums(np.array([0]), 0, 1, np.array([0.5]), None, np.array(edges))


def test_other_labels_can_be_the_two_classes_and_a_third_is_told() -> None:
    y, p, edges = np.array([7, -3, 7]), np.array([0.1, 0.2, 0.9]), np.array([0.5])
    found = _kernels.bin_sums(y, 7, -3, p, None, edges)
    assert (found.bad_label, found.sums[:2].tolist()) == (-1, [[1, 1], [1, 0]])
    assert _kernels.bin_sums(y, 7, 1, p, None, edges).bad_label == 0
