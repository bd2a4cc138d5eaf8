"""Precision at k: the share of positives among the k rows with the highest scores."""

from __future__ import annotations

import math
from typing import Any

from concordant.metrics._arithmetic.option_checks import check_row_number
from concordant.metrics._curves.depth import positives_within
from concordant.metrics._curves.of_curves import of_points
from concordant.metrics._curves.outputs import why_lacking
from concordant.metrics._curves.running import Running
from concordant.metrics._object.define import metric
from concordant.states import Curve, CurveStack
from concordant.typing import Average, Floats


def _why(curve: Curve | CurveStack, *, k: int, average: Average = "macro") -> str | None:
    reason = f"there are fewer than k={k} rows"
    if isinstance(curve, Curve):
        return reason if curve.n < k else None

    def too_few(negatives: Any, positives: Any) -> Any:
        return negatives + positives < k

    return why_lacking(curve, too_few, average, reason)


@metric(
    input="scores",
    shortcut="points",
    why=_why,
    family="ranking",
    title="Precision at k",
    says="of the k rows with the highest scores, the share that are positive",
    formula="TP / k among the k rows with the highest scores",
    source="Manning, Raghavan & Schuetze 2008, Introduction to Information Retrieval, section 8.4",
    better="higher",
    range=(0, 1),
    interval="percentile",
    elsewhere=("p_at_k", "p@k"),
)
def precision_at_k(
    curve: Curve | CurveStack, /, *, k: int, average: Average = "macro", fill: float = float("nan")
) -> Floats:
    """
    Precision at k: the share of positives among the k rows with the highest scores.

    ``TP / k`` where the k rows with the highest scores are predicted positive. The rows are ranked by one column
    of scores; with several columns, by each for its own class or label.

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
        Between 0 and 1; the prevalence by chance. Undefined (NaN) if there are fewer than k rows.

    Notes
    -----
    Where the cut falls among rows with equal scores it takes a part of them with the same part of their positives:
    the mean over all orders of the ties. A weighted row counts as its weight. It cannot reach 1 if there are fewer
    than k positives.

    References
    ----------
    Manning, Raghavan & Schuetze (2008), Introduction to Information Retrieval, Cambridge University Press,
    section 8.4.

    Examples
    --------
    >>> from concordant import precision_at_k
    >>> precision_at_k([0, 0, 1, 1, 0], [0.1, 0.4, 0.35, 0.8, 0.2], k=2)
    0.5
    >>> precision_at_k([1, 0, 0, 0], [3, 2, 2, 1], k=2)  # one of the two with the score 2
    0.5
    """
    rows = check_row_number(k, "k")

    def precision(points: Running) -> float:
        if points.negatives[-1] + points.positives[-1] < rows:
            return math.nan
        return positives_within(points, rows) / rows

    return of_points(curve, precision, average, fill)
