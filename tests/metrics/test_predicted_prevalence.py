from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import concordant
from concordant import predicted_prevalence, prevalence
from concordant.errors import UndefinedMetricWarning
from concordant.states import Counts

from .cases import random_labels, reference

TN, FP, FN, TP = 5, 3, 2, 7
CELLS = Counts.from_table([[TN, FP], [FN, TP]], ["healthy", "ill"])
R = [case for case in reference("screening") if "predicted_prevalence" in case]
R_CLASSES = [case for case in reference("screening") if "predicted_prevalence_each" in case]


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([1], [0], 0.0),
        ([0], [1], 1.0),
        ([0, 1], [1, 1], 1.0),
        ([0, 1], [0, 0], 0.0),
        ([0, 0, 0, 1], [0, 1, 1, 1], 0.75),
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert predicted_prevalence(y_true, y_pred) == value


def test_no_rows_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(predicted_prevalence([], []))
    assert str(caught[0].message) == "predicted_prevalence: there are no rows (positive class 1)"


def test_the_four_cells() -> None:
    assert predicted_prevalence.of(CELLS) == (TP + FP) / (TP + FP + FN + TN)
    assert predicted_prevalence.of(CELLS, pos_label="healthy") == (TN + FN) / (TP + FP + FN + TN)


def test_averages_by_hand() -> None:
    truth, pred = [0, 0, 0, 1, 2], [0, 1, 1, 1, 2]
    each = [1 / 5, 3 / 5, 1 / 5]
    np.testing.assert_array_equal(predicted_prevalence(truth, pred, average=None), each)
    # weighted by the truth, as everywhere
    assert predicted_prevalence(truth, pred, average="weighted") == pytest.approx((3 + 3 + 1) / 25, rel=1e-15)


def test_its_other_names() -> None:
    assert concordant.metrics.get("detection_prevalence") is predicted_prevalence
    assert concordant.metrics.get("apparent_prevalence") is predicted_prevalence


@pytest.mark.parametrize("case", R, ids=lambda case: case["name"])
def test_apparent_prevalence_of_epir_and_detection_prevalence_of_caret(case: Any) -> None:
    found = predicted_prevalence.of(Counts.from_table(case["table"]))
    assert found == pytest.approx(case["predicted_prevalence"], rel=1e-12)
    assert found == pytest.approx(case["predicted_prevalence_caret"], rel=1e-12)


@pytest.mark.parametrize("case", R_CLASSES, ids=lambda case: case["name"])
def test_each_class_of_caret(case: Any) -> None:
    found = predicted_prevalence.of(Counts.from_table(case["table"]), average=None)
    np.testing.assert_allclose(found, case["predicted_prevalence_each"], rtol=1e-12)


def test_it_is_the_prevalence_with_truth_and_prediction_exchanged() -> None:
    truth, pred, weights = random_labels(62, 300, 4)
    data: Any = {"sample_weight": weights, "average": None}
    np.testing.assert_array_equal(predicted_prevalence(truth, pred, **data), prevalence(pred, truth, **data))
