"""Files by some columns of labels, groups and clusters: their groups, and what is wrong in them and in which row."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant import _kernels
from concordant.errors import MissingValuesError, WeightError
from concordant.inputs.rows import is_out_of_range
from concordant.settings import get_threads
from concordant.sources.batches import file_batches, no_rows, numbers_of, of_names, warn_of_labels
from concordant.sources.csv_files import has_decimal_comma, is_whole, some_are_text, spelling_note, typed
from concordant.sources.files import DataFile, Progress
from concordant.sources.labels import LabelGroups, NotGroupedError
from concordant.sources.parquet_files import concatenated
from concordant.sources.whole_batches import Gaps, floats, whole_batches
from concordant.typing import Missing

if TYPE_CHECKING:
    import polars as pl


_MOST_WAITING = 1 << 16  # groups that wait to be added
_MANY = 1 << 21  # groups from which on they must be fewer than half of the rows


def label_groups(
    files: Sequence[DataFile],
    keys: Mapping[str, str],
    *,
    weight: str | None = None,
    missing: Missing = "drop",
    any_number: bool = True,
    progress: Progress | None = None,
    refuse_bad: bool = True,
) -> LabelGroups:
    """
    Group the rows of files by some columns; memory holds a batch and the groups.

    Where values or weights are at fault, the files are read again to say in which row.

    Parameters
    ----------
    files : sequence of DataFile
        Columns of CSV are read by their roles; without roles all of them are labels of one set.
    keys : mapping
        The columns, by what the result calls them.
    weight : str, optional
        The column of weights.
    missing : {"raise", "drop"}
        With "drop", rows that lack a value are groups.
    any_number : bool
        Whether there may be as many groups as rows, which then take more memory than the columns.
    progress : callable, optional
        Told how many rows are read, and of how many.
    refuse_bad : bool
        Whether weights that are none raise; else their rows are left out, and whoever reads all columns says so.

    Raises
    ------
    DataFileError, ColumnError, MissingValuesError, WeightError
        With the number that a row has in all files together, and in its own file.
    NotGroupedError
        Unless `any_number`: if more than two million groups are more than half of the rows.
    """
    names = tuple(dict.fromkeys(keys.values()))
    labels = [name for name in names if name in files[0].labels] or names
    numbers = [] if weight is None or weight in names else [weight]

    columns = {f"key {k}": name for k, name in enumerate(names)}
    groups = _Groups(columns, weight, any_number)
    for file, part in file_batches(files, [*names, *numbers], progress, numbers=numbers):
        groups.take(file, part)
    if not groups.rows:
        raise no_rows(files)
    table = groups.table(files, labels)
    types = {name: table[key].dtype for key, name in columns.items()}
    is_bad = False
    if weight is not None:
        table, is_bad = groups.weighted(table)
    for key, name in columns.items():
        if table.height and table[key].null_count() == table.height:
            raise groups.no_value(name)
    lost = groups.lost(table)
    if (is_bad and (refuse_bad or not table.height)) or (lost and missing == "raise"):
        deque(whole_batches(files, types, weight=weight, missing=missing), maxlen=0)
    if not table.height:
        raise WeightError(f"none of the {groups.rows} rows has a weight above zero: nothing can be evaluated.")
    values = {role: table[f"key {names.index(name)}"].alias(name) for role, name in keys.items()}
    weights, squares = (table[x].to_numpy() if weight is not None else None for x in ("weight", "squares"))
    return LabelGroups(values, table["rows"].to_numpy(), groups.rows, weights, squares, lost)


@dataclass(slots=True)
class _Groups:
    """The groups of the files so far."""

    keys: Mapping[str, str]  # the columns, by their names in the groups
    weight: str | None
    any_number: bool
    rows: int = 0
    starts: list[tuple[DataFile, int]] = field(default_factory=list)
    weights_absent: int = 0
    largest: float = 0.0  # of the weights
    files: dict[Any, DataFile] = field(default_factory=dict)  # the first file of each tuple of types
    parts: dict[Any, list[pl.DataFrame]] = field(default_factory=dict)  # its groups, and those of files like it
    most: int = _MOST_WAITING  # groups that wait to be added

    def take(self, file: DataFile, part: pl.DataFrame) -> None:
        """Group the rows of a batch."""
        import polars as pl

        if not self.starts or self.starts[-1][0] is not file:
            self.starts.append((file, self.rows))
        keys = pl.DataFrame([part[name].alias(key) for key, name in self.keys.items()]).fill_nan(None)
        if self.weight is not None:
            rows = keys.with_columns(**self._of_weights(file, part[self.weight], keys))
        else:
            rows = keys.with_columns(rows=pl.lit(1, pl.Int64)) if (counted := _counted(keys)) is None else counted
        types = (has_decimal_comma(file), *map(str, keys.dtypes))
        self.files.setdefault(types, file)
        self.parts.setdefault(types, []).append(merged([rows]))
        self.rows += part.height
        if sum(one.height for tables in self.parts.values() for one in tables) > self.most:
            self._merge()

    def _merge(self) -> None:
        """Add groups that are alike; raise if there are too many."""
        self.parts = {types: [merged(tables)] for types, tables in self.parts.items()}
        groups = sum(tables[0].height for tables in self.parts.values())
        if not self.any_number and groups > max(_MANY, self.rows // 2):
            raise NotGroupedError
        self.most = groups + max(groups, _MOST_WAITING)  # many groups are added once for as many new ones

    def _of_weights(self, file: DataFile, column: pl.Series, keys: pl.DataFrame) -> dict[str, pl.Series]:
        """
        What a row of some weight adds to its group; one of a bad weight is counted.

        A word such as NA is no value if its column turns out to hold numbers. The weight beside it counts for nothing
        then, and is refused otherwise.
        """
        import polars as pl

        if file.kind == "csv" and not column.dtype.is_numeric():
            column = numbers_of(column, file, self.rows - self.starts[-1][1], WeightError)
        self.weights_absent += column.null_count()
        weights = floats(column)
        bad = ~((weights >= 0) & (weights < np.inf))
        added = {"rows": (weights != 0).astype(np.int64)}
        if bad.any():
            weights, added["bad"] = np.where(bad, 0.0, weights), bad.astype(np.int64)
        whole = keys.select(pl.all_horizontal(pl.all().is_not_null())).to_series().to_numpy()
        self.largest = max(self.largest, float(weights.max(initial=0.0, where=whole)))
        with np.errstate(over="ignore", under="ignore"):  # such weights are refused
            squares = weights**2
        return {name: pl.Series(values) for name, values in (added | {"weight": weights, "squares": squares}).items()}

    def table(self, files: Sequence[DataFile], labels: Sequence[str]) -> pl.DataFrame:
        """Return the groups of all files; raise if a column holds something else in one of them."""
        import polars as pl

        if self.weight is not None and self.weights_absent == self.rows:
            raise self.no_value(self.weight)
        parts = self._typed(labels)
        columns = []
        for key, name in self.keys.items():
            named = [(file, part.select(part[key].alias(name))) for file, part in parts]
            columns.append(of_names(concatenated(named, [name])[name], files).alias(key))
        return merged(
            [pl.DataFrame([*columns, *pl.concat([part.drop(self.keys) for _, part in parts], how="diagonal")])]
        )

    def _typed(self, labels: Sequence[str]) -> list[tuple[DataFile, pl.DataFrame]]:
        """
        The groups by their types, columns of CSV as what all of their values are, but for names and text.

        All labels are text if one of them is.
        """
        self._merge()
        parts = [(self.files[types], table) for types, (table,) in self.parts.items()]
        read = []
        for file, part in parts:
            kept = {key for key, name in self.keys.items() if name in file.text | file.names or file.kind != "csv"}
            texts = [part[key] for key in self.keys if key not in kept]
            read.append((file, part.with_columns(typed(x, decimal_comma=has_decimal_comma(file)) for x in texts)))
        labelled = [key for key, name in self.keys.items() if name in labels]
        of_csv = [index for index, (file, _) in enumerate(parts) if file.kind == "csv"]
        if some_are_text(read[index][1][key] for index in of_csv for key in labelled):
            for index in of_csv:
                read[index] = (read[index][0], read[index][1].with_columns(parts[index][1].select(labelled)))
        names = [(index, key, name) for index in of_csv for key, name in self.keys.items()]
        notes = (spelling_note(parts[index][1][key].alias(name), read[index][1][key]) for index, key, name in names)
        warn_of_labels([note for note in notes if note is not None])
        return read

    def lost(self, table: pl.DataFrame) -> dict[str, Gaps]:
        """Return how many rows lack a value in a column; of no column that lacks none."""
        rows = {name: int(table.filter(table[key].is_null())["rows"].sum()) for key, name in self.keys.items()}
        return {name: Gaps(many) for name, many in rows.items() if many}

    def weighted(self, table: pl.DataFrame) -> tuple[pl.DataFrame, bool]:
        """Return the groups of rows that have a weight, and whether weights beside values are none, or too large."""
        import polars as pl

        if "bad" not in table.columns:
            table = table.with_columns(bad=pl.lit(0, pl.Int64))
        lacks = pl.any_horizontal(pl.col(list(self.keys)).is_null())
        bad = int(table.filter(~lacks)["bad"].sum())
        each = pl.col("rows").cast(pl.Float64)
        table = table.with_columns(
            pl.when(lacks).then("rows").otherwise(pl.col("rows") - pl.col("bad")).alias("rows"),
            *(pl.when(lacks).then(each).otherwise(name).alias(name) for name in ("weight", "squares")),
        )
        return table.filter(table["rows"] > 0), bad > 0 or is_out_of_range(self.largest)

    def no_value(self, name: str) -> MissingValuesError:
        """Return the error for a column that lacks all values."""
        return MissingValuesError(f"column {name!r} has no value in any of its {self.rows} rows: all are missing.")


def _counted(keys: pl.DataFrame) -> pl.DataFrame | None:
    """Count one or two columns of integers that lack no value, by a kernel, several times as fast; None of others."""
    import polars as pl

    if len(set(keys.dtypes)) > 1 or keys.width > 2 or not is_whole(keys[:, 0]) or any(x.null_count() for x in keys):
        return None
    first, last = keys[:, 0], keys[:, -1]
    values, numbers, _, too_many, indices, _ = _kernels.count_pairs(
        first.to_numpy(), last.to_numpy(), None, get_threads()
    )
    if too_many:
        return None
    pair = np.nonzero(numbers) if indices is None else indices
    columns = [pl.Series(name, values[index], keys.dtypes[0]) for name, index in zip(keys.columns, pair, strict=False)]
    times = pl.Series("rows", numbers[pair] if indices is None else numbers, pl.Int64)
    return pl.DataFrame([*columns, times])


def merged(parts: list[pl.DataFrame]) -> pl.DataFrame:
    """Add rows or groups that are alike in all columns but their sums."""
    import polars as pl

    some = [part for part in parts if part.height] or parts[:1]  # an empty batch of CSV has no types
    every = pl.concat(some, how="diagonal_relaxed")
    sums = [name for name in ("rows", "weight", "squares", "bad") if name in every.columns]
    keys = [name for name in every.columns if name not in sums]
    return every.group_by(keys, maintain_order=True).agg(pl.col(sums).sum())
