from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import sklearn.metrics

from concordant import average_precision, label_ranking_average_precision, mean_reciprocal_rank

from .cases import reference

NAN = float("nan")


@pytest.mark.parametrize(
    ("y_true", "y_score", "value"),
    [
        ([[1]], [[0.0]], 1),
        ([[0]], [[0.0]], NAN),
        ([[0, 0, 0]], [[1, 2, 3]], NAN),
        ([[1, 1, 1]], [[1, 2, 3]], 1),
        ([[0, 0, 1]], [[1, 2, 3]], 1),  # perfect
        ([[1, 0, 0]], [[1, 2, 3]], 1 / 3),  # inverted
        ([[0, 1, 0]], [[5, 5, 5]], 1 / 3),  # constant
        ([[1, 1, 0]], [[5, 5, 5]], 2 / 3),
    ],
)
def test_edges(y_true: Any, y_score: Any, value: float) -> None:
    assert label_ranking_average_precision(y_true, y_score, undefined=NAN) == pytest.approx(value, nan_ok=True)


def test_two_rows_by_hand() -> None:
    # Orders b d a c and a b c d; relevant are a and c, d and b.
    truth = [[1, 0, 1, 0], [0, 1, 0, 1]]
    scores = [[0.3, 0.9, 0.1, 0.4], [4, 3, 2, 1]]
    expected = ((1 / 3 + 2 / 4) / 2 + (1 / 2 + 2 / 4) / 2) / 2
    assert label_ranking_average_precision(truth, scores) == pytest.approx(expected, rel=1e-14)


def test_one_relevant_label_a_row_gives_the_mean_reciprocal_rank() -> None:
    rng = np.random.default_rng(1)
    truth, scores = np.eye(7, dtype=int)[rng.integers(0, 7, 40)], rng.integers(0, 5, (40, 7))
    expected = mean_reciprocal_rank(truth, scores, ties="worst")
    assert label_ranking_average_precision(truth, scores) == pytest.approx(expected, rel=1e-14)


def test_it_is_the_average_precision_of_each_row_without_ties() -> None:
    rng = np.random.default_rng(4)
    truth, scores = rng.integers(0, 2, (20, 9)), rng.random((20, 9))
    truth[:, 0] = 1
    rows = [average_precision(truth[i], scores[i]) for i in range(20)]
    np.testing.assert_allclose(label_ranking_average_precision.rows(truth, scores), rows, rtol=1e-13)


@pytest.mark.parametrize("case", reference("label_ranking_python")[:2], ids=lambda case: case["name"])
def test_torchmetrics(case: Any) -> None:
    # tests/reference/label_ranking.py: torchmetrics 1.9.0, which computes in float32
    truth = (np.array(case["relevance"]) > 0).astype(int)
    expected = case["torchmetrics"]["label_ranking_average_precision"]
    assert label_ranking_average_precision(truth, case["scores"]) == pytest.approx(expected, rel=1e-6)


def test_scikit_learn() -> None:
    rng = np.random.default_rng(16)
    truth, scores, weights = rng.integers(0, 2, (60, 7)), rng.integers(0, 4, (60, 7)), rng.random(60)
    truth[0] = 0
    expected = sklearn.metrics.label_ranking_average_precision_score(truth, scores, sample_weight=weights)
    found = label_ranking_average_precision(truth, scores, sample_weight=weights, undefined=1.0)
    assert found == pytest.approx(expected, rel=1e-13)
