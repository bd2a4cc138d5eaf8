"""A metric from window to window: of all rows with its confidence limits, and of subgroups beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from concordant.figures.figure import AnyMark, Axis, Band, Figure, Line, Note, Points, Rule, spanned
from concordant.typing import FloatArray

MOST_TRENDS = 9  # all rows and eight subgroups: more lines are not told apart


@dataclass(frozen=True, slots=True)
class Trend:
    """
    A metric of some rows in each window, in the order of the windows.

    Attributes
    ----------
    name : str
        Whose rows these are.
    value, low, high : ndarray of shape (W,)
        NaN where a window has no value, and no limits.
    """

    name: str
    value: FloatArray
    low: FloatArray
    high: FloatArray


def trend_figure(
    trends: Sequence[Trend],
    windows: Sequence[str],
    *,
    name: str,
    title: str,
    note: str = "",
    now: int | None = None,
    before: float | None = None,
) -> Figure:
    """
    Draw the first of some trends with its limits, and the others as lines.

    Parameters
    ----------
    trends : sequence of Trend
        At most `MOST_TRENDS`.
    windows : sequence of str
        When each window begins.
    now : int, optional
        Where the windows begin that are compared with what was before.
    before : float, optional
        The value that they are compared with.
    """
    at = np.arange(len(windows), dtype=np.float64)
    marks: list[AnyMark] = []
    if now:
        marks.append(Rule(role="cut", at=now - 0.5, axis="x"))
        marks.append(Note(role="cut-note", x=now - 0.5, y=1.0, text="now", share="y", right=4.0, up=2.0))
    if before is not None:
        marks.append(Rule(role="reference", at=before, axis="y", label="before"))
    for colour, trend in enumerate(trends):
        if not colour:
            marks.append(Band(role="band", colour=colour, x=at, low=trend.low, high=trend.high))
        marks.append(Line(role="curve", colour=colour, label=trend.name, x=at, y=trend.value))
    marks.append(Points(role="point", colour=0, x=at, y=trends[0].value, size=14.0))
    ends = np.concatenate([trends[0].low, trends[0].high, *(trend.value for trend in trends)])
    x = Axis("", -0.5, len(windows) - 0.5, names=windows)
    y = Axis("", *spanned(ends, 0.06))
    shows = f"{title} in {len(windows)} windows, of all rows with confidence limits"
    return Figure(name, x, y, marks, title, note, shows=shows)
