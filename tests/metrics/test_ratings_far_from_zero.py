"""Ratings that are large beside their spread lose no digit: means are kept with what rounding takes off them."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.testing import assert_allclose

from concordant import concordance_correlation, pearson_correlation, standardized_mean_difference
from concordant.metrics.definition.metric import Metric
from concordant.states import Moments

OFFSETS = (0.0, 1e6, -1e9, 1e12, 2e15)
METRICS: tuple[Metric, ...] = (concordance_correlation, pearson_correlation, standardized_mean_difference)


def ratings(n: int, offset: float) -> tuple[Any, Any, Any]:
    """Whole numbers, which are exact also beside an offset, and weights."""
    rng = np.random.default_rng(n)
    x = rng.integers(0, 10, n)
    y = x + rng.integers(0, 3, n)
    return x + offset, y + offset, rng.integers(1, 9, n) / 4


def lin(x: Any, y: Any, weights: Any) -> float:
    """Lin's coefficient in fractions."""
    one, two, w = ([Fraction(value) for value in column.tolist()] for column in (x, y, weights))
    n = sum(w)
    a, b = (sum(map(lambda p, q: p * q, w, column)) / n for column in (one, two))
    shared = sum(p * (q - a) * (r - b) for p, q, r in zip(w, one, two, strict=True))
    spread = sum(p * ((q - a) ** 2 + (r - b) ** 2) for p, q, r in zip(w, one, two, strict=True))
    return float(2 * shared / (spread + n * (a - b) ** 2))


@pytest.mark.parametrize("offset", OFFSETS)
@pytest.mark.parametrize("n", [2, 7, 100, 5000])
def test_the_concordance_is_that_of_fractions(n: int, offset: float) -> None:
    x, y, weights = ratings(n, offset)
    assert concordance_correlation(x, y, sample_weight=weights) == pytest.approx(lin(x, y, weights), rel=1e-14)
    cut = n // 3
    parts = [
        Moments.from_measurements(x[here], y[here], sample_weight=weights[here])
        for here in (slice(cut), slice(cut, None))
    ]
    assert concordance_correlation.of(parts[0] + parts[1]) == pytest.approx(lin(x, y, weights), rel=1e-13)
    assert concordance_correlation.of(parts[1] + parts[0]) == pytest.approx(lin(x, y, weights), rel=1e-13)


@pytest.mark.parametrize("offset", OFFSETS)
@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
@pytest.mark.parametrize("method", [None, "bca"])
def test_intervals_do_not_change_with_the_offset(metric: Metric, method: str | None, offset: float) -> None:
    x, y, weights = ratings(60, 0.0)
    expected = metric.interval(x, y, sample_weight=weights, method=method, draws=50)
    found = metric.interval(x + offset, y + offset, sample_weight=weights, method=method, draws=50)
    for name in ("value", "low", "high", "se"):
        assert getattr(found, name) == pytest.approx(getattr(expected, name), rel=1e-9)


@pytest.mark.parametrize("offset", OFFSETS)
def test_normal_theory_does_not_change_with_the_offset(offset: float) -> None:
    x, y, _ = ratings(60, 0.0)
    expected = concordance_correlation.interval(x, y, method="lin")
    found = concordance_correlation.interval(x + offset, y + offset, method="lin")
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), rel=1e-12)


@pytest.mark.parametrize("offset", OFFSETS)
def test_a_lazy_frame_gives_the_same(offset: float) -> None:
    x, y, weights = ratings(100, offset)
    frame = pl.LazyFrame({"x": x, "y": y, "w": weights})
    state = Moments.from_frame(frame, y_true="x", y_pred="y", sample_weight="w")
    assert concordance_correlation.of(state) == pytest.approx(lin(x, y, weights), rel=1e-13)


def test_states_with_a_rest_are_states_like_others() -> None:
    x, y, weights = ratings(100, 1e12)
    state = Moments.from_measurements(x, y, sample_weight=weights)
    assert state.rest is not None
    assert Moments.from_dict(json.loads(json.dumps(state.to_dict()))) == state
    assert state + Moments.empty() == Moments.empty() + state == state == state * 1
    assert (state * 2).rest is state.rest
    stack = Moments.stack([state, Moments.from_measurements([1, 2, 3], [1, 3, 3])])
    assert_allclose(
        concordance_correlation.of(stack), [lin(x, y, weights), lin(*np.float64([[1, 2, 3], [1, 3, 3]]), np.ones(3))]
    )


def test_usual_ratings_have_no_rest() -> None:
    x, y, weights = ratings(100, 0.0)
    state = Moments.from_measurements(x, y, sample_weight=weights)
    assert state.rest is None
    assert "rest" not in state.to_dict()
    assert (state + state).rest is None


@pytest.mark.parametrize("value", [0.0, 0.1, 1e12, -1e100])
def test_constant_ratings_stay_exact(value: float) -> None:
    assert np.isnan(concordance_correlation([value] * 3, [value] * 3, undefined=float("nan")))
    assert concordance_correlation([value] * 3, [value, value * 0.5, value], undefined=0.0) in (0.0, -0.0)
