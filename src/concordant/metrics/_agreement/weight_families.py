"""
The families of weights: how much two labels disagree, as a function of where the labels stand.

The definitions of Gwet 2014, Handbook of Inter-Rater Reliability, 4th ed., written as disagreement V, zero on the
diagonal and without the division by the largest. The squared differences of Krippendorff 2011 for interval (quadratic),
ratio, circular and polar (bipolar) data are the same.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from concordant.errors import LabelError, OptionError
from concordant.typing import FloatArray, Label


def are_numbers(labels: tuple[Label, ...]) -> bool:
    """Whether all labels are numbers, and so stand at their values."""
    return all(issubclass(kind, (int, float)) and kind is not bool for kind in set(map(type, labels)))


def label_values(labels: tuple[Label, ...]) -> FloatArray:
    """Numeric labels stand at their values (1, 3, 7 are not 1, 2, 3), other labels at their positions from 0."""
    try:
        return np.array(labels if are_numbers(labels) else range(len(labels)), dtype=np.float64)
    except OverflowError as error:
        msg = (
            "numeric labels stand at their values here, and one of them is larger than any float. "
            "Write such labels as text if they are names, or divide them by a common factor."
        )
        raise LabelError(msg) from error


def label_ranks(labels: tuple[Label, ...]) -> FloatArray:
    """Positions from 0 in the order of the values."""
    return np.argsort(np.argsort(label_values(labels))).astype(np.float64)


def distance(values: FloatArray) -> FloatArray:
    """Return ``|x_i - x_j|``."""
    return np.abs(values[:, None] - values[None, :])


def linear(labels: tuple[Label, ...]) -> FloatArray:
    """Return the distance of the values."""
    return distance(label_values(labels))


def quadratic(labels: tuple[Label, ...]) -> FloatArray:
    """Return the squared distance of the values."""
    apart = linear(labels)
    return apart * apart


def radical(labels: tuple[Label, ...]) -> FloatArray:
    """Return the square root of the distance of the values."""
    return np.sqrt(linear(labels))


def ordinal(labels: tuple[Label, ...]) -> FloatArray:
    """Return how many pairs of labels lie between two, these included: only the order counts, not the values."""
    apart = distance(label_ranks(labels))
    return apart * (apart + 1.0) / 2.0


def ratio(labels: tuple[Label, ...]) -> FloatArray:
    """Return the squared difference relative to the sum; other labels than numbers count as 1, 2, 3, ..."""
    values = label_values(labels) + (not are_numbers(labels))
    if (values < 0).any():
        msg = f'weights="ratio" need labels that are not negative; {values.min():g} is.'
        raise OptionError(msg)
    total = values[:, None] + values[None, :]
    return (distance(values) / np.where(total == 0, 1.0, total)) ** 2


def circular(labels: tuple[Label, ...]) -> FloatArray:
    """Return the squared sine of half the angle; the last label is followed by the first, in the same step."""
    steps = np.diff(np.sort(label_values(labels)))
    if not np.allclose(steps, steps[:1], rtol=1e-9, atol=0.0):
        shown = ", ".join(f"{value:g}" for value in np.sort(label_values(labels))[:10])
        msg = (
            f'weights="circular" need labels in equal steps, to know where the circle closes, not {shown}. '
            "Declare all labels of the circle: labels=[...]."
        )
        raise OptionError(msg)
    return np.sin(np.pi * distance(label_ranks(labels)) / len(labels)) ** 2


def bipolar(labels: tuple[Label, ...]) -> FloatArray:
    """Return the squared distance relative to the distances from both poles, the least and the greatest label."""
    values = label_values(labels)
    low, high = values.min(initial=np.inf), values.max(initial=-np.inf)
    total = values[:, None] + values[None, :]
    from_poles = (total - 2.0 * low) * (2.0 * high - total)
    apart = distance(values) ** 2
    return apart / np.where(apart == 0, 1.0, from_poles)


FAMILIES: dict[str, Callable[[tuple[Label, ...]], FloatArray]] = {
    "linear": linear,
    "quadratic": quadratic,
    "ordinal": ordinal,
    "radical": radical,
    "ratio": ratio,
    "circular": circular,
    "bipolar": bipolar,
}
