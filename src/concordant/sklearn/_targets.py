"""Targets: what a column or matrix holds, and two of them counted: pairs of labels, or indicators of several labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, cast

import numpy as np

from concordant import _kernels
from concordant.engines.arrays.labels import counts, tables_of_columns, tables_of_rows
from concordant.engines.devices.groups import label_groups
from concordant.engines.devices.rows import check_device_labels
from concordant.errors import InputError, InputTypeError, LabelError, LengthError, MissingValuesError
from concordant.inputs.arrays import (
    PLAIN_INTEGERS,
    READ,
    is_plain,
    is_plain_matrix,
    is_series,
    library_of,
    on_device,
    readable,
    to_array,
)
from concordant.inputs.encoding import encode, encode_array, plain_labels
from concordant.inputs.indicators import as_sparse, compressed_rows, is_sparse
from concordant.inputs.label_values import Encoded, encode_plain_objects
from concordant.inputs.labels import LabelRows, coded, common_labels, listed
from concordant.result.record import counted
from concordant.settings import threads_for
from concordant.sklearn._call import Array, bounds_of, is_array_like, read_weights, refused, same_rows
from concordant.states import Counts
from concordant.states.tables import Cells
from concordant.typing import Label, NumberArray


class MissingLabelError(MissingValuesError, InputTypeError):
    """A label is missing: scikit-learn says so, or fails to compare None with others, which is a TypeError."""


# What a column or a matrix holds.


def read_targets(y: Any, name: str, *, sparse: bool = False, continuous: bool = False) -> Encoded | Any:
    """
    Read labels of one column, or a matrix of indicators, dense or (with `sparse`) as compressed sparse rows.

    Floats are labels if all are whole (or `continuous`), a matrix of one column is a column. Whether a matrix holds
    indicators is left to its reader.
    """
    plain = plain_labels(y)
    if plain is not None:
        return Encoded(plain)
    if is_plain_matrix(y, READ) and y.shape[1] > 1:
        return y
    encoded = encode_plain_objects(y) if type(y) is list else None
    if encoded is None and is_series(y):
        encoded = encode(y, name)
    if encoded is None:
        array = _array_of(y, name, sparse=sparse)
        if is_sparse(array) or array.ndim == 2:
            return array
        encoded = encode_array(array, name)
    if encoded.missing is not None:
        lacking = counted(int(encoded.missing.sum()), "label")
        raise MissingLabelError(f"{name} lacks {lacking}. Leave such rows out.")
    first = encoded.names[0] if encoded.names else None
    if isinstance(first, bytes):
        raise refused(name, y, "a column of texts, numbers or bools: decode bytes")
    if (encoded.continuous or isinstance(first, float)) and not continuous:
        raise LabelError(
            f"{name} must hold labels, not numbers that are not whole (such as {listed(encoded.names or (), 2)}): cut "
            "them at a threshold first."
        )
    return Encoded(encoded.values, encoded.names, ordered=False)


def _array_of(y: Any, name: str, *, sparse: bool) -> Any:
    """A column as an array, or a matrix of several columns, which may be sparse; anything else is refused."""
    if is_sparse(y):
        if sparse and len(y.shape) == 2 and y.shape[1] > 1 and y.dtype.kind in "iubf":
            return compressed_rows(y)
        raise refused(name, y, "a dense column" + (" or a matrix of several labels" if sparse else ""))
    expected = "a list, an array or a series of labels, or a matrix of indicators"
    if isinstance(y, (str, bytes, dict, set, frozenset)) or not is_array_like(y):
        raise refused(name, y, expected)
    try:
        array = readable(to_array(y, name))
    except ValueError as error:
        raise InputError(f"{name} must have rows of one length: {error}") from error
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim not in (1, 2) or array.dtype.kind in "SV":
        raise refused(name, y, f"{expected}, not of bytes, records or more dimensions")
    foreign = array.dtype.kind == "O" and array.size > 0 and not isinstance(array.flat[0], str)
    if array.dtype.kind == "c" or foreign or (array.ndim == 2 and not (array.shape[1] and array.dtype.kind in "iubf")):
        kind = "complex numbers" if array.dtype.kind == "c" else "other objects"
        raise InputError(f"{name} must hold whole numbers, texts or bools, or indicators of labels, not {kind}.")
    return array


def indicators_of(matrix: Any, name: str) -> Any:
    """A matrix of 0 and 1, dense or sparse, for one in which two whole numbers occur: 1 where it is not zero."""
    if not is_sparse(matrix) and matrix.dtype.kind in "iub" and matrix.size and bounds_of(matrix).within(0, 1):
        return matrix
    if is_sparse(matrix):
        matrix = matrix.copy()
        matrix.sum_duplicates()
        matrix.eliminate_zeros()
    numbers = np.unique(matrix.data if is_sparse(matrix) else matrix)
    if len(numbers) > 2 - is_sparse(matrix) or not all(float(number).is_integer() for number in numbers):
        raise LabelError(
            f"{name} must be a matrix of 0 and 1, one column a label; it holds {listed(numbers.tolist(), 4)}."
        )
    if not is_sparse(matrix):
        return (matrix != 0).view(np.uint8)
    matrix.data = np.ones(matrix.nnz, np.int8)
    return matrix


def read_classes(y: Any, name: str = "y_true", labels: Sequence[Label] | None = None, **how: Any) -> Classes | Any:
    """Read one column as codes of the classes that occur, or of declared ones; a matrix comes back as it is."""
    if labels is None and is_plain(y, PLAIN_INTEGERS) and len(y) and _kernels.bounds(y, threads_for(len(y))) == (0, 1):
        return Classes(y, (False, True) if y.dtype.kind == "b" else (0, 1))  # nearly always
    targets = read_targets(y, name, **how)
    if not isinstance(targets, Encoded):
        return targets
    if not len(targets.values):
        raise LengthError(f"{name} has no rows; at least one is needed.")
    return Classes(*coded(targets, None if labels is None else tuple(labels)))


class Classes(NamedTuple):
    """A column of labels: for each row the place of its class, and the classes, ascending."""

    codes: Array
    classes: tuple[Label, ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of rows."""
        return self.codes.shape

    def against_rest(self, positive: Label) -> Array:
        """Which rows are of one class, which need not occur."""
        if positive not in self.classes:
            return np.zeros(len(self.codes), np.bool_)
        index = self.classes.index(positive)
        usual = index == 1 and len(self.classes) == 2
        return self.codes if usual else self.codes == index

    def indicators(self, size: int) -> Array:
        """One column of 0 and 1 a class."""
        return np.asarray(self.codes[:, None] == np.arange(size)).view(np.uint8)


