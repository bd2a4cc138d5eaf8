"""brier_score, brier_skill_score, log_loss, log_loss_skill_score, ranked_probability_score, hinge_loss."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

import numpy as np

from concordant.errors import LabelError
from concordant.metrics.arithmetic import check_average, left_out, mean_over_classes, ratio
from concordant.metrics.definition.define import metric
from concordant.metrics.definition.facts import elsewhere
from concordant.metrics.definition.losses import mean_loss, why_loss
from concordant.names import require_choice
from concordant.states import Moments
from concordant.typing import Average, Floats, NumberArray

Over: TypeAlias = Literal["mean", "sum"]
Reference = Callable[[NumberArray], Floats]  # shares of the classes along the last axis -> their own mean loss


@metric(
    why=why_loss,
    loss="squared",
    title="Brier score",
    says="the mean squared error of the probabilities: 0 is perfect",
    formula="mean of (p - y)^2; several classes: summed over the classes",
    source="Brier 1950, Monthly Weather Review 78:1, eq. 2",
    better="lower",
    range=(0, 2),
    interval="t",
    shortcut="mean",
    elsewhere=(
        "brier",
        "brier_score_loss",
        "brier_class",
        "brier_loss",
        elsewhere("neg_brier_score", "scikit-learn's scorer is the negative of it"),
    ),
)
def brier_score(moments: Moments, /, *, average: Average = "macro", fill: float = float("nan")) -> Floats:
    """
    Brier score: the mean squared distance between probabilities and what happened.

    ``mean of (p - y)^2`` for two classes, where y is 1 if the positive class happened, else 0; two columns of
    probabilities give the same. For three classes and more Brier's original form, ``mean of sum_k (p_k - y_k)^2``,
    which for two would be twice as large. It is a strictly proper score: it rewards both order and calibration.

    Parameters
    ----------
    average : {"macro"} or None, default "macro"
        Of several labels at once: their mean, or one value a label.

    Returns
    -------
    float, or ndarray of shape (L,) if average is None
        Between 0 and 1 for two classes, 0 and 2 for several. Undefined (NaN) without rows.

    References
    ----------
    Brier (1950), Verification of forecasts expressed in terms of probability, Monthly Weather Review 78:1, eq. 2.

    Examples
    --------
    >>> from concordant import brier_score
    >>> round(brier_score([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3]), 4)
    0.0375
    """
    return mean_loss(moments, average, fill)


@metric(
    why=why_loss,
    loss="surprise",
    title="Log loss",
    says="the mean surprise at what happened, in nats: 0 is perfect, one certain error makes it infinite",
    formula="mean of -log p(what happened)",
    source="Good 1952, J. Royal Stat. Soc. B 14:107; Gneiting & Raftery 2007, JASA 102:359",
    better="lower",
    range=(0, float("inf")),
    interval="log",
    shortcut="mean",
    aliases=("cross_entropy", "logarithmic_score"),
    elsewhere=(
        "logloss",
        "mn_log_loss",
        "nll",
        "negative_log_likelihood",
        "bce",
        "binary_cross_entropy",
        "categorical_cross_entropy",
        elsewhere("neg_log_loss", "scikit-learn's scorer is the negative of it"),
    ),
)
def log_loss(moments: Moments, /, *, average: Average = "macro", fill: float = float("nan")) -> Floats:
    """
    Log loss: the mean surprise at what happened, given the probabilities.

    ``mean of -log p``, the natural logarithm of the probability that was given to the class that happened. It is
    a strictly proper score.

    Parameters
    ----------
    average : {"macro"} or None, default "macro"
        Of several labels at once: their mean, or one value a label.

    Returns
    -------
    float, or ndarray of shape (L,) if average is None
        At least 0, in nats. Infinite if a row gave probability 0 to what happened: nothing is clipped. Undefined
        (NaN) without rows.

    Notes
    -----
    Of a matrix with one column a class every number is read, to refuse what is no probability. `trust_probabilities`
    leaves that out: of thousands of classes, such as the words of a language model, it takes most of the time.

    References
    ----------
    Good (1952), Rational decisions, Journal of the Royal Statistical Society B 14:107. Gneiting & Raftery (2007),
    Strictly proper scoring rules, prediction, and estimation, JASA 102:359.

    Examples
    --------
    >>> from concordant import log_loss
    >>> round(log_loss([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3]), 4)
    0.1976
    """
    return mean_loss(moments, average, fill)


@metric(
    why=why_loss,
    loss="ranked",
    title="Ranked probability score",
    says="the squared error of the cumulated probabilities of ordered classes: 0 is perfect, near misses cost less",
    formula="mean over rows of sum_k (F_k - O_k)^2 / (K - 1), F and O cumulated over the ordered classes",
    source="Epstein 1969, Journal of Applied Meteorology 8:985; Murphy 1971, 10:155",
    better="lower",
    interval="logit",
    needs_order="always",
    aliases=("rps", "ordinal_brier_score"),
)
def ranked_probability_score(
    moments: Moments, /, *, average: Average = "macro", thresholds: Over = "mean", fill: float = float("nan")
) -> Floats:
    """
    Ranked probability score: the Brier score of ordered classes, taken of cumulated probabilities.

    Between two neighbouring classes of the K ordered ones there is a threshold, and at each of the K - 1 the
    probability F_k of falling below it meets O_k, which is 1 if the truth fell below it, else 0. The squared errors
    are averaged over thresholds and rows: ``mean of sum_k (F_k - O_k)^2 / (K - 1)``. A probability next to the truth
    costs less than one far from it. It is strictly proper, and the Brier score where there are two classes.

    Parameters
    ----------
    average : {"macro"} or None, default "macro"
        Of several labels at once: their mean, or one value a label.
    thresholds : {"mean", "sum"}, default "mean"
        The mean over the K - 1 thresholds, which stays between 0 and 1 for any number of classes, or their sum,
        which weather services and scoringrules report: K - 1 times as large.

    Returns
    -------
    float, or ndarray of shape (L,) if average is None
        Between 0 and 1; with ``thresholds="sum"`` between 0 and K - 1. Undefined (NaN) without rows.

    Notes
    -----
    Text labels have no order of their own: declare it with ``labels=``, from the first to the last, which is also
    the order of the columns. Only the order of the classes matters, not their distance.

    References
    ----------
    Epstein (1969), A scoring system for probability forecasts of ranked categories, Journal of Applied Meteorology
    8:985. Murphy (1971), A note on the ranked probability score, Journal of Applied Meteorology 10:155.

    Examples
    --------
    >>> from concordant import ranked_probability_score
    >>> near, far = [0.0, 0.8, 0.2], [0.2, 0.8, 0.0]
    >>> round(ranked_probability_score([2], [near], labels=[0, 1, 2]), 4)
    0.32
    >>> round(ranked_probability_score([2], [far], labels=[0, 1, 2]), 4)
    0.52
    """
    require_choice("thresholds", thresholds, ("mean", "sum"))
    value = mean_loss(moments, average, fill)
    if thresholds == "mean":
        return value
    if moments.classes is None:
        raise LabelError('thresholds="sum" needs moments that know their classes; these were made without.')
    return value * (len(moments.classes) - 1)


@metric(
    input="decisions",
    why=why_loss,
    loss="hinge",
    family="overall",
    title="Hinge loss",
    says="how far decision values fall short of a margin of one on the right side: 0 where all keep it",
    formula="mean of max(0, 1 - margin); margin = y s with y = -1 or 1, or s_true - the best other for several classes",
    source="Crammer & Singer 2001, JMLR 2:265, section 3",
    better="lower",
    range=(0, float("inf")),
    interval="t",
    shortcut="mean",
    elsewhere=("BinaryHingeLoss", "hinge"),
)
def hinge_loss(moments: Moments, /, *, average: Average = "macro", fill: float = float("nan")) -> Floats:
    """
    Hinge loss: how far decision values fall short of a margin of one on the right side.

    ``mean of max(0, 1 - margin)``, where the margin of a row is the decision value s itself if the positive class
    happened and -s if the negative one did. Of several classes, one column each, it is the decision value of the true
    class minus the highest of the others. It bounds the share of wrong decisions from above.

    Parameters
    ----------
    average : {"macro"} or None, default "macro"
        Of several labels at once: their mean, or one value a label.

    Returns
    -------
    float, or ndarray of shape (L,) if average is None
        At least 0, without an upper bound. Undefined (NaN) without rows.

    Notes
    -----
    Decision values are those of a support vector machine: finite, on any scale, with the threshold at 0. The loss of
    probabilities can be computed and means little: 0 and 1 lie on one side of the threshold.

    References
    ----------
    Crammer & Singer (2001), On the algorithmic implementation of multiclass kernel-based vector machines, Journal of
    Machine Learning Research 2:265.

    Examples
    --------
    >>> from concordant import hinge_loss
    >>> round(hinge_loss([0, 1, 1], [-2.18, 2.36, 0.09]), 4)
    0.3033
    """
    return mean_loss(moments, average, fill)


def _why_no_skill(moments: Moments, *, average: Average = "macro") -> str | None:
    """Say that there are no rows, or rows of one class only, whose share cannot be missed."""
    if not np.all(moments.weight > 0):
        return "there are no rows"
    shares = _shares(moments)
    alone = shares.max(-1) == 1
    if not alone.any():
        return None
    if alone.ndim:
        return left_out(alone, tuple(range(len(alone))), average, "only one class occurs in y_true")
    classes = moments.classes or tuple(range(len(shares)))
    return f"only the class {classes[int(shares.argmax())]!r} occurs in y_true, so that its share predicts it perfectly"


@metric(
    why=_why_no_skill,
    loss="squared and class",
    title="Brier skill score",
    says="how much of the Brier score of a constant forecast is saved: 1 is perfect, 0 no better than the prevalence",
    formula="1 - BS / BS of the class frequencies, which is pi (1 - pi), or 1 - sum pi_k^2 for several classes",
    source="Murphy 1973, Journal of Applied Meteorology 12:215",
    range=(-float("inf"), 1),
    interval="t",
    aliases=("d2_brier",),
    elsewhere=("bss", "d2_brier_score", "brier_skill", "scaled_brier_score", "index_of_prediction_accuracy", "ipa"),
)
def brier_skill_score(moments: Moments, /, *, average: Average = "macro", fill: float = float("nan")) -> Floats:
    """
    Brier skill score: how much lower the Brier score is than that of always saying how frequent the classes are.

    ``1 - BS / BS_ref``, where the reference gives every row the shares of the classes in these same rows (weighted
    as they are): ``BS_ref = pi (1 - pi)`` for two classes, ``1 - sum_k pi_k^2`` for several. It is to the Brier score
    what R^2 is to the squared error.

    Parameters
    ----------
    average : {"macro"} or None, default "macro"
        Of several labels at once: their mean, or one value a label.

    Returns
    -------
    float, or ndarray of shape (L,) if average is None
        At most 1; 0 for the prevalence itself, negative for worse. Undefined (NaN) if only one class occurs in the
        truth, or without rows.

    Notes
    -----
    The reference knows how frequent the classes are in the rows that it is judged on, which no forecast does: in
    small samples skill is biased downwards, and skills of different samples compare with different references.

    References
    ----------
    Murphy (1973), Hedging and skill scores for probability forecasts, Journal of Applied Meteorology 12:215. Brier
    (1950), Verification of forecasts expressed in terms of probability, Monthly Weather Review 78:1.

    Examples
    --------
    >>> from concordant import brier_skill_score
    >>> round(brier_skill_score([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3]), 4)
    0.85
    """
    return _skill(moments, _brier_of_shares, average, fill)


def _brier_of_shares(shares: NumberArray) -> Floats:
    """The Brier score of the shares themselves: 1 - sum pi_k^2; of two classes half of that, pi (1 - pi)."""
    if shares.shape[-1] == 2:
        return shares[..., 0] * shares[..., 1]
    return (shares * (1.0 - shares)).sum(-1)


@metric(
    why=_why_no_skill,
    loss="surprise and class",
    title="Log loss skill score",
    says="how much of the log loss of a constant forecast is saved: 1 is perfect, 0 no better than the prevalence",
    formula="1 - log loss / entropy of the class frequencies",
    source="McFadden 1974, Frontiers in Econometrics 105",
    range=(-float("inf"), 1),
    interval="complement-log",
    aliases=("d2_log_loss", "mcfadden_r2"),
    elsewhere=("d2_log_loss_score",),
)
def log_loss_skill_score(moments: Moments, /, *, average: Average = "macro", fill: float = float("nan")) -> Floats:
    """
    Log loss skill score: how much lower the log loss is than that of always saying how frequent the classes are.

    ``1 - LL / H``, where H is the entropy of the shares of the classes in these same rows (weighted as they are),
    ``- sum_k pi_k log pi_k``. Of a logistic regression on its own data it is McFadden's R^2, and the share of
    deviance explained.

    Parameters
    ----------
    average : {"macro"} or None, default "macro"
        Of several labels at once: their mean, or one value a label.

    Returns
    -------
    float, or ndarray of shape (L,) if average is None
        At most 1; 0 for the prevalence itself, negative for worse, -inf if a row gave probability 0 to what
        happened: nothing is clipped. Undefined (NaN) if only one class occurs in the truth, or without rows.

    Notes
    -----
    It has no common scale with an R^2 of squared errors: values of 0.2 to 0.4 belong to good models (McFadden).

    References
    ----------
    McFadden (1974), Conditional logit analysis of qualitative choice behavior, in Zarembka (ed.), Frontiers in
    Econometrics, 105. Hastie, Tibshirani & Wainwright (2015), Statistical Learning with Sparsity, section 3.2.

    Examples
    --------
    >>> from concordant import log_loss_skill_score
    >>> round(log_loss_skill_score([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3]), 4)
    0.7149
    """
    return _skill(moments, _entropy, average, fill)


def _entropy(shares: NumberArray) -> Floats:
    """The log loss of the shares themselves: their entropy. A class that does not occur adds nothing."""
    occurs = shares != 0
    surprise: NumberArray = np.where(occurs, shares * np.log(np.where(occurs, shares, 1.0)), 0.0)
    return -surprise.sum(-1)


def _skill(moments: Moments, reference: Reference, average: Average, fill: float) -> Floats:
    """``1 - loss / loss of the shares``; of several labels the mean, or one value a label."""
    check_average(average, allowed=("macro", None))
    values = 1.0 - ratio(moments.mean[..., 0], np.asarray(reference(_shares(moments))))
    if values.ndim == 0:
        return values.item()
    return values if average is None else mean_over_classes(values, None, average, fill)


def _shares(moments: Moments) -> NumberArray:
    """The share of each class; of two classes the moments hold that of the positive one."""
    shares: NumberArray = moments.mean[..., 1:]
    if shares.shape[-1] == 1:
        return np.concatenate([1.0 - shares, shares], -1)
    # Means of weighted rows are rounded one by one: where one class occurs alone its share must be 1, not nearly so.
    return np.asarray(ratio(shares, shares.sum(-1, keepdims=True)))
