"""Ratios without an upper end: the test is that of their logarithms."""

from __future__ import annotations

import math

import numpy as np

from concordant.errors import OptionError
from concordant.inference.comparisons.by_influence import error_of, welch_degrees
from concordant.inference.comparisons.contrast import Contrast, Finding
from concordant.inference.influence.influences import Influences
from concordant.inference.influence.standard_errors import small_sample
from concordant.inference.intervals.scales import SCALES
from concordant.inference.quantiles import tail, two_sided


def log_test(contrast: Contrast) -> Finding:
    """
    Test ``log A - log B`` by the influences of the logarithms.

    The error of a ratio grows with the ratio, so that a difference is never many of its standard errors: `delta_test`
    finds nothing. The limits of the difference are put together from those of both on the logarithmic scale, with
    their correlation (MOVER, Zou & Donner 2008, Statistics in Medicine 27:1693, eq. 15 and 16).
    """
    a, b = float(contrast.a.value), float(contrast.b.value)
    first, second = contrast.a.influences, contrast.b.influences
    if contrast.a.metric.facts.range != (0.0, math.inf):
        msg = f'method="log" is for metrics from 0 without an upper end, not for {contrast.a.metric.name}.'
        raise OptionError(msg)
    nan = float("nan")
    if first is None or second is None or not (0 < a < math.inf and 0 < b < math.inf):
        return Finding(nan, nan, nan, nan, "log")
    (error_a, degrees_a), (error_b, degrees_b) = error_of(contrast.a), error_of(contrast.b)
    parts = error_a / a, error_b / b  # of the logarithms
    degrees: float | None
    if contrast.paired:
        se, degrees = small_sample(contrast.units, _of_logarithm(first, a).minus(_of_logarithm(second, b)))
    else:
        se, degrees = math.hypot(*parts), welch_degrees((parts[0], degrees_a), (parts[1], degrees_b))
    if not (se > 0 and min(parts) > 0):
        return Finding(nan, nan, nan, nan, "log")
    alike = (parts[0] ** 2 + parts[1] ** 2 - se**2) / (2 * parts[0] * parts[1])
    z = two_sided(contrast.level, degrees)
    ends = SCALES["log"].limits(np.array([a, b]), np.array([error_a, error_b]), z)
    below, above = np.array([a, b]) - ends[0], ends[1] - np.array([a, b])
    low = a - b - _joined(below[0], above[1], alike)
    high = a - b + _joined(above[0], below[1], alike)
    return Finding(low, high, float(contrast.se), tail(math.log(a / b) / se, degrees), "log")


def _of_logarithm(psi: Influences, value: float) -> Influences:
    return psi.mapped(lambda each: each / value)


def _joined(first: float, second: float, alike: float) -> float:
    return math.sqrt(max(first**2 - 2 * alike * first * second + second**2, 0.0))
