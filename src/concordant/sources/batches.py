"""Batches of files and lazy frames: conversion, missing values and weights by row number, blocks of a fixed size."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from math import isnan
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, Self, TypeVar

import numpy as np
import numpy.typing as npt

from concordant.errors import (
    ConcordantError,
    DataFileError,
    InputError,
    LabelWarning,
    MissingValuesError,
    ScoreError,
    WeightError,
)
from concordant.inputs.label_values import doubt_of_spelling, reads_missing
from concordant.inputs.rows import adds_up_too_far, refuse_counted, refuse_large_sum, refused_weights
from concordant.sources.csv_files import (
    as_float,
    as_numbers,
    as_type,
    csv_fields,
    csv_head,
    csv_names,
    csv_scan,
    has_decimal_comma,
    kind_of,
    named_by_numbers,
    some_are_text,
    typed_columns,
)
from concordant.sources.files import (
    DataFile,
    Progress,
    Source,
    batches,
    find_files,
    left_out_if_damaged,
    present,
    reading,
    require_polars,
)
from concordant.sources.parquet_files import (
    Begin,
    concatenated,
    declared_rows,
    known_scan,
    take_typed,
    typed_head,
    typed_scan,
    with_partition,
)
from concordant.typing import Label, Missing

if TYPE_CHECKING:
    import narwhals as nw
    import polars as pl


Columns = Mapping[str, "pl.DataType | None"]
Weights = npt.NDArray[np.float64] | None
Lost = npt.NDArray[np.bool_] | None

MOST_ROWS = 2_000_000  # of which intervals are taken, where a state does not tell how much its rows vary
_BATCH = 500_000  # rows
_IN_THOUSANDS = re.compile(r"[+-]?\d{1,3}([., '_]\d{3})+([.,]\d+)?")
_FIRST = re.compile(r"\bthe first in row (\d+)(?!\d|, which is row)")


# Columns of files through Polars scans: CSV, Parquet, NDJSON and Arrow, one file, several, or a pattern.
#
# Files are read in batches and only the columns that are needed are kept, so memory holds those columns and a batch.
# Whatever Polars has to say against a file becomes one `DataFileError`.


def read_columns(source: Source, columns: Sequence[str], *, progress: Progress | None = None) -> pl.DataFrame:
    """
    Read columns of one file or several.

    Parameters
    ----------
    source : str, Path or sequence of them
        Paths, folders or patterns (``"part-*.parquet"``, ``"**/*.csv"``). Names of folders such as ``year=2026`` are
        columns. The kind of a file is told by its ending:
        CSV (``.csv``, ``.tsv``, also ``.csv.gz``), Parquet (``.parquet``, ``.pq``), NDJSON (``.ndjson``,
        ``.jsonl``, also ``.jsonl.gz``; ``NaN`` is a missing value), Arrow IPC (``.arrow``, ``.ipc``, ``.feather``).
        The rows of several files follow each other.
    columns : sequence of str
        The columns to read.
    progress : callable, optional
        Called with the rows read so far and all rows (None where that is not known beforehand).

    Returns
    -------
    polars.DataFrame
        The columns in the order asked for. A CSV column holds integers, numbers, or true and false, if all of its
        values are that (words such as NA are missing values there), and text otherwise; the roles that `with_roles`
        gives to columns say more.

    Raises
    ------
    DataFileError
        If a file is absent, empty, damaged, of an unknown kind, or has no rows.
    ColumnError
        If a file has no such column, or two of that name.
    MissingValuesError
        If a column has no value in any row, and is not read as it is written.
    ScoreError, WeightError
        If a column of numbers holds text; the message names file and row.
    MissingDependencyError
        If Polars is not installed.

    Examples
    --------
    >>> from concordant.data import example
    >>> from concordant.sources.batches import read_columns
    >>> read_columns(example("breast").path, ["truth", "malignancy"]).shape
    (569, 2)
    """
    files = find_files(source)
    wanted = list(dict.fromkeys(columns))
    parts: list[tuple[DataFile, pl.DataFrame]] = []
    notes: list[str] = []
    for file, read in _batches_by_file(files, wanted, progress):
        parts += [(file, part) for part in ([typed_columns(file, read, notes)] if file.kind == "csv" else read)]
    refuse_texts(parts)
    frame = None if _labels_are_mixed(parts, wanted) else concatenated(parts, wanted)
    if frame is None:
        return read_columns([as_text(file, file.labels) for file in files], columns, progress=progress)
    warn_of_labels(notes)
    frame = frame.with_columns(of_names(column, files) for column in frame)
    if frame.height == 0:
        raise no_rows(files)
    for name in wanted:
        if frame[name].null_count() == frame.height and name not in files[0].text - files[0].labels:
            msg = f"column {name!r} has no value in any of its {frame.height} rows: all are missing."
            raise MissingValuesError(msg)
    return frame


def _labels_are_mixed(parts: Sequence[tuple[DataFile, pl.DataFrame]], columns: Sequence[str]) -> bool:
    """Whether some labels of CSV files are text and others were read as something else."""
    of_csv = [(file, part) for file, part in parts if file.kind == "csv"]
    return some_are_text(part[name] for file, part in of_csv for name in columns if name in file.labels)


def warn_of_labels(notes: Sequence[str]) -> None:
    """Warn once of labels that are read as numbers and may be codes: what is done about one column is done for all."""
    if notes:
        warnings.warn(notes[0], LabelWarning, stacklevel=2)


def warn_of_spellings(labels: Sequence[Label]) -> None:
    """Warn of labels of files that look the same but for case and blanks, and of words for a missing one."""
    words = [label for label in labels if reads_missing(label)]
    missing = f"labels that read as missing values count as labels; if they are none, say missing_labels={words!r}"
    for problem in filter(None, (doubt_of_spelling(labels), missing if words else None)):
        warnings.warn(f"{problem}.", LabelWarning, stacklevel=4)


def refuse_texts(parts: Iterable[tuple[DataFile, pl.DataFrame]]) -> None:
    """Raise for text in columns of numbers of files, whose rows follow each other in these parts."""
    rows: dict[DataFile, int] = {}
    for file, part in parts:
        for column in part:
            if column.name in file.numbers and kind_of(column) == "text":
                error = WeightError if column.name in file.weights else ScoreError
                raise no_number(column, file, rows.get(file, 0), error)
        rows[file] = rows.get(file, 0) + part.height


def no_number(column: pl.Series, file: DataFile, start: int, error: type[ConcordantError]) -> ConcordantError:
    """The error for text among numbers that begin in a row of a file: the first value that is no number, and where."""
    import polars as pl

    text = column.cast(pl.String)
    numbers, present = as_float(text, decimal_comma=has_decimal_comma(file))
    wrong = (present & numbers.is_null()).arg_true()
    if not len(wrong):
        large = file.kind == "csv" and column.name not in file.text
        what = (
            "integers from 2**53 on beside decimals, of which floats lose digits, such as" if large else "text such as"
        )
        first = text.filter(present & (numbers.abs() >= 2.0**53))[0] if large else text.drop_nulls()[0]
        return error(f"{column.name} must hold numbers, and {file.path} holds {what} {first!r}.")
    value = str(text[wrong[0]])
    advice = ""
    if value.strip().endswith("%"):
        advice = " Write shares without the sign, 0.93 for 93%."
    elif _IN_THOUSANDS.fullmatch(value.strip()):
        advice = " Write numbers with a decimal point and nothing between thousands, 1234.5."
    elif len(wrong) == present.sum():
        advice = " No value in it is a number: name another column."
    return error(f"{column.name} must hold numbers, but row {start + wrong[0]} of {file.path} holds {value!r}.{advice}")


def by_file(frame: pl.DataFrame, files: Sequence[DataFile]) -> Iterator[tuple[DataFile, pl.DataFrame]]:
    """Yield the rows that `read_columns` has read, file by file; of CSV numbers where all texts of a file are such."""
    start = 0
    for file, rows in _rows_read(files, frame.columns[0]):
        part = frame.slice(start, rows)
        texts = [name for name in part.columns if name in file.numbers and kind_of(part[name]) == "text"]
        comma = has_decimal_comma(file)
        yield (
            file,
            part.with_columns(as_numbers(part[name], decimal_comma=comma) for name in texts if file.kind == "csv"),
        )
        start += rows


def rows_in_files(message: str, files: Sequence[DataFile], column: str) -> str:
    """Return a message about rows that `read_columns` has read, which says of several files in which one a row is."""

    def placed(row: re.Match[str]) -> str:
        start = 0
        for file, rows in _rows_read(files, column):
            if int(row[1]) < start + rows:
                return f"{row[0]}, which is {place_in(file, int(row[1]) - start)}"
            start += rows
        return row[0]

    return message if len(files) < 2 else _FIRST.sub(placed, message)


def _rows_read(files: Sequence[DataFile], column: str) -> Iterator[tuple[DataFile, int]]:
    """Read a column of each file once more, to know how many rows it has."""
    for file, parts in _batches_by_file(files, [column]):
        yield file, sum(part.height for part in parts)


def _batches_by_file(
    files: Sequence[DataFile], columns: Sequence[str], progress: Progress | None = None
) -> list[tuple[DataFile, list[pl.DataFrame]]]:
    """Return all batches of each file, without those of files that are left out."""
    parts: list[tuple[DataFile, list[pl.DataFrame]]] = []

    def begin(file: DataFile) -> Callable[[pl.DataFrame], None]:
        if parts and parts[-1][0] is file:
            parts.pop()
        parts.append((file, []))
        return parts[-1][1].append

    def forget() -> None:
        if parts and str(parts[-1][0].path) in (parts[-1][0].left_out or {}):
            parts.pop()

    take_batches(files, columns, begin, forget=forget, progress=progress)
    return parts


def as_text(file: DataFile, columns: Iterable[str]) -> DataFile:
    """Return a file whose columns of CSV are read as they are written."""
    return replace(file, text=file.text.union(columns)) if file.kind == "csv" else file


def of_names(column: pl.Series, files: Sequence[DataFile]) -> pl.Series:
    """Return a column as it is; names in CSV files, which were read as text, as the numbers that they may be."""
    return named_by_numbers(column) if files[0].kind == "csv" and column.name in files[0].names else column


def take_batches(
    files: Sequence[DataFile],
    columns: Sequence[str],
    begin: Begin,
    *,
    forget: Callable[[], object],
    progress: Progress | None = None,
    rows: int | None = None,
    numbers: Collection[str] = (),
) -> None:
    """
    Hand out batch after batch, and forget it: memory holds few of them, however many rows there are.

    Parameters
    ----------
    files : sequence of DataFile
    columns : sequence of str
        The columns to read, each once.
    begin : callable
        Called at the start of a file, gives what takes its batches; the first one has no row. It is called a second
        time where a file must be read again, as the types of its first objects do not fit to all of them. Columns of
        CSV files are text: what they hold is known when all values are (`typed`).
    forget : callable
        Called where a file is left out, of which batches may have been handed out.
    progress : callable, optional
        As in `read_columns`.
    rows : int, optional
        About how many rows a batch has, but of CSV files.
    numbers : collection of str
        Columns of CSV files that need not stay as they are written.

    Raises
    ------
    DataFileError, ColumnError
        As in `read_columns`; the message names the file.
    """
    require_polars()
    wanted = list(columns)
    tick = _counting(progress, files)
    for file in present(files):
        with left_out_if_damaged(file), reading(file):
            if file.kind == "csv":
                take = begin(file)
                for part in csv_fields(file, wanted, tick, numbers):
                    take(part)
            else:
                take_typed(file, wanted, tick, begin, rows)
        if file.left_out is not None and str(file.path) in file.left_out:
            forget()
    present(files)


def _counting(progress: Progress | None, files: Sequence[DataFile]) -> Callable[[int], None]:
    """Return what adds rows to those that are read, and tells the progress how many of all these are."""
    done, total = 0, None if progress is None else count_rows(files)

    def tick(rows: int) -> None:
        nonlocal done
        done += rows
        if progress is not None:
            progress(done, total)

    return tick


def first_rows(files: Sequence[DataFile], columns: Sequence[str], rows: int) -> pl.DataFrame:
    """Read the first rows, to see what the columns hold; those of a CSV file by these rows alone."""
    require_polars()
    parts: list[tuple[DataFile, pl.DataFrame]] = []
    for file in present(files):
        lacking = rows - sum(part.height for _, part in parts)
        if lacking <= 0:
            break
        with left_out_if_damaged(file), reading(file):
            head = csv_head if file.kind == "csv" else typed_head
            parts.append((file, head(file, list(columns), lacking)))
    present(files)
    try:
        return concatenated(parts, list(columns))
    except DataFileError:  # columns that hold something else in a later file: whoever reads them all says so
        return parts[0][1]


def no_rows(files: Sequence[DataFile]) -> DataFileError:
    """The error for files that hold names of columns and nothing else."""
    names = files[0].path if len(files) == 1 else f"{files[0].path} and {len(files) - 1} more"
    return DataFileError(f"{names}: no rows, only names of columns.")


def count_rows(files: Iterable[DataFile]) -> int | None:
    """Count all rows, where that takes no reading of every value; None for compressed text."""
    require_polars()
    total = 0
    for file in present(list(files)):
        if file.compressed:
            return None
        with left_out_if_damaged(file), reading(file):
            total += declared_rows(csv_scan(file) if file.kind == "csv" else typed_scan(file, untyped=True))
    return total


def lazy_frame(files: Sequence[DataFile]) -> pl.LazyFrame:
    """Return the rows of files below each other; Polars decides what a column of CSV holds."""
    import polars as pl

    require_polars()
    parts = []
    for file in files:
        scan = csv_scan(file, typed_by_polars=True) if file.kind == "csv" else known_scan(file)
        parts.append(with_partition(file, scan))
    return pl.concat(parts, how="vertical_relaxed")


def column_names(source: Source) -> list[str]:
    """Return the names of the columns of the (first) file."""
    require_polars()
    files = find_files(source)
    while True:
        file = present(files)[0]
        with left_out_if_damaged(file), reading(file):
            names = csv_names(file) if file.kind == "csv" else known_scan(file).collect_schema().names()
            return list(dict.fromkeys([*names, *dict(file.partition)]))


def many_rows(rows: Sequence[DataFile] | LazyRows | nw.LazyFrame[Any]) -> bool:
    """Whether there are more than two million rows, or it is not known how many (compressed text)."""
    if isinstance(rows, LazyRows):
        return rows.count() > MOST_ROWS
    count = count_rows(rows) if isinstance(rows, Sequence) else rows_of_frame(rows)
    return count is None or count > MOST_ROWS


def rows_of_frame(frame: nw.LazyFrame[Any]) -> int:
    """Count the rows of a lazy frame in its engine."""
    import narwhals as nw

    return int(frame.select(nw.len().alias("rows")).collect().item())


@dataclass(frozen=True, eq=False)
class LazyRows:
    """
    A lazy frame that is read as files are.

    Attributes
    ----------
    native : LazyFrame of Polars, or relation of DuckDB
    names : tuple of str
        The columns of it.
    """

    native: Any
    names: tuple[str, ...]
    kind: Literal["frame"] = "frame"
    path: str = "the lazy frame"
    left_out: None = None

    @cached_property
    def _enums(self) -> dict[str, list[str]]:
        return words_of_enums(self.frame)

    @classmethod
    def of(cls, frame: nw.LazyFrame[Any]) -> LazyRows | None:
        """Take a lazy frame that narwhals wrapped; None if its engine gives no batches."""
        if not (frame.implementation.is_polars() or frame.implementation.is_duckdb()):
            return None
        return cls(frame.to_native(), tuple(frame.collect_schema().names()))

    @property
    def _is_polars(self) -> bool:
        import polars as pl

        return isinstance(self.native, pl.LazyFrame)

    def _chosen(self, columns: Sequence[str]) -> Any:
        if self._is_polars:
            import polars as pl

            return self.native.select(pl.nth(self.names.index(name)) for name in columns)  # a name can be a pattern
        quoted = ('"' + name.replace('"', '""') + '"' for name in columns)  # as SQL has it
        return self.native.select(*quoted)

    def batches(self, columns: Sequence[str], rows: int) -> Iterator[pl.DataFrame]:
        """Yield about `rows` rows at a time."""
        import polars as pl

        chosen = self._chosen(columns)
        with reading_frame():
            if self._is_polars:
                yield from batches(chosen, rows)
            else:
                stream: Callable[[int], Any] = getattr(chosen, "to_arrow_reader", None) or chosen.fetch_arrow_reader
                for batch in stream(rows):
                    yield as_enums(pl.DataFrame(pl.from_arrow(batch)), self._enums)

    def head(self, columns: Sequence[str], rows: int) -> pl.DataFrame:
        """Return the first rows."""
        with reading_frame():
            chosen = self._chosen(columns)
            head: pl.DataFrame = chosen.head(rows).collect() if self._is_polars else chosen.limit(rows).pl()
            return as_enums(head, self._enums)

    def distinct(self, column: str) -> pl.Series:
        """Return the different values of a column."""
        with reading_frame():
            chosen = self._chosen([column])
            values: pl.DataFrame = chosen.unique().collect() if self._is_polars else chosen.distinct().pl()
            return as_enums(values, self._enums).to_series()

    @property
    def frame(self) -> nw.LazyFrame[Any]:
        """The same as narwhals has it."""
        import narwhals as nw

        frame: nw.LazyFrame[Any] = nw.from_native(self.native)
        return frame

    def count(self) -> int:
        """Count the rows, in the engine of the frame."""
        with reading_frame():
            return rows_of_frame(self.frame)


@contextmanager
def reading_frame(what: str = "the lazy frame") -> Iterator[None]:
    """Turn what an engine says against its frame into one line of ours."""
    import polars.exceptions as pe

    try:
        yield
    except (pe.PolarsError, pe.PanicException, OSError) as error:
        first = str(error).strip().partition("\n")[0].rstrip(".")
        msg = f"{what} cannot be read ({first})."
        if "range request" in first.lower():
            msg = f"{what}: the server gives no parts of a file (range requests); download the file and give its path."
        raise DataFileError(msg) from error


# The declared order of ENUM columns of DuckDB, which leave it as dictionaries that have none.
#
# Polars keeps its Enums. Of DuckDB the words come in their order, but neither Arrow nor Polars is told that it counts.


def words_of_enums(frame: nw.LazyFrame[Any]) -> dict[str, list[str]]:
    """Return the words of each ENUM column of a relation of DuckDB in their order; nothing of other engines."""
    import narwhals as nw

    if not frame.implementation.is_duckdb():
        return {}
    return {name: list(kind.categories) for name, kind in frame.collect_schema().items() if isinstance(kind, nw.Enum)}


def collected(frame: nw.LazyFrame[Any]) -> nw.DataFrame[Any]:
    """Bring the rows of a lazy frame home; dictionaries that were ENUM columns are marked as ordered."""
    import narwhals as nw

    enums = words_of_enums(frame)
    rows = frame.collect()
    if not enums:
        return rows
    import pyarrow as pa

    table = rows.to_native()
    for name in enums:
        index = table.schema.get_field_index(name)
        dtype = table.schema.field(index).type
        ordered = pa.dictionary(dtype.index_type, dtype.value_type, ordered=True)
        table = table.set_column(index, name, table.column(index).cast(ordered))
    return nw.from_native(table, eager_only=True)


def as_enums(frame: pl.DataFrame, enums: dict[str, list[str]]) -> pl.DataFrame:
    """Make Polars' Enums of those columns that were ENUM columns of a relation."""
    import polars as pl

    if not enums:
        return frame
    return frame.cast({name: pl.Enum(words) for name, words in enums.items() if name in frame.columns})


