"""`bland_altman`, `unit_disagreement`, `d_study`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from concordant.errors import OptionError
from concordant.figures.figure import AnyMark, Axis, Band, Figure, Line, Note, Points, Rule
from concordant.figures.measurements import bland_altman_figure
from concordant.figures.paint_matplotlib import draw
from concordant.metrics.arithmetic import check_row_number
from concordant.panels import UnitReport
from concordant.panels import unit_report as unit_report_of
from concordant.panels.generalizability import DStudy
from concordant.panels.generalizability import d_study as d_study_of
from concordant.panels.pairs import LimitsOfAgreement, limits_of_agreement
from concordant.plots.given import record_given
from concordant.result.wording import label_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes


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
    own, holds = options if second is None else {"second": second, **options}, "its ratings and options"
    limits = record_given(ratings, LimitsOfAgreement, limits_of_agreement, own, f"limits of agreement holds {holds}")
    return draw(bland_altman_figure(limits), ax)


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
    shown = (show,) if isinstance(show, str) else tuple(show)
    coefficients = ("generalizability", "dependability")
    if not shown or not set(shown) <= set(coefficients):
        raise OptionError(f"show must be one or both of {', '.join(map(repr, coefficients))}, not {show!r}.")
    designs = record_given(study, DStudy, d_study_of, options, "a D study holds its designs")
    occasions = np.unique(designs.occasions)
    drawn: list[AnyMark] = []
    for colour, (name, number) in enumerate(product(shown, occasions.tolist())):
        drawn += _coefficient(designs, name, number, colour, several=len(occasions) > 1)
    if target is not None:
        drawn.append(Rule(role="margin", at=target, axis="y"))
    raters = np.unique(designs.raters)
    lowest = min([0.0, *(float(np.nanmin(mark.y)) for mark in drawn if isinstance(mark, Line))])
    ticks = raters.tolist() if len(raters) <= 12 else None
    x = Axis(f"{designs.study.facets[0]}s", raters.min() - 0.2, raters.max() + 0.2, ticks)
    y = Axis("reliability of the mean", lowest, 1.0)
    return draw(Figure("d-study", x, y, drawn, corner="lower right", size=(6.0, 4.0)), ax)


def _coefficient(designs: DStudy, name: str, occasions: int, colour: int, *, several: bool) -> list[AnyMark]:
    """One coefficient over the number of raters, with its limits."""
    mask = designs.occasions == occasions
    order = np.argsort(designs.raters[mask])
    x, y = designs.raters[mask][order].astype(float), getattr(designs, name)[mask][order]
    label = f"{name}, {occasions} {designs.study.facets[1]}{'s' * (occasions > 1)}" if several else name
    line = Line(role="curve", colour=colour, label=label, x=x, y=y)
    drawn: list[AnyMark] = [line, Points(role="operating-point", colour=colour, x=x, y=y, size=16.0)]
    if name in designs.limits:
        low, high = designs.limits[name][mask][order].T
        drawn.insert(0, Band(role="band", colour=colour, x=x, low=np.maximum(low, 0.0), high=high))
    return drawn


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
    check_row_number(most, "most")
    report = record_given(found, UnitReport, unit_report_of, options, "units holds its options")
    rows = [unit for unit in range(len(report.units)) if report.agreement[unit] < 1][:most]
    labels = report.labels
    drawn: list[AnyMark] = []
    if not rows:
        drawn = [Note(role="none", x=0.5, y=0.5, text="every unit is unanimous", share="xy", anchor="middle")]
    for height, unit in enumerate(rows):
        votes = Counter(report.given[unit])
        codes = np.array(sorted(labels.index(label) for label in votes), float)
        sizes = np.array([220.0 * votes[labels[int(code)]] / len(report.given[unit]) for code in codes])
        heights = np.full(len(codes), float(height))
        drawn.append(Line(role="range", colour=0, x=codes[[0, -1]], y=heights[[0, -1]]))
        drawn.append(Points(role="labels", colour=0, x=codes, y=heights, size=sizes))
    names = [label_text(label, 24) for label in labels] if rows else []
    x = Axis("labels given; the size of a dot is the share of raters", -0.5, len(labels) - 0.5, names=names)
    y = Axis("", max(len(rows), 1) - 0.4, -0.6, names=[str(report.units[unit]) for unit in rows])
    size = (1.8 + 0.7 * max(len(labels), 3), 1.2 + 0.28 * max(len(rows), 2))
    return draw(Figure("units", x, y, drawn, size=size), ax)
