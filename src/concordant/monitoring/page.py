"""The page of a table of states: what `evaluate` shows of rows, without a row."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

import numpy as np

from concordant.errors import EmptyInputError, OptionError
from concordant.monitoring.batches import Group
from concordant.monitoring.windowed_states import CountedStates
from concordant.names import require_choice
from concordant.report.batches import columns_of_summary
from concordant.report.evaluating import evaluate_columns
from concordant.report.groups import IntervalOptions
from concordant.report.task import are_alphabetical
from concordant.result.wording import quoted_list
from concordant.sources.source import Columns
from concordant.sources.summary import Summary
from concordant.typing import Label

if TYPE_CHECKING:
    from concordant.monitoring.windowed_states import WindowedStates
    from concordant.report import Evaluation

TaskOfLabels: TypeAlias = Literal["binary", "multiclass", "ordinal"]


def page_of(table: WindowedStates, *, task: TaskOfLabels | None = None, level: float | None) -> Evaluation:
    """What `StateTable.evaluate` does."""
    if task is not None:
        require_choice("task", task, get_args(TaskOfLabels))
    definition = table.definition
    if definition.y_true is None or definition.labels is None:
        raise OptionError(
            "this table holds no truth, so that nothing can be evaluated; compare_windows shows whether predictions or "
            "scores have changed."
        )
    states = table.states()
    if not states.n:
        raise EmptyInputError("the table holds no row in these windows and groups: nothing can be evaluated.")
    by_group = table.by_group() if definition.by else {}
    pos_label = definition.labels[1] if len(definition.labels) == 2 else None
    of_scores = definition.y_score is not None
    columns = _of_scores(table, states, by_group) if of_scores else _of_labels(table, states, by_group)
    intervals = IntervalOptions(level)
    if by_alphabet := task is None and are_alphabetical(definition.labels):
        task = "multiclass"
    page = evaluate_columns(columns, definition.labels, pos_label, task=task, missing="drop", intervals=intervals)
    if by_alphabet:
        page = replace(page, assumptions=(_by_alphabet(definition.labels), *page.assumptions[1:]))
    span = table.span
    if span is None:
        return page
    start, end = span
    dates = f"The rows are of {start:%Y-%m-%d %H:%M} to {end:%Y-%m-%d %H:%M} UTC, as states kept them."
    return replace(page, assumptions=(*page.assumptions, dates))


def _by_alphabet(labels: tuple[Label, ...]) -> str:
    """Return the sentence on the task where nobody names one, in place of the first assumption."""
    shown = f"Multi-class: the labels {quoted_list(labels)} stand by alphabet, which shows no order of theirs."
    return f"{shown} If it is their order, say task='ordinal'."


def _of_labels(table: WindowedStates, states: CountedStates, by_group: Any) -> Columns:
    """Each pair of labels once, with how many rows have it."""
    parts = by_group or {(): states}
    truth, pred, group, repeats = [], [], [], []
    labels = table.definition.labels or ()
    for name, states_of_group in parts.items():
        if states_of_group.counts is None:
            continue
        for row, column in zip(*np.nonzero(states_of_group.counts.table), strict=True):
            truth.append(labels[row])
            pred.append(labels[column])
            group.append(group_name(name))
            repeats.append(int(states_of_group.counts.table[row, column]))
    by, times = group if by_group else None, np.array(repeats, np.int64)
    return _columns(table, truth, pred, by=by, times=times, rows=states.n, missing=states.missing)


def _of_scores(table: WindowedStates, states: CountedStates, by_group: Any) -> Columns:
    """The states of labels and scores of two classes."""
    labels = table.definition.labels or (0, 1)
    groups: dict[Label, Summary] = {group_name(name): _summary(one, labels) for name, one in by_group.items()}
    named = _columns(table, None, None, score_names=(table.definition.y_score or "y_score",))
    return columns_of_summary(named, replace(_summary(states, labels, states.missing), groups=groups))


def _columns(table: WindowedStates, truth: Any, pred: Any, **more: Any) -> Columns:
    """Columns under the names that the table counts them by."""
    definition = table.definition
    names: Any = {
        "truth_name": definition.y_true or "y_true",
        "pred_name": definition.y_pred or "y_pred",
        "by_name": " and ".join(definition.by) or "by",
    }
    return Columns(truth, pred, None, None, **names, **more)


def _summary(states: CountedStates, labels: tuple[Label, ...], missing: int = 0) -> Summary:
    """What states of labels and scores add up to, as rows in batches do."""
    if states.counts is None:  # scores without a natural threshold
        rows = states.buckets.weights.sum(0)
        true, decided = np.flatnonzero(rows), np.zeros(np.count_nonzero(rows), np.int64)
        times = rows[true]
    else:
        true, decided = np.nonzero(states.counts.table)
        times = states.counts.table[true, decided]
    return Summary(
        classes=labels,
        truth=[labels[code] for code in true.tolist()],
        pred=None if states.definition.y_pred is None else [labels[code] for code in decided.tolist()],
        true=true,
        decided=decided,
        times=times,
        curve=states.buckets,
        losses=states.losses,
        rows=states.n + missing,
        missing=missing,
    )


def group_name(group: Group) -> str:
    """What a group is called."""
    return ", ".join("(missing)" if value is None else value for value in group)
