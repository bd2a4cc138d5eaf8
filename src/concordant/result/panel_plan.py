"""How many raters and units a study of agreement needs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

from concordant.result.answer import Answer
from concordant.result.tabled import Tabled, or_none
from concordant.typing import FloatArray, NumberArray


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