# States and other accumulators of batches; values that are missing by the number of their row.


class Copyable:
    """What grows batch by batch, and is copied to go on from: a file may be read again, or left out."""

    __slots__ = ()

    def copy(self) -> Self:
        """Return the same: fields that grow in place are copied, all others shared."""
        other = copy(self)
        for member in fields(other):  # type: ignore[arg-type]  # those that have other fields copy them
            setattr(other, member.name, _copied(getattr(self, member.name)))
        return other


def _copied(value: Any) -> Any:
    if isinstance(value, (Copyable, np.ndarray)):
        return value.copy()
    if isinstance(value, dict):
        return {key: _copied(member) for key, member in value.items()}
    if isinstance(value, list):  # of arrays and frames, which do not change
        return [_copied(member) if isinstance(member, Copyable) else member for member in value]
    return value


class Accumulator(Copyable):
    """What becomes of the batches: a dataclass; arrays, lists, dicts and what is `Copyable` may grow in its fields."""

    __slots__ = ()

    def add(self, part: pl.DataFrame, weights: Weights, lost: Lost) -> None:
        """Add a batch; `lost` marks rows that lack a value and have a weight above zero, None where there are none."""
        raise NotImplementedError


@dataclass(eq=False, repr=False)
class Parts(Copyable):
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


