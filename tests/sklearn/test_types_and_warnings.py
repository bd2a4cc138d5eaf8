"""Small tables with weights of every kind: scikit-learn's values, types, shown types and warnings."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import sklearn.metrics
from scipy import sparse

import concordant.sklearn as ours

WEIGHTS: dict[str, Callable[[int], Any]] = {
    "none": lambda n: None,
    "ones": np.ones,
    "integers": lambda n: np.arange(1, n + 1),
    "zeros": lambda n: (np.arange(n) + 1) % 2,
    "float zeros": lambda n: np.where(np.arange(n) % 3, 0.0, 1.5),
    "bools": lambda n: np.arange(n) % 2 == 0,
}
COLUMNS: dict[str, tuple[Any, Any]] = {
    "one row, right": ([1], [1]),
    "one row, wrong": ([2], [0]),
    "one class, predicted as another": ([0], [1]),
    "one class, some wrong": ([1, 1, 1], [0, 0, 1]),
    "no row right": ([0, 1, 2], [1, 2, 0]),
    "two classes": ([0, 1, 0, 1, 0], [0, 0, 1, 1, 0]),
    "three classes": ([2, 0, 1, 2, 1], [0, 2, 2, 2, 1]),
}
MARKS: dict[str, tuple[Any, Any]] = {
    "full": ([[1, 0], [0, 1], [1, 1]], [[1, 0], [1, 1], [0, 1]]),
    "empty rows": ([[1, 0], [0, 0], [0, 0], [0, 1]], [[1, 1], [1, 1], [0, 0], [0, 0]]),
    "one row": ([[1, 0, 1]], [[0, 1, 1]]),
    "nothing": ([[0, 0], [0, 0]], [[0, 0], [0, 0]]),
}
OF_LABELS: list[tuple[str, dict[str, Any]]] = [
    ("confusion_matrix", {}),
    ("confusion_matrix", {"normalize": "true"}),
    ("multilabel_confusion_matrix", {}),
    ("precision_recall_fscore_support", {"average": None}),
    ("precision_score", {"average": "macro"}),
    ("balanced_accuracy_score", {}),
    ("balanced_accuracy_score", {"adjusted": True}),
]
OF_MARKS: list[tuple[str, dict[str, Any]]] = [
    (name, {"average": average})
    for name in ("precision_score", "recall_score", "f1_score", "jaccard_score", "precision_recall_fscore_support")
    for average in ("samples", "macro", None)
] + [("multilabel_confusion_matrix", {}), ("multilabel_confusion_matrix", {"samplewise": True})]


def outcome(home: Any, name: str, data: Any, options: Any) -> tuple[Any, list[tuple[str, str]]]:
    with warnings.catch_warnings(record=True) as caught, np.errstate(all="warn"):
        warnings.simplefilter("always")
        try:
            value = getattr(home, name)(*data, **options)
        except ValueError:
            value = "ValueError"
    said = [(w.category.__name__, str(w.message)) for w in caught if not issubclass(w.category, RuntimeWarning)]
    return value, said


def shown(value: Any) -> Any:
    """What the types are, and what an array of whole numbers prints."""
    if isinstance(value, tuple):
        return tuple(map(shown, value))
    if isinstance(value, np.ndarray):
        return value.dtype.char, value.shape, repr(value) if value.dtype.kind == "i" else None
    return type(value).__name__


def same(name: str, data: Any, options: Any) -> None:
    (found, said), (expected, theirs) = (outcome(home, name, data, options) for home in (ours, sklearn.metrics))
    assert shown(found) == shown(expected)
    if not isinstance(expected, str):
        pairs = zip(found, expected, strict=True) if isinstance(expected, tuple) else [(found, expected)]
        for mine, their in pairs:
            if their is not None:
                np.testing.assert_allclose(mine, their, rtol=1e-12, atol=1e-12)
    assert said == theirs


@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("columns", COLUMNS)
@pytest.mark.parametrize(("name", "options"), OF_LABELS)
def test_labels(name: str, options: dict[str, Any], columns: str, weights: str) -> None:
    data = COLUMNS[columns]
    same(name, data, options | {"sample_weight": WEIGHTS[weights](len(data[0]))})


@pytest.mark.parametrize("make", [np.array, sparse.csr_matrix])
@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("marks", MARKS)
def test_indicators(marks: str, weights: str, make: Any) -> None:
    if marks == "nothing" and weights in ("integers", "zeros", "bools"):
        pytest.skip("there the support is of whole numbers, as NumPy's bincount of nothing is, and ours of floats")
    data = [make(np.array(matrix)) for matrix in MARKS[marks]]
    for name, options in OF_MARKS:
        same(name, data, options | {"sample_weight": WEIGHTS[weights](len(MARKS[marks][0]))})


def test_adjusted_balanced_accuracy_of_one_class() -> None:
    for pair, value in ((([0], [1]), -np.inf), (([1, 1], [1, 1]), np.nan)):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = ours.balanced_accuracy_score(*pair, adjusted=True)
            assert np.array_equal(found, value, equal_nan=True)
            expected = sklearn.metrics.balanced_accuracy_score(*pair, adjusted=True)
            assert np.array_equal(found, expected, equal_nan=True)
