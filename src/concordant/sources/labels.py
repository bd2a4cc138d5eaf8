"""Pairs and combinations of labels by one group-by: `Counts`, `SampleCounts`, joint labels."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.engines import arrays
from concordant.errors import InputTypeError, LabelError, LengthError
from concordant.inputs.arrays import is_plain_integers
from concordant.inputs.encoding import encode
from concordant.inputs.label_values import Encoded
from concordant.inputs.labels import LabelRows, check_labels, names_of_outputs
from concordant.inputs.rows import divided_above_zero, refuse_counted, refuse_missing
from concordant.settings import threads_for
from concordant.sources.batches import Accumulator, Gaps, LazyRows, Lost, Weights, accumulate, in_chunks, of_names
from concordant.sources.files import DataFile, Progress
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
    refuse_weights,
    times_of,
    weight_of,
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
KEYS = ("truth", "pred")
SUMS = ("rows", "weight", "squares")
_MOST_WAITING = 1 << 16  # combinations that wait to be added
_TABLE = ("both", "true", "said")  # how many labels are in truth and prediction, in the truth, in the prediction


def grouped_pairs(truth: pl.Series, pred: pl.Series, weights: npt.NDArray[Any] | None, unit: int) -> pl.DataFrame:
    """
    Count the pairs of a batch.

    Parameters
    ----------
    truth, pred : Series
        NaN is a missing label, as null is.
    weights : ndarray of float64 or None
        Finite, not negative.
    unit : int
        Of the squares: those of weights in units of ``2**unit``.

    Returns
    -------
    DataFrame
        The keys in the types of the columns, and ``rows``, ``weight`` and ``squares`` of each pair; without weights the
        last two are 0. Pairs come once or more often.
    """
    import polars as pl

    tables = tables_of(truth, pred, {}) if weights is None else None
    return pairs_of_any(truth, pred, weights, unit) if tables is None else pl.concat(frames_of(tables))


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


def frames_of(tables: PairTables) -> list[pl.DataFrame]:
    """Return the pairs of each table as `grouped_pairs` does."""
    frames = []
    for (*types, _), (labels, rows) in tables.items():
        cells = np.nonzero(rows)
        none = np.zeros(len(cells[0]))
        frames.append(_frame([labels[x] for x in cells], (Encoded(labels),) * 2, types, (rows[cells], none, none)))
    return frames


def pairs_of_any(truth: pl.Series, pred: pl.Series, weights: npt.NDArray[Any] | None, unit: int) -> pl.DataFrame:
    """Count pairs of labels of any type; weights, unit and result are those of `grouped_pairs`."""
    import polars as pl

    truth, pred = (column.fill_nan(None) if column.dtype.is_float() else column for column in (truth, pred))
    rows = pl.DataFrame(dict(zip(KEYS, (truth, pred), strict=True)))
    if not (truth.null_count() or pred.null_count()):
        pairs = _by_kernel(truth, pred, weights, unit)
        return _by_polars(rows, weights, unit) if pairs is None else pairs
    missing = truth.is_null() | pred.is_null()
    of_whole = None if weights is None else weights[~missing.to_numpy()]
    of_missing = None if weights is None else weights[missing.to_numpy()]
    whole = grouped_pairs(truth.filter(~missing), pred.filter(~missing), of_whole, unit)
    return pl.concat([whole, _by_polars(rows.filter(missing), of_missing, unit)])


def merged(parts: list[pl.DataFrame], keys: Sequence[str] = KEYS) -> pl.DataFrame:
    """Add groups of the same pair, or of the same combination of other keys."""
    import polars as pl

    return pl.concat(parts, how="vertical_relaxed").group_by(keys, maintain_order=True).agg(pl.col(SUMS).sum())


def _by_polars(rows: pl.DataFrame, weights: npt.NDArray[Any] | None, unit: int) -> pl.DataFrame:
    """Group pairs of any type of columns."""
    import polars as pl

    weight = np.zeros(len(rows)) if weights is None else weights
    present = np.ones(len(rows), np.int64) if weights is None else (weights != 0).astype(np.int64)
    sums = (present, weight, np.ldexp(weight, -unit) ** 2)
    columns = [pl.Series(name, values) for name, values in zip(SUMS, sums, strict=True)]
    return merged([rows.with_columns(columns)])


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
        present = _kernels.count_pairs(*columns, (weights != 0).astype(np.float64), threads)[1].astype(np.int64)
        codes, (weight, squares, rows) = _listed(indices, rows, squares, present)
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
class _Combinations(Accumulator):
    """The combinations so far."""

    columns: tuple[str, ...]
    most: int
    parts: list[pl.DataFrame] = field(default_factory=list)
    waiting: int = 0  # combinations that were not added yet
    rows: int = 0
    missing: int = 0

    def add(self, part: pl.DataFrame, weights: Weights, lost: Lost) -> None:
        """Group a batch."""
        import polars as pl

        weight = np.ones(part.height) if weights is None else weights
        present = weight != 0
        self.rows += part.height
        if lost is not None:
            self.missing += int(lost.sum())
            present &= ~lost
        with np.errstate(over="ignore", under="ignore"):  # of such weights the rows are read as a whole
            sums = (present.astype(np.int64), weight, weight**2)
        named = [part[name].alias(key) for name, key in zip(self.columns, self.keys, strict=True)]
        whole = pl.DataFrame([*named, *(pl.Series(name, x) for name, x in zip(SUMS, sums, strict=True))])
        self.parts.append(merged([whole.filter(present)], self.keys))
        self.waiting += self.parts[-1].height
        if self.waiting > max(_MOST_WAITING, self.parts[0].height):  # many are added once for as many new ones
            self.parts, self.waiting = [merged(self.parts, self.keys)], 0
            if self.parts[0].height > self.most:
                raise TooManyGroupsError

    @property
    def keys(self) -> list[str]:
        """Names that no sum has."""
        return [f"key {k}" for k in range(len(self.columns))]


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
        As `accumulate` has them.
    TooManyGroupsError
        If there are more than `most`.
    OtherTypeError
        If a column of a CSV file is of another type.
    """
    combinations: _Combinations = accumulate(
        files,
        {name: types[name] for name in columns},
        _Combinations(tuple(columns), most),
        weight=weight,
        missing=missing,
        progress=progress,
    )
    table = merged(combinations.parts, combinations.keys)
    times, *sums = (table[name].to_numpy() for name in SUMS)
    named = {
        name: of_names(table[key].alias(name), files, counted=True)
        for name, key in zip(columns, combinations.keys, strict=True)
    }
    return JointGroups(named, times, combinations.rows, combinations.missing, *(sums if weight is not None else ()))


