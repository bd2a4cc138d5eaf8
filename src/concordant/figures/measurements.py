"""Calibration with its consistency band, two measurements."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.figures.curves import score_range
from concordant.figures.figure import Figure, text
from concordant.figures.markup import Markup, concatenated, short_number, tag
from concordant.figures.paint_svg import Axes, percent
from concordant.metrics.definition.registry import get
from concordant.states import Curve
from concordant.typing import FloatArray

# Where isotonic steps lie by chance when the probabilities are right: a consistency band around the diagonal.
#
# Outcomes are drawn from the probabilities themselves and fitted anew, many times; the band holds the middle of the
# fits at each probability (Dimitriadis, Gneiting & Jordan 2021, PNAS 118:e2016191118, "consistency bands"; Broecker &
# Smith 2007, Weather and Forecasting 22:651). It holds at each probability by itself, not for the whole curve at once.
#
# Measured on 200 samples each of 50 to 5,000 rows with calibrated probabilities from Beta(1, 1), Beta(0.5, 0.5) and
# Beta(1, 9), at the level 0.95: the fit lay inside the band at 94.5 to 97.8 % of the probabilities. All of it lay
# inside in 22 to 60 % of the samples of up to 200 rows and in 11 % or fewer of larger ones, so that a fit which leaves
# the band somewhere proves nothing; `python -m benchmarks.consistency_band` repeats it.


_DRAWS = 400
_MOST_GROUPS = 400  # neighbouring probabilities are joined into so many groups of equal weight


@dataclass(frozen=True, slots=True)
class Band:
    """Limits at ascending probabilities."""

    predicted: FloatArray
    low: FloatArray
    high: FloatArray


def consistency_band(curve: Curve, level: float, *, seed: int = 1) -> Band | None:
    """
    Draw the band of rows that count once each; None for weights, of which nobody knows how many rows they are.

    Parameters
    ----------
    curve : Curve
        Probabilities of two classes.
    level : float
        The share of the fits that the band holds at each probability.
    """
    if curve.weights.dtype.kind == "f" or not curve.n:
        return None
    rows, mean = _groups(curve)
    random = np.random.default_rng(seed)
    positives = random.binomial(rows, np.clip(mean, 0.0, 1.0), (_DRAWS, len(rows)))
    fits = np.stack([_fit(rows, drawn) for drawn in positives])
    outside = (1 - level) / 2
    low, high = np.quantile(fits, [outside, 1 - outside], axis=0)
    upwards = slice(None, None, -1)
    return Band(mean[upwards], low[upwards], high[upwards])


def _groups(curve: Curve) -> tuple[npt.NDArray[np.int64], FloatArray]:
    """Rows and mean probability of each group, from the highest to the lowest."""
    rows = curve.weights.sum(1)
    scores = curve.scores.astype(np.float64)
    kept = rows > 0
    rows, scores = rows[kept], scores[kept]
    if len(rows) > _MOST_GROUPS:
        part = (np.cumsum(rows) - 1) * _MOST_GROUPS // rows.sum()
        starts = np.flatnonzero(np.diff(part, prepend=-1))
        total = np.add.reduceat(rows, starts)
        return total, np.add.reduceat(rows * scores, starts) / total
    return rows.astype(np.int64), scores


def _fit(rows: npt.NDArray[np.int64], positives: npt.NDArray[np.int64]) -> FloatArray:
    """The isotonic share of each group."""
    ends, sums = _kernels.isotonic_steps(np.stack([rows - positives, positives], axis=1))
    share = sums[:, 1] / sums.sum(1)
    fitted: FloatArray = np.repeat(share, np.diff(ends, prepend=0))
    return fitted


_CELLS = 60  # along each axis; rows that fall together make one square
_SHADES = 8
_LIMIT = 1.959963984540054  # the middle 95 % of a normal distribution


def scatter_figure(first: FloatArray, second: FloatArray, names: tuple[str, str]) -> Figure:
    """One rating against the other; on the dashed line they are equal."""
    low, high = _range(np.concatenate([first, second]))
    axes = Axes.of((low, high), (low, high))
    drawn = [axes.frame(*names), axes.straight((low, high), (low, high), "guess"), _squares(axes, first, second)]
    label = f"{names[1]} against {names[0]}"
    return Figure("scatter", "One against the other", "Dashed: equal. Darker: more rows.", concatenated(drawn), label)


def difference_figure(first: FloatArray, second: FloatArray, names: tuple[str, str]) -> Figure:
    """The difference against the mean (Bland & Altman 1986, Lancet 327:307), with bias and limits of agreement."""
    mean, gap = (first + second) / 2, second - first
    bias, spread = float(gap.mean()), float(gap.std(ddof=1)) if len(gap) > 1 else 0.0
    limits = bias - _LIMIT * spread, bias + _LIMIT * spread
    axes = Axes.of(_range(mean), _range(np.append(gap, limits)))
    x = (axes.x.low, axes.x.high)
    lines = [axes.straight(x, (at, at), "guess") for at in limits]
    drawn = [
        axes.frame("mean of both", f"{names[1]} less {names[0]}"),
        _squares(axes, mean, gap),
        axes.straight(x, (bias, bias), "margin"),
        lines,
    ]
    words = (
        f"Bias {bias:.4g}; dashed: limits of agreement, {limits[0]:.4g} to {limits[1]:.4g} (95 % of rows, if normal)."
    )
    return Figure("differences", "Difference against mean", words, concatenated(drawn), "Bland-Altman plot. " + words)


def _range(values: FloatArray) -> tuple[float, float]:
    low, high = float(values.min()), float(values.max())
    room = 0.04 * (high - low) or 0.5
    return low - room, high + room


def _squares(axes: Axes, x: FloatArray, y: FloatArray) -> Markup:
    """Rows as small squares, the darker the more rows."""
    rows, across, up = np.histogram2d(x, y, bins=_CELLS, range=[(axes.x.low, axes.x.high), (axes.y.low, axes.y.high)])
    wide, high = abs(axes.x.end - axes.x.start) / _CELLS, abs(axes.y.end - axes.y.start) / _CELLS
    level = np.ceil(np.sqrt(rows / (rows.max() or 1)) * _SHADES).astype(int)
    parts = []
    for shade in range(1, _SHADES + 1):
        path = "".join(
            f"M{short_number(axes.x.at(across[i]))} {short_number(axes.y.at(up[j]) - high)}"
            f"h{short_number(wide)}v{short_number(high)}h-{short_number(wide)}z"
            for i, j in np.argwhere(level == shade).tolist()
        )
        if path:
            parts.append(tag("path", d=path, class_="heat", fill_opacity=f"{0.25 + 0.75 * shade / _SHADES:.2f}"))
    return concatenated(parts)


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
        concatenated(drawn),
        "Calibration: the share that happened against the probability, in isotonic steps",
    )


def spread_figure(curve: Curve, names: tuple[str, str], start: float) -> Figure:
    """Histograms of the scores: rows of the positive class upwards, of the negative one downwards."""
    scores = curve.scores.astype(np.float64)
    finite = np.isfinite(scores)
    low, high = score_range(scores)
    part = np.linspace(0.0, 1.0, _BARS + 1)
    edges = low * (1 - part) + high * part  # the difference may be beyond what a number holds
    sides = [np.histogram(scores[finite], edges, weights=curve.weights[finite, k])[0] for k in (1, 0)]
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
        concatenated(drawn),
        f"Histograms of the scores of {names[1]} and of {names[0]}",
        data=(("curve", "spread"), *axes.data),
    )
