"""Quadratic disagreement of whole labels without a table: sums of labels and of their squares say all of it."""

from __future__ import annotations

from concordant import _kernels
from concordant.inputs.labels import LabelRows
from concordant.threads import threads_for


def quadratic_kappa(rows: LabelRows) -> float | None:
    """
    Quadratic kappa, ``1 - n sum (a - b)^2 / (n sum (a^2 + b^2) - 2 sum a sum b)``; None where rows do not tell it.

    Both sums are those of the weights ``(i - j)^2`` over the observed and the expected table. The rows must count alike
    and hold whole numbers that nobody declared; kappa must be defined.
    """
    if rows.weights is not None or rows.declared is not None or rows.names is not None or rows.logical:
        return None
    n = len(rows.y_true)
    sums = _kernels.square_sums(rows.y_true, rows.y_pred, threads_for(n))
    expected = n * sums.squares - 2 * sums.first * sums.second
    return 1.0 - float(n * sums.apart) / float(expected) if sums.fit and expected else None
