"""The page of labels and scores, as rows or added up: each state made once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from concordant.engines.arrays import counts_of_groups
from concordant.errors import ContinuousLabelsError, OptionError
from concordant.inputs.labels import LabelRows
from concordant.report.checked_rows import Rows, check_rows
from concordant.report.evaluation import Evaluation
from concordant.report.group_results import Chances, take_groups, take_groups_of_states
from concordant.report.material import Material
from concordant.report.page_records import Taken
from concordant.report.positive import find_positive
from concordant.report.remarks import about_bounds, about_intervals, plain_remarks
from concordant.report.scoring import Scoring, find_scoring, predicted_codes
from concordant.report.taking import take_balance, take_per_class, take_results
from concordant.report.task import Classes, Task, find_classes, find_task
from concordant.report.uncertainty import Uncertainty, enough
from concordant.result.wording import count, label_text, quoted
from concordant.sources.columns import Columns
from concordant.states import Counts
from concordant.typing import Label, Missing


def evaluate_classes(
    columns: Columns,
    labels: Sequence[Label] | None,
    pos_label: Label | None,
    task: Task | None,
    missing: Missing,
    chances: Chances,
) -> Evaluation:
    """Return the page of labels and scores, whether as rows or added up."""
    rows, level = check_rows(columns, missing), chances.level
    classes = _found_classes(rows, labels, columns, pos_label)
    kind, said = find_task(classes, rows.score_columns if columns.classed is None else len(columns.score_names), task)
    pair = _found_pair(classes, kind, pos_label, said)
    added = columns.scored or columns.classed
    scored = added is not None or rows.scores is not None
    scoring = find_scoring(rows, classes, kind, pair, columns) if scored else None
    counts, predicted, cut = _counts(rows, classes, scoring, said)
    if pair is not None and counts is not None:
        counts = counts.binary(pair[1])
    said += _about_rows(rows, classes, columns)
    taken = Taken(counts)
    if scoring is not None:
        known = (scoring.curve, scoring.losses, scoring.measurements, cut, scoring.exact, scoring.buckets)
        taken = Taken(counts, *known)
    shown = classes.labels if pair is None else pair
    balance = take_balance(classes.counts, counts, shown)
    gone = added is not None
    needs_rows = not gone and (rows.cluster is not None or _needs_rows(taken, chances))
    material = _material(rows, classes, scoring, shown, predicted) if needs_rows or rows.by is not None else None
    uncertainty = None
    if level is not None:
        few = rows.weights is not None or columns.classed is not None  # of which the states do not tell enough
        unknown = rows.n if gone and few else None
        rows_of_it = material if needs_rows else None
        of_them: Any = {"rows": unknown, "clusters": None if added is None else added.clusters}
        uncertainty = Uncertainty(level, taken, rows_of_it, simultaneous=chances.simultaneous, **of_them)
    positive = None if pair is None else label_text(pair[1], 40)
    results = take_results(taken, kind, positive, uncertainty) if chances.listed else ()
    groups = None
    if rows.by is not None and material is not None:
        groups = take_groups(rows.by, label_text(columns.by_name, 40), material, results, kind, chances)
    if added is not None and added.groups:
        of_each = (added.groups, label_text(columns.by_name, 40), shown, results, rows, kind, added.where)
        groups = take_groups_of_states(*of_each, chances)
    return Evaluation(
        task=kind,
        assumptions=tuple(said),
        remarks=(
            *(plain_remarks(kind, balance, results, counts) if chances.listed else ()),
            *about_bounds(results, None if added is None or rows.weights is not None else added.if_exact),
            *([] if level is None else about_intervals(results)),
        ),
        n=rows.n,
        n_missing=rows.missing,
        weighted=rows.weights is not None,
        labels=shown,
        pos_label=None if pair is None else pair[1],
        balance=balance,
        results=results,
        per_class=take_per_class(taken, uncertainty) if chances.listed and kind != "binary" else (),
        counts=counts,
        curve=taken.curve,
        probabilities=bool(taken.losses),
        source=columns.source,
        taken=taken,
        level=level,
        groups=groups,
        uncertainty=uncertainty,
    )


def _found_classes(rows: Rows, labels: Sequence[Label] | None, columns: Columns, pos_label: Label | None) -> Classes:
    try:
        return find_classes(rows, labels, columns, pos_label)
    except ContinuousLabelsError as error:
        msg = f"{error} To take both columns as continuous ratings, say task='continuous'."
        raise ContinuousLabelsError(msg) from error


def _found_pair(classes: Classes, kind: Task, pos_label: Label | None, said: list[str]) -> tuple[Label, Label] | None:
    """The negative and the positive label of a binary task, and add to `said` why."""
    if kind == "binary":
        pair, sentence = find_positive(classes, pos_label)
        said.append(sentence)
        return pair
    if pos_label is not None:
        some = ", ".join(map(repr, classes.labels[:6])) + (", ..." if len(classes.labels) > 6 else "")
        msg = f"pos_label={pos_label!r} belongs to two classes, but the task is {kind!r}: the labels are {some}."
        raise OptionError(msg)
    return None


def _counts(
    rows: Rows, classes: Classes, scoring: Scoring | None, said: list[str]
) -> tuple[Counts | None, NDArray[Any] | None, str | None]:
    """
    Truth against prediction, and add to `said` what the scores are and where predictions come from.

    Where the predicted labels follow from scores: also these, as places among the classes, and in words how.
    """
    if scoring is not None:
        said += scoring.said
    if rows.pred is not None or scoring is None:
        return classes.counts, None, None
    found = predicted_codes(scoring, classes.labels)
    if found is None:
        said.append(
            "No predicted labels were given, and such scores have no natural threshold: metrics of labels are left out."
        )
        return None, None, None
    said.append(found[1])
    true = classes.true.astype(np.int64, copy=False)
    names, ordered = (classes.labels, classes.labels), classes.order != "none"
    every = LabelRows(true, found[0], *names, ordered, False, rows.weights, rows.missing, times=rows.times)
    return counts_of_groups(every, rows.squares), *found


def _needs_rows(taken: Taken, chances: Chances) -> bool:
    """Whether a state does not tell how much its rows vary; a list is the same for files, where labels are cells."""
    if chances.level is None:
        return False
    states = (None if chances.listed else taken.counts, taken.curve, taken.measurements, *taken.losses.values())
    return any(state is not None and not enough(state) for state in states)


def _material(
    rows: Rows, classes: Classes, scoring: Scoring | None, shown: tuple[Label, ...], predicted: NDArray[Any] | None
) -> Material:
    """The rows once more, labels as places among the classes that the page shows."""
    place = np.array([shown.index(label) for label in classes.labels], np.intp)
    if predicted is None and rows.pred is not None:
        predicted = classes.pred
    return Material(
        shown,
        classes.order != "none" or len(shown) == 2,
        place[classes.true.astype(np.intp, copy=False)],
        None if predicted is None else place[predicted.astype(np.intp, copy=False)],
        rows.weights,
        None if scoring is None else scoring.rows,
        () if scoring is None else tuple(scoring.losses),
        None if scoring is None else scoring.measurement_rows,
        None if rows.cluster is None else rows.cluster.values,
        rows.times,
        rows.squares,
    )


def _about_rows(rows: Rows, classes: Classes, columns: Columns) -> list[str]:
    said = []
    occurring = np.flatnonzero(classes.counts.row_totals)
    if len(occurring) == 1:
        only = quoted(classes.labels[occurring[0]])
        said.append(f"The truth holds one class only, {only}: what needs rows of two classes is undefined.")
    if rows.missing:
        s = "s were" if rows.missing > 1 else " was"
        said.append(f"{rows.missing:,} row{s} dropped because a value was missing; {rows.n:,} are left.")
    if rows.weights is not None:
        total = count(classes.counts.n)
        name = label_text(columns.weight_name, 40)
        said.append(f"Rows are weighted by {name} (sum {total}): every count is a sum of weights.")
    if rows.cluster is not None:
        clusters = len(np.unique(rows.cluster.values))
        name = label_text(columns.cluster_name, 40)
        said.append(f"Rows of one {name} belong together ({clusters:,} clusters): the intervals allow for it.")
    return said
