"""What every score of two classes says, summed up score by score in their order, without holding them all."""

from __future__ import annotations

from dataclasses import dataclass

from concordant.states.curves import Curve


@dataclass(frozen=True, slots=True)
class ExactScores:
    """
    Sums over the distinct scores of rows that are counted.

    Attributes
    ----------
    roc_auc, average_precision, kolmogorov_smirnov : float
        Those of all rows in memory, to the last bit.
    distinct : int
        How many different scores there are.
    joined : Curve
        The curve with few scores that intervals of a page are taken of: see `concordant.states.curves`.
    """

    roc_auc: float
    average_precision: float
    kolmogorov_smirnov: float
    distinct: int
    joined: Curve

    @property
    def values(self) -> dict[str, float]:
        """Metrics by name."""
        return {
            "roc_auc": self.roc_auc,
            "gini": 2 * self.roc_auc - 1,
            "average_precision": self.average_precision,
            "kolmogorov_smirnov": self.kolmogorov_smirnov,
        }
