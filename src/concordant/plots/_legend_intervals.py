"""The interval behind a number in a legend."""

from __future__ import annotations

import math
import warnings
from typing import Any

from concordant.errors import IntervalWarning, OptionError, UndefinedMetricWarning
from concordant.metrics.definition.metric import Metric
from concordant.result.wording import rate_text
from concordant.states import Curve, CurveStack


def limits_of(metric: Metric, state: Curve | CurveStack, level: float | None) -> list[str]:
    """Return " (0.947 to 0.976)" for each curve; nothing where there is no interval, or none is asked for."""
    curves: list[Any] = [state]
    if isinstance(state, CurveStack):
        pairs = zip(state.curves, state.outputs, strict=True)
        curves = [one if state.multilabel else one.one_vs_rest(output) for one, output in pairs]
    return ["" if level is None else _limits(metric, curve, level) for curve in curves]


def _limits(metric: Metric, curve: Curve, level: float) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IntervalWarning)
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        found: Any = metric.interval_of(curve, level=level)
    return "" if math.isnan(found.low) else f" ({rate_text(found.low)} to {rate_text(found.high)})"


def refuse_intervals(kind: str, level: float | None) -> None:
    """Raise for intervals of points whose rows are not known."""
    if level is not None:
        msg = f"a {kind} does not hold its rows, which intervals need: give labels and scores, or a Curve."
        raise OptionError(msg)
