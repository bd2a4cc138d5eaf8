"""
TorchMetrics: any metric of Concordant as one of theirs, for `MetricCollection`, Lightning's ``log`` and checkpoints.

The order of arguments is theirs: predictions first. What is counted and computed is that of
`concordant.learning.torch.TorchMetric`.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from concordant.errors import InputTypeError, MissingDependencyError, StateFormatError, WeightError
from concordant.learning.torch.metric import DeviceCounts, TorchMetric  # says what to install where PyTorch is missing
from concordant.metrics.definition.metric import Metric
from concordant.states import Counts
from concordant.typing import Label, Undefined

try:
    import torch
    from torch import Tensor
    from torchmetrics import Metric as TheirMetric
except ModuleNotFoundError as error:
    msg = 'concordant.learning.torchmetrics needs TorchMetrics: pip install "torchmetrics".'
    raise MissingDependencyError(msg) from error

_THEIRS = (
    "compute_on_cpu",
    "compute_with_cache",
    "dist_sync_fn",
    "dist_sync_on_step",
    "distributed_available_fn",
    "process_group",
    "sync_on_compute",
)
_ROWS = ("preds", "target", "row_weights")


class ConcordantMetric(TheirMetric):
    """
    A metric of Concordant that is a `torchmetrics.Metric`.

    It has all that a metric of TorchMetrics has: `forward` with the value of the batch, `clone`, `reset`, `plot`,
    `higher_is_better`, states in `state_dict` that are summed or gathered over processes, a place in
    `MetricCollection`, and ``self.log(name, metric)`` in Lightning.

    Parameters
    ----------
    metric : Metric or str
        Any metric, by object or name: ``cohen_kappa``, ``"roc_auc"``.
    labels, pos_label, multilabel, ignore_index, undefined
        As for `concordant.learning.torch.TorchMetric`.
    **options
        The options of the metric, and those of `torchmetrics.Metric`, such as ``sync_on_compute=False``.

    Notes
    -----
    Labels are counted in a table of int64, which is the state. Scores and probabilities are kept row by row, as
    exact metrics of TorchMetrics keep them, and become a state of Concordant in `compute`. Copies of rows that a
    `DistributedSampler` adds to fill the last batch count as rows.

    Examples
    --------
    >>> import torch
    >>> from concordant import cohen_kappa
    >>> from concordant.learning.torchmetrics import ConcordantMetric
    >>> kappa = ConcordantMetric(cohen_kappa, weights="quadratic", labels=range(3))
    >>> kappa.update(torch.tensor([0, 1, 1]), torch.tensor([0, 1, 2]))  # predictions first, as in TorchMetrics
    >>> kappa.update(torch.tensor([2, 1]), torch.tensor([2, 2]))
    >>> round(kappa.compute().item(), 4)
    0.6667
    """

    is_differentiable = False
    full_state_update = False
    table: Tensor
    sums: Tensor
    weighted: Tensor
    preds: Any
    target: Any
    row_weights: Any

    def __init__(
        self,
        metric: Metric | str,
        *,
        labels: Sequence[Label] | None = None,
        pos_label: Label | None = None,
        multilabel: bool = False,
        ignore_index: int | None = None,
        undefined: Undefined = "nan",
        **options: Any,
    ) -> None:
        super().__init__(**{name: options.pop(name) for name in _THEIRS if name in options})
        self._ours = TorchMetric(
            metric,
            labels=labels,
            pos_label=pos_label,
            multilabel=multilabel,
            ignore_index=ignore_index,
            undefined=undefined,
            **options,
        )
        # Metrics of a collection share states that are equal after the first batch: those read otherwise must not be.
        reading = zlib.crc32(self._ours.reading().encode())
        self.add_state("reading", torch.tensor(reading), dist_reduce_fx="max", persistent=True)
        held = self._held
        if held is not None:
            size = len(held.labels)
            table, sums = torch.zeros(size, size, dtype=torch.int64), torch.zeros(2, size, size, dtype=torch.float64)
            self.add_state("table", table, dist_reduce_fx="sum", persistent=True)
            self.add_state("sums", sums, dist_reduce_fx="sum", persistent=True)
            self.add_state("weighted", torch.tensor(0), dist_reduce_fx="sum", persistent=True)
            return
        for name in _ROWS:
            self.add_state(name, [], dist_reduce_fx="cat", persistent=True)

    @property
    def higher_is_better(self) -> bool | None:
        """Whether a greater value is better; None if the metric has no direction of better."""
        better = self._ours.metric.facts.better
        return None if better is None else better == "higher"

    @property
    def plot_lower_bound(self) -> float | None:
        """The least value, for `plot`."""
        return self._bound(0)

    @property
    def plot_upper_bound(self) -> float | None:
        """The greatest value, for `plot`."""
        return self._bound(1)

    def update(self, preds: Any, target: Any, sample_weight: Any = None) -> None:
        """
        Add the rows of a batch.

        Parameters
        ----------
        preds : Tensor
            Labels, scores or probabilities, as the metric takes them.
        target : Tensor of shape (n,), or (n, L) for several labels at once
        sample_weight : Tensor of shape (n,), optional
            Finite and not negative.
        """
        held = self._held
        self._ours.reset()
        self._ours.update(target, preds, sample_weight)  # checks the rows as well
        if held is not None:
            counts = held.total()  # TorchMetrics gathers tables, and would lose what is wrong beside them
            if counts.squares is None:
                self.table = self.table + torch.from_numpy(counts.table).to(self.table.device)
            else:
                both = torch.from_numpy(np.stack([counts.table, counts.squares]).astype(np.float64))
                self.sums = self.sums + both.to(self.sums.device)
                self.weighted = self.weighted + 1
            return
        if self.preds and (len(self.row_weights) > 0) != (sample_weight is not None):
            raise WeightError("either every batch has sample_weight or none has: rows of both kinds came.")
        for name, column in (("preds", preds), ("target", target), ("row_weights", sample_weight)):
            if column is not None:
                getattr(self, name).append(self._as_tensor(column))

    def compute(self) -> Any:
        """
        Take the metric of all rows.

        Returns
        -------
        Tensor
            The value, or an array of values; a curve or another record as Concordant gives it.
        """
        held = self._held
        self._ours.reset()
        if held is not None:
            held.add(Counts(self.table.cpu().numpy(), held.labels, held.empty.ordered))
            if self.weighted:
                weights, squares = self.sums.cpu().numpy()
                held.add(Counts(weights, held.labels, held.empty.ordered, squares))
        elif len(self.preds):
            columns = [_whole(part) for part in (self.target, self.preds, self.row_weights)]
            self._ours.update(*columns)
        value = self._ours.compute(sync=False)
        if not isinstance(value, (float, int, np.ndarray)):
            return value
        exact = torch.float32 if self.device.type == "mps" else torch.float64  # Apple's GPUs have no float64
        return torch.as_tensor(value, dtype=exact).to(self.device)

    def plot(self, val: Any = None, ax: Any = None) -> Any:
        """Plot one value or several, as metrics of TorchMetrics do."""
        return self._plot(val, ax)

    def set_dtype(self, dst_type: Any) -> Self:
        """Return itself, unchanged: counts in half precision would stop at 2048, and scores would become ties."""
        del dst_type
        return self

    def extra_repr(self) -> str:
        """The metric and its choices."""
        return repr(self._ours)

    @property
    def _held(self) -> DeviceCounts | None:
        """The table on the device, for metrics of labels."""
        held = self._ours._held  # noqa: SLF001  (the same metric, under another library's names)
        return held if isinstance(held, DeviceCounts) else None

    def _bound(self, end: int) -> float | None:
        ends = self._ours.metric.facts.range
        return None if ends is None or not np.isfinite(float(ends[end])) else float(ends[end])

    def _as_tensor(self, column: Any) -> Tensor:
        if not isinstance(column, Tensor) and np.asarray(column).dtype.kind not in "biuf":
            msg = "TorchMetrics keeps rows as tensors, and these are not numbers; TorchMetric takes other labels."
            raise InputTypeError(msg)
        return torch.as_tensor(column).detach().to(self.device)

    def _load_from_state_dict(self, state_dict: dict[str, Any], prefix: str, *others: Any) -> None:
        """Refuse the states of another metric, and tables that no rows give."""
        reading = state_dict.get(f"{prefix}reading", self.reading)
        if not (isinstance(reading, Tensor) and reading.ndim == 0 and bool(reading == self.reading)):
            raise StateFormatError(f"these are rows of another metric, or read otherwise, and not of {self._ours!r}.")
        for name in ("table", "sums", "weighted"):
            mine = getattr(self, name, None)
            if f"{prefix}{name}" not in state_dict or mine is None:
                continue
            stored = state_dict[f"{prefix}{name}"]
            fits = isinstance(stored, Tensor) and stored.shape == mine.shape and stored.dtype == mine.dtype
            if not (fits and bool((stored >= 0).all())):
                msg = f"{name} of the stored state must be {mine.dtype} of shape {tuple(mine.shape)}, not negative."
                raise StateFormatError(msg)
        _check_rows({name: state_dict[f"{prefix}{name}"] for name in _ROWS if f"{prefix}{name}" in state_dict})
        super()._load_from_state_dict(state_dict, prefix, *others)


def _check_rows(columns: dict[str, Any]) -> None:
    """Raise unless stored columns are lists of tensors, or tensors, of the same number of rows; weights can lack."""
    sizes = {}
    for name, parts in columns.items():
        several = [parts] if isinstance(parts, Tensor) else parts
        if not isinstance(several, list) or not all(isinstance(part, Tensor) and part.ndim for part in several):
            raise StateFormatError(f"{name} of the stored state must be a list of tensors with a row for each item.")
        sizes[name] = sum(len(part) for part in several)
    lengths = {size for name, size in sizes.items() if size or name != "row_weights"}
    if len(lengths) > 1:
        rows = ", ".join(f"{size} of {name}" for name, size in sizes.items())
        msg = f"the columns of the stored state must have the same number of rows, and there are {rows}."
        raise StateFormatError(msg)


def _whole(parts: Any) -> Any:
    """All rows of a column, None if it has none; after a gathering it is one tensor already."""
    if not len(parts):
        return None
    return parts if isinstance(parts, Tensor) else torch.cat(list(parts))
