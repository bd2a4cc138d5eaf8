"""Mean absolute error of ordered labels: how many steps, or how far in value, a prediction is off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from concordant.metrics._agreement.disagreement_weights import disagreement, steps
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._cells.wrong import no_rows
from concordant.metrics._object.define import metric
from concordant.metrics._object.optimum import CutPoints, Optimum
from concordant.states import Counts
from concordant.typing import FloatArray, Floats


def _costs(counts: Counts, options: Mapping[str, Any]) -> FloatArray:
    del options
    return disagreement(counts, "linear")


@metric(
    why=no_rows,
    optimum=Optimum(by="row", cut_points=CutPoints(search="costs", costs=_costs)),
    family="overall",
    title="Mean absolute error of ordered labels",
    says="how far a predicted label is from the true one on average: 0 is perfect",
    formula="sum |x_i - x_j| n_ij / n",
    source="Gaudette & Japkowicz 2009, Canadian Conference on AI, LNAI 5549:207",
    better="lower",
    range=(0, np.inf),
    interval="log",
    symmetric=True,
    needs_order="always",
    aliases=("mae",),
)
def mean_absolute_error(counts: Counts, /) -> Floats:
    """
    Mean absolute error of ordered labels: how far a predicted label is from the true one.

    ``sum_ij |x_i - x_j| n_ij / n``. Numeric labels stand at their values, other labels at their positions, so that
    the unit is a point of the scale, or a step between neighbours.

    Returns
    -------
    float
        Not negative; 0 if all rows are right. Undefined (NaN) without rows.

    Notes
    -----
    Where most rows are in one class, always saying that class is hard to beat: see `macro_mean_absolute_error`.

    References
    ----------
    Gaudette & Japkowicz (2009), Evaluation methods for ordinal classification, Canadian Conference on AI, LNAI
    5549:207.

    Examples
    --------
    >>> from concordant import mean_absolute_error
    >>> mean_absolute_error([1, 2, 3, 3], [1, 3, 1, 3])
    0.75
    >>> mean_absolute_error(["low", "high"], ["low", "low"], labels=["low", "mid", "high"])
    1.0
    """
    return ratio(counts.weighed(steps(counts)).total, counts.total)
