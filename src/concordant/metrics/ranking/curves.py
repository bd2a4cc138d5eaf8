"""roc_curve, precision_recall_curve, det_curve, gain_curve, lift_curve."""

from __future__ import annotations

import numpy as np

from concordant.inputs.scores import ScoreRows
from concordant.metrics.arithmetic import at_prevalence, ratio, why_at_prevalence
from concordant.metrics.definition.define import metric
from concordant.metrics.ranking.curve_points import (
    Running,
    first_reason,
    one_class_reason,
    records_of_curves,
    records_of_points,
    running,
    why_no_positive,
)
from concordant.result import DetCurve, GainCurve, LiftCurve, PrecisionRecallCurve, RocCurve
from concordant.states import Curve, CurveStack
from concordant.typing import Prevalence


def _rates(points: Running) -> RocCurve:
    """Give both rates, written over the points."""
    fpr, tpr = points.negatives, points.positives
    fpr /= float(fpr[-1]) or np.nan
    tpr /= float(tpr[-1]) or np.nan
    return RocCurve(fpr, tpr, points.thresholds)


@metric(
    why=lambda curve: first_reason(curve, one_class_reason),
    instead="roc_auc, or sensitivity_at_specificity for a point of it",
    shortcut="points",
    title="ROC curve",
    says="true against false positive rate at every threshold",
    formula="(FP / N, TP / P) at each distinct score from the highest down",
    source="Fawcett 2006, Pattern Recognition Letters 27:861, algorithm 1",
    elsewhere=("roc", "BinaryROC"),
)
def roc_curve(curve: Curve | CurveStack | Running, /) -> RocCurve | tuple[RocCurve, ...]:
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
    return records_of_points(curve, _rates)


def _precision_recall_curve_shortcut(rows: ScoreRows) -> PrecisionRecallCurve | None:
    sums = running(rows)
    if sums is None:
        return None
    precision, recall = sums.negatives[1:], sums.positives[1:]
    precision += recall
    np.divide(recall, precision, out=precision)
    prevalence = float(recall[-1] / len(rows.scores))
    recall /= recall[-1]
    return PrecisionRecallCurve(precision, recall, sums.thresholds[1:], prevalence)


def _why_no_recall(curve: Curve | CurveStack) -> str | None:
    return first_reason(curve, why_no_positive)


@metric(
    why=lambda curve, prevalence=None: why_at_prevalence(curve, prevalence, _why_no_recall),
    instead="average_precision, or precision_at_recall for a point of it",
    shortcut=_precision_recall_curve_shortcut,
    title="Precision-recall curve",
    says="precision against recall at every threshold",
    formula="(TP / P, TP / (TP + FP)) at each distinct score from the highest down",
    source="Davis & Goadrich 2006, ICML, p. 233",
    elsewhere=("pr_curve", "BinaryPrecisionRecallCurve"),
)
def precision_recall_curve(
    curve: Curve | CurveStack, /, *, prevalence: Prevalence = None
) -> PrecisionRecallCurve | tuple[PrecisionRecallCurve, ...]:
    """
    Precision-recall curve: precision against recall at every threshold.

    ``recall = TP / P`` and ``precision = TP / (TP + FP)`` where "positive" means ``score >= threshold``, for each
    distinct score from the highest down. No point is left out and none is added. In a population with the
    prevalence pi (``prevalence=``) the precision is ``TPR pi / (TPR pi + FPR (1 - pi))``; the recall stays.

    Returns
    -------
    PrecisionRecallCurve, or a tuple of them, one a class or label
        Unpacks as ``precision, recall, thresholds``; its `prevalence` is the precision of chance. Recall is NaN
        without positive rows.

    References
    ----------
    Davis & Goadrich (2006), The relationship between precision-recall and ROC curves, ICML, p. 233.

    Examples
    --------
    >>> from concordant import precision_recall_curve
    >>> precision, recall, thresholds = precision_recall_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> precision.round(3).tolist(), recall.tolist()
    ([1.0, 0.5, 0.667, 0.5], [0.5, 0.5, 1.0, 1.0])
    """
    curve = at_prevalence(curve, prevalence)
    return records_of_curves(curve, _precision_recall_curve_points)


def _precision_recall_curve_points(curve: Curve) -> PrecisionRecallCurve:
    fp, tp = curve.cumulative()
    positives = tp[-1:].sum()
    prevalence = float(ratio(positives, positives + fp[-1:].sum()))
    return PrecisionRecallCurve(ratio(tp, tp + fp), ratio(tp, positives), curve.scores, prevalence)