@dataclass(slots=True)
class StateOfColumns(Accumulator):
    """
    What the batches of two columns add up to.

    Attributes
    ----------
    columns : tuple of str
    check : callable
        Checks the two columns of a batch, and leaves out rows that lack a value.
    state : callable
        Returns what can be added of checked rows.
    parts : Parts
    rows : int
        How many rows were left.
    """

    columns: tuple[str, str]
    check: Callable[..., Any]
    state: Callable[[Any], Any]
    parts: Parts = field(default_factory=Parts)
    rows: int = 0

    def add(self, part: pl.DataFrame, weights: Weights, lost: Lost) -> None:
        """Add a batch."""
        del lost
        rows = self.check(*(part[name] for name in self.columns), sample_weight=weights, missing="drop")
        self.parts.add(self.state(rows))
        self.rows += len(rows.y_true)


def sum_of(states: Iterable[Any]) -> Any:
    """Add states from first to last; None of none."""
    total = None
    for state in states:
        total = state if total is None else total + state
    return total


@dataclass(slots=True)
class Gaps(Copyable):
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
class BadWeights(Copyable):
    """Weights that are none."""

    gaps: Gaps = field(default_factory=Gaps)
    value: float | None = None  # the first of them
    largest: float = 0.0  # of the others
    rows: int = 0

    @property
    def found(self) -> bool:
        """Whether an error follows: a weight is none, or all together are too large."""
        return self.gaps.many > 0 or adds_up_too_far(self.largest, self.rows)

    def taken(self, weights: npt.NDArray[np.float64], start: int, lost: Lost = None) -> npt.NDArray[np.float64]:
        """Return the weights of a batch with 0 for those that are none, of rows that lack a value (`lost`) with 1."""
        if lost is not None:
            weights = np.where(lost & (weights != 0), 1.0, weights)
        bad = ~((weights >= 0) & (weights < np.inf))
        self.rows += len(weights)
        self.largest = max(self.largest, float(weights.max(initial=0.0, where=~bad)))
        if not bad.any():
            return weights
        if self.value is None:
            self.value = float(weights[bad.argmax()])
        self.gaps.mark(bad, start)
        return np.where(bad, 0.0, weights)


