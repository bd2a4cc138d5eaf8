"""
What a column or matrix of targets is: labels of one column, indicators of several labels, or something refused.

For the other modules:

- `read_targets(y, "y_true")` gives a `LabelColumn`, an `IndicatorMatrix`, or, for what no metric of labels takes, the
  word that scikit-learn has for it ("continuous", "multiclass-multioutput", ...);
- `type_of_target(y, "y_true")` gives that word for everything.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import InputError, InputTypeError
from concordant.inputs.arrays import is_plain_integers, is_series, numbers_of, readable, to_array
from concordant.inputs.encoding import encode, encode_array
from concordant.inputs.indicators import compressed_rows, is_sparse
from concordant.inputs.label_values import Encoded, encode_plain_objects
from concordant.sklearn._labels import LabelColumn
from concordant.sklearn._weights import refuse_not_finite


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
    y = _listed(y) if type(y) is list else y
    if isinstance(y, LabelColumn):
        return y
    if is_sparse(y):
        return _sparse(y)
    if is_series(y) and not _is_plain_numbers(y):
        return _column(encode(y, what), what, floating=_becomes_floats(y))
    array = _as_array(y)
    if is_plain_integers(array):
        return LabelColumn(array)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim not in (1, 2) or (array.ndim == 2 and not array.shape[1]) or _is_foreign(array):
        return "unknown"
    _refuse_kind(array)
    if array.ndim == 2:
        return _matrix(array, what)
    return _floats(array, what) if array.dtype.kind == "f" else _column(encode_array(array, what), what, floating=False)


def _listed(values: list[Any]) -> Any:
    """
    Read a list of one plain type of Python: text and bools as labels, numbers as an array.

    Any other list comes back as it is, for NumPy to say what it is.
    """
    kind = type(values[0]) if values else None
    if kind is int or kind is float:
        numbers = _kernels.list_numbers(values)
        return values if numbers is None else numbers
    if kind is str or kind is bool:
        known = encode_plain_objects(values)
        # Of text NumPy drops zeros at the end: such names are its own.
        if known is not None and known.missing is None and not any(_ends_in_zero(name) for name in known.names or ()):
            return LabelColumn(known.values, known.names)
    return values


def _ends_in_zero(name: Any) -> bool:
    return isinstance(name, str) and name.endswith("\0")


def type_of_target(y: Any, what: str = "") -> str:
    """Return scikit-learn's word for targets."""
    targets = read_targets(y, what)
    return targets if isinstance(targets, str) else targets.kind


def _is_plain_numbers(series: Any) -> bool:
    """Whether NumPy sees a series as numbers without a detour."""
    kind = getattr(series, "dtype", None)
    if isinstance(kind, np.dtype):  # of pandas
        return kind.kind in "iubf"
    return type(series).__module__.startswith("polars") and kind is not None and bool(kind.is_numeric())


def _becomes_floats(series: Any) -> bool:
    """Whether scikit-learn takes a series as floats: floats, and all nullable numbers and bools of pandas."""
    kind = getattr(series, "dtype", None)
    kind = getattr(series, "type", None) if kind is None else kind  # of Arrow
    name = str(kind).lower()
    if "float" in name or name.startswith("double"):  # 64-bit floats are "double" in Arrow
        return True
    pandas = type(series).__module__.startswith("pandas") and not isinstance(kind, np.dtype)
    return pandas and name != "category" and not name.startswith(("str", "object"))


def _as_array(y: Any) -> npt.NDArray[Any]:
    numbers = numbers_of(y) if is_series(y) else y
    if type(numbers) is np.ndarray:
        return readable(numbers)
    if isinstance(y, (str, bytes, dict, set, frozenset)) or not any(
        hasattr(y, name) for name in ("__array__", "__len__")
    ):
        msg = f"Expected array-like (array or non-string sequence), got {y!r}"
        raise InputError(msg)
    try:
        return readable(to_array(y, "a column of targets"))
    except ValueError as error:
        if not isinstance(y, (list, tuple)):
            raise
        msg = (
            "You appear to be using a legacy multi-label data representation. Sequence of sequences are no longer "
            "supported; use a binary array or sparse matrix instead - the MultiLabelBinarizer transformer can "
            "convert to this format."
        )
        raise InputError(msg) from error


def _floats(array: npt.NDArray[Any], what: str) -> Targets:
    """Take floats that are whole numbers as these numbers."""
    for size in (np.int8, np.int64):  # few labels are large, and small integers are soon written and read
        with np.errstate(invalid="ignore"):  # what does not fit becomes some number, which is not equal to it
            whole = array.astype(size)
        if (whole == array).all():
            return LabelColumn(whole, floating=True)
    refuse_not_finite(array, what)
    return "continuous"


def _is_foreign(array: npt.NDArray[Any]) -> bool:
    """Whether it holds Python objects other than text."""
    return array.dtype.kind == "O" and array.size > 0 and not isinstance(array.flat[0], str)


def _refuse_kind(array: npt.NDArray[Any]) -> None:
    if array.dtype.kind == "S":
        msg = (
            "Support for labels represented as bytes is not supported. "
            "Convert the labels to a string or integer format."
        )
        raise InputTypeError(msg)
    if array.dtype.kind == "c":
        msg = f"Complex data not supported\n{array}\n"
        raise InputError(msg)


def _column(encoded: Encoded, what: str, *, floating: bool) -> Targets:
    if encoded.missing is not None:
        msg = f"Input {what} contains NaN."
        raise (InputError if encoded.names is None or encoded.ordered else _MissingNameError)(msg)
    if encoded.continuous or (floating and encoded.names is not None and isinstance(encoded.names[0], float)):
        return "continuous"  # as are whole numbers beyond 64 bits
    return LabelColumn(encoded.values, encoded.names, floating and encoded.names is None)


class _MissingNameError(InputError, InputTypeError):
    """A missing value among text: scikit-learn cannot sort the two, which is a TypeError."""


def _matrix(array: npt.NDArray[Any], what: str) -> Targets:
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


def _sparse(matrix: Any) -> Targets:
    """Tell sparse indicators from anything else that is sparse."""
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
    msg = "Sparse input is only supported when targets are of multilabel type"
    raise InputTypeError(msg)
