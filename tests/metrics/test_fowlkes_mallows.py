from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import sklearn.metrics as sk

from concordant import f1, fowlkes_mallows, precision, recall
from concordant.errors import UndefinedMetricWarning
from concordant.states import Counts

from .cases import random_labels, reference

TN, FP, FN, TP = 5, 3, 2, 7
CELLS = Counts.from_table([[TN, FP], [FN, TP]], ["healthy", "ill"])
R = [case for case in reference("screening") if "fowlkes_mallows" in case]
PYCM = reference("screening_python")


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([1], [1], 1.0),
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], 0.0),
        ([0, 0, 0, 1], [1, 1, 1, 1], 0.5),  # constant
        ([0, 0, 0, 1], [0, 0, 0, 1], 1.0),  # true negatives do not enter
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert fowlkes_mallows(y_true, y_pred) == value


@pytest.mark.parametrize(("y_true", "y_pred"), [([0, 1], [0, 0]), ([0, 0], [0, 1]), ([0], [0]), ([], [])])
def test_undefined_says_why(y_true: Any, y_pred: Any) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(fowlkes_mallows(y_true, y_pred, labels=[0, 1]))
    assert str(caught[0].message) == (
        "fowlkes_mallows: no row of the truth is positive, or none is predicted positive (positive class 1)"
    )


def test_the_four_cells() -> None:
    assert fowlkes_mallows.of(CELLS) == pytest.approx(TP / math.sqrt((TP + FP) * (TP + FN)), rel=1e-14)
    assert fowlkes_mallows.of(CELLS, pos_label="healthy") == pytest.approx(
        TN / math.sqrt((TN + FN) * (TN + FP)), rel=1e-14
    )


def test_averages_by_hand() -> None:
    # class: (tp, fn, fp, tn) 0: (1, 1, 0, 3), 1: (1, 0, 2, 2), 2: (1, 1, 0, 3)
    truth, pred = [0, 0, 1, 2, 2], [0, 1, 1, 1, 2]
    each = [math.sqrt(1 / 2), math.sqrt(1 / 3), math.sqrt(1 / 2)]
    np.testing.assert_allclose(fowlkes_mallows(truth, pred, average=None), each, rtol=1e-14)
    assert fowlkes_mallows(truth, pred, average="macro") == pytest.approx(sum(each) / 3, rel=1e-14)
    assert fowlkes_mallows(truth, pred, average="weighted") == pytest.approx(
        (2 * each[0] + each[1] + 2 * each[2]) / 5, rel=1e-14
    )
    assert fowlkes_mallows(truth, pred, average="micro") == pytest.approx(3 / 5, rel=1e-14)


def test_products_of_large_counts_do_not_overflow() -> None:
    huge = Counts.from_table([[1, 3 * 10**15], [0, 10**15]])
    assert fowlkes_mallows.of(huge) == pytest.approx(1 / 2, rel=1e-14)


@pytest.mark.parametrize("case", R, ids=lambda case: case["name"])
def test_ochiai_of_proxy(case: Any) -> None:
    assert fowlkes_mallows.of(Counts.from_table(case["table"])) == pytest.approx(case["fowlkes_mallows"], rel=1e-12)


@pytest.mark.parametrize("case", PYCM, ids=lambda case: case["name"])
def test_each_class_of_pycm(case: Any) -> None:
    expected = np.array([math.nan if x is None else x for x in case["each"]["fowlkes_mallows"]])
    found = fowlkes_mallows.of(Counts.from_table(case["table"]), average=None, undefined=math.nan)
    known = ~np.isnan(expected)
    np.testing.assert_allclose(found[known], expected[known], rtol=1e-12)
    assert np.isnan(found[~known]).all()


def test_it_is_the_geometric_mean_of_precision_and_recall_and_at_least_f1() -> None:
    truth, pred, weights = random_labels(60, 300, 4)
    data: Any = {"sample_weight": weights, "average": None}
    p, r = precision(truth, pred, **data), recall(truth, pred, **data)
    np.testing.assert_allclose(fowlkes_mallows(truth, pred, **data), np.sqrt(p * r), rtol=1e-12)
    assert (fowlkes_mallows(truth, pred, **data) >= f1(truth, pred, **data)).all()


def test_it_counts_rows_where_the_index_of_clusterings_counts_pairs() -> None:
    truth, pred = [1, 1, 1, 1, 0, 0], [1, 0, 0, 0, 0, 0]
    assert fowlkes_mallows(truth, pred) == pytest.approx(0.5, rel=1e-15)
    # 4 of the 7 pairs of the truth lie together in the prediction, of 10 there: 4 / sqrt(70)
    assert sk.fowlkes_mallows_score(truth, pred) == pytest.approx(4 / math.sqrt(70), rel=1e-12)
