"""Where the columns come from: arrays as they are, or names of columns in a frame or in a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from concordant.engines.arrays import WideScoresError
from concordant.errors import InputTypeError, OptionError
from concordant.inputs.arrays import is_polars_frame
from concordant.names import require_columns
from concordant.report.batches import (
    ClassColumns,
    ScoredColumns,
    classes_in_files,
    classes_in_frame,
    columns_of,
    columns_of_classes,
    gathered_in_files,
    gathered_in_frame,
    groups_by_in_files,
    scored_in_files,
    scored_in_frame,
)
from concordant.report.results import Exact
from concordant.report.task import Detector, Task
from concordant.sources import batches as row_limit
from concordant.sources.batches import LazyRows, RemoteScan, collected, missing_texts, read_columns
from concordant.sources.files import DataFile, combined_name, find_files, with_combined_files, with_combined_frame
from concordant.sources.frames import chosen, opened
from concordant.sources.labels import LabelGroups
from concordant.sources.moments import MeasuredRows
from concordant.sources.scores import ClassScores, ScoredRows
from concordant.sources.source import Columns, Scan, is_lazy, read_as, remote
from concordant.typing import Label, Missing

if TYPE_CHECKING:
    import narwhals as nw


_ADDED_UP = (LabelGroups, MeasuredRows, ScoredRows, ClassScores)
Classed: TypeAlias = tuple[Sequence[Label] | None, Label | None]


def collect_columns(
    y_true: Any,
    y_pred: Any,
    y_score: Any,
    sample_weight: Any,
    data: Any,
    progress: Any,
    *,
    cluster: Any = None,
    by: Any = None,
    detect: Detector | None = None,
    missing: Missing = "raise",
    of_two: Classed | None = None,
    exact: Exact = False,
    of_classes: tuple[Sequence[Label] | None, Task | None] = (None, None),
) -> Columns:
    """
    Take arrays as they are, or read the named columns of `data`.

    Two columns of labels in files or in a lazy frame are grouped where they are, unless `detect` finds measurements in
    their first rows; with None nothing is grouped. Scores of two classes in files of many rows are added up;
    `of_two` holds the labels and the positive one that the caller declares, None if there can be no two classes;
    `of_classes` the labels and the task.
    """
    if y_pred is None and y_score is None:
        msg = "there is nothing to compare with the truth: give y_pred (labels), y_score (scores), or both."
        raise OptionError(msg)
    classes: tuple[Label, ...] = ()
    if isinstance(y_score, Mapping):
        classes, y_score = tuple(y_score), list(y_score.values())
        if len(classes) < 2:
            msg = "y_score={class: column} has a column for each class, two or more; give the column of one as it is."
            raise OptionError(msg)
    if data is None:
        columns = _from_arrays(y_true, y_pred, y_score, sample_weight, cluster, by)
        return replace(columns, score_classes=classes, score_names=tuple(map(str, classes))) if classes else columns
    scores = [y_score] if isinstance(y_score, str) else y_score
    if isinstance(by, (list, tuple)) and len(by) and all(isinstance(name, str) for name in by):
        data, by = (data, by[0]) if len(by) == 1 else (_with_groups(data, by), combined_name(by))
    roles = {"y_true": y_true, "y_pred": y_pred, "sample_weight": sample_weight, "cluster": cluster, "by": by}
    for role, name in roles.items():
        if name is not None and not isinstance(name, str):
            raise InputTypeError(f"with data=..., {role} is the name of a column, not {type(name).__name__}.")
    if scores is not None and not (isinstance(scores, (list, tuple)) and all(isinstance(x, str) for x in scores)):
        msg = f"with data=..., y_score is the name of a column or a list of names, not {type(y_score).__name__}."
        raise InputTypeError(msg)
    return _from_data(
        data, _Request(roles, tuple(scores or ()), progress, detect, missing, of_two, exact, of_classes, classes)
    )


def _with_groups(data: Any, by: Sequence[str]) -> Any:
    """The data with several columns of groups as one."""
    if isinstance(data, _ADDED_UP):
        return data
    data = remote(data)
    if isinstance(data, Scan):
        data = list(data.files)
    if isinstance(data, (str, Path)) or (isinstance(data, (list, tuple)) and data and _all_paths(data)):
        return with_combined_files(find_files(data), by)
    return with_combined_frame(data.frame() if isinstance(data, RemoteScan) else data, by)


def _from_arrays(y_true: Any, y_pred: Any, y_score: Any, sample_weight: Any, cluster: Any, by: Any) -> Columns:
    given = {"y_true": y_true, "y_pred": y_pred, "y_score": y_score, "sample_weight": sample_weight}
    given |= {"cluster": cluster, "by": by}
    for role, column in given.items():
        if isinstance(column, str):
            raise InputTypeError(f"{role}={column!r} looks like the name of a column: give the table too, data=...")
    names = getattr(y_score, "columns", None)
    named = names is not None and all(isinstance(name, str) for name in names)
    return Columns(
        y_true,
        y_pred,
        y_score,
        sample_weight,
        score_names=tuple(names) if named and names is not None else (),
        cluster=cluster,
        by=by,
    )


@dataclass(frozen=True, slots=True)
class _Request:
    """What is requested of data whose columns have names."""

    roles: Mapping[str, str | None]
    scores: Sequence[str]
    progress: Any
    detect: Detector | None
    missing: Missing
    of_two: Classed | None
    exact: Exact
    of_classes: tuple[Sequence[Label] | None, Task | None]
    classes: tuple[Label, ...]  # that the scores were given for

    @property
    def declared(self) -> tuple[Label, ...]:
        """The labels that the caller names."""
        labels, pos_label = self.of_two or (None, None)
        return (*(self.of_classes[0] or labels or ()), *(() if pos_label is None else (pos_label,)), *self.classes)

    @property
    def classed(self) -> ClassColumns:
        """The columns of labels and of the scores of several classes."""
        truth, pred, weight, cluster, by = self.roles.values()
        return ClassColumns(truth or "", tuple(self.scores), pred, *self.of_classes, weight, by, cluster, self.classes)

    @property
    def _is_classed(self) -> bool:
        """Whether there are labels and one score a class, and rows have nothing else."""
        truth, _, *others = self.roles.values()
        wanted = self.of_classes[1] in (None, "multiclass", "ordinal") and self.exact is not True
        return wanted and len(self.scores) > 2 and truth is not None and not any(others)

    @property
    def scored(self) -> ScoredColumns:
        """The columns of labels of two classes and of a score."""
        truth, pred, weight, cluster, by = self.roles.values()
        of_two = self.of_two or (None, None)
        return ScoredColumns(truth or "", "".join(self.scores[:1]), pred, weight, *of_two, by, cluster)

    @property
    def labels(self) -> tuple[str, str, str | None] | None:
        """Truth, prediction and weight, if there are two columns of labels and no scores."""
        truth, pred, weight, *_ = self.roles.values()
        return None if truth is None or pred is None or self.scores else (truth, pred, weight)

    @property
    def apart(self) -> dict[str, str | None]:
        """The columns of groups and of clusters."""
        return {name: self.roles[name] for name in ("by", "cluster")}

    def of_files(self, files: Any) -> Any:
        """What files of many rows are added up to; None where their columns are to be read."""
        if self._is_classed:
            return classes_in_files(files, self.classed, self.missing, self.progress)
        if self.labels is None:
            return self._of_scores(files)
        if not any(self.apart.values()):
            return gathered_in_files(files, self.labels, self.detect, self.missing, self.progress)
        return groups_by_in_files(files, self.labels, self.detect, self.missing, self.progress, **self.apart)

    def of_frame(self, frame: nw.LazyFrame[Any]) -> Any:
        """What a lazy frame is added up to; None where its columns are to be collected."""
        if self.labels is not None:
            return gathered_in_frame(frame, self.labels, self.detect, self.missing, **self.apart)
        rows = LazyRows.of(frame)
        sums = None if rows is None else self._of_scores(rows)
        if sums is not None or not row_limit.has_many_rows(frame):
            return sums
        return self._of_scores_in_frame(frame)

    def _of_scores_in_frame(self, frame: nw.LazyFrame[Any]) -> ScoredRows | ClassScores | None:
        """What the engine of a lazy frame adds up; None where its columns are to be collected."""
        several = len(self.scores) > 2 and self.of_classes[1] in (None, "multiclass", "ordinal")
        if self.exact is True and (several or any(self.roles[role] for role in ("sample_weight", "by", "cluster"))):
            return None
        if not (several or self._has_two_classes):
            return None
        try:
            if several:
                return classes_in_frame(frame, self.classed, self.missing)
            return scored_in_frame(frame, self.scored, self.missing, exact=self.exact)
        except WideScoresError as error:
            if self.exact is True:  # asked for: the columns come home, as without these sums
                return None
            raise WideScoresError(
                f"{str(error).rstrip('.')}. To have the columns brought here, if memory has room for them, "
                "give exact=True."
            ) from error

    @property
    def _has_two_classes(self) -> bool:
        """Whether there are labels of two classes and one score, as far as the caller says."""
        return self.of_two is not None and self.roles["y_true"] is not None and len(self.scores) == 1

    def _of_scores(self, rows: Any) -> ScoredRows | None:
        if not self._has_two_classes or self.roles["cluster"]:
            return None
        return scored_in_files(rows, self.scored, self.missing, self.progress, exact=self.exact)


def _from_data(data: Any, request: _Request) -> Columns:
    """Read the columns that play a role, or what is known of them without holding all rows."""
    wanted = list(dict.fromkeys(name for name in (*request.roles.values(), *request.scores) if name is not None))
    truth, pred, weight, *names = request.roles.values()
    numbers: Any = {"scores": request.scores, "weights": [weight]}
    data = read_as(data, labels=(truth, pred), names=names, declared=request.declared, **numbers)
    source = _source_of(data.urls) if isinstance(data, RemoteScan) else None
    if isinstance(data, Scan):
        data = list(data.files)
    if isinstance(data, (str, Path)) or (isinstance(data, (list, tuple)) and data and _all_paths(data)):
        source, added = _source_of(data), request.of_files(data)
        data = read_columns(data, wanted, progress=request.progress) if added is None else added
    if is_polars_frame(data):  # as files are read: narwhals need not be imported for it
        require_columns(data.columns, wanted)
        return _as_they_are(data, request, source)
    frame = None if isinstance(data, _ADDED_UP) else opened(data, wanted)
    if frame is not None and is_lazy(frame):
        data = request.of_frame(frame)
    if isinstance(data, ClassScores):
        return columns_of_classes(data, request.classed, source)
    if isinstance(data, ScoredRows):
        return columns_of(data, request.scored, source)
    if isinstance(data, (LabelGroups, MeasuredRows)):
        return _of_groups(data, request.roles, source)
    if frame is not None and is_lazy(frame) and not request.exact:
        refuse_many_rows(frame, request.roles, len(request.scores))
    table = data if frame is None else frame
    if frame is not None and is_lazy(frame):
        table = collected(frame.select(chosen(frame, name) for name in wanted))
    return _as_they_are(table, request, source)


def _as_they_are(table: Any, request: _Request, source: str | None) -> Columns:
    """The columns of an eager frame."""
    truth, pred, weight, cluster, by = request.roles.values()
    scores = request.scores

    def column(name: str | None) -> Any:
        if name is None:
            return None
        values = table.get_column(name)
        return values if is_polars_frame(table) else values.to_native()

    return Columns(
        column(truth),
        column(pred),
        (column(scores[0] if scores else None)) if len(scores) < 2 else [column(name) for name in scores],
        column(weight),
        truth_name=truth or "y_true",
        pred_name=pred or "y_pred",
        score_names=tuple(scores),
        score_classes=request.classes,
        weight_name=weight or "sample_weight",
        cluster=column(cluster),
        by=column(by),
        cluster_name=cluster or "cluster",
        by_name=by or "by",
        source=source,
    )


def _source_of(data: Any) -> str:
    """The files in a few words."""
    files = [data] if isinstance(data, (str, Path)) else list(data)
    first = files[0].path if isinstance(files[0], DataFile) else files[0]
    return f"{first} and {len(files) - 1} more" if len(files) > 1 else str(first)


def _of_groups(groups: LabelGroups | MeasuredRows, roles: Mapping[str, str | None], source: str | None) -> Columns:
    names: Any = {
        "truth_name": roles["y_true"] or "y_true",
        "pred_name": roles["y_pred"] or "y_pred",
        "weight_name": roles["sample_weight"] or "sample_weight",
        "source": source,
    }
    if isinstance(groups, MeasuredRows):
        weight = None if roles["sample_weight"] is None else groups.moments.weight
        return Columns(groups.truth, groups.truth, None, weight, **names, sums=groups)
    return Columns(
        groups.truth,
        groups.pred,
        None,
        groups.weights,
        **names,
        times=groups.times,
        squares=groups.squares,
        rows=groups.rows,
        lost=tuple(missing_texts(groups.lost)),
        by=groups.by,
        cluster=groups.cluster,
        by_name=roles["by"] or "by",
        cluster_name=roles["cluster"] or "cluster",
        missing=groups.missing,
    )


def _all_paths(data: Sequence[Any]) -> bool:
    return all(isinstance(path, (str, Path, DataFile)) for path in data)


_OF_SCORES = {1: "one score that is not of two classes", 2: "two columns of scores"}
_COLLECT = {
    "polars": "frame.collect()",
    "duckdb": "relation.pl()",
    "ibis": "table.to_polars()",
    "dask": "frame.compute()",
    "pyspark": "frame.toPandas()",
    "pyspark[connect]": "frame.toPandas()",
}


def refuse_many_rows(frame: nw.LazyFrame[Any], roles: Mapping[str, str | None], scores: int) -> None:
    """
    Raise for a lazy frame of many rows whose engine cannot compute what is requested.

    Parameters
    ----------
    frame : LazyFrame
    roles : mapping
        The other columns.
    scores : int
        How many columns of scores there are.

    Raises
    ------
    OptionError
        The message says what to do.
    """
    rows = row_limit.rows_of_frame(frame)
    if rows <= row_limit.MOST_ROWS:
        return
    engine = frame.implementation.value
    beside = [role for role in ("by", "cluster") if roles[role] is not None]
    ways = [f"give data={_COLLECT.get(engine, 'narwhals.from_native(frame).collect()')} if memory has room for them"]
    if scores == 2:
        ways.append("give the column of the positive class alone")
    elif not scores:
        ways += [f"leave out {role}=" for role in beside]
    what = _OF_SCORES.get(scores, "".join(["such columns", *(f" with {role}=" for role in beside)]))
    raise OptionError(
        f"a page of {what} needs every row, and the {rows:,} rows of a lazy frame ({engine}) are not brought here "
        f"unasked: {', or '.join(ways)}."
    )
