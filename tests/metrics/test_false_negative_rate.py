from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import false_negative_rate, recall
from concordant.errors import LabelError, PositiveLabelError, UndefinedMetricWarning
from concordant.states import Counts

from .cases import random_labels

TN, FP, FN, TP = 5, 3, 2, 7
CELLS = Counts.from_table([[TN, FP], [FN, TP]], ["healthy", "ill"])


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([1], [1], 0.0),
        ([1], [0], 1.0),
        ([1, 1, 1], [1, 0, 1], 1 / 3),  # one class in the truth
        ([0, 1], [0, 0], 1.0),  # constant
        ([0, 1], [0, 1], 0.0),
        ([0, 1], [1, 0], 1.0),
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert false_negative_rate(y_true, y_pred) == value


def test_a_truth_without_positives_is_undefined() -> None:
    with pytest.warns(
        UndefinedMetricWarning, match=r"^false_negative_rate: no row of the truth is positive \(positive class 1\)$"
    ):
        assert math.isnan(false_negative_rate([0, 0], [0, 1]))
    with pytest.warns(
        UndefinedMetricWarning, match=r"^false_negative_rate: no row of the truth is positive \(positive class 1\)$"
    ):
        assert math.isnan(false_negative_rate([], []))


def test_the_four_cells() -> None:
    assert false_negative_rate.of(CELLS) == FN / (TP + FN)


def test_six_rows_by_hand() -> None:
    # TP 2, FN 1, FP 1, TN 2
    assert false_negative_rate([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0]) == pytest.approx(1 / 3, rel=1e-15)


def test_the_positive_class_can_be_chosen() -> None:
    assert false_negative_rate.of(CELLS, pos_label="healthy") == FP / (TN + FP)
    assert false_negative_rate(["y", "n", "n"], ["y", "y", "n"], pos_label="y") == 0.0
    with pytest.raises(PositiveLabelError, match="which of 'n' and 'y' is the positive class"):
        false_negative_rate(["y", "n", "n"], ["y", "y", "n"])


def test_more_than_two_classes_need_an_average() -> None:
    with pytest.raises(LabelError) as caught:
        false_negative_rate([0, 1, 2], [0, 1, 2])
    assert str(caught.value) == (
        'average="binary" needs two classes, but the data has 3: 0, 1, 2. '
        'Choose average="macro", "weighted", "micro", or None for one value a class.'
    )


def test_averages_by_hand() -> None:
    # class: (tn, fp, fn, tp) 0: (2, 0, 1, 1), 1: (1, 2, 0, 1), 2: (3, 0, 1, 0)
    truth, pred = [0, 0, 1, 2], [0, 1, 1, 1]
    each = [1 / 2, 0.0, 1.0]
    found = false_negative_rate(truth, pred, average=None, undefined="raise")
    np.testing.assert_allclose(found, each, rtol=1e-15)
    assert false_negative_rate(truth, pred, average="macro", undefined="raise") == pytest.approx(
        sum(each) / 3, rel=1e-15
    )
    assert false_negative_rate(truth, pred, average="weighted", undefined="raise") == pytest.approx(
        (2 * each[0] + each[1] + each[2]) / 4, rel=1e-15
    )
    assert false_negative_rate(truth, pred, average="micro") == pytest.approx(2 / 4, rel=1e-15)


@pytest.mark.parametrize("average", ["macro", "micro", "weighted", None])
def test_it_is_what_recall_leaves(average: Any) -> None:
    truth, pred, weights = random_labels(36, 200, 4)
    data = {"sample_weight": weights, "average": average}
    np.testing.assert_allclose(false_negative_rate(truth, pred, **data), 1 - recall(truth, pred, **data), rtol=1e-12)
