from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import d2_brier_score

from concordant import brier_score, brier_skill_score
from concordant.errors import OptionError, ScoreError, UndefinedMetricWarning
from concordant.states import Moments

from .cases import reference


@pytest.mark.parametrize(
    ("y_true", "y_prob", "value"),
    [
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], -3.0),  # 1 - 1 / (1/4)
        ([0, 1], [0.5, 0.5], 0.0),  # the prevalence
        ([0, 0, 0, 1], [0.25] * 4, 0.0),
        ([0, 0, 0, 1], [0.5] * 4, -1 / 3),
        ([0, 1, 2], np.eye(3), 1.0),
        ([0, 1, 2], np.full((3, 3), 1 / 3), 0.0),
        ([0, 1, 2], np.eye(3)[[1, 2, 0]], -2.0),  # 1 - 2 / (2/3)
        ([0, 1, 1, 1], [[0.2, 0.7, 0.1]] * 4, 1 - 0.39 / 0.375),  # the third class does not occur
    ],
)
def test_edges(y_true: Any, y_prob: Any, value: float) -> None:
    labels = [0, 1, 2] if np.ndim(y_prob) == 2 else None
    assert brier_skill_score(y_true, y_prob, labels=labels) == pytest.approx(value, rel=1e-13, abs=1e-15)


@pytest.mark.parametrize(
    ("y_true", "y_prob", "options", "reason"),
    [
        ([], [], {}, "there are no rows"),
        ([0, 1], [0.1, 0.2], {"sample_weight": [0, 0]}, "there are no rows"),
        ([1], [0.4], {}, "only the class 1 occurs in y_true, so that its share predicts it perfectly"),
        ([0, 0], [0, 0], {}, "only the class 0 occurs in y_true, so that its share predicts it perfectly"),
        (
            ["b", "b"],
            [[0.1, 0.8, 0.1]] * 2,
            {"labels": ["a", "b", "c"]},
            "only the class 'b' occurs in y_true, so that its share predicts it perfectly",
        ),
        (
            [0, 1],
            [0.3, 0.4],
            {"sample_weight": [0, 2]},
            "only the class 1 occurs in y_true, so that its share predicts",
        ),
    ],
)
def test_without_two_classes_it_is_nan_and_says_why(y_true: Any, y_prob: Any, options: Any, reason: str) -> None:
    with pytest.warns(UndefinedMetricWarning, match=f"^brier_skill_score: {reason}"):
        assert math.isnan(brier_skill_score(y_true, y_prob, **options))


def test_four_rows_by_hand() -> None:
    # (.01 + .01 + .04 + .09) / 4 = .0375 of .25
    assert brier_skill_score([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3]) == pytest.approx(0.85, rel=1e-14)
    # weights 1, 2, 1, 1: (.01 + .02 + .04 + .09) / 5 = .032 of .6 * .4
    weighted = brier_skill_score([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3], sample_weight=[1, 2, 1, 1])
    assert weighted == pytest.approx(1 - 0.032 / 0.24, rel=1e-14)


def test_three_classes_by_hand() -> None:
    rows = [[0.6, 0.3, 0.1], [0.2, 0.5, 0.3], [0.1, 0.1, 0.8]]
    loss = ((0.16 + 0.09 + 0.01) + (0.04 + 0.25 + 0.49) + (0.01 + 0.01 + 0.04)) / 3
    assert brier_skill_score(["a", "c", "c"], rows, labels=["a", "b", "c"]) == pytest.approx(
        1 - loss / (4 / 9), rel=1e-13
    )


def test_the_reference_is_the_score_of_the_shares() -> None:
    rng = np.random.default_rng(3)
    for classes in (2, 4):
        truth, prob, weights = rng.integers(0, classes, 50), rng.dirichlet(np.ones(classes), 50), rng.random(50)
        shares = np.bincount(truth, weights) / weights.sum()
        constant = brier_score(truth, np.tile(shares, (50, 1)), sample_weight=weights)
        given = brier_score(truth, prob, sample_weight=weights)
        assert brier_skill_score(truth, prob, sample_weight=weights) == pytest.approx(1 - given / constant, rel=1e-11)