# Pairs of labels.


class ClassCells(NamedTuple):
    """The cells of a label against all others that rates are made of: of one table, or of each of a stack."""

    tp: Any
    fp: Any
    fn: Any

    @classmethod
    def of(cls, tables: Any) -> ClassCells:
        """Take them from tables ``[[tn, fp], [fn, tp]]``."""
        return cls(tables[..., 1, 1], tables[..., 0, 1], tables[..., 1, 0])


@dataclass(slots=True)
class LabelPairs:
    """
    How often each pair of labels of two columns occurs.

    `counts` holds sums of weights of any sign over all labels that occur, `rows` how many rows there are.
    """

    counts: Counts
    rows: Counts
    weights: Array | None

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels that occur in either column, ascending."""
        return self.counts.labels

    def class_cells(self, labels: Any) -> ClassCells:
        """The cells of each label that occurs, or of each of the caller's, against all others: arrays (K,)."""
        if self.counts.numbers.dtype.kind == "f":
            cells = ClassCells.of(self.counts.one_vs_rest().table)
        else:
            tp = self.counts.diagonal
            cells = ClassCells(tp, self.counts.column_totals - tp, self.counts.row_totals - tp)
        if not cells.tp.any():
            cells = cells._replace(tp=cells.tp.astype(np.float64))  # as scikit-learn's where no row is right
        if labels is None:
            return cells
        indices = np.array(self.indices_of(labels), np.intp)  # -1, of a label that does not occur, is the 0 at the end
        return ClassCells(*(np.append(part, 0)[indices] for part in cells))

    def class_tables(self, labels: Any) -> NumberArray:
        """The same as tables ``[[tn, fp], [fn, tp]]``, shape (K, 2, 2)."""
        tp, fp, fn = self.class_cells(labels)
        tables: NumberArray = np.empty((len(tp), 2, 2), np.result_type(tp, fp))
        tables[:, 1, 1], tables[:, 1, 0], tables[:, 0, 1] = tp, fn, fp
        tables[:, 0, 0] = self.counts.n - tp - fp - fn
        return tables

    def indices_of(self, labels: Any) -> list[int]:
        """The indices of the caller's labels among those that occur; -1 for one that does not."""
        index_of = {label: index for index, label in enumerate(self.labels)}
        return [index_of.get(label, -1) for label in listed_labels(labels)]

    def binary_table(self, pos_label: Any) -> NumberArray:
        """The table of one of at most two labels against the other."""
        if len(self.labels) == 2:
            return self.counts.table if pos_label == self.labels[1] else self.counts.table[::-1, ::-1]
        table = np.zeros((2, 2), self.counts.table.dtype)
        index = int(self.labels[0] == pos_label)
        table[index, index] = self.counts.table[0, 0]
        return table


