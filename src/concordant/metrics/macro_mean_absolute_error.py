"""Macro-averaged mean absolute error: the mean over the true classes of how far a prediction is off."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.metrics._agreement.weight_families import linear
from concordant.metrics._agreement.weights import steps
from concordant.metrics._arithmetic.averages import left_out, mean_over_classes
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._cells.row_shares import Share
from concordant.metrics._object.define import metric
from concordant.metrics._object.optimum import ROW
from concordant.metrics._object.parts import Parts, mean_of_defined
from concordant.states import Counts
from concordant.states.tables import refuse_many
from concordant.typing import FloatArray, Floats


def _why(counts: Counts) -> str | None:
    return left_out(counts.row_totals == 0, counts.labels, "macro", "no row of the truth is in the class")


def _parts(counts: Counts) -> Parts | None:
    """Each class with each border between neighbouring labels: the share of its rows that are put beyond it."""
    if counts.outputs is not None:
        return None
    refuse_many(counts.labels)  # there are as many shares as a table has cells
    size = len(counts.labels)
    borders = np.arange(1, size)
    above = np.arange(size)[:, None] >= borders  # (label, border): whether the label is above the border

    def beyond(state: Counts) -> Any:
        below = np.cumsum(state.table, -1)  # (true, border - 1): rows that are put below the border
        crossed = np.where(above, below[..., :-1], below[..., -1:] - below[..., :-1])
        return crossed.reshape(*state.table.shape[:-2], -1)

    def among(state: Counts) -> Any:
        rows = state.table.sum(-1)[..., None] * np.ones(size - 1)
        return rows.reshape(*state.table.shape[:-2], -1)

    steps = np.abs(linear(counts.labels)[borders - 1, borders])

    def combine(shares: FloatArray) -> FloatArray:
        each = shares.reshape(*shares.shape[:-1], size, size - 1)
        return mean_of_defined((each * steps).sum(-1))

    return Parts((Share(beyond, among),), combine, linear=True)


@metric(
    why=_why,
    optimum=ROW,
    parts=_parts,
    family="overall",
    title="Macro-averaged mean absolute error",
    says="how far a predicted label is from the true one, every true class counting the same: 0 is perfect",
    formula="mean over classes i of sum_j |x_i - x_j| n_ij / n_i.",
    source="Baccianella, Esuli & Sebastiani 2009, ISDA, p. 283, eq. 4",
    better="lower",
    range=(0, np.inf),
    interval="log",
    needs_order="always",
    aliases=("macro_mae", "amae"),
)
def macro_mean_absolute_error(counts: Counts, /, *, fill: float = float("nan")) -> Floats:
    """
    Macro-averaged mean absolute error: how far a prediction is off, every true class counting the same.

    ``mean over i of (sum_j |x_i - x_j| n_ij / n_i.)``: the mean absolute error of the rows of each true class,
    averaged over the classes. Numeric labels stand at their values, other labels at their positions.

    Returns
    -------
    float
        Not negative; 0 if all rows are right. Classes without a row in the truth are left out, and a warning names
        them. Undefined (NaN) without rows.

    References
    ----------
    Baccianella, Esuli & Sebastiani (2009), Evaluation measures for ordinal regression, ISDA, p. 283, eq. 4.

    Examples
    --------
    >>> from concordant import macro_mean_absolute_error
    >>> macro_mean_absolute_error([1, 1, 1, 3], [1, 1, 1, 1])  # the plain mean is 0.5
    1.0
    """
    each = ratio(counts.weighed(steps(counts)).row_totals, counts.row_totals)
    return mean_over_classes(each, None, "macro", fill)
