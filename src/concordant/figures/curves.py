"""Curves of scores: ROC, precision-recall, DET, gain, lift, costs, decision and calibration curves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from concordant.figures.figure import AnyMark, Axis, Band, Bars, Figure, Limits, Line, Note, Points, Rule
from concordant.figures.thinning import SliderThresholds, Wanted, kept_points, marks
from concordant.result import (
    CalibrationCurve,
    CorpReliabilityCurve,
    DecisionCurve,
    DetCurve,
    GainCurve,
    LiftCurve,
    PrecisionRecallCurve,
    RocCurve,
    SmoothCalibrationCurve,
)
from concordant.result.intervals import Intervals
from concordant.result.wording import rate_text
from concordant.states import Curve
from concordant.typing import FloatArray

_SHARE = np.array([0.0, 1.0])
_FIFTHS = tuple(k / 5 for k in range(6))
_UNIT: dict[str, Any] = {"square": True, "size": (5.4, 5.2)}


def roc_figure(
    curves: Sequence[RocCurve],
    labels: Sequence[str],
    *,
    thresholds: Wanted = (),
    chance: bool = True,
    band: Band | None = None,
    start: int | None = None,
    legend: str = "",
) -> Figure:
    """ROC curves; `start` is the threshold of the ring that the slider of a page moves."""
    points = [(curve.fpr, curve.tpr, curve.thresholds) for curve in curves]
    drawn = [*([] if band is None else [band]), *_curves(points, labels, thresholds=thresholds)]
    if chance:
        drawn.append(Line(role="chance", label="chance", x=_SHARE, y=_SHARE))
    if start is not None:
        drawn.append(_ring(curves[0].fpr[start + 1], curves[0].tpr[start + 1]))
    axes = (
        Axis("false positive rate (FP / N)", ticks=_FIFTHS),
        Axis("true positive rate, recall (TP / P)", ticks=_FIFTHS),
    )
    title = f"ROC curve{'s' * (len(curves) > 1)}"
    note = "" if start is None else "The ring is the threshold."
    return Figure("roc", *axes, drawn, title, note, legend=legend, corner="lower right", moving=bool(note), **_UNIT)


def precision_recall_figure(
    curves: Sequence[PrecisionRecallCurve],
    labels: Sequence[str],
    *,
    thresholds: Wanted = (),
    prevalence: bool = True,
    band: Band | None = None,
    start: int | None = None,
    legend: str = "",
) -> Figure:
    """
    Precision-recall curves in steps: the precision of a threshold over the recall that it gained.

    They start at recall 0 with the precision of the first threshold that has one, as steps need a left end.
    """
    firsts = [np.flatnonzero(np.isfinite(curve.precision))[:1] for curve in curves]
    starts = [(0.0 * c.recall[i], c.precision[i], c.thresholds[i]) for c, i in zip(curves, firsts, strict=True)]
    columns = [(curve.recall, curve.precision, curve.thresholds) for curve in curves]
    points = [[np.append(*pair) for pair in zip(*both, strict=True)] for both in zip(starts, columns, strict=True)]
    drawn = [
        *([] if band is None else [band]),
        *_curves(points, labels, thresholds=thresholds, below="left", steps=True),
    ]
    if prevalence:
        drawn += _prevalence([curve.prevalence for curve in curves])
    if start is not None:
        drawn.append(_ring(curves[0].recall[start], curves[0].precision[start]))
    axes = Axis("recall (TP / P)", ticks=_FIFTHS), Axis("precision (TP / (TP + FP))", ticks=_FIFTHS)
    title = f"Precision-recall curve{'s' * (len(curves) > 1)}"
    note = "" if start is None else "The ring is the threshold."
    return Figure(
        "precision-recall", *axes, drawn, title, note, legend=legend, corner="lower left", moving=bool(note), **_UNIT
    )


def _prevalence(shares: Sequence[float]) -> list[AnyMark]:
    """The share of positives: a dashed line where all curves have one, dotted lines in their colours otherwise."""
    if np.isnan(shares[:1]).any():
        return []
    if np.allclose(shares, shares[0]):
        return [Rule(role="prevalence", label=f"prevalence {rate_text(shares[0])} (chance)", at=shares[0], axis="y")]
    drawn: list[AnyMark] = [
        Rule(role="prevalence", colour=k, at=share, axis="y") for k, share in enumerate(shares) if np.isfinite(share)
    ]
    return [*drawn, Line(role="perfect", label="prevalence of each (chance)", x=np.empty(0), y=np.empty(0))]


def _ring(x: float, y: float) -> Points:
    return Points(role="ring", x=np.array([x]), y=np.array([y]))


def _curves(
    points: Sequence[Any],
    labels: Sequence[str],
    *,
    thresholds: Wanted = (),
    below: Literal["left", "right"] = "right",
    steps: bool = False,
) -> list[AnyMark]:
    """
    One line a curve of (x, y, thresholds), and the thresholds to mark.

    Where nothing is defined the line has no points. The numbers of thresholds stand below a single curve at the side
    where there is room; at several they would cover each other.
    """
    drawn: list[AnyMark] = []
    for k, (columns, label) in enumerate(zip(points, labels, strict=True)):
        defined = np.isfinite(columns[0]) & np.isfinite(columns[1])
        x, y, at = (column[defined] for column in columns)
        keep = kept_points(x, y)
        drawn.append(Line(role="curve", colour=k, label=label, x=x[keep], y=y[keep], steps=steps))
        marked = marks(thresholds, x, y, at)
        if not marked:
            continue
        indices = [index for index, _ in marked]
        drawn.append(Points(role="operating-point", colour=k, x=x[indices], y=y[indices]))
        for index, text in marked if len(points) == 1 else ():
            to_right = x[index] < (0.8 if below == "right" else 0.2)
            side: dict[str, Any] = {"anchor": "start", "right": 6} if to_right else {"anchor": "end", "right": -6}
            drawn.append(Note(role="operating-point", x=x[index], y=y[index], text=text, up=-4, **side))
    return drawn


_NORMAL_TICKS = (0.001, 0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99, 0.999)


def det_figure(curves: Sequence[DetCurve], labels: Sequence[str]) -> Figure:
    """The detection error tradeoff on normal scales, which make a line of normal scores (Martin et al. 1997)."""
    ends: dict[str, Any] = {"low": _NORMAL_TICKS[0] / 2, "high": 1 - _NORMAL_TICKS[0] / 2}
    scale: dict[str, Any] = {"ticks": _NORMAL_TICKS, "scale": "normal", **ends}
    axes = Axis("false positive rate (FP / N)", **scale), Axis("false negative rate (FN / P)", **scale)
    drawn = _curves([(curve.fpr, curve.fnr, curve.thresholds) for curve in curves], labels)
    return Figure("det", *axes, drawn, "Detection error tradeoff", corner="upper right", **_UNIT)


_DEPTH = "share of all rows, highest scores first"


def gain_figure(curves: Sequence[GainCurve], labels: Sequence[str]) -> Figure:
    """The share of positives among the rows with the highest scores, with what a perfect ranking and chance gain."""
    drawn = _curves([(curve.depth, curve.gain, curve.thresholds) for curve in curves], labels)
    if len(curves) == 1 and curves[0].prevalence > 0:
        best = np.array([0.0, curves[0].prevalence, 1.0])
        drawn.append(Line(role="perfect", label="perfect", x=best, y=np.array([0.0, 1.0, 1.0])))
    drawn.append(Line(role="chance", label="chance", x=_SHARE, y=_SHARE))
    axes = Axis(_DEPTH), Axis("share of the positive rows")
    return Figure("gain", *axes, drawn, "Cumulative gain", corner="lower right", **_UNIT)


def lift_figure(curves: Sequence[LiftCurve], labels: Sequence[str]) -> Figure:
    """How many times as frequent positives are among the rows with the highest scores as among all."""
    drawn = _curves([(curve.depth, curve.lift, curve.thresholds) for curve in curves], labels)
    top = max([1.0, *(float(line.y.max(initial=0.0)) for line in drawn if isinstance(line, Line))])
    drawn.append(Rule(role="chance", label="chance", at=1.0, axis="y"))
    axes = Axis(_DEPTH, -0.015, 1.015), Axis("lift", 0.0, 1.06 * top)
    return Figure("lift", *axes, drawn, "Lift", corner="upper right")


_TOP, _MOST_TOP = 1.5, 3.0  # dearer thresholds than this, but for the ring, are of no interest, and lie outside


def cost_figure(curves: Sequence[SliderThresholds]) -> Figure:
    """
    The cost of the first curve where a missed positive costs as much as a false alarm; the script changes that.

    ``(FP + FN) / min(P, N)``, the normalised expected cost (Ferrer 2022, arXiv:2209.05355, section 3).
    """
    points, start = curves[0], curves[0].start
    low, high = score_range(np.concatenate([curve.scores for curve in curves]))
    wrong = points.cells["fp"] + points.cells["fn"]
    positives = float(points.cells["tp"][0] + points.cells["fn"][0])
    negatives = float(points.cells["fp"][0] + points.cells["tn"][0])
    cost = np.asarray(wrong, np.float64) / min(positives, negatives)
    top = float(np.clip(np.ceil(2.1 * cost[start]) / 2, _TOP, _MOST_TOP))
    drawn: list[AnyMark] = [
        Rule(role="chance", at=1.0, axis="y"),
        Line(role="curve", colour=0, x=points.scores, y=cost),
        _ring(float(np.clip(points.scores[start], low, high)), min(float(cost[start]), top)),
    ]
    note = "1, dashed: the cheaper of calling all rows positive and calling none so."
    axes = Axis("threshold", low, high), Axis("cost", 0.0, top, tuple(np.arange(0.0, top + 0.1, 0.5).tolist()))
    return Figure("cost", *axes, drawn, "What errors cost", note, moving=True)


def score_range(scores: FloatArray) -> tuple[float, float]:
    """The range of the scores that are finite; that of probabilities if they lie in it and fill a good part of it."""
    finite = scores[np.isfinite(scores)]
    if not len(finite):
        return 0.0, 1.0
    low, high = float(finite.min()), float(finite.max())
    if low >= 0 and high <= 1 and high - low > 0.5:
        return 0.0, 1.0
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def decision_figure(
    curves: Sequence[DecisionCurve],
    labels: Sequence[str],
    *,
    band: Band | None = None,
    standardized: bool = False,
    note: str = "",
) -> Figure:
    """
    Net benefit at every threshold probability, beside treating all rows and treating none.

    The vertical axis starts a little below 0, as is usual: the line of treating all falls without end.
    """
    lines = _curves([(curve.thresholds, curve.net_benefit, curve.thresholds) for curve in curves], labels)
    drawn = [*([] if band is None else [band]), *lines]
    everyone = [(curve.thresholds, curve.treat_all) for curve in curves]
    same = all(np.array_equal(one, everyone[0], equal_nan=True) for one in everyone)
    for k, (at, benefit) in enumerate(everyone[:1] if same else everyone):
        if not np.isnan(benefit).any():
            label = "treat all" if same else ""
            drawn.append(Line(role="treat-all", colour=None if same else k, label=label, x=at, y=benefit))
    if not same:
        drawn.append(Line(role="perfect", label="treat all, of each", x=np.empty(0), y=np.empty(0)))
    drawn.append(Rule(role="treat-none", label="treat none", at=0.0, axis="y"))
    tops = [float(mark.y.max()) for mark in drawn if isinstance(mark, Line) and len(mark.x)]
    top = max([1e-3, *tops])
    if band is not None and np.isfinite(band.high).any():
        top = max(top, min(float(np.nanmax(band.high)), 1.3 * top))
    ends = [float(end) for curve in curves for end in (*curve.thresholds[:1], *curve.thresholds[-1:])] or [0.0, 1.0]
    low, high, end = -0.15 * top, 1.08 * top, max(ends)
    if band is not None:
        wall = np.flatnonzero((band.x > 0.5) & (band.high > high) & (band.low < low))
        if len(wall):  # few rows are called positive there
            end = float(band.x[wall[0]]) - 0.01
            note = f"{note} The intervals of thresholds above {end:.2f} are higher than the picture.".strip()
    x = Axis("threshold probability", min(ends) - 0.01, end + 0.01)
    y = Axis("net benefit / prevalence" if standardized else "net benefit", low, high)
    title = f"Decision curve{'s' * (len(curves) > 1)}"
    return Figure("decision", x, y, drawn, title, note, corner="upper right", most=6)


def limits_band(limits: Intervals, level: float, *, simultaneous: bool = False) -> Band:
    """Limits at the places of a curve, which their outputs are."""
    label = f"{100 * level:g} % confidence {'band' if simultaneous else 'interval'}"
    x = np.asarray(limits.outputs, np.float64)
    return Band(role="band", colour=0, label=label, x=x, low=np.asarray(limits.low), high=np.asarray(limits.high))


_BARS = 50
_FLOOR, _HEIGHT = -0.16, 0.13  # where the histogram stands, and its highest bar


def calibration_figure(
    curves: Sequence[CalibrationCurve | CorpReliabilityCurve | SmoothCalibrationCurve],
    labels: Sequence[str],
    *,
    band: Band | None = None,
    limits: Sequence[Intervals] | None = None,
    rows: Curve | None = None,
    note: str = "",
    legend: str = "",
) -> Figure:
    """
    Observed proportions against predicted probabilities.

    `band` is drawn below the curves. `limits` are those of the bins, of each curve; without them the bars of bins are
    1.96 standard errors. `rows` have their histogram at the bottom.
    """
    drawn: list[AnyMark] = [] if band is None else [band]
    for k, (curve, label) in enumerate(zip(curves, labels, strict=True)):
        drawn += _calibration_marks(curve, label, k, None if limits is None else limits[k])
    drawn.append(Line(role="calibrated", label="calibrated", x=_SHARE, y=_SHARE))
    if rows is not None:
        count, edges = np.histogram(rows.scores.astype(float), bins=_BARS, range=(0, 1), weights=rows.weights.sum(1))
        sides: dict[str, Any] = {"left": edges[:-1], "right": edges[1:], "low": np.full(_BARS, _FLOOR)}
        drawn.append(Bars(role="histogram", colour=0, high=_FLOOR + count / count.max() * _HEIGHT, **sides))
        drawn.append(Rule(role="base", at=_FLOOR + _HEIGHT + 0.015, axis="y"))
    x = Axis("predicted probability", ticks=_FIFTHS)
    y = Axis("observed proportion", 0.0 if rows is None else _FLOOR, 1.0, _FIFTHS)
    return Figure("calibration", x, y, drawn, "Calibration", note, legend=legend, corner="upper left", **_UNIT)


def _calibration_marks(
    curve: CalibrationCurve | CorpReliabilityCurve | SmoothCalibrationCurve,
    label: str,
    colour: int,
    limits: Intervals | None,
) -> list[AnyMark]:
    """A smooth line; the level lines of isotonic steps, joined; or a point a bin with its limits or standard errors."""
    if isinstance(curve, SmoothCalibrationCurve):
        return [Line(role="curve", colour=colour, label=label, x=curve.predicted, y=curve.observed)]
    if isinstance(curve, CorpReliabilityCurve):
        x = np.column_stack([curve.lowest, curve.highest]).ravel()
        return [Line(role="curve", colour=colour, label=label, x=x, y=np.repeat(curve.observed, 2))]
    filled = ~np.isnan(curve.observed)
    x, y = np.asarray(curve.predicted)[filled], np.asarray(curve.observed)[filled]
    rows = np.asarray(curve.weight, float)[filled]
    if limits is None:
        error = 1.96 * np.asarray(curve.standard_error)[filled]
        low, high = np.maximum(y - error, 0.0), np.minimum(y + error, 1.0)
    else:
        low, high = np.asarray(limits.low)[filled], np.asarray(limits.high)[filled]
    return [
        Limits(role="error", colour=colour, at=x, value=y, low=low, high=high, upright=True),
        Line(role="curve", colour=colour, label=label, x=x, y=y),
        Points(role="rows", colour=colour, x=x, y=y, size=90.0 * rows / rows.max(initial=1.0)),
    ]
