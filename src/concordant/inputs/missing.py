"""Missing values: raise and say how many and where first, or drop the rows and keep the count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import MissingValuesError, OptionError
from concordant.names import did_you_mean
from concordant.typing import Missing

Mask = npt.NDArray[np.bool_]


def refuse_missing(
    masks: Sequence[tuple[str, Mask | None]], missing: Missing, *, origin: npt.NDArray[np.intp] | None = None
) -> None:
    """Raise for missing values unless they are to be dropped. `origin`: the numbers of the rows, if some are gone."""
    if missing == "drop":
        return
    if missing != "raise":
        msg = f'missing must be "raise" or "drop", not {missing!r}.{did_you_mean(missing, ("raise", "drop"))}'
        raise OptionError(msg)
    found = []
    for name, mask in masks:
        if mask is not None and mask.any():
            row = int(mask.argmax()) if origin is None else int(origin[mask.argmax()])
            found.append(f"{name} has {int(mask.sum())} missing (the first in row {row})")
    refuse_counted(found)


def refuse_counted(found: Sequence[str]) -> None:
    """Raise if anything missing was found."""
    if found:
        msg = f'{" and ".join(found)}. Remove them, or drop such rows with missing="drop".'
        raise MissingValuesError(msg)


def kept_rows(
    masks: Sequence[tuple[str, Mask | None]],
    missing: Missing,
    weights: npt.NDArray[Any] | None,
    times: npt.NDArray[np.int64] | None = None,
    *,
    least: float = 0.0,
) -> tuple[Mask | None, int]:
    """
    Rows to keep (None: all of them), and how many rows were dropped because something is missing.

    `masks` are the names of the columns, and where a value is missing in them (None: nowhere).
    `times` says how many rows each of them stands for; None: one. `least` is the least weight, as far as it is known.
    Rows of weight zero are absent: they are not kept, nothing can be missing in them, and nobody counts them.
    """
    if (weights is None or least > 0) and not masks and missing in ("raise", "drop"):
        return None, 0  # nearly always
    here = None if weights is None or least > 0 or weights.all() else weights != 0
    if here is not None:
        masks = [(name, None if mask is None else mask & here) for name, mask in masks]
    refuse_missing(masks, missing)
    found = [mask for _, mask in masks if mask is not None]
    if not found:
        return here, 0
    lost: Mask = np.logical_or.reduce(found)
    dropped = lost.sum() if times is None else times[lost].sum()
    return ~lost if here is None else here & ~lost, int(dropped)


def rows_of(kept: Mask | None, *columns: Any) -> Sequence[Any]:
    """Return the rows to keep of each column; None stays None."""
    return columns if kept is None else [None if column is None else column[kept] for column in columns]


def numbers_of_rows(kept: Mask | None) -> npt.NDArray[np.intp] | None:
    """Return the numbers that the kept rows had before the others were left out; None if all are there."""
    return None if kept is None else np.flatnonzero(kept)
