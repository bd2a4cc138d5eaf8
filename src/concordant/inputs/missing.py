"""Missing values: raise and say how many and where first, or drop the rows and keep the count."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from concordant.errors import MissingValuesError, OptionError
from concordant.typing import Missing

Mask = npt.NDArray[np.bool_]


def refuse_missing(masks: Mapping[str, Mask | None], missing: Missing) -> None:
    """Raise for missing values unless they are to be dropped."""
    if missing == "drop":
        return
    if missing != "raise":
        msg = f'missing must be "raise" or "drop", not {missing!r}.'
        raise OptionError(msg)
    found = [
        f"{name} has {int(mask.sum())} missing (the first in row {int(mask.argmax())})"
        for name, mask in masks.items()
        if mask is not None and mask.any()
    ]
    if found:
        msg = f'{" and ".join(found)}. Remove them, or drop such rows with missing="drop".'
        raise MissingValuesError(msg)


def drop_rows(*masks: Mask | None) -> tuple[Mask, int]:
    """Rows where nothing is missing, and how many rows have something missing."""
    present = [mask for mask in masks if mask is not None]
    lost: Mask = np.logical_or.reduce(present)
    return ~lost, int(lost.sum())
