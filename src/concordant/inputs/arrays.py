"""Any column that a caller may hold becomes a NumPy array that the kernels can read."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import InputError, InputTypeError, LengthError


def as_array(values: Any, what: str, *, dimensions: tuple[int, ...] = (1,)) -> npt.NDArray[Any]:
    """View `values` as an array of native byte order; copy only where the kernels could not read it."""
    if type(values) is not np.ndarray:
        values = _converted(values, what)
    array: npt.NDArray[Any] = values
    if array.ndim == 2 and 2 not in dimensions and array.shape[1] == 1:
        array = array[:, 0]  # a column vector
    if array.ndim not in dimensions:
        expected = " or ".join(f"{d}-D" for d in dimensions)
        msg = f"{what} must be {expected}, not an array of shape {array.shape}."
        raise LengthError(msg)
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    return _readable(array)


def is_plain_integers(values: Any) -> bool:
    """Whether the kernels can read `values` as labels just as they are: the short way of the most common input."""
    return (
        type(values) is np.ndarray
        and values.ndim == 1
        and values.dtype.kind in "iub"
        and values.dtype.isnative
        and values.strides[0] % values.itemsize == 0
    )


def _converted(values: Any, what: str) -> npt.NDArray[Any]:
    if isinstance(values, np.ma.MaskedArray):
        filled: npt.NDArray[Any] = values.astype(object).filled(None) if np.any(values.mask) else values.data
        return filled
    if isinstance(values, (str, bytes, dict, set, frozenset)) or not _is_collection(values):
        msg = f"{what} must be a list, an array or a series of values, not {type(values).__name__}."
        raise InputTypeError(msg)
    if isinstance(values, (list, tuple)):
        return _from_sequence(values, what)
    if hasattr(values, "__dlpack__") and not hasattr(values, "__array__"):
        return np.from_dlpack(values)
    try:
        return np.asarray(values)
    except Exception as error:
        msg = f"{what} cannot be read as an array: {error}"
        raise InputTypeError(msg) from error


def _is_collection(values: Any) -> bool:
    return any(hasattr(values, name) for name in ("__len__", "__array__", "__dlpack__"))


def _from_sequence(values: list[Any] | tuple[Any, ...], what: str) -> npt.NDArray[Any]:
    """Convert a list; NumPy would turn [1, "a"] into text and None into NaN-like objects without a word."""
    try:
        array = np.asarray(values)
    except (ValueError, OverflowError):
        array = _objects(values)
    if array.ndim == 1 and (array.dtype.kind == "O" or _mixed(values, array)):
        return _objects(values)
    if array.ndim > 1 and array.dtype.kind == "O":
        msg = f"{what} must have rows of one length."
        raise InputError(msg)
    return array


def _mixed(values: list[Any] | tuple[Any, ...], array: npt.NDArray[Any]) -> bool:
    """Whether NumPy changed the type of some values: text made of numbers, numbers made of bools."""
    if array.dtype.kind in "US":
        return any(not isinstance(value, (str, bytes)) for value in values)
    if array.dtype.kind in "iuf":
        return any(isinstance(value, (bool, np.bool_)) for value in values)
    return False


def _objects(values: list[Any] | tuple[Any, ...]) -> npt.NDArray[Any]:
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def _readable(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Copy what the kernels cannot step through: strides that are no whole number of elements."""
    size = array.dtype.itemsize
    if array.dtype.kind not in "OUS" and size and any(stride % size for stride in array.strides):
        return array.copy()
    return array


def same_length(first: npt.NDArray[Any], second: npt.NDArray[Any], names: tuple[str, str]) -> None:
    """Raise if two columns do not have the same number of rows."""
    if len(first) != len(second):
        msg = f"{names[0]} and {names[1]} must have the same number of rows; they have {len(first)} and {len(second)}."
        raise LengthError(msg)
