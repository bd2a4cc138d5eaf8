"""H-measure: how much of the loss of guessing a score saves, averaged over the costs of the two errors."""

from __future__ import annotations

import math
from numbers import Real
from typing import Literal, TypeAlias

import numpy as np

from concordant.errors import OptionError
from concordant.metrics._arithmetic.incomplete_beta import beta_cdf, beta_power
from concordant.metrics._curves.of_curves import of_curves
from concordant.metrics._curves.why_undefined import why_one_class
from concordant.metrics._object.define import metric
from concordant.metrics._object.natures import Maximum
from concordant.metrics._probabilities.isotonic import isotonic
from concordant.names import did_you_mean
from concordant.states import Curve, CurveStack
from concordant.typing import Average, Floats, NumberArray

Prior: TypeAlias = Literal["hand2014", "hand2009", "severity"] | tuple[float, float]


def _expected_loss(negatives: NumberArray, positives: NumberArray, a: float, b: float) -> float:
    """
    The least loss, n times over, for costs c of a false positive and 1 - c of a false negative, c from Beta(a, b).

    The rows of both classes come side by side of a convex hull. The corner between two sides is best for c between
    the shares of positives on them: pi1 dTPR / (pi1 dTPR + pi0 dFPR) = dTP / (dTP + dFP).
    """
    costs = np.concatenate([[1.0], positives / (positives + negatives), [0.0]])  # descending
    below = beta_cdf(costs, a, b)
    rest = beta_power(costs, a, b)
    of_false_positives = -np.diff(a * below - rest) / (a + b)  # integral of c u(c)
    of_false_negatives = -np.diff(b * below + rest) / (a + b)  # integral of (1 - c) u(c)
    fp, tp = (np.concatenate([[0.0], side.cumsum()]) for side in (negatives, positives))
    return float((fp * of_false_positives + (tp[-1] - tp) * of_false_negatives).sum())


def _saved(curve: Curve, prior: Prior, severity_ratio: float | None) -> float:
    steps = isotonic(curve)  # the sides of the convex hull of the ROC curve
    negatives, positives = float(steps.negatives.sum()), float(steps.positives.sum())
    if negatives == 0 or positives == 0:
        return math.nan
    a, b = _parameters(prior, severity_ratio, negatives, positives)
    if len(steps.ends) == 1:  # the diagonal
        return 0.0
    guessing = _expected_loss(np.array([negatives]), np.array([positives]), a, b)
    return 1 - _expected_loss(steps.negatives, steps.positives, a, b) / guessing


def _parameters(prior: Prior, severity_ratio: float | None, negatives: float, positives: float) -> tuple[float, float]:
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


def _check_prior(prior: Prior, severity_ratio: float | None) -> None:
    named = isinstance(prior, str) and prior in ("hand2014", "hand2009", "severity")
    if not named and not (isinstance(prior, tuple) and len(prior) == 2 and all(map(_is_positive, prior))):
        msg = f'prior must be "hand2014", "hand2009", "severity" or two numbers above 0 (a, b), not {prior!r}.'
        msg += did_you_mean(prior, ("hand2014", "hand2009", "severity"))
        raise OptionError(msg)
    if severity_ratio is not None and (prior != "severity" or not _is_positive(severity_ratio)):
        msg = f'severity_ratio is a number above 0 for prior="severity"; it is {severity_ratio!r} for {prior!r}.'
        raise OptionError(msg)


def _is_positive(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool) and 0 < float(value) < math.inf


def _why(curve: Curve | CurveStack, *, average: Average = "macro", **_: object) -> str | None:
    return why_one_class(curve, average)


@metric(
    input="scores",
    why=_why,
    is_a=Maximum("every cost"),
    family="ranking",
    title="H-measure",
    says="how much of the loss of guessing the score saves, over all costs of the two errors: 0 nothing, 1 all",
    formula="1 - E min_t (c FP + (1 - c) FN) / E min(c N, (1 - c) P), the cost c from a beta distribution",
    source="Hand 2009, Machine Learning 77:103; Hand & Anagnostopoulos 2014, Pattern Recognition Letters 40:41",
    better="higher",
    dominance="always",
    range=(0, 1),
    interval="optimism",
    chance=0,
    aliases=("hmeasure",),
)
def h_measure(
    curve: Curve | CurveStack,
    /,
    *,
    prior: Prior = "hand2014",
    severity_ratio: float | None = None,
    average: Average = "macro",
    fill: float = float("nan"),
) -> Floats:
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
    return of_curves(curve, lambda one: _saved(one, prior, severity_ratio), average, fill)