def _errors(points: Running) -> DetCurve:
    """Give the rates of both errors, written over the points; P - TP is counted, as 1 - TPR would leave rounding."""
    fpr, fnr = points.negatives, points.positives
    negatives, positives = float(fpr[-1]), float(fnr[-1])
    np.subtract(positives, fnr, out=fnr)
    np.divide(fpr, negatives or np.nan, out=fpr)
    np.divide(fnr, positives or np.nan, out=fnr)
    return DetCurve(fpr, fnr, points.thresholds)


@metric(
    why=lambda curve: first_reason(curve, one_class_reason),
    instead="equal_error_rate, or sensitivity_at_specificity for a point of it",
    shortcut="points",
    title="DET curve",
    says="false negative against false positive rate at every threshold",
    formula="(FP / N, FN / P) at each distinct score from the highest down",
    source="Martin, Doddington, Kamm, Ordowski & Przybocki 1997, Eurospeech, p. 1895",
    elsewhere=("detection_error_tradeoff",),
)
def det_curve(curve: Curve | CurveStack | Running, /) -> DetCurve | tuple[DetCurve, ...]:
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
    return records_of_points(curve, _errors)


def _gains(points: Running) -> GainCurve:
    """Give depth and gain, written over the points."""
    depth, gain = points.negatives, points.positives
    depth += gain
    rows, positives = float(depth[-1]) or np.nan, float(gain[-1])
    np.divide(depth, rows, out=depth)
    np.divide(gain, positives or np.nan, out=gain)
    return GainCurve(depth, gain, points.thresholds, positives / rows)


@metric(
    why=_why_no_recall,
    instead="gain_at",
    shortcut="points",
    title="Cumulative gain curve",
    says="the share of the positives found, at every depth of the ranking",
    formula="((TP + FP) / n, TP / P) at each distinct score from the highest down",
    source="Ling & Li 1998, KDD, p. 73",
    elsewhere=("cumulative_gains", "cumulative_gain_curve", "gains_chart"),
)
def gain_curve(curve: Curve | CurveStack | Running, /) -> GainCurve | tuple[GainCurve, ...]:
    """
    Cumulative gain curve: the share of the positives found, at every depth of the ranking.

    ``gain = TP / P`` against ``depth = (TP + FP) / n``, the share of all rows with ``score >= threshold``, for each
    distinct score from the highest down, after the point (0, 0) at the threshold +inf. Also called the cumulative
    accuracy profile. Chance gives the diagonal; a perfect ranking reaches the gain 1 at the depth `prevalence`.

    Returns
    -------
    GainCurve, or a tuple of them, one a class or label
        Unpacks as ``depth, gain, thresholds``. The gain is NaN without positive rows.

    References
    ----------
    Ling & Li (1998), Data mining for direct marketing: problems and solutions, KDD, p. 73.

    Examples
    --------
    >>> from concordant import gain_curve
    >>> depth, gain, thresholds = gain_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> depth.tolist(), gain.tolist()
    ([0.0, 0.25, 0.5, 0.75, 1.0], [0.0, 0.5, 0.5, 1.0, 1.0])
    """
    return records_of_points(curve, _gains)


def _lifts(points: Running) -> LiftCurve:
    """Divide: gain / depth = (TP / P) / ((TP + FP) / n) = precision / prevalence."""
    gains = _gains(points)
    depth = gains.depth[1:]
    return LiftCurve(depth, ratio(gains.gain[1:], depth), gains.thresholds[1:], gains.prevalence)


@metric(
    why=gain_curve.why,
    instead="lift_at",
    shortcut="points",
    title="Lift curve",
    says="how many times as frequent positives are among the highest scores as in all rows, at every depth",
    formula="((TP + FP) / n, (TP / P) / ((TP + FP) / n)) at each distinct score from the highest down",
    source="Ling & Li 1998, KDD, p. 73",
    elsewhere=("lift_chart",),
)
def lift_curve(curve: Curve | CurveStack | Running, /) -> LiftCurve | tuple[LiftCurve, ...]:
    """
    Lift curve: how much more frequent positives are among the rows with the highest scores, at every depth.

    ``lift = gain / depth = precision / prevalence`` against ``depth = (TP + FP) / n``, the share of all rows with
    ``score >= threshold``, for each distinct score from the highest down. Chance gives 1; the last point is 1.

    Returns
    -------
    LiftCurve, or a tuple of them, one a class or label
        Unpacks as ``depth, lift, thresholds``. The lift is NaN without positive rows.

    References
    ----------
    Ling & Li (1998), Data mining for direct marketing: problems and solutions, KDD, p. 73.

    Examples
    --------
    >>> from concordant import lift_curve
    >>> depth, lift, thresholds = lift_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> depth.tolist(), lift.round(3).tolist()
    ([0.25, 0.5, 0.75, 1.0], [2.0, 1.0, 1.333, 1.0])
    """
    return records_of_points(curve, _lifts)
