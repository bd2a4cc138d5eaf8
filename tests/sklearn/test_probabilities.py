"""Calibration curves, log loss, Brier score, their skills and the hinge loss beside scikit-learn's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from beside_sklearn import assert_same, theirs
from numpy.testing import assert_allclose, assert_array_equal

import concordant.sklearn
from concordant.errors import ConcordantError
from concordant.sklearn import calibration_curve, d2_log_loss_score, hinge_loss, log_loss

Y = [0, 0, 0, 0, 1, 1, 1, 1, 1]
P = [0.1, 0.2, 0.3, 0.4, 0.65, 0.7, 0.8, 0.9, 1.0]
NAN = float("nan")


# -- calibration curve ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n_bins", [3, 5, 6, 7])
def test_edges_between_ties_are_those_of_scikit_learn_to_the_last_bit(n_bins: int) -> None:
    rng = np.random.default_rng(n_bins)
    for n in range(4, 40):
        p = np.where(rng.random(n) < 0.5, rng.random(n).round(1), rng.random(n))
        assert_same("calibration_curve", rng.integers(0, 2, n), p, n_bins=n_bins, strategy="quantile")


@pytest.mark.parametrize("kind", [np.float32, np.float16, np.int64, bool])
@pytest.mark.parametrize("strategy", ["uniform", "quantile"])
def test_probabilities_of_other_types(strategy: str, kind: type) -> None:
    p = np.array([0, 0, 1, 1, 0, 1, 1, 1, 0], dtype=kind)
    if kind is not bool or strategy == "uniform":  # quantiles of bools fail in NumPy
        assert_same("calibration_curve", Y, p, strategy=strategy)
    assert_array_equal(calibration_curve(Y, p, strategy=strategy), calibration_curve(Y, p * 1.0, strategy=strategy))
    short = np.array([0.1, 0.2, 0.3, 0.4, 0.65, 0.7, 0.8, 0.9, 1.0], dtype=np.float32)
    assert_allclose(calibration_curve(Y, short)[1], [0.1, 0.25, 0.4, 0.675, 0.9], rtol=1e-6)  # 0.4 and 0.8 lie above


@pytest.mark.parametrize("pos_label", [None, 0, 1, 2, "a", "b", True, [1]])
@pytest.mark.parametrize(
    "y",
    [Y, ["a"] * 4 + ["b"] * 5, [2] * 4 + [5] * 5, [-1] * 4 + [1] * 5, [True] * 4 + [False] * 5, [0.0] * 4 + [1.0] * 5,
     [0.0] * 4 + [1.5] * 5, [0, 1, 2] * 3, [1] * 9, [0] * 9, [3] * 9, ["a"] * 9, [[1]] * 9, [[1, 0]] * 9, [1, 0], 1],
    ids=repr,
)  # fmt: skip
def test_calibration_labels_at_the_edges(y: Any, pos_label: Any) -> None:
    assert_same("calibration_curve", y, P, pos_label=pos_label)
    if isinstance(y, list) and np.ndim(y) == 1:
        assert_same("calibration_curve", np.array(y), np.array(P), pos_label=pos_label)


def test_missing_values_are_refused_where_scikit_learn_is_silent() -> None:
    with pytest.raises(ValueError, match=r"^y_prob must hold finite numbers; one of them is NaN"):
        calibration_curve(Y, [*P[:-1], NAN])
    with pytest.raises(ValueError, match=r"^y_true lacks 1 label\."):
        calibration_curve([1] * 8 + [NAN], P, pos_label=1)
    with pytest.raises(ValueError, match=r"^y_true has no rows"):
        calibration_curve([], [])
    for n_bins in (0, 2.5, "a"):
        assert_same("calibration_curve", Y, P, n_bins=n_bins)


# -- log loss and Brier score --------------------------------------------------------------------------------------

NAMES = ("log_loss", "brier_score_loss", "d2_log_loss_score", "d2_brier_score")
TRUE = [0, 1, 1, 0]
PROBABLE = [0.1, 0.8, 0.7, 0.4]
P2 = [[0.9, 0.1], [0.2, 0.8], [0.3, 0.7], [0.6, 0.4]]
P3 = [[0.2, 0.7, 0.1], [0.6, 0.2, 0.2], [0.6, 0.1, 0.3], [0.1, 0.1, 0.8]]


@pytest.mark.parametrize("kind", [np.float32, np.float16])
@pytest.mark.parametrize("name", NAMES)
def test_short_floats_are_summed_as_what_they_are(name: str, kind: type) -> None:
    function = getattr(concordant.sklearn, name)
    for y, p in ((TRUE, PROBABLE), (TRUE, P2), ([1, 0, 2, 2], P3)):
        short = np.array(p, dtype=kind)
        options = {"pos_label": 1} if "brier" in name and short.ndim == 1 else {}
        if kind is np.float32:
            assert_allclose(function(y, short, **options), theirs(name)(y, short, **options), rtol=1e-6)
        if short.ndim == 1:
            exact = function(y, short.astype(np.float64), **options)
            assert_allclose(function(np.array(y), short, **options), exact, rtol=1e-12)


@pytest.mark.parametrize("p", [[0, 1, 1, 0], [1, 0, 0, 1], [0.0, 1e-300, 1.0, 1.0], [1e-17, 1 - 1e-16, 0.5, 0.5]])
@pytest.mark.parametrize("kind", [np.float64, np.float32, np.float16])
def test_log_loss_is_clipped_at_the_step_of_the_type(p: Any, kind: type) -> None:
    mine = log_loss(np.array(TRUE), np.array(p, dtype=kind))
    assert_allclose(mine, theirs("log_loss")(np.array(TRUE), np.array(p, dtype=kind)), rtol=3e-3, atol=1e-3)
    assert mine == log_loss(TRUE, np.array(p, dtype=kind))
    if kind is np.float64:
        assert_same("log_loss", TRUE, p)
        assert_same("log_loss", TRUE, np.column_stack([1 - np.array(p), p]))


@pytest.mark.parametrize(
    ("y", "p", "weights"),
    [
        ([[0, 0], [0, 0]], P2[:2], None),  # no class happens
        ([[0, 0, 0], [0, 1, 0]], P3[:2], [1, 0]),  # none in a row that counts
    ],
)
def test_a_reference_without_loss_is_refused_in_words(y: Any, p: Any, weights: Any) -> None:
    with pytest.raises(ZeroDivisionError, match="no loss can be compared with it") as raised:  # as scikit-learn's
        d2_log_loss_score(y, p, sample_weight=weights)
    assert isinstance(raised.value, ConcordantError)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("y", "p", "weights"), [([0, 1, 1], PROBABLE[:3], [1, -1, 0]), ([[1, 1, 0], [0, 1, 0]], P3[:2], [1, -1])]
)
def test_weights_that_cancel_out_are_refused_in_words(name: str, y: Any, p: Any, weights: Any) -> None:
    with pytest.raises(ZeroDivisionError, match=r"^sample_weight sums to 0") as raised:
        getattr(concordant.sklearn, name)(y, p, sample_weight=weights)
    assert isinstance(raised.value, ConcordantError)


@pytest.mark.parametrize("name", ["d2_log_loss_score", "d2_brier_score"])
@pytest.mark.parametrize("n", [3, 7, 100])
def test_always_saying_the_shares_has_no_skill_at_all(name: str, n: int) -> None:
    function = getattr(concordant.sklearn, name)
    y = np.arange(n) % 3
    shares = np.bincount(y) / n
    assert function(y, np.tile(shares, (n, 1))) == 0.0
    two = y > 0
    assert function(two.tolist(), np.full(n, two.mean())) == 0.0


@pytest.mark.parametrize("normalize", [True, False, np.False_, 1, "a", None])
@pytest.mark.parametrize("weights", [None, [1, 2, 3, 4]])
def test_normalize_of_log_loss(weights: Any, normalize: Any) -> None:
    assert_same("log_loss", TRUE, PROBABLE, normalize=normalize, sample_weight=weights)
    assert_same("log_loss", np.array(TRUE), np.array(PROBABLE), normalize=normalize, sample_weight=weights)


@pytest.mark.parametrize("half", [True, False, np.True_, "auto", "x", 1, None])
def test_scale_of_the_brier_score(half: Any) -> None:
    for y, p in ((TRUE, PROBABLE), (TRUE, P2), ([1, 0, 2, 2], P3), (np.array(TRUE), np.array(PROBABLE))):
        assert_same("brier_score_loss", y, p, scale_by_half=half)


# -- labels --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pos_label", [None, 0, 1, 2, "a", "b", "z", True, 1.0, [1]])
@pytest.mark.parametrize("name", ["brier_score_loss", "d2_brier_score"])
@pytest.mark.filterwarnings("ignore:divide by zero encountered:RuntimeWarning")
def test_positive_label(name: str, pos_label: Any) -> None:
    for y in (TRUE, [2, 5, 5, 2], list("abba"), [True, False, True, True], [-1, 1, 1, -1], [1] * 4, [0] * 4):
        assert_same(name, y, PROBABLE, pos_label=pos_label)
    assert_same(name, ["a", "b", "b", "a"], P2, pos_label=pos_label)
    assert_same(name, [0, 1, 2, 1], P3, pos_label=pos_label)


@pytest.mark.parametrize("labels", [None, [0, 1], [2, 1, 0], [0, 1, 2, 3], [1], [], 3, np.array([0, 1, 2])], ids=repr)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.filterwarnings("ignore:divide by zero encountered:RuntimeWarning")
def test_declared_labels(name: str, labels: Any) -> None:
    for y in ([0, 1, 2, 1], [0, 0, 1, 1], [1, 1, 1, 1]):
        for p in (P3, P2, PROBABLE):
            assert_same(name, y, p, labels=labels)
    for p in (P3, P2):  # foreign texts are listed in an order that changes from one process to the next
        assert_same(name, ["a", "b", "c", "b"], p, labels=labels)


@pytest.mark.parametrize("name", NAMES)
def test_labels_that_are_declared_twice_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"^labels must name each class once, not 0, 1, 1"):
        getattr(concordant.sklearn, name)([0, 1, 0, 1], P2, labels=[0, 1, 1])


@pytest.mark.parametrize(
    "y",
    [
        [0.5, 1.5, 1.5, 0.5],
        [[1, 2], [2, 2], [3, 4], [5, 6]],
        [[1, 0], [0, 1], [0, 1], [1, 0]],
        [[1, 0], [1, 1], [0, 0], [1, 0]],
        [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 0]],
        [[1, 0, 1], [0, 1, 0], [0, 0, 0], [0, 1, 1]],
    ],
    ids=repr,
)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.filterwarnings("ignore:divide by zero encountered:RuntimeWarning")
def test_truth_at_the_edges(name: str, y: Any) -> None:
    for p in (PROBABLE, P2, P3):
        assert_same(name, y, p)
        assert_same(name, y, p, sample_weight=[1, 2, 3, 4])


# -- probabilities and weights -------------------------------------------------------------------------------------


@pytest.mark.parametrize("factor", [0.9, 1 + 1e-8, 1 + 1e-7])
@pytest.mark.parametrize("name", NAMES)
def test_sums_other_than_one_are_taken_with_a_warning(name: str, factor: float) -> None:
    assert_same(name, [0, 1, 1, 1], np.array(P2) * factor)
    assert_same(name, [0, 1, 2, 1], np.array(P3) * factor, sample_weight=[1, 2, 0, 1])


@pytest.mark.parametrize("name", ["log_loss", "d2_log_loss_score"])
def test_former_name_of_the_probabilities(name: str) -> None:
    assert_same(name, TRUE, y_pred=PROBABLE)
    assert_same(name, TRUE, PROBABLE, y_pred=PROBABLE)
    assert_same(name, TRUE, y_pred=3)
    with pytest.raises(ValueError, match=r"^y_proba must be a list, an array or a series of values, not NoneType"):
        getattr(concordant.sklearn, name)(TRUE)


@pytest.mark.parametrize("name", NAMES)
def test_input_is_left_as_it_was(name: str) -> None:
    y, p = np.array(TRUE), np.array([0.0, 1.0, 0.7, 1.0])
    y.flags.writeable = p.flags.writeable = False
    getattr(concordant.sklearn, name)(y, p)
    getattr(concordant.sklearn, name)(y, np.array(P2))
    assert p.tolist() == [0.0, 1.0, 0.7, 1.0]


# -- hinge loss ----------------------------------------------------------------------------------------------------

DECISIONS = [-8.5, 0.5, 1.5, -0.3]
FOUR = np.array([[0.36, -0.17, -0.58, -0.99], [-0.54, -0.37, -0.48, -0.58], [-1.45, -0.58, -0.38, -0.17],
                 [-0.54, -0.38, -0.48, -0.58]])  # fmt: skip


@pytest.mark.parametrize(
    ("y", "scores", "labels"),
    [
        (["a", "b", "b", "a"], DECISIONS, None),
        ([1, 1, 1, 1], DECISIONS, None),
        ([0, 1, 1, 0], DECISIONS, [0, 5]),
        ([0, 1, 2, 1], DECISIONS, None),
        ([0, 1, 2, 1], FOUR, None),
        ([0, 1, 2, 1], FOUR, [3, 2, 1, 0]),
        ([0, 1, 1, 0], np.array(DECISIONS)[:, None], None),
        ([0, 1, 2, 1], FOUR[:, :3], 5),
        ([], [], None),
        ([[1, 0], [0, 1]], [[1, 0], [0, 1]], None),
    ],
    ids=repr,
)
def test_hinge_loss_at_the_edges(y: Any, scores: Any, labels: Any) -> None:
    assert_same("hinge_loss", y, scores, labels=labels)


def test_what_the_hinge_loss_refuses_and_scikit_learn_does_not() -> None:
    with pytest.raises(ValueError, match=r"^1 label occurs that labels= does not name: 7\."):
        hinge_loss([0, 1, 7, 0], FOUR[:, :3], labels=[0, 1, 2])
    with pytest.raises(ValueError, match=r"^y_true has 3 labels, more than the two of labels="):
        hinge_loss([0, 1, 2, 0], DECISIONS, labels=[0, 1])


def test_several_truths_in_a_row() -> None:
    truth = [[1, 0, 1], [0, 1, 0], [0, 0, 0], [0, 1, 1]]
    surprise = -np.log([0.2, 0.1, 0.2, 0.1, 0.8])
    assert log_loss(truth, P3) == pytest.approx(surprise.sum() / 4, rel=1e-14)
