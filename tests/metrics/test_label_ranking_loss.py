from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import sklearn.metrics

from concordant import label_ranking_loss, roc_auc

from .cases import reference

NAN = float("nan")


@pytest.mark.parametrize(
    ("y_true", "y_score", "value"),
    [
        ([[1]], [[0.0]], NAN),
        ([[0, 0, 0]], [[1, 2, 3]], NAN),
        ([[1, 1, 1]], [[1, 2, 3]], NAN),
        ([[0, 0, 1]], [[1, 2, 3]], 0),  # perfect
        ([[1, 0, 0]], [[1, 2, 3]], 1),  # inverted
        ([[0, 1, 0]], [[5, 5, 5]], 1),  # constant: every pair is wrong
        ([[0, 1, 0]], [[5, 5, 4]], 1 / 2),
    ],
)
def test_edges(y_true: Any, y_score: Any, value: float) -> None:
    assert label_ranking_loss(y_true, y_score, undefined=NAN) == pytest.approx(value, nan_ok=True)


def test_two_rows_by_hand() -> None:
    # a and c against b and d: of (a, b) (a, d) (c, b) (c, d) all but (c, d) are wrong; then d alone, 2 of 3 wrong.
    truth = [[1, 0, 1, 0], [0, 0, 0, 1]]
    scores = [[0.2, 0.9, 0.4, 0.3], [4, 1, 3, 2]]
    assert label_ranking_loss(truth, scores) == pytest.approx((3 / 4 + 2 / 3) / 2, rel=1e-14)
    assert label_ranking_loss(truth, scores, sample_weight=[3, 1]) == pytest.approx((9 / 4 + 2 / 3) / 4, rel=1e-14)


def test_it_is_one_less_the_auc_of_each_row_without_ties() -> None:
    rng = np.random.default_rng(7)
    truth, scores = rng.integers(0, 2, (20, 9)), rng.random((20, 9))
    truth[:, 0], truth[:, 1] = 1, 0
    rows = [1 - roc_auc(truth[i], scores[i]) for i in range(20)]
    np.testing.assert_allclose(label_ranking_loss.rows(truth, scores), rows, rtol=1e-12, atol=1e-15)


def test_torchmetrics() -> None:
    # tests/reference/label_ranking.py: torchmetrics 1.9.0, which computes in float32; rows without ties, as it counts
    # pairs of equal scores otherwise
    case = reference("label_ranking_python")[0]
    truth = (np.array(case["relevance"]) > 0).astype(int)
    expected = case["torchmetrics"]["label_ranking_loss"]
    assert label_ranking_loss(truth, case["scores"]) == pytest.approx(expected, rel=1e-6)


def test_scikit_learn() -> None:
    rng = np.random.default_rng(16)
    truth, scores, weights = rng.integers(0, 2, (60, 7)), rng.integers(0, 4, (60, 7)), rng.random(60)
    expected = sklearn.metrics.label_ranking_loss(truth, scores, sample_weight=weights)
    found = label_ranking_loss(truth, scores, sample_weight=weights, undefined=0.0)
    assert found == pytest.approx(expected, rel=1e-13)
