"""Adaptive calibration error: the calibration error of every class in bins that hold equally many rows."""

from __future__ import annotations

from concordant.metrics._object.define import metric
from concordant.metrics._object.natures import CalibrationError
from concordant.metrics._probabilities.bins import why_no_rows
from concordant.metrics._probabilities.calibration_errors import absolute_error, over_bins
from concordant.states import Curve, CurveStack
from concordant.typing import Average, Floats


def _why(curve: Curve | CurveStack, *, n_bins: int = 10, average: Average = "macro") -> str | None:
    del n_bins
    return why_no_rows(curve, average)


@metric(
    input="probabilities",
    why=_why,
    is_a=CalibrationError(strategy="quantile"),
    family="probabilities",
    title="Adaptive calibration error",
    says="how far the probabilities of every class are from what happened, in bins of equally many rows",
    formula="mean over classes and bins of equal mass of |share of the class - mean p|",
    source="Nixon, Dusenberry, Zhang, Jerfel & Tran 2019, CVPR Workshops",
    better="lower",
    range=(0, 1),
    interval="gaps",
    aliases=("ace",),
)
def adaptive_calibration_error(
    curve: Curve | CurveStack, /, *, n_bins: int = 10, average: Average = "macro", fill: float = float("nan")
) -> Floats:
    """
    Adaptive calibration error: the calibration error of every class in bins that hold equally many rows.

    ``1 / (K R) sum over classes k and ranges r of |o(r, k) - p(r, k)|``: the ranges of each class hold equally many
    rows. Ties can make them uneven; then each counts by its rows. It is `expected_calibration_error` with
    ``strategy="quantile"``, class by class.

    Parameters
    ----------
    n_bins : int, default 10
        How many ranges; those that get no rows because of ties are left out.
    average : {"macro", "micro", "weighted"} or None, default "macro"
        Of several classes or labels: the plain mean, which is Nixon's; the error of all decisions together, the mean
        weighted by how often a class occurs, or one value a class.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        Between 0 and 1; 0 is calibrated in every range. Undefined (NaN) without rows.

    Notes
    -----
    A probability goes with all its rows into one range, that in which the middle of its rows falls: neither the order
    of the rows nor a tie can move the value. Some packages call another number ACE: the plain mean over bins of
    equal width (average calibration error, Neumann et al. 2018).

    References
    ----------
    Nixon, Dusenberry, Zhang, Jerfel & Tran (2019), Measuring calibration in deep learning, CVPR Workshops, section 4.2.

    Examples
    --------
    >>> from concordant import adaptive_calibration_error
    >>> round(adaptive_calibration_error([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.7, 0.9], n_bins=3), 4)
    0.1333
    """
    return over_bins(curve, absolute_error, n_bins, "quantile", None, "left", average, fill)
