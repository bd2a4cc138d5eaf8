"""Where a score is cut into ordered labels: how the score is spread in each label, and the cut points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.errors import InputTypeError, LabelError
from concordant.inputs.scores import check_ordinal_scores
from concordant.plots._axes import axes_or_new, require_matplotlib, text_colour
from concordant.plots._judged import judged_title
from concordant.result.decisions import CutPoints
from concordant.result.wording import compact_count, short
from concordant.typing import Column, FloatArray, Label, Missing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_BINS = 60
_LINE = 12  # points from one line of numbers to the next
_TALLEST = 0.86  # of the room between two labels
_COLOURS = (("gets this label", "tab:blue"), ("gets another", "tab:orange"))
_ALPHA = 0.75


def ordinal_cut_points(
    y_true: Column,
    y_score: Column,
    cuts: CutPoints,
    *,
    labels: Sequence[Label] | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
    names: tuple[str, str] = ("truth", "score"),
    ax: Axes | None = None,
) -> Axes:
    """
    Draw how the score is spread in each label of the truth, with the cut points as lines.

    One row a label, the lowest at the bottom: a histogram of its scores, each to its own height, in blue where the cut
    points give the row its true label and in orange where they give another one. The numbers at the right are the rows
    of the label and the share of them that get it. Scores are shown between their quantiles 0.001 and 0.999, but over
    no more than twice the range of the middle 90 %, and those outside at the ends.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Ordered labels.
    y_score : array-like of shape (n,)
        The score.
    cuts : CutPoints
        As `concordant.decisions.ordinal_cut_points` gives them, of these rows or of others.
    labels : sequence, optional
        All labels in their order. Default: those of `cuts`.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    missing : {"raise", "drop"}
        What to do with missing labels and NaN scores.
    names : tuple of two str
        The names of the labels and of the score, for the axes.
    ax : matplotlib.axes.Axes, optional
        Where to draw. Default: a new figure.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    LabelError
        If `labels` are not those of the cut points.
    MissingDependencyError
        If matplotlib is not installed.

    Examples
    --------
    >>> from concordant import plots
    >>> from concordant.decisions import ordinal_cut_points
    >>> truth, score = [1, 1, 2, 2, 3, 3], [0.1, 0.3, 0.2, 0.5, 0.7, 0.9]
    >>> cuts = ordinal_cut_points(truth, score, method="exact", cv=None)
    >>> ax = plots.ordinal_cut_points(truth, score, cuts)
    >>> ax.get_title()
    'cohen kappa 0.889 at the exact cut points'
    """
    if not isinstance(cuts, CutPoints):
        msg = f"cuts must be the CutPoints that ordinal_cut_points gives, not {type(cuts).__name__}."
        raise InputTypeError(msg)
    order = cuts.labels if labels is None else tuple(labels)
    if order != cuts.labels:
        msg = f"labels must be those of the cut points, {cuts.labels}, not {order}."
        raise LabelError(msg)
    rows = check_ordinal_scores(y_true, y_score, labels=order, sample_weight=sample_weight, missing=missing)
    require_matplotlib()
    from matplotlib.patches import Patch

    ax = axes_or_new(ax, (7.2, 1.6 + 0.62 * max(len(order), 2)))
    weights = np.ones(len(rows.scores)) if rows.weights is None else rows.weights.astype(np.float64)
    scores = rows.scores.astype(np.float64)
    low, high = _limits(scores, np.array(cuts.cut_points))
    for place in range(len(order)):
        here = np.asarray(rows.y_true) == place
        edges = _interval(cuts, place)
        _row(ax, place, np.clip(scores[here], low, high), weights[here], (low, high), edges)
        _note(ax, place, scores[here], weights[here], edges)
    _cut_lines(ax, cuts, low, high)
    ax.set_yticks(range(len(order)), [short(label, 20) for label in order])
    ax.set_ylim(-0.12, max(len(order), 1) - 0.02)
    ax.set_xlim(low, high)
    ax.set_xlabel(names[1])
    ax.set_ylabel(names[0])
    for side in ("top", "right", "left"):
        ax.spines[side].set_visible(False)
    ax.tick_params(axis="y", length=0)
    shown = [cut for cut in cuts.cut_points if low <= cut <= high]
    lines = 1 + max(_levels(shown, 0.07 * (high - low)), default=0)
    ax.set_title(judged_title(cuts, f"the {cuts.method} cut points"), pad=10 + _LINE * lines, wrap=True)
    ax.legend(
        handles=[Patch(color=colour, alpha=_ALPHA, label=label) for label, colour in _COLOURS],
        loc="upper left",
        fontsize="small",
        frameon=False,
    )
    return ax


def _limits(scores: FloatArray, cuts: FloatArray) -> tuple[float, float]:
    finite = scores[np.isfinite(scores)]
    inside = cuts[np.isfinite(cuts) & (np.abs(cuts) < np.finfo(np.float64).max)]
    if not len(finite):
        return -1.0, 1.0
    low, first, last, high = np.quantile(finite, [0.001, 0.05, 0.95, 0.999])
    if last > first:  # of heavy tails all would lie in a few bins
        low, high = max(low, first - (last - first) / 2), min(high, last + (last - first) / 2)
    if len(inside):
        low, high = min(low, inside.min()), max(high, inside.max())
    room = 0.02 * (high - low) or 0.5
    return float(low - room), float(high + room)


def _interval(cuts: CutPoints, place: int) -> tuple[float, float]:
    """The scores that get this label: from the first up to, without, the second; +inf belongs to the last."""
    return (
        -np.inf if place == 0 else cuts.cut_points[place - 1],
        np.inf if place == len(cuts.labels) - 1 else cuts.cut_points[place],
    )


def _given(scores: FloatArray, edges: tuple[float, float]) -> npt.NDArray[np.bool_]:
    reached: npt.NDArray[np.bool_] = (scores >= edges[0]) & ((scores < edges[1]) | (edges[1] == np.inf))
    return reached & (edges[0] < np.inf)


def _row(
    ax: Axes,
    place: int,
    scores: FloatArray,
    weights: FloatArray,
    limits: tuple[float, float],
    edges: tuple[float, float],
) -> None:
    """The histogram of one label; bins end at its cut points, so that none has two colours."""
    ends = np.linspace(*limits, _BINS + 1)
    inner = [edge for edge in edges if limits[0] < edge < limits[1]]
    ends = np.unique(np.concatenate([ends, inner]))
    height, _ = np.histogram(scores, ends, weights=weights)
    density = height / np.diff(ends)
    top = density[np.diff(ends) > 0.2 * (limits[1] - limits[0]) / _BINS].max(initial=0.0)
    shown = np.minimum(density / top, 1.0) * _TALLEST if top > 0 else density
    right = _given((ends[1:] + ends[:-1]) / 2, edges)
    for chosen, (_, colour) in zip((right, ~right), _COLOURS, strict=True):
        ax.stairs(np.where(chosen, shown, 0.0) + place, ends, baseline=place, fill=True, color=colour, alpha=_ALPHA)
    ax.axhline(place, color=text_colour(), lw=0.6, alpha=0.35)


def _note(ax: Axes, place: int, scores: FloatArray, weights: FloatArray, edges: tuple[float, float]) -> None:
    total = float(weights.sum())
    share = f"{weights[_given(scores, edges)].sum() / total:.0%} right" if total else ""
    ax.text(
        1.01,
        place + 0.3,
        f"n = {compact_count(total)}\n{share}".rstrip(),
        transform=ax.get_yaxis_transform(),
        va="center",
        fontsize="small",
    )


def _cut_lines(ax: Axes, cuts: CutPoints, low: float, high: float) -> None:
    """Lines at the cut points, and their numbers; where these would cover each other, one stands above the other."""
    style: dict[str, Any] = {"color": text_colour(), "lw": 1.2, "ls": "--"}
    shown = [cut for cut in cuts.cut_points if low <= cut <= high]
    for cut, level in zip(shown, _levels(shown, 0.07 * (high - low)), strict=True):
        ax.axvline(cut, gid="cut", **style)
        ax.annotate(
            f"{cut:.4g}",
            (cut, 1.0),
            xycoords=("data", "axes fraction"),
            xytext=(0, 4 + _LINE * level),
            textcoords="offset points",
            ha="center",
            fontsize="small",
            annotation_clip=False,
        )


def _levels(cuts: Sequence[float], wide: float) -> list[int]:
    """How many lines above the Axes the number of each cut stands: the lowest where it covers no other."""
    ends: list[float] = []  # the last number on each line
    found = []
    for cut in cuts:
        level = next((place for place, last in enumerate(ends) if cut - last > wide), len(ends))
        ends[level : level + 1] = [cut]
        found.append(level)
    return found
