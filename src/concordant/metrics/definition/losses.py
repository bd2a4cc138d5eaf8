"""Metrics that are the mean of a loss of a row."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from concordant.engines.arrays.quantities import mean_loss_of_rows
from concordant.errors import InputTypeError
from concordant.inputs.scores import ScoreRows
from concordant.metrics.arithmetic import check_average, mean_over_classes
from concordant.states import Moments
from concordant.states.moments import Loss
from concordant.typing import Average, Floats


def refuse_other_loss(metric: str, moments: Moments, loss: Loss) -> None:
    """Raise for moments of another quantity: the number would stand under the wrong name."""
    kind, _, classes = loss.partition(" and ")
    if moments.names[0] == f"{kind} loss" and (len(moments.names) > 1 or not classes):
        return
    own = f"the {kind} loss" + (" with the classes beside it" if classes else "")
    msg = f"{metric}.of takes Moments of {own}, as {metric}.state makes them, not of {', '.join(moments.names[:3])}."
    raise InputTypeError(msg)


def mean_loss(moments: Moments, average: Average, fill: float) -> Floats:
    """Take the mean loss; of several labels their mean, or one value a label."""
    check_average(average, allowed=("macro", None))
    values = np.where(moments.weight > 0, moments.mean[..., 0], np.nan)
    if values.ndim == 0:
        return float(values)
    return values if average is None else mean_over_classes(values, None, average, fill)


def mean_of_rows(loss: Loss) -> Callable[..., float | None]:
    """Return the shortcut to the mean of a loss of checked rows of two classes, or of one column a class."""

    def shortcut(rows: ScoreRows, *, average: Average = "macro") -> float | None:
        return mean_loss_of_rows(rows, loss) if average in ("macro", None) else None

    return shortcut


def why_loss(moments: Moments, **_: object) -> str | None:
    """Say that there are no rows, whatever the options."""
    return "there are no rows" if not np.all(moments.weight > 0) else None
