"""One rate read off the ROC curve where the other has a given value: at a threshold, or on the line between two."""

from __future__ import annotations

import math

import numpy as np

from concordant.metrics._curves.best_point import best_point, rate
from concordant.metrics._curves.running import Running


def read_off(points: Running, target: str, given: str, value: float, *, interpolate: bool) -> float:
    """
    The greatest recall (or specificity) where the specificity (recall) is at least `value`.

    With interpolation: where it is `value` itself, on the straight line to the next threshold beyond.
    """
    if not points.negatives[-1] or not points.positives[-1]:
        return math.nan
    if not interpolate:
        return float(getattr(best_point(points, target, {given: value}), target))
    met, wanted = rate(points, given), rate(points, target)
    inside = np.flatnonzero(met >= value)
    if target == "recall":
        place = int(inside[-1])
        beyond = min(place + 1, len(met) - 1)
    else:
        place = int(inside[0])
        beyond = max(place - 1, 0)
    span = met[place] - met[beyond]
    part = (met[place] - value) / span if span else 0.0
    return float(wanted[place] + part * (wanted[beyond] - wanted[place]))
