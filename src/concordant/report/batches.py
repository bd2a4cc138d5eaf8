"""Labels, measurements and scores in files and in lazy frames, added up where they are: such a page needs no row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from concordant.engines.arrays import WideScoresError
from concordant.errors import ConcordantError, LabelError, MissingValuesError, OptionError, ScoreError, WeightError
from concordant.report.results import Exact, wants_order
from concordant.report.rows import check_rows
from concordant.report.scoring import LOSSES, OF_TWO, column_order, wrong_number_of_columns
from concordant.report.task import LOOKED_AT, Classes, Detector, Task, find_classes, find_positive, find_task
from concordant.sources import batches as row_limit
from concordant.sources.batches import LazyRows, OtherTypeError, count_rows, first_rows
from concordant.sources.files import DataFile, Source, find_files
from concordant.sources.frames import PRED, TRUTH, WEIGHT, Roles, WholeRows, chosen, many_groups, score, whole_rows
from concordant.sources.labels import LabelGroups, TooManyGroupsError, joint_groups, label_groups, labels_by_group
from concordant.sources.moments import MeasuredRows, moments, moments_and_rows
from concordant.sources.ordered import exact_scores, has_windows, in_order
from concordant.sources.scores import ClassScores, OtherClassesError, ScoredRows, ScoredSums, class_scores, scored_rows
from concordant.sources.source import Columns, Scan
from concordant.states.buckets import BucketCurve
from concordant.states.moments import Loss
from concordant.states.state import exponent_of_squares
from concordant.typing import Label, Missing

if TYPE_CHECKING:
    import narwhals as nw
    import polars as pl


_MOST_PAIRS = 1_000_000  # of labels, also in groups of rows
_MOST_IN_CLUSTERS = 2_000_000

Rows: TypeAlias = "Sequence[DataFile] | LazyRows"
_Sample: TypeAlias = tuple[tuple[Label, Label], "dict[str, pl.DataType]"]


def gathered_in_files(
    source: Source,
    columns: tuple[str, str, str | None],
    detect: Detector | None,
    missing: Missing,
    progress: Any = None,
) -> LabelGroups | MeasuredRows | None:
    """
    Read two columns of files batch by batch, to what a page of them needs.

    Parameters
    ----------
    source : str, Path or sequence of them
    columns : tuple of str, str, str or None
        Truth, prediction, weight.
    detect : callable or None
        Says of the first rows whether they are no labels but measurements; None: they are.
    missing : {"raise", "drop"}
    progress : callable, optional

    Returns
    -------
    LabelGroups, MeasuredRows or None
        None where the columns are to be read as they are.
    """
    truth, pred, _ = columns
    if detect is not None:
        head = first_rows(find_files(source), list(dict.fromkeys((truth, pred))), LOOKED_AT)
        if not detect(head[truth], head[pred]):
            return groups_in_files(source, columns, progress)
    return sums_in_files(source, columns, missing, progress)


def groups_in_files(source: Source, columns: tuple[str, str, str | None], progress: Any = None) -> LabelGroups | None:
    """
    Group the rows of files by their labels.

    Parameters
    ----------
    source : str, Path or sequence of them
    columns : tuple of str, str, str or None
        Truth, prediction, weight.
    progress : callable, optional

    Returns
    -------
    LabelGroups or None
        None where the columns are to be read as they are: weights are no numbers, or most rows have a pair of labels of
        their own.
    """
    from concordant.sources import label_batches

    truth, pred, weight = columns
    try:
        how: Any = {"weight": weight, "any_number": False, "progress": progress}
        return label_batches.label_groups(find_files(source), truth, pred, **how)
    except (label_batches.NoNumbersError, TooManyGroupsError):
        return None


def groups_by_in_files(
    source: Source,
    columns: tuple[str, str, str | None],
    detect: Detector | None,
    missing: Missing,
    progress: Any = None,
    *,
    by: str | None = None,
    cluster: str | None = None,
) -> LabelGroups | None:
    """
    Group the rows of files by their labels, by groups of rows and by clusters, if there are more than two million rows.

    None where the columns are to be read as they are: there are fewer rows, or no labels, or too many pairs of them, or
    a column of a CSV file holds something else than its first rows, or rows in clusters are weighted.
    """
    import polars as pl

    truth, pred, weight = columns
    files = find_files(source)
    every = [name for name in (truth, pred, by, cluster) if name is not None]
    weighted_clusters = cluster is not None and weight is not None
    if detect is None or weighted_clusters or len(set(every)) < len(every) or not row_limit.many_rows(files):
        return None
    head = first_rows(files, every, LOOKED_AT)
    if detect(head[truth], head[pred]) or pl.Null in head.dtypes:
        return None
    try:
        how: Any = {"types": head.schema, "weight": weight, "missing": missing, "progress": progress}
        most = _MOST_PAIRS if cluster is None else _MOST_IN_CLUSTERS
        groups = labels_by_group(joint_groups(files, every, most=most, **how), truth, pred, by, cluster)
    except (OtherTypeError, TooManyGroupsError):
        return None
    return None if groups.weights is not None and exponent_of_squares(groups.weights) else groups


def sums_in_files(
    source: Source, columns: tuple[str, str, str | None], missing: Missing, progress: Any = None
) -> MeasuredRows | None:
    """
    Add up two columns of measurements of so many rows that their page has no intervals.

    None where the columns are to be read as they are: there are fewer rows, it is not known how many there are, or
    something is wrong with them, which their reader says.
    """
    import polars as pl

    truth, pred, weight = columns
    files = find_files(source)
    if (count_rows(files) or 0) <= row_limit.MOST_ROWS:
        return None
    try:
        sums, rows = moments_and_rows(files, truth, pred, weight=weight, missing=missing, progress=progress)
    except (ScoreError, WeightError, MissingValuesError):
        return None
    return MeasuredRows(pl.Series(truth, [], pl.Float64), sums, rows) if rows > row_limit.MOST_ROWS else None


def gathered_in_frame(
    frame: nw.LazyFrame[Any],
    columns: tuple[str, str, str | None],
    detect: Detector | None,
    missing: Missing,
    *,
    by: str | None = None,
    cluster: str | None = None,
) -> LabelGroups | MeasuredRows | None:
    """
    Group or add up the rows of a lazy frame in its own engine.

    Parameters and what is returned are as of `gathered_in_files`, and of `groups_by_in_files`.
    """
    truth, pred, _ = columns
    if detect is not None:
        named = [chosen(frame, name).alias(alias) for name, alias in ((truth, "truth"), (pred, "pred"))]
        head = frame.select(*named).head(LOOKED_AT).collect()
        if not detect(*(head.get_column(name).to_native() for name in ("truth", "pred"))):
            return groups_in_frame(frame, columns, by=by, cluster=cluster)
    return None if by is not None or cluster is not None else sums_in_frame(frame, columns, missing)


def groups_in_frame(
    frame: nw.LazyFrame[Any], columns: tuple[str, str, str | None], *, by: str | None = None, cluster: str | None = None
) -> LabelGroups | None:
    """
    Group the rows of a lazy frame by their labels, by groups of rows and by clusters.

    None where a column plays two roles, or there are too many clusters.
    """
    truth, pred, weight = columns
    keys = tuple(name for name in (truth, pred, by, cluster) if name is not None)
    grouped = by is not None or cluster is not None
    if grouped and len(set(keys)) < len(keys):
        return None
    if grouped and many_groups(frame, keys) > (_MOST_PAIRS if cluster is None else _MOST_IN_CLUSTERS):
        return None
    return label_groups(frame, truth, pred, weight=weight, by=by, cluster=cluster)


def sums_in_frame(
    frame: nw.LazyFrame[Any], columns: tuple[str, str, str | None], missing: Missing
) -> MeasuredRows | None:
    """
    Add up two columns of measurements of so many rows that their page has no intervals.

    None where there are fewer rows, or numbers that are no measurements, as their reader says.
    """
    truth, pred, weight = columns
    if not row_limit.has_many_rows(frame):
        return None
    rows = whole_rows(frame, Roles(truth, (pred,), weight=weight), missing)
    rows.require_rows()
    sums = moments(frame.to_native(), y_true=truth, y_pred=pred, sample_weight=weight, missing=missing)
    return MeasuredRows(np.zeros(0), sums, rows.n - rows.lost)


def scored_in_frame(
    frame: nw.LazyFrame[Any], columns: ScoredColumns, missing: Missing, *, exact: Exact = False
) -> ScoredRows | None:
    """
    Let the engine of a lazy frame add up labels of two classes and one score; buckets and sums come home.

    With `exact` further queries sum along the order of the scores.

    None where the labels are not two.
    """
    roles = Roles(columns.truth, (columns.score,), columns.pred, columns.weight, columns.by, columns.cluster)
    rows = whole_rows(frame, roles, missing)
    labels = _labels(rows, 4)
    pair = None if labels is None else pair_of(labels, columns)
    if pair is None:
        return None
    sums = scored_rows(rows, pair, {name: LOSSES[name] for name in OF_TWO})
    if not wants_order(exact, sums) or (exact == "auto" and not has_windows(rows.frame)):
        return sums
    return in_order(rows.frame, TRUTH, score(0), sums)


def classes_in_frame(frame: nw.LazyFrame[Any], columns: ClassColumns, missing: Missing) -> ClassScores | None:
    """
    Let the engine of a lazy frame add up labels and one score a class.

    None where there are too many labels to bring home.
    """
    roles = Roles(columns.truth, columns.scores, columns.pred, columns.weight, columns.by, columns.cluster)
    rows = whole_rows(frame, roles, missing)
    labels = _labels(rows, _MOST_PAIRS)
    classes = None if labels is None else classes_of(labels, columns)
    if classes is None:
        return None
    if len(classes.labels) != len(columns.scores):
        raise wrong_number_of_columns(len(columns.scores), classes)
    order, losses = order_and_losses(classes, columns)
    return class_scores(rows.reordered(order), classes.labels, losses)


def _labels(rows: WholeRows, most: int) -> Columns | None:
    """The labels of the rows, each pair once; None if there are too many pairs."""
    rows.require_rows()
    names = (TRUTH,) if rows.roles.pred is None else (TRUTH, PRED)
    if many_groups(rows.frame, names) > most:
        return None
    groups = label_groups(rows.frame, names[0], names[-1], weight=WEIGHT if rows.weighted else None)
    return Columns(
        groups.truth,
        None if rows.roles.pred is None else groups.pred,
        None,
        groups.weights,
        truth_name=rows.roles.truth,
        pred_name=rows.roles.pred or "y_pred",
        times=groups.times,
        squares=groups.squares,
        rows=groups.rows,
    )


@dataclass(frozen=True, slots=True)
class ScoredColumns:
    """The names of the columns, and what the caller says of the classes."""

    truth: str
    score: str
    pred: str | None = None
    weight: str | None = None
    labels: Sequence[Label] | None = None
    pos_label: Label | None = None
    by: str | None = None
    cluster: str | None = None

    @property
    def labelled(self) -> list[str]:
        """The columns of labels."""
        return [self.truth] if self.pred is None else list(dict.fromkeys([self.truth, self.pred]))


def scored_in_files(
    source: Source | LazyRows, columns: ScoredColumns, missing: Missing, progress: Any = None, *, exact: Exact = False
) -> ScoredRows | None:
    """
    Read labels and scores of files, or of a lazy frame, in batches, if there are more than two million rows.

    None where the columns are to be read as they are: there are fewer rows, the labels are not two, the weights are so
    small or large that their squares leave float64, or there are too many whole scores that float64 does not tell
    apart.
    """
    files: Rows = source if isinstance(source, LazyRows) else find_files(source)
    other_roles = (*columns.labelled, columns.score, columns.weight)
    if not row_limit.many_rows(files) or columns.score in columns.labelled:
        return None
    if columns.by is not None and columns.by in other_roles:
        return None
    for every in (False, True):  # where the first rows do not tell the classes, all do
        sample = sampled_classes(files, columns, every=every)
        if sample is None:
            continue
        try:
            sums = _read(files, columns, sample, missing, progress)
            sums = _with_right_pair(files, columns, sums, sample, missing, progress)
        except (OtherClassesError, OtherTypeError):
            continue
        except WideScoresError:
            return None
        if sums is None or not wants_order(exact, sums):
            return sums
        return _made_exact(files, columns, sums, sample, missing, progress)
    return None


def _made_exact(
    files: Rows, columns: ScoredColumns, sums: ScoredRows, sample: _Sample, missing: Missing, progress: Any
) -> ScoredRows:
    """Read the scores again, in their order."""
    if columns.weight is not None or not isinstance(sums.curve, BucketCurve):
        msg = "exact=True needs rows without weights: sums of weights in another order differ in their last digits."
        raise OptionError(msg)
    others = [name for name in (*columns.labelled, columns.by) if name is not None and name != columns.truth]
    how: Any = {"types": sample[1], "others": others, "missing": missing, "progress": progress}
    return replace(sums, exact=exact_scores(files, columns.truth, columns.score, sums.curve, **how))


def _read(files: Rows, columns: ScoredColumns, sample: _Sample, missing: Missing, progress: Any) -> Any:
    from concordant.sources.score_batches import scored_rows

    pair, types = sample
    how: Any = {"pred": columns.pred, "weight": columns.weight, "by": columns.by}
    how |= {"missing": missing, "progress": progress, "losses": {name: LOSSES[name] for name in OF_TWO}}
    return scored_rows(files, columns.truth, columns.score, pair=pair, types=types, **how)


def _with_right_pair(
    files: Rows, columns: ScoredColumns, sums: ScoredRows, sample: _Sample, missing: Missing, progress: Any
) -> ScoredRows | None:
    """Read once more if the positive class is another one by all rows, as where the rarer of two names is meant."""
    if sums.weights is not None and (exponent_of_squares(sums.weights) or int(sums.times.sum()) <= row_limit.MOST_ROWS):
        return None
    try:
        pair = pair_of(columns_of(sums, columns), columns)
    except LabelError:  # one class only: the page says so
        return sums
    if pair is None:
        return None
    if pair != sums.pair:
        sums = _read(files, columns, (pair, sample[1]), missing, progress)
    return sums


def sampled_classes(files: Rows, columns: ScoredColumns, *, every: bool = False) -> _Sample | None:
    """
    Return the two classes and the types of the columns of labels, by the first rows or by all.

    None where these rows do not tell them, or tell others than two.
    """
    if every:
        series = _all_labels(files, columns)
    else:
        head = _head(files, columns.labelled)
        series = {name: _distinct(head[name]) for name in columns.labelled}
    labels = {label for column in series.values() for label in column.head(3).to_list()}
    if columns.labels is not None and not (len(columns.labels) == 2 and labels <= set(columns.labels)):
        return None
    if _head(files, [columns.score])[columns.score].dtype.is_nested():  # a list of scores a row
        return None
    few = columns.labels is None and len(labels) < 2
    if not labels or len(labels) > 2 or (few and not every):
        return None
    try:
        pair = pair_of(Columns(series[columns.truth], None, None, None, truth_name=columns.truth), columns)
    except ConcordantError:
        if every and few:  # one class in all rows
            raise
        return None  # whoever reads all rows has the same error
    if pair is None:
        return None
    types = {name: column.dtype for name, column in series.items()}
    if columns.by is not None:
        types[columns.by] = _head(files, [columns.by])[columns.by].dtype
    return pair, types


def _head(files: Rows, columns: list[str]) -> pl.DataFrame:
    if isinstance(files, LazyRows):
        return files.head(columns, LOOKED_AT)
    return first_rows(files, columns, LOOKED_AT)


def _all_labels(files: Rows, columns: ScoredColumns) -> dict[str, pl.Series]:
    """The labels of all rows; that takes a pass over the columns of labels."""
    from concordant.sources.label_batches import numeric_groups

    if isinstance(files, LazyRows):
        return {name: _distinct(files.distinct(name)) for name in columns.labelled}
    pred = columns.pred or columns.truth
    groups = numeric_groups(Scan(tuple(files), ()), columns.truth, pred, columns.weight)
    return {columns.truth: _distinct(groups.truth), pred: _distinct(groups.pred)}


def _distinct(column: pl.Series) -> pl.Series:
    plain = column.fill_nan(None) if column.dtype.is_float() else column
    return plain.drop_nulls().unique(maintain_order=True)


def pair_of(given: Columns, columns: ScoredColumns) -> tuple[Label, Label] | None:
    """The negative and the positive class of these labels; None if there are not two."""
    classes = find_classes(check_rows(given, "drop"), columns.labels, given, columns.pos_label)
    return find_positive(classes, columns.pos_label)[0] if len(classes.labels) == 2 else None


def columns_of(found: ScoredRows, columns: ScoredColumns, source: str | None = None) -> Columns:
    """Return the groups of labels as columns, beside what was added up of the scores."""
    return columns_of_sums(found, columns, source, score_names=(columns.score,), scored=found)


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
    from concordant.sources import score_batches
    from concordant.sources.label_batches import numeric_groups

    files = find_files(source)
    pred = columns.pred or columns.truth
    names = [columns.truth, *columns.scores, *([] if columns.pred is None else [pred])]
    size = len(columns.scores)
    if not row_limit.many_rows(files) or len(set(names)) < len(names):
        return None
    if size < 3 or score_batches.buckets_each(size) is None:
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
        sums = score_batches.class_scores(files, columns.truth, [columns.scores[index] for index in order], **how)
    except (OtherClassesError, OtherTypeError, WideScoresError):
        return None
    counted = classes_of(columns_of_classes(sums, columns), columns)
    return sums if counted.labels == classes.labels else None


def order_and_losses(classes: Classes, columns: ClassColumns) -> tuple[list[int], dict[str, Loss]]:
    """Return the index of the column of each class, and the losses that such a task has."""
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


def columns_of_sums(
    found: ScoredSums, names: ScoredColumns | ClassColumns, source: str | None, **of_scores: Any
) -> Columns:
    """Return what was added up as columns of these names; `of_scores` are the fields that hold the scores."""
    return Columns(
        found.truth,
        found.pred,
        None,
        found.weights,
        truth_name=names.truth,
        pred_name=names.pred or "y_pred",
        weight_name=names.weight or "sample_weight",
        source=source,
        times=found.times,
        squares=found.squares,
        rows=found.rows,
        cluster=found.cluster,
        cluster_name=names.cluster or "cluster",
        by_name=names.by or "by",
        missing=found.missing,
        **of_scores,
    )
