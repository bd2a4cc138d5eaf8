"""What states of rated units share: how many units there are, the names of their raters, and weights in plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from concordant.errors import LabelError
from concordant.states.stored import COUNTED, StoredState
from concordant.typing import FloatArray, Label, NumberArray


class RatedUnits:
    """Units with weights in the last axis of `weight`; leading axes are a stack."""

    __slots__ = ()
    weight: NumberArray

    @property
    def stack(self) -> tuple[int, ...]:
        """The shape of the leading axes."""
        return self.weight.shape[:-1]

    @property
    def n(self) -> Any:
        """The number of units that somebody rated, or the sum of their weights."""
        found = self.weight.sum(-1)
        return found.item() if found.ndim == 0 else found

    @property
    def weighted(self) -> bool:
        """Whether units have weights."""
        return self.weight.dtype.kind == "f"

    @property
    def _units(self) -> str:
        """How many units there are, in words."""
        if self.stack:
            return f"a stack {' x '.join(map(str, self.stack))}"
        return f"{self.n:,} unit{'s' * (self.n != 1)}" if isinstance(self.n, int) else f"units of weight {self.n:g}"


class OfKnownRaters:
    """Ratings whose raters have names."""

    __slots__ = ()
    raters: tuple[Label, ...]

    def select(self, raters: Sequence[Label]) -> Self:
        """Return the ratings of some raters, in this order; units that none of them rated are dropped and counted."""
        raise NotImplementedError

    def without(self, rater: Label) -> Self:
        """Return the ratings of all other raters."""
        gone = self.place_of(rater)
        return self.select([name for place, name in enumerate(self.raters) if place != gone])

    def place_of(self, rater: Label) -> int:
        """The place of a rater; raise if there is none of this name."""
        if rater in self.raters:
            return self.raters.index(rater)
        shown = ", ".join(map(repr, self.raters[:10])) + (", ..." if len(self.raters) > 10 else "")
        msg = f"there is no rater {rater!r}; the raters are {shown}."
        raise LabelError(msg)


def shown_labels(labels: Sequence[Label]) -> str:
    """Return the labels in short."""
    return f"labels {', '.join(map(repr, labels[:6]))}{', ...' if len(labels) > 6 else ''}"


def both_same(first: NumberArray | None, second: NumberArray | None) -> bool:
    """Whether two parts that a state may lack are equal, or lacking in both."""
    if first is None or second is None:
        return first is second
    return np.array_equal(first, second)


def plain_weights(weight: NumberArray, squares: NumberArray | None) -> dict[str, Any]:
    """Return weights and their squares, with shape and type, as JSON can hold them."""
    return {
        "weight": weight.tolist(),
        "squares": None if squares is None else squares.tolist(),
        "shape": list(weight.shape),
        "dtype": weight.dtype.name,
    }


def stored_weights(stored: StoredState) -> tuple[NumberArray, FloatArray | None]:
    """Read what `plain_weights` wrote."""
    shape = stored.shape("shape")
    weight = stored.nested("weight", shape, stored.dtype("dtype", COUNTED))
    return weight, None if stored["squares"] is None else stored.nested("squares", shape, "float64")
