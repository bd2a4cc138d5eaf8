"""The columns of a batch: tensors or anything NumPy can view, the rows that count, checks of tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from concordant.errors import InputTypeError, LengthError, OptionError, WeightError
from concordant.inputs.arrays import as_array, host_array


def kept_rows(columns: list[Any], mask: Any, ignore_index: int | None) -> list[Any]:
    """The rows that count."""
    true = columns[0]
    here = None if mask is None else mask if isinstance(mask, Tensor) else _as_mask(mask)
    if here is not None and (here.dtype != torch.bool or tuple(here.shape) != tuple(np.shape(true))[:1]):
        msg = f"mask must be bool, one a row: shape {tuple(np.shape(true))[:1]}, not {here.dtype} {shown(here)}."
        raise LengthError(msg)
    if ignore_index is not None and np.ndim(true) == 1:
        whole = isinstance(true, Tensor) and not true.is_floating_point()
        counts = (
            differs(true, ignore_index)
            if whole
            else torch.as_tensor(np.asarray(on_host(true, "y_true")) != ignore_index)
        )
        here = counts if here is None else here.to(counts.device) & counts
    if here is None:
        return columns
    return [None if y is None else _rows_of(y, here) for y in columns]


def _as_mask(mask: Any) -> Tensor:
    given = as_array(mask, "mask", dimensions=(1, 2))
    if given.dtype.kind not in "biuf":
        msg = f"mask must be bool, one a row, not {given.dtype}."
        raise InputTypeError(msg)
    return torch.as_tensor(given)


def _rows_of(column: Any, here: Tensor) -> Any:
    if len(column) != len(here):
        msg = f"a column has {len(column)} rows, and y_true has {len(here)}."
        raise LengthError(msg)
    return column[here.to(column.device)] if isinstance(column, Tensor) else np.asarray(column)[here.cpu().numpy()]


def on_host(column: Any, what: str) -> Any:
    """
    A tensor as an array; half precision becomes float32, which holds it exactly.

    Raises
    ------
    InputTypeError
        For tensors that hold no numbers that can be read: sparse, quantised, or on the device ``"meta"``.
    """
    return host_array(column.detach(), what) if isinstance(column, Tensor) else column


def has_values(column: Tensor) -> bool:
    """Whether the values of a tensor can be read as they are: those of a sparse or quantised one cannot."""
    return column.layout == torch.strided and column.device.type != "meta" and not column.is_quantized


def check_columns(y_true: Tensor, y_pred: Tensor, weight: Tensor | None) -> None:
    """Raise unless there is a label of both and a weight for each row; no value is looked at."""
    if y_true.shape != y_pred.shape:
        msg = f"y_true and y_pred must have the same length, not {len(y_true)} and {len(y_pred)}."
        raise LengthError(msg)
    if weight is not None and weight.shape != y_true.shape:
        msg = f"sample_weight must have one number a row, {len(y_true)}, not the shape {shown(weight)}."
        raise WeightError(msg)


def check_rows(columns: Sequence[Any]) -> None:
    """Raise unless all columns have as many rows as the first."""
    for column in columns[1:]:
        if column is not None and len(column) != len(columns[0]):
            msg = f"a column has {len(column)} rows, and y_true has {len(columns[0])}."
            raise LengthError(msg)


def check_ignore_index(ignore_index: Any) -> None:
    """Raise unless it is a whole number that a target can hold."""
    whole = isinstance(ignore_index, (int, np.integer)) and not isinstance(ignore_index, bool)
    if not whole or not -(2**63) <= ignore_index < 2**63:
        msg = f"ignore_index must be a whole number of int64, such as -100, not {ignore_index!r:.80}."
        raise OptionError(msg)


def differs(target: Tensor, ignore_index: int) -> Tensor:
    """Where a target is to be counted; as int64, since bytes would be compared with -100 modulo 256."""
    return target.to(torch.int64) != ignore_index


def shown(values: Tensor) -> str:
    """The shape of a tensor as text."""
    return str(tuple(values.shape))
