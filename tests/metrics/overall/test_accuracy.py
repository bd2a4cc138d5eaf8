""""""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
import sklearn.metrics as sk
from hypothesis import given, settings
from hypothesis import strategies as st
from metrics.cases import random_labels, reference

import concordant
from concordant import (
    Counts,
    _kernels,
    accuracy,
    adjusted_count_r2,
    cohen_kappa,
    confusion_matrix,
    exact_match,
    f1,
    hamming_loss,
    no_information_rate,
    prevalence,
    set_threads,
    zero_one_loss,
)
from concordant.errors import InputTypeError, IntervalWarning, LabelError, OptionError, UndefinedMetricWarning
from concordant.states import SampleCounts

R = [case for case in reference("screening") if "adjusted_count_r2" in case]


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], -1.0),
        ([0, 0, 0, 1], [0, 0, 0, 0], 0.0),  # always the largest class
        ([0, 0, 0, 1], [1, 1, 1, 1], -2.0),
        ([0] * 99 + [1], [1] * 99 + [0], -99.0),  # no lower bound
        ([0, 0, 0, 1, 1], [0, 0, 0, 1, 0], 0.5),
        ([[1, 0], [0, 1], [0, 1]], [[1, 0], [0, 1], [0, 0]], [1.0, 0.0]),  # one value a label
    ],
)
def test_adjusted_count_r2_edges(y_true: Any, y_pred: Any, value: Any) -> None:
    np.testing.assert_array_equal(adjusted_count_r2(y_true, y_pred), value)


def test_a_truth_of_one_class_is_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(adjusted_count_r2(["b", "b"], ["a", "b"]))
    assert str(caught[0].message) == "adjusted_count_r2: the truth has only the class 'b'"
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(adjusted_count_r2([], []))
    assert str(caught[0].message) == "adjusted_count_r2: there are no rows"


def test_undefined_tables_of_a_stack_are_counted() -> None:
    stack = Counts.from_table([[[5, 3], [2, 7]], [[5, 3], [0, 0]], [[0, 0], [0, 0]]])
    with pytest.warns(UndefinedMetricWarning) as caught:
        found = adjusted_count_r2.of(stack)
    np.testing.assert_array_equal(found, [1 - 5 / 8, math.nan, math.nan])
    assert str(caught[0].message) == "adjusted_count_r2: the truth has only one class in 2 of 3 tables"


def test_a_class_of_small_weight_is_not_lost_beside_a_large_one() -> None:
    # n minus the largest class would be 0
    assert adjusted_count_r2([0, 1, 1], [0, 1, 0], sample_weight=[1e9, 3e-9, 1e-9]) == pytest.approx(3 / 4, rel=1e-12)


def test_beside_a_tiny_weight_it_is_minus_infinity() -> None:
    assert adjusted_count_r2([0, 1], [1, 1], sample_weight=[1e9, 1e-308]) == -math.inf


@pytest.mark.parametrize("case", R, ids=lambda case: case["name"])
def test_logit_of_women_at_work(case: Any) -> None:
    # pscl::hitmiss and caret; Stata's fitstat prints 0.289 for this model (Long & Freese)
    found = adjusted_count_r2.of(Counts.from_table(case["table"]))
    assert found == pytest.approx(case["adjusted_count_r2"], rel=1e-12)
    assert round(found, 3) == 0.289


def test_it_compares_accuracy_with_the_no_information_rate() -> None:
    truth, pred, weights = random_labels(67, 300, 4)
    data: Any = {"sample_weight": weights}
    nir = no_information_rate(truth, pred, **data)
    expected = (accuracy(truth, pred, **data) - nir) / (1 - nir)
    assert adjusted_count_r2(truth, pred, **data) == pytest.approx(expected, rel=1e-12)
    assert concordant.metrics.get("lambda_p") is adjusted_count_r2


def test_it_is_kappa_where_the_classes_of_the_truth_are_equally_frequent() -> None:
    rng = np.random.default_rng(68)
    truth = np.repeat(np.arange(4), 50)
    pred = np.where(rng.random(200) < 0.5, truth, rng.integers(0, 4, 200))
    assert adjusted_count_r2(truth, pred) == pytest.approx(cohen_kappa(truth, pred), rel=1e-12)


