"""Targets: what a column or matrix is, pairs of labels, indicators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.engines.arrays.labels import tables_of_columns, tables_of_rows
from concordant.engines.devices.groups import label_groups
from concordant.engines.devices.operations import operations_of
from concordant.engines.devices.rows import check_device_labels
from concordant.errors import InputError, InputTypeError, LabelError, MissingValuesError
from concordant.inputs.arrays import (
    is_plain,
    is_plain_integers,
    is_series,
    library_of,
    numbers_of,
    on_device,
    readable,
    to_array,
)
from concordant.inputs.encoding import encode, encode_array
from concordant.inputs.indicators import as_sparse, compressed_rows, is_sparse
from concordant.inputs.label_values import Encoded, encode_plain_objects
from concordant.inputs.labels import distinct_integers
from concordant.settings import threads_for
from concordant.sklearn._call import check_sample_weight, refuse_not_finite, uneven
from concordant.states import Counts
from concordant.typing import NumberArray

_MOST_LABELS = 1 << 12  # labels of a table that is made in any case
_MOST_CELLS = 2**31  # of a table that is made although the kernel finds too many labels


@dataclass(slots=True)
class IndicatorPair:
    """
    Two matrices of 0 and 1 of one shape (n, L), both uint8 or both compressed sparse rows.

    `wrong` says where the caller's numbers differ, if these are others than 0 and 1.
    """

    true: Any
    pred: Any
    weights: npt.NDArray[Any] | None
    counted: tuple[NumberArray, Any] | None = None  # a table a label and, without weights, rows with all labels right
    wrong: Any = None
    kind: str = "multilabel-indicator"

    @property
    def width(self) -> int:
        """The number of labels."""
        width: int = self.true.shape[1]
        return width

    def columns(self) -> NumberArray:
        """One 2 x 2 table a label, shape (L, 2, 2)."""
        if not self.width:
            return np.zeros((0, 2, 2), np.int64)
        return usual_integers(self.counts()[0])

    def counts(self) -> tuple[NumberArray, Any]:
        """One 2 x 2 table a label and, without weights, how many rows have all labels right."""
        if self.counted is None:  # the matrices were checked: all is 0 and 1
            self.counted = cast("tuple[NumberArray, Any]", tables_of_columns(self.true, self.pred, self.weights))
        return self.counted

    def rows(self) -> NumberArray:
        """One 2 x 2 table a row, shape (n, 2, 2)."""
        if not self.width:
            return np.zeros((self.true.shape[0], 2, 2), np.int64)
        return usual_integers(cast("NumberArray", tables_of_rows(self.true, self.pred)))  # checked: all are 0 and 1

    def agreement(self) -> Counts:
        """Rows with all labels right and with any wrong, as a table with the former on its diagonal."""
        rows = self.true.shape[0]
        if self.wrong is not None:
            return agreement_counts(np.asarray(self.wrong.sum(1)).ravel() == 0, self.weights)
        if self.weights is None and self.width:
            right = self.counts()[1]
            return Counts(np.array([[right, rows - right], [0, 0]]), (0, 1))
        cells = self.rows()
        return agreement_counts(cells[:, 0, 1] + cells[:, 1, 0] == 0, self.weights)

    def decisions(self) -> Counts:
        """Right and wrong labels of rows, as a table with the former on its diagonal; a stack, one a label."""
        if self.wrong is None:
            return Counts(self.columns(), (0, 1), outputs=tuple(range(self.width)))
        wrong = np.asarray(self.wrong.sum(1)).ravel()
        weights = 1 if self.weights is None else self.weights
        right = weights * (self.width - wrong)
        return Counts(np.array([[right.sum(), (weights * wrong).sum()], [0, 0]]), (0, 1))

    def class_tables(self, labels: Any) -> NumberArray:
        """One table of four cells a label, or a label of the caller's: shape (L, 2, 2)."""
        return self.of_labels(labels).columns()

    def class_cells(self, labels: Any) -> ClassCells:
        """The cells of each label as arrays (L,)."""
        return ClassCells.of_tables(self.class_tables(labels))

    def of_labels(self, labels: Any) -> IndicatorPair:
        """Only the columns that the caller names by their numbers."""
        if labels is None:
            return self
        columns = to_array(labels, "labels") if len(labels) else np.zeros(0, np.intp)
        for bound, wrong, sign in ((self.width - 1, columns.max(initial=0), ">"), (0, columns.min(initial=0), "<")):
            if (wrong > bound) if sign == ">" else (wrong < bound):
                msg = f"All labels must be in [0, n labels) for multilabel targets. Got {wrong} {sign} {bound}"
                raise LabelError(msg)
        return IndicatorPair(self.true[:, columns], self.pred[:, columns], self.weights)


