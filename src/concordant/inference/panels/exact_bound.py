"""
Limits where no unit shows a disagreement: the greatest share of units that may disagree all the same.

Of n units none disagrees with probability ``(1 - p)^n``; that is alpha / 2 at ``p = 1 - (alpha / 2)^(1 / n)``. The
lower limit is the value if so many units were split as widely as the weights allow, with the labels as often as
observed.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.inference.panels.panel import Panel
from concordant.metrics.agreement.sums import SumsOfRatings, SumsOfTallies
from concordant.metrics.agreement.weights import Penalties
from concordant.states import Counts, Ratings, Tallies
from concordant.typing import FloatArray, Floats

_EXACT = 1e-12


def is_perfect(panel: Panel) -> Any:
    """Whether each value is 1, as no two ratings of a unit differ."""
    return panel.value > 1.0 - _EXACT


def lower_bound(panel: Panel, level: float) -> FloatArray:
    """The value if as many units disagreed as none of them shows."""
    share = 1.0 - ((1.0 - level) / 2.0) ** (1.0 / float(panel.weight[panel.sizes >= 2].sum() or 1.0))
    state = panel.units
    reading: Any
    reading = _SplitRatings(state) if isinstance(state, Ratings) else _SplitTallies(state)
    reading.share = share
    reading.level = level
    return np.asarray(panel.metric.formula(reading, **panel.options), np.float64)


class _Split(SumsOfTallies):
    """Sums in which a share of the units is split as widely as disagreement allows."""

    share: float
    level: float

    def _disagreement(self, v: Penalties, power: int) -> Floats:
        return self.share * _split_units(self, v, self._per_pair(power))

    @property
    def pair_table(self) -> Counts:
        """Of each label a share of its pairs is with another one: that of the units that have it."""
        pairs = (self.counts * (self.counts - 1.0) * self.weight[:, None]).sum(0)
        units = ((self.counts > 0) * self._two[:, None] * self.weight[:, None]).sum(0)
        share = 1.0 - ((1.0 - self.level) / 2.0) ** (1.0 / np.maximum(units, 1.0))
        m = float((self.m * self._two * self.weight).sum() / max((self._two * self.weight).sum(), 1.0))
        lost, size = share * m / (2.0 * (m - 1.0)), len(pairs)
        table = np.diag(pairs * (1.0 - lost)) + (pairs * lost / max(size - 1, 1))[:, None] * (1.0 - np.eye(size))
        return Counts((table + table.T) / 2.0, self.labels, self.ordered)


class _SplitTallies(_Split):
    """Of exchangeable raters."""

    def __init__(self, tallies: Tallies) -> None:
        super().__init__(tallies)


class _SplitRatings(SumsOfRatings):
    """Of known raters."""

    share: float
    level: float

    def _disagreement(self, v: Penalties, power: int) -> Floats:
        return self.share * _split_units(self, v, self._per_pair(power))

    def mean_of_pairs(self, formula: Any) -> Floats:
        """Each pair disagrees in this share of its units."""
        size = len(self.labels)
        tables = self.pair_tables
        rows = tables.sum(-1)
        apart = np.roll(np.eye(size), 1, axis=1) * rows[..., None]
        known = ~np.isnan(np.asarray(formula(Counts(tables, self.labels, self.ordered))))
        moved = formula(Counts(tables * (1.0 - self.share) + self.share * apart, self.labels, self.ordered))
        return float(np.mean(np.asarray(moved)[known])) if known.any() else float("nan")


def _split_units(sums: SumsOfTallies, v: Penalties, per_pair: FloatArray) -> float:
    """The disagreement if every unit were split."""
    widest = np.array([_widest(v.matrix, int(m)) for m in sums.m])
    return float((sums.weight * per_pair * sums.m * (sums.m - 1.0) * widest).sum())


def _widest(matrix: FloatArray, m: int) -> float:
    """The greatest mean disagreement of two of m ratings: half of them at each of two labels, or spread over all."""
    size = len(matrix)
    if m < 2 or size < 2:
        return 0.0
    half = m // 2
    two = 2.0 * half * (m - half) / (m * (m - 1.0)) * float(matrix.max())
    spread = np.full(size, m // size) + (np.arange(size) < m % size)
    every = float(spread @ matrix @ spread) / (m * (m - 1.0))
    return max(two, every)
