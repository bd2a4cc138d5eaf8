"""jaccard, f1, f_beta, fowlkes_mallows: rates in which true negatives do not count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from concordant.metrics.arithmetic import check_positive
from concordant.metrics.definition.define import metric
from concordant.metrics.definition.facts import (
    EACH_THRESHOLD,
    CutPoints,
    Optimum,
    Share,
    averaged,
    elsewhere,
    in_torchmetrics,
)
from concordant.metrics.rates.rate import Rate, quotient_of, rate
from concordant.states import Counts, SampleCounts
from concordant.typing import Average, Floats, Label, Prevalence

_MOST = 1e100  # from this beta on it is the recall, to the last digit


@rate(
    top=lambda c: c.tp,
    bottom=lambda c: c.tp + c.fp + c.fn,
    empty="no row is positive, neither in the truth nor in the prediction",
    at_prevalence=True,
    title="Jaccard index",
    says="of the rows that are positive or predicted so, the share that are both",
    formula="TP / (TP + FP + FN)",
    source="Jaccard 1912, New Phytologist 11:37; Gilbert 1884, American Meteorological J. 1:166",
    denominators="both",
    optimum=EACH_THRESHOLD,
    symmetric=True,
    aliases=("critical_success_index", "threat_score"),
    elsewhere=(
        "jaccard_index",
        "jaccard_score",
        "iou",
        "intersection_over_union",
        "tanimoto",
        "csi",
        *in_torchmetrics("JaccardIndex", average="macro"),
        *averaged("jaccard"),
    ),
)
def jaccard() -> None:
    """
    Jaccard index: the overlap of predicted and true positives.

    ``TP / (TP + FP + FN)``: the rows in both sets over the rows in either. Forecasters call it critical success
    index or threat score, image analysis intersection over union. The true negatives do not enter, so exchanging
    the two classes changes it. In a population with the prevalence pi (``prevalence=``) it is
    ``Se pi / (pi + (1 - Sp)(1 - pi))``.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1. Undefined (NaN) where the class occurs neither in the truth nor in the prediction;
        averages leave such classes out and a warning names them.

    Notes
    -----
    It orders predictions of two classes as `f1` does: ``J = F1 / (2 - F1)``. It is the lower of the two, and
    macro averages of the two can order predictions differently.

    References
    ----------
    Jaccard (1912), The distribution of the flora in the alpine zone, New Phytologist 11:37. Gilbert (1884),
    Finley's tornado predictions, American Meteorological Journal 1:166.

    Examples
    --------
    >>> from concordant import jaccard
    >>> jaccard([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0])
    0.5
    >>> jaccard([0, 1, 2, 2], [0, 2, 2, 1], average=None).round(3).tolist()
    [1.0, 0.0, 0.333]
    """


def f1_share(counts: Counts | SampleCounts, *, beta: float = 1.0, **options: Any) -> Share | None:
    """
    Return the share of rows from which F1 follows: the Jaccard index J, with ``F1 = 2 J / (1 + J)``.

    Another F-beta follows from no share; but micro averages over classes are the accuracy, whatever beta is.
    """
    if beta != 1:
        return f_rate(beta).micro_share(counts, **options)
    share = quotient_of(jaccard).share(counts, **options)
    return None if share is None else share.then(lambda jaccard: 2 * jaccard / (1 + jaccard))


@rate(
    top=lambda c: 2.0 * c.tp,
    bottom=lambda c: 2.0 * c.tp + c.fn + c.fp,
    empty="no row is positive, neither in the truth nor in the prediction",
    share=lambda _, counts, **options: f1_share(counts, **options),
    at_prevalence=True,
    title="F1",
    says="precision and recall in one number (their harmonic mean)",
    formula="2 TP / (2 TP + FP + FN)",
    source="van Rijsbergen 1979, Information Retrieval, 2nd ed., chapter 7; Dice 1945, Ecology 26:297",
    denominators="both",
    optimum=Optimum(by="threshold", of_each_label=True, cut_points=CutPoints(search="f1", only={"average": "macro"})),
    symmetric=True,
    aliases=("dice",),
    elsewhere=(
        "f1_score",
        "f_measure",
        "f_score",
        "f_meas",
        "dice_score",
        "dice_coefficient",
        *in_torchmetrics("F1Score", average="macro"),
        *averaged("f1"),
    ),
)
def f1() -> None:
    """
    F1: the harmonic mean of precision and recall.

    ``F1 = 2 TP / (2 TP + FP + FN)``. The true negatives do not enter, so exchanging the two classes changes it.
    In a population with the prevalence pi (``prevalence=``) it is ``2 Se pi / (pi + Se pi + (1 - Sp)(1 - pi))``.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1. Undefined (NaN) where the class occurs neither in the truth nor in the prediction;
        averages leave such classes out and a warning names them.

    References
    ----------
    van Rijsbergen (1979), Information Retrieval, 2nd edition, Butterworths, chapter 7; Dice (1945), Measures of
    the amount of ecologic association between species, Ecology 26:297.

    Examples
    --------
    >>> from concordant import f1
    >>> f1([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0])
    0.6666666666666666
    >>> f1(["a", "b", "c", "c"], ["a", "b", "b", "c"], average=None).round(3).tolist()
    [1.0, 0.667, 0.667]
    """


@metric(
    why=lambda counts, beta, **options: f_rate(beta).why(counts, **options),
    optimum=EACH_THRESHOLD,
    title="F-beta",
    says="precision and recall in one number, recall beta times as important",
    formula="(1 + beta^2) TP / ((1 + beta^2) TP + beta^2 FN + FP)",
    source="van Rijsbergen 1979, Information Retrieval, 2nd ed., chapter 7 (effectiveness E = 1 - F)",
    denominators="both",
    interval="wilson",
    proportion=f1_share,
    elsewhere=(
        "fbeta",
        "fbeta_score",
        *in_torchmetrics("FBetaScore", average="macro"),
        elsewhere("f2", beta=2),
        elsewhere("f2_score", beta=2),
        elsewhere("f0.5", beta=0.5),
        elsewhere("f_half", beta=0.5),
    ),
)
def f_beta(
    counts: Counts,
    /,
    *,
    beta: float,
    average: Average = "binary",
    pos_label: Label | None = None,
    classes: Sequence[Label] | None = None,
    prevalence: Prevalence = None,
    fill: float = float("nan"),
) -> Floats:
    """
    F-beta: precision and recall in one number, recall beta times as important.

    ``F = (1 + beta^2) TP / ((1 + beta^2) TP + beta^2 FN + FP)``, the weighted harmonic mean of precision and
    recall. The true negatives do not enter. In a population with the prevalence pi (``prevalence=``) it is
    ``(1 + beta^2) Se pi / (beta^2 pi + Se pi + (1 - Sp)(1 - pi))``.

    Parameters
    ----------
    beta : float
        At least 0. Above 1 recall counts more, below 1 precision.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1. Undefined (NaN) where the class occurs neither in the truth nor in the prediction;
        averages leave such classes out and a warning names them.

    References
    ----------
    van Rijsbergen (1979), Information Retrieval, 2nd edition, Butterworths, chapter 7.

    Examples
    --------
    >>> from concordant import f_beta
    >>> round(f_beta([1, 1, 0, 1, 0, 0], [1, 0, 0, 0, 0, 0], beta=0.5), 4)
    0.7143
    """
    return f_rate(beta).averaged(counts, average, pos_label, fill, prevalence, classes)


def f_rate(beta: float) -> Rate:
    """F-beta as one quotient of cells: it stays defined where precision or recall is 0/0 and the other is not."""
    b2 = min(check_positive(beta, "beta"), _MOST) ** 2
    return Rate(
        lambda c: (1 + b2) * c.tp,
        lambda c: (1 + b2) * c.tp + b2 * c.fn + c.fp,
        "no row is positive, neither in the truth nor in the prediction",
    )


@rate(
    top=lambda c: c.tp,
    bottom=lambda c: np.sqrt((c.tp + c.fp) * 1.0 * (c.tp + c.fn)),  # as floats: products of counts leave int64
    empty="no row of the truth is positive, or none is predicted positive",
    share=Rate.micro_share,
    title="Fowlkes-Mallows index",
    says="precision and recall in one number (their geometric mean)",
    formula="sqrt(precision * recall) = TP / sqrt((TP + FP)(TP + FN))",
    source="Fowlkes & Mallows 1983, J. American Statistical Association 78:553; Ochiai 1957",
    denominators="both",
    interval="score",
    optimum=EACH_THRESHOLD,
    symmetric=True,
    aliases=("g_measure", "ochiai"),
)
def fowlkes_mallows() -> None:
    """
    Fowlkes-Mallows index: the geometric mean of precision and recall.

    ``FM = sqrt(precision * recall) = TP / sqrt((TP + FP)(TP + FN))``, also called G-measure, cosine similarity of the
    two sets of positives, and Ochiai coefficient. It is at least F1, their harmonic mean. The true negatives do not
    enter, so exchanging the two classes changes it.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1. Undefined (NaN) where precision or recall is: no row is predicted as the class, or none has
        it; averages leave such classes out and a warning names them.

    Notes
    -----
    Fowlkes and Mallows compared two clusterings: their cells count pairs of rows that lie in one cluster, and
    functions for clusterings (such as scikit-learn's ``fowlkes_mallows_score``) count pairs too. Here the cells
    count rows, and labels mean the same in truth and prediction. It is not `geometric_mean`, which is of the recalls
    of the classes.

    References
    ----------
    Fowlkes & Mallows (1983), A method for comparing two hierarchical clusterings, Journal of the American Statistical
    Association 78:553. Ochiai (1957), Zoogeographical studies on the soleoid fishes found in Japan and its
    neighbouring regions, Bulletin of the Japanese Society of Scientific Fisheries 22:526.

    Examples
    --------
    >>> from concordant import fowlkes_mallows
    >>> round(fowlkes_mallows([1, 1, 1, 1, 0, 0], [1, 0, 0, 0, 0, 0]), 4)
    0.5
    """
