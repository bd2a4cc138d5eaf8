"""Models beside each other: the value of each on each metric, in its colour."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from concordant.report.figures.axes import Axes
from concordant.report.figures.figure import WIDE, Figure, cut, text
from concordant.report.markup import Markup, joined, tag

_ROW, _NAME, _KEY = 24.0, 24, 16.0


def models_figure(rows: Sequence[tuple[str, Sequence[float]]], names: Sequence[str]) -> Figure:
    """One line a metric with a mark a model; the values themselves stand in the table."""
    finite = [value for _, values in rows for value in values if np.isfinite(value)]
    low, high = (min(finite), max(finite)) if finite else (0.0, 1.0)
    room = 0.06 * (high - low) or 0.1
    left = 16.0 + 6.9 * max(len(cut(title, _NAME)) for title, _ in rows)
    shown = [cut(name, 24) for name in names]
    columns = max(1, min(len(names), int((WIDE - 20) / (28 + 6.6 * max(map(len, shown))))))
    key = _KEY * -(-len(names) // columns)
    top, height = 6.0 + key, 30.0 + key + _ROW * len(rows)
    axes = Axes.of((low - room, high + room), (0.0, 1.0), left=left, right=14.0, top=top, bottom=24.0, height=height)
    drawn = [axes.frame("", "", y_ticks=(), x_ticks=axes.x.ticks(5))]
    for place, name in enumerate(shown):
        x, y = 10 + (WIDE - 20) / columns * (place % columns), 8 + _KEY * (place // columns)
        drawn += [_mark(x, y, place), text(x + 10, y + 4, name)]
    for place, (title, values) in enumerate(rows):
        y = top + _ROW * (place + 0.5)
        drawn.append(text(left - 8, y + 4, cut(title, _NAME), anchor="end"))
        known = [axes.x.at(value) for value in values if np.isfinite(value)]
        if known:
            drawn.append(tag("line", class_="axis", x1=min(known), x2=max(known), y1=y, y2=y))
        drawn += [_mark(axes.x.at(value), y, k) for k, value in enumerate(values) if np.isfinite(value)]
    return Figure(
        "models",
        "Models beside each other",
        "Metrics on a scale that ends at 1.",
        joined(drawn),
        "The value of each model on each metric, which the table holds as well",
        height=height,
    )


def _mark(x: float, y: float, place: int) -> Markup:
    """The sign of a model."""
    look = f"model m{place % 10}"
    if place % 2:
        return tag("rect", class_=look, x=x - 4, y=y - 4, width=8.0, height=8.0)
    return tag("circle", class_=look, cx=x, cy=y, r=4.6)
