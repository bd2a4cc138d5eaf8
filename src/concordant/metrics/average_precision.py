"""Average precision: the area under the precision-recall curve in steps."""

from __future__ import annotations

import numpy as np

from concordant.inputs.scores import ScoreRows
from concordant.metrics._arithmetic.averages import check_average
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._arithmetic.target_prevalence import at_prevalence, why_at_prevalence
from concordant.metrics._curves.outputs import OUTPUT_AVERAGES, over_outputs
from concordant.metrics._curves.precision_influence import average_precision_influence
from concordant.metrics._curves.rank_sums import rank_sums
from concordant.metrics._curves.why_undefined import why_no_positive
from concordant.metrics._object.define import metric
from concordant.metrics._object.natures import MeanOfPositives
from concordant.states import BucketCurve, Curve, CurveStack
from concordant.typing import Average, Floats, Prevalence


def _average_precision(curve: Curve) -> float:
    gained = curve.weights[:, 1] * 1.0
    fp, tp = curve.cumulative()
    return float(ratio((gained * np.nan_to_num(ratio(tp, tp + fp))).sum(), gained.sum()))


def least_average_precision(buckets: BucketCurve, *, prevalence: Prevalence = None) -> float:
    """
    Put the positives of a bucket one by one below all its negatives: ``sum of (a + i) / (a + i + c)`` over i = 1 .. p.

    That is ``p - c (1 / (a + c + 1) + ... + 1 / (a + c + p))``, and a term of it is at most the mean of ``1 / x`` over
    the interval of length one around its place. Weights are taken as any number of rows, each next to nothing.
    """
    curve = at_prevalence(buckets.tied(), prevalence)
    fp, tp = curve.cumulative()
    p = curve.weights[:, 1] * 1.0
    half = 0.5 if curve.weights.dtype.kind == "i" else 0.0
    before = np.where(fp > 0, tp - p + fp + half, 1.0)
    apart = p - np.where(fp > 0, fp * np.log1p(p / before), 0.0)
    together = p * np.nan_to_num(ratio(tp, tp + fp))
    return float((np.where(buckets.low < buckets.high, np.minimum(apart, together), together)).sum() / p.sum())


def _shortcut(rows: ScoreRows) -> float | None:
    sums = rank_sums(rows)
    return sums.precision_sum / sums.positives if sums.positives else None


def _why(curve: Curve | CurveStack, *, average: Average = "macro", prevalence: Prevalence = None) -> str | None:
    return why_at_prevalence(curve, prevalence, lambda mixed: why_no_positive(mixed, average))


@metric(
    input="scores",
    why=_why,
    is_a=MeanOfPositives(),
    influence=average_precision_influence,
    least=least_average_precision,
    shortcut=_shortcut,
    family="ranking",
    title="Average precision",
    says="the precision averaged over all depths of the ranking; chance gives the share of positives",
    formula="sum over thresholds of (R_k - R_(k-1)) P_k",
    source="Boyd, Eng & Page 2013, ECML-PKDD, LNAI 8190:451; Davis & Goadrich 2006, ICML, p. 233",
    better="higher",
    dominance="always",
    range=(0, 1),
    interval="logit",
    elsewhere=(
        "average_precision_score",
        "ap",
        "avg_precision",
        "AveragePrecision",
        "BinaryAveragePrecision",
        "MulticlassAveragePrecision",
        "MultilabelAveragePrecision",
    ),
)
def average_precision(
    curve: Curve | CurveStack,
    /,
    *,
    average: Average = "macro",
    prevalence: Prevalence = None,
    fill: float = float("nan"),
) -> Floats:
    """
    Average precision: the area under the precision-recall curve in steps.

    ``AP = sum_k (R_k - R_(k-1)) P_k`` over the distinct thresholds from the highest score down, ties together.
    Points are not joined by straight lines, which would be too optimistic between them (Davis & Goadrich 2006).
    Chance gives the prevalence, so values of data with different prevalence cannot be compared, unless ``prevalence=``
    takes them in one population: ``P_k = TPR_k pi / (TPR_k pi + FPR_k (1 - pi))``.

    Parameters
    ----------
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
        how often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1. Undefined (NaN) without positive rows.

    Notes
    -----
    At a low prevalence it takes many negative rows: n of them cannot tell a false positive rate below 1 / n, and
    positive rows that score above all of them have the precision 1. Where n negatives go with fewer than 50 positives
    in the population, the value tends to be too high, and its interval says so.

    References
    ----------
    Boyd, Eng & Page (2013), Area under the precision-recall curve: point estimates and confidence intervals,
    ECML-PKDD, LNAI 8190:451. Davis & Goadrich (2006), The relationship between precision-recall and ROC curves,
    ICML, p. 233.

    Examples
    --------
    >>> from concordant import average_precision
    >>> round(average_precision([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]), 4)
    0.8333
    """
    curve = at_prevalence(curve, prevalence)
    if isinstance(curve, Curve):
        check_average(average, allowed=OUTPUT_AVERAGES)
        return _average_precision(curve)
    return over_outputs(curve, _average_precision, average, fill)
