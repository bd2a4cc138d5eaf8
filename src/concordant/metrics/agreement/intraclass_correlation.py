"""intraclass_correlation with its forms, exact limits and tests; measurement_error, minimal_detectable_change."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import exp, hypot, inf, isfinite, log, nan, sqrt
from statistics import NormalDist
from typing import Any, Literal

import numpy as np

from concordant.errors import OptionError
from concordant.metrics.agreement.variance_components import (
    MeanSquares,
    Model,
    components,
    mean_squares,
    moments_of,
    number_of_ratings,
    number_of_units,
    units_of,
    why_too_few,
    why_undefined,
)
from concordant.metrics.arithmetic import check_share, ratio
from concordant.metrics.definition.define import metric
from concordant.metrics.definition.facts import ExactLimits, ExactTest, NumberFacts, NumberScale, elsewhere
from concordant.metrics.distributions import chi_square_quantile, f_quantile, f_tail
from concordant.names import require_choice
from concordant.states import RatingMoments
from concordant.typing import FloatArray, Floats

Type = Literal["agreement", "consistency"]
Unit = Literal["single", "average"]
_CHOICES: dict[str, tuple[Any, ...]] = {
    "model": ("two-way", "one-way"),
    "type": ("agreement", "consistency"),
    "unit": ("single", "average"),
}
_ROUNDING = 1e-13  # of the variance of the error, that is what is left of none
_SKEWED, _TAILED = 2.3, 4.4  # skewness in standard errors, and variance of squares, beyond which ratings are not normal
_DIFFER = 0.01  # p-value of columns that are alike
_REACH = 10  # of the excess of a kurtosis over the normal one, over the root of the units
_LEAST_TAIL = -30.0  # the logarithm of the least probability of one tail that is told from 0
_FEW_RATERS = 10  # for limits of agreement with the degrees of freedom at the estimate
_ASSUMES_LESS = 'method="adjusted" assumes less'
_OF_SUMS = "sums do not show whether ratings are normal, for which limits are: keep the units"


def _intraclass_correlation_why(ratings: Any, *, model: Model = "two-way", **_: object) -> str:
    moments = moments_of(ratings)
    few = why_too_few(moments)
    if few or moments.stack:
        return few or "the ratings do not vary"
    return why_undefined(components(moments, model)) or "the ratings do not vary"


def _icc_scale(state: Any, *, unit: Unit = "single", **_: Any) -> tuple[NumberScale, float]:
    if unit == "average":
        return "complement-log", 0.0
    moments = moments_of(state)
    return "reliability", float(number_of_ratings(moments) / number_of_units(moments))


def _why_still(state: Any, *, model: Model = "two-way", **_: Any) -> str | None:
    estimate = components(moments_of(state), model)
    zero = float(estimate.units) <= _ROUNDING * float(estimate.error)
    return "the variance of units is estimated as 0" if zero else None


# Limits and tests of the intraclass correlation of complete ratings, by quantiles of F.
#
# If ratings are normal, those of one-way models and of consistency are exact (Shrout & Fleiss 1979, Psychological
# Bulletin 86:420). Those of agreement take the degrees of freedom of Satterthwaite (McGraw & Wong 1996, Psychological
# Methods 1:30, tables 7 and 8, with the correction of 1996, 1:390). Adjusted ones have fewer degrees of freedom where
# tails are heavier than normal ones, and those of agreement are modified large-sample limits.


def _f_limits(state: Any, level: float, *, adjusted: bool, model: Model, type: Type, unit: Unit) -> ExactLimits | None:
    """Limits from quantiles of F; None where ratings are missing or have weights, or REML is asked for."""
    moments = moments_of(state)
    if not moments.complete or moments.weighted or moments.stack:
        return None
    ms = _in_units_of_largest(mean_squares(moments))
    whom = "these raters" if model == "two-way" and type == "consistency" else "raters like these"
    name = f"{'adjusted ' * adjusted}F, {_name_of(model, type, unit)} for {whom}"
    if not ms.n > 1:
        return ExactLimits(nan, nan, nan, name, "one unit tells nothing of others")
    error = ms.within if model == "one-way" else ms.error
    if not error > 0:
        why = "all raters give the same to every unit" if model == "one-way" else "no error is left beside raters"
        return ExactLimits(nan, nan, nan, name, f"{why}, so that the F ratio is infinite")
    if not ms.units > 0:
        return ExactLimits(nan, nan, nan, name, "units do not differ")
    df1, df2 = _degrees(ms, model, state if adjusted else None)
    se = _standard_error(ms, model, type, unit, df1, df2)
    tail = (1 - level) / 2
    agreement = model == "two-way" and type == "agreement"
    normal = _why_not_normal(state, model, of_units=True, adjusted=adjusted)
    raters = _why_few_raters(ms, model, agreement=agreement and not adjusted)
    reason = "; ".join(filter(None, (normal, raters))) or None
    if agreement:
        low, high = (_large_sample_limits if adjusted else _agreement_limits)(ms, tail, df1, df2)
        if unit == "average":
            low, high = (_spearman_brown(x, ms.k) for x in (low, high))
        return ExactLimits(low, high, se, name, reason)
    f = float(ms.units) / float(error)
    lower, upper = f / f_quantile(tail, df1, df2), f * f_quantile(tail, df2, df1)
    if unit == "average":
        return ExactLimits(1 - 1 / lower if lower > 0 else -inf, 1 - 1 / upper if upper > 0 else -inf, se, name, reason)
    low, high = ((x - 1) / (x + ms.k - 1) for x in (lower, upper))
    return ExactLimits(low, high, se, name, reason)


@dataclass(frozen=True, slots=True)
class _Squares:
    """
    Of complete ratings the squares of each unit, over their mean, less 1.

    `of_unit` is ``k (unit mean - mean)^2 / MSR - 1`` and `of_errors` ``s_u^2 / MSE - 1`` with the variance of its
    errors: of normal ratings their variances are 2 and 2 / (k - 1). `skewness` is that of the means of units.
    """

    weight: FloatArray
    of_unit: FloatArray
    of_errors: FloatArray
    skewness: float
    n: float
    k: int

    def divisors(self) -> tuple[float, float]:
        """
        Return by what degrees of freedom of units and of errors are divided: ``1 + (1 + 10 / sqrt(n)) (q - 1)``, or 1.

        q is the variance of the squares over the normal one (Box 1953, Biometrika 40:318; Shoemaker 2003, The American
        Statistician 57:105). What it exceeds 1 by is stretched, as small samples seldom hold the tails.
        """
        q = (self.weight @ np.square(self.of_unit) / 2, self.weight @ np.square(self.of_errors) * (self.k - 1) / 2)
        units, errors = (max(1.0, float(1 + (1 + _REACH / sqrt(self.n)) * (x - 1))) for x in q)
        return units, errors


def _squares_of(state: Any, model: Model) -> _Squares:
    units = units_of(state)
    weight, x = units.weight / units.n, units.matrix[:, ~np.isnan(units.matrix).all(0)]
    x = x / np.abs(x).max()  # powers must fit float64
    means = x.mean(1)
    deviation = means - weight @ means
    residuals = x - means[:, None]
    if model == "two-way":
        residuals = residuals - weight @ residuals
    square, errors = np.square(deviation), np.square(residuals).sum(1)
    of_unit, of_errors = (part / (weight @ part) - 1 if weight @ part > 0 else 0 * part for part in (square, errors))
    skewness = float(weight @ (square * deviation) / (weight @ square) ** 1.5) if weight @ square > 0 else 0.0
    return _Squares(weight, of_unit, of_errors, skewness, float(units.n), x.shape[1])


def _why_not_normal(state: Any, model: Model, *, of_units: bool, adjusted: bool) -> str | None:
    """
    Say why complete ratings are not normal; None if they may be, or need not be as limits are adjusted.

    Limits of a quotient rest on the variance of the squares of a unit less those of its errors, those of an error on
    that of its squares; the skewness of units is tested beside. Under normal ratings 5 to 8 % are called so. Adjusted
    limits have no such warning: where they miss a value, it is in the samples that lack the tails and look normal.
    """
    if isinstance(state, RatingMoments):
        return _OF_SUMS if adjusted else None
    if adjusted:
        return None
    of = _squares_of(state, model)
    n, spread, expected = of.n, of.of_errors, 2 / (of.k - 1)
    if of_units:
        if abs(of.skewness) > _SKEWED * sqrt(6 * (n - 2) / ((n + 1) * (n + 3))):
            return f"the means of units are skewed, and limits by F are for normal ones: {_ASSUMES_LESS}"
        spread, expected = of.of_unit - spread, expected + 2
    if of.weight @ np.square(spread) <= expected * (1.0 + _TAILED * sqrt(n) / (n + 20)):
        return None
    what = "units or errors have" if of_units else "errors have"
    return f"{what} heavier tails than normal ones, for which limits are: {_ASSUMES_LESS}"


def _why_few_raters(ms: MeanSquares, model: Model, *, agreement: bool) -> str | None:
    """Say why the raters are too few for published limits of agreement, or differ too much for a one-way model."""
    of_raters, error, n = float(ms.raters), float(ms.error), float(ms.n)
    if model == "one-way" and f_tail(of_raters / error if error > 0 else inf, ms.k - 1, (n - 1) * (ms.k - 1)) < _DIFFER:
        return "the columns differ, and a one-way model takes them for chance: take a two-way model"
    if agreement and ms.k < _FEW_RATERS:
        return f"limits by Satterthwaite can be too narrow for {ms.k} raters, if they differ: {_ASSUMES_LESS}"
    return None


def _f_test(state: Any, against: float, *, adjusted: bool, model: Model, type: Type, unit: Unit) -> ExactTest | None:
    """The F test of a value of the coefficient, that of adjusted limits if asked for; None where none are by F."""
    moments = moments_of(state)
    if not moments.complete or moments.weighted or moments.stack:
        return None
    ms = _in_units_of_largest(mean_squares(moments))
    k, rho = ms.k, float(against)
    if not ms.n > 1 or not rho < 1:
        return ExactTest(nan, nan, "F")
    ratio = rho / (1 - rho) if unit == "average" else k * rho / (1 - rho)  # of k times the variance of units to errors
    of_agreement = model == "two-way" and type == "agreement"
    a, b = _parts_of_agreement(ms, ratio) if of_agreement else (0.0, 1 + ratio)
    below = a * float(ms.raters) + b * float(ms.within if model == "one-way" else ms.error)
    if below <= 0:
        return ExactTest(nan, nan, "F")
    df1, df2 = _degrees(ms, model, state if adjusted else None)
    f = float(ms.units) / below
    if of_agreement and adjusted:
        name = f"adjusted F({df1:g}, {k - 1}, {df2:.6g})"
        return ExactTest(f, _large_sample_tail(ms, ratio / (k + ratio), df1, df2), name)
    if of_agreement:
        df2 = _satterthwaite(ms, a, b, df2)
    return ExactTest(f, f_tail(f, df1, df2), f"{'adjusted ' * adjusted}F({df1:g}, {df2:.6g})")


@metric(
    numbers=NumberFacts(scale=_icc_scale, exact=_f_limits, exact_test=_f_test, still=_why_still),
    why=_intraclass_correlation_why,
    title="Intraclass correlation",
    says="the share of the variance of numeric ratings that is of the units that were rated: 1 is perfect",
    formula="s_u^2 / (s_u^2 + (s_r^2 + s_e^2) / k): variances of units, raters (agreement alone) and error",
    source="Shrout & Fleiss 1979, Psychological Bulletin 86:420; McGraw & Wong 1996, Psychological Methods 1:30",
    range=(-math.inf, 1),
    scale_free=False,
    aliases=("icc",),
    elsewhere=(
        elsewhere("icc1", "Shrout and Fleiss: ICC(1,1)", model="one-way"),
        elsewhere("icc1k", model="one-way", unit="average"),
        elsewhere("icc2"),
        elsewhere("icc2k", unit="average"),
        elsewhere("icc3", type="consistency"),
        elsewhere("icc3k", type="consistency", unit="average"),
        elsewhere("ICC(1,1)", model="one-way"),
        elsewhere("ICC(1,k)", model="one-way", unit="average"),
        elsewhere("ICC(2,1)"),
        elsewhere("ICC(2,k)", unit="average"),
        elsewhere("ICC(3,1)", type="consistency"),
        elsewhere("ICC(3,k)", type="consistency", unit="average"),
        elsewhere("cronbach_alpha", type="consistency", unit="average"),
        elsewhere("cronbachs_alpha", type="consistency", unit="average"),
        elsewhere("alpha", "Cronbach's, of items", type="consistency", unit="average"),
    ),
)
def intraclass_correlation(
    ratings: Any, /, *, model: Model = "two-way", type: Type = "agreement", unit: Unit = "single"
) -> Floats:
    """
    Intraclass correlation: how much of the variance of ratings is of the units that were rated.

    A rating is ``mean + unit + rater + error``. The coefficient is the variance of units beside the whole variance.
    Of complete ratings, n units by k raters, with the mean squares of units MSR, of raters MSC, of the error MSE and
    within units MSW (names of Shrout & Fleiss, and of McGraw & Wong):

    - ``model="one-way"``, ICC(1,1): ``(MSR - MSW) / (MSR + (k - 1) MSW)``; average, ICC(1,k): ``(MSR - MSW) / MSR``;
    - ``type="agreement"``, ICC(2,1) = ICC(A,1): ``(MSR - MSE) / (MSR + (k - 1) MSE + k (MSC - MSE) / n)``;
      average, ICC(2,k) = ICC(A,k): ``(MSR - MSE) / (MSR + (MSC - MSE) / n)``;
    - ``type="consistency"``, ICC(3,1) = ICC(C,1): ``(MSR - MSE) / (MSR + (k - 1) MSE)``; average, ICC(3,k) =
      ICC(C,k) = Cronbach's alpha: ``(MSR - MSE) / MSR``.

    Parameters
    ----------
    model : {"two-way", "one-way"}
        ``"two-way"``: it is known who rated. ``"one-way"``: every unit may have had other raters.
    type : {"agreement", "consistency"}
        Whether a rater who gives higher numbers throughout is an error (``"agreement"``: if other raters of this kind
        are asked), or does not matter (``"consistency"``: for these raters, or where only the order counts).
    unit : {"single", "average"}
        The reliability of one rating, or of the mean of as many as there are raters (one-way with missing ratings: of
        Henderson's k0, a mean number of ratings of a unit).

    Returns
    -------
    float
        At most 1. Variances are estimated from sums of squares where every unit has a rating of every rater, and
        negative values stay: units vary less than chance lets them. Where ratings are missing, variances are estimated
        by restricted maximum likelihood (REML). Undefined (NaN) with fewer than two units or raters, if no unit has two
        ratings, if no number differs, or by REML if nothing is left beside effects of units and of raters, as no
        variances are the likeliest then.

    Notes
    -----
    The model changes what a value means more than the value: agreement is for other raters of the same kind,
    consistency for these. Of complete ratings that count alike, limits come from F distributions whose degrees of
    freedom, of units and of errors, are divided by ``1 + (1 + 10 / sqrt(n)) (q - 1)`` where q is above 1: the variance
    of the squares of units, or of their errors, over that of normal ratings. Those of agreement are modified
    large-sample ones, in which the variance of k raters has its k - 1 degrees of freedom. `test` inverts them.
    Measured, they held the value in 0.90 to 0.97 of panels of 40 to 150 units that are skewed or have heavy tails,
    limits for normal ratings in 0.75 to 0.84; of 20 exponential units in 0.87 to 0.90, of lognormal units with a
    standard deviation of the logarithm of 0.8 or 1 in 0.83 to 0.91: samples that lack the tails look normal, so that
    nothing warns. Those of agreement held it in 0.94 to 0.98 of panels of 2 to 10 raters, those by Satterthwaite of few
    raters who differ in 0.76 to 0.95. ``method="exact"`` gives the published limits and test: exact for normal ratings,
    those of agreement approximate (Satterthwaite), with a warning where the ratings show skewed units or heavy tails,
    or fewer than 10 raters. Of a one-way model columns that differ are warned of. Of other ratings the interval is the
    jackknife over units on the scale ``log((1 + (m - 1) rho) / (1 - rho)) / 2`` with m ratings a unit; above 5,000
    units it leaves out 200 groups of them. A coefficient is as high as units differ: a homogeneous sample lowers it
    though the raters are as good. Read it beside `measurement_error`. Ratings that are missing because of what they
    would have been bias every form.

    References
    ----------
    Shrout & Fleiss (1979), Intraclass correlations: uses in assessing rater reliability, Psychological Bulletin 86:420.
    McGraw & Wong (1996), Forming inferences about some intraclass correlation coefficients, Psychological Methods 1:30
    and 1:390. Degrees of freedom: Shoemaker (2003), Fixing the F test for equal variances, The American Statistician
    57:105. Agreement: Cappelleri & Ting (2003), Statistics in Medicine 22:1861. Missing ratings: Henderson (1953),
    Biometrics 9:226; Patterson & Thompson (1971), Biometrika 58:545.

    Examples
    --------
    Six people rated by four judges (Shrout & Fleiss 1979, table 2):

    >>> from concordant import intraclass_correlation
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    >>> round(intraclass_correlation(ratings), 2)
    0.29
    >>> round(intraclass_correlation(ratings, type="consistency"), 2)
    0.71
    >>> print(intraclass_correlation.interval(ratings, type="consistency"))
    intraclass correlation 0.715, 95 % interval 0.193 to 0.950 (adjusted F, ICC(C,1) for these raters, n = 6)
    """
    _check_form(model=model, type=type, unit=unit)
    moments = moments_of(ratings)
    if not (moments.sizes >= 2).any():
        return float("nan") if not moments.stack else np.full(moments.stack, np.nan)
    if moments.complete:
        value = _from_mean_squares(mean_squares(moments), model, type, unit)
        return float(value) if not moments.stack else value
    estimate = components(moments, model)
    error = estimate.error + (estimate.raters if model == "two-way" and type == "agreement" else 0.0)
    number = 1.0 if unit == "single" else _ratings_averaged(moments, model)
    value = np.asarray(ratio(estimate.units, estimate.units + error / number))
    return float(value) if not moments.stack else value


def _check_form(**options: Any) -> None:
    """Raise for an option that has another value than its choices, and for forms that do not exist."""
    for name, value in options.items():
        require_choice(name, value, _CHOICES[name])
    if options.get("model") == "one-way" and options.get("type") == "consistency":
        msg = 'type="consistency" asks who rated, which a one-way model does not know: take model="two-way".'
        raise OptionError(msg)


def _from_mean_squares(ms: MeanSquares, model: Model, type: Type, unit: Unit) -> FloatArray:
    """McGraw & Wong 1996, table 4; Shrout & Fleiss 1979, pp. 423-426."""
    k = float(ms.k)
    many = k - 1.0 if unit == "single" else 0.0
    if model == "one-way":
        return np.asarray(ratio(ms.units - ms.within, ms.units + many * ms.within))
    if type == "consistency":
        return np.asarray(ratio(ms.units - ms.error, ms.units + many * ms.error))
    of_raters = (k if unit == "single" else 1.0) * (ms.raters - ms.error) / ms.n
    return np.asarray(ratio(ms.units - ms.error, ms.units + many * ms.error + of_raters))


def _ratings_averaged(moments: RatingMoments, model: Model) -> Any:
    """Of how many ratings the average is: all raters; of a one-way model k0, the number of ratings of a unit."""
    if model == "two-way" or moments.complete:
        return float(len(moments.raters))
    many, n = number_of_ratings(moments), number_of_units(moments)
    squares = (moments.weight * moments.sizes**2).sum(-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return (many - squares / many) / (n - 1.0)


def _name_of(model: Model, type: Type, unit: Unit) -> str:
    """The name that McGraw & Wong gave to a form: ICC(A,1)."""
    letter = "1" if model == "one-way" else "A" if type == "agreement" else "C"
    return f"ICC({letter},{'1' if unit == 'single' else 'k'})"


def _in_units_of_largest(ms: MeanSquares) -> MeanSquares:
    """Divide by the largest mean square, as their squares must fit float64: only quotients count."""
    squares = [float(square) for square in (ms.units, ms.raters, ms.error, ms.within)]
    largest = max(squares) if ms.n > 1 else 1.0
    units, raters, error, within = np.array(squares) / (largest if largest > 0 else 1.0)
    return MeanSquares(units, raters, error, within, ms.n, ms.k)


def _degrees(ms: MeanSquares, model: Model, state: Any = None) -> tuple[float, float]:
    """The degrees of freedom of units and of errors, adjusted to the tails of a state that holds units."""
    n, k = float(ms.n), ms.k
    plain = n - 1, n * (k - 1) if model == "one-way" else (n - 1) * (k - 1)
    if state is None or isinstance(state, RatingMoments):
        return plain
    units, errors = _squares_of(state, model).divisors()
    return plain[0] / units, plain[1] / errors


def _satterthwaite(ms: MeanSquares, a: float, b: float, df: float) -> float:
    """The degrees of freedom of ``a MSC + b MSE``, MSE of `df` (Satterthwaite 1946, Biometrics Bulletin 2:110)."""
    k, of_raters, error = ms.k, float(ms.raters), float(ms.error)
    below = (a * of_raters) ** 2 / (k - 1) + (b * error) ** 2 / df
    return (a * of_raters + b * error) ** 2 / below if below > 0 else nan


def _parts_of_agreement(ms: MeanSquares, ratio: float) -> tuple[float, float]:
    """Return a and b of the mean square ``a MSC + b MSE`` that agreement puts MSR over, at k times units to errors."""
    n = float(ms.n)
    return ratio / n, 1 + ratio * (n - 1) / n


def _agreement_limits(ms: MeanSquares, tail: float, df1: float, df2: float) -> tuple[float, float]:
    """McGraw & Wong 1996, table 7, case 2A: with the degrees of freedom at the estimate."""
    n, k = float(ms.n), ms.k
    units, of_raters, error = float(ms.units), float(ms.raters), float(ms.error)
    value = float(_from_mean_squares(ms, "two-way", "agreement", "single"))
    v = _satterthwaite(ms, *_parts_of_agreement(ms, k * value / (1 - value)), df2)
    first, second = f_quantile(tail, df1, v), f_quantile(tail, v, df1)
    rest = k * of_raters + (k * n - k - n) * error
    low = n * (units - first * error) / (first * rest + n * units) if isfinite(first) else nan
    high = n * (second * units - error) / (rest + n * second * units)
    return low, high


class _LargeSample:
    """
    Bounds of ``MSR (1 - rho) - MSE (1 + rho (k - 1 - k / n)) - MSC rho k / n``, whose mean is 0 at the coefficient.

    Modified large-sample ones at a tail (Ting, Burdick, Graybill, Jeyaratnam & Lu 1990, J. of Statistical Computation
    and Simulation 35:135; of this coefficient Cappelleri & Ting 2003, Statistics in Medicine 22:1861): exact where all
    but two of the mean squares vanish.
    """

    def __init__(self, ms: MeanSquares, tail: float, df1: float, df2: float) -> None:
        self.squares = tuple(map(float, (ms.units, ms.error, ms.raters)))
        self.n, self.k = float(ms.n), ms.k
        df = df1, df2, ms.k - 1.0
        self.above = [1 - x / chi_square_quantile(tail, x) for x in df]
        self.below = [x / chi_square_quantile(1 - tail, x) - 1 for x in df]
        self.lower, self.upper = {}, {}
        for i, j in ((0, 1), (0, 2), (2, 1)):  # the first may be above 0, the second below
            f = f_quantile(tail, df[i], df[j])
            self.lower[i, j] = ((f - 1) ** 2 - (self.above[i] * f) ** 2 - self.below[j] ** 2) / f
            f = f_quantile(1 - tail, df[i], df[j])
            self.upper[i, j] = ((1 - f) ** 2 - (self.below[i] * f) ** 2 - self.above[j] ** 2) / f

    def bound(self, rho: float, side: int) -> float:
        """The lower (side -1) or the upper bound (side 1) at a value of the coefficient."""
        of_raters = rho * self.k / self.n
        factors = 1 - rho, -(1 + rho * (self.k - 1) - of_raters), -of_raters
        parts = [factor * square for factor, square in zip(factors, self.squares, strict=True)]
        up, down, both = self.above, self.below, self.lower
        if side > 0:
            up, down, both = self.below, self.above, self.upper
        variance = sum(((up if x > 0 else down)[i] * x) ** 2 for i, x in enumerate(parts))
        variance -= sum(both[i, j] * parts[i] * parts[j] for i, j in both if parts[i] > 0 > parts[j])
        return sum(parts) + side * sqrt(max(variance, 0.0))


def _large_sample_limits(ms: MeanSquares, tail: float, df1: float, df2: float) -> tuple[float, float]:
    """The values of the coefficient at which the bounds are 0."""
    bounds, least = _LargeSample(ms, tail, df1, df2), -1 / (ms.k - 1)

    def limit(side: int) -> float:
        return _last_where(lambda rho: bounds.bound(rho, side) > 0, least, 1.0)

    return limit(-1), limit(1)


def _last_where(holds: Callable[[float], bool], low: float, high: float) -> float:
    """The number between two up to which something holds, by halving."""
    while high - low > _ROUNDING:
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return (low + high) / 2


def _large_sample_tail(ms: MeanSquares, rho: float, df1: float, df2: float) -> float:
    """The tail at which a limit is this value: below a half if it is the lower one."""
    side = -1 if rho < float(_from_mean_squares(ms, "two-way", "agreement", "single")) else 1

    def holds(log_tail: float) -> bool:
        return side * _LargeSample(ms, exp(log_tail), df1, df2).bound(rho, side) >= 0

    tail = exp(_last_where(holds, _LEAST_TAIL, log(0.5)))
    return tail if side < 0 else 1 - tail


def _spearman_brown(value: float, k: int) -> float:
    """The coefficient of the mean of k ratings (Spearman 1910; Brown 1910)."""
    below = 1 + (k - 1) * value
    return k * value / below if below > 0 else -inf


def _standard_error(ms: MeanSquares, model: Model, type: Type, unit: Unit, df1: float, df2: float) -> float:
    """By the delta method: mean squares are independent, of variance 2 MS^2 / df, if ratings are normal."""
    step = 1e-30
    parts = {"units": df1, "raters": ms.k - 1.0, "within" if model == "one-way" else "error": df2}
    variance = 0.0
    for name, df in parts.items():
        value = float(getattr(ms, name))
        changed: dict[str, Any] = {name: np.asarray(value + 1j * step)}
        moved: Any = replace(ms, **changed)
        slope = float(np.imag(_from_mean_squares(moved, model, type, unit))) / step
        variance += 2 * slope**2 / df
    return sqrt(variance)


def _why_no_error(ratings: Any, **_: object) -> str:
    """Say why the variance of the error of a rating is undefined, or has no root."""
    moments = moments_of(ratings)
    why = why_too_few(moments) or why_undefined(components(moments, "two-way"))
    return why or "the variance is estimated below 0"


def _log_scale(*_: Any, **__: Any) -> tuple[NumberScale, float]:
    return "log", 0.0


# Limits and tests of the error of complete ratings, for normal ones, or with fewer degrees of freedom where its tails
# are heavier.
#
# Of consistency ``SEM sqrt(df / chi2)`` with (n - 1) (k - 1) degrees of freedom; of agreement, for raters like these,
# those of Graybill & Wang (1980, J. of the American Statistical Association 75:869) of ``(MSC + (n - 1) MSE) / n``.


def _parts_of_error(
    state: Any, *, adjusted: bool, type: Type = "agreement"
) -> tuple[str, list[tuple[float, float]]] | None:
    """The name of the limits, and the parts of the variance with their degrees of freedom; None where none exist."""
    moments = moments_of(state)
    exact = moments.complete and not moments.weighted and not moments.stack
    if not exact or len(moments.raters) < 2:
        return None
    ms, n = mean_squares(moments), float(moments.weight.sum())
    name = "adjusted " * adjusted + ("chi-square" if type == "consistency" else "Graybill-Wang, for raters like these")
    if not n > 1:
        return name, []
    _, df = _degrees(ms, "two-way", state if adjusted and float(ms.error) > 0 else None)
    if type == "consistency":
        return name, [(float(ms.error), df)]
    return name, [(float(ms.raters) / n, ms.k - 1.0), (float(ms.error) * (n - 1) / n, df)]


def _bounds_of_error(parts: list[tuple[float, float]], tail: float) -> tuple[float, float]:
    variance = sum(part for part, _ in parts)
    down, up = (hypot(*(part * (d / chi_square_quantile(x, d) - 1) for part, d in parts)) for x in (tail, 1 - tail))
    return sqrt(max(variance - down, 0.0)), sqrt(variance + up)


def _error_limits(state: Any, level: float, *, adjusted: bool, **options: Any) -> ExactLimits | None:
    found = _parts_of_error(state, adjusted=adjusted, **options)
    if found is None:
        return None
    name, parts = found
    variance = sum(part for part, _ in parts)
    if not variance > 0:
        return ExactLimits(nan, nan, nan, name, "no error is left beside units and raters" if parts else None)
    se = sqrt(sum(2 * part**2 / d for part, d in parts)) / (2 * sqrt(variance))
    reason = _why_not_normal(state, "two-way", of_units=False, adjusted=adjusted)
    return ExactLimits(*_bounds_of_error(parts, (1 - level) / 2), se, name, reason)


def _error_test(state: Any, against: float, **options: Any) -> ExactTest | None:
    """The test that the limits invert: its tail is that at which one of them is the value of the hypothesis."""
    found = _parts_of_error(state, **options)
    if found is None or not against > 0:
        return None
    name, parts = found
    variance = sum(part for part, _ in parts)
    if not variance > 0:
        return ExactTest(nan, nan, name)

    def holds(log_tail: float) -> bool:
        low, high = _bounds_of_error(parts, exp(log_tail))
        return low <= against <= high

    tail = exp(_last_where(holds, _LEAST_TAIL, log(0.5)))
    return ExactTest(variance / against**2, tail if against < _bounds_of_error(parts, 0.5)[0] else 1 - tail, name)


@metric(
    numbers=NumberFacts(scale=_log_scale, exact=_error_limits, exact_test=_error_test),
    why=_why_no_error,
    title="Standard error of measurement",
    says="how far a rating is from what the unit would get on average, in units of the ratings: 0 is perfect",
    formula="sqrt(s_r^2 + s_e^2), of consistency sqrt(s_e^2): variances of raters and error",
    source="de Vet, Terwee, Knol & Bouter 2006, J. of Clinical Epidemiology 59:1033",
    better="lower",
    range=(0, np.inf),
    scale_free=False,
    aliases=("standard_error_of_measurement",),
    elsewhere=("sem",),
)
def measurement_error(ratings: Any, /, *, type: Type = "agreement") -> Floats:
    """
    Standard error of measurement: how far a rating is from what the unit would get on average.

    ``sqrt(s_r^2 + s_e^2)`` with the variances of raters and of the error in the two-way model of
    `intraclass_correlation`; of consistency ``sqrt(s_e^2)``.

    Parameters
    ----------
    type : {"agreement", "consistency"}
        Whether a rater who gives higher numbers throughout is an error.

    Returns
    -------
    float
        0 or more, in units of the ratings. Undefined (NaN) with fewer than two units or raters, if no unit has two
        ratings, or if the variance is estimated below 0.

    Notes
    -----
    Unlike `intraclass_correlation` it does not depend on how much the units differ. Limits of complete ratings of
    consistency are ``SEM sqrt(df / chi2)``; those of agreement, for raters like these, are of Graybill and Wang, and
    very wide with two raters. By default the degrees of freedom of the error are divided as those of
    `intraclass_correlation`: of 50 units with errors of unequal variance they held the value in 0.93 to 0.98 of panels,
    those for normal ratings, ``method="exact"``, in 0.51 to 0.79. Other limits, and all with ``se="jackknife"``, are
    those of the jackknife over units on the scale of the logarithm, for these raters: ``over="units and raters"`` is
    for others.

    References
    ----------
    de Vet, Terwee, Knol & Bouter (2006), When to use agreement versus reliability measures, Journal of Clinical
    Epidemiology 59:1033. Graybill & Wang (1980), J. of the American Statistical Association 75:869.

    Examples
    --------
    >>> from concordant import measurement_error
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    >>> round(measurement_error(ratings), 3)
    2.503
    >>> print(measurement_error.interval(ratings, type="consistency"))
    measurement error 1.010, 95 % interval 0.659 to 2.139 (adjusted chi-square, n = 6)
    """
    _check_form(type=type)
    moments = moments_of(ratings)
    if len(moments.raters) < 2 or not (moments.sizes >= 2).any():
        return np.full(moments.stack, np.nan) if moments.stack else nan
    estimate = components(moments, "two-way")
    variance = estimate.error + (estimate.raters if type == "agreement" else 0.0)
    with np.errstate(invalid="ignore"):
        value = np.sqrt(variance)
    return value if moments.stack else float(value)


def _scaled_limits(state: Any, level: float, *, coverage: float = 0.95, **options: Any) -> ExactLimits | None:
    limits, factor = _error_limits(state, level, **options), _factor(coverage)
    return limits and limits._replace(low=limits.low * factor, high=limits.high * factor, se=limits.se * factor)


def _scaled_test(state: Any, against: float, *, coverage: float = 0.95, **options: Any) -> ExactTest | None:
    return _error_test(state, against / _factor(coverage), **options)


@metric(
    numbers=NumberFacts(scale=_log_scale, exact=_scaled_limits, exact_test=_scaled_test),
    why=_why_no_error,
    title="Minimal detectable change",
    says="how far apart two ratings of one unit can be by error alone, in units of the ratings: 0 is perfect",
    formula="z sqrt(2) SEM with the standard error of measurement SEM",
    source="de Vet, Terwee, Knol & Bouter 2006, J. of Clinical Epidemiology 59:1033; Beaton 2000, Spine 25:3192",
    better="lower",
    range=(0, float("inf")),
    scale_free=False,
    aliases=("smallest_detectable_change",),
    elsewhere=("mdc", "sdc", "smallest_real_difference"),
)
def minimal_detectable_change(ratings: Any, /, *, type: Type = "agreement", coverage: float = 0.95) -> Floats:
    """
    Minimal detectable change: how far two ratings of one unit can be apart by error alone.

    ``z sqrt(2) SEM`` with `measurement_error` SEM, and the quantile z of the normal that belongs to `coverage`: 1.96
    for 0.95. Of a unit that has not changed, so many ratings differ by less.

    Parameters
    ----------
    type : {"agreement", "consistency"}
        Whether a rater who gives higher numbers throughout is an error: ``"agreement"`` where another rater may measure
        the second time.
    coverage : float
        The share of differences of units that have not changed which are smaller. (`level` of `interval` is another
        thing: how sure this number is.)

    Returns
    -------
    float
        0 or more, in units of the ratings. Undefined (NaN) where `measurement_error` is.

    Notes
    -----
    It is what error allows, not what matters to anybody.

    References
    ----------
    de Vet, Terwee, Knol & Bouter (2006), When to use agreement versus reliability measures, Journal of Clinical
    Epidemiology 59:1033. Beaton (2000), Understanding the relevance of measured change, Spine 25:3192.

    Examples
    --------
    >>> from concordant import minimal_detectable_change
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    >>> round(minimal_detectable_change(ratings, type="consistency"), 3)
    2.799
    """
    return _factor(coverage) * measurement_error.formula(ratings, type=type)


def _factor(coverage: float) -> float:
    return NormalDist().inv_cdf((1 + check_share(coverage, "coverage", zero=False, one=False)) / 2) * sqrt(2)
