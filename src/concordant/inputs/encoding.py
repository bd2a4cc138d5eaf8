"""One column of labels becomes integers: the labels themselves if they are whole numbers, else codes of names."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import ContinuousLabelsError, InputTypeError, LabelError
from concordant.inputs.arrays import as_array, is_plain, is_plain_integers
from concordant.inputs.coded_columns import Coded, coded, threads_for_text
from concordant.inputs.encoded import NO_CODE, Encoded
from concordant.inputs.numeric_labels import from_floats, whole_numbers
from concordant.inputs.object_labels import (
    encode_by_name,
    encode_objects,
    encode_plain_objects,
    is_missing_object,
    is_number,
    refuse_mixed,
)
from concordant.inputs.series import is_series, series_to_array
from concordant.inputs.series_of_one_type import below_one_another
from concordant.inputs.times import are_of_pandas, objects_of_times, plain_time

_FEW = 1 << 11  # objects; more of them are coded sooner, as they repeat


def plain_labels(column: Any) -> npt.NDArray[Any] | None:
    """
    Return an array or a list of whole numbers of a plain type as integers that the kernels read; None of any other.

    It is the short way of the most common input.
    """
    if type(column) is list:
        column = _kernels.list_numbers(column) if len(column) <= _FEW else None
    if is_plain_integers(column):
        known: npt.NDArray[Any] = column
        return known
    if not is_plain(column, "dfeLQ"):
        return None
    return whole_numbers(column)


def encode(column: Any, what: str) -> Encoded:
    """Encode a column of labels."""
    plain = plain_labels(column)
    if plain is not None:
        return Encoded(plain)
    if type(column) is list:
        known = encode_plain_objects(column)
        if known is not None:
            return known
    if is_series(column):
        try:
            categories = coded(column, what)
        except UnicodeDecodeError as error:
            msg = (
                f"{what} holds text that is not UTF-8 ({error.reason}): its bytes are damaged, or of another encoding."
            )
            raise LabelError(msg) from error
        if categories is not None:
            return _from_coded(categories, what)
        column = series_to_array(column, what)
    return encode_array(as_array(column, what), what)


def encode_each(columns: Sequence[Any], what: Sequence[str]) -> list[Encoded]:
    """Encode several columns of labels; texts and categories all at once, so that they are put in order once."""
    together = _texts_of(columns)
    if together is None:
        together = _series_of(columns, what)
    return [encode(column, name) for column, name in zip(columns, what, strict=True)] if together is None else together


def _series_of(columns: Sequence[Any], what: Sequence[str]) -> list[Encoded] | None:
    """Encode many rows of series of Polars that hold texts, or categories of one set; None of others."""
    is_long = is_series(columns[0]) and len(columns[0]) > _FEW
    stack = below_one_another(columns) if is_long else None
    categories = None if stack is None else coded(stack, what[0])
    return None if categories is None else _apart(_from_coded(categories, what[0]), columns)


def _apart(known: Encoded, columns: Sequence[Any]) -> list[Encoded]:
    """The rows of each column, out of those of all."""
    ends = [*accumulate(map(len, columns))]
    parts = [slice(end - len(column), end) for end, column in zip(ends, columns, strict=True)]
    return [Encoded(known.values[part], known.names, known.ordered, _gaps(known, part)) for part in parts]


def _gaps(column: Encoded, part: slice) -> npt.NDArray[np.bool_] | None:
    """The rows without a value in a part of a column; None if there is none."""
    return None if column.missing is None or not column.missing[part].any() else column.missing[part]


def _texts_of(columns: Sequence[Any]) -> list[Encoded] | None:
    """Encode columns of few objects that are all texts; None of others."""
    held: list[list[Any]] = []
    for column in columns:
        few = _few_objects(column)
        if few is None or type(few[0]) is not str:
            return None
        held.append(few)
    known = encode_plain_objects(list(chain.from_iterable(held)))
    return None if known is None or known.names is None or known.missing is not None else _apart(known, held)


def _few_objects(column: Any) -> list[Any] | None:
    """A column of some, but few objects as a list; None of any other."""
    if type(column) is np.ndarray:
        few = column.ndim == 1 and column.dtype.kind in "OT" and 0 < len(column) <= _FEW
        return column.tolist() if few else None
    return column if type(column) is list and 0 < len(column) <= _FEW else None


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
        return encode_objects(objects_of_times(array), what)
    msg = f"{what} must hold labels (numbers, text, bools or other hashable values), not {array.dtype}."
    raise InputTypeError(msg)


def _from_text(array: npt.NDArray[Any], what: str) -> Encoded:
    """Encode an array of str or bytes by its bytes; the names in alphabetical order."""
    if not len(array) or not array.itemsize:
        return encode_by_name(array.tolist(), what)
    rows = np.ascontiguousarray(array).view(np.uint8).reshape(len(array), -1)
    codes, places, too_many = _kernels.encode_text(rows, array.dtype.kind == "U", threads_for_text(len(rows)))
    if too_many:
        msg = "more than a million different texts occur: these are not categories."
        raise LabelError(msg)
    return Encoded(codes, tuple(array[places].tolist()), ordered=False)


def _from_uint64(array: npt.NDArray[Any], what: str) -> Encoded:
    """Take whole numbers that int64 holds as they are, larger ones by name."""
    small = whole_numbers(array)
    if small is not None:
        return Encoded(small)
    return encode_by_name(array.tolist(), what) if int(array.max()) >= 2**63 else Encoded(array)


def _from_coded(column: Coded, what: str) -> Encoded:
    """Take categories by name; numbers without a declared order stand at their values."""
    if column.plain or (set(map(type, column.names)) == {str} and len(set(column.names)) == len(column.names)):
        return Encoded(column.codes, column.names, column.ordered, column.missing)
    codes, names, ordered, gaps, _ = _each_once(column, what)
    kinds = set(map(type, names))
    if kinds <= {str}:
        return Encoded(codes, names, ordered, gaps)
    refuse_mixed(kinds, what)
    if names and not ordered and all(isinstance(name, bool) or is_number(type(name)) for name in names):
        # Categories without an order are listed in any order.
        array, places = as_array(list(names), what), codes if gaps is None else np.where(gaps, 0, codes)
        if array.dtype.kind != "O":
            numbers = encode_array(array[places], what)
            return Encoded(numbers.values, numbers.names, ordered=True, missing=gaps)
        numbers = encode_array(array, what)  # whole numbers of any size, decimals
        return Encoded(numbers.values[places], numbers.names, ordered=True, missing=gaps)
    if are_of_pandas(kinds):
        names = tuple(map(plain_time, names))
    return Encoded(codes, names, ordered, gaps)


def _each_once(column: Coded, what: str) -> Coded:
    """Give each name one code: the dictionaries of Arrow may hold a word twice, and null itself."""
    codes, names, ordered, gaps, _ = column
    try:
        once = len(set(names)) == len(names)
    except TypeError as error:
        msg = f"{what} holds values that cannot be labels: {error}"
        raise LabelError(msg) from error
    absent = [code for code, name in enumerate(names) if not isinstance(name, str) and is_missing_object(name)]
    if once and not absent:
        return column
    missing = np.isin(codes, absent)
    kept: dict[Any, int] = {}
    place = np.zeros(len(names), np.intp)
    for code in sorted({*range(len(names))} - {*absent}):
        place[code] = kept.setdefault((type(names[code]), names[code]), len(kept))  # True is another label than 1
    gaps = (missing if gaps is None else gaps | missing) if missing.any() else gaps
    return Coded(place[codes], tuple(name for _, name in kept), ordered, gaps)


def refuse_continuous(encoded: Encoded, what: str) -> None:
    """Raise for numbers that are not whole: nobody declared them as labels."""
    if not encoded.continuous:
        return
    names: Any = encoded.names or ()
    occurring = [names[code] for code in np.unique(encoded.values).tolist() if code != NO_CODE]
    fractional = [x for x in occurring if not float(x).is_integer()]
    if fractional:
        shown = ", ".join(repr(x) for x in fractional[:3])
        msg = (
            f"{what} holds numbers that are not whole ({shown}{', ...' if len(fractional) > 3 else ''}), "
            "but labels are expected. If these are categories, declare them: labels=[...]. "
            "If they are scores, cut them into labels first or use a metric of scores such as roc_auc; "
            "for continuous ratings use concordance_correlation."
        )
        raise ContinuousLabelsError(msg)
