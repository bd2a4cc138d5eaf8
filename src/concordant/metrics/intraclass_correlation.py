"""Intraclass correlation: how much of the variance of ratings is of the units that were rated."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from concordant.metrics._object.define import metric
from concordant.metrics._object.elsewhere import elsewhere
from concordant.metrics._object.number_facts import NumberFacts, NumberScale
from concordant.metrics._reliability.components import Components, Estimator, Model, Raters, components, why_undefined
from concordant.metrics._reliability.icc_forms import (
    Type,
    Unit,
    averaged,
    check_form,
    from_components,
    from_mean_squares,
)
from concordant.metrics._reliability.icc_limits import f_limits, f_test
from concordant.metrics._reliability.mean_squares import mean_squares
from concordant.metrics._reliability.moments_of import moments_of, number_of_ratings, number_of_units, why_too_few
from concordant.typing import Floats, Label

_ROUNDING = 1e-13  # of the variance of the error, that is what is left of none


def _why(
    ratings: Any,
    *,
    model: Model = "two-way",
    type: Type = "agreement",
    unit: Unit = "single",
    method: Estimator | None = None,
    raters: Raters = "random",
) -> str | None:
    del type, unit
    moments = moments_of(ratings)
    few = why_too_few(moments)
    if few or moments.stack:
        return few or "the ratings do not vary"
    return why_undefined(components(moments, model, method, raters)) or "the ratings do not vary"


def _scale(state: Any, *, model: Model = "two-way", unit: Unit = "single", **options: Any) -> tuple[NumberScale, float]:
    del model, options
    if unit == "average":
        return "complement-log", 0.0
    moments = moments_of(state)
    return "reliability", float(number_of_ratings(moments) / number_of_units(moments))


def _still(
    state: Any, *, model: Model = "two-way", method: Estimator | None = None, raters: Raters = "random", **options: Any
) -> str | None:
    del options
    found = components(moments_of(state), model, method, "fixed" if raters == "fixed" else "random")
    none = float(found.units) <= _ROUNDING * float(found.error)
    return "the variance of units is estimated as 0" if none else None


@metric(
    input="numbers",
    numbers=NumberFacts(scale=_scale, exact=f_limits, exact_test=f_test, still=_still),
    why=_why,
    family="agreement",
    title="Intraclass correlation",
    says="the share of the variance of numeric ratings that is of the units that were rated: 1 is perfect",
    formula="s_u^2 / (s_u^2 + (s_r^2 + s_e^2) / k): variances of units, raters (agreement alone) and error",
    source="Shrout & Fleiss 1979, Psychological Bulletin 86:420; McGraw & Wong 1996, Psychological Methods 1:30",
    better="higher",
    range=(-math.inf, 1),
    corrected=True,
    symmetric=True,
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
    ratings: Any,
    /,
    *,
    model: Model = "two-way",
    type: Type = "agreement",
    unit: Unit = "single",
    method: Estimator | None = None,
    raters: Raters | Sequence[Label] = "random",
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
        k0, the mean number of ratings of a unit that Henderson's method takes).
    method : {"anova", "reml"}, optional
        How variances are estimated: from sums of squares, or by restricted maximum likelihood. Default: sums of squares
        of complete ratings, REML where some are missing. In `interval` it can also name how limits are made.
    raters : {"random", "fixed"} or sequence
        By REML and of consistency: whether raters are drawn from others of their kind. A list names the raters, as in
        every call.

    Returns
    -------
    float
        At most 1. From sums of squares negative values stay: units vary less than chance lets them. Undefined (NaN)
        with fewer than two units or raters, if no unit has two ratings, if no number differs, or by REML if nothing is
        left beside effects of units and of raters, as no variances are the likeliest then.

    Notes
    -----
    The model changes what a value means more than the value: agreement is for other raters of the same kind,
    consistency for these. Of complete ratings that count alike, limits and tests come from F distributions; those
    of agreement are approximate (Satterthwaite). They assume normal ratings: measured, 0.94 to 0.95 of nominal 95 %
    limits of two-way forms held the value, of exponential ratings 0.79 to 0.85, where ``se="jackknife"`` held it in
    0.88 to 0.92. Of other ratings the interval is the jackknife over units on the scale ``log((1 + (m - 1) rho) /
    (1 - rho)) / 2`` with m ratings a unit; above 5,000 units it leaves out 200 groups of them. A coefficient is as
    high as units differ: a homogeneous sample lowers it though the raters are as good. Read it beside
    `measurement_error`. Ratings that are missing because of what they would have been bias every form.

    References
    ----------
    Shrout & Fleiss (1979), Intraclass correlations: uses in assessing rater reliability, Psychological Bulletin 86:420.
    McGraw & Wong (1996), Forming inferences about some intraclass correlation coefficients, Psychological Methods 1:30
    and 1:390. Missing ratings: Henderson (1953), Biometrics 9:226; Patterson & Thompson (1971), Biometrika 58:545.

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
    intraclass correlation 0.715, 95 % interval 0.342 to 0.946 (F, ICC(C,1) for these raters, n = 6)
    """
    check_form(model=model, type=type, unit=unit, method=method, raters=raters)
    moments = moments_of(ratings)
    if not (moments.sizes >= 2).any():
        return float("nan") if not moments.stack else np.full(moments.stack, np.nan)
    if moments.complete and method != "reml":
        value = from_mean_squares(mean_squares(moments), model, type, unit)
        return float(value) if not moments.stack else value
    found: Components = components(moments, model, method, "fixed" if raters == "fixed" else "random")
    value = from_components(found, type if model == "two-way" else "consistency", _many(moments, model, unit))
    return float(value) if not moments.stack else value


def _many(moments: Any, model: Model, unit: Unit) -> Any:
    return 1.0 if unit == "single" else averaged(moments, model)