@pytest.mark.parametrize("labels", [3, 6, 9, 20, 65, 100])
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
        found = adjusted_count_r2.interval_of(Counts.from_table(table[np.ix_(order, order)]), method="delta")
        assert found.se == pytest.approx(expected, rel=1e-12)


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
def test_confusion_matrix_edges(y_true: Any, y_pred: Any, labels: Any, table: Any) -> None:
    found = confusion_matrix(y_true, y_pred)
    assert isinstance(found, Counts)
    assert found.labels == labels
    assert found.table.tolist() == table
    assert found.table.dtype == np.int64


def test_no_rows_give_an_empty_table_without_a_warning() -> None:
    assert confusion_matrix([], [], labels=["no", "yes"]).table.tolist() == [[0, 0], [0, 0]]
    assert confusion_matrix([], []).n == 0


def test_confusion_matrix_six_rows_by_hand() -> None:
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


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([[1, 0]], [[1, 0]], 1.0),
        ([[1, 0]], [[1, 1]], 0.0),
        ([[0, 0]], [[0, 0]], 1.0),  # nothing to find and nothing found is right
        ([[1, 0], [0, 1]], [[0, 1], [1, 0]], 0.0),
        ([[1], [0]], [[1], [1]], 0.5),  # one label
        ([0, 1, 1], [0, 1, 0], 2 / 3),  # one column
        (["b", "a"], ["b", "a"], 1.0),
    ],
)
def test_exact_match_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert exact_match(y_true, y_pred) == value


@pytest.mark.parametrize("rows", [[], np.zeros((0, 3), int)], ids=["one column", "several labels"])
def test_exact_match_no_rows_are_undefined(rows: Any) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(exact_match(rows, rows))
    assert str(caught[0].message) == "exact_match: there are no rows"


def test_rows_by_hand() -> None:
    truth = [[1, 0, 1], [0, 1, 0], [0, 0, 0], [1, 1, 1]]
    pred = [[1, 0, 1], [1, 0, 1], [0, 0, 1], [1, 1, 1]]
    assert exact_match(truth, pred) == 0.5
    assert exact_match(truth, pred, sample_weight=[3, 2, 0, 5]) == 8 / 10
    np.testing.assert_array_equal(accuracy(truth, pred), [3 / 4, 3 / 4, 2 / 4])  # a label at a time


def test_states_of_parts_add_up() -> None:
    truth, pred = np.array([[1, 0], [0, 1], [0, 0]]), np.array([[1, 0], [1, 1], [0, 0]])
    parts = SampleCounts.from_indicators(truth[:1], pred[:1]) + SampleCounts.from_indicators(truth[1:], pred[1:])
    assert exact_match.of(parts) == exact_match(truth, pred) == 2 / 3


def test_tables_of_several_labels_are_refused() -> None:
    with pytest.raises(InputTypeError, match=r"^tables of several labels \(Counts\) do not say which errors fall on"):
        exact_match.of(Counts.from_indicators([[1, 0]], [[1, 1]]))


@pytest.mark.parametrize("weighted", [False, True])
def test_accuracy_score_of_scikit_learn(weighted: bool) -> None:
    rng = np.random.default_rng(46)
    truth = (rng.random((300, 3)) < 0.4).astype(int)
    pred = np.where(rng.random((300, 3)) < 0.8, truth, 1 - truth)
    data: Any = {"sample_weight": rng.random(300)} if weighted else {}
    expected = sk.accuracy_score(truth, pred, **data)
    assert exact_match(truth, pred, **data) == pytest.approx(expected, rel=1e-12)
    assert exact_match(sp.csc_array(truth), sp.csr_array(pred), **data) == pytest.approx(expected, rel=1e-12)


def test_error_rate_of_modelmetrics() -> None:
    case = next(case for case in reference("screening") if case["name"] == "several_labels")
    assert exact_match(case["y_true"], case["y_pred"]) == pytest.approx(1 - case["zero_one_loss"], rel=1e-12)