def indicator_pair(true: IndicatorMatrix, pred: IndicatorMatrix, weights: npt.NDArray[Any] | None) -> IndicatorPair:
    """Bring two matrices to one shape and form."""
    first, second = true.values, pred.values
    if first.shape != second.shape:
        raise InputError("Multi-label binary indicator input with different numbers of labels")
    return IndicatorPair(*_same_format(first, second), weights, wrong=_unequal(true, pred))


def _same_format(first: Any, second: Any) -> tuple[Any, Any]:
    """Both matrices sparse if one of them is."""
    if is_sparse(first) == is_sparse(second):
        return first, second
    return (first, as_sparse(second, first)) if is_sparse(first) else (as_sparse(first, second), second)


def _unequal(true: IndicatorMatrix, pred: IndicatorMatrix) -> Any:
    """Where the numbers of two matrices differ; None if all are 0 and 1."""
    if true.numbers is None and pred.numbers is None:
        return None
    first, second = (matrix.values if matrix.numbers is None else matrix.numbers for matrix in (true, pred))
    first, second = _same_format(first, second)
    return first != second


def plain_indicators(y_true: Any, y_pred: Any, sample_weight: Any) -> IndicatorPair | None:
    """Count the most common matrices of 0 and 1 as they are; None where it takes the full checks."""
    plain = _is_plain_matrix(y_true) and _is_plain_matrix(y_pred)
    if not (plain and y_true.shape == y_pred.shape and type(y_true) is type(y_pred)):
        return None
    rows = y_true.shape[0]
    if sample_weight is not None and np.shape(sample_weight) != (rows,):
        return None
    try:
        weights = check_sample_weight(sample_weight, (rows, rows))
    except InputError:  # said after what is wrong with the matrices
        return None
    counted = tables_of_columns(y_true, y_pred, weights)
    return None if counted is None else IndicatorPair(y_true, y_pred, weights, counted)


def _is_plain_matrix(matrix: Any) -> bool:
    """Whether it may be a matrix of indicators of two labels or more that the kernels can read."""
    dense = type(matrix) is np.ndarray
    if not dense and not (is_sparse(matrix) and matrix.format == "csr"):
        return False
    if len(matrix.shape) != 2 or not matrix.shape[0] or matrix.shape[1] < 2:
        return False
    numeric = matrix.dtype.kind in "iub" or matrix.dtype.char in "df"
    return numeric and (not dense or readable(matrix) is matrix)


