"""Two ordered ratings of the same rows: where they agree, and which disagreements cost the kappa."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill
from typing import TYPE_CHECKING

import numpy as np

from concordant.metrics.agreement.cohen_kappa import cohen_kappa, penalty_share
from concordant.plots._axes import axes_or_new, require_matplotlib
from concordant.plots._given import counts_given
from concordant.plots._heat_map import draw_cells, figure_size, shaded
from concordant.result.wording import compact_count, percent_text, rate_text
from concordant.states import Counts
from concordant.typing import Column, FloatArray, KappaWeights, Label, Missing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MOST_NOTES = 12  # with more labels the cells have no room for a second line


def ordinal_agreement(
    y_true: Column | Counts,
    y_pred: Column | None = None,
    *,
    labels: Sequence[Label] | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
    weights: KappaWeights = "quadratic",
    names: tuple[str, str] = ("truth", "prediction"),
    ax: Axes | None = None,
) -> Axes:
    """
    Draw the table of two ordered ratings with the penalty that each disagreement brings to the weighted kappa.

    Each cell holds its count. The diagonal, where both agree, is blue, stronger with the count. The other cells
    are orange, stronger with their share of the total penalty ``sum(w_ij o_ij)``, which is written below the
    count (up to twelve labels; shares below 0.5 % read "<1 %"). The kappa stands in the title.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n,)
        Ordered labels; or one `Counts` in place of both.
    labels : sequence, optional
        All labels in their order. Text without a declared order raises `LabelOrderError`.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    missing : {"raise", "drop"}
        What to do with missing labels.
    weights : {"quadratic", "linear", ...}, array-like of shape (K, K), or None
        The weights of the kappa, as in `concordant.cohen_kappa`.
    names : tuple of two str
        What the rows and what the columns are, such as the names of two raters.
    ax : matplotlib.axes.Axes, optional
        Where to draw. Default: a new figure.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    LabelOrderError
        If the labels have no order and the weights need one.
    LengthError
        If the counts are a stack of tables.
    MissingDependencyError
        If matplotlib is not installed.

    Examples
    --------
    >>> from concordant import plots
    >>> ax = plots.ordinal_agreement([1, 2, 3, 3], [1, 2, 3, 1])
    >>> ax.get_title()
    'Quadratic weighted kappa 0.385'
    """
    counts = counts_given(y_true, y_pred, labels=labels, sample_weight=sample_weight, missing=missing)
    kappa = cohen_kappa.outcome(counts, weights=weights)
    require_matplotlib()
    ax = axes_or_new(ax, figure_size(len(counts.labels)))
    share = penalty_share(counts, weights)
    texts = [[compact_count(cell) for cell in row] for row in counts.table.tolist()]
    notes = [[f"{percent_text(x)} %" if x > 0 else "" for x in row] for row in share.tolist()]
    roomy = len(counts.labels) <= _MOST_NOTES
    if not roomy:
        texts = [["" if text == "0" else text for text in row] for row in texts]
    draw_cells(ax, _colours(counts, share), texts, counts.labels, notes=notes if roomy else None)
    ax.set_ylabel(names[0])
    ax.set_xlabel(names[1])
    note = fill(kappa.reason, 52) if kappa.reason else "blue: agreement   orange: share of the penalty"
    ax.set_title(f"{kappa_name(weights)} {rate_text(kappa.value)}", pad=9 + 13 * len(note.splitlines()))
    ax.annotate(
        note,
        (0.5, 1.0),
        xytext=(0, 6),
        xycoords="axes fraction",
        textcoords="offset points",
        ha="center",
        fontsize="small",
        annotation_clip=False,
    )
    return ax


def kappa_name(weights: KappaWeights) -> str:
    """Return the name of the kappa with these weights."""
    if weights is None:
        return "Cohen's kappa"
    return f"{weights.capitalize()} weighted kappa" if isinstance(weights, str) else "Weighted kappa (own weights)"


def _colours(counts: Counts, share: FloatArray) -> FloatArray:
    """Blue for agreement by its count, orange for disagreement by its share of the penalty."""
    agreed = np.eye(len(counts.labels), dtype=bool)
    hits = np.where(agreed, counts.table, 0)
    return np.where(agreed[..., None], shaded(hits, "Blues"), shaded(share, "Oranges"))
