"""One batch of rows becomes cells."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.engines import arrays
from concordant.errors import ColumnError, InputError, InputTypeError, MissingValuesError, OptionError, ScoreError
from concordant.inputs.arrays import is_series, narwhals_series, same_length
from concordant.inputs.encoding import encode
from concordant.inputs.label_values import Encoded
from concordant.inputs.labels import distinct_integers, indices_of_integers, unknown_labels
from concordant.inputs.rows import numbers, refuse_missing
from concordant.inputs.scores import ScoreRows
from concordant.monitoring.cells import Ints, LongCells, distinct_below, loss_digits, packed
from concordant.monitoring.definition import GROUP_BITS, LOSS_CELLS, Definition
from concordant.names import require_columns
from concordant.typing import FloatArray, Label, Missing

Group = tuple[str | None, ...]


_WAITING = 1 << 16  # cells that wait at least


class Accumulator:
    """
    What was counted of batch after batch: cells, whose number does not grow with the rows. It pickles as arrays.

    New cells wait until they are as many as those that are added up already, and are then added to these: a batch costs
    what it has cells, however many there are.

    Attributes
    ----------
    definition : Definition
    groups : dict of group to int
        The number of each group, in the order in which they were met.
    """

    def __init__(self, definition: Definition, groups: Sequence[Group] = (), cells: LongCells | None = None) -> None:
        self.definition = definition
        self.groups = {group: number for number, group in enumerate(groups)}
        self._whole = LongCells.empty() if cells is None else cells
        self._waiting: list[LongCells] = []

    def count(
        self, batch: Any, missing: Missing, skip: int = 0, *, closed_before: int | None = None
    ) -> tuple[int, int]:
        """
        Count a batch.

        Parameters
        ----------
        batch
            As `columns_of` takes it.
        missing : {"raise", "drop"}
            Rows that lack a truth, a prediction or a score; dropped ones are counted.
        skip : int
            So many rows at the start are left out.
        closed_before : int, optional
            Windows with smaller numbers are closed.

        Returns
        -------
        int, int
            How many rows were counted or dropped, and how many of them belong to windows that are closed.
        """
        parts, rows, late = self._cells_of(columns_of(batch, self.definition.columns), missing, skip, closed_before)
        self._waiting += parts
        if sum(len(part.key) for part in self._waiting) >= max(_WAITING, len(self._whole.key)):
            self.total()
        return rows, late

    def total(self) -> LongCells:
        """Return all cells."""
        if self._waiting:
            self._whole, self._waiting = LongCells.joined([self._whole, *self._waiting]), []
        return self._whole

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the sum of all cells."""
        return Accumulator, (self.definition, tuple(self.groups), self.total())

    def number_of(self, group: Group) -> int:
        """Return the number of a group; a new one gets the next."""
        number = self.groups.setdefault(group, len(self.groups))
        if number >= 1 << GROUP_BITS:
            self.groups.pop(group)
            msg = f"there are more than {1 << GROUP_BITS:,} groups; are these columns of groups, {group!r}?"
            raise OptionError(msg)
        return number

    def _cells_of(
        self, columns: dict[str, Any], missing: Missing, skip: int, closed_before: int | None
    ) -> tuple[list[LongCells], int, int]:
        """The cells of a batch, to be added up; how many rows it has, and how many of them are late."""
        definition = self.definition
        rows = max(len(columns[definition.columns[0]]) - skip, 0)
        if not rows:
            return [], 0, 0
        if skip:  # a series of pandas would take indices for labels
            columns = {name: getattr(column, "iloc", column)[skip:] for name, column in columns.items()}
        window = _windows(definition, columns)
        group = self._group_numbers(columns)
        truth, pred, score, dropped = _values(definition, columns, missing)
        late = 0 if closed_before is None else int(np.broadcast_to(window < closed_before, (rows,)).sum())
        parts = []
        if dropped is not None:
            keys = packed(definition, _some(window, dropped), _some(group, dropped), 0)
            parts.append(LongCells.counted(np.broadcast_to(keys, (int(dropped.sum()),))))
            window, group = _some(window, ~dropped), _some(group, ~dropped)
            truth, pred, score = (None if values is None else values[~dropped] for values in (truth, pred, score))
        if pred is not None:
            labels = len(definition.labels or ())
            cell = pred if truth is None else truth * labels + pred
            parts.append(_labels(definition, window, group, cell, definition.classes * labels))
        if score is None or not len(score):
            return parts, rows, late
        code = np.zeros(len(score), np.int64) if truth is None else truth
        if "losses" in definition.starts:
            parts += _losses(definition, window, group, code, score)
        return [*parts, *_buckets(definition, window, group, code, score)], rows, late

    def _group_numbers(self, columns: dict[str, Any]) -> Any:
        """The number of the group of each row, or one number where all rows have the same."""
        indices: Any = np.int64(0)
        occurring: list[Group] = [()]
        for name in self.definition.by:
            codes, texts = group_texts(columns[name], name)
            every = [(*group, text) for group in occurring for text in texts]
            distinct, indices = np.unique(indices * len(texts) + codes, return_inverse=True)
            occurring = [every[index] for index in distinct.tolist()]
        numbers = np.array([self.number_of(group) for group in occurring], np.int64)
        return numbers[0] if len(numbers) == 1 else numbers[indices]


