"""`bland_altman`, `unit_disagreement`, `d_study`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from concordant.errors import InputTypeError, OptionError
from concordant.figures.paint_matplotlib import COLOURS, axes_or_new, require_matplotlib, text_colour
from concordant.panels import UnitReport
from concordant.panels import unit_report as reports_taken
from concordant.panels.generalizability import DStudy
from concordant.panels.generalizability import d_study as taken
from concordant.panels.pairs import LimitsOfAgreement, limits_of_agreement
from concordant.result.wording import short

if TYPE_CHECKING:
    from matplotlib.axes import Axes


_BLAND_ALTMAN_LONGEST_NAME = 24
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
    names = [short(str(name), _BLAND_ALTMAN_LONGEST_NAME) for name in found.raters]
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
        label = short(str(name), _BLAND_ALTMAN_LONGEST_NAME) if few else None
        ax.scatter(found.centre, found.difference[:, place], color=colour, label=label, gid="points", **style)
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


_UNIT_DISAGREEMENT_LONGEST_NAME = 24


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
        msg = "the record of units holds its options already; leave out the rest."
        raise InputTypeError(msg)
    if isinstance(most, bool) or not isinstance(most, int) or most < 1:
        msg = f"most must be a whole number, 1 or more, not {most!r}."
        raise OptionError(msg)
    require_matplotlib()
    report = found if isinstance(found, UnitReport) else reports_taken(found, **options)
    rows = [place for place in range(len(report.units)) if report.agreement[place] < 1][:most]
    labels = report.labels
    ax = axes_or_new(ax, (1.8 + 0.7 * max(len(labels), 3), 1.2 + 0.28 * max(len(rows), 2)))
    if not rows:
        ax.set(xticks=[], yticks=[])
        ax.text(0.5, 0.5, "every unit is unanimous", ha="center", va="center", transform=ax.transAxes)
        return ax
    for height, place in enumerate(rows):
        votes = Counter(report.given[place])
        codes = sorted(labels.index(label) for label in votes)
        ax.plot([codes[0], codes[-1]], [height, height], color=COLOURS[0], alpha=0.35, lw=1.5, zorder=1, gid="range")
        sizes = [220.0 * votes[labels[code]] / len(report.given[place]) for code in codes]
        ax.scatter(codes, [height] * len(codes), s=sizes, color=COLOURS[0], lw=0, zorder=2, gid="labels")
    ax.set_xticks(range(len(labels)), [short(label, _UNIT_DISAGREEMENT_LONGEST_NAME) for label in labels])
    if max(len(short(label, _UNIT_DISAGREEMENT_LONGEST_NAME)) for label in labels) > 8:
        ax.tick_params(axis="x", rotation=30)
    ax.set_xlim(-0.5, len(labels) - 0.5)
    ax.set_yticks(range(len(rows)), [short(report.units[place], _UNIT_DISAGREEMENT_LONGEST_NAME) for place in rows])
    ax.set_ylim(len(rows) - 0.4, -0.6)
    ax.tick_params(axis="y", length=0)
    for side in ("top", "right", "left"):
        ax.spines[side].set_visible(False)
    ax.set_xlabel("labels given; the size of a dot is the share of raters")
    return ax
