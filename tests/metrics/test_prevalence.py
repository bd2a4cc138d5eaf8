from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import prevalence
from concordant.errors import UndefinedMetricWarning
from concordant.states import Counts

from .cases import random_labels, reference

TN, FP, FN, TP = 5, 3, 2, 7
CELLS = Counts.from_table([[TN, FP], [FN, TP]], ["healthy", "ill"])
R = [case for case in reference("screening") if "prevalence" in case]
R_CLASSES = [case for case in reference("screening") if "prevalence_each" in case]


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([1], [0], 1.0),
        ([0], [1], 0.0),
        ([0, 1], [1, 1], 0.5),
        ([0, 1], [0, 0], 0.5),
        ([0, 0, 0, 1], [1, 1, 1, 0], 0.25),  # the prediction does not enter
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert prevalence(y_true, y_pred) == value


def test_no_rows_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(prevalence([], []))
    assert str(caught[0].message) == "prevalence: there are no rows (positive class 1)"


def test_the_four_cells() -> None:
    assert prevalence.of(CELLS) == (TP + FN) / (TP + FP + FN + TN)
    assert prevalence.of(CELLS, pos_label="healthy") == (TN + FP) / (TP + FP + FN + TN)


def test_averages_by_hand() -> None:
    truth, pred = [0, 0, 0, 1, 2], [0, 1, 1, 1, 2]
    np.testing.assert_array_equal(prevalence(truth, pred, average=None), [3 / 5, 1 / 5, 1 / 5])
    assert prevalence(truth, pred, average="macro") == pytest.approx(1 / 3, rel=1e-15)  # whatever the data
    assert prevalence(truth, pred, average="weighted") == pytest.approx((3 * 3 + 1 + 1) / 25, rel=1e-15)


def test_of_several_labels_it_is_the_share_of_labels_that_a_row_has() -> None:
    truth, pred = [[1, 1, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0]], np.ones((3, 4), int)
    assert prevalence(truth, pred, average="micro") == 3 / 12  # label density
    assert prevalence(truth, pred, average="samples") == pytest.approx(3 / 12, rel=1e-15)
    np.testing.assert_allclose(prevalence(truth, pred, average=None), [1 / 3, 2 / 3, 0, 0], rtol=1e-15)


@pytest.mark.parametrize("case", R, ids=lambda case: case["name"])
def test_true_prevalence_of_epir_and_prevalence_of_caret(case: Any) -> None:
    found = prevalence.of(Counts.from_table(case["table"]))
    assert found == pytest.approx(case["prevalence"], rel=1e-12)
    assert found == pytest.approx(case["prevalence_caret"], rel=1e-12)


@pytest.mark.parametrize("case", R_CLASSES, ids=lambda case: case["name"])
def test_each_class_of_caret(case: Any) -> None:
    counts = Counts.from_table(case["table"])
    np.testing.assert_allclose(prevalence.of(counts, average=None), case["prevalence_each"], rtol=1e-12)


@pytest.mark.parametrize("case", reference("screening_python"), ids=lambda case: case["name"])
def test_each_class_of_pycm(case: Any) -> None:
    counts = Counts.from_table(case["table"])
    np.testing.assert_allclose(prevalence.of(counts, average=None), case["each"]["prevalence"], rtol=1e-12)


def test_it_is_the_weighted_mean_of_the_indicator() -> None:
    truth, pred, weights = random_labels(61, 300, 2)
    assert prevalence(truth, pred, sample_weight=weights) == pytest.approx(
        np.average(truth, weights=weights), rel=1e-12
    )
