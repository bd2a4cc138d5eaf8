"""Moments: the verbs of a state, losses of rows, and the checks of probabilities."""

from __future__ import annotations

import math
from typing import Any, get_args

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from concordant.engines.arrays.quantities import moments_and_odd_rows, ranking_moments, ranking_values, row_losses
from concordant.errors import LabelError, LengthError, MissingValuesError, ScoreError
from concordant.inputs.rankings import check_label_rankings
from concordant.inputs.scores import check_scores
from concordant.states import Moments
from concordant.states.moments import Loss, RowQuantity

THIRDS = np.full((3, 3), 1 / 3)


def losses(y_true: Any, y_prob: Any, loss: Loss = "squared", **options: Any) -> Moments:
    return Moments.from_losses(check_scores(y_true, y_prob, what="y_prob", **options), loss)


# -- adding ----------------------------------------------------------------------------------------------------------


def test_parts_far_from_zero_do_not_cancel() -> None:
    rng = np.random.default_rng(4)
    x = 1e9 + rng.normal(0, 0.1, 5000)
    total = Moments.empty()
    for part in np.split(x, 10):
        total = total + Moments.from_measurements(part, part)
    expected = float((x - x.mean(dtype=np.longdouble)).astype(np.longdouble).var() * 5000)
    assert_allclose(total.comoment, np.full((2, 2), expected), rtol=1e-6)


def test_equal_constants_have_no_spread_however_they_are_cut() -> None:
    parts = [Moments.from_measurements([0.1] * k, [0.1] * k) for k in (1, 3, 7, 100)]
    total = sum(parts[1:], parts[0])
    assert total.mean.tolist() == [0.1, 0.1]
    assert total.comoment.tolist() == [[0.0, 0.0], [0.0, 0.0]]


def test_an_infinite_loss_stays_infinite_in_any_sum() -> None:
    wrong = losses([1, 1], [0.0, 0.5], "surprise")
    fine = losses([0, 1], [0.5, 0.5], "surprise")
    for total in (wrong + fine, fine + wrong, wrong + wrong, wrong + fine * 0, fine + wrong + fine):
        assert total.mean.tolist() == [np.inf]
    assert fine + wrong * 0 == wrong * 0 + fine == fine


# -- losses ----------------------------------------------------------------------------------------------------------


def test_hand_worked_losses() -> None:
    assert losses([0, 1], [0.5, 0.75]).mean.tolist() == [(0.25 + 0.0625) / 2]
    assert_allclose(
        losses(["n", "y"], [0.5, 0.75], "surprise", pos_label="y").mean, [-(math.log(0.375)) / 2], rtol=1e-15
    )
    assert_allclose(losses([0, 1, 2], THIRDS).mean, [2 / 3], rtol=1e-15)
    assert_allclose(losses(["a", "c", "b"], THIRDS, "surprise", labels=["a", "b", "c"]).mean, [math.log(3)], rtol=1e-15)
    assert losses([-1, 1], [0.5, 0.75]).mean.tolist() == losses([0, 1], [0.5, 0.75]).mean.tolist()


def test_one_class_only_and_two_columns_of_probabilities() -> None:
    matrix = [[0.9, 0.1], [0.8, 0.2]]
    assert_allclose(losses([0, 0], matrix, "surprise").mean, [-math.log(0.72) / 2], rtol=1e-14)
    assert_allclose(losses([1, 1], matrix, "surprise").mean, [-math.log(0.02) / 2], rtol=1e-14)


def test_several_labels_at_once_are_a_stack() -> None:
    y, p = np.array([[1, 0], [0, 0], [1, 1]]), np.array([[0.5, 0.25], [0.0, 0.5], [1.0, 1.0]])
    stack = losses(y, p)
    assert stack.mean.shape == (2, 1)
    for k in range(2):
        assert_array_equal(stack.mean[k], losses(y[:, k], p[:, k]).mean)
        assert_array_equal(stack.comoment[k], losses(y[:, k], p[:, k]).comoment)
    assert stack.n.tolist() == [3.0, 3.0]


@pytest.mark.parametrize("y_true", [np.array([0, 1, 1]), [0, 1, 1], [-1, 1, 1]])
def test_what_is_no_probability(y_true: Any) -> None:
    with pytest.raises(ScoreError) as caught:
        losses(y_true, [0.5, 1.5, -0.25])
    assert str(caught.value) == (
        "y_prob must hold probabilities between 0 and 1; 2 are not, the first in row 1: [1.5]. "
        "Scores of another scale must be turned into probabilities first."
    )
    with pytest.raises(MissingValuesError, match=r"y_prob has 1 missing \(the first in row 2\)"):
        losses(y_true, [0.5, 0.5, np.nan])
    with pytest.raises(ScoreError, match=r"the first in row 2: \[2\.0\]"):  # the number that the caller knows
        losses(y_true, [0.5, 3.0, 2.0], sample_weight=[1, 0, 1])


def test_a_row_of_weight_zero_may_hold_anything() -> None:
    for bad in (np.nan, np.inf, -3.0):
        found = losses([0, 1, 1], [0.5, 0.75, bad], sample_weight=[1, 1, 0])
        assert found.mean.tolist() == losses([0, 1], [0.5, 0.75]).mean.tolist()
        matrix = np.vstack([THIRDS, [bad, 0, 0]])
        assert losses([0, 1, 2, 7], matrix, sample_weight=[1, 1, 1, 0]).n == 3
    assert losses([0, 1, 5], [0.5, 0.75, 0.5], sample_weight=[1, 1, 0]).n == 2
    assert losses([1, 1], [0.5, 0.0], "surprise", sample_weight=[1, 0]).mean.tolist() == [-math.log(0.5)]