def test_of_one_column_it_is_accuracy() -> None:
    truth, pred, weights = random_labels(47, 200, 4)
    assert exact_match(truth, pred, sample_weight=weights) == accuracy(truth, pred, sample_weight=weights)


def test_one_error_a_row_ties_it_to_the_hamming_loss() -> None:
    truth = np.zeros((8, 4), int)
    pred = truth.copy()
    pred[[0, 3, 5], [1, 2, 2]] = 1
    assert 1 - exact_match(truth, pred) == 4 * hamming_loss(truth, pred)


PYCM = reference("screening_python")


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([1], [1], 0.0),
        ([0], [1], 1.0),
        ([0, 1], [0, 1], 0.0),
        ([0, 1], [1, 0], 1.0),
        ([0, 0, 0, 1], [0, 0, 0, 0], 0.25),  # constant
        (["b", "a", "c"], ["b", "a", "a"], 1 / 3),
        ([[1, 0]], [[1, 0]], 0.0),
        ([[1, 0]], [[0, 1]], 1.0),
        ([[1, 0]], [[1, 1]], 0.5),
    ],
)
def test_hamming_loss_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert hamming_loss(y_true, y_pred) == value


@pytest.mark.parametrize("rows", [[], np.zeros((0, 3), int)], ids=["one column", "several labels"])
def test_hamming_loss_no_rows_are_undefined(rows: Any) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(hamming_loss(rows, rows))
    assert str(caught[0].message) == "hamming_loss: there are no rows"


def test_every_label_of_every_row_is_one_decision() -> None:
    truth = [[1, 0, 1], [0, 1, 0], [0, 0, 0], [1, 1, 1]]
    pred = [[1, 0, 1], [1, 0, 1], [0, 0, 1], [1, 1, 1]]
    assert hamming_loss(truth, pred) == 4 / 12
    assert hamming_loss(truth, pred, sample_weight=[1, 2, 0, 5]) == (2 * 3) / (8 * 3)
    assert hamming_loss(sp.csr_matrix(truth), sp.csr_matrix(pred)) == 4 / 12


def test_tables_of_several_labels_are_enough() -> None:
    truth, pred = [[1, 0], [0, 1]], [[1, 1], [0, 1]]
    assert hamming_loss.of(Counts.from_indicators(truth, pred)) == hamming_loss(truth, pred) == 1 / 4


def test_hamming_distance_of_e1071() -> None:
    case = next(case for case in reference("screening") if "hamming_loss" in case)
    assert hamming_loss(case["y_true"], case["y_pred"]) == pytest.approx(case["hamming_loss"], rel=1e-12)


@pytest.mark.parametrize("case", PYCM, ids=lambda case: case["name"])
def test_pycm(case: Any) -> None:
    assert hamming_loss.of(Counts.from_table(case["table"])) == pytest.approx(case["hamming_loss"], rel=1e-12)


@pytest.mark.parametrize("weighted", [False, True])
def test_scikit_learn(weighted: bool) -> None:
    truth, pred, weights = random_labels(48, 300, 5)
    data: Any = {"sample_weight": weights} if weighted else {}
    assert hamming_loss(truth, pred, **data) == pytest.approx(sk.hamming_loss(truth, pred, **data), rel=1e-12)
    rng = np.random.default_rng(48)
    truth = (rng.random((300, 3)) < 0.4).astype(int)
    pred = np.where(rng.random((300, 3)) < 0.8, truth, 1 - truth)
    assert hamming_loss(truth, pred, **data) == pytest.approx(sk.hamming_loss(truth, pred, **data), rel=1e-12)


def test_it_is_one_minus_accuracy_and_the_mean_over_the_labels() -> None:
    truth, pred, weights = random_labels(49, 200, 4)
    data: Any = {"sample_weight": weights}
    assert hamming_loss(truth, pred, **data) == pytest.approx(1 - accuracy(truth, pred, **data), rel=1e-12)
    assert hamming_loss(truth, pred, **data) == zero_one_loss(truth, pred, **data)
    wide = np.eye(4, dtype=int)
    expected = 1 - np.mean(accuracy(wide[truth], wide[pred], **data))
    assert hamming_loss(wide[truth], wide[pred], **data) == pytest.approx(expected, rel=1e-12)
    # a wrong class is two wrong indicators of four
    assert hamming_loss(wide[truth], wide[pred]) == pytest.approx(hamming_loss(truth, pred) / 2, rel=1e-12)


