"""Counts of parts in which other labels occur: one table over all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Any

from concordant.errors import InputTypeError, LabelError, MergeError
from concordant.inputs.label_values import in_order, kind_of_label
from concordant.typing import Label

if TYPE_CHECKING:
    from concordant.states.counts import Counts


def union(kind: type[Counts], parts: Iterable[Counts]) -> Counts:
    """Add parts, each of this kind, over the labels of all of them."""
    states: list[Any] = list(parts)
    if not states:
        msg = "there are no counts to join; of no row are Counts.empty(labels)."
        raise MergeError(msg)
    strange = next((one for one in states if not isinstance(one, kind)), None)
    if strange is not None:
        msg = f"the union is of Counts, not of {type(strange).__name__}."
        raise InputTypeError(msg)
    labels, ordered = _labels_of_all(states)
    return reduce(add, [_over(one, labels, ordered=ordered) for one in states])


def _labels_of_all(parts: Sequence[Counts]) -> tuple[tuple[Label, ...], bool]:
    """All labels, and whether their order means something: that of numbers, or one that holds for all parts."""
    distinct = list(dict.fromkeys(((*map(type, one.labels), one.ordered), one.labels) for one in parts))
    every = dict.fromkeys((type(label) is bool, label) for _, labels in distinct for label in labels)
    kinds = list(dict.fromkeys("bools" if logical else kind_of_label(label) for logical, label in every))
    if len(kinds) > 1:
        msg = f"cannot join counts of {kinds[0]} and of {kinds[1]}: such labels are never equal. Convert one of them."
        raise MergeError(msg)
    names = [label for _, label in every]
    if kinds in (["numbers"], ["bools"]):
        return tuple(sorted(names)), True  # type: ignore[type-var]
    longest = max((one for one in parts if one.ordered), key=lambda one: len(one.labels), default=None)
    if longest is None:
        return in_order(names), False
    place = {label: k for k, label in enumerate(longest.labels)}
    for one in parts:
        places = [place.get(label, -1) for label in one.labels]
        if -1 in places or (one.ordered and places != sorted(places)):
            msg = (
                f"the order of all labels is unknown: {longest.labels} and {one.labels}. "
                "Declare the same labels=[...] for every part."
            )
            raise LabelError(msg)
    return longest.labels, True


def _over(part: Counts, labels: tuple[Label, ...], *, ordered: bool) -> Counts:
    """The same rows over these labels."""
    if part.labels == labels and part.ordered == ordered:
        return part
    again = part.relabel(labels)
    if again.cells is not None:
        return part.from_cells(again.cells, labels, ordered=ordered, missing=part.missing)
    return replace(again, ordered=ordered)
