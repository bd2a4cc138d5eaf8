"""From the losses of rows to the loss of a batch."""

from __future__ import annotations

from typing import Literal, TypeAlias

import torch
from torch import Tensor

from concordant.errors import OptionError

Reduction: TypeAlias = Literal["mean", "sum", "none"]


def check_reduction(reduction: str) -> None:
    """Raise for a reduction that does not exist."""
    if reduction not in ("mean", "sum", "none"):
        msg = f'reduction must be "mean", "sum" or "none", not {reduction!r}.'
        raise OptionError(msg)


def reduced(losses: Tensor, weight: Tensor, shape: torch.Size, reduction: Reduction) -> Tensor:
    """
    Reduce losses of rows.

    Parameters
    ----------
    losses, weight : Tensor, shape (n,)
    shape : torch.Size
        Of the rows as they came, for ``"none"``.
    reduction : {"mean", "sum", "none"}
        The weighted mean (0 of a batch without rows that count), the weighted sum, or the weighted losses.
    """
    check_reduction(reduction)
    weighted = losses * weight
    if reduction == "none":
        return weighted.reshape(shape)
    return weighted.sum() if reduction == "sum" else over(weighted.sum(), weight.sum())


def over(total: Tensor, weight: Tensor) -> Tensor:
    """Divide; nothing over nothing is 0, with a gradient of 0."""
    return total / weight.where(weight != 0, 1.0)
