"""Labels, indicators and scores in every container, odd and refused ones too, beside scikit-learn's."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from beside_sklearn import KINDS, MATRICES, assert_same, column, matrix
from numpy.testing import assert_allclose
from scipy import sparse

import concordant.sklearn as ours
from concordant.sklearn import accuracy_score, f1_score
from concordant.sklearn._targets import indicators_of, read_classes, read_targets

RNG = np.random.default_rng(7)
ROWS = 60
TRUTH = RNG.integers(0, 4, ROWS)
GUESS = np.where(RNG.random(ROWS) < 0.6, TRUTH, RNG.integers(0, 4, ROWS))
NAMES = np.array(["ox", "hen", "horse", "\U0001f40e"])
WEIGHTS = RNG.integers(1, 9, ROWS) / 8  # their sums are exact, and a report shows all digits

NUMBERS: dict[str, Callable[[Any], Any]] = {
    "list of float": lambda x: x.astype(float).tolist(),
    "tuple": lambda x: tuple(x.tolist()),
    "float32, every second": lambda x: np.repeat(x.astype(np.float32), 2)[::2],
    "pandas float": lambda x: pd.Series(x, dtype=float),
    "arrow": pa.array,
    "arrow chunks": lambda x: pa.chunked_array([x[:5], x[5:]]),
}
TEXT: dict[str, Callable[[Any], Any]] = {
    "list": lambda x: NAMES[x].tolist(),
    "list of numpy text": lambda x: list(NAMES[x]),
    "array": lambda x: NAMES[x],
    "every second": lambda x: np.repeat(NAMES[x], 2)[::2],
    "pandas string": lambda x: pd.Series(NAMES[x], dtype="string"),
    "arrow": lambda x: pa.array(NAMES[x].tolist()),
}
FUNCTIONS: dict[str, dict[str, Any]] = {
    "accuracy_score": {},
    "hamming_loss": {},
    "zero_one_loss": {"normalize": False},
    "confusion_matrix": {},
    "f1_score": {"average": None},
    "classification_report": {},
    "multilabel_confusion_matrix": {},
}


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("weights", [None, WEIGHTS])
@pytest.mark.parametrize("form", [*NUMBERS.values(), *TEXT.values()], ids=[*NUMBERS, *map("text, {}".format, TEXT)])
def test_columns_of_every_form(form: Any, function: str, weights: Any) -> None:
    options = {**FUNCTIONS[function], "sample_weight": weights}
    plain = TEXT["list"] if form in TEXT.values() else np.array
    assert_same(function, form(TRUTH), form(GUESS), **options)
    if form in TEXT.values() or function != "classification_report":  # which says 0 or 0.0
        assert_same(function, form(TRUTH), plain(GUESS), **options)
        assert_same(function, plain(TRUTH), form(GUESS), **options)


TIMES = ("M8[D]", "M8[us]", "m8[s]")
ODD: dict[str, tuple[Any, Any]] = {
    "text and numbers in one list": (["a", 1], ["a", "b"]),
    "bools and integers": ([True, False, True], [1, 1, 0]),
    "floats that are not whole in an array": (np.array([0.0, 1.0]), np.array([0.25, 1.0])),
    "NaN in an array": (np.array([0, 1]), np.array([np.nan, 1.0])),
    "minus zero": (np.array([0.0, -0.0, 1.0]), np.array([-0.0, 0.0, 1.0])),
    "far integers": ([0, 2**62, 1], [2**62, 0, 1]),
    **{f"times {kind}": (np.array([1, 2, 3, 3]).astype(kind), np.array([1, 3, 3, 3]).astype(kind)) for kind in TIMES},
    "beyond int64": (np.array([2**63 + 5, 3], np.uint64), np.array([2**63 + 5, 4], np.uint64)),
    "empty texts": (np.array(["", ""]), np.array(["", "a"])),
}


@pytest.mark.parametrize("function", ["accuracy_score", "hamming_loss", "confusion_matrix", "f1_score"])
@pytest.mark.parametrize("case", ODD)
def test_odd_columns(case: str, function: str) -> None:
    options: dict[str, Any] = {"average": "macro"} if function == "f1_score" else {}
    assert_same(function, *ODD[case], **options)
    assert_same(function, *ODD[case][::-1], **options)


# -- indicators ----------------------------------------------------------------------------------------------------

MANY = (RNG.random((ROWS, 5)) < 0.4).astype(np.int64)
GUESSED = np.where(RNG.random((ROWS, 5)) < 0.8, MANY, 1 - MANY)


def with_zeros_stored(matrix: Any) -> Any:
    rows = sparse.csr_matrix(matrix)
    rows.data[:3] = 0
    return rows


def with_repeats(matrix: Any) -> Any:
    twice = sparse.coo_matrix(matrix)
    half = np.full(2 * twice.nnz, 0.5)
    return sparse.csr_matrix((half, (np.tile(twice.row, 2), np.tile(twice.col, 2))), shape=matrix.shape)


def unsorted(matrix: Any) -> Any:
    rows = sparse.csr_matrix(matrix)
    for first, last in zip(rows.indptr[:-1], rows.indptr[1:], strict=True):
        rows.indices[first:last] = rows.indices[first:last][::-1]
    rows.has_sorted_indices = False
    return rows


FORMS: dict[str, Callable[[Any], Any]] = {
    "int64": lambda x: x,
    "bool": lambda x: x.astype(bool),
    "column by column": np.asfortranarray,
    "every second row": lambda x: np.repeat(x, 2, axis=0)[::2],
    "0 and 3": lambda x: 3 * x,
    "-1 and 1": lambda x: 2 * x - 1,
    "0, 1 and 2": lambda x: x + (np.arange(x.size).reshape(x.shape) == 3),
    "nothing but 0": np.zeros_like,
    "sparse": sparse.csr_matrix,
    "sparse, long": lambda x: sparse.csr_array((x.ravel()[x.ravel() > 0].astype(float), *_long(x)), shape=x.shape),
    "sparse columns": sparse.csc_matrix,
    "sparse, repeated": with_repeats,
    "sparse, unsorted": unsorted,
    "sparse, 2": lambda x: sparse.csr_matrix(2 * x),
}


def _long(x: Any) -> tuple[Any, Any]:
    rows = sparse.csr_matrix(x)
    return rows.indices.astype(np.int64), rows.indptr.astype(np.int64)


OTHER_PAIRS = {"0 and 3", "-1 and 1", "sparse, 2"}  # beside 0 and 1 scikit-learn compares the numbers themselves

OF_LABELS: dict[str, dict[str, Any]] = {
    "accuracy_score": {},
    "hamming_loss": {},
    "zero_one_loss": {"normalize": False},
    "multilabel_confusion_matrix": {},
    "precision_score": {"average": "samples", "zero_division": 0.0},
    "f1_score": {"average": None, "zero_division": 0.0},
    "jaccard_score": {"average": "samples", "labels": [3, 0], "zero_division": 0.0},
}


@pytest.mark.parametrize("function", OF_LABELS)
@pytest.mark.parametrize("weights", [None, WEIGHTS, WEIGHTS.tolist(), WEIGHTS - 0.3, WEIGHTS[1:], WEIGHTS[:, None]])
@pytest.mark.parametrize("kind", FORMS)
def test_indicators(kind: str, function: str, weights: Any) -> None:
    options = {**OF_LABELS[function], "sample_weight": weights}
    assert_same(function, FORMS[kind](MANY), FORMS[kind](GUESSED), **options)
    if kind not in OTHER_PAIRS:
        assert_same(function, FORMS[kind](MANY), GUESSED, **options)


@pytest.mark.parametrize("function", OF_LABELS)
@pytest.mark.parametrize(
    "kind",
    [lambda x: x.astype(np.float16), lambda x: x.astype(">i4"), with_zeros_stored, lambda x: 3 * x],
    ids=["float16", "other byte order", "zeros stored", "0 and 3"],
)
def test_indicators_that_scikit_learn_refuses_or_miscounts(kind: Any, function: str) -> None:
    first, second = (kind(matrix) for matrix in (MANY, GUESSED))
    dense = [np.asarray(x.toarray() if sparse.issparse(x) else x) > 0 for x in (first, second)]
    found = getattr(ours, function)(first, second, **OF_LABELS[function])
    assert_allclose(found, getattr(ours, function)(*dense, **OF_LABELS[function]))


def test_columns_of_other_shapes_are_refused() -> None:
    for pair in ((MANY, GUESSED[:, :4]), (MANY, GUESSED[:-1]), (MANY, TRUTH), (sparse.csr_matrix(MANY), TRUTH)):
        assert_same("accuracy_score", *pair)


# -- how labels are read -------------------------------------------------------------------------------------------

INDICATORS = np.array([[1, 0, 1], [0, 0, 1], [1, 1, 0], [0, 0, 0]])


@pytest.mark.parametrize("kind", KINDS)
def test_classes_and_codes_of_a_column(kind: str) -> None:
    found = read_classes(column(kind, np.array([2, 0, 1, 2, 0])))
    expected, places = np.unique(np.asarray(column(kind, np.array([2, 0, 1, 2, 0]))).ravel(), return_inverse=True)
    assert list(found.classes) == expected.tolist()
    assert found.codes.tolist() == places.tolist()


@pytest.mark.parametrize("kind", MATRICES)
def test_indicators_are_read_and_the_matrix_of_the_caller_stays(kind: str) -> None:
    given = matrix(kind, INDICATORS)
    values = indicators_of(read_targets(given, "y_true", sparse=True), "y_true")
    assert (values.toarray() if sparse.issparse(values) else values).tolist() == INDICATORS.tolist()
    if sparse.issparse(given):
        assert given.dtype == INDICATORS.dtype


def test_zero_that_a_sparse_matrix_stores_is_a_zero() -> None:
    given = sparse.coo_matrix(([1, 1, 0], ([0, 1, 2], [0, 1, 1])), shape=(3, 2))
    other = sparse.csr_matrix([[1, 0], [0, 1], [0, 1]])  # scikit-learn counts the zero that is stored as a one
    assert f1_score(given, other, average=None).tolist() == [1.0, 2 / 3]
    assert given.nnz == 3


# -- what is refused, and labels that are rare ---------------------------------------------------------------------

PLAIN = [0, 1, 1]
REFUSED = {
    "no rows": ([], []),
    "lengths": (PLAIN, [0, 1]),
    "text and numbers": (["a", "b", "b"], PLAIN),
    "NaN": ([0.0, np.nan, 1.0], PLAIN),
    "infinity": ([0.0, np.inf, 1.0], PLAIN),
    "continuous truth": ([0.5, 1.0, 0.0], PLAIN),
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
    "None alone": (None, PLAIN),
    "sparse column": (sparse.csr_matrix([[1], [0]]), [1, 1]),
}


# Where scikit-learn stumbles over None, or takes a dictionary for one row.
BY_ACCIDENT = {
    ("auc", "None"),
    ("ndcg_score", "None"),
    *product(("d2_brier_score", "d2_log_loss_score"), ["a dictionary"]),
}


@pytest.mark.parametrize("case", REFUSED)
@pytest.mark.parametrize("name", sorted({*ours.__all__} - {"fbeta_score", "metric_at_thresholds"}))
def test_refused_with_scikit_learns_class_of_error(name: str, case: str) -> None:
    if (name, case) not in BY_ACCIDENT:
        assert_same(name, *REFUSED[case])


def test_missing_text_is_a_type_error_that_says_so() -> None:
    with pytest.raises(TypeError, match=r"^y_true lacks 1 label\."):
        accuracy_score(np.array(["a", None], dtype=object), ["a", "b"])


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
