"""
Columns of text and of categories as codes of their names.

Text is coded where its library keeps it, by the kernels; a column that is dictionary-encoded keeps the codes it has.
"""

from __future__ import annotations

import sys
from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import LabelError
from concordant.inputs.series import narwhals_series
from concordant.settings import threads_for
from concordant.typing import Label

_PASSES = 8  # coding a row of text takes as long as counting that many rows
_MOST_WORDS = 1024  # of categories that are named as a whole
_WORDS_A_ROW = 8  # of pandas, beyond which it is sooner to look for those that occur
_FEW_WORDS = 256  # of a dictionary of Arrow: of one that has also more than rows those that occur are named

# Polars hands out categories row by row, 6 ns each; to ask for its codes takes 30 us for any number of rows.
_FEW = 1 << 12


class Coded(NamedTuple):
    """
    Codes of rows, the names that they stand for, whether these are in a declared order, and the rows without one.

    `plain` says that the names are known to be texts, each of which stands there once.
    """

    codes: npt.NDArray[Any]
    names: tuple[Label, ...]
    ordered: bool
    missing: npt.NDArray[np.bool_] | None
    plain: bool = False


def threads_for_text(rows: int) -> int:
    """Return how many threads pay for coding so many rows of text."""
    return threads_for(_PASSES * rows)


def coded(column: Any, what: str) -> Coded | None:
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


def _of_polars(column: Any) -> Coded | None:
    pl = sys.modules["polars"]
    kind = column.dtype
    if kind == pl.String:
        return _of_text(column, len(column))
    is_enum = isinstance(kind, pl.Enum)
    if not is_enum and kind != pl.Categorical:
        return None
    if column.null_count():
        return _polars_codes_with_gaps(column, kind)
    categories, few_rows = kind.categories, len(column) <= _FEW
    if few_rows and not (is_enum and len(categories) > _MOST_WORDS):  # all of which are wanted: Polars has them sooner
        known = _through_arrow(column, len(column))
        if known is not None:
            return known._replace(ordered=is_enum, plain=True)  # Arrow is told so by later versions of Polars only
    if is_enum:
        return Coded(column.to_physical().to_numpy(), tuple(categories.to_list()), True, None, plain=True)
    # Before Polars 2, or of too many words, which Polars lists one by one: the words that occur.
    if not hasattr(categories, "to_series") or _MOST_WORDS in categories:
        return _polars_codes_with_gaps(column, kind)
    words = categories.to_series()
    if words.null_count():
        return _polars_codes_with_gaps(column, kind)
    return Coded(column.to_physical().to_numpy(), tuple(words.to_list()), False, None, plain=True)


def _polars_codes_with_gaps(column: Any, kind: Any) -> Coded:
    """Codes of an Enum or a Categorical some rows of which are missing, or of a Categorical by the words that occur."""
    pl = sys.modules["polars"]
    missing = column.is_null().to_numpy() if column.null_count() else None
    if isinstance(kind, pl.Enum):
        codes = column.to_physical().fill_null(0).to_numpy()
        return Coded(codes, tuple(kind.categories.to_list()), True, missing, plain=True)
    physical = column.to_physical()
    codes = (physical if missing is None else physical.fill_null(0)).to_numpy()
    numbers, rows = _kernels.occurring_codes(codes, None if missing is None else missing.view(np.uint8))
    words = cast("Coded", _of_text(column[rows].cast(pl.String), len(rows)))  # in alphabetical order
    places = np.zeros(int(numbers.max(initial=0)) + 1, np.uint32)  # the numbers of a text are those of all columns
    places[numbers] = words.codes
    return Coded(_kernels.recode(codes, places, threads_for(len(codes))), words.names, False, missing, plain=True)


def _of_pandas(column: Any) -> Coded | None:
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
        return _of_text(values.__arrow_array__(), len(column))
    return None


def _of_arrow(column: Any, what: str) -> Coded | None:
    pa = sys.modules["pyarrow"]
    kind = getattr(column, "type", None)
    if kind is None:
        return None
    if pa.types.is_interval(kind):
        msg = (
            f"{what} holds intervals of months, days and nanoseconds, which cannot be labels: they have no common "
            "length. Cast them to text, or to a number of days or months."
        )
        raise LabelError(msg)
    if not pa.types.is_dictionary(kind):
        text = pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind)
        return _of_text(column, len(column)) if text else None
    known = _through_arrow(column, len(column))
    if known is not None:
        return _checked(known, what)
    if isinstance(column, pa.ChunkedArray):
        chunks = [_joinable(chunk, what) for chunk in column.chunks]
        column = pa.chunked_array(chunks, kind).unify_dictionaries().combine_chunks()
        if isinstance(column, pa.ChunkedArray):
            column = column.chunk(0)
    names = tuple(column.dictionary.to_pylist())
    if not column.indices.null_count:  # as they lie there
        return _checked(Coded(column.indices.to_numpy(), names, bool(kind.ordered), None), what)
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
        known = indices.drop_null().to_numpy()
        _refuse_damaged(known, len(words), len(words), what)
    if not words.null_count:
        return chunk
    null = words.is_null().to_numpy(zero_copy_only=False)
    places = pa.array(np.cumsum(~null) - 1, indices.type, mask=null)
    return chunk.from_arrays(places.take(indices), words.drop_null(), ordered=chunk.type.ordered)


def _checked(column: Coded, what: str) -> Coded:
    """Raise if a row names a word that the dictionary does not have: Arrow checks it only where it is asked to."""
    words = len(column.names)
    _refuse_damaged(column.codes, words, max(words, int(column.missing is not None)), what)  # 0 stands for missing
    return column


def _refuse_damaged(codes: npt.NDArray[Any], words: int, most: int, what: str) -> None:
    """Raise for codes that are negative, or not below `most`."""
    if len(codes) and (int(codes.min()) < 0 or int(codes.max()) >= most):
        msg = f"{what} is a dictionary of {words} words, and a row names another one: the column is damaged."
        raise LabelError(msg)


def _of_text(column: Any, rows: int) -> Coded | None:
    """Codes of a column that is no dictionary: the kernel gives each text once."""
    found = _through_arrow(column, rows)
    return None if found is None else found._replace(plain=True)


def _through_arrow(column: Any, rows: int) -> Coded | None:
    found = _kernels.encode_arrow(column, threads_for_text(rows), max(rows, _FEW_WORDS))
    if found is None:
        return None
    missing = None if found.missing is None else found.missing.view(np.bool_)
    return Coded(found.codes, found.names, found.ordered, missing)


def _from_negatives(codes: npt.NDArray[Any], names: tuple[Label, ...], *, ordered: bool) -> Coded:
    """Of codes that are negative where a row is missing."""
    if not len(codes) or np.minimum.reduce(codes) >= 0:
        return Coded(codes, names, ordered, None)
    missing = codes < 0
    return Coded(np.where(missing, 0, codes), names, ordered, missing)
