"""What metrics of scores share: points of one curve or several, averages, reasons."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from inspect import Signature, signature
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
T = TypeVar("T")
UNDEFINED: Any = math.nan  # what a formula gives of rows or points alone where the state is to say why
OUTPUT_AVERAGES = ("macro", "micro", "weighted", None)


def of_curves(curve: Curve | CurveStack, value: Callable[[Curve], float], average: Average, fill: float) -> Floats:
    """Compute a value of a curve, or of the curve of each class or label, averaged; micro pools all decisions."""
    check_average(average, allowed=OUTPUT_AVERAGES)
    if not isinstance(curve, CurveStack):
        return value(curve)
    if average == "micro":
        return value(curve.pooled())
    values = np.array([value(single) for single in curve.binary_curves()])
    if average is None:
        return values
    return mean_over_classes(values, class_totals(curve)[:, 1] if average == "weighted" else None, average, fill)


def of_curve(value: Callable[..., float]) -> Callable[..., Floats]:
    """Turn a value of one curve into a formula: of a curve, or of the curve of each class or label, averaged."""

    def formula(
        curve: Curve | CurveStack, /, *, average: Average = "macro", fill: float = float("nan"), **options: Any
    ) -> Floats:
        return of_curves(curve, lambda single: value(single, **options), average, fill)

    return with_options_of(value, formula)


def of_points(value: Callable[..., float]) -> Callable[..., Floats]:
    """Turn a value of the points of one curve into a formula of a curve or several, or of points alone."""

    def formula(
        curve: Curve | CurveStack | Running,
        /,
        *,
        average: Average = "macro",
        fill: float = float("nan"),
        **options: Any,
    ) -> Floats:
        if isinstance(curve, Running):
            check_average(average, allowed=OUTPUT_AVERAGES)
            return value(curve, **options)
        return of_curves(curve, lambda single: value(roc_points(single), **options), average, fill)

    return with_options_of(value, formula)


def with_options_of(value: Callable[..., Any], formula: Callable[..., Any]) -> Callable[..., Any]:
    """Return a formula that passes options on to a function: under its name, with its options before the average."""
    own = [option for option in signature(value).parameters.values() if option.kind is option.KEYWORD_ONLY]
    taken = [option for option in signature(formula).parameters.values() if option.kind is not option.VAR_KEYWORD]
    place = [option.name for option in taken].index("average")
    parameters = [*taken[:place], *own, *taken[place:]]
    named: Callable[..., Any] = wraps(value)(formula)
    options = tuple(option.name for option in parameters if option.kind is option.KEYWORD_ONLY)
    vars(named).update(__signature__=Signature(parameters, return_annotation="Floats"), options=options)
    named.__kwdefaults__ = {option.name: option.default for option in parameters if option.default is not option.empty}
    return named


def influence_of(of_masses: Callable[[FloatArray], tuple[FloatArray, FloatArray]]) -> Callable[[Curve], FloatArray]:
    """
    Return psi of a negative and of a positive row at each distinct score of a curve, (T, 2).

    `of_masses` takes masses of both classes, (S, 2, T), the highest score first, and gives values and psi of them.
    """

    def influence(curve: Curve) -> FloatArray:
        return np.asarray(of_masses(np.ascontiguousarray(curve.weights.T, np.float64)[None])[1][0].T)

    return influence


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
    """Return ``weights.sum(0)``, several times as fast for a few columns of integers."""
    sums: NumberArray = np.einsum("tc->c", weights) if weights.dtype.kind == "i" else weights.sum(0)
    return sums


def of_each_curve(curve: Curve | CurveStack, value: Callable[[Curve], T]) -> T | tuple[T, ...]:
    """Compute a value of a curve, or a tuple of those of each class or label."""
    return value(curve) if isinstance(curve, Curve) else tuple(map(value, curve.binary_curves()))


def records_of_curves(curve: Curve | CurveStack, points: Callable[[Curve], R]) -> R | tuple[R, ...]:
    """Return the points of a curve, or of that of each class or label, with its name."""
    if isinstance(curve, Curve):
        return points(curve)
    pairs = zip(curve.outputs, curve.binary_curves(), strict=True)
    return tuple(replace(points(single), label=output) for output, single in pairs)


def records_of_points(curve: Curve | CurveStack | Running, record: Callable[[Running], R]) -> R | tuple[R, ...]:
    """Return the record of the points of a curve, or of those of each class or label; also of points alone."""
    if isinstance(curve, Running):
        return record(curve)
    return records_of_curves(curve, lambda single: record(roc_points(single)))


@dataclass(slots=True)
class Running:
    """Thresholds from +inf down, and the rows of each class that score at least so much; the caller may overwrite."""

    thresholds: npt.NDArray[Any]
    negatives: FloatArray
    positives: FloatArray


def roc_points(curve: Curve) -> Running:
    """Thresholds from +inf down, and the rows of each class that score at least so much: new arrays."""
    sums = np.zeros((2, len(curve.scores) + 1))
    sums[0, 1:], sums[1, 1:] = curve.cumulative()
    thresholds = np.empty(len(curve.scores) + 1, np.result_type(curve.scores.dtype, np.float32))
    thresholds[0], thresholds[1:] = np.inf, curve.scores
    return Running(thresholds, sums[0], sums[1])


def running(rows: ScoreRows | DeviceRows) -> Running | None:
    """Sort checked rows of two classes; None where only the state can tell: weights, whole-number scores, one class."""
    if isinstance(rows, DeviceRows) or rows.weights is not None or rows.scores.dtype.kind != "f":
        return None
    negative, positive = rows.values
    sums = _kernels.running_curve(rows.y_true, negative, positive, rows.scores, get_threads())
    if sums.bad_label >= 0:
        return running(resolve_classes(rows))
    if sums.bad_score >= 0:
        refuse_nan(rows.scores, rows.what, rows.kept)
    if not (sums.negatives[-1] > 0 and sums.positives[-1] > 0):  # a share of no rows is NaN
        return None
    return Running(sums.thresholds, sums.negatives, sums.positives)


def through_points(formula: Callable[..., Any], rows: ScoreRows, /, **options: Any) -> Any:
    """Compute a formula from the points that one sort gives, without a state."""
    points = running(rows)
    return None if points is None else through_rows(formula, points, **options)


def through_rows(formula: Callable[..., Any], rows: Any, /, **options: Any) -> Any:
    """Compute a formula from checked rows of two classes, or their points, without a state."""
    value = formula(rows, **options)
    return None if isinstance(value, float) and math.isnan(value) else value  # the state says why


def positives_within(points: Running, rows: float) -> float:
    """
    Count the positives among the first `rows` rows of the ranking.

    Of rows with the score at the cut a part is taken, with the same part of their positives: what a random order
    of ties gives on average (the mean of the hypergeometric distribution).
    """
    return float(np.interp(rows, points.negatives + points.positives, points.positives))


def sums_of_later(parts: FloatArray) -> FloatArray:
    """The sum of all parts after each."""
    return np.append(parts[:0:-1].cumsum()[::-1], 0.0)[: len(parts)]


def why_one_class(curve: Curve | CurveStack, *, average: Average = "macro", **_: object) -> str | None:
    """Say which class is missing, for metrics that need rows of both; other options make no difference."""
    if isinstance(curve, Curve):
        return one_class_reason(curve)
    reason = "all rows of y_true or none are in the class"
    return why_lacking(curve, lambda negatives, positives: (negatives == 0) | (positives == 0), average, reason)


def one_class_reason(curve: Curve) -> str | None:
    """Say which class occurs alone, None if both do."""
    negatives, positives = curve.weights.sum(0).tolist()
    if negatives and positives:
        return None
    if not negatives and not positives:
        return "there are no rows"
    return f"only the class {curve.classes[1 if positives else 0]!r} occurs in y_true"


def why_no_positive(curve: Curve | CurveStack, *, average: Average = "macro", **_: object) -> str | None:
    """Say that there is no positive row, for metrics that need one; other options make no difference."""
    if isinstance(curve, Curve):
        return None if curve.weights[:, 1].any() else f"no row of y_true is positive ({curve.classes[1]!r})"
    return why_lacking(curve, lambda _, positives: positives == 0, average, "no row of y_true is in the class")


def first_reason(curve: Curve | CurveStack, why: Callable[[Curve], str | None]) -> str | None:
    """Say why the value of a curve is undefined, or that of the first of several for which it is."""
    curves = (curve,) if isinstance(curve, Curve) else curve.binary_curves()
    return next((reason for reason in map(why, curves) if reason), None)


def why_lacking(stack: CurveStack, undefined: Callable[[Any, Any], Any], average: Average, reason: str) -> str | None:
    """Say which outputs an average leaves out, where the numbers of negative and positive rows tell."""
    totals = class_totals(stack)
    if average == "micro":
        return reason if undefined(*totals.sum(0)) else None
    return _left_out(stack, np.asarray(undefined(totals[:, 0], totals[:, 1])), average, reason)


def why_curves(curve: Curve | CurveStack, why: Callable[[Curve], str | None], average: Average) -> str | None:
    """Say why the value of the curve is undefined, or which outputs an average leaves out and why the first of them."""
    if isinstance(curve, Curve):
        return why(curve)
    first = first_reason(curve.pooled() if average == "micro" else curve, why)
    return None if first is None else why_outputs(curve, lambda single: why(single) is not None, average, first)


def why_outputs(stack: CurveStack, undefined: Callable[[Curve], bool], average: Average, reason: str) -> str | None:
    """Say which outputs an average leaves out."""
    if average == "micro":
        return reason if undefined(stack.pooled()) else None
    return _left_out(stack, np.array([undefined(curve) for curve in stack.binary_curves()]), average, reason)


def _left_out(stack: CurveStack, undefined: Any, average: Average, reason: str) -> str | None:
    if average == "weighted":
        support = class_totals(stack)[:, 1]
        if not support.any():
            return NO_SUPPORT
        undefined = undefined & (support > 0)
    return left_out(undefined, stack.outputs, average, reason)
