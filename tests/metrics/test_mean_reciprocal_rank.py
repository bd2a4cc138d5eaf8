from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import mean_reciprocal_rank

from .cases import reference

NAN = float("nan")


@pytest.mark.parametrize(
    ("y_true", "y_score", "value"),
    [
        ([[1]], [[0.0]], 1),
        ([[0, 0, 0]], [[1, 2, 3]], NAN),
        ([[1, 1, 1]], [[1, 2, 3]], 1),
        ([[0, 0, 1]], [[1, 2, 3]], 1),  # perfect
        ([[1, 0, 0]], [[1, 2, 3]], 1 / 3),  # inverted
        ([[1, 1, 0]], [[1, 2, 3]], 1 / 2),  # only the first counts
        ([[0, 1, 0]], [[5, 5, 5]], (1 + 1 / 2 + 1 / 3) / 3),  # constant
        ([[0, 1, 1]], [[5, 5, 5]], (2 + 1 / 2) / 3),
        ([[1, 1, 1]], [[5, 5, 5]], 1),
    ],
)
def test_edges(y_true: Any, y_score: Any, value: float) -> None:
    assert mean_reciprocal_rank(y_true, y_score, undefined=NAN) == pytest.approx(value, rel=1e-14, nan_ok=True)


@pytest.mark.parametrize(
    ("ties", "value"), [("worst", 1 / 4), ("best", 1 / 2), ("expected", (3 / 2 + 2 / 3 + 1 / 4) / 6)]
)
def test_ties(ties: Any, value: float) -> None:
    # Behind the first label four of one score, two of them relevant: the first stands at 2 in 3 of 6 orders, at 3 in
    # 2, at 4 in 1.
    assert mean_reciprocal_rank([[0, 1, 0, 1, 0]], [[9, 5, 5, 5, 5]], ties=ties) == pytest.approx(value, rel=1e-14)


def test_ties_are_the_mean_over_all_orders() -> None:
    truth, scores = np.array([0, 1, 0, 1, 1]), np.array([2, 1, 2, 1, 0])
    orders = [o for o in permutations(range(5)) if (np.diff(scores[list(o)]) <= 0).all()]
    expected = np.mean([1 / (truth[list(order)].argmax() + 1) for order in orders])
    assert mean_reciprocal_rank([truth], [scores]) == pytest.approx(expected, rel=1e-14)


def test_trec_eval() -> None:
    # tests/reference/label_ranking.py: trec_eval's recip_rank, rows without ties
    case = reference("label_ranking_python")[0]
    truth = (np.array(case["relevance"]) > 0).astype(int)
    for ties in ("expected", "worst", "best"):
        found = mean_reciprocal_rank.rows(truth, case["scores"], ties=ties)
        assert_allclose(found, case["trec_eval"]["reciprocal_rank"], rtol=1e-12)


def test_a_row_without_a_relevant_label_may_count_nothing() -> None:
    truth, scores = [[1, 0], [0, 0]], [[1, 2], [1, 2]]
    assert mean_reciprocal_rank(truth, scores, undefined=0.0) == 0.25
