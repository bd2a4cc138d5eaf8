from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import f1, f_beta, precision, recall
from concordant.errors import LabelError, UndefinedMetricWarning
from concordant.states import Counts

from .cases import random_labels, reference


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([1], [1], 1.0),
        ([1], [0], 0.0),
        ([0], [1], 0.0),
        ([0, 1], [1, 0], 0.0),  # defined, though no row is a true positive
        ([0, 1], [0, 1], 1.0),
        ([1, 1, 1], [1, 0, 1], 4 / 5),  # one class in the truth
        ([0, 1, 0, 0], [1, 1, 1, 1], 2 / 5),  # constant
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert f1(y_true, y_pred) == value


@pytest.mark.parametrize("rows", [([], []), ([0], [0]), ([0, 0], [0, 0])])
def test_without_any_positive_it_is_undefined(rows: Any) -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^f1: no row is positive, neither in the truth nor in the pred"):
        assert math.isnan(f1(*rows))


def test_six_rows_by_hand() -> None:
    # TP 2, FN 1, FP 1, TN 2
    assert f1([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0]) == 2 / 3


def test_exchanging_the_classes_changes_it() -> None:
    counts = Counts.from_table([[90, 3], [5, 2]], ["healthy", "ill"])
    assert f1.of(counts) == 4 / 12
    assert f1.of(counts, pos_label="healthy") == 180 / 188


def test_averages_by_hand() -> None:
    # class: (fp, fn, tp) 0: (0, 1, 1), 1: (2, 0, 1), 2: (0, 1, 0)
    truth, pred, each = [0, 0, 1, 2], [0, 1, 1, 1], [2 / 3, 1 / 2, 0.0]
    np.testing.assert_allclose(f1(truth, pred, average=None), each, rtol=1e-15)
    assert f1(truth, pred, average="macro") == pytest.approx(7 / 18, rel=1e-15)
    assert f1(truth, pred, average="weighted") == pytest.approx((2 * 2 / 3 + 1 / 2) / 4, rel=1e-15)
    assert f1(truth, pred, average="micro") == 0.5


def test_only_the_weighted_average_minds_an_exchange_of_truth_and_prediction() -> None:
    truth, pred, _ = random_labels(41, 60, 3, agree=0.2)
    for average in ("macro", "micro", None):
        np.testing.assert_allclose(f1(truth, pred, average=average), f1(pred, truth, average=average), rtol=1e-15)
    truth, pred = [0, 0, 0, 1], [0, 0, 1, 1]
    assert f1(truth, pred, average="weighted") == pytest.approx((3 * 4 / 5 + 2 / 3) / 4)
    assert f1(pred, truth, average="weighted") == pytest.approx((2 * 4 / 5 + 2 * 2 / 3) / 4)


def test_more_than_two_classes_need_an_average() -> None:
    with pytest.raises(LabelError, match="needs two classes, but the data has 3: 'a', 'b', 'c'"):
        f1(["a", "b", "c"], ["a", "b", "c"])
    with pytest.raises(LabelError, match='average="binary" needs two classes, but the data has 2: 0, 1'):
        f1(np.eye(2, dtype=int), np.eye(2, dtype=int))  # two labels that can occur together


@pytest.mark.parametrize("case", [x for x in reference("rates") if x["f1"] is not None], ids=lambda case: case["name"])
def test_f1_of_caret(case: Any) -> None:
    # caret gives NA where no row is a true positive: harmonic mean of two zeros. As a quotient of cells it is 0.
    assert f1.of(Counts.from_table(case["table"])) == pytest.approx(case["f1"], rel=1e-12)


def test_it_is_the_harmonic_mean_of_precision_and_recall() -> None:
    truth, pred, weights = random_labels(42, 300, 5)
    data: dict[str, Any] = {"average": None, "sample_weight": weights}
    p, r = precision(truth, pred, **data), recall(truth, pred, **data)
    np.testing.assert_allclose(f1(truth, pred, **data), 2 * p * r / (p + r), rtol=1e-13)
    np.testing.assert_array_equal(f1(truth, pred, **data), f_beta(truth, pred, beta=1.0, **data))
