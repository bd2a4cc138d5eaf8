"""Minimal detectable change: how far two ratings of one unit can be apart by error alone."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from statistics import NormalDist
from typing import Any

from concordant.metrics._arithmetic.option_checks import check_share
from concordant.metrics._object.define import metric
from concordant.metrics._object.number_facts import ExactLimits, NumberFacts
from concordant.metrics._reliability.components import Estimator, components, why_undefined
from concordant.metrics._reliability.icc_forms import Type
from concordant.metrics._reliability.moments_of import moments_of, why_too_few
from concordant.metrics.measurement_error import chi_square_limits, measurement_error, scale_of_sizes
from concordant.typing import Floats


def _factor(coverage: float) -> float:
    return NormalDist().inv_cdf((1 + check_share(coverage, "coverage", zero=False, one=False)) / 2) * sqrt(2)


def _why(
    ratings: Any, *, type: Type = "agreement", coverage: float = 0.95, method: Estimator | None = None
) -> str | None:
    del type, coverage
    moments = moments_of(ratings)
    why = why_too_few(moments) or why_undefined(components(moments, "two-way", method))
    return why or "the variance is estimated below 0"


def _limits(
    state: Any,
    level: float,
    *,
    type: Type = "agreement",
    coverage: float = 0.95,
    method: Estimator | None = None,
) -> ExactLimits | None:
    found, factor = chi_square_limits(state, level, type=type, method=method), _factor(coverage)
    return found and replace(found, low=found.low * factor, high=found.high * factor, se=found.se * factor)


@metric(
    input="numbers",
    numbers=NumberFacts(scale=scale_of_sizes, exact=_limits),
    why=_why,
    family="agreement",
    title="Minimal detectable change",
    says="how far apart two ratings of one unit can be by error alone, in units of the ratings: 0 is perfect",
    formula="z sqrt(2) SEM with the standard error of measurement SEM",
    source="de Vet, Terwee, Knol & Bouter 2006, J. of Clinical Epidemiology 59:1033; Beaton 2000, Spine 25:3192",
    better="lower",
    range=(0, float("inf")),
    symmetric=True,
    scale_free=False,
    aliases=("smallest_detectable_change",),
    elsewhere=("mdc", "sdc", "smallest_real_difference"),
)
def minimal_detectable_change(
    ratings: Any, /, *, type: Type = "agreement", coverage: float = 0.95, method: Estimator | None = None
) -> Floats:
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
    method : {"anova", "reml"}, optional
        How variances are estimated. Default: from sums of squares of complete ratings, REML where some are missing. In
        `interval` it can also name how limits are made.

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
    return _factor(coverage) * measurement_error.formula(ratings, type=type, method=method)
