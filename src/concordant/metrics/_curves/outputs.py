"""Metrics of one curve, taken of several: one class against the rest, each pair of classes, or each label."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from concordant.metrics._arithmetic.averages import NO_SUPPORT, check_average, left_out, mean_over_classes
from concordant.states import Curve, CurveStack
from concordant.states.curves import CurvesOnDemand
from concordant.typing import Average, Floats, NumberArray

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