ZERO_ONE_LOSS_R = [case for case in reference("screening") if "zero_one_loss" in case]


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([1], [1], 0.0),
        ([0], [1], 1.0),
        ([0, 1], [0, 1], 0.0),
        ([0, 1], [1, 0], 1.0),
        ([0, 0, 0, 1], [0, 0, 0, 0], 0.25),  # constant
        (["b", "a", "c"], ["b", "a", "a"], 1 / 3),
    ],
)
def test_zero_one_loss_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert zero_one_loss(y_true, y_pred) == value


@pytest.mark.parametrize("rows", [[], np.zeros((0, 3), int)], ids=["one column", "several labels"])
def test_zero_one_loss_no_rows_are_undefined(rows: Any) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(zero_one_loss(rows, rows))
    assert str(caught[0].message) == "zero_one_loss: there are no rows"


def test_a_row_with_any_wrong_label_is_wrong() -> None:
    truth = [[1, 0, 1], [0, 1, 0], [0, 0, 0], [1, 1, 1]]
    pred = [[1, 0, 1], [1, 0, 1], [0, 0, 1], [1, 1, 1]]  # the second row has all labels wrong, the third one
    assert zero_one_loss(truth, pred) == 0.5
    assert zero_one_loss(truth, pred, sample_weight=[1, 2, 0, 5]) == 2 / 8
    assert zero_one_loss(sp.csr_matrix(truth), sp.csr_matrix(pred)) == 0.5


def test_tables_of_several_labels_do_not_hold_whole_rows() -> None:
    tables = Counts.from_indicators([[1, 0], [0, 1]], [[1, 1], [0, 1]])
    with pytest.raises(InputTypeError) as caught:
        zero_one_loss.of(tables)
    assert str(caught.value) == (
        "tables of several labels (Counts) do not say which errors fall on the same row; take "
        "SampleCounts.from_indicators(y_true, y_pred), or call the metric on the two matrices."
    )
    rows = SampleCounts.from_indicators([[1, 0], [0, 1]], [[1, 1], [0, 1]])
    assert zero_one_loss.of(rows) == 0.5


def test_a_few_wrong_rows_of_small_weight_are_not_lost() -> None:
    # n minus the right ones would be 0
    assert zero_one_loss([0, 1, 1], [0, 1, 0], sample_weight=[1e9, 1e9, 1e-9]) == pytest.approx(5e-19, rel=1e-12)


@pytest.mark.parametrize("case", ZERO_ONE_LOSS_R, ids=lambda case: case["name"])
def test_mlmetrics_and_modelmetrics(case: Any) -> None:
    if "table" in case:
        assert zero_one_loss.of(Counts.from_table(case["table"])) == pytest.approx(case["zero_one_loss"], rel=1e-12)
    else:
        assert zero_one_loss(case["y_true"], case["y_pred"]) == pytest.approx(case["zero_one_loss"], rel=1e-12)


@pytest.mark.parametrize("case", PYCM, ids=lambda case: case["name"])
def test_zero_one_loss_pycm(case: Any) -> None:
    assert zero_one_loss.of(Counts.from_table(case["table"])) == pytest.approx(case["zero_one_loss"], rel=1e-12)


@pytest.mark.parametrize("weighted", [False, True])
def test_zero_one_loss_scikit_learn(weighted: bool) -> None:
    truth, pred, weights = random_labels(44, 300, 5)
    data: Any = {"sample_weight": weights} if weighted else {}
    assert zero_one_loss(truth, pred, **data) == pytest.approx(sk.zero_one_loss(truth, pred, **data), rel=1e-12)
    rng = np.random.default_rng(44)
    truth = (rng.random((300, 3)) < 0.4).astype(int)
    pred = np.where(rng.random((300, 3)) < 0.8, truth, 1 - truth)
    assert zero_one_loss(truth, pred, **data) == pytest.approx(sk.zero_one_loss(truth, pred, **data), rel=1e-12)


