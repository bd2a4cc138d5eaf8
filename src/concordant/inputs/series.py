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
    if not isinstance(column.dtype, pd.CategoricalDtype):
        return None
    values = column.array if hasattr(column, "array") else column
    return np.asarray(values.codes), tuple(values.categories.tolist()), bool(values.ordered)


def _polars_categories(column: Any) -> tuple[npt.NDArray[Any], tuple[Label, ...], bool] | None:
    pl = sys.modules["polars"]
    if isinstance(column.dtype, pl.Enum):
        names = tuple(column.dtype.categories.to_list())
        codes = column.to_physical().cast(pl.Int64).fill_null(-1).to_numpy()
        return codes, names, True
    if isinstance(column.dtype, pl.Categorical):
        return _arrow_like(column.cast(pl.String).to_list())
    return None


def _arrow_like(values: list[Any]) -> tuple[npt.NDArray[Any], tuple[Label, ...], bool]:
    names = tuple(sorted({value for value in values if value is not None}))
    position = {name: code for code, name in enumerate(names)}
    codes = np.fromiter((position.get(value, -1) for value in values), np.int64, len(values))
    return codes, names, False


def _arrow_categories(column: Any) -> tuple[npt.NDArray[Any], tuple[Label, ...], bool] | None:
    pa = sys.modules["pyarrow"]
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
