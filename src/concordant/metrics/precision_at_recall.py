"""Precision at a recall: the best precision of a threshold that finds at least this share of the positives."""

from __future__ import annotations

from concordant.metrics._arithmetic.option_checks import check_share
from concordant.metrics._curves.best_point import best_point
from concordant.metrics._curves.of_curves import of_points
from concordant.metrics._curves.why_undefined import why_no_positive
from concordant.metrics._object.define import metric
from concordant.states import Curve, CurveStack
from concordant.typing import Average, Floats


def _why(curve: Curve | CurveStack, *, recall: float, average: Average = "macro") -> str | None:
    del recall
    return why_no_positive(curve, average)


@metric(
    input="scores",
    shortcut="points",
    why=_why,
    family="ranking",
    title="Precision at a recall",
    says="the best precision of a threshold that finds at least this share of the positives",
    formula="max TP / (TP + FP) over thresholds where TP / P is at least the recall",
    source="Davis & Goadrich 2006, ICML, p. 233",
    better="higher",
    dominance="counted",
    range=(0, 1),
    interval="percentile",
    elsewhere=("BinaryPrecisionAtFixedRecall", "precision_at_fixed_recall"),
)
def precision_at_recall(
    curve: Curve | CurveStack, /, *, recall: float, average: Average = "macro", fill: float = float("nan")
) -> Floats:
    """
    Precision at a recall: the best precision of a threshold that finds at least this share of the positives.

    ``max TP / (TP + FP)`` over the thresholds where ``TP / P >= recall``. Thresholds are the scores that occur;
    nothing is interpolated, so a threshold reaches the value on these rows. `operating_point` gives it.

    Parameters
    ----------
    recall : float
        The least recall, between 0 and 1.
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
        how often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between the prevalence and 1. Undefined (NaN) without positive rows.

    Notes
    -----
    Chance gives the prevalence, so values of data with different prevalence cannot be compared.

    References
    ----------
    Davis & Goadrich (2006), The relationship between precision-recall and ROC curves, ICML, p. 233.

    Examples
    --------
    >>> from concordant import operating_point, precision_at_recall
    >>> y_true, y_score = [0, 0, 1, 1, 0, 1], [0.1, 0.4, 0.35, 0.8, 0.2, 0.9]
    >>> precision_at_recall(y_true, y_score, recall=0.9)
    0.75
    >>> operating_point(y_true, y_score, maximise="precision", recall=0.9).threshold
    0.35
    """
    conditions = {"recall": check_share(recall, "recall")}
    return of_points(curve, lambda points: best_point(points, "precision", conditions).precision, average, fill)
