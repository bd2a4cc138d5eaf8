"""Smooth calibration curves by local regression, and the summaries of their errors: ICI, E50, E90 and Emax."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from metrics.cases import reference
from numpy.testing import assert_allclose, assert_array_equal

from concordant import (
    calibration_error_e50,
    calibration_error_e90,
    calibration_error_emax,
    integrated_calibration_index,
    smooth_calibration_curve,
)
from concordant.metrics.probabilities import smooth_calibration as local_regression
from concordant.metrics.probabilities.smooth_calibration import EXACT, neighbourhoods, smoother, smoothing


@pytest.mark.parametrize(
    ("y_true", "y_prob", "observed"),
    [
        ([0, 0], [0.3, 0.4], [0, 0]),  # one class
        ([0, 1, 1], [0.3, 0.3, 0.3], [2 / 3]),  # constant: the share
        ([1, 0], [0.0, 1.0], [1, 0]),  # inverted
        ([0, 1, 0, 1, 1], [0.1, 0.1, 0.5, 0.9, 0.9], [0.5, 0, 1]),  # few distinct: the share of each
    ],
)
def test_smooth_calibration_curve_edges(y_true: Any, y_prob: Any, observed: Any) -> None:
    found = smooth_calibration_curve(y_true, y_prob, labels=[0, 1])
    assert_allclose(found.observed, observed, atol=1e-12)
    assert_array_equal(found.predicted, np.unique(y_prob))
    assert found.weight.sum() == len(y_true)


def test_where_one_probability_fills_the_neighbourhood_the_curve_is_its_share() -> None:
    """R's loess stops there."""
    prob = np.append(np.full(80, 0.1), np.linspace(0.2, 0.9, 20))
    truth = np.append(np.arange(80) < 20, np.arange(20) % 2).astype(int)
    found = smooth_calibration_curve(truth, prob)
    assert found.observed[0] == pytest.approx(0.25)
    assert np.isfinite(found.observed).all()


@pytest.mark.parametrize("case", reference("smooth_calibration"), ids=lambda case: case["name"])
def test_loess_of_r_gives_the_same_smooth_curve(case: Any) -> None:
    found = smooth_calibration_curve(case["y_true"], case["y_prob"], span=case["span"])
    assert_allclose(np.interp(case["y_prob"], found.predicted, found.observed), case["fitted"], atol=1e-12)


@settings(derandomize=True, deadline=None, max_examples=40, database=None)
@given(st.lists(st.tuples(st.integers(0, 20), st.integers(1, 4)), min_size=1, max_size=30), st.floats(0.2, 1))
def test_lines_and_parabolas_are_kept_where_a_neighbourhood_holds_them(rows: Any, span: float) -> None:
    p, place = np.unique([place / 20 for place, _ in rows], return_inverse=True)
    weight = np.bincount(place, [weight for _, weight in rows])
    matrix = smoother(p, p, weight, neighbourhoods(p, p, weight, span))
    assert_allclose(matrix.sum(1), 1, rtol=1e-9)
    several = (np.abs(matrix) > 0).sum(1)
    assert_allclose((matrix @ p)[several >= 2], p[several >= 2], atol=1e-9)
    assert_allclose((matrix @ p**2)[several >= 3], (p**2)[several >= 3], atol=1e-8)


def test_many_probabilities_are_fitted_at_some_and_stay_near_the_exact_curve() -> None:
    rng = np.random.default_rng(5)
    p = np.sort(1 / (1 + np.exp(-1.5 * rng.normal(size=3000) + 0.5)))
    one, positives = np.ones(3000), (rng.random(3000) < p**1.5).astype(float)
    exact = smoothing(p, one, 0.75, exact=3000).fitted(positives)
    coarse = smoothing(p, one, 0.75)
    assert EXACT < 3000
    assert len(coarse.points) <= 400
    assert coarse.weight.sum() == pytest.approx(3000)
    assert coarse.points[[0, -1]].tolist() == p[[0, -1]].tolist()
    assert_allclose(np.interp(p, coarse.points, coarse.fitted(positives)), exact, atol=3e-4)


