"""Standard error of measurement: how far a rating is from what the unit would get on average."""

from __future__ import annotations

from math import nan, sqrt
from typing import Any

import numpy as np

from concordant.metrics._arithmetic.f_distribution import chi_square_quantile
from concordant.metrics._object.define import metric
from concordant.metrics._object.number_facts import ExactLimits, NumberFacts, NumberScale
from concordant.metrics._reliability.components import Estimator, components, why_undefined
from concordant.metrics._reliability.icc_forms import Type, check_form
from concordant.metrics._reliability.mean_squares import mean_squares
from concordant.metrics._reliability.moments_of import moments_of, why_too_few
from concordant.typing import Floats


def _why(ratings: Any, *, type: Type = "agreement", method: Estimator | None = None) -> str | None:
    del type
    moments = moments_of(ratings)
    why = why_too_few(moments) or why_undefined(components(moments, "two-way", method))
    return why or "the variance is estimated below 0"


def scale_of_sizes(state: Any, **options: Any) -> tuple[NumberScale, float]:
    """Limits of a size are symmetric on the scale of its logarithm."""
    del state, options
    return "log", 0.0


def chi_square_limits(
    state: Any, level: float, *, type: Type = "agreement", method: Estimator | None = None
) -> ExactLimits | None:
    """Of consistency and complete ratings: ``SEM sqrt(df / chi2)`` with (n - 1) (k - 1) degrees of freedom."""
    moments = moments_of(state)
    exact = moments.complete and not moments.weighted and not moments.stack
    if type != "consistency" or method == "reml" or not exact or len(moments.raters) < 2:
        return None
    ms = mean_squares(moments)
    df, error = (float(ms.n) - 1) * (ms.k - 1), float(ms.error)
    if not df > 0 or not error > 0:
        return ExactLimits(nan, nan, nan, "chi-square", "no error is left beside units and raters" if df > 0 else None)
    value, tail = sqrt(error), (1 - level) / 2
    low, high = (value * sqrt(df / chi_square_quantile(x, df)) for x in (tail, 1 - tail))
    return ExactLimits(low, high, value / sqrt(2 * df), "chi-square")


@metric(
    input="numbers",
    numbers=NumberFacts(scale=scale_of_sizes, exact=chi_square_limits),
    why=_why,
    family="agreement",
    title="Standard error of measurement",
    says="how far a rating is from what the unit would get on average, in units of the ratings: 0 is perfect",
    formula="sqrt(s_r^2 + s_e^2), of consistency sqrt(s_e^2): variances of raters and error",
    source="de Vet, Terwee, Knol & Bouter 2006, J. of Clinical Epidemiology 59:1033",
    better="lower",
    range=(0, np.inf),
    symmetric=True,
    scale_free=False,
    aliases=("standard_error_of_measurement",),
    elsewhere=("sem",),
)
def measurement_error(ratings: Any, /, *, type: Type = "agreement", method: Estimator | None = None) -> Floats:
    """
    Standard error of measurement: how far a rating is from what the unit would get on average.

    ``sqrt(s_r^2 + s_e^2)`` with the variances of raters and of the error in the two-way model of
    `intraclass_correlation`; of consistency ``sqrt(s_e^2)``.

    Parameters
    ----------
    type : {"agreement", "consistency"}
        Whether a rater who gives higher numbers throughout is an error.
    method : {"anova", "reml"}, optional
        How variances are estimated. Default: from sums of squares of complete ratings, REML where some are missing. In
        `interval` it can also name how limits are made.

    Returns
    -------
    float
        0 or more, in units of the ratings. Undefined (NaN) with fewer than two units or raters, if no unit has two
        ratings, or if the variance is estimated below 0.

    Notes
    -----
    Unlike `intraclass_correlation` it does not depend on how much the units differ. Limits of consistency are exact
    for complete, normal ratings, ``SEM sqrt(df / chi2)``; of exponential ones they held the value in 0.74 to 0.80
    of panels. Others are those of the jackknife over units on the scale of the logarithm, for these raters: with
    other raters agreement varies more, and ``over="units and raters"`` says by how much.

    References
    ----------
    de Vet, Terwee, Knol & Bouter (2006), When to use agreement versus reliability measures, Journal of Clinical
    Epidemiology 59:1033.

    Examples
    --------
    >>> from concordant import measurement_error
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    >>> round(measurement_error(ratings), 3)
    2.503
    >>> print(measurement_error.interval(ratings, type="consistency"))
    measurement error 1.010, 95 % interval 0.746 to 1.563 (chi-square, n = 6)
    """
    check_form(type=type, method=method)
    moments = moments_of(ratings)
    if len(moments.raters) < 2 or not (moments.sizes >= 2).any():
        return np.full(moments.stack, np.nan) if moments.stack else nan
    found = components(moments, "two-way", method)
    variance = found.error + (found.raters if type == "agreement" else 0.0)
    with np.errstate(invalid="ignore"):
        value = np.sqrt(variance)
    return value if moments.stack else float(value)
