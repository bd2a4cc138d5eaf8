"""Calibration intercept: the shift of the logits in logistic recalibration, fitted together with the slope."""

from __future__ import annotations

from concordant.metrics._curves.of_curves import of_curves, why_curves
from concordant.metrics._object.define import metric
from concordant.metrics._object.natures import FittedLine
from concordant.metrics._probabilities.recalibration import fitted_line, why_no_line
from concordant.metrics._probabilities.recalibration_influence import intercept_error, intercept_influence
from concordant.states import Curve, CurveStack
from concordant.typing import Average, Floats


def _why(curve: Curve | CurveStack, *, average: Average = "macro") -> str | None:
    return why_curves(curve, why_no_line, average)


@metric(
    input="probabilities",
    why=_why,
    is_a=FittedLine(intercept_error),
    influence=intercept_influence,
    family="probabilities",
    title="Calibration intercept",
    says="the log odds at probability 1/2 beside the calibration slope: 0 is right",
    formula="a of logit P(y = 1) = a + b logit p, by maximum likelihood",
    source="Cox 1958, Biometrika 45:562",
    better=None,
    range=(-float("inf"), float("inf")),
    interval="t",
)
def calibration_intercept(
    curve: Curve | CurveStack, /, *, average: Average = "macro", fill: float = float("nan")
) -> Floats:
    """
    Calibration intercept: the shift of the logits in logistic recalibration, fitted together with the slope.

    The intercept a of the logistic regression ``logit P(y = 1) = a + b logit p``, fitted together with the
    calibration slope b: the log odds of the positive class where the probability is 1/2.

    Parameters
    ----------
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the intercept of all decisions together, the mean weighted by
        how often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray if average is None
        0 for calibrated probabilities. Undefined (NaN) where the slope is: if only one class occurs, if the
        probabilities are equal or separate the classes completely, and if a row was given probability 0 for what
        happened.

    Notes
    -----
    It is not the mean error: where the slope is not 1, it stands for the middle of the scale, which may hold no
    rows. `calibration_in_the_large`, the intercept with the slope held at 1, says whether the probabilities are too
    high or too low on the whole; both are called "calibration intercept" in print. Rows with probability 0 or 1 that
    turned out as said are left out: in the limit they add nothing to the likelihood.

    References
    ----------
    Cox (1958), Two further applications of a model for binary regression, Biometrika 45:562. Miller, Hui & Tierney
    (1991), Validation techniques for logistic regression models, Statistics in Medicine 10:1213.

    Examples
    --------
    >>> from concordant import calibration_intercept
    >>> round(calibration_intercept([0, 0, 1, 0, 1, 1, 0], [0.1, 0.3, 0.7, 0.6, 0.2, 0.9, 0.4]), 4)
    -0.1784
    """
    return of_curves(curve, lambda one: fitted_line(one).intercept, average, fill)
