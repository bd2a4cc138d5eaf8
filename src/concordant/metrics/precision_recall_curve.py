"""Precision-recall curve: precision against recall at every threshold."""

from __future__ import annotations

import numpy as np

from concordant.inputs.scores import ScoreRows
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._arithmetic.target_prevalence import at_prevalence, why_at_prevalence
from concordant.metrics._curves.of_curves import records_of_curves
from concordant.metrics._curves.running import running
from concordant.metrics._object.define import metric
from concordant.result import PrecisionRecallCurve
from concordant.states import Curve, CurveStack
from concordant.typing import Prevalence


def _why(curve: Curve | CurveStack, *, prevalence: Prevalence = None) -> str | None:
    return why_at_prevalence(curve, prevalence, _no_positive)


def _no_positive(curve: Curve | CurveStack) -> str | None:
    curves = [curve] if isinstance(curve, Curve) else curve.binary_curves()
    empty = [one for one in curves if not one.weights[:, 1].any()]
    return f"no row of y_true is positive ({empty[0].classes[1]!r})" if empty else None


def _shortcut(rows: ScoreRows) -> PrecisionRecallCurve | None:
    sums = running(rows)
    if sums is None:
        return None
    predicted, found = sums.negatives[1:], sums.positives[1:]
    predicted += found
    np.divide(found, predicted, out=predicted)
    prevalence = float(found[-1] / len(rows.scores))
    found /= found[-1]
    return PrecisionRecallCurve(predicted, found, sums.thresholds[1:], prevalence)


@metric(
    input="scores",
    why=_why,
    instead="average_precision, or precision_at_recall for a point of it",
    shortcut=_shortcut,
    family="tables",
    title="Precision-recall curve",
    says="precision against recall at every threshold",
    formula="(TP / P, TP / (TP + FP)) at each distinct score from the highest down",
    source="Davis & Goadrich 2006, ICML, p. 233",
    better=None,
    range=None,
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
    return records_of_curves(curve, _points)


def _points(curve: Curve) -> PrecisionRecallCurve:
    fp, tp = curve.cumulative()
    positives = tp[-1:].sum()
    prevalence = float(ratio(positives, positives + fp[-1:].sum()))
    return PrecisionRecallCurve(ratio(tp, tp + fp), ratio(tp, positives), curve.scores, prevalence)