@dataclass(slots=True)
class LabelPairs:
    """
    How often each pair of labels occurs.

    `table` is (K, K), the truth down: int64, or float64 where there are weights. `labels` are the K labels that
    occur in either column, ascending. Where they are too many for a table it is None, and `codes` are the places of
    the labels in each row. `unweighted` counts the rows where some weigh nothing or less.
    """

    table: NumberArray | None
    labels: npt.NDArray[Any]
    weights: npt.NDArray[Any] | None
    codes: tuple[npt.NDArray[Any], npt.NDArray[Any]] | None = None
    unweighted: NumberArray | None = None
    kind: str = "multiclass"

    def _codes(self) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        return self.codes or (np.empty(0, np.int64), np.empty(0, np.int64))

    def full_table(self) -> NumberArray:
        """The table, also of very many labels."""
        if self.table is not None:
            return self.table
        size = len(self.labels)
        if size * size > _MOST_CELLS:
            raise LabelError(f"{size} different labels occur: a table of all their pairs does not fit in memory.")
        true, pred = self._codes()
        cells = np.bincount(true * size + pred, self.weights, minlength=size * size)
        return cells.reshape(size, size)

    def counts(self) -> Counts:
        """The table as a state; its labels are the places 0 to K - 1."""
        return table_counts(self.full_table())

    def agreement(self) -> Counts:
        """A table with the same rows on its diagonal."""
        if self.table is not None:
            return table_counts(self.table)
        true, pred = self._codes()
        return agreement_counts(true == pred, self.weights)

    def margins(self) -> tuple[NumberArray, NumberArray, NumberArray]:
        """Of each label: rows that have it in both columns, only in the truth, only in the prediction."""
        if self.table is None:
            true, pred = self._codes()
            same, size = true == pred, len(self.labels)
            weights = np.ones(len(true), np.int64) if self.weights is None else self.weights
            return (
                _weighted_counts(true[same], weights[same], size),
                _weighted_counts(true[~same], weights[~same], size),
                _weighted_counts(pred[~same], weights[~same], size),
            )
        both = self.table.diagonal()
        if self.table.dtype.kind == "i":
            return both, self.table.sum(1) - both, self.table.sum(0) - both
        others = self.table.copy()  # a difference of sums of weights would leave rounding where there is nothing
        np.fill_diagonal(others, 0.0)
        return both, others.sum(1), others.sum(0)

    def class_cells(self, labels: Any) -> ClassCells:
        """The cells of each label that occurs, or of each of the caller's, against all others: arrays (K,)."""
        both, only_true, only_pred = self.margins()
        if not both.any():
            both = both.astype(np.float64)  # scikit-learn's counts are floats where no row is right
        if labels is not None:
            indices = np.array(self.indices_of(labels), dtype=np.intp)
            # -1, of a label that does not occur, is the 0 at the end
            both, only_true, only_pred = (np.append(part, 0)[indices] for part in (both, only_true, only_pred))
        return ClassCells(both, only_pred, only_true)

    def class_tables(self, labels: Any) -> NumberArray:
        """The cells of each label as tables, shape (K, 2, 2)."""
        both, only_pred, only_true = self.class_cells(labels)
        tables = np.empty((len(both), 2, 2), both.dtype)
        tables[:, 1, 1], tables[:, 1, 0], tables[:, 0, 1] = both, only_true, only_pred
        tables[:, 0, 0] = self.total() - both - only_true - only_pred
        return tables

    def binary_table(self, pos_label: Any) -> NumberArray:
        """The table of four cells of one of at most two labels; a label that does not occur has none of the rows."""
        table, labels = self.full_table(), self.labels.tolist()
        if len(labels) == 2:
            return table if pos_label == labels[1] else table[::-1, ::-1]
        out = np.zeros((2, 2), table.dtype)
        index = int(labels[0] == pos_label)
        out[index, index] = table[0, 0]
        return out

    def total(self) -> Any:
        """The number of rows or the sum of weights."""
        if self.table is not None:
            return self.table.sum()
        return len(self._codes()[0]) if self.weights is None else self.weights.sum()

    def in_truth(self) -> npt.NDArray[np.bool_]:
        """Which labels occur in the truth, be it in rows without weight."""
        if self.table is None:
            return np.bincount(self._codes()[0], minlength=len(self.labels)) > 0
        table = self.table if self.unweighted is None else self.unweighted
        occurs: npt.NDArray[np.bool_] = table.sum(1) > 0
        return occurs

    def indices_of(self, labels: Any) -> list[int]:
        """The indices of the caller's labels among those that occur; -1 for one that does not."""
        index_of = {label: index for index, label in enumerate(self.labels.tolist())}
        return [index_of.get(label, -1) for label in to_array(labels, "labels").tolist()]


def _weighted_counts(codes: npt.NDArray[Any], weights: npt.NDArray[Any], size: int) -> NumberArray:
    sums: NumberArray = np.bincount(codes, weights, minlength=size)
    return sums.astype(np.int64) if weights.dtype.kind == "i" else sums


