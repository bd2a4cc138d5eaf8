"""
Tables of few cells as products of matrices of 0 and 1, which no two threads of a GPU wait for.

A histogram adds with atomic operations, and with few cells nearly all threads want the same: PyTorch's `bincount` took
5.8 ms for a million rows and 80 cells on an RTX 3080, 600 times as long as to read them (pytorch/pytorch, issue 96626
and pull request 97090). Here each label becomes a row of 0 and 1, and their products count the pairs, for which a GPU
has units of its own. All sums are whole numbers up to 2,048, which half precision holds exactly, so that neither the
order of the additions nor their precision matters.

By the bytes that are moved it takes four times as long as to read the labels. It has not been timed on a GPU:
`benchmarks/devices.py` sets it beside `bincount`.
"""

from __future__ import annotations

import torch
from torch import Tensor

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
