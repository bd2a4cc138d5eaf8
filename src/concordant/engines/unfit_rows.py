"""Which rows of files lack a value or have a weight that is none: how many, and the first of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from concordant.inputs.rows import adds_up_too_far, refuse_large_sum, refused_weights


@dataclass(slots=True)
class Gaps:
    """Marked rows: how many, the number of the first, and in words where that is, if there are several files."""

    many: int = 0
    first: int | None = None
    place: str | None = None

    def mark(self, mask: npt.NDArray[np.bool_], start: int) -> None:
        """Add the rows of a batch that begins with this row."""
        many = int(np.count_nonzero(mask))
        if many and self.first is None:
            self.first = start + int(mask.argmax())
        self.many += many


@dataclass(slots=True)
class BadWeights:
    """Weights that are none."""

    gaps: Gaps = field(default_factory=Gaps)
    value: float | None = None  # the first of them
    largest: float = 0.0  # of the others
    rows: int = 0

    @property
    def found(self) -> bool:
        """Whether an error follows: a weight is none, or all together are too large."""
        return self.gaps.many > 0 or adds_up_too_far(self.largest, self.rows)

    def with_others(self, others: Sequence[BadWeights]) -> BadWeights:
        """Return these with those of later rows."""
        every = [self, *others]
        first = next((one for one in every if one.gaps.many), self)
        gaps = Gaps(sum(one.gaps.many for one in every), first.gaps.first, first.gaps.place)
        return BadWeights(gaps, first.value, max(one.largest for one in every), sum(one.rows for one in every))

    def taken(self, weights: npt.NDArray[np.float64], start: int) -> npt.NDArray[np.float64]:
        """Return the weights of a batch with 0 for those that are none."""
        bad = ~((weights >= 0) & (weights < np.inf))
        self.rows += len(weights)
        self.largest = max(self.largest, float(weights.max(initial=0.0, where=~bad)))
        if not bad.any():
            return weights
        if self.value is None:
            self.value = float(weights[bad.argmax()])
        self.gaps.mark(bad, start)
        return np.where(bad, 0.0, weights)


def refuse_bad_weights(found: BadWeights) -> None:
    """Raise if some weights are none, or all together too large."""
    if found.gaps.many:
        raise refused_weights(found.gaps.many, _row_of(found.gaps), np.float64(found.value or 0.0))
    refuse_large_sum(found.largest, found.rows)


def said_of_gaps(gaps: Mapping[str, Gaps]) -> list[str]:
    """What is missing, column by column, as an error says it."""
    return [
        f"{name} has {one.many} missing{'' if one.first is None else f' (the first in {_row_of(one)})'}"
        for name, one in gaps.items()
        if one.many
    ]


def _row_of(gaps: Gaps) -> str:
    """The number of the first row, and its place."""
    return f"row {gaps.first}" if gaps.place is None else f"row {gaps.first}, which is {gaps.place}"
