from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
import sklearn.metrics as sk

from concordant import accuracy, exact_match, zero_one_loss
from concordant.errors import InputTypeError, UndefinedMetricWarning
from concordant.states import Counts, SampleCounts

from .cases import random_labels, reference

R = [case for case in reference("screening") if "zero_one_loss" in case]
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
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert zero_one_loss(y_true, y_pred) == value


@pytest.mark.parametrize("rows", [[], np.zeros((0, 3), int)], ids=["one column", "several labels"])
def test_no_rows_are_undefined(rows: Any) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(zero_one_loss(rows, rows))
    assert str(caught[0].message) == "zero_one_loss: there are no rows"


def test_a_row_with_any_wrong_label_is_wrong() -> None:
    truth = [[1, 0, 1], [0, 1, 0], [0, 0, 0], [1, 1, 1]]
    pred = [[1, 0, 1], [1, 0, 1], [0, 0, 1], [1, 1, 1]]  # the second row has all labels wrong, the third one
    assert zero_one_loss(truth, pred) == 0.5
    assert zero_one_loss(truth, pred, sample_weight=[1, 2, 0, 5]) == 2 / 8
    assert zero_one_loss(sp.csr_matrix(truth), sp.csr_matrix(pred)) == 0.5


def test_tables_of_several_labels_do_not_hold_whole_rows() -> None:
    tables = Counts.from_indicators([[1, 0], [0, 1]], [[1, 1], [0, 1]])
    with pytest.raises(InputTypeError) as caught:
        zero_one_loss.of(tables)
    assert str(caught.value) == (
        "tables of several labels (Counts) do not say which errors fall on the same row; take "
        "SampleCounts.from_indicators(y_true, y_pred), or call the metric on the two matrices."
    )
    rows = SampleCounts.from_indicators([[1, 0], [0, 1]], [[1, 1], [0, 1]])
    assert zero_one_loss.of(rows) == 0.5


def test_a_few_wrong_rows_of_small_weight_are_not_lost() -> None:
    # n minus the right ones would be 0
    assert zero_one_loss([0, 1, 1], [0, 1, 0], sample_weight=[1e9, 1e9, 1e-9]) == pytest.approx(5e-19, rel=1e-12)


@pytest.mark.parametrize("case", R, ids=lambda case: case["name"])
def test_mlmetrics_and_modelmetrics(case: Any) -> None:
    if "table" in case:
        assert zero_one_loss.of(Counts.from_table(case["table"])) == pytest.approx(case["zero_one_loss"], rel=1e-12)
    else:
        assert zero_one_loss(case["y_true"], case["y_pred"]) == pytest.approx(case["zero_one_loss"], rel=1e-12)


@pytest.mark.parametrize("case", PYCM, ids=lambda case: case["name"])
def test_pycm(case: Any) -> None:
    assert zero_one_loss.of(Counts.from_table(case["table"])) == pytest.approx(case["zero_one_loss"], rel=1e-12)


@pytest.mark.parametrize("weighted", [False, True])
def test_scikit_learn(weighted: bool) -> None:
    truth, pred, weights = random_labels(44, 300, 5)
    data: Any = {"sample_weight": weights} if weighted else {}
    assert zero_one_loss(truth, pred, **data) == pytest.approx(sk.zero_one_loss(truth, pred, **data), rel=1e-12)
    rng = np.random.default_rng(44)
    truth = (rng.random((300, 3)) < 0.4).astype(int)
    pred = np.where(rng.random((300, 3)) < 0.8, truth, 1 - truth)
    assert zero_one_loss(truth, pred, **data) == pytest.approx(sk.zero_one_loss(truth, pred, **data), rel=1e-12)


def test_it_is_one_minus_accuracy_and_one_minus_exact_match() -> None:
    truth, pred, weights = random_labels(45, 200, 4)
    data: Any = {"sample_weight": weights}
    assert zero_one_loss(truth, pred, **data) == pytest.approx(1 - accuracy(truth, pred, **data), rel=1e-12)
    wide = np.eye(4, dtype=int)
    found = zero_one_loss(wide[truth], wide[pred], **data)
    assert found == pytest.approx(1 - exact_match(wide[truth], wide[pred], **data), rel=1e-12)
    # the one label of a row is right exactly if all its indicators are
    assert found == pytest.approx(zero_one_loss(truth, pred, **data), rel=1e-12)
