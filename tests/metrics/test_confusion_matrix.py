from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from concordant import accuracy, confusion_matrix
from concordant.states import Counts


@pytest.mark.parametrize(
    ("y_true", "y_pred", "labels", "table"),
    [
        ([5], [5], (5,), [[1]]),
        ([5], [3], (3, 5), [[0, 0], [1, 0]]),
        ([2, 2], [2, 2], (2,), [[2]]),
        (["b", "a", "b"], ["b", "b", "a"], ("a", "b"), [[0, 1], [1, 1]]),
        ([True, False], [True, True], (False, True), [[0, 1], [0, 1]]),
    ],
)
def test_edges(y_true: Any, y_pred: Any, labels: Any, table: Any) -> None:
    found = confusion_matrix(y_true, y_pred)
    assert isinstance(found, Counts)
    assert found.labels == labels
    assert found.table.tolist() == table
    assert found.table.dtype == np.int64


def test_no_rows_give_an_empty_table_without_a_warning() -> None:
    assert confusion_matrix([], [], labels=["no", "yes"]).table.tolist() == [[0, 0], [0, 0]]
    assert confusion_matrix([], []).n == 0


def test_six_rows_by_hand() -> None:
    found = confusion_matrix([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0])
    assert (found.tp, found.fn, found.fp, found.tn) == (2, 1, 1, 2)
    assert found.table.tolist() == [[2, 1], [1, 2]]


def test_rows_are_the_truth_and_columns_the_prediction() -> None:
    assert confusion_matrix([0, 0, 0], [1, 1, 0]).table.tolist() == [[1, 2], [0, 0]]


def test_declared_labels_give_order_and_size() -> None:
    found = confusion_matrix(["b", "a"], ["a", "a"], labels=["c", "b", "a"])
    assert found.labels == ("c", "b", "a")
    assert found.table.tolist() == [[0, 0, 0], [0, 0, 1], [0, 0, 1]]


def test_weights_are_summed() -> None:
    found = confusion_matrix([0, 0, 1], [0, 0, 0], sample_weight=[0.5, 0.25, 2])
    assert found.table.tolist() == [[0.75, 0], [2, 0]]
    assert found.n == 2.75


def test_numpy_sees_the_plain_matrix() -> None:
    found = confusion_matrix([0, 1, 1], [0, 1, 0])
    assert np.asarray(found).tolist() == [[1, 0], [1, 1]]
    assert found.normalized("true").tolist() == [[1.0, 0.0], [0.5, 0.5]]
    assert found.normalized("pred").tolist() == [[0.5, 0.0], [0.5, 1.0]]


def test_metrics_are_taken_of_it() -> None:
    assert accuracy.of(confusion_matrix(["a", "b", "b"], ["a", "b", "a"])) == 2 / 3


def test_several_labels_at_once_give_one_table_a_label() -> None:
    found = confusion_matrix(np.array([[1, 0], [1, 1]]), np.array([[1, 1], [0, 1]]), labels=["cat", "dog"])
    assert found.outputs == ("cat", "dog")
    assert found.table.tolist() == [[[0, 0], [1, 1]], [[0, 1], [0, 1]]]


def test_weighted_counts_are_the_state_that_limits_are_taken_of() -> None:
    random = np.random.default_rng(0)
    weights = random.integers(1, 30, 300)
    for shape in ((300,), (300, 2)):
        rows = random.integers(0, 2, shape), random.integers(0, 2, shape)
        found = confusion_matrix(*rows, sample_weight=weights)
        np.testing.assert_array_equal(found.squares, confusion_matrix.state(*rows, sample_weight=weights).squares)
    one = random.integers(0, 3, (2, 300))
    found, state = (
        accuracy.interval_of(confusion_matrix(*one, sample_weight=weights)),
        accuracy.interval(*one, sample_weight=weights),
    )
    assert (found.low, found.high) == pytest.approx((state.low, state.high), rel=1e-9)