def refuse_bad_weights(weights: BadWeights) -> None:
    """Raise if some weights are none, or all together too large."""
    if weights.gaps.many:
        raise refused_weights(weights.gaps.many, _row_of(weights.gaps), np.float64(weights.value or 0.0))
    refuse_large_sum(weights.largest, weights.rows)


def missing_texts(gaps: Mapping[str, Gaps]) -> list[str]:
    """What is missing in each column, as an error shows it."""
    return [
        f"{name} has {marked.many} missing{'' if marked.first is None else f' (the first in {_row_of(marked)})'}"
        for name, marked in gaps.items()
        if marked.many
    ]


def _row_of(gaps: Gaps) -> str:
    """The number of the first row, and its place."""
    return f"row {gaps.first}" if gaps.place is None else f"row {gaps.first}, which is {gaps.place}"


@dataclass(slots=True)
class _Seen(Copyable):
    """What the batches so far hold."""

    accumulator: Any
    columns: Columns
    weight: str | None
    missing: Missing
    rows: int = 0
    start: int = 0  # rows of the files before this one
    gaps: dict[str, Gaps] = field(default_factory=dict)
    bad: BadWeights = field(default_factory=BadWeights)
    kinds: dict[str, tuple[str, DataFile | LazyRows]] = field(default_factory=dict)

    def take(self, file: DataFile | LazyRows, part: pl.DataFrame) -> None:
        """Check a batch, and hand it on unless it is known that an error follows."""
        columns, weight = self.columns, self.weight
        if isinstance(file, DataFile) and file.kind == "csv":
            part = _converted(part, {**({} if weight is None else {weight: None}), **columns}, file)
            for name in part.columns:
                if (name == weight or columns[name] is None) and kind_of(part[name]) == "text":
                    error = WeightError if name == weight else ScoreError
                    raise no_number(part[name], file, self.rows - self.start, error)
        weights = None if weight is None else floats(part[weight])
        lost = absent_in(part, columns)
        if weights is not None:
            weights = self.bad.taken(weights, self.rows, lost)
            lost = None if lost is None else lost & (weights != 0)
        for name in columns:
            self._refuse_other_kind(file, part[name])
            mask = None if lost is None else _absent(part[name])
            if mask is not None:
                mask = mask if weights is None else mask & (weights != 0)
                self.gaps.setdefault(name, Gaps()).mark(mask, self.rows)
        self.rows += part.height
        refused = self.missing == "raise" and any(gaps.many for gaps in self.gaps.values())
        if part.height and not refused and not self.bad.found:
            self.accumulator.add(part, weights, lost)

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
            shown = _no_number(column) if (before, kind) == ("numbers", "text") else kind
            where = f"{before} at first and {shown} further down in {file.path}, after row {self.rows}"
        raise DataFileError(f"column {column.name!r} holds {where}; write it the same way everywhere.")

    def refuse(self, starts: Mapping[Any, int]) -> None:
        """Raise for bad weights and missing values; of several files also say in which one the first of them is."""
        name_places((self.bad.gaps, *self.gaps.values()), starts)
        refuse_bad_weights(self.bad)
        if self.missing == "raise":
            refuse_counted(missing_texts(self.gaps))


