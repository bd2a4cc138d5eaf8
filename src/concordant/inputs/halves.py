"""Numbers of two bytes, which the kernels do not read, as numbers of four."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.threads import threads_for

_FEW = 1 << 9  # numbers that NumPy turns sooner than a kernel is called


def as_float32(halves: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return an array of float16 as float32, which holds all of its numbers; NumPy takes several times as long."""
    if halves.size < _FEW:
        return halves.astype(np.float32)
    bits = np.ascontiguousarray(halves).view(np.uint16).reshape(-1)
    return _kernels.floats_of_halves(bits, threads_for(bits.size)).reshape(halves.shape)
