"""What a column of targets is, and what happens to those that no metric of labels takes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from beside_sklearn import KINDS, MATRICES, assert_same, column, matrix
from scipy import sparse
from sklearn.utils.multiclass import type_of_target as theirs

from concordant.sklearn import accuracy_score, f1_score
from concordant.sklearn._targets import IndicatorMatrix, LabelColumn, read_targets, type_of_target

INDICATORS = np.array([[1, 0, 1], [0, 0, 1], [1, 1, 0], [0, 0, 0]])


@pytest.mark.parametrize("codes", [[0, 1, 1, 0], [2, 0, 1, 4]])
@pytest.mark.parametrize("kind", KINDS)
def test_type_of_a_column(kind: str, codes: list[int]) -> None:
    assert type_of_target(column(kind, codes)) == theirs(column(kind, codes))


@pytest.mark.parametrize("kind", MATRICES)
def test_type_of_a_matrix(kind: str) -> None:
    assert type_of_target(matrix(kind, INDICATORS)) == theirs(matrix(kind, INDICATORS)) == "multilabel-indicator"


@pytest.mark.parametrize(
    "y",
    [
        [0.5, 1.0],
        [[0.5, 1.0], [0.0, 1.0]],
        [[1, 2], [3, 0]],
        [["a", "b"], ["b", "a"]],
        np.zeros((2, 2, 2)),
        np.array(3),
        np.array([1, 2], dtype=object),
        np.array([True, False], dtype=object),
        np.array([[1, 0], [1, 0]], dtype=object),
        np.zeros((2, 0)),
        [1e300, 2.0],
        [1],
        ["a", "a"],
        [[1, -1], [-1, 1]],
        [[1.0, 0.0], [0.0, 0.0]],
    ],
    ids=repr,
)
@pytest.mark.filterwarnings("ignore:invalid value encountered in cast:RuntimeWarning")  # scikit-learn's, for 1e300
def test_type_of_what_is_no_column_of_labels(y: Any) -> None:
    assert type_of_target(y) == theirs(y)


@pytest.mark.parametrize("kind", KINDS)
def test_labels_and_codes_of_a_column(kind: str) -> None:
    codes = np.array([2, 0, 1, 2, 0])
    targets = read_targets(column(kind, codes), "y_true")
    assert isinstance(targets, LabelColumn)
    expected, places = np.unique(np.asarray(column(kind, codes)).ravel(), return_inverse=True)
    assert targets.labels().tolist() == expected.tolist()
    assert targets.coded()[1].tolist() == places.tolist()


@pytest.mark.parametrize("kind", MATRICES)
def test_indicators_are_read_and_the_matrix_of_the_caller_stays(kind: str) -> None:
    given = matrix(kind, INDICATORS)
    targets = read_targets(given, "y_true")
    assert isinstance(targets, IndicatorMatrix)
    values = targets.values.toarray() if sparse.issparse(targets.values) else targets.values
    assert values.tolist() == INDICATORS.tolist()
    assert len(targets) == 4
    if sparse.issparse(given):
        assert given.dtype == INDICATORS.dtype


def test_zero_that_a_sparse_matrix_stores_is_a_zero() -> None:
    given = sparse.coo_matrix(([1, 1, 0], ([0, 1, 2], [0, 1, 1])), shape=(3, 2))
    other = sparse.csr_matrix([[1, 0], [0, 1], [0, 1]])  # scikit-learn counts the zero that is stored as a one
    assert f1_score(given, other, average=None).tolist() == [1.0, 2 / 3]
    assert given.nnz == 3


PLAIN = [0, 1, 1]
REFUSED = {
    "no rows": ([], []),
    "lengths": (PLAIN, [0, 1]),
    "text and numbers": (["a", "b", "b"], PLAIN),
    "text and bools": (["a", "b", "b"], [True, False, True]),
    "NaN": ([0.0, np.nan, 1.0], PLAIN),
    "infinity": ([0.0, np.inf, 1.0], PLAIN),
    "NaN in the prediction": (PLAIN, [0.0, np.nan, 1.0]),
    "continuous truth": ([0.5, 1.0, 0.0], PLAIN),
    "continuous prediction": (PLAIN, [0.5, 1.0, 0.0]),
    "continuous": ([0.5, 1.0], [0.5, 1.0]),
    "object numbers": (np.array([1, 2], dtype=object), np.array([1, 2], dtype=object)),
    "None": ([None, 1, 0], PLAIN),
    "matrix and column": ([[1, 0], [0, 1], [1, 1]], PLAIN),
    "several columns": ([[1, 2], [0, 1]], [[1, 3], [0, 0]]),
    "different numbers of labels": ([[1, 0], [0, 1]], [[1, 0, 1], [0, 1, 1]]),
    "lists of lists": ([[1, 2], [1]], [[1], [2]]),
    "a dictionary": ({1: 2}, {1: 2}),
    "bytes": ([b"a", b"b"], [b"a", b"a"]),
    "complex": (np.array([1 + 0j, 2]), np.array([1, 2])),
    "three dimensions": (np.zeros((2, 2, 2)), np.zeros((2, 2, 2))),
    "text": ("abc", "abc"),
    "a number": (1, 1),
    "None alone": (None, PLAIN),
    "no dimension": (np.array(3), np.array(3)),
    "sparse column": (sparse.csr_matrix([[1], [0]]), [1, 1]),
}


@pytest.mark.parametrize("rows", REFUSED.values(), ids=REFUSED.keys())
@pytest.mark.parametrize("name", ["accuracy_score", "hamming_loss", "zero_one_loss"])
def test_refused_with_scikit_learns_message(name: str, rows: tuple[Any, Any]) -> None:
    assert_same(name, *rows)


def test_missing_text_is_a_type_error_that_says_so() -> None:
    with pytest.raises(TypeError, match=r"^Input y_true contains NaN\.$"):
        accuracy_score(np.array(["a", None], dtype=object), ["a", "b"])


@pytest.mark.parametrize("kind", ["M8[D]", "M8[ns]", "m8[s]"])
def test_dates_are_labels(kind: str) -> None:
    true, pred = np.array([1, 2, 3, 3]).astype(kind), np.array([1, 3, 3, 3]).astype(kind)
    assert_same("accuracy_score", true, pred)
    assert_same("confusion_matrix", true, pred)


def test_numbers_beyond_int64_are_labels() -> None:
    true, pred = np.array([2**63 + 5, 3], dtype=np.uint64), np.array([2**63 + 5, 4], dtype=np.uint64)
    assert_same("precision_recall_fscore_support", true, pred, zero_division=0)


def test_more_labels_than_a_table_holds() -> None:
    random = np.random.default_rng(0)
    true, pred = random.permutation(9000), random.permutation(9000)
    pred[:4000] = true[:4000]
    weights = random.random(9000)
    for sample_weight in (None, weights):
        assert_same("accuracy_score", true, pred, sample_weight=sample_weight)
        assert_same("hamming_loss", true, pred, sample_weight=sample_weight)
        assert_same("f1_score", true, pred, average="macro", sample_weight=sample_weight)
        assert_same("recall_score", true, pred, average=None, labels=[8, 3, 9999], sample_weight=sample_weight)


@pytest.mark.filterwarnings("ignore::concordant.errors.UndefinedMetricWarning")
def test_labels_of_all_rows_count_though_some_rows_weigh_nothing() -> None:
    assert_same("confusion_matrix", [0, 1, 2], [0, 1, 2], sample_weight=[1.0, 1.0, 0.0])
    assert_same("confusion_matrix", [0, 1, 2], [0, 1, 2], sample_weight=[1.0, 1.0, 0.0], labels=[2])
    assert f1_score([0, 1, 2], [0, 1, 2], sample_weight=[1, 1, 0], average="macro") == pytest.approx(2 / 3)
