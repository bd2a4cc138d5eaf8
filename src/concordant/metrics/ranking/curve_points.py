"""What metrics of scores share: points of one curve or several, averages, reasons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.engines.devices.rows import DeviceRows
from concordant.inputs.rows import refuse_nan
from concordant.inputs.scores import ScoreRows, resolve_classes
from concordant.metrics.arithmetic import NO_SUPPORT, check_average, left_out, mean_over_classes
from concordant.result.record import PicturedCurve
from concordant.settings import get_threads
from concordant.states import Curve, CurveStack
from concordant.states.curves import CurvesOnDemand
from concordant.typing import Average, FloatArray, Floats, NumberArray

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


def why_one_class(curve: Curve | CurveStack, average: Average) -> str | None:
    """For metrics that need rows of both classes."""
    if isinstance(curve, Curve):
        return one_class_reason(curve)
    return why_lacking(curve, _one_class, average, "all rows of y_true or none are in the class")


def why_no_positive(curve: Curve | CurveStack, average: Average) -> str | None:
    """For metrics that need positive rows."""
    if isinstance(curve, Curve):
        return None if curve.weights[:, 1].any() else f"no row of y_true is positive ({curve.classes[1]!r})"
    return why_lacking(curve, _no_positive, average, "no row of y_true is in the class")


def first_reason(curve: Curve | CurveStack, *, positives_do: bool = False) -> str | None:
    """For curves, one an output: the reason of the first that lacks a class."""
    why = why_no_positive if positives_do else why_one_class
    curves = (curve,) if isinstance(curve, Curve) else curve.binary_curves()
    return next((reason for one in curves if (reason := why(one, None))), None)


def _one_class(negatives: Any, positives: Any) -> Any:
    return (negatives == 0) | (positives == 0)


def _no_positive(negatives: Any, positives: Any) -> Any:  # noqa: ARG001  (asked with both)
    return positives == 0


OUTPUT_AVERAGES = ("macro", "micro", "weighted", None)


def over_outputs(stack: CurveStack, value: Callable[[Curve], float], average: Average, fill: float) -> Floats:
    """Take a value of each output and average; micro pools all decisions in one curve."""
    check_average(average, allowed=OUTPUT_AVERAGES)
    if average == "micro":
        return value(stack.pooled())
    values = np.array([value(curve) for curve in stack.binary_curves()])
    if average is None:
        return values
    return mean_over_classes(values, class_totals(stack)[:, 1] if average == "weighted" else None, average, fill)


def why_outputs(stack: CurveStack, undefined: Callable[[Curve], bool], average: Average, reason: str) -> str | None:
    """Say which outputs an average leaves out."""
    if average == "micro":
        return reason if undefined(stack.pooled()) else None
    gone: Any = np.array([undefined(curve) for curve in stack.binary_curves()])
    if average == "weighted":
        support = class_totals(stack)[:, 1]
        if not support.any():
            return NO_SUPPORT
        gone = gone & (support > 0)
    return left_out(gone, stack.outputs, average, reason)


def class_totals(stack: CurveStack) -> NumberArray:
    """Rows outside and inside each output, shape (K, 2); no curve of two classes is made for it."""
    if stack.multilabel:
        return np.array([_column_sums(curve.weights) for curve in stack.curves]).reshape(-1, 2)
    if isinstance(stack.curves, CurvesOnDemand) and stack.curves.class_rows is not None:
        inside = stack.curves.class_rows()
    else:
        inside = _column_sums(stack.curves[0].weights) if stack.curves else np.zeros(0, np.int64)
    if inside.dtype.kind == "i":
        return np.stack([inside.sum() - inside, inside], axis=1)
    # Differences of sums of weights would leave rounding where there is nothing.
    return np.stack([inside @ (1 - np.eye(len(inside))), inside], axis=1)


def _column_sums(weights: NumberArray) -> NumberArray:
    """What weights.sum(0) gives, several times as fast for a few columns."""
    sums: NumberArray = np.einsum("tc->c", weights) if weights.dtype.kind == "i" else weights.sum(0)
    return sums


def why_lacking(stack: CurveStack, undefined: Callable[[Any, Any], Any], average: Average, reason: str) -> str | None:
    """Say which outputs an average leaves out, where the numbers of negative and positive rows tell."""
    totals = class_totals(stack)
    if average == "micro":
        return reason if undefined(*totals.sum(0)) else None
    gone = np.asarray(undefined(totals[:, 0], totals[:, 1]))
    if average == "weighted":
        if not totals[:, 1].any():
            return NO_SUPPORT
        gone = gone & (totals[:, 1] > 0)
    return left_out(gone, stack.outputs, average, reason)


def one_class_reason(curve: Curve) -> str | None:
    """Say which class occurs alone, None if both do."""
    negatives, positives = curve.weights.sum(0).tolist()
    if negatives and positives:
        return None
    if not negatives and not positives:
        return "there are no rows"
    return f"only the class {curve.classes[1 if positives else 0]!r} occurs in y_true"


def roc_points(curve: Curve) -> Running:
    """Thresholds from +inf down, and the rows of each class that score at least so much: new arrays."""
    sums = np.zeros((2, len(curve.scores) + 1))
    sums[0, 1:], sums[1, 1:] = curve.cumulative()
    thresholds = np.empty(len(curve.scores) + 1, np.result_type(curve.scores.dtype, np.float32))
    thresholds[0], thresholds[1:] = np.inf, curve.scores
    return Running(thresholds, sums[0], sums[1])


@dataclass(slots=True)
class Running:
    """Thresholds from +inf down, and the rows or shares of each class that score so much; the caller may overwrite."""

    thresholds: npt.NDArray[Any]
    negatives: FloatArray
    positives: FloatArray


def running(rows: ScoreRows | DeviceRows, *, shares: bool = False) -> Running | None:
    """Sort checked rows of two classes; None where only the state can tell: weights, whole-number scores, one class."""
    if isinstance(rows, DeviceRows) or rows.weights is not None or rows.scores.dtype.kind != "f":
        return None
    negative, positive = rows.values
    found = _kernels.running_curve(rows.y_true, negative, positive, rows.scores, get_threads(), shares=shares)
    if found.bad_label >= 0:
        return running(resolve_classes(rows), shares=shares)
    if found.bad_score >= 0:
        refuse_nan(rows.scores, rows.what, rows.origin)
    if not (found.negatives[-1] > 0 and found.positives[-1] > 0):  # a share of no rows is NaN
        return None
    return Running(found.thresholds, found.negatives, found.positives)


def through_points(formula: Callable[..., Any]) -> Callable[..., Any]:
    """Turn a formula that can be taken of points into a shortcut past the state."""

    def shortcut(rows: ScoreRows, **options: Any) -> Any:
        points = running(rows)
        if points is None:
            return None
        value = formula(points, **options)
        return None if np.isnan(value) else value  # the state says why

    return shortcut


def positives_within(points: Running, rows: float) -> float:
    """
    Count the positives among the first `rows` rows of the ranking.

    Of rows with the score at the cut a part is taken, with the same part of their positives: what a random order
    of ties gives on average (the mean of the hypergeometric distribution).
    """
    return float(np.interp(rows, points.negatives + points.positives, points.positives))
