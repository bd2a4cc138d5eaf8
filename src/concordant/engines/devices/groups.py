"""Group-by on a device: `Counts`, curves of distinct scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.engines import arrays
from concordant.engines.devices.operations import Operations, working_on
from concordant.engines.devices.rows import DeviceRows, scores_on_host
from concordant.errors import LengthError
from concordant.inputs.labels import LabelRows, check_label_columns
from concordant.inputs.scores import ScoreRows, check_scores, resolve_classes
from concordant.states.buckets import BucketCurve, ScoreKey
from concordant.states.counts import Counts
from concordant.states.curves import Curve, CurveStack
from concordant.typing import FloatArray


def curve(rows: DeviceRows, *, edges: npt.ArrayLike | None = None) -> Curve:
    """Sort and group rows with one column of scores, where they are."""
    grouped = score_groups(rows)
    checked = _checked_scores(grouped, rows)
    weighted = arrays.curve(checked, edges=edges)
    if grouped.squares is None:
        return weighted
    squares = grouped.squares if checked.kept is None else grouped.squares[checked.kept]
    return arrays.squared_by(weighted, replace(checked, weights=squares))


def bucket_curve(rows: DeviceRows, *, key: ScoreKey) -> BucketCurve:
    """Put rows with one column of scores into buckets: the groups of their distinct scores."""
    grouped = score_groups(rows)
    return arrays.bucket_curve(_checked_scores(grouped, rows), key=key)


def curve_or_stack(
    rows: DeviceRows, on_host: Callable[[ScoreRows], Curve | CurveStack] = arrays.curve_or_stack
) -> Curve | CurveStack:
    """
    Gather rows: the curve of two classes, or one a class or label.

    Several columns have more groups than values, but for few digits: they go to the host, where `on_host` gathers them.
    """
    truth, scores = rows.columns
    if len(rows) and len(truth.shape) == len(scores.shape) == 1:
        return curve(rows)
    return on_host(scores_on_host(rows))


def curve_stack(rows: DeviceRows) -> CurveStack:
    """Gather rows as one curve a class or label; the curve of two classes is a stack of one."""
    state = curve_or_stack(rows)
    return state if isinstance(state, CurveStack) else CurveStack((state,), (state.classes[-1],), multilabel=True)


def _checked_scores(grouped: Groups, rows: DeviceRows) -> ScoreRows:
    truth, scores = grouped.columns
    checked = check_scores(
        truth, scores, sample_weight=grouped.weights, what=rows.names[1], times=grouped.times, **rows.reading
    )
    return replace(checked, missing=rows.missing)


def score_groups(rows: DeviceRows) -> Groups:
    """Group rows by their score and class."""
    truth, scores = rows.columns
    if len(truth.shape) != 1 or len(scores.shape) != 1:
        msg = f"one curve takes one column of labels and one of scores, not {tuple(scores.shape)}: take a CurveStack."
        raise LengthError(msg)
    return _grouped(rows, labels=1)


def _grouped(rows: DeviceRows, *, labels: int) -> Groups:
    """Group rows; the first columns are `labels`, the others scores."""
    operations, columns = rows.operations, list(rows.columns)
    with working_on(operations, columns[0]):
        columns[:labels] = [whole_labels(column, operations) for column in columns[:labels]]
        return groups(columns, rows.weights, operations)


@dataclass(frozen=True, slots=True)
class ClassRoles:
    """
    What the labels of a truth are.

    Attributes
    ----------
    labels : ndarray
        The labels that occur, ascending.
    rows : ScoreRows
        One row a label; its scores are the numbers of the columns that are read, in the order of the classes.
    """

    labels: npt.NDArray[Any]
    rows: ScoreRows

    @property
    def columns(self) -> list[int]:
        """The column of each class, or the one of the positive class."""
        scores = self.rows.scores
        return [int(scores[0])] if scores.ndim == 1 else [int(column) for column in scores[0]]

    @property
    def pair(self) -> tuple[Any, Any] | None:
        """The labels of the negative and the positive class, None for one that does not occur; None of more classes."""
        if not self.rows.binary or len(self.rows.values) != 2:
            return None
        label_of = dict(zip(self.rows.y_true.tolist(), self.labels.tolist(), strict=True))
        negative, positive = (label_of.get(value) for value in self.rows.values)
        return negative, positive

    def positive(self, truth: Any, operations: Operations) -> Any:
        """Return where the positive one of two classes happened."""
        label = None if self.pair is None else self.pair[1]
        truth = whole_labels(truth, operations)
        return truth == label if label is not None else truth != truth  # noqa: PLR0124  (nowhere)

    def codes_on_device(self, truth: Any, operations: Operations) -> Any:
        """Return what stands for the labels of a truth on its device in `rows`, as int64."""
        truth = whole_labels(truth, operations)
        if operations.kind(truth) != "f":
            truth = operations.whole(truth)
        if self.labels.dtype.kind == "i" and np.array_equal(self.labels, self.rows.y_true):
            return truth
        ascending = self.labels if self.labels.dtype.kind == "f" else self.labels.astype(np.int64)
        codes = operations.placed(self.rows.y_true.astype(np.int64), truth)
        return codes[operations.xp.searchsorted(operations.placed(ascending, truth), truth)]


def class_roles(rows: DeviceRows) -> ClassRoles:
    """
    Find out which labels occur, and resolve them.

    Raises
    ------
    InputError
        As for the same rows in memory.
    """
    labels, scores = labels_that_occur(rows), rows.columns[1]
    numbers = np.arange(1 if len(scores.shape) == 1 else int(scores.shape[1]), dtype=np.float64)
    shape = np.broadcast_to(numbers, (len(labels), len(numbers)))  # two columns, 0 and 1, add up as probabilities do
    checked = check_scores(labels, shape if len(scores.shape) == 2 else shape[:, 0], what=rows.names[1], **rows.reading)
    if checked.assumed and not bool(np.isin(labels, (0, 1)).all()):
        checked = resolve_classes(checked)
    return ClassRoles(labels, checked)


def labels_that_occur(rows: DeviceRows) -> npt.NDArray[Any]:
    """The labels of the truth, ascending, on the host."""
    truth = replace(rows, columns=rows.columns[:1], weights=None)
    return np.unique(_grouped(truth, labels=1).columns[0])


def counts(rows: DeviceRows) -> Counts:
    """Count the pairs of a truth and one prediction, where they are."""
    grouped = label_groups(rows)
    (checked,) = _checked_labels(rows, grouped)
    state = arrays.counts(checked)
    if grouped.squares is None:
        return state
    squares = grouped.squares if checked.kept is None else grouped.squares[checked.kept]
    return arrays.counts_of_groups(checked, squares)


def grouped_labels(rows: DeviceRows) -> list[LabelRows]:
    """Return checked rows of each prediction: groups of equal rows, with how many rows each stands for."""
    return _checked_labels(rows, label_groups(rows))


def label_groups(rows: DeviceRows) -> Groups:
    """Group rows by the truth and all predictions."""
    if rows.is_matrix:
        shapes = " and ".join(str(tuple(column.shape)) for column in rows.columns)
        raise LengthError(f"labels must be 1-D, one a row, not of the shapes {shapes}.")
    return _grouped(rows, labels=len(rows.columns))


def _checked_labels(rows: DeviceRows, grouped: Groups) -> list[LabelRows]:
    """The groups as the rows of a lazy frame's groups are checked."""
    truth, *predictions = grouped.columns
    checked = check_label_columns(
        truth,
        predictions,
        names=rows.names[1:],
        labels=rows.reading.get("labels"),
        missing_labels=rows.reading.get("missing_labels", ()),
        sample_weight=grouped.weights,
        times=grouped.times,
    )
    return [replace(labels, missing=rows.missing + labels.missing) for labels in checked]


