"""Numbers of two bytes, which the kernels do not read, as numbers of four."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.settings import threads_for

_FEW = 1 << 9  # numbers that NumPy turns sooner than a kernel is called


def as_float32(halves: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return an array of float16 as float32, which holds all of its numbers; NumPy takes several times as long."""
    if halves.size < _FEW:
        return halves.astype(np.float32)
    bits = _bits(halves)
    return _kernels.floats_of_halves(bits, threads_for(bits.size)).reshape(halves.shape)


def as_whole_numbers(halves: npt.NDArray[Any]) -> npt.NDArray[Any] | None:
    """Return a column of float16 as integers of as few bytes as hold them all; None where one is not whole."""
    return _kernels.whole_halves(_bits(halves), threads_for(halves.size))


def _bits(halves: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return np.ascontiguousarray(halves).view(np.uint16).reshape(-1)
