"""Any metric of Concordant over batches, processes and devices: the state is gathered, the formula is the same."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np
import torch
from torch import Tensor

from concordant.engines.torch.batch_columns import (
    check_columns,
    check_ignore_index,
    check_rows,
    has_values,
    kept_rows,
    on_host,
)
from concordant.engines.torch.device_counts import DeviceCounts
from concordant.engines.torch.host_parts import HostParts
from concordant.engines.torch.processes import in_processes
from concordant.errors import (
    ConcordantError,
    InputError,
    InputTypeError,
    LabelError,
    LengthError,
    MergeError,
    StateFormatError,
)
from concordant.inputs.arrays import on_device, refuse_unreadable
from concordant.inputs.labels import check_declared
from concordant.learning.torch.stored_states import stored_state
from concordant.metrics.definition.kinds import LABELS
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import settle
from concordant.metrics.definition.registry import get
from concordant.result import Outcome
from concordant.states import Counts
from concordant.typing import Label, Undefined

_VERSION = 1
_COLUMNS = ("y_true", "y_pred", "sample_weight")


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
    weights is said by the next call that asks for the state; these rows (of scores: batches) are left out, and all
    others stay.

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
            msg = f"metric must be a metric of Concordant or its name, not {metric!r}."
            raise InputTypeError(msg)
        self.labels = None if labels is None else check_declared(labels)
        if ignore_index is not None:
            check_ignore_index(ignore_index)
        self.multilabel, self.ignore_index, self.undefined = multilabel, ignore_index, undefined
        self.options = dict(options)
        self._reading, self._taking = _split(self.metric, self.labels, pos_label, self.options)
        by_rows = self.metric.kind is LABELS and options.get("average") == "samples"
        if self.metric.kind is LABELS and not multilabel and not by_rows:
            if self.labels is None:
                msg = (
                    f"{self.metric.name} needs labels=[...]: a batch may lack some of them. "
                    "For matrices of 0 and 1, one column a label, multilabel=True."
                )
                raise LabelError(msg)
            place = None if device is None else torch.device(device)
            self._held: DeviceCounts | HostParts = DeviceCounts(self.labels, place)
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
        if not isinstance(held, DeviceCounts):
            if on_device(true, pred) and all(isinstance(y, Tensor) for y in rows if y is not None):
                check_rows(rows)
                columns = tuple(None if y is None else y.detach() for y in rows)
                for column, name in zip(columns, _COLUMNS, strict=True):
                    if column is not None and not has_values(column):
                        refuse_unreadable(column, name)
                held.put_off(columns, len(true), self._made)
                return
            held.add(self._made(tuple(map(on_host, rows, _COLUMNS))))
            return
        if np.ndim(true) != 1 or np.ndim(pred) != 1:
            msg = (
                f"{self.metric.name} takes one label a row, not shapes {np.shape(true)} and {np.shape(pred)}: flatten "
                "maps of labels, take predicted classes of logits, and say multilabel=True of matrices of 0 and 1."
            )
            raise LengthError(msg)
        tensors = all(isinstance(y, Tensor) for y in (true, pred, true if weight is None else weight))
        if tensors:
            check_columns(true, pred, weight)
        if tensors and held.takes(true, pred):
            held.count(true, pred.to(true.device), None if weight is None else weight.detach())
        else:
            true, pred, weight = map(on_host, rows, _COLUMNS)
            held.add(Counts.from_labels(true, pred, sample_weight=weight, **self._reading))

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
            return settle(self.metric.name, Outcome(float("nan"), "there are no rows"), self.undefined)
        return self._of(state)

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
            msg = f"{self.metric.name}: there are no rows yet."
            raise InputError(msg)
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
            found = other._choices() if isinstance(other, TorchMetric) else type(other).__name__
            msg = f"cannot merge different metrics: {self._choices()} and {found}."
            raise MergeError(msg)
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
        return {
            "version": _VERSION,
            "metric": self._choices(),
            "state": None if state is None else state.to_dict(),
        }

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
            msg = f"expected what TorchMetric.state_dict() of version {_VERSION} gave."
            raise StateFormatError(msg)
        if data.get("metric") != self._choices():
            msg = f"these are rows of {data.get('metric')}, not of {self._choices()}."
            raise StateFormatError(msg)
        state = stored_state(data["state"], self.metric, self.labels)
        held = copy.copy(self._held)  # what does not fit leaves the rows as they are
        held.clear()
        try:
            if state is not None:
                held.add(state)
                self.metric.outcome(held.total(), undefined=self.undefined, **self._taking)
        except (ConcordantError, TypeError) as error:
            msg = f"the state does not fit {self._choices()}: {error}"
            raise StateFormatError(msg) from error
        self._held = held

    def _made(self, columns: tuple[Any, ...]) -> Any:
        """The state of a truth, predictions and weights."""
        return self.metric.state(columns[0], columns[1], sample_weight=columns[2], **self._reading)

    def _state(self, *, sync: bool, group: Any) -> Any:
        return self._held.gathered(group) if sync and in_processes() else self._held.total()

    def _of(self, state: Any) -> Any:
        return self.metric.of(state, undefined=self.undefined, **self._taking)

    def reading(self) -> str:
        """Return in one line how rows are read into the state: what two metrics must share to share a state."""
        kind = "counts" if isinstance(self._held, DeviceCounts) else self.metric.facts.input
        chosen = {"labels": self.labels, "ignore_index": self.ignore_index, **self._reading}
        parts = [f"{name}:{_plain(value)}" for name, value in sorted(chosen.items()) if value is not None]
        return "|".join([kind, *parts, *(["multilabel"] if self.multilabel else [])])

    def _choices(self) -> str:
        """Each choice that moves the number, in one line."""
        chosen = {"labels": self.labels, **self._reading, **self._taking}
        parts = [f"{name}:{_plain(value)}" for name, value in sorted(chosen.items()) if value is not None]
        several = ["multilabel"] if self.multilabel else []
        return "|".join([self.metric.name, *parts, *several])

    def __repr__(self) -> str:
        """The metric and its choices."""
        return f"TorchMetric({self._choices()})"


def _split(
    metric: Metric, labels: tuple[Label, ...] | None, pos_label: Label | None, options: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the state is read with, and what the metric is taken with."""
    arguments = set(metric.kind.reading) - {"sample_weight"} | ({"average"} if metric.kind is LABELS else set())
    known = arguments | set(metric.options) | set(metric.state_options)
    given = {**options, **{k: v for k, v in (("labels", labels), ("pos_label", pos_label)) if v is not None}}
    for name in given:
        if name not in known:
            msg = f"{metric.name} has no option {name!r}; its options are {', '.join(sorted(known))}."
            raise InputTypeError(msg)
    of_state = arguments | set(metric.state_options)
    reading = {name: value for name, value in given.items() if name in of_state}
    fixed = set(metric.state_options) | (arguments - set(metric.options))
    taking = {name: value for name, value in given.items() if name in metric.options and name not in fixed}
    if metric.kind is LABELS and reading.get("average") != "samples":
        reading.pop("average", None)
    return reading, taking


def _plain(value: Any) -> str:
    return str(value.tolist()) if isinstance(value, (np.ndarray, Tensor)) else str(value)
