""""""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pandas as pd
import pytest
from metrics.cases import reference
from sklearn.metrics import d2_brier_score, d2_log_loss_score
from sklearn.metrics import hinge_loss as sklearn_hinge_loss

from concordant import (
    accuracy,
    brier_score,
    brier_skill_score,
    hinge_loss,
    log_loss,
    log_loss_skill_score,
    ranked_probability_score,
)
from concordant.errors import (
    LabelError,
    LabelOrderError,
    LengthError,
    MissingValuesError,
    OptionError,
    ScoreError,
    UndefinedMetricWarning,
)
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
def test_log_loss_edges(y_true: Any, y_prob: Any, value: float) -> None:
    options: dict[str, Any] = {"labels": [0, 1, 2]} if np.ndim(y_prob) == 2 else {}
    assert log_loss(y_true, y_prob, **options) == pytest.approx(value, rel=1e-14, abs=0)


def test_log_loss_no_rows_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^log_loss: there are no rows$"):
        assert math.isnan(log_loss([], []))


def test_log_loss_four_rows_by_hand() -> None:
    expected = -(math.log(0.9) + math.log(0.9) + math.log(0.8) + math.log(0.7)) / 4
    assert log_loss([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3]) == pytest.approx(expected, rel=1e-14)


def test_log_loss_three_classes_by_hand() -> None:
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


def test_log_loss_it_is_proper() -> None:
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
def test_log_loss_what_is_no_probability_is_refused(y_prob: Any) -> None:
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
def test_brier_skill_score_edges(y_true: Any, y_prob: Any, value: float) -> None:
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


def test_brier_skill_score_four_rows_by_hand() -> None:
    # (.01 + .01 + .04 + .09) / 4 = .0375 of .25
    assert brier_skill_score([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3]) == pytest.approx(0.85, rel=1e-14)
    # weights 1, 2, 1, 1: (.01 + .02 + .04 + .09) / 5 = .032 of .6 * .4
    weighted = brier_skill_score([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3], sample_weight=[1, 2, 1, 1])
    assert weighted == pytest.approx(1 - 0.032 / 0.24, rel=1e-14)


def test_brier_skill_score_three_classes_by_hand() -> None:
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


def test_brier_skill_score_what_is_no_probability_is_refused() -> None:
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
def test_hinge_loss_edges(y_true: Any, y_score: Any, value: float) -> None:
    labels = [0, 1, 2] if np.ndim(y_score) == 2 else None
    assert hinge_loss(y_true, y_score, labels=labels) == pytest.approx(value, rel=1e-14, abs=0)


def test_hinge_loss_no_rows_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^hinge_loss: there are no rows$"):
        assert math.isnan(hinge_loss([], []))
    with pytest.warns(UndefinedMetricWarning, match=r"^hinge_loss: there are no rows$"):
        assert math.isnan(hinge_loss([1, 0], [0.2, 0.3], sample_weight=[0, 0]))


def test_three_rows_by_hand() -> None:
    # 0, 0 and 1 - .09
    assert hinge_loss([0, 1, 1], [-2.18, 2.36, 0.09]) == pytest.approx(0.91 / 3, rel=1e-14)
    assert hinge_loss([0, 1, 1], [-2.18, 2.36, 0.09], sample_weight=[1, 1, 2]) == pytest.approx(1.82 / 4, rel=1e-14)
    assert hinge_loss(["y", "n"], [0.3, 0.9], pos_label="y") == pytest.approx((0.7 + 1.9) / 2, rel=1e-14)


def test_hinge_loss_three_classes_by_hand() -> None:
    # margins 1.5 - .5 = 1, -.2 - .9 = -1.1, .3 - .1 = .2
    rows = [[1.5, 0.5, -2.0], [0.9, -0.2, 0.1], [0.1, 0.0, 0.3]]
    assert hinge_loss([0, 1, 2], rows) == pytest.approx((0 + 2.1 + 0.8) / 3, rel=1e-13)
    weighted = hinge_loss(["a", "b", "c"], rows, labels=["a", "b", "c"], sample_weight=[1, 0, 3])
    assert weighted == pytest.approx(2.4 / 4, rel=1e-13)


def test_hinge_loss_several_labels_at_once() -> None:
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
def test_log_loss_skill_score_edges(y_true: Any, y_prob: Any, value: float) -> None:
    assert log_loss_skill_score(y_true, y_prob) == pytest.approx(value, rel=1e-13, abs=1e-15)


