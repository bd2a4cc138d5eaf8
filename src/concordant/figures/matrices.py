"""Matrices: confusion of all classes and at one threshold, ordered ratings with their penalties, pairs of raters."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from textwrap import fill
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from concordant.figures.figure import CELLS_WITH_TEXT, AnyMark, Axis, Cells, Figure, Note
from concordant.figures.thinning import SliderThresholds
from concordant.metrics.agreement.cohen_kappa import cohen_kappa
from concordant.metrics.agreement.weights import penalties
from concordant.metrics.arithmetic import ratio
from concordant.metrics.definition.registry import get
from concordant.panels import LabelReport, Pairwise
from concordant.result.wording import compact_count, percent_text, rate_text, short_count
from concordant.states import Counts
from concordant.typing import FloatArray, KappaWeights

Normalize = Literal["true", "pred", "all"]
_SHARES = {"true": "% of each row", "pred": "% of each column", "all": "% of all rows"}
_NOTES = ("Counts, and the percent of their row; darker is more of the row.", "Darker is more of the row.")


def matrix_figure(
    counts: Counts,
    names: Sequence[str],
    *,
    shown: Sequence[int] | None = None,
    sides: tuple[str, str] = ("truth", "prediction"),
    normalize: Normalize | None = None,
    shares: bool = False,
    name: str = "matrix",
    title: str = "Confusion matrix",
) -> Figure:
    """
    Rows of the truth and columns of the prediction, with counts or shares.

    `normalize` shows shares; `shares` shows the share of the row below each count, which is then the shade. `shown` are
    the places of the classes to show, the shares being those among all classes.
    """
    kept = list(range(len(names))) if shown is None else list(shown)
    few = len(kept) <= CELLS_WITH_TEXT
    table = counts.among(kept)
    texts, brief, notes = _counts(table, zeros=few), _texts(table, short_count), None
    if shares:
        rows = counts.row_totals[kept][:, None]
        shade = np.divide(table, rows, out=np.full(table.shape, np.nan), where=rows != 0)
        notes = _percents(shade) if few else None
    elif normalize is None:
        shade = table / (table.max(initial=0) or 1)
    else:
        shares_of = counts.normalized(normalize)
        texts = brief = _texts(shares_of, partial(_share, sign="%" if few else ""))
        shade = shares_of / (np.nanmax(shares_of, initial=0.0) or 1.0) if normalize == "all" else shares_of
    return _matrix(
        [names[k] for k in kept],
        Cells(shade=shade, texts=texts, notes=notes, brief=brief),
        sides,
        name=name,
        title=title,
        note=_NOTES[0 if few else 1],
        heading="" if normalize is None else _SHARES[normalize],
    )


def _texts(values: npt.NDArray[Any], write: Callable[[float], str]) -> list[list[str]]:
    return [[write(value) for value in row] for row in values.tolist()]


def _counts(table: npt.NDArray[Any], *, zeros: bool) -> list[list[str]]:
    return _texts(table, lambda count: compact_count(count) if zeros or count else "")


def _percents(shares: FloatArray) -> list[list[str]]:
    return _texts(shares, lambda share: "" if math.isnan(share) else f"{percent_text(share)} %")


def _share(share: float, sign: str) -> str:
    text = percent_text(share)
    if not sign and text == "0":
        return ""
    return text if text == "-" else text + sign


def _matrix(
    names: Sequence[str],
    cells: Cells,
    sides: tuple[str, str],
    *,
    name: str,
    title: str,
    note: str,
    heading: str = "",
    above: str = "",
) -> Figure:
    """A matrix with its names at both sides; of many classes it takes the whole width of a page."""
    many = len(names) > CELLS_WITH_TEXT
    side = float(np.clip(2.6 + 0.55 * len(names), 4.4, 14.0))
    drawn: list[AnyMark] = [cells]
    if above:
        drawn.append(Note(role="above", x=0.5, y=1.0, text=above, share="xy", anchor="middle", up=6))
    shows = f"{sides[0]} in the rows, {sides[1]} in the columns; a table holds the numbers"
    axes = Axis(sides[1], names=names), Axis(sides[0], names=names)
    size: dict[str, Any] = {"size": (side + 0.4, side)}
    if many:
        size |= {"width": 720.0, "height": min(60.0 + 26 * len(names), 640.0)}
    return Figure(name, *axes, drawn, title, note, heading, shows, **size)


def cells_figure(
    names: Sequence[str],
    values: npt.NDArray[Any],
    texts: Sequence[Sequence[str]],
    *,
    sides: tuple[str, str],
    heading: str,
    penalty: bool = False,
) -> Figure:
    """Any matrix of values that are not negative, the darker the greater."""
    shade = np.nan_to_num(np.asarray(values, np.float64))
    shade = shade / (shade.max(initial=0.0) or 1.0)
    cells = Cells(shade=shade, penalties=np.full(shade.shape, penalty), texts=texts)
    return _matrix(names, cells, sides, name="cells", title=heading, note="", heading=heading)


def ordinal_figure(
    counts: Counts,
    names: Sequence[str],
    *,
    shown: Sequence[int] | None = None,
    sides: tuple[str, str] = ("truth", "prediction"),
    weights: KappaWeights = "quadratic",
) -> Figure:
    """Two ordered ratings: agreement by its count, disagreement by its share of the penalty of the weighted kappa."""
    kept = list(range(len(names))) if shown is None else list(shown)
    kappa = cohen_kappa.outcome(counts, weights=weights)
    table, few = counts.among(kept), len(kept) <= CELLS_WITH_TEXT
    rule = penalties(counts, weights)
    values = None if rule.values is None else np.asarray(rule.values, float)[kept]
    cost = rule.matrix[np.ix_(kept, kept)] if values is None else (values[:, None] - values) ** 2
    penalty = np.nan_to_num(ratio(table * cost, rule.total(counts)))
    agreed = np.eye(len(kept), dtype=bool)
    hits, costs = np.where(agreed, table, 0), np.where(agreed, 0, penalty)
    cells = Cells(
        shade=np.where(agreed, hits / (hits.max(initial=0) or 1), costs / (costs.max(initial=0.0) or 1)),
        penalties=~agreed,
        texts=_counts(table, zeros=few),
        notes=_percents(np.where(costs > 0, costs, np.nan)) if few else None,
        brief=_texts(table, short_count),
    )
    said = f"{weights} weights" if isinstance(weights, str) else "weights of the kappa"
    shared = "with its share" if few else "darker the greater its share"
    return _matrix(
        [names[k] for k in kept],
        cells,
        sides,
        name="agreement",
        title="Where they agree, and what disagreement costs",
        note=f"Blue: rows that agree. Orange: each disagreement, {shared} of the penalty ({said}).",
        heading=f"{kappa_name(weights)} {rate_text(kappa.value)}",
        above=fill(kappa.reason, 52) if kappa.reason else "blue: agreement   orange: share of the penalty",
    )


def kappa_name(weights: KappaWeights) -> str:
    """Return the name of the kappa with these weights."""
    if weights is None:
        return "Cohen's kappa"
    return f"{weights.capitalize()} weighted kappa" if isinstance(weights, str) else "Weighted kappa (own weights)"


def pairwise_figure(pairs: Pairwise) -> Figure:
    """
    A coefficient of every pair of raters, with the number of units that both have rated.

    Values of 0 and below are grey, those above the darker the nearer they are to 1.
    """
    coefficient = get(pairs.metric).facts.title
    shade = np.maximum(np.nan_to_num(pairs.value), 0.0)
    texts = _texts(pairs.value, lambda value: "" if math.isnan(value) else f"{value:.2f}")
    notes = [
        ["" if column == row else f"n = {compact_count(units)}" for column, units in enumerate(shared)]
        for row, shared in enumerate(pairs.units.tolist())
    ]
    return _matrix(
        [str(name) for name in pairs.raters],
        Cells(shade=shade, texts=texts, notes=notes),
        ("", ""),
        name="pairwise",
        title=f"{coefficient} of every two raters",
        note="With the number of units that both have rated; darker is more agreement.",
        heading=f"{coefficient} of two raters",
    )


def labels_matrix_figure(report: LabelReport) -> Figure:
    """
    Where raters disagree: the share of all disagreement between every two labels.

    On the diagonal is the specific agreement: of the ratings with a label, the share that another rater has too.
    """
    names = [str(row.label) for row in report.labels]
    agreed = np.eye(len(names), dtype=bool)
    specific = np.array([float(row.specific) for row in report.labels])
    values = np.where(agreed, specific, report.confused)
    strongest = np.nanmax(np.where(agreed, 0.0, report.confused), initial=0.0) or 1.0
    shade = np.where(agreed, values, values / strongest)
    cells = Cells(shade=shade, penalties=~agreed, texts=_percents(values))
    return _matrix(
        names,
        cells,
        ("label", "label"),
        name="labels-matrix",
        title="Where raters disagree",
        note="Blue: of the ratings with the label, the share that another rater has too. Orange: the share of all "
        "disagreement that is between two labels.",
    )


def moving_matrix(points: SliderThresholds, classes: tuple[str, str], *, sides: tuple[str, str]) -> Figure:
    """The table of two classes at the threshold of the slider, which the script fills anew."""
    tp, fp, fn, tn = (float(points.cells[name][points.start]) for name in ("tp", "fp", "fn", "tn"))
    counts = Counts.from_table([[tn, fp], [fn, tp]], [0, 1])
    figure = matrix_figure(counts, classes, sides=sides, shares=True, name="at-threshold", title="At this threshold")
    cells: Any = figure.marks[0]
    words = (("right negatives", "false alarms"), ("missed", "found"))
    notes = [
        [f"{percent_text(x)} % {word}" for x, word in zip(*row, strict=True)]
        for row in zip(np.nan_to_num(cells.shade).tolist(), words, strict=True)
    ]
    moved = replace(cells, notes=notes, brief=None, keys=[["tn", "fp"], ["fn", "tp"]])
    shows = "the confusion matrix at the threshold of the slider"
    return replace(figure, marks=[moved], note="Counts, and the percent of their row.", shows=shows, moving=True)
