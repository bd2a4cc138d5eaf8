"""The operations of libraries with NumPy's names: CuPy, JAX, and NumPy itself, which stands in for CuPy in tests."""

# ruff: noqa: D102  (what each does stands in Operations)

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.engines.devices.contention import copies_of
from concordant.errors import InputError


class NumpyLike:
    """See `Operations`."""

    def __init__(self, namespace: Any) -> None:
        self.xp = namespace

    def exactly(self, like: Any) -> AbstractContextManager[Any]:
        device: Any = getattr(like, "device", None)  # of CuPy a context
        return device if hasattr(device, "__enter__") else nullcontext()

    def kind(self, array: Any) -> str:
        name = str(array.dtype)
        if name == "bool":
            return "b"
        if "float" in name:
            return "f"
        return "i" if name.startswith(("int", "uint")) and name != "uint64" else name

    def place(self, array: Any) -> str:
        return str(getattr(array, "device", "cpu"))

    def whole(self, array: Any) -> Any:
        return array.astype(np.int64)

    def double(self, array: Any) -> Any:
        return array.astype(np.float64)

    def single(self, array: Any) -> Any:
        return array.astype(np.float32) if array.dtype.itemsize < 4 else array

    def bits(self, array: Any, *, floats: bool) -> Any:
        return array.view(np.float64 if floats else np.int64)

    def low_high(self, array: Any) -> tuple[Any, Any]:
        low, high = self.host(self.xp.stack([array.min(), array.max()])).tolist()
        return low, high

    def nonzero(self, array: Any) -> Any:
        return self.xp.nonzero(array)[0]

    def arange(self, size: int, like: Any) -> Any:
        del like  # the current device
        return self.xp.arange(size, dtype=np.int64)

    def combined(self, first: Any, size: int, second: Any) -> Any:
        return first * size + second

    def bincount(self, places: Any, size: int) -> Any:
        return self.xp.bincount(places, minlength=size)

    def few_pairs(self, first: Any, second: Any, size: int, other: int) -> None:
        del first, second, size, other

    def distinct(self, array: Any) -> tuple[Any, Any]:
        values, often = self.xp.unique(array, return_counts=True)
        return values, often

    def coded(self, array: Any) -> tuple[Any, Any]:
        values, places = self.xp.unique(array, return_inverse=True)
        return values, places.reshape(-1).astype(np.int64)

    def sort(self, array: Any) -> Any:
        return self.xp.sort(array)

    def added(self, places: Any, values: Any, size: int) -> Any:
        many, spread = copies_of(places, size, self.arange(len(places), places))
        found = self._scattered("add", spread, values.view(np.uint64), size * many, np.uint64)  # CuPy adds no int64
        return found.reshape(size, many).sum(1).astype(np.int64)

    def greatest(self, places: Any, values: Any, size: int) -> Any:
        many, spread = copies_of(places, size, self.arange(len(places), places))
        return self._scattered("maximum", spread, values, size * many, np.float64).reshape(size, many).max(1)

    def exponents(self, array: Any) -> Any:
        return self.xp.frexp(array)[1].astype(np.int64)

    def placed(self, array: npt.NDArray[Any], like: Any) -> Any:
        del like  # the current device
        return self.xp.asarray(array)

    def host(self, array: Any) -> npt.NDArray[Any]:
        return np.asarray(array.get() if hasattr(array, "get") else array)

    def shards(self, columns: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        return [columns]

    def _scattered(self, how: str, places: Any, values: Any, size: int, kind: Any) -> Any:
        found = self.xp.zeros(size, dtype=kind)
        getattr(self.xp, how).at(found, places, values)
        return found


class JaxOperations(NumpyLike):
    """JAX: arrays that do not change, integers of 64 bits only where asked for, and shards of several devices."""

    def exactly(self, like: Any) -> AbstractContextManager[Any]:
        del like  # JAX computes where its arrays are
        jax = import_module("jax")
        asked = jax.enable_x64 if hasattr(jax, "enable_x64") else import_module("jax.experimental").enable_x64
        context: AbstractContextManager[Any] = asked(True)
        return context

    def place(self, array: Any) -> str:
        return ", ".join(sorted(map(str, array.sharding.device_set)))

    def shards(self, columns: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        first = columns[0]
        if len(first.sharding.device_set) == 1:
            return [columns]
        parts = [self._parts(column) for column in columns]
        if any([index for index, _ in other] != [index for index, _ in parts[0]] for other in parts[1:]):
            msg = (
                "the columns are sharded differently, so that no device has whole rows: "
                "jax.device_put(y_pred, y_true.sharding) moves one to where the other is."
            )
            raise InputError(msg)
        return list(zip(*([data for _, data in part] for part in parts), strict=True))

    def _parts(self, column: Any) -> list[tuple[Any, Any]]:
        """The rows of each shard, every row once, with where they start; all of its columns must be there."""
        if not column.is_fully_addressable:
            msg = (
                "some shards lie in other processes: make the state of the shards of each process "
                "(array.addressable_shards) and add the states."
            )
            raise InputError(msg)
        found: dict[int, Any] = {}
        for shard in column.addressable_shards:
            rows, *others = shard.index
            if any(one.indices(size) != (0, size, 1) for one, size in zip(others, column.shape[1:], strict=True)):
                msg = "an array is sharded along its columns: shard the rows alone, or replicate it."
                raise InputError(msg)
            found.setdefault(rows.indices(column.shape[0])[0], shard.data)
        return sorted(found.items(), key=lambda item: item[0])

    def _scattered(self, how: str, places: Any, values: Any, size: int, kind: Any) -> Any:
        at = self.xp.zeros(size, dtype=kind).at[places]
        return at.add(values) if how == "add" else at.max(values)
