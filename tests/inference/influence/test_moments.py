"""Derivatives by means and co-moments, against formulas by hand."""

from __future__ import annotations

import numpy as np
from numpy.testing import assert_allclose
from samples import measurement_samples

from concordant import concordance_correlation, pearson_correlation
from concordant.inference.influence.tables import comoment_slopes, mean_slopes
from concordant.states import Moments

RNG = np.random.default_rng(2)
X = RNG.normal(size=30)
Y = 0.5 * X + RNG.normal(size=30)


def test_a_product_of_means_has_the_other_mean_as_slope() -> None:
    state = Moments.from_measurements(X, Y)
    slopes = mean_slopes(lambda stack: stack.mean[..., 0] * stack.mean[..., 1] ** 2, state)
    assert_allclose(slopes, [Y.mean() ** 2, 2 * X.mean() * Y.mean()], rtol=1e-13)


def test_a_stack_has_a_slope_for_each_of_its_means() -> None:
    state = Moments.stack([Moments.from_measurements(X, Y), Moments.from_measurements(Y, X)])
    slopes = mean_slopes(lambda stack: stack.mean[..., 0] ** 2, state)
    expected = np.zeros((4, 2))
    expected[0, 0], expected[2, 1] = 2 * X.mean(), 2 * Y.mean()
    assert_allclose(slopes, expected, rtol=1e-13)


def test_both_places_of_a_co_moment_move_together() -> None:
    state = Moments.from_measurements(X, Y)
    slopes, places = comoment_slopes(lambda s: s.comoment[..., 0, 1] + 3 * s.comoment[..., 1, 0], state)
    assert [tuple(place) for place in places.T] == [(0, 0), (0, 1), (1, 1)]
    assert_allclose(slopes, [0, 4, 0], atol=1e-14)


def test_the_influence_on_a_correlation_is_the_textbook_one() -> None:
    (sample,) = measurement_samples(X, [Y], names=["y_pred"])
    x, y = (X - X.mean()) / X.std(), (Y - Y.mean()) / Y.std()
    r = np.corrcoef(X, Y)[0, 1]
    assert_allclose(sample.influence(pearson_correlation, {}), x * y - r * (x**2 + y**2) / 2, rtol=1e-10, atol=1e-12)


def test_the_concordance_of_equal_ratings_cannot_be_moved() -> None:
    (sample,) = measurement_samples(X, [X], names=["y_pred"])
    assert_allclose(sample.influence(concordance_correlation, {}), 0, atol=1e-12)
