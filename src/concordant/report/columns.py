"""Where the columns come from: arrays as they are, or names of columns in a frame or in a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from concordant.errors import InputTypeError, OptionError
from concordant.inputs.arrays import is_polars_frame
from concordant.inputs.score_columns import names_of_columns
from concordant.names import require_columns
from concordant.report.batches import Request, columns_of_sums, summarise
from concordant.sources.batches import collected, read_columns
from concordant.sources.files import DataFile, combined_name, find_files, with_combined_files, with_combined_frame
from concordant.sources.frames import chosen, opened
from concordant.sources.remote import RemoteScan
from concordant.sources.source import Columns, is_lazy, is_source, read_as, remote, source_of
from concordant.typing import Label


def collect_columns(
    y_true: Any,
    y_pred: Any,
    y_score: Any,
    sample_weight: Any,
    data: Any,
    *,
    cluster: Any = None,
    by: Any = None,
    text: Sequence[object] = (),
    threshold: float | None = None,
    **how: Any,
) -> Columns:
    """
    Take arrays as they are, or read the named columns of `data`.

    Labels in files or in a lazy frame are added up where they are, and so are scores of many rows. `text` are declared
    labels; `how` are the further fields of a `Request`.
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
        columns = replace(columns, threshold=threshold)
        return replace(columns, score_classes=classes, score_names=tuple(map(str, classes))) if classes else columns
    scores = [y_score] if isinstance(y_score, str) else y_score
    if isinstance(by, (list, tuple)) and len(by) and all(isinstance(name, str) for name in by):
        data, by = (data, by[0]) if len(by) == 1 else (with_combined_groups(data, by), combined_name(by))
    roles = {"y_true": y_true, "y_pred": y_pred, "sample_weight": sample_weight, "cluster": cluster, "by": by}
    for role, name in roles.items():
        if name is not None and not isinstance(name, str):
            raise InputTypeError(f"with data=..., {role} is the name of a column, not {type(name).__name__}.")
    if scores is not None and not (isinstance(scores, (list, tuple)) and all(isinstance(x, str) for x in scores)):
        msg = f"with data=..., y_score is the name of a column or a list of names, not {type(y_score).__name__}."
        raise InputTypeError(msg)
    named: Any = {"truth": y_true, "pred": y_pred, "weight": sample_weight, "cluster": cluster, "by": by}
    request = Request(**named, scores=tuple(scores or ()), score_classes=classes, threshold=threshold, **how)
    data = remote(data)
    source = in_words(data)
    numbers: Any = {"scores": request.scores, "weights": [sample_weight]}
    data = read_as(data, labels=(y_true, y_pred), names=(by, cluster), declared=(*text, *classes), **numbers)
    return replace(_from_data(data, request), source=source, threshold=threshold)


def with_combined_groups(data: Any, by: Sequence[str]) -> Any:
    """The data with several columns of groups as one."""
    data = remote(data)
    if is_source(data):
        return with_combined_files(find_files(source_of(data)), by)
    return with_combined_frame(data.frame() if isinstance(data, RemoteScan) else data, by)


def _from_arrays(y_true: Any, y_pred: Any, y_score: Any, sample_weight: Any, cluster: Any, by: Any) -> Columns:
    given = {"y_true": y_true, "y_pred": y_pred, "y_score": y_score, "sample_weight": sample_weight}
    given |= {"cluster": cluster, "by": by}
    for role, column in given.items():
        if isinstance(column, str):
            raise InputTypeError(f"{role}={column!r} looks like the name of a column: give the table too, data=...")
    return Columns(
        y_true,
        y_pred,
        y_score,
        sample_weight,
        score_names=tuple(map(str, names_of_columns(y_score) or ())),
        cluster=cluster,
        by=by,
    )


def _from_data(data: Any, request: Request) -> Columns:
    """Read the columns that play a role, or what they add up to."""
    if is_source(data):
        files = find_files(source_of(data))
        sums = summarise(files, request)
        if sums is None:
            return _as_they_are(read_columns(files, request.columns, progress=request.progress), request)
        return columns_of_sums(sums, request)
    if is_ready(data, request.columns):
        return _as_they_are(data, request)
    frame = opened(data, request.columns)
    if not is_lazy(frame):
        return _as_they_are(frame, request)
    sums = summarise(frame, request)
    if sums is not None:
        return columns_of_sums(sums, request)
    table = collected(frame.select(chosen(frame, name) for name in request.columns))
    return _as_they_are(table, request)


def is_ready(data: Any, columns: Sequence[str]) -> bool:
    """Whether it is a frame of Polars, as files are read, and without bytes: narwhals need not be imported for it."""
    if not is_polars_frame(data):
        return False
    require_columns(data.columns, columns)
    return all(str(data.schema[name]) != "Binary" for name in columns)


def _as_they_are(table: Any, request: Request) -> Columns:
    """The columns of an eager frame."""

    def column(name: str | None) -> Any:
        if name is None:
            return None
        values = table.get_column(name)
        return values if is_polars_frame(table) else values.to_native()

    scores = [column(name) for name in request.scores]
    return Columns(
        column(request.truth),
        column(request.pred),
        scores if len(scores) > 1 else next(iter(scores), None),
        column(request.weight),
        cluster=column(request.cluster),
        by=column(request.by),
        **request.names,
    )


def in_words(data: Any) -> str | None:
    """The files in a few words; None of data in memory."""
    if not (isinstance(data, RemoteScan) or is_source(data)):
        return None
    files: Any = data.urls if isinstance(data, RemoteScan) else source_of(data)
    files = [files] if isinstance(files, (str, Path)) else files
    first = files[0].path if isinstance(files[0], DataFile) else files[0]
    return f"{first} and {len(files) - 1} more" if len(files) > 1 else str(first)
