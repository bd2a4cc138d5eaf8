"""Where the columns come from: arrays as they are, or names of columns in a frame or in a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np
import numpy.typing as npt

from concordant.engines.frames.opened import chosen, opened
from concordant.engines.gaps import said_of_gaps
from concordant.engines.label_groups import LabelGroups
from concordant.engines.measured_rows import MeasuredRows
from concordant.errors import InputTypeError, OptionError
from concordant.inputs.scan import Scan
from concordant.inputs.sources import DataFile
from concordant.report.grouping import Look, gathered_in_files, groups_in_frame
from concordant.typing import Column, FloatArray, Missing

if TYPE_CHECKING:
    import narwhals as nw


@dataclass(frozen=True, slots=True)
class Columns:
    """
    The columns of an evaluation and what they are called in messages.

    `scores` is None, one column, a matrix, or a list of columns; `score_names` are the names of its columns
    where they have names. `source` names the file. Where rows that are alike stand together, `times` says how often
    each occurs and `squares` sums their squared weights, `rows` how many there were, and `lost` what is missing. `sums`
    stand in place of columns of measurements.
    """

    truth: Column
    pred: Column | None
    scores: Any
    weights: Column | None
    truth_name: str = "y_true"
    pred_name: str = "y_pred"
    score_names: tuple[str, ...] = ()
    weight_name: str = "sample_weight"
    cluster: Column | None = None
    by: Column | None = None
    cluster_name: str = "cluster"
    by_name: str = "by"
    source: str | None = None
    times: npt.NDArray[np.int64] | None = None
    squares: FloatArray | None = None
    rows: int | None = None
    lost: tuple[str, ...] = ()
    sums: MeasuredRows | None = None


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
) -> Columns:
    """
    Take arrays as they are, or read the named columns of `data`.

    Two columns of labels in files or in a lazy frame are grouped where they are, unless `look` says of their first rows
    that they are no labels; with None nothing is grouped.
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
    return _from_data(data, roles, tuple(scores or ()), progress, look, missing)


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
) -> Columns:
    """Read the columns that play a role."""
    truth, pred, weight, cluster, by = roles.values()
    wanted = list(dict.fromkeys(name for name in (*roles.values(), *scores) if name is not None))
    only_labels = truth is not None and pred is not None and cluster is by is None and not scores
    source, groups = None, data if isinstance(data, (LabelGroups, MeasuredRows)) else None
    if isinstance(data, Scan):
        data = list(data.files)
    if isinstance(data, (str, Path)) or (isinstance(data, (list, tuple)) and data and _all_paths(data)):
        from concordant.inputs.files import read_columns

        files = [data] if isinstance(data, (str, Path)) else list(data)
        first = files[0].path if isinstance(files[0], DataFile) else files[0]
        source = f"{first} and {len(files) - 1} more" if len(files) > 1 else str(first)
        if only_labels:
            groups = gathered_in_files(data, (truth or "", pred or "", weight), look, missing, progress)
        data = read_columns(data, wanted, progress=progress) if groups is None else data
    if groups is None:
        frame = opened(data, wanted)
        if only_labels and look is not None and _is_lazy(frame):
            groups = groups_in_frame(frame, (truth or "", pred or "", weight), look)
    if groups is not None:
        return _of_groups(groups, roles, source)
    table: Any = frame.select(chosen(frame, name) for name in wanted).collect() if _is_lazy(frame) else frame

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
    )


def _all_paths(data: Sequence[Any]) -> bool:
    return all(isinstance(one, (str, Path, DataFile)) for one in data)


def _is_lazy(frame: nw.DataFrame[Any] | nw.LazyFrame[Any]) -> TypeGuard[nw.LazyFrame[Any]]:
    import narwhals

    return isinstance(frame, narwhals.LazyFrame)