def listed_labels(labels: Any) -> list[Any]:
    """The labels that a caller names."""
    array = to_array(labels, "labels")
    if array.ndim != 1:
        raise refused("labels", labels, "a list of labels")
    return cast("list[Any]", array.tolist())


def label_pairs(rows: LabelRows) -> LabelPairs:
    """Count pairs of labels; rows of weight zero show their labels."""
    plain = counts(replace(rows, weights=None)) if rows.weights is not None else counts(rows)
    if rows.weights is None:
        return LabelPairs(plain, plain, None)
    if rows.weights.min() > 0:
        return LabelPairs(counts(rows), plain, rows.weights)
    flat = plain.occupied.flat
    sums = np.zeros(len(flat))
    for sign in (1.0, -1.0):
        part = counts(replace(rows, weights=np.maximum(rows.weights * sign, 0.0)))
        if part.labels:
            sums += sign * part.relabel(plain.labels).occupied.at(flat).counts
    size = len(plain.labels)
    weighted = Counts.from_cells(Cells(*np.divmod(flat, size), sums, size), plain.labels, ordered=plain.ordered)
    return LabelPairs(weighted, plain, rows.weights)


# Indicators of several labels.


@dataclass(slots=True)
class IndicatorPair:
    """
    Two matrices of 0 and 1 of one shape (n, L), both dense or both compressed sparse rows.

    `tables` has four cells a label, `right` the number of rows with all labels right, where there are no weights.
    `unequal` says where the caller's numbers differ, if they are others than 0 and 1: for scikit-learn a label is
    there if its number is not zero, but right only if the numbers are equal.
    """

    true: Any
    pred: Any
    weights: Array | None
    tables: NumberArray
    right: Any
    unequal: Any = None

    @property
    def labels(self) -> tuple[int, ...]:
        """The labels: numbers of columns."""
        return tuple(range(self.true.shape[1]))

    def class_tables(self, labels: Any) -> NumberArray:
        """One table ``[[tn, fp], [fn, tp]]`` a label, or a label of the caller's: shape (L, 2, 2)."""
        return self.tables if labels is None else self.tables[self._columns(labels)]

    def class_cells(self, labels: Any) -> ClassCells:
        """The cells of each label as arrays (L,)."""
        return ClassCells.of(self.class_tables(labels))

    def row_tables(self, labels: Any = None) -> NumberArray:
        """One table a row, shape (n, 2, 2)."""
        columns: Any = slice(None) if labels is None else self._columns(labels)
        if labels is not None and not len(labels):
            return np.zeros((self.true.shape[0], 2, 2), np.int64)
        tables = tables_of_rows(self.true[:, columns], self.pred[:, columns])
        assert tables is not None  # all are 0 and 1
        return tables

    def _columns(self, labels: Any) -> Array:
        named, size = listed_labels(labels), len(self.labels)
        if not all(type(label) is int and 0 <= label < size for label in named):
            raise refused("labels", labels, f"a list of numbers of columns, from 0 to {size - 1},")
        return np.array(named, np.intp)

    def wrong_labels(self) -> Array:
        """How many labels of each row are wrong."""
        if self.unequal is not None:
            return np.asarray(self.unequal.sum(1)).ravel()
        tables = self.row_tables()
        return tables[:, 0, 1] + tables[:, 1, 0]


