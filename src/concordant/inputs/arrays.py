"""Any column as a NumPy array: lists, arrays, series, tensors, dates, float16."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from numbers import Real
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from concordant.errors import ConcordantError, DeviceWarning, InputError, InputTypeError, LengthError

if TYPE_CHECKING:
    import narwhals as nw


# Series of data frame libraries as arrays.
#
# What is common in pandas, Polars and Arrow is read from them directly, the rest and other libraries through narwhals,
# which takes longer than a short column is worth.


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

    module = type(column).__module__
    if module.startswith("pandas"):
        import pandas as pd

        if not hasattr(column, "to_frame"):  # a bare array such as Categorical
            column = pd.Series(column)
        elif not isinstance(column, pd.Series):  # an Index
            column = column.to_series()
    elif module.startswith("pyarrow") and not hasattr(column, "chunks"):
        import pyarrow as pa  # a plain Array

        column = pa.chunked_array([column])
    try:
        series: nw.Series[Any] = narwhals.from_native(column, series_only=True)
    except TypeError as error:
        raise InputTypeError(f"{what} must be a column of values, not {type(column).__name__}.") from error
    return series


def series_to_array(column: Any, what: str) -> npt.NDArray[Any]:
    """A series as an array; missing values become NaN in floats and None in anything else."""
    plain = numbers_of(column)
    if plain is not None:
        return plain
    import narwhals

    if type(column).__module__.startswith("pandas") and column.dtype.kind == "O" and hasattr(column, "to_numpy"):
        return np.asarray(column.to_numpy(dtype=object))  # Python's values as they are, also the missing ones
    series = narwhals_series(column, what)
    if series.dtype == narwhals.Decimal:
        floats = series.cast(narwhals.Float64)
        if (floats.abs() >= _EXACT).any():  # two numbers may be one float
            return _objects_with_none(series)
        series = floats
    if isinstance(series.dtype, (narwhals.Datetime, narwhals.Duration, narwhals.Time)):
        _refuse_nanoseconds(series, what)
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


def _refuse_nanoseconds(series: nw.Series[Any], what: str) -> None:
    """Raise for times of Polars that Python's own would round to microseconds."""
    native = series.to_native()
    if not type(native).__module__.startswith("polars") or getattr(native.dtype, "time_unit", "ns") != "ns":
        return
    if (native.to_physical() % 1000 != 0).any():
        raise with_nanoseconds(what, native.dtype)


def with_nanoseconds(what: str, kind: Any) -> InputTypeError:
    """Return the error for times that Python's own would round."""
    return InputTypeError(
        f"{what} holds labels of type {kind} with nanoseconds, which would be lost: round to microseconds."
    )


def numbers_of(column: Any) -> npt.NDArray[Any] | None:
    """Numbers without missing values from their own library; None for everything else."""
    module = type(column).__module__.partition(".")[0]
    if module == "pandas":
        return _pandas_numbers(column)
    if module == "polars":
        kind = getattr(column, "dtype", None)
        numeric = kind is not None and (kind.is_integer() or kind.is_float()) and not column.null_count()
        if numeric and str(kind) in ("Int128", "UInt128"):  # which NumPy does not have
            return np.array(column.to_list(), object)
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


def rows_of_lists(column: Any) -> npt.NDArray[Any] | None:
    """A column of lists of Polars or Arrow as a matrix, or as an array of the lists; None of any other column."""
    pl = sys.modules.get("polars")
    if pl is not None and isinstance(column, pl.Series):
        if isinstance(column.dtype, pl.List):
            lengths = column.list.len().drop_nulls().unique().to_list()
            if len(lengths) == 1 and lengths[0]:
                column = column.list.to_array(lengths[0])  # which NumPy reads at once
        return np.asarray(column.to_numpy()) if isinstance(column.dtype, (pl.List, pl.Array)) else None
    if hasattr(getattr(column, "type", None), "value_field"):  # a list of Arrow, of any kind
        return np.asarray(column.to_numpy(zero_copy_only=False))
    return None


