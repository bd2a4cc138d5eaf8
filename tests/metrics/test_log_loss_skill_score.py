from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import d2_log_loss_score

from concordant import log_loss, log_loss_skill_score
from concordant.errors import UndefinedMetricWarning
from concordant.states import Moments

from .cases import reference


@pytest.mark.parametrize(
    ("y_true", "y_prob", "value"),
    [
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [0.5, 0.5], 0.0),  # the prevalence
        ([0, 0, 0, 1], [0.25] * 4, 0.0),
        ([0, 1], [1, 0.5], -math.inf),  # probability 0 for what happened
        ([0, 1, 2], np.eye(3), 1.0),
        ([0, 1, 2], np.full((3, 3), 1 / 3), 0.0),
        ([0, 1], [0.25, 0.5], 1 - math.log(8 / 3) / math.log(4)),
    ],
)
def test_edges(y_true: Any, y_prob: Any, value: float) -> None:
    assert log_loss_skill_score(y_true, y_prob) == pytest.approx(value, rel=1e-13, abs=1e-15)


@pytest.mark.parametrize(
    ("y_true", "y_prob", "reason"),
    [
        ([], [], "there are no rows"),
        ([1], [0.4], "only the class 1 occurs in y_true, so that its share predicts it perfectly"),
        ([True, True], [0.0, 0.5], "only the class True occurs in y_true, so that its share predicts it perfectly"),
    ],
)
def test_without_two_classes_it_is_nan_and_says_why(y_true: Any, y_prob: Any, reason: str) -> None:
    with pytest.warns(UndefinedMetricWarning, match=f"^log_loss_skill_score: {reason}$"):
        assert math.isnan(log_loss_skill_score(y_true, y_prob))


def test_four_rows_by_hand() -> None:
    loss = -(math.log(0.9) + math.log(0.9) + math.log(0.8) + math.log(0.7)) / 4
    found = log_loss_skill_score([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3])
    assert found == pytest.approx(1 - loss / math.log(2), rel=1e-13)
    loss = -(math.log(0.9) + 2 * math.log(0.9) + math.log(0.8) + math.log(0.7)) / 5
    entropy = -(0.6 * math.log(0.6) + 0.4 * math.log(0.4))
    found = log_loss_skill_score([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3], sample_weight=[1, 2, 1, 1])
    assert found == pytest.approx(1 - loss / entropy, rel=1e-13)


def test_a_class_that_does_not_occur_adds_nothing_to_the_reference() -> None:
    rows = [[0.6, 0.3, 0.1], [0.2, 0.5, 0.3]]
    found = log_loss_skill_score(["a", "b"], rows, labels=["a", "b", "c"])
    assert found == pytest.approx(1 + math.log(0.3) / 2 / math.log(2), rel=1e-13)


def test_the_reference_is_the_loss_of_the_shares() -> None:
    rng = np.random.default_rng(4)
    truth, prob, weights = rng.integers(0, 4, 60), rng.dirichlet(np.ones(4), 60), rng.random(60)
    shares = np.bincount(truth, weights) / weights.sum()
    constant = log_loss(truth, np.tile(shares, (60, 1)), sample_weight=weights)
    expected = 1 - log_loss(truth, prob, sample_weight=weights) / constant
    assert log_loss_skill_score(truth, prob, sample_weight=weights) == pytest.approx(expected, rel=1e-11)


def test_several_labels_at_once() -> None:
    truth, prob = np.array([[1, 0], [0, 1]]), np.array([[0.5, 0.2], [0.1, 0.7]])
    each = [log_loss_skill_score(truth[:, j], prob[:, j]) for j in range(2)]
    np.testing.assert_allclose(log_loss_skill_score(truth, prob, average=None), each, rtol=1e-14)
    assert log_loss_skill_score(truth, prob) == pytest.approx(np.mean(each), rel=1e-14)


def test_a_stack_of_moments_is_a_loop_over_them() -> None:
    parts = [
        Moments(
            ("surprise loss", "positive"), np.array(w), np.array(w), np.array([0.3, share]), np.eye(2), classes=(0, 1)
        )
        for w, share in ((2.0, 0.25), (4.0, 1.0), (4.0, 0.5))
    ]
    loop = [log_loss_skill_score.of(part, undefined=math.nan) for part in parts]
    assert loop[2] == pytest.approx(1 - 0.3 / math.log(2), rel=1e-14)
    assert np.isnan(loop).tolist() == [False, True, False]
    np.testing.assert_array_equal(log_loss_skill_score.of(Moments.stack(parts), average=None, undefined=math.nan), loop)


@pytest.mark.parametrize("classes", [2, 3, 7])
@pytest.mark.parametrize("weighted", [False, True])
def test_scikit_learn_gives_the_same(classes: int, weighted: bool) -> None:
    rng = np.random.default_rng(classes)
    truth = rng.integers(0, classes, 300)
    prob = rng.dirichlet(np.ones(classes), 300)
    weights = rng.random(300) if weighted else None
    if classes == 2:
        prob = prob[:, 1]
    expected = d2_log_loss_score(truth, prob, sample_weight=weights)
    assert log_loss_skill_score(truth, prob, sample_weight=weights) == pytest.approx(expected, rel=1e-11)


def test_mcfadden_of_r_gives_the_same() -> None:
    # 1 - deviance / null.deviance of glm(am ~ wt + hp, binomial, mtcars)
    (case,) = (x for x in reference("probabilities") if x["name"] == "skill")
    found = log_loss_skill_score(case["y_true"], case["y_prob"])
    assert found == pytest.approx(case["log_loss_skill_score"], rel=1e-12)


def test_weighted_rows_of_one_class_of_three_are_undefined() -> None:
    # Their share is a mean of ones, and was nearly 1: the score was -1e16, or above 1.
    rng = np.random.default_rng(7)
    prob, weights = rng.dirichlet(np.ones(3), 150), rng.random(150)
    for rows in (2, 40, 150):
        with pytest.warns(UndefinedMetricWarning, match=r"only the class 2 occurs in y_true"):
            value = log_loss_skill_score(np.full(rows, 2), prob[:rows], labels=[0, 1, 2], sample_weight=weights[:rows])
        assert math.isnan(value)
