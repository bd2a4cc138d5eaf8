"""Shares of right and wrong rows: edges, other packages, rows of several labels, light rows, the kernel that counts."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
import sklearn.metrics as sk
from metrics.cases import random_labels, reference

from concordant import (
    Counts,
    accuracy,
    adjusted_count_r2,
    confusion_matrix,
    exact_match,
    hamming_loss,
    no_information_rate,
    zero_one_loss,
)
from concordant.errors import InputTypeError, UndefinedMetricWarning
from concordant.states import SampleCounts

# -- accuracy, exact match, zero-one loss and Hamming loss -----------------------------------------------------------


@pytest.mark.parametrize(
    ("y_true", "y_pred", "right"),
    [([0, 0, 0, 1], [0, 0, 0, 0], 0.75), ([0, 1, 0], [1, 0, 1], 0.0), (["b", "a", "c"], ["b", "a", "a"], 2 / 3)],
)
def test_edges_of_one_column(y_true: Any, y_pred: Any, right: float) -> None:
    assert accuracy(y_true, y_pred) == exact_match(y_true, y_pred) == right
    assert zero_one_loss(y_true, y_pred) == hamming_loss(y_true, y_pred) == pytest.approx(1 - right, rel=1e-15)


@pytest.mark.parametrize("weighted", [False, True])
def test_shares_of_scikit_learn(weighted: bool) -> None:
    rng = np.random.default_rng(46)
    matrix = (rng.random((300, 3)) < 0.4).astype(int)
    other = np.where(rng.random((300, 3)) < 0.8, matrix, 1 - matrix)
    data: Any = {"sample_weight": rng.random(300)} if weighted else {}
    for truth, pred in (random_labels(44, 300, 5)[:2], (matrix, other), (sp.csc_array(matrix), sp.csr_array(other))):
        for ours, theirs in (
            (exact_match, sk.accuracy_score),
            (zero_one_loss, sk.zero_one_loss),
            (hamming_loss, sk.hamming_loss),
        ):
            assert ours(truth, pred, **data) == pytest.approx(theirs(truth, pred, **data), rel=1e-12)


@pytest.mark.parametrize("case", reference("rates"), ids=lambda case: case["name"])
def test_accuracy_of_caret(case: Any) -> None:
    assert accuracy.of(Counts.from_table(case["table"])) == pytest.approx(case["accuracy"], rel=1e-12)


@pytest.mark.parametrize(
    "case",
    [case for case in reference("screening") + reference("screening_python") if {"table", "zero_one_loss"} <= {*case}],
    ids=lambda case: case["name"],
)
def test_losses_of_r_packages_and_pycm(case: Any) -> None:
    counts = Counts.from_table(case["table"])
    assert zero_one_loss.of(counts) == pytest.approx(case["zero_one_loss"], rel=1e-12)
    assert hamming_loss.of(counts) == pytest.approx(case["zero_one_loss"], rel=1e-12)


def test_tables_of_several_labels_hold_decisions_but_not_whole_rows() -> None:
    truth, pred = np.array([[1, 0], [0, 1], [0, 0]]), np.array([[1, 1], [0, 1], [0, 0]])
    tables = Counts.from_indicators(truth, pred)
    assert hamming_loss.of(tables) == hamming_loss(truth, pred) == 1 / 6
    with pytest.raises(InputTypeError, match=r"^tables of several labels \(Counts\) do not say which errors fall on"):
        exact_match.of(tables)
    with pytest.raises(InputTypeError, match=r"take SampleCounts.from_indicators\(y_true, y_pred\), or call the"):
        zero_one_loss.of(tables)
    parts = SampleCounts.from_indicators(truth[:1], pred[:1]) + SampleCounts.from_indicators(truth[1:], pred[1:])
    assert exact_match.of(parts) == 2 / 3
    assert zero_one_loss.of(parts) == pytest.approx(1 / 3, rel=1e-15)


def test_a_few_wrong_rows_of_small_weight_are_not_lost() -> None:
    # n minus the right ones would be 0
    assert zero_one_loss([0, 1, 1], [0, 1, 0], sample_weight=[1e9, 1e9, 1e-9]) == pytest.approx(5e-19, rel=1e-12)


# -- calls that count without a table --------------------------------------------------------------------------------


def test_labels_may_be_more_than_a_table_holds() -> None:
    ids = np.arange(20_000) * 10**12 - 10**15
    assert accuracy(ids, np.where(ids % 3 == 0, ids, ids[::-1])) == np.mean(ids % 3 == 0)
    names = [f"answer {k}" for k in range(9_000)]
    assert accuracy(names, [*names[:-1], "another"]) == 8_999 / 9_000
    assert accuracy.of(Counts.from_labels(ids, ids)) == 1


# -- no-information rate ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 0, 0, 1], [1, 1, 1, 1], 0.75),  # the largest class of the truth, not of the prediction
        (["a", "b", "c", "b", "a"], ["c", "c", "c", "c", "c"], 0.4),
        ([[1, 0], [1, 0], [0, 1]], [[0, 0], [0, 0], [0, 0]], [2 / 3, 2 / 3]),  # each label has two classes
    ],
)
def test_no_information_rate_edges(y_true: Any, y_pred: Any, value: Any) -> None:
    np.testing.assert_array_equal(no_information_rate(y_true, y_pred), value)


@pytest.mark.parametrize(
    "case",
    [case for case in reference("screening") + reference("screening_python") if "no_information_rate" in case],
    ids=lambda case: case["name"],
)
def test_no_information_rate_of_caret_and_pycm(case: Any) -> None:
    rate = no_information_rate.of(Counts.from_table(case["table"]))
    assert rate == pytest.approx(case["no_information_rate"], rel=1e-12)


# -- adjusted count R2 -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 0, 0, 1], [0, 0, 0, 0], 0.0),  # always the largest class
        ([0] * 99 + [1], [1] * 99 + [0], -99.0),  # no lower bound
        ([0, 0, 0, 1, 1], [0, 0, 0, 1, 0], 0.5),
        ([[1, 0], [0, 1], [0, 1]], [[1, 0], [0, 1], [0, 0]], [1.0, 0.0]),  # one value a label
    ],
)
def test_adjusted_count_r2_edges(y_true: Any, y_pred: Any, value: Any) -> None:
    np.testing.assert_array_equal(adjusted_count_r2(y_true, y_pred), value)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [((["b", "b"], ["a", "b"]), "the truth has only the class 'b'"), (([], []), "there are no rows")],
)
def test_adjusted_count_r2_of_one_class_is_undefined(rows: Any, reason: str) -> None:
    with pytest.warns(UndefinedMetricWarning, match=f"^adjusted_count_r2: {reason}$"):
        assert math.isnan(adjusted_count_r2(*rows))


def test_a_class_of_small_weight_is_not_lost_beside_a_large_one() -> None:
    # n minus the largest class would be 0
    assert adjusted_count_r2([0, 1, 1], [0, 1, 0], sample_weight=[1e9, 3e-9, 1e-9]) == pytest.approx(3 / 4, rel=1e-12)


def test_beside_a_tiny_weight_adjusted_count_r2_is_minus_infinity() -> None:
    assert adjusted_count_r2([0, 1], [1, 1], sample_weight=[1e9, 1e-308]) == -math.inf


def test_logit_of_women_at_work() -> None:
    # pscl::hitmiss and caret; Stata's fitstat prints 0.289 for this model (Long & Freese)
    case = next(case for case in reference("screening") if "adjusted_count_r2" in case)
    value = adjusted_count_r2.of(Counts.from_table(case["table"]))
    assert value == pytest.approx(case["adjusted_count_r2"], rel=1e-12)
    assert round(value, 3) == 0.289


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
