"""Confusion matrices."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from beside_sklearn import KINDS, MATRICES, assert_same, column, matrix

from concordant.sklearn import confusion_matrix, multilabel_confusion_matrix

TRUE, PRED = [2, 0, 2, 2, 0, 1], [0, 0, 2, 2, 0, 2]


@pytest.mark.parametrize("rows", [([], []), ([1], [1]), ([1], [0]), ([1, 1], [1, 1]), ([[1, 0]], [[1, 0]])], ids=str)
@pytest.mark.parametrize("name", ["confusion_matrix", "multilabel_confusion_matrix"])
def test_edges(name: str, rows: tuple[Any, Any]) -> None:
    assert_same(name, *rows)


def test_by_hand() -> None:
    assert confusion_matrix(TRUE, PRED).tolist() == [[2, 0, 0], [0, 0, 1], [1, 0, 2]]
    assert multilabel_confusion_matrix(TRUE, PRED)[2].tolist() == [[2, 1], [1, 2]]


@pytest.mark.parametrize("normalize", [None, "true", "pred", "all"])
@pytest.mark.parametrize("kind", KINDS)
def test_columns_of_every_kind(kind: str, normalize: Any) -> None:
    random = np.random.default_rng(5)
    true, pred = (column(kind, random.integers(0, 4, 40)) for _ in range(2))
    assert_same("confusion_matrix", true, pred, normalize=normalize)
    assert_same("confusion_matrix", true, pred, normalize=normalize, sample_weight=random.random(40))


@pytest.mark.parametrize(
    "labels",
    [[0, 1, 2], [2, 1, 0], [1, 2], [2], [2, 7], [7, 2, 0], [1, 1, 2], [7, 8], [], ["a"], np.array([2, 0])],
    ids=str,
)
@pytest.mark.parametrize("weights", [None, [1.0, 0.5, 0.0, 2.0, 1.0, 3.0]], ids=["plain", "weighted"])
def test_labels(labels: Any, weights: Any) -> None:
    assert_same("confusion_matrix", TRUE, PRED, labels=labels, sample_weight=weights)
    assert_same("multilabel_confusion_matrix", TRUE, PRED, labels=labels, sample_weight=weights)


def test_labels_that_only_the_prediction_has() -> None:
    assert_same("confusion_matrix", [1, 2], [3, 4], labels=[3, 4])
    assert_same("confusion_matrix", ["a", "b"], ["a", "a"], labels=["b", "c", "a"])


@pytest.mark.parametrize(
    "weights",
    [np.array([1, 2, 3, 4, 5, 6]), np.array([True] * 5 + [False]), np.arange(6.0), np.arange(6, dtype=np.uint8)],
    ids=lambda weights: weights.dtype.name,
)
def test_counts_are_whole_where_the_weights_are(weights: Any) -> None:
    mine = assert_same("confusion_matrix", TRUE, PRED, sample_weight=weights)
    assert mine.dtype == (np.float64 if weights.dtype.kind == "f" else np.int64)


def test_whole_weights_beyond_the_exact_floats_are_added_exactly() -> None:
    weights = np.array([2**53 + 1, 1, 2**53 + 1])
    assert confusion_matrix([0, 1, 0], [0, 1, 1], sample_weight=weights).tolist() == [[2**53 + 1, 2**53 + 1], [0, 1]]


@pytest.mark.parametrize("options", [{}, {"labels": [2, 0]}, {"samplewise": True}, {"labels": [3]}, {"labels": [-1]}])
@pytest.mark.parametrize("kind", MATRICES)
def test_indicators_of_every_kind(kind: str, options: dict[str, Any]) -> None:
    random = np.random.default_rng(6)
    true, pred = random.integers(0, 2, (2, 20, 3))
    assert_same("multilabel_confusion_matrix", matrix(kind, true), matrix(kind, pred), **options)
    weights = random.integers(1, 5, 20)
    assert_same("multilabel_confusion_matrix", matrix(kind, true), matrix(kind, pred), sample_weight=weights, **options)


def test_samplewise_needs_indicators() -> None:
    assert_same("multilabel_confusion_matrix", TRUE, PRED, samplewise=True)


def test_numbers_of_rows_are_floats_where_no_row_is_right() -> None:
    # as scikit-learn gives them; whole numbers if any row is right
    assert multilabel_confusion_matrix([0, 1], [1, 0]).dtype == np.float64
    assert multilabel_confusion_matrix([0, 1], [1, 1]).dtype == np.int64


@pytest.mark.parametrize("rows", [5, 1000, 300_000])
def test_seeded_rows(rows: int) -> None:
    random = np.random.default_rng(rows)
    true, pred = random.integers(-2, 4, (2, rows))
    for name in ("confusion_matrix", "multilabel_confusion_matrix"):
        assert_same(name, true, pred)
        assert_same(name, true, pred, sample_weight=random.random(rows))
