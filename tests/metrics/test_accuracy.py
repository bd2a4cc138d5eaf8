from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import accuracy, f1
from concordant.errors import UndefinedMetricWarning
from concordant.states import Counts

from .cases import random_labels, reference


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
