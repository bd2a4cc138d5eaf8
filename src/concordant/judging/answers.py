"""The mean of a quantity of items, with its standard error, over items or over clusters of them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from concordant.inference.quantiles import tail
from concordant.inference.samples.panels import unit_means
from concordant.inference.samples.sample import Clusters
from concordant.judging.adjusted_rates import limits_on
from concordant.result.intervals import Interval
from concordant.typing import FloatArray

_LARGE = 1e100


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean, its standard error and degrees of freedom, and what they come from."""

    value: float
    se: float
    degrees: float
    n: float
    method: str


def mean_of(values: FloatArray, repeats: FloatArray, clusters: Clusters | None) -> Mean:
    """
    Return the mean of the values of profiles, each of which so many items have; NaN is a value of no item.

    The standard error is ``sd / sqrt(n)`` with n - 1 degrees of freedom; of clusters, from the sums of the residuals in
    each, ``sqrt(G / (G - 1) sum_c (sum_u r_u)^2) / n`` with G - 1.
    """
    counted = ~np.isnan(values) & (repeats > 0)
    size = float(np.abs(values[counted]).max(initial=0.0))
    if size > _LARGE and size < np.inf:  # squares would leave float64
        scaled = mean_of(values / size, repeats, clusters)
        return Mean(scaled.value * size, scaled.se * size, scaled.degrees, scaled.n, scaled.method)
    if not counted.any():
        return Mean(math.nan, math.nan, math.nan, 0.0, "t")
    means = unit_means(np.where(counted, values, np.nan)[:, None], np.asarray(repeats, np.float64), None, clusters)
    value, se, degrees, n = (float(part[0]) for part in (means.value, means.se, means.degrees, means.n))
    return Mean(value, se, degrees, n, means.kind)


def p_value_of(mean: Mean) -> float:
    """The two-sided p-value of a mean of 0: 1 if every value is 0, NaN if the values are equal otherwise."""
    if mean.se == 0:
        return 1.0 if mean.value == 0 else math.nan
    return tail(mean.value / mean.se, mean.degrees) if mean.degrees > 0 else math.nan


def jackknife_variance(without: FloatArray, repeats: FloatArray) -> float:
    """The jackknife variance, from the values without each item (or cluster) and how often each occurs."""
    groups = float(repeats.sum())
    deviation = without - float(repeats @ without) / groups
    return (groups - 1) / groups * float(repeats @ np.square(deviation))


def interval_of(
    mean: Mean,
    level: float,
    name: str,
    signature: str,
    *,
    scale: str = "delta",
    why: str = "the items do not vary",
    most: float = math.inf,
) -> Interval:
    """The mean with Student's t limits on a scale, cut at -`most` and `most`."""
    low, high = limits_on(scale, mean.value, mean.se, level, mean.degrees)
    if not math.isnan(low):
        low, high = max(low, -most), min(high, most)
    reason = None
    if math.isnan(mean.value):
        reason = why if mean.n else "no item says anything about it"
    elif math.isnan(low):
        reason = why if mean.n > 1 else "there is one item"
    method = mean.method if scale == "delta" else f"{scale}, {mean.method}"
    return Interval(mean.value, low, high, mean.se, level, method, mean.n, name, signature, reason)
