"""Recall at a precision: the most positives that a threshold finds with at least this precision."""

from __future__ import annotations

import math

from concordant.metrics._arithmetic.option_checks import check_share
from concordant.metrics._curves.best_point import best_point
from concordant.metrics._curves.of_curves import of_points
from concordant.metrics._curves.outputs import class_totals, why_outputs
from concordant.metrics._curves.roc_points import roc_points
from concordant.metrics._curves.running import Running
from concordant.metrics._curves.why_undefined import why_no_positive
from concordant.metrics._object.define import metric
from concordant.states import Curve, CurveStack
from concordant.typing import Average, Floats


def _recall(points: Running, precision: float) -> float:
    return best_point(points, "recall", {"precision": precision}).recall


def _why(curve: Curve | CurveStack, *, precision: float, average: Average = "macro") -> str | None:
    reason = f"no threshold has a precision of at least {precision:g}"
    if isinstance(curve, Curve):
        return why_no_positive(curve, average) or (reason if _never(curve, precision) else None)
    if average != "weighted" and (class_totals(curve)[:, 1] == 0).any():
        reason = f"no row of y_true is in the class, or {reason}"
    return why_outputs(curve, lambda one: _never(one, precision), average, reason)


def _never(curve: Curve, precision: float) -> bool:
    return math.isnan(_recall(roc_points(curve), precision))


@metric(
    input="scores",
    shortcut="points",
    why=_why,
    family="ranking",
    title="Recall at a precision",
    says="the most positives that a threshold finds with at least this precision",
    formula="max TP / P over thresholds where TP / (TP + FP) is at least the precision",
    source="Davis & Goadrich 2006, ICML, p. 233",
    better="higher",
    range=(0, 1),
    interval="percentile",
    elsewhere=("BinaryRecallAtFixedPrecision", "recall_at_fixed_precision"),
)
def recall_at_precision(
    curve: Curve | CurveStack, /, *, precision: float, average: Average = "macro", fill: float = float("nan")
) -> Floats:
    """
    Recall at a precision: the most positives that a threshold finds with at least this precision.

    ``max TP / P`` over the thresholds where ``TP / (TP + FP) >= precision``. Thresholds are the scores that occur;
    nothing is interpolated, so a threshold reaches the value on these rows. `operating_point` gives it.

    Parameters
    ----------
    precision : float
        The least precision, between 0 and 1.
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
        how often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1. Undefined (NaN) without positive rows, and where no threshold has this precision.

    Notes
    -----
    Other software gives 0 where no threshold has the precision; ``undefined=0.0`` does so too. The precision
    depends on the prevalence: of data with another the value says nothing.

    References
    ----------
    Davis & Goadrich (2006), The relationship between precision-recall and ROC curves, ICML, p. 233.

    Examples
    --------
    >>> from concordant import operating_point, recall_at_precision
    >>> y_true, y_score = [0, 0, 1, 1, 0, 1], [0.1, 0.4, 0.35, 0.8, 0.2, 0.9]
    >>> recall_at_precision(y_true, y_score, precision=0.75)
    1.0
    >>> operating_point(y_true, y_score, maximise="recall", precision=0.75).threshold
    0.35
    """
    least = check_share(precision, "precision")
    return of_points(curve, lambda points: _recall(points, least), average, fill)
