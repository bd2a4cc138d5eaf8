"""Cox's test of calibration: intercept 0 and slope 1 at once."""

from __future__ import annotations

from concordant.metrics._arithmetic.chi_square import chi_square_tail
from concordant.metrics._object.define import metric
from concordant.metrics._probabilities.recalibration import fitted_line, why_no_line
from concordant.result import CoxTest
from concordant.states import Curve, CurveStack


def _why(curve: Curve | CurveStack) -> str | None:
    curves = (curve,) if isinstance(curve, Curve) else curve.binary_curves()
    return next((reason for reason in map(why_no_line, curves) if reason), None)


def _test(curve: Curve) -> CoxTest:
    line = fitted_line(curve)
    return CoxTest(line.gain, 2, chi_square_tail(line.gain, 2), line.intercept, line.slope)


@metric(
    input="probabilities",
    why=_why,
    instead="calibration_slope and calibration_intercept",
    family="tables",
    title="Cox's test of calibration",
    says="whether recalibrating the logits by a line fits what happened better than leaving them as they are",
    formula="2 (log likelihood of a + b logit p - log likelihood of logit p), chi-square with 2 df",
    source="Cox 1958, Biometrika 45:562",
    better=None,
    range=None,
    scale_free=False,
    aliases=("u_statistic",),
)
def cox_test(curve: Curve | CurveStack, /) -> CoxTest | tuple[CoxTest, ...]:
    """
    Cox's test of calibration: intercept 0 and slope 1 at once.

    The likelihood ratio of the logistic regression ``logit P(y = 1) = a + b logit p`` against a = 0 and b = 1:
    ``2 (log likelihood fitted - log likelihood as given)``, chi-square with two degrees of freedom in large samples if
    the probabilities are right.

    Returns
    -------
    CoxTest, or a tuple of them, one a class or label
        ``statistic``, ``df``, ``p_value``, and the fitted ``intercept`` and ``slope``. Undefined (NaN) if only one
        class occurs, if the probabilities are equal or separate the classes completely, and if a row was given
        probability 0 for what happened.

    Notes
    -----
    The U of Harrell's val.prob is ``(statistic - 2) / n``. A p value grows smaller with more rows for the same
    miscalibration: look at intercept and slope. Curves that bend are not seen. Weights count as repeated rows. Rows
    with probability 0 or 1 that turned out as said are left out: in the limit they add nothing to the likelihood.

    References
    ----------
    Cox (1958), Two further applications of a model for binary regression, Biometrika 45:562. Miller, Hui & Tierney
    (1991), Validation techniques for logistic regression models, Statistics in Medicine 10:1213.

    Examples
    --------
    >>> from concordant import cox_test
    >>> test = cox_test([0, 0, 1, 0, 1, 1, 0], [0.1, 0.3, 0.7, 0.6, 0.2, 0.9, 0.4])
    >>> round(test.statistic, 4), round(test.p_value, 4)
    (0.0773, 0.9621)
    """
    if isinstance(curve, CurveStack):
        return tuple(_test(one) for one in curve.binary_curves())
    return _test(curve)
