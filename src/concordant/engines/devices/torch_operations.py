"""The operations of PyTorch."""

# ruff: noqa: D102  (what each does stands in Operations)

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from concordant.engines.devices.operations import copies_of

_WITH_THREADS = {"cuda"}  # devices whose threads wait for each other at the cells of a table
_MANY = 1 << 16  # rows


class TorchOperations:
    """See `Operations`."""

    xp = torch

    def exactly(self, like: Tensor) -> AbstractContextManager[Any]:
        return torch.cuda.device(like.device) if like.device.type == "cuda" else nullcontext()

    def kind(self, array: Tensor) -> str:
        if array.dtype == torch.bool:
            return "b"
        if array.is_floating_point():
            return "f"
        return str(array.dtype) if array.is_complex() or array.dtype == torch.uint64 else "i"

    def place(self, array: Tensor) -> str:
        return str(array.device)

    def whole(self, array: Tensor) -> Tensor:
        return array.to(torch.int64)

    def double(self, array: Tensor) -> Tensor:
        return array.to(torch.float64)

    def single(self, array: Tensor) -> Tensor:
        return array.float() if array.dtype.itemsize < 4 else array

    def bits(self, array: Tensor, *, floats: bool) -> Tensor:
        return array.view(torch.float64 if floats else torch.int64)

    def low_high(self, array: Tensor) -> tuple[Any, Any]:
        low, high = torch.stack(torch.aminmax(array)).tolist()
        return low, high

    def nonzero(self, array: Tensor) -> Tensor:
        return array.nonzero()[:, 0]

    def arange(self, size: int, like: Tensor) -> Tensor:
        return torch.arange(size, device=like.device)

    def combined(self, first: Tensor, size: int, second: Tensor) -> Tensor:
        return torch.add(second, first, alpha=size)  # in one pass

    def bincount(self, indices: Tensor, size: int) -> Tensor:
        return torch.bincount(indices, minlength=size)

    def few_pairs(self, first: Tensor, second: Tensor, size: int, other: int) -> Tensor | None:
        wide = max(size, other)
        if wide > MOST or len(first) < _MANY or first.device.type not in _WITH_THREADS:
            return None
        return pair_table(first, second, wide)[:size, :other].reshape(-1)

    def distinct(self, array: Tensor) -> tuple[Tensor, Tensor]:
        values, often = torch.unique_consecutive(array.sort().values, return_counts=True)
        return values, often

    def coded(self, array: Tensor) -> tuple[Tensor, Tensor]:
        values, indices = torch.unique(array, return_inverse=True)
        return values, indices

    def sort(self, array: Tensor) -> Tensor:
        return array.sort().values

    def added(self, indices: Tensor, values: Tensor, size: int) -> Tensor:
        many, spread = copies_of(indices, size, torch.arange(len(indices), device=indices.device))
        found = torch.zeros(size * many, dtype=torch.int64, device=values.device).scatter_add_(0, spread, values)
        return found.reshape(size, many).sum(1)

    def greatest(self, indices: Tensor, values: Tensor, size: int) -> Tensor:
        many, spread = copies_of(indices, size, torch.arange(len(indices), device=indices.device))
        found = torch.zeros(size * many, dtype=torch.float64, device=values.device)
        return found.scatter_reduce_(0, spread, values, "amax").reshape(size, many).amax(1)

    def exponents(self, array: Tensor) -> Tensor:
        return torch.frexp(array)[1].to(torch.int64)

    def placed(self, array: npt.NDArray[Any], like: Tensor) -> Tensor:
        return torch.tensor(array, device=like.device)

    def host(self, array: Tensor) -> npt.NDArray[Any]:
        return np.asarray(array.detach().cpu().numpy())

    def shards(self, columns: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        return [columns]


# Tables of few cells as products of matrices of 0 and 1, which no two threads of a GPU wait for.
#
# A histogram adds with atomic operations, and with few cells nearly all threads want the same: PyTorch's `bincount`
# took 5.8 ms for a million rows and 80 cells on an RTX 3080, 600 times as long as to read them (pytorch/pytorch, issue
# 96626 and pull request 97090). Here each label becomes a row of 0 and 1, and their products count the pairs, for which
# a GPU has units of its own. All sums are whole numbers up to 2,048, which half precision holds exactly, so that
# neither the order of the additions nor their precision matters.
#
# By the bytes that are moved it takes four times as long as to read the labels. It has not been timed on a GPU:
# `benchmarks/devices.py` sets it beside `bincount`.


MOST = 16  # labels of a column
_DEEP = 2048  # rows of a product
_ROWS = 1 << 22  # at once, so that the matrices of 0 and 1 stay below 300 MB


def pair_table(first: Tensor, second: Tensor, size: int) -> Tensor:
    """
    Count pairs of numbers from 0 to size - 1.

    Parameters
    ----------
    first, second : Tensor of int64, shape (n,)
    size : int
        At most 16.

    Returns
    -------
    Tensor of int64, shape (size, size)
    """
    table = torch.zeros(size, size, dtype=torch.int64, device=first.device)
    wide = -(-size // 8) * 8  # as the units for products want it
    for begin in range(0, len(first), _ROWS):
        columns = [column[begin : begin + _ROWS] for column in (first, second)]
        hot = [_one_hot(column, wide) for column in columns]
        products = torch.bmm(hot[0].transpose(1, 2), hot[1])
        table += products[:, :size, :size].to(torch.int64).sum(0)
    return table


def _one_hot(column: Tensor, wide: int) -> Tensor:
    """Rows of 0 and 1 in half precision, in blocks; the last one is filled up with rows of 0."""
    blocks = -(-len(column) // _DEEP)
    hot = torch.zeros(blocks * _DEEP, wide, dtype=torch.float16, device=column.device)
    torch.eq(column[:, None], torch.arange(wide, device=column.device), out=hot[: len(column)])
    return hot.view(blocks, _DEEP, wide)
