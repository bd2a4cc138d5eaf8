"""Emax: the greatest distance of a smooth calibration curve from the probabilities."""

from __future__ import annotations

from concordant.metrics._object.define import metric
from concordant.metrics._object.natures import CalibrationError
from concordant.metrics._probabilities.local_regression import SPAN
from concordant.metrics._probabilities.smooth_errors import greatest_error, over_rows, why_no_errors
from concordant.states import Curve, CurveStack
from concordant.typing import Average, Floats


@metric(
    input="probabilities",
    why=why_no_errors,
    is_a=CalibrationError(size="greatest", smooth=True, held="81 to 98"),
    family="probabilities",
    title="Greatest calibration error Emax",
    says="how far a smooth calibration curve is from the probability, for the worst row",
    formula="max over rows of |smooth(p) - p|",
    source="Austin & Steyerberg 2019, Statistics in Medicine 38:4051",
    better="lower",
    range=(0, 1),
    interval="gaps",
    aliases=("emax",),
)
def calibration_error_emax(
    curve: Curve | CurveStack, /, *, span: float = SPAN, average: Average = "macro", fill: float = float("nan")
) -> Floats:
    """
    Emax: the greatest distance of a smooth calibration curve from the probabilities.

    ``max over rows of |s(p) - p|`` with the smooth share s(p) of positives at the probability p, by local regression
    (see `smooth_calibration_curve`).

    Parameters
    ----------
    span : float, default 0.75
        The share of the rows in the neighbourhood of each point of the curve: above 0, at most 1.
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, the value of all decisions together, the mean weighted by how
        often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1; 0 is a curve on the diagonal. Undefined (NaN) without rows.

    Notes
    -----
    It is most often found at the lowest or highest probabilities, where the curve is least certain: one row can decide
    it. ``val.prob`` of the R package rms gives Emax of ``lowess``, which is near, not equal.

    Resampled rows have a larger value than the rows, so that bootstrap limits lie too high. `interval` inverts a test
    of how large the gaps of the curve are (``method="gaps"``). In simulations (600 samples each of 100, 300 and 1,000
    rows) its limits at 95 % held the value that the population has in these many of 100 samples: calibrated 98, 99, 98;
    logits 1.2 times too large 96, 94, 96; twice too large 94, 94, 92; all logits 0.5 too high 94, 94, 92; prevalence
    0.07 and logits 1.5 times too large 94, 87, 81. They miss where few rows stand at an end. The interval says so.

    References
    ----------
    Austin & Steyerberg (2019), The integrated calibration index (ICI) and related metrics for quantifying the
    calibration of logistic regression models, Statistics in Medicine 38:4051. Harrell, rms, an R package: ``val.prob``.

    Examples
    --------
    >>> from concordant import calibration_error_emax
    >>> y_true, y_prob = [0, 0, 1, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 0.9]
    >>> round(calibration_error_emax(y_true, y_prob), 4)
    0.2188
    """
    return over_rows(curve, greatest_error, span, average, fill)
