"""average_precision, average_precision_lift, precision_recall_auc."""

from __future__ import annotations

import math

import numpy as np

from concordant import _kernels
from concordant.inputs.scores import ScoreRows
from concordant.metrics.arithmetic import at_prevalence, check_average, ratio, why_at_prevalence
from concordant.metrics.definition.define import metric
from concordant.metrics.ranking.curve_points import (
    OUTPUT_AVERAGES,
    Running,
    influence_of,
    of_curve,
    of_curves,
    roc_points,
    sums_of_later,
    why_no_positive,
)
from concordant.metrics.ranking.roc_auc import summed_pairs
from concordant.states import BucketCurve, Curve, CurveStack
from concordant.typing import Average, FloatArray, Floats, Prevalence

_FAR = 1e300  # quotients beyond can leave float64


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
    in_worst_order = p - np.where(fp > 0, fp * np.log1p(p / before), 0.0)
    tied = p * np.nan_to_num(ratio(tp, tp + fp))
    return float((np.where(buckets.low < buckets.high, np.minimum(in_worst_order, tied), tied)).sum() / p.sum())


def _average_precision_shortcut(rows: ScoreRows) -> float | None:
    sums = summed_pairs(rows, _kernels.rank_sums)
    return sums.precision_sum / sums.positives if sums.positives else None