def labels_by_group(groups: JointGroups, truth: str, pred: str, by: str | None, cluster: str | None) -> LabelGroups:
    """Return the pairs of labels of each group and each cluster."""
    labels = groups.columns
    return LabelGroups(
        labels[truth],
        labels[pred],
        groups.times,
        groups.rows,
        groups.weights,
        groups.squares,
        by=None if by is None else labels[by],
        cluster=None if cluster is None else labels[cluster],
        missing=groups.missing,
    )


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
    absent = nw.any_horizontal(*missing_each, ignore_nulls=True)
    odd = nw.any_horizontal(*(~((x == 0) | (x == 1)) for x in true + pred), ignore_nulls=True)
    sums = [nw.sum_horizontal(*(x * y for x, y in zip(true, pred, strict=True)))]
    sums += [nw.sum_horizontal(*columns) for columns in (true, pred)]
    w, bad = weight_of(frame, weight, (*keys[0], *keys[1], *groups))
    rows = frame.select(
        *(nw.col(name).alias(f"group {k}") for k, name in enumerate(groups)),
        *(nw.when(~absent).then(total).alias(name) for name, total in zip(_TABLE, sums, strict=True)),
        w.alias("weight"),
        bad.cast(nw.Int64).alias("bad"),
        (odd & ~absent).cast(nw.Int64).alias("odd"),
    ).with_columns((nw.col("weight") != 0).cast(nw.Int64).alias("rows"))
    rows = rows.with_columns(nw.col("odd") * nw.col("rows"))
    summed = rows.group_by(*(f"group {k}" for k in range(len(groups))), *_TABLE, drop_null_keys=False)
    cells = summed.agg(*(nw.col(name).sum() for name in ("rows", "weight", "bad", "odd"))).collect()
    refuse_weights(int(cells.get_column("bad").sum() or 0), weight)
    many = int(cells.get_column("odd").sum() or 0)
    if many:
        raise LabelError(f"indicators must be 0 or 1; {many} rows hold another number.")
    gaps = int(times_of(cells)[_absent(cells)].sum())
    if gaps and missing == "raise":
        refuse_counted([f"the columns of y_true and y_pred lack a value in {gaps} rows"])
    return cells


