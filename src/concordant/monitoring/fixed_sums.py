"""
Sums of losses that do not depend on the order of the rows.

Each loss is rounded once, to a multiple of 2**-40, and these whole numbers are added: whatever the batches, writers and
merges, the sum is the same to the bit. A mean is off by 2**-41 (5e-13) at most. The sum is kept as two digits, so that
it takes 10**11 rows to leave 64 bits.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.monitoring.definition import LOSS_CELLS
from concordant.states.moments import Loss, Moments
from concordant.typing import FloatArray, Label

_UNIT = 40  # bits behind the point
_DIGIT = 24  # bits of the lower digit
# The cells of a class: two digits each of these sums, and the rows whose surprise is infinite.
_SUMS = ("score", "squared", "squared^2", "surprise", "surprise^2")
_INFINITE = 2 * len(_SUMS)
LOSSES: dict[str, Loss] = {"squared": "squared and class", "surprise": "surprise and class"}


def loss_digits(
    codes: npt.NDArray[np.int64], scores: FloatArray, group: npt.NDArray[np.int64] | None = None, groups: int = 1
) -> npt.NDArray[np.int64]:
    """
    Return the cells of both classes of the rows of each group, shape (groups, 2, 11).

    Parameters
    ----------
    codes : ndarray of int64, shape (n,)
        1 for the positive class, 0 for the other.
    scores : ndarray of float64, shape (n,)
        Probabilities of the positive class.
    group : ndarray of int64, shape (n,), or None
        The group of each row, 0 to `groups` - 1; None: all are of one.
    groups : int
        How many groups there are.
    """
    found = np.zeros((groups, 2, LOSS_CELLS), np.int64)
    _kernels.add_loss_digits(codes, scores, found, group)
    return found


class FixedSums:
    """The sums of the losses of two classes, as whole numbers of 2**-40."""

    def __init__(self, cells: npt.NDArray[np.int64], rows: npt.NDArray[np.int64]) -> None:
        self.rows = [int(rows[0]), int(rows[1])]
        self.infinite = cells[:, _INFINITE].tolist()
        self._sums = {
            name: [(int(cells[k, 2 * place]) << _DIGIT) + int(cells[k, 2 * place + 1]) for k in range(2)]
            for place, name in enumerate(_SUMS)
        }

    def sum_of(self, name: str) -> tuple[float, float]:
        """Return the sum over the rows of each class of "score", "squared", "surprise", or of one of their squares."""
        negative, positive = self._sums[name]
        return negative / 2**_UNIT, positive / 2**_UNIT

    def moments(self, labels: tuple[Label, ...], missing: int) -> Mapping[str, Moments]:
        """Return the moments that metrics of probabilities take, by the name of the loss."""
        return {name: self._moments(name, labels, missing) for name in LOSSES}

    def _moments(self, name: str, labels: tuple[Label, ...], missing: int) -> Moments:
        """The loss and whether the row is positive: sums are whole numbers until the last division."""
        names = (f"{name} loss", "positive")
        n, positive = sum(self.rows), self.rows[1]
        if not n:
            return Moments.empty(names, classes=labels)
        sums, squares = self._sums[name], self._sums[f"{name}^2"]
        total = sum(sums)
        spread = (sum(squares) * n * 2**_UNIT - total * total) / (n * 2 ** (2 * _UNIT))
        with_class = (sums[1] * n - total * positive) / (n * 2**_UNIT)
        of_class = positive * (n - positive) / n
        mean, spread = total / (n * 2**_UNIT), max(spread, 0.0)
        if any(self.infinite) and name == "surprise":
            mean, spread, with_class = np.inf, np.nan, np.nan
        bound = np.sqrt(spread * of_class)  # rounding of the squares may pass it by a hair
        with_class = with_class if np.isnan(with_class) else float(np.clip(with_class, -bound, bound))
        weight = np.float64(n)
        comoment = np.array([[spread, with_class], [with_class, of_class]])
        mean_of = np.array([mean, positive / n])
        return Moments(
            names, np.asarray(weight), np.asarray(weight), mean_of, comoment, classes=labels, missing=missing
        )
