"""A value of the points of one curve, taken of one or of several: what metrics of scores have in common."""

from __future__ import annotations

from collections.abc import Callable

from concordant.metrics._averages import check_average
from concordant.metrics._outputs import OUTPUT_AVERAGES, over_outputs
from concordant.metrics._roc_points import roc_points
from concordant.metrics._running import Running
from concordant.states import Curve, CurveStack
from concordant.typing import Average, Floats


def of_points(curve: Curve | CurveStack, value: Callable[[Running], float], average: Average, fill: float) -> Floats:
    """Take a value of the points of a curve, or of those of each class or label, averaged."""
    if isinstance(curve, Curve):
        check_average(average, allowed=OUTPUT_AVERAGES)
        return value(roc_points(curve))
    return over_outputs(curve, lambda one: value(roc_points(one)), average, fill)