def pairs_on_device(y_true: Any, y_pred: Any) -> LabelPairs | None:
    """
    Count two columns of labels where they are.

    Returns
    -------
    LabelPairs or None
        None of what is to be read row by row on the host: matrices, floats that are not whole, very many labels,
        nothing, and columns that do not belong together.
    """
    columns = (y_true, y_pred)
    all_arrays = all(library_of(column) is not None for column in columns)  # else the check says where each lies
    if all_arrays and (any(len(y.shape) != 1 for y in columns) or not 0 < y_true.shape[0] == y_pred.shape[0]):
        return None
    try:
        groups = label_groups(check_device_labels(y_true, y_pred))
    except MissingValuesError:
        return None
    if any(column.dtype.kind == "f" for column in groups.columns):
        return None
    labels = np.unique(np.concatenate(groups.columns))
    if len(labels) > _MOST_LABELS:
        return None
    size = len(labels)
    true, pred = (np.searchsorted(labels, column) for column in groups.columns)
    table = np.zeros(size * size, np.int64)
    np.add.at(table, true * size + pred, groups.times)
    floating = any(operations_of(column).kind(column) == "f" for column in columns)
    named = labels.astype(np.float64) if floating else labels
    return LabelPairs(table.reshape(size, size), named, None, kind="binary" if size <= 2 else "multiclass")


# Labels of one column, and the pairs of labels of two columns as a table.
#
# For the other modules:
#
# - `LabelColumn.labels()` are the labels that occur, ascending, `LabelColumn.coded()` these and their codes;
# - `LabelPairs.class_cells()` are the cells of each label against all others, `LabelPairs.class_tables()` the same as
#   tables, `LabelPairs.counts()` the table of all labels as a state.


@dataclass(slots=True)
class LabelColumn:
    """
    One column of labels.

    `values` are integers: the labels themselves where `names` is None, else codes into `names` (in any order, and
    some may not occur). `floating` says that the labels came as floats.
    """

    values: npt.NDArray[Any]
    names: tuple[Any, ...] | None = None
    floating: bool = False

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.values)

    def labels(self) -> npt.NDArray[Any]:
        """The labels that occur, ascending."""
        return self._present()[1]

    def integers(self) -> tuple[npt.NDArray[Any], list[int]]:
        """The labels that occur, ascending, and the integers that stand for them in the rows."""
        present, labels, order = self._present()
        return labels, (present if order is None else present[order]).tolist()

    def coded(self) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """The labels that occur, ascending, and for each row the place of its label among them."""
        present, labels, order = self._present()
        if order is None and len(present) and present[0] == 0 and present[-1] == len(present) - 1:
            return labels, self.values.view(np.uint8) if self.values.dtype.kind == "b" else self.values
        indices = np.searchsorted(present, self.values)
        return labels, indices if order is None else np.argsort(order)[indices]

    def _present(self) -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[np.intp] | None]:
        present = distinct_integers(self.values)
        return present, *named(present, self.names, floating=self.floating, like=self.values)

    @property
    def kind(self) -> str:
        """The word for it: at most two labels occur, or more."""
        return "multiclass" if len(distinct_integers(self.values)) > 2 else "binary"


def named(
    present: npt.NDArray[Any], names: tuple[Any, ...] | None, *, floating: bool, like: npt.NDArray[Any]
) -> tuple[npt.NDArray[Any], npt.NDArray[np.intp] | None]:
    """Labels that the codes or integers `present` stand for, ascending, and the order that sorts them (None: is)."""
    if names is None:
        if floating:
            return present.astype(np.float64), None
        return (present.astype(bool) if like.dtype.kind == "b" else present), None
    occurring = [names[i] for i in present.tolist()]
    order = sorted(range(len(occurring)), key=occurring.__getitem__)
    labels = np.array([occurring[i] for i in order])
    return labels, None if order == list(range(len(order))) else np.array(order)


class ClassCells(NamedTuple):
    """The cells of a label against all others that rates are made of: of one table, or of each of a stack."""

    tp: Any
    fp: Any
    fn: Any

    @classmethod
    def of_tables(cls, tables: NumberArray) -> ClassCells:
        """Take them from tables ``[[tn, fp], [fn, tp]]``."""
        return cls(tables[..., 1, 1], tables[..., 0, 1], tables[..., 1, 0])

    @property
    def support(self) -> Any:
        """The rows of the label in the truth."""
        return self.fn + self.tp


def usual_integers(table: NumberArray) -> NumberArray:
    """The kernels count in `long long`; where that is not NumPy's own int64, an array of it shows its type."""
    return table.view(np.int64) if table.dtype.kind == "i" else table


