"""Kappa of labels without a table: the margins and the rows that agree say all of it."""

from __future__ import annotations

import numpy as np

from concordant.inputs.labels import LabelRows
from concordant.metrics._cells.label_sums import LabelSums


def nominal_kappa(rows: LabelRows) -> float | None:
    """
    Kappa where every disagreement counts the same, ``1 - n (n - sum_k n_kk) / (n^2 - sum_k r_k c_k)``.

    None where the rows do not tell it: weighted ones, declared labels, and where kappa is undefined. All sums are whole
    numbers that float64 holds, so that the value is that of the table to the last bit.
    """
    sums = LabelSums.of_rows(rows)
    if sums is None:
        return None
    n = len(rows.y_true)
    expected = n * n - int(sums.truth @ sums.prediction)
    return 1.0 - float(n * (n - int(np.add.reduce(sums.both)))) / float(expected) if expected else None
