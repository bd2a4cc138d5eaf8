"""`Encoded`; labels that are numbers or Python objects: types that never equal each other, order, spelling."""

from __future__ import annotations

import reprlib
import unicodedata
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from enum import Enum
from itertools import compress
from math import isfinite
from numbers import Number
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import InputTypeError, LabelError, OptionError
from concordant.inputs.arrays import PANDAS_MISSING, is_missing_object
from concordant.names import is_written_as_number
from concordant.settings import threads_for
from concordant.typing import Label

# What software writes for a missing value.
ABSENT = ("", "NA", "N/A", "n/a", "#N/A", "<NA>", "nan", "NaN", "NAN", "null", "NULL", "Null", "None", "none")
_MARKS = ("-", "--", "?", ".", "missing")  # what people write; of numbers in CSV none is taken for a missing one
_MOST_NAMES = 1 << 20  # more different texts are no categories
_EXACT = 2.0**53  # from here on not every whole number is a float
_SMALL = 1 << 16  # numbers below need fewer bytes than int64
_SORTED_BY_PYTHON = 64  # names; of more a kernel has the order sooner


def encode_objects(array: npt.NDArray[Any], what: str) -> Encoded:
    """Encode Python objects: numbers as numbers, everything else by name."""
    plain = encode_plain_objects(array)
    if plain is not None:
        return plain
    values = array.tolist()
    kinds = set(map(type, values))
    may_miss = any(map(_may_be_missing, kinds))
    missing = np.fromiter(map(is_missing_object, values), dtype=bool, count=len(values)) if may_miss else None
    if missing is None or not missing.any():
        return _of_types(values, kinds, what)
    present = [value for value, absent in zip(values, missing.tolist(), strict=True) if not absent]
    return _of_types(present, set(map(type, present)), what).among(missing)


def encode_plain_objects(values: list[Any] | npt.NDArray[Any]) -> Encoded | None:
    """Encode text, whole numbers, bools of one type each, and None; None where the values need a closer look."""
    encoded = _kernels.encode_objects(values)
    if encoded is None:
        return None
    codes, distinct = encoded
    kinds = set(map(type, distinct))
    missing = None
    if type(None) in kinds:
        kinds.remove(type(None))
        none = distinct.index(None)
        distinct.remove(None)
        missing = codes == none
        codes = np.where(missing, 0, codes - (codes > none))
    if len(kinds) != 1 or len(distinct) > _MOST_NAMES:
        return None
    return _ranked(codes, distinct, kinds.pop(), missing)


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
    by_kernel = _kernels.order_of_texts(distinct) if len(distinct) > _SORTED_BY_PYTHON else None
    order = sorted(range(len(distinct)), key=distinct.__getitem__) if by_kernel is None else by_kernel.tolist()
    if order != list(range(len(distinct))):
        rank = np.empty(len(distinct), np.uint32)
        rank[order] = np.arange(len(distinct), dtype=np.uint32)
        codes = recoded(codes, rank)
    return Encoded(codes, tuple(map(distinct.__getitem__, order)), ordered=False, missing=missing)


def _may_be_missing(kind: type) -> bool:
    """Whether some values of a type are missing ones."""
    return kind is type(None) or issubclass(kind, (float, np.floating)) or kind.__name__ in PANDAS_MISSING


def _of_types(values: list[Any], kinds: set[type], what: str) -> Encoded:
    if not kinds:
        return Encoded(np.empty(0, dtype=np.int64))
    if all(issubclass(kind, (bool, np.bool_)) for kind in kinds):
        return Encoded(np.array(values, dtype=bool))
    if all(issubclass(kind, (int, np.integer)) and not issubclass(kind, bool) for kind in kinds):
        return _whole(values, what)
    if all(is_number(kind) for kind in kinds):
        try:
            floats = np.array(values, dtype=np.float64)
        except (OverflowError, ValueError) as error:  # beyond all floats, or a NaN of Decimal that signals
            raise LabelError(f"{what} holds a number that is no float: {error}.") from error
        large = bool((np.abs(floats) >= _EXACT).any() and np.isfinite(floats).all())
        if large and all(x == int(x) for x in values):
            return _whole([int(x) for x in values], what)
        return from_floats(floats)
    refuse_mixed(kinds, what)
    return encode_by_name(values, what)


def _whole(values: list[Any], what: str) -> Encoded:
    """Whole numbers as themselves, those beyond 64 bits by name: no digit is lost."""
    try:
        return Encoded(np.array(values, dtype=np.int64))
    except OverflowError:
        return encode_by_name(values, what)