def agreement_counts(same: npt.NDArray[np.bool_], weights: npt.NDArray[Any] | None) -> Counts:
    """Rows that are the same and rows that are not, as a table with the former on its diagonal."""
    if weights is None:
        right = np.count_nonzero(same)
        return Counts(np.array([[right, len(same) - right], [0, 0]]), (0, 1))
    wrong, right = np.bincount(same.view(np.uint8), weights, minlength=2)
    return Counts(np.array([[right, wrong], [0, 0]]), (0, 1))


def table_counts(table: NumberArray) -> Counts:
    """A table as a state; its labels are the places 0 to K - 1."""
    return Counts(table, tuple(range(table.shape[-1])))


Pairs = LabelPairs | IndicatorPair


def read_pairs(y_true: Any, y_pred: Any, sample_weight: Any, *, wraps: bool = False) -> Pairs:
    """Check two columns or two matrices of targets and count them; `wraps`: whole weights in 64 bits, as NumPy adds."""
    if is_plain_integers(y_true) and is_plain_integers(y_pred) and 0 < len(y_true) == len(y_pred):
        weights = None if sample_weight is None else check_sample_weight(sample_weight, (len(y_true),) * 2, wraps=wraps)
        return _count_pairs(LabelColumn(y_true), LabelColumn(y_pred), weights)
    pairs: Pairs | None = _whole_floats(y_true, y_pred) if sample_weight is None else None
    if sample_weight is None and on_device(y_true, y_pred):
        pairs = pairs_on_device(y_true, y_pred)
    pairs = pairs or plain_indicators(y_true, y_pred, sample_weight)
    if pairs is not None:
        return pairs
    lengths = [_n_rows(y) for y in (y_true, y_pred, sample_weight) if y is not None]
    if len(set(lengths)) > 1:
        raise uneven(lengths)
    if not lengths[0]:
        msg = "Found empty input array (e.g., `y_true` or `y_pred`) while a minimum of 1 sample is required."
        raise InputError(msg)
    true, pred = read_targets(y_true, "y_true"), read_targets(y_pred, "y_pred")
    weights = check_sample_weight(sample_weight, lengths[:2], wraps=wraps)
    if isinstance(true, LabelColumn) and isinstance(pred, LabelColumn):
        return _count_pairs(*_same_names(true, pred), weights)
    if isinstance(true, IndicatorMatrix) and isinstance(pred, IndicatorMatrix):
        return indicator_pair(true, pred, weights)
    raise _mix_error(true, pred)


def _count_pairs(true: LabelColumn, pred: LabelColumn, weights: npt.NDArray[Any] | None) -> LabelPairs:
    """
    Count pairs of labels of two columns that have the same names.

    Rows of weight zero and less count as scikit-learn counts them.
    """
    threads = threads_for(len(true.values))
    plain = None
    if weights is None or weights.min() > 0:
        present, table, _, too_many = _kernels.tabulate(true.values, pred.values, weights, threads)
    else:  # the kernel takes such rows for absent, but their labels are labels
        present, plain, _, too_many = _kernels.tabulate(true.values, pred.values, None, threads)
        table = plain if too_many else _signed_table(true, pred, weights, present)
    if too_many:
        return _pairs_of_codes(true, pred, weights)
    if weights is not None and weights.dtype.kind in "iu" and weights.max() * float(len(weights)) >= 2.0**53:
        table = _integer_table(true, pred, weights, present)
    return _named_pairs(true, pred, present, table, weights, plain)


def _signed_table(true: LabelColumn, pred: LabelColumn, weights: Any, present: npt.NDArray[Any]) -> NumberArray:
    """The table of weights of any sign over all labels that occur."""
    table = np.zeros((len(present), len(present)))
    for sign in (1, -1):
        part = np.maximum(weights * float(sign), 0.0)
        labels, cells, _, _ = _kernels.tabulate(true.values, pred.values, part, threads_for(len(part)))
        indices = np.searchsorted(present, labels)
        table[np.ix_(indices, indices)] += sign * cells
    return table


def _pairs_of_codes(true: LabelColumn, pred: LabelColumn, weights: npt.NDArray[Any] | None) -> LabelPairs:
    """Keep the rows where the labels are too many for the kernel."""
    stacked = LabelColumn(np.concatenate([true.values, pred.values]), true.names, true.floating or pred.floating)
    labels, codes = stacked.coded()
    rows = len(true)
    return LabelPairs(None, labels, weights, (codes[:rows], codes[rows:]))


