from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import log_loss
from concordant.errors import ScoreError, UndefinedMetricWarning
from concordant.states import Moments


@pytest.mark.parametrize(
    ("y_true", "y_prob", "value"),
    [
        ([1], [1.0], 0.0),
        ([0], [0.0], 0.0),  # 0 log 0 is 0
        ([1, 1], [0.5, 0.5], math.log(2)),  # one class, constant
        ([0, 1], [0, 1], 0.0),
        ([1], [0.0], math.inf),  # nothing is clipped
        ([0, 0], [0.5, 1.0], math.inf),
        ([0, 1, 2], np.eye(3), 0.0),
        ([0, 1, 2], np.full((3, 3), 1 / 3), math.log(3)),
        ([0, 1, 2], np.eye(3)[[0, 1, 1]], math.inf),
        ([1], [5e-324], 1074 * math.log(2)),
    ],
)
def test_edges(y_true: Any, y_prob: Any, value: float) -> None:
    options: dict[str, Any] = {"labels": [0, 1, 2]} if np.ndim(y_prob) == 2 else {}
    assert log_loss(y_true, y_prob, **options) == pytest.approx(value, rel=1e-14, abs=0)


def test_no_rows_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^log_loss: there are no rows$"):
        assert math.isnan(log_loss([], []))


def test_four_rows_by_hand() -> None:
    expected = -(math.log(0.9) + math.log(0.9) + math.log(0.8) + math.log(0.7)) / 4
    assert log_loss([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3]) == pytest.approx(expected, rel=1e-14)


def test_three_classes_by_hand() -> None:
    rows = [[0.6, 0.3, 0.1], [0.2, 0.5, 0.3]]
    found = log_loss(["a", "c"], rows, labels=["a", "b", "c"])
    assert found == pytest.approx(-(math.log(0.6) + math.log(0.3)) / 2, rel=1e-14)


def test_small_probabilities_keep_their_digits() -> None:
    assert log_loss([0], [1e-20]) == pytest.approx(1e-20, rel=1e-12)  # -log1p(-p), not log(1 - p) = 0


def test_a_row_of_weight_zero_cannot_make_it_infinite() -> None:
    assert log_loss([1, 0], [0.0, 0.2], sample_weight=[0, 3]) == pytest.approx(-math.log(0.8), rel=1e-14)


def test_an_infinite_part_makes_the_whole_infinite_in_any_order() -> None:
    certain_error, usual = log_loss.state([1], [0.0]), log_loss.state([1, 0], [0.7, 0.2])
    assert log_loss.of(certain_error + usual) == math.inf
    assert log_loss.of(usual + certain_error) == math.inf
    assert log_loss.of(certain_error + certain_error) == math.inf
    assert log_loss.of(certain_error * 2 + usual * 0) == math.inf


def test_parts_average_to_the_whole_and_a_stack_is_its_parts() -> None:
    rng = np.random.default_rng(96)
    truth, prob, weights = rng.integers(0, 2, 90), rng.uniform(0.01, 0.99, 90), rng.random(90)
    states = [log_loss.state(truth[i::3], prob[i::3], sample_weight=weights[i::3]) for i in range(3)]
    parts = log_loss.of(Moments.stack(states), average=None)
    expected = log_loss(truth, prob, sample_weight=weights)
    assert np.average(parts, weights=[state.n for state in states]) == pytest.approx(expected, rel=1e-13)
    assert log_loss.of(Moments.stack(states)) == pytest.approx(np.mean(parts), rel=1e-14)


def test_two_columns_are_the_column_of_the_positive_class() -> None:
    truth, prob = np.array([1, 0, 0, 1, 1]), np.array([0.7, 0.2, 0.5, 0.9, 0.4])
    assert log_loss(truth, np.stack([1 - prob, prob], 1)) == log_loss(truth, prob)
    assert log_loss(truth, np.column_stack([1 - prob, prob, 0 * prob]), labels=[0, 1, 2]) == pytest.approx(
        log_loss(truth, prob), rel=1e-14
    )


def test_it_is_proper() -> None:
    truth = np.array([1] * 3 + [0] * 7)
    values = [log_loss(truth, np.full(10, p)) for p in np.linspace(0, 1, 101)]
    assert int(np.argmin(values)) == 30
    assert min(values) == pytest.approx(-0.3 * math.log(0.3) - 0.7 * math.log(0.7), rel=1e-13)


def test_float32_is_taken_as_it_is() -> None:
    prob = np.array([0.1, 0.8], dtype=np.float32)
    assert log_loss([0, 1], prob) == pytest.approx(log_loss([0, 1], prob.astype(np.float64)), rel=1e-14)


def test_of_a_row_of_many_classes_the_message_shows_the_number() -> None:
    many = np.full((3, 1000), 0.001)
    many[1, 7] = -0.5
    with pytest.raises(ScoreError, match=r"1 are not, the first in row 1, column 7: \[-0\.5\]\. ") as raised:
        log_loss([0, 1, 2], many, labels=range(1000))
    assert len(str(raised.value)) < 300


@pytest.mark.parametrize("y_prob", [[0.5, 1.5], [-0.1, 0.5], [0.5, math.inf]])
def test_what_is_no_probability_is_refused(y_prob: Any) -> None:
    with pytest.raises(ScoreError, match="y_prob must hold probabilities between 0 and 1; 1 are not"):
        log_loss([0, 1], y_prob)


@pytest.mark.parametrize("classes", [7, 8, 40, 300])
@pytest.mark.parametrize("rows", [1, 63, 64, 65, 700])
def test_rows_of_many_classes_are_read_in_any_layout(classes: int, rows: int) -> None:
    random = np.random.default_rng(classes)
    prob = random.dirichlet(np.ones(classes), rows)
    truth = random.integers(0, classes, rows)
    wanted = -np.log(prob[np.arange(rows), truth]).mean()
    wide = np.zeros((rows, 2 * classes))
    wide[:, ::2] = prob
    for matrix in (prob, np.asfortranarray(prob), wide[:, ::2], prob[::-1][::-1]):
        assert log_loss(truth, matrix, labels=range(classes)) == pytest.approx(wanted, rel=1e-13)
    wrong = prob.copy()
    wrong[-1, -1] += 0.5
    with pytest.raises(ScoreError, match="sum"):
        log_loss(truth, wrong, labels=range(classes))
