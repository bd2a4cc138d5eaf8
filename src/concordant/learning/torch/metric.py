"""`TorchMetric`: counts on the device, states on the host, over batches and processes."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
import torch
from torch import Tensor, distributed

from concordant.engines.devices.torch_operations import TorchOperations
from concordant.errors import (
    ConcordantError,
    InputError,
    InputTypeError,
    LabelError,
    LengthError,
    MergeError,
    OptionError,
    ProcessError,
    StateFormatError,
    WeightError,
)
from concordant.inputs.arrays import as_array, host_array, on_device, refuse_unreadable
from concordant.inputs.labels import check_declared
from concordant.metrics.definition.kinds import LABELS
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import apply_policy
from concordant.metrics.definition.registry import get
from concordant.result import Outcome
from concordant.sources.whole_batches import Parts, sum_of
from concordant.states import Counts, Curve, CurveStack, Moments, SampleCounts
from concordant.typing import Label, Undefined

_VERSION = 1
_COLUMNS = ("y_true", "y_pred", "sample_weight")
_OPERATIONS = TorchOperations()
_MANY = 1 << 16  # rows of a batch that would wait for each other at the cells of one table
_HOST_PARTS_MOST = 1 << 22  # rows that wait on their device; 64 MiB of int64 and float64
_FAR = 2**62
_STATES: dict[str, Any] = {
    "counts": Counts,
    "curve": Curve,
    "curve_stack": CurveStack,
    "moments": Moments,
    "sample_counts": SampleCounts,
}
Columns = tuple[Tensor | None, ...]


class TorchMetric:
    """
    A metric with `update`, `compute`, `merge`, `reset` and `state_dict`, for training loops and DDP.

    Labels are counted on the device of the tensors in int64, exact to 9e18 rows; float32 counts, as many loops keep
    them, stop at 2^24. Scores and probabilities become the states of Concordant on the host: the distinct scores of a
    `Curve`, the `Moments` of a loss. So any split into batches and processes gives the metric of all rows.

    Parameters
    ----------
    metric : Metric or str
        Any metric, by object or name: ``cohen_kappa``, ``"roc_auc"``.
    labels : sequence, optional
        All labels in their order; every batch must mean the same classes, so metrics of labels need it. For
        `multilabel` data the names of the columns.
    pos_label : label, optional
        The positive class, for metrics of scores.
    multilabel : bool
        Whether rows have several labels at once: matrices of 0 and 1.
    ignore_index : int, optional
        A truth that leaves its row out.
    undefined : {"nan", "raise"} or float
        What `compute` gives where the metric is undefined.
    device : torch.device or str, optional
        Where the counts live; default: where the first rows come from.
    **options
        The options of the metric.

    Raises
    ------
    LabelError
        If labels are needed and not declared.
    InputTypeError
        For an option that the metric does not have.

    Notes
    -----
    On a GPU no `update` waits, unless `mask` or `ignore_index` choose rows. So what is wrong with labels, scores or
    weights is said by the next call that asks for the state; these rows (of scores, and with weights: batches) are left
    out, and all others stay.

    The order of arguments is that of Concordant: truth first. `compute` is a collective call in a process group: all
    processes make it, also those without rows, and all get the same value. A curve grows with the number of distinct
    scores. Copies of rows that a `DistributedSampler` adds to fill the last batch count as rows: mask them.

    Examples
    --------
    >>> import torch
    >>> from concordant import cohen_kappa
    >>> from concordant.learning.torch import TorchMetric
    >>> kappa = TorchMetric(cohen_kappa, weights="quadratic", labels=range(3))
    >>> kappa.update(torch.tensor([0, 1, 2]), torch.tensor([0, 1, 1]))
    >>> kappa.update(torch.tensor([2, 2]), torch.tensor([2, 1]))
    >>> round(kappa.compute(), 4)
    0.6667
    """

    def __init__(
        self,
        metric: Metric | str,
        *,
        labels: Sequence[Label] | None = None,
        pos_label: Label | None = None,
        multilabel: bool = False,
        ignore_index: int | None = None,
        undefined: Undefined = "nan",
        device: torch.device | str | None = None,
        **options: Any,
    ) -> None:
        self.metric = get(metric) if isinstance(metric, str) else metric
        if not isinstance(self.metric, Metric):
            raise InputTypeError(f"metric must be a metric of Concordant or its name, not {metric!r}.")
        self.labels = None if labels is None else check_declared(labels)
        if ignore_index is not None:
            check_ignore_index(ignore_index)
        self.multilabel, self.ignore_index, self.undefined = multilabel, ignore_index, undefined
        self.options = dict(options)
        self._reading, self._taking = _split(self.metric, self.labels, pos_label, self.options)
        by_rows = self.metric.kind is LABELS and options.get("average") == "samples"
        if self.metric.kind is LABELS and not multilabel and not by_rows:
            if self.labels is None:
                raise LabelError(
                    f"{self.metric.name} needs labels=[...]: a batch may lack some of them. "
                    "For matrices of 0 and 1, one column a label, multilabel=True."
                )
            self._held: HostParts = DeviceCounts(self.labels, None if device is None else torch.device(device))
            self.metric.outcome(self._held.total(), undefined=undefined, **self._taking)  # what is wrong is wrong now
        else:
            self._held = HostParts()

    def update(self, y_true: Any, y_pred: Any, sample_weight: Any = None, *, mask: Any = None) -> None:
        """
        Add the rows of a batch.

        Parameters
        ----------
        y_true : Tensor or array-like of shape (n,), or (n, L) for several labels at once
        y_pred : Tensor or array-like
            Labels, scores or probabilities, as the metric takes them.
        sample_weight : Tensor or array-like of shape (n,), optional
            Finite and not negative.
        mask : Tensor or array-like of bool, shape (n,), optional
            True where the row counts.
        """
        rows = kept_rows([y_true, y_pred, sample_weight], mask, self.ignore_index)
        true, pred, weight = rows
        held = self._held
        tensors = all(isinstance(y, Tensor) for y in rows if y is not None)
        if isinstance(held, DeviceCounts):
            if np.ndim(true) != 1 or np.ndim(pred) != 1:
                raise LengthError(
                    f"{self.metric.name} takes one label a row, not shapes {np.shape(true)} and {np.shape(pred)}: "
                    "flatten maps of labels, take predicted classes of logits, and say multilabel=True of matrices of "
                    "0 and 1."
                )
            if tensors:
                check_columns(true, pred, weight)
            if tensors and weight is None and held.takes(true, pred):
                held.count(true, pred.to(true.device))
                return
        if not (tensors and on_device(true, pred)):
            held.add(self._made(tuple(map(on_host, rows, _COLUMNS))))
            return
        check_rows(rows)
        columns = tuple(None if y is None else y.detach() for y in rows)
        for column, name in zip(columns, _COLUMNS, strict=True):
            if column is not None and not has_values(column):
                refuse_unreadable(column, name)
        held.put_off(columns, len(true), self._made)

    def compute(self, *, sync: bool = True, group: Any = None) -> Any:
        """
        Take the metric of all rows so far.

        Parameters
        ----------
        sync : bool
            Whether to gather the rows of all processes, where `torch.distributed` is initialised.
        group : ProcessGroup, optional
            The processes; default: all.

        Returns
        -------
        float
            Or what else the metric gives: an array for ``average=None``, a curve, a record.
        """
        state = self._state(sync=sync, group=group)
        if state is None:
            return apply_policy(self.metric.name, Outcome(float("nan"), "there are no rows"), self.undefined)
        return self.metric.of(state, undefined=self.undefined, **self._taking)

    def state(self, *, sync: bool = True, group: Any = None) -> Any:
        """
        Return the state of all rows so far: `Counts`, `Curve` or `Moments`.

        Every metric of that state can be taken of it (``metric.of(state)``), and intervals
        (``metric.interval_of(state)``).

        Raises
        ------
        InputError
            If there are no rows, and so nothing says of what the state is.
        """
        state = self._state(sync=sync, group=group)
        if state is None:
            raise InputError(f"{self.metric.name}: there are no rows yet.")
        return state

    def merge(self, other: TorchMetric) -> None:
        """
        Add the rows that another one holds in this process.

        Raises
        ------
        MergeError
            If it is another metric, or has other options or labels.
        """
        if not isinstance(other, TorchMetric) or other._choices() != self._choices():
            theirs = other._choices() if isinstance(other, TorchMetric) else type(other).__name__
            raise MergeError(f"cannot merge different metrics: {self._choices()} and {theirs}.")
        state = other._state(sync=False, group=None)
        if state is not None:
            self._held.add(state)

    def reset(self) -> None:
        """Forget all rows."""
        self._held.clear()

    def to(self, device: torch.device | str) -> Self:
        """Move the counts to a device; curves and moments stay on the host."""
        if isinstance(self._held, DeviceCounts):
            self._held.to(torch.device(device))
        return self

    def state_dict(self) -> dict[str, Any]:
        """Return the rows of this process as plain data that JSON and `torch.save` hold, exact to the last bit."""
        state = self._state(sync=False, group=None)
        return {"version": _VERSION, "metric": self._choices(), "state": None if state is None else state.to_dict()}

    def load_state_dict(self, data: Mapping[str, Any]) -> None:
        """
        Replace the rows by those that `state_dict` gave.

        Raises
        ------
        StateFormatError
            If the data are of another metric, have other options, or are no such data.
        """
        version = data.get("version") if isinstance(data, Mapping) else None
        if isinstance(version, bool) or version != _VERSION or "state" not in data:
            raise StateFormatError(f"expected what TorchMetric.state_dict() of version {_VERSION} gave.")
        if data.get("metric") != self._choices():
            raise StateFormatError(f"these are rows of {data.get('metric')}, not of {self._choices()}.")
        state = stored_state(data["state"], self.metric, self.labels)
        held = copy.copy(self._held)  # what does not fit leaves the rows as they are
        held.clear()
        try:
            if state is not None:
                held.add(state)
                self.metric.outcome(held.total(), undefined=self.undefined, **self._taking)
        except (ConcordantError, TypeError) as error:
            raise StateFormatError(f"the state does not fit {self._choices()}: {error}") from error
        self._held = held

    def _made(self, columns: tuple[Any, ...]) -> Any:
        """The state of a truth, predictions and weights."""
        return self.metric.state(columns[0], columns[1], sample_weight=columns[2], **self._reading)

    def _state(self, *, sync: bool, group: Any) -> Any:
        return self._held.gathered(group) if sync and in_processes() else self._held.total()

    def reading(self) -> str:
        """Return in one line how rows are read into the state: what two metrics must share to share a state."""
        kind = "counts" if isinstance(self._held, DeviceCounts) else self.metric.facts.input
        return self._line(kind, {"labels": self.labels, "ignore_index": self.ignore_index, **self._reading})

    def _choices(self) -> str:
        """Each choice that moves the number, in one line."""
        return self._line(self.metric.name, {"labels": self.labels, **self._reading, **self._taking})

    def _line(self, start: str, choices: Mapping[str, Any]) -> str:
        parts = [start]
        for name, value in sorted(choices.items()):
            if value is not None:
                plain = value.tolist() if isinstance(value, (np.ndarray, Tensor)) else value
                parts.append(f"{name}:{plain!s}")
        return "|".join([*parts, *(["multilabel"] if self.multilabel else [])])

    def __repr__(self) -> str:
        """The metric and its choices."""
        return f"TorchMetric({self._choices()})"


def _split(
    metric: Metric, labels: tuple[Label, ...] | None, pos_label: Label | None, options: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The options by which rows are read into the state, and those by which the metric is computed from it."""
    arguments = set(metric.kind.reading) - {"sample_weight"} | ({"average"} if metric.kind is LABELS else set())
    of_state = arguments | set(metric.state_options)
    valid = of_state | set(metric.options)
    chosen = {**options, **{k: v for k, v in (("labels", labels), ("pos_label", pos_label)) if v is not None}}
    for name in chosen:
        if name not in valid:
            raise InputTypeError(f"{metric.name} has no option {name!r}; its options are {', '.join(sorted(valid))}.")
    reading = {name: value for name, value in chosen.items() if name in of_state}
    of_metric = set(metric.options) - set(metric.state_options)
    taking = {name: value for name, value in chosen.items() if name in of_metric}
    if metric.kind is LABELS and reading.get("average") != "samples":
        reading.pop("average", None)
    return reading, taking


