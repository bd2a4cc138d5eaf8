"""What the array libraries (PyTorch, CuPy, JAX) call differently."""

# ruff: noqa: D102  (what each does stands in Operations)

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import ConcordantError, DeviceMemoryError
from concordant.inputs.arrays import library_of


def operations_of(array: Any) -> Operations:
    """Return the operations of the library that holds an array."""
    library = library_of(array)
    if library == "torch":
        from concordant.engines.devices.torch_operations import TorchOperations

        return TorchOperations()
    if library == "jax":
        return JaxOperations(import_module("jax.numpy"))
    return Operations(np if library is None else import_module(library))


@contextmanager
def working_on(operations: Operations, like: Any) -> Iterator[None]:
    """
    Work on the device of an array, with numbers of 64 bits.

    Raises
    ------
    DeviceMemoryError
        If its memory does not suffice.
    """
    try:
        with operations.exactly(like):
            yield
    except ConcordantError:
        raise
    except Exception as error:
        if type(error).__name__ != "OutOfMemoryError" and "RESOURCE_EXHAUSTED" not in str(error):
            raise
        raise DeviceMemoryError(
            f"the memory of {operations.place(like)} does not suffice for {len(like)} rows: make states of parts of "
            "the rows and add them, or bring the rows to the host."
        ) from error


_BINS = 1 << 14  # of all copies together


def copies_of(indices: Any, size: int, operations: Operations) -> tuple[int, Any]:
    """
    Return how many copies there are of each sum, and the copy that each row adds to.

    The copies of one sum lie side by side. Threads of a GPU wait for each other where all of them add to few sums.
    """
    many = max(1, min(_BINS // max(size, 1), 256))
    return many, indices if many == 1 else indices * many + operations.arange(len(indices), indices) % many


class Operations:
    """
    One library: these are NumPy and CuPy, others are subclasses.

    `xp` is its namespace, for functions that have one name in all of them: ``where``, ``isnan``, ``floor``, ``sqrt``,
    ``searchsorted`` and the like.
    """

    def __init__(self, namespace: Any) -> None:
        self.xp = namespace

    def exactly(self, like: Any) -> AbstractContextManager[Any]:
        """Return a context on the device of `like` in which integers and floats of 64 bits exist."""
        device: Any = getattr(like, "device", None)  # of CuPy a context
        return device if hasattr(device, "__enter__") else nullcontext()

    def kind(self, array: Any) -> str:
        """Return "b", "i" or "f", or the name of another type."""
        name = str(array.dtype)
        if name == "bool":
            return "b"
        if "float" in name:
            return "f"
        return "i" if name.startswith(("int", "uint")) and name != "uint64" else name

    def place(self, array: Any) -> str:
        """Return the device by name."""
        return str(getattr(array, "device", "cpu"))

    def whole(self, array: Any) -> Any:
        """Return int64."""
        return array.astype(np.int64)

    def double(self, array: Any) -> Any:
        """Return float64."""
        return array.astype(np.float64)

    def single(self, array: Any) -> Any:
        """Return floats that the library can sort: half precision as float32."""
        return array.astype(np.float32) if array.dtype.itemsize < 4 else array

    def from_bits(self, array: Any) -> Any:
        """Return the bits of int64 as float64."""
        return array.view(np.float64)

    def placed(self, array: npt.NDArray[Any], like: Any) -> Any:
        """Return a NumPy array on the device of `like`."""
        del like  # the current device
        return self.xp.asarray(array)

    def low_high(self, array: Any) -> tuple[Any, Any]:
        """Return the least and the greatest value, on the host."""
        low, high = self.host(self.xp.stack([array.min(), array.max()])).tolist()
        return low, high

    def nonzero(self, array: Any) -> Any:
        """Return the indices where a 1-D array is not zero."""
        return self.xp.nonzero(array)[0]

    def arange(self, size: int, like: Any) -> Any:
        """Return 0, 1, ... as int64, on the device of `like`."""
        del like  # the current device
        return self.xp.arange(size, dtype=np.int64)

    def combined(self, first: Any, size: int, second: Any) -> Any:
        """Return first * size + second."""
        return first * size + second

    def bincount(self, indices: Any, size: int) -> Any:
        """Count how often each index occurs."""
        return self.xp.bincount(indices, minlength=size)

    def distinct(self, array: Any) -> tuple[Any, Any]:
        """Return the distinct values, ascending, and how often each occurs."""
        values, often = self.xp.unique(array, return_counts=True)
        return values, often

    def coded(self, array: Any) -> tuple[Any, Any]:
        """Return the distinct values, ascending, and where each element stands among them."""
        values, indices = self.xp.unique(array, return_inverse=True)
        return values, indices.reshape(-1).astype(np.int64)

    def sort(self, array: Any) -> Any:
        """Return the elements in ascending order."""
        return self.xp.sort(array)

    def added(self, indices: Any, values: Any, size: int) -> Any:
        """Return the sums of int64 at each index."""
        many, spread = copies_of(indices, size, self)
        found = self._scattered("add", spread, values.view(np.uint64), size * many, np.uint64)  # CuPy adds no int64
        return found.reshape(size, many).sum(1).astype(np.int64)

    def greatest(self, indices: Any, values: Any, size: int) -> Any:
        """Return the greatest of float64 at each index, 0 where there is none."""
        many, spread = copies_of(indices, size, self)
        return self._scattered("maximum", spread, values, size * many, np.float64).reshape(size, many).max(1)

    def exponents(self, array: Any) -> Any:
        """Return the least e as int64 with array < 2**e."""
        return self.xp.frexp(array)[1].astype(np.int64)

    def host(self, array: Any) -> npt.NDArray[Any]:
        """Return a NumPy array."""
        return np.asarray(array.get() if hasattr(array, "get") else array)

    def _scattered(self, how: str, indices: Any, values: Any, size: int, kind: Any) -> Any:
        found = self.xp.zeros(size, dtype=kind)
        getattr(self.xp, how).at(found, indices, values)
        return found


class JaxOperations(Operations):
    """JAX: arrays that do not change, and integers of 64 bits only where asked for."""

    def exactly(self, like: Any) -> AbstractContextManager[Any]:
        del like  # JAX computes where its arrays are
        jax = import_module("jax")
        asked = jax.enable_x64 if hasattr(jax, "enable_x64") else import_module("jax.experimental").enable_x64
        context: AbstractContextManager[Any] = asked(True)
        return context

    def place(self, array: Any) -> str:
        return str(next(iter(array.sharding.device_set)))

    def _scattered(self, how: str, indices: Any, values: Any, size: int, kind: Any) -> Any:
        at = self.xp.zeros(size, dtype=kind).at[indices]
        return at.add(values) if how == "add" else at.max(values)
