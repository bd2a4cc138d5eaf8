"""The one division of the formulas: NaN where the denominator is zero, without a warning."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.typing import Floats


def ratio(numerator: Any, denominator: Any) -> Floats:
    """Divide; 0/0 and x/0 are NaN."""
    if isinstance(denominator, (np.generic, float, int)):  # one table: no array is needed
        return numerator / denominator if denominator != 0 else numerator * np.nan
    if denominator.all():
        return numerator / denominator
    shape = np.broadcast_shapes(np.shape(numerator), denominator.shape)
    out = np.full(shape, np.nan, np.result_type(numerator, denominator, np.float64))
    return np.divide(numerator, denominator, out=out, where=denominator != 0)[()]
