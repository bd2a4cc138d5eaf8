"""Encoded columns become columns with one common set of labels, and their rows places among the labels of a state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import LabelError
from concordant.inputs.encoded import Encoded, recoded
from concordant.inputs.label_kinds import refuse_kinds
from concordant.inputs.object_labels import in_order
from concordant.typing import Label

_SPAN = 1 << 16  # from the least label to the greatest, of a table of codes


def common_labels(
    columns: Sequence[Encoded], what: Sequence[str]
) -> tuple[list[npt.NDArray[Any]], tuple[Label, ...] | None, bool]:
    """
    Bring columns of one length to the same names.

    Returns
    -------
    list of ndarray of int
        The rows of each column: codes into the names, or the labels themselves.
    tuple or None
        The names; None where the integers are the labels.
    bool
        Whether the order of the names means something.
    """
    every = [column.names for column in columns]
    if _are_same(every):
        return [column.values for column in columns], every[0], any(column.ordered for column in columns)
    named = next(place for place, names in enumerate(every) if names is not None)
    columns = [*_with_names(columns[:named]), *(one for column in columns[named:] for one in _with_names([column]))]
    columns = _beside_ordered(columns)
    common, ordered = columns[0].names or (), columns[0].ordered
    for column, name in zip(columns[1:], what[1:], strict=True):
        common, ordered = _union(common, column.names or (), (ordered, column.ordered), (what[0], name))
    place = {name: code for code, name in enumerate(common)}
    return [_recoded(column, common, place) for column in columns], common, ordered


def _with_names(columns: Sequence[Encoded]) -> Sequence[Encoded]:
    """Turn whole numbers into codes of names, to join them with numbers that are not whole or with objects."""
    if not columns or columns[0].names is not None:
        return columns
    names, codes = np.unique(np.concatenate([column.values for column in columns]), return_inverse=True)
    return [Encoded(part, tuple(names.tolist())) for part in np.split(codes, len(columns))]


def _beside_ordered(columns: Sequence[Encoded]) -> Sequence[Encoded]:
    """Leave out words that no row holds of columns without an order, where they are no words of those with one."""
    if len({column.ordered for column in columns}) == 1:
        return columns
    declared = {name for column in columns if column.ordered for name in column.names or ()}
    return [one if one.ordered or declared.issuperset(one.names or ()) else _occurring(one) for one in columns]


def _occurring(column: Encoded) -> Encoded:
    """Name only the words that occur."""
    names = column.names or ()
    occurs = np.bincount(column.values, minlength=len(names)) > 0
    if occurs.all():
        return column
    places = (np.cumsum(occurs) - 1).clip(0).astype(np.uint32)
    held = tuple(name for name, there in zip(names, occurs.tolist(), strict=True) if there)
    return replace(column, values=recoded(column.values, places), names=held)


def _union(
    first: tuple[Label, ...], second: tuple[Label, ...], ordered: tuple[bool, bool], what: tuple[str, str]
) -> tuple[tuple[Label, ...], bool]:
    """The labels of two columns, in the declared order if there is one, else sorted; and whether they are ordered."""
    if _are_same([first, second]):
        return first, any(ordered)  # one of them may be plain text
    refuse_kinds(first, second, what)
    if all(_is_number(name) for name in (*first, *second)):
        return tuple(sorted({*first, *second})), True  # type: ignore[type-var]
    if any(ordered):
        both = all(ordered)
        true_leads = len(first) >= len(second) if both else ordered[0]
        long, short = (first, second) if true_leads else (second, first)
        if both and [x for x in long if x in set(short)] != list(short):
            msg = (
                f"{what[0]} and {what[1]} declare different orders of their labels: {first} and {second}. "
                "Give both columns the same categories, or declare labels=[...]."
            )
            raise LabelError(msg)
        unknown = [name for name in short if name not in set(long)]
        if not unknown:
            return long, True
    return in_order(dict.fromkeys((*first, *second))), False  # two runs in order, which are merged and not sorted


def _are_same(names: list[tuple[Label, ...] | None]) -> bool:
    try:
        return names.count(names[0]) == len(names)
    except ValueError:  # NumPy compares a time with each value of a tuple
        return False


def _is_number(label: Label) -> bool:
    return isinstance(label, (int, float)) and not isinstance(label, bool)


def _recoded(column: Encoded, common: tuple[Label, ...], place: dict[Label, int]) -> npt.NDArray[Any]:
    if _are_same([common, column.names]):
        return column.values
    names = column.names or ()
    return recoded(column.values, np.fromiter(map(place.__getitem__, names), np.uint32, len(names)))


def codes_of(values: npt.NDArray[Any], names: tuple[Label, ...] | None, labels: tuple[Label, ...]) -> Any:
    """
    The places of values among the labels of the state that was made of them.

    `names` are those that the values are codes of; None if the values are the labels.
    """
    if names is not None:
        place = {label: code for code, label in enumerate(labels)}
        table = np.array([place.get(name, -1) for name in names], np.intp)
        return table[values]
    known = _whole_labels(labels)
    low, high = (int(known.min()), int(known.max())) if known.size else (0, 0)
    if known.dtype.kind == "i" and high - low < _SPAN:  # a look at a table is several times as fast as a search
        if high - low + 1 == len(known) and (known[1:] > known[:-1]).all():
            return values.astype(np.intp, copy=False) - low if low else values.astype(np.intp, copy=False)
        table = np.zeros(high - low + 1, np.intp)
        table[known - low] = np.arange(len(known))
        return table[values.astype(known.dtype, copy=False) - low]
    order = np.argsort(known)
    return order[np.searchsorted(known[order], values.astype(known.dtype, copy=False))]


def _whole_labels(labels: tuple[Label, ...]) -> npt.NDArray[Any]:
    """The numbers among the labels, as whole numbers."""
    if set(map(type, labels)) == {int}:
        return np.array(labels)
    return np.array([int(label) for label in labels if isinstance(label, (int, float))])
