"""Shares of right and wrong rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from beside_sklearn import KINDS, MATRICES, assert_same, column, matrix

from concordant.sklearn import accuracy_score, balanced_accuracy_score, hamming_loss, zero_one_loss

WHOLE = ("accuracy_score", "zero_one_loss", "hamming_loss")


@pytest.mark.parametrize("name", [*WHOLE, "balanced_accuracy_score"])
@pytest.mark.parametrize("rows", [([], []), ([1], [1]), ([1], [0]), ([1, 1], [1, 1]), ([0, 1], [1, 0])], ids=str)
def test_edges(name: str, rows: tuple[list[int], list[int]]) -> None:
    assert_same(name, *rows)


@pytest.mark.parametrize("name", [*WHOLE, "balanced_accuracy_score"])
@pytest.mark.parametrize("kind", KINDS)
def test_columns_of_every_kind(kind: str, name: str) -> None:
    random = np.random.default_rng(3)
    true, pred = (column(kind, random.integers(0, 4, 50)) for _ in range(2))
    assert_same(name, true, pred)
    assert_same(name, true, pred, sample_weight=random.random(50))


@pytest.mark.parametrize("name", [*WHOLE, "multilabel_confusion_matrix"])
@pytest.mark.parametrize("kind", MATRICES)
@pytest.mark.parametrize("two", [(-1, 1), (0, 3), (1, 3), (-2, 0)])
def test_indicators_of_other_numbers_than_0_and_1(two: tuple[int, int], kind: str, name: str) -> None:
    random = np.random.default_rng(5)
    true = random.integers(0, 2, (40, 3))
    pred = np.where(random.random((40, 3)) < 0.8, true, 1 - true)
    if kind == "bools" or (kind in ("csr", "csc array") and 0 not in two):
        pytest.skip("holds no two numbers")
    low, high = two
    for sample_weight in (None, random.random(40)):
        numbers = matrix(kind, np.where(true, high, low)), matrix(kind, np.where(pred, high, low))
        assert_same(name, *numbers, sample_weight=sample_weight)
        assert_same(name, matrix(kind, np.where(true, high, low)), pred, sample_weight=sample_weight)


@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.parametrize("kind", MATRICES)
def test_indicators_of_every_kind(kind: str, name: str) -> None:
    random = np.random.default_rng(4)
    true = random.integers(0, 2, (40, 3))
    pred = np.where(random.random((40, 3)) < 0.8, true, 1 - true)
    assert_same(name, matrix(kind, true), matrix(kind, pred))
    assert_same(name, matrix(kind, true), matrix(kind, pred), sample_weight=random.random(40))
    assert_same(name, matrix(kind, true), pred)


@pytest.mark.parametrize("name", ["accuracy_score", "zero_one_loss"])
@pytest.mark.parametrize("weights", [None, [1, 2, 3, 4], [0.5, 0.25, 1.0, 2.0]], ids=str)
def test_number_of_rows_in_place_of_their_share(name: str, weights: Any) -> None:
    assert_same(name, ["a", "b", "c", "c"], ["a", "b", "b", "b"], normalize=False, sample_weight=weights)
    assert_same(name, [[1, 0], [0, 1], [1, 1], [0, 0]], [[1, 0], [1, 1], [1, 1], [0, 1]], normalize=False)


def test_by_hand() -> None:
    # rows: right, wrong, right, wrong, wrong; weights 1 to 5
    true, pred, weights = [0, 1, 2, 0, 1], [0, 2, 2, 1, 0], [1, 2, 3, 4, 5]
    assert accuracy_score(true, pred, sample_weight=weights) == pytest.approx(4 / 15, rel=1e-15)
    assert zero_one_loss(true, pred, sample_weight=weights, normalize=False) == 11.0
    assert hamming_loss([[1, 0, 0], [0, 1, 1]], [[1, 1, 0], [0, 1, 0]]) == 1 / 3
    assert accuracy_score([[1, 0, 0], [0, 1, 1]], [[1, 0, 0], [0, 1, 0]]) == 0.5
    # recalls 1/2, 0 and 1
    assert balanced_accuracy_score(true, pred) == 0.5
    assert balanced_accuracy_score(true, pred, adjusted=True) == pytest.approx(0.25, rel=1e-15)


def test_bool_weights_are_numbers() -> None:
    # scikit-learn multiplies bools with bools and gives 1.0 for any number of right rows
    assert accuracy_score([1, 0, 1], [1, 0, 1], sample_weight=[True, True, False], normalize=False) == 2.0


def test_class_that_is_only_predicted_is_left_out_with_a_warning() -> None:
    assert_same("balanced_accuracy_score", [0, 1, 1], [0, 1, 2])
    assert_same("balanced_accuracy_score", [0, 1, 1], [0, 1, 2], adjusted=True)
    with pytest.warns(UserWarning, match="^y_pred contains classes not in y_true$"):
        balanced_accuracy_score([0, 1, 1], [0, 1, 2])


def test_adjusted_value_of_one_class_is_a_division_by_zero() -> None:
    with (
        pytest.warns(UserWarning, match="^A single label was found"),
        pytest.warns(RuntimeWarning, match="^invalid value encountered in scalar divide$"),
    ):
        assert np.isnan(balanced_accuracy_score([1, 1], [1, 1], adjusted=True))
    with (
        pytest.warns(UserWarning, match="^y_pred contains classes not in y_true$"),
        pytest.warns(RuntimeWarning, match="^divide by zero encountered in scalar divide$"),
    ):
        assert balanced_accuracy_score([0], [1], adjusted=True) == -np.inf


@pytest.mark.parametrize("rows", [5, 1000, 300_000])
def test_seeded_rows(rows: int) -> None:
    random = np.random.default_rng(rows)
    true, pred = random.integers(0, 5, (2, rows))
    for name in (*WHOLE, "balanced_accuracy_score"):
        assert_same(name, true, pred)
        assert_same(name, true, pred, sample_weight=random.random(rows))