def _integer_table(true: LabelColumn, pred: LabelColumn, weights: Any, present: npt.NDArray[Any]) -> NumberArray:
    """The table of whole weights that floats would round; like scikit-learn's it wraps around beyond 64 bits."""
    table = np.zeros((len(present), len(present)), np.int64)
    indices = np.searchsorted(present, true.values), np.searchsorted(present, pred.values)
    np.add.at(table, indices, weights.astype(np.int64))
    return table


def _named_pairs(
    true: LabelColumn,
    pred: LabelColumn,
    present: npt.NDArray[Any],
    table: NumberArray,
    weights: npt.NDArray[Any] | None = None,
    plain: NumberArray | None = None,
) -> LabelPairs:
    """Name the labels of a table, and put it in their order."""
    both_logical = true.values.dtype.kind == "b" == pred.values.dtype.kind
    like = true.values if both_logical or true.values.dtype.kind != "b" else pred.values
    labels, order = named(present, true.names, floating=true.floating or pred.floating, like=like)
    if order is not None:
        table = table[np.ix_(order, order)]
        plain = None if plain is None else plain[np.ix_(order, order)]
    table, plain = usual_integers(table), None if plain is None else usual_integers(plain)
    return LabelPairs(table, labels, weights, None, plain, "binary" if len(labels) <= 2 else "multiclass")


def _whole_floats(y_true: Any, y_pred: Any) -> LabelPairs | None:
    """Count two columns of numbers, one of floats at least; None unless all are whole and not too many differ."""
    types = [
        "f" if is_plain(column, "df") else "i" if is_plain_integers(column) else None for column in (y_true, y_pred)
    ]
    if None in types or not 0 < len(y_true) == len(y_pred):
        return None
    true, pred = (LabelColumn(y, None, code == "f") for y, code in zip((y_true, y_pred), types, strict=True))
    present, table, _, too_many = _kernels.tabulate(true.values, pred.values, None, threads_for(len(true)))
    return None if too_many else _named_pairs(true, pred, present, table)


def _n_rows(y: Any) -> int:
    shape = getattr(y, "shape", None)
    if isinstance(shape, tuple) and not shape:
        raise InputTypeError(
            "Input should have at least 1 dimension i.e. satisfy `len(x.shape) > 0`, "
            f"got scalar `{to_array(y, 'y_true')!r}` instead."
        )
    if isinstance(shape, tuple):
        return int(shape[0])
    return len(y) if hasattr(y, "__len__") else len(to_array(y, "y_true"))


def _same_names(true: LabelColumn, pred: LabelColumn) -> tuple[LabelColumn, LabelColumn]:
    """Bring two columns to the same names."""
    if true.names == pred.names:
        return true, pred
    first, second = true.names or true.labels().tolist(), pred.names or pred.labels().tolist()
    if _is_text(first) != _is_text(second):
        shown = [column.labels() for column in (true, pred)]
        raise InputError(f"Mix of label input types (string and number); Got {shown[0]} and {shown[1]}.")
    names: Sequence[Any] = sorted({*first, *second})
    position = {name: index for index, name in enumerate(names)}
    floating = true.floating or pred.floating
    return _recode(true, position, floating=floating), _recode(pred, position, floating=floating)


def _is_text(names: Sequence[Any]) -> bool:
    return any(isinstance(name, str) for name in names)


def _recode(column: LabelColumn, position: dict[Any, int], *, floating: bool) -> LabelColumn:
    if column.names is None:
        present = column.labels()
        indices = np.array([position[x] for x in present.tolist()], dtype=np.int64)
        values = indices[np.searchsorted(present, column.values)]
    else:
        values = np.array([position[name] for name in column.names], dtype=np.int64)[column.values]
    return LabelColumn(values, tuple(position), floating)


def _mix_error(true: Targets, pred: Targets) -> InputError:
    kinds = [targets if isinstance(targets, str) else targets.kind for targets in (true, pred)]
    if kinds[0] == kinds[1]:
        return InputError(f"{kinds[0]} is not supported")
    return InputError(f"Classification metrics can't handle a mix of {kinds[0]} and {kinds[1]} targets")


