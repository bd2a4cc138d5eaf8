"""Calibration in the large: whether the probabilities are too low or too high on the whole."""

from __future__ import annotations

from concordant.metrics._curves.of_curves import of_curves, why_curves
from concordant.metrics._object.define import metric
from concordant.metrics._object.natures import FittedLine
from concordant.metrics._probabilities.recalibration import fitted_shift, why_no_shift
from concordant.metrics._probabilities.recalibration_influence import shift_error, shift_influence
from concordant.states import Curve, CurveStack
from concordant.typing import Average, Floats


def _why(curve: Curve | CurveStack, *, average: Average = "macro") -> str | None:
    return why_curves(curve, why_no_shift, average)


@metric(
    input="probabilities",
    why=_why,
    is_a=FittedLine(shift_error),
    influence=shift_influence,
    family="probabilities",
    title="Calibration in the large",
    says="0 is right on the whole; above 0 the probabilities are too low, below 0 too high",
    formula="a of logit P(y = 1) = a + logit p, by maximum likelihood",
    source="Cox 1958, Biometrika 45:562",
    better=None,
    range=(-float("inf"), float("inf")),
    interval="t",
    aliases=("mean_calibration",),
)
def calibration_in_the_large(
    curve: Curve | CurveStack, /, *, average: Average = "macro", fill: float = float("nan")
) -> Floats:
    """
    Calibration in the large: whether the probabilities are too low or too high on the whole.

    The intercept a of the logistic regression ``logit P(y = 1) = a + logit p`` with the slope held at 1: the shift of
    all logits after which the probabilities add up to the number of positives.

    Parameters
    ----------
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the shift of all decisions together, the mean weighted by how
        often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray if average is None
        0 if the number of positives equals the sum of the probabilities; positive if it is greater. Undefined (NaN) if
        only one class occurs and if a row was given probability 0 for what happened.

    Notes
    -----
    The same question on other scales: `observed_expected_ratio`. A model can be right in the large and wrong in every
    part. Rows with probability 0 or 1 that turned out as said are left out: no shift moves them.

    References
    ----------
    Cox (1958), Two further applications of a model for binary regression, Biometrika 45:562. Steyerberg (2019),
    Clinical Prediction Models, 2nd ed., section 15.3.

    Examples
    --------
    >>> from concordant import calibration_in_the_large
    >>> round(calibration_in_the_large([0, 0, 1, 0, 1, 1, 0], [0.1, 0.3, 0.7, 0.6, 0.2, 0.9, 0.4]), 4)
    -0.1624
    """
    return of_curves(curve, fitted_shift, average, fill)
