"""What has changed as a page: alerts, the table of changes, and each metric from window to window."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.documents.blocks import Block, Bullets, Document, Paragraph, Picture, Section, Table, sentences, some
from concordant.figures.trends import MOST_TRENDS, Trend, trend_figure
from concordant.monitoring.values import AskedMetric, ValueInWindow, asked_metric, title_of, values_in_windows
from concordant.result.comparisons import ADJUSTED, p_heading, p_or_none
from concordant.result.record import counted
from concordant.result.wording import level_text, value_or_undefined
from concordant.sources.frames import width_text

if TYPE_CHECKING:
    from concordant.figures.figure import Figure
    from concordant.monitoring.alerts import AlertVerdict
    from concordant.monitoring.changes import ChangeReport, Metrics, Span
    from concordant.monitoring.drift import Change, MixOrModel
    from concordant.monitoring.monitor import StateTable
    from concordant.monitoring.page import TaskOfLabels

_MANY_WINDOWS, _MOST_WINDOWS = 40, 90  # of a picture: more are joined as the report joins them; the last ones
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def monitoring_document(
    report: ChangeReport,
    verdicts: Sequence[AlertVerdict] = (),
    table: StateTable | None = None,
    *,
    latest: StateTable | None = None,
    metrics: Metrics = None,
    source: str | None = None,
    task: TaskOfLabels | None = None,
    window: str | None = None,
) -> Document:
    """
    Return what has changed as a document.

    Parameters
    ----------
    report : ChangeReport
        What `compare_windows` gave.
    verdicts : sequence of AlertVerdict
        What `judge_alert` gave.
    table : StateTable, optional
        Whose windows are drawn; more than 40 are joined to windows of the length of `window`, of which the last 90 are
        drawn.
    latest : StateTable, optional
        The window, whose rows are evaluated below.
    metrics : sequence of str, or mapping of str to options, optional
        As `compare_windows` took them; the options are those of the pictures.
    source : str, optional
        What was read, for the heading.
    task : {"binary", "multiclass", "ordinal"}, optional
        That of the rows of the window, as `StateTable.evaluate` takes it.
    window : str, optional
        The length that `compare_windows` took, such as ``"7d"``. Default: from its first row to its last.
    """
    first = report.changes[0] if report.changes else None  # all rows come first
    now, before = (None, None) if first is None else (first.n, first.n_before)
    changes = _changes(report)
    return Document(
        title="What has changed" if source is None else f"Concordant monitoring: {source}",
        lead=(f"{_span(report.window, now)}, compared with {_span(report.reference, before)}.",),
        blocks=some(
            *_verdict(report, verdicts),
            _alerts(verdicts),
            _pictures(table, report, metrics, window),
            Section("Changes", (changes, *_reasons(report)), "changes") if report.changes else None,
            _mix(report),
            sentences("remarks", "Remarks", report.remarks),
            _evaluated(latest, task, report.level),
        ),
        methods=_methods(report),
        table=changes,
        record={"alerts": [one.to_dict() for one in verdicts], **report.to_dict()},
    )


def _span(span: Span | None, rows: int | None) -> str:
    if span is None:
        return "no rows" if rows == 0 else "all rows"
    return f"{span[0]:%Y-%m-%d %H:%M} to {span[1]:%Y-%m-%d %H:%M} UTC"


def _verdict(report: ChangeReport, verdicts: Sequence[AlertVerdict]) -> Iterator[Paragraph]:
    """Whether somebody has to look."""
    fired = sum(one.fired for one in verdicts)
    undecided = sum(one.undecided for one in verdicts)
    if verdicts:
        went_off = f"{fired} of {counted(len(verdicts), 'alert')} went off" if fired else "No alert went off"
        open_ = f"; {undecided} cannot be decided" if undecided else ""
        yield Paragraph(f"{went_off}{open_}.", "verdict", went_off)
    tested = sum(not math.isnan(change.p_value) for change in report.changes)
    how = "" if report.adjust is None else f", adjusted by {ADJUSTED[report.adjust]}"
    shown = f"{len(report.shown)} of {counted(tested, 'change')}"
    are = "is" if len(report.shown) == 1 else "are"
    yield Paragraph(f"{shown} {are} more than chance at {100 - 100 * report.level:g} %{how}.", "", shown)


def _alerts(verdicts: Sequence[AlertVerdict]) -> Section | None:
    """One row an alert, those that went off first."""
    if not verdicts:
        return None
    ordered = sorted(verdicts, key=lambda one: (not one.fired, not one.undecided))
    rows = tuple((one.alert.text, _state(one), "; ".join(one.lines)) for one in ordered)
    return Section("Alerts", (Table(("alert", "state", "why"), rows, words=True, stacks=True),), "alerts")


def _state(verdict: AlertVerdict) -> str:
    if verdict.fired:
        return "ALERT"
    return "UNDECIDED" if verdict.undecided else "quiet"


def _changes(report: ChangeReport) -> Table:
    """One row a question, those of all rows first, then subgroup by subgroup."""
    head = ("", "now", "before", "change", f"{level_text(report.level)} or PSI", p_heading(report.adjust))
    rows: list[tuple[str, ...]] = []
    for group in report.groups:
        changes = [change for change in report.changes if change.group == group]
        title = "All rows" if group is None else group
        rows.append((f"{title} ({counted(changes[0].n, 'row')}, {changes[0].n_before:,} before)",))
        rows += map(_cells, changes)
    return Table(head, tuple(rows), stacks=True)


def _cells(change: Change) -> tuple[str, ...]:
    p, title = p_or_none(change.p_adjusted), title_of(change.called)
    if change.question in ("metric", "calibration"):
        limits = "none" if math.isnan(change.low) else f"{change.low:+.4f} to {change.high:+.4f}"
        difference = "undefined" if math.isnan(change.difference) else f"{change.difference:+.4f}"
        return title, value_or_undefined(change.now), value_or_undefined(change.before), difference, limits, p
    index = change.details.get("psi", math.nan)
    shown = "none" if math.isnan(index) else f"PSI {index:.4f} (chance {change.details['psi_expected']:.4f})"
    measure = "KS" if change.question == "scores" else "V"
    difference = "undefined" if math.isnan(change.difference) else f"{measure} {change.difference:.4f}"
    return title, "", "", difference, shown, p


def _reasons(report: ChangeReport) -> tuple[Block, ...]:
    """Why numbers are missing or unreliable."""
    reasons = tuple(
        f"{title_of(change.called)} in {'all rows' if change.group is None else change.group}: {change.reason}"
        for change in report.changes
        if change.reason is not None
    )
    return (Bullets(reasons),) if reasons else ()


def _pictures(table: StateTable | None, report: ChangeReport, metrics: Metrics, window: str | None) -> Section | None:
    """A picture a metric; None without windows."""
    names = dict.fromkeys(change.name for change in report.changes if change.question == "metric")
    if table is None or table.span is None or not names:
        return None
    given = metrics.items() if isinstance(metrics, dict) else ()
    options = {asked_metric(*one).called: one[1] for one in given}
    first, last = table.span
    start, end = report.window or (last, last)
    width = timedelta(microseconds=table.definition.window or 1)
    if window is not None:
        start = end - table.windows_in(window) * width
    several = max((end - start) // width, 1) if last - first > _MANY_WINDOWS * width else 1
    shown = table.joined(several, (end - _EPOCH) // width).between(-_MOST_WINDOWS, None)
    figures = tuple(_picture(shown, (start, end), report, asked_metric(name, options.get(name))) for name in names)
    return Section("From window to window", (Picture(figures),), "trends")


def _picture(table: StateTable, span: Span, report: ChangeReport, asked: AskedMetric) -> Figure:
    """A metric of all rows with its limits, and of the largest subgroups, in windows that are counted from an end."""
    called, metric, options = asked
    name: Any = metric.name
    windows = _windows(table)
    trends = [_trend("all rows", values_in_windows(table, name, level=report.level, **options), windows)]
    each = width_text(table.definition.window or 1)
    note = f"One point: {each}, from the time that is named. Band: {level_text(report.level)} of all rows."
    subgroups = [group for group in report.groups if group is not None]
    if subgroups:
        values = values_in_windows(table, name, per="window and group", level=report.level, **options)
        of_group = {group: [one for one in values if one.group == group] for group in subgroups}
        largest = sorted(subgroups, key=lambda group: -sum(one.n for one in of_group[group]))[: MOST_TRENDS - 1]
        trends += [_trend(group, of_group[group], windows) for group in largest]
        if len(largest) < len(subgroups):
            note += f" Lines: the {len(largest)} largest of {len(subgroups)} subgroups."
    change = report.of(called)
    before = None if change is None or math.isnan(change.before) else change.before
    start, end = span
    begins = [end + (window - _EPOCH) for window in windows]
    now = sum(begin < start for begin in begins) if start < end else None
    days = all(begin.hour == begin.minute == 0 for begin in begins)
    stamps = [f"{begin:%m-%d}" if days else f"{begin:%m-%d %H:%M}" for begin in begins]
    return trend_figure(
        trends, stamps, name=f"trend-{called}", title=title_of(called), note=note, now=now, before=before
    )


def _windows(table: StateTable) -> list[datetime]:
    """When each window begins, those without a row among them."""
    first, last = table.windows[0], table.windows[-1]
    width = timedelta(microseconds=table.definition.window or 1)
    return [first + k * width for k in range((last - first) // width + 1)]


def _trend(name: str, values: Sequence[ValueInWindow], windows: Sequence[datetime]) -> Trend:
    """The values at the places of their windows."""
    place = {window: k for k, window in enumerate(windows)}
    columns = np.full((3, len(windows)), np.nan)
    for one in values:
        if one.window is not None:
            columns[:, place[one.window]] = one.value, one.low, one.high
    return Trend(name, *columns)


def _mix(report: ChangeReport) -> Section | None:
    """How much of each change is another mix of subgroups."""
    if not report.mix:
        return None
    rows = tuple(_parts(mix) for mix in report.mix)
    table = Table(("metric", "another mix", "change within"), rows)
    told = [f"{title_of(mix.metric)}: {mix.reason}" for mix in report.mix if mix.reason is not None]
    return Section("Mix of subgroups, or change within them", some(table, *map(Paragraph, told)), "mix")


def _parts(mix: MixOrModel) -> tuple[str, ...]:
    if mix.reason is not None:
        return title_of(mix.metric), "none", "none"
    return title_of(mix.metric), f"{mix.mix:+.4f}", f"{mix.model:+.4f}"


def _evaluated(table: StateTable | None, task: TaskOfLabels | None, level: float) -> Section | None:
    """What a report says of the rows of the window."""
    if table is None:
        return None
    from concordant.report.pages.evaluation import html_document

    document = html_document(table.evaluate(task=task, level=level))
    return Section("The latest window", (*map(Paragraph, document.lead), *document.blocks), "latest")


def _methods(report: ChangeReport) -> str:
    from concordant.documents.blocks import software

    adjusted = "" if report.adjust is None else f" P-values were adjusted by {ADJUSTED[report.adjust]}."
    return (
        "Rows of the two periods were taken as independent. Metrics were compared by the difference of two independent "
        f"values with its {100 * report.level:g} % confidence interval, labels by the G-test with Williams' correction "
        "(1976), and scores by the Kolmogorov-Smirnov distance and the population stability index over ten bins."
        f"{adjusted} {software()}"
    )
