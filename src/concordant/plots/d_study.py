"""Picture of a D study: how reliable the mean is, over the number of raters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from concordant.errors import InputTypeError, OptionError
from concordant.panels.generalizability import DStudy
from concordant.panels.generalizability import d_study as taken
from concordant.plots._axes import axes_or_new, require_matplotlib, text_colour
from concordant.plots._lines import COLOURS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Shown = Literal["generalizability", "dependability"]


def d_study(
    study: Any,
    *,
    show: Shown | Sequence[Shown] = ("generalizability", "dependability"),
    target: float | None = 0.8,
    ax: Axes | None = None,
    **options: Any,
) -> Axes:
    """
    Draw the reliability of the mean over the number of raters, with limits as bands.

    Parameters
    ----------
    study : DStudy, or what `concordant.d_study` takes
        The designs. Of several numbers of occasions each is a line.
    show : {"generalizability", "dependability"} or several
        Which coefficients.
    target : float or None
        Where to draw a horizontal line.
    ax : matplotlib.axes.Axes, optional
        Where to draw. Default: a new figure.
    **options
        Those of `concordant.d_study`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    OptionError
        If `show` names no coefficient.
    MissingDependencyError
        If matplotlib is not installed.

    Examples
    --------
    >>> from concordant import plots
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    >>> ax = plots.d_study(ratings, show="generalizability")
    >>> ax.get_xlabel()
    'raters'
    """
    require_matplotlib()
    shown = (show,) if isinstance(show, str) else tuple(show)
    known = ("generalizability", "dependability")
    if not shown or not set(shown) <= set(known):
        msg = f"show must be one or both of {', '.join(map(repr, known))}, not {show!r}."
        raise OptionError(msg)
    if isinstance(study, DStudy) and options:
        msg = "the record of a D study holds its designs already; leave out the rest."
        raise InputTypeError(msg)
    found = study if isinstance(study, DStudy) else taken(study, **options)
    ax = axes_or_new(ax, (6.0, 4.0))
    occasions = np.unique(found.occasions)
    place = 0
    for name in shown:
        for many in occasions:
            _line(ax, found, name, int(many), COLOURS[place % len(COLOURS)], several=len(occasions) > 1)
            place += 1
    if target is not None:
        ax.axhline(target, color=text_colour(), alpha=0.5, lw=1, ls=":", zorder=0, gid="target")
    ax.set_xlabel(f"{found.study.facets[0]}s")
    ax.set_ylabel("reliability of the mean")
    ax.set_ylim(min(0.0, ax.get_ylim()[0]) if np.nanmin(found.dependability) < 0 else 0.0, 1.0)
    ax.set_xticks(np.unique(found.raters) if len(np.unique(found.raters)) <= 12 else ax.get_xticks())
    ax.set_xlim(found.raters.min() - 0.2, found.raters.max() + 0.2)
    ax.legend(fontsize="small", loc="lower right", frameon=False)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    return ax


def _line(ax: Axes, found: DStudy, name: str, occasions: int, colour: str, *, several: bool) -> None:
    """One coefficient over the number of raters."""
    here = found.occasions == occasions
    order = np.argsort(found.raters[here])
    x, y = found.raters[here][order], getattr(found, name)[here][order]
    says = name
    if several:
        says += f", {occasions} {found.study.facets[1]}{'s' * (occasions > 1)}"
    if name in found.limits:
        low, high = found.limits[name][here][order].T
        ax.fill_between(x, np.maximum(low, 0.0), high, color=colour, alpha=0.15, lw=0, gid="interval")
    ax.plot(x, y, "o-", color=colour, ms=4, lw=1.6, label=says, gid="curve")
