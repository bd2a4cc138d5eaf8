"""`forest`, `rater_severity`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from concordant.errors import InputTypeError, LengthError
from concordant.figures.intervals import Row, forest_figure, margins_of
from concordant.figures.paint_matplotlib import draw
from concordant.names import did_you_mean
from concordant.panels import RaterReport
from concordant.panels import rater_report as rater_report_of
from concordant.plots.given import record_given
from concordant.result import Comparison, Comparisons, Interval, Intervals
from concordant.result.wording import label_text
from concordant.typing import Label

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class _Named(NamedTuple):
    name: str
    interval: Interval | Comparison


def forest(
    found: Interval | Intervals | Comparison | Comparisons | Sequence[Any] | Mapping[str, Any],
    *,
    names: Sequence[str] | None = None,
    reference: float | None = None,
    ax: Axes | None = None,
) -> Axes:
    """
    Draw intervals below each other: the value as a point, the limits as a line, and both as numbers at the right.

    Parameters
    ----------
    found : Interval, Intervals, Comparison, Comparisons, or a sequence or mapping of them
        Results of ``metric.interval`` or ``metric.compare``. The keys of a mapping are the names.
    names : sequence of str, optional
        One a line. Default: the metric and its class, or the two models.
    reference : float, optional
        Where to draw a vertical line, such as the value of chance. Default: 0 for comparisons, with dotted lines at
        the margin of a claim; none for intervals.
    ax : matplotlib.axes.Axes, optional
        Where to draw. Default: a new figure.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputTypeError
        If `found` holds anything else.
    LengthError
        If there are more or fewer names than lines.
    MissingDependencyError
        If matplotlib is not installed.

    Examples
    --------
    >>> from concordant import plots, recall
    >>> found = recall.interval([0, 1, 2] * 20, [0, 1, 2] * 15 + [0, 2, 1] * 5, average=None)
    >>> ax = plots.forest(found, names=["low", "middle", "high"])
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['low', 'middle', 'high']
    """
    rows = list(_rows(found))
    if names is not None:
        if len(names) != len(rows):
            raise LengthError(f"{len(names)} names came for {len(rows)} lines; give one each.")
        rows = [_Named(name, row.interval) for name, row in zip(names, rows, strict=True)]
    shown = [row.interval for row in rows]
    compared = [one for one in shown if isinstance(one, Comparison)]
    figure = forest_figure(
        [Row.of(*row) for row in rows],
        unit=_axis_name(shown),
        reference=0.0 if reference is None and compared else reference,
        difference=len(compared) == len(shown) > 0,
        margins=list(dict.fromkeys(end for pair in compared for end in margins_of(pair))),
    )
    return draw(figure, ax)


def _rows(results: Any, name: str | None = None) -> Iterator[_Named]:
    """Each interval with its name."""
    if isinstance(results, Comparison):
        yield _Named(_models(results) if name is None else name, results)
    elif isinstance(results, Interval):
        yield _Named(_words(results.metric) if name is None else name, results)
    else:
        for key, part in _named(results):
            yield from _rows(part, ", ".join(text for text in (name, key) if text is not None) or None)


def _named(results: Any) -> Iterator[tuple[str | None, Any]]:
    """What a collection holds, with the names that it has for it."""
    if isinstance(results, Intervals):
        outputs = range(len(results)) if results.outputs is None else results.outputs
        yield from zip(map(str, outputs), results, strict=True)
    elif isinstance(results, Comparisons):
        several = len({pair.metric for pair in results}) > 1  # such as one a class
        yield from ((f"{_words(pair.metric)}: {_models(pair)}" if several else None, pair) for pair in results)
    elif isinstance(results, Mapping):
        yield from ((str(key), value) for key, value in results.items())
    elif isinstance(results, (list, tuple)):
        yield from ((None, value) for value in results)
    else:
        msg = f"a forest plot takes results of metric.interval or metric.compare, not {type(results).__name__}."
        raise InputTypeError(msg)


def _models(pair: Comparison) -> str:
    return f"{pair.names[0]} \N{MINUS SIGN} {pair.names[1]}"


def _words(metric: str) -> str:
    return metric.replace("_", " ")


def _axis_name(shown: Sequence[Interval | Comparison]) -> str:
    """The metric, if all have the same, and the level."""
    metrics = {interval.metric.split(" of ")[0] for interval in shown}
    levels = {interval.level for interval in shown}
    what = _words(metrics.pop()) if len(metrics) == 1 else "value"
    if any(isinstance(interval, Comparison) for interval in shown):
        what = f"difference of {what}"
    return f"{what}, {100 * levels.pop():g} % confidence interval" if len(levels) == 1 else what


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
    report = record_given(found, RaterReport, rater_report_of, options, "raters holds its options")
    index = _severity_index(report, label)
    what = "rates higher than the raters on average"
    if report.scale == "labels":
        what = f"gives {label_text(report.labels[index], 24)!r} more often than the others"
    rows = sorted(report.raters, key=lambda row: -np.nan_to_num(float(row.severity[index]), nan=-np.inf))
    drawn = []
    for row in rows:
        severity = row.severity[index]
        flagged = bool(row.flags and row.severity_p[index] < 1 - report.level)
        drawn.append(Row.of(str(row.rater), severity, second=flagged))
    unit = f"{what}, {100 * report.level:g} % confidence interval"
    return draw(forest_figure(drawn, unit=unit, reference=0.0, difference=True), ax)


def _severity_index(report: RaterReport, label: Label | None) -> int:
    if report.scale == "numbers":
        if label is not None:
            raise InputTypeError("label= is of a severity of labels, and this one is of numbers: leave it out.")
        return 0
    if label is None:
        sizes = np.array([[abs(float(severity)) for severity in row.severity] for row in report.raters])
        return int(np.argmax(np.nan_to_num(sizes).max(0)))
    if label not in report.labels:
        msg = f"there is no label {label!r} among {', '.join(map(repr, report.labels[:10]))}."
        raise InputTypeError(msg + did_you_mean(label, report.labels))
    return report.labels.index(label)
