"""An interval as a small bar on the scale of its metric, in percent of a width that all bars of a section share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from concordant.metrics._object.registry import get
from concordant.report.notes import Notes
from concordant.report.page_records import Result
from concordant.report.written_values import limits_text


@dataclass(frozen=True, slots=True)
class Bar:
    """Places in percent: the ends of the interval, the value, and the value of chance if it lies on the scale."""

    left: float
    width: float
    value: float
    chance: float | None
    says: str


@dataclass(frozen=True, slots=True)
class Row:
    """A result, its interval in words, the mark of a doubt, and the bar; None where the metric has no bounded scale."""

    result: Result
    limits: str
    mark: str
    bar: Bar | None


def rows_of(results: Sequence[Result], notes: Notes) -> list[Row]:
    """
    The rows of one table.

    The bars of a metric start at 0, or at -1 where it can be negative and one of its intervals here is.
    """
    below = {one.name for one in results if one.interval is not None and one.bounded and one.interval.low < 0}
    return [
        Row(
            result,
            "" if result.interval is None else limits_text(result.interval) or "none",
            notes.mark(result.doubt),
            _bar(result, below=result.name in below),
        )
        for result in results
    ]


def _bar(result: Result, *, below: bool) -> Bar | None:
    facts = get(result.name).facts
    interval, bounds = result.interval, facts.range
    if interval is None or not result.bounded or bounds is None or bounds[1] != 1 or bounds[0] not in (0, -1):
        return None
    least = -1.0 if below and bounds[0] == -1 else 0.0

    def place(value: float) -> float:
        return round(100 * (value - least) / (1 - least), 2)

    by_chance = 0.0 if result.chance is None and facts.corrected else result.chance
    chance = None if by_chance is None or by_chance < least else place(by_chance)
    ends = f"a scale from {least:g} to 1"
    said = f"{limits_text(interval)} on {ends}" + ("" if chance is None else f", chance at {by_chance:g}")
    return Bar(place(interval.low), place(interval.high) - place(interval.low), place(result.value), chance, said)
