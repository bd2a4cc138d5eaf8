from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import discounted_cumulative_gain, normalized_discounted_cumulative_gain, one_error

from .cases import reference

NAN = float("nan")
CASES = {case["name"]: case for case in reference("label_ranking_python")}


@pytest.mark.parametrize(
    ("y_true", "y_score", "value"),
    [
        ([[1]], [[0.0]], 1),
        ([[0, 0, 0]], [[1, 2, 3]], NAN),
        ([[2, 2, 2]], [[1, 2, 3]], 1),
        ([[0, 1, 7]], [[1, 2, 3]], 1),  # perfect
        ([[1, 0, 0]], [[1, 2, 3]], 1 / 2),  # inverted: 1 / log2(4)
        ([[0, 3, 0]], [[5, 5, 5]], (1 + 1 / np.log2(3) + 1 / 2) / 3),  # constant
    ],
)
def test_edges(y_true: Any, y_score: Any, value: float) -> None:
    found = normalized_discounted_cumulative_gain(y_true, y_score, undefined=NAN)
    assert found == pytest.approx(value, rel=1e-14, nan_ok=True)


@pytest.mark.parametrize("labels", [1, 2, 7, 40, 400])
def test_a_perfect_ranking_is_never_above_one(labels: int) -> None:
    rng = np.random.default_rng(labels)
    for gains in (rng.random((50, labels)), rng.integers(0, 5, (50, labels)), rng.integers(0, 40, (50, labels))):
        rows = normalized_discounted_cumulative_gain.rows(gains, gains * 2.0)
        assert (rows[~np.isnan(rows)] <= 1).all()
        assert_allclose(rows[~np.isnan(rows)], 1, rtol=1e-12)


def test_a_row_by_hand() -> None:
    # In the order of the scores 2 0 3 1, at best 3 2 1 0.
    truth, scores = [[3, 2, 0, 1]], [[0.3, 0.9, 0.5, 0.1]]
    expected = (2 + 3 / 2 + 1 / np.log2(5)) / (3 + 2 / np.log2(3) + 1 / 2)
    assert normalized_discounted_cumulative_gain(truth, scores) == pytest.approx(expected, rel=1e-14)
    expected = 2 / (3 + 2 / np.log2(3))
    assert normalized_discounted_cumulative_gain(truth, scores, k=2) == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("scale", [1, 0.3, 100])  # small whole numbers, which are counted, and others, sorted
@pytest.mark.parametrize("labels", [5, 30, 300])
def test_it_is_the_gain_over_that_of_the_best_ranking(labels: int, scale: float) -> None:
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 12, (20, labels)) * scale
    scores = rng.integers(0, 2 * labels, (20, labels))
    for k in (None, 3):
        gains, best = (discounted_cumulative_gain.rows(truth, s, k=k) for s in (scores, truth))
        found = normalized_discounted_cumulative_gain.rows(truth, scores, k=k)
        assert_allclose(found, gains / best, rtol=1e-12)


def test_of_one_place_it_is_one_less_the_one_error() -> None:
    rng = np.random.default_rng(6)
    truth, scores = rng.integers(0, 2, (40, 5)), rng.integers(0, 4, (40, 5))
    truth[:, 0] = 1
    found = normalized_discounted_cumulative_gain(truth, scores, k=1)
    assert found == pytest.approx(1 - one_error(truth, scores), rel=1e-14)


def test_trec_eval() -> None:
    # tests/reference/label_ranking.py: trec_eval's ndcg and ndcg_cut, rows without ties
    case = CASES["untied"]
    for name, k in (("ndcg", None), ("ndcg@1", 1), ("ndcg@3", 3)):
        found = normalized_discounted_cumulative_gain.rows(case["relevance"], case["scores"], k=k)
        assert_allclose(found, case["trec_eval"][name], rtol=1e-12)


@pytest.mark.parametrize("rows", ["untied", "tied"])
def test_torchmetrics(rows: str) -> None:
    # tests/reference/label_ranking.py: torchmetrics 1.9.0 averages over ties as we do, in float32
    case = CASES[rows]
    for name, k in (("ndcg", None), ("ndcg@1", 1), ("ndcg@3", 3)):
        found = normalized_discounted_cumulative_gain.rows(case["relevance"], case["scores"], k=k)
        assert_allclose(found, case["torchmetrics"][name], rtol=1e-6)
