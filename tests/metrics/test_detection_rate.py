from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import accuracy, detection_rate, precision, predicted_prevalence, prevalence, recall
from concordant.errors import UndefinedMetricWarning
from concordant.states import Counts

from .cases import random_labels, reference

TN, FP, FN, TP = 5, 3, 2, 7
CELLS = Counts.from_table([[TN, FP], [FN, TP]], ["healthy", "ill"])
R = [case for case in reference("screening") if "detection_rate" in case]
R_CLASSES = [case for case in reference("screening") if "detection_rate_each" in case]


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([1], [1], 1.0),
        ([1], [0], 0.0),
        ([0], [0], 0.0),
        ([0, 1], [0, 1], 0.5),  # perfect: the prevalence
        ([0, 1], [1, 0], 0.0),
        ([0, 0, 0, 1], [1, 1, 1, 1], 0.25),  # constant
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert detection_rate(y_true, y_pred, labels=[0, 1]) == value


def test_no_rows_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(detection_rate([], []))
    assert str(caught[0].message) == "detection_rate: there are no rows (positive class 1)"


def test_the_four_cells() -> None:
    assert detection_rate.of(CELLS) == TP / (TP + FP + FN + TN)
    assert detection_rate.of(CELLS, pos_label="healthy") == TN / (TP + FP + FN + TN)


def test_averages_by_hand() -> None:
    truth, pred = [0, 0, 0, 1, 2], [0, 0, 1, 1, 1]
    each = [2 / 5, 1 / 5, 0]
    np.testing.assert_array_equal(detection_rate(truth, pred, average=None), each)
    assert detection_rate(truth, pred, average="macro") == pytest.approx(3 / 15, rel=1e-15)
    assert detection_rate(truth, pred, average="weighted") == pytest.approx((3 * 2 + 1) / 25, rel=1e-15)
    assert detection_rate(truth, pred, average="micro") == pytest.approx(3 / 15, rel=1e-15)


@pytest.mark.parametrize("case", R, ids=lambda case: case["name"])
def test_detection_rate_of_caret(case: Any) -> None:
    assert detection_rate.of(Counts.from_table(case["table"])) == pytest.approx(case["detection_rate"], rel=1e-12)


@pytest.mark.parametrize("case", R_CLASSES, ids=lambda case: case["name"])
def test_each_class_of_caret(case: Any) -> None:
    found = detection_rate.of(Counts.from_table(case["table"]), average=None)
    np.testing.assert_allclose(found, case["detection_rate_each"], rtol=1e-12)


def test_it_is_prevalence_times_recall_and_predicted_prevalence_times_precision() -> None:
    truth, pred, weights = random_labels(63, 300, 4)
    data: Any = {"sample_weight": weights, "average": None}
    found = detection_rate(truth, pred, **data)
    np.testing.assert_allclose(found, prevalence(truth, pred, **data) * recall(truth, pred, **data), rtol=1e-12)
    other = predicted_prevalence(truth, pred, **data) * precision(truth, pred, **data)
    np.testing.assert_allclose(found, other, rtol=1e-12)
    assert found.sum() == pytest.approx(accuracy(truth, pred, sample_weight=weights), rel=1e-12)
