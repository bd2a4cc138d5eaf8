"""The units on which raters disagree most: what they were given, a dot a label."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from concordant.errors import InputTypeError, OptionError
from concordant.panels import UnitReport
from concordant.panels import unit_report as taken
from concordant.plots._axes import axes_or_new, require_matplotlib
from concordant.plots._lines import COLOURS
from concordant.result.wording import short

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LONGEST_NAME = 24


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
    report = found if isinstance(found, UnitReport) else taken(found, **options)
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
    ax.set_xticks(range(len(labels)), [short(label, _LONGEST_NAME) for label in labels])
    if max(len(short(label, _LONGEST_NAME)) for label in labels) > 8:
        ax.tick_params(axis="x", rotation=30)
    ax.set_xlim(-0.5, len(labels) - 0.5)
    ax.set_yticks(range(len(rows)), [short(report.units[place], _LONGEST_NAME) for place in rows])
    ax.set_ylim(len(rows) - 0.4, -0.6)
    ax.tick_params(axis="y", length=0)
    for side in ("top", "right", "left"):
        ax.spines[side].set_visible(False)
    ax.set_xlabel("labels given; the size of a dot is the share of raters")
    return ax
