"""Errors of calibration of bins: absolute, squared, without the part that chance adds, and that part itself."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal, TypeAlias

import numpy as np

from concordant.errors import OptionError
from concordant.metrics._arithmetic.averages import check_average
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._curves.outputs import OUTPUT_AVERAGES, over_outputs, why_outputs
from concordant.metrics._probabilities.bins import Bins, Closed, Edges, Strategy, binned, why_no_rows
from concordant.names import did_you_mean
from concordant.states import Curve, CurveStack
from concordant.typing import Average, FloatArray, Floats

Norm: TypeAlias = Literal["l1", "l2"]

_ERF = np.frompyfunc(math.erf, 1, 1)


def over_bins(
    curve: Curve | CurveStack,
    value: Callable[[Bins], float],
    n_bins: int,
    strategy: Strategy,
    edges: Edges,
    closed: Closed,
    average: Average,
    fill: float,
) -> Floats:
    """Take a value of the bins of a curve, or of each curve of a stack and average."""
    if isinstance(curve, CurveStack):
        return over_outputs(curve, lambda one: value(binned(one, n_bins, strategy, edges, closed)), average, fill)
    check_average(average, allowed=OUTPUT_AVERAGES)
    return value(binned(curve, n_bins, strategy, edges, closed))


def check_norm(norm: Norm) -> None:
    """Raise for a norm that does not exist."""
    if norm not in ("l1", "l2"):
        msg = f'norm must be "l1" or "l2", not {norm!r}.{did_you_mean(norm, ("l1", "l2"))}'
        raise OptionError(msg)


def absolute_error(bins: Bins) -> float:
    """The mean over the rows of the absolute gap of their bin."""
    return float(ratio(np.abs(bins.surplus).sum(), bins.weight.sum()))


def absolute_bias(bins: Bins) -> float:
    """
    How much chance adds to the mean absolute gap, if the share of each bin is normal with its standard error.

    A gap g with standard error s is on average s sqrt(2/pi) exp(-g^2/(2 s^2)) + g erf(g/(s sqrt 2)) in absolute value.
    """
    weight = bins.weight
    known = (bins.positives > 0) & (bins.negatives > 0)  # elsewhere the standard error is zero
    gap = np.abs(bins.surplus[known]) / weight[known]
    error = np.sqrt(bins.observed[known] * (1 - bins.observed[known]) / weight[known])
    z = gap / error
    expected = error * math.sqrt(2 / math.pi) * np.exp(-z * z / 2) + gap * _erf(z / math.sqrt(2))
    return float(ratio((weight[known] * (expected - gap)).sum(), weight.sum()))


def squared_error(bins: Bins) -> float:
    """The mean over the rows of the squared gap of their bin."""
    return float(ratio(_squares(bins).sum(), bins.weight.sum()))


def debiased_squared_error(bins: Bins) -> float:
    """The same without o (1 - o) / (n - 1), which chance adds in a bin of n rows; bins of one row do not count."""
    several = bins.weight > 1
    if not several.any():
        return math.nan
    return float(ratio(np.where(several, _squares(bins) - chance_squares(bins), 0.0).sum(), bins.weight.sum()))


def why_no_variance(
    curve: Curve | CurveStack,
    n_bins: int,
    strategy: Strategy,
    edges: Edges,
    closed: Closed,
    average: Average,
) -> str | None:
    """Say that no bin has the two rows that the variance of its share needs."""
    reason = why_no_rows(curve, average)
    if reason is not None:
        return reason

    def single(one: Curve) -> bool:
        return not (binned(one, n_bins, strategy, edges, closed).weight > 1).any()

    reason = "no bin holds more than one row, which the variance of its share needs"
    if isinstance(curve, CurveStack):
        return why_outputs(curve, single, average, reason)
    return reason if single(curve) else None


def chance_squares(bins: Bins) -> FloatArray:
    """What chance adds to n gap^2 in each bin of n rows: n o (1 - o) / (n - 1), without bias; 0 up to one row."""
    weight = bins.weight * 1.0
    spread = np.asarray(ratio(bins.positives * 1.0 * bins.negatives, weight))
    out: FloatArray = np.divide(spread, weight - 1, out=np.zeros_like(spread), where=weight > 1)
    return out


def expected_absolute_error(bins: Bins) -> float:
    """The mean absolute gap of right probabilities, if the surplus of a bin is normal: E|Z| = sqrt(2/pi) sd."""
    return float(ratio(np.sqrt(2 / math.pi * bins.variance).sum(), bins.weight.sum()))


def expected_squared_error(bins: Bins) -> float:
    """The mean squared gap of right probabilities: exact."""
    return float(ratio(_without_empty(bins.variance, bins).sum(), bins.weight.sum()))


def _squares(bins: Bins) -> FloatArray:
    """The weight times the squared gap in each bin; 0 in an empty one."""
    return _without_empty(bins.surplus**2, bins)


def _without_empty(sums: FloatArray, bins: Bins) -> FloatArray:
    weight = bins.weight
    return np.divide(sums, weight, out=np.zeros(len(weight)), where=weight > 0)


def _erf(x: FloatArray) -> FloatArray:
    return np.asarray(_ERF(x), dtype=np.float64)
