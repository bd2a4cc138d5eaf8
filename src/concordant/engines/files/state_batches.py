"""From batches of files to a state: each batch becomes a state, which is added to those before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.engines.added_in_turn import Parts
from concordant.engines.files.row_batches import Columns, Lost, Weights, fold_rows
from concordant.inputs.reading_progress import Progress
from concordant.inputs.sources import DataFile
from concordant.typing import Missing

if TYPE_CHECKING:
    import polars as pl

Make = Callable[["pl.DataFrame", Weights], Any]


@dataclass(slots=True)
class _States:
    """The states so far, and rows that wait to become one."""

    make: Make
    together: int
    parts: Parts = field(default_factory=Parts)
    waiting: list[tuple[pl.DataFrame, Weights]] = field(default_factory=list)

    def add(self, part: pl.DataFrame, weights: Weights, lost: Lost) -> None:
        """Let the batch wait, or make a state of all that waits; `make` looks itself what is lost."""
        del lost
        self.waiting.append((part, weights))
        if sum(waiting.height for waiting, _ in self.waiting) > self.together:
            self.finish()

    def finish(self) -> None:
        """Make a state of what waits."""
        import polars as pl

        if self.waiting:
            parts, weights = zip(*self.waiting, strict=True)
            every = parts[0] if len(parts) == 1 else pl.concat(parts, how="vertical_relaxed")
            self.parts.add(self.make(every, None if weights[0] is None else np.concatenate(weights)))
            self.waiting = []

    def copy(self) -> _States:
        """Return the same to go on from; states do not change."""
        parts = Parts()
        parts.parts = list(self.parts.parts)
        return replace(self, parts=parts, waiting=list(self.waiting))


def state_of_batches(
    files: Sequence[DataFile],
    columns: Columns,
    make: Make,
    *,
    weight: str | None,
    missing: Missing,
    together: int = 0,
    progress: Progress | None = None,
) -> Any:
    """
    Add the states of all batches.

    Parameters
    ----------
    files, columns, weight, missing, progress
        As in `fold_rows`.
    make : callable
        Gets the columns of a batch and its weights, and gives its state; it drops rows where a value is missing.
    together : int
        So many rows wait for each other, where one state of many rows takes less time than the sum of several.

    Raises
    ------
    DataFileError, ColumnError, MissingValuesError, WeightError
        As `fold_rows` has them.
    """
    found = fold_rows(files, columns, _States(make, together), weight=weight, missing=missing, progress=progress)
    found.finish()
    return found.parts.total()
