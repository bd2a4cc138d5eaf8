"""One column of labels (arrays, text, categories, Arrow) becomes integer codes and their names."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import ContinuousLabelsError, InputTypeError, LabelError
from concordant.inputs.arrays import (
    PLAIN_INTEGERS,
    as_array,
    is_missing_object,
    is_plain,
    is_series,
    narwhals_series,
    objects_of_times,
    series_to_array,
)
from concordant.inputs.label_values import (
    NO_CODE,
    Encoded,
    encode_by_name,
    encode_objects,
    encode_plain_objects,
    from_floats,
    is_number,
    occurring_indices,
    recoded,
    refuse_mixed,
    whole_numbers,
)
from concordant.settings import threads_for
from concordant.typing import Label

_ENCODING_FEW = 1 << 11  # objects; more of them are coded sooner, as they repeat


def plain_labels(column: Any) -> npt.NDArray[Any] | None:
    """
    Return an array or a list of whole numbers of a plain type as integers that the kernels read; None of any other.

    This is the fast path of the most common input.
    """
    if type(column) is list:
        column = _kernels.list_numbers(column) if len(column) <= _ENCODING_FEW else None
    if is_plain(column, PLAIN_INTEGERS):
        integers: npt.NDArray[Any] = column
        return integers
    if not is_plain(column, "dfeLQ"):
        return None
    return whole_numbers(column)


def encode(column: Any, what: str) -> Encoded:
    """Encode a column of labels."""
    plain = plain_labels(column)
    if plain is not None:
        return Encoded(plain)
    if type(column) is list:
        encoded = encode_plain_objects(column)
        if encoded is not None:
            return encoded
    if is_series(column):
        try:
            categories = coded(column, what)
        except UnicodeDecodeError as error:
            raise LabelError(
                f"{what} holds text that is not UTF-8 ({error.reason}): its bytes are damaged, or of another encoding."
            ) from error
        if categories is not None:
            return _from_coded(categories, what)
        column = series_to_array(column, what)
    return encode_array(as_array(column, what), what)


def encode_array(array: npt.NDArray[Any], what: str) -> Encoded:
    """Encode an array of labels by the kind of its elements."""
    kind = array.dtype.kind
    if kind in "iub":
        return _from_uint64(array, what) if array.dtype == np.uint64 else Encoded(array)
    if kind == "f":
        return from_floats(array)
    if kind in "US":
        return _from_text(array, what)
    if kind == "O":
        return encode_objects(array, what)
    if kind == "T":
        return encode_objects(array.astype(object), what)
    if kind in "mM":
        return encode_objects(objects_of_times(array, what), what)
    raise InputTypeError(f"{what} must hold labels (numbers, text, bools or other hashable values), not {array.dtype}.")


def _from_text(array: npt.NDArray[Any], what: str) -> Encoded:
    """Encode an array of str or bytes by its bytes; the names in alphabetical order."""
    if not len(array) or not array.itemsize:
        return encode_by_name(array.tolist(), what)
    rows = np.ascontiguousarray(array).view(np.uint8).reshape(len(array), -1)
    codes, first_rows, too_many = _kernels.encode_text(rows, array.dtype.kind == "U", threads_for_text(len(rows)))
    if too_many:
        raise LabelError("more than a million different texts occur: these are not categories.")
    return Encoded(codes, tuple(array[first_rows].tolist()), ordered=False)


def _from_uint64(array: npt.NDArray[Any], what: str) -> Encoded:
    """Take whole numbers that int64 holds as they are, larger ones by name."""
    small = whole_numbers(array)
    if small is not None:
        return Encoded(small)
    return encode_by_name(array.tolist(), what) if int(array.max()) >= 2**63 else Encoded(array)


def _from_coded(column: EncodedColumn, what: str) -> Encoded:
    """Take categories by name; numbers without a declared order stand at their values."""
    if column.plain or (set(map(type, column.names)) == {str} and len(set(column.names)) == len(column.names)):
        return Encoded(column.codes, column.names, column.ordered, column.missing)
    codes, names, ordered, missing, _ = _each_once(column, what)
    types = set(map(type, names))
    if types <= {str}:
        return Encoded(codes, names, ordered, missing)
    refuse_mixed(types, what)
    if names and not ordered and all(isinstance(name, bool) or is_number(type(name)) for name in names):
        # Categories without an order are listed in any order.
        occurring, indices = occurring_indices(codes if missing is None else np.where(missing, 0, codes), len(names))
        categories = encode(list(map(names.__getitem__, occurring.tolist())), what)
        return Encoded(categories.values[indices], categories.names, ordered=True, missing=missing)
    return Encoded(codes, names, ordered, missing)


def _each_once(column: EncodedColumn, what: str) -> EncodedColumn:
    """Give each name one code: the dictionaries of Arrow may hold a word twice, and null itself."""
    codes, names, ordered, missing, _ = column
    try:
        once = len(set(names)) == len(names)
    except TypeError as error:
        raise LabelError(f"{what} holds values that cannot be labels: {error}") from error
    absent = [code for code, name in enumerate(names) if not isinstance(name, str) and is_missing_object(name)]
    if once and not absent:
        return column
    null = np.isin(codes, absent)
    kept: dict[Any, int] = {}
    table = np.zeros(len(names), np.intp)
    for code in sorted({*range(len(names))} - {*absent}):
        table[code] = kept.setdefault((type(names[code]), names[code]), len(kept))  # True is another label than 1
    if null.any():
        missing = null if missing is None else missing | null
    return EncodedColumn(table[codes], tuple(name for _, name in kept), ordered, missing)


def encode_groups(column: Any, what: str) -> Encoded:
    """Encode what rows are grouped by: numbers that are not whole, such as a dose of 0.7, are groups like others."""
    return replace(encode(column, what), continuous=False)


def refuse_continuous(encoded: Encoded, what: str) -> None:
    """Raise for numbers that are not whole: they were not declared as labels."""
    if not encoded.continuous:
        return
    names: Any = encoded.names or ()
    occurring = [names[code] for code in np.unique(encoded.values).tolist() if code != NO_CODE]
    fractional = [x for x in occurring if not float(x).is_integer()]
    if fractional:
        shown = ", ".join(repr(x) for x in fractional[:3])
        raise ContinuousLabelsError(
            f"{what} holds numbers that are not whole ({shown}{', ...' if len(fractional) > 3 else ''}), "
            "but labels are expected. If these are categories, declare them: labels=[...]. "
            "If they are scores, cut them into labels first or use a metric of scores such as roc_auc; "
            "for continuous ratings use concordance_correlation."
        )


# Columns of text and of categories as codes of their names.
#
# The kernels encode text where its library keeps it; a column that is dictionary-encoded keeps its codes.


_PASSES = 8  # coding a row of text takes as long as counting that many rows
_MOST_WORDS = 1024  # of categories that are named as a whole
_WORDS_A_ROW = 8  # of pandas, beyond which it is sooner to look for those that occur
_FEW_WORDS = 256  # of a dictionary of Arrow: of one that has also more than rows those that occur are named


class EncodedColumn(NamedTuple):
    """
    Codes of rows, the names that they stand for, whether these are in a declared order, and the rows without one.

    `plain` says that the names are known to be texts without repeats.
    """

    codes: npt.NDArray[Any]
    names: tuple[Label, ...]
    ordered: bool
    missing: npt.NDArray[np.bool_] | None
    plain: bool = False


def threads_for_text(rows: int) -> int:
    """Return how many threads pay for coding so many rows of text."""
    return threads_for(_PASSES * rows)


def coded(column: Any, what: str) -> EncodedColumn | None:
    """Codes of a series of text or categories; None for any other column."""
    module = type(column).__module__.partition(".")[0]
    if module == "narwhals":
        column = column.to_native()
        module = type(column).__module__.partition(".")[0]
    if module == "polars":
        return _of_polars(column)
    if module == "pandas":
        return _of_pandas(column)
    if module == "pyarrow":
        return _of_arrow(column, what)
    import narwhals

    series = narwhals_series(column, what)
    if series.dtype == narwhals.Categorical or isinstance(series.dtype, narwhals.Enum):
        return _of_arrow(series.to_arrow(), what)
    return None


def _of_polars(column: Any) -> EncodedColumn | None:
    """Codes of an Enum; of a Categorical by all words of its columns while they are few, else by those that occur."""
    pl = sys.modules["polars"]
    kind = column.dtype
    if kind == pl.String:
        return _of_text(column)
    is_enum = isinstance(kind, pl.Enum)
    if not is_enum and kind != pl.Categorical:
        return None
    missing = column.is_null().to_numpy() if column.null_count() else None
    physical = column.to_physical()
    codes = (physical if missing is None else physical.fill_null(0)).to_numpy()
    if is_enum:
        return EncodedColumn(codes, tuple(kind.categories.to_list()), True, missing, plain=True)
    if missing is None and hasattr(kind.categories, "to_series") and _MOST_WORDS not in kind.categories:
        every = kind.categories.to_series()
        if not every.null_count():
            return EncodedColumn(codes, tuple(every.to_list()), False, None, plain=True)
    occurring, rows = _kernels.occurring_codes(codes, None if missing is None else missing.view(np.uint8))
    words = cast("EncodedColumn", _of_text(column[rows].cast(pl.String)))  # in alphabetical order
    table = np.zeros(int(occurring.max(initial=0)) + 1, np.uint32)
    table[occurring] = words.codes
    return EncodedColumn(recoded(codes, table), words.names, False, missing, plain=True)


def _of_pandas(column: Any) -> EncodedColumn | None:
    pd = sys.modules["pandas"]
    kind = column.dtype
    if isinstance(kind, pd.CategoricalDtype):
        values = column.array if hasattr(column, "array") else column
        codes, words, ordered = np.asarray(values.codes), kind.categories, bool(kind.ordered)
        plain = isinstance(words.dtype, pd.StringDtype)  # each of them once
        if plain and not ordered and len(words) > max(_MOST_WORDS, _WORDS_A_ROW * len(codes)):
            occurring = np.unique(codes[codes >= 0])
            codes = np.where(codes < 0, codes, np.searchsorted(occurring, codes))
            words = words.take(occurring)
        return _from_negatives(codes, tuple(words.tolist()), ordered=ordered)._replace(plain=plain)
    if isinstance(kind, pd.StringDtype) and kind.storage == "pyarrow":
        values = column.array if hasattr(column, "array") else column
        return _of_text(values.__arrow_array__())
    return None


def _of_arrow(column: Any, what: str) -> EncodedColumn | None:
    pa = sys.modules["pyarrow"]
    kind = getattr(column, "type", None)
    if kind is None:
        return None
    if pa.types.is_interval(kind):
        raise LabelError(
            f"{what} holds intervals of months, days and nanoseconds, which cannot be labels: they have no common "
            "length. Cast them to text, or to a number of days or months."
        )
    if not pa.types.is_dictionary(kind):
        text = pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind)
        return _of_text(column) if text else None
    encoded = _through_arrow(column)
    if encoded is not None:
        return _checked(encoded, what)
    if isinstance(column, pa.ChunkedArray):
        chunks = [_joinable(chunk, what) for chunk in column.chunks]
        column = pa.chunked_array(chunks, kind).unify_dictionaries().combine_chunks()
        if isinstance(column, pa.ChunkedArray):
            column = column.chunk(0)
    names = tuple(column.dictionary.to_pylist())
    if not column.indices.null_count:  # as they lie there
        return _checked(EncodedColumn(column.indices.to_numpy(), names, bool(kind.ordered), None), what)
    codes = column.indices.cast(pa.int64()).fill_null(-1).to_numpy(zero_copy_only=False)
    return _checked(_from_negatives(np.asarray(codes).astype(np.int64), names, ordered=bool(kind.ordered)), what)


def _joinable(chunk: Any, what: str) -> Any:
    """
    Check a chunk, and mark rows as missing that name a null word.

    Arrow joins no dictionaries that hold one, and reads beyond those whose indices are damaged.
    """
    pa = sys.modules["pyarrow"]
    indices, words = chunk.indices, chunk.dictionary
    if len(indices) > indices.null_count:
        _refuse_damaged(indices.drop_null().to_numpy(), len(words), len(words), what)
    if not words.null_count:
        return chunk
    null = words.is_null().to_numpy(zero_copy_only=False)
    table = pa.array(np.cumsum(~null) - 1, indices.type, mask=null)
    return chunk.from_arrays(table.take(indices), words.drop_null(), ordered=chunk.type.ordered)


def _checked(column: EncodedColumn, what: str) -> EncodedColumn:
    """Raise if a row names a word that the dictionary does not have: Arrow checks it only where it is asked to."""
    words = len(column.names)
    _refuse_damaged(column.codes, words, max(words, int(column.missing is not None)), what)  # 0 stands for missing
    return column


def _refuse_damaged(codes: npt.NDArray[Any], words: int, most: int, what: str) -> None:
    """Raise for codes that are negative, or not below `most`."""
    if len(codes) and (int(codes.min()) < 0 or int(codes.max()) >= most):
        msg = f"{what} is a dictionary of {words} words, and a row names another one: the column is damaged."
        raise LabelError(msg)


def _of_text(column: Any) -> EncodedColumn | None:
    """Codes of a column that is no dictionary: the kernel gives each text once."""
    encoded = _through_arrow(column)
    return None if encoded is None else encoded._replace(plain=True)


def _through_arrow(column: Any) -> EncodedColumn | None:
    rows = len(column)
    encoded = _kernels.encode_arrow(column, threads_for_text(rows), max(rows, _FEW_WORDS))
    if encoded is None:
        return None
    missing = None if encoded.missing is None else encoded.missing.view(np.bool_)
    return EncodedColumn(encoded.codes, encoded.names, encoded.ordered, missing)


def _from_negatives(codes: npt.NDArray[Any], names: tuple[Label, ...], *, ordered: bool) -> EncodedColumn:
    """Of codes that are negative where a row is missing."""
    if not len(codes) or np.minimum.reduce(codes) >= 0:
        return EncodedColumn(codes, names, ordered, None)
    missing = codes < 0
    return EncodedColumn(np.where(missing, 0, codes), names, ordered, missing)
