"""Samples of labels: also sums over their rows are known, which shares of rows are made of."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, NamedTuple

from concordant.inference.samples.sample import Sample
from concordant.metrics._cells.row_shares import Share
from concordant.typing import FloatArray

Quantity = Callable[[Any], Any]  # takes a state, gives a sum over its rows


class Totals(NamedTuple):
    """The weight of what is counted and of all that it is counted among, and the sums of their squared weights."""

    part: Any
    whole: Any
    part_squares: Any
    whole_squares: Any


class LabelSample(Sample):
    """Rows of labels."""

    @abstractmethod
    def per_row(self, quantity: Quantity, *, each: bool = False) -> FloatArray:
        """What one row of each unit adds to a sum of shape S: (U, *S); `each` as of a `Share`."""

    @abstractmethod
    def totals(self, share: Share) -> Totals | None:
        """The sums of a share in which a row counts once or not at all; None where rows count several times."""