def stacked_lists(rows: npt.NDArray[Any], what: str) -> npt.NDArray[Any]:
    """Lists or vectors, one a row, as a matrix, in which a row without one is absent; other objects as they came."""
    objects = rows.tolist()
    present = [k for k, value in enumerate(objects) if not is_missing_object(value)]
    if not present or not _is_list(objects[present[0]]):
        return rows
    scalar = next((k for k in present if not _is_list(objects[k])), None)
    if scalar is not None:
        raise InputTypeError(f"{what} must hold a list of numbers in each row; row {scalar} holds {objects[scalar]!r}.")
    vectors = [np.asarray(objects[k].toArray() if hasattr(objects[k], "toArray") else objects[k]) for k in present]
    for k, vector in zip(present, vectors, strict=True):
        if vector.shape != vectors[0].shape or vector.ndim != 1:
            raise LengthError(
                f"{what} must hold lists of the same length, one number a class; the list of row {present[0]} has "
                f"shape {vectors[0].shape}, and that of row {k} has {vector.shape}."
            )
    if len(present) == len(objects):
        return np.stack(vectors)
    matrix = np.full((len(objects), len(vectors[0])), None, dtype=object)
    matrix[present] = vectors
    return matrix


def _is_list(value: Any) -> bool:
    """Whether it is a list, a tuple, an array, or a vector of Spark."""
    return isinstance(value, (list, tuple, np.ndarray)) or hasattr(value, "toArray")


def is_polars_frame(data: Any) -> bool:
    """Whether it is an eager frame of Polars (which is not imported to find out)."""
    polars = sys.modules.get("polars")
    return polars is not None and isinstance(data, polars.DataFrame)


_NUMBERS = (Real, Decimal, np.bool_)
READ = "?bhilqBHILQfd"  # types of numbers that the kernels read
PLAIN_INTEGERS = "bhilqBHI?"  # not uint64: int64 may not hold its labels


def as_array(values: Any, what: str, *, dimensions: tuple[int, ...] = (1,)) -> npt.NDArray[Any]:
    """View `values` as an array of native byte order; copy only where the kernels could not read it."""
    if type(values) is not np.ndarray:
        values = _converted(values, what, rows=2 in dimensions)
    array: npt.NDArray[Any] = values
    if array.ndim == 2 and 2 not in dimensions and array.shape[1] == 1:
        array = array[:, 0]  # a column vector
    if array.ndim not in dimensions:
        expected = " or ".join(f"{d}-D" for d in dimensions)
        raise LengthError(f"{what} must be {expected}, not an array of shape {array.shape}.")
    return readable(array)


def is_plain(values: Any, types: str) -> bool:
    """Whether the kernels can read `values` as a column of one of these types (NumPy's letters) just as they are."""
    if type(values) is not np.ndarray or values.ndim != 1:
        return False
    kind = values.dtype
    return kind.char in types and kind.isnative and values.strides[0] % kind.itemsize == 0


def is_plain_matrix(values: Any, types: str) -> bool:
    """Whether the kernels can read `values` as a matrix of one of these types (NumPy's letters) just as they are."""
    return (
        type(values) is np.ndarray
        and values.ndim == 2
        and values.dtype.char in types
        and values.dtype.isnative
        and not any(stride % values.itemsize for stride in values.strides)
    )


def is_matrix(values: Any) -> bool:
    """Whether `values` have two dimensions and not just one column. A list of tuples is a column of such labels."""
    if isinstance(values, (list, tuple)):
        first = values[0] if values else None
        return isinstance(first, (list, np.ndarray)) and _is_flat(first) and len(first) != 1
    shape = getattr(values, "shape", None)
    return isinstance(shape, tuple) and len(shape) == 2 and shape[1] != 1


def _is_flat(row: Any) -> bool:
    try:
        return np.ndim(row) == 1
    except ValueError:  # ragged, or nested without an end
        return False


