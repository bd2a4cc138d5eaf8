"""The kernel of sums of losses as whole numbers, against NumPy, to the bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.testing import assert_array_equal

from concordant import _kernels

Array = npt.NDArray[Any]


def digits(y: Array, p: Array) -> Array:
    """The cells of each row, (n, 11): losses are whole multiples of 2**-40, of which the lower digit has 24 bits."""
    squared, surprise = (_kernels.binary_loss_values(y, 0, 1, p, kind, 1).values for kind in ("squared", "surprise"))
    infinite = np.isinf(surprise)
    surprise = np.where(infinite, 0.0, surprise)
    whole = np.rint(np.stack([p, squared, squared**2, surprise, surprise**2], 1) * 2.0**40).astype(np.int64)
    both = np.stack([whole >> 24, whole & ((1 << 24) - 1)], 2).reshape(len(y), 10)
    return np.concatenate([both, infinite[:, None].astype(np.int64)], 1)


def twin(y: Array, p: Array, group: Array, groups: int) -> Array:
    cells = np.zeros((groups, 2, 11), np.int64)
    np.add.at(cells, (group, y), digits(y, p))
    return cells


PROBABILITIES = st.one_of(st.floats(0, 1), st.sampled_from([0.0, 1.0, 0.5, 5e-324, 1 - 2**-53, 2.0**-41]))


@settings(max_examples=40)
@given(data=st.data(), rows=st.sampled_from([0, 1, 7, 511, 512, 1100]))
def test_cells_as_numpy(data: st.DataObject, rows: int) -> None:
    p = np.resize(data.draw(hnp.arrays(np.float64, min(rows, 20), elements=PROBABILITIES)), rows)
    rng = np.random.default_rng(data.draw(st.integers(0, 99)))
    y, group = rng.integers(0, 2, rows), rng.integers(0, 3, rows)
    cells = np.zeros((3, 2, 11), np.int64)
    assert _kernels.add_loss_digits(y, p, cells, group) == -1
    assert_array_equal(cells, twin(y, p, group, 3))
    assert _kernels.add_loss_digits(y, p, cells[:1]) == -1
    assert_array_equal(cells[0], twin(y, p, group, 3)[0] + twin(y, p, np.zeros(rows, np.int64), 1)[0])


def test_odd_rows_and_cells_are_refused() -> None:
    y, p, cells = np.array([0, 1]), np.array([0.5, 0.5]), np.zeros((1, 2, 11), np.int64)
    assert _kernels.add_loss_digits(np.array([0, 2]), p, cells) == 0
    assert _kernels.add_loss_digits(y, np.array([0.5, np.nan]), cells) == 0
    assert not cells.any()
    for bad, says in (
        ({"group": np.array([0, 1])}, "beyond the cells"),
        ({"group": np.array([0, -1])}, "beyond the cells"),
        ({"group": np.array([0])}, "different lengths"),
        ({"cells": cells[:0]}, "there is no group"),
    ):
        with pytest.raises(ValueError, match=says):
            _kernels.add_loss_digits(**{"y_true": y, "y_prob": p, "cells": cells, **bad})  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="cells are int64"):
        _kernels.add_loss_digits(y, p, cells[:, :, :10].copy())
