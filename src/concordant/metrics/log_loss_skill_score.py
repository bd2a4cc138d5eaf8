"""Log loss skill score: how much lower the log loss is than that of always saying how frequent the classes are."""

from __future__ import annotations

import numpy as np

from concordant.metrics._object.define import metric
from concordant.metrics._probabilities.skill import skill, why_skill
from concordant.states import Moments
from concordant.typing import Average, Floats, NumberArray


def _of_shares(shares: NumberArray) -> Floats:
    """The log loss of the shares themselves: their entropy. A class that does not occur adds nothing."""
    here = shares != 0
    surprise: NumberArray = np.where(here, shares * np.log(np.where(here, shares, 1.0)), 0.0)
    return -surprise.sum(-1)


@metric(
    input="probabilities",
    why=why_skill,
    loss="surprise and class",
    family="probabilities",
    title="Log loss skill score",
    says="how much of the log loss of a constant forecast is saved: 1 is perfect, 0 no better than the prevalence",
    formula="1 - log loss / entropy of the class frequencies",
    source="McFadden 1974, Frontiers in Econometrics 105",
    better="higher",
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
    return skill(moments, _of_shares, average, fill)
