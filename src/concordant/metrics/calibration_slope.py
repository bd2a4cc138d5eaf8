"""Calibration slope: how much the logits of the probabilities must be stretched to be right."""

from __future__ import annotations

from concordant.metrics._curves.of_curves import of_curves, why_curves
from concordant.metrics._object.define import metric
from concordant.metrics._object.natures import FittedLine
from concordant.metrics._probabilities.recalibration import fitted_line, why_no_line
from concordant.metrics._probabilities.recalibration_influence import slope_error, slope_influence
from concordant.states import Curve, CurveStack
from concordant.typing import Average, Floats


def _why(curve: Curve | CurveStack, *, average: Average = "macro") -> str | None:
    return why_curves(curve, why_no_line, average)


@metric(
    input="probabilities",
    why=_why,
    is_a=FittedLine(slope_error),
    influence=slope_influence,
    family="probabilities",
    title="Calibration slope",
    says="1 is right; below 1 the probabilities are too extreme, above 1 too cautious; 0 knows nothing",
    formula="b of logit P(y = 1) = a + b logit p, by maximum likelihood",
    source="Cox 1958, Biometrika 45:562",
    better=None,
    range=(-float("inf"), float("inf")),
    interval="t",
    chance=0,
)
def calibration_slope(
    curve: Curve | CurveStack, /, *, average: Average = "macro", fill: float = float("nan")
) -> Floats:
    """
    Calibration slope: how much the logits of the probabilities must be stretched to be right.

    The slope b of the logistic regression ``logit P(y = 1) = a + b logit p``. Below 1 the probabilities are too
    extreme, which is the mark of an overfitted model; above 1 they are too near the middle.

    Parameters
    ----------
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the slope of all decisions together, the mean weighted by how
        often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray if average is None
        1 for calibrated probabilities, 0 for uninformative ones, negative for those that are the wrong way round.
        Undefined (NaN) if only one class occurs, if the probabilities are equal or separate the classes completely,
        and if a row was given probability 0 for what happened.

    Notes
    -----
    Rows with probability 0 or 1 that turned out as said are left out: in the limit they add nothing to the
    likelihood. Slope 1 is not calibration: the intercept can be off as well, see `calibration_intercept`,
    `calibration_in_the_large` and `cox_test` of both at once.

    References
    ----------
    Cox (1958), Two further applications of a model for binary regression, Biometrika 45:562. Van Calster et al.
    (2019), Calibration: the Achilles heel of predictive analytics, BMC Medicine 17:230.

    Examples
    --------
    >>> from concordant import calibration_slope
    >>> round(calibration_slope([0, 0, 1, 0, 1, 1, 0], [0.1, 0.3, 0.7, 0.6, 0.2, 0.9, 0.4]), 4)
    0.839
    """
    return of_curves(curve, lambda one: fitted_line(one).slope, average, fill)