def test_the_band_holds_the_curve_and_narrows_with_rows() -> None:
    rng = np.random.default_rng(8)
    widths = []
    for n in (100, 400, 3000):
        prob = rng.random(n)
        truth = (rng.random(n) < prob).astype(int)
        found = smooth_calibration_curve.interval(truth, prob)["observed"]
        curve = smooth_calibration_curve(truth, prob)
        assert_allclose(found.value, curve.observed, atol=1e-12)
        assert_allclose(found.outputs, curve.predicted)
        assert ((found.low <= found.value) & (found.value <= found.high)).all()
        widths.append((found.high - found.low).mean())
    assert widths[0] > 1.6 * widths[1] > 3.2 * widths[2]


@pytest.mark.parametrize("prob", [[0.0, 1.0] * 20, [1e-300, 1.0] * 20])
def test_certain_rows_have_a_band_too(prob: Any) -> None:
    found = smooth_calibration_curve.interval([0, 1] * 20, prob)["observed"]
    assert_allclose(found.low, [0, 0.84], atol=0.01)
    assert_allclose(found.high, [0.16, 1], atol=0.01)


@pytest.mark.parametrize("span", [0.05, 0.3, 0.75, 1.0])
@pytest.mark.parametrize("digits", [1, 2, 15])
def test_a_neighbourhood_ends_at_the_row_that_makes_up_the_span(span: float, digits: int) -> None:
    random = np.random.default_rng(digits)
    for size in (1, 2, 5, 12, 40):
        p = np.unique(np.round(random.beta(0.3, 0.3, size), digits))
        weight = random.lognormal(0, 1, len(p))
        for x, width in zip(p, neighbourhoods(p, p, weight, span), strict=True):
            distance = np.abs(p - x)
            order = np.argsort(distance)
            last = (weight[order].cumsum() >= span * weight.sum() * (1 - 1e-9)).argmax()
            assert_allclose(width, distance[order][last], atol=1e-15)


ALL: dict[str, Any] = {
    "ici": integrated_calibration_index,
    "e50": calibration_error_e50,
    "e90": calibration_error_e90,
    "emax": calibration_error_emax,
}
SUMMARIES: dict[str, Any] = {"ici": np.mean, "e50": np.median, "e90": lambda x: np.quantile(x, 0.9), "emax": np.max}
each = pytest.mark.parametrize("name", ALL)


@each
@pytest.mark.parametrize("n", [40, 1500])
def test_error_summaries_are_those_of_the_distances_of_the_curve(name: str, n: int) -> None:
    rng = np.random.default_rng(n)
    prob = rng.random(n)
    truth = (rng.random(n) < prob**2).astype(int)
    curve = smooth_calibration_curve(truth, prob, span=0.6)
    errors = np.abs(np.interp(prob, curve.predicted, curve.observed) - prob)
    assert_allclose(ALL[name](truth, prob, span=0.6), SUMMARIES[name](errors), rtol=1e-12)


@each
@pytest.mark.parametrize("case", reference("smooth_calibration"), ids=lambda case: case["name"])
def test_loess_of_r_gives_the_same_error_summaries(name: str, case: Any) -> None:
    """The code of Austin & Steyerberg over loess(surface = "direct"), cut off at 0 and 1."""
    found = ALL[name](case["y_true"], case["y_prob"], span=case["span"])
    assert found == pytest.approx(case["direct"][name], abs=1e-12)


# --- one smoothing for several metrics ---------------------------------------------------------------------


@pytest.mark.parametrize("changed", [{"span": 0.5}, {"sample_weight": np.arange(1, 301)}])
def test_a_curve_that_is_kept_is_not_taken_for_that_of_other_rows(changed: Any) -> None:
    random = np.random.default_rng(2)
    truth, chance = random.integers(0, 2, 300), random.random(300)
    plain, other, flipped = (
        integrated_calibration_index(*rows, **how)
        for rows, how in (((truth, chance), {}), ((truth, chance), changed), ((1 - truth, chance), {}))
    )
    local_regression._LAST.clear()
    assert integrated_calibration_index(truth, chance, **changed) == other != plain != flipped


def test_a_changed_result_does_not_change_the_next_one() -> None:
    random = np.random.default_rng(1)
    truth, chance = random.integers(0, 2, 50), random.random(50)
    index, curve = integrated_calibration_index(truth, chance), smooth_calibration_curve(truth, chance)
    observed = curve.observed.copy()
    for values in (curve.observed, curve.predicted, curve.weight):
        values[:] = 0.0
    assert integrated_calibration_index(truth, chance) == index
    assert_array_equal(smooth_calibration_curve(truth, chance).observed, observed)
