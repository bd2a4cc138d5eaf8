"""Brier skill score: how much lower the Brier score is than that of always saying how frequent the classes are."""

from __future__ import annotations

from concordant.metrics._object.define import metric
from concordant.metrics._probabilities.skill import skill, why_skill
from concordant.states import Moments
from concordant.typing import Average, Floats, NumberArray


def _of_shares(shares: NumberArray) -> Floats:
    """The Brier score of the shares themselves: 1 - sum pi_k^2; of two classes half of that, pi (1 - pi)."""
    if shares.shape[-1] == 2:
        return shares[..., 0] * shares[..., 1]
    return (shares * (1.0 - shares)).sum(-1)


@metric(
    input="probabilities",
    why=why_skill,
    loss="squared and class",
    family="probabilities",
    title="Brier skill score",
    says="how much of the Brier score of a constant forecast is saved: 1 is perfect, 0 no better than the prevalence",
    formula="1 - BS / BS of the class frequencies, which is pi (1 - pi), or 1 - sum pi_k^2 for several classes",
    source="Murphy 1973, Journal of Applied Meteorology 12:215",
    better="higher",
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
    return skill(moments, _of_shares, average, fill)
