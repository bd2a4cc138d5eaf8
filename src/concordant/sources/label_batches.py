"""Files by some columns of labels, groups and clusters: their groups, and what is wrong in them and in which row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.errors import MissingValuesError, WeightError
from concordant.inputs.label_values import ABSENT
from concordant.inputs.rows import refuse_counted
from concordant.sources.batches import (
    BadWeights,
    Gaps,
    LazyRows,
    absent_in,
    as_text,
    missing_texts,
    name_places,
    no_number,
    no_rows,
    of_names,
    refuse_bad_weights,
    take_batches,
    warn_of_labels,
)
from concordant.sources.csv_files import (
    Comma,
    as_numbers,
    has_decimal_comma,
    kind_of,
    some_are_text,
    spelling_note,
    typed,
)
from concordant.sources.files import DataFile, Progress
from concordant.sources.labels import (
    SUMS,
    LabelGroups,
    NotGroupedError,
    PairTables,
    frames_of,
    group_rows,
    merged,
    tables_of,
)
from concordant.sources.parquet_files import concatenated
from concordant.sources.source import Scan, read_as
from concordant.states.counts import Counts
from concordant.typing import Label, Missing

if TYPE_CHECKING:
    import polars as pl


_MOST_CELLS = 1 << 12  # of the tables that batches are added to
_MOST_WAITING = 1 << 16  # groups that wait to be added
_EXACT = 2.0**53  # from here on not every whole number is a float
_MANY = 1 << 21  # groups from which on they must be fewer than half of the rows


def truth_labels(files: Sequence[DataFile] | LazyRows, truth: str) -> pl.Series:
    """Return each label once, of CSV files in the type that all of them have; none of them is missing."""
    if isinstance(files, LazyRows):
        labels = files.distinct(truth)
    else:
        labels = label_groups(files, {"truth": truth}).columns["truth"]
    plain = labels.fill_nan(None) if labels.dtype.is_float() else labels
    return plain.drop_nulls().unique(maintain_order=True)


def counts(
    scan: Scan,
    *,
    y_true: str,
    y_pred: str,
    labels: Sequence[Label] | None = None,
    sample_weight: str | None = None,
    missing: Missing = "raise",
    missing_labels: Sequence[Label] = (),
) -> Counts:
    """Count two columns batch by batch."""
    roles: Any = {"labels": [y_true, y_pred], "weights": [sample_weight], "declared": labels}
    groups = label_groups(read_as(scan, **roles).files, {"truth": y_true, "pred": y_pred}, weight=sample_weight)
    if missing == "raise":
        refuse_counted(missing_texts(groups.lost))
    return groups.counts(labels, missing, missing_labels)


def label_groups(
    files: Sequence[DataFile],
    keys: Mapping[str, str],
    *,
    weight: str | None = None,
    any_number: bool = True,
    progress: Progress | None = None,
    refuse_bad: bool = True,
) -> LabelGroups:
    """
    Group the rows of files by some columns; memory holds a batch and the groups.

    Parameters
    ----------
    files : sequence of DataFile
        Columns of CSV are read by their roles; without roles all of them are labels of one set.
    keys : mapping
        The columns, by what the result calls them.
    weight : str, optional
        The column of weights.
    any_number : bool
        Whether there may be as many groups as rows, which then take more memory than the columns. Else the caller reads
        the columns as they are, and can say where weights are no numbers.
    progress : callable, optional
        Told how many rows are read, and of how many.
    refuse_bad : bool
        Whether weights that are none raise; else their rows are left out, and whoever reads all columns says so.

    Raises
    ------
    DataFileError, ColumnError, MissingValuesError, WeightError
        With the number that a row has in all files together, and in its own file. Rows that lack a value are groups.
    NotGroupedError
        Unless `any_number`: if more than two million groups are more than half of the rows, or weights are no numbers.
    """
    names = tuple(dict.fromkeys(keys.values()))
    labels = [name for name in names if name in files[0].labels] or names

    def read(unit: int, chosen: Sequence[DataFile], *, as_numbers: bool) -> LabelGroups:
        columns = {f"key {k}": name for k, name in enumerate(names)}
        reading = _Reading(columns, weight, unit, any_number)
        named = [*names, *([] if weight is None or weight in names else [weight])]
        how: Any = {"forget": reading.forget, "progress": progress, "numbers": named if as_numbers else ()}
        take_batches(chosen, named, reading.begin, **how)
        table = reading.table(chosen, labels)
        lost = reading.lost(table)
        if weight is not None:
            table = reading.weighed(table, refuse_bad=refuse_bad)
        for key, name in columns.items():
            if table[key].null_count() == table.height:
                raise reading.no_value(name)
        times, *sums = (table[name].to_numpy() for name in SUMS)
        found = {key: table[f"key {names.index(name)}"].alias(name) for key, name in keys.items()}
        weights, squares = sums if weight is not None else (None, None)
        return LabelGroups(found, times, reading.rows, weights, squares, lost)

    def in_unit(unit: int) -> LabelGroups:
        for try_numbers in (True, False):
            try:
                return read(unit, files, as_numbers=try_numbers)
            except TextLabelsError as error:
                if error.is_text:
                    break
        return read(unit, [as_text(file, labels) for file in files], as_numbers=False)

    groups = in_unit(0)
    return in_unit(groups.unit) if groups.unit else groups


class TextLabelsError(Exception):
    """
    Labels that were read as numbers are to be read again as text, in which `0` and `00` differ.

    They are text (`is_text`), as some label of any column is no number; or their text has to tell what they are.
    """

    def __init__(self, *, is_text: bool = True) -> None:
        super().__init__()
        self.is_text = is_text


@dataclass(slots=True)
class _Reading:
    """The groups of the files so far, and of the one that is being read, which may be left out or read again."""

    keys: Mapping[str, str]  # the columns, by their names in the groups
    weight: str | None
    unit: int  # of the squares of weights
    any_number: bool
    current: LabelBatches | None = None
    parts: dict[Any, tuple[DataFile, pl.DataFrame]] = field(default_factory=dict)  # by the types; the first such file
    starts: dict[DataFile, int] = field(default_factory=dict)  # how many rows the files before each one have
    rows: int = 0
    weights_absent: int = 0
    largest: float = 0.0  # of the weights
    notes: list[str] = field(default_factory=list)  # what to warn of if labels stay numbers

    def begin(self, file: DataFile) -> Callable[[pl.DataFrame], None]:
        """Begin a file, or begin it again."""
        if self.current is not None and self.current.file is not file:
            self.finish()
        self.starts[file] = self.rows
        self.current = LabelBatches(self, file)
        return self.current.take

    def forget(self) -> None:
        """Leave out the last file if it is damaged."""
        if self.current is not None and str(self.current.file.path) in (self.current.file.left_out or {}):
            del self.starts[self.current.file]
            self.current = None

    def finish(self) -> None:
        """Add the groups of the last file."""
        batches, self.current = self.current, None
        if batches is None:
            return
        part = batches.groups()
        types = tuple(str(part.schema[key]) for key in self.keys)
        first, *before = self.parts.get(types, (batches.file,))
        self.parts[types] = first, merged([*before, part])
        self.rows += batches.rows
        self.weights_absent += batches.weights_absent
        self.largest = max(self.largest, batches.largest)
        self.refuse_many()

    def refuse_many(self, groups: int = 0, rows: int = 0) -> None:
        """Raise for too many groups, with those of the file that is being read."""
        groups += sum(part.height for _, part in self.parts.values())
        if not self.any_number and groups > max(_MANY, (self.rows + rows) // 2):
            raise NotGroupedError

    def table(self, files: Sequence[DataFile], labels: Sequence[str]) -> pl.DataFrame:
        """Return the groups of all files; raise if a column holds something else in one of them."""
        import polars as pl

        self.finish()
        if not self.rows:
            raise no_rows(files)
        if self.weight is not None and self.weights_absent == self.rows:
            raise self.no_value(self.weight)
        parts = list(self.parts.values())
        of_csv = [part for file, part in parts if file.kind == "csv"]
        if some_are_text(part[key] for part in of_csv for key, name in self.keys.items() if name in labels):
            raise TextLabelsError
        warn_of_labels(self.notes)
        columns = []
        for key, name in self.keys.items():
            named = [(file, part.select(part[key].alias(name))) for file, part in parts]
            columns.append(of_names(concatenated(named, [name])[name], files).alias(key))
        sums = pl.concat([part.drop(self.keys) for _, part in parts], how="diagonal")
        return merged([pl.DataFrame([*columns, *sums])])

    def lost(self, table: pl.DataFrame) -> dict[str, Gaps]:
        """Return the rows that lack a value in a column; of no column that lacks none."""
        lost = {}
        for key, name in self.keys.items():
            groups = table.filter(table[key].is_null() & (table["rows"] > 0))
            if groups.height:
                first: Any = groups["first"].min()
                lost[name] = Gaps(int(groups["rows"].sum()), first)
        name_places(lost.values(), self.starts)
        return lost

    def weighed(self, table: pl.DataFrame, *, refuse_bad: bool) -> pl.DataFrame:
        """Return the groups of rows that have a weight; raise for weights that are none beside values."""
        import polars as pl

        bad = table.clear()
        if "bad" in table.columns:
            is_bad = pl.all_horizontal(pl.col("bad").fill_null(value=False), pl.col(list(self.keys)).is_not_null())
            bad, table = table.filter(is_bad), table.filter(~is_bad)
        table = table.filter(table["rows"] > 0)
        if refuse_bad or not table.height:
            refused = BadWeights(largest=self.largest, rows=self.rows)
            if bad.height:
                first = bad.row(bad["first"].arg_min(), named=True)
                refused.gaps, refused.value = Gaps(int(bad["rows"].sum()), first["first"]), first["value"]
            name_places([refused.gaps], self.starts)
            refuse_bad_weights(refused)
        if not table.height:
            raise WeightError(f"none of the {self.rows} rows has a weight above zero: nothing can be evaluated.")
        return table

    def no_value(self, name: str) -> MissingValuesError:
        """Return the error for a column that lacks all values."""
        return MissingValuesError(f"column {name!r} has no value in any of its {self.rows} rows: all are missing.")


@dataclass(slots=True)
class LabelBatches:
    """What the batches of one file hold so far."""

    reading: _Reading
    file: DataFile
    rows: int = 0
    weights_absent: int = 0
    largest: float = 0.0  # of the weights
    _tables: PairTables = field(default_factory=dict)
    _parts: list[pl.DataFrame] = field(default_factory=list)
    _waiting: int = 0
    _kinds: set[str] = field(default_factory=set)

    def take(self, part: pl.DataFrame) -> None:
        """Add a batch."""
        columns = [part[name] for name in self.reading.keys.values()]
        tables = None
        if self.reading.weight is None and len(columns) < 3:
            tables = tables_of(columns[0], columns[-1], self._tables)
        if tables is None:
            groups = self._grouped(part)
        elif sum(rows.size for _, rows in tables.values()) <= _MOST_CELLS:
            self._tables, groups = tables, []
        else:
            self._tables, groups = {}, frames_of(tables, list(self.reading.keys))
        self._parts += groups
        self._waiting += sum(one.height for one in groups)
        self.rows += part.height
        if self._waiting > _MOST_WAITING:
            self._parts = merged_alike(self._parts, self.reading.keys)
            many = sum(one.height for one in self._parts)
            self.reading.refuse_many(many, self.rows)
            self._waiting = -many  # many groups are added once for as many new ones

    def _grouped(self, part: pl.DataFrame) -> list[pl.DataFrame]:
        """
        Group a batch; rows that may lack a value, or have no weight, with the first row of each group.

        A word such as NA is no value if its column turns out to hold numbers. The weight beside it counts for nothing
        then, and is refused otherwise: until that is known, rows of bad weights are groups of their own.
        """
        import polars as pl

        rows = pl.DataFrame([part[name].alias(key) for key, name in self.reading.keys.items()]).fill_nan(None)
        odd = absent_in(rows, rows.columns)
        given = weights = None
        if self.reading.weight is not None:
            given = weights = self._weights(part[self.reading.weight])
            bad = ~((given >= 0) & (given < np.inf))
            light = bad | (given == 0) if self.file.kind == "csv" else bad  # all labels tell what their column holds
            if odd is not None or light.any():
                odd = light if odd is None else odd | light
                weights = np.where(odd & (given != 0), 1.0, given)
            self.largest = max(self.largest, float(weights.max(initial=0.0)))
        whole = rows if odd is None else rows.filter(~odd)
        groups = group_rows(whole, weights if weights is None or odd is None else weights[~odd], self.reading.unit)
        words = self._words(groups)
        if words.any():
            groups, odd = groups.filter(~words), self._words(rows) | (False if odd is None else odd)
        if odd is None:
            return [groups]
        marks = {"first": pl.Series(np.arange(self.rows, self.rows + part.height) + self.reading.starts[self.file])}
        if given is not None:
            marks["first"] = marks["first"].set(pl.Series(given == 0), None)
            marks |= {"bad": pl.Series(bad).set(pl.Series(~bad), None), "value": pl.Series(given)}
        marked = rows.with_columns(**marks).filter(odd)
        return [groups, group_rows(marked, None if weights is None else weights[odd], self.reading.unit)]

    def _words(self, rows: pl.DataFrame) -> npt.NDArray[np.bool_]:
        """Where there is a word such as NA, which is no value of a column that turns out to hold numbers."""
        import polars as pl

        texts = [key for key in self.reading.keys if self.file.kind == "csv" and rows.schema[key] == pl.String]
        words = [rows[key].str.strip_chars().is_in(ABSENT).fill_null(value=False).to_numpy() for key in texts]
        return np.logical_or.reduce(words) if words else np.zeros(rows.height, np.bool_)

    def _weights(self, column: pl.Series) -> npt.NDArray[np.float64]:
        import polars as pl

        if self.file.kind == "csv" and not column.dtype.is_numeric():
            column = as_numbers(column, decimal_comma=has_decimal_comma(self.file))
            if kind_of(column) == "text":
                raise no_number(column, self.file, self.rows, WeightError)
        self._kinds |= {kind_of(column)} - {"nothing"}
        if len(self._kinds) > 1 or not (column.dtype.is_numeric() or column.dtype in (pl.Boolean, pl.Null)):
            if not self.reading.any_number:
                raise NotGroupedError
            raise WeightError(f"sample_weight column {self.reading.weight!r} must hold numbers.")
        self.weights_absent += column.null_count()
        return column.cast(pl.Float64).fill_null(float("nan")).to_numpy()

    def groups(self) -> pl.DataFrame:
        """
        All groups of the file; a CSV column as what all of its values are, but for names and text.

        Raises
        ------
        TextLabelsError
            If a column of which numbers were read holds text.
        """
        parts = merged_alike([*frames_of(self._tables, list(self.reading.keys)), *self._parts], self.reading.keys)
        if self.file.kind != "csv":
            return parts[0]
        comma = has_decimal_comma(self.file)
        columns = []
        for key, name in self.reading.keys.items():
            if name in self.file.text | self.file.names:
                continue
            columns.append(of_one_kind([part[key] for part in parts], decimal_comma=comma))
            for part, values in zip(parts, columns[-1], strict=True):
                if not part.schema[key].is_numeric():
                    note = spelling_note(part[key].alias(name), values)
                    self.reading.notes += [] if note is None else [note]
        return merged([part.with_columns(column[k] for column in columns) for k, part in enumerate(parts)])


def merged_alike(parts: list[pl.DataFrame], keys: Iterable[str]) -> list[pl.DataFrame]:
    """Add groups of the same values, of parts whose columns have the same types."""
    by_types: dict[tuple[str, ...], list[pl.DataFrame]] = {}
    for part in parts:
        by_types.setdefault(tuple(str(part.schema[key]) for key in keys), []).append(part)
    some = [alike for alike in by_types.values() if any(part.height for part in alike)]  # an empty batch has no types
    return [merged(alike) for alike in some or list(by_types.values())[:1]]


def of_one_kind(parts: list[pl.Series], *, decimal_comma: Comma) -> list[pl.Series]:
    """Return parts of a column of CSV, text and numbers that were read as such, as what all of its values are."""
    import polars as pl

    texts = [part for part in parts if not part.dtype.is_numeric()]
    numbers = [part for part in parts if part.dtype.is_numeric()]
    if not texts and len({part.dtype for part in numbers}) < 2:
        return parts
    if not numbers:
        column = typed(pl.concat(texts), decimal_comma=decimal_comma)
        return _cut(column, parts)
    read = as_numbers(pl.concat(texts), decimal_comma=decimal_comma) if texts else numbers[0].clear()
    if read.null_count() == len(read):
        read = read.cast(numbers[0].dtype)
    if not read.dtype.is_numeric():
        raise TextLabelsError
    kinds = {read.dtype, *(part.dtype for part in numbers)}
    if len(kinds) > 1 and any((part.cast(pl.Float64).abs() >= _EXACT).any() for part in (read, *numbers)):
        raise TextLabelsError(is_text=False)  # all of it as text tells whether these are whole numbers
    kind = pl.Float64() if len(kinds) > 1 else read.dtype
    rest = iter(_cut(read, texts))
    return [part.cast(kind) if part.dtype.is_numeric() else next(rest).cast(kind) for part in parts]


def _cut(whole: pl.Series, parts: list[pl.Series]) -> list[pl.Series]:
    """A column in parts as long as these."""
    ends = list(accumulate(map(len, parts)))
    return [whole[end - len(part) : end] for part, end in zip(parts, ends, strict=True)]
