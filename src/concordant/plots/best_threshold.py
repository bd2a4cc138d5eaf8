"""A metric at every threshold of a score, and the threshold that is best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.decisions.aim import aim_of, read_conditions
from concordant.decisions.search import Scan
from concordant.decisions.thresholds import best_threshold as find
from concordant.metrics.definition.metric import Metric
from concordant.plots._axes import axes_or_new, require_matplotlib, text_colour
from concordant.plots._judged import judged_title
from concordant.plots._lines import COLOURS
from concordant.plots._thinning import kept_points
from concordant.result.decisions import BestThreshold
from concordant.states import Curve
from concordant.typing import Column, FloatArray, Label, Missing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_Bools = npt.NDArray[np.bool_]


def best_threshold(
    y_true: Column,
    y_score: Column,
    metric: Metric | str | None = None,
    *,
    constraint: Any = None,
    max_positives: float | None = None,
    periods: float = 1,
    cost: Any = None,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
    cv: int | None = 5,
    seed: int = 0,
    cluster: Column | None = None,
    best: BestThreshold | None = None,
    name: str = "threshold on the score",
    ax: Axes | None = None,
    **options: Any,
) -> Axes:
    """
    Draw a metric at every threshold, the best one, and how sure it is.

    The line is the metric of the rows for every threshold; where a constraint is not met the ground is grey. The point
    marks the best threshold, the band about it all those that are as good. The hollow point is the value on rows that
    did not choose their threshold, with 1.96 standard errors to both sides; the ticks at the bottom are the thresholds
    of the folds. A flat top, or ticks that scatter, show that the data hardly determine the threshold.

    Parameters
    ----------
    y_true, y_score, metric, constraint, max_positives, periods, cost, labels, pos_label, sample_weight, missing, \
