"""Corners of a curve against numpy.diff."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from concordant import _kernels

Three = tuple[np.ndarray, np.ndarray, np.ndarray]


def points(gains: np.ndarray) -> Three:
    """Return running counts after a 0, and thresholds, from the rows of each class at each score."""
    counts = np.concatenate([np.zeros((1, 2)), gains.cumsum(axis=0)])
    return counts[:, 0].copy(), counts[:, 1].copy(), np.concatenate([[np.inf], -np.arange(float(len(gains)))])


def twin(negatives: np.ndarray, positives: np.ndarray, thresholds: np.ndarray) -> Three:
    kept = np.ones(len(thresholds), bool)
    kept[2:-1] = (np.diff(negatives[1:], 2) != 0) | (np.diff(positives[1:], 2) != 0)
    with np.errstate(invalid="ignore"):
        return negatives[kept] / negatives[-1], positives[kept] / positives[-1], thresholds[kept]


def same(found: Three, expected: Three) -> None:
    for one, two in zip(found, expected, strict=True):
        assert_array_equal(one, two)


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=40), st.integers(1, 5))
def test_only_points_where_the_step_changes_are_kept(gains: list[tuple[int, int]], threads: int) -> None:
    given_points = points(np.array(gains, dtype=np.float64))
    same(_kernels.corners(*given_points, threads), twin(*given_points))


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("share", [0.0, 0.01, 0.5, 1.0])
@pytest.mark.parametrize("size", [2047, 2048, 2049, 2050, 10_000])
def test_blocks_and_parts_meet_without_a_seam(size: int, share: float, threads: int) -> None:
    random = np.random.default_rng(size)
    positive = random.random(size) < share
    given_points = points(np.stack([~positive, positive], axis=1).astype(np.float64))
    same(_kernels.corners(*given_points, threads), twin(*given_points))


def test_the_first_point_alone_stays() -> None:
    negatives, positives, thresholds = _kernels.corners(np.zeros(1), np.zeros(1), np.array([np.inf]))
    assert np.isnan([*negatives, *positives]).all()
    assert thresholds.tolist() == [np.inf]


def test_arrays_of_different_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="different lengths"):
        _kernels.corners(np.zeros(3), np.zeros(3), np.zeros(2))
    with pytest.raises(ValueError, match="without a first point"):
        _kernels.corners(np.zeros(0), np.zeros(0), np.zeros(0))
