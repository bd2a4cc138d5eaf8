"""The columns of one batch of rows: taken from a frame, a mapping or records, checked, and turned into numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import ColumnError, InputError, InputTypeError, MissingValuesError, ScoreError
from concordant.inputs.arrays import is_series, narwhals_series, same_length
from concordant.inputs.encoding import encode
from concordant.inputs.label_values import Encoded
from concordant.inputs.labels import unknown_labels
from concordant.inputs.rows import numbers
from concordant.names import require_columns
from concordant.typing import FloatArray, Label

_SPAN = 1 << 16  # from the least to the greatest label, of a table of places
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
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
        found = {name: batch[name] for name in names}
    elif isinstance(batch, (list, tuple)) and all(isinstance(row, Mapping) for row in batch):
        known = dict.fromkeys(name for row in batch for name in row)
        if batch:
            require_columns(list(known), names)
        found = {name: [row.get(name) for row in batch] for name in names}
    else:
        found = _of_frame(batch, names)
    for name, column in found.items():
        if not hasattr(column, "__len__"):
            msg = f"{name} must be a column of values, not {type(column).__name__}."
            raise InputTypeError(msg)
    sizes = {name: len(column) for name, column in found.items()}
    for name, size in sizes.items():
        if size != sizes[names[0]]:
            same_length(found[names[0]], found[name], (names[0], name))
    return found


def _of_frame(batch: Any, names: Sequence[str]) -> dict[str, Any]:
    import narwhals as nw

    try:
        frame = nw.from_native(batch)
    except TypeError as error:
        msg = f"a batch is a data frame, a mapping of columns or a list of rows, not {type(batch).__name__}."
        raise InputTypeError(msg) from error
    except nw.exceptions.DuplicateError as error:
        said = " ".join(str(error).split())
        msg = f"a batch has columns of the same name: {said}."
        raise ColumnError(msg) from error
    if isinstance(frame, nw.LazyFrame):
        msg = "a batch is an eager frame: collect() it first, part by part if it is large."
        raise InputTypeError(msg)
    require_columns(frame.columns, names)
    return {name: frame.get_column(name).to_native() for name in names}


def places_among(column: Encoded, labels: tuple[Label, ...]) -> Any:
    """
    Return the place of each row among the declared labels; of a missing value any.

    Raises
    ------
    LabelError
        If a label is none of them.
    """
    known = {label: place for place, label in enumerate(labels)}
    if column.names is not None:
        table = np.array([known.get(name, -1) for name in column.names] or [0], np.int64)
        codes = column.values if column.missing is None else np.where(column.missing, 0, column.values)
        found = table[codes]
        if (table < 0).any():
            _refuse_unknown(found, column, codes, labels, [*column.names])
        return found
    values = column.values.astype(np.int64, copy=False)
    if column.missing is not None:
        first = next((label for label in labels if isinstance(label, (int, float))), 0)
        values = np.where(column.missing, int(first), values)
    numeric = ((label, place) for label, place in known.items() if isinstance(label, (int, float)))
    whole = {int(label): place for label, place in numeric if label == int(label)}
    low, high = (min(whole), max(whole)) if whole else (0, 0)
    if high - low < _SPAN:
        table = np.full(high - low + 3, -1, np.int64)  # a place before and one behind, for what lies outside
        for label, place in whole.items():
            table[label - low + 1] = place
        found = table[np.clip(values, low - 1, high + 1) - (low - 1)]
    else:
        distinct, inverse = np.unique(values, return_inverse=True)
        found = np.array([whole.get(label, -1) for label in distinct.tolist()], np.int64)[inverse]
    if len(found) and found.min() < 0:
        _refuse_unknown(found, column, values, labels, None)
    return found


def _refuse_unknown(
    found: npt.NDArray[Any], column: Encoded, codes: npt.NDArray[Any], labels: tuple[Label, ...], names: Any
) -> None:
    bad = found < 0 if column.missing is None else (found < 0) & ~column.missing
    if bad.any():
        distinct = np.unique(codes[bad]).tolist()
        raise unknown_labels([names[code] for code in distinct] if names is not None else distinct, labels)


def scores_of(column: Any, name: str, *, probabilities: bool) -> FloatArray:
    """Return scores as float64, NaN where one is missing; of probabilities refuse what lies outside 0 to 1."""
    scores = numbers(column, name)
    if scores.ndim != 1:
        msg = f"{name} must be one column of scores."
        raise ScoreError(msg)
    found: FloatArray = scores.astype(np.float64) + 0.0  # one zero
    if probabilities:
        outside = (found < 0) | (found > 1)
        if outside.any():
            row = int(outside.argmax())
            msg = (
                f"{name} must hold probabilities from 0 to 1; {int(outside.sum())} are not, the first in row {row}: "
                f'{found[row].item()!r}. For other scores open the store with scale="real".'
            )
            raise ScoreError(msg)
    return found


def microseconds(column: Any, name: str) -> npt.NDArray[np.int64]:
    """
    Return times as microseconds since 1970-01-01 UTC; a time without a zone is taken as UTC.

    Raises
    ------
    MissingValuesError
        If one is missing: nothing says in which window its row belongs.
    """
    found = _of_series(column, name) if is_series(column) else _of_array(column, name)
    lost = np.isnat(found)
    if lost.any():
        msg = (
            f"{name} has {int(lost.sum())} missing (the first in row {int(lost.argmax())}), and a row without a time "
            "belongs to no window: remove such rows."
        )
        raise MissingValuesError(msg)
    stamps = found.astype(np.int64)
    if len(stamps) and not FIRST_STAMP <= stamps.min() <= stamps.max() <= LAST_STAMP:
        raise _beyond(name)
    return stamps


def _beyond(name: str) -> InputError:
    return InputError(f"{name} must hold times of the years 1 to 9999.")


def _of_series(column: Any, name: str) -> npt.NDArray[np.datetime64]:
    import narwhals as nw

    series = narwhals_series(column, name)
    if series.dtype == nw.Date:
        series = series.cast(nw.Datetime("us"))
    if series.dtype == nw.Datetime:
        whole = series.dt.timestamp("us")
        gaps = whole.is_null().to_numpy()
        stamps = whole.fill_null(0).to_numpy().astype(np.int64)
        return np.where(gaps, np.datetime64("NaT", "us"), stamps.astype("datetime64[us]"))
    return _of_array(series.to_list(), name)


def _of_array(column: Any, name: str) -> npt.NDArray[np.datetime64]:
    if isinstance(column, np.ndarray) and column.dtype.kind == "M":
        found = column.astype("datetime64[us]")
        years = column[~np.isnat(column)].astype("datetime64[Y]").astype(np.int64) + 1970
        if len(years) and not 1 <= years.min() <= years.max() <= 9999:  # microseconds wrap around
            raise _beyond(name)
        return found
    known: dict[Any, Any] = {}
    try:
        return np.array([known.get(x) or known.setdefault(x, _stamp(x)) for x in column], "datetime64[us]")
    except (TypeError, ValueError, OverflowError) as error:
        msg = f"{name} must hold dates or times, or their text as in ISO 8601 (2026-03-01T12:00:00Z): {error}."
        raise InputError(msg) from error


def _stamp(value: Any) -> Any:
    """One time; a missing one is NaT."""
    if value is None or value != value or type(value).__name__ == "NaTType":  # noqa: PLR0124
        return np.datetime64("NaT", "us")
    if isinstance(value, np.datetime64):
        return value.astype("datetime64[us]")
    if isinstance(value, str):
        value = datetime.fromisoformat(value.strip())
    if isinstance(value, date) and not isinstance(value, datetime):
        value = datetime(value.year, value.month, value.day, tzinfo=UTC)
    if not isinstance(value, datetime):
        msg = f"{value!r} is none"
        raise TypeError(msg)
    plain = value.replace(tzinfo=UTC) if value.tzinfo is None else value
    since = plain - _EPOCH
    return np.datetime64((since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds, "us")


def group_texts(column: Any, name: str) -> tuple[npt.NDArray[np.int64], list[str | None]]:
    """
    Return the group of each row as a place among the texts that occur.

    Values are told by their text, so that 1 and "1" are one group; a missing value is a group of its own, None.
    """
    try:
        found = encode(column, name)
    except InputError as error:
        msg = f"the column of groups {name!r} cannot be read: {error}"
        raise ColumnError(msg) from error
    if found.names is None:
        distinct, codes = np.unique(found.values, return_inverse=True)
        names: list[Any] = distinct.tolist()
    else:
        codes, names = found.values, list(found.names)
    texts: dict[str | None, int] = {}
    table = [texts.setdefault(str(value), len(texts)) for value in names] or [0]
    places = np.array(table, np.int64)[codes if found.missing is None else np.where(found.missing, 0, codes)]
    if found.missing is not None and found.missing.any():
        places = np.where(found.missing, texts.setdefault(None, len(texts)), places)
    return places, list(texts)
