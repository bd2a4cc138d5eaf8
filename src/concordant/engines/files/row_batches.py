"""One loop over the rows of files: each batch is checked, handed on, and forgotten."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from math import isnan
from typing import TYPE_CHECKING, Any, Protocol, Self

import numpy as np
import numpy.typing as npt

from concordant.engines.unfit_rows import BadWeights, Gaps, refuse_bad_weights, said_of_gaps
from concordant.errors import DataFileError, InputError, WeightError
from concordant.inputs.csv_files import has_decimal_comma
from concordant.inputs.files import no_rows, take_batches
from concordant.inputs.lazy_rows import LazyRows
from concordant.inputs.reading_progress import Progress
from concordant.inputs.rows import refuse_counted
from concordant.inputs.sources import DataFile
from concordant.inputs.text_values import FALSE, TRUE, as_numbers, as_type, kind_of
from concordant.typing import Missing

if TYPE_CHECKING:
    import polars as pl

Columns = Mapping[str, "pl.DataType | None"]
Weights = npt.NDArray[np.float64] | None
_BATCH = 500_000  # rows
Lost = npt.NDArray[np.bool_] | None


class OtherTypeError(Exception):
    """A column of labels in a CSV file holds values that are not of the type that its first rows have."""


class Fold(Protocol):
    """What becomes of the batches."""

    def add(self, part: pl.DataFrame, weights: Weights, lost: Lost) -> None:
        """Add a batch; `lost` marks rows that lack a value and have a weight above zero, None where there are none."""

    def copy(self) -> Self:
        """Return the same to go on from."""


@dataclass(slots=True)
class _Seen:
    """What the batches so far have said."""

    fold: Any
    rows: int = 0
    gaps: dict[str, Gaps] = field(default_factory=dict)
    bad: BadWeights = field(default_factory=BadWeights)
    kinds: dict[str, tuple[str, DataFile | LazyRows]] = field(default_factory=dict)

    def copy(self) -> _Seen:
        return _Seen(self.fold.copy(), self.rows, deepcopy(self.gaps), deepcopy(self.bad), dict(self.kinds))


def fold_rows(
    files: Sequence[DataFile] | LazyRows,
    columns: Columns,
    fold: Fold,
    *,
    weight: str | None,
    missing: Missing,
    progress: Progress | None = None,
    rows: int | None = None,
) -> Any:
    """
    Fold the batches of files, one after the other.

    Parameters
    ----------
    files : sequence of DataFile, or LazyRows
    columns : mapping
        The columns to read: of labels what all of their values are, for CSV files; of numbers None.
    fold : Fold
        Empty. It gets no more batches once it is known that an error follows.
    weight : str or None
        The column of weights.
    missing : {"raise", "drop"}
    progress : callable, optional
    rows : int, optional
        About how many rows a batch has, where the kind of a file lets one choose.

    Returns
    -------
    Fold
        With all batches.

    Raises
    ------
    DataFileError, ColumnError, MissingValuesError, WeightError
        With the number that a row has in all files together, and in its own file.
    OtherTypeError
        If a column of labels of a CSV file is of another type than `columns` says.
    """
    named = list(dict.fromkeys([*columns, *([] if weight is None else [weight])]))
    if isinstance(files, LazyRows):
        return _fold_frame(files, named, columns, fold, weight, missing, progress, rows or _BATCH)
    reading = _Reading(fold, columns, weight, missing)
    numbers = [name for name in named if (kind := columns.get(name)) is None or kind.is_numeric()]
    how: Any = {"forget": reading.forget, "progress": progress, "rows": rows, "numbers": numbers}
    take_batches(files, named, reading.begin, **how)
    seen = reading.seen
    if not seen.rows:
        raise no_rows(files)
    _refuse(seen, reading.starts, missing)
    return seen.fold


class _Reading:
    """What the files so far have said, and what they said before the last one, which may be read again or left out."""

    def __init__(self, fold: Fold, columns: Columns, weight: str | None, missing: Missing) -> None:
        self.seen = _Seen(fold)
        self.starts: dict[DataFile, int] = {}
        self._before = _Seen(fold)
        self._current: DataFile | None = None
        self._how = columns, weight, missing

    def begin(self, file: DataFile) -> Callable[[pl.DataFrame], None]:
        """Begin a file, or begin it again."""
        if file is self._current:
            self.seen = self._before
        if file.kind == "ndjson" or file.left_out is not None:
            self._before = self.seen.copy()
        self._current = file
        self.starts[file] = self.seen.rows
        return lambda part: _take(self.seen, file, part, *self._how)

    def forget(self) -> None:
        """Leave out the last file if it is damaged."""
        if self._current is not None and str(self._current.path) in (self._current.left_out or {}):
            self.starts.pop(self._current, None)
            self.seen, self._current = self._before, None


def _fold_frame(
    frame: LazyRows,
    named: list[str],
    columns: Columns,
    fold: Fold,
    weight: str | None,
    missing: Missing,
    progress: Progress | None,
    rows: int,
) -> Any:
    """Fold the batches of a lazy frame."""
    seen, total = _Seen(fold), None if progress is None else frame.count()
    for part in frame.batches(named, rows):
        _take(seen, frame, part, columns, weight, missing)
        if progress is not None:
            progress(seen.rows, total)
    if not seen.rows:
        msg = "there are no rows: nothing can be evaluated."
        raise InputError(msg)
    _refuse(seen, {}, missing)
    return seen.fold


def _refuse(seen: _Seen, starts: Mapping[DataFile, int], missing: Missing) -> None:
    """Raise for bad weights and missing values; of several files also say in which one the first of them is."""
    for one in (seen.bad.gaps, *seen.gaps.values()):
        if one.first is not None and len(starts) > 1:
            file = [file for file, start in starts.items() if start <= one.first][-1]
            one.place = place_in(file, one.first - starts[file])
    refuse_bad_weights(seen.bad)
    if missing == "raise":
        refuse_counted(said_of_gaps(seen.gaps))


def place_in(file: DataFile, row: int) -> str:
    """A row of one of several files."""
    return f"row {row} of {file.path}"


def _take(
    seen: _Seen, file: DataFile | LazyRows, part: pl.DataFrame, columns: Columns, weight: str | None, missing: Missing
) -> None:
    if isinstance(file, DataFile) and file.kind == "csv":
        part = _converted(part, {**({} if weight is None else {weight: None}), **columns}, file)
    weights = None if weight is None else seen.bad.taken(_floats(part[weight]), seen.rows)
    lost: Lost = None
    for name in columns:
        _refuse_other_kind(seen, file, part[name])
        mask = _absent(part[name])
        if mask is not None:
            mask = mask if weights is None else mask & (weights != 0)
            seen.gaps.setdefault(name, Gaps()).mark(mask, seen.rows)
            lost = mask if lost is None else lost | mask
    seen.rows += part.height
    told = missing == "raise" and any(one.many for one in seen.gaps.values())
    if part.height and not told and not seen.bad.found:
        seen.fold.add(part, weights, lost)


def _absent(column: pl.Series) -> npt.NDArray[np.bool_] | None:
    """Where a value is missing; None if nowhere."""
    gaps = column.is_null() if column.null_count() else None
    if column.dtype.is_float() and isnan(column.sum()) and column.is_nan().any():  # a sum is soon made
        gaps = column.is_nan().fill_null(value=True)
    return None if gaps is None else gaps.to_numpy()


def _refuse_other_kind(seen: _Seen, file: DataFile | LazyRows, column: pl.Series) -> None:
    """Raise for a column that holds another kind of value than before."""
    kind = kind_of(column)
    if kind == "nothing":
        return
    known, first = seen.kinds.setdefault(column.name, (kind, file))
    if known == kind:
        return
    where = f"{known} in {first.path} and {kind} in {file.path}"
    if first is file:
        shown = _no_number(column) if (known, kind) == ("numbers", "text") else kind
        where = f"{known} at first and {shown} further down in {file.path}, after row {seen.rows}"
    msg = f"column {column.name!r} holds {where}; write it the same way everywhere."
    raise DataFileError(msg)


def _no_number(column: pl.Series) -> str:
    """The first value of a column of text that is no number."""
    import polars as pl

    text = column.cast(pl.String)
    wrong = text.filter(text.is_not_null() & text.str.strip_chars().cast(pl.Float64, strict=False).is_null())
    return repr(wrong[0]) if len(wrong) else "text"


def _floats(column: pl.Series) -> npt.NDArray[np.float64]:
    import polars as pl

    if not (column.dtype.is_numeric() or column.dtype in (pl.Boolean, pl.Null)):
        msg = f"sample_weight column {column.name!r} must hold numbers, not {column.dtype}."
        raise WeightError(msg)
    return column.cast(pl.Float64).fill_null(float("nan")).to_numpy()


def _converted(part: pl.DataFrame, columns: Columns, file: DataFile) -> pl.DataFrame:
    """Columns of text as what they hold."""
    comma = has_decimal_comma(file)

    def converted(name: str, kind: pl.DataType | None) -> pl.Series:
        if part.schema[name].is_numeric():
            return part[name] if kind is None else _of_kind(part[name], kind)
        if kind is None:
            return as_numbers(part[name], decimal_comma=comma)
        return _labels(part[name], kind, comma=comma)

    return part.with_columns(converted(name, kind) for name, kind in columns.items())


def _of_kind(column: pl.Series, kind: pl.DataType) -> pl.Series:
    """Labels that were read as numbers in their type, which is one of numbers."""
    import polars.exceptions as pe

    if kind.is_integer() and column.dtype.is_float():
        raise OtherTypeError
    try:
        return column.cast(kind)
    except pe.InvalidOperationError as error:
        raise OtherTypeError from error


def _labels(column: pl.Series, kind: pl.DataType, *, comma: bool) -> pl.Series:
    """Labels of text in their type."""
    import polars as pl
    import polars.exceptions as pe

    if kind == pl.Boolean and not column.drop_nulls().is_in(TRUE + FALSE).all():
        raise OtherTypeError
    try:
        return as_type(column, kind, decimal_comma=comma)
    except pe.InvalidOperationError as error:
        raise OtherTypeError from error