def test_rows_that_do_not_sum_to_one_say_by_how_much() -> None:
    matrix = THIRDS.copy()
    matrix[1, 2] += 0.01
    with pytest.raises(ScoreError) as caught:
        losses([0, 1, 2], matrix)
    assert str(caught.value) == (
        "each row of y_prob must sum to 1; row 1 sums to 1.01 (off by 0.01). "
        "Divide each row by its sum if these are unnormalised weights."
    )
    with pytest.raises(ScoreError, match=r"row 2 sums to 1.01"):
        losses([0, 0, 1, 2], np.vstack([[[np.nan] * 3], matrix]), missing="drop")


@pytest.mark.parametrize(
    ("dtype", "allowed", "refused"), [("float64", 5e-6, 5e-5), ("float32", 5e-5, 5e-4), ("float16", 2e-3, 2e-2)]
)
def test_the_tolerance_of_a_sum_follows_the_precision(dtype: str, allowed: float, refused: float) -> None:
    matrix, first = np.tile([0.5, 0.25, 0.25], (3, 1)), np.array([1.0, 0, 0])
    assert losses([0, 1, 2], (matrix + allowed * first).astype(dtype)).n == 3
    with pytest.raises(ScoreError, match="each row of y_prob must sum to 1; row 0"):
        losses([0, 1, 2], (matrix + refused * first).astype(dtype))


def test_labels_that_do_not_fit_the_probabilities() -> None:
    with pytest.raises(LengthError, match=r"y_true has 3 classes \(0, 1, 2\), but y_prob is one column"):
        losses(np.array([0, 1, 2]), [0.1, 0.2, 0.3])
    with pytest.raises(LabelError, match="does not name: 2"):
        losses([0, 1, 2], [0.1, 0.2, 0.3], labels=[0, 1])


TRUTH = np.array([[1, 0, 0], [0, 0, 0], [0, 1, 1]])
SCORES = np.array([[0.5, 0.75, 0.25], [1.0, 2.0, 3.0], [0.5, 0.25, 1.0]])


def test_a_quantity_that_every_row_has_is_one() -> None:
    moments = ranking_moments(check_label_rankings(TRUTH, SCORES), RowQuantity("coverage"), "rows to read")
    assert moments.names == ("rows to read",)
    assert (moments.n, moments.mean.tolist()) == (3.0, [5 / 3])
    assert_allclose(moments.comoment, [[(2 - 5 / 3) ** 2 + (5 / 3) ** 2 + (3 - 5 / 3) ** 2]])


def test_where_it_is_defined_is_a_second_quantity() -> None:
    rows = check_label_rankings(TRUTH, SCORES, sample_weight=[1, 2, 1])
    moments = ranking_moments(rows, RowQuantity("average precision"), "precision")
    assert moments.names == ("precision", "defined")
    assert_allclose(moments.mean, [(1 / 2 + (1 + 2 / 3) / 2) / 4, 1 / 2])
    assert (moments.weight.item(), moments.squares.item()) == (4, 6)
    values = ranking_values(rows, RowQuantity("average precision"))
    assert_allclose(values, [1 / 2, np.nan, 5 / 6])


def test_odd_rows_are_told() -> None:
    scores = SCORES.copy()
    scores[1, 0], scores[2, 1] = np.inf, np.nan
    _, odd = moments_and_odd_rows(check_label_rankings(TRUTH, scores), RowQuantity("coverage"), "x")
    assert (odd.truth, odd.score, odd.infinite) == (-1, 2, 1)


@pytest.mark.parametrize("k", [None, 1, 2, 5])
def test_places_after_the_first_k_do_not_count(k: int | None) -> None:
    values = ranking_values(check_label_rankings(TRUTH, SCORES), RowQuantity("gain", k))
    d = np.where(np.arange(3) < (3 if k is None else k), 1 / np.log2([2, 3, 4]), 0)
    assert_allclose(values, [d[1], 0, d[0] + d[2]], rtol=1e-15)


def test_another_base_scales_gains() -> None:
    rows = check_label_rankings(TRUTH, SCORES)
    ten, two = (ranking_values(rows, RowQuantity("gain", log_base=base)) for base in (10.0, 2.0))
    assert_allclose(ten, two * np.log2(10), rtol=1e-14)


RNG = np.random.default_rng(8)
N = 60
TWO, P = RNG.integers(0, 2, N), RNG.random(N)
MANY = RNG.integers(0, 3, N)
MATRIX = RNG.dirichlet([1, 1, 1], N)
LABELS = (RNG.random((N, 3)) < 0.4).astype(int)
KINDS: dict[str, tuple[Any, Any]] = {
    "two classes": (TWO, P),
    "truth values": (TWO.astype(bool), P),
    "other numbers": (TWO * 3 + 2, P),
    "several classes": (MANY, MATRIX),
    "several labels": (LABELS, MATRIX),
}


@pytest.mark.parametrize("loss", get_args(Loss))
@pytest.mark.parametrize("kind", KINDS)
def test_moments_of_the_losses_of_rows_are_those_of_the_state(kind: str, loss: Loss) -> None:
    rows = check_scores(*KINDS[kind], what="y_prob")
    state, quantities = Moments.from_losses(rows, loss), row_losses(rows, loss)
    assert quantities.shape == (N, *state.mean.shape)
    assert_allclose(quantities.mean(0), state.mean, rtol=1e-13)
    moved = quantities - quantities.mean(0)
    assert_allclose(np.einsum("n...p,n...q->...pq", moved, moved), state.comoment, rtol=1e-11, atol=1e-12)
