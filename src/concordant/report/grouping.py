"""Labels in files and in lazy frames, grouped where they are: a page of labels needs no row."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from concordant.engines.label_groups import LabelGroups
from concordant.errors import ConcordantError
from concordant.inputs.numbers import numbers
from concordant.inputs.sources import Source, find_files
from concordant.typing import Column

if TYPE_CHECKING:
    import narwhals as nw

Look: TypeAlias = Callable[[Column, Column], bool]  # whether two columns are no labels, by their first rows

_LOOKED_AT = 10_000  # rows
_MANY = 30  # different values: so many numbers that are not whole are no categories


def look_for(task: str | None, labels: object) -> Look:
    """Return how to look at the first rows: the caller may say that the columns hold labels."""
    return are_continuous if task is None and labels is None else _are_labels


def _are_labels(truth: Column, prediction: Column) -> bool:
    del truth, prediction
    return False


def are_continuous(truth: Column, prediction: Column) -> bool:
    """Whether the first rows of both columns hold many numbers that are not whole, so that nobody can mean labels."""
    return _many_fractions(truth) and _many_fractions(prediction)


def _many_fractions(column: Column) -> bool:
    try:
        found = numbers(column[:_LOOKED_AT], "column")
    except (ConcordantError, TypeError, KeyError):  # text, or what cannot be cut; labels, then
        return False
    if found.dtype.kind != "f" or found.ndim != 1:
        return False
    known = found[np.isfinite(found)]
    return bool((known != np.floor(known)).any()) and len(np.unique(known)) > _MANY


def groups_in_files(
    source: Source, columns: tuple[str, str, str | None], look: Look, progress: Any = None
) -> LabelGroups | None:
    """
    Group the rows of files by their labels.

    Parameters
    ----------
    source : str, Path or sequence of them
    columns : tuple of str, str, str or None
        Truth, prediction, weight.
    look : callable
        Says of the first rows whether they are no labels.
    progress : callable, optional

    Returns
    -------
    LabelGroups or None
        None where the columns are to be read as they are: they are no labels, weights are no numbers, or most rows have
        a pair of labels of their own.
    """
    from concordant.engines.files.label_batches import NoNumbersError, TooManyGroupsError
    from concordant.engines.files.labels import label_groups
    from concordant.inputs.files import first_rows

    truth, pred, weight = columns
    files = find_files(source)
    head = first_rows(files, list(dict.fromkeys((truth, pred))), _LOOKED_AT)
    if look(head[truth], head[pred]):
        return None
    try:
        return label_groups(files, truth, pred, weight=weight, any_number=False, progress=progress)
    except (NoNumbersError, TooManyGroupsError):
        return None


def groups_in_frame(frame: nw.LazyFrame[Any], columns: tuple[str, str, str | None], look: Look) -> LabelGroups | None:
    """Do the same with a lazy frame, in its own engine; None where the columns are no labels by their first rows."""
    from concordant.engines.frames.labels import label_groups
    from concordant.engines.frames.opened import chosen

    truth, pred, weight = columns
    named = [chosen(frame, name).alias(alias) for name, alias in ((truth, "truth"), (pred, "pred"))]
    head = frame.select(*named).head(_LOOKED_AT).collect()
    if look(*(head.get_column(name).to_native() for name in ("truth", "pred"))):
        return None
    return label_groups(frame, truth, pred, weight=weight)
