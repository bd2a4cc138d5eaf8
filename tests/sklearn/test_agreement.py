"""Shares of right and wrong rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from beside_sklearn import KINDS, MATRICES, assert_same, column, matrix

from concordant import cohen_kappa
from concordant.sklearn import (
    accuracy_score,
    balanced_accuracy_score,
    cohen_kappa_score,
    confusion_matrix,
    hamming_loss,
    matthews_corrcoef,
    multilabel_confusion_matrix,
    zero_one_loss,
)

CONFUSION_TRUE, CONFUSION_PRED = [2, 0, 2, 2, 0, 1], [0, 0, 2, 2, 0, 2]


@pytest.mark.parametrize("rows", [([], []), ([1], [1]), ([1], [0]), ([1, 1], [1, 1]), ([[1, 0]], [[1, 0]])], ids=str)
@pytest.mark.parametrize("name", ["confusion_matrix", "multilabel_confusion_matrix"])
def test_confusion_edges(name: str, rows: tuple[Any, Any]) -> None:
    assert_same(name, *rows)


def test_confusion_by_hand() -> None:
    assert confusion_matrix(CONFUSION_TRUE, CONFUSION_PRED).tolist() == [[2, 0, 0], [0, 0, 1], [1, 0, 2]]
    assert multilabel_confusion_matrix(CONFUSION_TRUE, CONFUSION_PRED)[2].tolist() == [[2, 1], [1, 2]]


@pytest.mark.parametrize("normalize", [None, "true", "pred", "all"])
@pytest.mark.parametrize("kind", KINDS)
def test_confusion_columns_of_every_kind(kind: str, normalize: Any) -> None:
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
    assert_same("confusion_matrix", CONFUSION_TRUE, CONFUSION_PRED, labels=labels, sample_weight=weights)
    assert_same("multilabel_confusion_matrix", CONFUSION_TRUE, CONFUSION_PRED, labels=labels, sample_weight=weights)


def test_labels_that_only_the_prediction_has() -> None:
    assert_same("confusion_matrix", [1, 2], [3, 4], labels=[3, 4])
    assert_same("confusion_matrix", ["a", "b"], ["a", "a"], labels=["b", "c", "a"])


@pytest.mark.parametrize(
    "weights",
    [np.array([1, 2, 3, 4, 5, 6]), np.array([True] * 5 + [False]), np.arange(6.0), np.arange(6, dtype=np.uint8)],
    ids=lambda weights: weights.dtype.name,
)
def test_counts_are_whole_where_the_weights_are(weights: Any) -> None:
    mine = assert_same("confusion_matrix", CONFUSION_TRUE, CONFUSION_PRED, sample_weight=weights)
    assert mine.dtype == (np.float64 if weights.dtype.kind == "f" else np.int64)


def test_whole_weights_beyond_the_exact_floats_are_added_exactly() -> None:
    weights = np.array([2**53 + 1, 1, 2**53 + 1])
    assert confusion_matrix([0, 1, 0], [0, 1, 1], sample_weight=weights).tolist() == [[2**53 + 1, 2**53 + 1], [0, 1]]


@pytest.mark.parametrize("options", [{}, {"labels": [2, 0]}, {"samplewise": True}, {"labels": [3]}, {"labels": [-1]}])
@pytest.mark.parametrize("kind", MATRICES)
def test_confusion_indicators_of_every_kind(kind: str, options: dict[str, Any]) -> None:
    random = np.random.default_rng(6)
    true, pred = random.integers(0, 2, (2, 20, 3))
    assert_same("multilabel_confusion_matrix", matrix(kind, true), matrix(kind, pred), **options)
    weights = random.integers(1, 5, 20)
    assert_same("multilabel_confusion_matrix", matrix(kind, true), matrix(kind, pred), sample_weight=weights, **options)


def test_samplewise_needs_indicators() -> None:
    assert_same("multilabel_confusion_matrix", CONFUSION_TRUE, CONFUSION_PRED, samplewise=True)


def test_numbers_of_rows_are_floats_where_no_row_is_right() -> None:
    # as scikit-learn gives them; whole numbers if any row is right
    assert multilabel_confusion_matrix([0, 1], [1, 0]).dtype == np.float64
    assert multilabel_confusion_matrix([0, 1], [1, 1]).dtype == np.int64


@pytest.mark.parametrize("rows", [5, 1000, 300_000])
def test_confusion_seeded_rows(rows: int) -> None:
    random = np.random.default_rng(rows)
    true, pred = random.integers(-2, 4, (2, rows))
    for name in ("confusion_matrix", "multilabel_confusion_matrix"):
        assert_same(name, true, pred)
        assert_same(name, true, pred, sample_weight=random.random(rows))


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


TRUE, PRED = [0, 1, 2, 2, 4, 1], [0, 2, 2, 1, 4, 1]
EDGES = [([], []), ([1], [1]), ([1, 0], [1, 0]), ([0, 1], [1, 0]), ([1, 1], [1, 0]), ([[1, 0]], [[1, 0]])]


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
@pytest.mark.parametrize("rows", EDGES, ids=str)
def test_edges_of_kappa(rows: Any, weights: Any) -> None:
    assert_same("cohen_kappa_score", *rows, weights=weights, messages=rows != ([1], [1]))


@pytest.mark.parametrize("rows", EDGES, ids=str)
def test_edges_of_matthews(rows: Any) -> None:
    assert_same("matthews_corrcoef", *rows)


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
@pytest.mark.parametrize("labels", [None, [0, 1], [4, 2, 1, 0], [0], [0, 9], [8, 9], []], ids=str)
def test_labels_of_kappa(labels: Any, weights: Any) -> None:
    assert_same("cohen_kappa_score", TRUE, PRED, labels=labels, weights=weights, messages=labels not in ([0], [0, 9]))
    assert_same("cohen_kappa_score", [0, 1, 2], [3, 4, 4], labels=[0, 1], weights=weights)


@pytest.mark.parametrize("kind", KINDS)
def test_agreement_columns_of_every_kind(kind: str) -> None:
    random = np.random.default_rng(13)
    true, pred = (column(kind, random.integers(0, 4, 40)) for _ in range(2))
    for options in ({}, {"sample_weight": random.random(40)}):
        assert_same("matthews_corrcoef", true, pred, **options)
        for weights in (None, "linear", "quadratic"):
            assert_same("cohen_kappa_score", true, pred, weights=weights, **options)


def test_distances_go_by_places_and_not_by_values() -> None:
    assert cohen_kappa_score(TRUE, PRED, weights="quadratic") == pytest.approx(
        cohen_kappa(np.unique_inverse(TRUE)[1], np.unique_inverse([*PRED])[1], weights="quadratic"), rel=1e-14
    )
    assert cohen_kappa_score([0, 1, 4], [0, 1, 1], weights="quadratic") == pytest.approx(2 / 3, rel=1e-14)


@pytest.mark.parametrize("number", [0.3, -1, 1, np.nan, np.float32(0.5)])
def test_what_stands_for_0_by_0_and_the_warning(number: Any) -> None:
    with pytest.warns(UserWarning, match="A single label|undefined") as caught:
        value = cohen_kappa_score([1, 1], [1, 1], replace_undefined_by=number)
    assert value == number or (np.isnan(value) and np.isnan(number))
    assert [str(w.message) for w in caught][1] == (
        "`y1`, `y2` and `labels` have only one label in common. `cohen_kappa_score` is undefined and set to the value "
        f"defined by the `replace_undefined_by` param, which is set to {number}."
    )


def test_matthews_of_one_class_is_0_and_warns_of_the_single_label() -> None:
    with pytest.warns(UserWarning, match="^A single label was found"):
        assert matthews_corrcoef([1, 1], [1, 1]) == 0.0
    assert matthews_corrcoef([1, 1], [1, 0]) == 0.0


def test_agreement_by_hand() -> None:
    # table [[2, 1], [1, 2]]: agreement 4/6 against 1/2 by chance; MCC (4 - 1) / 9
    true, pred = [0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 0]
    assert cohen_kappa_score(true, pred) == pytest.approx(1 / 3, rel=1e-15)
    assert matthews_corrcoef(true, pred) == pytest.approx(1 / 3, rel=1e-15)


@pytest.mark.parametrize("rows", [5, 1000, 300_000])
def test_agreement_seeded_rows(rows: int) -> None:
    random = np.random.default_rng(rows)
    true, pred = random.integers(0, 6, (2, rows))
    for options in ({}, {"sample_weight": random.random(rows)}):
        assert_same("matthews_corrcoef", true, pred, **options)
        assert_same("cohen_kappa_score", true, pred, weights="quadratic", **options)
