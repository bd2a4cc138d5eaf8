"""Two columns of labels in files, and groups of rows: how often each pair of labels occurs in each group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from concordant.engines.files.row_batches import Lost, Weights, fold_rows
from concordant.engines.label_groups import LabelGroups
from concordant.inputs.files import Progress
from concordant.inputs.sources import DataFile
from concordant.typing import Missing

if TYPE_CHECKING:
    import polars as pl

_KEYS = ("truth", "pred", "by")
_SUMS = ("rows", "weight", "squares")
_FOLD = 1 << 16  # groups that wait to be added


class TooManyGroupsError(Exception):
    """There are more pairs of labels in groups than a page can hold."""


@dataclass(slots=True)
class _Pairs:
    """The pairs so far; a `Fold`."""

    columns: tuple[str, str, str]
    most: int
    parts: list[pl.DataFrame] = field(default_factory=list)
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
        named = [part[name].alias(key) for name, key in zip(self.columns, _KEYS, strict=True)]
        whole = pl.DataFrame([*named, *(pl.Series(name, x) for name, x in zip(_SUMS, sums, strict=True))])
        self.parts.append(_added([whole.filter(present)]))
        if sum(one.height for one in self.parts) > _FOLD:
            self.parts = [_added(self.parts)]
            if self.parts[0].height > self.most:
                raise TooManyGroupsError

    def copy(self) -> _Pairs:
        """Return the same to go on from."""
        return replace(self, parts=list(self.parts))


def _added(parts: list[pl.DataFrame]) -> pl.DataFrame:
    import polars as pl

    whole = pl.concat(parts, how="vertical_relaxed")
    return whole.group_by(_KEYS, maintain_order=True).agg(pl.col(_SUMS).sum())


def labels_by_group(
    files: Sequence[DataFile],
    truth: str,
    pred: str,
    by: str,
    *,
    types: Mapping[str, pl.DataType],
    weight: str | None = None,
    most: int = 1_000_000,
    missing: Missing = "raise",
    progress: Progress | None = None,
) -> LabelGroups:
    """
    Count the pairs of labels of each group, batch by batch.

    Parameters
    ----------
    files : sequence of DataFile
    truth, pred, by : str
        The columns.
    types : mapping
        Their types: of CSV files what all of their values are.
    weight : str, optional
    most : int
        How many pairs of labels in groups there may be.
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
    columns = {name: types[name] for name in dict.fromkeys((truth, pred, by))}
    how = {"weight": weight, "missing": missing, "progress": progress}
    found: _Pairs = fold_rows(files, columns, _Pairs((truth, pred, by), most), **how)  # type: ignore[arg-type]
    table = _added(found.parts)
    times, *weighted = (table[name].to_numpy() for name in _SUMS)
    weights, squares = weighted if weight is not None else (None, None)
    labels = [table[key].alias(name) for key, name in zip(_KEYS, (truth, pred, by), strict=True)]
    return LabelGroups(labels[0], labels[1], times, found.rows, weights, squares, by=labels[2], missing=found.missing)
