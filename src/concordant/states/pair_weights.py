"""A weight of each pair of labels, which the numbers of a table are multiplied by."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from concordant.typing import FloatArray

Places = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class PairWeights:
    """
    Weights of a true and a predicted label.

    Attributes
    ----------
    of : callable
        Takes the places of true and of predicted labels, which broadcast; gives the weight of each pair.
    form : {"unequal", "steps", "within"} or None
        What the weight is: whether the labels differ, how far apart their values are, or whether that is at most
        `most`; None of any other weight.
    values : ndarray of shape (K,) or None
        The values of the labels.
    most : float
        How far apart they may be.
    """

    of: Callable[[Places, Places], Any]
    form: Literal["unequal", "steps", "within"] | None = None
    values: FloatArray | None = None
    most: float = 0.0


UNEQUAL = PairWeights(lambda true, predicted: true != predicted, "unequal")


def steps_between(values: FloatArray) -> PairWeights:
    """Return ``|x_i - x_j|`` of values x of the labels."""
    return PairWeights(lambda true, predicted: np.abs(values[true] - values[predicted]), "steps", values)


def steps_within(values: FloatArray, most: float) -> PairWeights:
    """Return whether ``|x_i - x_j|`` is at most so much."""
    return PairWeights(lambda true, predicted: np.abs(values[true] - values[predicted]) <= most, "within", values, most)
