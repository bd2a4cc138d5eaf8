"""Log loss: the mean surprise at what happened, given the probabilities."""

from __future__ import annotations

from concordant.metrics._object.define import metric
from concordant.metrics._object.elsewhere import elsewhere
from concordant.metrics._probabilities.losses import mean_loss, why_loss
from concordant.states import Moments
from concordant.typing import Average, Floats


@metric(
    input="probabilities",
    why=why_loss,
    loss="surprise",
    family="probabilities",
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
