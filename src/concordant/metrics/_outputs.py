"""Metrics of one curve, taken of several: one class against the rest, each pair of classes, or each label."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from concordant.metrics._averages import NO_SUPPORT, check_average, left_out, mean_over_classes
from concordant.states import Curve, CurveStack
from concordant.typing import Average, Floats

OUTPUT_AVERAGES = ("macro", "micro", "weighted", None)


def over_outputs(stack: CurveStack, value: Callable[[Curve], float], average: Average, fill: float) -> Floats:
    """Take a value of each output and average; micro pools all decisions in one curve."""
    check_average(average, allowed=OUTPUT_AVERAGES)
    if average == "micro":
        return value(stack.pooled())
    values = np.array([value(curve) for curve in stack.binary_curves()])
    return values if average is None else mean_over_classes(values, stack.support(), average, fill)


def why_outputs(stack: CurveStack, undefined: Callable[[Curve], bool], average: Average, reason: str) -> str | None:
    """Say which outputs an average leaves out."""
    if average == "micro":
        return reason if undefined(stack.pooled()) else None
    gone: Any = np.array([undefined(curve) for curve in stack.binary_curves()])
    if average == "weighted":
        support = stack.support()
        if not support.any():
            return NO_SUPPORT
        gone = gone & (support > 0)
    return left_out(gone, stack.outputs, average, reason)


def one_class_reason(curve: Curve) -> str | None:
    """Say which class occurs alone, None if both do."""
    negatives, positives = curve.weights.sum(0).tolist()
    if negatives and positives:
        return None
    if not negatives and not positives:
        return "there are no rows"
    return f"only the class {curve.classes[1 if positives else 0]!r} occurs in y_true"
