"""
The derivative of a formula by the means and co-moments of the quantities of a row.

The complex step takes it of the formula as it stands (see `cells`): one stack of states, each with one mean or one
co-moment perturbed. The weight is held fixed: a row moves means and co-moments of a given total.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.states import Moments
from concordant.typing import FloatArray

_STEP = 1e-30

Formula = Callable[[Moments], Any]


def mean_slopes(formula: Formula, moments: Moments) -> FloatArray:
    """Return the derivative of a formula of shape S by each mean, flat: (L Q, *S) of a stack of L states."""
    flat = moments.mean.astype(np.complex128).ravel()
    means: Any = np.tile(flat, (len(flat), 1))
    means[np.diag_indices(len(flat))] += 1j * _STEP
    stack = _repeated(moments, len(flat))
    return _imaginary(formula(replace(stack, mean=means.reshape(-1, *moments.mean.shape))), _STEP)


def comoment_slopes(formula: Formula, moments: Moments) -> tuple[FloatArray, npt.NDArray[np.intp]]:
    """Return the derivative of a formula of one state by each co-moment, (Q (Q + 1) / 2, *S), and their places."""
    places = np.stack(np.triu_indices(len(moments.names)))
    many = np.arange(len(places[0]))
    step = _STEP * (float(np.trace(moments.comoment)) or 1.0)  # as small beside weights of any size
    comoments: Any = np.tile(moments.comoment.astype(np.complex128), (len(many), 1, 1))
    for first, second in (places, places[::-1]):
        comoments[many, first, second] = moments.comoment[first, second] + 1j * step  # both of a pair, together
    return _imaginary(formula(replace(_repeated(moments, len(many)), comoment=comoments)), step), places


def _repeated(moments: Moments, times: int) -> Moments:
    """A stack of equal states, which share one array: of K classes the co-moments alone are K x K numbers."""
    parts = {name: np.asarray(getattr(moments, name)) for name in ("weight", "squares", "mean", "comoment")}
    every: Any = {name: np.broadcast_to(part, (times, *part.shape)) for name, part in parts.items()}
    return replace(moments, **every)


def _imaginary(values: Any, step: float) -> FloatArray:
    found: FloatArray = np.imag(values) / step
    return found
