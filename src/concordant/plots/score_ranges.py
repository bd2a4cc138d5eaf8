"""Which score gets which label, by thresholds or cut points that were found: no rows are needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from concordant.errors import InputTypeError
from concordant.plots._axes import axes_or_new, require_matplotlib, text_colour
from concordant.plots._judged import judged_title
from concordant.plots._lines import COLOURS
from concordant.result import BestThreshold, CutPoints, GuaranteedThreshold
from concordant.result.wording import short
from concordant.typing import Label

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LONGEST_NAME = 18


class _Ranges(NamedTuple):
    """The labels with the cuts between them, the cuts of the folds, other good cuts with their name, and the title."""

    labels: tuple[Label, ...]
    cuts: tuple[float, ...]
    folds: tuple[float, ...]
    good: tuple[tuple[float, float], ...]
    called: str
    title: str


def score_ranges(
    found: BestThreshold | GuaranteedThreshold | CutPoints,
    *,
    name: str = "score",
    ax: Axes | None = None,
) -> Axes:
    """
    Draw the scores that get each label, with the cuts between them.

    Dashed lines are the cuts, with their numbers above. Ticks below are the cuts of the folds: how far they scatter
    shows how well the rows settle them. Shaded in orange are the thresholds that are as good on these rows, or that
    are certified.

    Parameters
    ----------
    found : BestThreshold, GuaranteedThreshold or CutPoints
        What `concordant.best_threshold`, `concordant.guaranteed_threshold` or `concordant.ordinal_cut_points` found.
        With the rows beside it `plots.best_threshold` and `plots.ordinal_cut_points` show more.
    name : str
        The name of the score, for the axis.
    ax : matplotlib.axes.Axes, optional
        Where to draw. Default: a new figure.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputTypeError
        If `found` is anything else.
    MissingDependencyError
        If matplotlib is not installed.

    Examples
    --------
    >>> from concordant import best_threshold
    >>> found = best_threshold([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.4, 0.6, 0.9], "f1", cv=None)
    >>> found.plot().get_title()
    'f1 0.857 at the threshold 0.25'
    """
    ranges = _ranges(found)
    require_matplotlib()
    ax = axes_or_new(ax, (7.2, 2.2))
    cuts, labels = ranges.cuts, ranges.labels
    low, high = _ends([*cuts, *ranges.folds, *(end for pair in ranges.good for end in pair)])
    ax.set(xlim=(low, high), ylim=(0, 1), yticks=[], xlabel=name)
    _shade(ax, ranges, low, high)
    edges = np.clip(np.array([low, *cuts, high]), low, high)
    for place, label in enumerate(labels):
        left, right = edges[place], edges[place + 1]
        if right > left:
            colour = COLOURS[0]
            ax.axvspan(left, right, 0.25, 0.75, color=colour, alpha=0.12 + 0.5 * place / max(len(labels) - 1, 1), lw=0)
            ax.text((left + right) / 2, 0.5, short(label, _LONGEST_NAME), ha="center", va="center", gid="label")
    _cuts(ax, [cut for cut in cuts if low < cut < high])
    inside = [fold for fold in ranges.folds if low <= fold <= high]
    if inside:
        style: dict[str, Any] = {"color": COLOURS[1], "ms": 9, "mew": 1.2}
        ax.plot(inside, [0.12] * len(inside), "|", gid="folds", label="cuts of the folds", **style)
    for side in ("top", "right", "left"):
        ax.spines[side].set_visible(False)
    ax.set_title(ranges.title, pad=22)
    if ax.get_legend_handles_labels()[1]:
        ax.legend(fontsize="small", frameon=False, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return ax


def _ranges(found: Any) -> _Ranges:
    """What is drawn of each kind of record."""
    if isinstance(found, CutPoints):
        folds = tuple(cut for fold in found.fold_cut_points for cut in fold)
        title = judged_title(found, f"the {found.method} cut points")
        return _Ranges(found.labels, found.cut_points, folds, (), "", title)
    if isinstance(found, BestThreshold):
        title = judged_title(found, f"the threshold {found.threshold:.4g}")
        if np.isnan(found.threshold):
            title = f"{found.metric.replace('_', ' ')}: no best threshold"
        ends = ((found.low, found.high),)
        return _Ranges(found.classes, (found.threshold,), found.fold_thresholds, ends, "as good", title)
    if isinstance(found, GuaranteedThreshold):
        asked = " and ".join(one.text for one in found.bounds)
        title = f"{asked}\non new rows, with a confidence of {100 * found.confidence:g} %"
        return _Ranges(found.classes, (found.threshold,), (), found.intervals, "certified", title)
    msg = f"found must be a BestThreshold, a GuaranteedThreshold or CutPoints, not {type(found).__name__}."
    raise InputTypeError(msg)


def _ends(marked: list[float]) -> tuple[float, float]:
    """A range that shows all that is marked, with as much room at both sides as to see the outer labels."""
    known = [value for value in marked if np.isfinite(value)]
    if not known:
        return -1.0, 1.0
    room = 0.35 * (max(known) - min(known)) or 0.5 * abs(known[0]) or 0.5
    return min(known) - room, max(known) + room


def _shade(ax: Axes, ranges: _Ranges, low: float, high: float) -> None:
    label = ranges.called
    for start, end in ranges.good:
        left, right = max(start, low), min(end, high)
        if right > left:  # false for NaN
            ax.axvspan(left, right, color=COLOURS[1], alpha=0.3, lw=0, label=label, gid="good")
            label = "_more"


def _cuts(ax: Axes, cuts: list[float]) -> None:
    """Lines at the cuts; numbers that would cover each other are left out."""
    low, high = ax.get_xlim()
    written = -np.inf
    for cut in cuts:
        ax.axvline(cut, color=text_colour(), lw=1.2, ls="--", gid="cut")
        if cut - written > 0.07 * (high - low):
            ax.annotate(
                f"{cut:.4g}",
                (cut, 1.0),
                xycoords=("data", "axes fraction"),
                xytext=(0, 4),
                textcoords="offset points",
                ha="center",
                fontsize="small",
                annotation_clip=False,
            )
            written = cut
