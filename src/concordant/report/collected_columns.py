"""Where the columns come from: arrays as they are, or names of columns in a frame or in a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard

from concordant.engines.frames.opened import chosen, opened
from concordant.engines.label_groups import LabelGroups
from concordant.engines.measured_rows import MeasuredRows
from concordant.engines.scored_rows import ScoredRows
from concordant.engines.unfit_rows import said_of_gaps
from concordant.errors import InputTypeError, OptionError
from concordant.inputs.lazy_rows import LazyRows
from concordant.inputs.scan import Scan
from concordant.inputs.sources import DataFile
from concordant.report.given_columns import Columns
from concordant.report.grouping import Look, gathered_in_files, groups_by_in_files, groups_in_frame
from concordant.report.scored_columns import ScoredColumns, columns_of, scored_in_files
from concordant.typing import Label, Missing

if TYPE_CHECKING:
    import narwhals as nw

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
    look: Look | None = None,
    missing: Missing = "raise",
    of_two: Classed | None = None,
    exact: bool = False,
) -> Columns:
    """
    Take arrays as they are, or read the named columns of `data`.

    Two columns of labels in files or in a lazy frame are grouped where they are, unless `look` says of their first rows
    that they are no labels; with None nothing is grouped. Scores of two classes in files of many rows are added up;
    `of_two` holds the labels and the positive one that the caller declares, None if there can be no two classes.
    """
    if y_pred is None and y_score is None:
        msg = "there is nothing to compare with the truth: give y_pred (labels), y_score (scores), or both."
        raise OptionError(msg)
    if data is None:
        return _from_arrays(y_true, y_pred, y_score, sample_weight, cluster, by)
    scores = [y_score] if isinstance(y_score, str) else y_score
    roles = {"y_true": y_true, "y_pred": y_pred, "sample_weight": sample_weight, "cluster": cluster, "by": by}
    for role, name in roles.items():
        if name is not None and not isinstance(name, str):
            msg = f"with data=..., {role} is the name of a column, not {type(name).__name__}."
            raise InputTypeError(msg)
    if scores is not None and not (isinstance(scores, (list, tuple)) and all(isinstance(x, str) for x in scores)):
        msg = f"with data=..., y_score is the name of a column or a list of names, not {type(y_score).__name__}."
        raise InputTypeError(msg)
    return _from_data(data, roles, tuple(scores or ()), progress, look, missing, of_two, exact=exact)


def _from_arrays(y_true: Any, y_pred: Any, y_score: Any, sample_weight: Any, cluster: Any, by: Any) -> Columns:
    given = {"y_true": y_true, "y_pred": y_pred, "y_score": y_score, "sample_weight": sample_weight}
    given |= {"cluster": cluster, "by": by}
    for role, column in given.items():
        if isinstance(column, str):
            msg = f"{role}={column!r} looks like the name of a column: give the table too, data=..."
            raise InputTypeError(msg)
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


def _from_data(
    data: Any,
    roles: Mapping[str, str | None],
    scores: Sequence[str],
    progress: Any,
    look: Look | None,
    missing: Missing,
    of_two: Classed | None,
    *,
    exact: bool,
) -> Columns:
    """Read the columns that play a role."""
    truth, pred, weight, cluster, by = roles.values()
    wanted = list(dict.fromkeys(name for name in (*roles.values(), *scores) if name is not None))
    of_labels = truth is not None and pred is not None and not scores
    only_labels = of_labels and by is None and cluster is None
    one = of_two is not None and truth is not None and cluster is None and len(scores) == 1
    columns = ScoredColumns(truth or "", "".join(scores[:1]), pred, weight, *(of_two or (None, None)), by)
    source, named = None, (truth or "", pred or "", weight)
    if isinstance(data, Scan):
        data = list(data.files)
    if isinstance(data, (str, Path)) or (isinstance(data, (list, tuple)) and data and _all_paths(data)):
        source, files = _source_of(data), data
        if only_labels:
            data = gathered_in_files(files, named, look, missing, progress)
        elif of_labels:
            data = groups_by_in_files(files, named, look, missing, progress, by=by, cluster=cluster)
        else:
            data = scored_in_files(files, columns, missing, progress, exact=exact) if one else None
        data = _read(files, wanted, progress) if data is None else data
    if isinstance(data, ScoredRows):
        return columns_of(data, columns, source)
    groups = data if isinstance(data, (LabelGroups, MeasuredRows)) else None
    if groups is not None:
        return _of_groups(groups, roles, source)
    frame = opened(data, wanted)
    groups = groups_in_frame(frame, named, look) if only_labels and look is not None and _is_lazy(frame) else None
    if groups is not None:
        return _of_groups(groups, roles, source)
    lazy = LazyRows.of(frame) if one and _is_lazy(frame) else None
    scored = None if lazy is None else scored_in_files(lazy, columns, missing, progress, exact=exact)
    if scored is not None:
        return columns_of(scored, columns)
    table = _collected(frame, wanted)

    def column(name: str | None) -> Any:
        return None if name is None else table.get_column(name).to_native()

    taken: Any = None if not scores else column(scores[0]) if len(scores) == 1 else [column(name) for name in scores]
    return Columns(
        column(truth),
        column(pred),
        taken,
        column(weight),
        truth_name=truth or "y_true",
        pred_name=pred or "y_pred",
        score_names=tuple(scores),
        weight_name=weight or "sample_weight",
        cluster=column(cluster),
        by=column(by),
        cluster_name=cluster or "cluster",
        by_name=by or "by",
        source=source,
    )


def _collected(frame: nw.DataFrame[Any] | nw.LazyFrame[Any], wanted: Sequence[str]) -> Any:
    return frame.select(chosen(frame, name) for name in wanted).collect() if _is_lazy(frame) else frame


def _source_of(data: Any) -> str:
    """The files in a few words."""
    files = [data] if isinstance(data, (str, Path)) else list(data)
    first = files[0].path if isinstance(files[0], DataFile) else files[0]
    return f"{first} and {len(files) - 1} more" if len(files) > 1 else str(first)


def _read(data: Any, wanted: Sequence[str], progress: Any) -> Any:
    """The columns of files as a whole."""
    from concordant.inputs.files import read_columns

    return read_columns(data, wanted, progress=progress)


def _of_groups(groups: LabelGroups | MeasuredRows, roles: Mapping[str, str | None], source: str | None) -> Columns:
    if isinstance(groups, MeasuredRows):
        return Columns(
            groups.truth,
            groups.truth,
            None,
            None if roles["sample_weight"] is None else groups.moments.weight,
            truth_name=roles["y_true"] or "y_true",
            pred_name=roles["y_pred"] or "y_pred",
            weight_name=roles["sample_weight"] or "sample_weight",
            source=source,
            sums=groups,
        )
    return Columns(
        groups.truth,
        groups.pred,
        None,
        groups.weights,
        truth_name=roles["y_true"] or "y_true",
        pred_name=roles["y_pred"] or "y_pred",
        weight_name=roles["sample_weight"] or "sample_weight",
        source=source,
        times=groups.times,
        squares=groups.squares,
        rows=groups.rows,
        lost=tuple(said_of_gaps(groups.lost)),
        by=groups.by,
        cluster=groups.cluster,
        by_name=roles["by"] or "by",
        cluster_name=roles["cluster"] or "cluster",
        missing=groups.missing,
    )


def _all_paths(data: Sequence[Any]) -> bool:
    return all(isinstance(one, (str, Path, DataFile)) for one in data)


def _is_lazy(frame: nw.DataFrame[Any] | nw.LazyFrame[Any]) -> TypeGuard[nw.LazyFrame[Any]]:
    import narwhals

    return isinstance(frame, narwhals.LazyFrame)
