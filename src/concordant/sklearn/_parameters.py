"""
Checks of parameters, with scikit-learn's messages.

Each function takes the name of the public function, the name of the parameter and its value, and raises
`InvalidParameterError` for a value that does not exist. For the other modules:

- `check_arrays(function, y_true=..., y_pred=...)`, with `sparse=True` where sparse matrices are taken;
- `check_optional_array(function, "sample_weight", value)`;
- `check_boolean(function, "normalize", value)`;
- `check_choice(function, "average", value, ("macro", "micro"), none=True)`;
- `check_number(function, "beta", value, low=0.0, high=inf, closed="both")`, with `integral=True` for whole numbers and
  `none=True` where None is a value;
- `check_pos_label(function, value)`;
- `refuse(function, name, value, "what is expected")` for everything else.
"""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral, Real
from typing import Any, Literal, NoReturn

import numpy as np

from concordant.errors import OptionError
from concordant.inputs.indicators import is_sparse


class InvalidParameterError(OptionError, TypeError):
    """A parameter has a value that does not exist. It is a ValueError and a TypeError, as in scikit-learn."""


def refuse(function: str, name: str, value: Any, expected: str) -> NoReturn:
    """Raise for a parameter."""
    msg = f"The {name!r} parameter of {function} must be {expected}. Got {value!r} instead."
    raise InvalidParameterError(msg)


def check_arrays(function: str, *, sparse: bool = False, **arrays: Any) -> None:
    """Raise for what is not an array of values."""
    for name, value in arrays.items():
        if type(value) in (np.ndarray, list):
            continue
        if is_sparse(value):
            if not sparse:
                refuse(function, name, value, "an array-like")
        elif not _is_array_like(value):
            refuse(function, name, value, "an array-like" + (" or a sparse array or matrix" if sparse else ""))


def check_optional_array(function: str, name: str, value: Any) -> None:
    """Raise for what is neither None nor an array of values."""
    if value is not None and (is_sparse(value) or not _is_array_like(value)):
        refuse(function, name, value, "an array-like or None")


def _is_array_like(value: Any) -> bool:
    return any(hasattr(value, name) for name in ("__len__", "shape", "__array__")) and not np.isscalar(value)


def check_boolean(function: str, name: str, value: Any) -> None:
    """Raise for anything but True and False."""
    if not isinstance(value, (bool, np.bool_)):
        refuse(function, name, value, "an instance of 'bool' or an instance of 'numpy.bool'")


def check_choice(function: str, name: str, value: Any, choices: Sequence[str], *, none: bool = False) -> None:
    """Raise for a word that is none of the choices."""
    if (value is None and none) or (isinstance(value, str) and value in choices):
        return
    shown = ", ".join(map(repr, sorted(choices)))
    refuse(function, name, value, f"a str among {{{shown}}}" + (" or None" if none else ""))


def check_number(
    function: str,
    name: str,
    value: Any,
    *,
    low: float,
    high: float,
    closed: Literal["left", "right", "both", "neither"],
    integral: bool = False,
    none: bool = False,
) -> None:
    """Raise for a number outside an interval."""
    if value is None and none:
        return
    if isinstance(value, Integral if integral else Real):
        number: Any = value
        above = number >= low if closed in ("left", "both") else number > low
        below = number <= high if closed in ("right", "both") else number < high
        if above and below:
            return
    opening, closing = "[" if closed in ("left", "both") else "(", "]" if closed in ("right", "both") else ")"
    shown = f"{'an int' if integral else 'a float'} in the range {opening}{low}, {high}{closing}"
    refuse(function, name, value, shown + (" or None" if none else ""))


def check_pos_label(function: str, value: Any) -> None:
    """Raise for a positive label that no label can be."""
    if value is None or isinstance(value, (Real, str, bool, np.bool_)):
        return
    kinds = "an instance of 'float', an instance of 'str', an instance of 'bool' or an instance of 'numpy.bool'"
    refuse(function, "pos_label", value, f"{kinds} or None")


def check_zero_division(function: str, value: Any, *, nan: bool = True) -> float:
    """Return the number that stands for 0/0; raise for anything but "warn" (then it is 0), 0, 1 and, mostly, NaN."""
    if isinstance(value, str) and value == "warn":
        return 0.0
    if isinstance(value, Real) and (value in (0, 1) or (nan and value != value)):  # noqa: PLR0124  (NaN)
        return float(value)
    known = "a float among {0.0, 1.0}, numpy.nan" if nan else "a float among {0, 1}"
    return refuse(function, "zero_division", value, f"{known} or a str among {{'warn'}}")
