"""Influences on a value of each class by which of the labels of a row are the class: of one prediction, or of two."""

from __future__ import annotations

import numpy as np

from concordant.inference.influence.by_kind import ByKind
from concordant.inference.influence.influences import Influences, Written, raised
from concordant.inference.influence.kinds_of_rows import KindsOfRows, sums_of_kinds
from concordant.typing import FloatArray


class OfKinds(Influences):
    """
    Those on a value of each class, such as the difference of two models.

    Parameters
    ----------
    terms : ndarray of shape (2**L, K)
        Of each kind of rows. Those of kinds without a row mean nothing.
    labels : KindsOfRows
        The labels of all units.
    """

    def __init__(self, terms: FloatArray, labels: KindsOfRows) -> None:
        self.shape = (terms.shape[1],)
        self.terms, self.labels = terms, labels

    @property
    def by_kind(self) -> ByKind:
        """Of all classes."""
        return ByKind(self.labels, self.terms)

    def written(self) -> FloatArray:
        """Those of all units."""
        return np.stack([self.of_value(place) for place in range(self.size)], axis=1)

    def of_value(self, place: int) -> FloatArray:
        """Those on one class."""
        return np.asarray(self.terms[self.labels.of_class(place), place])

    def moment(self, weights: FloatArray, power: int) -> FloatArray:
        """Sum over the kinds that there are."""
        return sums_of_kinds(self.labels.weights(weights), raised(self.terms, power))

    def onto_units(self, slopes: FloatArray) -> FloatArray:
        """Multiply."""
        return Written(self.written()).onto_units(slopes)

    def onto_values(self, sums: FloatArray) -> FloatArray:
        """Multiply."""
        return Written(self.written()).onto_values(sums)
