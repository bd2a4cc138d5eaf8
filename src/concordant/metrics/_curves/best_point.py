"""
The best threshold under a condition: the greatest value of one rate that meets the bounds on others.

Thresholds are those of the data, and +inf: nothing is predicted positive. Of several that are equally good it takes
the one with the greatest informedness (recall + specificity - 1), then the highest.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._curves.running import Running
from concordant.result import OperatingPoint
from concordant.typing import FloatArray

RATES = ("recall", "specificity", "precision", "informedness")
NOWHERE = OperatingPoint(*[np.nan] * 8)


def rate(points: Running, name: str) -> FloatArray:
    """One rate at every threshold; NaN where it is 0/0."""
    fp, tp = points.negatives, points.positives
    if name == "recall":
        values: FloatArray = ratio(tp, tp[-1:])
    elif name == "specificity":
        values = ratio(fp[-1] - fp, fp[-1:])
    elif name == "precision":
        values = ratio(tp, tp + fp)
    else:
        values = rate(points, "recall") + rate(points, "specificity") - 1
    return values


def best_point(points: Running, target: str, at_least: Mapping[str, float]) -> OperatingPoint:
    """Find the best threshold; all NaN if none meets the conditions."""
    values = rate(points, target)
    for name, least in at_least.items():
        values = np.where(rate(points, name) >= least, values, np.nan)
    best = np.fmax.reduce(values)
    if np.isnan(best):
        return NOWHERE
    places = np.flatnonzero(values == best)
    if len(places) > 1 and target != "informedness":
        known = np.nan_to_num(rate(points, "informedness")[places], nan=-1.0)
        places = places[known == known.max()]
    return point_at(points, int(places[0]))


def point_at(points: Running, place: int) -> OperatingPoint:
    """What the threshold at one place does: cells, and rates that are NaN where they are 0/0."""
    fp, tp = float(points.negatives[place]), float(points.positives[place])
    negatives, positives = float(points.negatives[-1]), float(points.positives[-1])
    return OperatingPoint(
        threshold=float(points.thresholds[place]),
        recall=tp / positives if positives else np.nan,
        specificity=(negatives - fp) / negatives if negatives else np.nan,
        precision=tp / (tp + fp) if tp + fp else np.nan,
        tn=negatives - fp,
        fp=fp,
        fn=positives - tp,
        tp=tp,
    )
