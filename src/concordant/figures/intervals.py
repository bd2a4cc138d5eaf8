"""Rows below each other: forest plots, bars of classes, models beside each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from concordant.figures.figure import AnyMark, Axis, Bars, Figure, Limits, Line, Note, Points, Rule, spanned
from concordant.metrics.definition.registry import get, load
from concordant.result import Comparison, Interval
from concordant.result.wording import count, label_text, number, percent_text, rate_text, signed
from concordant.states import Counts
from concordant.typing import FloatArray


@dataclass(frozen=True, slots=True)
class Row:
    """
    One row of a forest plot.

    `low` and `high` are NaN without an interval; `second` tells the other of two kinds of rows; a row without a value
    is a heading.
    """

    name: str
    value: float = math.nan
    low: float = math.nan
    high: float = math.nan
    second: bool = False
    heading: bool = False

    @classmethod
    def of(cls, name: str, value: Interval | Comparison, *, second: bool = False) -> Row:
        """A value with its limits."""
        return cls(name, float(value), value.low, value.high, second=second)

    @property
    def bounded(self) -> bool:
        """Whether it has limits."""
        return math.isfinite(self.low) and math.isfinite(self.high)


def margins_of(pair: Comparison) -> tuple[float, ...]:
    """Where the margin of a claim lies: at both sides of equivalence, else where the claim begins to hold."""
    if pair.margin is None:
        return ()
    if pair.alternative == "equivalence":
        return -pair.margin, pair.margin
    metric = pair.metric.split(" of ")[0]
    lower_is_better = load(metric) and get(metric).facts.better == "lower"
    above = (pair.alternative == "superiority") != lower_is_better
    return (pair.margin if above else -pair.margin,)


def forest_figure(
    rows: Sequence[Row],
    *,
    name: str = "forest",
    title: str = "",
    note: str = "",
    unit: str = "",
    reference: float | None = None,
    difference: bool = False,
    margins: Sequence[float] = (),
    longest_name: int = 36,
) -> Figure:
    """
    Values with their intervals, as points and as numbers.

    `reference` draws a line, `margins` dotted ones; `difference` writes signs; `unit` names the axis.
    """
    drawn: list[AnyMark] = [] if reference is None else [Rule(role="reference", at=reference, axis="x")]
    drawn += [Rule(role="margin", at=at, axis="x") for at in margins]
    for colour in (0, 1):
        heights = [k for k, row in enumerate(rows) if row.second == bool(colour) and not row.heading]
        values = np.array([[rows[k].value, rows[k].low, rows[k].high] for k in heights]).reshape(-1, 3).T
        if heights:
            columns: dict[str, Any] = dict(zip(("value", "low", "high"), values, strict=True))
            drawn.append(Limits(role="interval", colour=colour, at=np.array(heights, float), **columns))
    for height, row in enumerate(rows):
        if row.heading:
            drawn.append(Note(role="heading", x=0.0, y=height, text=row.name, share="x"))
        else:
            written = _written(row, difference=difference)
            drawn.append(Note(role="number", x=1.02, y=height, text=written, share="x"))
    ends = [end for row in rows for end in (row.value, row.low, row.high)]
    low, high = spanned([*ends, *margins, *([] if reference is None else [reference])])
    names = ["" if row.heading else label_text(row.name, longest_name) for row in rows]
    shows = (
        f"{len(rows)} values{' with their intervals' * any(row.bounded for row in rows)}, which the tables hold as well"
    )
    return _rows_figure(name, Axis(unit, low, high), names, drawn, title, note, shows=shows)


def _rows_figure(
    name: str,
    x: Axis,
    names: Sequence[str],
    drawn: Sequence[AnyMark],
    title: str,
    note: str,
    *,
    shows: str,
    row: float = 21.0,
) -> Figure:
    """A figure with one name a row, the first at the top; `row` is the height of one."""
    many = max(len(names), 1)
    y = Axis("", many - 0.4, -0.6, names=names)
    size: dict[str, Any] = {"size": (6.8, 1.2 + 0.016 * row * many), "height": 30.0 + 16.0 * bool(x.title) + row * many}
    return Figure(name, x, y, drawn, title, note, shows=shows, **size)


def _written(row: Row, *, difference: bool) -> str:
    if math.isnan(row.value):
        return "undefined"
    if not row.bounded:
        return signed(row.value, 3) if difference else rate_text(row.value)
    if difference:
        return f"{signed(row.value, 3)} ({number(row.low, 3)} to {number(row.high, 3)})"
    return f"{rate_text(row.value)} ({rate_text(row.low)} to {rate_text(row.high)})"


_MOST_PAIRS = 12
_MOST_BARS = 24


def labels_figure(names: Sequence[str], usage: FloatArray, specific: FloatArray) -> Figure:
    """The share of the ratings that each label has, and how often another rater agrees with one."""
    kept = sorted(np.argsort(-np.asarray(usage), kind="stable")[:_MOST_BARS].tolist())
    shares = np.asarray(usage) / np.sum(usage)
    more = f" The {len(kept)} most frequent of {len(names)}." if len(kept) < len(names) else ""
    return _bars_figure(
        "labels-picture",
        [names[k] for k in kept],
        [("used", shares[kept]), ("agreed", np.nan_to_num(specific[kept]))],
        [f"{percent_text(float(shares[k]))} %, {percent_text(float(specific[k]))} %" for k in kept],
        title="Labels",
        note="Used: the share of all ratings. Agreed: of the ratings with it, the share that another rater has too."
        + more,
        axis=("", "percent"),
    )


def pairs_figure(counts: Counts, names: Sequence[str], *, sides: tuple[str, str]) -> Figure | None:
    """The pairs of classes that are confused most; None where nothing is."""
    cells = counts.occupied
    wrong = np.where(cells.truth == cells.prediction, 0, cells.counts)
    order = [k for k in np.argsort(-wrong, kind="stable")[:_MOST_PAIRS].tolist() if wrong[k] > 0]
    if not order:
        return None
    shares = wrong / cells.row_totals[cells.truth]
    pairs = [(names[int(cells.truth[k])], names[int(cells.prediction[k])]) for k in order]
    return _bars_figure(
        "pairs",
        [f"{label_text(true, 11)} \N{RIGHTWARDS ARROW} {label_text(called, 10)}" for true, called in pairs],
        [("", wrong[order].astype(float))],
        [f"{count(wrong[k].item())} ({percent_text(float(shares[k]))} %)" for k in order],
        title="Most confused pairs",
        note=f"{sides[0].capitalize()} \N{RIGHTWARDS ARROW} {sides[1]}; in brackets the share of that row.",
        axis=("rows", "plain"),
    )


def _bars_figure(
    name: str,
    names: Sequence[str],
    series: Sequence[tuple[str, Sequence[float] | FloatArray]],
    texts: Sequence[str],
    *,
    title: str,
    note: str,
    axis: tuple[str, Literal["plain", "percent"]],
) -> Figure:
    """Bars from the left, one of each series a row, with a text beside."""
    rows, size = np.arange(len(names), dtype=float), 0.8 / len(series)
    drawn: list[AnyMark] = []
    for k, (label, values) in enumerate(series):
        low, right = rows - 0.4 + k * size, np.asarray(values, float)
        sides: dict[str, Any] = {"left": 0.0 * right, "right": right, "low": low, "high": low + 0.92 * size}
        drawn.append(Bars(role="bar", colour=k if len(series) > 1 else 1, label=label, **sides))
    drawn += [Note(role="number", x=1.02, y=row, text=text, share="x") for row, text in zip(rows, texts, strict=True)]
    most = max(float(np.max(values)) for _, values in series)
    x = Axis(axis[0], 0.0, 1.02 * most or 1.0, scale=axis[1])
    row = 21.0 if len(series) == 1 else 30.0
    return _rows_figure(name, x, names, drawn, title, note, shows="bars; the table holds the numbers", row=row)


def models_figure(rows: Sequence[tuple[str, Sequence[float]]], names: Sequence[str]) -> Figure:
    """One row a metric with a mark a model; the values themselves stand in the table."""
    values = np.array([row for _, row in rows], float)
    heights = np.arange(len(rows), dtype=float)
    drawn: list[AnyMark] = []
    for height, row in zip(heights, values, strict=True):
        finite = row[np.isfinite(row)]
        if len(finite):
            drawn.append(Line(role="range", x=np.array([finite.min(), finite.max()]), y=np.full(2, height)))
    drawn += [
        Points(role="point", colour=k, label=name, x=values[:, k], y=heights, size=70.0) for k, name in enumerate(names)
    ]
    low, high = spanned(values)
    shows = "the value of each model on each metric, which the table holds as well"
    names_of_rows = [title for title, _ in rows]
    note = "Metrics on a scale that ends at 1."
    x = Axis("", low, high)
    return _rows_figure("models", x, names_of_rows, drawn, "Models beside each other", note, shows=shows, row=24.0)
