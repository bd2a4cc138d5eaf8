"""Series of data frame libraries, through narwhals; dictionary-encoded columns keep their codes."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.errors import InputTypeError
from concordant.typing import Label

if TYPE_CHECKING:
    import narwhals as nw

_LIBRARIES = ("pandas", "polars", "pyarrow", "modin", "cudf", "narwhals")


def is_series(column: Any) -> bool:
    """Whether it is a column of a data frame library (none is imported to find out), not a frame."""
    kind = type(column)
    if kind in (np.ndarray, list, tuple):
        return False
    return kind.__module__.partition(".")[0] in _LIBRARIES and not hasattr(kind, "columns")


def _narwhals(column: Any, what: str) -> nw.Series[Any]:
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


def categories_of(column: Any, what: str) -> tuple[npt.NDArray[Any], tuple[Label, ...], bool] | None:
    """Codes (-1: missing), categories and whether they are ordered; None if the column is not categorical."""
    import narwhals

    native = column.to_native() if isinstance(column, narwhals.Series) else column
    module = type(native).__module__.partition(".")[0]
    if module == "pandas":
        return _pandas_categories(native)
    if module == "polars":
        return _polars_categories(native)
    if module == "pyarrow":
        return _arrow_categories(native)
    series = _narwhals(column, what)
    if series.dtype == narwhals.Categorical or isinstance(series.dtype, narwhals.Enum):
        return _arrow_categories(series.to_arrow())
    return None


def _pandas_categories(column: Any) -> tuple[npt.NDArray[Any], tuple[Label, ...], bool] | None:
    pd = sys.modules["pandas"]
    if isinstance(column.dtype, pd.CategoricalDtype):
        values = column.array if hasattr(column, "array") else column
        return np.asarray(values.codes), tuple(values.categories.tolist()), bool(values.ordered)
    if isinstance(column.dtype, pd.StringDtype) and column.dtype.storage == "pyarrow":
        codes, names = pd.factorize(column)  # text outside Python: pandas counts it where it lies
        return np.asarray(codes), tuple(names.tolist()), False
    return None


def _polars_categories(column: Any) -> tuple[npt.NDArray[Any], tuple[Label, ...], bool] | None:
    pl = sys.modules["polars"]
    if isinstance(column.dtype, pl.Enum):
        names = tuple(column.dtype.categories.to_list())
        codes = column.to_physical().cast(pl.Int64).fill_null(-1).to_numpy()
        return codes, names, True
    if column.dtype not in (pl.Categorical, pl.String):
        return None
    column = column if column.dtype == pl.Categorical else column.cast(pl.Categorical)
    distinct = column.unique().drop_nulls()
    numbers, texts = distinct.to_physical().to_numpy(), distinct.cast(pl.String).to_list()
    places = np.full(int(numbers.max(initial=0)) + 2, -1, np.int64)  # the numbers of a text are those of all columns
    places[numbers] = np.arange(len(numbers))
    codes = column.to_physical().fill_null(len(places) - 1).to_numpy()
    return places[codes], tuple(texts), False


def _arrow_categories(column: Any) -> tuple[npt.NDArray[Any], tuple[Label, ...], bool] | None:
    pa = sys.modules["pyarrow"]
    if any(test(column.type) for test in (pa.types.is_string, pa.types.is_large_string)):
        column = column.dictionary_encode()
    if not pa.types.is_dictionary(column.type):
        return None
    ordered = bool(column.type.ordered)
    if isinstance(column, pa.ChunkedArray):
        column = column.unify_dictionaries().combine_chunks()
        if isinstance(column, pa.ChunkedArray):
            column = column.chunk(0)
    codes = column.indices.fill_null(-1).to_numpy(zero_copy_only=False)
    return np.asarray(codes).astype(np.int64), tuple(column.dictionary.to_pylist()), ordered


def series_to_array(column: Any, what: str) -> npt.NDArray[Any]:
    """A series as an array; missing values become NaN in floats and None in anything else."""
    import narwhals

    if type(column).__module__.startswith("pandas") and column.dtype.kind == "O" and hasattr(column, "to_numpy"):
        return np.asarray(column.to_numpy(dtype=object))  # Python's values as they are, also the missing ones
    series = _narwhals(column, what)
    if series.dtype == narwhals.Decimal:
        series = series.cast(narwhals.Float64)
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


def _objects_with_none(series: nw.Series[Any]) -> npt.NDArray[Any]:
    array = np.empty(len(series), dtype=object)
    array[:] = series.to_list()
    return array
