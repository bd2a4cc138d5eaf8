"""Columns of labels and of groups in files: how often each combination of their values occurs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from concordant.engines.files.row_batches import Lost, Weights, fold_rows
from concordant.engines.label_groups import LabelGroups
from concordant.inputs.lazy_rows import LazyRows
from concordant.inputs.reading_progress import Progress
from concordant.inputs.sources import DataFile
from concordant.typing import FloatArray, Missing

if TYPE_CHECKING:
    import polars as pl

_SUMS = ("rows", "weight", "squares")
_FOLD = 1 << 16  # combinations that wait to be added


class TooManyGroupsError(Exception):
    """There are more combinations than can be held."""


@dataclass(frozen=True, slots=True)
class JointGroups:
    """
    Rows that are alike in all of some columns.

    Attributes
    ----------
    columns : mapping of Series
        By their names, the values of each combination.
    times : ndarray of int64
        How many rows of a weight above zero have it.
    rows, missing : int
        How many rows there were, and how many of them lack a value.
    weights, squares : ndarray of float64 or None
        The sums of the weights of each combination, and of the squared weights.
    """

    columns: Mapping[str, pl.Series]
    times: npt.NDArray[np.int64]
    rows: int
    missing: int
    weights: FloatArray | None = None
    squares: FloatArray | None = None


@dataclass(slots=True)
class _Combinations:
    """The combinations so far; a `Fold`."""

    columns: tuple[str, ...]
    most: int
    parts: list[pl.DataFrame] = field(default_factory=list)
    waiting: int = 0  # combinations that were not added yet
    rows: int = 0
    missing: int = 0

    def add(self, part: pl.DataFrame, weights: Weights, lost: Lost) -> None:
        """Group a batch."""
        import polars as pl

        given = np.ones(part.height) if weights is None else weights
        present = given != 0
        self.rows += part.height
        if lost is not None:
            self.missing += int(lost.sum())
            present &= ~lost
        with np.errstate(over="ignore", under="ignore"):  # of such weights the rows are read as a whole
            sums = (present.astype(np.int64), given, given**2)
        named = [part[name].alias(key) for name, key in zip(self.columns, self.keys, strict=True)]
        whole = pl.DataFrame([*named, *(pl.Series(name, x) for name, x in zip(_SUMS, sums, strict=True))])
        self.parts.append(self.added([whole.filter(present)]))
        self.waiting += self.parts[-1].height
        if self.waiting > max(_FOLD, self.parts[0].height):  # many are added once for as many new ones
            self.parts, self.waiting = [self.added(self.parts)], 0
            if self.parts[0].height > self.most:
                raise TooManyGroupsError

    @property
    def keys(self) -> list[str]:
        """Names that no sum has."""
        return [f"key {place}" for place in range(len(self.columns))]

    def added(self, parts: list[pl.DataFrame]) -> pl.DataFrame:
        """Add up equal combinations."""
        import polars as pl

        whole = pl.concat(parts, how="vertical_relaxed")
        return whole.group_by(self.keys, maintain_order=True).agg(pl.col(_SUMS).sum())

    def copy(self) -> _Combinations:
        """Return the same to go on from."""
        return replace(self, parts=list(self.parts))


def joint_groups(
    files: Sequence[DataFile] | LazyRows,
    columns: Sequence[str],
    *,
    types: Mapping[str, pl.DataType],
    weight: str | None = None,
    most: int = 1_000_000,
    missing: Missing = "raise",
    progress: Progress | None = None,
) -> JointGroups:
    """
    Count the combinations of the values of some columns, batch by batch.

    Parameters
    ----------
    files : sequence of DataFile, or LazyRows
    columns : sequence of str
        The columns, each once.
    types : mapping
        Their types: of CSV files what all of their values are.
    weight : str, optional
    most : int
        How many combinations there may be.
    missing : {"raise", "drop"}
    progress : callable, optional

    Raises
    ------
    DataFileError, ColumnError, MissingValuesError, WeightError
        As `fold_rows` has them.
    TooManyGroupsError
        If there are more than `most`.
    OtherTypeError
        If a column of a CSV file is of another type.
    """
    found: _Combinations = fold_rows(
        files,
        {name: types[name] for name in columns},
        _Combinations(tuple(columns), most),
        weight=weight,
        missing=missing,
        progress=progress,
    )
    table = found.added(found.parts)
    times, *sums = (table[name].to_numpy() for name in _SUMS)
    named = {name: table[key].alias(name) for name, key in zip(columns, found.keys, strict=True)}
    return JointGroups(named, times, found.rows, found.missing, *(sums if weight is not None else ()))


def labels_by_group(found: JointGroups, truth: str, pred: str, by: str | None, cluster: str | None) -> LabelGroups:
    """Return the pairs of labels of each group and each cluster."""
    labels = found.columns
    return LabelGroups(
        labels[truth],
        labels[pred],
        found.times,
        found.rows,
        found.weights,
        found.squares,
        by=None if by is None else labels[by],
        cluster=None if cluster is None else labels[cluster],
        missing=found.missing,
    )
