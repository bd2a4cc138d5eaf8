"""Counts on a device: tables of int64 that are added there and summed over processes without a rounding."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor, distributed

from concordant.engines.devices.groups import exact_sums
from concordant.engines.devices.operations import working_on
from concordant.engines.devices.torch_operations import TorchOperations
from concordant.engines.torch.batch_columns import has_values
from concordant.engines.torch.processes import agree, collective_device
from concordant.errors import LabelError, WeightError
from concordant.states import Counts
from concordant.typing import Label

_OPERATIONS = TorchOperations()
_MANY = 1 << 16  # rows of a batch that would wait for each other at the cells of one table
_MOST = 1 << 22  # rows with weights that wait on their device
_LISTED = 1 << 16  # from the least label to the greatest, of a table of all numbers between them
_FAR = 2**62


class DeviceCounts:
    """
    What becomes `Counts`: pairs of declared labels, counted where the tensors are.

    Nothing here waits for the device before somebody asks for the state. Rows with a label that is not declared are
    counted in a margin around the table, and those with a weight that is none beside it: they are left out, and the
    next one who asks for the state is told so by the error. Rows with weights wait until they are 4 million, or until
    somebody asks: their sums, which do not depend on any order, take many more operations than an update should.

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
        self.numbers = _whole_numbers(self.labels)
        self.clear()

    def clear(self) -> None:
        """Forget all rows."""
        size = len(self.labels)
        device = self.device or torch.device("cpu")
        self._wide = torch.zeros(size + 2, size + 2, dtype=torch.int64, device=device)  # with its margin
        self._bad_weights = torch.zeros((), dtype=torch.int64, device=device)
        self._sums = torch.zeros(2, size, size, dtype=torch.float64, device=_of_doubles(device))
        self._waiting: list[tuple[Tensor, Tensor, Tensor]] = []
        self._rows = 0
        self._one = torch.ones(1, dtype=torch.int64, device=device)
        self.weighted = False
        self.missing = 0
        self._known: tuple[Tensor, Tensor | None] | None = None  # the labels, ascending, and their places

    @property
    def table(self) -> Tensor:
        """The table without its margin."""
        return self._wide[1:-1, 1:-1]

    @table.setter
    def table(self, table: Tensor) -> None:
        self._wide = torch.nn.functional.pad(table, (1, 1, 1, 1))

    @property
    def sums(self) -> Tensor:
        """The sums of weights of all rows."""
        self._settle()
        return self._sums

    @sums.setter
    def sums(self, sums: Tensor) -> None:
        self._waiting, self._rows, self._sums = [], 0, sums

    def to(self, device: torch.device) -> None:
        """Move the tables."""
        self._settle()
        self.device, self._known = device, None
        self._wide, self._bad_weights = self._wide.to(device), self._bad_weights.to(device)
        self._sums, self._one = self._sums.to(_of_doubles(device)), self._one.to(device)

    def takes(self, y_true: Any, y_pred: Any) -> bool:
        """
        Whether these are to be counted on their device: tensors of whole numbers, as the labels are.

        On the CPU the kernels of `Counts` are quicker than PyTorch's.
        """
        columns = (y_true, y_pred)
        beside = isinstance(y_true, Tensor) and y_true.device.type != "cpu"
        return (
            self.numbers is not None
            and beside
            and all(isinstance(y, Tensor) and y.ndim == 1 and _has_whole_numbers(y) for y in columns)
        )

    def count(self, y_true: Tensor, y_pred: Tensor, weight: Tensor | None) -> None:
        """Add rows, which `takes` said yes to, without waiting for them."""
        if self.device is None:
            self.to(y_true.device)
        if weight is None:
            cells = self._cells(y_true, y_pred)
            self._add_rows(cells, self._one.to(cells.device).expand(len(cells)))
            return
        self._waiting.append((y_true.clone(), y_pred.clone(), weight.clone()))  # the caller may change them
        self._rows, self.weighted = self._rows + len(weight), True
        if self._rows >= _MOST:
            self._settle()

    def _settle(self) -> None:
        """Sum the rows with weights that wait; where that fails they wait on."""
        while self._waiting:
            places = [tuple(x.device for x in batch) for batch in self._waiting]
            alike = [batch for batch, place in zip(self._waiting, places, strict=True) if place == places[0]]
            with working_on(_OPERATIONS, alike[0][0]):
                self._add_weights(*(torch.cat(column) for column in zip(*alike, strict=True)))
            self._waiting = [batch for batch, place in zip(self._waiting, places, strict=True) if place != places[0]]
        self._rows = 0

    def _add_weights(self, y_true: Tensor, y_pred: Tensor, weight: Tensor) -> None:
        """Add the weights of rows to their cells; of rows that are left out only how many there are."""
        width = len(self.labels) + 2
        cells, weight = self._cells(y_true, y_pred), weight.to(self._sums.device, torch.float64)
        bad = ~((weight >= 0) & (weight < torch.inf))
        true, pred = cells // width, cells % width
        strange = (true < 1) | (true > width - 2) | (pred < 1) | (pred > width - 2)
        places, weight = cells.to(weight.device), weight.masked_fill(bad, 0.0)
        found = [exact_sums(part, places, width * width, _OPERATIONS) for part in (weight, weight.square())]
        self._sums = self._sums + torch.stack(found).reshape(2, width, width)[:, 1:-1, 1:-1]
        self._bad_weights = self._bad_weights + bad.sum().to(self._bad_weights.device)
        self._add_rows(cells, strange.to(torch.int64))

    def _add_rows(self, cells: Tensor, times: Tensor) -> None:
        """Add so many rows to each cell; of many rows to private copies of the table first."""
        size = self._wide.numel()
        if len(cells) >= _MANY:
            found = _OPERATIONS.added(cells, times, size)
            self._wide = self._wide + found.reshape(self._wide.shape).to(self._wide.device)
            return
        if self._wide.is_inference() and not torch.is_inference_mode_enabled():
            self._wide = self._wide.clone()  # what was made in inference mode cannot be changed outside of it
        self._wide.view(-1).scatter_add_(0, cells.to(self._wide.device), times.to(self._wide.device))

    def add(self, counts: Counts) -> None:
        """Add a state of the same labels."""
        counts = self.empty + counts  # raises for other labels
        if counts.squares is None:
            self.table = self.table + torch.from_numpy(counts.table).to(self._wide.device)
        else:
            both = torch.from_numpy(np.stack([counts.table, counts.squares]).astype(np.float64))
            self._sums = self._sums + both.to(self._sums.device)
            self.weighted = True
        self.missing += counts.missing

    def total(self) -> Counts:
        """
        Return the state of the rows of this process.

        Raises
        ------
        LabelError, WeightError
            If rows were left out since somebody asked last; the others stay.
        """
        self._settle()
        flags = self._bad_weights.reshape(1).to(self._wide.device)
        whole = torch.cat([self._wide.reshape(-1), flags]).cpu()  # one look
        table = self._checked(whole[:-1], int(whole[-1]))
        return self._as_counts(table, self.sums, self.missing, weighted=self.weighted)

    def refuse(self) -> None:
        """Raise if rows were left out; this waits for the device."""
        self._settle()
        self._checked(self._wide.reshape(-1), int(self._bad_weights))

    def gathered(self, group: Any) -> Counts:
        """Return the state of the rows of all processes: whole numbers are exact, weights are added by rank."""
        device = collective_device(group, self._wide.device)
        agree(self._settle, f"counts the labels {self.labels}", group, device)
        flags = torch.tensor([int(self.weighted), self.missing], device=device)
        whole = torch.cat([self._wide.reshape(-1).to(device), self._bad_weights.reshape(1).to(device), flags])
        distributed.all_reduce(whole, group=group)
        bad, weighted, missing = whole[-3:].tolist()
        table = self._checked(whole[:-3].cpu(), bad)  # all processes raise, or none does
        sums = self.sums
        if weighted:
            mine = self.sums.to(device)
            parts = [torch.empty_like(mine) for _ in range(distributed.get_world_size(group))]
            distributed.all_gather(parts, mine, group=group)
            sums = torch.zeros_like(mine)
            for part in parts:
                sums += part
        return self._as_counts(table, sums, missing, weighted=bool(weighted))

    def _checked(self, wide: Tensor, bad_weights: int) -> Tensor:
        """Return the table without its margin; raise, once, if rows were left out."""
        table = wide.reshape(self._wide.shape)
        strange = int(table.sum() - table[1:-1, 1:-1].sum())
        if not (strange or bad_weights):
            return table[1:-1, 1:-1]
        self.table = self.table
        self._bad_weights = torch.zeros_like(self._bad_weights)
        left = "These rows are left out, all others stay counted: ask again for the metric of those."
        if strange:
            known = ", ".join(map(repr, self.labels[:10])) + (", ..." if len(self.labels) > 10 else "")
            said = f"{strange} row{'s have labels' if strange > 1 else ' has a label'} that labels= does not name"
            msg = f"{said}. Declared are: {known}. {left}"
            raise LabelError(msg)
        msg = f"sample_weight must be finite and not negative; {bad_weights} are not. {left}"
        raise WeightError(msg)

    def _as_counts(self, table: Tensor, sums: Tensor, missing: int, *, weighted: bool) -> Counts:
        whole = Counts(table.cpu().numpy().copy(), self.labels, self.empty.ordered, missing=missing)
        if not weighted:
            return whole
        weights, squares = sums.cpu().numpy().copy()
        return whole + Counts(weights, self.labels, self.empty.ordered, squares)

    def _cells(self, y_true: Tensor, y_pred: Tensor) -> Tensor:
        """The cell of each row in the table with its margin, in few operations: each takes longer than its work."""
        numbers, width = self.numbers or [], len(self.labels) + 2
        low = numbers[0] - 1
        if abs(low) < _FAR and numbers == list(range(low + 1, low + width - 1)):
            true, pred = (y.to(torch.int64).clamp(low, low + width - 1) for y in (y_true, y_pred))
            cells = torch.add(pred, true, alpha=width)
            return cells.sub_(low * (width + 1)) if low else cells
        return torch.add(self._places(y_pred), self._places(y_true), alpha=width)

    def _places(self, y: Tensor) -> Tensor:
        """Where each label stands among the declared ones, from 1 on; 0 for one that is not declared."""
        numbers, whole = self.numbers or [], y.to(torch.int64)
        low, high = min(numbers), max(numbers)
        if self._known is None or self._known[0].device != y.device:
            near = high - low < _LISTED and abs(low) < _FAR
            self._known = _listed(numbers, y.device) if near else _ascending(numbers, y.device)
        first, place_of = self._known
        if place_of is None:
            return first[(whole - (low - 1)).clamp(0, high - low + 2)]
        place = torch.searchsorted(first, whole.contiguous()).clamp_max(len(numbers) - 1)
        return place_of[place] * (first[place] == whole)


