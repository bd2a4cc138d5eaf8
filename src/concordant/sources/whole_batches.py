"""Batches of whole rows: values that are missing and weights by the number of their row, and blocks of a fixed size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.errors import DataFileError, ScoreError, WeightError
from concordant.inputs.rows import is_out_of_range, missing_text, refuse_counted, refuse_out_of_range, refused_weights
from concordant.sources.batches import LazyRows, file_batches, no_rows, numbers_of
from concordant.sources.csv_files import as_type, has_decimal_comma, kind_of
from concordant.sources.files import DataFile, Progress
from concordant.typing import Missing

if TYPE_CHECKING:
    import polars as pl


Columns = Mapping[str, "pl.DataType | None"]
Weights = npt.NDArray[np.float64] | None
Starts = Sequence[tuple[Any, int]]  # the files that were read, and how many rows those before each have

_BATCH = 500_000  # rows


@dataclass(frozen=True, slots=True)
class WholeBatch:
    """Rows that lack no value and have a weight above zero; and how many others of such a weight lack one."""

    rows: pl.DataFrame
    weights: Weights
    missing: int


def whole_batches(
    files: Sequence[DataFile] | LazyRows,
    columns: Columns,
    *,
    weight: str | None,
    missing: Missing,
    progress: Progress | None = None,
    rows: int | None = None,
) -> Iterator[WholeBatch]:
    """
    Yield the rows of files or of a lazy frame that are whole.

    Parameters
    ----------
    files : sequence of DataFile, or LazyRows
    columns : mapping
        The columns to read: of labels what all of their values are, for CSV files; of numbers None.
    weight : str or None
        The column of weights.
    missing : {"raise", "drop"}
    progress : callable, optional
    rows : int, optional
        About how many rows a batch has, where the kind of a file lets one choose.

    Raises
    ------
    DataFileError, ColumnError, MissingValuesError, WeightError
        With the number that a row has in all files together, and in its own file. What is wrong with values and weights
        is said when all rows are read; no batch comes once it is known that there will be an error.
    """
    named = list(dict.fromkeys([*columns, *([] if weight is None else [weight])]))
    seen = _Seen(columns, weight, {name: Gaps() for name in columns})
    if isinstance(files, LazyRows):
        parts: Iterator[Any] = ((files, part) for part in files.batches(named, rows or _BATCH, progress))
    else:
        numbers = [name for name in named if (kind := columns.get(name)) is None or kind.is_numeric()]
        parts = file_batches(files, named, progress, rows=rows, numbers=numbers)
    for file, part in parts:
        batch = seen.whole(file, part)
        lacks = missing == "raise" and any(gaps.many for gaps in seen.gaps.values())
        if not lacks and not seen.bad.found:
            yield batch
    if not seen.rows and not isinstance(files, LazyRows):
        raise no_rows(files)
    name_places((seen.bad.gaps, *seen.gaps.values()), seen.starts)
    refuse_bad_weights(seen.bad)
    if missing == "raise":
        refuse_counted(missing_texts(seen.gaps))


def absent_cells(column: pl.Series) -> npt.NDArray[np.bool_] | None:
    """Where a value is missing; None if nowhere."""
    missing = column.is_null() if column.null_count() else None
    if column.dtype.is_float() and isnan(column.sum()) and column.is_nan().any():  # a sum is soon made
        missing = column.is_nan().fill_null(value=True)
    return None if missing is None else missing.to_numpy()


def floats(column: pl.Series) -> npt.NDArray[np.float64]:
    """Return a column of weights, with NaN for missing ones; raise if it holds no numbers."""
    import polars as pl

    if not (column.dtype.is_numeric() or column.dtype in (pl.Boolean, pl.Null)):
        raise WeightError(f"sample_weight column {column.name!r} must hold numbers, not {column.dtype}.")
    return column.cast(pl.Float64).fill_null(float("nan")).to_numpy()


@dataclass(slots=True)
class Gaps:
    """Marked rows: how many, the number of the first, and in words where that is, if there are several files."""

    many: int = 0
    first: int | None = None
    place: str | None = None

    def mark(self, mask: npt.NDArray[np.bool_], start: int) -> None:
        """Add the rows of a batch that begins with this row."""
        many = int(np.count_nonzero(mask))
        if many and self.first is None:
            self.first = start + int(mask.argmax())
        self.many += many


@dataclass(slots=True)
class BadWeights:
    """Weights that are none."""

    gaps: Gaps = field(default_factory=Gaps)
    value: float | None = None  # the first of them
    largest: float = 0.0  # of the others
    rows: int = 0

    @property
    def found(self) -> bool:
        """Whether an error follows: a weight is none, or the largest is out of range."""
        return self.gaps.many > 0 or is_out_of_range(self.largest)

    def taken(
        self, weights: npt.NDArray[np.float64], start: int, lacks: npt.NDArray[np.bool_]
    ) -> npt.NDArray[np.float64]:
        """Return the weights of a batch with 0 for those that are none; those of rows that lack a value are 1 or 0."""
        weights = np.where(lacks & (weights != 0), 1.0, weights)
        bad = ~((weights >= 0) & (weights < np.inf))
        self.rows += len(weights)
        self.largest = max(self.largest, float(weights.max(initial=0.0, where=~bad)))
        if not bad.any():
            return weights
        if self.value is None:
            self.value = float(weights[bad.argmax()])
        self.gaps.mark(bad, start)
        return np.where(bad, 0.0, weights)


@dataclass(slots=True)
class _Seen:
    """What the batches so far hold."""

    columns: Columns
    weight: str | None
    gaps: dict[str, Gaps]
    rows: int = 0
    starts: list[tuple[Any, int]] = field(default_factory=list)
    bad: BadWeights = field(default_factory=BadWeights)
    kinds: dict[str, tuple[str, DataFile | LazyRows]] = field(default_factory=dict)

    def whole(self, file: DataFile | LazyRows, part: pl.DataFrame) -> WholeBatch:
        """Check a batch, and return its whole rows."""
        if not self.starts or self.starts[-1][0] is not file:
            self.starts.append((file, self.rows))
        if isinstance(file, DataFile) and file.kind == "csv":
            part = self._converted(file, part)
        for name in self.columns:
            self._refuse_other_kind(file, part[name])
        masks = {name: mask for name in self.columns if (mask := absent_cells(part[name])) is not None}
        lacks = np.logical_or.reduce([*masks.values(), np.zeros(part.height, np.bool_)])
        kept, weights = ~lacks, None
        if self.weight is not None:
            weights = self.bad.taken(floats(part[self.weight]), self.rows, lacks)
            counts = weights != 0
            masks, kept = {name: mask & counts for name, mask in masks.items()}, kept & counts
            lacks &= counts
        for name, mask in masks.items():
            self.gaps[name].mark(mask, self.rows)
        self.rows += part.height
        if not kept.all():
            part, weights = part.filter(kept), None if weights is None else weights[kept]
        return WholeBatch(part, weights, int(np.count_nonzero(lacks)))

    def _converted(self, file: DataFile, part: pl.DataFrame) -> pl.DataFrame:
        """Return columns of text as what they hold; raise for text among numbers."""
        comma = has_decimal_comma(file)

        def converted(name: str, kind: pl.DataType | None) -> pl.Series:
            if part.schema[name].is_numeric():
                return part[name] if kind is None else part[name].cast(kind)
            if kind is not None:
                return as_type(part[name], kind, decimal_comma=comma)
            error = WeightError if name == self.weight else ScoreError
            return numbers_of(part[name], file, self.rows - self.starts[-1][1], error)

        columns = {**({} if self.weight is None else {self.weight: None}), **self.columns}
        return part.with_columns(converted(name, kind) for name, kind in columns.items())

    def _refuse_other_kind(self, file: DataFile | LazyRows, column: pl.Series) -> None:
        """Raise for a column that holds another kind of value than before."""
        kind = kind_of(column)
        if kind == "nothing":
            return
        before, first = self.kinds.setdefault(column.name, (kind, file))
        if before == kind:
            return
        where = f"{before} in {first.path} and {kind} in {file.path}"
        if first is file:
            where = f"{before} at first and {kind} further down in {file.path}, after row {self.rows}"
        raise DataFileError(f"column {column.name!r} holds {where}; write it the same way everywhere.")


def refuse_bad_weights(weights: BadWeights) -> None:
    """Raise if some weights are none, or the largest is out of range."""
    if weights.gaps.many:
        raise refused_weights(weights.gaps.many, _row_of(weights.gaps), np.float64(weights.value or 0.0))
    refuse_out_of_range(weights.largest)


def missing_texts(gaps: Mapping[str, Gaps]) -> list[str]:
    """What is missing in each column, as an error shows it."""
    return [
        missing_text(name, marked.many, None if marked.first is None else _row_of(marked))
        for name, marked in gaps.items()
        if marked.many
    ]


def _row_of(gaps: Gaps) -> str:
    """The number of the first row, and its place."""
    return f"row {gaps.first}" if gaps.place is None else f"row {gaps.first}, which is {gaps.place}"


def name_places(gaps: Iterable[Gaps], starts: Starts) -> None:
    """Say of several files in which one the first of some rows is."""
    for marked in gaps:
        if marked.first is not None and len(starts) > 1:
            file, start = [one for one in starts if one[1] <= marked.first][-1]
            marked.place = f"row {marked.first - start} of {file.path}"


@dataclass(eq=False, repr=False)
class Parts:
    """
    States of batches: parts of like size are added first, as in a merge sort.

    A curve of all scores so far is not copied for every batch then, and the order of the additions depends on the
    number of batches alone.

    Attributes
    ----------
    parts : list of (int, state)
        How many batches, and their state; the numbers fall.
    """

    parts: list[tuple[int, Any]] = field(default_factory=list)

    def clear(self) -> None:
        """Forget all rows."""
        self.parts = []

    def add(self, state: Any) -> None:
        """Add the state of a batch."""
        batches = 1
        while self.parts and self.parts[-1][0] <= batches:
            size, before = self.parts.pop()
            batches, state = batches + size, before + state
        self.parts.append((batches, state))

    def total(self) -> Any:
        """Return the state of all rows, None if there is none."""
        return sum_of([state for _, state in self.parts])


def sum_of(states: Iterable[Any]) -> Any:
    """Add states from first to last; None of none."""
    total = None
    for state in states:
        total = state if total is None else total + state
    return total


@dataclass(slots=True)
class WaitingRows:
    """
    Columns of rows, in the order in which they came.

    Attributes
    ----------
    parts : list of tuple
        The columns of each batch; None of a column that there is not.
    rows : int
        How many rows wait.
    """

    parts: list[tuple[Any, ...]] = field(default_factory=list)
    rows: int = 0

    def add(self, columns: tuple[Any, ...], size: int, count: Callable[..., None]) -> None:
        """Let the rows of a batch wait, and count each block of so many rows that is full."""
        self.parts.append(columns)
        self.rows += len(columns[0])
        while self.rows >= size:
            count(*self._taken(size))

    def finish(self, count: Callable[..., None]) -> None:
        """Count the rows that wait."""
        if self.rows:
            count(*self._taken(self.rows))

    def _taken(self, rows: int) -> tuple[Any, ...]:
        columns = [joined(parts) for parts in zip(*self.parts, strict=True)]
        self.parts = [tuple(None if column is None else column[rows:] for column in columns)]
        self.rows -= rows
        return tuple(None if column is None else column[:rows] for column in columns)


def joined(parts: Sequence[Any]) -> Any:
    """Return parts of a column as one; None if it is not there."""
    if parts[0] is None or len(parts) == 1:
        return parts[0]
    return np.concatenate(parts)
