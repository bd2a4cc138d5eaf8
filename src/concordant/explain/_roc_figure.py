"""The ROC curve with the area of each step, and the ranked rows below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.errors import LengthError
from concordant.explain._roc_steps import RocSteps
from concordant.plots._axes import new_figure, require_matplotlib, text_colour
from concordant.plots._thinning import kept_points
from concordant.plots.roc_curve import roc_curve
from concordant.result.wording import rate_text, short
from concordant.typing import FloatArray

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_SIZE = (5.6, 6.6)
_RATIOS = (8.0, 1.0)
_MOST_STRIPS = 120  # more strips than that melt into one area
_CELLS = 400  # of a longer ranking each cell is the share of positives in an equal part of the rows
_MOST_SIGNS = 40
_POSITIVE, _NEGATIVE = "#e76300", "#3f90da"


def roc_figure(steps: RocSteps) -> Figure:
    """Return a new figure that pyplot knows nothing of."""
    figure = new_figure(_SIZE)
    roc_plot(steps, figure.subplots(2, 1, height_ratios=_RATIOS))
    return figure


def roc_plot(steps: RocSteps, axes: Sequence[Axes] | None) -> tuple[Axes, Axes]:
    """Draw into two Axes, or into a new figure of pyplot."""
    require_matplotlib()
    if axes is None:
        from matplotlib import pyplot as plt

        axes = plt.subplots(2, 1, figsize=_SIZE, height_ratios=_RATIOS, layout="constrained")[1]
    axes = tuple(axes)
    if len(axes) != 2:
        msg = f"two Axes are needed, for the curve and the ranking, not {len(axes)}."
        raise LengthError(msg)
    _draw_area(axes[0], steps)
    _draw_ranking(axes[1], steps)
    return axes[0], axes[1]


def _draw_area(ax: Axes, steps: RocSteps) -> None:
    if steps.auc == steps.auc:
        wide = np.flatnonzero(np.diff(steps.fpr, prepend=0.0) > 0)
        if len(wide) <= _MOST_STRIPS:
            _draw_strips(ax, steps, wide)
        else:
            keep = kept_points(steps.fpr, steps.tpr)
            ax.fill_between(steps.fpr[keep], steps.tpr[keep], color=_NEGATIVE, alpha=0.16, linewidth=0, gid="area")
    roc_curve(steps.curve, ax=ax)
    ax.set_title("undefined" if np.isnan(steps.auc) else _title(steps), fontsize="medium")


def _title(steps: RocSteps) -> str:
    if steps.curve.weights.dtype.kind == "f":
        return f"AUC = {rate_text(steps.auc)} of the weighted pairs are concordant (ties half)"
    ties = f" + {steps.tied:,} / 2" if steps.tied else ""
    parts = f"{steps.concordant:,}{ties}"
    return f"AUC = {f'({parts})' if ties else parts} / {steps.pairs:,} pairs = {rate_text(steps.auc)}"


def _draw_strips(ax: Axes, steps: RocSteps, wide: Any) -> None:
    """A rectangle a step to the right, in turns darker and lighter, and above it the triangle of tied pairs."""
    left, right = steps.fpr[wide - 1], steps.fpr[wide]
    low, high = steps.tpr[wide - 1], steps.tpr[wide]
    for k in range(len(wide)):
        shade = 0.26 if k % 2 else 0.14
        ax.fill_between([left[k], right[k]], [low[k]] * 2, color=_NEGATIVE, alpha=shade, lw=0, gid="rectangle")
        if high[k] > low[k]:
            corners = ([left[k], right[k]], [low[k]] * 2, [low[k], high[k]])
            ax.fill_between(*corners, color=_POSITIVE, alpha=0.4, lw=0, gid="triangle")


def _draw_ranking(ax: Axes, steps: RocSteps) -> None:
    """The rows from the highest score to the lowest: positive, negative, or mixed where scores are tied."""
    from matplotlib.colors import LinearSegmentedColormap

    shares, signs = _ranked_shares(steps)
    colours = LinearSegmentedColormap.from_list("classes", [_NEGATIVE, _POSITIVE])
    if len(shares):
        ax.imshow(shares[None, :], cmap=colours, vmin=0, vmax=1, aspect="auto", interpolation="nearest")
    for place, sign in enumerate(signs):
        ax.text(place, 0, sign, ha="center", va="center", color="white", fontweight="bold", gid="sign")
    ax.set_yticks([])
    ax.set_xticks([])
    for side in ax.spines.values():
        side.set_visible(False)
    ax.set_xlabel("rows by score, the highest at the left")
    negative, positive = (short(label, 24) for label in steps.classes)
    ax.annotate(f"+ {positive}", (0, 1), (0, 3), "axes fraction", "offset points", color=_POSITIVE, va="bottom")
    ax.annotate(
        f"\N{MINUS SIGN} {negative}",
        (1, 1),
        (0, 3),
        "axes fraction",
        "offset points",
        color=_NEGATIVE,
        va="bottom",
        ha="right",
    )
    if ((shares > 0) & (shares < 1)).any():
        mixed = "between: tied rows" if len(shares) < _CELLS else "between: both classes"
        ax.annotate(mixed, (0.5, 1), (0, 3), "axes fraction", "offset points", color=text_colour(), ha="center")


def _ranked_shares(steps: RocSteps) -> tuple[FloatArray, list[str]]:
    """The share of positives along the ranking, and a sign a row if there are few."""
    weights = np.asarray(steps.curve.weights, dtype=np.float64)
    sums = weights.sum(1)
    total = float(sums.sum())
    if steps.curve.weights.dtype.kind == "i" and total <= _CELLS:
        counts = sums.astype(int)
        shares = np.repeat(weights[:, 1] / sums, counts)
        signs = ["±" if 0 < x < 1 else "+" if x else "\N{MINUS SIGN}" for x in shares.tolist()]
        return shares, signs if total <= _MOST_SIGNS else []
    edges = np.linspace(0.0, total, _CELLS + 1)
    at = np.concatenate([[0.0], sums.cumsum()])
    positives = np.interp(edges, at, np.concatenate([[0.0], weights[:, 1].cumsum()]))
    return np.diff(positives) * _CELLS / total, []
