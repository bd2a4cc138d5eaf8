"""The kappa as a loss: values, gradients by finite differences, and the bound that the curvature gives."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from concordant import cohen_kappa
from concordant.errors import LabelError, OptionError, ScoreError, WeightError
from concordant.learning.kappa_loss import KappaLoss, LinearKappaLoss, QuadraticKappaLoss, kappa_loss

KINDS = ("quadratic", "linear")


def rows(seed: int, n: int = 30, *, weighted: bool = True) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
    rng = np.random.default_rng(seed)
    truth = rng.choice([0.0, 1.0, 2.5, 7.0], n)
    truth[:2] = 0.0, 7.0
    return truth, rng.normal(3, 2, n), rng.integers(0, 4, n) + rng.random(n) if weighted else None


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("truth", [[3, 3, 3], []])
def test_constant_truth_raises_and_says_so(kind: str, truth: list[int]) -> None:
    with pytest.raises(LabelError, match=r"at least two labels to be learned: (all 3 rows|there are no rows)"):
        kappa_loss(truth, weights=kind)


def test_bad_options_and_data_raise() -> None:
    with pytest.raises(LabelError, match="all 2 rows have the label 1"):  # the row of the other has no weight
        kappa_loss([1, 1, 2], [1, 1, 0])
    with pytest.raises(OptionError, match="must be 'quadratic' or 'linear', not None"):
        kappa_loss([1, 2], weights=None)
    with pytest.raises(OptionError, match=r"smoothing must be a positive share .*, not 0"):
        LinearKappaLoss.of([1, 2], smoothing=0)
    with pytest.raises(LabelError, match="finite"):
        kappa_loss([1.0, np.inf])
    with pytest.raises(ScoreError, match="y_true must hold numbers"):
        kappa_loss(["low", "high"])
    with pytest.raises(WeightError, match="not negative"):
        kappa_loss([1, 2], [1, -1])


def test_quadratic_loss_by_hand() -> None:
    # mean 2, variance 2/3; N = 0 + 0 + 1 = 1 (halves cancel), D = 3 * 2/3 + (1 + 0 + 0) = 3
    loss = QuadraticKappaLoss.of([1, 2, 3])
    assert_allclose((loss.mean, loss.variance), (2, 2 / 3), rtol=1e-15)
    truth, scores = np.array([1.0, 2.0, 3.0]), np.array([1.0, 2.0, 2.0])
    assert_allclose(loss.value(truth, scores), 1 / 3, rtol=1e-15)
    gradient, curvature = loss.derivatives(truth, scores)
    assert_allclose(gradient, [2 / 3 * -1 + 1, 0, -1], rtol=1e-14, atol=1e-15)  # kappa (s - 2) - (a - 2)
    assert curvature.tolist() == [1, 1, 1]


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_labels_as_scores_give_one_minus_the_kappa(kind: str, weighted: bool) -> None:
    truth, _, weight = rows(1, weighted=weighted)
    rated = np.roll(truth, 1)
    loss = kappa_loss(truth, weight, weights=kind, smoothing=1e-9)
    kappa = cohen_kappa(truth, rated, weights=kind, labels=[0, 1, 2.5, 7], sample_weight=weight)
    assert_allclose(loss.value(truth, rated, weight), 1 - kappa, rtol=1e-7)


@pytest.mark.parametrize("kind", KINDS)
def test_constant_scores_have_loss_one_and_perfect_ones_zero(kind: str) -> None:
    truth, _, weight = rows(2)
    loss = kappa_loss(truth, weight, weights=kind)
    assert_allclose(loss.value(truth, np.full(30, 1.3), weight), 1, rtol=1e-13)
    assert loss.value(truth, truth, weight) == 0


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(5))
def test_gradient_is_that_of_finite_differences(seed: int, kind: str, weighted: bool) -> None:
    truth, scores, weight = rows(seed, weighted=weighted)
    loss = kappa_loss(truth, weight, weights=kind, smoothing=0.3)
    gradient, curvature = loss.derivatives(truth, scores, weight)
    step, numeric = 1e-5, []
    for i in range(len(scores)):
        move = np.zeros_like(scores)
        move[i] = step
        high, low = loss.value(truth, scores + move, weight), loss.value(truth, scores - move, weight)
        numeric.append((high - low) / (2 * step))
    chance = loss.parts(truth, scores, weight)[1]
    assert_allclose(gradient, np.array(numeric) * chance, rtol=1e-5, atol=1e-6)
    assert (curvature > 0).all() if weight is None else (curvature[weight > 0] > 0).all()


@pytest.mark.parametrize("kind", KINDS)
@given(seed=st.integers(0, 10_000), spread=st.floats(1e-3, 30))
def test_curvature_bounds_the_surrogate_everywhere(kind: str, seed: int, spread: float) -> None:
    truth, scores, weight = rows(seed)
    loss = kappa_loss(truth, weight, weights=kind)
    ratio = loss.value(truth, scores, weight)
    gradient, curvature = loss.derivatives(truth, scores, weight)
    move = np.random.default_rng(seed + 1).normal(0, spread, len(scores))
    disagreement, chance = loss.parts(truth, scores + move, weight)
    bound = gradient @ move + curvature @ move**2 / 2
    assert disagreement - ratio * chance <= bound + 1e-9 * (1 + abs(bound) + disagreement)


def test_gradient_vanishes_at_the_stretched_regression() -> None:
    rng = np.random.default_rng(5)
    group = rng.integers(0, 6, 400)
    truth = np.clip(group + rng.integers(-2, 3, 400), 0, 6).astype(float)
    loss = QuadraticKappaLoss.of(truth)
    fit = (np.bincount(group, truth) / np.bincount(group))[group]
    # kappa of the stretched fit is sd(fit) / sd(truth), the bound of any score of the groups
    kappa = fit.std() / truth.std()
    scores = loss.mean + (fit - loss.mean) / kappa
    assert_allclose(1 - loss.value(truth, scores), kappa, rtol=1e-12)
    assert_allclose(np.bincount(group, loss.derivatives(truth, scores)[0]), np.zeros(6), atol=1e-11)


@pytest.mark.parametrize("kind", KINDS)
def test_weight_two_is_the_row_twice_and_zero_is_absent(kind: str) -> None:
    truth, scores, _ = rows(4, weighted=False)
    weight = np.tile([0.0, 1.0, 2.0], 10)
    weight[:2] = 1
    times = weight.astype(int)
    some = kappa_loss(truth, weight, weights=kind)
    long = kappa_loss(np.repeat(truth, times), weights=kind)
    assert_allclose(some.value(truth, scores, weight), long.value(*(np.repeat(x, times) for x in (truth, scores))))


@pytest.mark.parametrize("kind", KINDS)
def test_parts_of_slices_add_up(kind: str) -> None:
    truth, scores, weight = rows(6)
    loss: KappaLoss = kappa_loss(truth, weight, weights=kind)
    whole = loss.parts(truth, scores, weight)
    parts = [loss.parts(truth[s], scores[s], weight[s]) for s in (slice(0, 11), slice(11, 30))]
    assert_allclose(np.sum(parts, axis=0), whole, rtol=1e-13)