@pytest.mark.parametrize(
    ("y_true", "y_prob", "reason"),
    [
        ([], [], "there are no rows"),
        ([1], [0.4], "only the class 1 occurs in y_true, so that its share predicts it perfectly"),
        ([True, True], [0.0, 0.5], "only the class True occurs in y_true, so that its share predicts it perfectly"),
    ],
)
def test_log_loss_skill_score_without_two_classes_it_is_nan_and_says_why(y_true: Any, y_prob: Any, reason: str) -> None:
    with pytest.warns(UndefinedMetricWarning, match=f"^log_loss_skill_score: {reason}$"):
        assert math.isnan(log_loss_skill_score(y_true, y_prob))


def test_log_loss_skill_score_four_rows_by_hand() -> None:
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


def test_log_loss_skill_score_several_labels_at_once() -> None:
    truth, prob = np.array([[1, 0], [0, 1]]), np.array([[0.5, 0.2], [0.1, 0.7]])
    each = [log_loss_skill_score(truth[:, j], prob[:, j]) for j in range(2)]
    np.testing.assert_allclose(log_loss_skill_score(truth, prob, average=None), each, rtol=1e-14)
    assert log_loss_skill_score(truth, prob) == pytest.approx(np.mean(each), rel=1e-14)


def test_log_loss_skill_score_a_stack_of_moments_is_a_loop_over_them() -> None:
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
def test_log_loss_skill_score_scikit_learn_gives_the_same(classes: int, weighted: bool) -> None:
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


def test_log_loss_skill_score_weighted_rows_of_one_class_of_three_are_undefined() -> None:
    # Their share is a mean of ones, and was nearly 1: the score was -1e16, or above 1.
    rng = np.random.default_rng(7)
    prob, weights = rng.dirichlet(np.ones(3), 150), rng.random(150)
    for rows in (2, 40, 150):
        with pytest.warns(UndefinedMetricWarning, match=r"only the class 2 occurs in y_true"):
            value = log_loss_skill_score(np.full(rows, 2), prob[:rows], labels=[0, 1, 2], sample_weight=weights[:rows])
        assert math.isnan(value)


@pytest.mark.parametrize(
    ("y_true", "y_prob", "value"),
    [
        ([1], [1.0], 0.0),
        ([1], [0.0], 1.0),
        ([0, 1], [1, 0], 1.0),
        ([0, 1, 2], np.eye(3), 0.0),
        ([0, 2], np.eye(3)[[2, 0]], 1.0),  # the far end
        ([0, 2], np.eye(3)[[1, 1]], 0.5),  # half way
        ([1, 1], np.full((2, 3), 1 / 3), 1 / 9),  # one class, constant: (1/9 + 1/9) / 2
        ([0, 0], np.full((2, 3), 1 / 3), 5 / 18),  # (4/9 + 1/9) / 2
    ],
)
def test_ranked_probability_score_edges(y_true: Any, y_prob: Any, value: float) -> None:
    labels = [0, 1, 2] if np.ndim(y_prob) == 2 else None
    assert ranked_probability_score(y_true, y_prob, labels=labels) == pytest.approx(value, rel=1e-14, abs=1e-16)


def test_ranked_probability_score_no_rows_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match=r"^ranked_probability_score: there are no rows$"):
        assert math.isnan(ranked_probability_score([], []))
    with pytest.warns(UndefinedMetricWarning, match=r"^ranked_probability_score: there are no rows$"):
        assert math.isnan(ranked_probability_score([1, 0], [0.2, 0.3], sample_weight=[0, 0], thresholds="sum"))


def test_ranked_probability_score_three_classes_by_hand() -> None:
    # cumulated .6 .9 | 0 0 (c) and .2 .7 | 0 1 (b)
    rows = [[0.6, 0.3, 0.1], [0.2, 0.5, 0.3]]
    sums = [0.6**2 + 0.9**2, 0.2**2 + 0.3**2]
    declared: Any = {"labels": ["a", "b", "c"]}
    assert ranked_probability_score(["c", "b"], rows, **declared) == pytest.approx(sum(sums) / 4, rel=1e-14)
    assert ranked_probability_score(["c", "b"], rows, thresholds="sum", **declared) == pytest.approx(
        sum(sums) / 2, rel=1e-14
    )
    weighted = ranked_probability_score(["c", "b"], rows, sample_weight=[1, 3], **declared)
    assert weighted == pytest.approx((sums[0] + 3 * sums[1]) / 8, rel=1e-14)


