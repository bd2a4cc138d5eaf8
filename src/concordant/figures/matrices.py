"""Confusion matrices: of all classes, of two ordered ratings with their penalties, and at one threshold."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from concordant.figures.figure import HIGH, SHORT, WIDE, Figure, cut, text
from concordant.figures.markup import Markup, concatenated, short_number, tag
from concordant.figures.thinning import CurveOf
from concordant.metrics.agreement.weights import label_values, penalties
from concordant.metrics.arithmetic import ratio
from concordant.result.wording import compact_count, percent_text, short_count
from concordant.states import Counts
from concordant.typing import FloatArray

CELLS_WITH_TEXT = 12  # classes; more cells have no room for numbers
_STRONG = 0.6  # from this shade on, text takes the colour of the paper
_SIGN = 7.0  # width of a sign of a number
_LEAN = 3.8  # how far a sign of a turned name goes to the right
_LEVELS = 16  # shades of a matrix without numbers


@dataclass(frozen=True, slots=True)
class _Grid:
    """Where the cells of a matrix lie."""

    size: int
    left: float
    top: float
    wide: float
    high: float
    turned: bool  # whether the names above the columns are turned, as they are wider than these

    @classmethod
    def of(cls, names: Sequence[str], width: float, height: float) -> _Grid:
        """A grid with room for its names."""
        longest = max(map(len, names))
        left = 30.0 + 6.6 * longest
        turned = len(names) * longest * 6.6 > width - left - 8
        top = 24.0 + (min(6.2 * longest, 112.0) if turned else 16.0)
        wide = (width - left - 8) / len(names)
        if turned:  # the names of the last columns end to the right of these, and still inside
            ends = ((width - left - 12 - _LEAN * len(name)) / (place + 0.5) for place, name in enumerate(names))
            wide = min(wide, *ends)
        return cls(len(names), left, top, wide, min((height - top - 8) / len(names), 116.0), turned)

    @property
    def bottom(self) -> float:
        """Where the cells end."""
        return self.top + self.high * self.size

    @property
    def roomy(self) -> bool:
        """Whether a cell has room for two lines."""
        return self.high >= 30

    def frame(self, names: Sequence[str], sides: tuple[str, str], *, moving: int | None = None) -> Markup:
        """The names at the sides; the script changes the one at the place `moving`."""
        small = "small" if min(self.high, self.wide) < 13 else None
        parts = [
            text(self.left + self.wide * self.size / 2, 12, sides[1], class_="title", anchor="middle"),
            tag(
                "text",
                sides[0],
                class_="title",
                text_anchor="middle",
                transform=f"translate(12 {short_number((self.top + self.bottom) / 2)}) rotate(-90)",
            ),
        ]
        for place, name in enumerate(names):
            x, y = self.left + self.wide * (place + 0.5), self.top - 6
            changes = True if place == moving else None
            turn = f"rotate(-60 {short_number(x)} {short_number(y)})" if self.turned else None
            parts.append(
                tag(
                    "text",
                    name,
                    x=x,
                    y=y,
                    text_anchor="start" if self.turned else "middle",
                    transform=turn,
                    class_=small,
                    data_positive=changes,
                )
            )
            y = self.top + self.high * (place + 0.5) + 4
            parts.append(
                tag("text", name, x=self.left - 7, y=y, text_anchor="end", class_=small, data_positive=changes)
            )
        return concatenated(parts)

    def count(self, number: float) -> str:
        """Write a count so that it stays in its cell."""
        whole = compact_count(number)
        return whole if len(whole) * _SIGN <= self.wide else short_count(number)

    def cell(self, i: int, j: int, shade: float, look: str, first: str, second: str, name: str) -> Markup:
        """One cell with its numbers."""
        x, y = self.left + self.wide * j, self.top + self.high * i
        box = tag(
            "rect",
            tag("title", name),
            class_=look,
            x=x + 1,
            y=y + 1,
            width=self.wide - 2,
            height=self.high - 2,
            fill_opacity=f"{0.06 + 0.94 * shade:.2f}",
        )
        ink = "on" if shade > _STRONG else None
        middle, low = x + self.wide / 2, y + self.high / 2
        if not second or not self.roomy:
            return concatenated([box, text(middle, low + 4, first, anchor="middle", class_=ink)])
        lines = [text(middle, low - 1, first, anchor="middle", class_=_and("strong", ink))]
        lines.append(text(middle, low + 14, second, anchor="middle", class_=_and("small", ink)))
        return concatenated([box, lines])

    def shades(self, shade: FloatArray, look: str) -> Markup:
        """Cells without numbers: one path for each shade."""
        level = np.ceil(np.nan_to_num(shade) * _LEVELS).astype(int)
        parts = []
        for one in range(1, _LEVELS + 1):
            places = np.argwhere(level == one).tolist()
            path = "".join(
                f"M{short_number(self.left + self.wide * j)} {short_number(self.top + self.high * i)}"
                f"h{short_number(self.wide)}v{short_number(self.high)}h-{short_number(self.wide)}z"
                for i, j in places
            )
            if path:
                parts.append(tag("path", d=path, class_=look, fill_opacity=f"{one / _LEVELS:.2f}"))
        frame = tag(
            "rect", class_="outline", x=self.left, y=self.top, width=self.wide * self.size, height=self.high * self.size
        )
        return concatenated([parts, frame])


def _and(look: str, ink: str | None) -> str:
    return look if ink is None else f"{look} {ink}"


def matrix_figure(counts: Counts, names: Sequence[str], shown: Sequence[int], *, sides: tuple[str, str]) -> Figure:
    """Rows counted, and what share of its truth each cell is; the share is its shade."""
    table = counts.among(shown)
    rows = counts.row_totals[list(shown)][:, None]
    shares = np.divide(table, rows, out=np.full(table.shape, np.nan), where=rows != 0)
    shade = np.nan_to_num(shares)
    notes = [["" if math.isnan(x) else f"{percent_text(x)} %" for x in row] for row in shares.tolist()]
    says = (
        "Counts, and the percent of their row; darker is more of the row.",
        "Counts; darker is more of the row.",
        "Darker is more of the row.",
    )
    return _figure(
        ("matrix", "Confusion matrix", says),
        [names[k] for k in shown],
        table,
        notes,
        shade,
        np.full(table.shape, "heat"),
        sides,
    )


def ordinal_figure(counts: Counts, names: Sequence[str], shown: Sequence[int], *, sides: tuple[str, str]) -> Figure:
    """Two ordered ratings: agreement by its count, disagreement by its share of the penalty of the quadratic kappa."""
    table = counts.among(shown)
    values = label_values(counts.labels)[list(shown)]
    squares = table * (values[:, None] - values) ** 2
    penalty = np.nan_to_num(ratio(squares, penalties(counts, "quadratic").total(counts)))
    agreed = np.eye(len(shown), dtype=bool)
    hits, costs = np.where(agreed, table, 0), np.where(agreed, 0, penalty)
    shade = np.where(agreed, hits / (hits.max() or 1), costs / (costs.max() or 1))
    notes = [[f"{percent_text(x)} %" if x > 0 else "" for x in row] for row in costs.tolist()]
    colours = "Blue: rows that agree. Orange: each disagreement"
    words = (
        f"{colours} with its share of the penalty (quadratic weights).",
        f"{colours}, darker the greater its share of the penalty (quadratic weights).",
        f"{colours}, darker the greater its share of the penalty (quadratic weights).",
    )
    return _figure(
        ("agreement", "Where they agree, and what disagreement costs", words),
        [names[k] for k in shown],
        table,
        notes,
        shade,
        np.where(agreed, "heat", "penalty"),
        sides,
    )


def _figure(
    says: tuple[str, str, tuple[str, str, str]],
    names: Sequence[str],
    table: FloatArray,
    notes: Sequence[Sequence[str]],
    shade: FloatArray,
    looks: np.ndarray[tuple[int, ...], np.dtype[np.str_]],
    sides: tuple[str, str],
) -> Figure:
    """A matrix with two numbers a cell, or where these have no room with one, or of many classes with shades alone."""
    crowded = len(names) > CELLS_WITH_TEXT
    width, height = (720.0, min(60.0 + 26 * len(names), 640.0)) if crowded else (WIDE, HIGH)
    shown = [cut(name, SHORT) for name in names]
    grid = _Grid.of(shown, width, height)
    if crowded:
        cells: Markup | list[Markup] = [
            grid.shades(np.where(looks == look, shade, 0.0), look) for look in np.unique(looks).tolist()
        ]
    else:
        cells = [
            grid.cell(
                i,
                j,
                float(shade[i, j]),
                str(looks[i, j]),
                grid.count(table[i, j].item()),
                notes[i][j],
                f"{sides[0]} {names[i]}, {sides[1]} {names[j]}: {compact_count(table[i, j].item())} {notes[i][j]}",
            )
            for i in range(len(names))
            for j in range(len(names))
        ]
    name, title, words = says
    note = words[2 if crowded else 0 if grid.roomy else 1]
    label = f"{title}: {sides[0]} in the rows, {sides[1]} in the columns; a table below holds the numbers"
    drawn = concatenated([grid.frame(shown, sides), cells])
    return Figure(name, title, note, drawn, label, width=width, height=grid.bottom + 8)


def moving_matrix(curves: Sequence[CurveOf], negative: str, positive: str | None, *, sides: tuple[str, str]) -> Figure:
    """
    The table of two classes at the threshold of the slider; the script fills it anew.

    Without `positive`, each curve is that of its own class.
    """
    curve = curves[0]
    points, start = curve.thresholds, curve.thresholds.start
    tp, fp, fn, tn = (float(points.cells[name][start]) for name in ("tp", "fp", "fn", "tn"))
    names = [cut(negative, SHORT), cut(positive or curve.name, SHORT)]
    longest = names[1] if positive else max((cut(one.name, SHORT) for one in curves), key=len)
    grid = _Grid.of([names[0], longest], WIDE, HIGH)
    parts = []
    for i, j, rows, whole, name in (
        (0, 0, tn, tn + fp, "tn"),
        (0, 1, fp, tn + fp, "fp"),
        (1, 0, fn, tp + fn, "fn"),
        (1, 1, tp, tp + fn, "tp"),
    ):
        share = rows / whole if whole else 0.0
        words = {"tn": "right negatives", "fp": "false alarms", "fn": "missed", "tp": "found"}[name]
        drawn = grid.cell(i, j, share, "heat", compact_count(rows), f"{percent_text(share)} % {words}", words)
        parts.append(tag("g", drawn, data_cell=name, data_words=words))
    return Figure(
        "at-threshold",
        "At this threshold",
        "Counts, and the percent of their row.",
        concatenated([grid.frame(names, sides, moving=None if positive else 1), parts]),
        "Confusion matrix at the threshold of the slider",
        height=grid.bottom + 8,
        data=(("matrix", "moving"),),
    )
