from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import negative_predictive_value, precision
from concordant.errors import LabelError, PositiveLabelError, UndefinedMetricWarning
from concordant.states import Counts

from .cases import random_labels, reference

TN, FP, FN, TP = 5, 3, 2, 7
CELLS = Counts.from_table([[TN, FP], [FN, TP]], ["healthy", "ill"])


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0], [0], 1.0),
        ([1], [0], 0.0),
        ([0, 0, 0], [1, 0, 0], 1.0),  # one class in the truth
        ([0, 1], [0, 0], 0.5),  # constant
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], 0.0),
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert negative_predictive_value(y_true, y_pred) == value


def test_a_prediction_without_negatives_is_undefined() -> None:
    with pytest.warns(
        UndefinedMetricWarning, match=r"^negative_predictive_value: no row is predicted negative \(positive class 1\)$"
    ):
        assert math.isnan(negative_predictive_value([0, 1], [1, 1]))
    with pytest.warns(
        UndefinedMetricWarning, match=r"^negative_predictive_value: no row is predicted negative \(positive class 1\)$"
    ):
        assert math.isnan(negative_predictive_value([], []))


def test_the_four_cells() -> None:
    assert negative_predictive_value.of(CELLS) == TN / (TN + FN)


def test_six_rows_by_hand() -> None:
    # TP 2, FN 1, FP 1, TN 2
    assert negative_predictive_value([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0]) == pytest.approx(2 / 3, rel=1e-15)


def test_the_positive_class_can_be_chosen() -> None:
    assert negative_predictive_value.of(CELLS, pos_label="healthy") == TP / (TP + FP)
    assert negative_predictive_value(["y", "n", "n"], ["y", "y", "n"], pos_label="y") == 1.0
    with pytest.raises(PositiveLabelError, match="which of 'n' and 'y' is the positive class"):
        negative_predictive_value(["y", "n", "n"], ["y", "y", "n"])


def test_more_than_two_classes_need_an_average() -> None:
    with pytest.raises(LabelError) as caught:
        negative_predictive_value([0, 1, 2], [0, 1, 2])
    assert str(caught.value) == (
        'average="binary" needs two classes, but the data has 3: 0, 1, 2. '
        'Choose average="macro", "weighted", "micro", or None for one value a class.'
    )


def test_averages_by_hand() -> None:
    # class: (tn, fp, fn, tp) 0: (2, 0, 1, 1), 1: (1, 2, 0, 1), 2: (3, 0, 1, 0)
    truth, pred = [0, 0, 1, 2], [0, 1, 1, 1]
    each = [2 / 3, 1.0, 3 / 4]
    found = negative_predictive_value(truth, pred, average=None, undefined="raise")
    np.testing.assert_allclose(found, each, rtol=1e-15)
    assert negative_predictive_value(truth, pred, average="macro", undefined="raise") == pytest.approx(
        sum(each) / 3, rel=1e-15
    )
    assert negative_predictive_value(truth, pred, average="weighted", undefined="raise") == pytest.approx(
        (2 * each[0] + each[1] + each[2]) / 4, rel=1e-15
    )
    assert negative_predictive_value(truth, pred, average="micro") == pytest.approx(6 / 8, rel=1e-15)


@pytest.mark.parametrize("case", reference("rates"), ids=lambda case: case["name"])
def test_negative_predictive_value_of_caret(case: Any) -> None:
    assert negative_predictive_value.of(Counts.from_table(case["table"])) == pytest.approx(
        case["negative_predictive_value"], rel=1e-12
    )


def test_it_is_the_precision_of_the_other_class() -> None:
    truth, pred, weights = random_labels(34, 100, 2)
    found = negative_predictive_value(truth, pred, sample_weight=weights)
    assert found == precision(truth, pred, pos_label=0, sample_weight=weights)
