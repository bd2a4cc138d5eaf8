"""The derivative of a metric by the values that it is made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from concordant.inference.influence.tape.functions import traced
from concordant.inference.influence.tape.traced import Traced, UntraceableError, gradients
from concordant.typing import FloatArray, NumberArray

WithOne = Callable[[FloatArray, NumberArray], NumberArray]

_STEP = 1e-30
_FEW = 64  # of fewer values a complex step each is faster than a tape


def one_by_one(combine: Callable[[Any], Any], values: FloatArray, others: NumberArray) -> NumberArray:
    """
    Return the metric, of shape S, with another value in the place of each in turn: (P, S).

    Values of shape (P, S), of which each is of one of the metric's alone, are exchanged S at a time.
    """
    each = np.tile(values.astype(others.dtype), (len(values), *(1,) * values.ndim))
    every = np.arange(len(values))
    each[every, every] = others
    return np.asarray(combine(each))


def slopes_of_parts(combine: Callable[[Any], Any], values: FloatArray, with_one: WithOne | None = None) -> FloatArray:
    """
    Return the derivative of the metric, of shape S, by each of the values that it is made of, (P, S).

    `with_one` does what `one_by_one` does, sooner.
    """
    others = values + 1j * _STEP
    found = np.imag(one_by_one(combine, values, others) if with_one is None else with_one(values, others)) / _STEP
    found[np.isnan(values)] = 0.0
    return np.asarray(found)


def slopes_of_sum(combine: Callable[[Any], Any], values: FloatArray) -> FloatArray:
    """Return the same of a sum of the values, each times a constant: of many, without an array of P times P."""
    if len(values) <= _FEW:
        return slopes_of_parts(combine, values)
    given = traced(values)
    try:
        found = combine(given)
    except UntraceableError:
        return slopes_of_parts(combine, values)
    if not isinstance(found, Traced) or found.size > _FEW:
        return slopes_of_parts(combine, values)
    return np.moveaxis(np.where(np.isnan(values), 0.0, gradients(found, given)), -1, 0)
