"""A value of one curve, taken of one or of several: what metrics of scores and probabilities have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from concordant.metrics._arithmetic.averages import check_average
from concordant.metrics._curves.outputs import OUTPUT_AVERAGES, over_outputs, why_outputs
from concordant.metrics._curves.roc_points import roc_points
from concordant.metrics._curves.running import Running
from concordant.result.record import PicturedCurve
from concordant.states import Curve, CurveStack
from concordant.typing import Average, Floats

R = TypeVar("R", bound=PicturedCurve)


def of_curves(curve: Curve | CurveStack, value: Callable[[Curve], float], average: Average, fill: float) -> Floats:
    """Take the value of a curve, or of those of each class or label, averaged."""
    if isinstance(curve, CurveStack):
        return over_outputs(curve, value, average, fill)
    check_average(average, allowed=OUTPUT_AVERAGES)
    return value(curve)


def of_points(
    curve: Curve | CurveStack | Running, value: Callable[[Running], float], average: Average, fill: float
) -> Floats:
    """Take a value of the points of a curve, or of those of each class or label, averaged; or of points at hand."""
    if isinstance(curve, Running):
        check_average(average, allowed=OUTPUT_AVERAGES)
        return value(curve)
    return of_curves(curve, lambda one: value(roc_points(one)), average, fill)


def why_curves(curve: Curve | CurveStack, why: Callable[[Curve], str | None], average: Average) -> str | None:
    """Say why the value of the curve is undefined, or which outputs an average leaves out and why the first of them."""
    if isinstance(curve, Curve):
        return why(curve)
    curves = (curve.pooled(),) if average == "micro" else curve.binary_curves()
    first = next((reason for reason in map(why, curves) if reason), None)
    return None if first is None else why_outputs(curve, lambda one: why(one) is not None, average, first)


def records_of_curves(curve: Curve | CurveStack, points: Callable[[Curve], R]) -> R | tuple[R, ...]:
    """Return the points of a curve, or of that of each class or label, with its name."""
    if isinstance(curve, Curve):
        return points(curve)
    pairs = zip(curve.outputs, curve.binary_curves(), strict=True)
    return tuple(replace(points(one), label=output) for output, one in pairs)