def accumulate(
    files: Sequence[DataFile] | LazyRows,
    columns: Columns,
    accumulator: Accumulator,
    *,
    weight: str | None,
    missing: Missing,
    progress: Progress | None = None,
    rows: int | None = None,
) -> Any:
    """
    Add up the batches of files, one after the other.

    Parameters
    ----------
    files : sequence of DataFile, or LazyRows
    columns : mapping
        The columns to read: of labels what all of their values are, for CSV files; of numbers None.
    accumulator : Accumulator
        Empty. It gets no more batches once it is known that an error follows.
    weight : str or None
        The column of weights.
    missing : {"raise", "drop"}
    progress : callable, optional
    rows : int, optional
        About how many rows a batch has, where the kind of a file lets one choose.

    Returns
    -------
    Accumulator
        With all batches.

    Raises
    ------
    DataFileError, ColumnError, MissingValuesError, WeightError
        With the number that a row has in all files together, and in its own file.
    """
    named = list(dict.fromkeys([*columns, *([] if weight is None else [weight])]))
    reader = FileReader(_Seen(accumulator, columns, weight, missing))
    if isinstance(files, LazyRows):
        take, total = reader.begin(files), None if progress is None else files.count()
        for part in files.batches(named, rows or _BATCH):
            take(part)
            if progress is not None:
                progress(reader.grown.rows, total)
        error: InputError = InputError("there are no rows: nothing can be evaluated.")
    else:
        numbers = [name for name in named if (kind := columns.get(name)) is None or kind.is_numeric()]
        how: Any = {"forget": reader.forget, "progress": progress, "rows": rows, "numbers": numbers}
        take_batches(files, named, reader.begin, **how)
        error = no_rows(files)
    seen = reader.grown
    if not seen.rows:
        raise error
    seen.refuse(reader.starts)
    return seen.accumulator


