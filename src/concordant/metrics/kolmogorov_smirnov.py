"""Kolmogorov-Smirnov statistic: the greatest distance of the scores of both classes."""

from __future__ import annotations

import math

from concordant.metrics._curves.of_curves import of_points
from concordant.metrics._curves.running import Running
from concordant.metrics._curves.why_undefined import why_one_class
from concordant.metrics._object.define import metric
from concordant.metrics._object.natures import Maximum
from concordant.states import Curve, CurveStack
from concordant.typing import Average, Floats


def _distance(points: Running) -> float:
    """Take max |TPR - FPR|; the points are overwritten."""
    fpr, tpr = points.negatives, points.positives
    negatives, positives = fpr[-1], tpr[-1]
    if negatives == 0 or positives == 0:
        return math.nan
    fpr /= negatives
    tpr /= positives
    tpr -= fpr
    return float(max(tpr.max(), -tpr.min()))


def _why(curve: Curve | CurveStack, *, average: Average = "macro") -> str | None:
    return why_one_class(curve, average)


@metric(
    input="scores",
    why=_why,
    is_a=Maximum("distance"),
    shortcut="points",
    family="ranking",
    title="Kolmogorov-Smirnov statistic",
    says="the greatest difference of true and false positive rate over all thresholds: 0 is no separation, 1 complete",
    formula="max over thresholds of |TPR - FPR|",
    source="Smirnov 1948, Annals of Mathematical Statistics 19:279",
    better="higher",
    dominance="always",
    range=(0, 1),
    interval="optimism",
    chance=0,
    aliases=("ks", "ks_statistic"),
    elsewhere=("ks_score", "ks_stat"),
)
def kolmogorov_smirnov(
    curve: Curve | CurveStack, /, *, average: Average = "macro", fill: float = float("nan")
) -> Floats:
    """
    Kolmogorov-Smirnov statistic: the greatest distance of the scores of both classes.

    ``KS = max_t |TPR(t) - FPR(t)|``, the two-sample statistic of the scores of positive and of negative rows. It
    is used in credit scoring, where it is often multiplied by 100.

    Parameters
    ----------
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
        how often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1; a perfect ranking gives 1. Undefined (NaN) if only one class occurs in the truth.

    Notes
    -----
    It is two-sided, as that statistic is: a ranking that is exactly the wrong way round also gives 1. Without
    the absolute value it is the greatest informedness of any threshold; `operating_point` gives that with its
    threshold. By chance it is 0 in large data and above 0 in small: about ``0.87 sqrt(1/P + 1/N)``.

    References
    ----------
    Smirnov (1948), Table for estimating the goodness of fit of empirical distributions, Annals of Mathematical
    Statistics 19:279.

    Examples
    --------
    >>> from concordant import kolmogorov_smirnov
    >>> kolmogorov_smirnov([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.5
    """
    return of_points(curve, _distance, average, fill)
