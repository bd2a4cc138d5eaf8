"""Brier score, log loss, ranked probability score and hinge loss, and the skill scores of the first two."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pandas as pd
import pytest

from concordant import brier_skill_score, log_loss, log_loss_skill_score, ranked_probability_score
from concordant.errors import ScoreError, UndefinedMetricWarning
from concordant.states import Moments


def test_an_infinite_part_makes_the_whole_log_loss_infinite_in_any_order() -> None:
    certain_error, usual = log_loss.state([1], [0.0]), log_loss.state([1, 0], [0.7, 0.2])
    assert log_loss.of(certain_error + usual) == math.inf
    assert log_loss.of(usual + certain_error) == math.inf
    assert log_loss.of(certain_error + certain_error) == math.inf
    assert log_loss.of(certain_error * 2 + usual * 0) == math.inf


def test_of_a_row_of_many_classes_the_message_shows_the_number() -> None:
    many = np.full((3, 1000), 0.001)
    many[1, 7] = -0.5
    with pytest.raises(ScoreError, match=r"1 are not, the first in row 1, column 7: \[-0\.5\]\. ") as raised:
        log_loss([0, 1, 2], many, labels=range(1000))
    assert len(str(raised.value)) < 300


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


def test_states_of_brier_skill_hold_the_classes_beside_the_loss() -> None:
    state = brier_skill_score.state([0, 1, 1], [0.2, 0.6, 1.0])
    assert state.names == ("squared loss", "positive")
    np.testing.assert_allclose(state.mean, [0.2 / 3, 2 / 3], rtol=1e-14)
    other = brier_skill_score.state([0, 1, 2], np.eye(3))
    assert other.names == ("squared loss", "class 0", "class 1", "class 2")
    np.testing.assert_allclose(other.mean, [0, 1 / 3, 1 / 3, 1 / 3], rtol=1e-14)
    assert Moments.from_dict(other.to_dict()) == other


@pytest.mark.parametrize("score", [brier_skill_score, log_loss_skill_score], ids=lambda score: score.name)
def test_skill_of_weighted_rows_of_one_class_of_three_is_undefined(score: Any) -> None:
    # Their share is a mean of ones, and was nearly 1: the score was -1e16, or above 1.
    rng = np.random.default_rng(7)
    prob, weights = rng.dirichlet(np.ones(3), 150), rng.random(150)
    for rows in (2, 40, 150):
        with pytest.warns(UndefinedMetricWarning, match=r"only the class 2 occurs in y_true"):
            value = score(np.full(rows, 2), prob[:rows], labels=[0, 1, 2], sample_weight=weights[:rows])
        assert math.isnan(value)


def test_only_the_order_of_the_labels_matters_not_their_distance() -> None:
    truth, prob = np.array([0, 2, 1, 2]), np.array([[0.5, 0.3, 0.2]] * 4)
    expected = ranked_probability_score(truth, prob)
    assert ranked_probability_score(np.array([1, 3, 700])[truth], prob) == expected
    # the columns stand in the declared order
    turned = ranked_probability_score(truth, prob[:, ::-1], labels=[2, 1, 0])
    assert turned == pytest.approx(expected, rel=1e-14)
    assert ranked_probability_score(truth, prob[:, [1, 0, 2]], labels=[1, 0, 2]) != pytest.approx(expected, rel=1e-3)


def test_ranked_probability_score_takes_the_order_of_text() -> None:
    text, order = ["low", "high", "medium"], ["low", "medium", "high"]
    rows = np.eye(3)[[0, 2, 1]]
    assert ranked_probability_score(pd.Series(pd.Categorical(text, categories=order, ordered=True)), rows) == 0.0
    assert ranked_probability_score(text, rows, labels=order) == 0.0
