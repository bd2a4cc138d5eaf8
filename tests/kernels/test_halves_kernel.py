"""The kernel that widens float16, against NumPy: every number there is."""

from __future__ import annotations

import numpy as np
import pytest

from concordant import _kernels
from concordant.inputs.halves import as_float32


@pytest.mark.parametrize("threads", [1, 3])
def test_every_number(threads: int) -> None:
    bits = np.arange(2**16, dtype=np.uint16)
    expected = bits.view(np.float16).astype(np.float32)
    found = _kernels.floats_of_halves(bits, threads)
    undefined = np.isnan(expected)
    assert np.array_equal(np.isnan(found), undefined)
    assert np.array_equal(found.view(np.uint32)[~undefined], expected.view(np.uint32)[~undefined])  # -0 is not 0


@pytest.mark.parametrize("shape", [(0,), (5,), (600,), (40, 30)])
def test_any_shape_and_layout(shape: tuple[int, ...]) -> None:
    halves = np.random.default_rng(0).random(shape).astype(np.float16)
    for given in (halves, halves[::-1], halves.T, np.repeat(halves, 2, 0)[::2]):
        found = as_float32(given)
        assert found.dtype == np.float32
        assert np.array_equal(found, given.astype(np.float32))
