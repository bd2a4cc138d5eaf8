"""A heat map of every pair of raters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.errors import InputTypeError
from concordant.metrics import get
from concordant.panels import Pairwise
from concordant.panels import pairwise as taken
from concordant.plots._axes import axes_or_new, require_matplotlib
from concordant.plots._heat_map import draw_cells, figure_size, shaded
from concordant.result.wording import compact_count

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def pairwise_agreement(found: Any, *, ax: Axes | None = None, **options: Any) -> Axes:
    """
    Draw a coefficient of every pair of raters as a heat map, with the number of units that both have rated.

    Values of 0 and below are grey, those above the darker the nearer they are to 1.

    Parameters
    ----------
    found : Pairwise, or what `concordant.panels.pairwise` takes
        The pairs.
    ax : matplotlib.axes.Axes, optional
        Where to draw. Default: a new figure.
    **options
        Those of `concordant.panels.pairwise`, where ratings are given.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> from concordant import panels, plots
    >>> ax = plots.pairwise_agreement(panels.pairwise([["a", "a", "b"], ["b", "b", "b"], ["a", "b", "a"]]))
    >>> len([text for text in ax.texts if text.get_gid() == "cell" and text.get_text()])
    6
    """
    if isinstance(found, Pairwise) and options:
        msg = "the record of pairs holds its metric and options already; leave out the rest."
        raise InputTypeError(msg)
    require_matplotlib()
    pairs = found if isinstance(found, Pairwise) else taken(found, **options)
    ax = axes_or_new(ax, figure_size(len(pairs.raters)))
    apart = ~np.eye(len(pairs.raters), dtype=np.bool_)
    texts = [["" if x != x else f"{x:.2f}" for x in row] for row in pairs.value.tolist()]  # noqa: PLR0124  (NaN)
    notes = [
        [f"n = {compact_count(x)}" if here else "" for x, here in zip(row, other, strict=True)]
        for row, other in zip(pairs.units.tolist(), apart.tolist(), strict=True)
    ]
    colours = shaded(np.maximum(np.nan_to_num(pairs.value), 0.0), top=1.0)
    draw_cells(ax, colours, texts, pairs.raters, notes=notes)
    ax.set_title(f"{get(pairs.metric).facts.title} of two raters", fontsize="medium")
    return ax
