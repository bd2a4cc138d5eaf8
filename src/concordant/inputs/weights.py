"""Sample weights: finite, not negative, one a row. Zero means that the row is absent."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import LengthError, WeightError
from concordant.inputs.arrays import as_array, floats_of
from concordant.inputs.series import is_series, series_to_array


def check_weights(sample_weight: Any, rows: int) -> npt.NDArray[Any] | None:
    """Return the weights as an array of numbers, or None."""
    if sample_weight is None:
        return None
    one = is_series(sample_weight)
    weights = series_to_array(sample_weight, "sample_weight") if one else as_array(sample_weight, "sample_weight")
    if len(weights) != rows:
        msg = f"sample_weight must have one value a row: expected {rows}, got {len(weights)}."
        raise LengthError(msg)
    if weights.dtype.kind == "O":
        weights = floats_of(weights, "sample_weight", WeightError)
    if weights.dtype.kind not in "iufb":
        msg = f"sample_weight must hold numbers, not {weights.dtype}."
        raise WeightError(msg)
    if weights.dtype.itemsize not in (1, 2, 4, 8) or weights.dtype == np.float16:
        weights = weights.astype(np.float64)
    if rows and not (weights.min() >= 0 and weights.max() < np.inf):  # false for NaN as well
        bad = np.flatnonzero(~((weights >= 0) & (weights < np.inf)))
        msg = (
            f"sample_weight must be finite and not negative; {len(bad)} are not, "
            f"the first in row {bad[0]}: {weights[bad[0]]}."
        )
        raise WeightError(msg)
    return weights
