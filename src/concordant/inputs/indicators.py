"""Several labels a row: indicator matrices, dense and sparse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from concordant.errors import InputTypeError, LabelError, LengthError, OptionError
from concordant.inputs.arrays import as_array, floats_of, refuse_other_order
from concordant.inputs.label_values import check_missing_labels
from concordant.inputs.labels import names_of_outputs
from concordant.inputs.rows import Mask, counted_columns, nan_rows, reader_of_one, refuse_missing
from concordant.typing import Label, Missing


@dataclass(slots=True)
class IndicatorRows:
    """
    Checked rows of two indicator matrices of shape (n, L).

    Both are dense, and the kernel still looks for other numbers than 0 and 1; or both are compressed sparse rows that
    store each 1 once. `outputs` names the columns. `kept` says which of the caller's rows are there; None if all.
    """

    y_true: Any
    y_pred: Any
    outputs: tuple[Label, ...]
    weights: npt.NDArray[Any] | None
    missing: int
    kept: Mask | None = None

    @property
    def sparse(self) -> bool:
        """Whether the matrices are sparse."""
        return is_sparse(self.y_true)


def check_indicator_columns(
    y_true: Any,
    predictions: Sequence[Any],
    *,
    names: Sequence[str] = ("y_pred",),
    labels: Sequence[Label] | None = None,
    sample_weight: Any = None,
    missing: Missing = "raise",
    missing_labels: Sequence[Label] = (),
) -> list[IndicatorRows]:
    """Check matrices of indicators; a row where any of them has a missing value raises or is dropped."""
    refuse_marks(missing_labels)
    what = ("y_true", *names)
    pairs = zip((y_true, *predictions), what, strict=True)
    matrices: Any = [matrix if is_sparse(matrix) else plain_matrix(matrix, name) for matrix, name in pairs]
    for matrix, name in zip(matrices[1:], names, strict=True):
        _same_shape(matrices[0], matrix, ("y_true", name))
    refuse_other_order(y_true, predictions, names, sample_weight)
    matrices = [matrix.tocsr() if is_sparse(matrix) else matrix for matrix in matrices]
    masks = [(name, None if is_sparse(m) else nan_rows(m)) for name, m in zip(what, matrices, strict=True)]
    (truth, *others), weights, dropped, kept, _ = counted_columns(
        matrices, masks, missing, sample_weight, matrices[0].shape[0]
    )
    outputs = names_of_outputs(labels, truth.shape[1])
    return [IndicatorRows(*_alike(truth, other), outputs, weights, dropped, kept) for other in others]


check_indicator_rows = reader_of_one(check_indicator_columns)


def refuse_marks(missing_labels: Sequence[Label]) -> None:
    """Raise for labels that stand for missing ones, where a matrix says of each label whether it is there."""
    if check_missing_labels(missing_labels):
        msg = "missing_labels= is for columns with one label a row; in a matrix of 0 and 1 NaN is a missing value."
        raise OptionError(msg)


def _alike(y_true: Any, y_pred: Any) -> tuple[Any, Any]:
    """Both matrices as the kernels read them: sparse if one of them is."""
    if is_sparse(y_true) or is_sparse(y_pred):
        y_true = y_true if is_sparse(y_true) else as_sparse(y_true, y_pred)
        y_pred = y_pred if is_sparse(y_pred) else as_sparse(y_pred, y_true)
        return sparse_indicators(y_true, "y_true"), sparse_indicators(y_pred, "y_pred")
    return _readable(y_true, "y_true"), _readable(y_pred, "y_pred")


def _readable(matrix: npt.NDArray[Any], what: str) -> npt.NDArray[Any]:
    if matrix.dtype.kind in "iub" or matrix.dtype.char in "df":
        return matrix
    check_indicators(matrix, what)
    return matrix.astype(np.uint8)


def dense_indicators(values: Any, what: str) -> npt.NDArray[Any]:
    """An indicator matrix as an array, also from a sparse one: scores of all labels are as large anyway."""
    if is_sparse(values):
        dense: npt.NDArray[Any] = sparse_indicators(values, what).toarray()
        return dense
    return plain_matrix(values, what)


def plain_matrix(values: Any, what: str) -> npt.NDArray[Any]:
    """A dense matrix of any numbers as an array, whatever holds it."""
    matrix = as_array(values, what, dimensions=(2,))
    return floats_of(matrix, what, LabelError) if matrix.dtype.kind == "O" else matrix


def _same_shape(y_true: Any, y_pred: Any, what: tuple[str, str]) -> None:
    if y_true.shape[0] != y_pred.shape[0]:
        rows = f"{y_true.shape[0]} and {y_pred.shape[0]}"
        raise LengthError(f"{what[0]} and {what[1]} must have the same number of rows; they have {rows}.")
    if y_true.shape != y_pred.shape:
        msg = f"{what[0]} and {what[1]} must have the same shape; they have {y_true.shape} and {y_pred.shape}."
        raise LengthError(msg)
    if y_true.shape[1] == 0:
        raise LengthError(f"{what[0]} and {what[1]} have no column.")


def check_indicators(matrix: npt.NDArray[Any], what: str) -> None:
    """Raise unless it is a matrix of 0 and 1, one column a label."""
    if not matrix.shape[1]:
        raise LengthError(f"{what} and {what} have no column.")
    if matrix.dtype.kind == "f":
        good = bool(((matrix == 0) | (matrix == 1)).all())
    else:  # one pass: a bit of any other number, or the sign of a negative one, is left in the union of all bits
        good = matrix.dtype.kind in "iub" and int(np.bitwise_or.reduce(matrix, axis=None)) in (0, 1)
    if not good:
        raise _other_numbers(what)


def _other_numbers(what: str) -> LabelError:
    return LabelError(f"{what} must be a matrix of 0 and 1, one column a label (multi-label data).")


def refuse_other_numbers(rows: IndicatorRows) -> NoReturn:
    """Raise for rows in which the kernel found something else than 0 and 1."""
    columns = () if rows.sparse else (("y_true", rows.y_true), ("y_pred", rows.y_pred))
    refuse_missing([(what, nan_rows(matrix)) for what, matrix in columns], "raise")
    for what, matrix in columns:
        check_indicators(matrix, what)
    msg = "y_true and y_pred must be matrices of 0 and 1, one column a label; they changed while they were read."
    raise LabelError(msg)


def is_sparse(values: Any) -> bool:
    """Whether it is a sparse matrix or array of scipy."""
    return type(values).__module__.startswith("scipy.sparse") and hasattr(values, "nnz")


def compressed_rows(matrix: Any) -> Any:
    """A sparse matrix as compressed rows with numbers that the kernels can read."""
    return readable_floats(matrix.tocsr())


def readable_floats(matrix: Any) -> Any:
    """Return a matrix, dense or sparse, whose floats are of 32 or 64 bits."""
    if matrix.dtype.kind == "f" and matrix.dtype.itemsize not in (4, 8):
        return matrix.astype(np.float32 if matrix.dtype.itemsize == 2 else np.float64)
    return matrix


def sparse_indicators(matrix: Any, what: str) -> Any:
    """
    A sparse matrix of 0 and 1 as compressed rows that store each 1 once and nothing else.

    The caller's matrix is left as it is.
    """
    if len(matrix.shape) != 2:
        raise InputTypeError(f"{what} must be a sparse matrix, not a sparse array of shape {matrix.shape}.")
    rows = compressed_rows(matrix)
    if rows.nnz and (not rows.has_canonical_format or not (rows.data == 1).all()):
        rows = rows.copy()
        rows.sum_duplicates()
        rows.eliminate_zeros()
        if rows.dtype.kind not in "iubf" or not (rows.data == 1).all():
            raise _other_numbers(what)
    return rows.astype(np.int8)


def stored_rows(true: Any, pred: Any) -> tuple[tuple[Any, Any, Any], tuple[Any, Any, Any]]:
    """What two matrices of compressed rows store, as the kernels take it: the indices of both in one type."""
    index = np.result_type(true.indices, pred.indices, true.indptr, pred.indptr)
    first, second = (
        (matrix.indptr.astype(index, copy=False), matrix.indices.astype(index, copy=False), matrix.data)
        for matrix in (true, pred)
    )
    return first, second


def as_sparse(array: Any, like: Any) -> Any:
    """A dense matrix in the type of a sparse one."""
    return type(like)(array)
