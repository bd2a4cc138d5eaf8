"""Which numbers occur in a column, and where each row's stands among them: by marks where they lie close together."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

_FEW, _A_ROW = 1 << 12, 16  # numbers that are marked one by one; of more, those that rows have are sorted


def occurring_places(place: npt.NDArray[np.intp], size: int) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Return the places that occur, of 0 to `size` - 1, in order, and where the place of each row is among them."""
    if (place[1:] > place[:-1]).all():
        return place, np.arange(len(place))
    if size > max(_FEW, _A_ROW * len(place)):
        return np.unique(place, return_inverse=True)
    held = np.zeros(size, np.bool_)
    held[place] = True
    here = np.flatnonzero(held)
    code = np.zeros(size, np.intp)
    code[here] = np.arange(len(here))
    return here, code[place]


def numbered(values: npt.NDArray[Any]) -> tuple[npt.NDArray[np.intp], int]:
    """Return a number for each value, 0 for the least of them, and how many differ."""
    if values.dtype.kind in "iu" and len(values):
        low, high = int(values.min()), int(values.max())
        if high - low < max(_FEW, _A_ROW * len(values)) and high <= np.iinfo(np.intp).max:
            here, code = occurring_places(values.astype(np.intp) - low, high - low + 1)
            return code, len(here)
    known, code = np.unique(values, return_inverse=True)
    return code.astype(np.intp).ravel(), len(known)