def _some(values: Any, mask: npt.NDArray[np.bool_]) -> Any:
    return values[mask] if values.ndim else values


def _windows(definition: Definition, columns: dict[str, Any]) -> Any:
    """The number of the window of each row, or one number where all rows have the same."""
    if definition.time is None or definition.window is None:
        return np.int64(0)
    stamps = microseconds(columns[definition.time], definition.time, definition.time_format)
    low, high = int(stamps.min()) // definition.window, int(stamps.max()) // definition.window
    most = 1 << (62 - GROUP_BITS - definition.cell_bits)
    if low <= -most or high >= most:
        msg = f"the times in {definition.time!r} are too far from 1970 for windows this short; take longer windows."
        raise OptionError(msg)
    return np.int64(low) if low == high else stamps // definition.window


def _values(definition: Definition, columns: dict[str, Any], missing: Missing) -> tuple[Any, Any, Any, Any]:
    """The codes of truth and prediction, the scores, and which rows lack one of them."""
    labels = definition.labels or ()
    masks: list[tuple[str, Any]] = []
    codes: list[Any] = []
    for name in (definition.y_true, definition.y_pred):
        if name is None:
            codes.append(None)
            continue
        column = encode(columns[name], name)
        masks.append((name, column.missing))
        codes.append(indices_among(column, labels))
    scores = None
    if definition.y_score is not None:
        name = definition.y_score
        scores = scores_of(columns[name], name, probabilities=definition.scale == "probability")
        absent = np.isnan(scores)
        masks.append((name, absent if absent.any() else None))
    refuse_missing(masks, missing)
    dropped: Any = None
    for _, mask in masks:
        if mask is not None and mask.any():
            dropped = mask if dropped is None else dropped | mask
    return codes[0], codes[1], scores, dropped


def _labels(definition: Definition, window: Any, group: Any, cell: Ints, size: int) -> LongCells:
    """How often each pair of labels occurs, in a table where the rows are of one window and group."""
    start = definition.starts["labels"]
    if np.ndim(window) or np.ndim(group) or size > 4 * len(cell):
        return LongCells.counted(packed(definition, window, group, cell + start))
    return _occupied(packed(definition, window, group, np.arange(size) + start), np.bincount(cell, minlength=size))


def _buckets(definition: Definition, window: Any, group: Any, code: Any, score: Any) -> list[LongCells]:
    """The buckets of the scores; those of one window and group are counted by a kernel, without a sort."""
    key, classes, start = definition.score_key, definition.classes, definition.starts["scores"]
    if np.ndim(window) or np.ndim(group):
        cell = (key.places(score) - key.lowest) * classes + code + start
        return [LongCells.counted(packed(definition, window, group, cell), score)]
    parts = []
    for k in range(classes):
        own = score[code == k]
        counted = arrays.bucket_curve(ScoreRows(np.zeros(len(own), np.uint8), (0, 1), (0, 1), own, None, 0), key=key)
        keys = packed(definition, window, group, (counted.places[::-1] - key.lowest) * classes + k + start)
        parts.append(LongCells(keys, counted.weights[::-1, 0], counted.low[::-1], counted.high[::-1]))
    return parts


