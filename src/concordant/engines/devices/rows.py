"""The columns of a call on a device: checks, which rows count, and back to the host for all else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from concordant.engines.devices.operations import Operations, operations_of, working_on
from concordant.errors import InputError, InputTypeError, LengthError
from concordant.inputs.arrays import library_of, on_device, refuse_unreadable
from concordant.inputs.rows import refuse_counted, refuse_missing, refuse_out_of_range, refused_weights
from concordant.inputs.scores import ScoreRows, check_scores
from concordant.typing import Missing

_MOST_ROWS = 2**31 - 1  # sums of so many numbers of 31 bits fit int64


@dataclass(slots=True)
class DeviceRows:
    """
    Rows of a truth and predictions on a device, whose labels have not been read yet.

    Attributes
    ----------
    columns : tuple
        The truth, and the predictions or scores, of shape (n,) or (n, K).
    names : tuple of str
        What the caller calls them.
    weights : array of float64 or None
        None is zero: such rows are absent.
    missing : int
        How many rows were left out because a value is missing.
    reading : dict
        How they are to be read: `labels`, `pos_label`.
    operations : Operations
        Of the library that holds them.
    given : tuple
        The columns, the weights and `missing`, as the caller gave them.
    """

    columns: tuple[Any, ...]
    names: tuple[str, ...]
    weights: Any
    missing: int
    operations: Operations
    reading: dict[str, Any] = field(default_factory=dict)
    given: tuple[Any, ...] = ()

    def __len__(self) -> int:
        """Return how many rows there are."""
        return int(self.columns[0].shape[0])

    @property
    def is_matrix(self) -> bool:
        """Whether a column has several values a row."""
        return any(len(column.shape) == 2 for column in self.columns)

    @property
    def can_rank(self) -> bool:
        """Whether these are rows with one score and without weights."""
        return not self.is_matrix and self.weights is None


def check_device_rows(
    columns: Sequence[Any],
    names: Sequence[str],
    *,
    sample_weight: Any = None,
    missing: Missing = "raise",
    **reading: Any,
) -> DeviceRows:
    """
    Check columns on their device.

    Raises
    ------
    InputError, InputTypeError
        As for rows in memory; and if not all columns lie on one device, or their values cannot be read there.
    """
    refuse_missing((), missing)
    pairs = zip((*columns, sample_weight), (*names, "sample_weight"), strict=True)
    named = [(column, name) for column, name in pairs if column is not None]
    for column, name in named:
        refuse_unreadable(column, name)
    _refuse_several_devices(named)
    read = tuple(_column(column, name) for column, name in zip(columns, names, strict=True))
    rows = int(read[0].shape[0])
    for column, name in zip(read[1:], names[1:], strict=True):
        if column.shape[0] != rows:
            msg = f"{names[0]} and {name} must have the same number of rows; they have {rows} and {column.shape[0]}."
            raise LengthError(msg)
    if rows > _MOST_ROWS:
        raise LengthError(
            f"{names[0]} has {rows} rows, and a device counts at most {_MOST_ROWS} at once: make the states of parts "
            "(Counts.from_labels, Curve.from_scores) and add them."
        )
    operations = operations_of(read[0])
    with working_on(operations, read[0]):
        for column, name in zip(read, names, strict=True):
            if operations.kind(column) not in ("b", "i", "f"):
                raise InputTypeError(f"{name} must hold whole numbers, bools or floats, not {column.dtype}.")
        weights = None if sample_weight is None else _weights(sample_weight, rows, read, operations)
        kept, dropped = _kept(read, names, weights, missing, operations)
        if kept is not None:
            weights = None if weights is None else weights[kept]
            read = tuple(column[kept] for column in read)
    return DeviceRows(read, tuple(names), weights, dropped, operations, reading, (columns, sample_weight, missing))


def check_device_labels(y_true: Any, y_pred: Any, **reading: Any) -> DeviceRows:
    """Check two columns of labels on their device, as `check_labels` does in memory."""
    return check_device_rows((y_true, y_pred), ("y_true", "y_pred"), **reading)


def check_device_scores(y_true: Any, y_score: Any, *, what: str = "y_score", **reading: Any) -> DeviceRows:
    """Check labels and scores on their device, as `check_scores` does in memory."""
    return check_device_rows((y_true, y_score), ("y_true", what), **reading)


def _refuse_several_devices(named: Sequence[tuple[Any, str]]) -> None:
    """Raise unless all columns are of one library and on one device."""
    first = next(column for column, _ in named if on_device(column))
    devices = [
        (name, library_of(column) or "NumPy", operations_of(column).place(column) if library_of(column) else "the host")
        for column, name in named
    ]
    if len({(library, device) for _, library, device in devices}) > 1:
        shown = ", ".join(f"{name} lies on {device} ({library})" for name, library, device in devices)
        target = operations_of(first).place(first)
        msg = f"the columns of a call must lie on one device: {shown}. Bring all of them to {target}, or to the host."
        raise InputError(msg)


def _column(column: Any, name: str) -> Any:
    shape = tuple(column.shape)
    if len(shape) == 2 and shape[1] == 1:
        return column.reshape(-1)
    if len(shape) not in (1, 2):
        raise LengthError(f"{name} must be 1-D or 2-D, not an array of shape {shape}.")
    return column


def _weights(sample_weight: Any, rows: int, columns: Sequence[Any], operations: Operations) -> Any:
    """Check weights where they are; rows that lack a value of `columns` may have any."""
    column = _column(sample_weight, "sample_weight")
    if len(column.shape) != 1 or column.shape[0] != rows:
        raise LengthError(f"sample_weight must have one value a row: expected {rows}, got {column.shape[0]}.")
    weights = operations.double(column)
    if not rows:
        return weights
    bad = ~((weights >= 0) & (weights < float("inf")))
    if bool(bad.any()):
        for mask in (_missing(column, operations) for column in columns):
            weights = weights if mask is None else operations.xp.where(mask & (weights != 0), 1.0, weights)
        bad = ~((weights >= 0) & (weights < float("inf")))
    if bool(bad.any()):
        refused = operations.nonzero(bad)
        raise refused_weights(len(refused), f"row {int(refused[0])}", float(weights[refused[0]]))
    refuse_out_of_range(float(weights.max()))
    return weights


def _kept(
    columns: Sequence[Any], names: Sequence[str], weights: Any, missing: Missing, operations: Operations
) -> tuple[Any, int]:
    """Where rows count, None for all of them, and how many were dropped since a value is missing."""
    weighted = None if weights is None or bool((weights != 0).all()) else weights != 0
    masks = []
    for column, name in zip(columns, names, strict=True):
        mask = _missing(column, operations)
        if mask is None:
            continue
        mask = mask if weighted is None else mask & weighted
        if bool(mask.any()):
            masks.append((name, mask))
    if not masks:
        return weighted, 0
    if missing == "raise":
        rows = [(name, operations.nonzero(mask)) for name, mask in masks]
        refuse_counted([f"{name} has {len(some)} missing (the first in row {int(some[0])})" for name, some in rows])
    incomplete = masks[0][1]
    for _, mask in masks[1:]:
        incomplete = incomplete | mask
    return ~incomplete if weighted is None else weighted & ~incomplete, int(incomplete.sum())


def _missing(column: Any, operations: Operations) -> Any:
    """Where a row of a column holds NaN; None for one of whole numbers."""
    if operations.kind(column) != "f":
        return None
    mask = operations.xp.isnan(column)
    return mask if len(mask.shape) == 1 else mask.any(1)


def scores_on_host(rows: DeviceRows) -> ScoreRows:
    """Return labels and scores as those in memory are checked: the columns as the caller gave them."""
    (truth, scores), weight, missing = rows.given
    return check_scores(truth, scores, what=rows.names[1], sample_weight=weight, missing=missing, **rows.reading)
