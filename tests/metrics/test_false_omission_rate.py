from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import false_omission_rate, negative_predictive_value
from concordant.errors import UndefinedMetricWarning
from concordant.states import Counts

from .cases import random_labels, reference

TN, FP, FN, TP = 5, 3, 2, 7
CELLS = Counts.from_table([[TN, FP], [FN, TP]], ["healthy", "ill"])
R = [case for case in reference("screening") if "false_omission_rate" in case]
PYCM = reference("screening_python")


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0], [0], 0.0),
        ([1], [0], 1.0),
        ([0, 1], [0, 0], 0.5),  # constant
        ([0, 1], [0, 1], 0.0),
        ([0, 1], [1, 0], 1.0),
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert false_omission_rate(y_true, y_pred) == value


@pytest.mark.parametrize(("y_true", "y_pred"), [([0, 1], [1, 1]), ([1], [1]), ([], [])])
def test_undefined_says_why(y_true: Any, y_pred: Any) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(false_omission_rate(y_true, y_pred, labels=[0, 1]))
    assert str(caught[0].message) == ("false_omission_rate: no row is predicted negative (positive class 1)")


def test_the_four_cells() -> None:
    assert false_omission_rate.of(CELLS) == pytest.approx(FN / (TN + FN), rel=1e-14)
    assert false_omission_rate.of(CELLS, pos_label="healthy") == pytest.approx(FP / (TP + FP), rel=1e-14)


def test_averages_by_hand() -> None:
    # class: (tp, fn, fp, tn) 0: (1, 1, 0, 3), 1: (1, 0, 2, 2), 2: (1, 1, 0, 3)
    truth, pred = [0, 0, 1, 2, 2], [0, 1, 1, 1, 2]
    each = [1 / 4, 0.0, 1 / 4]
    np.testing.assert_allclose(false_omission_rate(truth, pred, average=None), each, rtol=1e-14)
    assert false_omission_rate(truth, pred, average="macro") == pytest.approx(sum(each) / 3, rel=1e-14)
    assert false_omission_rate(truth, pred, average="weighted") == pytest.approx(
        (2 * each[0] + each[1] + 2 * each[2]) / 5, rel=1e-14
    )
    assert false_omission_rate(truth, pred, average="micro") == pytest.approx(2 / 10, rel=1e-14)


@pytest.mark.parametrize("case", R, ids=lambda case: case["name"])
def test_share_of_epir_with_disease_among_negative_tests(case: Any) -> None:
    assert false_omission_rate.of(Counts.from_table(case["table"])) == pytest.approx(
        case["false_omission_rate"], rel=1e-12
    )


@pytest.mark.parametrize("case", PYCM, ids=lambda case: case["name"])
def test_each_class_of_pycm(case: Any) -> None:
    expected = np.array([math.nan if x is None else x for x in case["each"]["false_omission_rate"]])
    found = false_omission_rate.of(Counts.from_table(case["table"]), average=None, undefined=math.nan)
    known = ~np.isnan(expected)
    np.testing.assert_allclose(found[known], expected[known], rtol=1e-12)
    assert np.isnan(found[~known]).all()


@pytest.mark.parametrize("average", ["macro", "micro", "weighted", None])
def test_it_is_one_minus_the_negative_predictive_value(average: Any) -> None:
    truth, pred, weights = random_labels(57, 300, 4)
    data: Any = {"sample_weight": weights, "average": average}
    np.testing.assert_allclose(
        false_omission_rate(truth, pred, **data), 1 - negative_predictive_value(truth, pred, **data), rtol=1e-12
    )