def kept_rows(columns: list[Any], mask: Any, ignore_index: int | None) -> list[Any]:
    """The rows that count."""
    true = columns[0]
    if mask is not None and not isinstance(mask, Tensor):
        column = as_array(mask, "mask", dimensions=(1, 2))
        if column.dtype.kind not in "biuf":
            raise InputTypeError(f"mask must be bool, one a row, not {column.dtype}.")
        mask = torch.as_tensor(column)
    if mask is not None and (mask.dtype != torch.bool or tuple(mask.shape) != tuple(np.shape(true))[:1]):
        msg = f"mask must be bool, one a row: shape {tuple(np.shape(true))[:1]}, not {mask.dtype} {shown(mask)}."
        raise LengthError(msg)
    if ignore_index is not None and np.ndim(true) == 1:
        if isinstance(true, Tensor) and not true.is_floating_point():
            counts = differs(true, ignore_index)
        else:
            counts = torch.as_tensor(np.asarray(on_host(true, "y_true")) != ignore_index)
        mask = counts if mask is None else mask.to(counts.device) & counts
    if mask is None:
        return columns
    return [None if y is None else _rows_of(y, mask) for y in columns]


def _rows_of(column: Any, mask: Tensor) -> Any:
    if len(column) != len(mask):
        raise LengthError(f"a column has {len(column)} rows, and y_true has {len(mask)}.")
    return column[mask.to(column.device)] if isinstance(column, Tensor) else np.asarray(column)[mask.cpu().numpy()]


