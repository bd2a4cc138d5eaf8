"""
Series of data frame libraries as arrays.

What is common in pandas, Polars and Arrow is read from them directly, the rest and other libraries through narwhals,
which takes longer than a short column is worth.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.errors import InputTypeError
from concordant.inputs.arrays import readable

if TYPE_CHECKING:
    import narwhals as nw

_EXACT = 2.0**53  # from here on not every whole number is a float

_LIBRARIES = ("pandas", "polars", "pyarrow", "modin", "cudf", "narwhals")


def is_series(column: Any) -> bool:
    """Whether it is a column of a data frame library (none is imported to find out), not a frame."""
    kind: Any = type(column)
    return kind not in (np.ndarray, list, tuple) and _is_series_type(kind)


@lru_cache(maxsize=64)
def _is_series_type(kind: Any) -> bool:
    of_library = kind.__module__.partition(".")[0] in _LIBRARIES
    return of_library and hasattr(kind, "__len__") and not hasattr(kind, "columns")


def narwhals_series(column: Any, what: str) -> nw.Series[Any]:
    """Wrap a column of any data frame library."""
    import narwhals

    if type(column).__module__.startswith("pandas") and not hasattr(column, "to_frame"):
        import pandas as pd  # a bare pandas array such as Categorical

        column = pd.Series(column)
    elif type(column).__module__.startswith("pandas") and not isinstance(column, _pandas_series()):
        column = column.to_series()  # an Index
    elif type(column).__module__.startswith("pyarrow") and not hasattr(column, "chunks"):
        import pyarrow as pa  # a plain Array

        column = pa.chunked_array([column])
    try:
        series: nw.Series[Any] = narwhals.from_native(column, series_only=True)
    except TypeError as error:
        msg = f"{what} must be a column of values, not {type(column).__name__}."
        raise InputTypeError(msg) from error
    return series


def _pandas_series() -> type:
    import pandas as pd

    kind: type = pd.Series
    return kind


def series_to_array(column: Any, what: str) -> npt.NDArray[Any]:
    """A series as an array; missing values become NaN in floats and None in anything else."""
    known = numbers_of(column)
    if known is not None:
        return known
    import narwhals

    if type(column).__module__.startswith("pandas") and column.dtype.kind == "O" and hasattr(column, "to_numpy"):
        return np.asarray(column.to_numpy(dtype=object))  # Python's values as they are, also the missing ones
    series = narwhals_series(column, what)
    if series.dtype == narwhals.Decimal:
        floats = series.cast(narwhals.Float64)
        if (floats.abs() >= _EXACT).any() or _rounded_to_whole(series, floats):  # two numbers may be one float
            return _objects_with_none(series)
        series = floats
    if isinstance(series.dtype, (narwhals.Datetime, narwhals.Duration, narwhals.Time)) and _has_nanoseconds(
        series, what
    ):
        return np.asarray(series.to_numpy())
    if series.null_count():
        if series.dtype.is_float():
            return np.asarray(series.fill_null(float("nan")).to_numpy())
        return _objects_with_none(series)
    if series.dtype == narwhals.Boolean:
        return np.asarray(series.to_numpy()).astype(bool)
    if series.dtype.is_integer() or series.dtype.is_float():
        array = np.asarray(series.to_numpy())
        return array if array.dtype.kind in "iuf" else np.asarray(series.to_list())
    return _objects_with_none(series)


def _rounded_to_whole(series: nw.Series[Any], floats: nw.Series[Any]) -> bool:
    """Whether a float is whole and its decimal is not."""
    whole = (floats == floats.round(0)).fill_null(value=False)
    return any(value != int(value) for value in series.filter(whole).unique().to_list())


def _has_nanoseconds(series: nw.Series[Any], what: str) -> bool:
    """Whether a column of Polars holds times that Python's own would round to microseconds."""
    native = series.to_native()
    if not type(native).__module__.startswith("polars") or getattr(native.dtype, "time_unit", "ns") != "ns":
        return False
    if not (native.to_physical() % 1000 != 0).any():
        return False
    if getattr(native.dtype, "time_zone", None) is None and hasattr(native.dtype, "time_unit"):
        return True
    msg = f"{what} holds labels of type {native.dtype} with nanoseconds, which would be lost; round to microseconds."
    raise InputTypeError(msg)


def _narrowed(values: list[int]) -> npt.NDArray[Any]:
    """Whole numbers of 128 bits as the narrowest type that holds them all; as Python's own where none does."""
    low, high = min(values, default=0), max(values, default=0)
    if low >= -(2**63) and high < 2**63:
        return np.array(values, np.int64)
    return np.array(values, np.uint64) if low >= 0 and high < 2**64 else np.array(values, object)


def numbers_of(column: Any) -> npt.NDArray[Any] | None:
    """Numbers without missing values from their own library; None for everything else."""
    module = type(column).__module__.partition(".")[0]
    if module == "pandas":
        return _pandas_numbers(column)
    if module == "polars":
        kind = getattr(column, "dtype", None)
        numeric = kind is not None and (kind.is_integer() or kind.is_float()) and not column.null_count()
        if numeric and str(kind) in ("Int128", "UInt128"):  # which NumPy does not have
            return _narrowed(column.to_list())
        return _plain(column.to_numpy()) if numeric else None
    if module == "pyarrow":
        types = sys.modules["pyarrow"].types
        kind = getattr(column, "type", None)
        numeric = kind is not None and (types.is_integer(kind) or types.is_floating(kind)) and not column.null_count
        return _plain(column.to_numpy(zero_copy_only=False)) if numeric else None
    return None


def _pandas_numbers(column: Any) -> npt.NDArray[Any] | None:
    kind: Any = getattr(column, "dtype", None)
    if isinstance(kind, np.dtype):
        return _plain(column.to_numpy()) if kind.kind in "iufb" and hasattr(column, "to_numpy") else None
    own = getattr(kind, "numpy_dtype", None)  # of nullable integers, floats and bools
    values = getattr(column, "array", column)
    if type(values).__name__ not in ("IntegerArray", "FloatingArray", "BooleanArray") or values.isna().any():
        return None
    return _plain(values.to_numpy(dtype=own))


def _plain(array: npt.NDArray[Any]) -> npt.NDArray[Any] | None:
    return readable(array) if array.dtype.kind in "iufb" else None


def _objects_with_none(series: nw.Series[Any]) -> npt.NDArray[Any]:
    array = np.empty(len(series), dtype=object)
    array[:] = series.to_list()
    return array


def is_polars_frame(data: Any) -> bool:
    """Whether it is an eager frame of Polars (which is not imported to find out)."""
    polars = sys.modules.get("polars")
    return polars is not None and isinstance(data, polars.DataFrame)
