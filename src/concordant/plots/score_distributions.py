"""The distribution of a score in each class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.errors import OptionError
from concordant.plots._axes import axes_or_new, require_matplotlib, text_colour
from concordant.plots._given import curves_given
from concordant.plots._lines import COLOURS
from concordant.result.wording import compact_count, short
from concordant.states import Curve, CurveStack
from concordant.typing import Column, FloatArray, Label, Missing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LONGEST_NAME = 24


def score_distributions(
    y_true: Column | Curve,
    y_score: Column | None = None,
    *,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
    bins: int = 40,
    threshold: float | None = None,
    name: str = "score",
    ax: Axes | None = None,
) -> Axes:
    """
    Draw how the score is distributed in each of two classes: where they overlap, no threshold tells them apart.

    Each histogram has the area 1, so that a rare class is seen as well as a common one; the legend holds its rows.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels of two classes; or one `Curve` in place of labels and scores.
    y_score : array-like of shape (n,)
        Scores, higher for the positive class.
    labels, pos_label, sample_weight, missing
        As `concordant.roc_curve` takes them.
    bins : int
        The number of bins, all of one width.
    threshold : float, optional
        A threshold to mark; the share of each class from there on is written at its line.
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
        If there are several classes, or if `bins` is not a whole number above 0.
    MissingDependencyError
        If matplotlib is not installed.

    Notes
    -----
    Scores are shown between the quantiles 0.001 and 0.999 of the rows; those beyond stand in the first and last bin.

    Examples
    --------
    >>> from concordant import plots
    >>> ax = plots.score_distributions([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], threshold=0.38)
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['1 (n = 2)', '0 (n = 2)']
    """
    if isinstance(bins, bool) or not isinstance(bins, int) or bins < 1:
        msg = f"bins must be a whole number from 1, not {bins!r}."
        raise OptionError(msg)
    rows: dict[str, Any] = {"labels": labels, "pos_label": pos_label, "sample_weight": sample_weight}
    curve = curves_given(y_true, y_score, **rows, missing=missing)
    if isinstance(curve, CurveStack):
        msg = f"one score of two classes is shown, and there are {len(curve.outputs)} curves: take one of them."
        raise OptionError(msg)
    require_matplotlib()
    ax = axes_or_new(ax, (6.4, 3.8))
    scores = np.asarray(curve.scores, np.float64)
    ends = _ends(scores, np.asarray(curve.weights, np.float64).sum(axis=-1), bins)
    for place, colour in ((1, COLOURS[1]), (0, COLOURS[0])):  # the positive class first, as it is asked for
        weights = np.asarray(curve.weights, np.float64)[:, place]
        total = float(weights.sum())
        height, _ = np.histogram(np.clip(scores, ends[0], ends[-1]), ends, weights=weights)
        density = height / np.diff(ends) / total if total else np.zeros(bins)
        says = f"{short(curve.classes[place], _LONGEST_NAME)} (n = {compact_count(total)})"
        ax.stairs(density, ends, fill=True, color=colour, alpha=0.35, label=says, gid="class")
        ax.stairs(density, ends, color=colour, lw=1.4, gid="outline")
        if threshold is not None and total:
            above = float(weights[scores >= threshold].sum()) / total
            ax.annotate(
                f"{above:.1%} from here on",
                (threshold, 1.0 - 0.08 * (1 - place)),
                xycoords=("data", "axes fraction"),
                xytext=(5, -6),
                textcoords="offset points",
                va="top",
                color=colour,
                fontsize="small",
            )
    if threshold is not None:
        ax.axvline(threshold, color=text_colour(), lw=1.2, ls="--", gid="threshold")
    ax.set(xlabel=name, ylabel="density", xlim=(ends[0], ends[-1]), ylim=(0, None))
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    ax.legend(frameon=False, fontsize="small")
    return ax


def _ends(scores: FloatArray, weights: FloatArray, bins: int) -> FloatArray:
    """The ends of the bins: nearly all rows lie between the first and the last."""
    finite = np.isfinite(scores)
    if not finite.any():
        return np.linspace(0.0, 1.0, bins + 1)
    order = np.argsort(scores[finite])
    sums = np.cumsum(weights[finite][order])
    low, high = scores[finite][order][np.searchsorted(sums, np.array([0.001, 0.999]) * sums[-1])]
    room = 0.5 if low == high else 0.0
    return np.linspace(low - room, high + room, bins + 1)