def on_host(column: Any, what: str) -> Any:
    """
    A tensor as an array; half precision becomes float32, which holds it exactly.

    Raises
    ------
    InputTypeError
        For tensors that hold no numbers that can be read: sparse, quantised, or on the device ``"meta"``.
    """
    if not isinstance(column, Tensor):
        return column
    column = column.detach()
    refuse_unreadable(column, what)
    return host_array(column.cpu(), what)


def has_values(column: Tensor) -> bool:
    """Whether the values of a tensor can be read as they are: those of a sparse or quantised one cannot."""
    return column.layout == torch.strided and column.device.type != "meta" and not column.is_quantized


def check_columns(y_true: Tensor, y_pred: Tensor, weight: Tensor | None) -> None:
    """Raise unless there is a label of both and a weight for each row; no value is looked at."""
    if y_true.shape != y_pred.shape:
        raise LengthError(f"y_true and y_pred must have the same length, not {len(y_true)} and {len(y_pred)}.")
    if weight is not None and weight.shape != y_true.shape:
        raise WeightError(f"sample_weight must have one number a row, {len(y_true)}, not the shape {shown(weight)}.")


def check_rows(columns: Sequence[Any]) -> None:
    """Raise unless all columns have as many rows as the first."""
    for column in columns[1:]:
        if column is not None and len(column) != len(columns[0]):
            raise LengthError(f"a column has {len(column)} rows, and y_true has {len(columns[0])}.")


