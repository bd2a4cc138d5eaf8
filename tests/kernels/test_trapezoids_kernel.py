"""The area under given points, against NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from records import values_of

from concordant import _kernels

numbers = st.floats(-1e6, 1e6)


@given(points=st.lists(st.tuples(numbers, numbers), max_size=20))
def test_any_points(points: Any) -> None:
    x, y = np.array(points, dtype=np.float64).reshape(-1, 2).T
    area, falls, rises = values_of(_kernels.trapezoids(x, y, 1))
    steps = np.diff(x)
    assert area == pytest.approx((steps * (y[1:] + y[:-1])).sum() / 2, rel=1e-12, abs=1e-3)
    assert (falls, rises) == (bool((steps < 0).any()), bool((steps > 0).any()))


@pytest.mark.parametrize("kind", [np.float64, np.float32, np.int16, np.uint8])
def test_every_kind_and_layout(kind: Any) -> None:
    x, y = np.arange(12).astype(kind)[::2], np.arange(12).astype(kind)[::-2]
    assert values_of(_kernels.trapezoids(x, y, 1)) == (55.0 + 5.0, False, True)
    assert values_of(_kernels.trapezoids(x[::-1], y, 1))[1:] == (True, False)


def test_many_points_on_any_number_of_threads() -> None:
    rng = np.random.default_rng(0)
    x, y = np.sort(rng.random(300_001)), rng.random(300_001)
    found = [values_of(_kernels.trapezoids(x, y, threads)) for threads in (1, 2, 5)]
    assert found[0][0] == pytest.approx(np.trapezoid(y, x), rel=1e-12)
    assert len(set(found)) == 1  # to the last bit


def test_too_few_points_and_other_lengths() -> None:
    assert values_of(_kernels.trapezoids(np.ones(1), np.ones(1), 1)) == (0.0, False, False)
    assert values_of(_kernels.trapezoids(np.ones(0), np.ones(0), 1)) == (0.0, False, False)
    with pytest.raises(ValueError, match="different lengths"):
        _kernels.trapezoids(np.ones(2), np.ones(3), 1)
