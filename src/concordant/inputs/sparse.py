"""Sparse matrices of scipy: recognised without importing scipy, read through what they store."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.errors import InputTypeError, LabelError


def is_sparse(values: Any) -> bool:
    """Whether it is a sparse matrix or array of scipy."""
    return type(values).__module__.startswith("scipy.sparse") and hasattr(values, "nnz")


def compressed_rows(matrix: Any) -> Any:
    """A sparse matrix as compressed rows with numbers that the kernels can read."""
    rows = matrix.tocsr()
    if rows.dtype.kind == "f" and rows.dtype.itemsize not in (4, 8):
        return rows.astype(np.float32 if rows.dtype.itemsize == 2 else np.float64)
    return rows


def sparse_indicators(matrix: Any, what: str) -> Any:
    """
    A sparse matrix of 0 and 1 as compressed rows that store each 1 once and nothing else.

    The caller's matrix is left as it is.
    """
    if len(matrix.shape) != 2:
        msg = f"{what} must be a sparse matrix, not a sparse array of shape {matrix.shape}."
        raise InputTypeError(msg)
    rows = compressed_rows(matrix)
    if rows.nnz and (not rows.has_canonical_format or not (rows.data == 1).all()):
        rows = rows.copy()
        rows.sum_duplicates()
        rows.eliminate_zeros()
        if rows.dtype.kind not in "iubf" or not (rows.data == 1).all():
            msg = f"{what} must be a matrix of 0 and 1, one column a label (multi-label data)."
            raise LabelError(msg)
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
