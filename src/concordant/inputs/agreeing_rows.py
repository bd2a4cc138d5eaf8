"""
How many rows of two columns of text, of categories or of whole numbers agree, compared where they lie.

A share of equal rows needs no labels: to code text takes several times as long as to compare it. Only columns of which
every value is a text, or a whole number, and none is missing, are compared here; of all others nothing is said.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from concordant import _kernels
from concordant.inputs.arrays import is_plain_integers
from concordant.inputs.halves import as_float32
from concordant.settings import threads_for

_AT_ONCE = 1 << 20  # rows of float16 that become float32
_WORDS = 1 << 10  # of a dictionary of Arrow, all of which are looked at, for any number of rows
_FEW = 1 << 22  # rows; Polars compares categories with one thread, sooner than it gives the codes of few rows


def agreeing_rows(y_true: Any, y_pred: Any) -> tuple[int, int] | None:
    """
    Return how many rows of two columns agree, and how many there are.

    None where the columns are not of one kind of text or categories, have no rows or different numbers of them, lack
    values, or may be damaged: then `check_labels` says what they hold, or what is wrong.
    """
    kind = type(y_true)
    if kind is np.ndarray:
        read = _ARRAYS.get(y_true.dtype.char)
        return None if read is None else read(y_true, y_pred)
    if kind is not type(y_pred):
        return None
    if kind is list:
        return _of_objects(y_true, y_pred)
    compare = _LIBRARIES.get(kind.__module__.partition(".")[0])
    if compare is None or not (hasattr(kind, "dtype") or hasattr(kind, "type")):  # of the class: Polars makes each anew
        return None
    rows = len(y_true)
    if not 0 < rows == len(y_pred):
        return None
    agreeing = compare(y_true, y_pred)
    return None if agreeing is None else (agreeing, rows)


def which_texts_agree(y_true: Any, y_pred: Any) -> np.ndarray | None:
    """Return which rows of two columns of Polars' text are equal, as Polars says; None of others, as above."""
    pl = sys.modules.get("polars")
    if pl is None or not (isinstance(y_true, pl.Series) and isinstance(y_pred, pl.Series)):
        return None
    if not y_true.dtype == y_pred.dtype == pl.String or y_true.null_count() or y_pred.null_count():
        return None
    if not 0 < len(y_true) == len(y_pred):
        return None
    return (y_true == y_pred).to_numpy()  # type: ignore[no-any-return]


def agreeing_numbers(y_true: np.ndarray, y_pred: np.ndarray) -> int:
    """Count equal whole numbers of two columns of one length that the kernels read."""
    return _kernels.agreeing(y_true, y_pred, threads_for(len(y_true), y_true.itemsize + y_pred.itemsize))


def _of_arrays(y_true: np.ndarray, y_pred: Any) -> tuple[int, int] | None:
    """Count equal texts of NumPy."""
    kind = y_true.dtype.kind
    if type(y_pred) is not np.ndarray or y_pred.dtype.kind != kind or not y_true.ndim == y_pred.ndim == 1:
        return None
    if not 0 < len(y_true) == len(y_pred):
        return None
    if kind == "T":
        if hasattr(y_true.dtype, "na_object") or hasattr(y_pred.dtype, "na_object"):
            return None
        return int(np.count_nonzero(y_true == y_pred)), len(y_true)
    if not all(y.dtype.isnative and y.itemsize for y in (y_true, y_pred)):
        return None
    first, second = (np.ascontiguousarray(y).view(np.uint8).reshape(len(y), -1) for y in (y_true, y_pred))
    return int(np.count_nonzero(_kernels.equal_text(first, second, threads_for(len(first))))), len(first)


def _of_integers(y_true: np.ndarray, y_pred: Any) -> tuple[int, int] | None:
    """Count equal whole numbers that int64 holds."""
    if not (is_plain_integers(y_true) and is_plain_integers(y_pred) and 0 < len(y_true) == len(y_pred)):
        return None
    return agreeing_numbers(y_true, y_pred), len(y_true)


def _of_numbers(y_true: np.ndarray, y_pred: Any) -> tuple[int, int] | None:
    """Count equal whole numbers of one other type."""
    kind = y_true.dtype
    if type(y_pred) is not np.ndarray or y_pred.dtype != kind or not kind.isnative:
        return None
    if not y_true.ndim == y_pred.ndim == 1 or not 0 < len(y_true) == len(y_pred):
        return None
    if any(y.strides[0] % y.itemsize for y in (y_true, y_pred)):
        return None
    if kind.kind == "u":  # the same bits, also beyond 2**63
        return agreeing_numbers(y_true, y_pred), len(y_true)
    found = _of_halves(y_true, y_pred) if kind.char == "e" else _of_floats(y_true, y_pred)
    return None if found < 0 else (found, len(y_true))


def _of_floats(y_true: np.ndarray, y_pred: np.ndarray) -> int:
    """Count equal whole numbers; -1 if one is none."""
    return _kernels.agreeing_floats(y_true, y_pred, threads_for(len(y_true), 2 * y_true.itemsize))


def _of_halves(y_true: np.ndarray, y_pred: np.ndarray) -> int:
    """Count the same of float16, some rows at a time: all of them as float32 would leave the cache."""
    agreeing = 0
    for row in range(0, len(y_true), _AT_ONCE):
        found = _of_floats(*(as_float32(y[row : row + _AT_ONCE]) for y in (y_true, y_pred)))
        if found < 0:
            return found
        agreeing += found
    return agreeing


def _of_array_of_objects(y_true: np.ndarray, y_pred: Any) -> tuple[int, int] | None:
    if type(y_pred) is not np.ndarray or y_pred.dtype.char != "O" or not y_true.ndim == y_pred.ndim == 1:
        return None
    return _of_objects(y_true, y_pred)


