"""Probabilities beside what happened: isotonic steps with their consistency band, and how the scores are spread."""

from __future__ import annotations

import numpy as np

from concordant.metrics.definition.registry import get
from concordant.report.consistency_band import Band
from concordant.report.figures.axes import Axes, percent
from concordant.report.figures.cost import score_range
from concordant.report.figures.figure import Figure, text
from concordant.report.markup import Markup, joined, tag
from concordant.states import Curve

_BARS = 30


def calibration_figure(curve: Curve, band: Band | None, level: float | None, why: str | None) -> Figure:
    """The CORP reliability curve; `why` says why there is no band."""
    steps = get("corp_reliability_curve").outcome(curve).value
    axes = Axes.of()
    x = np.column_stack([steps.lowest, steps.highest]).ravel()
    y = np.repeat(steps.observed, 2)
    shaded = (
        ""
        if band is None or level is None
        else f" Band: where {100 * level:g} % of them lie, at each probability, if it is."
    )
    drawn = [
        axes.frame("probability", "share that happened"),
        Markup() if band is None else axes.band(band.predicted, band.low, band.high),
        axes.straight((0.0, 1.0), (0.0, 1.0), "guess"),
        axes.line(x, y, "curve c1 chosen"),
    ]
    return Figure(
        "calibration",
        "Calibration",
        "Isotonic steps (CORP); on the dashed line the model is calibrated." + shaded + (f" {why}" if why else ""),
        joined(drawn),
        "Calibration: the share that happened against the probability, in isotonic steps",
    )


def spread_figure(curve: Curve, names: tuple[str, str], start: float) -> Figure:
    """Histograms of the scores: rows of the positive class upwards, of the negative one downwards."""
    scores = curve.scores.astype(np.float64)
    known = np.isfinite(scores)
    low, high = score_range(scores)
    part = np.linspace(0.0, 1.0, _BARS + 1)
    edges = low * (1 - part) + high * part  # the difference may be beyond what a number holds
    sides = [np.histogram(scores[known], edges, weights=curve.weights[known, k])[0] for k in (1, 0)]
    shares = [side / (side.sum() or 1) for side in sides]
    top = max(float(share.max()) for share in shares) or 1.0
    axes = Axes.of((low, high), (-1.05 * top, 1.05 * top), left=60.0)
    ticks = axes.y.ticks()
    drawn = [
        axes.frame("score", "share of the class", y_ticks=ticks, y_text=lambda value: percent(abs(value))),
        [
            axes.box((float(a), float(b)), (0.0, sign * float(value)), look)
            for share, sign, look in ((shares[0], 1, "predicted"), (shares[1], -1, "truth"))
            for a, b, value in zip(edges, edges[1:], share, strict=False)
            if value
        ],
        axes.straight((low, high), (0.0, 0.0), "axis"),
        text(axes.x.start + 6, axes.y.end + 12, f"{names[1]}, upwards"),
        text(axes.x.end - 4, axes.y.start - 5, f"{names[0]}, downwards", anchor="end"),
        tag(
            "line",
            class_="threshold",
            x1=axes.x.at(float(np.clip(start, low, high))),
            x2=axes.x.at(float(np.clip(start, low, high))),
            y1=axes.y.start,
            y2=axes.y.end,
        ),
    ]
    return Figure(
        "spread",
        "How the scores are spread",
        "Each class by itself; the line is the threshold.",
        joined(drawn),
        f"Histograms of the scores of {names[1]} and of {names[0]}",
        data=(("curve", "spread"), *axes.data),
    )