def test_it_is_one_minus_accuracy_and_one_minus_exact_match() -> None:
    truth, pred, weights = random_labels(45, 200, 4)
    data: Any = {"sample_weight": weights}
    assert zero_one_loss(truth, pred, **data) == pytest.approx(1 - accuracy(truth, pred, **data), rel=1e-12)
    wide = np.eye(4, dtype=int)
    found = zero_one_loss(wide[truth], wide[pred], **data)
    assert found == pytest.approx(1 - exact_match(wide[truth], wide[pred], **data), rel=1e-12)
    # the one label of a row is right exactly if all its indicators are
    assert found == pytest.approx(zero_one_loss(truth, pred, **data), rel=1e-12)


NO_INFORMATION_RATE_R = [case for case in reference("screening") if "no_information_rate" in case and "table" in case]


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([1], [0], 1.0),
        ([0, 1], [1, 1], 0.5),
        ([0, 0, 0, 1], [1, 1, 1, 1], 0.75),  # the largest class of the truth, not of the prediction
        (["a", "b", "c", "b", "a"], ["c", "c", "c", "c", "c"], 0.4),
        ([[1, 0], [1, 0], [0, 1]], [[0, 0], [0, 0], [0, 0]], [2 / 3, 2 / 3]),  # each label has two classes
    ],
)
def test_no_information_rate_edges(y_true: Any, y_pred: Any, value: Any) -> None:
    np.testing.assert_array_equal(no_information_rate(y_true, y_pred), value)


def test_no_information_rate_no_rows_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(no_information_rate([], []))
    assert str(caught[0].message) == "no_information_rate: there are no rows"


def test_weights_decide_which_class_is_the_largest() -> None:
    assert no_information_rate([0, 0, 1], [0, 1, 1], sample_weight=[1, 1, 6]) == 0.75


@pytest.mark.parametrize("case", NO_INFORMATION_RATE_R, ids=lambda case: case["name"])
def test_accuracy_null_of_caret(case: Any) -> None:
    found = no_information_rate.of(Counts.from_table(case["table"]))
    assert found == pytest.approx(case["no_information_rate"], rel=1e-12)


@pytest.mark.parametrize("case", reference("screening_python"), ids=lambda case: case["name"])
def test_no_information_rate_pycm(case: Any) -> None:
    found = no_information_rate.of(Counts.from_table(case["table"]))
    assert found == pytest.approx(case["no_information_rate"], rel=1e-12)


def test_it_is_the_accuracy_of_the_most_frequent_class_and_the_greatest_prevalence() -> None:
    truth, pred, weights = random_labels(66, 300, 4)
    data: Any = {"sample_weight": weights}
    found = no_information_rate(truth, pred, **data)
    constant = [accuracy(truth, np.full_like(truth, k), **data) for k in range(4)]
    assert found == pytest.approx(max(constant), rel=1e-14)
    assert found == pytest.approx(prevalence(truth, pred, average=None, **data).max(), rel=1e-14)


def test_weights_of_another_unit_do_not_make_two_classes_differ() -> None:
    # 22 rows against 18: whether rows of weight 1 or of weight 100, chance could have made either the greater.
    truth = [0] * 22 + [1] * 18
    for weight in (1.0, 100.0, 0.01):
        state = no_information_rate.state(truth, truth, sample_weight=[weight] * 39 + [weight * 1.5])
        with pytest.warns(IntervalWarning, match="about equally frequent"):
            no_information_rate.interval_of(state)


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([1], [1], 1.0),
        ([1], [0], 0.0),
        ([1, 1, 1], [1, 1, 1], 1.0),  # one class, constant
        ([0, 1, 2], [0, 1, 2], 1.0),
        ([0, 1, 0], [1, 0, 1], 0.0),
        (["a", "b"], ["a", "a"], 0.5),
        ([True, False, True], [True, True, True], 2 / 3),
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert accuracy(y_true, y_pred) == value


