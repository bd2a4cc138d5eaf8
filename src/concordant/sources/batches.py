"""Columns of files and lazy frames: as a whole, their first rows, or batch by batch."""

from __future__ import annotations

import re
import sys
import warnings
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal

from concordant.errors import (
    ConcordantError,
    DataFileError,
    InputError,
    LabelWarning,
    MissingValuesError,
    ScoreError,
    WeightError,
)
from concordant.inputs.label_values import doubt_of_spelling, words_for_missing
from concordant.sources.csv_files import (
    as_float,
    as_numbers,
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
    concatenated,
    declared_rows,
    known_scan,
    typed_batches,
    typed_head,
    typed_scan,
    with_partition,
)
from concordant.typing import Label

if TYPE_CHECKING:
    import narwhals as nw
    import polars as pl


MOST_ROWS = 2_000_000  # of which intervals are taken, where a state does not tell how much its rows vary
_IN_THOUSANDS = re.compile(r"[+-]?\d{1,3}([., '_]\d{3})+([.,]\d+)?")
_OTHER_COLUMNS = re.compile("extra column|did not find column|schema lengths differ")
_ERRORS = {  # of engines, which need not be installed
    "duckdb": ("Error",),
    "narwhals.exceptions": ("NarwhalsError",),
    "polars.exceptions": ("PolarsError", "PanicException"),
}
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
    for file, read in _by_file(file_batches(files, wanted, progress)):
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
    words = words_for_missing(labels)
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


def numbers_of(column: pl.Series, file: DataFile, start: int, error: type[ConcordantError]) -> pl.Series:
    """Return a column of text of CSV as numbers, which begin in this row of the file; raise if it is text."""
    numbers = as_numbers(column, decimal_comma=has_decimal_comma(file))
    if kind_of(numbers) == "text":
        raise no_number(numbers, file, start, error)
    return numbers


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
                return f"{row[0]}, which is row {int(row[1]) - start} of {file.path}"
            start += rows
        return row[0]

    return message if len(files) < 2 else _FIRST.sub(placed, message)


def _rows_read(files: Sequence[DataFile], column: str) -> Iterator[tuple[DataFile, int]]:
    """Read a column of each file once more, to know how many rows it has."""
    for file, parts in _by_file(file_batches(files, [column])):
        yield file, sum(part.height for part in parts)


def _by_file(parts: Iterable[tuple[DataFile, pl.DataFrame]]) -> Iterator[tuple[DataFile, list[pl.DataFrame]]]:
    """Yield each file with all of its batches; one that was given twice comes twice."""
    for _, several in groupby(parts, lambda one: id(one[0])):
        files, read = zip(*several, strict=True)
        yield files[0], list(read)


def as_text(file: DataFile, columns: Iterable[str]) -> DataFile:
    """Return a file whose columns of CSV are read as they are written."""
    return replace(file, text=file.text.union(columns)) if file.kind == "csv" else file


def of_names(column: pl.Series, files: Sequence[DataFile]) -> pl.Series:
    """Return a column as it is; names in CSV files, which were read as text, as the numbers that they may be."""
    return named_by_numbers(column) if files[0].kind == "csv" and column.name in files[0].names else column


def file_batches(
    files: Sequence[DataFile],
    columns: Sequence[str],
    progress: Progress | None = None,
    *,
    rows: int | None = None,
    numbers: Collection[str] = (),
) -> Iterator[tuple[DataFile, pl.DataFrame]]:
    """
    Yield batch after batch with its file: memory holds few of them, however many rows there are.

    Parameters
    ----------
    files : sequence of DataFile
        Where damaged ones are left out, each is read to its end first: nothing comes of a file that is damaged.
    columns : sequence of str
        The columns to read, each once. Those of CSV files are text: what they hold is known when all values are
        (`typed`).
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
    wanted, tick = list(columns), _counting(progress, files)

    def parts(file: DataFile, tick: Callable[[int], None]) -> Iterator[pl.DataFrame]:
        with reading(file):
            if file.kind == "csv":
                yield from csv_fields(file, wanted, tick, numbers)
            else:
                yield from typed_batches(file, wanted, tick, rows)

    for file in present(files):
        if file.left_out is not None:
            with left_out_if_damaged(file):
                deque(parts(file, lambda _: None), maxlen=0)
            if str(file.path) in file.left_out:
                continue
        for part in parts(file, tick):
            yield file, part
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


def no_rows(files: Sequence[DataFile]) -> InputError:
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


def many_rows(rows: Sequence[DataFile] | LazyRows) -> bool:
    """Whether there are more than two million rows, or it is not known how many (compressed text)."""
    if isinstance(rows, LazyRows):
        return rows.count() > MOST_ROWS
    count = count_rows(rows)
    return count is None or count > MOST_ROWS


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
    def of(cls, frame: nw.DataFrame[Any] | nw.LazyFrame[Any]) -> LazyRows | None:
        """Take a lazy frame that narwhals wrapped; None of an eager one, or if its engine gives no batches."""
        import narwhals as nw

        engine = frame.implementation
        if not isinstance(frame, nw.LazyFrame) or not (engine.is_polars() or engine.is_duckdb()):
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

    def batches(self, columns: Sequence[str], rows: int, progress: Progress | None = None) -> Iterator[pl.DataFrame]:
        """Yield about `rows` rows at a time."""
        import polars as pl

        chosen, done = self._chosen(columns), 0
        total = None if progress is None else self.count()
        with reading_frame():
            if self._is_polars:
                parts = batches(chosen, rows)
            else:
                stream: Callable[[int], Any] = getattr(chosen, "to_arrow_reader", None) or chosen.fetch_arrow_reader
                parts = (as_enums(pl.DataFrame(pl.from_arrow(batch)), self._enums) for batch in stream(rows))
            for part in parts:
                yield part
                done += part.height
                if progress is not None:
                    progress(done, total)

    def head(self, columns: Sequence[str], rows: int) -> pl.DataFrame:
        """Return the first rows."""
        with reading_frame():
            chosen = self._chosen(columns)
            head: pl.DataFrame = chosen.head(rows).collect() if self._is_polars else chosen.limit(rows).pl()
            return as_enums(head, self._enums)

    @property
    def frame(self) -> nw.LazyFrame[Any]:
        """The same as narwhals has it."""
        import narwhals as nw

        frame: nw.LazyFrame[Any] = nw.from_native(self.native)
        return frame

    def count(self) -> int:
        """Count the rows, in the engine of the frame."""
        import narwhals as nw

        return int(collected(self.frame.select(nw.len().alias("rows"))).item())


@contextmanager
def reading_frame(what: str = "the lazy frame") -> Iterator[None]:
    """Turn what an engine says against its frame into one line of ours."""
    try:
        yield
    except _errors_of_engines() as error:
        first = str(error).strip().partition("\n")[0].rstrip(".")
        msg = f"{what} cannot be read ({first})."
        if "range request" in first.lower():
            msg = f"{what}: the server gives no parts of a file (range requests); download the file and give its path."
        elif _OTHER_COLUMNS.search(first):
            msg += (
                " Give the files themselves, data=concordant.scan(...): of them only the columns of this call are read."
            )
        raise DataFileError(msg) from error


def _errors_of_engines() -> tuple[type[BaseException], ...]:
    """The classes of errors that Polars, DuckDB and narwhals raise, of those that are imported."""
    classes: list[type[BaseException]] = [OSError]
    for module, names in _ERRORS.items():
        if module in sys.modules:
            classes += [getattr(sys.modules[module], name) for name in names]
    return tuple(classes)


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

    with reading_frame():
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
