"""NumPy's other functions that formulas call, for arrays with a tape."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from concordant.inference.influence.tape.traced import FUNCTIONS, FromCells, Traced, UntraceableError, plain, summed_to


def traced(array: Any) -> Traced:
    """Return an array with a tape, on which all functions of this module are known."""
    return Traced(array)


def _of(function: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def known(made: Callable[..., Any]) -> Callable[..., Any]:
        FUNCTIONS[function] = made
        return made

    return known


for _untraced in (np.isnan, np.ndim, np.shape, np.ones_like, np.zeros_like, np.result_type, np.iscomplexobj, np.size):
    FUNCTIONS[_untraced] = lambda *given, _function=_untraced, **options: _function(
        *(plain(one) for one in given), **options
    )


@_of(np.sum)
def _sum(array: Any, axis: Any = None, **options: Any) -> Any:
    return array.sum(axis, **options)


@_of(np.diagonal)
def _diagonal(array: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Traced:
    if offset or {axis1 % array.ndim, axis2 % array.ndim} != {array.ndim - 2, array.ndim - 1}:
        raise UntraceableError

    def pull(adjoint: Any) -> Any:
        out = np.zeros(array.shape)
        every = np.arange(array.shape[-1])
        out[..., every, every] = adjoint
        return out

    back = FromCells(pull, lambda adjoint: [("diagonal", adjoint)]) if array.ndim == 2 else pull
    return Traced(np.diagonal(array.value, 0, -2, -1), ((array, back),))


@_of(np.trace)
def _trace(array: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Traced:
    found: Traced = _diagonal(array, offset, axis1, axis2).sum(-1)
    return found


@_of(np.where)
def _where(condition: Any, *given: Any) -> Any:
    if isinstance(condition, Traced) or len(given) != 2:
        raise UntraceableError
    found = np.where(condition, *(plain(one) for one in given))
    here = (condition, np.logical_not(condition))
    back = tuple(
        (one, lambda g, side=side, shape=one.shape: summed_to(np.where(side, g, 0.0), shape))
        for one, side in zip(given, here, strict=True)
        if isinstance(one, Traced)
    )
    return Traced(found, back)


@_of(np.stack)
def _stack(arrays: Any, axis: int = 0) -> Traced:
    found = np.stack([plain(one) for one in arrays], axis)
    back = tuple(
        (one, lambda g, place=place: np.take(g, place, axis)) for place, one in enumerate(arrays)
        if isinstance(one, Traced)
    )  # fmt: skip
    return Traced(found, back)


@_of(np.swapaxes)
def _swapaxes(array: Any, axis1: int, axis2: int) -> Traced:
    return Traced(np.swapaxes(array.value, axis1, axis2), ((array, lambda g: np.swapaxes(g, axis1, axis2)),))


@_of(np.outer)
def _outer(a: Any, b: Any) -> Any:
    return a[:, None] * b[None, :]


@_of(np.real)
def _real(array: Any) -> Any:
    return array


@_of(np.sort)
def _sort(array: Any, axis: int = -1) -> Traced:
    place = np.argsort(array.value, axis, kind="stable")

    def pull(adjoint: Any) -> Any:
        out = np.zeros(array.shape)
        np.put_along_axis(out, place, adjoint, axis)
        return out

    return Traced(np.take_along_axis(array.value, place, axis), ((array, pull),))


@_of(np.cumsum)
def _cumsum(array: Any, axis: int) -> Traced:
    def pull(adjoint: Any) -> Any:
        return np.flip(np.cumsum(np.flip(adjoint, axis), axis), axis)

    return Traced(np.cumsum(array.value, axis), ((array, pull),))


@_of(np.nan_to_num)
def _nan_to_num(array: Any) -> Any:
    return _where(np.isfinite(array.value), array, np.nan_to_num(array.value))


@_of(np.clip)
def _clip(array: Any, low: Any, high: Any) -> Any:
    return np.minimum(np.maximum(array, low), high)


@_of(np.einsum)
def _einsum(subscripts: str, *given: Any, **options: Any) -> Traced:
    """Pass back by an einsum with the result in the place of the argument; each letter occurs elsewhere as well."""
    if options or "->" not in subscripts:
        raise UntraceableError
    inputs, output = subscripts.split("->")
    names = inputs.split(",")
    values = [plain(one) for one in given]

    def pull_of(place: int) -> Callable[[Any], Any]:
        others = [k for k in range(len(names)) if k != place]
        known = output + "".join(names[k] for k in others)
        if any(letter not in known for letter in names[place].replace(".", "")):
            raise UntraceableError
        back = ",".join([output, *(names[k] for k in others)]) + "->" + names[place]
        return lambda g: np.einsum(back, g, *(values[k] for k in others))

    back = tuple((one, pull_of(place)) for place, one in enumerate(given) if isinstance(one, Traced))
    return Traced(np.einsum(subscripts, *values), back)
