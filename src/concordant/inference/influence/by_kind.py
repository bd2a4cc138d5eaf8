"""Influences on values of one class each that depend on which labels of a row are the class."""

from __future__ import annotations

from dataclasses import dataclass

from concordant.inference.influence.kinds_of_rows import KindsOfRows
from concordant.typing import FloatArray


@dataclass(frozen=True, slots=True)
class ByKind:
    """
    What rows of each kind move S values of one class each.

    Attributes
    ----------
    labels : KindsOfRows
        The labels of all units.
    terms : ndarray of shape (2**L, S)
        Of each kind of rows.
    first : int
        The class of the first value; those of the others follow.
    """

    labels: KindsOfRows
    terms: FloatArray
    first: int = 0

    def weights(self, weights: FloatArray) -> FloatArray:
        """The weight of each kind of rows for these classes, (2**L, S)."""
        return self.labels.weights(weights)[:, self.first : self.first + self.terms.shape[1]]

    def is_beside(self, other: ByKind) -> bool:
        """Whether these are of the same rows and classes."""
        return self.labels is other.labels and (self.first, self.terms.shape) == (other.first, other.terms.shape)
