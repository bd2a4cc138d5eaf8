"""Averages of a value per class. They leave out classes where it is undefined and say so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from concordant.errors import LabelError, OptionError
from concordant.metrics._ratio import ratio
from concordant.typing import Average, FloatArray, Floats, Label

AVERAGES = ("binary", "macro", "micro", "weighted", None)


def check_average(average: Any, allowed: Sequence[Any] = AVERAGES) -> None:
    """Raise for an average that does not exist."""
    if average not in allowed:
        msg = f"average must be one of {', '.join(map(repr, allowed))}, not {average!r}."
        raise OptionError(msg)


def refuse_binary(labels: Sequence[Label], what: str) -> LabelError:
    """The error for an average="binary" of more than two classes."""
    shown = ", ".join(map(repr, labels[:10])) + (", ..." if len(labels) > 10 else "")
    return LabelError(
        f'average="binary" needs two classes, but {what} has {len(labels)}: {shown}. '
        'Choose average="macro", "weighted", "micro", or None for one value a class.'
    )


def mean_over_classes(values: FloatArray, support: Any, average: Average, fill: float) -> Floats:
    """
    Average the last axis of `values`.

    Undefined classes (NaN) count as `fill`, or are left out if that is NaN; `support` weighs the classes.
    """
    undefined = np.isnan(values)
    if not undefined.any():
        if average != "weighted":
            return values.sum(-1) / values.shape[-1]
        return ratio((values * support).sum(-1), support.sum(-1))
    values = np.where(undefined, fill, values)
    weights = np.asarray(support, np.float64) if average == "weighted" else np.ones_like(values)
    defined = ~np.isnan(values)
    return ratio(np.where(defined, values * weights, 0.0).sum(-1), np.where(defined, weights, 0.0).sum(-1))


def left_out(undefined: FloatArray, outputs: Sequence[Label], average: Average, why: str) -> str | None:
    """Say which classes an average leaves out; None if none."""
    if not undefined.any():
        return None
    if undefined.ndim > 1:
        return f"{why} in {int(undefined.any(-1).sum())} of {undefined[..., 0].size} tables"
    absent = [repr(label) for label, gone in zip(outputs, undefined.tolist(), strict=True) if gone]
    shown = ", ".join(absent[:5]) + (", ..." if len(absent) > 5 else "")
    reason = f"{why} (class {shown})" if len(absent) == 1 else f"{why} (classes {shown})"
    if average is None:
        return f"undefined for {len(absent)} of {len(outputs)} classes: {reason}"
    if len(absent) == len(outputs):
        return f"undefined: {reason}"
    return f"the {average} average is over {len(outputs) - len(absent)} of {len(outputs)} classes: {reason}"
