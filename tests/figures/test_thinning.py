"""Curves with few thresholds: exact counts, no visible loss."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import average_precision, roc_curve
from concordant.figures.thinning import COLUMNS, kept_points, thinned, thresholds_of
from concordant.states import Curve


def _data(n: int, prevalence: float, seed: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    y = (rng.random(n) < prevalence).astype(int)
    return y, 1 / (1 + np.exp(-(rng.normal(size=n) + 1.5 * y)))


def test_short_curves_stay_whole() -> None:
    curve = Curve.from_scores([0, 1, 1], [0.1, 0.2, 0.3])
    assert thinned(curve, 3) is curve
    few = thresholds_of(curve, 500, at=0.5)
    assert few.of_data == few.every == 3
    assert (few.start, few.scores[0], few.cells["tp"][0], few.cells["fp"][0]) == (0, 0.5, 0, 0)  # none reaches a half
    for size in (0, 1, 2, 4 * (COLUMNS + 1)):
        x = np.linspace(0, 1, size)
        np.testing.assert_array_equal(kept_points(x, x), np.arange(size))


@pytest.mark.parametrize(("n", "prevalence"), [(600, 0.5), (20_000, 0.4), (50_000, 0.0005), (50_000, 0.9995)])
def test_thinned_counts_are_exact_and_few(n: int, prevalence: float) -> None:
    y, s = _data(n, prevalence, 11)
    few = thresholds_of(Curve.from_scores(y, s), 500, at=0.5)
    assert few.of_data <= 500
    assert few.every == n
    for i in range(0, len(few.scores), 37):
        positive = s >= few.scores[i]
        for name, called, label in (
            ("tp", positive, 1),
            ("fp", positive, 0),
            ("fn", ~positive, 1),
            ("tn", ~positive, 0),
        ):
            assert few.cells[name][i] == (called & (y == label)).sum()


@pytest.mark.parametrize(("n", "prevalence"), [(20_000, 0.4), (50_000, 0.0005)])
def test_the_thin_curve_lies_on_the_whole_one(n: int, prevalence: float) -> None:
    y, s = _data(n, prevalence, 3)
    whole = Curve.from_scores(y, s)
    fpr, tpr, _ = roc_curve.of(whole)
    few_fpr, few_tpr, _ = roc_curve.of(thinned(whole, 500))
    # how far each point of the whole curve is from the thin line, up or to the side
    up = np.abs(np.interp(fpr, few_fpr, few_tpr) - tpr)
    side = np.abs(np.interp(tpr, few_tpr, few_fpr) - fpr)
    assert np.minimum(up, side).max() < 0.01
    # a picture that loses little has nearly the same area
    assert_allclose(average_precision.of(thinned(whole, 500)), average_precision.of(whole), atol=0.02)


def test_the_decision_at_a_half_is_kept() -> None:
    y, s = _data(30_000, 0.3, 8)
    few = thresholds_of(Curve.from_scores(y, s), 400, at=0.5)
    assert few.scores[few.start] == 0.5
    assert few.cells["tp"][few.start] + few.cells["fp"][few.start] == (s >= 0.5).sum()


def test_both_ends_of_jumps_stay() -> None:
    y = np.repeat([1, 0, 1, 0], [1, 5000, 1, 5000])  # two positives: the curve jumps by a half twice
    s = np.linspace(1, 0, len(y))
    fpr, tpr, _ = roc_curve.of(thinned(Curve.from_scores(y, s), 100))
    corners = {(0.0, 0.0), (0.0, 0.5), (0.5, 0.5), (0.5, 1.0), (1.0, 1.0)}
    assert corners <= set(zip(fpr.tolist(), tpr.tolist(), strict=True))


@pytest.mark.parametrize("shape", ["roc", "zigzag"])
def test_no_point_is_farther_from_the_line_than_a_column(shape: str) -> None:
    rng = np.random.default_rng(0)
    steps = rng.integers(0, 2, 100_000)
    x = np.concatenate([[0.0], steps.cumsum() / steps.sum()])
    y = np.concatenate([[0.0], (1 - steps).cumsum() / (1 - steps).sum()]) if shape == "roc" else rng.random(len(x))
    keep = kept_points(x, y)
    assert len(keep) <= 4 * (COLUMNS + 1) < len(x)
    assert {0, len(x) - 1} <= set(keep.tolist())
    for i in rng.integers(0, len(x), 2000).tolist():
        k = np.searchsorted(keep, i)
        near = keep[max(0, k - 4) : k + 5]  # the line passes the height of the point inside the column of the point
        a, b = np.stack([x[near], y[near]], 1)[:-1], np.stack([x[near], y[near]], 1)[1:]
        along = np.clip(
            ((np.array([x[i], y[i]]) - a) * (b - a)).sum(1) / np.maximum(((b - a) ** 2).sum(1), 1e-300), 0, 1
        )
        assert np.hypot(*(a + along[:, None] * (b - a) - [x[i], y[i]]).T).min() <= 1 / COLUMNS + 1e-12
