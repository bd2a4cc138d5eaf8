from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import precision, recall
from concordant.errors import LabelError, PositiveLabelError, UndefinedMetricWarning
from concordant.states import Counts

from .cases import random_labels, reference

TN, FP, FN, TP = 5, 3, 2, 7
CELLS = Counts.from_table([[TN, FP], [FN, TP]], ["healthy", "ill"])


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([1], [1], 1.0),
        ([0], [1], 0.0),
        ([1, 1, 1], [1, 0, 1], 1.0),  # one class in the truth
        ([0, 1], [1, 1], 0.5),  # constant
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], 0.0),
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert precision(y_true, y_pred) == value


def test_a_prediction_without_positives_is_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^precision: no row is predicted positive \(positive class 1\)$"):
        assert math.isnan(precision([0, 1], [0, 0]))
    with pytest.warns(UndefinedMetricWarning, match=r"^precision: no row is predicted positive \(positive class 1\)$"):
        assert math.isnan(precision([], []))


def test_the_four_cells() -> None:
    assert precision.of(CELLS) == TP / (TP + FP)


def test_six_rows_by_hand() -> None:
    # TP 2, FN 1, FP 1, TN 2
    assert precision([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0]) == pytest.approx(2 / 3, rel=1e-15)


def test_the_positive_class_can_be_chosen() -> None:
    assert precision.of(CELLS, pos_label="healthy") == TN / (TN + FN)
    assert precision(["y", "n", "n"], ["y", "y", "n"], pos_label="y") == 1 / 2
    with pytest.raises(PositiveLabelError, match="which of 'n' and 'y' is the positive class"):
        precision(["y", "n", "n"], ["y", "y", "n"])


def test_more_than_two_classes_need_an_average() -> None:
    with pytest.raises(LabelError) as caught:
        precision([0, 1, 2], [0, 1, 2])
    assert str(caught.value) == (
        'average="binary" needs two classes, but the data has 3: 0, 1, 2. '
        'Choose average="macro", "weighted", "micro", or None for one value a class.'
    )


def test_averages_by_hand() -> None:
    # class: (tn, fp, fn, tp) 0: (2, 0, 1, 1), 1: (1, 2, 0, 1), 2: (3, 0, 1, 0)
    truth, pred = [0, 0, 1, 2], [0, 1, 1, 1]
    each = [1.0, 1 / 3, 0.0]
    found = precision(truth, pred, average=None, undefined=0)
    np.testing.assert_allclose(found, each, rtol=1e-15)
    assert precision(truth, pred, average="macro", undefined=0) == pytest.approx(sum(each) / 3, rel=1e-15)
    assert precision(truth, pred, average="weighted", undefined=0) == pytest.approx(
        (2 * each[0] + each[1] + each[2]) / 4, rel=1e-15
    )
    assert precision(truth, pred, average="micro") == pytest.approx(2 / 4, rel=1e-15)


@pytest.mark.parametrize("case", reference("rates"), ids=lambda case: case["name"])
def test_precision_of_caret(case: Any) -> None:
    assert precision.of(Counts.from_table(case["table"])) == pytest.approx(case["precision"], rel=1e-12)


def test_it_is_the_recall_with_truth_and_prediction_exchanged() -> None:
    truth, pred, weights = random_labels(32, 200, 4)
    for average in ("macro", "micro", None):
        np.testing.assert_array_equal(
            precision(truth, pred, average=average, sample_weight=weights),
            recall(pred, truth, average=average, sample_weight=weights),
        )
