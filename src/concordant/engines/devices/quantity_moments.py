"""Numbers of each row on a device become `Moments`: two passes, the means and then what lies around them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from concordant.engines.devices.device_rows import DeviceRows
from concordant.inputs.rows import unit_beyond
from concordant.states.moments import Moments
from concordant.states.state import SQUARED
from concordant.typing import Label


def quantity_moments(
    names: tuple[str, ...], quantities: Sequence[Any], rows: DeviceRows, classes: tuple[Label, ...] | None
) -> Moments | None:
    """
    Return the moments of quantities of at least one row, as float64.

    None for weights whose squares leave float64: the kernels have units for them.
    """
    weights = rows.weights
    total = float(len(rows)) if weights is None else float(weights.sum())
    if unit_beyond(total, SQUARED):
        return None
    means = [float((x if weights is None else x * weights).sum()) / total for x in quantities]
    apart = [x - mean for x, mean in zip(quantities, means, strict=True)]
    again = apart if weights is None else [x * weights for x in apart]
    comoment = [[float((x * y).sum()) for y in apart] for x in again]
    squares = total if weights is None else float((weights * weights).sum())
    return Moments(
        names,
        np.asarray(total),
        np.asarray(squares),
        np.array(means),
        np.array(comoment),
        classes=classes,
        missing=rows.missing,
    )
