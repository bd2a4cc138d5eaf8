"""The operations of PyTorch."""

# ruff: noqa: D102  (what each does stands in Operations)

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from concordant.engines.devices.operations import Operations, copies_of


class TorchOperations(Operations):
    """See `Operations`."""

    def __init__(self) -> None:
        super().__init__(torch)

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

    def from_bits(self, array: Tensor) -> Tensor:
        return array.view(torch.float64)

    def placed(self, array: npt.NDArray[Any], like: Tensor) -> Tensor:
        return torch.tensor(array, device=like.device)

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
        many, spread = copies_of(indices, size, self)
        return torch.bincount(spread, minlength=size * many).reshape(size, many).sum(1)

    def distinct(self, array: Tensor) -> tuple[Tensor, Tensor]:
        values, often = torch.unique_consecutive(array.sort().values, return_counts=True)
        return values, often

    def coded(self, array: Tensor) -> tuple[Tensor, Tensor]:
        values, indices = torch.unique(array, return_inverse=True)
        return values, indices

    def sort(self, array: Tensor) -> Tensor:
        return array.sort().values

    def added(self, indices: Tensor, values: Tensor, size: int) -> Tensor:
        many, spread = copies_of(indices, size, self)
        found = torch.zeros(size * many, dtype=torch.int64, device=values.device).scatter_add_(0, spread, values)
        return found.reshape(size, many).sum(1)

    def greatest(self, indices: Tensor, values: Tensor, size: int) -> Tensor:
        many, spread = copies_of(indices, size, self)
        found = torch.zeros(size * many, dtype=torch.float64, device=values.device)
        return found.scatter_reduce_(0, spread, values, "amax").reshape(size, many).amax(1)

    def exponents(self, array: Tensor) -> Tensor:
        return torch.frexp(array)[1].to(torch.int64)

    def host(self, array: Tensor) -> npt.NDArray[Any]:
        return np.asarray(array.detach().cpu().numpy())
