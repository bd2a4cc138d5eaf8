"""Thinned curves look the same: no point is farther from the drawn line than the stated bound."""

from typing import Any

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

import concordant
from concordant import plots
from concordant.figures.thinning import COLUMNS, kept_points


@pytest.mark.parametrize("size", [0, 1, 2, 4 * (COLUMNS + 1)])
def test_short_curves_are_kept_whole(size: int) -> None:
    x = np.linspace(0, 1, size)
    np.testing.assert_array_equal(kept_points(x, x), np.arange(size))


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


def test_a_corner_is_never_dropped() -> None:
    """All negatives but one above all positives: straight right, straight up."""
    y = np.repeat([0, 1], 50_000)
    ax = plots.roc_curve(y, -np.arange(100_000.0), ax=Figure().subplots())
    points = ax.lines[0].get_xydata().tolist()
    assert [1.0, 0.0] in points
    assert len(points) < 20_000


def test_the_area_under_the_thinned_line_is_the_same_picture() -> None:
    """An area, as the stroke of a path with thousands of corners in one pixel depends on the renderer."""
    rng = np.random.default_rng(1)
    y = rng.integers(0, 2, 300_000)
    s = rng.normal(size=300_000) + y

    def pixels(x: Any, height: Any) -> np.ndarray:
        figure = Figure(figsize=(4, 4), dpi=100)
        canvas = FigureCanvasAgg(figure)
        ax = figure.add_axes((0, 0, 1, 1))
        ax.set_axis_off()
        ax.fill_between(x, height, color="black", linewidth=0)
        canvas.draw()
        return np.asarray(canvas.buffer_rgba(), dtype=float)

    whole = concordant.roc_curve(y, s)
    (line,) = plots.roc_curve(y, s, ax=Figure().subplots(), chance=False).lines
    assert len(line.get_xdata()) < len(whole.fpr) / 10
    assert np.abs(pixels(whole.fpr, whole.tpr) - pixels(*line.get_data())).max() <= 8  # of 255
