"""concordance_correlation, pearson_correlation, standardized_mean_difference, overall_concordance."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import numpy as np

from concordant.metrics.agreement.correlations import pair_moments
from concordant.metrics.agreement.variance_components import moments_of, why_too_few
from concordant.metrics.arithmetic import ratio
from concordant.metrics.definition.define import metric
from concordant.metrics.definition.facts import Correlation, NumberFacts
from concordant.names import require_choice
from concordant.states import Moments
from concordant.typing import Floats, NumberArray

_LEAST = 1e-300  # of a sum of squares with all its digits
_TOO_SMALL = 1e-140  # of numbers whose squares may be none
Standardizer: TypeAlias = Literal["pooled", "y_true"]


def _concordance_correlation_normal_error(moments: Moments, value: NumberArray) -> NumberArray:
    """
    The standard error of normal ratings (Lin 1989; corrected 2000).

    ``Var = ((1 - r^2) c^2 (1 - c^2) / r^2 + 2 c^3 (1 - c) u^2 / r - c^4 u^4 / (2 r^2)) / (n - 2)`` with Pearson's r and
    the squared distance of the means over both standard deviations, u^2.
    """
    c, r = value, np.asarray(pearson_correlation.formula(moments))
    spread = np.sqrt(moments.comoment[0, 0] * moments.comoment[1, 1]) / float(moments.weight)
    shift = np.asarray(ratio(moments.distance(1, 0) ** 2, float(spread)))
    variance = (1 - r**2) * c**2 * (1 - c**2) / r**2 + 2 * c**3 * (1 - c) * shift / r - (c**2 * shift / r) ** 2 / 2
    return np.asarray(np.sqrt(variance / (float(moments.weight) - 2)))


@metric(
    input="measurements",
    why=lambda moments: why_no_moments(moments) or "both ratings are constant and equal (0/0)",
    trait=Correlation("lin", 2, _concordance_correlation_normal_error),
    title="Lin's concordance correlation",
    says="how far two continuous ratings lie from equality: 1 is equal, 0 unrelated",
    formula="2 s_xy / (s_x^2 + s_y^2 + (mean x - mean y)^2), moments with 1/n",
    source="Lin 1989, Biometrics 45:255, eq. 2.1; correction 2000, Biometrics 56:324",
    range=(-1, 1),
    interval="fisher",
    chance=0,
    aliases=("lin_ccc", "ccc"),
    elsewhere=("ConcordanceCorrCoef", "concordance_correlation_coefficient", "lins_ccc"),
)
def concordance_correlation(moments: Moments, /) -> Floats:
    """
    Lin's concordance correlation: how far two continuous ratings lie from the line of equality.

    ``rho_c = 2 s_xy / (s_x^2 + s_y^2 + (mean x - mean y)^2)`` with moments that divide by n. It is Pearson's
    correlation times a factor that falls with a shift or a change of scale; on whole-number ratings it is the
    quadratic weighted kappa, so that it is the QWK of continuous ratings such as half points.

    Returns
    -------
    float
        Between -1 and 1; 0 for unrelated ratings. One rating constant: 0. Undefined (NaN) if both are constant
        and equal, or without rows.

    References
    ----------
    Lin (1989), A concordance correlation coefficient to evaluate reproducibility, Biometrics 45:255, eq. 2.1;
    a note on it (2000), Biometrics 56:324.

    Examples
    --------
    >>> from concordant import concordance_correlation
    >>> round(concordance_correlation([1.0, 2.0, 3.0, 4.0], [1.5, 2.5, 3.5, 4.5]), 6)
    0.909091
    """
    spread = comoments(moments)
    with np.errstate(over="ignore"):
        shift = moments.distance(0, 1) ** 2 * moments.weight
    return ratio(2.0 * spread[..., 0, 1], spread[..., 0, 0] + spread[..., 1, 1] + shift)


def _pearson_correlation_why(moments: Moments) -> str | None:
    if reason := why_no_moments(moments):
        return reason
    if moments.weight.ndim:
        return "a rating is constant"
    constant = [name for name, own in zip(moments.names, np.diagonal(moments.comoment), strict=True) if own == 0]
    return f"{' and '.join(constant)} {'are' if len(constant) > 1 else 'is'} constant"


@metric(
    input="measurements",
    why=_pearson_correlation_why,
    # The standard error of jointly normal ratings: Fisher 1921, Metron 1:3.
    trait=Correlation(
        "fisher-normal", 3, lambda moments, r: np.asarray((1 - r**2) / np.sqrt(float(moments.weight) - 3))
    ),
    title="Pearson correlation",
    says="how near two continuous ratings lie to a rising line: 1 on it, 0 unrelated, -1 on a falling one",
    formula="s_xy / (s_x s_y)",
    source="Pearson 1896, Phil. Trans. R. Soc. A 187:253",
    range=(-1, 1),
    interval="fisher",
    chance=0,
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


def _standardized_mean_difference_why(moments: Moments, *, standardizer: Standardizer = "pooled") -> str | None:
    if np.any(moments.weight <= 1):
        return "there are no rows" if np.any(moments.weight == 0) else "a standard deviation needs more than one row"
    constant = "y_true is constant" if standardizer == "y_true" else "both ratings are constant"
    return why_no_moments(moments) or constant


@metric(
    input="measurements",
    why=_standardized_mean_difference_why,
    title="Standardised mean difference",
    says="by how many standard deviations the second rating lies above the first on average: 0 is none",
    formula="(mean y_pred - mean y_true) / sqrt((s_true^2 + s_pred^2) / 2), variances with n - 1",
    source="Williamson, Xi & Breyer 2012, Educational Measurement: Issues and Practice 31:2",
    better=None,
    range=(-float("inf"), float("inf")),
    symmetric=False,
    interval="t",
    aliases=("smd",),
    elsewhere=("cohens_d",),
)
def standardized_mean_difference(moments: Moments, /, *, standardizer: Standardizer = "pooled") -> Floats:
    """
    Standardised mean difference: by how many standard deviations one rating lies above the other.

    ``(mean y_pred - mean y_true) / s`` with ``s = sqrt((s_true^2 + s_pred^2) / 2)``: positive where the second rating
    is the higher one. Automated scores of essays should stay within 0.15 of human scores.

    Parameters
    ----------
    standardizer : {"pooled", "y_true"}, default "pooled"
        The unit: the root of the mean of both variances, or the standard deviation of the truth alone.

    Returns
    -------
    float
        0 for equal means. Undefined (NaN) if the unit is zero, and for fewer than two rows.

    Notes
    -----
    Variances divide by n - 1 (sum of weights minus one). rsmtool calls these methods "pooled" and "unpooled" and
    takes the second by default. Opposite errors cancel: a difference of 0 does not mean agreement.

    References
    ----------
    Williamson, Xi & Breyer (2012), A framework for evaluation and use of automated scoring, Educational Measurement:
    Issues and Practice 31:2. Cohen (1988), Statistical Power Analysis for the Behavioral Sciences, eq. 2.3.2.

    Examples
    --------
    >>> from concordant import standardized_mean_difference
    >>> round(standardized_mean_difference([1.0, 2.0, 3.0, 4.0], [1.5, 2.0, 3.5, 5.0]), 4)
    0.3464
    """
    require_choice("standardizer", standardizer, ("pooled", "y_true"))
    spread = comoments(moments)
    squares = spread[..., 0, 0] if standardizer == "y_true" else (spread[..., 0, 0] + spread[..., 1, 1]) / 2
    variance = np.asarray(ratio(squares, np.maximum(moments.weight - 1, 0)))  # NaN where there are not two rows
    value = ratio(moments.distance(1, 0), np.sqrt(variance))
    return value.item() if np.ndim(value) == 0 else value


def comoments(moments: Moments) -> NumberArray:
    """The co-moments of ratings, NaN where squares of the ratings have left float64."""
    spread = moments.comoment
    if spread.ndim == 2 and _LEAST <= spread[0, 0].real < np.inf and _LEAST <= spread[1, 1].real < np.inf:
        return spread
    own = np.diagonal(spread, axis1=-2, axis2=-1).real
    if own.size and own.min() >= _LEAST and own.max() < np.inf:
        return spread
    beneath = (own < _LEAST) & ((own > 0) | ((moments.mean != 0) & (np.abs(moments.mean) < _TOO_SMALL)))
    outside = (beneath | ~np.isfinite(own)).any(-1)
    return np.where(outside[..., None, None], np.nan, spread)


def why_no_moments(moments: Moments) -> str | None:
    """Why ratings have no moments; None if they have some."""
    if np.any(np.asarray(moments.n) == 0):
        return "there are no rows"
    if np.isnan(comoments(moments)).any():
        return "the ratings, or their differences, are so large or small that float64 does not hold their squares"
    return None


@metric(
    numbers=NumberFacts(),
    why=lambda ratings: why_too_few(moments_of(ratings), fewest=1) or "all raters give one and the same number",
    title="Overall concordance",
    says="how near the numbers of many raters are to each other, beside how much they vary: 1 is equal numbers",
    formula="2 sum s_gh / sum (s_g^2 + s_h^2 + (m_g - m_h)^2) over the pairs of raters g < h",
    source="Barnhart, Haber & Song 2002, Biometrics 58:1020",
    range=(-1, 1),
    chance=0,
    aliases=("occc",),
)
def overall_concordance(ratings: Any, /) -> Floats:
    """
    Overall concordance: how near the numbers of many raters are to each other.

    ``2 sum s_gh / sum (s_g^2 + s_h^2 + (m_g - m_h)^2)``, both sums over the pairs of raters, with means m, variances
    s^2 and covariances s_gh (divisor n) over the units that both rated. Of two raters it is Lin's
    `concordance_correlation`.

    Returns
    -------
    float
        From -1 (of two raters) to 1; near 0 of ratings that have nothing to do with each other. Undefined (NaN) if no
        unit has two ratings, or if all of them are one number.

    Notes
    -----
    It is the mean of the concordance of the pairs, weighted by their denominators. Of complete ratings it is
    `conger_kappa` with quadratic weights, and near ICC(A,1), `intraclass_correlation`, whose divisor is n - 1. epiR
    takes n - 1 as well. Limits are those of the jackknife over units, for these raters, on the scale of Fisher's z.

    References
    ----------
    Barnhart, Haber & Song (2002), Overall concordance correlation coefficient for evaluating agreement among multiple
    observers, Biometrics 58:1020. Two raters: Lin (1989), Biometrics 45:255.

    Examples
    --------
    >>> from concordant import overall_concordance
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    >>> round(overall_concordance(ratings), 4)
    0.2537
    """
    moments = moments_of(ratings)
    pairs = pair_moments(moments)
    rated = pairs.n > 0  # pairs of raters with a unit that both rated
    below = np.where(rated, pairs.variances[0] + pairs.variances[1] + pairs.difference**2, 0.0).sum(-1)
    value = ratio(2.0 * np.where(rated, pairs.covariance, 0.0).sum(-1), below)
    return value if moments.stack else float(value)
