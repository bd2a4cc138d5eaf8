"""Bland-Altman plot: how far ratings are from each other, or from the mean of all, at every size of the mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from concordant.errors import InputTypeError
from concordant.panels.pairs import LimitsOfAgreement, limits_of_agreement
from concordant.plots._axes import axes_or_new, require_matplotlib, text_colour
from concordant.plots._lines import COLOURS
from concordant.result.wording import short

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LONGEST_NAME = 24
_MOST_NAMED = 10  # raters, with a colour each
_MOST = 5000  # points; more are faint and small


def bland_altman(ratings: Any, second: Any = None, *, ax: Axes | None = None, **options: Any) -> Axes:
    """
    Draw the difference of two raters over the mean of each unit, with limits of agreement and their intervals.

    Of more than two raters: the difference of each from the mean of all.

    Parameters
    ----------
    ratings : LimitsOfAgreement, or what `limits_of_agreement` takes
        Numbers of units by raters, or those of the first rater.
    second : array-like of shape (n,), optional
        The numbers of the second rater.
    ax : matplotlib.axes.Axes, optional
        Where to draw. Default: a new figure.
    **options
        Those of `limits_of_agreement`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If the ratings cannot be read.
    MissingDependencyError
        If matplotlib is not installed.

    Notes
    -----
    A cloud that is a funnel, or slopes, says that the limits are not the same for small and large numbers.

    Examples
    --------
    >>> from concordant import plots
    >>> ax = plots.bland_altman([10.1, 12.0, 9.2, 11.5, 13.1], [10.4, 11.6, 9.9, 11.9, 13.0])
    >>> ax.get_ylabel()
    '0 \N{MINUS SIGN} 1'
    """
    require_matplotlib()
    if isinstance(ratings, LimitsOfAgreement) and (second is not None or options):
        msg = "the record of limits of agreement holds its ratings and options already; leave out the rest."
        raise InputTypeError(msg)
    found = ratings if isinstance(ratings, LimitsOfAgreement) else limits_of_agreement(ratings, second, **options)
    ax = axes_or_new(ax, (6.4, 4.2))
    _points(ax, found)
    two = len(found.raters) == 2
    for one, dash in ((found.low, "--"), (found.bias, "-"), (found.high, "--")):
        if one.low == one.low and one.high > one.low:
            ax.axhspan(one.low, one.high, color=COLOURS[4], alpha=0.25, lw=0, zorder=0, gid="interval")
        ax.axhline(one.value, color=text_colour(), lw=1.2, ls=dash, zorder=1, gid="limit")
        ax.annotate(
            f"{one.value:.3g}",
            (1.01, one.value),
            xycoords=("axes fraction", "data"),
            va="center",
            fontsize="small",
            annotation_clip=False,
        )
    names = [short(str(name), _LONGEST_NAME) for name in found.raters]
    ax.set_ylabel(f"{names[0]} \N{MINUS SIGN} {names[1]}" if two else "rating \N{MINUS SIGN} mean of the unit")
    ax.set_xlabel("mean of both" if two else "mean of all raters")
    ax.set_title(f"limits of agreement of {found.coverage:.0%}, n = {found.n}", fontsize="medium", loc="left")
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    return ax


def _points(ax: Axes, found: LimitsOfAgreement) -> None:
    many = found.difference.size > _MOST
    style: dict[str, Any] = {"s": 6 if many else 22, "alpha": 0.25 if many else 0.75, "lw": 0, "zorder": 2}
    if found.difference.ndim == 1:
        ax.scatter(found.centre, found.difference, color=COLOURS[0], gid="points", **style)
        return
    few = len(found.raters) <= _MOST_NAMED
    for place, name in enumerate(found.raters):
        colour = COLOURS[place % len(COLOURS)] if few else COLOURS[0]
        label = short(str(name), _LONGEST_NAME) if few else None
        ax.scatter(found.centre, found.difference[:, place], color=colour, label=label, gid="points", **style)
    if few:
        legend = ax.legend(fontsize="small", loc="center left", bbox_to_anchor=(1.1, 0.5), frameon=False)
        for handle in legend.legend_handles:
            if handle is not None:
                handle.set_alpha(1.0)
