"""Macro-averaged mean absolute error: the mean over the true classes of how far a prediction is off."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.metrics._agreement.disagreement_weights import steps
from concordant.metrics._agreement.weight_families import label_values
from concordant.metrics._arithmetic.averages import left_out, mean_over_classes
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._cells.crossed_borders import CrossedBorders
from concordant.metrics._cells.row_shares import Share
from concordant.metrics._object.define import metric
from concordant.metrics._object.optimum import ROW
from concordant.metrics._object.parts import Parts
from concordant.states import Counts
from concordant.states.tables import refuse_many
from concordant.typing import FloatArray, Floats


def _why(counts: Counts) -> str | None:
    return left_out(counts.row_totals == 0, counts.labels, "macro", "no row of the truth is in the class")


def _parts(counts: Counts) -> Parts | None:
    """Each class with each border between neighbouring labels: the share of its rows that are put beyond it."""
    if counts.outputs is not None:
        return None
    refuse_many(counts.labels)
    runs = CrossedBorders.of_counts(counts)
    apart, squared = runs.sums_of(np.abs(np.diff(label_values(counts.labels))))
    classes = runs.classes

    def combine(shares: FloatArray) -> Any:
        return (shares * apart).sum(-1) / classes if classes else np.full(shares.shape[:-1], np.nan)

    return Parts((Share(runs.crossed, runs.among, back=runs.back),), combine, linear=True, alike=apart**2 / squared)


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
