"""Which column of scores belongs to which class: the one rule for metrics, pages, files and decisions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import Any

import numpy.typing as npt

from concordant.errors import LabelError, LabelOrderError
from concordant.inputs.labels import listed
from concordant.typing import Label


def names_of_columns(table: Any) -> tuple[Any, ...] | None:
    """The names of a frame's columns; None where there are none that somebody chose, such as pandas' 0, 1, 2."""
    if isinstance(table, (list, tuple)):
        return None
    names = getattr(table, "column_names", None)  # of Arrow, whose `columns` are data
    if names is None:
        names = getattr(table, "columns", None)
    if (
        names is None
        or callable(names)
        or (type(names).__name__ == "RangeIndex" and names.start == 0 and names.step == 1)
    ):
        return None
    names = tuple(names)
    by_polars = tuple(f"column_{index}" for index in range(len(names)))
    return None if names == by_polars else names


def indices_of_columns(
    classes: tuple[Label, ...], names: Sequence[Any] | None, what: str, *, ordered: bool
) -> tuple[list[int], bool]:
    """
    For each class the index of its column, and whether the names of the columns told it.

    Names decide where they are the labels, or hold them after one common beginning and before one common end
    (`p0, p1, p10`; `prob_no, prob_yes`), in whatever order they stand. Otherwise the columns stand in the order of the
    classes, if that is `ordered`: declared, or that of an ordered column or of numbers. Text has none, and the
    alphabet's is not taken for it.

    Raises
    ------
    LabelError
        If some names end in labels and others do not, or two in the same one: names and labels cannot both be right.
    LabelOrderError
        If the classes have no order and no names tell which column is whose.
    """
    plain = list(range(len(classes)))
    if names is not None:
        named = _indices_by_name(classes, names)
        if named is not None:
            return named, True
        ends = _indices_by_end(classes, list(map(str, names)))
        if ends != plain and any(end is not None for end in ends):
            raise LabelError(
                f"the columns of {what} are named {listed(tuple(names))}, and the labels are {listed(classes)}. Some "
                "names end in a label, but not each in another one after the same beginning, so that names and labels "
                "cannot both be right. Rename the columns by their labels, or give the columns without names, as an "
                "array, in the order of labels=[...]; evaluate takes y_score={label: column}."
            )
    if not ordered:
        raise LabelOrderError(
            f"{what} has {len(classes)} columns, and nothing says which is whose: {listed(classes)} have no order "
            "(alphabetical order is hardly that of the columns). Declare labels=[...] in the order of the columns, or "
            "give columns that are named by their labels (low, high; p_low, p_high)."
        )
    return plain, False


def in_order_of(
    labels: Sequence[Label], table: Any, scores: npt.NDArray[Any], what: str, *, ordered: bool = True
) -> npt.NDArray[Any]:
    """The columns of a matrix in the order of labels, declared or `ordered`, or as the names of its frame tell it."""
    if scores.ndim != 2 or scores.shape[1] != len(labels):
        return scores
    indices, _ = indices_of_columns(tuple(labels), names_of_columns(table), what, ordered=ordered)
    return scores if indices == list(range(len(indices))) else scores[:, indices]


def _indices_by_name(classes: tuple[Label, ...], names: Sequence[Any]) -> list[int] | None:
    if len(set(names)) < len(names):
        return None
    if set(names) == set(classes):
        return [list(names).index(label) for label in classes]
    for texts in _spellings(classes):
        for read in _READINGS:  # from strict to lenient
            found = _indices_between(list(map(read, texts)), [read(str(name)) for name in names])
            if found is not None:
                return found
    return None


def _spellings(classes: tuple[Label, ...]) -> Iterator[list[str]]:
    """The labels as the names of columns may write them."""
    yield list(map(str, classes))
    if set(classes) == {0, 1}:  # also False and True
        yield [str(int(bool(label))) for label in classes]
        yield [str(bool(label)) for label in classes]
    members = [label for label in classes if isinstance(label, Enum)]
    if len(members) == len(classes):
        yield [str(label.value) for label in members]
        yield [label.name for label in members]


def _numbers_in_short(text: str) -> str:
    """`p_01` and `p_1.0` as `p_1`."""
    return re.sub(r"(?<![\d.])0+(?=\d)|(?<=\d)\.0+(?!\d)", "", text.casefold())


_READINGS: tuple[Callable[[str], str], ...] = (str, str.casefold, _numbers_in_short)


def _indices_between(texts: list[str], names: list[str]) -> list[int] | None:
    """For each text the index of the name that is `start + text + end`, with one start and one end for all of them."""
    beside, odd = divmod(sum(map(len, names)) - sum(map(len, texts)), len(names))
    index = {name: k for k, name in enumerate(names)}
    if odd or beside < 0 or len(index) < len(names) or len(set(texts)) < len(texts):
        return None
    for cut in range(beside, -1, -1):
        start, end = names[0][:cut], names[0][len(names[0]) - beside + cut :]
        wanted = [start + text + end for text in texts]
        if all(name in index for name in wanted) and not any(_cuts_number(start, text, end) for text in texts):
            return [index[name] for name in wanted]
    return None


def _cuts_number(start: str, text: str, end: str) -> bool:
    """Whether the text is only a part of a number: `p10` does not hold the label 0."""
    return any(one.isdecimal() and other.isdecimal() for one, other in ((start[-1:], text[:1]), (text[-1:], end[:1])))


def _indices_by_end(classes: tuple[Label, ...], names: list[str]) -> list[int | None]:
    """For each name the index of the longest label that ends it as a word or number of its own; None if none does."""
    index = {_numbers_in_short(str(label)): k for k, label in enumerate(classes)}

    def end_of(name: str) -> int | None:
        for start in range(len(name)):
            both = name[max(start - 1, 0) : start + 1] if start else ""
            inside = len(both) == 2 and (both.isdecimal() or both.isalpha())
            if not inside and name[start:] in index:
                return index[name[start:]]
        return None

    return [end_of(_numbers_in_short(name)) for name in names]
