"""Pearson's correlation: how near two continuous ratings lie to some straight line."""

from __future__ import annotations

import numpy as np

from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._object.define import metric
from concordant.metrics._object.natures import Correlation
from concordant.states import Moments
from concordant.typing import Floats, NumberArray

_LEAST = 1e-300  # of a sum of squares with all its digits
_TOO_SMALL = 1e-140  # of numbers whose squares may be none


def comoments(moments: Moments) -> NumberArray:
    """The co-moments of ratings, NaN where squares of the ratings have left float64."""
    spread = moments.comoment
    if spread.ndim == 2 and _LEAST <= spread[0, 0].real < np.inf and _LEAST <= spread[1, 1].real < np.inf:
        return spread
    own = np.diagonal(spread, axis1=-2, axis2=-1).real
    if own.size and own.min() >= _LEAST and own.max() < np.inf:
        return spread
    beneath = (own < _LEAST) & ((own > 0) | ((moments.mean != 0) & (np.abs(moments.mean) < _TOO_SMALL)))
    lost = (beneath | ~np.isfinite(own)).any(-1)
    return np.where(lost[..., None, None], np.nan, spread)


def why_none(moments: Moments) -> str | None:
    """Why ratings have no moments; None if they have some."""
    if np.any(np.asarray(moments.n) == 0):
        return "there are no rows"
    if np.isnan(comoments(moments)).any():
        return "the ratings, or their differences, are so large or small that float64 does not hold their squares"
    return None


def _why(moments: Moments) -> str | None:
    if none := why_none(moments):
        return none
    if moments.weight.ndim:
        return "a rating is constant"
    constant = [name for name, own in zip(moments.names, np.diagonal(moments.comoment), strict=True) if own == 0]
    return f"{' and '.join(constant)} {'are' if len(constant) > 1 else 'is'} constant"


def _normal_error(moments: Moments, value: NumberArray) -> NumberArray:
    """``(1 - r^2) / sqrt(n - 3)`` of jointly normal ratings (Fisher 1921, Metron 1:3)."""
    return np.asarray((1 - value**2) / np.sqrt(float(moments.weight) - 3))


@metric(
    input="measurements",
    why=_why,
    is_a=Correlation("fisher-normal", 3, _normal_error),
    family="agreement",
    title="Pearson correlation",
    says="how near two continuous ratings lie to a rising line: 1 on it, 0 unrelated, -1 on a falling one",
    formula="s_xy / (s_x s_y)",
    source="Pearson 1896, Phil. Trans. R. Soc. A 187:253",
    better="higher",
    range=(-1, 1),
    interval="fisher",
    chance=0,
    symmetric=True,
    aliases=("pearson_r",),
    elsewhere=("pearson", "pearsonr", "PearsonCorrCoef"),
)
def pearson_correlation(moments: Moments, /) -> Floats:
    """
    Pearson correlation: how near two continuous ratings lie to some straight line.

    ``r = s_xy / (s_x s_y)``, the covariance over both standard deviations.

    Returns
    -------
    float
        Between -1 and 1; 0 for unrelated ratings. Undefined (NaN) if a rating is constant, or without rows.

    Notes
    -----
    It is not agreement: a rater who is two points too strict, or halves all distances, still correlates by 1. Lin's
    `concordance_correlation` counts both against it.

    References
    ----------
    Pearson (1896), Mathematical contributions to the theory of evolution III: regression, heredity, and panmixia,
    Philosophical Transactions of the Royal Society A 187:253.

    Examples
    --------
    >>> from concordant import pearson_correlation
    >>> round(pearson_correlation([1.0, 2.0, 3.0, 4.0], [1.0, 3.0, 2.0, 5.0]), 6)
    0.831522
    """
    spread = comoments(moments)
    first, second = spread[..., 0, 0], spread[..., 1, 1]
    with np.errstate(over="ignore", under="ignore"):
        product = first * second
    # One root is exact where the ratings are equal; two where the product leaves the range of numbers.
    usual = np.isfinite(product) & (product > np.finfo(np.float64).tiny)
    roots = np.where(usual, np.sqrt(product), np.sqrt(first) * np.sqrt(second))
    return ratio(spread[..., 0, 1], roots[()])
