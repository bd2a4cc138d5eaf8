"""DET curve: false negative against false positive rate at every threshold."""

from __future__ import annotations

import numpy as np

from concordant.inputs.scores import ScoreRows
from concordant.metrics._curves.of_curves import records_of_curves
from concordant.metrics._curves.roc_points import roc_points
from concordant.metrics._curves.running import Running, running
from concordant.metrics._curves.why_undefined import first_reason
from concordant.metrics._object.define import metric
from concordant.result import DetCurve
from concordant.states import Curve, CurveStack


def _errors(points: Running) -> DetCurve:
    """Give the rates of both errors, written over the points; P - TP is counted, as 1 - TPR would leave rounding."""
    fpr, fnr = points.negatives, points.positives
    negatives, positives = float(fpr[-1]), float(fnr[-1])
    np.subtract(positives, fnr, out=fnr)
    np.divide(fpr, negatives or np.nan, out=fpr)
    np.divide(fnr, positives or np.nan, out=fnr)
    return DetCurve(fpr, fnr, points.thresholds)


def _shortcut(rows: ScoreRows) -> DetCurve | None:
    points = running(rows)
    return None if points is None else _errors(points)


@metric(
    input="scores",
    why=first_reason,
    instead="equal_error_rate, or sensitivity_at_specificity for a point of it",
    shortcut=_shortcut,
    family="tables",
    title="DET curve",
    says="false negative against false positive rate at every threshold",
    formula="(FP / N, FN / P) at each distinct score from the highest down",
    source="Martin, Doddington, Kamm, Ordowski & Przybocki 1997, Eurospeech, p. 1895",
    better=None,
    range=None,
    elsewhere=("detection_error_tradeoff",),
)
def det_curve(curve: Curve | CurveStack, /) -> DetCurve | tuple[DetCurve, ...]:
    """
    DET curve: false negative against false positive rate at every threshold.

    ``(FPR, FNR) = (FP / N, FN / P)`` where "positive" means ``score >= threshold``, for each distinct score from
    the highest down, after the point (0, 1) at the threshold +inf. No point is left out. It is the ROC curve
    upside down; drawn on axes of normal deviates it shows classifiers with few errors apart.

    Returns
    -------
    DetCurve, or a tuple of them, one a class or label
        Unpacks as ``fpr, fnr, thresholds``. A rate is NaN if its class does not occur.

    Notes
    -----
    scikit-learn's function of the same name gives these points in ascending order of the thresholds, from the
    highest one without a false positive to the lowest one with a false negative and the next.

    References
    ----------
    Martin, Doddington, Kamm, Ordowski & Przybocki (1997), The DET curve in assessment of detection task
    performance, Eurospeech, p. 1895.

    Examples
    --------
    >>> from concordant import det_curve
    >>> fpr, fnr, thresholds = det_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> fpr.tolist(), fnr.tolist()
    ([0.0, 0.0, 0.5, 0.5, 1.0], [1.0, 0.5, 0.5, 0.0, 0.0])
    """
    return records_of_curves(curve, lambda one: _errors(roc_points(one)))
