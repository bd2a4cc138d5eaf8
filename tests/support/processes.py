"""
Columns as tensors of each array library, on what is taken for a device.

Tensors of PyTorch and JAX lie on the CPU, which counts as a device here. CuPy needs a GPU: a class of NumPy's arrays
with CuPy's module name stands in for it, and NumPy for its functions, which have the same names.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from concordant.errors import ConcordantError, DeviceWarning
from concordant.inputs import arrays as tensors

LIBRARIES = ("cupy", "torch", "jax")


class ArrayOfCupy(np.ndarray):
    """What CuPy's arrays are, as far as the engine of devices looks."""

    __module__ = "cupy"

    def get(self) -> Any:
        return np.array(self.view(np.ndarray))


@contextmanager
def device_of(library: str) -> Iterator[Callable[[Any], Any]]:
    """Give a function that moves arrays to the device of a library."""
    if library != "cupy" and find_spec(library) is None:
        pytest.skip(f"{library} is not installed")
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        warnings.simplefilter("ignore", DeviceWarning)
        patch.setattr(tensors, "HOSTS", frozenset())
        if library == "cupy":
            patch.setitem(sys.modules, "cupy", np)
            yield lambda array: np.array(array).view(ArrayOfCupy)
        elif library == "torch":
            torch = import_module("torch")
            patch.setattr(torch.Tensor, "__array__", _not_read)  # as of a tensor on a GPU
            yield lambda array: torch.from_numpy(np.array(array))
        else:
            jax = import_module("jax")
            with jax.enable_x64(True):
                move = [jax.numpy.asarray]
            yield lambda array: _of_jax(jax, move[0], array)


def _not_read(*_: Any, **__: Any) -> Any:
    msg = "can't convert a tensor of a device to numpy: a kernel read it where host_array should have"
    raise TypeError(msg)


def _of_jax(jax: Any, move: Any, array: Any) -> Any:
    with jax.enable_x64(True):
        return move(np.array(array))


def moved(move: Callable[[Any], Any], options: dict[str, Any]) -> dict[str, Any]:
    return {name: move(value) if isinstance(value, np.ndarray) else value for name, value in options.items()}


def assert_refused_as_in_memory(
    call: Callable[..., Any],
    move: Callable[[Any], Any],
    columns: Any,
    options: dict[str, Any],
    error: type[ConcordantError] = ConcordantError,
) -> None:
    """Tensors are refused by the error of the same rows in memory, in the same words."""
    with pytest.raises(error) as expected:
        call(*columns, **options)
    with pytest.raises(type(expected.value)) as found:
        call(*map(move, columns), **moved(move, options))
    assert str(found.value) == str(expected.value)
