"""Which rows of files lack a value or have a weight that is none: how many, and the first of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import WeightError


@dataclass(slots=True)
class Gaps:
    """Marked rows: how many, and the number of the first."""

    many: int = 0
    first: int | None = None

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

    def taken(self, weights: npt.NDArray[np.float64], start: int) -> npt.NDArray[np.float64]:
        """Return the weights of a batch with 0 for those that are none."""
        bad = ~((weights >= 0) & (weights < np.inf))
        if not bad.any():
            return weights
        if self.value is None:
            self.value = float(weights[bad.argmax()])
        self.gaps.mark(bad, start)
        return np.where(bad, 0.0, weights)


def refuse_bad_weights(found: BadWeights) -> None:
    """Raise if some weights are none."""
    if found.gaps.many:
        first = f"the first in row {found.gaps.first}: {np.float64(found.value or 0.0)}"
        msg = f"sample_weight must be finite and not negative; {found.gaps.many} are not, {first}."
        raise WeightError(msg)


def said_of_gaps(gaps: Mapping[str, Any]) -> list[str]:
    """What is missing, column by column, as an error says it."""
    return [
        f"{name} has {one.many} missing{'' if one.first is None else f' (the first in row {one.first})'}"
        for name, one in gaps.items()
        if one.many
    ]
