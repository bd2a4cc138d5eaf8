"""How severe raters are: a forest plot, flagged ones in another colour."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.errors import InputTypeError
from concordant.names import did_you_mean
from concordant.panels import RaterReport
from concordant.panels import rater_report as taken
from concordant.plots._axes import axes_or_new, require_matplotlib, text_colour
from concordant.plots._lines import COLOURS
from concordant.result.wording import short
from concordant.typing import Label

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LONGEST_NAME = 24


def rater_severity(found: Any, *, label: Label | None = None, ax: Axes | None = None, **options: Any) -> Axes:
    """
    Draw the severity of every rater with its limits, and a line at no difference.

    Parameters
    ----------
    found : RaterReport, or what `concordant.panels.rater_report` takes
        The raters.
    label : label, optional
        Of a severity of labels: which label. Default: that on which raters differ most.
    ax : matplotlib.axes.Axes, optional
        Where to draw. Default: a new figure.
    **options
        Those of `concordant.panels.rater_report`, where ratings are given.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> from concordant import panels, plots
    >>> report = panels.rater_report([[1, 2, 1], [2, 3, 2], [3, 3, 3], [1, 2, 2]] * 5)
    >>> ax = plots.rater_severity(report)
    >>> [tick.get_text() for tick in ax.get_yticklabels()]
    ['1', '2', '0']
    """
    if isinstance(found, RaterReport) and options:
        msg = "the record of raters holds its options already; leave out the rest."
        raise InputTypeError(msg)
    require_matplotlib()
    report = found if isinstance(found, RaterReport) else taken(found, **options)
    place = _which(report, label)
    rows = sorted(report.raters, key=lambda row: -np.nan_to_num(float(row.severity[place]), nan=-np.inf))
    ax = axes_or_new(ax, (6.0, 1.0 + 0.32 * max(len(rows), 2)))
    ax.axvline(0.0, color=text_colour(), alpha=0.5, lw=1, zorder=0, gid="reference")
    for height, row in enumerate(rows):
        one = row.severity[place]
        colour = COLOURS[1] if row.severity_p[place] < 1 - report.level else COLOURS[0]
        if not np.isnan(one.low):
            ax.plot([one.low, one.high], [height, height], color=colour, lw=2, solid_capstyle="butt", gid="interval")
        ax.plot(float(one), height, "s", color=colour, ms=6, mec=ax.get_facecolor(), gid="value", zorder=3)
    ax.set_yticks(range(len(rows)), [short(row.rater, _LONGEST_NAME) for row in rows])
    ax.set_ylim(len(rows) - 0.4, -0.6)
    ax.tick_params(axis="y", length=0)
    for side in ("top", "right", "left"):
        ax.spines[side].set_visible(False)
    what = "rates higher than the raters on average"
    if report.scale == "labels":
        what = f"gives {short(report.labels[place], _LONGEST_NAME)!r} more often than the others"
    ax.set_xlabel(f"{what}, {100 * report.level:g} % interval")
    return ax


def _which(report: RaterReport, label: Label | None) -> int:
    """The severity that is drawn."""
    if report.scale == "numbers":
        if label is not None:
            msg = "label= is of a severity of labels, and this one is of numbers: leave it out."
            raise InputTypeError(msg)
        return 0
    if label is None:
        sizes = np.array([[abs(float(one)) for one in row.severity] for row in report.raters])
        return int(np.argmax(np.nan_to_num(sizes).max(0)))
    if label not in report.labels:
        msg = f"there is no label {label!r} among {', '.join(map(repr, report.labels[:10]))}."
        raise InputTypeError(msg + did_you_mean(label, report.labels))
    return report.labels.index(label)
