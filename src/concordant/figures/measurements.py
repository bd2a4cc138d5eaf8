"""Numbers: how scores are spread in two classes, two measurements, and the consistency band of calibration."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.figures.figure import AnyMark, Axis, Band, Bars, Figure, Line, Note, Points, Rule, spanned
from concordant.panels.pairs import LimitsOfAgreement
from concordant.result.wording import compact_count, label_text
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
    label = f"{100 * level:g} % consistency band"
    return Band(role="band", label=label, x=mean[upwards], low=low[upwards], high=high[upwards])


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


_MOST_POINTS = 1000  # of more, squares show how many lie together
_SQUARES = 60  # along each axis
_SHADES = 8


def _cloud(x: FloatArray, y: FloatArray, *, colour: int = 0, label: str = "") -> AnyMark:
    """Rows as points, or many as small squares, the darker the more rows."""
    if len(x) <= _MOST_POINTS:
        return Points(role="point", colour=colour, label=label, x=x, y=y, size=22.0)
    rows, across, up = np.histogram2d(x, y, bins=_SQUARES)
    level = np.ceil(np.sqrt(rows / (rows.max() or 1)) * _SHADES)
    i, j = np.nonzero(level)
    shade = 0.25 + 0.75 * level[i, j] / _SHADES
    return Bars(
        role="bar",
        colour=colour,
        label=label,
        left=across[i],
        right=across[i + 1],
        low=up[j],
        high=up[j + 1],
        shade=shade,
    )


def scatter_figure(first: FloatArray, second: FloatArray, names: tuple[str, str]) -> Figure:
    """One rating against the other; on the dashed line they are equal."""
    low, high = spanned(np.concatenate([first, second]))
    ends = np.array([low, high])
    drawn = [_cloud(first, second), Line(role="calibrated", x=ends, y=ends)]
    axes = Axis(names[0], low, high), Axis(names[1], low, high)
    return Figure("scatter", *axes, drawn, "One against the other", "Dashed: equal.")


_NAMED = 10  # raters, with a colour each


def bland_altman_figure(limits: LimitsOfAgreement) -> Figure:
    """The difference against the mean (Bland & Altman 1986, Lancet 327:307), with bias and limits of agreement."""
    names = [label_text(str(name), 24) for name in limits.raters]
    two = limits.difference.ndim == 1
    raters = limits.difference[:, None] if two else limits.difference
    drawn: list[AnyMark] = []
    for one in (limits.low, limits.bias, limits.high):
        ends = [float(end) for end in (one.low, one.high)]
        if ends[1] > ends[0]:  # false for NaN
            sides: dict[str, Any] = {"left": np.array([limits.centre.min()]), "right": np.array([limits.centre.max()])}
            drawn.append(Bars(role="interval-of-limit", low=np.array(ends[:1]), high=np.array(ends[1:]), **sides))
        drawn.append(Rule(role="bias" if one is limits.bias else "limit", at=float(one.value), axis="y"))
        drawn.append(Note(role="number", x=1.01, y=float(one.value), text=f"{one.value:.3g}", share="x"))
    for k, difference in enumerate(raters.T):
        named = not two and len(names) <= _NAMED
        drawn.append(_cloud(limits.centre, difference, colour=k if named else 0, label=names[k] if named else ""))
    values = np.array([end for one in (limits.low, limits.high) for end in (one.value, one.low, one.high)], float)
    x = Axis("mean of both" if two else "mean of all raters", *spanned(limits.centre))
    unit = f"{names[0]} \N{MINUS SIGN} {names[1]}" if two else "rating \N{MINUS SIGN} mean of the unit"
    y = Axis(unit, *spanned(np.append(raters, values)))
    ends_in_words = f"{limits.low.value:.4g} to {limits.high.value:.4g} ({limits.coverage:.0%} of rows, if normal)"
    note = f"Bias {limits.bias.value:.4g}; dashed: limits of agreement, {ends_in_words}. Shaded: their intervals."
    heading = f"limits of agreement of {limits.coverage:.0%}, n = {limits.n}"
    title = "Difference against mean"
    return Figure("differences", x, y, drawn, title, note, heading, most=0, size=(6.4, 4.2))


def distribution_figure(
    curve: Curve,
    names: Sequence[str],
    edges: FloatArray,
    *,
    threshold: float | None = None,
    moving: bool = False,
    unit: str = "score",
) -> Figure:
    """
    Histograms of the scores: rows of the positive class upwards, of the negative one downwards, each class by itself.

    Scores beyond the edges stand in the first and last bin. The share of each class from a threshold on is written at
    its line, unless the slider of a page moves it.
    """
    scores = np.asarray(curve.scores, np.float64)
    finite = np.isfinite(scores)
    inside = np.clip(scores, edges[0], edges[-1])
    drawn: list[AnyMark] = []
    notes: list[AnyMark] = []
    top = 0.0
    for index, sign in ((1, 1.0), (0, -1.0)):
        weights = np.asarray(curve.weights, np.float64)[:, index]
        total = float(weights.sum())
        share = np.histogram(inside[finite], edges, weights=weights[finite])[0] / (total or 1.0)
        top = max(top, float(share.max(initial=0.0)))
        ends = {"low": np.minimum(sign * share, 0.0), "high": np.maximum(sign * share, 0.0)}
        label = f"{label_text(names[index], 24)} (n = {compact_count(total)}), {'upwards' if sign > 0 else 'downwards'}"
        drawn.append(Bars(role="class", colour=index, label=label, left=edges[:-1], right=edges[1:], **ends))
        if threshold is not None and total and not moving:
            text = f"{float(weights[scores >= threshold].sum()) / total:.1%} from here on"
            place: dict[str, Any] = {"y": 0.98 if sign > 0 else 0.02, "right": 5}
            notes.append(Note(role="share", colour=index, x=threshold, text=text, share="y", **place))
    drawn.append(Rule(role="base", at=0.0, axis="y"))
    if threshold is not None:
        drawn.append(Rule(role="threshold", at=threshold, axis="x"))
    top = 1.05 * (top or 1.0)
    axes = Axis(unit, float(edges[0]), float(edges[-1])), Axis("share of the class", -top, top, scale="percent")
    note = "Each class by itself; the line is the threshold."
    return Figure("spread", *axes, [*drawn, *notes], "How the scores are spread", note, size=(6.4, 3.8), moving=moving)
