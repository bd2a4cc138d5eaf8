from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import hinge_loss as sklearn_hinge_loss

from concordant import accuracy, hinge_loss
from concordant.errors import LengthError, MissingValuesError, ScoreError, UndefinedMetricWarning


@pytest.mark.parametrize(
    ("y_true", "y_score", "value"),
    [
        ([1], [1.0], 0.0),
        ([1], [0.0], 1.0),
        ([0], [0.0], 1.0),
        ([0], [-7.5], 0.0),
        ([0], [7.5], 8.5),
        ([1, 1], [0.25, 0.25], 0.75),  # one class, constant
        ([-1, 1], [-1, 1], 0.0),
        ([-1, 1], [1, -1], 2.0),
        ([0, 1, 2], np.eye(3), 0.0),
        ([0, 1, 2], np.eye(3)[[1, 2, 0]], 2.0),
        ([0, 1, 2], np.zeros((3, 3)), 1.0),
        ([2], [[0.5, -3.0, 0.25]], 1.25),  # labels=[0, 1, 2]: the classes 0 and 1 do not occur
        ([0, 1], [3e300, 4e300], 1.5e300),  # huge, not infinite
    ],
)
def test_edges(y_true: Any, y_score: Any, value: float) -> None:
    labels = [0, 1, 2] if np.ndim(y_score) == 2 else None
    assert hinge_loss(y_true, y_score, labels=labels) == pytest.approx(value, rel=1e-14, abs=0)


def test_no_rows_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^hinge_loss: there are no rows$"):
        assert math.isnan(hinge_loss([], []))
    with pytest.warns(UndefinedMetricWarning, match=r"^hinge_loss: there are no rows$"):
        assert math.isnan(hinge_loss([1, 0], [0.2, 0.3], sample_weight=[0, 0]))


def test_three_rows_by_hand() -> None:
    # 0, 0 and 1 - .09
    assert hinge_loss([0, 1, 1], [-2.18, 2.36, 0.09]) == pytest.approx(0.91 / 3, rel=1e-14)
    assert hinge_loss([0, 1, 1], [-2.18, 2.36, 0.09], sample_weight=[1, 1, 2]) == pytest.approx(1.82 / 4, rel=1e-14)
    assert hinge_loss(["y", "n"], [0.3, 0.9], pos_label="y") == pytest.approx((0.7 + 1.9) / 2, rel=1e-14)


def test_three_classes_by_hand() -> None:
    # margins 1.5 - .5 = 1, -.2 - .9 = -1.1, .3 - .1 = .2
    rows = [[1.5, 0.5, -2.0], [0.9, -0.2, 0.1], [0.1, 0.0, 0.3]]
    assert hinge_loss([0, 1, 2], rows) == pytest.approx((0 + 2.1 + 0.8) / 3, rel=1e-13)
    weighted = hinge_loss(["a", "b", "c"], rows, labels=["a", "b", "c"], sample_weight=[1, 0, 3])
    assert weighted == pytest.approx(2.4 / 4, rel=1e-13)


def test_several_labels_at_once() -> None:
    truth, decision = np.array([[1, 0], [0, 1]]), np.array([[0.5, -2.0], [0.1, -0.7]])
    np.testing.assert_allclose(hinge_loss(truth, decision, average=None), [0.8, 0.85], rtol=1e-14)
    assert hinge_loss(truth, decision) == pytest.approx(0.825, rel=1e-14)


def test_it_bounds_the_share_of_errors() -> None:
    rng = np.random.default_rng(0)
    truth, decision = rng.integers(0, 2, 500), rng.normal(0, 2, 500)
    assert hinge_loss(truth, decision) >= 1 - accuracy(truth, (decision > 0).astype(int))


def test_two_columns_are_two_classes_with_their_difference_as_decision() -> None:
    rng = np.random.default_rng(1)
    truth, rows = rng.integers(0, 2, 80), rng.normal(0, 1, (80, 2))
    third = np.column_stack([rows, np.full(80, -50.0)])
    found = hinge_loss(truth, third, labels=[0, 1, 2])
    assert found == pytest.approx(hinge_loss(truth, rows[:, 1] - rows[:, 0]), rel=1e-12)


@pytest.mark.parametrize("weighted", [False, True])
def test_scikit_learn_gives_the_same_for_two_classes(weighted: bool) -> None:
    rng = np.random.default_rng(2)
    truth, decision = rng.choice([-1, 1], 300), rng.normal(0, 2, 300)
    weights = rng.random(300) if weighted else None
    expected = sklearn_hinge_loss(truth, decision, sample_weight=weights)
    assert hinge_loss(truth, decision, sample_weight=weights) == pytest.approx(expected, rel=1e-13)


@pytest.mark.parametrize("classes", [3, 6])
@pytest.mark.parametrize("weighted", [False, True])
def test_scikit_learn_gives_the_same_for_several_classes(classes: int, weighted: bool) -> None:
    rng = np.random.default_rng(classes)
    truth, decision = rng.integers(0, classes, 300), rng.normal(0, 1, (300, classes))
    weights = rng.random(300) if weighted else None
    expected = sklearn_hinge_loss(truth, decision, sample_weight=weights)
    assert hinge_loss(truth, decision, sample_weight=weights) == pytest.approx(expected, rel=1e-13)
    some = truth < classes - 1  # the last class does not occur
    expected = sklearn_hinge_loss(truth[some], decision[some], labels=range(classes))
    assert hinge_loss(truth[some], decision[some], labels=list(range(classes))) == pytest.approx(expected, rel=1e-13)


def test_decision_values_must_be_finite_numbers() -> None:
    with pytest.raises(ScoreError) as caught:
        hinge_loss([0, 1, 1], [0.5, np.inf, -np.inf])
    assert str(caught.value) == "y_score must hold finite decision values; 2 are not, the first in row 1: [inf]."
    with pytest.raises(
        ScoreError, match=r"^y_score must hold finite decision values; 1 are not, the first in row 2: \[0\.0, "
    ):
        hinge_loss([0, 1, 2], [[1, 2, 3], [4, 5, 6], [0, np.inf, 1]])
    with pytest.raises(MissingValuesError, match=r"^y_score has 1 missing"):
        hinge_loss([0, 1], [0.5, np.nan])
    assert hinge_loss([0, 1], [0.5, np.nan], missing="drop") == 1.5
    with pytest.raises(LengthError, match="y_true has 3 classes"):
        hinge_loss([0, 1, 2], [0.5, 0.2, 0.1])
