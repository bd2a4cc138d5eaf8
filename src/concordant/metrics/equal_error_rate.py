"""Equal error rate: the error where false positives and false negatives are equally frequent."""

from __future__ import annotations

import math
from bisect import bisect_left

from concordant.metrics._curves.of_curves import of_points
from concordant.metrics._curves.running import Running
from concordant.metrics._curves.why_undefined import why_one_class
from concordant.metrics._object.define import metric
from concordant.metrics._object.elsewhere import in_torchmetrics
from concordant.states import Curve, CurveStack
from concordant.typing import Average, Floats


def _crossing(points: Running) -> float:
    """FPR - FNR ascends from -1 to 1: halve to the first point where it is not negative, and go back on the line."""
    negatives, positives = float(points.negatives[-1]), float(points.positives[-1])
    if negatives == 0 or positives == 0:
        return math.nan

    def excess(i: int) -> float:
        return float(points.negatives[i]) / negatives - (positives - float(points.positives[i])) / positives

    i = bisect_left(range(len(points.negatives)), 0.0, key=excess)
    before, after = excess(i - 1), excess(i)
    fpr = float(points.negatives[i - 1]) / negatives, float(points.negatives[i]) / negatives
    return fpr[0] + (fpr[1] - fpr[0]) * (before / (before - after))


def _why(curve: Curve | CurveStack, *, average: Average = "macro") -> str | None:
    return why_one_class(curve, average)


@metric(
    input="scores",
    why=_why,
    shortcut="points",
    family="ranking",
    title="Equal error rate",
    says="the error rate at the threshold where it is the same for both classes: 0 is perfect",
    formula="FPR where FPR = FNR on the ROC curve",
    source="Martin, Doddington, Kamm, Ordowski & Przybocki 1997, Eurospeech, p. 1895",
    better="lower",
    dominance="always",
    range=(0, 1),
    interval="percentile",
    chance=0.5,
    aliases=("eer",),
    elsewhere=(*in_torchmetrics("EER"),),
)
def equal_error_rate(curve: Curve | CurveStack, /, *, average: Average = "macro", fill: float = float("nan")) -> Floats:
    """
    Equal error rate: the error where false positives and false negatives are equally frequent.

    The false positive rate at the point of the ROC curve where ``FPR = FNR``. Between two thresholds the curve is
    a straight line, so there is always exactly one such point; decisions that draw one of the two thresholds by
    lot reach it.

    Parameters
    ----------
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
        how often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1, 0.5 by chance. Undefined (NaN) if only one class occurs in the truth.

    Notes
    -----
    Software without interpolation takes the threshold where FPR and FNR differ least, and one of them or their
    mean; in small data that can be far from this value.

    References
    ----------
    Martin, Doddington, Kamm, Ordowski & Przybocki (1997), The DET curve in assessment of detection task
    performance, Eurospeech, p. 1895.

    Examples
    --------
    >>> from concordant import equal_error_rate
    >>> equal_error_rate([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.5
    >>> equal_error_rate([0, 0, 0, 1, 1], [1, 2, 4, 3, 5])
    0.3333333333333333
    """
    return of_points(curve, _crossing, average, fill)