def _indicator_pair(true: Any, pred: Any, weights: Array | None) -> IndicatorPair:
    if true.shape != pred.shape:
        raise LengthError(f"y_true and y_pred must have the same shape; they have {true.shape} and {pred.shape}.")
    if is_sparse(true) != is_sparse(pred):
        true, pred = (as_sparse(true, pred), pred) if is_sparse(pred) else (true, as_sparse(pred, true))
    plain = is_sparse(true) or (is_plain_matrix(true, READ) and is_plain_matrix(pred, READ))
    counted, unequal = tables_of_columns(true, pred, weights) if plain else None, None
    if counted is None:  # other numbers than 0 and 1, or types that the kernels do not read
        unequal = true != pred
        true, pred = indicators_of(true, "y_true"), indicators_of(pred, "y_pred")
        counted = tables_of_columns(true, pred, weights)
        assert counted is not None
    return IndicatorPair(true, pred, weights, *counted, unequal)


# Two columns or two matrices.


def read_rows(y_true: Any, y_pred: Any, sample_weight: Any, *, sparse: bool = True) -> LabelRows | IndicatorPair:
    """Check two columns of labels or two matrices of indicators."""
    if sample_weight is None and on_device(y_true, y_pred):
        rows = _rows_on_device(y_true, y_pred)
        if rows is not None:
            return rows
    plain = is_plain(y_true, PLAIN_INTEGERS) and is_plain(y_pred, PLAIN_INTEGERS)
    if plain and len(y_true) == len(y_pred) > 0:  # nearly always
        weights, logical = read_weights(sample_weight, len(y_true)), y_true.dtype.kind == y_pred.dtype.kind == "b"
        return LabelRows(y_true, y_pred, None, None, True, logical, weights, 0)
    true = read_targets(y_true, "y_true", sparse=sparse)
    pred = read_targets(y_pred, "y_pred", sparse=sparse)
    if isinstance(true, Encoded) != isinstance(pred, Encoded):
        raise InputError("y_true and y_pred must both be one column of labels, or both matrices of indicators.")
    if not isinstance(true, Encoded):
        same_rows(y_true=true, y_pred=pred)
        return _indicator_pair(true, pred, read_weights(sample_weight, true.shape[0]))
    same_rows(y_true=true.values, y_pred=pred.values)
    weights = read_weights(sample_weight, len(true.values))
    names = true.names
    first, second = true.values, pred.values
    if names is not None or pred.names is not None:
        if _is_text(true) != _is_text(pred):
            raise InputError("y_true and y_pred must both hold text, or both numbers.")
        (first, second), names, _ = common_labels((true, pred), ("y_true", "y_pred"))
    logical = names is None and first.dtype.kind == second.dtype.kind == "b"
    return LabelRows(first, second, names, None, names is None, logical, weights, 0)


def _is_text(column: Encoded) -> bool:
    return any(isinstance(name, str) for name in column.names or ())


def _rows_on_device(y_true: Any, y_pred: Any) -> LabelRows | None:
    """Group two columns of labels where they are; None of what is to be read, or refused, row by row on the host."""
    arrays = [y for y in (y_true, y_pred) if library_of(y) is not None]
    if len(arrays) == 2 and (any(len(y.shape) != 1 for y in arrays) or not 0 < y_true.shape[0] == y_pred.shape[0]):
        return None
    try:
        groups = label_groups(check_device_labels(y_true, y_pred))
    except MissingValuesError:
        return None
    if any(column.dtype.kind == "f" for column in groups.columns):
        return None
    truth, prediction = groups.columns
    return LabelRows(truth, prediction, None, None, True, False, None, 0, times=groups.times)


def read_pairs(y_true: Any, y_pred: Any, sample_weight: Any) -> LabelPairs | IndicatorPair:
    """Check two columns of labels or two matrices of indicators, and count them."""
    rows = read_rows(y_true, y_pred, sample_weight)
    return label_pairs(rows) if isinstance(rows, LabelRows) else rows


def read_label_pairs(y_true: Any, y_pred: Any, sample_weight: Any) -> LabelPairs:
    """Check two columns of labels and count them; several labels a row are refused."""
    rows = read_rows(y_true, y_pred, sample_weight, sparse=False)
    if isinstance(rows, LabelRows):
        return label_pairs(rows)
    raise InputError("y_true must be one column of labels here; for several labels a row take f1_score and the like.")
