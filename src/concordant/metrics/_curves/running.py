"""Rows of two classes at or above each distinct score, straight from one sort: the fast way to the curves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.engines.devices.rows import DeviceRows
from concordant.inputs.rows import refuse_nan
from concordant.inputs.scores import ScoreRows, resolve_classes
from concordant.settings import get_threads
from concordant.typing import FloatArray


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
