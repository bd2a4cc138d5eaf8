"""Matrices: confusion of all classes and at one threshold, ordered ratings with their penalties, pairs of raters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
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
    texts, notes = _counts(table, zeros=few), None
    if shares:
        rows = counts.row_totals[kept][:, None]
        shade = np.divide(table, rows, out=np.full(table.shape, np.nan), where=rows != 0)
        notes = [["" if x != x else f"{percent_text(x)} %" for x in row] for row in shade.tolist()] if few else None  # noqa: PLR0124
    elif normalize is None:
        shade = table / (table.max(initial=0) or 1)
    else:
        shares_of = counts.normalized(normalize)
        texts = [[_share(value, "%" if few else "") for value in row] for row in shares_of.tolist()]
        shade = shares_of / (np.nanmax(shares_of, initial=0.0) or 1.0) if normalize == "all" else shares_of
    return _matrix(
        [names[k] for k in kept],
        Cells(role="cells", shade=shade, looks=_looks(shade), texts=texts, notes=notes, brief=_brief(table, texts)),
        sides,
        name=name,
        title=title,
        note=_NOTES[0 if few else 1],
        heading="" if normalize is None else _SHARES[normalize],
    )


def _counts(table: npt.NDArray[Any], *, zeros: bool) -> list[list[str]]:
    return [[compact_count(cell) if zeros or cell else "" for cell in row] for row in table.tolist()]


def _brief(table: npt.NDArray[Any], texts: list[list[str]]) -> list[list[str]]:
    """Shorter counts; shares are as short as they can be."""
    if any("%" in text or text == "-" for row in texts for text in row):
        return texts
    return [[short_count(cell) for cell in row] for row in table.tolist()]


def _share(share: float, sign: str) -> str:
    text = percent_text(share)
    if not sign and text == "0":
        return ""
    return text if text == "-" else text + sign


def _looks(shade: FloatArray) -> list[list[str]]:
    return [["heat"] * shade.shape[1]] * len(shade)


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
    look: str = "heat",
) -> Figure:
    """Any matrix of values that are not negative, the darker the greater."""
    shade = np.nan_to_num(np.asarray(values, np.float64))
    shade = shade / (shade.max(initial=0.0) or 1.0)
    cells = Cells(role="cells", shade=shade, looks=np.full(shade.shape, look).tolist(), texts=texts)
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
    texts = _counts(table, zeros=few)
    cells = Cells(
        role="cells",
        shade=np.where(agreed, hits / (hits.max(initial=0) or 1), costs / (costs.max(initial=0.0) or 1)),
        looks=np.where(agreed, "heat", "penalty").tolist(),
        texts=texts,
        notes=[[f"{percent_text(x)} %" if x > 0 else "" for x in row] for row in costs.tolist()] if few else None,
        brief=_brief(table, texts),
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
    texts = [["" if x != x else f"{x:.2f}" for x in row] for row in pairs.value.tolist()]  # noqa: PLR0124  (NaN)
    notes = [
        ["" if column == row else f"n = {compact_count(units)}" for column, units in enumerate(shared)]
        for row, shared in enumerate(pairs.units.tolist())
    ]
    return _matrix(
        [str(name) for name in pairs.raters],
        Cells(role="cells", shade=shade, looks=_looks(shade), texts=texts, notes=notes),
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
    cells = Cells(
        role="cells",
        shade=np.where(agreed, values, values / strongest),
        looks=np.where(agreed, "heat", "penalty").tolist(),
        texts=[["" if x != x else f"{percent_text(x)} %" for x in row] for row in values.tolist()],  # noqa: PLR0124
    )
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
    start = points.start
    tp, fp, fn, tn = (float(points.cells[name][start]) for name in ("tp", "fp", "fn", "tn"))
    table = np.array([[tn, fp], [fn, tp]])
    totals = table.sum(1, keepdims=True)
    shade = np.divide(table, totals, out=np.zeros((2, 2)), where=totals != 0)
    words = [["right negatives", "false alarms"], ["missed", "found"]]
    cells = Cells(
        role="cells",
        shade=shade,
        looks=_looks(shade),
        texts=_counts(table, zeros=True),
        notes=[
            [f"{percent_text(share)} % {word}" for share, word in zip(*row, strict=True)]
            for row in zip(shade.tolist(), words, strict=True)
        ],
        keys=[["tn", "fp"], ["fn", "tp"]],
    )
    figure = _matrix(classes, cells, sides, name="at-threshold", title="At this threshold", note="")
    return replace(
        figure,
        note="Counts, and the percent of their row.",
        shows="the confusion matrix at the threshold of the slider",
        moving=True,
    )
