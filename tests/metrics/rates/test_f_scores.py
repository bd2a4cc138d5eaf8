""""""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
import sklearn.metrics as sk
from metrics.cases import random_labels, reference

import concordant
from concordant import f1, f_beta, fowlkes_mallows, jaccard, precision, recall
from concordant.errors import LabelError, OptionError, UndefinedMetricError, UndefinedMetricWarning
from concordant.states import Counts

TN, FP, FN, TP = 5, 3, 2, 7
CELLS = Counts.from_table([[TN, FP], [FN, TP]], ["healthy", "ill"])
R = [case for case in reference("screening") if "fowlkes_mallows" in case]
PYCM = reference("screening_python")


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([1], [1], 1.0),
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], 0.0),
        ([0, 0, 0, 1], [1, 1, 1, 1], 0.5),  # constant
        ([0, 0, 0, 1], [0, 0, 0, 1], 1.0),  # true negatives do not enter
    ],
)
def test_fowlkes_mallows_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert fowlkes_mallows(y_true, y_pred) == value


@pytest.mark.parametrize(("y_true", "y_pred"), [([0, 1], [0, 0]), ([0, 0], [0, 1]), ([0], [0]), ([], [])])
def test_undefined_says_why(y_true: Any, y_pred: Any) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(fowlkes_mallows(y_true, y_pred, labels=[0, 1]))
    assert str(caught[0].message) == (
        "fowlkes_mallows: no row of the truth is positive, or none is predicted positive (positive class 1)"
    )


def test_the_four_cells() -> None:
    assert fowlkes_mallows.of(CELLS) == pytest.approx(TP / math.sqrt((TP + FP) * (TP + FN)), rel=1e-14)
    assert fowlkes_mallows.of(CELLS, pos_label="healthy") == pytest.approx(
        TN / math.sqrt((TN + FN) * (TN + FP)), rel=1e-14
    )


def test_fowlkes_mallows_averages_by_hand() -> None:
    # class: (tp, fn, fp, tn) 0: (1, 1, 0, 3), 1: (1, 0, 2, 2), 2: (1, 1, 0, 3)
    truth, pred = [0, 0, 1, 2, 2], [0, 1, 1, 1, 2]
    each = [math.sqrt(1 / 2), math.sqrt(1 / 3), math.sqrt(1 / 2)]
    np.testing.assert_allclose(fowlkes_mallows(truth, pred, average=None), each, rtol=1e-14)
    assert fowlkes_mallows(truth, pred, average="macro") == pytest.approx(sum(each) / 3, rel=1e-14)
    assert fowlkes_mallows(truth, pred, average="weighted") == pytest.approx(
        (2 * each[0] + each[1] + 2 * each[2]) / 5, rel=1e-14
    )
    assert fowlkes_mallows(truth, pred, average="micro") == pytest.approx(3 / 5, rel=1e-14)


def test_products_of_large_counts_do_not_overflow() -> None:
    huge = Counts.from_table([[1, 3 * 10**15], [0, 10**15]])
    assert fowlkes_mallows.of(huge) == pytest.approx(1 / 2, rel=1e-14)


@pytest.mark.parametrize("case", R, ids=lambda case: case["name"])
def test_ochiai_of_proxy(case: Any) -> None:
    assert fowlkes_mallows.of(Counts.from_table(case["table"])) == pytest.approx(case["fowlkes_mallows"], rel=1e-12)


@pytest.mark.parametrize("case", PYCM, ids=lambda case: case["name"])
def test_each_class_of_pycm(case: Any) -> None:
    expected = np.array([math.nan if x is None else x for x in case["each"]["fowlkes_mallows"]])
    found = fowlkes_mallows.of(Counts.from_table(case["table"]), average=None, undefined=math.nan)
    known = ~np.isnan(expected)
    np.testing.assert_allclose(found[known], expected[known], rtol=1e-12)
    assert np.isnan(found[~known]).all()


