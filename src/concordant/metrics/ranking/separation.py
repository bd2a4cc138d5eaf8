"""kolmogorov_smirnov, equal_error_rate, h_measure."""

from __future__ import annotations

import math
from bisect import bisect_left
from typing import Literal, TypeAlias

from concordant import _kernels
from concordant.errors import OptionError
from concordant.metrics.arithmetic import as_float
from concordant.metrics.definition.define import metric
from concordant.metrics.definition.facts import Maximum, in_torchmetrics
from concordant.metrics.distributions import log_beta
from concordant.metrics.ranking.curve_points import Running, of_points, why_one_class
from concordant.names import unknown_choice

Prior: TypeAlias = Literal["hand2014", "hand2009", "severity"] | tuple[float, float]


@metric(
    why=why_one_class,
    trait=Maximum("distance"),
    shortcut="points",
    title="Kolmogorov-Smirnov statistic",
    says="the greatest difference of true and false positive rate over all thresholds: 0 is no separation, 1 complete",
    formula="max over thresholds of |TPR - FPR|",
    source="Smirnov 1948, Annals of Mathematical Statistics 19:279",
    dominance="always",
    interval="optimism",
    chance=0,
    aliases=("ks", "ks_statistic"),
    elsewhere=("ks_score", "ks_stat"),
)
@of_points
def kolmogorov_smirnov(points: Running, /) -> float:
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
    fpr, tpr = points.negatives, points.positives  # which are overwritten
    negatives, positives = fpr[-1], tpr[-1]
    if negatives == 0 or positives == 0:
        return math.nan
    fpr /= negatives
    tpr /= positives
    tpr -= fpr
    return float(max(tpr.max(), -tpr.min()))


@metric(
    why=why_one_class,
    shortcut="points",
    title="Equal error rate",
    says="the error rate at the threshold where it is the same for both classes: 0 is perfect",
    formula="FPR where FPR = FNR on the ROC curve",
    source="Martin, Doddington, Kamm, Ordowski & Przybocki 1997, Eurospeech, p. 1895",
    better="lower",
    dominance="always",
    interval="percentile",
    chance=0.5,
    aliases=("eer",),
    elsewhere=(*in_torchmetrics("EER"),),
)
@of_points
def equal_error_rate(points: Running, /) -> float:
    """
    Equal error rate: the error where false positives and false negatives are equally frequent.

    The false positive rate at the point of the ROC curve where ``FPR = FNR``. Between two thresholds the curve is
    a straight line, so there is always exactly one such point; decisions that draw one of the two thresholds by
    lot reach it.

    Parameters
    ----------
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
        how often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1, 0.5 by chance. Undefined (NaN) if only one class occurs in the truth.

    Notes
    -----
    Software without interpolation takes the threshold where FPR and FNR differ least, and one of them or their
    mean; in small data that can be far from this value.

    References
    ----------
    Martin, Doddington, Kamm, Ordowski & Przybocki (1997), The DET curve in assessment of detection task
    performance, Eurospeech, p. 1895.

    Examples
    --------
    >>> from concordant import equal_error_rate
    >>> equal_error_rate([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.5
    >>> equal_error_rate([0, 0, 0, 1, 1], [1, 2, 4, 3, 5])
    0.3333333333333333
    """
    negatives, positives = float(points.negatives[-1]), float(points.positives[-1])
    if negatives == 0 or positives == 0:
        return math.nan

    def excess(i: int) -> float:
        return float(points.negatives[i]) / negatives - (positives - float(points.positives[i])) / positives

    # It ascends from -1 to 1: halve to the first point where it is not negative, and go back on the line.
    i = bisect_left(range(len(points.negatives)), 0.0, key=excess)
    before, after = excess(i - 1), excess(i)
    fpr = float(points.negatives[i - 1]) / negatives, float(points.negatives[i]) / negatives
    return fpr[0] + (fpr[1] - fpr[0]) * (before / (before - after))


