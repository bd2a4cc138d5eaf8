"""The kernels of the loss of each row, against NumPy and against the moments that are taken of the same losses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from records import values_of

from concordant import _kernels

Array = npt.NDArray[Any]
RNG = np.random.default_rng(3)


def surprise(y: Array, p: Array) -> Array:
    with np.errstate(divide="ignore"):
        return np.where(y == 1, -np.log(p), -np.log1p(-p))


BINARY: dict[str, Callable[[Array, Array], Array]] = {
    "squared": lambda y, p: (p - y) ** 2,
    "surprise": surprise,
    "ranked": lambda y, p: (p - y) ** 2,
    "hinge": lambda y, p: np.maximum(0.0, 1 - (2 * y - 1) * p),
}


def ranked(code: Array, p: Array) -> Array:
    happened = code[:, None] <= np.arange(p.shape[1])
    return np.asarray(((p.cumsum(1) - happened) ** 2)[:, :-1].mean(1))


def crammer(code: Array, p: Array) -> Array:
    own = np.take_along_axis(p, code[:, None], 1)[:, 0]
    others = np.where(np.arange(p.shape[1]) == code[:, None], -np.inf, p).max(1)
    return np.maximum(0.0, 1 - (own - others))


CLASSES: dict[str, Callable[[Array, Array], Array]] = {
    "squared": lambda c, p: ((p - np.eye(p.shape[1])[c]) ** 2).sum(1),
    "surprise": lambda c, p: -np.log(np.take_along_axis(p, c[:, None], 1)[:, 0]),
    "ranked": ranked,
    "hinge": crammer,
}


@pytest.mark.parametrize("rows", [0, 1, 5, 4099])
@pytest.mark.parametrize("loss", BINARY)
def test_two_classes_as_numpy(loss: str, rows: int) -> None:
    y, p = RNG.integers(0, 2, rows), RNG.random(rows)
    values, bad_label, bad_value = values_of(_kernels.binary_loss_values(y, 0, 1, p, loss, 2))
    assert (bad_label, bad_value) == (-1, -1)
    assert_allclose(values, BINARY[loss](y, p), rtol=1e-13, atol=1e-15)


@pytest.mark.parametrize("rows", [0, 1, 5, 4099])
@pytest.mark.parametrize("loss", CLASSES)
def test_several_classes_as_numpy(loss: str, rows: int) -> None:
    codes, p = RNG.integers(0, 4, rows), RNG.random((rows, 4)) + 0.01
    p = p / p.sum(1, keepdims=True)
    values, bad_label, bad_value = values_of(_kernels.class_loss_values(codes, p, loss, 2))
    assert (bad_label, bad_value) == (-1, -1)
    assert_allclose(values, CLASSES[loss](codes, p), rtol=1e-13, atol=1e-15)


def test_threads_do_not_matter_and_the_moments_are_of_these_values() -> None:
    rows = 600_000
    y, p = RNG.integers(0, 2, rows), RNG.random(rows)
    one = _kernels.binary_loss_values(y, 0, 1, p, "surprise", 1).values
    assert_array_equal(one, _kernels.binary_loss_values(y, 0, 1, p, "surprise", 4).values)
    weight, _, mean, comoment, *_ = values_of(_kernels.binary_loss_moments(y, 0, 1, p, None, "surprise", 1))
    assert weight == rows
    assert_allclose(mean[0], one.mean(), rtol=1e-13)
    assert_allclose(comoment[0, 0], ((one - one.mean()) ** 2).sum(), rtol=1e-12)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("label", [np.int64, np.uint8, np.int32, bool])
def test_types_and_strides_are_read(label: Any, dtype: Any) -> None:
    y, p = RNG.integers(0, 2, 200).astype(label), RNG.random(200).astype(dtype)
    values = _kernels.binary_loss_values(y[::3], 0, 1, p[::-1][::3], "squared").values
    assert_allclose(values, (p[::-1][::3].astype(float) - y[::3]) ** 2, rtol=1e-14)


def test_the_first_odd_row_is_told() -> None:
    p = np.full(3000, 0.5)
    p[2500] = np.nan
    assert _kernels.binary_loss_values(np.zeros(3000, np.int64), 0, 1, p, "squared").bad_value == 2500
    y = np.zeros(10, np.int64)
    y[7] = 3
    assert _kernels.binary_loss_values(y, 0, 1, np.full(10, 0.5), "squared").bad_label == 0  # the block
    matrix = np.full((5, 2), 0.5)
    matrix[3, 1] = 1.5
    assert _kernels.class_loss_values(np.zeros(5, np.int64), matrix, "squared").bad_value == 3


def test_an_impossible_event_has_an_infinite_surprise() -> None:
    assert _kernels.binary_loss_values(np.array([1, 0]), 0, 1, np.array([0.0, 0.0]), "surprise").values.tolist() == [
        np.inf,
        0,
    ]


def test_lengths_and_losses_are_checked() -> None:
    with pytest.raises(ValueError, match="arrays of different lengths"):
        _kernels.binary_loss_values(np.zeros(2, np.int64), 0, 1, np.zeros(3), "squared")
    with pytest.raises(ValueError, match="arrays of different lengths"):
        _kernels.class_loss_values(np.zeros(2, np.int64), np.zeros((3, 2)), "squared")
    with pytest.raises(ValueError, match="loss is 'squared'"):
        _kernels.class_loss_values(np.zeros(2, np.int64), np.zeros((2, 2)), "cubed")
