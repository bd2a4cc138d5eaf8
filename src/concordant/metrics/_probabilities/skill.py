"""Skill: how much lower a mean loss is than that of a constant, the shares of the classes in the same rows."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from concordant.metrics._arithmetic.averages import check_average, left_out, mean_over_classes
from concordant.metrics._arithmetic.ratio import ratio
from concordant.states import Moments
from concordant.typing import Average, Floats, NumberArray

Reference = Callable[[NumberArray], Floats]  # shares of the classes along the last axis -> their own mean loss


def skill(moments: Moments, reference: Reference, average: Average, fill: float) -> Floats:
    """``1 - loss / loss of the shares``; of several labels the mean, or one value a label."""
    check_average(average, allowed=("macro", None))
    values = 1.0 - ratio(moments.mean[..., 0], np.asarray(reference(_shares(moments))))
    if values.ndim == 0:
        return values.item()
    return values if average is None else mean_over_classes(values, None, average, fill)


def why_skill(moments: Moments, *, average: Average = "macro") -> str | None:
    """Say that there are no rows, or rows of one class only, whose share cannot be missed."""
    if not np.all(moments.weight > 0):
        return "there are no rows"
    shares = _shares(moments)
    alone = shares.max(-1) == 1
    if not alone.any():
        return None
    if alone.ndim:
        return left_out(alone, tuple(range(len(alone))), average, "only one class occurs in y_true")
    classes = moments.classes or tuple(range(len(shares)))
    return f"only the class {classes[int(shares.argmax())]!r} occurs in y_true, so that its share predicts it perfectly"


def _shares(moments: Moments) -> NumberArray:
    """The share of each class; of two classes the moments hold that of the positive one."""
    shares: NumberArray = moments.mean[..., 1:]
    if shares.shape[-1] == 1:
        return np.concatenate([1.0 - shares, shares], -1)
    # Means of weighted rows are rounded one by one: where one class occurs alone its share must be 1, not nearly so.
    return np.asarray(ratio(shares, shares.sum(-1, keepdims=True)))