def equal_texts(y_true: Any, y_pred: Any) -> npt.NDArray[np.bool_] | None:
    """Which rows of two plain columns of text are equal, without naming the labels; None for anything else."""
    if not (_is_plain_text(y_true) and _is_plain_text(y_pred) and 0 < len(y_true) == len(y_pred)):
        return None
    equal: npt.NDArray[np.bool_] = y_true == y_pred
    return equal


def _is_plain_text(column: Any) -> bool:
    if type(column) is not np.ndarray or column.ndim != 1:
        return False
    return column.dtype.kind == "U" and column.dtype.isnative and column.itemsize > 0


def read_label_pairs(y_true: Any, y_pred: Any, sample_weight: Any, *, wraps: bool = False) -> LabelPairs:
    """Check two columns of labels and count them; several labels at once are refused."""
    pairs = read_pairs(y_true, y_pred, sample_weight, wraps=wraps)
    if isinstance(pairs, LabelPairs):
        return pairs
    raise InputError(f"{pairs.kind} is not supported")


# What a column or matrix of targets is: labels of one column, indicators of several labels, or something refused.
#
# For the other modules:
#
# - `read_targets(y, "y_true")` gives a `LabelColumn`, an `IndicatorMatrix`, or, for what no metric of labels takes, the
#   word that scikit-learn has for it ("continuous", "multiclass-multioutput", ...).


@dataclass(slots=True)
class IndicatorMatrix:
    """
    Several labels at once: a matrix of 0 and 1 with one column a label, uint8 or compressed sparse rows.

    `numbers` are the caller's, where they are others than 0 and 1: for scikit-learn a label is there if its number is
    not zero, but a row is right only if the numbers are equal.
    """

    values: Any
    numbers: Any = None
    kind: str = "multilabel-indicator"

    def __len__(self) -> int:
        """The number of rows."""
        rows: int = self.values.shape[0]
        return rows


Targets = LabelColumn | IndicatorMatrix | str


def read_targets(y: Any, what: str) -> Targets:
    """Read a column or a matrix of targets."""
    if is_plain_integers(y):
        return LabelColumn(y)
    y = _plain_list(y) if type(y) is list else y
    if isinstance(y, LabelColumn):
        return y
    if is_sparse(y):
        return _read_sparse(y)
    if is_series(y) and not _is_plain_numbers(y):
        return _read_encoded(encode(y, what), what, floating=_becomes_floats(y))
    array = _as_array(y)
    if is_plain_integers(array):
        return LabelColumn(array)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    foreign = array.dtype.kind == "O" and array.size > 0 and not isinstance(array.flat[0], str)
    if array.ndim not in (1, 2) or (array.ndim == 2 and not array.shape[1]) or foreign:
        return "unknown"
    _refuse_kind(array)
    if array.ndim == 2:
        return _read_matrix(array, what)
    if array.dtype.kind == "f":
        return _read_floats(array, what)
    return _read_encoded(encode_array(array, what), what, floating=False)


def _plain_list(values: list[Any]) -> Any:
    """
    Read a list of one plain type of Python: text and bools as labels, numbers as an array.

    Any other list comes back as it is, for NumPy to say what it is.
    """
    type_of_values = type(values[0]) if values else None
    if type_of_values is int or type_of_values is float:
        values_read = _kernels.list_numbers(values)
        return values if values_read is None else values_read
    if type_of_values is str or type_of_values is bool:
        encoded = encode_plain_objects(values)
        # Of text NumPy drops zeros at the end: such names are its own.
        if encoded is not None and encoded.missing is None and not any(map(_ends_in_zero, encoded.names or ())):
            return LabelColumn(encoded.values, encoded.names)
    return values


def _ends_in_zero(name: Any) -> bool:
    return isinstance(name, str) and name.endswith("\0")


def _read_sparse(matrix: Any) -> Targets:
    """Read sparse indicators; anything else that is sparse is refused."""
    if len(matrix.shape) == 2 and matrix.shape[1] > 1 and matrix.dtype.kind in "iubf":
        matrix = compressed_rows(matrix) if matrix.format == "csr" else matrix
        if matrix.format == "csr" and matrix.has_canonical_format and (matrix.data == 1).all():
            return IndicatorMatrix(matrix)
        rows = matrix.tocsr(copy=True)
        rows.sum_duplicates()
        rows.eliminate_zeros()
        if not rows.nnz or (len(np.unique(rows.data)) == 1 and float(rows.data[0]).is_integer()):
            plain = not rows.nnz or rows.data[0] == 1
            numbers = None if plain else rows.copy()
            rows.data = np.ones(rows.nnz, dtype=np.int8)
            return IndicatorMatrix(rows, numbers)
    raise InputTypeError("Sparse input is only supported when targets are of multilabel type")


