"""Quantities of a row of labels that are ranked by their scores: which there are, and what they are called."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import numpy as np

from concordant.typing import FloatArray

Ranked = Literal[
    "coverage",
    "average precision",
    "ranking loss",
    "gain",
    "normalized gain",
    "reciprocal rank",
    "one error",
    "top k",
]
TiesOfRanks = Literal["expected", "worst", "best"]
Ties = TiesOfRanks | Literal["last"]

RELEVANCE = {"gain": "any", "normalized gain": "non_negative"}  # of the others: indicators
_DEFINED = ("coverage", "gain", "one error", "top k")  # in every row


@dataclass(frozen=True, slots=True)
class RowQuantity:
    """
    What is taken of each row.

    Attributes
    ----------
    of : str
        The quantity, as the kernel names it.
    k : int or None
        How many places count; None: all.
    log_base : float
        Of gains: the base of the logarithm of the discount.
    ties : {"expected", "worst", "best", "last"}
        What counts among equal scores: the mean over their orders, the worst or the best one, or the one where the
        last column comes first. Coverage, average precision and ranking loss always take the worst.
    """

    of: Ranked
    k: int | None = None
    log_base: float = 2.0
    ties: Ties = "expected"

    def names(self, name: str) -> tuple[str, ...]:
        """The names of the quantities of `Moments`: the second one tells where the first is defined."""
        return (name,) if self.of in _DEFINED else (name, "defined")

    def arguments(self, labels: int) -> dict[str, Any]:
        """What the kernel takes besides the rows."""
        gains = self.of in RELEVANCE
        return {
            "k": self.k or labels,
            "ties": self.ties,
            "discounts": _discounts(labels, self.k, self.log_base) if gains else None,
        }


@lru_cache(maxsize=32)
def _discounts(labels: int, k: int | None, log_base: float) -> FloatArray:
    """1 / log(place + 1) of each place, zero after the first k."""
    discounts: FloatArray = 1 / (np.log(np.arange(labels) + 2) / np.log(log_base))
    if k is not None:
        discounts[k:] = 0
    discounts.flags.writeable = False
    return discounts
