from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.metrics import top_k_accuracy_score

from concordant import accuracy, top_k_accuracy
from concordant.errors import LengthError

from .cases import reference


@pytest.mark.parametrize(
    ("y_true", "y_score", "k", "value"),
    [
        ([2], [[1, 2, 3]], 1, 1),
        ([0], [[1, 2, 3]], 1, 0),
        ([0], [[1, 2, 3]], 2, 0),
        ([0], [[1, 2, 3]], 3, 1),
        ([0], [[1, 2, 3]], 9, 1),
        ([0, 1, 2], np.eye(3), 1, 1),  # perfect
        ([0, 1, 2], -np.eye(3), 2, 0),  # inverted
        ([0, 1, 2], np.zeros((3, 3)), 1, 1 / 3),  # constant: k of K
        ([0, 1, 2], np.zeros((3, 3)), 2, 2 / 3),
    ],
)
def test_edges(y_true: Any, y_score: Any, k: int, value: float) -> None:
    assert top_k_accuracy(y_true, y_score, k=k, labels=[0, 1, 2]) == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize(
    ("ties", "values"),
    [("expected", [1, 1 / 3, 1 / 3, 1 / 3]), ("worst", [1, 0, 0, 0]), ("best", [1, 1, 1, 1]), ("last", [1, 0, 0, 1])],
)
def test_ties(ties: Any, values: list[float]) -> None:
    # One class leads, the other three have one score: the second place is one of theirs.
    scores = [[9, 5, 5, 5]] * 4
    found = top_k_accuracy.rows([0, 1, 2, 3], scores, k=2, ties=ties)
    np.testing.assert_allclose(found, values, rtol=1e-15)


def test_four_rows_by_hand() -> None:
    scores = [[0.5, 0.2, 0.3], [0.3, 0.4, 0.2], [0.2, 0.4, 0.3], [0.7, 0.2, 0.1]]
    truth = ["a", "b", "c", "c"]
    abc = ["a", "b", "c"]
    assert [top_k_accuracy(truth, scores, k=k, labels=abc) for k in (1, 2, 3)] == [0.5, 0.75, 1.0]
    assert top_k_accuracy(truth, scores, sample_weight=[1, 1, 1, 5], labels=abc) == 3 / 8


def test_two_columns_of_two_classes() -> None:
    p = np.array([0.2, 0.5, 0.9])
    assert top_k_accuracy([0, 0, 0], np.column_stack([1 - p, p]), k=1, labels=[0, 1]) == 0.5
    with pytest.raises(LengthError, match=r"y_score must have one column a class, shape \(n, K\), not shape \(3,\)"):
        top_k_accuracy([0, 1, 0], p)


def test_the_first_is_the_accuracy_of_the_highest_score() -> None:
    rng = np.random.default_rng(14)
    truth, scores = rng.integers(0, 6, 60), rng.random((60, 6))
    expected = accuracy(truth, scores.argmax(1))
    assert top_k_accuracy(truth, scores, k=1) == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("k", [1, 2, 3, 5])
def test_scikit_learn(k: int) -> None:
    rng = np.random.default_rng(15)
    truth, weights = rng.integers(0, 6, 80), rng.random(80)
    for scores in (rng.random((80, 6)), rng.integers(0, 3, (80, 6))):  # its order of ties is ours of "last"
        expected = top_k_accuracy_score(truth, scores, k=k, sample_weight=weights)
        assert top_k_accuracy(truth, scores, k=k, sample_weight=weights, ties="last") == pytest.approx(expected)


def test_torchmetrics() -> None:
    # tests/reference/label_ranking.py: torchmetrics 1.9.0, which computes in float32
    case = reference("label_ranking_python")[2]
    for k, value in case["top_k_accuracy"].items():
        found = top_k_accuracy(case["truth"], case["scores"], k=int(k), labels=range(5))
        assert found == pytest.approx(value, rel=1e-6)