_TABLE = 1 << 24  # cells that are counted whole, however few rows there are for them
_CELLS_A_ROW = 2  # beyond
_MOST_BINS = 1 << 20  # sums of weights that are kept for all cells, also those that are empty
_MOST_KEYS = 2**62
_EXACT = 2.0**53


@dataclass(slots=True)
class Groups:
    """
    Distinct rows, on the host.

    Attributes
    ----------
    columns : list of ndarray
        The values of each column, of bool, int64, float32 or float64.
    times : ndarray of int64
        How many rows are so.
    weights, squares : ndarray of float64, or None
        Sums of their weights, and of their squared weights.
    """

    columns: list[npt.NDArray[Any]]
    times: npt.NDArray[np.int64]
    weights: FloatArray | None = None
    squares: FloatArray | None = None


@dataclass(slots=True)
class _Codes:
    """A column as indices 0 to `size` - 1 among `values`, or above `low`."""

    indices: Any
    size: int
    low: int = 0
    values: npt.NDArray[Any] | None = None
    logical: bool = False

    def named(self, indices: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
        """Return the values at indices."""
        found = indices + self.low if self.values is None else self.values[indices]
        return found.astype(bool) if self.logical else found


def groups(columns: Sequence[Any], weights: Any, operations: Operations) -> Groups:
    """
    Group rows on their device, and bring the groups to the host.

    Parameters
    ----------
    columns : sequence of arrays, shape (n,)
        Labels or scores without NaN.
    weights : array of float64, shape (n,), or None
        Above zero.
    operations : Operations
        Of the library of all.
    """
    if not len(columns[0]):
        nothing = None if weights is None else np.zeros(0)
        return Groups([_empty(column, operations) for column in columns], np.zeros(0, np.int64), nothing, nothing)
    coded = [_codes(column, operations) for column in columns]
    key, size = coded[0].indices, coded[0].size
    folds: list[tuple[npt.NDArray[np.int64] | None, int]] = []  # how to take the key apart again
    for column in coded[1:]:
        values = None
        if size * column.size >= _MOST_KEYS:
            values, key = operations.coded(key)
            values, size = operations.host(values), len(values)
        folds.append((values, column.size))
        key, size = operations.combined(key, column.size, column.indices), size * column.size
    if weights is None:
        cells, times = _counted(key, size, operations)
        return Groups(_separated(operations.host(cells), coded, folds), operations.host(times))
    if size <= _MOST_BINS:
        table, indices, many = operations.bincount(key, size), key, size
        cells = operations.nonzero(table)
        distinct, times = cells, operations.host(table[cells])
    else:
        distinct, indices = operations.coded(key)
        many = len(distinct)
        cells, times = operations.arange(many, key), operations.host(operations.bincount(indices, many))
    sums = operations.host(exact_sums(weights, indices, many, operations)[cells])
    squares = operations.host(exact_sums(weights * weights, indices, many, operations)[cells])
    return Groups(_separated(operations.host(distinct), coded, folds), times, sums, squares)


def _codes(column: Any, operations: Operations) -> _Codes:
    """Whole numbers by their distance from the least, where they lie close; other values by their rank."""
    kind = operations.kind(column)
    if kind == "f":
        return _ranked(operations.single(column), operations)
    low, high = operations.low_high(operations.whole(column))
    span = high - low + 1
    if span <= max(_TABLE, _CELLS_A_ROW * len(column)):
        whole = operations.whole(column)
        return _Codes(whole - low if low else whole, span, low, logical=kind == "b")
    return _ranked(operations.whole(column), operations)


def _empty(column: Any, operations: Operations) -> npt.NDArray[Any]:
    """A column without a row, of the type that its groups would have."""
    kind = operations.kind(column)
    return operations.host(operations.single(column)) if kind == "f" else np.zeros(0, bool if kind == "b" else np.int64)


def _ranked(column: Any, operations: Operations) -> _Codes:
    values, indices = operations.coded(column)
    return _Codes(indices, len(values), values=operations.host(values))


def whole_labels(column: Any, operations: Operations) -> Any:
    """Return floats that are whole numbers as these numbers, all other columns as they are."""
    if operations.kind(column) != "f":
        return column
    wide = operations.double(column)
    whole = bool(((wide == operations.xp.floor(wide)) & (abs(wide) < _EXACT)).all())
    return operations.whole(wide) if whole else column


def _counted(key: Any, size: int, operations: Operations) -> tuple[Any, Any]:
    """The keys that occur, and how often: by a table where it is small, else by a sort."""
    if size > max(_TABLE, _CELLS_A_ROW * len(key)):
        return operations.distinct(key)
    table = operations.bincount(key, size)
    cells = operations.nonzero(table)
    return cells, table[cells]


def _separated(
    cells: npt.NDArray[np.int64], coded: Sequence[_Codes], folds: Sequence[tuple[Any, int]]
) -> list[npt.NDArray[Any]]:
    """The values of each column that a key is made of."""
    columns = []
    for column, (values, size) in zip(reversed(coded[1:]), reversed(folds), strict=True):
        cells, codes = np.divmod(cells, size)
        columns.append(column.named(codes))
        cells = cells if values is None else values[cells]
    return [coded[0].named(cells), *reversed(columns)]


# Sums of floats in no order at all, and still the same to the last bit on every run.
#
# A device adds rows in whatever order it likes, and sums of floats depend on that order. Sums of whole numbers do not.
# So each weight is taken as a whole number of 93 bits below the greatest weight of its group, in three parts of 31
# bits, and these are added. What is cut off is below 2**-93 of the greatest weight, so that the sum of n < 2**31 of
# them is off by less than 2**-62 of itself before it is rounded to a float.


_PART = 31
_PARTS = 3
_BIAS, _MANTISSA = 1023, 52


def exact_sums(weights: Any, indices: Any, size: int, operations: Operations) -> Any:
    """
    Sum the weights of each group.

    Parameters
    ----------
    weights : array of float64, shape (n,)
        Finite and not negative, n < 2**31.
    indices : array of int64, shape (n,)
        The group of each row, below `size`.
    size : int
        The number of groups.
    operations : Operations
        Of the library of both.

    Returns
    -------
    array of float64, shape (size,)
        On the device; nothing waits for it.
    """
    xp = operations.xp
    exponents = operations.exponents(operations.greatest(indices, weights, size))
    rest = scaled(weights, -exponents[indices], operations)
    total = operations.double(exponents) * 0.0
    parts = []
    for _ in range(_PARTS):
        rest = rest * 2.0**_PART
        part = xp.floor(rest)
        rest = rest - part
        parts.append(operations.added(indices, operations.whole(part), size))
    carry = parts[-1] * 0
    for number, part in zip(range(_PARTS, 0, -1), reversed(parts), strict=True):
        whole = part + carry
        carry = whole >> _PART
        total = total + operations.double(whole & (2**_PART - 1)) * 2.0 ** (-_PART * number)
    return scaled(total + operations.double(carry), exponents, operations)


def scaled(numbers: Any, exponents: Any, operations: Operations) -> Any:
    """Multiply by powers of two, in two steps that float64 holds; `ldexp` of PyTorch goes through float32."""
    half = exponents >> 1
    return numbers * _power(half, operations) * _power(exponents - half, operations)


def _power(exponents: Any, operations: Operations) -> Any:
    return operations.from_bits((exponents + _BIAS) << _MANTISSA)
