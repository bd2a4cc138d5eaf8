"""Integrated calibration index: how far a smooth calibration curve is from the probabilities, on average."""

from __future__ import annotations

from concordant.metrics._object.define import metric
from concordant.metrics._object.natures import CalibrationError
from concordant.metrics._probabilities.local_regression import SPAN
from concordant.metrics._probabilities.smooth_errors import mean_error, over_rows, why_no_errors
from concordant.states import Curve, CurveStack
from concordant.typing import Average, Floats


@metric(
    input="probabilities",
    why=why_no_errors,
    is_a=CalibrationError(smooth=True, held="89 to 98", enough=300),
    family="probabilities",
    title="Integrated calibration index",
    says="how far a smooth calibration curve is from the probabilities, on average over the rows",
    formula="mean over rows of |smooth(p) - p|",
    source="Austin & Steyerberg 2019, Statistics in Medicine 38:4051",
    better="lower",
    range=(0, 1),
    interval="gaps",
    aliases=("ici",),
)
def integrated_calibration_index(
    curve: Curve | CurveStack, /, *, span: float = SPAN, average: Average = "macro", fill: float = float("nan")
) -> Floats:
    """
    Integrated calibration index: how far a smooth calibration curve is from the probabilities, on average.

    ``mean over rows of |s(p) - p|`` with the smooth share s(p) of positives at the probability p, by local regression
    (see `smooth_calibration_curve`). Harrell's ``val.prob`` in R calls it Eavg. It is an expected calibration error
    without bins.

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
    It has no bins to choose, but it has `span`. Chance alone makes it positive, the more the fewer rows there are, and
    a constant prediction of the prevalence has an index of 0: calibration says nothing of discrimination. The R code
    that circulates for it takes ``loess`` as it is, which interpolates between few points and may leave 0 to 1; this is
    ``surface="direct"``, cut off at 0 and 1 (see `smooth_calibration_curve`). ``val.prob`` of the R package rms takes
    ``lowess``, straight lines over 2/3 of the rows in place of parabolas over 3/4: its Eavg is near, not equal.

    Resampled rows have a larger index than the rows, so that bootstrap limits lie too high. `interval` inverts a test
    of how large the gaps of the curve are (``method="gaps"``). In simulations (600 samples each of 100, 300 and 1,000
    rows) its limits at 95 % held the value that the population has in these many of 100 samples: calibrated 96, 96, 98;
    logits 1.2 times too large 95, 94, 93; twice too large 92, 95, 94; all logits 0.5 too high 90, 93, 95; prevalence
    0.07 and logits 1.5 times too large 98, 94, 92. Below 300 rows the interval says so.

    References
    ----------
    Austin & Steyerberg (2019), The integrated calibration index (ICI) and related metrics for quantifying the
    calibration of logistic regression models, Statistics in Medicine 38:4051. Harrell, rms, an R package: ``val.prob``.

    Examples
    --------
    >>> from concordant import integrated_calibration_index
    >>> y_true, y_prob = [0, 0, 1, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 0.9]
    >>> round(integrated_calibration_index(y_true, y_prob), 4)
    0.1153
    """
    return over_rows(curve, mean_error, span, average, fill)
