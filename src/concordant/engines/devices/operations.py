"""What the array libraries call differently: the operations that the engine of devices is written in."""

from __future__ import annotations

from contextlib import AbstractContextManager
from importlib import import_module
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from concordant.inputs.arrays import library_of


class Operations(Protocol):
    """
    One library.

    `xp` is its namespace, for functions that have one name in all of them: ``where``, ``isnan``, ``floor``, ``sqrt``,
    ``searchsorted`` and the like.
    """

    xp: Any

    def exactly(self, like: Any) -> AbstractContextManager[Any]:
        """Return a context on the device of `like` in which integers and floats of 64 bits exist."""

    def kind(self, array: Any) -> str:
        """Return "b", "i" or "f", or the name of another type."""

    def place(self, array: Any) -> str:
        """Return the device by name."""

    def whole(self, array: Any) -> Any:
        """Return int64."""

    def double(self, array: Any) -> Any:
        """Return float64."""

    def single(self, array: Any) -> Any:
        """Return floats that the library can sort: half precision as float32."""

    def bits(self, array: Any, *, floats: bool) -> Any:
        """Return the bits of int64 as float64, or those of float64 as int64."""

    def low_high(self, array: Any) -> tuple[Any, Any]:
        """Return the least and the greatest value, on the host."""

    def nonzero(self, array: Any) -> Any:
        """Return the places where a 1-D array is not zero."""

    def arange(self, size: int, like: Any) -> Any:
        """Return 0, 1, ... as int64, on the device of `like`."""

    def combined(self, first: Any, size: int, second: Any) -> Any:
        """Return first * size + second."""

    def bincount(self, places: Any, size: int) -> Any:
        """Count how often each place occurs."""

    def few_pairs(self, first: Any, second: Any, size: int, other: int) -> Any:
        """Return the table of pairs of numbers below `size` and `other`, flat; None where `bincount` will do."""

    def distinct(self, array: Any) -> tuple[Any, Any]:
        """Return the distinct values, ascending, and how often each occurs."""

    def coded(self, array: Any) -> tuple[Any, Any]:
        """Return the distinct values, ascending, and where each element stands among them."""

    def sort(self, array: Any) -> Any:
        """Return the elements in ascending order."""

    def added(self, places: Any, values: Any, size: int) -> Any:
        """Return the sums of int64 at each place."""

    def greatest(self, places: Any, values: Any, size: int) -> Any:
        """Return the greatest of float64 at each place, 0 where there is none."""

    def exponents(self, array: Any) -> Any:
        """Return the least e as int64 with array < 2**e."""

    def placed(self, array: npt.NDArray[Any], like: Any) -> Any:
        """Return a NumPy array on the device of `like`."""

    def host(self, array: Any) -> npt.NDArray[Any]:
        """Return a NumPy array."""

    def shards(self, columns: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        """Return the columns of each device that a sharded array lies on."""


def operations_of(array: Any) -> Operations:
    """Return the operations of the library that holds an array."""
    library = library_of(array)
    if library == "torch":
        from concordant.engines.devices.torch_operations import TorchOperations

        return TorchOperations()
    from concordant.engines.devices.numpy_like import JaxOperations, NumpyLike

    if library == "jax":
        return JaxOperations(import_module("jax.numpy"))
    return NumpyLike(np if library is None else import_module(library))