def _absent(cells: nw.DataFrame[Any]) -> npt.NDArray[np.bool_]:
    """Which cells are of rows that lack a value."""
    column = cells.get_column(_TABLE[0])
    return np.asarray((column.is_null() | column.is_nan()).fill_null(value=True).to_numpy(), np.bool_)


def _state(
    cells: nw.DataFrame[Any], here: npt.NDArray[Any], outputs: tuple[Label, ...], *, weighted: bool
) -> SampleCounts:
    """The state of some of the cells."""
    times, absent = times_of(cells)[here], _absent(cells)[here]
    kept = ~absent & (times > 0)
    both, true, pred = (
        np.asarray(cells.get_column(name).to_numpy(), np.float64)[here][kept].astype(np.int64) for name in _TABLE
    )
    tables = np.stack([len(outputs) - true - pred + both, pred - both, true - both, both], -1).reshape(-1, 2, 2)
    sums = np.asarray(cells.get_column("weight").to_numpy(), np.float64)[here][kept] if weighted else times[kept]
    return SampleCounts(*distinct_tables(tables, sums), outputs, missing=int(times[absent].sum()))


def counts(
    frame: Frame,
    *,
    y_true: str,
    y_pred: str,
    labels: Sequence[Label] | None = None,
    sample_weight: str | None = None,
    missing: Missing = "raise",
) -> Counts:
    """Count two columns; of a lazy frame by one group-by."""
    import narwhals as nw

    refuse_missing((), missing)
    if isinstance(frame, Scan):
        from concordant.sources.label_batches import counts as of_files

        how: Any = {"labels": labels, "sample_weight": sample_weight, "missing": missing}
        return of_files(frame, y_true=y_true, y_pred=y_pred, **how)
    wrapped = opened(frame, (y_true, y_pred, sample_weight))
    if isinstance(wrapped, nw.DataFrame):
        truth, pred, weights = (column_of(wrapped, name) for name in (y_true, y_pred, sample_weight))
        return Counts.from_labels(truth, pred, labels=labels, sample_weight=weights, missing=missing)

    def groups(unit: int = 0) -> nw.DataFrame[Any]:
        return grouped(wrapped, (y_true, y_pred), sample_weight, unit)

    cells = groups()
    refuse_lost(cells, (y_true, y_pred), missing)
    return counts_of(cells, groups, weighted=sample_weight is not None, labels=labels, missing=missing)


def counts_of(
    cells: nw.DataFrame[Any],
    again: Callable[[int], nw.DataFrame[Any]],
    *,
    weighted: bool,
    labels: Sequence[Label] | None,
    missing: Missing,
) -> Counts:
    """Count groups of rows; `again` gives them with weights in another unit of two, where squares need one."""
    if not weighted:
        return arrays.counts(_rows(cells, labels, None, missing))
    state = arrays.counts(_rows(cells, labels, "weight", missing))
    if not state.labels:
        return state
    if unit := exponent_of_squares(state.numbers):
        cells = again(unit)
    return state.with_squares(arrays.counts(_rows(cells, state.labels, "squares", missing)))


