"""Quantities of a row of labels that are ranked by their scores: their moments, or one value a row."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

import numpy as np

from concordant import _kernels
from concordant.inputs.label_rankings import RankingRows, refuse_nan_scores, refuse_relevance
from concordant.inputs.weights import divided, unit_beyond
from concordant.states.merging import SQUARED
from concordant.states.moments import Moments
from concordant.threads import threads_for
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

_RELEVANCE = {"gain": "any", "normalized gain": "non_negative"}  # of the others: indicators
_DEFINED = ("coverage", "gain", "one error", "top k")  # in every row
_WORK = 4  # a score of a ranking costs about as much as so many rows of other metrics


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
        gains = self.of in _RELEVANCE
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


def ranking_moments(rows: RankingRows, quantity: RowQuantity, name: str) -> Moments:
    """
    Moments of a quantity of each row.

    A row where it is undefined counts as zero, and a second quantity, ``"defined"``, tells: 1 where it is defined.
    """
    moments, odd = moments_and_odd_rows(rows, quantity, name)
    _refuse(rows, quantity, odd)
    return moments


def moments_and_odd_rows(rows: RankingRows, quantity: RowQuantity, name: str) -> tuple[Moments, _kernels.OddRows]:
    """Take the same without raising: the moments are those of the rows before an odd truth or score."""
    found = _kernels.label_ranking_moments(
        quantity.of,
        rows.arrays,
        rows.scores,
        rows.weights,
        threads=threads_for(rows.scores.size * _WORK),
        **quantity.arguments(rows.scores.shape[1]),
    )
    if unit := unit_beyond(found.weight, SQUARED):
        scaled, odd = moments_and_odd_rows(replace(rows, weights=divided(rows.weights, unit)), quantity, name)
        return scaled.in_ones(unit), odd
    moments = Moments(
        quantity.names(name),
        np.asarray(found.weight),
        np.asarray(found.squares),
        found.mean,
        found.comoment,
        classes=rows.classes,
        missing=rows.missing,
    )
    return moments, found.odd


def ranking_values(rows: RankingRows, quantity: RowQuantity) -> FloatArray:
    """Return the quantity of each row, NaN where it is undefined."""
    found = _kernels.label_ranking_values(
        quantity.of,
        rows.arrays,
        rows.scores,
        threads=threads_for(rows.scores.size * _WORK),
        **quantity.arguments(rows.scores.shape[1]),
    )
    _refuse(rows, quantity, found.odd)
    return found.values


def _refuse(rows: RankingRows, quantity: RowQuantity, odd: _kernels.OddRows) -> None:
    """Raise for what the kernel met in the rows."""
    if odd.score >= 0:
        refuse_nan_scores(rows)
    if odd.truth >= 0:
        refuse_relevance(rows, odd.truth, _RELEVANCE.get(quantity.of, "indicator"))
