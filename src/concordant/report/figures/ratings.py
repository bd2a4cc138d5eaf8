"""Two ratings on one scale: one against the other, and their difference against their mean."""

from __future__ import annotations

import numpy as np

from concordant.report.figures.axes import Axes
from concordant.report.figures.figure import Figure
from concordant.report.markup import Markup, joined, short_number, tag
from concordant.typing import FloatArray

_CELLS = 60  # along each axis; rows that fall together make one square
_SHADES = 8
_LIMIT = 1.959963984540054  # the middle 95 % of a normal distribution


def scatter_figure(first: FloatArray, second: FloatArray, names: tuple[str, str]) -> Figure:
    """One rating against the other; on the dashed line they are equal."""
    low, high = _range(np.concatenate([first, second]))
    axes = Axes.of((low, high), (low, high))
    drawn = [axes.frame(*names), axes.straight((low, high), (low, high), "guess"), _squares(axes, first, second)]
    label = f"{names[1]} against {names[0]}"
    return Figure("scatter", "One against the other", "Dashed: equal. Darker: more rows.", joined(drawn), label)


def difference_figure(first: FloatArray, second: FloatArray, names: tuple[str, str]) -> Figure:
    """The difference against the mean (Bland & Altman 1986, Lancet 327:307), with bias and limits of agreement."""
    mean, gap = (first + second) / 2, second - first
    bias, spread = float(gap.mean()), float(gap.std(ddof=1)) if len(gap) > 1 else 0.0
    limits = bias - _LIMIT * spread, bias + _LIMIT * spread
    axes = Axes.of(_range(mean), _range(np.append(gap, limits)))
    x = (axes.x.low, axes.x.high)
    lines = [axes.straight(x, (at, at), "guess") for at in limits]
    drawn = [
        axes.frame("mean of both", f"{names[1]} less {names[0]}"),
        _squares(axes, mean, gap),
        axes.straight(x, (bias, bias), "margin"),
        lines,
    ]
    said = (
        f"Bias {bias:.4g}; dashed: limits of agreement, {limits[0]:.4g} to {limits[1]:.4g} (95 % of rows, if normal)."
    )
    return Figure("differences", "Difference against mean", said, joined(drawn), "Bland-Altman plot. " + said)


def _range(values: FloatArray) -> tuple[float, float]:
    low, high = float(values.min()), float(values.max())
    room = 0.04 * (high - low) or 0.5
    return low - room, high + room


def _squares(axes: Axes, x: FloatArray, y: FloatArray) -> Markup:
    """Rows as small squares, the darker the more rows."""
    rows, across, up = np.histogram2d(x, y, bins=_CELLS, range=[(axes.x.low, axes.x.high), (axes.y.low, axes.y.high)])
    wide, high = abs(axes.x.end - axes.x.start) / _CELLS, abs(axes.y.end - axes.y.start) / _CELLS
    level = np.ceil(np.sqrt(rows / (rows.max() or 1)) * _SHADES).astype(int)
    parts = []
    for one in range(1, _SHADES + 1):
        path = "".join(
            f"M{short_number(axes.x.at(across[i]))} {short_number(axes.y.at(up[j]) - high)}"
            f"h{short_number(wide)}v{short_number(high)}h-{short_number(wide)}z"
            for i, j in np.argwhere(level == one).tolist()
        )
        if path:
            parts.append(tag("path", d=path, class_="heat", fill_opacity=f"{0.25 + 0.75 * one / _SHADES:.2f}"))
    return joined(parts)
