"""Sample weights: finite, not negative, one a row. Zero means that the row is absent."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import LengthError, WeightError
from concordant.inputs.arrays import as_array, floats_of, is_plain_numbers, is_read
from concordant.inputs.series import is_series, series_to_array
from concordant.settings import threads_for

NEAR = 64  # weights from 2**-64 to 2**64 can be multiplied with each other: their eighth powers fit float64
_TINY = np.finfo(np.float64).smallest_subnormal
_LARGEST_SUM = 2.0**1023
_SURE = 2.0**900  # no number of rows of such weights adds up to more
_LEAST, _MOST = {64: 2.0**-64, 480: 2.0**-480}, {64: 2.0**64, 480: 2.0**480}


def check_weights(sample_weight: Any, rows: int) -> npt.NDArray[Any] | None:
    """Return the weights as an array of numbers, or None."""
    return None if sample_weight is None else weights_and_least(sample_weight, rows)[0]


def weights_and_least(sample_weight: Any, rows: int) -> tuple[npt.NDArray[Any], float]:
    """Return the weights, and the least of them: above 0 all rows are there."""
    plain = is_plain_numbers(sample_weight)  # nearly always
    weights = sample_weight if plain else _numbers(sample_weight)
    if len(weights) != rows:
        msg = f"sample_weight must have one value a row: expected {rows}, got {len(weights)}."
        raise LengthError(msg)
    if not (plain or is_read(weights)):
        weights = _readable(weights)
    least, largest = _kernels.bounds(weights, threads_for(rows, weights.itemsize))
    if least >= 0 and largest <= _SURE:  # nearly always
        return weights, least
    if rows and not (least >= 0 and largest < math.inf):  # false for NaN as well
        bad = np.flatnonzero(~((weights >= 0) & (weights < np.inf)))
        if not len(bad):  # another thread writes to them
            return weights_and_least(weights.copy(), rows)
        raise refused_weights(len(bad), f"row {bad[0]}", weights[bad[0]])
    refuse_large_sum(largest, rows)
    return weights, least


def _numbers(sample_weight: Any) -> npt.NDArray[Any]:
    """Return weights of any container as an array."""
    one = is_series(sample_weight)
    return series_to_array(sample_weight, "sample_weight") if one else as_array(sample_weight, "sample_weight")


def _readable(weights: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return weights of another type as one that the kernels read."""
    if weights.dtype.kind == "O":
        weights = floats_of(weights, "sample_weight", WeightError)
    if weights.dtype.kind not in "iufb":
        msg = f"sample_weight must hold numbers, not {weights.dtype}."
        raise WeightError(msg)
    return weights if is_read(weights) else weights.astype(np.float64)


def refused_weights(many: int, first: str, value: Any) -> WeightError:
    """Return the error for weights that are none: how many, and the row and value of the first of them."""
    advice = " Give rows without a weight a weight of 0 to leave them out." if math.isnan(value) else ""
    return WeightError(
        f"sample_weight must be finite and not negative; {many} are not, the first in {first}: {value}.{advice}"
    )


def refuse_large_sum(largest: float, rows: int) -> None:
    """Raise for weights of so many rows that their sum may not be a float."""
    if adds_up_too_far(largest, rows):
        msg = (
            f"sample_weight of up to {largest:g} in {rows} rows adds up to more than float64 holds (1.8e308): "
            "divide all weights by one number."
        )
        raise WeightError(msg)


def adds_up_too_far(largest: float, rows: int) -> bool:
    """Whether weights of up to this one may add up to more than float64 holds."""
    return largest > _LARGEST_SUM / max(rows, 1)


def unit_beyond(largest: Any, power: int) -> Any:
    """
    Return the exponent of two that weights are to be divided by, to have the largest from 2**-power to 2**power.

    It is 0 between them, and even, so that roots of weights keep their digits. Arrays give one for each.
    """
    if isinstance(largest, float):
        if _LEAST[power] <= largest <= _MOST[power] or not 0 < largest < math.inf:
            return 0
        exponent = math.frexp(largest)[1]
        return exponent - power & ~1 if exponent > 0 else exponent + power & ~1
    beyond = ((largest > 2.0**power) | (largest < 2.0**-power)) & (largest > 0) & (largest < np.inf)
    exponents = np.frexp(np.where(beyond, largest, 1.0))[1].astype(np.int64)
    return np.where(beyond, exponents - np.sign(exponents) * power & ~1, 0)


def divided(weights: npt.NDArray[Any] | None, unit: int) -> npt.NDArray[np.float64]:
    """Return weights in units of ``2**unit``."""
    return np.ldexp(np.asarray(weights, np.float64), -unit)


def divided_above_zero(weights: npt.NDArray[Any], unit: int) -> npt.NDArray[np.float64]:
    """The same, where a weight above 0 stays above 0, so that its row still shows its labels."""
    return np.where(weights > 0, np.maximum(divided(weights, unit), _TINY), 0.0)


def near_one(weights: npt.NDArray[Any] | None) -> tuple[npt.NDArray[Any] | None, int]:
    """Return checked weights whose products fit float64, and the exponent of the two that they were divided by."""
    if weights is None or weights.dtype.kind != "f" or not len(weights):
        return weights, 0
    unit = unit_beyond(float(np.maximum.reduce(weights)), NEAR)
    return (divided(weights, unit), unit) if unit else (weights, 0)


def near_one_or_as_given(sample_weight: Any) -> tuple[Any, int]:
    """Check weights and do with them as `near_one`; usual ones are given back as they came."""
    weights = as_array(sample_weight, "sample_weight")
    found, unit = near_one(check_weights(weights, len(weights)))
    return (found, unit) if unit else (sample_weight, 0)
