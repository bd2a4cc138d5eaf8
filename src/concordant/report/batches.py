"""Labels, measurements and scores in files and in lazy frames, added up where they are: such a page needs no row."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from concordant.engines.arrays import WideScoresError
from concordant.errors import LabelError
from concordant.inputs.rows import refuse_counted
from concordant.report.rows import check_rows
from concordant.report.scoring import LOSSES, OF_TWO, column_order
from concordant.report.task import LOOKED_AT, Classes, Task, are_continuous, find_classes, find_positive, find_task
from concordant.sources import batches as row_limit
from concordant.sources.batches import LazyRows, collected, first_rows
from concordant.sources.files import DataFile
from concordant.sources.frames import chosen, many_groups
from concordant.sources.labels import LabelGroups, NotGroupedError, label_groups
from concordant.sources.scores import OtherClassesError
from concordant.sources.source import Columns, holds_lists
from concordant.sources.summary import MOST_GROUPS, Summary, too_many_groups
from concordant.sources.whole_batches import missing_texts
from concordant.states.moments import Loss
from concordant.typing import Label, Missing

if TYPE_CHECKING:
    import narwhals as nw
    import polars as pl


_MOST_PAIRS = 1_000_000  # of labels, also in groups of rows
_MOST_IN_CLUSTERS = 2_000_000

Rows: TypeAlias = "Sequence[DataFile] | nw.LazyFrame[Any]"
Batches: TypeAlias = "Sequence[DataFile] | LazyRows"
Sums: TypeAlias = LabelGroups | Summary
Pair: TypeAlias = tuple[Label, Label]  # the negative and the positive class


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """
    The columns of an evaluation by their names, and what the caller says of them.

    Attributes
    ----------
    truth, pred, weight, cluster, by : str or None
    scores : tuple of str
    score_classes : tuple
        The classes that the scores were given for, if they were.
    declared : callable
        Takes the column of the truth, or its labels; gives the declared labels and the positive one.
    has_labels : bool
        Whether labels are declared.
    task, missing, exact, threshold
        As `evaluate` takes them.
    progress : callable, optional
    """

    truth: str
    pred: str | None = None
    scores: tuple[str, ...] = ()
    weight: str | None = None
    cluster: str | None = None
    by: str | None = None
    score_classes: tuple[Label, ...] = ()
    declared: Callable[[Any], tuple[Sequence[Label] | None, Label | None]]
    has_labels: bool = False
    task: Task | None = None
    missing: Missing = "raise"
    exact: bool = False
    threshold: float | None = None
    progress: Any = None

    @property
    def columns(self) -> list[str]:
        """All columns, each once."""
        named = (self.truth, self.pred, *self.scores, self.weight, self.cluster, self.by)
        return list(dict.fromkeys(name for name in named if name is not None))

    @property
    def names(self) -> dict[str, Any]:
        """What the columns are called in messages, as the fields of `Columns`."""
        return {
            "truth_name": self.truth,
            "pred_name": self.pred or "y_pred",
            "score_names": self.scores,
            "score_classes": self.score_classes,
            "weight_name": self.weight or "sample_weight",
            "cluster_name": self.cluster or "cluster",
            "by_name": self.by or "by",
        }

    @property
    def keys(self) -> list[str]:
        """The columns of labels, groups and clusters."""
        return [name for name in (self.truth, self.pred, self.by, self.cluster) if name is not None]


def summarise(rows: Rows, request: Request) -> Sums | None:
    """
    Add up the rows of files or of a lazy frame to what a page of them needs.

    None where the columns are to be read as they are: that is asked for, rows are few, or what they hold cannot be
    added up.
    """
    if not request.scores:
        are_measurements = request.task == "continuous" or _are_measurements(rows, request)
        return None if are_measurements else _groups(rows, request)
    if request.exact or request.threshold is not None:
        return None
    if isinstance(rows, Sequence):
        return _scores_in_batches(rows, request)
    batches = LazyRows.of(rows)
    return None if batches is None else _scores_in_batches(batches, request)


def _are_measurements(rows: Rows, request: Request) -> bool:
    """Whether the first rows of two columns hold numbers that nobody can mean as labels."""
    if request.task is not None or request.has_labels:
        return False
    truth, pred = request.truth, request.pred or request.truth
    if isinstance(rows, Sequence):
        head = first_rows(rows, list(dict.fromkeys((truth, pred))), LOOKED_AT)
        return are_continuous(head[truth], head[pred])
    named = [chosen(rows, name).alias(alias) for name, alias in ((truth, "truth"), (pred, "pred"))]
    first = collected(rows.select(*named).head(LOOKED_AT))
    return are_continuous(*(first.get_column(name).to_native() for name in ("truth", "pred")))


def _groups(rows: Rows, request: Request) -> LabelGroups | None:
    """
    Group rows by their labels, by groups of rows and by clusters.

    None where a column plays two roles or weights are no numbers, where most rows have labels or clusters of their own,
    of few rows of files in groups, or in clusters with weights, and where rows, or those in a group or cluster, have
    weights whose squares leave float64.
    """
    keys = {"truth": request.truth, "pred": request.pred or request.truth, "by": request.by, "cluster": request.cluster}
    named = {role: name for role, name in keys.items() if name is not None}
    is_parted = len(named) > 2
    if is_parted and len({*request.keys}) < len(request.keys):
        return None
    if not isinstance(rows, Sequence):
        most = _MOST_PAIRS if request.cluster is None else _MOST_IN_CLUSTERS
        if is_parted and many_groups(rows, tuple(request.keys)) > most:
            return None
        return label_groups(rows, named, weight=request.weight)
    if is_parted and ((request.cluster and request.weight) or not row_limit.many_rows(rows)):
        return None
    return _groups_in_files(rows, named, request)


def _groups_in_files(files: Sequence[DataFile], keys: Mapping[str, str], request: Request) -> LabelGroups | None:
    """Group the rows of files; None where weights are no numbers, or most rows have values of their own."""
    from concordant.sources import label_batches

    how: Any = {name: getattr(request, name) for name in ("weight", "missing", "progress")} | {"any_number": False}
    with suppress(NotGroupedError):
        return label_batches.label_groups(files, keys, **how)
    return None


def _scores_in_batches(rows: Batches, request: Request) -> Summary | None:
    """
    Read labels and scores in batches, if there are more than two million rows.

    None where the columns are to be read as they are: there are fewer rows, another number of classes than of scores
    or too many, a column plays two roles, weights are so small or large that their squares leave float64, or whole
    scores are beyond those that float64 tells apart.
    """
    labels = dict.fromkeys([request.truth, request.pred or request.truth])
    names = [name for name in (*labels, *request.scores, request.by, request.weight) if name is not None]
    if request.cluster or len(set(names)) < len(names) or not row_limit.many_rows(rows):
        return None
    if len(request.scores) > 2 and request.task in (None, "multiclass", "ordinal"):
        from concordant.sources.score_batches import buckets_each

        if request.weight or request.by or buckets_each(len(request.scores)) is None:
            return None
    elif (
        len(request.scores) != 1
        or request.task not in (None, "binary")
        or holds_lists(rows.frame if isinstance(rows, LazyRows) else rows, request.scores[0])
    ):
        return None
    surveyed = _survey(rows, request)
    if surveyed is None:
        return None
    with suppress(OtherClassesError, WideScoresError):
        return _read_scores(rows, request, *surveyed)
    return None


def _survey(rows: Batches, request: Request) -> tuple[Classes, Pair | None, dict[str, pl.DataType]] | None:
    """
    Return the classes that the labels of all rows are, of two also which is positive, and the types of the columns.

    None where there are not as many classes as the scores need, or most rows have a label of their own.
    """
    keys = {"truth": request.truth, "pred": request.pred or request.truth}
    by = {} if request.by is None else {"by": request.by}
    if isinstance(rows, LazyRows):
        many = 0 if request.by is None else many_groups(rows.frame, (request.by,))
        groups: LabelGroups | None = label_groups(rows.frame, keys) if many <= MOST_GROUPS else None
        types = dict(rows.head(list(dict.fromkeys(request.keys)), 1).schema)
    else:
        missing: Missing = "drop" if request.weight else request.missing  # a row of weight zero lacks nothing
        groups = _groups_in_files(rows, keys | by, replace(request, weight=None, missing=missing))
        types = {} if groups is None else {name: groups.columns[role].dtype for role, name in (keys | by).items()}
        many = 0 if groups is None or request.by is None else groups.columns["by"].n_unique()
    if request.by is not None and many > MOST_GROUPS:
        raise too_many_groups(request.by)
    if groups is None:
        return None
    if request.missing == "raise" and request.weight is None:  # a row of weight zero lacks nothing
        refuse_counted(missing_texts(groups.lost))
    groups = replace(groups, columns={role: groups.columns[role] for role in keys})
    classes, pair = _classes_of(groups, request)
    return (classes, pair, types) if len(classes.labels) == max(2, len(request.scores)) else None


def _classes_of(sums: Sums, request: Request) -> tuple[Classes, Pair | None]:
    """Find the classes of what was added up, of two also the negative and the positive one."""
    columns = columns_of_sums(sums, request)
    labels, pos_label = request.declared(columns.truth)
    classes = find_classes(check_rows(columns, "drop"), labels, columns, pos_label)
    return classes, find_positive(classes, pos_label)[0] if len(classes.labels) == 2 else None


def _read_scores(
    rows: Batches, request: Request, classes: Classes, pair: Pair | None, types: dict[str, pl.DataType]
) -> Summary | None:
    """
    Add up the scores; of two classes once more if the rarer of two names is another one by the rows that count.

    None if one of several classes has no row that is whole, or weights are so small or large that their squares leave
    float64, or few rows have one above zero.
    """
    from concordant.sources.score_batches import read_scores

    how: Any = {name: getattr(request, name) for name in ("pred", "weight", "by", "missing", "progress")}
    how |= {"types": types, "losses": {name: LOSSES[name] for name in OF_TWO}}
    if pair is None:
        order, how["losses"] = _order_and_losses(classes, request)
        scores = [request.scores[index] for index in order]
        sums = read_scores(rows, request.truth, scores, labels=classes.labels, **how)
        return sums if _classes_of(sums, request)[0].labels == classes.labels else None
    sums = read_scores(rows, request.truth, request.scores, labels=pair, **how)
    if sums.weights is not None and int(sums.times.sum()) <= row_limit.MOST_ROWS:
        return None
    with suppress(LabelError):  # of one class, as the page will say
        right = _classes_of(sums, request)[1]
        if right not in (None, pair):
            sums = read_scores(rows, request.truth, request.scores, labels=right, **how)
    return sums


def _order_and_losses(classes: Classes, request: Request) -> tuple[list[int], dict[str, Loss]]:
    """The index of the column of each class, and the losses that such a task has."""
    named = Columns(None, None, None, None, score_names=request.scores, score_classes=request.score_classes)
    order, _ = column_order(classes, named)
    task, _ = find_task(classes, len(request.scores), request.task)
    return order, {name: loss for name, loss in LOSSES.items() if name != "ranked" or task == "ordinal"}


def columns_of_sums(sums: Sums, request: Request) -> Columns:
    """Return what was added up as columns."""
    if isinstance(sums, Summary):
        return columns_of_summary(Columns(None, None, None, None, **request.names), sums)
    groups: Any = {"times": sums.times, "squares": sums.squares, "rows": sums.rows, "missing": sums.missing}
    groups |= {"scores": None, "weights": sums.weights, "lost": tuple(missing_texts(sums.lost))}
    named = {**sums.columns, "pred": None if request.pred is None else sums.columns["pred"]}
    return Columns(**named, **groups, **request.names)


def columns_of_summary(columns: Columns, sums: Summary) -> Columns:
    """Return columns with what their rows, or those of a group, add up to."""
    names = ("truth", "pred", "weights", "times", "squares", "rows", "missing")
    return replace(columns, **{name: getattr(sums, name) for name in names}, scored=sums)
