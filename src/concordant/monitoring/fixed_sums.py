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


# Rows at a time: float64 adds their digits exactly, of which the greatest is 2**36, up to 2**17 of them; and arrays of
# so few do not come from fresh pages, which takes four times as long.
_CHUNK = 3 << 10
_MOST = 1 << 16  # rows of several groups at a time


def loss_digits(codes: npt.NDArray[np.int64], scores: FloatArray) -> npt.NDArray[np.int64]:
    """
    Return the cells of both classes of some rows, shape (2, 11).

    Parameters
    ----------
    codes : ndarray of int64, shape (n,)
        1 for the positive class, 0 for the other.
    scores : ndarray of float64, shape (n,)
        Probabilities of the positive class.
    """
    found = np.zeros((2, LOSS_CELLS), np.int64)
    for start in range(0, len(scores), _CHUNK):
        code = codes[start : start + _CHUNK]
        digits = _digits_of_rows(code, scores[start : start + _CHUNK])
        positive = digits @ code.astype(np.float64)
        found[1] += positive.astype(np.int64)
        found[0] += (digits.sum(1) - positive).astype(np.int64)
    return found


def loss_digits_of_groups(
    group: npt.NDArray[np.int64], codes: npt.NDArray[np.int64], scores: FloatArray
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """
    Return the groups that occur, some of them several times, and the cells of each, shape (groups, 2, 11).

    `group` is any whole number for each row, ascending.
    """
    groups, cells = [], []
    for start in range(0, len(scores), _MOST):
        here = slice(start, start + _MOST)
        first = np.flatnonzero(np.diff(group[here], prepend=group[start] - 1))
        digits = _digits_of_rows(codes[here], scores[here])
        every = np.add.reduceat(digits, first, axis=1)
        positive = np.add.reduceat(digits * codes[here], first, axis=1)
        groups.append(group[here][first])
        cells.append(np.stack([every - positive, positive]).transpose(2, 0, 1).astype(np.int64))
    return np.concatenate(groups), np.concatenate(cells)


def _digits_of_rows(codes: npt.NDArray[np.int64], scores: FloatArray) -> FloatArray:
    """The digits of each row, whole numbers, shape (11, n)."""
    whole = np.empty((len(_SUMS), len(scores)))
    whole[0] = scores
    whole[1], whole[3] = (
        _kernels.binary_loss_values(codes, 0, 1, scores, kind, 1).values for kind in ("squared", "surprise")
    )
    found = np.zeros((LOSS_CELLS, len(scores)))
    infinite = whole[3] == np.inf
    if infinite.any():
        found[_INFINITE] = infinite
        whole[3, infinite] = 0.0
    np.multiply(whole[1:4:2], whole[1:4:2], out=whole[2:5:2])
    whole *= 2.0**_UNIT
    np.rint(whole, out=whole)
    upper, lower = found[0:_INFINITE:2], found[1:_INFINITE:2]
    np.floor(whole * 2.0**-_DIGIT, out=upper)
    np.subtract(whole, upper * 2.0**_DIGIT, out=lower)
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