def test_it_is_the_geometric_mean_of_precision_and_recall_and_at_least_f1() -> None:
    truth, pred, weights = random_labels(60, 300, 4)
    data: Any = {"sample_weight": weights, "average": None}
    p, r = precision(truth, pred, **data), recall(truth, pred, **data)
    np.testing.assert_allclose(fowlkes_mallows(truth, pred, **data), np.sqrt(p * r), rtol=1e-12)
    assert (fowlkes_mallows(truth, pred, **data) >= f1(truth, pred, **data)).all()


def test_it_counts_rows_where_the_index_of_clusterings_counts_pairs() -> None:
    truth, pred = [1, 1, 1, 1, 0, 0], [1, 0, 0, 0, 0, 0]
    assert fowlkes_mallows(truth, pred) == pytest.approx(0.5, rel=1e-15)
    # 4 of the 7 pairs of the truth lie together in the prediction, of 10 there: 4 / sqrt(70)
    assert sk.fowlkes_mallows_score(truth, pred) == pytest.approx(4 / math.sqrt(70), rel=1e-12)


JACCARD_TN, JACCARD_FP, JACCARD_FN, JACCARD_TP = 5, 3, 2, 7
JACCARD_CELLS = Counts.from_table([[JACCARD_TN, JACCARD_FP], [JACCARD_FN, JACCARD_TP]], ["healthy", "ill"])
JACCARD_R = [case for case in reference("screening") if "jaccard" in case]
R_CLASSES = [case for case in reference("screening") if "jaccard_each" in case]


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([1], [1], 1.0),
        ([0], [1], 0.0),
        ([0, 1], [0, 0], 0.0),  # constant
        ([0, 1], [1, 1], 0.5),
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], 0.0),
        ([0, 0, 0, 1], [0, 0, 0, 1], 1.0),  # true negatives do not enter
    ],
)
def test_jaccard_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert jaccard(y_true, y_pred) == value


def test_a_class_that_occurs_nowhere_is_undefined() -> None:
    reason = "jaccard: no row is positive, neither in the truth nor in the prediction (positive class 1)"
    for rows in ([0, 0], []):
        with pytest.warns(UndefinedMetricWarning) as caught:
            assert math.isnan(jaccard(rows, rows, labels=[0, 1]))
        assert str(caught[0].message) == reason
    with pytest.raises(UndefinedMetricError) as raised:
        jaccard([0, 0], [0, 0], labels=[0, 1], undefined="raise")
    assert str(raised.value) == reason
    assert jaccard([0, 0], [0, 0], labels=[0, 1], undefined=1) == 1.0


def test_jaccard_the_four_cells() -> None:
    assert jaccard.of(JACCARD_CELLS) == JACCARD_TP / (JACCARD_TP + JACCARD_FP + JACCARD_FN)
    assert jaccard.of(JACCARD_CELLS, pos_label="healthy") == JACCARD_TN / (JACCARD_TN + JACCARD_FP + JACCARD_FN)


def test_jaccard_more_than_two_classes_need_an_average() -> None:
    with pytest.raises(LabelError, match=r'^average="binary" needs two classes, but the data has 3: 0, 1, 2\. Choose'):
        jaccard([0, 1, 2], [0, 1, 2])


def test_jaccard_averages_by_hand() -> None:
    # class: (tp, fp, fn) 0: (1, 0, 1), 1: (1, 2, 0), 2: (0, 0, 1)
    truth, pred = [0, 0, 1, 2], [0, 1, 1, 1]
    each = [1 / 2, 1 / 3, 0.0]
    np.testing.assert_allclose(jaccard(truth, pred, average=None), each, rtol=1e-15)
    assert jaccard(truth, pred, average="macro") == pytest.approx(sum(each) / 3, rel=1e-15)
    assert jaccard(truth, pred, average="weighted") == pytest.approx((2 * each[0] + each[1]) / 4, rel=1e-15)
    assert jaccard(truth, pred, average="micro") == pytest.approx(2 / 6, rel=1e-15)


