"""The derivative of a metric by the values that it is made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from concordant.typing import FloatArray

_STEP = 1e-30


def slopes_of_parts(combine: Callable[[Any], Any], values: FloatArray) -> FloatArray:
    """Return the derivative of the metric, of shape S, by each of the values that it is made of, (P, S)."""
    each = np.tile(values.astype(np.complex128), (len(values), 1))
    np.fill_diagonal(each, values + 1j * _STEP)
    found = np.imag(np.asarray(combine(each))) / _STEP
    found[np.isnan(values)] = 0.0
    return np.asarray(found)
