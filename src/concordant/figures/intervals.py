"""Forest plots, bars, models beside each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from concordant.figures.figure import WIDE, Figure, cut, text
from concordant.figures.markup import Markup, concatenated, tag
from concordant.figures.paint_svg import Axes, percent
from concordant.result.wording import count, number, percent_text, signed
from concordant.result.wording import percent as percent_said
from concordant.states import Counts
from concordant.typing import FloatArray

_FOREST_ROW = 21.0
_FOREST_NAME = 24  # characters


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
    longest = max((len(cut(line.name, _FOREST_NAME)) for line in lines), default=1)
    left, right = 16.0 + 6.9 * longest, 142.0
    below = 24.0
    height = 6.0 + below + _FOREST_ROW * len(lines)
    axes = Axes.of((low, high), (0.0, 1.0), left=left, right=right, top=6.0, bottom=below, height=height)
    drawn = [axes.frame("", "", y_ticks=(), x_ticks=axes.x.ticks(max(3, int((axes.x.end - axes.x.start) / 40))))]
    if reference is not None:
        drawn.append(axes.straight((reference, reference), (0.0, 1.0), "guess"))
    drawn += [axes.straight((at, at), (0.0, 1.0), "margin") for at in margins]
    for row, line in enumerate(lines):
        y = 6.0 + _FOREST_ROW * (row + 0.5)
        shown = cut(line.name, _FOREST_NAME)
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
    return Figure(name, title, note, concatenated(drawn), says, height=height)


def _range(ends: Sequence[float], reference: float | None, margins: Sequence[float]) -> tuple[float, float]:
    values = [*ends, *margins, *([] if reference is None else [reference])]
    if not values:
        return 0.0, 1.0
    low, high = min(values), max(values)
    room = 0.04 * (high - low) or max(abs(low), 1.0) * 0.1
    return low - room, high + room


def _written(line: Line, *, difference: bool) -> str:
    if math.isnan(line.value):
        return "undefined"
    shown = signed(line.value, 3) if difference else number(line.value, 3)
    if not (math.isfinite(line.low) and math.isfinite(line.high)):
        return shown
    return f"{shown} ({number(line.low, 3)} to {number(line.high, 3)})"


_MOST_PAIRS = 12
_MOST_BARS = 24


def balance_figure(
    shares: Sequence[tuple[float, float | None]], names: Sequence[str], shown: Sequence[int], *, two: bool
) -> Figure:
    """The share of each class in the truth and, of two columns of labels, in the prediction."""
    kept = list(shown)[:_MOST_BARS]
    largest = max(max(shares[k][0], shares[k][1] or 0.0) for k in kept)
    row = 30.0 if two else 21.0
    left = 16.0 + 6.6 * max(len(cut(names[k], 24)) for k in kept)
    high = 48.0 + row * len(kept) + (18 if two else 0)
    axes = Axes.of((0.0, largest * 1.02 or 1.0), left=left, right=58.0, top=20.0 if two else 6.0, height=high)
    drawn = [axes.frame("share of all rows", "", x_text=percent, y_ticks=(), x_ticks=axes.x.ticks(4))]
    drawn.append(_key(left, "truth", "predicted") if two else Markup())
    for line, k in enumerate(kept):
        y = axes.y.end + row * line + 3
        true_share, predicted_share = shares[k]
        middle = y + (12 if two else 8)
        drawn.append(text(left - 8, middle + 4, cut(names[k], 24), anchor="end"))
        drawn.append(_bar(axes, y, true_share, "truth", 11.0 if two else 14.0))
        words = [percent_said(true_share)]
        if predicted_share is not None:
            drawn.append(_bar(axes, y + 12, predicted_share, "predicted", 11.0))
        drawn.append(text(axes.x.at(max(true_share, predicted_share or 0)) + 5, middle + 4, *words[:1]))
    more = f" The {len(kept)} most frequent of {len(names)}." if len(kept) < len(names) else ""
    return Figure(
        "balance",
        "How often each class occurs",
        f"Numbers are those of the truth.{more}",
        concatenated(drawn),
        "Bars: the share of each class in truth and prediction; a table below holds the numbers",
        height=high,
    )


def _key(left: float, first: str, second: str) -> Markup:
    return concatenated(
        [
            tag("rect", class_="truth", x=left, y=4.0, width=10.0, height=10.0),
            text(left + 14, 13, first),
            tag("rect", class_="predicted", x=left + 60, y=4.0, width=10.0, height=10.0),
            text(left + 74, 13, second),
        ]
    )


def _bar(axes: Axes, y: float, share: float, look: str, high: float) -> Markup:
    return tag("rect", class_=look, x=axes.x.start, y=y, width=max(axes.x.at(share) - axes.x.start, 0.0), height=high)


def labels_figure(names: Sequence[str], usage: FloatArray, specific: FloatArray) -> Figure:
    """The share of the ratings that each label has, and how often another rater agrees with one."""
    kept = sorted(np.argsort(-np.asarray(usage), kind="stable")[:_MOST_BARS].tolist())
    shares = np.asarray(usage) / np.sum(usage)
    left = 16.0 + 6.6 * max(len(cut(names[k], 24)) for k in kept)
    high = 66.0 + 30.0 * len(kept)
    axes = Axes.of((0.0, 1.0), left=left, right=26.0, top=20.0, height=high)
    drawn = [axes.frame("", "", x_text=percent, y_ticks=(), x_ticks=axes.x.ticks(5)), _key(left, "used", "agreed")]
    for row, k in enumerate(kept):
        y = axes.y.end + 30.0 * row + 3
        drawn.append(text(left - 8, y + 16, cut(names[k], 24), anchor="end"))
        drawn.append(_bar(axes, y, float(shares[k]), "truth", 11.0))
        drawn.append(_bar(axes, y + 12, float(np.nan_to_num(specific[k])), "predicted", 11.0))
    more = f" The {len(kept)} most frequent of {len(names)}." if len(kept) < len(names) else ""
    return Figure(
        "labels-picture",
        "Labels",
        f"Used: the share of all ratings. Agreed: of the ratings with it, the share that another rater has too.{more}",
        concatenated(drawn),
        "Bars: how often each label is used and agreed on; the table holds the numbers",
        height=high,
    )


def pairs_figure(counts: Counts, names: Sequence[str], *, sides: tuple[str, str]) -> Figure | None:
    """The pairs of classes that are confused most; None where nothing is."""
    cells = counts.occupied
    wrong = np.where(cells.truth == cells.prediction, 0, cells.counts)
    order = [k for k in np.argsort(-wrong, kind="stable")[:_MOST_PAIRS].tolist() if wrong[k] > 0]
    if not order:
        return None
    pairs = [(int(cells.truth[k]), int(cells.prediction[k])) for k in order]
    shares = wrong / cells.row_totals[cells.truth]
    titles = [f"{cut(names[i], 14)} \N{RIGHTWARDS ARROW} {cut(names[j], 14)}" for i, j in pairs]
    row, left = 21.0, 16.0 + 6.6 * max(map(len, titles))
    high = 46.0 + row * len(pairs)
    most = float(wrong[order].max())
    axes = Axes.of((0.0, most), left=left, right=104.0, top=6.0, height=high)
    drawn = [axes.frame("rows", "", y_ticks=(), x_ticks=axes.x.ticks(4))]
    for line, (k, title) in enumerate(zip(order, titles, strict=True)):
        y = 6.0 + row * line + 3
        drawn.append(text(left - 8, y + 11, title, anchor="end"))
        drawn.append(_bar(axes, y, float(wrong[k]), "predicted", 14.0))
        words = f"{count(wrong[k].item())} ({percent_text(float(shares[k]))} %)"
        drawn.append(text(WIDE - 98, y + 11, words, class_="small"))
    return Figure(
        "pairs",
        "Most confused pairs",
        f"{sides[0].capitalize()} \N{RIGHTWARDS ARROW} {sides[1]}; in brackets the share of the rows of that truth.",
        concatenated(drawn),
        "Bars: the pairs of classes that are confused most often; the table of the matrix holds the numbers",
        height=high,
    )


_MODELS_ROW, _MODELS_NAME, _KEY = 24.0, 24, 16.0


def models_figure(rows: Sequence[tuple[str, Sequence[float]]], names: Sequence[str]) -> Figure:
    """One line a metric with a mark a model; the values themselves stand in the table."""
    finite = [value for _, values in rows for value in values if np.isfinite(value)]
    low, high = (min(finite), max(finite)) if finite else (0.0, 1.0)
    room = 0.06 * (high - low) or 0.1
    left = 16.0 + 6.9 * max(len(cut(title, _MODELS_NAME)) for title, _ in rows)
    shown = [cut(name, 24) for name in names]
    columns = max(1, min(len(names), int((WIDE - 20) / (28 + 6.6 * max(map(len, shown))))))
    key = _KEY * -(-len(names) // columns)
    top, height = 6.0 + key, 30.0 + key + _MODELS_ROW * len(rows)
    axes = Axes.of((low - room, high + room), (0.0, 1.0), left=left, right=14.0, top=top, bottom=24.0, height=height)
    drawn = [axes.frame("", "", y_ticks=(), x_ticks=axes.x.ticks(5))]
    for index, name in enumerate(shown):
        x, y = 10 + (WIDE - 20) / columns * (index % columns), 8 + _KEY * (index // columns)
        drawn += [_mark(x, y, index), text(x + 10, y + 4, name)]
    for index, (title, values) in enumerate(rows):
        y = top + _MODELS_ROW * (index + 0.5)
        drawn.append(text(left - 8, y + 4, cut(title, _MODELS_NAME), anchor="end"))
        shown_at = [axes.x.at(value) for value in values if np.isfinite(value)]
        if shown_at:
            drawn.append(tag("line", class_="axis", x1=min(shown_at), x2=max(shown_at), y1=y, y2=y))
        drawn += [_mark(axes.x.at(value), y, k) for k, value in enumerate(values) if np.isfinite(value)]
    return Figure(
        "models",
        "Models beside each other",
        "Metrics on a scale that ends at 1.",
        concatenated(drawn),
        "The value of each model on each metric, which the table holds as well",
        height=height,
    )


def _mark(x: float, y: float, index: int) -> Markup:
    """The sign of a model."""
    look = f"model m{index % 10}"
    if index % 2:
        return tag("rect", class_=look, x=x - 4, y=y - 4, width=8.0, height=8.0)
    return tag("circle", class_=look, cx=x, cy=y, r=4.6)
