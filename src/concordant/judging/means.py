"""The mean of a quantity of items, with its standard error, over items or over clusters of them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from concordant.inference.panels.errors_of_units import by_clusters
from concordant.inference.samples.units import Clusters
from concordant.judging.post_stratified import limits_on
from concordant.result.interval import Interval
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


def mean_of(values: FloatArray, times: FloatArray, clusters: Clusters | None) -> Mean:
    """
    Return the mean of the values of profiles, each of which so many items have; NaN is a value of no item.

    The standard error is ``sd / sqrt(n)`` with n - 1 degrees of freedom; of clusters, from the sums of the residuals in
    each, ``sqrt(G / (G - 1) sum_c (sum_u r_u)^2) / n`` with G - 1.
    """
    here = ~np.isnan(values) & (times > 0)
    size = float(np.abs(values[here]).max(initial=0.0))
    if size > _LARGE and size < np.inf:  # squares would leave float64
        found = mean_of(values / size, times, clusters)
        return Mean(found.value * size, found.se * size, found.degrees, found.n, found.method)
    weight = np.where(here, times, 0.0)
    n = float(weight.sum())
    if not n:
        return Mean(math.nan, math.nan, math.nan, 0.0, "t")
    mean = float(weight[here] @ values[here]) / n
    apart = np.where(here, np.nan_to_num(values) - mean, 0.0)
    if clusters is None:
        variance = float(weight @ np.square(apart)) / (n - 1) / n if n > 1 else math.nan
        return Mean(mean, _root(variance), n - 1.0, n, "t")
    inside = clusters.code[here[clusters.unit]]
    groups = len(np.unique(inside))
    whole = Clusters(clusters.code, clusters.unit, clusters.weight, groups)
    if groups < clusters.size:  # clusters without such an item are none
        kept = here[clusters.unit]
        _, code = np.unique(inside, return_inverse=True)
        whole = Clusters(code.ravel(), clusters.unit[kept], clusters.weight[kept], groups)
    spread = by_clusters(whole, (apart / n)[:, None])
    return Mean(mean, _root(float(spread.variance[0])), float(spread.degrees), n, "t of clusters")


def _root(variance: float) -> float:
    """The root; rounding alone is no variance."""
    return math.sqrt(variance) if variance > 1e-30 else 0.0 if variance >= 0 else math.nan


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
    """The mean with limits by Student's t, on a scale; `most` is the greatest that it can be, up or down."""
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
