"""One loop from batches of files to a state: each batch becomes a state, which is added to those before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.engines.gaps import BadWeights, Gaps, refuse_bad_weights, said_of_gaps
from concordant.engines.parts import Parts
from concordant.errors import WeightError
from concordant.inputs.csv_files import has_decimal_comma
from concordant.inputs.files import Progress, no_rows, take_batches
from concordant.inputs.missing import refuse_counted
from concordant.inputs.sources import DataFile
from concordant.inputs.text_values import as_numbers, as_type
from concordant.typing import Missing

if TYPE_CHECKING:
    import polars as pl

Columns = Mapping[str, "pl.DataType | None"]
Make = Callable[["pl.DataFrame", "npt.NDArray[np.float64] | None"], Any]


@dataclass(slots=True)
class _Seen:
    """What the batches so far have said."""

    parts: Parts = field(default_factory=Parts)
    waiting: list[tuple[pl.DataFrame, npt.NDArray[np.float64] | None]] = field(default_factory=list)
    rows: int = 0
    gaps: dict[str, Gaps] = field(default_factory=dict)
    bad: BadWeights = field(default_factory=BadWeights)

    def copy(self) -> _Seen:
        """Return the same to go on from; states do not change."""
        parts = Parts()
        parts.parts = list(self.parts.parts)
        return _Seen(parts, list(self.waiting), self.rows, deepcopy(self.gaps), deepcopy(self.bad))


def state_of_batches(
    files: Sequence[DataFile],
    columns: Columns,
    make: Make,
    *,
    weight: str | None,
    missing: Missing,
    together: int = 0,
    progress: Progress | None = None,
) -> Any:
    """
    Add the states of all batches.

    Parameters
    ----------
    files : sequence of DataFile
    columns : mapping
        The columns to read: of labels what all of their values are, for CSV files; of numbers None.
    make : callable
        Gets the columns of a batch and its weights, and gives its state; it drops rows where a value is missing.
    weight : str or None
        The column of weights.
    missing : {"raise", "drop"}
    together : int
        So many rows wait for each other, where one state of many rows takes less time than the sum of several.
    progress : callable, optional

    Raises
    ------
    DataFileError, ColumnError, MissingValuesError, WeightError
        With the number that a row has in all files together.
    """
    seen, before, current = _Seen(), _Seen(), None

    def begin(file: DataFile) -> Callable[[pl.DataFrame], None]:
        nonlocal seen, before, current
        if file is current:  # it is read again
            seen = before
        before, current = seen.copy(), file

        def take(part: pl.DataFrame) -> None:
            _take(seen, file, part, columns, weight, missing)
            if sum(waiting.height for waiting, _ in seen.waiting) > together:
                _make(seen, make)

        return take

    named = [*columns, *([] if weight is None else [weight])]
    take_batches(files, list(dict.fromkeys(named)), begin, progress=progress)
    _make(seen, make)
    if not seen.rows:
        raise no_rows(files)
    refuse_bad_weights(seen.bad)
    if missing == "raise":
        refuse_counted(said_of_gaps(seen.gaps))
    return seen.parts.total()


def _take(
    seen: _Seen,
    file: DataFile,
    part: pl.DataFrame,
    columns: Columns,
    weight: str | None,
    missing: Missing,
) -> None:
    if file.kind == "csv":
        part = _converted(part, {**({} if weight is None else {weight: None}), **columns}, file)
    weights = None if weight is None else seen.bad.taken(_floats(part[weight]), seen.rows)
    for name in columns:
        gaps = part[name].is_null()
        if part[name].dtype.is_float():
            gaps = gaps | part[name].is_nan().fill_null(value=True)
        mask = gaps.to_numpy() if weights is None else gaps.to_numpy() & (weights != 0)
        seen.gaps.setdefault(name, Gaps()).mark(mask, seen.rows)
    seen.rows += part.height
    told = missing == "raise" and any(one.many for one in seen.gaps.values())
    if part.height and not told and not seen.bad.gaps.many:
        seen.waiting.append((part, weights))


def _make(seen: _Seen, make: Make) -> None:
    """Make a state of what waits."""
    import polars as pl

    if seen.waiting:
        parts, weights = zip(*seen.waiting, strict=True)
        every = parts[0] if len(parts) == 1 else pl.concat(parts, how="vertical_relaxed")
        seen.parts.add(make(every, None if weights[0] is None else np.concatenate(weights)))
        seen.waiting = []


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
        if kind is None:
            return as_numbers(part[name], decimal_comma=comma)
        return as_type(part[name], kind, decimal_comma=comma)

    return part.with_columns(converted(name, kind) for name, kind in columns.items())
