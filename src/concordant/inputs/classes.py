"""The classes that the labels of a column stand for: which occur, in which order, and which of two is the positive."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import LabelError, PositiveLabelError
from concordant.inputs.encoded import Encoded
from concordant.inputs.labels import span_of
from concordant.inputs.object_labels import in_order
from concordant.settings import threads_for
from concordant.typing import Label


def coded(true: Encoded, declared: tuple[Label, ...] | None) -> tuple[npt.NDArray[Any], tuple[Label, ...]]:
    """Codes 0..K-1 of the labels that occur, or of the declared ones."""
    if true.names is None and declared is not None and _are_codes(true.values, declared):
        return true.values, declared
    if true.names is None:
        kind = true.values.dtype.kind
        distinct = distinct_integers(true.values)
        names: tuple[Label, ...] = tuple(bool(x) for x in distinct) if kind == "b" else tuple(distinct.tolist())
        codes = _places(true.values, distinct)
    else:
        present = np.unique(true.values)
        every = true.names
        numeric = all(isinstance(name, (int, float)) for name in every)
        if true.ordered and declared is None and not numeric:
            names, codes = every, true.values
        else:
            found = tuple(every[i] for i in present)
            names = found if true.ordered else in_order(found)
            place = np.zeros(len(every), dtype=np.int64)
            at = {name: code for code, name in enumerate(names)}
            place[present] = [at[every[i]] for i in present]
            codes = place[true.values]
    if declared is None:
        return codes, names
    known = {label: code for code, label in enumerate(declared)}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise unknown_labels(unknown, declared)
    position = np.array([known[name] for name in names], dtype=np.int64)
    if not names or np.array_equal(position, np.arange(len(position))):
        return codes, declared
    return position[codes.astype(np.intp, copy=False)], declared  # bools would choose, not index


def _are_codes(values: npt.NDArray[Any], declared: tuple[Label, ...]) -> bool:
    """Whether the values are the places of the labels that are declared, which are 0, 1, ... themselves."""
    span = span_of(declared) if len(values) and values.dtype.kind in "iu" else None
    return span is not None and span[0] == 0 and values.min() >= 0 and values.max() <= span[1]


def _places(values: npt.NDArray[Any], distinct: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Where the values stand among the distinct ones; consecutive whole numbers tell it themselves."""
    if not len(distinct) or int(distinct[-1]) - int(distinct[0]) + 1 != len(distinct):
        return np.searchsorted(distinct, values)
    return values if distinct[0] == 0 else np.subtract(values, distinct[0], dtype=np.int64)


def unknown_labels(unknown: Sequence[Label], declared: tuple[Label, ...]) -> LabelError:
    """The error for labels that occur and were not declared."""
    shown = ", ".join(map(repr, unknown[:5])) + (", ..." if len(unknown) > 5 else "")
    known = ", ".join(map(repr, declared[:10])) + (", ..." if len(declared) > 10 else "")
    return LabelError(
        f"{len(unknown)} label{'s occur' if len(unknown) > 1 else ' occurs'} that labels= does not name: {shown}. "
        f"Declared are: {known}."
    )


def distinct_integers(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The distinct values of a column of integers, ascending."""
    labels, _, _, too_many, _, _ = _kernels.count_pairs(values, values, None, threads_for(len(values)))
    return np.unique(values) if too_many else labels


def two_classes(classes: tuple[Label, ...], pos_label: Label | None, *, ordered: bool) -> tuple[Label, Label]:
    """The negative and the positive class out of the labels that occur or are declared."""
    shown = ", ".join(map(repr, classes))
    if len(classes) > 2:
        msg = f"two classes are needed, but {len(classes)} labels occur: {shown}."
        raise LabelError(msg)
    classes = completed(classes, pos_label)
    if len(classes) < 2:
        msg = (
            f"only one label occurs ({shown or 'none'}), so the other class is unknown: "
            "declare both, labels=[negative, positive]."
        )
        raise PositiveLabelError(msg)
    if pos_label is None:
        if not ordered and shown:  # without rows labels of any type are taken as 0 and 1
            msg = (
                f"which of {classes[0]!r} and {classes[1]!r} is the positive class? Say it: "
                f"pos_label={classes[1]!r}, or declare labels=[negative, positive]."
            )
            raise PositiveLabelError(msg)
        return classes[0], classes[1]
    if pos_label not in classes:
        msg = f"pos_label={pos_label!r} does not occur; the labels are {shown}."
        raise PositiveLabelError(msg)
    return (classes[1], classes[0]) if pos_label == classes[0] else (classes[0], classes[1])


def completed(classes: tuple[Label, ...], pos_label: Label | None) -> tuple[Label, ...]:
    """Add the class that did not occur where the usual pair is plain: 0/1, -1/1, False/True."""
    if len(classes) >= 2:
        return classes
    if not classes:
        return (0, 1)
    only = classes[0]
    if pos_label is not None and pos_label != only:
        return (only, pos_label)
    if isinstance(only, bool):
        return (False, True)
    if only in (0, 1) and isinstance(only, int):
        return (0, 1)
    if only == -1 and isinstance(only, int):
        return (-1, 1)
    return classes if pos_label is None else (f"not {only}", only)
