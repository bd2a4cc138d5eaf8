"""Rankings of the labels of each row: gains, reciprocal ranks, coverage, losses and the top k classes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from metrics.cases import reference
from numpy.testing import assert_allclose

from concordant import (
    discounted_cumulative_gain,
    mean_reciprocal_rank,
    normalized_discounted_cumulative_gain,
    top_k_accuracy,
)

CASES = {case["name"]: case for case in reference("label_ranking_python")}


def test_jarvelin_and_kekalainen_2002() -> None:
    # Their vectors G' and DCG' with b = 2, rounded to two digits: gain 1 for place 1, then 1 / log2(place).
    gains = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0]
    printed = [3, 5, 6.89, 6.89, 6.89, 7.28, 7.99, 8.66, 9.61, 9.61]
    rest = np.array([gains[1:]])
    scores = -np.arange(9.0)[None, :]
    found = [3.0] + [3 + discounted_cumulative_gain(rest, scores, k=k) for k in range(1, 10)]
    assert_allclose(found, printed, atol=0.0051)


def test_another_base_of_the_logarithm_scales_discounted_cumulative_gain() -> None:
    truth, scores = [[3, 2, 0, 1], [2, 0, 0, 1]], [[0.3, 0.9, 0.5, 0.1], [1, 2, 4, 3]]
    expected = discounted_cumulative_gain(truth, scores) * np.log2(10)
    assert discounted_cumulative_gain(truth, scores, log_base=10) == pytest.approx(expected, rel=1e-13)


@pytest.mark.parametrize(
    ("ties", "values"),
    [("expected", [1, 1 / 3, 1 / 3, 1 / 3]), ("worst", [1, 0, 0, 0]), ("best", [1, 1, 1, 1]), ("last", [1, 0, 0, 1])],
)
def test_top_k_accuracy_ties(ties: Any, values: list[float]) -> None:
    # One class leads, the other three have one score: the second place is one of theirs.
    scores = [[9, 5, 5, 5]] * 4
    found = top_k_accuracy.rows([0, 1, 2, 3], scores, k=2, ties=ties)
    np.testing.assert_allclose(found, values, rtol=1e-15)


@pytest.mark.parametrize("labels", [1, 2, 7, 40, 400])
def test_the_normalized_gain_of_a_perfect_ranking_is_never_above_one(labels: int) -> None:
    rng = np.random.default_rng(labels)
    for gains in (rng.random((50, labels)), rng.integers(0, 5, (50, labels)), rng.integers(0, 40, (50, labels))):
        rows = normalized_discounted_cumulative_gain.rows(gains, gains * 2.0)
        assert (rows[~np.isnan(rows)] <= 1).all()
        assert_allclose(rows[~np.isnan(rows)], 1, rtol=1e-12)


@pytest.mark.parametrize("scale", [1, 0.3, 100])  # small whole numbers, which are counted, and others, sorted
@pytest.mark.parametrize("labels", [5, 30, 300])
def test_the_normalized_gain_is_that_over_the_best_ranking(labels: int, scale: float) -> None:
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 12, (20, labels)) * scale
    scores = rng.integers(0, 2 * labels, (20, labels))
    for k in (None, 3):
        gains, best = (discounted_cumulative_gain.rows(truth, s, k=k) for s in (scores, truth))
        found = normalized_discounted_cumulative_gain.rows(truth, scores, k=k)
        assert_allclose(found, gains / best, rtol=1e-12)


@pytest.mark.parametrize(
    ("package", "rows", "rtol"),
    [("trec_eval", "untied", 1e-12), ("torchmetrics", "untied", 1e-6), ("torchmetrics", "tied", 1e-6)],
)
def test_other_packages_give_the_same_normalized_gain(package: str, rows: str, rtol: float) -> None:
    # tests/reference/label_ranking.py: trec_eval's ndcg and ndcg_cut; torchmetrics 1.9.0 averages over ties, in float32
    case = CASES[rows]
    for name, k in (("ndcg", None), ("ndcg@1", 1), ("ndcg@3", 3)):
        found = normalized_discounted_cumulative_gain.rows(case["relevance"], case["scores"], k=k)
        assert_allclose(found, case[package][name], rtol=rtol)


def test_trec_eval_gives_the_same_reciprocal_rank() -> None:
    # tests/reference/label_ranking.py: trec_eval's recip_rank, rows without ties
    case = reference("label_ranking_python")[0]
    truth = (np.array(case["relevance"]) > 0).astype(int)
    for ties in ("expected", "worst", "best"):
        found = mean_reciprocal_rank.rows(truth, case["scores"], ties=ties)
        assert_allclose(found, case["trec_eval"]["reciprocal_rank"], rtol=1e-12)