def test_two_classes_give_the_brier_score() -> None:
    rng = np.random.default_rng(0)
    truth, prob = rng.integers(0, 2, 50), rng.random(50)
    expected = brier_score(truth, prob)
    assert ranked_probability_score(truth, prob) == expected
    assert ranked_probability_score(truth, prob, thresholds="sum") == expected
    assert ranked_probability_score(truth, np.stack([1 - prob, prob], 1)) == pytest.approx(expected, rel=1e-13)


def test_it_is_the_mean_of_the_brier_scores_at_the_thresholds() -> None:
    rng = np.random.default_rng(1)
    truth, prob = rng.integers(0, 5, 70), rng.dirichlet(np.ones(5), 70)
    each = [brier_score((truth <= k).astype(int), prob[:, : k + 1].sum(1).clip(0, 1)) for k in range(4)]
    assert ranked_probability_score(truth, prob) == pytest.approx(np.mean(each), rel=1e-13)


def test_only_the_order_of_the_labels_matters_not_their_distance() -> None:
    truth, prob = np.array([0, 2, 1, 2]), np.array([[0.5, 0.3, 0.2]] * 4)
    expected = ranked_probability_score(truth, prob)
    assert ranked_probability_score(np.array([1, 3, 700])[truth], prob) == expected
    # the columns stand in the declared order
    turned = ranked_probability_score(truth, prob[:, ::-1], labels=[2, 1, 0])
    assert turned == pytest.approx(expected, rel=1e-14)
    assert ranked_probability_score(truth, prob[:, [1, 0, 2]], labels=[1, 0, 2]) != pytest.approx(expected, rel=1e-3)


def test_text_without_an_order_is_refused() -> None:
    with pytest.raises(LabelOrderError) as caught:
        ranked_probability_score(["low", "high", "medium"], np.eye(3))
    assert str(caught.value) == (
        "y_prob has 3 columns, and nothing says which is whose: 'high', 'low', 'medium' have no order (alphabetical "
        "order is hardly that of the columns). Declare labels=[...] in the order of the columns, or give a data frame "
        "whose columns have the names of the labels."
    )
    order = ["low", "medium", "high"]
    column = pd.Series(pd.Categorical(["low", "high", "medium"], categories=order, ordered=True))
    rows = np.eye(3)[[0, 2, 1]]
    assert ranked_probability_score(column, rows) == 0.0
    assert ranked_probability_score(["low", "high", "medium"], rows, labels=order) == 0.0
    assert ranked_probability_score(["no", "yes"], [0.2, 0.4], pos_label="yes") == pytest.approx(0.2, rel=1e-14)


def test_ranked_probability_score_several_labels_at_once() -> None:
    truth, prob = np.array([[1, 0], [0, 1]]), np.array([[0.5, 0.2], [0.1, 0.7]])
    np.testing.assert_allclose(ranked_probability_score(truth, prob, average=None), [0.13, 0.065], rtol=1e-14)
    np.testing.assert_allclose(ranked_probability_score(truth, prob, thresholds="sum"), 0.0975, rtol=1e-14)


@pytest.mark.parametrize(
    "case", [x for x in reference("probabilities_python") if "dlordinal" in x], ids=lambda x: x["name"]
)
def test_scoringrules_and_dlordinal_give_the_sum(case: Any) -> None:
    labels = list(range(case["classes"]))
    found = ranked_probability_score(case["y_true"], case["y_prob"], labels=labels, thresholds="sum")
    assert found == pytest.approx(case["scoringrules"], rel=1e-12)
    assert found == pytest.approx(case["dlordinal"], rel=1e-12)
    mean = ranked_probability_score(case["y_true"], case["y_prob"], labels=labels)
    assert mean == pytest.approx(found / (case["classes"] - 1), rel=1e-14)


def test_options_are_checked() -> None:
    with pytest.raises(OptionError, match=r'^thresholds must be "mean" or "sum", not \'max\'\.$'):
        ranked_probability_score([0, 1], [0.5, 0.5], thresholds="max")
    bare = Moments(("ranked loss",), np.array(1.0), np.array(1.0), np.zeros(1), np.zeros((1, 1)))
    assert ranked_probability_score.of(bare) == 0.0
    with pytest.raises(LabelError, match=r"^thresholds=\"sum\" needs moments that know their classes"):
        ranked_probability_score.of(bare, thresholds="sum")
