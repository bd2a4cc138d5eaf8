"""Gain at a depth: the share of the positives among the rows with the highest scores."""

from __future__ import annotations

import math

from concordant.metrics._arithmetic.option_checks import check_share
from concordant.metrics._curves.depth import positives_within
from concordant.metrics._curves.of_curves import of_points
from concordant.metrics._curves.running import Running
from concordant.metrics._curves.why_undefined import why_no_positive
from concordant.metrics._object.define import metric
from concordant.states import Curve, CurveStack
from concordant.typing import Average, Floats


def _why(curve: Curve | CurveStack, *, depth: float, average: Average = "macro") -> str | None:
    del depth
    return why_no_positive(curve, average)


@metric(
    input="scores",
    shortcut="points",
    why=_why,
    family="ranking",
    title="Gain at a depth",
    says="the share of the positives among the given share of rows with the highest scores",
    formula="TP / P among the depth x n rows with the highest scores",
    source="Ling & Li 1998, KDD, p. 73",
    better="higher",
    dominance="always",
    range=(0, 1),
    interval="percentile",
)
def gain_at(
    curve: Curve | CurveStack, /, *, depth: float, average: Average = "macro", fill: float = float("nan")
) -> Floats:
    """
    Gain at a depth: the share of the positives among the rows with the highest scores.

    ``gain = TP / P`` where the ``depth x n`` rows with the highest scores are predicted positive: if a
    tenth of the customers is contacted, what share of the buyers is reached?

    Parameters
    ----------
    depth : float
        The share of all rows that is taken, above 0 and at most 1.
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
        how often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1; `depth` by chance. Undefined (NaN) without positive rows.

    Notes
    -----
    Where the cut falls among rows with equal scores, or within a row, it takes a part of them with the same part
    of their positives: the mean over all orders of the ties. So the value does not depend on the order of rows.

    References
    ----------
    Ling & Li (1998), Data mining for direct marketing: problems and solutions, KDD, p. 73.

    Examples
    --------
    >>> from concordant import gain_at
    >>> gain_at([0, 0, 1, 1, 0], [0.1, 0.4, 0.35, 0.8, 0.2], depth=0.2)
    0.5
    """
    depth = check_share(depth, "depth", zero=False)

    def gain(points: Running) -> float:
        positives = float(points.positives[-1])
        rows = positives + float(points.negatives[-1])
        return positives_within(points, depth * rows) / positives if positives else math.nan

    return of_points(curve, gain, average, fill)