class Growing(Protocol):
    """What takes batch after batch; `rows` counts their rows, and `start` those of the files before this one."""

    rows: int
    start: int

    def take(self, file: Any, part: pl.DataFrame) -> None:
        """Take a batch."""

    def copy(self) -> Self:
        """Return the same to go on from."""


G = TypeVar("G", bound=Growing)


class FileReader(Generic[G]):
    """
    Hands batches to what grows, and goes back to what it was before a file that is read again or left out.

    Attributes
    ----------
    grown : Growing
    starts : dict
        How many rows the files before each one have.
    """

    def __init__(self, empty: G) -> None:
        self.grown = self._before = empty
        self.starts: dict[DataFile | LazyRows, int] = {}
        self._current: DataFile | LazyRows | None = None

    def begin(self, file: DataFile | LazyRows) -> Callable[[pl.DataFrame], None]:
        """Begin a file, or begin it again."""
        if file is self._current:
            self.grown = self._before
        if file.kind == "ndjson" or file.left_out is not None:
            self._before = self.grown.copy()
        self._current = file
        self.starts[file] = self.grown.start = self.grown.rows
        return lambda part: self.grown.take(file, part)

    def forget(self) -> None:
        """Leave out the last file if it is damaged."""
        if self._current is not None and str(self._current.path) in (self._current.left_out or {}):
            self.starts.pop(self._current, None)
            self.grown, self._current = self._before, None


