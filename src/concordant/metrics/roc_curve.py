"""ROC curve: true against false positive rate at every threshold."""

from __future__ import annotations

import numpy as np

from concordant.inputs.scores import ScoreRows
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._curves.of_curves import records_of_curves
from concordant.metrics._curves.outputs import one_class_reason
from concordant.metrics._curves.running import running
from concordant.metrics._object.define import metric
from concordant.result import RocCurve
from concordant.states import Curve, CurveStack


def _why(curve: Curve | CurveStack) -> str | None:
    curves = [curve] if isinstance(curve, Curve) else curve.binary_curves()
    return next((reason for reason in map(one_class_reason, curves) if reason), None)


def _shortcut(rows: ScoreRows) -> RocCurve | None:
    points = running(rows, shares=True)
    return None if points is None else RocCurve(points.negatives, points.positives, points.thresholds)


@metric(
    input="scores",
    why=_why,
    instead="roc_auc, or sensitivity_at_specificity for a point of it",
    shortcut=_shortcut,
    family="tables",
    title="ROC curve",
    says="true against false positive rate at every threshold",
    formula="(FP / N, TP / P) at each distinct score from the highest down",
    source="Fawcett 2006, Pattern Recognition Letters 27:861, algorithm 1",
    better=None,
    range=None,
    elsewhere=("roc", "BinaryROC"),
)
def roc_curve(curve: Curve | CurveStack, /) -> RocCurve | tuple[RocCurve, ...]:
    """
    ROC curve: true against false positive rate at every threshold.

    ``(FPR, TPR) = (FP / N, TP / P)`` where "positive" means ``score >= threshold``, for each distinct score from
    the highest down, after the point (0, 0) at the threshold +inf. No point is left out.

    Returns
    -------
    RocCurve, or a tuple of them, one a class or label
        Unpacks as ``fpr, tpr, thresholds``. A rate is NaN if its class does not occur.

    References
    ----------
    Fawcett (2006), An introduction to ROC analysis, Pattern Recognition Letters 27:861, algorithm 1.

    Examples
    --------
    >>> from concordant import roc_curve
    >>> fpr, tpr, thresholds = roc_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> fpr.tolist(), tpr.tolist()
    ([0.0, 0.0, 0.5, 0.5, 1.0], [0.0, 0.5, 0.5, 1.0, 1.0])
    """
    return records_of_curves(curve, _points)


def _points(curve: Curve) -> RocCurve:
    sums = np.zeros((2, len(curve.scores) + 1))
    sums[0, 1:], sums[1, 1:] = curve.cumulative()
    thresholds = np.empty(len(curve.scores) + 1, np.result_type(curve.scores.dtype, np.float32))
    thresholds[0], thresholds[1:] = np.inf, curve.scores
    fpr, tpr = ratio(sums, sums[:, -1:])
    return RocCurve(fpr, tpr, thresholds)
