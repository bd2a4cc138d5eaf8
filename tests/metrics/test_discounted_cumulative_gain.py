from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import discounted_cumulative_gain

D = 1 / np.log2([2, 3, 4, 5, 6, 7, 8, 9, 10])


@pytest.mark.parametrize(
    ("y_true", "y_score", "value"),
    [
        ([[1]], [[0.0]], 1),
        ([[0, 0, 0]], [[1, 2, 3]], 0),
        ([[0, 0, 1]], [[1, 2, 3]], 1),  # perfect
        ([[1, 0, 0]], [[1, 2, 3]], D[2]),  # inverted
        ([[0, 3, 0]], [[5, 5, 5]], D[:3].sum()),  # constant: the mean discount
        ([[0, 3, 0]], [[5, 5, 4]], 3 * (D[0] + D[1]) / 2),
        ([[-1, 2, 0.5]], [[1, 2, 3]], 0.5 + 2 * D[1] - D[2]),
    ],
)
def test_edges(y_true: Any, y_score: Any, value: float) -> None:
    assert discounted_cumulative_gain(y_true, y_score) == pytest.approx(value, rel=1e-14)


def test_two_rows_by_hand() -> None:
    # In the order of the scores: 2 0 3 1 and 0 1 0 2.
    truth, scores = [[3, 2, 0, 1], [2, 0, 0, 1]], [[0.3, 0.9, 0.5, 0.1], [1, 2, 4, 3]]
    rows = [2 + 3 / 2 + 1 / np.log2(5), 1 / np.log2(3) + 2 / np.log2(5)]
    assert_allclose(discounted_cumulative_gain.rows(truth, scores), rows, rtol=1e-14)
    assert discounted_cumulative_gain(truth, scores) == pytest.approx(np.mean(rows), rel=1e-14)
    assert_allclose(discounted_cumulative_gain.rows(truth, scores, k=2), [2, 1 / np.log2(3)], rtol=1e-14)
    assert discounted_cumulative_gain(truth, scores, k=1, sample_weight=[1, 3]) == 0.5


def test_jarvelin_and_kekalainen_2002() -> None:
    # Their vectors G' and DCG' with b = 2, rounded to two digits: gain 1 for place 1, then 1 / log2(place).
    gains = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0]
    printed = [3, 5, 6.89, 6.89, 6.89, 7.28, 7.99, 8.66, 9.61, 9.61]
    rest = np.array([gains[1:]])
    scores = -np.arange(9.0)[None, :]
    found = [3.0] + [3 + discounted_cumulative_gain(rest, scores, k=k) for k in range(1, 10)]
    assert_allclose(found, printed, atol=0.0051)


@pytest.mark.parametrize("k", [None, 1, 2, 4])
def test_ties_are_the_mean_over_all_orders(k: int | None) -> None:
    gains, scores = np.array([3, 0, 2, 5, 1]), np.array([2, 1, 2, 1, 2])
    discounts = np.where(np.arange(5) < (k or 5), D[:5], 0)
    orders = [o for o in permutations(range(5)) if (np.diff(scores[list(o)]) <= 0).all()]
    assert len(orders) == 12
    expected = np.mean([gains[list(order)] @ discounts for order in orders])
    assert discounted_cumulative_gain([gains], [scores], k=k) == pytest.approx(expected, rel=1e-14)


def test_ignored_ties_put_the_last_column_first() -> None:
    gains, scores = [[3, 0, 2, 5, 1]], [[2, 1, 2, 1, 2]]
    expected = np.array([1, 2, 3, 5, 0]) @ D[:5]
    assert discounted_cumulative_gain(gains, scores, ignore_ties=True) == pytest.approx(expected, rel=1e-14)


def test_it_is_linear_in_the_gains_and_scaled_by_the_logarithm() -> None:
    rng = np.random.default_rng(12)
    a, b, scores = rng.random((30, 6)), rng.random((30, 6)), rng.integers(0, 4, (30, 6))
    found = discounted_cumulative_gain(2 * a - 3 * b, scores)
    expected = 2 * discounted_cumulative_gain(a, scores) - 3 * discounted_cumulative_gain(b, scores)
    assert found == pytest.approx(expected, rel=1e-12)
    ten = discounted_cumulative_gain(a, scores, log_base=10)
    assert ten == pytest.approx(discounted_cumulative_gain(a, scores) * np.log2(10), rel=1e-13)


def test_scikit_learn() -> None:
    # python -c "from sklearn.metrics import dcg_score; print(dcg_score([[10, 0, 0, 1, 5]], [[.1, .2, .3, 4, 70]]),
    #   dcg_score([[10, 0, 0, 1, 5]], [[1, 0, 0, 0, 1]]), dcg_score([[10, 0, 0, 1, 5]], [[1, 0, 0, 0, 1]], k=1))"
    # scikit-learn 1.9.1
    gains = [[10, 0, 0, 1, 5]]
    assert discounted_cumulative_gain(gains, [[0.1, 0.2, 0.3, 4, 70]]) == pytest.approx(9.499457825916874, rel=1e-14)
    assert discounted_cumulative_gain(gains, [[1, 0, 0, 0, 1]]) == pytest.approx(12.671149606888575, rel=1e-14)
    assert discounted_cumulative_gain(gains, [[1, 0, 0, 0, 1]], k=1) == pytest.approx(7.5, rel=1e-14)
