"""Labels and one column of scores a class in files: what their page needs, in batches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from concordant.engines.arrays import WideScoresError
from concordant.report.checked_rows import check_rows
from concordant.report.columns_of_sums import columns_of_sums
from concordant.report.scoring import LOSSES, column_order
from concordant.report.task import Classes, Task, find_classes, find_task
from concordant.sources import batches as row_limit
from concordant.sources.columns import Columns
from concordant.sources.files import Source, find_files
from concordant.sources.scores import ClassScores
from concordant.sources.source import Scan
from concordant.states.moments import Loss
from concordant.typing import Label, Missing


@dataclass(frozen=True, slots=True)
class ClassColumns:
    """The names of the columns, and what the caller says of the classes."""

    truth: str
    scores: tuple[str, ...]
    pred: str | None = None
    labels: Sequence[Label] | None = None
    task: Task | None = None
    weight: str | None = None
    by: str | None = None
    cluster: str | None = None
    classes: tuple[Label, ...] = ()


def classes_in_files(
    source: Source, columns: ClassColumns, missing: Missing, progress: Any = None
) -> ClassScores | None:
    """
    Read labels and scores of several classes in batches, if there are more than two million rows.

    The columns of labels are read first: the classes say which column of scores belongs to which.

    None where the columns are to be read as they are: there are fewer rows, two classes, so many that buckets would be
    too few, another number of classes than columns, or classes of which no row is whole.
    """
    from concordant.sources.batches import OtherTypeError
    from concordant.sources.label_batches import numeric_groups
    from concordant.sources.score_batches import buckets_each, class_scores
    from concordant.sources.scores import OtherClassesError

    files = find_files(source)
    pred = columns.pred or columns.truth
    names = [columns.truth, *columns.scores, *([] if columns.pred is None else [pred])]
    size = len(columns.scores)
    if not row_limit.many_rows(files) or len(set(names)) < len(names) or size < 3 or buckets_each(size) is None:
        return None
    groups = numeric_groups(Scan(tuple(files), ()), columns.truth, pred, None)
    types = {columns.truth: groups.truth.dtype, pred: groups.pred.dtype}
    given = Columns(groups.truth, groups.pred, None, None, times=groups.times, rows=groups.rows)
    classes = classes_of(replace(given, score_names=columns.scores), columns)
    if len(classes.labels) != size:
        return None
    order, losses = order_and_losses(classes, columns)
    how: Any = {"labels": classes.labels, "types": types, "losses": losses}
    how |= {"pred": columns.pred, "missing": missing, "progress": progress}
    try:
        found = class_scores(files, columns.truth, [columns.scores[place] for place in order], **how)
    except (OtherClassesError, OtherTypeError, WideScoresError):
        return None
    seen = classes_of(columns_of_classes(found, columns), columns)
    return found if seen.labels == classes.labels else None


def order_and_losses(classes: Classes, columns: ClassColumns) -> tuple[list[int], dict[str, Loss]]:
    """Return the place of the column of each class, and the losses that such a task has."""
    named = Columns(None, None, None, None, score_names=columns.scores, score_classes=columns.classes)
    order, _ = column_order(classes, named)
    task, _ = find_task(classes, len(columns.scores), columns.task)
    return order, {name: loss for name, loss in LOSSES.items() if name != "ranked" or task == "ordinal"}


def classes_of(given: Columns, columns: ClassColumns) -> Classes:
    """Find the classes of groups of labels."""
    named = replace(given, truth_name=columns.truth, pred_name=columns.pred or "y_pred")
    if columns.pred is None:
        named = replace(named, pred=None)
    return find_classes(check_rows(named, "drop"), columns.labels, named)


def columns_of_classes(found: ClassScores, columns: ClassColumns, source: str | None = None) -> Columns:
    """Return the groups of labels as columns, beside what was added up of the scores."""
    of_scores: Any = {"score_names": columns.scores, "score_classes": columns.classes, "classed": found}
    return columns_of_sums(found, columns, source, **of_scores)
