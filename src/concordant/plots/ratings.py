"""`bland_altman`, `unit_disagreement`, `d_study`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from concordant.errors import InputTypeError, OptionError
from concordant.figures.paint_matplotlib import COLOURS, axes_or_new, require_matplotlib, text_colour
from concordant.panels import UnitReport
from concordant.panels import unit_report as unit_report_of
from concordant.panels.generalizability import DStudy
from concordant.panels.generalizability import d_study as d_study_of
from concordant.panels.pairs import LimitsOfAgreement, limits_of_agreement
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
    limits = ratings if isinstance(ratings, LimitsOfAgreement) else limits_of_agreement(ratings, second, **options)
    ax = axes_or_new(ax, (6.4, 4.2))
    _draw_points(ax, limits)
    two = len(limits.raters) == 2
    for limit, dash in ((limits.low, "--"), (limits.bias, "-"), (limits.high, "--")):
        if limit.high > limit.low:  # false for NaN
            ax.axhspan(limit.low, limit.high, color=COLOURS[4], alpha=0.25, lw=0, zorder=0, gid="interval")
        ax.axhline(limit.value, color=text_colour(), lw=1.2, ls=dash, zorder=1, gid="limit")
        ax.annotate(
            f"{limit.value:.3g}",
            (1.01, limit.value),
            xycoords=("axes fraction", "data"),
            va="center",
            fontsize="small",
            annotation_clip=False,
        )
    names = [short(str(name), _LONGEST_NAME) for name in limits.raters]
    ax.set_ylabel(f"{names[0]} \N{MINUS SIGN} {names[1]}" if two else "rating \N{MINUS SIGN} mean of the unit")
    ax.set_xlabel("mean of both" if two else "mean of all raters")
    ax.set_title(f"limits of agreement of {limits.coverage:.0%}, n = {limits.n}", fontsize="medium", loc="left")
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def _draw_points(ax: Axes, limits: LimitsOfAgreement) -> None:
    crowded = limits.difference.size > _MOST
    style: dict[str, Any] = {"s": 6 if crowded else 22, "alpha": 0.25 if crowded else 0.75, "lw": 0, "zorder": 2}
    if limits.difference.ndim == 1:
        ax.scatter(limits.centre, limits.difference, color=COLOURS[0], gid="points", **style)
        return
    few = len(limits.raters) <= _MOST_NAMED
    for rater, name in enumerate(limits.raters):
        colour = COLOURS[rater % len(COLOURS)] if few else COLOURS[0]
        label = short(str(name), _LONGEST_NAME) if few else None
        ax.scatter(limits.centre, limits.difference[:, rater], color=colour, label=label, gid="points", **style)
    if few:
        legend = ax.legend(fontsize="small", loc="center left", bbox_to_anchor=(1.1, 0.5), frameon=False)
        for handle in legend.legend_handles:
            if handle is not None:
                handle.set_alpha(1.0)


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
    coefficients = ("generalizability", "dependability")
    if not shown or not set(shown) <= set(coefficients):
        raise OptionError(f"show must be one or both of {', '.join(map(repr, coefficients))}, not {show!r}.")
    if isinstance(study, DStudy) and options:
        raise InputTypeError("the record of a D study holds its designs already; leave out the rest.")
    designs = study if isinstance(study, DStudy) else d_study_of(study, **options)
    ax = axes_or_new(ax, (6.0, 4.0))
    occasions = np.unique(designs.occasions)
    for line, (name, count) in enumerate(product(shown, occasions)):
        _draw_line(ax, designs, name, int(count), COLOURS[line % len(COLOURS)], several=len(occasions) > 1)
    if target is not None:
        ax.axhline(target, color=text_colour(), alpha=0.5, lw=1, ls=":", zorder=0, gid="target")
    ax.set_xlabel(f"{designs.study.facets[0]}s")
    ax.set_ylabel("reliability of the mean")
    ax.set_ylim(min(0.0, ax.get_ylim()[0]) if np.nanmin(designs.dependability) < 0 else 0.0, 1.0)
    raters = np.unique(designs.raters)
    ax.set_xticks(raters if len(raters) <= 12 else ax.get_xticks())
    ax.set_xlim(raters.min() - 0.2, raters.max() + 0.2)
    ax.legend(fontsize="small", loc="lower right", frameon=False)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def _draw_line(ax: Axes, designs: DStudy, name: str, occasions: int, colour: str, *, several: bool) -> None:
    """Draw one coefficient over the number of raters."""
    mask = designs.occasions == occasions
    order = np.argsort(designs.raters[mask])
    x, y = designs.raters[mask][order], getattr(designs, name)[mask][order]
    label = name
    if several:
        label += f", {occasions} {designs.study.facets[1]}{'s' * (occasions > 1)}"
    if name in designs.limits:
        low, high = designs.limits[name][mask][order].T
        ax.fill_between(x, np.maximum(low, 0.0), high, color=colour, alpha=0.15, lw=0, gid="interval")
    ax.plot(x, y, "o-", color=colour, ms=4, lw=1.6, label=label, gid="curve")


def unit_disagreement(found: Any, *, most: int = 20, ax: Axes | None = None, **options: Any) -> Axes:
    """
    Draw the labels that the hardest units were given: the larger a dot, the more raters gave the label.

    Parameters
    ----------
    found : UnitReport, or what `concordant.panels.unit_report` takes
        The units.
    most : int
        How many of them.
    ax : matplotlib.axes.Axes, optional
        Where to draw. Default: a new figure.
    **options
        Those of `concordant.panels.unit_report`, where ratings are given.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> from concordant import plots
    >>> ax = plots.unit_disagreement([["a", "b", "c"], ["a", "a", "b"], ["b", "b", "b"]], unit=["x", "y", "z"])
    >>> [tick.get_text() for tick in ax.get_yticklabels()]
    ['x', 'y']
    """
    if isinstance(found, UnitReport) and options:
        raise InputTypeError("the record of units holds its options already; leave out the rest.")
    if isinstance(most, bool) or not isinstance(most, int) or most < 1:
        raise OptionError(f"most must be a whole number, 1 or more, not {most!r}.")
    require_matplotlib()
    report = found if isinstance(found, UnitReport) else unit_report_of(found, **options)
    rows = [unit for unit in range(len(report.units)) if report.agreement[unit] < 1][:most]
    labels = report.labels
    ax = axes_or_new(ax, (1.8 + 0.7 * max(len(labels), 3), 1.2 + 0.28 * max(len(rows), 2)))
    if not rows:
        ax.set(xticks=[], yticks=[])
        ax.text(0.5, 0.5, "every unit is unanimous", ha="center", va="center", transform=ax.transAxes)
        return ax
    for height, unit in enumerate(rows):
        votes = Counter(report.given[unit])
        codes = sorted(labels.index(label) for label in votes)
        ax.plot([codes[0], codes[-1]], [height, height], color=COLOURS[0], alpha=0.35, lw=1.5, zorder=1, gid="range")
        sizes = [220.0 * votes[labels[code]] / len(report.given[unit]) for code in codes]
        ax.scatter(codes, [height] * len(codes), s=sizes, color=COLOURS[0], lw=0, zorder=2, gid="labels")
    names = [short(label, _LONGEST_NAME) for label in labels]
    ax.set_xticks(range(len(labels)), names)
    if max(map(len, names)) > 8:
        ax.tick_params(axis="x", rotation=30)
    ax.set_xlim(-0.5, len(labels) - 0.5)
    ax.set_yticks(range(len(rows)), [short(report.units[unit], _LONGEST_NAME) for unit in rows])
    ax.set_ylim(len(rows) - 0.4, -0.6)
    ax.tick_params(axis="y", length=0)
    ax.spines[["top", "right", "left"]].set_visible(False)
    ax.set_xlabel("labels given; the size of a dot is the share of raters")
    return ax
