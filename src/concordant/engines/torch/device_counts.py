"""Counts on a device: tables of int64 that are added there and summed over processes without a rounding."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import torch
from torch import Tensor, distributed

from concordant.engines.torch.processes import collective_device
from concordant.inputs.classes import unknown_labels
from concordant.states import Counts
from concordant.typing import Label


class DeviceCounts:
    """
    What becomes `Counts`: pairs of declared labels, counted where the tensors are.

    Tables are replaced, never changed in place: those made under `torch.inference_mode` could not be.

    Parameters
    ----------
    labels : tuple
        The K labels in their order.
    device : torch.device or None
        Where the tables live; None: where the first rows come from.

    Attributes
    ----------
    table : Tensor of int64, shape (K, K)
        Rows without weights.
    sums : Tensor of float64, shape (2, K, K)
        Sums of weights and of squared weights.
    weighted : bool
        Whether a row came with a weight.
    """

    def __init__(self, labels: tuple[Label, ...], device: torch.device | None) -> None:
        self.empty = Counts.empty(labels)  # checks the labels
        self.labels = self.empty.labels
        self.device = device
        whole = all(isinstance(x, (int, np.integer)) and -(2**63) <= x < 2**63 for x in self.labels)  # also bools
        # on the CPU also under `with torch.device("meta")`, as large models are made
        self.values = torch.tensor([int(x) for x in self.labels], device="cpu") if whole else None  # type: ignore[call-overload]
        self.dense = whole and [int(x) for x in self.labels] == list(range(len(self.labels)))  # type: ignore[call-overload]
        self.clear()

    def clear(self) -> None:
        """Forget all rows."""
        size = len(self.labels)
        device = self.device or torch.device("cpu")
        self.table = torch.zeros(size, size, dtype=torch.int64, device=device)
        self.sums = torch.zeros(2, size, size, dtype=torch.float64, device=_of_doubles(device))
        self.weighted = False
        self.missing = 0

    def to(self, device: torch.device) -> None:
        """Move the tables."""
        self.device = device
        self.table, self.sums = self.table.to(device), self.sums.to(_of_doubles(device))

    def takes(self, y_true: Any, y_pred: Any) -> bool:
        """
        Whether these are to be counted on their device: tensors of whole numbers, as the labels are.

        On the CPU the kernels of `Counts` are quicker than PyTorch's.
        """
        columns = (y_true, y_pred)
        beside = isinstance(y_true, Tensor) and y_true.device.type != "cpu"
        return (
            self.values is not None
            and beside
            and all(
                isinstance(y, Tensor) and y.ndim == 1 and not (y.is_floating_point() or y.is_complex()) for y in columns
            )
        )

    def count(self, y_true: Tensor, y_pred: Tensor, weight: Tensor | None) -> None:
        """Add rows, which `takes` said yes to."""
        if self.device is None:
            self.to(y_true.device)
        size = len(self.labels)
        cells = self._places(y_true) * size + self._places(y_pred)
        if weight is None:
            found = torch.bincount(cells, minlength=size * size)
            self.table = self.table + found.reshape(size, size).to(self.table.device)
            return
        weight = weight.to(self.sums.device, torch.float64)
        cells = cells.to(self.sums.device)
        # index_add, unlike bincount, also where algorithms must be deterministic
        flat = self.sums.reshape(2, size * size)
        self.sums = flat.index_add(1, cells, torch.stack([weight, weight.square()])).reshape(2, size, size)
        self.weighted = True

    def add(self, counts: Counts) -> None:
        """Add a state of the same labels."""
        counts = self.empty + counts  # raises for other labels
        if counts.squares is None:
            self.table = self.table + torch.from_numpy(counts.table).to(self.table.device)
        else:
            both = torch.from_numpy(np.stack([counts.table, counts.squares]).astype(np.float64))
            self.sums = self.sums + both.to(self.sums.device)
            self.weighted = True
        self.missing += counts.missing

    def total(self) -> Counts:
        """Return the state of the rows of this process."""
        return self._as_counts(self.table, self.sums, self.missing, weighted=self.weighted)

    def gathered(self, group: Any) -> Counts:
        """Return the state of the rows of all processes: whole numbers are exact, weights are added by rank."""
        device = collective_device(group, self.table.device)
        flags = torch.tensor([int(self.weighted), self.missing], device=device)
        whole = torch.cat([self.table.reshape(-1).to(device), flags])
        distributed.all_reduce(whole, group=group)
        weighted, missing = whole[-2:].tolist()
        sums = self.sums
        if weighted:
            mine = self.sums.to(device)
            parts = [torch.empty_like(mine) for _ in range(distributed.get_world_size(group))]
            distributed.all_gather(parts, mine, group=group)
            sums = torch.zeros_like(mine)
            for part in parts:
                sums += part
        return self._as_counts(whole[:-2].reshape(self.table.shape), sums, missing, weighted=bool(weighted))

    def _as_counts(self, table: Tensor, sums: Tensor, missing: int, *, weighted: bool) -> Counts:
        whole = Counts(table.cpu().numpy().copy(), self.labels, self.empty.ordered, missing=missing)
        if not weighted:
            return whole
        weights, squares = sums.cpu().numpy().copy()
        return whole + Counts(weights, self.labels, self.empty.ordered, squares)

    def _places(self, y: Tensor) -> Tensor:
        """Where each label stands among the declared ones."""
        whole = y.to(torch.int64)
        if self.dense and y.numel():
            low, high = whole.aminmax()
            if not bool((low < 0) | (high >= len(self.labels))):
                return whole
        ascending, order = cast("Tensor", self.values).to(y.device).sort()  # `takes` said that they are numbers
        whole = whole.contiguous()
        place = torch.searchsorted(ascending, whole).clamp_max(len(self.labels) - 1)
        strange = ascending[place] != whole
        if bool(strange.any()):
            raise unknown_labels(sorted(set(whole[strange].tolist())), self.labels)
        return order[place]


def _of_doubles(device: torch.device) -> torch.device:
    """Where float64 exists: everywhere but on Apple's GPUs."""
    return torch.device("cpu") if device.type == "mps" else device
