"""precision_at_k, recall_at_k, gain_at, lift_at."""

from __future__ import annotations

import math

from concordant.metrics.arithmetic import check_row_number, check_share
from concordant.metrics.definition.define import metric
from concordant.metrics.ranking.curve_points import Running, of_points, positives_within, why_lacking, why_no_positive
from concordant.states import Curve, CurveStack
from concordant.typing import Average


def _precision_at_k_why(curve: Curve | CurveStack, *, k: int, average: Average = "macro") -> str | None:
    reason = f"there are fewer than k={k} rows"
    if isinstance(curve, Curve):
        return reason if curve.n < k else None
    return why_lacking(curve, lambda negatives, positives: negatives + positives < k, average, reason)


@metric(
    shortcut="points",
    why=_precision_at_k_why,
    title="Precision at k",
    says="of the k rows with the highest scores, the share that are positive",
    formula="TP / k among the k rows with the highest scores",
    source="Manning, Raghavan & Schuetze 2008, Introduction to Information Retrieval, section 8.4",
    interval="percentile",
    elsewhere=("p_at_k", "p@k"),
)
@of_points
def precision_at_k(points: Running, /, *, k: int) -> float:
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
    if points.negatives[-1] + points.positives[-1] < rows:
        return math.nan
    return positives_within(points, rows) / rows


@metric(
    shortcut="points",
    why=why_no_positive,
    title="Recall at k",
    says="of the positive rows, the share among the k rows with the highest scores",
    formula="TP / P among the k rows with the highest scores",
    source="Manning, Raghavan & Schuetze 2008, Introduction to Information Retrieval, section 8.4",
    scale_free=False,
    interval="percentile",
    elsewhere=("r@k",),
)
@of_points
def recall_at_k(points: Running, /, *, k: int) -> float:
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
    positives = float(points.positives[-1])
    return positives_within(points, rows) / positives if positives else math.nan


@metric(
    shortcut="points",
    why=why_no_positive,
    title="Gain at a depth",
    says="the share of the positives among the given share of rows with the highest scores",
    formula="TP / P among the depth x n rows with the highest scores",
    source="Ling & Li 1998, KDD, p. 73",
    dominance="always",
    interval="percentile",
)
@of_points
def gain_at(points: Running, /, *, depth: float) -> float:
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
    positives = float(points.positives[-1])
    rows = positives + float(points.negatives[-1])
    return positives_within(points, depth * rows) / positives if positives else math.nan


@metric(
    why=gain_at.why,
    title="Lift at a depth",
    says="how many times as frequent positives are among the given share of highest scores as in all rows",
    formula="(TP / P) / depth among the depth x n rows with the highest scores",
    source="Ling & Li 1998, KDD, p. 73",
    dominance="always",
    range=(0, float("inf")),
    interval="percentile",
    chance=1,
)
@of_points
def lift_at(points: Running, /, *, depth: float) -> float:
    """
    Lift at a depth: how much more frequent positives are among the rows with the highest scores than in all.

    ``lift = gain / depth = precision / prevalence`` where the ``depth x n`` rows with the highest scores are
    predicted positive.

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
        At least 0; 1 by chance, at most ``1 / depth`` and at most ``1 / prevalence``. Undefined (NaN) without
        positive rows.

    Notes
    -----
    Ties at the cut are shared proportionally, as in `gain_at`. Lifts of data with different prevalence cannot be
    compared: of frequent positives no lift can be high.

    References
    ----------
    Ling & Li (1998), Data mining for direct marketing: problems and solutions, KDD, p. 73.

    Examples
    --------
    >>> from concordant import lift_at
    >>> lift_at([0, 0, 1, 1, 0], [0.1, 0.4, 0.35, 0.8, 0.2], depth=0.2)
    2.5
    """
    gain: float = gain_at.formula(points, depth=depth)
    return gain / depth
