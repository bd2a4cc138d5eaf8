"""
The variance of a metric of a panel over units: by leaving out each of them, by their influence, or in closed form.

The jackknife is exact: units with the same ratings give the same value when one of them is left out, so that it takes
as many values as there are distinct units (Efron & Tibshirani 1993, An Introduction to the Bootstrap, chapter 11).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.inference.influence.standard_errors import jackknife_variance
from concordant.inference.panels.weighted_units import RatedUnits, WeightedUnits
from concordant.inference.samples.units import Clusters
from concordant.names import did_you_mean
from concordant.typing import FloatArray

UNDEFINED_WITHOUT = "without one of the units the value is undefined"
KINDS = ("jackknife", "delta", "gwet")


@dataclass(frozen=True, slots=True)
class Spread:
    """
    A variance, shape S, and its degrees of freedom.

    `kind` says how it was found; `reason` why it is not what was asked for; `refused`, shape S, for which values no
    limits are made of it.
    """

    variance: FloatArray
    degrees: float
    kind: str
    reason: str | None = None
    refused: npt.NDArray[np.bool_] | None = None

    @property
    def for_limits(self) -> FloatArray:
        """The variance, NaN where no limits are made of it."""
        return self.variance if self.refused is None else np.where(self.refused, np.nan, self.variance)


def spread_over_units(panel: RatedUnits, kind: str | None) -> Spread:
    """Return the variance over units; by default the jackknife, where units count alike and are independent."""
    if kind not in (None, *KINDS):
        msg = f"se must be one of {', '.join(map(repr, KINDS))}, not {kind!r}.{did_you_mean(kind, KINDS)}"
        raise OptionError(msg)
    if panel.clusters is not None:
        _only(kind, "delta", "units are in clusters")
        return _of_clusters(panel)
    if kind == "gwet":
        return _closed_form(panel)
    if kind == "delta":
        return by_influence(panel, panel.slopes)
    if not panel.counted:
        _only(kind, "delta", "units have weights")
        return by_influence(panel, panel.slopes)
    return by_jackknife(panel, panel.left_out)


def _only(kind: str | None, known: str, why: str) -> None:
    if kind not in (None, known):
        msg = f'se={kind!r} does not exist where {why}; there is se="{known}".'
        raise OptionError(msg)


def by_jackknife(panel: WeightedUnits, left_out: FloatArray) -> Spread:
    """
    By the values without one unit in turn.

    A value that is undefined without some unit depends on the luck of having drawn it: its variance is by the
    influences, and there are no limits.
    """
    here = panel.weight > 0
    values = left_out[here]
    variance = jackknife_variance(panel.weight[here], values)
    undefined = np.isnan(values).any(0) & ~np.isnan(panel.value)
    if not undefined.any():
        return Spread(variance, panel.n - 1.0, "jackknife")
    found = by_influence(panel, panel.slopes)
    kind = found.kind if undefined.all() else "jackknife"
    return Spread(np.where(undefined, found.variance, variance), panel.n - 1.0, kind, UNDEFINED_WITHOUT, undefined)


def by_influence(panel: WeightedUnits, slopes: FloatArray) -> Spread:
    """``n / (n - 1) sum_u w_u^2 (d t / d w_u)^2``, n the units that they are worth."""
    n = panel.worth
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = np.float64(n) / (n - 1.0) * np.tensordot(panel.squares, np.square(slopes), axes=1)
    return Spread(np.asarray(variance), n - 1.0, "delta")


def _closed_form(panel: RatedUnits) -> Spread:
    """
    Gwet's closed form (Gwet 2008, Br. J. Math. Stat. Psychol. 61:29, as his programs take it).

    It is the variance of the influences, but for units with one rating: as if their agreement were that by chance.
    """
    if panel.metric.panel is None or not panel.metric.panel.closed_form:
        msg = f'se="gwet" is no variance of {panel.metric.name}; there are "jackknife" and "delta".'
        raise OptionError(msg)
    pairs = (panel.sizes >= 2) * 1.0
    n, paired = panel.n, float(panel.weight @ pairs)
    own = panel.value * (pairs * n / paired - 1.0).reshape(-1, *(1,) * panel.value.ndim) / n
    found = by_influence(panel, panel.slopes + own)
    return Spread(found.variance, found.degrees, "gwet")


def _of_clusters(panel: RatedUnits) -> Spread:
    """Of units in clusters, which are independent of each other."""
    clusters = panel.clusters
    if clusters is None:
        raise TypeError
    flat = (panel.slopes * (panel.weight > 0).reshape(-1, *(1,) * panel.value.ndim)).reshape(len(panel.sizes), -1)
    found = by_clusters(clusters, flat)
    return Spread(found.variance.reshape(panel.value.shape), found.degrees, found.kind)


def by_clusters(clusters: Clusters, slopes: FloatArray) -> Spread:
    """Sums of the influences of units, (U, P), by cluster: ``G / (G - 1) sum_c d_c^2``, (P,)."""
    size = clusters.size
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = np.float64(size) / (size - 1.0) * np.square(clusters.sums(slopes)).sum(0)
    return Spread(variance, size - 1.0, "delta of clusters")