def _is_plain_numbers(series: Any) -> bool:
    """Whether NumPy sees a series as numbers without a detour."""
    dtype = getattr(series, "dtype", None)
    if isinstance(dtype, np.dtype):  # of pandas
        return dtype.kind in "iubf"
    return type(series).__module__.startswith("polars") and dtype is not None and bool(dtype.is_numeric())


def _read_encoded(encoded: Encoded, what: str, *, floating: bool) -> Targets:
    if encoded.missing is not None:
        msg = f"Input {what} contains NaN."
        raise (InputError if encoded.names is None or encoded.ordered else _MissingNameError)(msg)
    if encoded.continuous or (floating and encoded.names is not None and isinstance(encoded.names[0], float)):
        return "continuous"  # as are whole numbers beyond 64 bits
    return LabelColumn(encoded.values, encoded.names, floating and encoded.names is None)


class _MissingNameError(InputError, InputTypeError):
    """A missing value among text: scikit-learn cannot sort the two, which is a TypeError."""


def _becomes_floats(series: Any) -> bool:
    """Whether scikit-learn takes a series as floats: floats, and all nullable numbers and bools of pandas."""
    dtype = getattr(series, "dtype", None)
    dtype = getattr(series, "type", None) if dtype is None else dtype  # of Arrow
    name = str(dtype).lower()
    if "float" in name or name.startswith("double"):  # 64-bit floats are "double" in Arrow
        return True
    pandas = type(series).__module__.startswith("pandas") and not isinstance(dtype, np.dtype)
    return pandas and name != "category" and not name.startswith(("str", "object"))


def _as_array(y: Any) -> npt.NDArray[Any]:
    numbers = numbers_of(y) if is_series(y) else y
    if type(numbers) is np.ndarray:
        return readable(numbers)
    if isinstance(y, (str, bytes, dict, set, frozenset)) or not any(
        hasattr(y, name) for name in ("__array__", "__len__")
    ):
        raise InputError(f"Expected array-like (array or non-string sequence), got {y!r}")
    try:
        return readable(to_array(y, "a column of targets"))
    except ValueError as error:
        if not isinstance(y, (list, tuple)):
            raise
        raise InputError(
            "You appear to be using a legacy multi-label data representation. Sequence of sequences are no longer "
            "supported; use a binary array or sparse matrix instead - the MultiLabelBinarizer transformer can "
            "convert to this format."
        ) from error


def _refuse_kind(array: npt.NDArray[Any]) -> None:
    if array.dtype.kind == "S":
        raise InputTypeError(
            "Support for labels represented as bytes is not supported. "
            "Convert the labels to a string or integer format."
        )
    if array.dtype.kind == "c":
        raise InputError(f"Complex data not supported\n{array}\n")


def _read_matrix(array: npt.NDArray[Any], what: str) -> Targets:
    """Tell indicators from several columns of something else."""
    kind = array.dtype.kind
    if kind == "b":
        return IndicatorMatrix(array.view(np.uint8))
    if kind not in "iuf":
        return "multiclass-multioutput"
    if kind == "f":
        refuse_not_finite(array, what)
        if (array != np.floor(array)).any():
            return "continuous-multioutput"
    plain = not array.size or (array.min() >= 0 and array.max() <= 1)
    if not plain and len(np.unique(array)) > 2:
        return "multiclass-multioutput"
    return IndicatorMatrix((array != 0).view(np.uint8), None if plain else array)


def _read_floats(array: npt.NDArray[Any], what: str) -> Targets:
    """Read floats: integers if all are whole, else continuous targets."""
    for size in (np.int8, np.int64):  # few labels are large, and small integers are soon written and read
        with np.errstate(invalid="ignore"):  # what does not fit becomes some number, which is not equal to it
            integers = array.astype(size)
        if (integers == array).all():
            return LabelColumn(integers, floating=True)
    refuse_not_finite(array, what)
    return "continuous"
