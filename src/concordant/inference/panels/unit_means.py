"""
Means over units of quantities that each unit has one of, with standard errors over units or over clusters of them.

The quantities are columns (U, P), NaN where a unit has none: of a rater those of the units that he rated.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from concordant.inference.panels.panel import clusters_of
from concordant.inference.quantiles import tail, two_sided
from concordant.inference.samples.units import Clusters
from concordant.inputs.rows import divided
from concordant.states.state import unit_of_squares
from concordant.typing import FloatArray


@dataclass(frozen=True, slots=True)
class UnitMeans:
    """Means of P columns, their standard errors, degrees of freedom, and how many units each is of."""

    value: FloatArray
    se: FloatArray
    degrees: FloatArray
    n: FloatArray
    kind: str

    def limits(self, level: float) -> tuple[FloatArray, FloatArray]:
        """Value -/+ quantiles of Student's t; NaN where nothing varies."""
        t = np.array([two_sided(level, one) if one > 0 else np.nan for one in self.degrees.tolist()])
        half = np.where(self.se > 0, self.se, np.nan) * t
        return self.value - half, self.value + half

    def p_values(self) -> FloatArray:
        """Two-sided, of a mean of 0, by Student's t; 1 where all units are 0."""
        found = np.full(self.value.shape, np.nan)
        for place, (value, se, degrees) in enumerate(zip(self.value, self.se, self.degrees, strict=True)):
            if degrees > 0 and se > 0:
                found[place] = tail(value / se, degrees)
            elif degrees > 0 and value == 0:
                found[place] = 1.0
        return found


def weights_near_one(state: Any) -> tuple[FloatArray, FloatArray | None]:
    """The weights of the profiles of a state and the sums of their squares, in a unit whose squares fit float64."""
    weight = divided(state.weight, unit_of_squares(state.weight))
    return weight, None if state.squares is None else np.asarray(state.squares, np.float64)


def clusters_near_one(state: Any) -> Clusters | None:
    """The clusters of the profiles of a state, weighing in the same unit."""
    found = clusters_of(state)
    return None if found is None else replace(found, weight=divided(found.weight, unit_of_squares(state.weight)))


def unit_means(
    values: FloatArray, weight: FloatArray, squares: FloatArray | None = None, clusters: Clusters | None = None
) -> UnitMeans:
    """
    Return the means of columns of quantities, (U, P), of units of which so many have each row.

    Independent units: ``sd / sqrt(n)`` with n - 1 degrees of freedom, n the units that they are worth (Kish). Clusters:
    ``sqrt(G / (G - 1) sum_c (sum_u r_u)^2) / n`` with G - 1, G the clusters that have such a unit.
    """
    known = ~np.isnan(values)
    filled = np.where(known, values, 0.0)
    each = weight[:, None] * known
    n = each.sum(0)
    with np.errstate(invalid="ignore", divide="ignore"):
        value = (each * filled).sum(0) / n
        apart = np.where(known, filled - value, 0.0)
        if clusters is not None:
            size = (clusters.sums(known * 1.0) > 0).sum(0).astype(np.float64)
            se = np.sqrt(size / (size - 1) * np.square(clusters.sums(apart / n)).sum(0))
            return UnitMeans(value, _rounded(se, size - 1), size - 1, n, "t of clusters")
        of_squares = each if squares is None else squares[:, None] * known
        worth = n * n / of_squares.sum(0)
        se = np.sqrt(worth / (worth - 1) * (of_squares * apart**2).sum(0)) / n
    return UnitMeans(value, _rounded(se, worth - 1), worth - 1, n, "t")


def _rounded(se: FloatArray, degrees: FloatArray) -> FloatArray:
    """Standard errors, 0 where rounding alone is left; NaN of one unit or cluster, from which nothing is apart."""
    rounded = np.where(se > 1e-14, se, np.where(se >= 0, 0.0, np.nan))
    found: FloatArray = np.where(degrees > 0, rounded, np.nan)
    return found
