"""Shares of right and wrong rows: edges, other packages, rows of several labels, light rows, the kernel that counts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from concordant import Counts, accuracy, adjusted_count_r2, confusion_matrix, exact_match, hamming_loss, zero_one_loss
from concordant.states import SampleCounts

# -- accuracy, exact match, zero-one loss and Hamming loss -----------------------------------------------------------


def test_tables_of_several_labels_hold_decisions_but_not_whole_rows() -> None:
    truth, pred = np.array([[1, 0], [0, 1], [0, 0]]), np.array([[1, 1], [0, 1], [0, 0]])
    tables = Counts.from_indicators(truth, pred)
    assert hamming_loss.of(tables) == hamming_loss(truth, pred) == 1 / 6
    parts = SampleCounts.from_indicators(truth[:1], pred[:1]) + SampleCounts.from_indicators(truth[1:], pred[1:])
    assert exact_match.of(parts) == 2 / 3
    assert zero_one_loss.of(parts) == pytest.approx(1 / 3, rel=1e-15)


# -- calls that count without a table --------------------------------------------------------------------------------


def test_labels_may_be_more_than_a_table_holds() -> None:
    ids = np.arange(20_000) * 10**12 - 10**15
    assert accuracy(ids, np.where(ids % 3 == 0, ids, ids[::-1])) == np.mean(ids % 3 == 0)
    names = [f"answer {k}" for k in range(9_000)]
    assert accuracy(names, [*names[:-1], "another"]) == 8_999 / 9_000
    assert accuracy.of(Counts.from_labels(ids, ids)) == 1


# -- no-information rate ---------------------------------------------------------------------------------------------


# -- adjusted count R2 -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("labels", [3, 9, 65, 100])
def test_classes_that_tie_for_the_largest_share_its_derivative_whatever_their_order(labels: int) -> None:
    rows = np.array([40, 40] + [2] * (labels - 2))
    wrong = np.array([5, 12] + [1] * (labels - 2))
    table = np.diag(rows - wrong) + np.roll(np.diag(wrong), 1, axis=1)
    n, errors, others = rows.sum(), wrong.sum(), rows.sum() - 40
    of_others = np.where(rows == 40, 0.5, 1.0)[:, None]  # how many rows more are not of the largest class
    psi = -(n / others) * ((1 - np.eye(labels)) - errors / others * of_others)
    psi -= (table * psi).sum() / n
    expected = np.sqrt((table * psi**2).sum()) / n
    for order in (np.arange(labels), np.arange(labels)[::-1]):
        interval = adjusted_count_r2.interval_of(Counts.from_table(table[np.ix_(order, order)]), method="delta")
        assert interval.se == pytest.approx(expected, rel=1e-12)


# -- confusion matrix ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("y_true", "y_pred", "options", "labels", "table"),
    [
        ([5], [3], {}, (3, 5), [[0, 0], [1, 0]]),
        ([True, False], [True, True], {}, (False, True), [[0, 1], [0, 1]]),
        ([0, 0, 0], [1, 1, 0], {}, (0, 1), [[1, 2], [0, 0]]),  # rows are the truth, columns the prediction
        (["b", "a"], ["a", "a"], {"labels": ["c", "b", "a"]}, ("c", "b", "a"), [[0, 0, 0], [0, 0, 1], [0, 0, 1]]),
        ([], [], {"labels": ["no", "yes"]}, ("no", "yes"), [[0, 0], [0, 0]]),
        ([0, 0, 1], [0, 0, 0], {"sample_weight": [0.5, 0.25, 2]}, (0, 1), [[0.75, 0], [2, 0]]),
    ],
)
def test_confusion_matrix_edges(y_true: Any, y_pred: Any, options: Any, labels: Any, table: Any) -> None:
    matrix = confusion_matrix(y_true, y_pred, **options)
    assert isinstance(matrix, Counts)
    assert matrix.labels == labels
    assert np.asarray(matrix).tolist() == matrix.table.tolist() == table
    assert matrix.table.dtype == (np.float64 if "sample_weight" in options else np.int64)