def test_no_rows_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^accuracy: there are no rows$"):
        assert math.isnan(accuracy([], []))


def test_six_rows_by_hand() -> None:
    # TP 2, FN 1, FP 1, TN 2
    assert accuracy([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0]) == 2 / 3


def test_weights_count_rows() -> None:
    assert accuracy([0, 1, 1], [0, 1, 0], sample_weight=[1, 2, 5]) == 3 / 8


def test_several_labels_at_once_give_one_value_a_label() -> None:
    truth, pred = np.array([[1, 0], [0, 1], [1, 1]]), np.array([[1, 0], [1, 1], [1, 0]])
    np.testing.assert_array_equal(accuracy(truth, pred), [2 / 3, 2 / 3])


@pytest.mark.parametrize("case", reference("rates"), ids=lambda case: case["name"])
def test_accuracy_of_caret(case: Any) -> None:
    assert accuracy.of(Counts.from_table(case["table"])) == pytest.approx(case["accuracy"], rel=1e-12)


def test_it_is_the_micro_f1_of_classes_that_exclude_each_other() -> None:
    truth, pred, weights = random_labels(21, 200, 6)
    choices: list[dict[str, Any]] = [{}, {"sample_weight": weights}]
    for data in choices:
        assert accuracy(truth, pred, **data) == pytest.approx(f1(truth, pred, average="micro", **data), rel=1e-14)


METRICS = (accuracy, exact_match, zero_one_loss, hamming_loss)
TYPES = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool", "float32", "float64")


@given(st.sampled_from(TYPES), st.sampled_from(TYPES), st.integers(1, 700), st.integers(1, 3), st.integers(0, 99))
@settings(max_examples=150)
def test_the_value_is_that_of_the_table(first: str, second: str, rows: int, step: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    truth = random.integers(0, 2 if "bool" in (first, second) else 100, rows * step).astype(first)[::step]
    noise = random.random(rows) < 0.3
    predicted = np.where(noise, truth[::-1], truth).astype(second)
    counts = Counts.from_labels(truth, predicted)
    for metric in METRICS:
        if metric is exact_match:
            continue
        assert metric(truth, predicted) == metric.of(counts)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_every_row_counts_whatever_the_number_of_threads(threads: int) -> None:
    rows = 5 * 2**18 + 127
    truth = np.arange(rows) % 251
    predicted = truth.copy()
    predicted[::7] += 1
    set_threads(threads)
    try:
        assert accuracy(truth, predicted) == (rows - len(predicted[::7])) / rows
        assert accuracy(truth.astype(np.uint8), predicted.astype(np.int16)) == accuracy(truth, predicted)
    finally:
        set_threads(None)


def test_labels_may_be_more_than_a_table_holds() -> None:
    ids = np.arange(20_000) * 10**12 - 10**15
    assert accuracy(ids, np.where(ids % 3 == 0, ids, ids[::-1])) == np.mean(ids % 3 == 0)
    names = [f"answer {k}" for k in range(9_000)]
    assert accuracy(names, [*names[:-1], "another"]) == 8_999 / 9_000
    assert accuracy.of(Counts.from_labels(ids, ids)) == 1


def test_declared_labels_and_the_policy_are_still_checked() -> None:
    with pytest.raises(LabelError):
        accuracy([1, 2, 3], [1, 2, 3], labels=[1, 2])
    with pytest.raises(OptionError):
        accuracy([1, 2], [1, 2], undefined="never")
    with pytest.warns(UserWarning, match="no rows"):
        assert np.isnan(accuracy([], []))


@pytest.mark.parametrize(
    ("truth", "predicted"),
    [(np.arange(3), np.arange(2)), (np.arange(3.0), np.arange(3)), (np.arange(3), np.arange(3.0))],
)
def test_the_kernel_refuses_what_it_cannot_count(truth: Any, predicted: Any) -> None:
    with pytest.raises((ValueError, TypeError)):
        _kernels.agreeing(truth, predicted)