def test_a_macro_average_names_the_class_that_it_leaves_out() -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert jaccard(["a", "b"], ["a", "a"], labels=["a", "b", "c"], average="macro") == 0.25
    assert str(caught[0].message) == (
        "jaccard: the macro average is over 2 of 3 classes: no row is positive, neither in the truth nor in the "
        "prediction (class 'c')"
    )


def test_the_mean_over_rows_of_several_labels_by_hand() -> None:
    truth, pred = [[1, 1, 0], [0, 1, 1], [1, 0, 0]], [[1, 0, 0], [0, 1, 1], [0, 1, 1]]
    assert jaccard(truth, pred, average="samples") == pytest.approx((1 / 2 + 1 + 0) / 3, rel=1e-15)


def test_its_other_names() -> None:
    assert concordant.metrics.get("critical_success_index") is jaccard
    assert concordant.metrics.get("threat_score") is jaccard


@pytest.mark.parametrize("case", JACCARD_R, ids=lambda case: case["name"])
def test_jaccard_of_proxy(case: Any) -> None:
    assert jaccard.of(Counts.from_table(case["table"])) == pytest.approx(case["jaccard"], rel=1e-12)


@pytest.mark.parametrize("case", R_CLASSES, ids=lambda case: case["name"])
def test_each_class_of_proxy(case: Any) -> None:
    counts = Counts.from_table(case["table"])
    np.testing.assert_allclose(jaccard.of(counts, average=None), case["jaccard_each"], rtol=1e-12)


def test_rows_of_several_labels_of_proxy() -> None:
    case = next(case for case in reference("screening") if "jaccard_rows" in case)
    truth, pred = np.array(case["y_true"]), np.array(case["y_pred"])
    some = (truth | pred).any(1)  # a row without any label: proxy gives 1, here it is undefined
    assert 0 < (~some).sum() < 5
    expected = np.array(case["jaccard_rows"])[some].mean()
    assert jaccard(truth[some], pred[some], average="samples") == pytest.approx(expected, rel=1e-12)
    with pytest.warns(UndefinedMetricWarning, match=f"^jaccard: the samples average is over {some.sum()} of 25 rows"):
        assert jaccard(truth, pred, average="samples") == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("case", PYCM, ids=lambda case: case["name"])
def test_jaccard_each_class_of_pycm(case: Any) -> None:
    counts = Counts.from_table(case["table"])
    np.testing.assert_allclose(jaccard.of(counts, average=None), case["each"]["jaccard"], rtol=1e-12)


@pytest.mark.parametrize("average", ["macro", "micro", "weighted", None])
@pytest.mark.parametrize("weighted", [False, True])
def test_scikit_learn(average: Any, weighted: bool) -> None:
    truth, pred, weights = random_labels(41, 300, 5)
    data: Any = {"sample_weight": weights} if weighted else {}
    expected = sk.jaccard_score(truth, pred, average=average, **data)
    np.testing.assert_allclose(jaccard(truth, pred, average=average, **data), expected, rtol=1e-12)


@pytest.mark.parametrize("average", ["macro", "micro", "weighted", "samples", None])
def test_scikit_learn_with_several_labels(average: Any) -> None:
    rng = np.random.default_rng(42)
    truth = np.maximum(rng.random((80, 4)) < 0.4, np.eye(4, dtype=bool)[rng.integers(0, 4, 80)]).astype(int)
    pred = np.where(rng.random((80, 4)) < 0.7, truth, 1 - truth)
    expected = sk.jaccard_score(truth, pred, average=average)
    np.testing.assert_allclose(jaccard(truth, pred, average=average), expected, rtol=1e-12)
    sparse = jaccard(sp.csr_array(truth), sp.csc_matrix(pred), average=average)
    np.testing.assert_allclose(sparse, expected, rtol=1e-12)