def name_places(gaps: Iterable[Gaps], starts: Mapping[Any, int]) -> None:
    """Say of several files in which one the first of some rows is; `starts`: how many rows those before each have."""
    for marked in gaps:
        if marked.first is not None and len(starts) > 1:
            file = [file for file, start in starts.items() if start <= marked.first][-1]
            marked.place = place_in(file, marked.first - starts[file])


def place_in(file: DataFile, row: int) -> str:
    """A row of one of several files."""
    return f"row {row} of {file.path}"


def absent_in(part: pl.DataFrame, columns: Iterable[str]) -> Lost:
    """Where a value of some columns is missing; None if nowhere."""
    masks = [mask for name in columns if (mask := _absent(part[name])) is not None]
    return np.logical_or.reduce(masks) if masks else None


def _absent(column: pl.Series) -> npt.NDArray[np.bool_] | None:
    """Where a value is missing; None if nowhere."""
    missing = column.is_null() if column.null_count() else None
    if column.dtype.is_float() and isnan(column.sum()) and column.is_nan().any():  # a sum is soon made
        missing = column.is_nan().fill_null(value=True)
    return None if missing is None else missing.to_numpy()


def _no_number(column: pl.Series) -> str:
    """The first value of a column of text that is no number."""
    import polars as pl

    text = column.cast(pl.String)
    wrong = text.filter(text.is_not_null() & text.str.strip_chars().cast(pl.Float64, strict=False).is_null())
    return repr(wrong[0]) if len(wrong) else "text"


def floats(column: pl.Series) -> npt.NDArray[np.float64]:
    """Return a column of weights, with NaN for missing ones; raise if it holds no numbers."""
    import polars as pl

    if not (column.dtype.is_numeric() or column.dtype in (pl.Boolean, pl.Null)):
        raise WeightError(f"sample_weight column {column.name!r} must hold numbers, not {column.dtype}.")
    return column.cast(pl.Float64).fill_null(float("nan")).to_numpy()


def _converted(part: pl.DataFrame, columns: Columns, file: DataFile) -> pl.DataFrame:
    """Columns of text as what they hold."""
    comma = has_decimal_comma(file)

    def converted(name: str, kind: pl.DataType | None) -> pl.Series:
        if part.schema[name].is_numeric():
            return part[name] if kind is None else part[name].cast(kind)
        if kind is None:
            return as_numbers(part[name], decimal_comma=comma)
        return as_type(part[name], kind, decimal_comma=comma)

    return part.with_columns(converted(name, kind) for name, kind in columns.items())


@dataclass(slots=True)
class WaitingRows(Copyable):
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
