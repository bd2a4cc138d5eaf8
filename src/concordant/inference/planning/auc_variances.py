"""
The variance of one ROC AUC, and of the difference of two, that a plan assumes.

Scores are binormal here: normal in both classes, with the same spread. The share of concordant pairs is a U statistic,
so that its variance follows from how pairs covary that share a row (Hoeffding 1948); with normal scores these are
probabilities of two normal variables. No asymptotics, and no approximation.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

AucVariance = Callable[[float, float, float], float]  # AUC, positive rows, negative rows -> variance

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(48)


def binormal(auc: float, positive: float, negative: float) -> float:
    """Return the exact variance of the empirical AUC of binormal scores."""
    return binormal_covariance((auc, auc), (1.0, 1.0), positive, negative)


def binormal_covariance(
    aucs: tuple[float, float], correlations: tuple[float, float], positive: float, negative: float
) -> float:
    """
    Return the exact covariance of the empirical AUCs of two binormal scores of the same rows.

    `correlations` are those of both scores within the positive and within the negative rows. Differences of a positive
    and a negative score are correlated by half the correlation of the row that two pairs share, and by the sum of both
    halves for the same pair.
    """
    h, k = (NormalDist().inv_cdf(auc) for auc in aucs)
    by_chance = aucs[0] * aucs[1]
    of_positive, of_negative = correlations
    same_pair = both_below(h, k, (of_positive + of_negative) / 2) - by_chance
    same_positive = both_below(h, k, of_positive / 2) - by_chance
    same_negative = both_below(h, k, of_negative / 2) - by_chance
    return (same_pair + (negative - 1) * same_positive + (positive - 1) * same_negative) / (positive * negative)


def both_below(h: float, k: float, correlation: float) -> float:
    """
    P(X < h, Y < k) of two standard normal variables.

    ``Phi(h) Phi(k) + 1 / (2 pi) integral over t from 0 to arcsin(r) of exp(-(h^2 + k^2 - 2 h k sin t) / (2 cos^2 t))``
    (Plackett 1954, Biometrika 41:351; Genz 2004, Statistics and Computing 14:251).
    """
    normal = NormalDist()
    if correlation >= 1:
        return normal.cdf(min(h, k))
    end = math.asin(max(correlation, -1.0))
    t = end * (_NODES + 1) / 2
    inside = np.exp(-(h * h + k * k - 2 * h * k * np.sin(t)) / (2 * np.cos(t) ** 2))
    return normal.cdf(h) * normal.cdf(k) + float(_WEIGHTS @ inside) * end / (4 * math.pi)


def obuchowski(auc: float, positive: float, negative: float) -> float:
    """
    Return the approximation for binormal scores of Obuchowski (1994), Investigative Radiology 29:238.

    With ``A = 1.414 z(auc)`` and its constants as printed. It is the variance of a fitted curve without the covariance
    of its two parameters, and so too large: in classes of equal size by 9 % at an AUC of 0.7, 27 % at 0.8, 52 % at 0.9.
    """
    a = 1.414 * NormalDist().inv_cdf(auc)
    ratio = negative / positive
    return 0.0099 * math.exp(-a * a / 2) * (5 * a * a + 8 + (a * a + 8) / ratio) / positive


def hanley_mcneil(auc: float, positive: float, negative: float) -> float:
    """Return that of exponential scores (Hanley & McNeil 1982, Radiology 143:29, eq. 2), from the AUC alone."""
    q1, q2 = auc / (2 - auc), 2 * auc * auc / (1 + auc)
    parts = auc * (1 - auc) + (positive - 1) * (q1 - auc * auc) + (negative - 1) * (q2 - auc * auc)
    return parts / (positive * negative)


VARIANCES: dict[str, AucVariance] = {
    "binormal": binormal,
    "obuchowski": obuchowski,
    "hanley-mcneil": hanley_mcneil,
}


@dataclass(frozen=True, slots=True)
class Pair:
    """Two AUCs of the same rows, with the correlations of the scores within positive and within negative rows."""

    aucs: tuple[float, float]
    correlations: tuple[float, float]

    def binormal(self, positive: float, negative: float) -> tuple[float, float]:
        """Return the exact variance of the difference, twice: DeLong's test has no other one without a difference."""
        found = sum(binormal(auc, positive, negative) for auc in self.aucs)
        found -= 2 * binormal_covariance(self.aucs, self.correlations, positive, negative)
        return found, found

    def obuchowski_mcclish(self, positive: float, negative: float) -> tuple[float, float]:
        """
        Return the variance of the difference if there is none, with both AUCs like the first; and as expected.

        Obuchowski & McClish (1997), Sample size determination for diagnostic accuracy studies involving binormal ROC
        curve indices, Statistics in Medicine 16:1529, at equal spread. The variances lack the covariance of the two
        parameters of a curve, which the covariance of the AUCs has.
        """
        ratio = negative / positive
        of_positive, of_negative = self.correlations
        (f1, g1, a1), (f2, g2, a2) = (_slopes(auc) for auc in self.aucs)
        first, second = (_fitted(f, g, a, ratio) for f, g, a in ((f1, g1, a1), (f2, g2, a2)))
        shared = of_positive**2
        covariance = f1 * f2 * (of_positive + of_negative / ratio + shared * a1 * a2 / 2)
        covariance += g1 * g2 * (of_negative**2 + ratio * shared) / (2 * ratio)
        covariance += f1 * g2 * shared * a1 / 2 + f2 * g1 * shared * a2 / 2
        return (2 * first - 2 * covariance) / positive, (first + second - 2 * covariance) / positive


def _slopes(auc: float) -> tuple[float, float, float]:
    """How the AUC moves with the binormal parameters A and B, at B = 1; and A."""
    a = math.sqrt(2) * NormalDist().inv_cdf(auc)
    f = math.exp(-a * a / 4) / math.sqrt(4 * math.pi)
    return f, -a * f / 2, a


def _fitted(f: float, g: float, a: float, ratio: float) -> float:
    return f * f * (1 + 1 / ratio + a * a / 2) + g * g * (1 + ratio) / (2 * ratio)
