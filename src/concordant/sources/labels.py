"""Pairs and combinations of labels by one group-by: `Counts`, `SampleCounts`, joint labels."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.engines import arrays
from concordant.errors import InputTypeError, LabelError, LengthError
from concordant.inputs.arrays import is_plain_integers
from concordant.inputs.encoding import encode
from concordant.inputs.label_values import Encoded
from concordant.inputs.labels import check_labels, names_of_outputs
from concordant.inputs.rows import divided_above_zero, refuse_counted, refuse_missing
from concordant.settings import threads_for
from concordant.sources.batches import Gaps, in_chunks
from concordant.sources.frames import (
    PLACES,
    Axis,
    absent,
    chosen,
    column_of,
    grouped,
    groups_of,
    opened,
    refuse_lost,
    summed,
    times_of,
    weighed,
)
from concordant.sources.source import Scan, frame_of, read_as
from concordant.states.counts import Counts
from concordant.states.sample_counts import SampleCounts, distinct_tables
from concordant.states.state import StatesByGroup, exponent_of_squares
from concordant.typing import FloatArray, Frame, Label, Missing

if TYPE_CHECKING:
    import narwhals as nw
    import polars as pl


# By the types of two columns and some labels, which are whole numbers: these, and the rows of each pair of them.
PairTables = dict[tuple[Any, ...], tuple[npt.NDArray[Any], npt.NDArray[np.int64]]]
KEYS = ("key 0", "key 1")
SUMS = ("rows", "weight", "squares")
_TABLE = ("both", "true", "said")  # how many labels are in truth and prediction, in the truth, in the prediction


def tables_of(truth: pl.Series, pred: pl.Series, before: PairTables) -> PairTables | None:
    """Add two columns to tables; None if they hold gaps, no whole numbers, or too many different ones for a table."""
    if not (_is_whole(truth.dtype) and _is_whole(pred.dtype)) or truth.null_count() or pred.null_count():
        return None
    tables = dict(before)
    for first, second in in_chunks(truth, pred):
        if not (is_plain_integers(first) and is_plain_integers(second)):
            return None
        labels, rows, _, too_many, indices, _ = _kernels.count_pairs(first, second, None, threads_for(len(first)))
        if too_many or indices is not None:
            return None
        key = truth.dtype, pred.dtype, labels.tobytes()
        tables[key] = labels, tables[key][1] + rows if key in tables else rows
    return tables


def frames_of(tables: PairTables, keys: Sequence[str] = KEYS) -> list[pl.DataFrame]:
    """Return the pairs of each table as `group_rows` does; of one column twice its first key."""
    frames = []
    for (*types, _), (labels, rows) in tables.items():
        cells = np.nonzero(rows)
        none = np.zeros(len(cells[0]))
        pairs = _frame([labels[x] for x in cells], (Encoded(labels),) * 2, types, (rows[cells], none, none))
        frames.append(pairs.select(*keys, *SUMS))
    return frames


def group_rows(rows: pl.DataFrame, weights: npt.NDArray[Any] | None, unit: int) -> pl.DataFrame:
    """
    Group rows that are alike in all columns.

    Parameters
    ----------
    rows : DataFrame
        One or two columns under the names of `KEYS` are grouped by a kernel, and lack no value.
    weights : ndarray of float64 or None
        Finite, not negative.
    unit : int
        Of the squares: those of weights in units of ``2**unit``.

    Returns
    -------
    DataFrame
        The columns in their types, each combination once; ``rows`` counts those of a weight above zero, ``weight`` and
        ``squares`` are sums, without weights 0.
    """
    import polars as pl

    are_plain = set(rows.columns) <= set(KEYS)
    pairs = _by_kernel(rows[:, 0], rows[:, -1], weights, unit) if are_plain else None
    if pairs is not None:
        return pairs.select(*rows.columns, *SUMS)
    weight = np.zeros(len(rows)) if weights is None else weights
    present = np.ones(len(rows), np.int64) if weights is None else (weights != 0).astype(np.int64)
    sums = (present, weight, np.ldexp(weight, -unit) ** 2)
    return merged([rows.with_columns(pl.Series(name, values) for name, values in zip(SUMS, sums, strict=True))])


def merged(parts: list[pl.DataFrame]) -> pl.DataFrame:
    """Add groups of the same combination; those of ``first`` rows keep the first of them, and the ``value`` there."""
    import polars as pl

    every = pl.concat(parts, how="diagonal_relaxed")
    firsts = {"first": pl.col("first").min(), "value": pl.col("value").sort_by("first").first()}
    keys = [name for name in every.columns if name not in (*SUMS, *firsts)]
    aggregated = (added for name, added in firsts.items() if name in every.columns)
    return every.group_by(keys, maintain_order=True).agg(pl.col(SUMS).sum(), *aggregated)


def _by_kernel(truth: pl.Series, pred: pl.Series, weights: npt.NDArray[Any] | None, unit: int) -> pl.DataFrame | None:
    """Group pairs of columns without gaps; None if labels do not come back from codes, or are too many."""
    if not (_is_plain(truth.dtype) and _is_plain(pred.dtype)):
        return None
    first, second = encode(truth, "truth"), encode(pred, "prediction")
    columns = _as_integers(first.values), _as_integers(second.values)
    threads = threads_for(len(truth))
    labels, rows, squares, too_many, indices, _ = _kernels.count_pairs(*columns, weights, threads)
    if too_many:
        return None
    if weights is None:
        codes, (rows,) = _listed(indices, rows)
        weight = squares = np.zeros(len(rows))
    else:
        if unit:
            squares = _kernels.count_pairs(*columns, divided_above_zero(weights, unit), threads)[2]
        present = None if weights.all() else (weights != 0).astype(np.float64)
        times = _kernels.count_pairs(*columns, present, threads)[1].astype(np.int64)
        codes, (weight, squares, rows) = _listed(indices, rows, squares, times)
    return _frame([labels[code] for code in codes], (first, second), (truth.dtype, pred.dtype), (rows, weight, squares))


def _as_integers(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return values.view(np.uint8) if values.dtype.kind == "b" else values


def _listed(indices: Any, *tables: Any) -> tuple[Any, list[npt.NDArray[Any]]]:
    """Row and column of the cells that hold rows, and the values of the tables there."""
    if indices is not None:
        return indices, list(tables)
    indices = np.nonzero(tables[-1])
    return indices, [table[indices] for table in tables]


def _frame(codes: Any, columns: tuple[Encoded, Encoded], types: Sequence[Any], sums: Any) -> pl.DataFrame:
    import polars as pl

    keys = [
        _labels(code, column, kind).alias(name)
        for code, column, kind, name in zip(codes, columns, types, KEYS, strict=True)
    ]
    kinds = (pl.Int64, pl.Float64, pl.Float64)
    # Lists: of an array Polars asks whether it is masked, and imports numpy.ma for that.
    added = (pl.Series(name, one.tolist(), kind) for name, one, kind in zip(SUMS, sums, kinds, strict=True))
    return pl.DataFrame([*keys, *added])


def _labels(codes: npt.NDArray[Any], column: Encoded, kind: Any) -> pl.Series:
    """The labels that codes stand for, in the type of their column."""
    import polars as pl

    if column.names is None:
        whole = pl.UInt64 if codes.dtype.kind == "u" else pl.Int64
        return pl.Series(codes.tolist(), dtype=whole).cast(kind)
    names = [column.names[code] for code in codes.tolist()]
    return pl.Series(names, dtype=pl.String).cast(kind) if _is_text(kind) else pl.Series(names).cast(kind)


def _is_plain(kind: Any) -> bool:
    """Whether labels of this type come back from their codes as they were."""
    import polars as pl

    return bool(kind.is_integer() or kind.is_float() or kind == pl.Boolean or _is_text(kind))


def _is_whole(kind: Any) -> bool:
    """Whether int64 holds every value of this type."""
    import polars as pl

    return kind in (pl.Int64, pl.Int32, pl.Int16, pl.Int8, pl.UInt8, pl.UInt16, pl.UInt32, pl.Boolean)


def _is_text(kind: Any) -> bool:
    import polars as pl

    return kind in (pl.String, pl.Categorical) or isinstance(kind, pl.Enum)


class NotGroupedError(Exception):
    """Columns are to be read as they are: there are too many groups of rows, or weights that are no numbers."""


def sample_counts(
    frame: Frame,
    *,
    y_true: Sequence[str],
    y_pred: Sequence[str],
    labels: Sequence[Label] | None = None,
    sample_weight: str | None = None,
    missing: Missing = "raise",
) -> SampleCounts:
    """Count the rows of all columns."""
    refuse_missing((), missing)
    outputs = _outputs(y_true, y_pred, labels)
    columns = [name for name in (*y_true, *y_pred, sample_weight) if name is not None]
    roles: Any = {"labels": (*y_true, *y_pred), "weights": [sample_weight], "declared": labels}
    cells = _cells(frame_of(read_as(frame, **roles), columns).lazy(), (y_true, y_pred), sample_weight, [], missing)
    return _state(cells, np.arange(len(cells)), outputs, weighted=sample_weight is not None)


def samples_by_group(
    frame: nw.LazyFrame[Any],
    keys: tuple[Sequence[str], Sequence[str]],
    weight: str | None,
    axes: tuple[Axis, ...],
    groups: list[str],
    reading: dict[str, Any],
) -> StatesByGroup[SampleCounts]:
    """Count the rows of each group; `groups` names the columns of the groups."""
    outputs = _outputs(*keys, reading.get("labels"))
    cells = _cells(frame, keys, weight, groups, reading["missing"])
    parts, lost = groups_of(cells, axes, reading["missing"])
    states = {group: _state(cells, here, outputs, weighted=weight is not None) for group, here in parts.items()}
    return StatesByGroup(tuple(axis.column for axis in axes), states, lost)


def _outputs(y_true: Any, y_pred: Any, labels: Sequence[Label] | None) -> tuple[Label, ...]:
    """The names of the labels: those of the columns of the truth, if no others are declared."""
    for name, columns in (("y_true", y_true), ("y_pred", y_pred)):
        if isinstance(columns, str) or not columns:
            raise InputTypeError(f"{name} must be a list of columns of 0 and 1, one for each label, not {columns!r}.")
    if len(y_true) != len(y_pred):
        msg = f"y_true names {len(y_true)} columns and y_pred {len(y_pred)}: one of each is needed for every label."
        raise LengthError(msg)
    return names_of_outputs(tuple(y_true) if labels is None else labels, len(y_true))


def _cells(
    frame: nw.LazyFrame[Any],
    keys: tuple[Sequence[str], Sequence[str]],
    weight: str | None,
    groups: list[str],
    missing: Missing,
) -> nw.DataFrame[Any]:
    """Each distinct table of a row in each group, with how many rows have it; of rows that lack a value none."""
    import narwhals as nw

    schema = frame.collect_schema()
    for name in (*keys[0], *keys[1]):
        if not (schema[name].is_numeric() or schema[name] == nw.Boolean):
            raise LabelError(f"column {name!r} must hold indicators, 0 or 1, not {schema[name]}.")
    true, pred = ([chosen(frame, name).cast(nw.Float64) for name in columns] for columns in keys)
    missing_each = [(x.is_null() | x.is_nan()).fill_null(value=True) for x in true + pred]
    lacking = nw.any_horizontal(*missing_each, ignore_nulls=True)
    odd = nw.any_horizontal(*(~((x == 0) | (x == 1)) for x in true + pred), ignore_nulls=True)
    sums = [nw.sum_horizontal(*(x * y for x, y in zip(true, pred, strict=True)))]
    sums += [nw.sum_horizontal(*columns) for columns in (true, pred)]
    named = [nw.col(name).alias(f"group {k}") for k, name in enumerate(groups)]
    tables = [nw.when(~lacking).then(total).alias(name) for name, total in zip(_TABLE, sums, strict=True)]
    columns = [*named, *tables, (odd & ~lacking).cast(nw.Int64).alias("odd")]
    rows = weighed(frame, columns, weight, (*keys[0], *keys[1], *groups))
    rows = rows.with_columns(nw.col("odd") * nw.col("rows"))
    by = (*(f"group {k}" for k in range(len(groups))), *_TABLE)
    cells = summed(rows, by, weight, ("rows", "weight", "odd"))
    many = int(cells.get_column("odd").sum() or 0)
    if many:
        raise LabelError(f"indicators must be 0 or 1; {many} rows hold another number.")
    gaps = int(times_of(cells)[absent(cells.get_column(_TABLE[0])).to_numpy()].sum())
    if gaps and missing == "raise":
        refuse_counted([f"the columns of y_true and y_pred lack a value in {gaps} rows"])
    return cells


def _state(
    cells: nw.DataFrame[Any], here: npt.NDArray[Any], outputs: tuple[Label, ...], *, weighted: bool
) -> SampleCounts:
    """The state of some of the cells."""
    times, lacking = times_of(cells)[here], absent(cells.get_column(_TABLE[0])).to_numpy()[here]
    kept = ~lacking & (times > 0)
    both, true, pred = (
        np.asarray(cells.get_column(name).to_numpy(), np.float64)[here][kept].astype(np.int64) for name in _TABLE
    )
    tables = np.stack([len(outputs) - true - pred + both, pred - both, true - both, both], -1).reshape(-1, 2, 2)
    sums = np.asarray(cells.get_column("weight").to_numpy(), np.float64)[here][kept] if weighted else times[kept]
    return SampleCounts(*distinct_tables(tables, sums), outputs, missing=int(times[lacking].sum()))


def counts(
    frame: Frame,
    *,
    y_true: str,
    y_pred: str,
    labels: Sequence[Label] | None = None,
    sample_weight: str | None = None,
    missing: Missing = "raise",
    missing_labels: Sequence[Label] = (),
) -> Counts:
    """Count two columns; of a lazy frame by one group-by."""
    import narwhals as nw

    refuse_missing((), missing)
    how: Any = {"labels": labels, "missing": missing, "missing_labels": missing_labels}
    if isinstance(frame, Scan):
        from concordant.sources.label_batches import counts as of_files

        return of_files(frame, y_true=y_true, y_pred=y_pred, sample_weight=sample_weight, **how)
    wrapped = opened(frame, (y_true, y_pred, sample_weight))
    if isinstance(wrapped, nw.DataFrame):
        truth, pred, weights = (column_of(wrapped, name) for name in (y_true, y_pred, sample_weight))
        return Counts.from_labels(truth, pred, sample_weight=weights, **how)

    def groups(unit: int = 0) -> nw.DataFrame[Any]:
        return grouped(wrapped, (y_true, y_pred), sample_weight, unit)

    cells = groups()
    refuse_lost(cells, (y_true, y_pred), missing)
    return counts_of(cells, groups, weighted=sample_weight is not None, **how)


def counts_of(
    cells: nw.DataFrame[Any],
    again: Callable[[int], nw.DataFrame[Any]],
    *,
    weighted: bool,
    labels: Sequence[Label] | None,
    missing: Missing,
    missing_labels: Sequence[Label] = (),
) -> Counts:
    """Count groups of rows; `again` gives them with weights in another unit of two, where squares need one."""
    keys = {"truth": "y_true", "pred": "y_pred"}
    return _in_their_unit(cells, again, keys, weighted=weighted).counts(labels, missing, missing_labels)


def label_groups(frame: nw.LazyFrame[Any], keys: Mapping[str, str], *, weight: str | None = None) -> LabelGroups:
    """
    Group the rows by some columns where they live; `keys` names the columns by what the result calls them.

    Raises
    ------
    WeightError
        If some weights are none.
    """

    def groups(unit: int = 0) -> nw.DataFrame[Any]:
        return grouped(frame, tuple(keys.values()), weight, unit)

    return _in_their_unit(groups(), groups, keys, weighted=weight is not None)


def _in_their_unit(
    cells: nw.DataFrame[Any], again: Callable[[int], nw.DataFrame[Any]], keys: Mapping[str, str], *, weighted: bool
) -> LabelGroups:
    """Take over groups of rows, with the squares of their weights in the unit that `Counts` keeps them in."""

    def taken(cells: nw.DataFrame[Any]) -> LabelGroups:
        times, columns, lost = times_of(cells), {}, {}
        for (key, name), place in zip(keys.items(), PLACES, strict=False):
            columns[key] = column_of(cells, place)
            if many := int(times[absent(cells.get_column(place)).to_numpy()].sum()):
                lost[name] = Gaps(many)
        weights, squares = (cells.get_column(x).to_numpy() if weighted else None for x in ("weight", "squares"))
        return LabelGroups(columns, times, int(times.sum()), weights, squares, lost)

    groups = taken(cells)
    return taken(again(groups.unit)) if groups.unit else groups


@dataclass(frozen=True, slots=True)
class LabelGroups:
    """
    Rows that are alike in some columns of labels, of groups or of clusters, without their order.

    Attributes
    ----------
    columns : mapping of Series
        The values of each group, in the type of their column; one may be missing.
    times : ndarray of int64, shape (groups,)
        How many rows of a weight above zero have these values.
    rows : int
        How many rows there were.
    weights, squares : ndarray of float64, shape (groups,), or None
        Sums of the weights of these rows, and of the squared weights, in `unit`.
    lost : mapping
        For each column that lacks values which rows do; without a first one where rows have no order.
    missing : int
        How many rows were left out because a value is missing.
    """

    columns: Mapping[str, Any]
    times: npt.NDArray[np.int64]
    rows: int
    weights: FloatArray | None = None
    squares: FloatArray | None = None
    lost: Mapping[str, Gaps] = field(default_factory=dict)
    missing: int = 0

    @property
    def unit(self) -> int:
        """The exponent of the unit in which `Counts` keeps the squares of groups that lack no value."""
        if self.weights is None:
            return 0
        import narwhals as nw

        columns = self.columns.values()
        lost = np.any([absent(nw.from_native(column, series_only=True)).to_numpy() for column in columns], axis=0)
        return exponent_of_squares(self.weights[~lost])

    def counts(self, labels: Sequence[Label] | None, missing: Missing, missing_labels: Sequence[Label] = ()) -> Counts:
        """Count the truth and the prediction, which are all columns."""
        how: Any = {"labels": labels, "missing": missing, "missing_labels": missing_labels}
        rows = check_labels(*self.columns.values(), sample_weight=self.weights, times=self.times, **how)
        squares = self.squares if self.squares is None or rows.kept is None else self.squares[rows.kept]
        return arrays.counts_of_groups(rows, squares)

    def whole(self) -> LabelGroups:
        """Return the groups that lack no value; the rows of the others are `missing`."""
        lacks = np.logical_or.reduce([column.is_null().to_numpy() for column in self.columns.values()])
        kept = {name: column.filter(~lacks) for name, column in self.columns.items()}
        weights, squares = (None if sums is None else sums[~lacks] for sums in (self.weights, self.squares))
        missing = int(self.times[lacks].sum())
        return LabelGroups(kept, self.times[~lacks], self.rows, weights, squares, missing=missing)