def test_several_labels_at_once_leave_out_those_of_one_class() -> None:
    truth = np.array([[1, 0, 1], [0, 1, 1]])
    prob = np.array([[0.5, 0.2, 0.4], [0.1, 0.7, 0.9]])
    each = [1 - 0.13 / 0.25, 1 - 0.065 / 0.25]
    message = (
        r"^brier_skill_score: the macro average is over 2 of 3 classes: only one class occurs in y_true \(class 2\)$"
    )
    with pytest.warns(UndefinedMetricWarning, match=message):
        assert brier_skill_score(truth, prob) == pytest.approx(np.mean(each), rel=1e-13)
    values = brier_skill_score(truth, prob, average=None, undefined=-1.0)
    np.testing.assert_allclose(values, [*each, -1.0], rtol=1e-13)
    assert brier_skill_score(truth, prob, undefined=-1.0) == pytest.approx((sum(each) - 1) / 3, rel=1e-13)
    with pytest.raises(OptionError, match=r"^average must be one of 'macro', None, not 'micro'\.$"):
        brier_skill_score(truth, prob, average="micro")


def test_a_stack_of_moments_is_a_loop_over_them() -> None:
    names, classes = ("squared loss", "class 0", "class 1", "class 2"), (0, 1, 2)
    shares = np.array([[0.2, 0.3, 0.5], [1.0, 0.0, 0.0], [0.6, 0.4, 0.0]])
    parts = [
        Moments(names, np.array(3.0), np.array(3.0), np.array([0.4, *row]), np.eye(4), classes=classes)
        for row in shares
    ]
    loop = [brier_skill_score.of(part, undefined=math.nan) for part in parts]
    assert loop[0] == pytest.approx(1 - 0.4 / (1 - 0.04 - 0.09 - 0.25), rel=1e-14)
    assert np.isnan(loop).tolist() == [False, True, False]
    np.testing.assert_array_equal(brier_skill_score.of(Moments.stack(parts), average=None, undefined=math.nan), loop)


def test_states_hold_the_classes_beside_the_loss() -> None:
    state = brier_skill_score.state([0, 1, 1], [0.2, 0.6, 1.0])
    assert state.names == ("squared loss", "positive")
    np.testing.assert_allclose(state.mean, [0.2 / 3, 2 / 3], rtol=1e-14)
    other = brier_skill_score.state([0, 1, 2], np.eye(3))
    assert other.names == ("squared loss", "class 0", "class 1", "class 2")
    np.testing.assert_allclose(other.mean, [0, 1 / 3, 1 / 3, 1 / 3], rtol=1e-14)
    assert Moments.from_dict(other.to_dict()) == other


@pytest.mark.parametrize("classes", [2, 3, 7])
@pytest.mark.parametrize("weighted", [False, True])
def test_scikit_learn_gives_the_same(classes: int, weighted: bool) -> None:
    rng = np.random.default_rng(classes)
    truth = rng.integers(0, classes, 300)
    prob = rng.dirichlet(np.ones(classes) / 2, 300)
    weights = rng.random(300) if weighted else None
    if classes == 2:
        prob = prob[:, 1]
    expected = d2_brier_score(truth, prob, sample_weight=weights)
    assert brier_skill_score(truth, prob, sample_weight=weights) == pytest.approx(expected, rel=1e-12)


def test_r_gives_the_same() -> None:
    # MLmetrics::R2_Score(fitted(fit), am) with fit = glm(am ~ wt + hp, binomial, mtcars)
    (case,) = (x for x in reference("probabilities") if x["name"] == "skill")
    assert brier_skill_score(case["y_true"], case["y_prob"]) == pytest.approx(case["brier_skill_score"], rel=1e-12)


def test_its_alias_is_the_name_of_scikit_learn() -> None:
    from concordant.metrics import get

    assert get("d2_brier") is brier_skill_score


def test_what_is_no_probability_is_refused() -> None:
    with pytest.raises(ScoreError, match=r"^y_prob must hold probabilities between 0 and 1; 1 are not"):
        brier_skill_score([0, 1], [0.5, 1.5])
    with pytest.raises(ScoreError, match=r"^each row of y_prob must sum to 1; row 1 sums to 0\.8"):
        brier_skill_score([0, 1, 2], [[0.2, 0.3, 0.5], [0.2, 0.3, 0.3], [0.2, 0.3, 0.5]])


def test_weighted_rows_of_one_class_of_three_are_undefined() -> None:
    # Their share is a mean of ones, and was nearly 1: the score was -1e16, or above 1.
    rng = np.random.default_rng(7)
    prob, weights = rng.dirichlet(np.ones(3), 150), rng.random(150)
    for rows in (2, 40, 150):
        with pytest.warns(UndefinedMetricWarning, match=r"only the class 2 occurs in y_true"):
            value = brier_skill_score(np.full(rows, 2), prob[:rows], labels=[0, 1, 2], sample_weight=weights[:rows])
        assert math.isnan(value)
