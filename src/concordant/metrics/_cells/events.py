"""
What happens to a row, or does not: it is right, a positive is found, a negative is cleared.

Of two models on the same rows a share of such rows is compared by the rows in which it happens to one of them alone.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.intp]
Bools = npt.NDArray[np.bool_]
# Places of true and predicted labels, and that of the positive one -> which rows it can happen to, in which it does.
Event = Callable[[Codes, Codes, int], tuple[Bools, Bools]]


def right(truth: Codes, prediction: Codes, positive: int) -> tuple[Bools, Bools]:
    """The prediction is the truth."""
    del positive
    return np.ones(len(truth), np.bool_), truth == prediction


def wrong(truth: Codes, prediction: Codes, positive: int) -> tuple[Bools, Bools]:
    """The prediction is not the truth."""
    return opposite(right(truth, prediction, positive))


def found(truth: Codes, prediction: Codes, positive: int) -> tuple[Bools, Bools]:
    """A positive row is predicted positive."""
    return truth == positive, prediction == positive


def missed(truth: Codes, prediction: Codes, positive: int) -> tuple[Bools, Bools]:
    """A positive row is predicted negative."""
    return opposite(found(truth, prediction, positive))


def cleared(truth: Codes, prediction: Codes, positive: int) -> tuple[Bools, Bools]:
    """A negative row is predicted negative."""
    return truth != positive, prediction != positive


def alarmed(truth: Codes, prediction: Codes, positive: int) -> tuple[Bools, Bools]:
    """A negative row is predicted positive."""
    return opposite(cleared(truth, prediction, positive))


def opposite(event: tuple[Bools, Bools]) -> tuple[Bools, Bools]:
    """Return the same rows, in which it does not happen."""
    rows, happens = event
    return rows, ~happens
