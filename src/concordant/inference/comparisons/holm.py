"""P-values that hold for several tests at once."""

from __future__ import annotations

import numpy as np

from concordant.typing import FloatArray


def holm(p_values: FloatArray) -> FloatArray:
    """
    Adjust p-values by Holm's step-down method.

    The smallest of m is multiplied by m, the next by m - 1, and so on; none is smaller than one before it (Holm 1979,
    Scandinavian Journal of Statistics 6:65). Undefined ones (NaN) are no tests and do not count.
    """
    p = np.asarray(p_values, np.float64)
    adjusted = np.full(p.shape, np.nan)
    tested = np.flatnonzero(~np.isnan(p))
    order = tested[np.argsort(p[tested], kind="stable")]
    steps = np.maximum.accumulate(p[order] * np.arange(len(order), 0, -1))
    adjusted[order] = np.minimum(steps, 1.0)
    return adjusted