def check_ignore_index(ignore_index: Any) -> None:
    """Raise unless it is a whole number that a target can hold."""
    whole = isinstance(ignore_index, (int, np.integer)) and not isinstance(ignore_index, bool)
    if not whole or not -(2**63) <= ignore_index < 2**63:
        raise OptionError(f"ignore_index must be a whole number of int64, such as -100, not {ignore_index!r:.80}.")


def differs(target: Tensor, ignore_index: int) -> Tensor:
    """Where a target is to be counted; as int64, since bytes would be compared with -100 modulo 256."""
    return target.to(torch.int64) != ignore_index


def shown(values: Tensor) -> str:
    """The shape of a tensor as text."""
    return str(tuple(values.shape))


def stored_state(stored: Any, metric: Metric, labels: tuple[Label, ...] | None) -> Any:
    """
    Return the state that was stored, None if there were no rows.

    Raises
    ------
    StateFormatError
        If it is another kind of state, of other labels, holds what rows cannot give, or reading would change it.
    """
    if stored is None:
        return None
    kind = stored.get("state") if isinstance(stored, Mapping) else None
    if not isinstance(kind, str) or kind not in _STATES:
        raise StateFormatError(f"the state must be one of {', '.join(_STATES)}, not {kind!r}.")
    try:
        state = _STATES[kind].from_dict(stored)
    except ConcordantError as error:
        raise StateFormatError(f"the state cannot be read: {error}") from error
    if not isinstance(state, metric.takes):
        raise StateFormatError(f"{metric.name} takes other states than {kind!r}.")
    for name in ("labels", "classes"):
        stored_labels = getattr(state, name, None)
        if labels is not None and isinstance(stored_labels, tuple) and stored_labels != labels:
            raise StateFormatError(f"the state does not fit: it is of the labels {stored_labels}, not of {labels}.")
    return state


