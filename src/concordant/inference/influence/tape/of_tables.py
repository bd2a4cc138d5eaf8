"""The derivative of a formula by all cells of a table at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from concordant.inference.influence.tape.functions import traced
from concordant.inference.influence.tape.traced import Traced, UntraceableError, gradients
from concordant.states import Counts
from concordant.typing import FloatArray

_VALUES = 64  # of a formula; each takes a pass back


def slopes_by_tape(formula: Callable[[Counts], Any], counts: Counts) -> FloatArray | None:
    """
    Return the derivative of a formula of shape S by each of the numbers that the counts hold, (numbers, *S).

    None if the formula does something that the tape does not know, or has many values.
    """
    numbers = traced(counts.numbers)
    try:
        with np.errstate(all="ignore"):
            value = formula(counts.with_numbers(numbers))  # type: ignore[arg-type]
    except UntraceableError:
        return None
    if not isinstance(value, Traced) or value.size > _VALUES:
        return None
    slopes = gradients(value, numbers).reshape(*value.shape, numbers.size)
    return np.asarray(np.moveaxis(slopes, -1, 0))