def test_it_follows_from_f1() -> None:
    truth, pred, weights = random_labels(43, 200, 4)
    f = f1(truth, pred, average=None, sample_weight=weights)
    np.testing.assert_allclose(jaccard(truth, pred, average=None, sample_weight=weights), f / (2 - f), rtol=1e-12)


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([1], [1], 1.0),
        ([1], [0], 0.0),
        ([0], [1], 0.0),
        ([0, 1], [1, 0], 0.0),  # defined, though no row is a true positive
        ([0, 1], [0, 1], 1.0),
        ([1, 1, 1], [1, 0, 1], 4 / 5),  # one class in the truth
        ([0, 1, 0, 0], [1, 1, 1, 1], 2 / 5),  # constant
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert f1(y_true, y_pred) == value


@pytest.mark.parametrize("rows", [([], []), ([0], [0]), ([0, 0], [0, 0])])
def test_without_any_positive_it_is_undefined(rows: Any) -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^f1: no row is positive, neither in the truth nor in the pred"):
        assert math.isnan(f1(*rows))


def test_six_rows_by_hand() -> None:
    # TP 2, FN 1, FP 1, TN 2
    assert f1([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0]) == 2 / 3


def test_exchanging_the_classes_changes_it() -> None:
    counts = Counts.from_table([[90, 3], [5, 2]], ["healthy", "ill"])
    assert f1.of(counts) == 4 / 12
    assert f1.of(counts, pos_label="healthy") == 180 / 188


def test_averages_by_hand() -> None:
    # class: (fp, fn, tp) 0: (0, 1, 1), 1: (2, 0, 1), 2: (0, 1, 0)
    truth, pred, each = [0, 0, 1, 2], [0, 1, 1, 1], [2 / 3, 1 / 2, 0.0]
    np.testing.assert_allclose(f1(truth, pred, average=None), each, rtol=1e-15)
    assert f1(truth, pred, average="macro") == pytest.approx(7 / 18, rel=1e-15)
    assert f1(truth, pred, average="weighted") == pytest.approx((2 * 2 / 3 + 1 / 2) / 4, rel=1e-15)
    assert f1(truth, pred, average="micro") == 0.5


def test_only_the_weighted_average_minds_an_exchange_of_truth_and_prediction() -> None:
    truth, pred, _ = random_labels(41, 60, 3, agree=0.2)
    for average in ("macro", "micro", None):
        np.testing.assert_allclose(f1(truth, pred, average=average), f1(pred, truth, average=average), rtol=1e-15)
    truth, pred = [0, 0, 0, 1], [0, 0, 1, 1]
    assert f1(truth, pred, average="weighted") == pytest.approx((3 * 4 / 5 + 2 / 3) / 4)
    assert f1(pred, truth, average="weighted") == pytest.approx((2 * 4 / 5 + 2 * 2 / 3) / 4)


def test_more_than_two_classes_need_an_average() -> None:
    with pytest.raises(LabelError, match="needs two classes, but the data has 3: 'a', 'b', 'c'"):
        f1(["a", "b", "c"], ["a", "b", "c"])
    with pytest.raises(LabelError, match='average="binary" needs two classes, but the data has 2: 0, 1'):
        f1(np.eye(2, dtype=int), np.eye(2, dtype=int))  # two labels that can occur together


@pytest.mark.parametrize("case", [x for x in reference("rates") if x["f1"] is not None], ids=lambda case: case["name"])
def test_f1_of_caret(case: Any) -> None:
    # caret gives NA where no row is a true positive: harmonic mean of two zeros. As a quotient of cells it is 0.
    assert f1.of(Counts.from_table(case["table"])) == pytest.approx(case["f1"], rel=1e-12)


