"""The records of the raters of a panel: one a rater, and all of them as a table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from concordant.result.intervals import Interval
from concordant.result.record import Answer, Pictured, Record, Tabled, percent
from concordant.typing import FloatArray, Label


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RaterRow(Record):
    """
    A rater.

    Attributes
    ----------
    rater : Label
        Who.
    ratings, alone : float
        How many units he has rated, and how many of them nobody else has.
    usage : ndarray of shape (K,)
        How many of his ratings have each label.
    severity : tuple of Interval
        Of numbers one: how much higher he rates than the raters on average, on the same units. Of labels one a label:
        how much more often he gives it than the others do on the same units.
    severity_p : tuple of float
        Of no difference, by Holm over all raters and labels; two raters are one comparison.
    agreement : Interval
        With another rater of the same unit.
    difference : Interval
        That less the agreement of the others among themselves, on the units that he and two others have rated.
    difference_p : float
        Of no difference, by Holm over all raters.
    change : Interval
        The coefficient of the panel less that without him: below 0 he lowers it.
    flags : tuple of str
        What stands out, in words; none is the rule.
    """

    rater: Label
    ratings: float
    alone: float
    usage: FloatArray
    severity: tuple[Interval, ...]
    severity_p: tuple[float, ...]
    agreement: Interval
    difference: Interval
    difference_p: float
    change: Interval
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class RaterReport(Tabled, Pictured, Answer):
    """
    The raters of a panel.

    Attributes
    ----------
    raters : tuple of RaterRow
        One a rater.
    labels : tuple
        The labels in their order.
    scale : {"numbers", "labels"}
        What severity is of.
    metric : str
        The coefficient of `RaterRow.change`.
    level : float
        The nominal coverage of limits; a flag needs an adjusted p-value below 1 - level.
    """

    stored_as: ClassVar[str | None] = None
    picture: ClassVar[str] = "rater_severity"

    raters: tuple[RaterRow, ...]
    labels: tuple[Label, ...]
    scale: str
    metric: str
    level: float

    @property
    def flagged(self) -> tuple[Label, ...]:
        """The raters with a flag."""
        return tuple(row.rater for row in self.raters if row.flags)

    def columns(self) -> dict[str, list[Any]]:
        """One row a rater; of labels the severity is that of the label with the greatest."""
        found: dict[str, list[Any]] = {"rater": [], "ratings": [], "alone": []}
        parts = ("severity", "agreement", "difference", "change")
        for part in parts:
            found |= {part: [], f"{part}_low": [], f"{part}_high": []}
        found["flags"] = []
        for row in self.raters:
            found["rater"].append(row.rater)
            found["ratings"].append(row.ratings)
            found["alone"].append(row.alone)
            for part in parts:
                one = widest(row.severity) if part == "severity" else getattr(row, part)
                for name, number in ((part, float(one)), (f"{part}_low", one.low), (f"{part}_high", one.high)):
                    found[name].append(None if math.isnan(number) else number)
            found["flags"].append("; ".join(row.flags))
        return found

    def __str__(self) -> str:
        """The sentence, and a line a rater."""
        return "\n".join([Answer.__str__(self), "", *self.lines()])

    def lines(self, thing: str = "units") -> list[str]:
        """The table as text."""
        width = max(map(len, (*(str(row.rater)[:18] for row in self.raters), "rater")))
        head = "severity" if self.scale == "numbers" else "gives more or less often"
        wide = 24 if self.scale == "numbers" else 40
        coefficient = {"krippendorff_alpha": "alpha"}.get(self.metric, self.metric.replace("_", " "))
        first = f"  {'rater'.ljust(width)}  {thing.rjust(7)}  {head.ljust(wide)}  with the others  without"
        lines = [first.rstrip()]
        for row in self.raters:
            one = widest(row.severity)
            shown = signed_text(one)
            if self.scale == "labels" and not math.isnan(float(one)):
                shown = f"{str(self.labels[row.severity.index(one)])[:14]} {shown}"
            agreement = "undefined" if math.isnan(row.agreement) else percent(float(row.agreement))
            flag = "flagged" if row.flags else ""
            change = "" if math.isnan(row.change) else f"{coefficient} {-float(row.change):+.2f}"
            cells = f"{row.ratings:7g}  {shown.ljust(wide)}  {agreement.rjust(5)} {flag.ljust(9)}  {change}"
            lines.append(f"  {str(row.rater)[:18].ljust(width)}  {cells}".rstrip())
        return lines


def widest(severity: Sequence[Interval]) -> Interval:
    """The severity that is farthest from 0."""
    known = [one for one in severity if not math.isnan(float(one))]
    return max(known, key=lambda one: abs(float(one))) if known else severity[0]


def signed_text(one: Interval) -> str:
    """A difference with its limits."""
    if math.isnan(float(one)):
        return "undefined"
    ends = "" if math.isnan(one.low) else f"  {one.low:+.2f} to {one.high:+.2f}"
    return f"{float(one):+.2f}{ends}"
