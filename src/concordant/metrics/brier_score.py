"""Brier score: the mean squared distance between probabilities and what happened."""

from __future__ import annotations

from concordant.metrics._object.define import metric
from concordant.metrics._object.elsewhere import elsewhere
from concordant.metrics._probabilities.losses import mean_loss, why_loss
from concordant.states import Moments
from concordant.typing import Average, Floats


@metric(
    input="probabilities",
    why=why_loss,
    loss="squared",
    family="probabilities",
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
