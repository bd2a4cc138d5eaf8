"""Any column that a caller may hold becomes a NumPy array that the kernels can read."""

from __future__ import annotations

from decimal import Decimal
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import InputError, InputTypeError, LengthError
from concordant.inputs.tensors import host_array, library_of

_NUMBERS = (Real, Decimal, np.bool_)
READ = "?bhilqBHILQfd"  # types of numbers that the kernels read
PLAIN_INTEGERS = "bhilqBHI?"  # not uint64: int64 may not hold its labels


def as_array(values: Any, what: str, *, dimensions: tuple[int, ...] = (1,)) -> npt.NDArray[Any]:
    """View `values` as an array of native byte order; copy only where the kernels could not read it."""
    if type(values) is not np.ndarray:
        values = _converted(values, what, rows=2 in dimensions)
    array: npt.NDArray[Any] = values
    if array.ndim == 2 and 2 not in dimensions and array.shape[1] == 1:
        array = array[:, 0]  # a column vector
    if array.ndim not in dimensions:
        expected = " or ".join(f"{d}-D" for d in dimensions)
        msg = f"{what} must be {expected}, not an array of shape {array.shape}."
        raise LengthError(msg)
    return readable(array)


def is_plain(values: Any, types: str) -> bool:
    """Whether the kernels can read `values` as a column of one of these types (NumPy's letters) just as they are."""
    if type(values) is not np.ndarray or values.ndim != 1:
        return False
    kind = values.dtype
    return kind.char in types and kind.isnative and values.strides[0] % kind.itemsize == 0


def is_plain_integers(values: Any) -> bool:
    """Whether the kernels can read `values` as labels just as they are: the short way of the most common input."""
    return is_plain(values, PLAIN_INTEGERS)


def is_plain_floats(values: Any) -> bool:
    """Whether the kernels can read `values` as a column of floats just as they are."""
    return is_plain(values, "df")


def is_plain_numbers(values: Any) -> bool:
    """Whether the kernels can read `values` as a column of numbers just as they are."""
    return is_plain(values, READ)


def is_read(array: npt.NDArray[Any]) -> bool:
    """Whether the kernels read numbers of this type."""
    return array.dtype.char in READ


def is_matrix(values: Any) -> bool:
    """Whether `values` have two dimensions and not just one column. A list of tuples is a column of such labels."""
    if isinstance(values, (list, tuple)):
        first = values[0] if values else None
        return isinstance(first, (list, np.ndarray)) and _is_flat(first) and len(first) != 1
    shape = getattr(values, "shape", None)
    return isinstance(shape, tuple) and len(shape) == 2 and shape[1] != 1


def _is_flat(row: Any) -> bool:
    try:
        return np.ndim(row) == 1
    except ValueError:  # ragged, or nested without an end
        return False


def _converted(values: Any, what: str, *, rows: bool) -> npt.NDArray[Any]:
    if isinstance(values, np.ma.MaskedArray):
        return _unmasked(values)
    if isinstance(values, (str, bytes, dict, set, frozenset)) or not _is_collection(values):
        msg = f"{what} must be a list, an array or a series of values, not {type(values).__name__}."
        raise InputTypeError(msg)
    if isinstance(values, (list, tuple)):
        return _from_sequence(values, what, rows=rows)
    if library_of(values) is not None:
        return host_array(values, what)
    try:
        if hasattr(values, "__dlpack__") and not hasattr(values, "__array__"):
            return np.from_dlpack(values)
        return np.asarray(values)
    except Exception as error:
        msg = f"{what} cannot be read as an array: {error}"
        raise InputTypeError(msg) from error


def _unmasked(values: Any) -> npt.NDArray[Any]:
    """A masked array with None where it is masked: what lies under the mask is not for us."""
    mask = np.ma.getmaskarray(values)
    data: npt.NDArray[Any] = np.asarray(values.data)
    if not mask.any():
        return data
    data = data.astype(object)
    data[mask] = None
    return data


def _is_collection(values: Any) -> bool:
    return any(hasattr(values, name) for name in ("__len__", "__array__", "__dlpack__"))


def _from_sequence(values: list[Any] | tuple[Any, ...], what: str, *, rows: bool) -> npt.NDArray[Any]:
    """Convert a list; NumPy would turn [1, "a"] into text and None into NaN-like objects without a word."""
    first = values[0] if values else None
    if isinstance(first, tuple) and len(first) != 1 and not rows:
        return _objects(values)  # labels that are tuples; tuples of one value are rows of a column, as databases fetch
    try:
        array = np.asarray(values)
    except (ValueError, OverflowError) as error:
        if any(isinstance(value, (list, tuple, np.ndarray)) for value in values):
            msg = f"{what} must have rows of one length."
            raise InputError(msg) from error
        return _objects(values)
    if array.ndim == 1 and (array.dtype.kind == "O" or _mixed(values, array)):
        return _objects(values)
    return array


def _mixed(values: list[Any] | tuple[Any, ...], array: npt.NDArray[Any]) -> bool:
    """Whether NumPy changed some values: text made of numbers, numbers made of bools, digits of integers lost."""
    kinds = set(map(type, values))
    if array.dtype.kind in "US":  # an enum of texts is written by its own __str__
        return not kinds <= ({str, np.str_} if array.dtype.kind == "U" else {bytes, np.bytes_})
    if array.dtype.kind in "iuf" and any(issubclass(kind, (bool, np.bool_)) for kind in kinds):
        return True
    if array.dtype.kind != "f" or not any(issubclass(kind, (int, np.integer)) for kind in kinds):
        return False
    return any(isinstance(value, (int, np.integer)) and abs(int(value)) > 2**53 for value in values)


def _objects(values: list[Any] | tuple[Any, ...]) -> npt.NDArray[Any]:
    return np.fromiter(values, dtype=object, count=len(values))


def floats_of(objects: npt.NDArray[Any], what: str, error: type[InputError]) -> npt.NDArray[np.float64]:
    """Python's numbers as floats, missing ones as NaN; text is not parsed."""
    values = objects.ravel().tolist()
    text = next((x for x in values if isinstance(x, (str, bytes))), None)
    if text is not None:
        msg = f"{what} must hold numbers, not text (such as {text!r})."
        raise error(msg)
    other = next((x for x in values if not (is_absent(x) or isinstance(x, _NUMBERS))), None)
    if other is not None:
        msg = f"{what} must hold numbers, not values of type {type(other).__name__} (such as {other!r})."
        raise error(msg)
    try:
        floats = np.array([np.nan if is_absent(x) else x for x in values], dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as cause:
        msg = f"{what} must hold numbers: {cause}"
        raise error(msg) from cause
    return floats.reshape(objects.shape)


def is_absent(value: Any) -> bool:
    """Whether it is None or the NA of pandas (which need not be installed)."""
    return value is None or type(value).__name__ == "NAType"


def readable(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Copy what the kernels cannot read: the other byte order, and strides that are no whole number of elements."""
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    size = array.dtype.itemsize
    if array.dtype.kind not in "OUS" and size and any(stride % size for stride in array.strides):
        return array.copy()
    return array


def same_length(first: npt.NDArray[Any], second: npt.NDArray[Any], names: tuple[str, str]) -> None:
    """Raise if two columns do not have the same number of rows."""
    if len(first) != len(second):
        msg = f"{names[0]} and {names[1]} must have the same number of rows; they have {len(first)} and {len(second)}."
        raise LengthError(msg)
