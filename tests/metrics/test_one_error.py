from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from concordant import accuracy, one_error


@pytest.mark.parametrize(
    ("y_true", "y_score", "value"),
    [
        ([[1]], [[0.0]], 0),
        ([[0]], [[0.0]], 1),
        ([[0, 0, 0]], [[1, 2, 3]], 1),  # whatever comes first, it is not relevant
        ([[1, 1, 1]], [[1, 2, 3]], 0),
        ([[0, 0, 1]], [[1, 2, 3]], 0),  # perfect
        ([[1, 1, 0]], [[1, 2, 3]], 1),  # inverted
        ([[0, 1, 0]], [[5, 5, 5]], 2 / 3),  # constant
        ([[0, 1, 0]], [[5, 5, 4]], 1 / 2),
    ],
)
def test_edges(y_true: Any, y_score: Any, value: float) -> None:
    assert one_error(y_true, y_score) == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize(("ties", "value"), [("expected", 1 / 3), ("worst", 1), ("best", 0)])
def test_ties(ties: Any, value: float) -> None:
    assert one_error([[1, 1, 0, 0]], [[2, 2, 2, 1]], ties=ties) == pytest.approx(value, rel=1e-15)


def test_three_rows_by_hand() -> None:
    truth = [[0, 1, 1], [1, 0, 0], [0, 1, 0]]
    scores = [[0.1, 0.2, 0.7], [0.3, 0.6, 0.1], [0.2, 0.5, 0.3]]
    assert one_error(truth, scores) == pytest.approx(1 / 3)
    assert one_error(truth, scores, sample_weight=[1, 2, 1]) == 0.5


def test_of_one_relevant_label_a_row_it_is_the_error_rate() -> None:
    rng = np.random.default_rng(13)
    truth, scores = rng.integers(0, 6, 50), rng.random((50, 6))
    found = one_error(np.eye(6, dtype=int)[truth], scores)
    assert found == pytest.approx(1 - accuracy(truth, scores.argmax(1)), rel=1e-14)
