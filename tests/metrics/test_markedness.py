from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import informedness, markedness, matthews_correlation
from concordant.errors import UndefinedMetricWarning
from concordant.states import Counts

from .cases import random_labels, reference

TN, FP, FN, TP = 5, 3, 2, 7
CELLS = Counts.from_table([[TN, FP], [FN, TP]], ["healthy", "ill"])
R = [case for case in reference("screening") if "markedness" in case]
PYCM = reference("screening_python")


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], -1.0),
        ([0, 0, 1, 1], [0, 1, 0, 1], 0.0),
        ([1, 1], [0, 1], 0.0),  # one class in the truth
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert markedness(y_true, y_pred) == value


@pytest.mark.parametrize(("y_true", "y_pred"), [([0, 1], [0, 0]), ([0, 1], [1, 1]), ([0], [0]), ([], [])])
def test_undefined_says_why(y_true: Any, y_pred: Any) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(markedness(y_true, y_pred, labels=[0, 1]))
    assert str(caught[0].message) == ("markedness: the prediction has only one class (positive class 1)")


def test_the_four_cells() -> None:
    assert markedness.of(CELLS) == pytest.approx(TP / (TP + FP) + TN / (TN + FN) - 1, rel=1e-14)
    assert markedness.of(CELLS, pos_label="healthy") == pytest.approx(TP / (TP + FP) + TN / (TN + FN) - 1, rel=1e-14)


def test_averages_by_hand() -> None:
    # class: (tp, fn, fp, tn) 0: (1, 1, 0, 3), 1: (1, 0, 2, 2), 2: (1, 1, 0, 3)
    truth, pred = [0, 0, 1, 2, 2], [0, 1, 1, 1, 2]
    each = [1 + 3 / 4 - 1, 1 / 3 + 1 - 1, 1 + 3 / 4 - 1]
    np.testing.assert_allclose(markedness(truth, pred, average=None), each, rtol=1e-14)
    assert markedness(truth, pred, average="macro") == pytest.approx(sum(each) / 3, rel=1e-14)
    assert markedness(truth, pred, average="weighted") == pytest.approx(
        (2 * each[0] + each[1] + 2 * each[2]) / 5, rel=1e-14
    )
    assert markedness(truth, pred, average="micro") == pytest.approx(3 / 5 + 8 / 10 - 1, rel=1e-14)


def test_products_of_large_counts_do_not_overflow() -> None:
    huge = Counts.from_table([[3 * 10**15, 10**15], [2 * 10**15, 2 * 10**15]])
    assert markedness.of(huge) == pytest.approx(2 / 3 + 3 / 5 - 1, rel=1e-14)


@pytest.mark.parametrize("case", R, ids=lambda case: case["name"])
def test_ppv_and_npv_of_modelmetrics(case: Any) -> None:
    assert markedness.of(Counts.from_table(case["table"])) == pytest.approx(case["markedness"], rel=1e-12)


@pytest.mark.parametrize("case", PYCM, ids=lambda case: case["name"])
def test_each_class_of_pycm(case: Any) -> None:
    expected = np.array([math.nan if x is None else x for x in case["each"]["markedness"]])
    found = markedness.of(Counts.from_table(case["table"]), average=None, undefined=math.nan)
    known = ~np.isnan(expected)
    np.testing.assert_allclose(found[known], expected[known], rtol=1e-12)
    assert np.isnan(found[~known]).all()


def test_it_is_informedness_with_truth_and_prediction_exchanged() -> None:
    truth, pred, weights = random_labels(58, 300, 4)
    data: Any = {"sample_weight": weights, "average": None}
    np.testing.assert_allclose(markedness(truth, pred, **data), informedness(pred, truth, **data), rtol=1e-12)


def test_its_product_with_informedness_is_the_square_of_the_matthews_correlation() -> None:
    truth, pred, _ = random_labels(59, 300, 2)
    product = markedness(truth, pred) * informedness(truth, pred)
    assert product == pytest.approx(matthews_correlation(truth, pred) ** 2, rel=1e-12)
