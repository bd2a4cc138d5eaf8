# ruff: noqa: ARG005  (every slope is given the result and all arguments)
"""The derivatives of NumPy's elementwise functions: from the result and the arguments, how an adjoint passes back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Pull = Callable[[Any], Any]
Slopes = Callable[..., tuple[Pull, ...]]  # result, arguments -> one for each argument


def _matmul(found: Any, a: Any, b: Any) -> tuple[Pull, ...]:
    del found
    if np.ndim(a) == 1 or np.ndim(b) == 1:
        return _vectors(a, b)
    return lambda g: g @ np.swapaxes(b, -1, -2), lambda g: np.swapaxes(a, -1, -2) @ g


def _vectors(a: Any, b: Any) -> tuple[Pull, ...]:
    """A product with a vector: of a table and a vector, or of two vectors."""
    if np.ndim(a) == 1 and np.ndim(b) == 1:
        return lambda g: g * b, lambda g: g * a
    if np.ndim(b) == 1:
        return lambda g: np.multiply.outer(g, b), lambda g: np.einsum("...ij,...i->j", a, g)
    return lambda g: np.einsum("...ij,...j->i", b, g), lambda g: np.asarray(a)[:, None] * np.asarray(g)[..., None, :]


SLOPES: dict[str, Slopes] = {
    "add": lambda r, a, b: (lambda g: g, lambda g: g),
    "subtract": lambda r, a, b: (lambda g: g, lambda g: -g),
    "multiply": lambda r, a, b: (lambda g: g * b, lambda g: g * a),
    "divide": lambda r, a, b: (lambda g: g / b, lambda g: -g * r / b),
    "negative": lambda r, a: (lambda g: -g,),
    "positive": lambda r, a: (lambda g: g,),
    "square": lambda r, a: (lambda g: 2 * g * a,),
    "sqrt": lambda r, a: (lambda g: np.where(r == 0, 0.0, g / (2 * r)),),  # at 0 no cell that holds rows can move it
    "exp": lambda r, a: (lambda g: g * r,),
    "log": lambda r, a: (lambda g: g / a,),
    "log1p": lambda r, a: (lambda g: g / (1 + a),),
    "absolute": lambda r, a: (lambda g: g * np.sign(a),),
    "power": lambda r, a, b: (lambda g: g * b * a ** (b - 1), lambda g: g * r * np.log(a)),
    "maximum": lambda r, a, b: (lambda g: g * (a >= b), lambda g: g * (b > a)),
    "minimum": lambda r, a, b: (lambda g: g * (a <= b), lambda g: g * (b < a)),
    "conjugate": lambda r, a: (lambda g: g,),
    "matmul": _matmul,
}
