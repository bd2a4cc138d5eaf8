"""Labels that are Python objects: numbers are taken as numbers, all others by name; and the order of names."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from enum import Enum
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import InputTypeError, LabelError
from concordant.inputs.encoded import Encoded, recoded
from concordant.inputs.numeric_labels import from_floats
from concordant.inputs.times import are_of_pandas, plain_time
from concordant.typing import Label

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
    kinds = {type(value) for value in values}
    if are_of_pandas(kinds):
        values = [plain_time(value) for value in values]
        kinds = {type(value) for value in values}
    if any(_missing_kind(kind) for kind in kinds):
        missing = np.fromiter((is_missing_object(value) for value in values), dtype=bool, count=len(values))
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


def _is_missing(value: Any) -> bool:
    return value is None or value != value or type(value).__name__ in ("NAType", "NaTType")  # noqa: PLR0124


def _missing_kind(kind: type) -> bool:
    return kind is type(None) or issubclass(kind, (float, np.floating)) or kind.__name__ in ("NAType", "NaTType")


def is_missing_object(value: Any) -> bool:
    """Whether a value is None, NaN, or the missing value of pandas."""
    return _missing_kind(type(value)) and (type(value).__name__ in ("NAType", "NaTType") or _is_missing(value))


def _of_kinds(values: list[Any], kinds: set[type], what: str) -> Encoded:
    if not kinds:
        return Encoded(np.empty(0, dtype=np.int64))
    if all(issubclass(kind, (bool, np.bool_)) for kind in kinds):
        return Encoded(np.array(values, dtype=bool))
    if all(issubclass(kind, (int, np.integer)) and not issubclass(kind, bool) for kind in kinds):
        return _whole(values, what)
    if all(is_number(kind) for kind in kinds):
        floats = _as_floats(values, what)
        large = bool((np.abs(floats) >= _EXACT).any() and np.isfinite(floats).all())
        if large and all(x == int(x) for x in values):
            return _whole([int(x) for x in values], what)
        if any(kind.__name__ in ("Decimal", "Fraction") for kind in kinds):  # a hair above 1 is not 1
            rounded = np.array([one.is_integer() and one != x for one, x in zip(floats.tolist(), values, strict=True)])
            floats[rounded] = np.nextafter(floats[rounded], np.inf)
        return from_floats(floats)
    refuse_mixed(kinds, what)
    return encode_by_name(values, what)


def _as_floats(values: list[Any], what: str) -> npt.NDArray[np.float64]:
    try:
        return np.array(values, dtype=np.float64)
    except (OverflowError, ValueError) as error:  # beyond all floats, or a NaN of Decimal that signals
        msg = f"{what} holds a number that is no float: {error}."
        raise LabelError(msg) from error


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
    numbers = any(issubclass(kind, (int, float, np.number)) for kind in kinds)
    logical = any(issubclass(kind, (bool, np.bool_)) for kind in kinds)
    plain_numbers = any(issubclass(kind, (int, float, np.number)) and not issubclass(kind, bool) for kind in kinds)
    if (text and numbers) or (logical and (plain_numbers or text)):
        names = ", ".join(sorted(kind.__name__ for kind in kinds))
        msg = f"{what} mixes labels of different types ({names}); convert them to one type."
        raise InputTypeError(msg)


def encode_by_name(values: list[Any], what: str) -> Encoded:
    """Give each distinct value a code in the order of sorting where they can be sorted, else as they come."""
    known: dict[Hashable, int] = {}
    try:
        codes = np.fromiter((known.setdefault(value, len(known)) for value in values), np.int64, len(values))
    except TypeError as error:
        raise LabelError(_no_label(values, what)) from error
    names = in_order(known)
    place = {name: code for code, name in enumerate(names)}
    try:
        rank = np.array([place[name] for name in known], dtype=np.int64)
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