def test_it_is_the_harmonic_mean_of_precision_and_recall() -> None:
    truth, pred, weights = random_labels(42, 300, 5)
    data: dict[str, Any] = {"average": None, "sample_weight": weights}
    p, r = precision(truth, pred, **data), recall(truth, pred, **data)
    np.testing.assert_allclose(f1(truth, pred, **data), 2 * p * r / (p + r), rtol=1e-13)
    np.testing.assert_array_equal(f1(truth, pred, **data), f_beta(truth, pred, beta=1.0, **data))


@pytest.mark.parametrize("beta", [0.5, 1, 2.0])
@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [([1], [1], 1.0), ([1], [0], 0.0), ([0], [1], 0.0), ([0, 1], [1, 0], 0.0), ([0, 1], [0, 1], 1.0)],
)
def test_f_beta_edges(y_true: Any, y_pred: Any, value: float, beta: float) -> None:
    assert f_beta(y_true, y_pred, beta=beta) == value


@pytest.mark.parametrize("rows", [([], []), ([0], [0]), ([0, 0], [0, 0])])
def test_f_beta_without_any_positive_it_is_undefined(rows: Any) -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^f_beta: no row is positive, neither in the truth nor in the"):
        assert math.isnan(f_beta(*rows, beta=2.0))


@pytest.mark.parametrize("beta", [-1, -0.001, math.inf, math.nan])
def test_a_beta_that_means_nothing_is_refused(beta: float) -> None:
    with pytest.raises(OptionError) as caught:
        f_beta([0, 1], [0, 1], beta=beta)
    assert str(caught.value) == f"beta must be a finite number of at least 0, not {beta!r}."


@pytest.mark.parametrize(
    ("beta", "value"), [(0.5, 1.25 * 2 / (1.25 * 2 + 0.25 * 3 + 1)), (2, 5 * 2 / (5 * 2 + 4 * 3 + 1))]
)
def test_by_hand(beta: float, value: float) -> None:
    counts = Counts.from_table([[4, 1], [3, 2]])  # precision 2/3, recall 2/5
    assert f_beta.of(counts, beta=beta) == pytest.approx(value, rel=1e-15)


def test_recall_counts_more_above_one() -> None:
    many_missed = Counts.from_table([[4, 1], [3, 2]])
    assert f_beta.of(many_missed, beta=2) < f1.of(many_missed) < f_beta.of(many_missed, beta=0.5)


@pytest.mark.parametrize("case", [x for x in reference("rates") if x["f2"] is not None], ids=lambda case: case["name"])
def test_f2_of_caret(case: Any) -> None:
    assert f_beta.of(Counts.from_table(case["table"]), beta=2) == pytest.approx(case["f2"], rel=1e-12)


@pytest.mark.parametrize("average", ["macro", "micro", "weighted", None])
def test_the_limits_are_precision_and_recall(average: Any) -> None:
    truth, pred, weights = random_labels(43, 300, 4)
    data = {"average": average, "sample_weight": weights}
    np.testing.assert_allclose(f_beta(truth, pred, beta=0, **data), precision(truth, pred, **data), rtol=1e-13)
    np.testing.assert_allclose(f_beta(truth, pred, beta=1e8, **data), recall(truth, pred, **data), rtol=1e-13)


def test_it_is_the_weighted_harmonic_mean_of_precision_and_recall() -> None:
    truth, pred, _ = random_labels(44, 300, 2)
    p, r = precision(truth, pred), recall(truth, pred)
    for beta in (0.3, 1.0, 4.0):
        expected = (1 + beta**2) / (1 / p + beta**2 / r)
        assert f_beta(truth, pred, beta=beta) == pytest.approx(expected, rel=1e-13)


@pytest.mark.parametrize("beta", [1e9, 1e155, 1e308])
def test_a_beta_without_end_is_the_recall(beta: float) -> None:
    truth, pred = [0, 1, 1, 0, 1], [0, 1, 0, 1, 0]
    assert f_beta(truth, pred, beta=beta) == pytest.approx(recall(truth, pred), rel=1e-12)
