"""Margins and diagonal of two columns of whole labels, without their table: many metrics ask for no more."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.inputs.labels import LabelRows
from concordant.states import Counts
from concordant.threads import threads_for

_MANY = 1 << 14  # rows; of more, a table of few labels takes less time a row
_LOOKED_AT, _FEW = 1 << 10, 64  # rows that tell whether the labels are few
_EXACT = 1 << 26  # rows; products of two sums are whole numbers that float64 holds


class LabelSums(NamedTuple):
    """
    How often each label occurs.

    Attributes
    ----------
    labels : ndarray of int64, shape (K,)
        Those that occur, ascending; codes, where the rows hold codes.
    truth, prediction, both : ndarray of int64, shape (K,)
        The rows of each label in the truth, in the prediction, and in both at once.
    """

    labels: npt.NDArray[np.int64]
    truth: npt.NDArray[np.int64]
    prediction: npt.NDArray[np.int64]
    both: npt.NDArray[np.int64]

    @classmethod
    def of_rows(cls, rows: LabelRows) -> LabelSums | None:
        """Count rows that count alike and whose labels nobody declared; None of others, and where a table is faster."""
        n = len(rows.y_true)
        if rows.weights is not None or rows.declared is not None or rows.times is not None or not 0 < n < _EXACT:
            return None
        if n > _MANY and are_few(rows.y_true[:_LOOKED_AT]):
            return None
        found = _kernels.label_sums(rows.y_true, rows.y_pred, threads_for(n))
        return None if found is None else cls(*found)

    def one_vs_rest(self) -> Counts:
        """Return one 2 x 2 table a label, the label against all others: a stack (K, 2, 2), as that of `Counts`."""
        table = np.empty((len(self.labels), 2, 2), np.int64)
        table[:, 1, 1] = self.both
        table[:, 1, 0] = self.truth - self.both
        table[:, 0, 1] = self.prediction - self.both
        table[:, 0, 0] = self.truth.sum() - self.truth - self.prediction + self.both
        return Counts(table, (False, True), True, None, tuple(self.labels.tolist()))


def are_few(labels: npt.NDArray[np.integer]) -> bool:
    """Whether some labels lie so near each other that a table of them is small."""
    return int(labels.max()) - int(labels.min()) < _FEW
