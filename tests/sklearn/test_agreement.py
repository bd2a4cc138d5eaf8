"""Confusion matrices, shares of right rows, kappa and Matthews' correlation beside scikit-learn's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from beside_sklearn import KINDS, MATRICES, assert_same, column, matrix

from concordant import cohen_kappa
from concordant.sklearn import accuracy_score, balanced_accuracy_score, cohen_kappa_score, multilabel_confusion_matrix

# -- all of them: edges, forms of input, seeded rows ---------------------------------------------------------------

SHARES = ("accuracy_score", "zero_one_loss", "hamming_loss")
CALLS: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in (*SHARES, "balanced_accuracy_score", "matthews_corrcoef", "multilabel_confusion_matrix")),
    ("balanced_accuracy_score", {"adjusted": True}),
    *(("confusion_matrix", {"normalize": normalize}) for normalize in (None, "true", "pred", "all")),
    *(("cohen_kappa_score", {"weights": weights}) for weights in (None, "linear", "quadratic")),
]
EDGES: list[Any] = [
    ([], []),
    ([1], [1]),
    ([1, 0], [1, 0]),
    ([1, 1], [1, 1]),
    ([1, 1], [1, 0]),
    ([0, 1, 1], [0, 1, 2]),
    ([0, 1, 2], [1, 2, 0]),
    ([[1, 0], [0, 0], [0, 1]], [[1, 1], [0, 0], [0, 0]]),
    ([[0, 0], [0, 0]], [[0, 0], [0, 0]]),
]


@pytest.mark.parametrize("rows", EDGES, ids=str)
@pytest.mark.parametrize(("name", "options"), CALLS, ids=str)
def test_edges(name: str, options: dict[str, Any], rows: Any) -> None:
    one_label = name == "cohen_kappa_score" and rows in (([1], [1]), ([1, 1], [1, 1]))
    assert_same(name, *rows, messages=not one_label, **options)
    row = np.arange(len(rows[0]))
    if np.any(rows) and name != "cohen_kappa_score":  # where one label alone weighs something, it warns otherwise
        for weights in (row % 2 == 0, np.where(row % 3, 0.0, 1.5)):
            assert_same(name, *rows, sample_weight=weights, **options)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("name", "options"), CALLS, ids=str)
def test_columns_of_every_kind(name: str, options: dict[str, Any], kind: str) -> None:
    random = np.random.default_rng(3)
    true, pred = (column(kind, random.integers(0, 4, 50)) for _ in range(2))
    assert_same(name, true, pred, **options)
    assert_same(name, true, pred, sample_weight=random.random(50), **options)


@pytest.mark.parametrize("rows", [5, 1000, 300_000])
def test_seeded_rows(rows: int) -> None:
    random = np.random.default_rng(rows)
    true, pred = random.integers(-2, 4, (2, rows))
    for name, options in (*CALLS[:7], ("cohen_kappa_score", {"weights": "quadratic"})):
        assert_same(name, true, pred, **options)
        assert_same(name, true, pred, sample_weight=random.random(rows), **options)


# -- confusion matrices --------------------------------------------------------------------------------------------

TRUE, PRED = [2, 0, 2, 2, 0, 1], [0, 0, 2, 2, 0, 2]


@pytest.mark.parametrize(
    "labels", [[2, 1, 0], [1, 2], [2], [2, 7], [7, 2, 0], [1, 1, 2], [7, 8], [], ["a"], np.array([2, 0])], ids=str
)
@pytest.mark.parametrize("weights", [None, [1.0, 0.5, 0.0, 2.0, 1.0, 3.0]], ids=["plain", "weighted"])
def test_labels(labels: Any, weights: Any) -> None:
    assert_same("confusion_matrix", TRUE, PRED, labels=labels, sample_weight=weights)
    assert_same("multilabel_confusion_matrix", TRUE, PRED, labels=labels, sample_weight=weights)
    assert_same("multilabel_confusion_matrix", TRUE, PRED, samplewise=True)


@pytest.mark.parametrize(
    "weights",
    [np.array([1, 2, 3, 4, 5, 6]), np.array([True] * 5 + [False]), np.arange(6.0), np.arange(6, dtype=np.uint8)],
    ids=lambda weights: weights.dtype.name,
)
def test_counts_are_integers_where_the_weights_are(weights: Any) -> None:
    mine = assert_same("confusion_matrix", TRUE, PRED, sample_weight=weights)
    assert mine.dtype == (np.float64 if weights.dtype.kind == "f" else np.int64)


def test_counts_are_floats_where_no_row_is_right() -> None:
    # as scikit-learn gives them; integers if any row is right
    assert multilabel_confusion_matrix([0, 1], [1, 0]).dtype == np.float64
    assert multilabel_confusion_matrix([0, 1], [1, 1]).dtype == np.int64


# -- indicators ----------------------------------------------------------------------------------------------------

OF_INDICATORS: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in SHARES),
    *(
        ("multilabel_confusion_matrix", options)
        for options in ({}, {"labels": [2, 0]}, {"samplewise": True}, {"labels": [3]}, {"labels": [-1]})
    ),
]


def indicators() -> tuple[Any, Any, Any]:
    """Two matrices of indicators that agree in most cells, and integer weights of their rows."""
    random = np.random.default_rng(5)
    true = random.integers(0, 2, (40, 3))
    return true, np.where(random.random((40, 3)) < 0.8, true, 1 - true), random.integers(1, 5, 40)


@pytest.mark.parametrize("kind", MATRICES)
@pytest.mark.parametrize(("name", "options"), OF_INDICATORS, ids=str)
def test_indicators_of_every_kind(name: str, options: dict[str, Any], kind: str) -> None:
    true, pred, weights = indicators()
    assert_same(name, matrix(kind, true), matrix(kind, pred), **options)
    assert_same(name, matrix(kind, true), matrix(kind, pred), sample_weight=weights, **options)
    assert_same(name, matrix(kind, true), pred, **options)


# -- shares of right and wrong rows --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["accuracy_score", "zero_one_loss"])
@pytest.mark.parametrize("weights", [None, [1, 2, 3, 4], [0.5, 0.25, 1.0, 2.0]], ids=str)
def test_number_of_rows_in_place_of_their_share(name: str, weights: Any) -> None:
    assert_same(name, ["a", "b", "c", "c"], ["a", "b", "b", "b"], normalize=False, sample_weight=weights)
    assert_same(name, [[1, 0], [0, 1], [1, 1], [0, 0]], [[1, 0], [1, 1], [1, 1], [0, 1]], normalize=False)


def test_bool_weights_are_numbers() -> None:
    # scikit-learn multiplies bools with bools and gives 1.0 for any number of right rows
    assert accuracy_score([1, 0, 1], [1, 0, 1], sample_weight=[True, True, False], normalize=False) == 2.0


def test_adjusted_balanced_accuracy_of_one_class_is_a_division_by_zero() -> None:
    with (
        pytest.warns(UserWarning, match=r"^A single label was found"),
        pytest.warns(RuntimeWarning, match=r"^invalid value encountered in scalar divide$"),
    ):
        assert np.isnan(balanced_accuracy_score([1, 1], [1, 1], adjusted=True))
    with (
        pytest.warns(UserWarning, match=r"^y_pred contains classes not in y_true$"),
        pytest.warns(RuntimeWarning, match=r"^divide by zero encountered in scalar divide$"),
    ):
        assert balanced_accuracy_score([0], [1], adjusted=True) == -np.inf


# -- agreement beyond chance ---------------------------------------------------------------------------------------

KAPPA_TRUE, KAPPA_PRED = [0, 1, 2, 2, 4, 1], [0, 2, 2, 1, 4, 1]


@pytest.mark.parametrize("weights", [None, "quadratic"])
@pytest.mark.parametrize("labels", [None, [0, 1], [4, 2, 1, 0], [0], [0, 9], [8, 9], []], ids=str)
def test_labels_of_kappa(labels: Any, weights: Any) -> None:
    one_label = labels in ([0], [0, 9])
    assert_same("cohen_kappa_score", KAPPA_TRUE, KAPPA_PRED, labels=labels, weights=weights, messages=not one_label)
    assert_same("cohen_kappa_score", [0, 1, 2], [3, 4, 4], labels=[0, 1], weights=weights)


def test_distances_go_by_ranks_and_not_by_values() -> None:
    ranks = np.unique_inverse(KAPPA_TRUE)[1], np.unique_inverse(KAPPA_PRED)[1]
    expected = cohen_kappa(*ranks, weights="quadratic")
    assert cohen_kappa_score(KAPPA_TRUE, KAPPA_PRED, weights="quadratic") == pytest.approx(expected, rel=1e-14)
    assert cohen_kappa_score([0, 1, 4], [0, 1, 1], weights="quadratic") == pytest.approx(2 / 3, rel=1e-14)


@pytest.mark.parametrize("number", [0.3, -1, np.nan, np.float32(0.5)])
def test_what_stands_for_0_by_0_and_the_warning(number: Any) -> None:
    with pytest.warns(UserWarning, match="A single label|undefined") as caught:
        value = cohen_kappa_score([1, 1], [1, 1], replace_undefined_by=number)
    assert value == number or (np.isnan(value) and np.isnan(number))
    assert [str(w.message) for w in caught][1] == (
        "`y1`, `y2` and `labels` have only one label in common. `cohen_kappa_score` is undefined and set to the value "
        f"defined by the `replace_undefined_by` param, which is set to {number}."
    )