def _converted(values: Any, what: str, *, rows: bool) -> npt.NDArray[Any]:
    if isinstance(values, np.ma.MaskedArray):
        return _unmasked(values)
    is_collection = any(hasattr(values, name) for name in ("__len__", "__array__", "__dlpack__"))
    if isinstance(values, (str, bytes, dict, set, frozenset)) or not is_collection:
        raise InputTypeError(f"{what} must be a list, an array or a series of values, not {type(values).__name__}.")
    if isinstance(values, (list, tuple)):
        return _from_sequence(values, what, rows=rows)
    if library_of(values) is not None:
        return host_array(values, what)
    try:
        if hasattr(values, "__dlpack__") and not hasattr(values, "__array__"):
            return np.from_dlpack(values)
        return np.asarray(values)
    except Exception as error:
        raise InputTypeError(f"{what} cannot be read as an array: {error}") from error


def _unmasked(values: Any) -> npt.NDArray[Any]:
    """A masked array with None where it is masked: what lies under the mask is not for us."""
    mask = np.ma.getmaskarray(values)
    data: npt.NDArray[Any] = np.asarray(values.data)
    if not mask.any():
        return data
    data = data.astype(object)
    data[mask] = None
    return data


def _from_sequence(values: list[Any] | tuple[Any, ...], what: str, *, rows: bool) -> npt.NDArray[Any]:
    """Convert a list; NumPy would turn [1, "a"] into text and None into NaN-like objects without a word."""
    first = values[0] if values else None
    if isinstance(first, tuple) and len(first) != 1 and not rows:
        return _objects(values)  # labels that are tuples; tuples of one value are rows of a column, as databases fetch
    try:
        array = np.asarray(values)
    except (ValueError, OverflowError) as error:
        if any(isinstance(value, (list, tuple, np.ndarray)) for value in values):
            raise InputError(f"{what} must have rows of one length.") from error
        return _objects(values)
    if array.ndim == 1 and (array.dtype.kind == "O" or _mixed(values, array)):
        return _objects(values)
    return array


def _mixed(values: list[Any] | tuple[Any, ...], array: npt.NDArray[Any]) -> bool:
    """Whether NumPy changed some values: text made of numbers, numbers made of bools, digits of integers lost."""
    kinds = set(map(type, values))
    if array.dtype.kind in "US":  # an enum of texts is written by its own __str__
        return not kinds <= ({str, np.str_} if array.dtype.kind == "U" else {bytes, np.bytes_})
    if array.dtype.kind in "iuf" and any(issubclass(kind, (bool, np.bool_)) for kind in kinds):
        return True
    if array.dtype.kind != "f" or not any(issubclass(kind, (int, np.integer)) for kind in kinds):
        return False
    return any(isinstance(value, (int, np.integer)) and abs(int(value)) > 2**53 for value in values)


def _objects(values: list[Any] | tuple[Any, ...]) -> npt.NDArray[Any]:
    return np.fromiter(values, dtype=object, count=len(values))


