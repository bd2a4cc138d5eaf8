"""Why metrics of scores are undefined: a class without rows."""

from __future__ import annotations

from typing import Any

from concordant.metrics._curves.outputs import one_class_reason, why_lacking
from concordant.states import Curve, CurveStack
from concordant.typing import Average


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
