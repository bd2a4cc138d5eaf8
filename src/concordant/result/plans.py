"""`Plan`, `PanelPlan`."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

import numpy as np

from concordant.result.record import Answer, Record, Tabled, or_none
from concordant.typing import FloatArray, NumberArray

PlannedAlternative = Literal["two-sided", "one-sided", "superiority", "non-inferiority", "equivalence"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Plan(Record):
    """
    The plan of a study: a number of rows, and what a study of that size reaches.

    Attributes
    ----------
    n : int
        Rows in all, rounded up.
    groups : mapping of str to int, or None
        How many of them are of each class, where that matters.
    power : float or None
        The probability that the study reaches its aim: that the test rejects in the right direction, or that a
        simulated interval is narrow enough. None where the width is that at the assumed values.
    width : float or None
        The distance between the limits of the interval: that of the plan, or the one that was asked for. None for
        tests.
    level : float
        The nominal coverage of the interval; a test is at ``1 - level``.
    method : str
        The interval, test or variance that the plan is for.
    says : str
        What the study reaches, in words.
    assumptions : tuple of str
        What has to hold, in words. A plan is as good as these.
    error : float or None
        The standard error of `power` where it is simulated.
    reason : str or None
        Why the plan is doubtful; None if there is no problem.
    clusters : int or None
        How many clusters the rows make; None for independent rows.
    design_effect : float or None
        How many times as many rows are needed as of independent ones, but for the degrees of freedom.
    margin : float or None
        The margin of the claim.
    alternative : {"two-sided", "one-sided", "superiority", "non-inferiority", "equivalence"}
        What the test is to show; all but "two-sided" are tested one-sided at ``1 - level``.
    reached : callable or None
        Gives what a study of another number of rows reaches, see `curve`; None of a plan that was read back.

    Examples
    --------
    >>> from concordant import planning
    >>> plan = planning.auc(0.8, against=0.7, power=0.8, prevalence=0.25, method="binormal")
    >>> plan.n, plan.groups
    (256, {'positive': 64, 'negative': 192})
    >>> plan.curve([200, 400, 800]).round(3).tolist()
    [0.684, 0.951, 1.0]
    """

    n: int
    groups: Mapping[str, int] | None
    power: float | None
    width: float | None
    level: float
    method: str
    says: str
    assumptions: tuple[str, ...]
    error: float | None = None
    reason: str | None = None
    clusters: int | None = None
    design_effect: float | None = None
    margin: float | None = None
    alternative: PlannedAlternative = "two-sided"
    reached: Callable[[int], float] | None = field(default=None, repr=False, compare=False, kw_only=True)

    def curve(self, ns: Iterable[int]) -> FloatArray:
        """
        Return what studies of other sizes reach, for a plot: the power, or the width of a plan without a power.

        Parameters
        ----------
        ns : iterable of int
            Numbers of rows in all. The share of each class stays as planned.

        Returns
        -------
        ndarray of float64, shape (len(ns),)
        """
        if self.reached is None:
            raise AttributeError("a Plan that was read back has no curve; plan again.")
        return np.array([self.reached(int(n)) for n in ns], dtype=np.float64)

    def __str__(self) -> str:
        """One sentence."""
        groups = [] if self.groups is None else [_listed(self.groups)]
        clusters = [] if self.clusters is None else [f"{self.clusters:,} clusters"]
        parts = f" ({'; '.join(groups + clusters)})" if groups or clusters else ""
        doubt = f" Unreliable: {self.reason}." if self.reason else ""
        assumed = "; ".join(self.assumptions)
        return f"{self.n:,} rows{parts}: {self.says} ({self.method}). Assumed: {assumed}.{doubt}"


def _listed(groups: Mapping[str, int]) -> str:
    return ", ".join(f"{size:,} {name}" for name, size in groups.items())


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class PanelPlan(Tabled, Answer):
    """
    The plan of a study of agreement; all arrays have one number for each number of raters.

    Attributes
    ----------
    metric : str
        The coefficient.
    raters : ndarray of int
        How many raters rate each unit.
    units : ndarray of float64
        How many units; infinite where no number is enough, since raters differ.
    ratings : ndarray of float64
        Both multiplied: what the study costs.
    half_width : ndarray of float64
        Half the distance between the limits.
    value : ndarray of float64
        The coefficient that is expected.
    extrapolated : ndarray of bool
        Whether the pilot had fewer raters.
    cheapest : int or None
        The number of raters with the fewest ratings; None where no number is enough, or units are given.
    over : str
        What the interval generalises over.
    level : float
        The nominal coverage.
    """

    stored_as: ClassVar[str | None] = None

    metric: str
    raters: NumberArray
    units: FloatArray
    ratings: FloatArray
    half_width: FloatArray
    value: FloatArray
    extrapolated: NumberArray
    cheapest: int | None
    over: str
    level: float

    def columns(self) -> dict[str, list[Any]]:
        """One row a number of raters."""
        parts = ("units", "ratings", "half_width", "value")
        numbers = {name: or_none(getattr(self, name).tolist()) for name in parts}
        return {"raters": self.raters.tolist(), **numbers, "extrapolated": self.extrapolated.tolist()}

    def __str__(self) -> str:
        """The sentence, and a line for each number of raters."""
        lines = [Answer.__str__(self), "", "  raters a unit    units    ratings  half width"]
        for place, raters in enumerate(self.raters.tolist()):
            units, ratings = (_whole(float(part[place])) for part in (self.units, self.ratings))
            half = self.half_width[place]
            shown = "undefined" if math.isnan(half) else f"{half:.3f}"
            notes = ["cheapest"] if raters == self.cheapest else []
            notes += ["extrapolated"] if self.extrapolated[place] else []
            cells = f"  {raters:13d}  {units:>7}  {ratings:>9}  {shown:>10}  {', '.join(notes)}"
            lines.append(cells.rstrip())
        return "\n".join(lines)


def _whole(number: float) -> str:
    if math.isnan(number):
        return "?"
    return "none" if math.isinf(number) else f"{number:,.0f}"
