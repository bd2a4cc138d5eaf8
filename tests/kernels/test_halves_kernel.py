"""The kernel that widens float16, against NumPy: every number there is."""

from __future__ import annotations

import numpy as np
import pytest

from concordant import _kernels
from concordant.inputs.arrays import as_float32, as_whole_numbers


@pytest.mark.parametrize("threads", [1, 3])
def test_every_number(threads: int) -> None:
    bits = np.arange(2**16, dtype=np.uint16)
    expected = bits.view(np.float16).astype(np.float32)
    found = _kernels.floats_of_halves(bits, threads)
    undefined = np.isnan(expected)
    assert np.array_equal(np.isnan(found), undefined)
    assert np.array_equal(found.view(np.uint32)[~undefined], expected.view(np.uint32)[~undefined])  # -0 is not 0


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("most", [1.0, 127.0, 128.0, 2048.0, 65504.0])
def test_whole_numbers_take_as_few_bytes_as_those_of_float32(most: float, threads: int) -> None:
    every = np.arange(2**16, dtype=np.uint16).view(np.float16)
    every = every[np.isfinite(every) & (np.abs(every) <= most)]
    whole = every[every == np.rint(every)]
    found, wanted = as_whole_numbers(whole), _kernels.whole_numbers(whole.astype(np.float32))
    assert found is not None
    assert wanted is not None
    assert found.dtype == wanted.dtype
    assert np.array_equal(found, wanted)
    assert as_whole_numbers(every) is None
    assert np.array_equal(_kernels.whole_halves(whole.view(np.uint16), threads), wanted)


@pytest.mark.parametrize("odd", [np.nan, np.inf, -np.inf, 0.5])
def test_a_number_that_is_not_whole_leaves_none(odd: float) -> None:
    halves = np.r_[np.zeros(700), odd, np.ones(700)].astype(np.float16)
    assert as_whole_numbers(halves) is None
    assert np.array_equal(as_whole_numbers(np.repeat(halves[:700], 2)[::2]), np.zeros(700))


@pytest.mark.parametrize("shape", [(0,), (5,), (600,), (40, 30)])
def test_any_shape_and_layout(shape: tuple[int, ...]) -> None:
    halves = np.random.default_rng(0).random(shape).astype(np.float16)
    for given in (halves, halves[::-1], halves.T, np.repeat(halves, 2, 0)[::2]):
        found = as_float32(given)
        assert found.dtype == np.float32
        assert np.array_equal(found, given.astype(np.float32))
