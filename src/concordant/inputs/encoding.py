"""One column of labels becomes integers: the labels themselves if they are whole numbers, else codes of names."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import accumulate, chain
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import ContinuousLabelsError, InputTypeError, LabelError
from concordant.inputs.arrays import as_array, is_plain, is_plain_integers
from concordant.inputs.coded_columns import Coded, coded, threads_for_text
from concordant.inputs.halves import as_float32, as_whole_numbers
from concordant.inputs.series import is_series, series_to_array
from concordant.inputs.times import are_of_pandas, objects_of_times, plain_time
from concordant.threads import threads_for
from concordant.typing import Label

_MOST_NAMES = 1 << 20  # more different texts are no categories
_EXACT = 2.0**53  # from here on not every whole number is a float
_MISSING = -1  # the code of a missing value in a column of codes
_SMALL = 1 << 16  # numbers below need fewer bytes than int64
_SORTED_BY_PYTHON = 64  # names; of more a kernel has the order sooner
_FEW = 1 << 11  # objects; more of them are coded sooner, as they repeat


@dataclass(slots=True)  # made at every call: frozen would cost a microsecond
class Encoded:
    """
    A column of labels as integers.

    `values` are the labels themselves where `names` is None (whole numbers and bools), else codes into
    `names`. `ordered` says whether the order of `names` is declared by the data. `missing` marks rows
    without a value, None if there is none. `continuous` says that numbers came that are not whole.
    """

    values: npt.NDArray[Any]
    names: tuple[Label, ...] | None = None
    ordered: bool = True
    missing: npt.NDArray[np.bool_] | None = None
    continuous: bool = False

    def __getitem__(self, kept: npt.NDArray[Any]) -> Encoded:
        """Return the rows to keep, in none of which a value is missing."""
        return replace(self, values=self.values[kept], missing=None)


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
    return _whole_numbers(column)


def _whole_numbers(array: npt.NDArray[Any]) -> npt.NDArray[Any] | None:
    """Take float16, float32, float64 or uint64 as integers of as few bytes as hold them; None if four are too few."""
    if array.dtype.char == "e":
        return as_whole_numbers(array)
    return _kernels.whole_numbers(array, threads_for(len(array), 2 * array.itemsize))  # read and written


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
    """Encode several columns of labels; few objects all at once, so that their texts are put in order once."""
    together = _texts_of(columns)
    return [encode(column, name) for column, name in zip(columns, what, strict=True)] if together is None else together


def _texts_of(columns: Sequence[Any]) -> list[Encoded] | None:
    """Encode columns of few objects that are all texts; None of others."""
    held: list[list[Any]] = []
    for column in columns:
        few = _few_objects(column)
        if few is None or type(few[0]) is not str:
            return None
        held.append(few)
    known = encode_plain_objects(list(chain.from_iterable(held)))
    if known is None or known.names is None or known.missing is not None:
        return None
    ends = accumulate(map(len, held))
    return [replace(known, values=known.values[end - len(one) : end]) for one, end in zip(held, ends, strict=True)]


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
        return _from_floats(array)
    if kind in "US":
        return _from_text(array, what)
    if kind == "O":
        return _from_mixed(array, what)
    if kind == "T":
        return _from_mixed(array.astype(object), what)
    if kind in "mM":
        return _from_mixed(objects_of_times(array), what)
    msg = f"{what} must hold labels (numbers, text, bools or other hashable values), not {array.dtype}."
    raise InputTypeError(msg)


def _from_text(array: npt.NDArray[Any], what: str) -> Encoded:
    """Encode an array of str or bytes by its bytes; the names in alphabetical order."""
    if not len(array) or not array.itemsize:
        return _from_objects(array.tolist(), what)
    rows = np.ascontiguousarray(array).view(np.uint8).reshape(len(array), -1)
    codes, places, too_many = _kernels.encode_text(rows, array.dtype.kind == "U", threads_for_text(len(rows)))
    if too_many:
        msg = "more than a million different texts occur: these are not categories."
        raise LabelError(msg)
    return Encoded(codes, tuple(array[places].tolist()), ordered=False)


def _from_uint64(array: npt.NDArray[Any], what: str) -> Encoded:
    """Take whole numbers that int64 holds as they are, larger ones by name."""
    small = _whole_numbers(array)
    if small is not None:
        return Encoded(small)
    return _from_objects(array.tolist(), what) if int(array.max()) >= 2**63 else Encoded(array)


def _from_coded(column: Coded, what: str) -> Encoded:
    """Take categories by name; numbers without a declared order stand at their values."""
    if column.plain or (set(map(type, column.names)) == {str} and len(set(column.names)) == len(column.names)):
        return Encoded(column.codes, column.names, column.ordered, column.missing)
    codes, names, ordered, gaps, _ = _each_once(column, what)
    kinds = set(map(type, names))
    if kinds <= {str}:
        return Encoded(codes, names, ordered, gaps)
    _refuse_mixed(kinds, what)
    if names and not ordered and all(isinstance(name, bool) or _is_number(type(name)) for name in names):
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
    absent = [code for code, name in enumerate(names) if not isinstance(name, str) and _missing_safe(name)]
    if once and not absent:
        return column
    missing = np.isin(codes, absent)
    kept: dict[Any, int] = {}
    place = np.zeros(len(names), np.intp)
    for code in sorted({*range(len(names))} - {*absent}):
        place[code] = kept.setdefault((type(names[code]), names[code]), len(kept))  # True is another label than 1
    gaps = (missing if gaps is None else gaps | missing) if missing.any() else gaps
    return Coded(place[codes], tuple(name for _, name in kept), ordered, gaps)


def _from_floats(array: npt.NDArray[Any]) -> Encoded:
    """Take floats that are whole numbers as these numbers, and others as names at their values."""
    small = _whole_numbers(array) if array.dtype.char in "edf" else None
    if small is not None:
        return Encoded(small)
    if array.dtype.char == "e":
        array = as_float32(array)
    with np.errstate(invalid="ignore"):  # what is not a number, or too large, is seen by not coming back
        exact = array.astype(np.int64)
    if (exact == array).all() and not (exact == np.iinfo(np.int64).min).any():
        return Encoded(exact)
    missing = np.isnan(array)
    known = array[~missing] if missing.any() else array
    if np.isfinite(known).all() and (known == np.floor(known)).all() and (np.abs(known) < 2.0**63).all():
        whole = np.where(missing, 0, array).astype(np.int64)
        return Encoded(whole, None, True, missing if missing.any() else None)
    names, inverse = np.unique(known, return_inverse=True)
    codes = np.full(array.shape, _MISSING, dtype=np.int64)
    codes[~missing] = inverse
    whole_numbers = bool(np.isfinite(known).all() and (known == np.floor(known)).all())
    gaps = missing if missing.any() else None
    return Encoded(codes, tuple(names.tolist()), True, gaps, continuous=not whole_numbers)


def refuse_continuous(encoded: Encoded, what: str) -> None:
    """Raise for numbers that are not whole: nobody declared them as labels."""
    if not encoded.continuous:
        return
    names: Any = encoded.names or ()
    occurring = [names[code] for code in np.unique(encoded.values).tolist() if code != _MISSING]
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


def _is_missing(value: Any) -> bool:
    return value is None or value != value or type(value).__name__ in ("NAType", "NaTType")  # noqa: PLR0124


def _from_mixed(array: npt.NDArray[Any], what: str) -> Encoded:
    """Encode Python objects: numbers as numbers, everything else by name."""
    plain = encode_plain_objects(array)
    if plain is not None:
        return plain
    values = array.tolist()
    kinds = {type(value) for value in values}
    if are_of_pandas(kinds):
        values = [plain_time(value) for value in values]
        kinds = {type(value) for value in values}
    if any(_missing_kind(kind) for kind in kinds):
        missing = np.fromiter((_missing_safe(value) for value in values), dtype=bool, count=len(values))
        known = [value for value, absent in zip(values, missing.tolist(), strict=True) if not absent]
        if not missing.any():
            return _of_kinds(values, kinds, what)
        inner = _of_kinds(known, {type(value) for value in known}, what)
        spread = np.zeros(len(values), dtype=inner.values.dtype)
        spread[~missing] = inner.values
        return Encoded(spread, inner.names, inner.ordered, missing, inner.continuous)
    return _of_kinds(values, kinds, what)


def encode_plain_objects(values: list[Any] | npt.NDArray[Any]) -> Encoded | None:
    """Encode text, whole numbers, bools of one type each, and None; None where the values need a closer look."""
    found = _kernels.encode_objects(values)
    if found is None:
        return None
    codes, distinct = found
    kinds = set(map(type, distinct))
    absent = None
    if type(None) in kinds:
        kinds.remove(type(None))
        gap = distinct.index(None)
        distinct.remove(None)
        absent = codes == gap
        codes = np.where(absent, 0, codes - (codes > gap))
    if len(kinds) != 1 or len(distinct) > _MOST_NAMES:
        return None
    return _ranked(codes, distinct, kinds.pop(), absent)


def _ranked(
    codes: npt.NDArray[Any], distinct: list[Any], kind: type, missing: npt.NDArray[np.bool_] | None
) -> Encoded | None:
    """Numbers as themselves, text as codes of its names in their order."""
    if kind in (int, bool):
        if min(distinct) >= 0 and max(distinct) < _SMALL:
            values = recoded(codes, np.array(distinct, dtype=np.uint32))
            return Encoded(values if kind is int else values.view(np.bool_), None, True, missing)
        try:
            return Encoded(np.array(distinct, dtype=np.int64)[codes], None, True, missing)
        except OverflowError:
            return None
    return _ranked_names(codes, distinct, missing)


def _ranked_names(codes: npt.NDArray[Any], names: list[Any], missing: npt.NDArray[np.bool_] | None) -> Encoded:
    """Codes of distinct names become codes of the names in alphabetical order."""
    found = _kernels.order_of_texts(names) if len(names) > _SORTED_BY_PYTHON else None
    order = sorted(range(len(names)), key=names.__getitem__) if found is None else found.tolist()
    if order != list(range(len(names))):
        rank = np.empty(len(names), np.uint32)
        rank[order] = np.arange(len(names), dtype=np.uint32)
        codes = recoded(codes, rank)
    return Encoded(codes, tuple(map(names.__getitem__, order)), ordered=False, missing=missing)


def recoded(codes: npt.NDArray[Any], table: npt.NDArray[np.uint32]) -> npt.NDArray[Any]:
    """Look codes up in a table, ``table[codes]``."""
    return _kernels.recode(codes, table, threads_for(len(codes)))


def _missing_kind(kind: type) -> bool:
    return kind is type(None) or issubclass(kind, (float, np.floating)) or kind.__name__ in ("NAType", "NaTType")


def _missing_safe(value: Any) -> bool:
    return _missing_kind(type(value)) and (type(value).__name__ in ("NAType", "NaTType") or _is_missing(value))


def _of_kinds(values: list[Any], kinds: set[type], what: str) -> Encoded:
    if not kinds:
        return Encoded(np.empty(0, dtype=np.int64))
    if all(issubclass(kind, (bool, np.bool_)) for kind in kinds):
        return Encoded(np.array(values, dtype=bool))
    if all(issubclass(kind, (int, np.integer)) and not issubclass(kind, bool) for kind in kinds):
        return _whole(values, what)
    if all(_is_number(kind) for kind in kinds):
        floats = np.array(values, dtype=np.float64)
        large = bool((np.abs(floats) >= _EXACT).any() and np.isfinite(floats).all())
        if large and all(x == int(x) for x in values):
            return _whole([int(x) for x in values], what)
        if any(kind.__name__ in ("Decimal", "Fraction") for kind in kinds):  # a hair above 1 is not 1
            rounded = np.array([one.is_integer() and one != x for one, x in zip(floats.tolist(), values, strict=True)])
            floats[rounded] = np.nextafter(floats[rounded], np.inf)
        return _from_floats(floats)
    _refuse_mixed(kinds, what)
    return _from_objects(values, what)


def _whole(values: list[Any], what: str) -> Encoded:
    """Whole numbers as themselves, those beyond 64 bits by name: no digit is lost."""
    try:
        return Encoded(np.array(values, dtype=np.int64))
    except OverflowError:
        return _from_objects(values, what)


def _is_number(kind: type) -> bool:
    """Whether it is a type of numbers; databases hand out decimals, and few programs ever import them."""
    if kind.__name__ in ("Decimal", "Fraction"):
        return True
    return issubclass(kind, (int, float, np.integer, np.floating)) and not issubclass(kind, bool)


def _refuse_mixed(kinds: set[type], what: str) -> None:
    if any(issubclass(kind, (complex, np.complexfloating)) for kind in kinds):
        msg = f"{what} must hold labels (numbers, text, bools or other hashable values), not complex numbers."
        raise InputTypeError(msg)
    text = any(issubclass(kind, (str, bytes)) for kind in kinds)
    numbers = any(issubclass(kind, (int, float, np.number)) for kind in kinds)
    logical = any(issubclass(kind, (bool, np.bool_)) for kind in kinds)
    plain_numbers = any(issubclass(kind, (int, float, np.number)) and not issubclass(kind, bool) for kind in kinds)
    if (text and numbers) or (logical and (plain_numbers or text)):
        names = ", ".join(sorted(kind.__name__ for kind in kinds))
        msg = f"{what} mixes labels of different types ({names}); convert them to one type."
        raise InputTypeError(msg)


def _from_objects(values: list[Any], what: str) -> Encoded:
    """Give each distinct value a code in the order of sorting where they can be sorted, else as they come."""
    known: dict[Hashable, int] = {}
    try:
        codes = np.fromiter((known.setdefault(value, len(known)) for value in values), np.int64, len(values))
    except TypeError as error:
        raise LabelError(_no_label(values, what)) from error
    names = in_order(known)
    place = {name: code for code, name in enumerate(names)}
    rank = np.array([place[name] for name in known], dtype=np.int64)
    numeric = all(isinstance(name, int) for name in names)
    return Encoded(rank[codes] if names else codes, names, ordered=numeric)


def _no_label(values: list[Any], what: str) -> str:
    """Say what a column holds that has no hash: lists, structs, sets."""
    bad = next(value for value in values if not _has_hash(value))
    return (
        f"{what} holds values of type {type(bad).__name__} (such as {bad!r}), which cannot be labels; "
        "a label is a number, text, a date or another value that is hashable."
    )


def _has_hash(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:  # also a tuple that holds a list
        return False
    return True


def in_order(names: Iterable[Label]) -> tuple[Label, ...]:
    """Names in an order that does not depend on the rows: sorted; members of an Enum as they are defined."""
    listed: list[Any] = list(names)
    try:
        return tuple(sorted(listed))
    except TypeError:
        kind = type(listed[0])
        if issubclass(kind, Enum) and all(type(name) is kind for name in listed):
            members: Any = list(kind)
            return tuple(sorted(listed, key=members.index))
        return tuple(sorted(listed, key=lambda name: (type(name).__name__, repr(name))))
