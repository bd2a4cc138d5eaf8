"""A window against its reference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, TypeAlias

import numpy as np

from concordant.errors import ConcordantError, OptionError
from concordant.inference import interval_of
from concordant.inference.comparisons.difference import adjusted, check_adjust
from concordant.inference.comparisons.independent import compare_independent_states
from concordant.inference.quantiles import check_level
from concordant.metrics.definition.options import knowing_its_options
from concordant.monitoring.definition import Definition
from concordant.monitoring.drift import Change, MixOrModel, calibration_shift, label_shift, mix_or_model, score_shift
from concordant.monitoring.page import group_name
from concordant.monitoring.values import AskedMetric, asked_metric
from concordant.monitoring.windowed_states import CountedStates, When, WindowedStates, sortable
from concordant.report.records import in_columns
from concordant.result.comparisons import Adjust
from concordant.result.intervals import Interval
from concordant.result.record import Record, altered
from concordant.settings import without_warnings

Against: TypeAlias = str | tuple[When, When] | WindowedStates
Metrics: TypeAlias = Sequence[str] | Mapping[str, Mapping[str, Any]] | None
_TRAILING = 4  # windows of the same length, where nothing says how many
_DELAYED = (
    "There is no truth in this table: whether the model is worse cannot be known, only whether its predictions or "
    "scores are spread otherwise."
)
_FIRST = "This is the first window: nothing was counted before it, and there is no reference yet."


@dataclass(frozen=True)
class _Side:
    """One of the two that are compared."""

    whole: CountedStates
    groups: Mapping[tuple[str | None, ...], CountedStates]


@knowing_its_options("monitoring")
def compare_windows(
    table: WindowedStates,
    window: str | tuple[When, When] | None = None,
    *,
    against: Against = "previous",
    metrics: Metrics = None,
    groups: bool = True,
    level: float = 0.95,
    adjust: Adjust = "holm",
) -> ChangeReport:
    """
    Compare a window with a reference.

    Parameters
    ----------
    table : StateTable
    window : str or tuple of two times, optional
        How long the last windows are together, such as ``"7d"``; or from when to when. Default: all rows, against
        another table.
    against : str, tuple of two times, or StateTable
        ``"previous"``: as many windows just before; ``"trailing"``: four times as many before, or ``"trailing 28d"``
        those of 28 days; a fixed span; or a table of its own, such as that of the data a model was tested on.
    metrics : sequence of str, or mapping of str to options, optional
        Default: ROC AUC, Brier score, accuracy and Matthews' correlation, as far as the table holds their states. One
        that is named twice, or by an alias too, is asked once.
    groups : bool
        Whether each group is compared too.
    level : float
    adjust : {"holm", "fdr", "fdr-by"} or None
        P-values are adjusted for all questions of the report. They are not for the number of reports: whoever looks at
        each new window takes `running_mean`.

    Returns
    -------
    ChangeReport

    Notes
    -----
    The two have different rows, which are taken as independent: of rows that come again and again (the same patients),
    intervals are too narrow. Differences of metrics are those of `Metric.compare_independent`, of scores in buckets
    widened by what the buckets leave open; labels have the G-test, scores the Kolmogorov-Smirnov distance; see
    `label_shift`, `score_shift`, `calibration_shift` and `mix_or_model`.
    """
    check_level(level)
    check_adjust(adjust)
    now, before = _two(table, window, against)
    first = isinstance(against, str) and len(now.cells.key) == len(table.cells.key)
    sides = _side(now, groups=groups), _side(before, groups=groups)
    chosen = _metrics(table.definition, metrics)
    unadjusted = _changes(None, sides[0].whole, sides[1].whole, chosen, level)
    both = sides[0].groups.keys() & sides[1].groups.keys()
    for group in sorted(both, key=sortable):
        unadjusted += _changes(group_name(group), sides[0].groups[group], sides[1].groups[group], chosen, level)
    p = adjusted(np.array([change.p_value for change in unadjusted]), adjust).tolist()
    roles = {role: getattr(table.definition, role) for role in ("y_true", "y_pred", "y_score")}
    changes = tuple(altered(change, p_adjusted=value) for change, value in zip(unadjusted, p, strict=True))
    mix: tuple[MixOrModel, ...] = ()
    if len(both) > 1:
        groups_now, groups_before = sides[0].groups, sides[1].groups
        mix = tuple(
            altered(mix_or_model(one.metric, groups_now, groups_before, one.options), metric=one.called)
            for one in chosen
        )
    return ChangeReport(
        window=now.span,
        reference=before.span,
        changes=in_columns(changes, {role: name for role, name in roles.items() if name is not None}),
        mix=mix,
        level=level,
        adjust=adjust,
        remarks=(*_shared(now, before), *_remarks(table.definition, *sides), *([_FIRST] if first else [])),
        first_window=first,
    )


def _two(
    table: WindowedStates, window: str | tuple[When, When] | None, against: Against
) -> tuple[WindowedStates, WindowedStates]:
    """The rows of the window, and those of the reference."""
    if window is None:
        if not isinstance(against, WindowedStates):
            msg = "window= says which windows are compared, such as '7d'; without it against= must be another table."
            raise OptionError(msg)
        table.definition.require_same(against.definition)
        return table, against
    now = table.window(*window) if isinstance(window, tuple) else table.trailing(window)
    if isinstance(against, WindowedStates):
        table.definition.require_same(against.definition)
        return now, against
    if isinstance(against, tuple):
        return now, table.window(*against)
    if isinstance(window, tuple):
        msg = "a window from one time to another is compared with a tuple of two times, or a table, as against=."
        raise OptionError(msg)
    many, end = table.windows_in(window), table.last_number + 1
    if against == "previous":
        return now, table.between(end - 2 * many, end - many)
    word, _, length = against.partition(" ") if isinstance(against, str) else ("", "", "")
    if word != "trailing":
        msg = f'against= is "previous", "trailing", "trailing 28d", a tuple of two times, or a table, not {against!r}.'
        raise OptionError(msg)
    back = table.windows_in(length) if length else _TRAILING * many
    return now, table.between(end - many - back, end - many)


def _side(table: WindowedStates, *, groups: bool) -> _Side:
    by_group = table.by_group() if groups and table.definition.by else {}
    return _Side(table.states(), {group: states for group, states in by_group.items() if states.n})


def usual_metrics(definition: Definition) -> list[str]:
    """Return the metrics that are compared where nobody says which."""
    if definition.y_true is None:
        return []
    names = ["roc_auc"] if definition.y_score is not None else []
    names += ["brier_score"] if "losses" in definition.starts else []
    of_labels = definition.y_pred is not None or "losses" in definition.starts
    return [*names, *(["accuracy", "matthews_correlation"] if of_labels else [])]


def _metrics(definition: Definition, metrics: Metrics) -> list[AskedMetric]:
    if definition.y_true is None:
        if metrics:
            raise OptionError("there is no truth in this table, and every metric takes one: leave metrics= out.")
        return []
    if isinstance(metrics, str):
        metrics = [metrics]
    if metrics is None:
        metrics = usual_metrics(definition)
    options = metrics if isinstance(metrics, Mapping) else {name: {} for name in metrics}
    chosen: list[AskedMetric] = []
    for name, settings in options.items():
        one = asked_metric(name, settings)
        if one not in chosen:  # an alias and the name are one question
            chosen.append(one)
    return chosen


def _changes(
    group: str | None, now: CountedStates, before: CountedStates, metrics: Sequence[AskedMetric], level: float
) -> list[Change]:
    """Every question about one group."""
    changes = [_of_metric(one, now, before, level) for one in metrics]
    if now.true is not None and before.true is not None:
        changes.append(label_shift("true labels", now.true, before.true))
    if now.predicted is not None and before.predicted is not None:
        changes.append(label_shift("predicted labels", now.predicted, before.predicted))
    if now.definition.y_score is not None:
        changes.append(score_shift(now.buckets, before.buckets))
    if now.loss_sums is not None and before.loss_sums is not None:
        changes.append(calibration_shift(now.loss_sums, before.loss_sums, level=level))
    return [altered(change, group=group, n=now.n, n_before=before.n) for change in changes]


def _of_metric(asked: AskedMetric, now: CountedStates, before: CountedStates, level: float) -> Change:
    called, metric, options = asked
    states = now.state_of(metric), before.state_of(metric)
    with without_warnings():  # the reason stands in the result
        try:
            interval = interval_of(metric, states[0], options, level=level)
            if not isinstance(interval, Interval):
                return Change(question="metric", name=called, reason="it is no single number here")
            difference = compare_independent_states(metric, *states, options, names=("now", "before"), level=level)
        except ConcordantError as error:
            return Change(question="metric", name=called, reason=str(error))
    return Change(
        question="metric",
        name=called,
        now=interval.value,
        now_low=interval.low,
        now_high=interval.high,
        before=difference.values[1],
        difference=difference.difference,
        low=difference.low,
        high=difference.high,
        p_value=difference.p_value,
        method=difference.method,
        reason=difference.reason,
    )


def _shared(now: WindowedStates, before: WindowedStates) -> list[str]:
    """What is said where windows stand on both sides with the same rows."""
    if now.definition.window is None:
        return []
    same = sum(
        now.between(number, number + 1) == before.between(number, number + 1) for number in now.numbers & before.numbers
    )
    if not same:
        return []
    which = "One window has" if same == 1 else f"{same} windows have"
    twice = "the same rows on both sides, which are taken as different ones"
    return [f"{which} {twice}: changes look smaller and less certain than they are."]


def _remarks(definition: Definition, now: _Side, before: _Side) -> list[str]:
    remarks = [] if definition.y_true is not None else [_DELAYED]
    for name, states in (("now", now.whole), ("before", before.whole)):
        if states.missing:
            remarks.append(f"{states.missing:,} rows {name} lack a value and are left out.")
    new, gone = now.groups.keys() - before.groups.keys(), before.groups.keys() - now.groups.keys()
    for word, some in (("new", new), ("gone", gone)):
        if some:
            names = ", ".join(sorted(map(group_name, some))[:5]) + (", ..." if len(some) > 5 else "")
            remarks.append(f"{len(some)} group{'s are' if len(some) > 1 else ' is'} {word}, and not compared: {names}.")
    return remarks


Span = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class ChangeReport(Record):
    """
    What has changed between a window and its reference.

    Attributes
    ----------
    window, reference : tuple of two datetimes, or None
        Their beginning and end.
    changes : tuple of Change
        Those of all rows first, then group by group.
    mix : tuple of MixOrModel
        Of each metric, how much of the change is another mix of groups.
    level : float
    adjust : {"holm", "fdr", "fdr-by"} or None
        How the p-values were adjusted for the number of questions.
    remarks : tuple of str
    first_window : bool
        Whether the store holds nothing before the window, so that there is no reference yet.
    """

    table_of: ClassVar[tuple[str, ...]] = ("changes",)

    window: Span | None
    reference: Span | None
    changes: tuple[Change, ...]
    mix: tuple[MixOrModel, ...] = ()
    level: float = 0.95
    adjust: Adjust = "holm"
    remarks: tuple[str, ...] = ()
    first_window: bool = False

    def __iter__(self) -> Iterator[Change]:
        """One question after the other."""
        return iter(self.changes)

    def __len__(self) -> int:
        """How many questions there are."""
        return len(self.changes)

    def of(self, name: str, group: str | None = None) -> Change | None:
        """Return the answer to a question about all rows, or about a group; None if it was not asked."""
        return next((change for change in self.changes if change.called == name and change.group == group), None)

    @property
    def groups(self) -> tuple[str | None, ...]:
        """All rows (None), then each group."""
        return tuple(dict.fromkeys(change.group for change in self.changes))

    @property
    def shown(self) -> tuple[Change, ...]:
        """The changes that are more than chance, by their adjusted p-values."""
        return tuple(change for change in self.changes if change.p_adjusted < 1 - self.level)

    def __str__(self) -> str:
        """One page of text."""
        from concordant.documents.text import as_text
        from concordant.monitoring.report import monitoring_document

        return as_text(monitoring_document(self))
