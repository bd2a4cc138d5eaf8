"""The one division of the formulas: NaN where the denominator is zero, without a warning."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.typing import Floats


def ratio(numerator: Any, denominator: Any) -> Floats:
    """Divide; 0/0 and x/0 are NaN."""
    if type(numerator) is float and type(denominator) is float:
        return numerator / denominator if denominator != 0 else np.nan
    top, bottom = np.asarray(numerator), np.asarray(denominator)
    kind = np.result_type(top, bottom, np.float64)
    out = np.full(np.broadcast_shapes(top.shape, bottom.shape), np.nan, dtype=kind)
    return np.divide(top, bottom, out=out, where=bottom != 0)[()]
