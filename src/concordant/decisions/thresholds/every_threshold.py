"""
Every threshold of a score: one sort gives the curve, its running sums are the table at each threshold.

Place 0 calls nothing positive; place t calls the rows with ``score >= scores[t - 1]`` positive. Tables are made a part
at a time, so that memory stays bounded however many distinct scores there are: two numbers a threshold remain.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.decisions.decision_aim import DecisionAim
from concordant.decisions.thresholds.conditions import Condition
from concordant.states import Counts, Curve
from concordant.typing import FloatArray, Label, NumberArray

_PART = 1 << 14  # thresholds at a time: their tables and the formula's own arrays stay in the cache
_ROUNDING = 8 * float(np.finfo(float).eps)


@dataclass(frozen=True, slots=True)
class Scan:
    """
    The table at every threshold.

    Attributes
    ----------
    scores : ndarray, shape (T,)
        Distinct scores, descending.
    fp, tp : ndarray, shape (T + 1,)
        Rows of each class that are called positive at each place.
    classes : tuple
        The negative and the positive class.
    first : int
        0, or 1 where no threshold calls nothing positive, as a score is +inf.
    """

    scores: npt.NDArray[Any]
    fp: NumberArray
    tp: NumberArray
    classes: tuple[Label, ...]
    first: int

    @classmethod
    def of(cls, curve: Curve) -> Scan:
        """Sum up the curve from the highest score on."""
        sums = np.zeros((2, len(curve.scores) + 1), curve.weights.dtype)
        sums[0, 1:], sums[1, 1:] = curve.cumulative()
        unreachable = bool(len(curve.scores)) and curve.scores[0] == np.inf
        return cls(curve.scores, sums[0], sums[1], curve.classes, int(unreachable))

    def tables(self, part: slice) -> Counts:
        """The tables of some places, as `Curve.counts` makes them of all."""
        fp, tp = self.fp[part], self.tp[part]
        table = np.empty((2, 2, len(fp)), fp.dtype)
        table[0, 0], table[0, 1] = self.fp[-1] - fp, fp
        table[1, 0], table[1, 1] = self.tp[-1] - tp, tp
        return Counts(table.transpose(2, 0, 1), self.classes)

    def table(self, place: int) -> Counts:
        """The table of one place."""
        return self.tables(slice(place, place + 1))[0]

    def values(self, of: DecisionAim | Condition) -> FloatArray:
        """Take a metric at every place."""
        return self.of_tables(of.values)

    def of_tables(self, function: Callable[[Counts], FloatArray]) -> FloatArray:
        """Take a function of stacks of tables at every place."""
        return np.concatenate([function(self.tables(part)) for part in self._parts()])

    def _parts(self) -> list[slice]:
        return [slice(start, start + _PART) for start in range(0, len(self.fp), _PART)]

    def allowed(self, conditions: Sequence[Condition]) -> npt.NDArray[np.bool_]:
        """At which places all conditions are met."""
        found = np.ones(len(self.fp), dtype=bool)
        found[: self.first] = False
        for condition in conditions:
            found &= condition.met(self.values(condition))
        return found

    def place_of(self, threshold: float) -> int:
        """The place whose decisions a threshold makes."""
        return len(self.scores) - int(np.searchsorted(self.scores[::-1], threshold, side="left"))


@dataclass(frozen=True, slots=True)
class Run:
    """Where a scan is best: the places of one run of equally good thresholds, and how many such runs there are."""

    start: int
    end: int
    runs: int


def best_run(values: FloatArray, allowed: npt.NDArray[np.bool_], scan: Scan) -> Run | None:
    """
    Find the greatest value among allowed places; None if it is defined at none of them.

    Values that differ by rounding are equal. Of several runs of places the one with most rows inside is taken, then
    the one with the highest scores.
    """
    here = allowed & ~np.isnan(values)
    if not here.any():
        return None
    best = values[here].max()
    with np.errstate(invalid="ignore"):
        slack = _ROUNDING * max(1.0, abs(best)) if np.isfinite(best) else 0.0
        equal = here & (values >= best - slack)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], equal, [False]]).astype(np.int8)))
    starts, ends = edges[::2], edges[1::2] - 1
    called = scan.fp + scan.tp
    inside = called[ends] - called[starts]
    widest = int(np.argmax(inside))
    return Run(int(starts[widest]), int(ends[widest]), len(starts))


def bounds_of(scan: Scan, run: Run) -> tuple[float, float]:
    """Every threshold above the first number and up to the second makes the decisions of one of the run's places."""
    high = np.inf if run.start == 0 else scan.scores[run.start - 1].item()
    low = -np.inf if run.end == len(scan.scores) else scan.scores[run.end].item()
    return low, high


def middle(scan: Scan, run: Run) -> float:
    """
    Return the middle between the bounds, in the precision of the scores.

    An open end counts as the outermost score inside the run; +inf where nothing is to be called positive.
    """
    low, high = bounds_of(scan, run)
    if run.start == 0:
        if run.end == 0:
            return float(np.inf)
        high = scan.scores[0].item()
    inner = scan.scores[-1].item() if run.end == len(scan.scores) else low
    if not (np.isfinite(inner) and np.isfinite(high)):
        return float(high) if isinstance(high, float) else high
    center = inner / 2 + high / 2
    if scan.scores.dtype.kind == "f":
        center = scan.scores.dtype.type(center).item()
    return center if low < center <= high else high
