"""How far the smooth calibration curve is from the diagonal, row by row: the mean, quantiles, the greatest."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor
from typing import Any

import numpy as np

from concordant.metrics._arithmetic.averages import check_average
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._curves.outputs import OUTPUT_AVERAGES, over_outputs
from concordant.metrics._probabilities.bins import row_weights, why_no_rows
from concordant.metrics._probabilities.local_regression import SPAN, is_whole
from concordant.metrics._probabilities.smooth_curve import check_span, rising, smooth_points
from concordant.states import Curve, CurveStack
from concordant.typing import Average, FloatArray, Floats, NumberArray

Summary = Callable[[FloatArray, NumberArray], float]  # errors and their weights -> one number


def why_no_errors(curve: Curve | CurveStack, *, span: float = SPAN, average: Average = "macro") -> str | None:
    """Say what a summary of the errors lacks."""
    del span
    return why_no_rows(curve, average)


def over_rows(curve: Curve | CurveStack, summary: Summary, span: float, average: Average, fill: float) -> Floats:
    """Take a summary of the errors of a curve, or of each curve of a stack and average."""
    check_span(span)
    if isinstance(curve, CurveStack):
        return over_outputs(curve, lambda one: _of_one(one, summary, span), average, fill)
    check_average(average, allowed=OUTPUT_AVERAGES)
    return _of_one(curve, summary, span)


def _of_one(curve: Curve, summary: Summary, span: float) -> float:
    p, _, _ = rising(curve)
    if not len(p):
        return float("nan")
    points, observed, _ = smooth_points(curve, span)
    return summary(np.abs(np.interp(p, points, observed) - p), row_weights(curve))


def mean_error(errors: FloatArray, weight: NumberArray) -> float:
    """The mean over the rows."""
    return float(ratio(weight @ errors, weight.sum()))


def greatest_error(errors: FloatArray, weight: NumberArray) -> float:
    """The greatest of any row."""
    del weight
    return float(errors.max())


def quantile_error(share: float) -> Summary:
    """
    A quantile over the rows.

    Of whole weights, which count rows (floats up to 2**53 in all), that at the place ``share (n - 1)`` of the sorted
    rows, counted from 0, between the rows at this place rounded down and up (type 7, the default of R and NumPy); of
    other weights the least error up to which at least this share of the weight lies.
    """

    def summary(errors: FloatArray, weight: NumberArray) -> float:
        order = np.argsort(errors, kind="stable")
        ordered, upto = errors[order], weight[order].cumsum()
        counted = weight.dtype.kind == "i"
        if not counted and not is_whole(weight):
            return float(ordered[np.searchsorted(upto, share * upto[-1] * (1 - 1e-12))])
        # Of more rows than floats can count the place is exact as well.
        place: Any = Fraction(share) * (int(upto[-1]) - 1) if counted else share * (upto[-1] - 1)
        low, high = (ordered[np.searchsorted(upto, row, side="right")] for row in (floor(place), ceil(place)))
        return float(low + float(place - floor(place)) * (high - low))

    return summary