def _losses(definition: Definition, window: Any, group: Any, code: Any, score: Any) -> list[LongCells]:
    """The digits of the sums of losses, of each window and group apart."""
    cells = np.arange(2 * LOSS_CELLS) + definition.starts["losses"]
    if np.ndim(window) == 0 and np.ndim(group) == 0:
        return [_occupied(packed(definition, window, group, cells), loss_digits(code, score))]
    first, groups = np.min(window), np.max(group) + 1
    pairs = np.broadcast_to((window - first) * groups + group, code.shape)
    occurring, index = distinct_below(pairs, int((np.max(window) - first + 1) * groups))
    start = packed(definition, first + occurring // groups, occurring % groups, 0)
    digits = loss_digits(code, score, np.ascontiguousarray(index, np.int64), len(occurring))
    return [_occupied((start[:, None] + cells).ravel(), digits)]


def _occupied(key: Ints, numbers: Ints) -> LongCells:
    """The cells whose number is not 0."""
    rows = numbers.ravel()
    occupied = np.flatnonzero(rows)
    nothing = np.full(len(occupied), np.inf)
    return LongCells(key[occupied], rows[occupied], nothing, -nothing)


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SECONDS = re.compile(r"\d{9,10}(\.\d*)?")
_MICROSECOND = timedelta(microseconds=1)
FIRST_STAMP = (datetime.min.replace(tzinfo=UTC) - _EPOCH) // _MICROSECOND
LAST_STAMP = (datetime.max.replace(tzinfo=UTC) - _EPOCH) // _MICROSECOND


def columns_of(batch: Any, names: Sequence[str]) -> dict[str, Any]:
    """
    Return the named columns of a batch.

    Parameters
    ----------
    batch : eager data frame, mapping of columns, or list of mappings
        A list holds one mapping a row, such as the lines of NDJSON; a value that a row lacks is missing.
    """
    if isinstance(batch, Mapping):
        require_columns(list(batch), names)
        columns = {name: batch[name] for name in names}
    elif isinstance(batch, (list, tuple)) and all(isinstance(row, Mapping) for row in batch):
        occurring = dict.fromkeys(name for row in batch for name in row)
        if batch:
            require_columns(list(occurring), names)
        columns = {name: [row.get(name) for row in batch] for name in names}
    else:
        columns = _of_frame(batch, names)
    for name, column in columns.items():
        if not hasattr(column, "__len__"):
            raise InputTypeError(f"{name} must be a column of values, not {type(column).__name__}.")
    sizes = {name: len(column) for name, column in columns.items()}
    for name, size in sizes.items():
        if size != sizes[names[0]]:
            same_length(columns[names[0]], columns[name], (names[0], name))
    return columns


def _of_frame(batch: Any, names: Sequence[str]) -> dict[str, Any]:
    import narwhals as nw

    try:
        frame = nw.from_native(batch)
    except TypeError as error:
        msg = f"a batch is a data frame, a mapping of columns or a list of rows, not {type(batch).__name__}."
        raise InputTypeError(msg) from error
    except nw.exceptions.DuplicateError as error:
        reason = " ".join(str(error).split())
        raise ColumnError(f"a batch has columns of the same name: {reason}.") from error
    if isinstance(frame, nw.LazyFrame):
        raise InputTypeError("a batch is an eager frame: collect() it first, part by part if it is large.")
    require_columns(frame.columns, names)
    return {name: frame.get_column(name).to_native() for name in names}


def indices_among(column: Encoded, labels: tuple[Label, ...]) -> Any:
    """
    Return the index of the label of each row among the declared ones; of a missing value any.

    Raises
    ------
    LabelError
        If a label is none of them.
    """
    codes, distinct = column.values, column.names
    if distinct is None:
        integers = distinct_integers(codes)
        codes, distinct = indices_of_integers(codes, integers), integers.tolist()
    index_of = {label: index for index, label in enumerate(labels)}
    table = np.array([index_of.get(label, -1) for label in distinct] or [0], np.int64)
    codes = codes if column.missing is None else np.where(column.missing, 0, codes)
    indices = table[codes]
    if (table < 0).any():
        unknown = indices < 0 if column.missing is None else (indices < 0) & ~column.missing
        if unknown.any():
            raise unknown_labels([distinct[code] for code in np.unique(codes[unknown]).tolist()], labels)
    return indices


def scores_of(column: Any, name: str, *, probabilities: bool) -> FloatArray:
    """Return scores as float64, NaN where one is missing; of probabilities refuse what lies outside 0 to 1."""
    scores = numbers(column, name)
    if scores.ndim != 1:
        raise ScoreError(f"{name} must be one column of scores.")
    values: FloatArray = scores.astype(np.float64) + 0.0  # one zero
    if probabilities:
        outside = (values < 0) | (values > 1)
        if outside.any():
            row = int(outside.argmax())
            raise ScoreError(
                f"{name} must hold probabilities from 0 to 1; {int(outside.sum())} are not, the first in row {row}: "
                f'{values[row].item()!r}. For other scores open the store with scale="real".'
            )
    return values


def microseconds(column: Any, name: str, form: str | None = None) -> npt.NDArray[np.int64]:
    """
    Return times as microseconds since 1970-01-01 UTC; a time without a zone is taken as UTC.

    `form` says how text is written, as `datetime.strptime` takes it; None for ISO 8601.

    Raises
    ------
    MissingValuesError
        If one is missing: nothing says in which window its row belongs.
    """
    times = _of_series(column, name, form) if is_series(column) else _of_array(column, name, form)
    mask = np.isnat(times)
    if mask.any():
        raise MissingValuesError(
            f"{name} has {int(mask.sum())} missing (the first in row {int(mask.argmax())}), and a row without a time "
            "belongs to no window: remove such rows."
        )
    stamps = times.astype(np.int64)
    if len(stamps) and not FIRST_STAMP <= stamps.min() <= stamps.max() <= LAST_STAMP:
        raise _beyond(name)
    return stamps


def _beyond(name: str) -> InputError:
    return InputError(f"{name} must hold times of the years 1 to 9999.")


def _of_series(column: Any, name: str, form: str | None) -> npt.NDArray[np.datetime64]:
    import narwhals as nw

    series = narwhals_series(column, name)
    if series.dtype == nw.Date:
        series = series.cast(nw.Datetime("us"))
    if series.dtype == nw.Datetime:
        series_stamps = series.dt.timestamp("us")
        absent = series_stamps.is_null().to_numpy()
        stamps = series_stamps.fill_null(0).to_numpy().astype(np.int64)
        return np.where(absent, np.datetime64("NaT", "us"), stamps.astype("datetime64[us]"))
    return _of_array(series.to_list(), name, form)


def _of_array(column: Any, name: str, form: str | None) -> npt.NDArray[np.datetime64]:
    if isinstance(column, np.ndarray) and column.dtype.kind == "M":
        stamps = column.astype("datetime64[us]")
        years = column[~np.isnat(column)].astype("datetime64[Y]").astype(np.int64) + 1970
        if len(years) and not 1 <= years.min() <= years.max() <= 9999:  # microseconds wrap around
            raise _beyond(name)
        return stamps
    column = column.tolist() if isinstance(column, np.ndarray) and column.dtype.kind in "iuf" else column
    cached: dict[Any, Any] = {}
    try:
        return np.array([cached.get(x) or cached.setdefault(x, _stamp(x, form)) for x in column], "datetime64[us]")
    except (TypeError, ValueError, OverflowError) as error:
        usual = "in ISO 8601 (2026-03-01T12:00:00Z), seconds since 1970, or as time_format= says ('%d.%m.%Y %H:%M')"
        written = usual if form is None else f"time_format={form!r}"
        raise InputError(f"{name} must hold dates or times, their text as {written}: {error}.") from error


def _stamp(value: Any, form: str | None) -> Any:
    """One time; a missing one is NaT."""
    if value is None or value != value or type(value).__name__ == "NaTType":  # noqa: PLR0124
        return np.datetime64("NaT", "us")
    if isinstance(value, np.datetime64):
        return value.astype("datetime64[us]")
    if isinstance(value, str) and form is not None:
        try:
            value = datetime.strptime(value.strip(), form)  # noqa: DTZ007  (without a zone it is UTC, see below)
        except ValueError as error:
            raise ValueError(f"{value!r:.80} is not, {error}") from error
    if isinstance(value, str):
        value = float(value) if _SECONDS.fullmatch(value.strip()) else datetime.fromisoformat(value.strip())
    if isinstance(value, (int, float)) and 1e8 <= value < 1e10:  # of 9 or 10 digits: no 20260301, no milliseconds
        return np.datetime64(round(value * 1e6), "us")
    if isinstance(value, date) and not isinstance(value, datetime):
        value = datetime(value.year, value.month, value.day, tzinfo=UTC)
    if not isinstance(value, datetime):
        raise TypeError(f"{value!r} is none")
    plain = value.replace(tzinfo=UTC) if value.tzinfo is None else value
    since = plain - _EPOCH
    return np.datetime64((since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds, "us")


def group_texts(column: Any, name: str) -> tuple[npt.NDArray[np.int64], list[str | None]]:
    """
    Return the group of each row as an index into the texts that occur.

    Values are told by their text, so that 1 and "1" are one group; a missing value is a group of its own, None.
    """
    try:
        encoded = encode(column, name)
    except InputError as error:
        raise ColumnError(f"the column of groups {name!r} cannot be read: {error}") from error
    if encoded.names is None:
        distinct, codes = np.unique(encoded.values, return_inverse=True)
        names: list[Any] = distinct.tolist()
    else:
        codes, names = encoded.values, list(encoded.names)
    texts: dict[str | None, int] = {}
    index_of = [texts.setdefault(str(value), len(texts)) for value in names] or [0]
    indices = np.array(index_of, np.int64)[codes if encoded.missing is None else np.where(encoded.missing, 0, codes)]
    if encoded.missing is not None and encoded.missing.any():
        indices = np.where(encoded.missing, texts.setdefault(None, len(texts)), indices)
    return indices, list(texts)