def _rows(cells: nw.DataFrame[Any], labels: Sequence[Label] | None, weight: str | None, missing: Missing) -> LabelRows:
    """Groups as rows that stand for as many as they hold; where a label is missing they are dropped."""
    true, pred, weights = (column_of(cells, name) for name in ("first", "second", weight))
    return check_labels(true, pred, labels=labels, sample_weight=weights, missing=missing, times=times_of(cells))


def label_groups(
    frame: nw.LazyFrame[Any],
    truth: str,
    pred: str,
    *,
    weight: str | None = None,
    by: str | None = None,
    cluster: str | None = None,
) -> LabelGroups:
    """
    Group the rows by their pair of labels, and by the columns of groups and clusters, where they live.

    Raises
    ------
    WeightError
        If some weights are none.
    """
    keys = tuple(name for name in (truth, pred, by, cluster) if name is not None)

    def read(unit: int = 0) -> LabelGroups:
        cells = grouped(frame, keys, weight, unit)
        times = times_of(cells)
        named = dict(zip(keys, PLACES, strict=False))
        gaps = {name: int(times[absent(cells.get_column(place)).to_numpy()].sum()) for name, place in named.items()}
        lost = {name: Gaps(many) for name, many in gaps.items() if many}
        weights, squares = (
            None if weight is None else cells.get_column(name).to_numpy() for name in ("weight", "squares")
        )
        first, second, third, fourth = (
            None if name is None else column_of(cells, named[name]) for name in (truth, pred, by, cluster)
        )
        return LabelGroups(first, second, times, int(times.sum()), weights, squares, lost, by=third, cluster=fourth)

    groups = read()
    return read(groups.unit) if groups.unit else groups


@dataclass(frozen=True, slots=True)
class LabelGroups:
    """
    Two columns of labels without their rows.

    Attributes
    ----------
    truth, pred : Series
        The labels of each group, with the name and the type of their column; one may be missing.
    times : ndarray of int64, shape (groups,)
        How many rows have that pair of labels and a weight above zero.
    rows : int
        How many rows there were.
    weights, squares : ndarray of float64, shape (groups,), or None
        Sums of the weights of these rows, and of the squared weights, in `unit`.
    by, cluster : Series or None
        The group of rows that these labels stand in, and their cluster, where rows have one.
    missing : int
        How many rows were left out because a value is missing.
    lost : mapping
        For each column that lacks values which rows do; without a first one where rows have no order.
    """

    truth: Any
    pred: Any
    times: npt.NDArray[np.int64]
    rows: int
    weights: FloatArray | None = None
    squares: FloatArray | None = None
    lost: Mapping[str, Gaps] = field(default_factory=dict)
    by: Any = None
    cluster: Any = None
    missing: int = 0

    @property
    def unit(self) -> int:
        """The exponent of the unit in which `Counts` keeps the squares of groups that lack no label."""
        import narwhals as nw

        if self.weights is None:
            return 0
        keys = (column for column in (self.truth, self.pred, self.by, self.cluster) if column is not None)
        lost = np.any([absent(nw.from_native(column, series_only=True)).to_numpy() for column in keys], axis=0)
        return exponent_of_squares(self.weights[~lost])

    def where(self, here: npt.NDArray[np.intp]) -> LabelGroups:
        """Return the groups with these numbers, as all rows that there are."""
        columns: dict[str, Any] = {}
        for name in ("truth", "pred", "times", "weights", "squares", "cluster"):
            column = getattr(self, name)
            columns[name] = None if column is None else column[here]
        return replace(self, **columns, rows=int(self.times[here].sum()), lost={}, by=None, missing=0)
