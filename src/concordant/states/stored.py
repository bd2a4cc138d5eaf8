"""Stored states: the marks of the format, and arrays that are read only if every number is what it must be."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

import numpy as np

from concordant.errors import StateFormatError
from concordant.result.stored import Stored, is_whole
from concordant.typing import NumberArray

COUNTED = ("int64", "float64")  # rows, or sums of weights
SCORED = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64")
_MOST_CELLS = 1 << 40  # of a shape: also one that holds nothing, as NumPy adds up its other axes
_MOST_AXES = 30
_INFINITE = ("inf", "-inf")


class StoredState(Stored):
    """
    The fields of a stored state of this kind and version.

    Raises
    ------
    StateFormatError
        If it is another kind, another version, or not complete.
    """

    def __init__(self, data: Any, kind: str, version: int, names: tuple[str, ...]) -> None:
        found = data.get("state") if isinstance(data, Mapping) else type(data).__name__
        if not isinstance(data, Mapping) or not isinstance(found, str) or found != kind:
            msg = f"expected stored data of the state {kind!r}, got {found!r:.100}."
            raise StateFormatError(msg)
        marked = data.get("version")
        if type(marked) is not int or marked != version:
            msg = (
                f"this release reads version {version} of a stored {kind!r}, not version {marked!r:.100}; "
                "a newer release of Concordant may have written it."
            )
            raise StateFormatError(msg)
        super().__init__(data, f"the stored {kind!r}", names)

    def shape(self, name: str) -> tuple[int, ...]:
        """Read the shape of an array."""
        shape = tuple(self.listed(name, "sizes"))
        if not all(map(is_whole, shape)) or len(shape) > _MOST_AXES:
            self.refuse(name, "a list of sizes, 0 or more each")
        if math.prod(max(size, 1) for size in shape) > _MOST_CELLS:
            self.refuse(name, "the shape of an array that memory can hold")
        return shape

    def dtype(self, name: str, allowed: tuple[str, ...]) -> str:
        """Read the name of a type of numbers."""
        found: str = self.choice(name, allowed)
        return found

    def nested(self, name: str, shape: tuple[int, ...], dtype: str) -> NumberArray:
        """Read numbers in lists of lists of exactly this shape."""
        level: list[Any] = [self[name]]
        for size in shape:
            if not all(isinstance(part, (list, tuple)) and len(part) == size for part in level):
                self.refuse(name, f"nested lists of the shape {list(shape)}")
            level = list(chain.from_iterable(level))
        return self._numbers(name, level, dtype, ()).reshape(shape)

    def flat(self, name: str, shape: tuple[int, ...], *, undefined: bool = False) -> NumberArray:
        """Read an array of floats from one list of its numbers; infinite ones and NaN are texts."""
        texts = (*_INFINITE, "nan") if undefined else _INFINITE
        found = self._numbers(name, self.listed(name, "numbers"), "float64", texts)
        if len(found) != math.prod(shape):
            self.refuse(name, f"a list of {math.prod(shape)} numbers, as its shape is {list(shape)}")
        return found.reshape(shape)

    def row(self, name: str, dtype: str) -> NumberArray:
        """Read a list of numbers of this type, however many; infinite ones are texts."""
        return self._numbers(name, self.listed(name, "numbers"), dtype, _INFINITE if dtype.startswith("float") else ())

    def _numbers(self, name: str, values: list[Any], dtype: str, texts: tuple[str, ...]) -> NumberArray:
        """Numbers that the type holds to the last bit; of floats also these texts."""
        kinds = set(map(type, values))
        if any(issubclass(kind, str) for kind in kinds):
            values = [_of_text(value, texts) for value in values]
            kinds = set(map(type, values))
        real = dtype.startswith("float")
        if any(issubclass(kind, bool) or not issubclass(kind, (int, float) if real else int) for kind in kinds):
            self.refuse(name, "made of numbers" if real else "made of whole numbers", _first_other(values, real=real))
        wide = _floats(values) if real else _integers(values, np.iinfo(dtype))
        if wide is None:
            self.refuse(name, f"made of numbers that {dtype} holds")
        with np.errstate(over="ignore"):
            array = wide.astype(dtype)
        if real and not np.array_equal(array.astype(np.float64), wide, equal_nan=True):
            self.refuse(name, f"made of numbers that {dtype} holds")
        if real and not texts and not np.isfinite(array).all():
            self.refuse(name, "made of finite numbers")
        if real and "nan" not in texts and np.isnan(array).any():
            self.refuse(name, "made of numbers, none of them NaN")
        return array


def _of_text(value: Any, texts: tuple[str, ...]) -> Any:
    return float(value) if isinstance(value, str) and value in texts else value


def _first_other(values: Iterable[Any], *, real: bool) -> Any:
    """The first that is no number of the kind that is wanted."""
    kinds: Any = (int, float) if real else int
    return next(value for value in values if isinstance(value, bool) or not isinstance(value, kinds))


def _floats(values: list[Any]) -> NumberArray | None:
    """None if a whole number among them is none that a float holds."""
    try:
        if any(issubclass(kind, int) for kind in set(map(type, values))):
            exact = all(int(float(value)) == value for value in values if isinstance(value, int))
            return np.array(values, np.float64) if exact else None
        return np.array(values, np.float64)
    except OverflowError:
        return None


def _integers(values: list[int], bounds: Any) -> NumberArray | None:
    """None if one of them is beyond the bounds of the type."""
    if values and not bounds.min <= min(values) <= max(values) <= bounds.max:
        return None
    return np.array(values, bounds.dtype)