cv, seed, cluster, **options
        As `concordant.best_threshold` takes them.
    best : BestThreshold, optional
        The result of `concordant.best_threshold` for these rows and options. Default: it is computed here.
    name : str
        The name of the score, for the axis.
    ax : matplotlib.axes.Axes, optional
        Where to draw. Default: a new figure.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    OptionError
        If no threshold meets the constraints.
    MissingDependencyError
        If matplotlib is not installed.

    Notes
    -----
    The line is thinned where there are more than 16,004 thresholds: it passes every column's first, last, lowest and
    highest point. Scores are shown between the quantiles 0.001 and 0.999 of the rows.

    Examples
    --------
    >>> from concordant import plots
    >>> truth, score = [0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.4, 0.6, 0.9]
    >>> ax = plots.best_threshold(truth, score, "f1", cv=None)
    >>> ax.get_title()
    'f1 0.857 at the threshold 0.25'
    """
    require_matplotlib()
    rows: dict[str, Any] = {
        "labels": labels,
        "pos_label": pos_label,
        "sample_weight": sample_weight,
        "missing": missing,
    }
    limits: dict[str, Any] = {"constraint": constraint, "max_positives": max_positives, "periods": periods}
    if best is None:
        best = find(y_true, y_score, metric, cost=cost, cv=cv, seed=seed, cluster=cluster, **rows, **limits, **options)
    aim = aim_of(metric, cost, options)
    curve = Curve.from_scores(y_true, y_score, **rows)
    scan = Scan.of(curve)
    conditions = read_conditions(constraint, max_positives, periods, float(curve.n))
    allowed = scan.allowed(conditions)
    ax = axes_or_new(ax, (7.2, 4.2))
    low, high = _limits(scan, best)
    thresholds = np.append(scan.scores[::-1].astype(np.float64), np.inf)  # ascending; +inf calls nothing positive
    _draw_values(ax, np.clip(thresholds, low, high), scan.values(aim)[::-1], (low, high))
    _shade(ax, thresholds, allowed[::-1], (low, high), " and ".join(one.text for one in conditions))
    _draw_best(ax, best, (low, high))
    ax.set(xlim=(low, high), xlabel=name, ylabel=best.metric.replace("_", " "))
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    if conditions or best.fold_thresholds:
        ax.legend(fontsize="small", framealpha=0.85, loc="best")
    if np.isnan(best.threshold):
        ax.set_title(f"{best.metric.replace('_', ' ')}: no best threshold")
    else:
        ax.set_title(judged_title(best, f"the threshold {best.threshold:.4g}"))
    return ax


def _limits(scan: Scan, best: BestThreshold) -> tuple[float, float]:
    """The scores to show: nearly all rows, and all that is marked."""
    finite = np.isfinite(scan.scores)
    scores = scan.scores[finite].astype(np.float64)
    if not len(scores):
        return -1.0, 1.0
    rows = np.diff(scan.fp + scan.tp)[finite].cumsum()
    ends = scores[np.searchsorted(rows, [0.001 * rows[-1], 0.999 * rows[-1]])]
    marked = np.array([*ends, best.threshold, *best.fold_thresholds], dtype=np.float64)
    marked = marked[np.isfinite(marked)]
    room = 0.03 * (marked.max() - marked.min()) or 0.5
    return float(marked.min() - room), float(marked.max() + room)


def _draw_values(ax: Axes, x: FloatArray, values: FloatArray, ends: tuple[float, float]) -> None:
    """The metric as steps: the value at a score holds for all thresholds down to the next lower score."""
    x, values = np.append(ends[0], x), np.append(values[0], values)
    defined = np.isfinite(values)
    width = ends[1] - ends[0]
    keep = kept_points((x - ends[0]) / width, np.where(defined, values, 0.0))
    shown = np.where(defined, values, np.nan)[keep]
    ax.plot(x[keep], shown, color=COLOURS[0], lw=1.8, drawstyle="steps-pre", gid="curve", label="_values")


def _shade(ax: Axes, thresholds: FloatArray, allowed: _Bools, ends: tuple[float, float], words: str) -> None:
    """Grey ground where a constraint is not met."""
    if allowed.all():
        return
    lower = np.append(-np.inf, thresholds[:-1])
    edges = np.flatnonzero(np.diff(np.concatenate([[False], ~allowed, [False]]).astype(np.int8)))
    label = f"not {words}"
    for first, last in zip(edges[::2], edges[1::2] - 1, strict=True):
        left, right = max(lower[first], ends[0]), min(thresholds[last], ends[1])
        if left < right:
            ax.axvspan(left, right, color=text_colour(), alpha=0.12, lw=0, label=label, gid="not allowed", zorder=0)
            label = "_more"


def _draw_best(ax: Axes, best: BestThreshold, ends: tuple[float, float]) -> None:
    if np.isnan(best.threshold):
        return
    at = min(best.threshold, ends[1])
    ax.axvspan(max(best.low, ends[0]), min(best.high, ends[1]), color=COLOURS[1], alpha=0.3, lw=0, gid="as good")
    ax.axvline(at, color=COLOURS[1], lw=0.8, ls="--", zorder=1)
    ax.plot(at, best.value, "o", color=COLOURS[1], ms=6, label="_best", gid="best", zorder=3)
    if not best.fold_thresholds:
        return
    if np.isfinite(best.cross_validated_value):
        from matplotlib.transforms import ScaledTranslation

        error = best.standard_error * 1.96 if np.isfinite(best.standard_error) else 0.0
        beside = ScaledTranslation(9 / 72, 0, ax.figure.dpi_scale_trans)  # not one upon the other
        ax.errorbar(
            *(at, best.cross_validated_value, error),
            fmt="o",
            color=text_colour(),
            mfc=ax.get_facecolor(),
            ms=5,
            capsize=3,
            lw=1.1,
            label="on rows that did not choose it",
            transform=ax.transData + beside,
        )
    folds = np.minimum(best.fold_thresholds, ends[1])
    ax.plot(
        *(folds, np.zeros(len(folds))),
        "|",
        transform=ax.get_xaxis_transform(),
        color=COLOURS[1],
        ms=13,
        mew=1.3,
        clip_on=False,
        label="thresholds of the folds",
        gid="folds",
    )
