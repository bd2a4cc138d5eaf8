"""The batches of one file with two columns of labels: their groups, and what is wrong in them and in which row."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.engines.arrays import counts_of_groups
from concordant.errors import MissingValuesError, WeightError
from concordant.inputs.label_values import ABSENT
from concordant.inputs.labels import check_labels
from concordant.inputs.rows import refuse_counted
from concordant.sources.batches import (
    BadWeights,
    Gaps,
    LazyRows,
    absent_in,
    as_text,
    missing_texts,
    no_number,
    no_rows,
    place_in,
    refuse_bad_weights,
    take_batches,
    warn_of_labels,
)
from concordant.sources.csv_files import as_numbers, has_decimal_comma, kind_of, some_are_text, spelling_note, typed
from concordant.sources.files import DataFile, Progress
from concordant.sources.labels import KEYS, LabelGroups, TooManyGroupsError, frames_of, merged, pairs_of_any, tables_of
from concordant.sources.parquet_files import concatenated
from concordant.sources.source import Scan, read_as
from concordant.states.counts import Counts
from concordant.states.state import exponent_of_squares
from concordant.typing import Label, Missing

if TYPE_CHECKING:
    import polars as pl


def truth_labels(files: Sequence[DataFile] | LazyRows, truth: str) -> pl.Series:
    """Return each label once, of CSV files in the type that all of them have; none of them is missing."""
    if isinstance(files, LazyRows):
        labels = files.distinct(truth)
    else:
        labels = numeric_groups(Scan(tuple(files), ()), truth, truth, None).truth
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
) -> Counts:
    """Count two columns batch by batch."""
    roles: Any = {"labels": [y_true, y_pred], "weights": [sample_weight], "declared": labels}
    groups = numeric_groups(read_as(scan, **roles), y_true, y_pred, sample_weight)
    if missing == "raise":
        refuse_counted(missing_texts(groups.lost))
    given = {"labels": labels, "sample_weight": groups.weights, "missing": missing, "times": groups.times}
    rows = check_labels(groups.truth, groups.pred, **given)  # type: ignore[arg-type]
    squares = groups.squares if groups.squares is None or rows.kept is None else groups.squares[rows.kept]
    return counts_of_groups(rows, squares)


def numeric_groups(scan: Scan, truth: str, pred: str, weight: str | None, *, refuse_bad: bool = True) -> LabelGroups:
    """Group the rows of files by their labels; raise for weights that are no numbers. `refuse_bad` as there."""
    try:
        return label_groups(scan.files, truth, pred, weight=weight, refuse_bad=refuse_bad)
    except NoNumbersError as error:
        raise WeightError(f"sample_weight column {weight!r} must hold numbers.") from error


def label_groups(
    files: Sequence[DataFile],
    truth: str,
    pred: str,
    *,
    weight: str | None = None,
    any_number: bool = True,
    progress: Progress | None = None,
    refuse_bad: bool = True,
) -> LabelGroups:
    """
    Group the rows of files by their pair of labels; memory holds a batch and the groups.

    Parameters
    ----------
    files : sequence of DataFile
    truth, pred : str
        The columns of labels.
    weight : str, optional
        The column of weights.
    any_number : bool
        Whether there may be as many groups as rows, which then take more memory than the columns.
    progress : callable, optional
        Told how many rows are read, and of how many.
    refuse_bad : bool
        Whether weights that are none raise; else their rows are left out, and whoever reads all columns says so.

    Raises
    ------
    DataFileError, ColumnError, MissingValuesError, WeightError
        As `concordant.sources.batches.read_columns` and `concordant.inputs.rows.check_weights` have them.
    NoNumbersError
        If the weights are no numbers.
    TooManyGroupsError
        If more than a million groups are more than half of the rows of a file, unless `any_number`.
    """

    def read(unit: int) -> LabelGroups:
        how: Any = {"unit": unit, "progress": progress, "any_number": any_number, "refuse_bad": refuse_bad}
        for numbers in (True, False):
            try:
                return _read(files, (truth, pred, weight), as_numbers=numbers, **how)
            except TextLabelsError as error:
                if error.is_text:
                    break
        return _read([as_text(file, (truth, pred)) for file in files], (truth, pred, weight), as_numbers=False, **how)

    groups = read(0)
    unit = 0 if groups.weights is None else exponent_of_squares(groups.weights)
    return read(unit) if unit else groups


def _read(
    files: Sequence[DataFile],
    columns: tuple[str, str, str | None],
    *,
    unit: int,
    progress: Progress | None,
    any_number: bool,
    as_numbers: bool,
    refuse_bad: bool,
) -> LabelGroups:
    truth, pred, weight = columns
    readings: list[LabelBatches] = []

    def begin(file: DataFile) -> Callable[[pl.DataFrame], None]:
        if readings and readings[-1].file is file:  # which is read again
            readings.pop()
        start = sum(one.rows for one in readings)
        readings.append(LabelBatches(truth, pred, weight, file, unit, start, any_number))
        return readings[-1].take

    def forget() -> None:
        if readings and str(readings[-1].file.path) in (readings[-1].file.left_out or {}):
            readings.pop()

    named = list(dict.fromkeys(name for name in columns if name is not None))
    take_batches(files, named, begin, forget=forget, progress=progress, numbers=named if as_numbers else ())
    if not any(one.rows for one in readings):
        raise no_rows(files)
    _refuse_no_weight(readings)
    groups = _together(readings)
    if refuse_bad or not len(groups.truth):
        _refuse_weights(readings, [column.dtype.is_numeric() for column in (groups.truth, groups.pred)])
    if not len(groups.truth):  # rows without weight are in no group
        raise WeightError(f"none of the {groups.rows} rows has a weight above zero: nothing can be evaluated.")
    for column in (groups.truth, groups.pred):
        if column.null_count() == len(column):
            raise _no_value(column.name, groups.rows)
    return groups


def _together(readings: Sequence[LabelBatches]) -> LabelGroups:
    """The groups of all files; raise if a column holds something else in one of them."""
    import polars as pl

    first = readings[0]
    parts = [(reading, reading.groups()) for reading in readings]
    if some_are_text(part[key] for reading, part in parts if reading.file.kind == "csv" for key in KEYS):
        raise TextLabelsError
    warn_of_labels(note for reading in readings for note in reading.notes)
    columns = []
    for key, name in zip(KEYS, (first.truth, first.pred), strict=True):
        named = [(reading.file, part.select(part[key].alias(name))) for reading, part in parts]
        columns.append(concatenated(named, [name])[name].alias(key))
    sums = pl.concat([part.drop(KEYS) for _, part in parts])
    found = merged([pl.DataFrame([*columns, *sums])])
    lost: dict[str, Gaps] = {}
    for reading, part in parts:
        for name, gaps in reading.gaps(part).items():
            marked = lost.setdefault(name, Gaps(0, gaps.first, _place(reading, gaps.first, readings)))
            marked.many += gaps.many
    return LabelGroups(
        found["truth"].alias(first.truth),
        found["pred"].alias(first.pred),
        found["rows"].to_numpy(),
        sum(reading.rows for reading in readings),
        None if first.weight is None else found["weight"].to_numpy(),
        None if first.weight is None else found["squares"].to_numpy(),
        lost,
    )


def _refuse_no_weight(readings: Sequence[LabelBatches]) -> None:
    rows, absent = (sum(numbers) for numbers in zip(*((one.rows, one.weights_absent) for one in readings), strict=True))
    if readings[0].weight is not None and absent == rows:
        raise _no_value(readings[0].weight, rows)


def _refuse_weights(readings: Sequence[LabelBatches], numeric: Sequence[bool]) -> None:
    """Raise if some weights are none, in any of the files."""
    first, *others = (reading.refused_weights(numeric) for reading in readings)
    for reading, bad in zip(readings, (first, *others), strict=True):
        bad.gaps.place = _place(reading, bad.gaps.first, readings)
    refuse_bad_weights(first.with_others(others))


def _place(one: LabelBatches, row: int | None, readings: Sequence[LabelBatches]) -> str | None:
    """Where a row is, if there are several files."""
    return None if row is None or len(readings) < 2 else place_in(one.file, row - one.start)


def _no_value(name: str, rows: int) -> MissingValuesError:
    return MissingValuesError(f"column {name!r} has no value in any of its {rows} rows: all are missing.")


_MOST_CELLS = 1 << 12  # of the tables that batches are added to
_MOST_WAITING = 1 << 16  # groups that wait to be added
_EXACT = 2.0**53  # from here on not every whole number is a float
_MANY = 1 << 20  # groups from which on they must be fewer than half of the rows


class NoNumbersError(Exception):
    """A column of weights holds something else; whoever reads all of it can say where."""


class TextLabelsError(Exception):
    """
    Labels that were read as numbers are to be read again as text, in which `0` and `00` differ.

    They are text (`is_text`), as some label of either column is no number; or their text has to tell what they are.
    """

    def __init__(self, *, is_text: bool = True) -> None:
        super().__init__()
        self.is_text = is_text


@dataclass(slots=True)
class LabelBatches:
    """
    What the batches of one file hold so far.

    Parameters
    ----------
    truth, pred, weight : str, str, str or None
        The columns.
    file : DataFile
    unit : int
        Of the squares of weights.
    start : int
        How many rows the files before it have.
    any_number : bool
        Whether groups may be as many as rows.
    """

    truth: str
    pred: str
    weight: str | None
    file: DataFile
    unit: int
    start: int
    any_number: bool = True
    rows: int = 0
    weights_absent: int = 0
    bad_weights: BadWeights = field(default_factory=BadWeights)
    bad_beside_words: dict[tuple[bool, bool], BadWeights] = field(default_factory=dict)  # in which column they are
    notes: list[str] = field(default_factory=list)  # what to warn of if labels stay numbers
    _tables: dict[Any, Any] = field(default_factory=dict)  # of `tables_of`
    _parts: list[pl.DataFrame] = field(default_factory=list)
    _waiting: int = 0
    _gaps: dict[str, tuple[Gaps, Gaps]] = field(default_factory=dict)  # without a value; with words such as NA as well
    _kinds: set[str] = field(default_factory=set)

    def take(self, part: pl.DataFrame) -> None:
        """Add a batch."""
        weights = None if self.weight is None else self._weights(part[self.weight], part)
        columns = part[self.truth], part[self.pred]
        tables = tables_of(*columns, self._tables) if weights is None else None
        if tables is None:
            pairs = [pairs_of_any(*columns, weights, self.unit)]
            for name, key in dict(zip((self.truth, self.pred), KEYS, strict=True)).items():  # one column once
                labels = pairs[0][key]
                if labels.null_count() or (self._is_text(labels) and _absent(labels).any()):
                    self._look_for_gaps(part[name], weights)
        elif sum(rows.size for _, rows in tables.values()) <= _MOST_CELLS:
            self._tables, pairs = tables, []
        else:
            self._tables, pairs = {}, frames_of(tables)
        self._parts += pairs
        self._waiting += sum(one.height for one in pairs)
        self.rows += part.height
        if self._waiting > _MOST_WAITING:
            self._parts = merged_alike(self._parts)
            groups = sum(one.height for one in self._parts)
            if not self.any_number and groups > max(_MANY, self.rows // 2):
                raise TooManyGroupsError
            self._waiting = -groups  # many groups are added once for as many new ones

    def _is_text(self, column: pl.Series) -> bool:
        """Whether what a column holds is known when all of it is."""
        return self.file.kind == "csv" and not column.dtype.is_numeric()

    def _weights(self, column: pl.Series, part: pl.DataFrame) -> npt.NDArray[np.float64]:
        import polars as pl

        if self._is_text(column):
            column = as_numbers(column, decimal_comma=has_decimal_comma(self.file))
            if kind_of(column) == "text":
                raise no_number(column, self.file, self.rows, WeightError)
        self._kinds |= {kind_of(column)} - {"nothing"}
        if len(self._kinds) > 1 or not (column.dtype.is_numeric() or column.dtype in (pl.Boolean, pl.Null)):
            raise NoNumbersError
        self.weights_absent += column.null_count()
        weights = column.cast(pl.Float64).fill_null(float("nan")).to_numpy()
        start, pair = self.start + self.rows, [part[name] for name in (self.truth, self.pred)]
        lost = absent_in(part, (self.truth, self.pred))
        bad = ~((weights >= 0) & (weights < np.inf))
        if bad.any() and any(map(self._is_text, pair)):
            words = np.array([self._words(labels) & bad for labels in pair])
            for which in ((True, False), (False, True), (True, True)):
                here = (words == np.reshape(which, (2, 1))).all(0) & (True if lost is None else ~lost)
                self.bad_beside_words.setdefault(which, BadWeights()).taken(np.where(here, weights, 0.0), start)
            weights = np.where(words.any(0), 1.0, weights)
        return self.bad_weights.taken(weights, start, lost)

    def _words(self, labels: pl.Series) -> npt.NDArray[np.bool_]:
        """Where there is a word such as NA, which is no label if the column turns out to hold numbers."""
        if not self._is_text(labels):
            return np.zeros(len(labels), np.bool_)
        return _absent(labels).fill_null(value=False).to_numpy()

    def refused_weights(self, numeric: Sequence[bool]) -> BadWeights:
        """Return the weights that are none, of rows with both labels; `numeric`: which columns hold numbers."""
        others = [bad for which, bad in self.bad_beside_words.items() if not any(np.logical_and(which, numeric))]
        first, *rest = sorted(
            [self.bad_weights, *others], key=lambda bad: math.inf if bad.gaps.first is None else bad.gaps.first
        )
        return first.with_others(rest)

    def _look_for_gaps(self, column: pl.Series, weights: npt.NDArray[np.float64] | None) -> None:
        gaps = column.is_null()
        if column.dtype.is_float():
            gaps = gaps | column.is_nan().fill_null(value=True)
        words = gaps | _absent(column).fill_null(value=True) if self._is_text(column) else gaps
        for known, mask in zip(self._gaps.setdefault(column.name, (Gaps(), Gaps())), (gaps, words), strict=True):
            here = mask.to_numpy() if weights is None else mask.to_numpy() & (weights != 0)
            known.mark(here, self.start + self.rows)

    def groups(self) -> pl.DataFrame:
        """
        All groups of the file; a CSV column as what all of its labels are.

        Raises
        ------
        TextLabelsError
            If a column of which numbers were read holds text.
        """
        parts = merged_alike([*frames_of(self._tables), *self._parts])
        if self.file.kind != "csv":
            return parts[0]
        comma = has_decimal_comma(self.file)
        columns = []
        for key, name in zip(KEYS, (self.truth, self.pred), strict=True):
            if name in self.file.text:
                continue
            columns.append(of_one_kind([part[key] for part in parts], decimal_comma=comma))
            for part, values in zip(parts, columns[-1], strict=True):
                if not part.schema[key].is_numeric():
                    note = spelling_note(part[key].alias(name), values)
                    self.notes += [] if note is None else [note]
        return merged([part.with_columns(column[k] for column in columns) for k, part in enumerate(parts)])

    def gaps(self, groups: pl.DataFrame) -> dict[str, Gaps]:
        """Return the rows that lack a value in a column; of no column that lacks none."""
        import polars as pl

        missing = {}
        for key, name in zip(KEYS, (self.truth, self.pred), strict=True):
            plain, with_words = self._gaps.get(name, (Gaps(), Gaps()))
            marked = plain if groups[key].dtype == pl.String else with_words  # in text such words are labels
            if marked.many:
                missing[name] = marked
        return missing


def _absent(column: pl.Series) -> pl.Series:
    """Where a text is a word for a missing number."""
    return column.str.strip_chars().is_in(ABSENT)


def merged_alike(parts: list[pl.DataFrame]) -> list[pl.DataFrame]:
    """Add groups of the same pair, of parts whose columns have the same types."""
    by_types: dict[tuple[str, ...], list[pl.DataFrame]] = {}
    for part in parts:
        by_types.setdefault(tuple(str(part.schema[key]) for key in KEYS), []).append(part)
    if len(by_types) > 1:  # an empty batch says nothing of the types
        by_types = {
            kinds: same_types for kinds, same_types in by_types.items() if any(part.height for part in same_types)
        } or by_types
    return [merged(same_types) for same_types in by_types.values()]


def of_one_kind(parts: list[pl.Series], *, decimal_comma: bool) -> list[pl.Series]:
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
