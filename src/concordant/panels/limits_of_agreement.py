"""Limits of agreement: how far apart two raters are, or how far one of many is from the mean of all."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from math import isfinite, nan, sqrt
from statistics import NormalDist
from typing import Any, ClassVar, Literal

import numpy as np

from concordant.errors import IntervalWarning, OptionError
from concordant.inference.quantiles import check_level, noncentral_t_quantile, two_sided
from concordant.metrics.agreement.variance_components import mean_squares
from concordant.metrics.arithmetic import check_share
from concordant.metrics.definition.options import signature_of
from concordant.metrics.distributions import chi_square_quantile
from concordant.names import did_you_mean
from concordant.result.intervals import Interval
from concordant.result.record import Pictured
from concordant.states import NumericRatings, Ratings
from concordant.typing import Column, FloatArray, Label

_NAME = "limits_of_agreement"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LimitsOfAgreement(Pictured):
    """
    Limits of agreement, each with an interval.

    Attributes
    ----------
    bias : Interval
        Of two raters: the mean of the first less the second. Of more: 0, as they are held against their mean.
    low, high : Interval
        Between them lie `coverage` of the differences of normal ratings.
    sd : float
        The standard deviation of the differences.
    coverage : float
        The share of differences between the limits.
    n : int
        The units that all raters rated.
    left_out : int
        The units that lack a rating.
    raters : tuple
        Who rated.
    centre, difference : ndarray
        What a Bland-Altman plot shows: the mean of each unit, and the difference of the two raters, (n,), or of each
        rater from the mean, (n, r). They are no part of the record when it is compared or stored.
    """

    stored_as: ClassVar[str | None] = None
    picture: ClassVar[str] = "bland_altman"

    bias: Interval
    low: Interval
    high: Interval
    sd: float
    coverage: float
    n: int
    left_out: int
    raters: tuple[Label, ...]
    centre: FloatArray = field(compare=False)
    difference: FloatArray = field(compare=False)

    def __str__(self) -> str:
        """The limits in words."""
        share = f"{self.coverage:.0%}"
        left = f"; {self.left_out} units that lack a rating are left out" if self.left_out else ""
        if len(self.raters) == 2:
            what = f"{self.raters[0]} less {self.raters[1]}: {self.bias.value:.4g} on average, {share} of differences"
        else:
            what = f"{len(self.raters)} raters: {share} of ratings differ from the mean of the unit"
        ends = [_shown(one) for one in (self.low, self.high)]
        why = f"; no interval: {self.low.reason}" if self.low.reason else ""
        word = " lie between " if len(self.raters) == 2 else " by between "
        return f"{what}{word}{ends[0]} and {ends[1]} (n = {self.n}{left}){why}"


def _shown(one: Interval) -> str:
    """A limit with its interval, if it has one."""
    limits = f" ({one.low:.4g} to {one.high:.4g})" if isfinite(one.low) else ""
    return f"{one.value:.4g}{limits}"


def limits_of_agreement(
    ratings: Any,
    second: Column | None = None,
    *,
    coverage: float = 0.95,
    level: float = 0.95,
    method: Literal["exact", "bland-altman"] = "exact",
    raters: Any = None,
) -> LimitsOfAgreement:
    """
    Take limits between which so many differences of ratings lie.

    Of two raters: ``mean -+ z sd`` of their differences (Bland & Altman 1986). Of more: limits of agreement with the
    mean, ``-+ z sqrt((SSB + SSE) / (n k))`` with the sums of squares of raters and of the error (Christensen et al.
    2020).

    Parameters
    ----------
    ratings : array-like of shape (n, r), data frame, NumericRatings or Ratings
        Numbers that raters (columns) gave to units (rows). Units that lack a rating are left out and counted. Or the
        numbers of the first rater.
    second : array-like of shape (n,), optional
        The numbers of the second rater.
    coverage : float
        The share of differences that lie between the limits.
    level : float
        The nominal coverage of the intervals of the limits themselves.
    method : {"exact", "bland-altman"}
        Of two raters, how the intervals of the limits are made: from the noncentral t distribution (Carkeet 2015), or
        by the approximation of Bland & Altman (1986). Of more there is the one of Christensen et al.
    raters : sequence, optional
        As in a call of a metric.

    Returns
    -------
    LimitsOfAgreement

    Raises
    ------
    InputError
        If the ratings cannot be read, if units have weights, or if fewer than two units are complete.

    References
    ----------
    Bland & Altman (1986), Lancet 327:307. Carkeet (2015), Optometry and Vision Science 92:e71. Christensen, Borgbjerg,
    Borty & Bogsted (2020), On Jones et al.'s method for extending Bland-Altman plots to limits of agreement with the
    mean for multiple observers, BMC Medical Research Methodology 20:304.

    Examples
    --------
    >>> from concordant import limits_of_agreement
    >>> first, second = [10.1, 12.0, 9.2, 11.5, 13.1, 10.4], [10.4, 11.6, 9.9, 11.9, 13.0, 11.1]
    >>> found = limits_of_agreement(first, second)
    >>> print(found.high)
    limits of agreement 0.598, 95 % interval 0.171 to 1.988 (noncentral t, n = 6)
    """
    if method not in ("exact", "bland-altman"):
        msg = f'method must be "exact" or "bland-altman", not {method!r}.'
        raise OptionError(msg + (did_you_mean(method, ("exact", "bland-altman")) if isinstance(method, str) else ""))
    share, level = check_share(coverage, "coverage", zero=False, one=False), check_level(level)
    state = _state(ratings, second, raters)
    kept = ~np.isnan(state.matrix).any(1)
    counts = state.weight[kept]
    matrix = np.repeat(state.matrix[kept], counts, axis=0)
    left = int(state.weight[~kept].sum())
    r, n = len(state.raters), len(matrix)
    if r < 2 or n < 2:
        msg = f"limits of agreement take two raters or more and two complete units or more, not {r} and {n}."
        raise OptionError(msg)
    signature = signature_of(_NAME, state, {"coverage": share})
    make = _of_two if r == 2 else _of_many
    return make(matrix, state.raters, share, level, method, left, signature)


def _state(ratings: Any, second: Any, raters: Any) -> NumericRatings:
    if second is not None:
        state = NumericRatings.from_two(ratings, second, raters)
    elif isinstance(ratings, (NumericRatings, Ratings)):
        state = NumericRatings.from_ratings(ratings) if isinstance(ratings, Ratings) else ratings
    else:
        state = NumericRatings.from_wide(ratings, raters)
    if state.weighted:
        msg = "limits of agreement are of units that count alike: take them without sample_weight."
        raise OptionError(msg)
    return state


def _of_two(
    matrix: FloatArray,
    raters: tuple[Label, ...],
    share: float,
    level: float,
    method: str,
    left: int,
    signature: str,
) -> LimitsOfAgreement:
    n = len(matrix)
    difference = matrix[:, 0] - matrix[:, 1]
    mean, sd = float(difference.mean()), float(difference.std(ddof=1))
    rounding = 0.0 if (matrix == np.rint(matrix)).all() else 1e-14 * float(np.abs(matrix).max())
    sd = 0.0 if sd <= rounding or np.ptp(difference) == 0 else sd
    z = NormalDist().inv_cdf((1 + share) / 2)
    t = two_sided(level, n - 1.0)
    tail = (1 - level) / 2
    se = sd * sqrt(1 / n + z * z / (2 * (n - 1)))
    if method == "exact":
        ends = [noncentral_t_quantile(p, n - 1.0, z * sqrt(n)) / sqrt(n) for p in (tail, 1 - tail)]
        words = "noncentral t"
    else:
        ends = [z - t * se / (sd or 1.0), z + t * se / (sd or 1.0)]
        words = "Bland-Altman, t"
    reason = None if sd else "the differences do not vary"
    ends = ends if sd else [nan, nan]
    if reason:
        warnings.warn(f"{_NAME}: {reason}", IntervalWarning, stacklevel=4)
    rest = (float(n), _NAME, signature, reason)
    half = t * sd / sqrt(n) if sd else nan
    bias = Interval(mean, mean - half, mean + half, sd / sqrt(n), level, "t", *rest)
    low = Interval(mean - z * sd, mean - ends[1] * sd, mean - ends[0] * sd, se, level, words, *rest)
    high = Interval(mean + z * sd, mean + ends[0] * sd, mean + ends[1] * sd, se, level, words, *rest)
    return LimitsOfAgreement(bias, low, high, sd, share, n, left, raters, matrix.mean(1), difference)


def _of_many(
    matrix: FloatArray,
    raters: tuple[Label, ...],
    share: float,
    level: float,
    method: str,
    left: int,
    signature: str,
) -> LimitsOfAgreement:
    del method
    n, k = matrix.shape
    ms = mean_squares(NumericRatings.from_wide(matrix, raters).moments())
    between, error = (k - 1) * float(ms.raters), (n - 1) * (k - 1) * float(ms.error)
    z, q = NormalDist().inv_cdf((1 + share) / 2), (1 + level) / 2
    low, high = 0.0, 0.0
    for square, df in ((between, k - 1), (error, (n - 1) * (k - 1))):
        low += ((1 - df / chi_square_quantile(1 - q, df)) * square) ** 2
        high += ((df / chi_square_quantile(q, df) - 1) * square) ** 2
    whole = between + error
    limit, least, most = (z * sqrt(max(x, 0.0) / (n * k)) for x in (whole, whole - sqrt(low), whole + sqrt(high)))
    reason = None if whole > 0 else "the raters do not differ"
    least, most = (least, most) if whole > 0 else (nan, nan)
    if reason:
        warnings.warn(f"{_NAME}: {reason}", IntervalWarning, stacklevel=4)
    variance = 2 * (between**2 / (k - 1) + error**2 / ((n - 1) * (k - 1)))
    se = z * z * sqrt(variance) / (2 * limit * n * k) if limit else 0.0
    rest = (float(n), _NAME, signature, reason)
    words = "Graybill-Wang"
    centre = matrix.mean(1)
    return LimitsOfAgreement(
        Interval(0.0, 0.0, 0.0, 0.0, level, "by definition", *rest),
        Interval(0.0 - limit, -most, -least, se, level, words, *rest),
        Interval(limit, least, most, se, level, words, *rest),
        limit / z,
        share,
        n,
        left,
        raters,
        centre,
        matrix - centre[:, None],
    )
