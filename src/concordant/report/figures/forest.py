"""Values with their intervals below each other, on one scale."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from concordant.report.figures.axes import Axes
from concordant.report.figures.figure import WIDE, Figure, cut, text
from concordant.report.markup import joined, tag
from concordant.result.wording import number, signed

_ROW = 21.0
_NAME = 24  # characters


@dataclass(frozen=True, slots=True)
class Line:
    """
    One line of a forest plot.

    `low` and `high` are NaN without an interval; `second` tells the other of two kinds of lines; a line without a value
    is a heading.
    """

    name: str
    value: float = math.nan
    low: float = math.nan
    high: float = math.nan
    second: bool = False
    heading: bool = False

    @property
    def ends(self) -> list[float]:
        """What the scale must hold."""
        return [one for one in (self.value, self.low, self.high) if math.isfinite(one)]


def forest_figure(
    lines: Sequence[Line],
    *,
    name: str,
    title: str,
    note: str = "",
    reference: float | None = None,
    difference: bool = False,
    margins: Sequence[float] = (),
) -> Figure:
    """
    Points with their intervals.

    `reference` draws a dashed line, `margins` dotted ones; `difference` writes signs.
    """
    low, high = _range([end for line in lines for end in line.ends], reference, margins)
    longest = max((len(cut(line.name, _NAME)) for line in lines), default=1)
    left, right = 16.0 + 6.9 * longest, 142.0
    below = 24.0
    height = 6.0 + below + _ROW * len(lines)
    axes = Axes.of((low, high), (0.0, 1.0), left=left, right=right, top=6.0, bottom=below, height=height)
    drawn = [axes.frame("", "", y_ticks=(), x_ticks=axes.x.ticks(max(3, int((axes.x.end - axes.x.start) / 40))))]
    if reference is not None:
        drawn.append(axes.straight((reference, reference), (0.0, 1.0), "guess"))
    drawn += [axes.straight((at, at), (0.0, 1.0), "margin") for at in margins]
    for place, line in enumerate(lines):
        y = 6.0 + _ROW * (place + 0.5)
        shown = cut(line.name, _NAME)
        if line.heading:
            drawn.append(text(4, y + 4, shown, class_="strong"))
            continue
        look = "two" if line.second else "one"
        drawn.append(text(left - 8, y + 4, shown, anchor="end"))
        drawn.append(text(WIDE - right + 10, y + 4, _written(line, difference=difference), class_="small"))
        if math.isfinite(line.low) and math.isfinite(line.high):
            ends = (axes.x.at(max(line.low, low)), axes.x.at(min(line.high, high)))
            drawn.append(tag("line", class_=f"interval {look}", x1=ends[0], x2=ends[1], y1=y, y2=y))
        if math.isfinite(line.value):
            x = axes.x.at(min(max(line.value, low), high))
            drawn.append(tag("rect", class_=f"point {look}", x=x - 4, y=y - 4, width=8.0, height=8.0))
    bounded = any(math.isfinite(line.low) for line in lines)
    what = f"{len(lines)} values{' with their intervals' if bounded else ''}"
    says = f"{title}: {what}, which the tables hold as well"
    return Figure(name, title, note, joined(drawn), says, height=height)


def _range(ends: Sequence[float], reference: float | None, margins: Sequence[float]) -> tuple[float, float]:
    every = [*ends, *margins, *([] if reference is None else [reference])]
    if not every:
        return 0.0, 1.0
    low, high = min(every), max(every)
    room = 0.04 * (high - low) or max(abs(low), 1.0) * 0.1
    return low - room, high + room


def _written(line: Line, *, difference: bool) -> str:
    if math.isnan(line.value):
        return "undefined"
    shown = signed(line.value, 3) if difference else number(line.value, 3)
    if not (math.isfinite(line.low) and math.isfinite(line.high)):
        return shown
    return f"{shown} ({number(line.low, 3)} to {number(line.high, 3)})"
