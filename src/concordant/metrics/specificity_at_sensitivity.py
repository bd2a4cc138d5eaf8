"""Specificity at a sensitivity: the best specificity of a threshold with at least this sensitivity."""

from __future__ import annotations

from concordant.metrics._arithmetic.option_checks import check_share
from concordant.metrics._curves.of_curves import of_points
from concordant.metrics._curves.roc_reading import read_off
from concordant.metrics._curves.why_undefined import why_one_class
from concordant.metrics._object.define import metric
from concordant.states import Curve, CurveStack
from concordant.typing import Average, Floats


def _why(
    curve: Curve | CurveStack, *, sensitivity: float, interpolate: bool = False, average: Average = "macro"
) -> str | None:
    del sensitivity, interpolate
    return why_one_class(curve, average)


@metric(
    input="scores",
    shortcut="points",
    why=_why,
    family="ranking",
    title="Specificity at a sensitivity",
    says="the best specificity of a threshold with at least this sensitivity",
    formula="max TN / N over thresholds where TP / P is at least the sensitivity",
    source="Zhou, Obuchowski & McClish 2011, Statistical Methods in Diagnostic Medicine, chapter 2",
    better="higher",
    dominance="counted",
    range=(0, 1),
    interval="percentile",
    aliases=("specificity_at_recall",),
    elsewhere=("BinarySpecificityAtSensitivity",),
)
def specificity_at_sensitivity(
    curve: Curve | CurveStack,
    /,
    *,
    sensitivity: float,
    interpolate: bool = False,
    average: Average = "macro",
    fill: float = float("nan"),
) -> Floats:
    """
    Specificity at a sensitivity: the best specificity of a threshold with at least this sensitivity.

    ``max TN / N`` over the thresholds where ``TP / P >= sensitivity``. Thresholds are the scores that occur, and +inf.
    By default nothing is interpolated, so a threshold reaches the value on these rows; `operating_point` gives it.

    Parameters
    ----------
    sensitivity : float
        The least sensitivity, between 0 and 1.
    interpolate : bool, default False
        Whether to read the specificity off the ROC curve at exactly this sensitivity, on the straight line
        between two thresholds. No threshold reaches that, but decisions that draw one of the two by lot do.
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
        how often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1; one less the sensitivity by chance. Undefined (NaN) if only one class occurs in the truth.

    Notes
    -----
    pROC's ``coords`` interpolates as ``interpolate=True`` does.

    References
    ----------
    Zhou, Obuchowski & McClish (2011), Statistical Methods in Diagnostic Medicine, 2nd edition, Wiley, chapter 2.

    Examples
    --------
    >>> from concordant import specificity_at_sensitivity, operating_point
    >>> y_true, y_score = [0, 0, 1, 1, 0, 1], [0.1, 0.4, 0.35, 0.8, 0.2, 0.9]
    >>> specificity_at_sensitivity(y_true, y_score, sensitivity=0.8)
    0.6666666666666666
    >>> operating_point(y_true, y_score, maximise="specificity", recall=0.8).threshold
    0.35
    """
    least = check_share(sensitivity, "sensitivity")
    return of_points(
        curve,
        lambda points: read_off(points, "specificity", "recall", least, interpolate=interpolate),
        average,
        fill,
    )
