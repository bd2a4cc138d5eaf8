"""One aggregator for every engine that runs Python workers: create, update, merge, finish."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from concordant.monitoring.batches import Accumulator
from concordant.monitoring.definition import Definition
from concordant.monitoring.monitor import StateTable
from concordant.monitoring.windowed_states import added, table_bytes, table_of_bytes
from concordant.typing import Label, Missing


class Aggregator:
    """
    Counts batches wherever they lie. `aggregator` makes it.

    The four functions are those of Beam's ``CombineFn``, Ray's ``AggregateFn`` and other reducers; no order of batches
    or merges changes a bit of the result. `concordant.engines.workers` has an adapter for each.

    Attributes
    ----------
    definition : Definition
        What is counted.
    missing : {"raise", "drop"}
        What to do with rows that lack a value.
    """

    def __init__(self, definition: Definition, missing: Missing = "raise") -> None:
        self.definition, self.missing = definition, missing

    def create(self) -> Accumulator:
        """Return an accumulator of no row."""
        return Accumulator(self.definition)

    def update(self, accumulator: Accumulator, batch: Any) -> Accumulator:
        """
        Count a batch, and return the same accumulator.

        Parameters
        ----------
        accumulator : Accumulator
        batch : eager data frame, Arrow table or record batch, mapping of columns, or list of mappings
        """
        accumulator.count(batch, self.missing)
        return accumulator

    def merge(self, first: Accumulator, second: Accumulator) -> Accumulator:
        """Return the sum of two; neither of them changes."""
        both = added([StateTable.counted(first), StateTable.counted(second)])
        return Accumulator(self.definition, both.groups, both.cells)

    def finish(self, accumulator: Accumulator) -> StateTable:
        """Return what was counted; its ``evaluate()`` is the page."""
        return StateTable.counted(accumulator)

    def to_bytes(self, accumulator: Accumulator) -> bytes:
        """Return an accumulator as the bytes of a table of states, for engines that carry no objects of Python."""
        return table_bytes(self.finish(accumulator), {})

    def from_bytes(self, data: bytes) -> Accumulator:
        """Read what `to_bytes` wrote, in this process or another."""
        table, _ = table_of_bytes(data, "an accumulator")
        self.definition.require_same(table.definition)
        return Accumulator(self.definition, table.groups, table.cells)


def aggregator(
    *,
    y_true: str | None = None,
    y_pred: str | None = None,
    y_score: str | None = None,
    labels: Sequence[Label] | None = None,
    by: str | Sequence[str] | None = None,
    time: str | None = None,
    window: str | None = None,
    scale: Any = "probability",
    bits: int = 8,
    missing: Missing = "raise",
) -> Aggregator:
    """
    Return the four functions by which any engine with Python workers counts rows where they lie.

    Parameters
    ----------
    y_true, y_pred, y_score, labels, by, time, window, scale, bits, missing
        As in `StateTable.from_rows`.

    Returns
    -------
    Aggregator
        It holds no data and can be pickled.

    Examples
    --------
    >>> import concordant
    >>> job = concordant.aggregator(y_true="truth", y_score="score", labels=[0, 1])
    >>> here, there = job.create(), job.create()
    >>> here = job.update(here, {"truth": [0, 1], "score": [0.2, 0.7]})
    >>> there = job.update(there, {"truth": [1, 0], "score": [0.9, 0.8]})
    >>> concordant.roc_auc.of(job.finish(job.merge(here, there)).states().curve)
    0.75
    """
    columns: Any = {"y_true": y_true, "y_pred": y_pred, "y_score": y_score, "labels": labels, "by": by}
    return Aggregator(Definition.of(**columns, time=time, window=window, scale=scale, bits=bits), missing)
