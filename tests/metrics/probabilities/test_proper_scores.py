"""Brier score, log loss, ranked probability score and hinge loss, and the skill scores of the first two."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pandas as pd
import pytest
from metrics.cases import reference
from sklearn.metrics import d2_brier_score, d2_log_loss_score
from sklearn.metrics import hinge_loss as sklearn_hinge_loss

from concordant import brier_skill_score, hinge_loss, log_loss, log_loss_skill_score, ranked_probability_score
from concordant.errors import (
    LabelError,
    LabelOrderError,
    MissingValuesError,
    OptionError,
    ScoreError,
    UndefinedMetricWarning,
)
from concordant.states import Moments

THIRDS = np.full((3, 3), 1 / 3)
TURNED = np.eye(3)[[1, 2, 0]]


@pytest.mark.parametrize(
    ("metric", "y_true", "other", "value"),
    [
        (log_loss, [1], [1.0], 0.0),
        (log_loss, [0], [0.0], 0.0),  # 0 log 0 is 0
        (log_loss, [0], [1e-20], 1e-20),  # -log1p(-p), not log(1 - p) = 0
        (log_loss, [1, 1], [0.5, 0.5], math.log(2)),  # one class, constant
        (log_loss, [1], [0.0], math.inf),  # nothing is clipped
        (log_loss, [0, 1, 2], THIRDS, math.log(3)),
        (log_loss, [0, 1, 2], np.eye(3)[[0, 1, 1]], math.inf),
        (log_loss, [1], [5e-324], 1074 * math.log(2)),
        (log_loss_skill_score, [0, 1], [0.5, 0.5], 0.0),  # the prevalence
        (log_loss_skill_score, [0, 1], [1, 0.5], -math.inf),  # probability 0 for what happened
        (log_loss_skill_score, [0, 1, 2], THIRDS, 0.0),
        (log_loss_skill_score, [0, 1], [0.25, 0.5], 1 - math.log(8 / 3) / math.log(4)),
        (hinge_loss, [1], [0.0], 1.0),
        (hinge_loss, [0], [7.5], 8.5),
        (hinge_loss, [1, 1], [0.25, 0.25], 0.75),  # one class, constant
        (hinge_loss, [-1, 1], [1, -1], 2.0),
        (hinge_loss, [0, 1, 2], TURNED, 2.0),
        (hinge_loss, [0, 1, 2], np.zeros((3, 3)), 1.0),
        (hinge_loss, [2], [[0.5, -3.0, 0.25]], 1.25),  # labels=[0, 1, 2]: the classes 0 and 1 do not occur
        (hinge_loss, [0, 1], [3e300, 4e300], 1.5e300),  # huge, not infinite
        (ranked_probability_score, [1], [1.0], 0.0),
        (ranked_probability_score, [0, 1], [1, 0], 1.0),
        (ranked_probability_score, [0, 2], np.eye(3)[[2, 0]], 1.0),  # the far end
        (ranked_probability_score, [0, 2], np.eye(3)[[1, 1]], 0.5),  # half way
        (ranked_probability_score, [1, 1], THIRDS[:2], 1 / 9),  # one class, constant: (1/9 + 1/9) / 2
        (ranked_probability_score, [0, 0], THIRDS[:2], 5 / 18),  # (4/9 + 1/9) / 2
    ],
)
def test_values_worked_by_hand(metric: Any, y_true: Any, other: Any, value: float) -> None:
    labels = [0, 1, 2] if np.ndim(other) == 2 else None
    assert metric(y_true, other, labels=labels) == pytest.approx(value, rel=1e-13, abs=0 if value else 1e-15)


def test_a_row_of_weight_zero_cannot_make_log_loss_infinite() -> None:
    assert log_loss([1, 0], [0.0, 0.2], sample_weight=[0, 3]) == pytest.approx(-math.log(0.8), rel=1e-14)


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


@pytest.mark.parametrize("score", [brier_skill_score, log_loss_skill_score], ids=lambda score: score.name)
@pytest.mark.parametrize(
    ("y_true", "y_prob", "options", "reason"),
    [
        ([0, 1], [0.1, 0.2], {"sample_weight": [0, 0]}, "there are no rows"),
        ([1], [0.4], {}, "only the class 1 occurs in y_true, so that its share predicts it perfectly"),
        (["b", "b"], [[0.1, 0.8, 0.1]] * 2, {"labels": ["a", "b", "c"]}, "only the class 'b' occurs in y_true"),
        ([0, 1], [0.3, 0.4], {"sample_weight": [0, 2]}, "only the class 1 occurs in y_true"),
    ],
)
def test_skill_without_two_classes_is_undefined(
    score: Any, y_true: Any, y_prob: Any, options: Any, reason: str
) -> None:
    with pytest.warns(UndefinedMetricWarning, match=f"^{score.name}: {reason}"):
        assert math.isnan(score(y_true, y_prob, **options))


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
    with pytest.raises(OptionError, match=r"^average must be 'macro' or None, not 'micro'\.$"):
        brier_skill_score(truth, prob, average="micro")


def test_states_of_brier_skill_hold_the_classes_beside_the_loss() -> None:
    state = brier_skill_score.state([0, 1, 1], [0.2, 0.6, 1.0])
    assert state.names == ("squared loss", "positive")
    np.testing.assert_allclose(state.mean, [0.2 / 3, 2 / 3], rtol=1e-14)
    other = brier_skill_score.state([0, 1, 2], np.eye(3))
    assert other.names == ("squared loss", "class 0", "class 1", "class 2")
    np.testing.assert_allclose(other.mean, [0, 1 / 3, 1 / 3, 1 / 3], rtol=1e-14)
    assert Moments.from_dict(other.to_dict()) == other


@pytest.mark.parametrize("classes", [2, 3, 7])
@pytest.mark.parametrize("weighted", [False, True])
def test_scikit_learn_gives_the_same_skill(classes: int, weighted: bool) -> None:
    rng = np.random.default_rng(classes)
    truth = rng.integers(0, classes, 300)
    prob = rng.dirichlet(np.ones(classes), 300)
    weights = rng.random(300) if weighted else None
    if classes == 2:
        prob = prob[:, 1]
    for ours, theirs in ((brier_skill_score, d2_brier_score), (log_loss_skill_score, d2_log_loss_score)):
        expected = theirs(truth, prob, sample_weight=weights)
        assert ours(truth, prob, sample_weight=weights) == pytest.approx(expected, rel=1e-11)


def test_r_gives_the_same_skill() -> None:
    # MLmetrics::R2_Score(fitted(fit), am), and McFadden's 1 - deviance / null.deviance, with
    # fit = glm(am ~ wt + hp, binomial, mtcars)
    (case,) = (x for x in reference("probabilities") if x["name"] == "skill")
    for score in (brier_skill_score, log_loss_skill_score):
        assert score(case["y_true"], case["y_prob"]) == pytest.approx(case[score.name], rel=1e-12)


@pytest.mark.parametrize("score", [brier_skill_score, log_loss_skill_score], ids=lambda score: score.name)
def test_skill_of_weighted_rows_of_one_class_of_three_is_undefined(score: Any) -> None:
    # Their share is a mean of ones, and was nearly 1: the score was -1e16, or above 1.
    rng = np.random.default_rng(7)
    prob, weights = rng.dirichlet(np.ones(3), 150), rng.random(150)
    for rows in (2, 40, 150):
        with pytest.warns(UndefinedMetricWarning, match=r"only the class 2 occurs in y_true"):
            value = score(np.full(rows, 2), prob[:rows], labels=[0, 1, 2], sample_weight=weights[:rows])
        assert math.isnan(value)


@pytest.mark.parametrize("classes", [2, 3, 6])
@pytest.mark.parametrize("weighted", [False, True])
def test_scikit_learn_gives_the_same_hinge_loss(classes: int, weighted: bool) -> None:
    rng = np.random.default_rng(classes)
    truth, decision = rng.integers(0, classes, 300), rng.normal(0, 2, (300, classes) if classes > 2 else 300)
    weights = rng.random(300) if weighted else None
    expected = sklearn_hinge_loss(truth, decision, sample_weight=weights)
    assert hinge_loss(truth, decision, sample_weight=weights) == pytest.approx(expected, rel=1e-13)
    if classes > 2:
        kept = truth < classes - 1  # the last class does not occur
        expected = sklearn_hinge_loss(truth[kept], decision[kept], labels=range(classes))
        assert hinge_loss(truth[kept], decision[kept], labels=range(classes)) == pytest.approx(expected, rel=1e-13)


def test_decision_values_must_be_finite_numbers() -> None:
    with pytest.raises(ScoreError, match=r"^y_score must hold finite decision values; 2 are not, the first in row 1: "):
        hinge_loss([0, 1, 1], [0.5, np.inf, -np.inf])
    with pytest.raises(ScoreError, match=r"1 are not, the first in row 2: \[0\.0, "):
        hinge_loss([0, 1, 2], [[1, 2, 3], [4, 5, 6], [0, np.inf, 1]])
    with pytest.raises(MissingValuesError, match=r"^y_score has 1 missing"):
        hinge_loss([0, 1], [0.5, np.nan])
    assert hinge_loss([0, 1], [0.5, np.nan], missing="drop") == 1.5


def test_a_class_that_does_not_occur_adds_nothing_to_the_reference() -> None:
    rows = [[0.6, 0.3, 0.1], [0.2, 0.5, 0.3]]
    found = log_loss_skill_score(["a", "b"], rows, labels=["a", "b", "c"])
    assert found == pytest.approx(1 + math.log(0.3) / 2 / math.log(2), rel=1e-13)


def test_only_the_order_of_the_labels_matters_not_their_distance() -> None:
    truth, prob = np.array([0, 2, 1, 2]), np.array([[0.5, 0.3, 0.2]] * 4)
    expected = ranked_probability_score(truth, prob)
    assert ranked_probability_score(np.array([1, 3, 700])[truth], prob) == expected
    # the columns stand in the declared order
    turned = ranked_probability_score(truth, prob[:, ::-1], labels=[2, 1, 0])
    assert turned == pytest.approx(expected, rel=1e-14)
    assert ranked_probability_score(truth, prob[:, [1, 0, 2]], labels=[1, 0, 2]) != pytest.approx(expected, rel=1e-3)


def test_ranked_probability_score_needs_the_order_of_text() -> None:
    text, order = ["low", "high", "medium"], ["low", "medium", "high"]
    with pytest.raises(LabelOrderError, match="y_prob has 3 columns, and nothing says which is whose"):
        ranked_probability_score(text, np.eye(3))
    rows = np.eye(3)[[0, 2, 1]]
    assert ranked_probability_score(pd.Series(pd.Categorical(text, categories=order, ordered=True)), rows) == 0.0
    assert ranked_probability_score(text, rows, labels=order) == 0.0
    assert ranked_probability_score(["no", "yes"], [0.2, 0.4], pos_label="yes") == pytest.approx(0.2, rel=1e-14)


def test_ranked_probability_score_of_labels_has_one_threshold_a_label() -> None:
    truth, prob = np.array([[1, 0], [0, 1]]), np.array([[0.5, 0.2], [0.1, 0.7]])
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


def test_thresholds_of_the_ranked_probability_score_are_checked() -> None:
    with pytest.raises(OptionError, match=r"^thresholds must be 'mean' or 'sum', not 'max'\.$"):
        ranked_probability_score([0, 1], [0.5, 0.5], thresholds="max")
    bare = Moments(("ranked loss",), np.array(1.0), np.array(1.0), np.zeros(1), np.zeros((1, 1)))
    assert ranked_probability_score.of(bare) == 0.0
    with pytest.raises(LabelError, match=r"^thresholds=\"sum\" needs moments that know their classes"):
        ranked_probability_score.of(bare, thresholds="sum")
