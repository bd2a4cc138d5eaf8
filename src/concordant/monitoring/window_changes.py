"""Compare a window of a table with a reference: metrics, labels, scores, calibration, and the mix of groups."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from concordant.errors import ConcordantError, IntervalWarning, OptionError, UndefinedMetricWarning
from concordant.inference import interval_of
from concordant.inference.comparisons.difference import adjusted, check_adjust
from concordant.inference.comparisons.independent import compare_independent_states
from concordant.inference.quantiles import check_level
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.registry import get
from concordant.monitoring.change_report import Change, ChangeReport
from concordant.monitoring.definition import Definition
from concordant.monitoring.drift_of_calibration import calibration_shift
from concordant.monitoring.drift_of_labels import LabelShift, label_shift
from concordant.monitoring.drift_of_scores import score_shift
from concordant.monitoring.mix_or_model import MixOrModel, mix_or_model
from concordant.monitoring.page_of_states import group_name
from concordant.monitoring.states_of_cells import CountedStates
from concordant.monitoring.windowed_states import When, WindowedStates
from concordant.result.comparisons import Adjust
from concordant.result.intervals import Interval
from concordant.result.record import altered

Against: TypeAlias = str | tuple[When, When] | WindowedStates
Wanted: TypeAlias = Sequence[str] | Mapping[str, Mapping[str, Any]] | None
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


def compare_windows(
    table: WindowedStates,
    window: str | tuple[When, When] | None = None,
    *,
    against: Against = "previous",
    metrics: Wanted = None,
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
    wanted = _metrics(table.definition, metrics)
    found = _changes(None, sides[0].whole, sides[1].whole, wanted, level)
    both = sides[0].groups.keys() & sides[1].groups.keys()
    for group in sorted(both, key=lambda one: tuple((value is not None, value or "") for value in one)):
        found += _changes(group_name(group), sides[0].groups[group], sides[1].groups[group], wanted, level)
    p = adjusted(np.array([one.p_value for one in found]), adjust).tolist()
    changes = tuple(altered(one, p_adjusted=value) for one, value in zip(found, p, strict=True))
    return ChangeReport(
        window=now.span,
        reference=before.span,
        changes=changes,
        mix=tuple(_mixed(wanted, *sides)) if len(both) > 1 else (),
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
    found = ["roc_auc"] if definition.y_score is not None else []
    found += ["brier_score"] if "losses" in definition.starts else []
    of_labels = definition.y_pred is not None or "losses" in definition.starts
    return [*found, *(["accuracy", "matthews_correlation"] if of_labels else [])]


def _metrics(definition: Definition, metrics: Wanted) -> list[tuple[Metric, Mapping[str, Any]]]:
    if definition.y_true is None:
        if metrics:
            msg = "there is no truth in this table, and every metric takes one: leave metrics= out."
            raise OptionError(msg)
        return []
    if isinstance(metrics, str):
        metrics = [metrics]
    if metrics is None:
        metrics = usual_metrics(definition)
    options = metrics if isinstance(metrics, Mapping) else {name: {} for name in metrics}
    found: list[tuple[Metric, Mapping[str, Any]]] = []
    for name, chosen in options.items():
        one = get(name), dict(chosen)
        if one not in found:  # an alias and the name are one question
            found.append(one)
    return found


def _changes(
    group: str | None,
    now: CountedStates,
    before: CountedStates,
    metrics: Sequence[tuple[Metric, Mapping[str, Any]]],
    level: float,
) -> list[Change]:
    """Every question about one group."""
    found = [_of_metric(metric, options, now, before, level) for metric, options in metrics]
    if now.true is not None and before.true is not None:
        found.append(_of_labels("true labels", label_shift(now.true, before.true)))
    if now.predicted is not None and before.predicted is not None:
        found.append(_of_labels("predicted labels", label_shift(now.predicted, before.predicted)))
    if now.definition.y_score is not None:
        shift = score_shift(now.buckets, before.buckets)
        details = {"psi": shift.psi, "psi_expected": shift.psi_expected}
        limits: Any = {"difference": shift.distance, "low": shift.distance, "high": shift.distance_high}
        rest: Any = {"p_value": shift.p_value, "method": "kolmogorov-smirnov", "reason": shift.reason}
        found.append(Change(question="scores", name="scores", details=details, **limits, **rest))
    if now.loss_sums is not None and before.loss_sums is not None:
        found.append(_of_calibration(now, before, level))
    return [altered(one, group=group, n=now.n, n_before=before.n) for one in found]


def _of_metric(
    metric: Metric, options: Mapping[str, Any], now: CountedStates, before: CountedStates, level: float
) -> Change:
    states = now.state_of(metric), before.state_of(metric)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IntervalWarning)  # the reason stands in the result
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        try:
            here = interval_of(metric, states[0], options, level=level)
            found = compare_independent_states(metric, *states, options, names=("now", "before"), level=level)
        except ConcordantError as error:
            return Change(question="metric", name=metric.name, reason=str(error))
    if not isinstance(here, Interval):
        return Change(question="metric", name=metric.name, reason="it is no single number here")
    return Change(
        question="metric",
        name=metric.name,
        now=here.value,
        now_low=here.low,
        now_high=here.high,
        before=found.values[1],
        difference=found.difference,
        low=found.low,
        high=found.high,
        p_value=found.p_value,
        method=found.method,
        reason=found.reason,
    )


def _of_labels(question: Any, shift: LabelShift) -> Change:
    details = {"G": shift.statistic, "df": float(shift.df), "psi": shift.psi, "psi_expected": shift.psi_expected}
    return Change(
        question=question,
        name=question,
        difference=shift.cramers_v,
        p_value=shift.p_value,
        details=details,
        method="G-test",
        reason=shift.reason,
    )


def _of_calibration(now: CountedStates, before: CountedStates, level: float) -> Change:
    if now.loss_sums is None or before.loss_sums is None:
        return Change(question="calibration", name="calibration")
    shift = calibration_shift(now.loss_sums, before.loss_sums, level=level)
    undefined = math.isnan(shift.difference)
    return Change(
        question="calibration",
        name="calibration",
        **{name: getattr(shift, name) for name in shift.fields()},
        method="normal",
        reason="there is no row in one of the two" if undefined else None,
    )


def _mixed(wanted: Sequence[tuple[Metric, Mapping[str, Any]]], now: _Side, before: _Side) -> list[MixOrModel]:
    return [mix_or_model(metric, now.groups, before.groups, options) for metric, options in wanted]


def _shared(now: WindowedStates, before: WindowedStates) -> list[str]:
    """What is said where windows stand on both sides with the same rows."""
    if now.definition.window is None:
        return []
    same = sum(now.between(one, one + 1) == before.between(one, one + 1) for one in now.numbers & before.numbers)
    if not same:
        return []
    which = "One window has" if same == 1 else f"{same} windows have"
    twice = "the same rows on both sides, which are taken as different ones"
    return [f"{which} {twice}: changes look smaller and less certain than they are."]


def _remarks(definition: Definition, now: _Side, before: _Side) -> list[str]:
    said = [] if definition.y_true is not None else [_DELAYED]
    for name, states in (("now", now.whole), ("before", before.whole)):
        if states.missing:
            said.append(f"{states.missing:,} rows {name} lack a value and are left out.")
    new, gone = now.groups.keys() - before.groups.keys(), before.groups.keys() - now.groups.keys()
    for word, some in (("new", new), ("gone", gone)):
        if some:
            named = ", ".join(sorted(map(group_name, some))[:5]) + (", ..." if len(some) > 5 else "")
            said.append(f"{len(some)} group{'s are' if len(some) > 1 else ' is'} {word}, and not compared: {named}.")
    return said