def is_number(kind: type) -> bool:
    """Whether it is a type of numbers; databases hand out decimals, and few programs ever import them."""
    if kind.__name__ in ("Decimal", "Fraction"):
        return True
    return issubclass(kind, (int, float, np.integer, np.floating)) and not issubclass(kind, bool)


def refuse_mixed(kinds: set[type], what: str) -> None:
    """Raise for complex numbers, and for text, numbers and bools beside each other."""
    if any(issubclass(kind, (complex, np.complexfloating)) for kind in kinds):
        msg = f"{what} must hold labels (numbers, text, bools or other hashable values), not complex numbers."
        raise InputTypeError(msg)
    text = any(issubclass(kind, (str, bytes)) for kind in kinds)
    logical = any(issubclass(kind, (bool, np.bool_)) for kind in kinds)
    numbers = any(issubclass(kind, (int, float, np.number)) and not issubclass(kind, bool) for kind in kinds)
    if text + logical + numbers > 1:
        names = ", ".join(sorted(kind.__name__ for kind in kinds))
        raise InputTypeError(f"{what} mixes labels of different types ({names}); convert them to one type.")


def encode_by_name(values: list[Any], what: str) -> Encoded:
    """Give each distinct value a code in the order of sorting where they can be sorted, else as they come."""
    code_of: dict[Hashable, int] = {}
    try:
        codes = np.fromiter((code_of.setdefault(value, len(code_of)) for value in values), np.int64, len(values))
    except TypeError as error:
        raise LabelError(_no_label(values, what)) from error
    names = in_order(code_of)
    rank_of = {name: rank for rank, name in enumerate(names)}
    try:
        rank = np.array([rank_of[name] for name in code_of], dtype=np.int64)
    except KeyError as error:
        kind = type(error.args[0]).__name__
        msg = f"{what} holds values of type {kind} that have another hash each time; equal labels need equal hashes."
        raise LabelError(msg) from error
    numeric = all(isinstance(name, int) for name in names)
    return Encoded(rank[codes] if names else codes, names, ordered=numeric)


