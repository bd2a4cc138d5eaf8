from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import sklearn.metrics
from scipy.stats import rankdata

from concordant import coverage_error

from .cases import reference


@pytest.mark.parametrize(
    ("y_true", "y_score", "value"),
    [
        ([[1]], [[0.0]], 1),
        ([[0]], [[0.0]], 0),
        ([[0, 0, 0]], [[1, 2, 3]], 0),  # nothing to cover
        ([[1, 1, 1]], [[1, 2, 3]], 3),
        ([[0, 0, 1]], [[1, 2, 3]], 1),  # perfect
        ([[1, 0, 0]], [[1, 2, 3]], 3),  # inverted
        ([[0, 1, 0]], [[5, 5, 5]], 3),  # constant: all must be read
        ([[0, 1, 1]], [[1, 2, 2]], 2),
        ([[0, 1, 1]], [[2, 2, 3]], 3),
    ],
)
def test_edges(y_true: Any, y_score: Any, value: float) -> None:
    assert coverage_error(y_true, y_score) == value


def test_three_rows_by_hand() -> None:
    # Orders c a b d, d c b a, b a d c; the last relevant labels stand third, first, fourth.
    truth = [[0, 1, 1, 0], [0, 0, 0, 1], [0, 1, 1, 0]]
    scores = [[0.3, 0.2, 0.9, 0.1], [0.1, 0.2, 0.3, 0.4], [0.5, 0.8, 0.1, 0.2]]
    assert coverage_error(truth, scores) == pytest.approx((3 + 1 + 4) / 3, rel=1e-15)
    assert coverage_error(truth, scores, sample_weight=[1, 2, 1]) == (3 + 2 + 4) / 4


def test_it_is_one_more_than_in_the_papers() -> None:
    # Schapire & Singer 2000 and Tsoumakas et al. 2010: the mean over rows of the greatest rank, less 1.
    rng = np.random.default_rng(2)
    scores = rng.random((30, 5))
    truth = np.eye(5, dtype=int)[rng.integers(0, 5, 30)] | rng.integers(0, 2, (30, 5))
    ranks = rankdata(-scores, axis=1)
    papers = np.mean([row[relevant].max() - 1 for row, relevant in zip(ranks, truth == 1, strict=True)])
    assert coverage_error(truth, scores) == pytest.approx(papers + 1, rel=1e-14)


@pytest.mark.parametrize("case", reference("label_ranking_python")[:2], ids=lambda case: case["name"])
def test_torchmetrics(case: Any) -> None:
    # tests/reference/label_ranking.py: torchmetrics 1.9.0, which computes in float32
    truth = (np.array(case["relevance"]) > 0).astype(int)
    expected = case["torchmetrics"]["coverage_error"]
    assert coverage_error(truth, case["scores"]) == pytest.approx(expected, rel=1e-6)


def test_scikit_learn() -> None:
    rng = np.random.default_rng(16)
    truth, scores, weights = rng.integers(0, 2, (60, 7)), rng.integers(0, 4, (60, 7)), rng.random(60)
    truth[0] = 0
    expected = sklearn.metrics.coverage_error(truth, scores, sample_weight=weights)
    assert coverage_error(truth, scores, sample_weight=weights) == pytest.approx(expected, rel=1e-13)
