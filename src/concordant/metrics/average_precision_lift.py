"""Average precision lift: how many times the average precision of guessing."""

from __future__ import annotations

import math

from concordant.inputs.scores import ScoreRows
from concordant.metrics._arithmetic.averages import check_average
from concordant.metrics._curves.outputs import OUTPUT_AVERAGES, over_outputs
from concordant.metrics._curves.precision_influence import average_precision_lift_influence
from concordant.metrics._curves.rank_sums import rank_sums
from concordant.metrics._object.define import metric
from concordant.metrics.average_precision import average_precision, least_average_precision
from concordant.states import BucketCurve, Curve, CurveStack
from concordant.typing import Average, Floats


def _lift(curve: Curve) -> float:
    positives, rows = float(curve.weights[:, 1].sum()), float(curve.weights.sum())
    return average_precision.formula(curve) * (rows / positives) if positives else math.nan


def _shortcut(rows: ScoreRows) -> float | None:
    sums = rank_sums(rows)
    if not sums.positives:
        return None
    return sums.precision_sum / sums.positives * ((sums.positives + sums.negatives) / sums.positives)


def _least(buckets: BucketCurve) -> float:
    negatives, positives = buckets.weights.sum(0).tolist()
    return least_average_precision(buckets) * float((positives + negatives) / positives)


@metric(
    input="scores",
    why=average_precision.why,
    influence=average_precision_lift_influence,
    least=_least,
    shortcut=_shortcut,
    family="ranking",
    title="Average precision lift",
    says="how many times the average precision of guessing: 1 is guessing",
    formula="average precision / prevalence",
    source="Boyd, Santos Costa, Davis & Page 2012, ICML, arXiv:1206.4667",
    better="higher",
    dominance="always",
    range=(0, float("inf")),
    interval="log",
    chance=1,
)
def average_precision_lift(
    curve: Curve | CurveStack, /, *, average: Average = "macro", fill: float = float("nan")
) -> Floats:
    """
    Average precision lift: how many times the average precision of guessing.

    ``AP / prevalence``, as guessing gives an average precision equal to the prevalence.

    Parameters
    ----------
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean of their lifts, the lift of all decisions together, the mean
        weighted by how often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Above 0, 1 by chance, at most ``1 / prevalence``. Undefined (NaN) without positive rows.

    Notes
    -----
    It corrects for the value of chance, not for all effects of the prevalence: the greatest lift is still ``1 /
    prevalence``, and the least average precision depends on the prevalence too (Boyd et al. 2012).

    References
    ----------
    Boyd, Santos Costa, Davis & Page (2012), Unachievable region in precision-recall space and its effect on
    empirical evaluation, ICML, arXiv:1206.4667.

    Examples
    --------
    >>> from concordant import average_precision_lift
    >>> round(average_precision_lift([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]), 4)
    1.6667
    """
    if isinstance(curve, Curve):
        check_average(average, allowed=OUTPUT_AVERAGES)
        return _lift(curve)
    return over_outputs(curve, _lift, average, fill)