def _listed(numbers: list[int], device: torch.device) -> tuple[Tensor, None]:
    """The place of every number from the least label to the greatest, and 0 on both sides."""
    low = min(numbers)
    table = torch.zeros(max(numbers) - low + 3, dtype=torch.int64)
    table[torch.tensor(numbers) - (low - 1)] = torch.arange(1, len(numbers) + 1)
    return table.to(device), None


def _ascending(numbers: list[int], device: torch.device) -> tuple[Tensor, Tensor]:
    """The labels in ascending order, and their places."""
    order = sorted(range(len(numbers)), key=numbers.__getitem__)
    known = torch.tensor([[numbers[place] for place in order], order]).to(device)
    return known[0].contiguous(), known[1] + 1


def _has_whole_numbers(y: Tensor) -> bool:
    """Whether a tensor has values that are whole numbers, by its kind."""
    return has_values(y) and not (y.is_floating_point() or y.is_complex())


def _whole_numbers(labels: tuple[Label, ...]) -> list[int] | None:
    """The labels as numbers that int64 holds, also bools; None if some are none."""
    whole = [int(x) for x in labels if isinstance(x, (int, np.integer)) and -(2**63) <= x < 2**63]
    return whole if len(whole) == len(labels) else None


def _of_doubles(device: torch.device) -> torch.device:
    """Where float64 exists: everywhere but on Apple's GPUs."""
    return torch.device("cpu") if device.type == "mps" else device