@metric(
    why=why_one_class,
    trait=Maximum("every cost"),
    shortcut="points",
    title="H-measure",
    says="how much of the loss of guessing the score saves, over all costs of the two errors: 0 nothing, 1 all",
    formula="1 - E min_t (c FP + (1 - c) FN) / E min(c N, (1 - c) P), the cost c from a beta distribution",
    source="Hand 2009, Machine Learning 77:103; Hand & Anagnostopoulos 2014, Pattern Recognition Letters 40:41",
    dominance="always",
    interval="optimism",
    chance=0,
    aliases=("hmeasure",),
)
@of_points
def h_measure(points: Running, /, *, prior: Prior = "hand2014", severity_ratio: float | None = None) -> float:
    """
    H-measure: how much of the loss of guessing a score saves, averaged over the costs of the two errors.

    A false positive costs c, a false negative ``1 - c``, and c is drawn from a beta distribution that is the same
    for all classifiers on these data. ``H = 1 - E L(c) / E L0(c)`` with the loss of the best threshold for c,
    ``L(c) = min_t (c FP(t) + (1 - c) FN(t)) / n``, and that of the best constant decision, ``L0(c) = min(c N,
    (1 - c) P) / n``. Hand (2009) shows that the AUC is such an average too, but with another distribution for
    each classifier.

    Parameters
    ----------
    prior : {"hand2014", "hand2009", "severity"} or tuple of two floats, default "hand2014"
        The distribution of c. ``"hand2014"``: Beta(1 + pi1, 1 + pi0) with the shares pi1 and pi0 of the positive
        and the negative class, as Hand & Anagnostopoulos recommend. ``"hand2009"``: Beta(2, 2). ``"severity"``:
        Beta(2, 1 + 1 / severity_ratio), the default of the R package hmeasure. ``(a, b)``: Beta(a, b).
    severity_ratio : float, optional
        For ``prior="severity"``: how many times as bad a false positive is as a false negative, in the mode of the
        distribution. Default: pi1 / pi0, which makes all errors of one class as bad as all of the other.
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by
        how often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1: 0 where no threshold is ever better than a constant decision, 1 for a perfect ranking.
        Undefined (NaN) if only one class occurs in the truth.

    Notes
    -----
    Values with different priors cannot be compared; the signature names the prior. Where it depends on the shares
    of the classes, neither can values of data with different shares. It takes the convex hull of the ROC curve,
    which is optimistic in small data: by chance it is a little above 0.

    References
    ----------
    Hand (2009), Measuring classifier performance: a coherent alternative to the area under the ROC curve, Machine
    Learning 77:103. Hand & Anagnostopoulos (2014), A better Beta for the H measure of classification performance,
    Pattern Recognition Letters 40:41.

    Examples
    --------
    >>> from concordant import h_measure
    >>> y_true, y_score = [0, 0, 0, 1, 1], [1, 2, 4, 3, 5]
    >>> round(h_measure(y_true, y_score), 4), round(h_measure(y_true, y_score, prior="hand2009"), 4)
    (0.5873, 0.58)
    >>> round(h_measure(y_true, y_score, prior="severity", severity_ratio=0.5), 4)
    0.6021
    """
    _check_prior(prior, severity_ratio)
    negatives, positives = float(points.negatives[-1]), float(points.positives[-1])
    if negatives == 0 or positives == 0:
        return math.nan
    a, b = _beta_parameters(prior, severity_ratio, negatives, positives)
    return _kernels.h_measure(points.negatives, points.positives, a, b, log_beta(min(a, b), max(a, b)))


_PRIORS = ("hand2014", "hand2009", "severity")


def _check_prior(prior: Prior, severity_ratio: float | None) -> None:
    named = isinstance(prior, str) and prior in _PRIORS
    pair = isinstance(prior, tuple) and len(prior) == 2 and all(0 < as_float(x) < math.inf for x in prior)
    if not named and not pair:
        raise unknown_choice("prior", prior, _PRIORS, "two numbers above 0 (a, b)")
    if severity_ratio is not None and (prior != "severity" or not 0 < as_float(severity_ratio) < math.inf):
        msg = f'severity_ratio is a number above 0 for prior="severity"; it is {severity_ratio!r} for {prior!r}.'
        raise OptionError(msg)


def _beta_parameters(
    prior: Prior, severity_ratio: float | None, negatives: float, positives: float
) -> tuple[float, float]:
    """The a and b of the distribution of the cost of a false positive."""
    share = positives / (positives + negatives)
    if prior == "hand2014":
        return 1 + share, 2 - share
    if prior == "hand2009":
        return 2.0, 2.0
    if prior == "severity":  # its mode is the share of the cost of a false positive
        ratio = negatives / positives if severity_ratio is None else 1 / severity_ratio
        return 2.0, 1 + min(ratio, 1e290)  # weights can have a ratio that no float holds
    return float(prior[0]), float(prior[1])
