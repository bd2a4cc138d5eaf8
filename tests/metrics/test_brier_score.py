from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import brier_score
from concordant.errors import LengthError, MissingValuesError, ScoreError, UndefinedMetricWarning


@pytest.mark.parametrize(
    ("y_true", "y_prob", "value"),
    [
        ([1], [1.0], 0.0),
        ([1], [0.0], 1.0),
        ([0], [0.0], 0.0),
        ([1, 1], [0.5, 0.5], 0.25),  # one class, constant
        ([0, 1], [0, 1], 0.0),
        ([0, 1], [1, 0], 1.0),
        ([0, 1, 2], np.eye(3), 0.0),
        ([0, 1, 2], np.eye(3)[[1, 2, 0]], 2.0),
        ([0, 1, 2], np.full((3, 3), 1 / 3), 2 / 3),
    ],
)
def test_edges(y_true: Any, y_prob: Any, value: float) -> None:
    assert brier_score(y_true, y_prob) == pytest.approx(value, rel=1e-14, abs=0)


def test_no_rows_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^brier_score: there are no rows$"):
        assert math.isnan(brier_score([], []))
    with pytest.warns(UndefinedMetricWarning, match=r"^brier_score: there are no rows$"):
        assert math.isnan(brier_score([1, 0], [0.2, 0.3], sample_weight=[0, 0]))


def test_four_rows_by_hand() -> None:
    # (.1^2 + .1^2 + .2^2 + .3^2) / 4
    assert brier_score([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3]) == pytest.approx(0.0375, rel=1e-14)


def test_three_classes_by_hand() -> None:
    rows = [[0.6, 0.3, 0.1], [0.2, 0.5, 0.3]]
    expected = (0.4**2 + 0.3**2 + 0.1**2 + 0.2**2 + 0.5**2 + 0.7**2) / 2
    assert brier_score(["a", "c"], rows, labels=["a", "b", "c"]) == pytest.approx(expected, rel=1e-14)


def test_brier_1950() -> None:
    # His form sums over both classes, rain and no rain: for two classes twice the form that is usual today.
    truth, prob = np.array([1, 0, 0, 1, 1]), np.array([0.7, 0.2, 0.5, 0.9, 0.4])
    columns = np.stack([1 - prob, prob], 1)
    original = ((columns - np.eye(2)[truth]) ** 2).sum(1).mean()
    assert brier_score(truth, prob) == pytest.approx(original / 2, rel=1e-14)
    assert brier_score(truth, columns) == pytest.approx(original / 2, rel=1e-14)
    with_third = np.column_stack([columns, np.zeros(5)])
    assert brier_score(truth, with_third, labels=[0, 1, 2]) == pytest.approx(original, rel=1e-14)


def test_the_positive_class_can_be_chosen() -> None:
    assert brier_score(["y", "n"], [0.9, 0.3], pos_label="y") == pytest.approx((0.01 + 0.09) / 2)
    assert brier_score(["y", "n"], [0.1, 0.7], labels=["y", "n"]) == pytest.approx((0.01 + 0.09) / 2)


def test_several_labels_at_once() -> None:
    truth, prob = np.array([[1, 0], [0, 1]]), np.array([[0.5, 0.2], [0.1, 0.7]])
    np.testing.assert_allclose(brier_score(truth, prob, average=None), [0.13, 0.065], rtol=1e-14)
    assert brier_score(truth, prob) == pytest.approx(0.0975, rel=1e-14)


def test_parts_average_to_the_whole() -> None:
    rng = np.random.default_rng(95)
    truth, prob, weights = rng.integers(0, 2, 90), rng.random(90), rng.random(90)
    parts = [brier_score(truth[i::3], prob[i::3], sample_weight=weights[i::3]) for i in range(3)]
    shares = [weights[i::3].sum() for i in range(3)]
    expected = brier_score(truth, prob, sample_weight=weights)
    assert np.average(parts, weights=shares) == pytest.approx(expected, rel=1e-13)


def test_it_is_proper() -> None:
    # Whatever the share of positives, that share is the best constant forecast.
    truth = np.array([1] * 3 + [0] * 7)
    values = [brier_score(truth, np.full(10, p)) for p in np.linspace(0, 1, 101)]
    assert int(np.argmin(values)) == 30
    assert min(values) == pytest.approx(0.3 * 0.7, rel=1e-13)


@pytest.mark.parametrize(
    ("y_true", "y_prob", "error", "message"),
    [
        ([0, 1], [0.5, 1.5], ScoreError, "y_prob must hold probabilities between 0 and 1; 1 are not, the first in row"),
        ([0, 1], [-0.1, 0.5], ScoreError, "y_prob must hold probabilities between 0 and 1"),
        ([0, 1], [math.nan, 0.5], MissingValuesError, "y_prob has 1 missing"),
        ([0, 1, 2], [[0.5, 0.5, 0.5]] * 3, ScoreError, "each row of y_prob must sum to 1; row 0 sums to 1.5"),
        ([0, 1, 2], [0.1, 0.2, 0.3], LengthError, "y_true has 3 classes"),
    ],
)
def test_what_is_no_probability_is_refused(y_true: Any, y_prob: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        brier_score(y_true, y_prob)
