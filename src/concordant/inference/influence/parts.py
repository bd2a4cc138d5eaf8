"""
The influence of a row on a metric that is made of one value a class, by the chain rule.

The formula of a mean over hundreds of classes would be differentiated by each cell of the table, and read the whole
table each time; the value of a class only reads the four cells of that class against the others.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.inference.influence.cells import influence_of_each
from concordant.metrics._object.parts import Parts
from concordant.metrics._object.registry import get
from concordant.states import Counts
from concordant.typing import FloatArray

_STEP = 1e-30


def influence_of_parts(made: Parts, counts: Counts, cells: npt.NDArray[np.intp]) -> FloatArray | None:
    """Return how a row in each of `cells` moves the metric; None where a part is not a metric of each class."""
    if any(not isinstance(one, tuple) or dict(one[1]) != {"average": None} for one in made.of):
        return None
    formulas = [get(one[0]).formula for one in made.of if isinstance(one, tuple)]
    values = np.concatenate([np.asarray(formula(counts, average=None), np.float64) for formula in formulas])
    slopes = slopes_of_parts(made.combine, values)
    moved = [influence_of_each(partial(formula, average=None), counts, cells) for formula in formulas]
    return np.asarray(np.nan_to_num(np.concatenate(moved, axis=1)) @ slopes)


def slopes_of_parts(combine: Callable[[Any], Any], values: FloatArray) -> FloatArray:
    """Return the derivative of the metric, of shape S, by each of the values that it is made of, (P, S)."""
    each = np.tile(values.astype(np.complex128), (len(values), 1))
    np.fill_diagonal(each, values + 1j * _STEP)
    found = np.imag(np.asarray(combine(each))) / _STEP
    found[np.isnan(values)] = 0.0
    return np.asarray(found)
