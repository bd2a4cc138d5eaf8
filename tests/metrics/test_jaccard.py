from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
import sklearn.metrics as sk

import concordant
from concordant import f1, jaccard
from concordant.errors import LabelError, UndefinedMetricError, UndefinedMetricWarning
from concordant.states import Counts

from .cases import random_labels, reference

TN, FP, FN, TP = 5, 3, 2, 7
CELLS = Counts.from_table([[TN, FP], [FN, TP]], ["healthy", "ill"])
R = [case for case in reference("screening") if "jaccard" in case]
R_CLASSES = [case for case in reference("screening") if "jaccard_each" in case]
PYCM = reference("screening_python")


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
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
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


def test_the_four_cells() -> None:
    assert jaccard.of(CELLS) == TP / (TP + FP + FN)
    assert jaccard.of(CELLS, pos_label="healthy") == TN / (TN + FP + FN)


def test_more_than_two_classes_need_an_average() -> None:
    with pytest.raises(LabelError, match=r'^average="binary" needs two classes, but the data has 3: 0, 1, 2\. Choose'):
        jaccard([0, 1, 2], [0, 1, 2])


def test_averages_by_hand() -> None:
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


@pytest.mark.parametrize("case", R, ids=lambda case: case["name"])
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
def test_each_class_of_pycm(case: Any) -> None:
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