@dataclass(eq=False, repr=False)
class HostParts(Parts):
    """
    States of the batches of this process.

    Batches on a device wait there, so that no batch waits for the device: their states are made when they are 4 million
    rows, or when somebody asks.

    Attributes
    ----------
    waiting : list of tuples of Tensor
        The columns of batches whose state is not made yet.
    """

    waiting: list[Columns] = field(default_factory=list)
    _rows: int = 0
    _make: Callable[[Columns], Any] | None = None

    def clear(self) -> None:
        """Forget all rows."""
        super().clear()
        self.waiting, self._rows = [], 0

    def put_off(self, columns: Columns, rows: int, make: Callable[[Columns], Any]) -> None:
        """
        Add rows on a device, from which `make` makes a state.

        Raises
        ------
        ConcordantError
            What is wrong with rows that waited; their batch is left out, all others stay.
        """
        self.waiting.append(tuple(None if column is None else column.clone() for column in columns))
        self._rows, self._make = self._rows + rows, make
        if self._rows >= _HOST_PARTS_MOST:
            self.settle()

    def settle(self) -> None:
        """Make the states of the rows that wait."""
        batches, make = self.waiting, self._make
        self.waiting, self._rows = [], 0
        if make is None:
            return
        alike: dict[Any, list[Columns]] = {}
        for batch in batches:
            types = [None if x is None else (x.dtype, x.device, x.shape[1:]) for x in batch]
            alike.setdefault(tuple(types), []).append(batch)
        wrong = None
        for same in alike.values():
            try:
                whole = [None if x[0] is None else torch.cat(x) for x in map(list, zip(*same, strict=True))]
                self.add(make(tuple(whole)))
            except ConcordantError:
                for batch in same:  # find those that are wrong
                    try:
                        self.add(make(batch))
                    except ConcordantError as error:
                        wrong = wrong or error
        if wrong is not None:
            raise type(wrong)(f"{wrong} Batches with such rows are left out, all others stay counted.") from wrong

    def total(self) -> Any:
        """Return the state of all rows, None if there is none."""
        self.settle()
        return super().total()

    def gathered(self, group: Any) -> Any:
        """Return the state of the rows of all processes, added by rank, None if there is none."""
        return sum_of(gathered_states(self.total, group))


