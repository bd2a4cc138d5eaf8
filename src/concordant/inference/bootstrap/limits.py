"""Limits from the values of the draws: percentile, basic, and BCa."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np

from concordant.inference.intervals.scales import SCALES
from concordant.typing import FloatArray

_NORMAL = NormalDist()


def percentile(values: FloatArray, level: float) -> tuple[float, float]:
    """The quantiles of the draws (Efron 1979, Annals of Statistics 7:1)."""
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def basic(values: FloatArray, value: float, level: float) -> tuple[float, float]:
    """The quantiles of the errors of the draws, turned round (Davison & Hinkley 1997, eq. 5.6)."""
    low, high = percentile(values, level)
    return 2 * value - high, 2 * value - low


def normal(values: FloatArray, value: float, level: float, scale: str = "delta") -> tuple[float, float]:
    """
    The value less the bias of the draws, and normal quantiles of their spread (Davison & Hinkley 1997, section 5.2).

    It is for values that are too high, or too low, by much of their own spread, as information is on few rows. The
    limits are symmetric on `scale`, and stretched to hold the value.
    """
    centre, spread = np.asarray(2 * value - values.mean()), np.asarray(values.std(ddof=1))
    low, high = SCALES[scale].limits(centre, spread, _NORMAL.inv_cdf((1 + level) / 2))
    return min(float(low), value), max(float(high), value)


def bca(values: FloatArray, value: float, level: float, acceleration: float) -> tuple[float, float] | None:
    """
    Bias-corrected and accelerated limits (Efron 1987, JASA 82:171, eq. 2.3).

    Draws that equal the value count half, as they are many where the metric takes few values. None if all draws lie
    on one side of the value, or so nearly all that the limits would come from one tail of them.
    """
    share = ((values < value).sum() + (values == value).sum() / 2) / len(values)
    if not 0 < share < 1:
        return None
    z0 = _NORMAL.inv_cdf(share)
    ends = []
    for side in ((1 - level) / 2, (1 + level) / 2):
        z = z0 + _NORMAL.inv_cdf(side)
        scale = 1 - acceleration * z
        if scale <= 0:
            return None
        ends.append(_NORMAL.cdf(z0 + z / scale))
    if not ends[0] < 0.5 < ends[1]:
        return None
    low, high = np.quantile(values, ends)
    return float(low), float(high)
