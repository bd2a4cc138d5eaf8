from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
import sklearn.metrics as sk

from concordant import accuracy, hamming_loss, zero_one_loss
from concordant.errors import UndefinedMetricWarning
from concordant.states import Counts

from .cases import random_labels, reference

PYCM = reference("screening_python")


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([1], [1], 0.0),
        ([0], [1], 1.0),
        ([0, 1], [0, 1], 0.0),
        ([0, 1], [1, 0], 1.0),
        ([0, 0, 0, 1], [0, 0, 0, 0], 0.25),  # constant
        (["b", "a", "c"], ["b", "a", "a"], 1 / 3),
        ([[1, 0]], [[1, 0]], 0.0),
        ([[1, 0]], [[0, 1]], 1.0),
        ([[1, 0]], [[1, 1]], 0.5),
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert hamming_loss(y_true, y_pred) == value


@pytest.mark.parametrize("rows", [[], np.zeros((0, 3), int)], ids=["one column", "several labels"])
def test_no_rows_are_undefined(rows: Any) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(hamming_loss(rows, rows))
    assert str(caught[0].message) == "hamming_loss: there are no rows"


def test_every_label_of_every_row_is_one_decision() -> None:
    truth = [[1, 0, 1], [0, 1, 0], [0, 0, 0], [1, 1, 1]]
    pred = [[1, 0, 1], [1, 0, 1], [0, 0, 1], [1, 1, 1]]
    assert hamming_loss(truth, pred) == 4 / 12
    assert hamming_loss(truth, pred, sample_weight=[1, 2, 0, 5]) == (2 * 3) / (8 * 3)
    assert hamming_loss(sp.csr_matrix(truth), sp.csr_matrix(pred)) == 4 / 12


def test_tables_of_several_labels_are_enough() -> None:
    truth, pred = [[1, 0], [0, 1]], [[1, 1], [0, 1]]
    assert hamming_loss.of(Counts.from_indicators(truth, pred)) == hamming_loss(truth, pred) == 1 / 4


def test_hamming_distance_of_e1071() -> None:
    case = next(case for case in reference("screening") if "hamming_loss" in case)
    assert hamming_loss(case["y_true"], case["y_pred"]) == pytest.approx(case["hamming_loss"], rel=1e-12)


@pytest.mark.parametrize("case", PYCM, ids=lambda case: case["name"])
def test_pycm(case: Any) -> None:
    assert hamming_loss.of(Counts.from_table(case["table"])) == pytest.approx(case["hamming_loss"], rel=1e-12)


@pytest.mark.parametrize("weighted", [False, True])
def test_scikit_learn(weighted: bool) -> None:
    truth, pred, weights = random_labels(48, 300, 5)
    data: Any = {"sample_weight": weights} if weighted else {}
    assert hamming_loss(truth, pred, **data) == pytest.approx(sk.hamming_loss(truth, pred, **data), rel=1e-12)
    rng = np.random.default_rng(48)
    truth = (rng.random((300, 3)) < 0.4).astype(int)
    pred = np.where(rng.random((300, 3)) < 0.8, truth, 1 - truth)
    assert hamming_loss(truth, pred, **data) == pytest.approx(sk.hamming_loss(truth, pred, **data), rel=1e-12)


def test_it_is_one_minus_accuracy_and_the_mean_over_the_labels() -> None:
    truth, pred, weights = random_labels(49, 200, 4)
    data: Any = {"sample_weight": weights}
    assert hamming_loss(truth, pred, **data) == pytest.approx(1 - accuracy(truth, pred, **data), rel=1e-12)
    assert hamming_loss(truth, pred, **data) == zero_one_loss(truth, pred, **data)
    wide = np.eye(4, dtype=int)
    expected = 1 - np.mean(accuracy(wide[truth], wide[pred], **data))
    assert hamming_loss(wide[truth], wide[pred], **data) == pytest.approx(expected, rel=1e-12)
    # a wrong class is two wrong indicators of four
    assert hamming_loss(wide[truth], wide[pred]) == pytest.approx(hamming_loss(truth, pred) / 2, rel=1e-12)
