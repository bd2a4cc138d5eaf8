"""Recall at k: the share of the positives that are among the k rows with the highest scores."""

from __future__ import annotations

import math

from concordant.metrics._arithmetic.option_checks import check_row_number
from concordant.metrics._curves.depth import positives_within
from concordant.metrics._curves.of_curves import of_points
from concordant.metrics._curves.running import Running
from concordant.metrics._curves.why_undefined import why_no_positive
from concordant.metrics._object.define import metric
from concordant.states import Curve, CurveStack
from concordant.typing import Average, Floats


def _why(curve: Curve | CurveStack, *, k: int, average: Average = "macro") -> str | None:
    del k
    return why_no_positive(curve, average)


@metric(
    input="scores",
    shortcut="points",
    why=_why,
    family="ranking",
    title="Recall at k",
    says="of the positive rows, the share among the k rows with the highest scores",
    formula="TP / P among the k rows with the highest scores",
    source="Manning, Raghavan & Schuetze 2008, Introduction to Information Retrieval, section 8.4",
    better="higher",
    range=(0, 1),
    scale_free=False,
    interval="percentile",
    elsewhere=("r@k",),
)
def recall_at_k(
    curve: Curve | CurveStack, /, *, k: int, average: Average = "macro", fill: float = float("nan")
) -> Floats:
    """
    Recall at k: the share of the positives that are among the k rows with the highest scores.

    ``TP / P`` where the k rows with the highest scores are predicted positive; all rows, if there are fewer. The
    rows are ranked by one column of scores; with several columns, by each for its own class or label.

    Parameters
    ----------
    k : int
        How many rows are taken, at least 1.
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
        how often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1; ``k / n`` by chance. Undefined (NaN) without positive rows.

    Notes
    -----
    Where the cut falls among rows with equal scores it takes a part of them with the same part of their positives:
    the mean over all orders of the ties. A weighted row counts as its weight.

    References
    ----------
    Manning, Raghavan & Schuetze (2008), Introduction to Information Retrieval, Cambridge University Press,
    section 8.4.

    Examples
    --------
    >>> from concordant import recall_at_k
    >>> recall_at_k([0, 0, 1, 1, 0], [0.1, 0.4, 0.35, 0.8, 0.2], k=3)
    1.0
    """
    rows = check_row_number(k, "k")

    def recall(points: Running) -> float:
        positives = float(points.positives[-1])
        return positives_within(points, rows) / positives if positives else math.nan

    return of_points(curve, recall, average, fill)
