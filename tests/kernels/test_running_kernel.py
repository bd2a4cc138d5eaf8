"""Running counts of two classes against numpy.unique and a plain sum."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from records import values_of

from concordant import _kernels


def twin(y: np.ndarray, scores: np.ndarray) -> tuple[np.ndarray, list[int], list[int]]:
    distinct = np.unique(scores)[::-1]
    negatives = [int(((scores >= threshold) & ~y).sum()) for threshold in distinct]
    positives = [int(((scores >= threshold) & y).sum()) for threshold in distinct]
    return np.concatenate([[np.inf], distinct]), negatives, positives


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_no_rows_give_the_first_point_only(dtype: type) -> None:
    thresholds, negatives, positives, bad_score, bad_label = values_of(
        _kernels.running_curve(np.empty(0, np.int64), 0, 1, np.empty(0, dtype), 1)
    )
    assert thresholds.dtype == dtype
    assert thresholds.tolist() == [np.inf]
    assert negatives.tolist() == positives.tolist() == [0]
    assert bad_score == bad_label == -1


def test_the_first_bad_rows_are_reported_and_nothing_else() -> None:
    y, scores = np.array([0, 1, 2, 1]), np.array([0.1, 0.2, 0.3, np.nan])
    thresholds, _, _, bad_score, bad_label = values_of(_kernels.running_curve(y, 0, 1, scores, 1))
    assert (bad_score, bad_label) == (3, 2)
    assert len(thresholds) == 1


def test_whole_number_scores_are_refused() -> None:
    with pytest.raises(TypeError, match="float32 and float64"):
        _kernels.running_curve(np.array([0, 1]), 0, 1, np.array([1, 2]), 1)


@given(
    st.lists(st.tuples(st.booleans(), st.sampled_from([-np.inf, -1.0, -0.0, 0.0, 0.25, 0.5, 1e300, np.inf]))),
    st.sampled_from([np.float64, np.float32]),
    st.integers(1, 3),
)
def test_counts_at_least_each_score(rows: list[tuple[bool, float]], dtype: type, threads: int) -> None:
    y = np.array([row[0] for row in rows], dtype=bool)
    with np.errstate(over="ignore"):
        scores = np.array([row[1] for row in rows]).astype(dtype)
    thresholds, negatives, positives, _, _ = values_of(_kernels.running_curve(y, 0, 1, scores, threads, 1))
    expected = twin(y, scores)
    assert_array_equal(thresholds, expected[0].astype(dtype))
    assert_array_equal(negatives[1:], expected[1])
    assert_array_equal(positives[1:], expected[2])


@pytest.mark.parametrize("digits", [2, 16])
def test_many_rows_equal_the_running_sums_of_the_curve(digits: int) -> None:
    random = np.random.default_rng(digits)
    y = random.integers(0, 2, 300_000)
    scores = np.round(random.normal(size=len(y)), digits)
    distinct, table, _, _ = values_of(_kernels.curve(y, (0, 1), scores, None, 1))
    for threads in (1, 2, 3):
        thresholds, negatives, positives, _, _ = values_of(_kernels.running_curve(y, 0, 1, scores, threads, 1))
        assert_array_equal(thresholds[1:], distinct)
        assert_array_equal(negatives[1:], table[:, 0].cumsum())
        assert_array_equal(positives[1:], table[:, 1].cumsum())
        shares = _kernels.running_curve(y, 0, 1, scores, threads, 1, shares=True)
        assert_array_equal(shares.thresholds, thresholds)
        assert_array_equal(shares.negatives, negatives / negatives[-1])
        assert_array_equal(shares.positives, positives / positives[-1])