class DeviceCounts(HostParts):
    """
    States of batches, and pairs of declared labels without weights that are counted where the tensors are.

    Nothing here waits for the device before somebody asks for the state. Rows with a label that is not declared are
    counted in a margin around the table: they are left out, and the next one who asks for the state is told so by the
    error.

    Parameters
    ----------
    labels : tuple
        The K labels in their order.
    device : torch.device or None
        Where the table lives; None: where the first rows come from.
    """

    def __init__(self, labels: tuple[Label, ...], device: torch.device | None) -> None:
        super().__init__()
        self.empty = Counts.empty(labels)  # checks the labels
        self.labels, self.device = self.empty.labels, device
        whole = [int(x) for x in self.labels if isinstance(x, (int, np.integer)) and -(2**63) <= x < 2**63]
        self.numbers = whole if len(whole) == len(self.labels) else None  # bools too
        self.clear()

    def clear(self) -> None:
        """Forget all rows."""
        super().clear()
        size, device = len(self.labels) + 2, self.device or torch.device("cpu")
        self.wide = torch.zeros(size, size, dtype=torch.int64, device=device)  # with its margin
        self._one = torch.ones(1, dtype=torch.int64, device=device)
        self._lookup: tuple[Tensor, Tensor] | None = None

    def to(self, device: torch.device) -> None:
        """Move the table."""
        self.device, self._lookup = device, None
        self.wide, self._one = self.wide.to(device), self._one.to(device)

    def takes(self, y_true: Tensor, y_pred: Tensor) -> bool:
        """
        Whether these are to be counted on their device: whole numbers, as the labels are.

        On the CPU the kernels of `Counts` are quicker than PyTorch's.
        """
        if self.numbers is None or y_true.device.type == "cpu":
            return False
        return all(has_values(y) and not (y.is_floating_point() or y.is_complex()) for y in (y_true, y_pred))

    def count(self, y_true: Tensor, y_pred: Tensor) -> None:
        """Add rows, which `takes` said yes to, without waiting for them."""
        if self.device is None:
            self.to(y_true.device)
        cells = self._cells(y_true, y_pred)
        once = self._one.to(cells.device).expand(len(cells))
        if len(cells) >= _MANY:  # to private copies of the table first
            table = _OPERATIONS.added(cells, once, self.wide.numel())
            self.wide = self.wide + table.reshape(self.wide.shape).to(self.wide.device)
            return
        if self.wide.is_inference() and not torch.is_inference_mode_enabled():
            self.wide = self.wide.clone()  # what was made in inference mode cannot be changed outside of it
        self.wide.view(-1).scatter_add_(0, cells.to(self.wide.device), once.to(self.wide.device))

    def total(self) -> Counts:
        """
        Return the state of the rows of this process.

        Raises
        ------
        ConcordantError
            If rows were left out since somebody asked last; the others stay.
        """
        others = super().total()
        wide = self.wide.cpu()  # one look
        inner = wide[1:-1, 1:-1]
        strange = int(wide.sum() - inner.sum())
        if strange:
            self.wide = torch.nn.functional.pad(self.wide[1:-1, 1:-1], (1, 1, 1, 1))
            declared = ", ".join(map(repr, self.labels[:10])) + (", ..." if len(self.labels) > 10 else "")
            rows = f"{strange} row{'s have labels' if strange > 1 else ' has a label'}"
            raise LabelError(
                f"{rows} that labels= does not name. Declared are: {declared}. These rows are left out, all others "
                "stay counted: ask again for the metric of those."
            )
        counts = Counts(inner.numpy().copy(), self.labels, self.empty.ordered)
        return counts if others is None else counts + others

    def _cells(self, y_true: Tensor, y_pred: Tensor) -> Tensor:
        """The cell of each row in the table with its margin, in few operations: each takes longer than its work."""
        numbers, width = self.numbers or [], len(self.labels) + 2
        low = numbers[0] - 1
        if abs(low) < _FAR and numbers == list(range(low + 1, low + width - 1)):
            true, pred = (y.to(torch.int64).clamp(low, low + width - 1) for y in (y_true, y_pred))
            cells = torch.add(pred, true, alpha=width)
            return cells.sub_(low * (width + 1)) if low else cells
        return torch.add(self._positions(y_pred), self._positions(y_true), alpha=width)

    def _positions(self, y: Tensor) -> Tensor:
        """The position of each label among the declared ones, from 1 on; 0 for one that is not declared."""
        numbers, whole = self.numbers or [], y.to(torch.int64)
        if self._lookup is None or self._lookup[0].device != y.device:
            order = sorted(range(len(numbers)), key=numbers.__getitem__)
            both = torch.tensor([[numbers[index] for index in order], order]).to(y.device)
            self._lookup = both[0].contiguous(), both[1] + 1
        ascending, position_of = self._lookup
        index = torch.searchsorted(ascending, whole.contiguous()).clamp_max(len(numbers) - 1)
        return position_of[index] * (ascending[index] == whole)


def in_processes() -> bool:
    """Whether this process is one of an initialised group."""
    return distributed.is_available() and distributed.is_initialized()


def gathered_states(make: Callable[[], Any], group: Any) -> list[Any]:
    """
    Return the state of each process, by rank, None of one without rows.

    A process whose own state cannot be made says so to all others, so that none of them waits for it: all raise.

    Raises
    ------
    ConcordantError
        What is wrong with rows of the first process that has such; `ProcessError` where one failed otherwise.
    """
    own: Exception | None = None
    try:
        mine = make()
    except Exception as error:  # noqa: BLE001  (whatever it is, the others must not wait)
        own = error
        msg = f"process {distributed.get_rank(group)} failed: {type(error).__name__}: {error}"
        mine = error if isinstance(error, ConcordantError) else ProcessError(msg)
    states: list[Any] = [None] * distributed.get_world_size(group)
    distributed.all_gather_object(states, mine, group=group)
    if own is not None and not isinstance(own, ConcordantError):
        raise own
    for state in states:
        if isinstance(state, ConcordantError):  # all processes raise, or none does
            raise state
    return [state for state in states if state is not None]