@metric(
    why=lambda curve, *, average="macro", prevalence=None: why_at_prevalence(
        curve, prevalence, lambda mixed: why_no_positive(mixed, average=average)
    ),
    of_masses=_kernels.precision_and_influence,
    least=least_average_precision,
    shortcut=_average_precision_shortcut,
    title="Average precision",
    says="the precision averaged over all depths of the ranking; chance gives the share of positives",
    formula="sum over thresholds of (R_k - R_(k-1)) P_k",
    source="Boyd, Eng & Page 2013, ECML-PKDD, LNAI 8190:451; Davis & Goadrich 2006, ICML, p. 233",
    denominators="columns",
    dominance="always",
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
    return of_curves(at_prevalence(curve, prevalence), _average_precision, average, fill)


def _average_precision(curve: Curve) -> float:
    gained = curve.weights[:, 1] * 1.0
    fp, tp = curve.cumulative()
    return float(ratio((gained * np.nan_to_num(ratio(tp, tp + fp))).sum(), gained.sum()))


def average_precision_lift_influence(curve: Curve) -> FloatArray:
    """Psi of average precision times rows / positives."""
    psi = influence_of(_kernels.precision_and_influence)(curve)
    totals = curve.weights.sum(0) * 1.0
    lift = totals.sum() / totals[1]
    return np.asarray(psi * lift + _average_precision(curve) * lift * np.array([1.0, 1.0 - lift]))


def _average_precision_lift_shortcut(rows: ScoreRows) -> float | None:
    sums = summed_pairs(rows, _kernels.rank_sums)
    if not sums.positives:
        return None
    return sums.precision_sum / sums.positives * ((sums.positives + sums.negatives) / sums.positives)


def _least_lift(buckets: BucketCurve) -> float:
    negatives, positives = buckets.weights.sum(0).tolist()
    return least_average_precision(buckets) * float((positives + negatives) / positives)


@metric(
    why=average_precision.why,
    influence=average_precision_lift_influence,
    least=_least_lift,
    shortcut=_average_precision_lift_shortcut,
    title="Average precision lift",
    says="how many times the average precision of guessing: 1 is guessing",
    formula="average precision / prevalence",
    source="Boyd, Santos Costa, Davis & Page 2012, ICML, arXiv:1206.4667",
    denominators="columns",
    dominance="always",
    range=(0, float("inf")),
    chance=1,
)
@of_curve
def average_precision_lift(curve: Curve, /) -> float:
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
    positives, rows = float(curve.weights[:, 1].sum()), float(curve.weights.sum())
    return average_precision.formula(curve) * (rows / positives) if positives else math.nan


# Influence of a row on the area under the precision-recall curve, by differentiating each piece of its formula.
#
# Between two thresholds the area is ``f = g^2 / D - g^2 m L / D^2 + g t L / D`` with the positives g and the rows D
# that the lower one adds to t and m, and ``L = log(1 + D / m)``. A row adds to g and D of its own piece, and to t and m
# of all pieces below.


def precision_recall_auc_influence(curve: Curve) -> FloatArray:
    """Psi of a negative and of a positive row at each distinct score, shape (T, 2)."""
    negatives, gained = (curve.weights * 1.0).T
    more = negatives + gained
    before, rows = gained.cumsum() - gained, more.cumsum() - more
    total, positives = float(more.sum()), float(gained.sum())
    share = gained / more
    with np.errstate(divide="ignore", invalid="ignore"):
        log = np.log1p(more / rows)
        area = share * (share * (more - rows * log) + before * log)
        own = 2 * share * (1 - rows * log / more) + before * log / more
        size = share**2 * (2 * rows * log / more - 1 - rows / (rows + more))
        size += share * before * (1 / (rows + more) - log / more)
        later = share**2 * (more / (rows + more) - log) - share * before * more / (rows * (rows + more))
    if len(more):  # before the highest score there is no row: f = g^2 / D
        area[0], own[0], size[0], later[0] = share[0] * gained[0], 2 * share[0], -(share[0] ** 2), 0.0
    ahead, positives_ahead = sums_of_later(later), sums_of_later(share * log)
    value = area.sum() / positives
    slopes = np.stack([size + ahead, own + size + ahead + positives_ahead - value], axis=1)
    return np.asarray(slopes * (total / positives))


@metric(
    why=average_precision.why,
    influence=precision_recall_auc_influence,
    shortcut="points",
    title="Area under the precision-recall curve",
    says="the precision averaged over the recall; chance gives the share of positives",
    formula="integral of TP / (TP + FP) over TP / P, with FP in proportion to TP between two thresholds",
    source="Davis & Goadrich 2006, ICML, p. 233; Keilwagen, Grosse & Grau 2014, PLoS ONE 9:e92209",
    denominators="columns",
    dominance="always",
    aliases=("auprc", "pr_auc"),
    elsewhere=("aupr",),
)
def precision_recall_auc(
    curve: Curve | CurveStack,
    /,
    *,
    average: Average = "macro",
    prevalence: Prevalence = None,
    fill: float = float("nan"),
) -> Floats:
    """
    Area under the precision-recall curve, with the right curves between its points.

    ``integral of TP / (TP + FP) d(TP / P)``. Between two thresholds a straight line of the ROC curve can be
    reached, on which FP grows in proportion to TP; in the precision-recall plane that is a curve (Davis & Goadrich
    2006), and its area is taken exactly (Keilwagen, Grosse & Grau 2014). From recall 0 to the first threshold the
    precision is that of the first threshold.

    Parameters
    ----------
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
        how often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        At most 1; about the prevalence by chance. Undefined (NaN) without positive rows.

    Notes
    -----
    `average_precision` goes in steps instead, as scikit-learn does: a little different in small data, and far in
    data with many ties. Joining the points with straight lines, as ``auc(recall, precision)`` does, is too
    optimistic. The least possible value depends on the prevalence, so values of data with different prevalence
    cannot be compared, unless ``prevalence=`` takes them in one population. For a low one it takes many negative
    rows: see `average_precision`.

    References
    ----------
    Davis & Goadrich (2006), The relationship between precision-recall and ROC curves, ICML, p. 233. Keilwagen,
    Grosse & Grau (2014), Area under precision-recall curves for weighted and unweighted data, PLoS ONE 9:e92209.

    Examples
    --------
    >>> from concordant import precision_recall_auc
    >>> round(precision_recall_auc([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]), 4)
    0.7973
    """
    if isinstance(curve, Running):
        check_average(average, allowed=OUTPUT_AVERAGES)
        return _precision_recall_area(curve)
    return of_curves(
        at_prevalence(curve, prevalence), lambda single: _precision_recall_area(roc_points(single)), average, fill
    )


def _precision_recall_area(points: Running) -> float:
    """
    Integrate TP / (TP + FP) over TP, where FP grows in proportion to TP between two thresholds.

    From m rows with t positives to D rows more of which a share q is positive, that is
    ``q (q D + (t - q m) log(1 + D / m))`` (the area of Keilwagen, Grosse &
    Grau 2014 without its difference of large numbers); from the first row, ``q q D``.
    """
    positives = float(points.positives[-1])
    if positives == 0:
        return math.nan
    fp, tp = points.negatives, points.positives
    gained = tp[1:] - tp[:-1]
    increases = gained.nonzero()[0]
    first, area = int(increases[0]), 0.0
    if tp[first] + fp[first] == 0:  # only before the highest score there is no row
        share = gained[first] / (gained[first] + fp[first + 1])
        area, increases = float(share * gained[first]), increases[1:]
    before, negatives, gained = tp[increases], fp[increases], gained[increases]
    rows, more = before + negatives, gained + (fp[1:][increases] - negatives)
    share = gained / more
    if len(rows) and (positives + float(fp[-1])) / _FAR > rows[0]:  # of weights that differ so much
        with np.errstate(over="ignore"):
            log = np.log1p(more / rows)
        log = np.where(np.isinf(log), np.log(rows + more) - np.log(rows), log)
    else:
        log = np.log1p(more / rows)
    return float(area + np.add.reduce(share * (gained + (before - share * rows) * log))) / positives