def _of_objects(y_true: Any, y_pred: Any) -> tuple[int, int] | None:
    """Count equal objects of Python: texts, or whole numbers."""
    found = _kernels.agreeing_objects(y_true, y_pred)
    return None if found is None else (found, len(y_true))


def _of_polars(y_true: Any, y_pred: Any) -> int | None:
    """Count equal texts, or equal categories of one set of them."""
    pl = sys.modules["polars"]
    if not isinstance(y_true, pl.Series) or y_true.null_count() or y_pred.null_count():
        return None
    kind = y_true.dtype  # of an Enum Polars makes it anew each time, which takes as long as to compare 10,000 rows
    if isinstance(kind, pl.Enum) and len(y_true) <= _FEW:
        return _of_enum(y_true, y_pred)
    other = y_pred.dtype
    if kind == pl.String:
        return _of_texts(y_true, y_pred, checked=True) if other == pl.String else None
    if kind.is_integer() and other.is_integer():
        if any(str(one) in ("Int128", "UInt128") for one in (kind, other)):  # which NumPy does not have
            return None
        return _of_whole(y_true.to_numpy(), y_pred.to_numpy())
    known = kind == pl.Categorical and hasattr(getattr(kind, "categories", None), "to_series")  # in Polars 2
    if not (known or isinstance(kind, pl.Enum)) or kind != other:
        return None
    if len(y_true) <= _FEW:
        return int((y_true == y_pred).sum())
    first, second = (y.to_physical().to_numpy() for y in (y_true, y_pred))
    return agreeing_numbers(first, second)


def _of_enum(y_true: Any, y_pred: Any) -> int | None:
    """Count equal categories, also beside plain text; Polars itself refuses to compare them with anything else."""
    try:
        return int((y_true == y_pred).sum())
    except sys.modules["polars"].exceptions.PolarsError:
        return None


def _of_whole(y_true: np.ndarray, y_pred: np.ndarray) -> int | None:
    """Count equal whole numbers of a library that shows them to NumPy."""
    found = _of_integers(y_true, y_pred)
    return None if found is None else found[0]


def _of_pandas(y_true: Any, y_pred: Any) -> int | None:
    """Count the same of pandas; its categories may be anything, and only texts are compared."""
    pd = sys.modules["pandas"]
    kind, other = y_true.dtype, y_pred.dtype
    first, second = (getattr(y, "array", y) for y in (y_true, y_pred))
    if isinstance(kind, pd.StringDtype) and isinstance(other, pd.StringDtype):
        if kind.storage != "pyarrow" or other.storage != "pyarrow":
            return None
        return _of_texts(first.__arrow_array__(), second.__arrow_array__())
    if not (isinstance(kind, pd.CategoricalDtype) and isinstance(other, pd.CategoricalDtype)):
        return None
    words = kind.categories
    if words.inferred_type != "string" or not (words is other.categories or words.equals(other.categories)):
        return None
    codes = np.asarray(first.codes), np.asarray(second.codes)
    if min(int(code.min()) for code in codes) < 0:  # a row is missing
        return None
    return agreeing_numbers(*codes)


def _of_arrow(y_true: Any, y_pred: Any) -> int | None:
    """Count equal texts of Arrow."""
    pa = sys.modules["pyarrow"]
    types = pa.types
    if isinstance(y_true, pa.Array) and isinstance(y_pred, pa.Array) and types.is_integer(y_true.type):
        there = types.is_integer(y_pred.type) and not (y_true.null_count or y_pred.null_count)
        return _of_whole(y_true.to_numpy(), y_pred.to_numpy()) if there else None
    if isinstance(y_true, pa.DictionaryArray) and isinstance(y_pred, pa.DictionaryArray):
        return _of_dictionaries(y_true, y_pred)
    for y in (y_true, y_pred):
        kind = getattr(y, "type", None)
        if kind is None or not (types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind)):
            return None
    return _of_texts(y_true, y_pred)


def _of_dictionaries(y_true: Any, y_pred: Any) -> int | None:
    """Count equal words of one dictionary, each of whose words is a text that stands there once."""
    words = y_true.dictionary
    if y_true.type != y_pred.type or len(words) > max(_WORDS, len(y_true)) or y_true.null_count or y_pred.null_count:
        return None
    if not words.equals(y_pred.dictionary):
        return None
    try:
        known = words.to_pylist()
    except UnicodeDecodeError:
        return None
    if set(map(type, known)) != {str} or len(set(known)) != len(known):
        return None
    codes = y_true.indices.to_numpy(), y_pred.indices.to_numpy()
    if not all(map(is_plain_integers, codes)):
        return None
    threads = threads_for(len(y_true), 2 * codes[0].itemsize)
    found = _kernels.agreeing_within(*codes, 0, len(known) - 1, threads)
    return None if found < 0 else found  # a row names a word that is not there


def _of_texts(y_true: Any, y_pred: Any, *, checked: bool = False) -> int | None:
    """Compare Arrow's text; `checked` says that its bytes are known to be UTF-8: Arrow itself takes any."""
    return _kernels.agreeing_texts(y_true, y_pred, checked, threads_for(len(y_true)))


_ARRAYS = {
    **dict.fromkeys("UT", _of_arrays),
    **dict.fromkeys("bhilqBHI?", _of_integers),
    "O": _of_array_of_objects,
    **dict.fromkeys("LQefd", _of_numbers),  # L is plain where it has 32 bits
}
_LIBRARIES = {"polars": _of_polars, "pandas": _of_pandas, "pyarrow": _of_arrow}
