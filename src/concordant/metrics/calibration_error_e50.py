"""E50: the median distance of a smooth calibration curve from the probabilities."""

from __future__ import annotations

from concordant.metrics._object.define import metric
from concordant.metrics._object.natures import CalibrationError
from concordant.metrics._probabilities.local_regression import SPAN
from concordant.metrics._probabilities.smooth_errors import over_rows, quantile_error, why_no_errors
from concordant.states import Curve, CurveStack
from concordant.typing import Average, Floats


@metric(
    input="probabilities",
    why=why_no_errors,
    is_a=CalibrationError(size="quantile", quantile=0.5, smooth=True, held="84 to 96"),
    family="probabilities",
    title="Median calibration error E50",
    says="how far a smooth calibration curve is from the probability, for the median row",
    formula="median over rows of |smooth(p) - p|",
    source="Austin & Steyerberg 2019, Statistics in Medicine 38:4051",
    better="lower",
    range=(0, 1),
    interval="gaps",
    aliases=("e50",),
)
def calibration_error_e50(
    curve: Curve | CurveStack, /, *, span: float = SPAN, average: Average = "macro", fill: float = float("nan")
) -> Floats:
    """
    E50: the median distance of a smooth calibration curve from the probabilities.

    ``median over rows of |s(p) - p|`` with the smooth share s(p) of positives at the probability p, by local regression
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
        Between 0 and 1; 0 where the curve is on the diagonal for half of the rows. Undefined (NaN) without rows.

    Notes
    -----
    Half of the rows may be farther off, however far.

    Resampled rows have a larger value than the rows, so that bootstrap limits lie too high. `interval` inverts a test
    of how large the gaps of the curve are (``method="gaps"``). In simulations (600 samples each of 100, 300 and 1,000
    rows) its limits at 95 % held the value that the population has in these many of 100 samples: calibrated 96, 96, 96;
    logits 1.2 times too large 94, 91, 91; twice too large 92, 94, 94; all logits 0.5 too high 88, 88, 91; prevalence
    0.07 and logits 1.5 times too large 98, 86, 84. They are often too narrow: for a test take
    `integrated_calibration_index`. The interval says so.

    References
    ----------
    Austin & Steyerberg (2019), The integrated calibration index (ICI) and related metrics for quantifying the
    calibration of logistic regression models, Statistics in Medicine 38:4051.

    Examples
    --------
    >>> from concordant import calibration_error_e50
    >>> y_true, y_prob = [0, 0, 1, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 0.9]
    >>> round(calibration_error_e50(y_true, y_prob), 4)
    0.1
    """
    return over_rows(curve, quantile_error(0.5), span, average, fill)
