from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import informedness, recall, specificity
from concordant.errors import LabelError, PositiveLabelError, UndefinedMetricWarning
from concordant.states import Counts

from .cases import random_labels

TN, FP, FN, TP = 5, 3, 2, 7
CELLS = Counts.from_table([[TN, FP], [FN, TP]], ["healthy", "ill"])


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 1], [1, 1], 0.0),  # constant
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], -1.0),
        ([0, 0, 1, 1], [0, 1, 0, 1], 0.0),
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert informedness(y_true, y_pred) == value


def test_a_truth_of_one_class_is_undefined() -> None:
    with pytest.warns(
        UndefinedMetricWarning, match=r"^informedness: the truth has only one class \(positive class 1\)$"
    ):
        assert math.isnan(informedness([1, 1], [0, 1]))
    with pytest.warns(
        UndefinedMetricWarning, match=r"^informedness: the truth has only one class \(positive class 1\)$"
    ):
        assert math.isnan(informedness([], []))


def test_the_four_cells() -> None:
    assert informedness.of(CELLS) == pytest.approx(TP / (TP + FN) + TN / (TN + FP) - 1)


def test_six_rows_by_hand() -> None:
    # TP 2, FN 1, FP 1, TN 2
    assert informedness([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0]) == pytest.approx(1 / 3, rel=1e-15)


def test_the_positive_class_can_be_chosen() -> None:
    assert informedness.of(CELLS, pos_label="healthy") == pytest.approx(TP / (TP + FN) + TN / (TN + FP) - 1)
    assert informedness(["y", "n", "n"], ["y", "y", "n"], pos_label="y") == 0.5
    with pytest.raises(PositiveLabelError, match="which of 'n' and 'y' is the positive class"):
        informedness(["y", "n", "n"], ["y", "y", "n"])


def test_more_than_two_classes_need_an_average() -> None:
    with pytest.raises(LabelError) as caught:
        informedness([0, 1, 2], [0, 1, 2])
    assert str(caught.value) == (
        'average="binary" needs two classes, but the data has 3: 0, 1, 2. '
        'Choose average="macro", "weighted", "micro", or None for one value a class.'
    )


def test_averages_by_hand() -> None:
    # class: (tn, fp, fn, tp) 0: (2, 0, 1, 1), 1: (1, 2, 0, 1), 2: (3, 0, 1, 0)
    truth, pred = [0, 0, 1, 2], [0, 1, 1, 1]
    each = [1 / 2, 1 / 3, 0.0]
    found = informedness(truth, pred, average=None, undefined="raise")
    np.testing.assert_allclose(found, each, rtol=1e-15)
    assert informedness(truth, pred, average="macro", undefined="raise") == pytest.approx(sum(each) / 3, rel=1e-15)
    assert informedness(truth, pred, average="weighted", undefined="raise") == pytest.approx(
        (2 * each[0] + each[1] + each[2]) / 4, rel=1e-15
    )
    assert informedness(truth, pred, average="micro") == pytest.approx(1 / 4, rel=1e-15)


@pytest.mark.parametrize("average", ["binary", "macro", "micro", "weighted", None])
def test_it_is_recall_plus_specificity_minus_one(average: Any) -> None:
    truth, pred, weights = random_labels(37, 300, 2 if average == "binary" else 5)
    data = {"sample_weight": weights, "average": average}
    expected = recall(truth, pred, **data) + specificity(truth, pred, **data) - 1
    np.testing.assert_allclose(informedness(truth, pred, **data), expected, rtol=1e-12)


def test_products_of_large_counts_do_not_overflow() -> None:
    huge = Counts.from_table([[3 * 10**15, 10**15], [10**15, 10**15]])
    assert informedness.of(huge) == pytest.approx(1 / 4, rel=1e-15)
