"""Averages of a value per class, or per row. They leave out those where it is undefined and say so."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from concordant.errors import LabelError, OptionError
from concordant.metrics._arithmetic.ratio import ratio
from concordant.names import did_you_mean
from concordant.states import SampleCounts
from concordant.typing import Average, FloatArray, Floats, Label

NO_SUPPORT = "no row of the truth is in any of the classes, which weigh the average"
AVERAGES = ("binary", "macro", "micro", "weighted", None)


def check_average(average: Any, state: Any = None, *, allowed: Sequence[Any] = AVERAGES) -> None:
    """Raise for an average that does not exist, or that needs another state."""
    if isinstance(state, SampleCounts):
        if average == "samples":
            return
        msg = f'SampleCounts give average="samples" and no other; for {average!r} take Counts.'
        raise OptionError(msg)
    if average == "samples" and allowed is AVERAGES:
        msg = 'average="samples" is the mean over rows with several labels at once: it needs SampleCounts, not Counts.'
        raise OptionError(msg)
    if average not in allowed:
        known = (*allowed[:-1], "samples", None) if allowed is AVERAGES else allowed
        msg = f"average must be one of {', '.join(map(repr, known))}, not {average!r}."
        msg += "" if average in (*AVERAGES, "samples") else did_you_mean(average, known)
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
        if not values.shape[-1]:
            return np.full(values.shape[:-1], np.nan)[()]
        return mean_of_classes(values, support if average == "weighted" else None)
    values = np.where(undefined, fill, values)
    weights = support * 1.0 if average == "weighted" else np.ones_like(values)
    defined = ~np.isnan(values)
    if math.isinf(fill):
        defined &= weights != 0  # a class without weight counts for nothing, whatever its value
    with np.errstate(invalid="ignore", over="ignore"):  # infinite values of the caller's
        return ratio(np.where(defined, values * weights, 0.0).sum(-1), np.where(defined, weights, 0.0).sum(-1))


def mean_of_classes(values: FloatArray, support: Any) -> Floats:
    """Average the last axis of values that are all defined; `support` weighs the classes, None: all alike."""
    if support is None:
        found: Floats = values.sum(-1) / values.shape[-1]
        return found
    return ratio((values * support).sum(-1), support.sum(-1))


def left_out(undefined: FloatArray, outputs: Sequence[Label], average: Average, why: str) -> str | None:
    """Say which classes an average leaves out; None if none."""
    if not undefined.shape[-1]:
        return "there are no rows"
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
        return reason
    return f"the {average} average is over {len(outputs) - len(absent)} of {len(outputs)} classes: {reason}"


def mean_over_samples(values: FloatArray, samples: SampleCounts, fill: float) -> Floats:
    """Average the values of the distinct tables of rows; undefined ones count as `fill`, or are left out."""
    return mean_over_classes(values, samples.weights, "weighted", fill)


def samples_left_out(undefined: FloatArray, samples: SampleCounts, why: str) -> str | None:
    """Say how many rows an average leaves out; None if none."""
    if not len(samples.weights):
        return "there are no rows"
    if not undefined.any():
        return None
    gone, total = samples.weights[undefined].sum().item(), samples.n
    lack = why.replace("no row", "no label")  # of a row with several
    if undefined.all():
        return f"in every row {lack}"
    return f"the samples average is over {total - gone:g} of {total:g} rows: in the others {lack}"
