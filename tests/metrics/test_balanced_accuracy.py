from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import balanced_accuracy, informedness, recall
from concordant.errors import UndefinedMetricWarning
from concordant.states import Counts

from .cases import random_labels, reference


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], 0.0),
        ([0, 0, 0, 1], [0, 0, 0, 0], 0.5),  # a constant prediction is worth one class
        ([0, 1, 2, 2], [2, 2, 2, 2], 1 / 3),
        (["b", "a", "c"], ["b", "a", "a"], 2 / 3),
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert balanced_accuracy(y_true, y_pred) == pytest.approx(value, rel=1e-15)


def test_a_class_without_rows_is_left_out_and_named() -> None:
    with pytest.warns(
        UndefinedMetricWarning, match=r"^balanced_accuracy: the macro average is over 1 of 2 classes: no"
    ):
        assert balanced_accuracy([1, 1], [1, 0]) == 0.5


def test_no_rows_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^balanced_accuracy: no row of the truth is positive"):
        assert math.isnan(balanced_accuracy([], [], labels=["no", "yes"]))


def test_classes_of_unequal_size_by_hand() -> None:
    # recalls 2/3 and 1
    assert balanced_accuracy([0, 0, 0, 1], [0, 0, 1, 1]) == pytest.approx(5 / 6)


def test_it_does_not_depend_on_how_frequent_the_classes_are() -> None:
    table = np.array([[5, 1, 2], [3, 9, 0], [1, 1, 2]])
    many = table * np.array([[7], [1], [100]])
    assert balanced_accuracy.of(Counts.from_table(many)) == pytest.approx(
        balanced_accuracy.of(Counts.from_table(table)), rel=1e-14
    )


def test_several_labels_at_once_give_one_value_a_label() -> None:
    # Each label has two classes, so it is the mean of recall and specificity, not the recall alone.
    truth, pred = np.array([[1, 0], [0, 1], [0, 1]]), np.array([[1, 0], [1, 1], [0, 0]])
    np.testing.assert_allclose(balanced_accuracy(truth, pred), [(1 + 1 / 2) / 2, (1 / 2 + 1) / 2])


@pytest.mark.parametrize("case", reference("rates"), ids=lambda case: case["name"])
def test_balanced_accuracy_of_caret(case: Any) -> None:
    assert balanced_accuracy.of(Counts.from_table(case["table"])) == pytest.approx(case["balanced_accuracy"], rel=1e-12)


def test_it_is_the_macro_recall_and_of_two_classes_half_of_informedness_and_one() -> None:
    truth, pred, weights = random_labels(22, 200, 4)
    assert balanced_accuracy(truth, pred, sample_weight=weights) == pytest.approx(
        recall(truth, pred, average="macro", sample_weight=weights), rel=1e-14
    )
    truth, pred, _ = random_labels(23, 200, 2)
    assert balanced_accuracy(truth, pred) == pytest.approx((informedness(truth, pred) + 1) / 2, rel=1e-14)