def _no_label(values: list[Any], what: str) -> str:
    """Say what a column holds that has no hash: lists, structs, sets."""
    bad = next(value for value in values if not _has_hash(value))
    return (
        f"{what} holds values of type {type(bad).__name__} (such as {reprlib.repr(bad)}), which cannot be labels; "
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


def order_of_groups(names: Iterable[Label]) -> Callable[[Label], Any]:
    """Return what groups are sorted by: text by its value if all of it is written as numbers, else as it is shown."""
    if all(isinstance(name, str) and is_written_as_number(name) for name in names):
        return lambda name: (float(str(name)), str(name))
    return str


_FEW, _A_ROW = 1 << 12, 16  # numbers that are marked one by one; of more, those that rows have are sorted


def occurring_indices(place: npt.NDArray[np.intp], size: int) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Return the indices that occur, of 0 to `size` - 1, in order, and the position of each row's among them."""
    if (place[1:] > place[:-1]).all():
        return place, np.arange(len(place))
    if size > max(_FEW, _A_ROW * len(place)):
        return np.unique(place, return_inverse=True)
    occurs = np.zeros(size, np.bool_)
    occurs[place] = True
    occurring = np.flatnonzero(occurs)
    code = np.zeros(size, np.intp)
    code[occurring] = np.arange(len(occurring))
    return occurring, code[place]


def numbered(values: npt.NDArray[Any]) -> tuple[npt.NDArray[np.intp], int]:
    """Return the rank of each value among the distinct ones, 0 for the least, and how many there are."""
    if values.dtype.kind in "iu" and len(values):
        low, high = int(values.min()), int(values.max())
        if high - low < max(_FEW, _A_ROW * len(values)) and high <= np.iinfo(np.intp).max:
            occurring, code = occurring_indices(values.astype(np.intp) - low, high - low + 1)
            return code, len(occurring)
    distinct, code = np.unique(values, return_inverse=True)
    return code.astype(np.intp).ravel(), len(distinct)


_MOST = 3  # groups of labels in a sentence


def blanks_in(column: Encoded, declared: Sequence[Label] | None = None) -> list[Label]:
    """The labels of a column that are texts of nothing but blanks, unless they are declared."""
    kept = () if declared is None else tuple(declared)
    return [name for name in column.names or () if isinstance(name, str) and not name.strip() and name not in kept]


def words_for_missing(labels: Iterable[Label]) -> list[str]:
    """The labels that read as missing, words or marks; beside a plus sign a minus is none."""
    texts = [label for label in labels if isinstance(label, str)]
    marks = () if any(text.strip("+ ") != text.strip() for text in texts) else _MARKS
    return [text for text in texts if text.strip() in ABSENT or text.strip().casefold() in marks]


def alike(labels: Sequence[Label]) -> list[list[str]]:
    """Groups of texts that look the same but for case, blanks and how Unicode writes them."""
    groups: dict[str, list[str]] = {}
    for label in labels:
        if isinstance(label, str):
            groups.setdefault(" ".join(visible(label).split()).casefold(), []).append(label)
    return [group for group in groups.values() if len(group) > 1]


def visible(text: str) -> str:
    """Return a text with each sign in one form (NFKC), without signs that nobody sees: those of no width."""
    if text.isascii():
        return text
    signs = unicodedata.normalize("NFKC", text)  # less marks of order, joiners, and variation selectors
    return "".join(sign for sign in signs if unicodedata.category(sign) != "Cf" and not "\ufe00" <= sign <= "\ufe0f")


def doubt_of_spelling(labels: Sequence[Label], what: str = "labels") -> str | None:
    """Say which labels, or `what` they are, look the same but for case, blanks and Unicode; None if none do."""
    groups = alike(labels)
    if not groups:
        return None
    shown = [
        " and ".join(map(ascii if len(set(map(visible, group))) == 1 else repr, group)) for group in groups[:_MOST]
    ]
    more = f", and {len(groups) - _MOST} more such" if len(groups) > _MOST else ""
    return f"{'; '.join(shown)}{more} count as different {what}: write them alike"


def whole_numbers(array: npt.NDArray[Any]) -> npt.NDArray[Any] | None:
    """Take float16, float32, float64 or uint64 as integers of as few bytes as hold them; None if four are too few."""
    array = array.astype(np.float32) if array.dtype.char == "e" else array
    return _kernels.whole_numbers(array, threads_for(len(array), 2 * array.itemsize))  # read and written


def from_floats(array: npt.NDArray[Any]) -> Encoded:
    """Take floats that are whole numbers as these numbers, and others as names at their values."""
    small = whole_numbers(array) if array.dtype.char in "edf" else None
    if small is not None:
        return Encoded(small)
    if array.dtype.char == "e":
        array = array.astype(np.float32)
    with np.errstate(invalid="ignore"):  # what is not a number, or too large, is seen by not coming back
        exact = array.astype(np.int64)
    if (exact == array).all() and not (exact == np.iinfo(np.int64).min).any():
        return Encoded(exact)
    missing = np.isnan(array)
    some_missing = bool(missing.any())
    mask, present = (missing, array[~missing]) if some_missing else (None, array)
    whole = bool(np.isfinite(present).all() and (present == np.floor(present)).all())
    if whole and (np.abs(present) < 2.0**63).all():
        return Encoded(np.where(missing, 0, array).astype(np.int64), None, True, mask)
    names, inverse = np.unique(present, return_inverse=True)
    codes = np.full(array.shape, NO_CODE, dtype=np.int64)
    codes[~missing] = inverse
    return Encoded(codes, tuple(names.tolist()), True, mask, continuous=not whole)


NO_CODE = -1  # the code of a missing value in a column of codes


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

    def among(self, missing: npt.NDArray[np.bool_]) -> Encoded:
        """Return these rows, some of which may lack a value too, among others that are missing."""
        values = np.zeros(len(missing), self.values.dtype)
        values[~missing] = self.values
        if self.missing is not None:
            missing = missing.copy()
            missing[~missing] = self.missing
        return replace(self, values=values, missing=missing)

    @property
    def missing_mask(self) -> npt.NDArray[np.bool_]:
        """Where a value is missing, also if nowhere."""
        return np.zeros(len(self.values), np.bool_) if self.missing is None else self.missing


def check_missing_labels(missing_labels: Any) -> tuple[Any, ...]:
    """Return the labels that stand for a missing one; raise for what is no list of labels."""
    if type(missing_labels) is tuple and not missing_labels:  # nearly always
        return ()
    if isinstance(missing_labels, (str, bytes)):
        raise InputTypeError(f"missing_labels must be a list of labels, not the text {missing_labels!r}.")
    if not hasattr(missing_labels, "__len__") or not hasattr(missing_labels, "__iter__"):
        raise OptionError(f"missing_labels must be a list of labels, such as ['?'], not {missing_labels!r:.80}.")
    other = next((mark for mark in missing_labels if not isinstance(mark, Hashable)), None)
    if other is not None:
        raise InputTypeError(f"missing_labels must be a list of labels, and {other!r:.80} is none.")
    return tuple(missing_labels)


def marked_rows(column: Encoded, marks: Collection[Label]) -> npt.NDArray[np.bool_]:
    """Where a label is among those that stand for a missing one."""
    if column.names is None:
        numbers = [mark for mark in marks if isinstance(mark, (int, float, np.number)) and isfinite(mark)]
        marked = np.isin(column.values, [int(mark) for mark in numbers if mark == int(mark)])  # NaN is missing anyhow
    else:
        names = set(marks)
        marked = np.isin(column.values, [code for code, name in enumerate(column.names) if name in names])
    return marked if column.missing is None else marked & ~column.missing


def narrowed(column: Encoded, kept: npt.NDArray[np.bool_]) -> Encoded:
    """Keep some of the names, those of all rows among them."""
    if kept.all():
        return column
    table = (np.cumsum(kept) - 1).clip(0).astype(np.uint32)
    names = tuple(compress(column.names or (), kept.tolist()))
    return replace(column, values=recoded(column.values, table), names=names)


def recoded(codes: npt.NDArray[Any], table: npt.NDArray[np.uint32]) -> npt.NDArray[Any]:
    """Look codes up in a table, ``table[codes]``."""
    return _kernels.recode(codes, table, threads_for(len(codes)))


# Types of labels, and which of them can never be equal.
#
# Python compares a date with a time, or a member of an Enum with its name, and says that they differ. A column of the
# one against a column of the other would have an accuracy of 0 without a word, so such pairs are refused.


# The first that fits counts: a datetime is a date for Python, and a member of an IntEnum is a number.
_TYPE_NAMES: tuple[tuple[type | tuple[type, ...], str], ...] = (
    (str, "text"),
    (bytes, "bytes"),
    ((Number, np.number, np.bool_), "numbers"),
    (datetime, "datetimes"),
    (date, "dates"),
    (time, "times of day"),
    (timedelta, "durations"),
    (tuple, "tuples"),
    (frozenset, "sets"),
)
_ZONED = (datetime, time)  # with a time zone they never equal those without


def type_of_label(label: Label) -> str:
    """The type of a label in words; labels of two types are never equal."""
    for types, name in _TYPE_NAMES:
        if isinstance(label, types):
            if isinstance(label, _ZONED):
                return f"{name} {'without' if label.utcoffset() is None else 'in'} a time zone"
            return name
    if isinstance(label, Enum):
        return f"members of {type(label).__name__}"
    return f"values of type {type(label).__name__}"


def refuse_kinds(true: Collection[Label], pred: Collection[Label], what: tuple[str, str]) -> None:
    """Raise if the labels of two columns are of kinds of which none is in both, or text is in one and not the other."""
    kinds = _examples(true), _examples(pred)
    if ("text" in kinds[0] and "bytes" in kinds[1]) or ("bytes" in kinds[0] and "text" in kinds[1]):
        raise InputTypeError(f"one of {what[0]} and {what[1]} holds text and the other bytes; decode the bytes.")
    for first, second in ((0, 1), (1, 0)):
        text = next((kind for kind in ("text", "bytes") if kind in kinds[first]), None)
        if text is not None and "numbers" in kinds[second]:
            kinds[first][text] = _least_like_a_number((true, pred)[first])
            raise _never_equal((first, text), (second, "numbers"), kinds, what)
    if kinds[0] and kinds[1] and not kinds[0].keys() & kinds[1].keys() and set(true).isdisjoint(pred):
        raise _never_equal((0, next(iter(kinds[0]))), (1, next(iter(kinds[1]))), kinds, what)


def _examples(labels: Collection[Label]) -> dict[str, Any]:
    """Each kind of label that occurs, with the first of it. The kind follows from the type, but for time zones."""
    examples: dict[str, Any] = {}
    kinds = set(map(type, labels))
    if len(kinds) == 1 and not issubclass(next(iter(kinds)), _ZONED):  # nearly always
        first = next(iter(labels))
        return {type_of_label(first): first}
    seen: set[type] = set()
    for label in labels:
        kind = type(label)
        if kind not in seen:
            examples.setdefault(type_of_label(label), label)
            if not issubclass(kind, _ZONED):
                seen.add(kind)
    return examples


def _least_like_a_number(labels: Collection[Label]) -> Label:
    """The first text that is not written as a number, which made a column of numbers one of text; else the first."""
    texts = [label for label in labels if isinstance(label, (str, bytes))]
    return next((text for text in texts if not is_written_as_number(text)), texts[0])


def _never_equal(
    first: tuple[int, str], second: tuple[int, str], kinds: tuple[dict[str, Any], dict[str, Any]], what: tuple[str, str]
) -> InputTypeError:
    held = [f"{what[column]} holds {kind} (such as {kinds[column][kind]!r})" for column, kind in (first, second)]
    return InputTypeError(f"{' and '.join(held)}; convert one of them so that equal labels are equal.")