def floats_of(objects: npt.NDArray[Any], what: str, error: type[InputError]) -> npt.NDArray[np.float64]:
    """Python's numbers as floats, missing ones as NaN; text is not parsed."""
    values = objects.ravel().tolist()
    text = next((x for x in values if isinstance(x, (str, bytes))), None)
    if text is not None:
        raise error(f"{what} must hold numbers, not text (such as {text!r}).")
    other = next((x for x in values if not (is_absent(x) or isinstance(x, _NUMBERS))), None)
    if other is not None:
        raise error(f"{what} must hold numbers, not values of type {type(other).__name__} (such as {other!r}).")
    try:
        floats = np.array([np.nan if is_absent(x) else x for x in values], dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as cause:
        raise error(f"{what} must hold numbers: {cause}") from cause
    return floats.reshape(objects.shape)


def is_absent(value: Any) -> bool:
    """Whether it is None or the NA of pandas (which need not be installed)."""
    return value is None or type(value).__name__ == "NAType"


PANDAS_MISSING = ("NAType", "NaTType")


def is_missing_object(value: Any) -> bool:
    """Whether a value is None, NaN, or the missing value of pandas."""
    if type(value).__name__ in PANDAS_MISSING or value is None:
        return True
    return isinstance(value, (float, np.floating)) and bool(value != value)  # noqa: PLR0124


def readable(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Copy what the kernels cannot read: the other byte order, and strides that are no whole number of elements."""
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    size = array.dtype.itemsize
    if array.dtype.kind not in "OUS" and size and any(stride % size for stride in array.strides):
        return array.copy()
    return array


def same_length(first: npt.NDArray[Any], second: npt.NDArray[Any], names: tuple[str, str]) -> None:
    """Raise if two columns do not have the same number of rows."""
    if len(first) != len(second):
        msg = f"{names[0]} and {names[1]} must have the same number of rows; they have {len(first)} and {len(second)}."
        raise LengthError(msg)


def refuse_other_order(
    first: Any, others: Sequence[Any], names: Sequence[str], sample_weight: Any = None, *, what: str = "y_true"
) -> None:
    """
    Raise for columns of pandas whose index holds the values of the first one's in another order.

    All columns are taken by position. Indexes of other values, as of predictions that were numbered anew, say nothing.
    """
    index = index_of(first)
    if index is None:
        return
    for column, name in zip((*others, sample_weight), (*names, "sample_weight"), strict=True):
        other = index_of(column)
        if other is None or other is index or len(other) != len(index) or index.equals(other):
            continue
        if other.isin(index).all() and index.isin(other).all():
            raise InputError(
                f"{what} and {name} have the same index in another order, and both are taken by position. Bring them "
                f"into one order, such as {name}.loc[{what}.index], or give {name}.to_numpy() if the position is meant."
            )


def index_of(column: Any) -> Any:
    """The index of a series or frame of pandas, which is not imported to find out; None of anything else."""
    kind = type(column)
    if kind is np.ndarray or kind is list or not kind.__module__.startswith("pandas"):
        return None
    return column.index if hasattr(column, "index") else None


# Arrays of PyTorch, CuPy and JAX: which library holds a column, where it lies, and how it becomes a NumPy array.
#
# No library is imported to find out. What lies in the memory of the host is read by the kernels without a copy.


Library = Literal["torch", "cupy", "jax"]
# Kinds of devices whose arrays the kernels read. Apple's GPUs share the memory of the host, and know no float64.
HOSTS = {"cpu", "mps"}
_ROOTS: dict[str, Library] = {"torch": "torch", "cupy": "cupy", "jax": "jax", "jaxlib": "jax"}


def library_of(column: Any) -> Library | None:
    """Return the library of a tensor; None of everything else."""
    kind: Any = type(column)
    return _library_of_type(kind)


@lru_cache(maxsize=256)
def _library_of_type(kind: type) -> Library | None:
    for base in kind.__mro__:  # also of subclasses, such as parameters
        library = _ROOTS.get(base.__module__.partition(".")[0])
        if library is not None and hasattr(kind, "dtype") and hasattr(kind, "shape"):
            return library
    return None


def on_device(first: Any, second: Any = None, *others: Any) -> bool:
    """Whether some of these columns lie where the kernels cannot read them."""
    if type(first) is type(second) is np.ndarray and not others:
        return False  # nearly always
    for column in (first, second, *others):
        kind = type(column)
        if kind is np.ndarray or kind is list or column is None:
            continue
        library = library_of(column)
        if library is not None and kind_of_device(column, library) not in HOSTS:
            return True
    return False


def kind_of_device(column: Any, library: Library) -> str:
    """Return ``"cpu"``, ``"cuda"`` and the like."""
    if library == "torch":
        return str(column.device.type)
    if library == "cupy":
        return "cuda"
    devices = () if _is_traced(column) else column.sharding.device_set
    return str(next(iter(devices)).platform) if len(devices) == 1 else "cpu"  # shards are joined on the host


_COPIED = (
    "columns of a device were copied to the memory of the host: counts of labels, curves, ROC AUC, Brier scores "
    "and log losses are made where the columns lie, all else by the kernels of the host. Copy the columns yourself to "
    "silence this."
)


def host_array(values: Any, what: str) -> npt.NDArray[Any]:
    """
    Return a tensor as an array, without a copy where it lies in the memory of the host.

    Half precision becomes float32, which holds it exactly. A tensor of a device is copied, with a `DeviceWarning`.

    Raises
    ------
    InputTypeError
        For tensors whose values are not there or are not one a row: traced, sparse, quantised, on the device
        ``"meta"``, or with a gradient.
    """
    library = library_of(values)
    refuse_unreadable(values, what)
    if on_device(values):
        warnings.warn(_COPIED, DeviceWarning, stacklevel=2)
    try:
        if library == "torch":
            values = values.float() if _is_narrow(values) else values
            return np.asarray(values.cpu().resolve_conj().resolve_neg().numpy())
        array: npt.NDArray[Any] = values.get() if library == "cupy" else np.asarray(values)
    except ConcordantError:
        raise
    except Exception as error:
        raise InputTypeError(f"{what} cannot be read as an array: {error}") from error
    return array.astype(np.float32) if _is_narrow(array) else array


def to_array(values: Any, what: str) -> npt.NDArray[Any]:
    """Return what NumPy takes as an array, and tensors of any device as `host_array` does."""
    return np.asarray(values) if library_of(values) is None else host_array(values, what)


def _is_narrow(values: Any) -> bool:
    """Whether values are floats of fewer than 32 bits, of which bfloat16 is none of NumPy's own."""
    return "float" in str(values.dtype) and values.dtype.itemsize < 4


def refuse_unreadable(values: Any, what: str) -> None:
    """Raise for a tensor whose values cannot be read; the message says what to do."""
    library = library_of(values)
    problem = ""
    if library == "torch":
        problem = _problem_of_torch(values)
    elif library == "jax" and _is_traced(values):
        problem = "is traced by JAX, so it has no values yet: call the metric outside jit, vmap and grad"
    if problem:
        raise InputTypeError(f"{what} {problem}.")


def _problem_of_torch(values: Any) -> str:
    if values.requires_grad:
        return "requires a gradient, and a metric has none: give its .detach(), or compute it under torch.no_grad()"
    layout = str(values.layout)
    if layout != "torch.strided":
        return f"is a sparse tensor ({layout}): give its .to_dense()"
    if values.is_quantized:
        return "is a quantised tensor: give its .dequantize(), or its .int_repr() if these are labels"
    if values.device.type == "meta":
        return 'lies on the device "meta", so it has no values'
    return ""


def _is_traced(column: Any) -> bool:
    """Whether JAX only follows what is done with it, and knows no values."""
    return "Tracer" in type(column).__name__


def objects_of_times(array: npt.NDArray[Any], what: str) -> npt.NDArray[Any]:
    """Python's own dates, times and durations; missing ones as None."""
    absent = np.isnat(array)
    if array.dtype.str.endswith("[ns]"):
        if ((array.astype(np.int64) % 1000 != 0) & ~absent).any():
            raise with_nanoseconds(what, array.dtype)
        array = array.astype(array.dtype.str[:3] + "[us]")
    objects = array.astype(object)
    objects[absent] = None
    return objects


def plain_label(label: Any) -> Any:
    """A scalar of NumPy as Python's own."""
    if isinstance(label, (np.datetime64, np.timedelta64)):  # of nanoseconds `item()` would be a number
        return objects_of_times(np.array([label]), "labels")[0]
    return label.item() if isinstance(label, np.generic) else label


def below_one_another(columns: Sequence[Any]) -> Any:
    """One series of all rows, in which categories stay categories; None for columns of several types, or no series."""
    pl = sys.modules.get("polars")
    if pl is None or not all(isinstance(column, pl.Series) for column in columns):
        return None
    types = [column.dtype for column in columns]
    if len(set(map(str, types))) > 1 or any(other != types[0] for other in types):
        return None
    return pl.concat([column.rename("column") for column in columns])
