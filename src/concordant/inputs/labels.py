"""Two columns of labels over one common set of labels; the classes, and which one is positive."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import InputTypeError, LabelError, PositiveLabelError
from concordant.inputs.arrays import (
    below_one_another,
    is_series,
    plain_label,
    refuse_other_order,
    same_length,
    series_to_array,
)
from concordant.inputs.encoding import encode, plain_labels, refuse_continuous
from concordant.inputs.label_values import (
    Encoded,
    check_missing_labels,
    in_order,
    marked_rows,
    narrowed,
    recoded,
    refuse_kinds,
)
from concordant.inputs.rows import Mask, Masks, check_weights, counted_columns, numbers, reader_of_one
from concordant.names import did_you_mean
from concordant.settings import threads_for
from concordant.typing import Label, Missing


def coded(true: Encoded, declared: tuple[Label, ...] | None) -> tuple[npt.NDArray[Any], tuple[Label, ...]]:
    """Codes 0..K-1 of the labels that occur, or of the declared ones."""
    values, names = true.values, true.names
    if names is None:
        if declared is not None and _are_codes(values, declared):
            return values, declared
        distinct = distinct_integers(values)
        names = tuple(map(bool, distinct) if values.dtype.kind == "b" else distinct.tolist())
        codes = indices_of_integers(values, distinct)
    elif true.ordered and declared is None and not all(isinstance(name, (int, float)) for name in names):
        return values, names
    else:
        occurring = [names[code] for code in distinct_integers(values).tolist()]
        every, names = names, tuple(occurring) if true.ordered else in_order(occurring)
        codes = codes_of(values, every, names)
    if declared is None:
        return codes, names
    index_of = {label: index for index, label in enumerate(declared)}
    unknown = [name for name in names if name not in index_of]
    if unknown:
        raise unknown_labels(unknown, declared)
    if [index_of[name] for name in names] == list(range(len(names))):
        return codes, declared
    return codes_of(codes, names, declared), declared


_SPAN = 1 << 16  # from the least label to the greatest, of a table of codes


def _are_codes(values: npt.NDArray[Any], declared: tuple[Label, ...]) -> bool:
    """Whether the declared labels are 0, 1, ... and the values are such labels."""
    span = span_of(declared) if len(values) and values.dtype.kind in "iu" else None
    return span is not None and span[0] == 0 and values.min() >= 0 and values.max() <= span[1]


def indices_of_integers(values: npt.NDArray[Any], distinct: npt.NDArray[Any]) -> Any:
    """The index of each value among the distinct ones, which ascend."""
    low, high = (int(distinct[0]), int(distinct[-1])) if len(distinct) else (0, _SPAN)
    if high - low + 1 == len(distinct):
        return values if low == 0 else np.subtract(values, low, dtype=np.int64)
    if high - low >= _SPAN:
        return np.searchsorted(distinct, values)
    table = np.zeros(high - low + 1, np.intp)  # to read it is several times as fast as a search
    table[distinct - low] = np.arange(len(distinct))
    return table[np.subtract(values, low, dtype=np.int64)]


def unknown_labels(unknown: Sequence[Label], declared: tuple[Label, ...]) -> LabelError:
    """The error for labels that occur and were not declared."""
    return LabelError(
        f"{len(unknown)} label{'s occur' if len(unknown) > 1 else ' occurs'} that labels= does not name: "
        f"{listed(unknown, 5)}. Declared are: {listed(declared)}."
    )


def listed(labels: Sequence[Any], most: int = 10) -> str:
    """The first labels of a list, for a message."""
    return ", ".join(map(repr, labels[:most])) + (", ..." if len(labels) > most else "")


def distinct_integers(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The distinct values of a column of integers, ascending."""
    labels, _, _, too_many, _, _ = _kernels.count_pairs(values, values, None, threads_for(len(values)))
    return np.unique(values) if too_many else labels


def two_classes(classes: tuple[Label, ...], pos_label: Label | None, *, ordered: bool) -> tuple[Label, Label]:
    """The negative and the positive class out of the labels that occur or are declared."""
    shown = ", ".join(map(repr, classes))
    if len(classes) > 2:
        raise LabelError(f"two classes are needed, but {len(classes)} labels occur: {shown}.")
    classes = completed(classes, pos_label)
    if len(classes) < 2:
        raise PositiveLabelError(
            f"only one label occurs ({shown or 'none'}), so the other class is unknown: "
            "declare both, labels=[negative, positive]."
        )
    if pos_label is None:
        if not ordered and shown:  # without rows labels of any type are taken as 0 and 1
            raise PositiveLabelError(
                f"which of {classes[0]!r} and {classes[1]!r} is the positive class? Say it: "
                f"pos_label={classes[1]!r}, or declare labels=[negative, positive]."
            )
        return classes[0], classes[1]
    if pos_label not in classes:
        near = did_you_mean(pos_label, classes)
        raise PositiveLabelError(f"pos_label={pos_label!r} does not occur; the labels are {shown}.{near}")
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


_MOST_DECLARED = 1 << 24


@dataclass(slots=True)  # made at every call: frozen would cost a microsecond
class LabelRows:
    """
    Checked rows of two label columns.

    `names` is None where `y_true` and `y_pred` hold the labels themselves (integers, or bools if `logical`);
    else they hold codes into `names`. `declared` are the labels that the caller gave, in their order. `kept` says which
    of the caller's rows are there; None if all. `times` says how many rows each of them stands for, whose weights are
    summed in `weights`; None: one.
    """

    y_true: npt.NDArray[Any]
    y_pred: npt.NDArray[Any]
    names: tuple[Label, ...] | None
    declared: tuple[Label, ...] | None
    ordered: bool
    logical: bool
    weights: npt.NDArray[Any] | None
    missing: int
    kept: Mask | None = None
    times: npt.NDArray[np.int64] | None = None


def check_label_columns(
    y_true: Any,
    predictions: Sequence[Any],
    *,
    names: Sequence[str] = ("y_pred",),
    labels: Sequence[Label] | None = None,
    sample_weight: Any = None,
    missing: Missing = "raise",
    missing_labels: Sequence[Label] = (),
    times: npt.NDArray[np.int64] | None = None,
) -> list[LabelRows]:
    """
    Check a truth and predictions of the same rows, and bring them to one set of labels; `times` as in `LabelRows`.

    A row where any of them is missing raises or is dropped; one where any is among `missing_labels` is dropped.
    """
    reading = Reading(labels, sample_weight, missing, missing_labels)
    if times is None and (sample_weight is None or len(predictions) == 1):
        plain = plain_rows(y_true, predictions, names, reading)
        if plain is not None:
            return plain
    return encoded_rows(y_true, predictions, names, reading, times)


class Reading(NamedTuple):
    """How columns of labels are read."""

    labels: Sequence[Label] | None
    sample_weight: Any
    missing: Missing
    missing_labels: Sequence[Label]


def encoded_rows(
    y_true: Any, predictions: Sequence[Any], names: Sequence[str], reading: Reading, times: Any = None
) -> list[LabelRows]:
    """As `check_label_columns`, of columns that are not plain."""
    labels, sample_weight, missing, missing_labels = reading
    marks = frozenset(check_missing_labels(missing_labels))
    what = ("y_true", *names)
    columns = [encode(column, name) for column, name in zip((y_true, *predictions), what, strict=True)]
    for column, name in zip(columns[1:], names, strict=True):
        same_length(columns[0].values, column.values, ("y_true", name))
    refuse_other_order(y_true, predictions, names, sample_weight)
    masks: Masks = [(name, each.missing) for each, name in zip(columns, what, strict=True) if each.missing is not None]
    rows = len(columns[0].values)
    declared = declared_but(labels, marks)
    masks = with_marks(masks, columns, marks)
    columns, weights, dropped, kept, times = counted_columns(columns, masks, missing, sample_weight, rows, times)
    if marks:
        columns = [without(column, marks) for column in columns]
    for index, column in enumerate(columns):
        if declared is None:
            if column.continuous:
                refuse_continuous(column, what[index])
        elif column.names is not None:  # labels= gives the order, whatever the columns declare
            columns[index] = replace(column, ordered=False)
    (truth, *others), labels_of_codes, ordered = common_labels(columns, what)
    ordered = declared is not None or ordered
    logical = labels_of_codes is None and all(column.dtype.kind == "b" for column in (truth, *others))
    return [
        LabelRows(truth, other, labels_of_codes, declared, ordered, logical, weights, dropped, kept, times)
        for other in others
    ]


check_labels = reader_of_one(check_label_columns)


def with_marks(masks: Masks, columns: Sequence[Encoded | None], marks: Collection[Label]) -> Masks:
    """Add the rows with a label that stands for a missing one; what else they lack does not matter."""
    if not marks:
        return masks
    marked = np.logical_or.reduce([marked_rows(column, marks) for column in columns if column is not None])
    return [*((name, None if mask is None else mask & ~marked) for name, mask in masks), (None, marked)]


def declared_but(labels: Sequence[Label] | None, marks: Collection[Label]) -> tuple[Label, ...] | None:
    """Return the declared labels but for those that stand for missing ones."""
    declared = None if labels is None else check_declared(labels)
    return declared if declared is None or not marks else tuple(label for label in declared if label not in marks)


def without(column: Encoded, marks: Collection[Label]) -> Encoded:
    """Forget the names of labels that stand for missing ones, and occur in no row any more."""
    if column.names is None or not marks:
        return column
    return narrowed(column, np.array([name not in marks for name in column.names], np.bool_))


def plain_rows(
    y_true: Any, predictions: Sequence[Any], names: Sequence[str], reading: Reading
) -> list[LabelRows] | None:
    """Take columns that the kernels read just as they are, in which no row can be missing; None of others."""
    labels, sample_weight, missing, missing_labels = reading
    if missing != "raise" or not isinstance(missing_labels, tuple) or missing_labels:
        return None
    truth, others = y_true, predictions
    logical = _kernels.plain_columns(truth, *others) if type(truth) is np.ndarray else None
    if logical is None:
        columns: list[Any] = []
        for column in (y_true, *predictions):
            columns.append(plain_labels(column))
            if columns[-1] is None:
                return None
        truth, *others = columns
        for other, name in zip(others, names, strict=True):
            same_length(truth, other, ("y_true", name))
        logical = truth.dtype.kind == "b" and all(other.dtype.kind == "b" for other in others)
    weights = None if sample_weight is None else check_weights(sample_weight, len(truth))
    declared = None if labels is None else check_declared(labels)
    return [LabelRows(truth, other, None, declared, True, logical, weights, 0) for other in others]


def check_declared(labels: Sequence[Label], what: str = "labels") -> tuple[Label, ...]:
    """Return declared labels as a tuple of plain Python values without repeats."""
    if isinstance(labels, (str, bytes)):
        raise InputTypeError(f"{what} must be a list of labels in their order, not the text {labels!r}.")
    is_list = hasattr(labels, "__iter__") and getattr(labels, "ndim", 1) != 0
    if isinstance(labels, (set, frozenset, dict)) or not is_list:
        raise InputTypeError(f"{what} must be a list of labels in their order, not {type(labels).__name__}.")
    if hasattr(labels, "__len__") and len(labels) > _MOST_DECLARED:
        raise LabelError(f"{what} declares {len(labels)} labels, more than the {_MOST_DECLARED} that are allowed.")
    plain = tuple(series_to_array(labels, what) if is_series(labels) else labels)
    if _kernels.are_consecutive(plain):
        return plain
    kinds = set(map(type, plain))
    if any(issubclass(kind, np.generic) for kind in kinds):
        plain = tuple(map(plain_label, plain))
    try:
        if any(kind.__name__ in ("Decimal", "Fraction") for kind in kinds):
            plain = tuple(map(_plain_number, plain))
        once = len(set(plain)) == len(plain)
    except (TypeError, ValueError) as error:  # a NaN of Decimal that signals
        raise LabelError(f"{what} must be hashable: {error}") from error
    if not once:
        repeated = sorted(repr(label) for label, times in Counter(plain).items() if times > 1)
        raise LabelError(f"{what} must be different from each other; repeated: {', '.join(repeated)}.")
    if not plain:
        raise LabelError(f"{what} must name at least one label.")
    return plain


def names_of_outputs(labels: Sequence[Label] | None, columns: int) -> tuple[Label, ...]:
    """Return the names of the columns of indicators, 0, 1, ... where none are declared."""
    names = tuple(range(columns)) if labels is None else check_declared(labels)
    if len(names) != columns:
        raise LabelError(f"labels= must name the {columns} columns; it names {len(names)}.")
    return names


def _plain_number(label: Any) -> Any:
    """The number that a column of decimals or fractions holds for this one; any other label as it is."""
    if type(label).__name__ not in ("Decimal", "Fraction"):
        return label
    return int(label) if math.isfinite(label) and label == int(label) else float(label)


def span_of(declared: tuple[Label, ...]) -> tuple[int, int] | None:
    """The first and the last of declared labels that are consecutive whole numbers; None of others."""
    first, last = declared[0], declared[-1]
    if type(first) is not int or type(last) is not int or last - first + 1 != len(declared) or abs(first) >= 2**62:
        return None
    return (first, last) if _kernels.are_consecutive(declared) else None


def stacked_labels(columns: Sequence[Any], names: Sequence[str], *, declared: bool = False) -> Any:
    """
    Stack columns of labels.

    Columns of one type of Polars stay of that type. Others become their labels: whole numbers, floats and decimals that
    are equal are one label, and an order that one of the columns declares holds for all.

    Raises
    ------
    InputTypeError
        If labels of two columns can never be equal (text and numbers).
    ContinuousLabelsError
        If a column holds numbers that are not whole and no labels are `declared`.
    """
    stack = below_one_another(columns)
    if stack is not None:
        return stack
    encoded = [encode(column, name) for column, name in zip(columns, names, strict=True)]
    if not declared:
        for column, name in zip(encoded, names, strict=True):
            refuse_continuous(column, name)
    values, common, ordered = common_labels(encoded, names)
    stack, missing = np.concatenate(values), np.concatenate([column.missing_mask for column in encoded])
    if common is None and not missing.any():
        return stack
    labels = stack.astype(object) if common is None else np.fromiter(common, object, len(common))[stack]
    labels[missing] = None
    if not (ordered and common and all(isinstance(label, str) for label in common)):
        return labels
    import polars as pl

    return pl.Series("column", labels.tolist(), dtype=pl.Enum([str(label) for label in common]))


def stacked_numbers(columns: Sequence[Any], names: Sequence[str]) -> Any:
    """Stack columns of scores; whole numbers beside floats become floats."""
    stack = below_one_another(columns)
    if stack is not None:
        return stack
    return np.concatenate([numbers(column, name) for column, name in zip(columns, names, strict=True)])


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
    first = next(index for index, names in enumerate(every) if names is not None)
    columns = [*_with_names(columns[:first]), *(named for column in columns[first:] for named in _with_names([column]))]
    if len({column.ordered for column in columns}) > 1:
        declared = {name for column in columns if column.ordered for name in column.names or ()}
        columns = [
            column if column.ordered or declared.issuperset(column.names or ()) else _occurring(column)
            for column in columns
        ]
    common, ordered = columns[0].names or (), columns[0].ordered
    for column, name in zip(columns[1:], what[1:], strict=True):
        common, ordered = _union(common, column.names or (), (ordered, column.ordered), (what[0], name))
    code_of = {name: code for code, name in enumerate(common)}
    return [_recoded(column, common, code_of) for column in columns], common, ordered


def _with_names(columns: Sequence[Encoded]) -> Sequence[Encoded]:
    """Turn whole numbers into codes of names, to join them with numbers that are not whole or with objects."""
    if not columns or columns[0].names is not None:
        return columns
    names, codes = np.unique(np.concatenate([column.values for column in columns]), return_inverse=True)
    return [Encoded(part, tuple(names.tolist())) for part in np.split(codes, len(columns))]


def _occurring(column: Encoded) -> Encoded:
    """Name only the words that occur: others do not count against the order that another column declares."""
    return narrowed(column, np.bincount(column.values, minlength=len(column.names or ())) > 0)


def _union(
    first: tuple[Label, ...], second: tuple[Label, ...], ordered: tuple[bool, bool], what: tuple[str, str]
) -> tuple[tuple[Label, ...], bool]:
    """The labels of two columns, in the declared order if there is one, else sorted; and whether they are ordered."""
    if _are_same([first, second]):
        return first, any(ordered)  # one of them may be plain text
    refuse_kinds(first, second, what)
    if all(isinstance(name, (int, float)) and not isinstance(name, bool) for name in (*first, *second)):
        return tuple(sorted({*first, *second})), True  # type: ignore[type-var]
    if any(ordered):
        both = all(ordered)
        true_leads = len(first) >= len(second) if both else ordered[0]
        long, short = (first, second) if true_leads else (second, first)
        if both and [x for x in long if x in set(short)] != list(short):
            raise LabelError(
                f"{what[0]} and {what[1]} declare different orders of their labels: {first} and {second}. "
                "Give both columns the same categories, or declare labels=[...]."
            )
        if set(long).issuperset(short):
            return long, True
    return in_order(dict.fromkeys((*first, *second))), False  # two runs in order, which are merged and not sorted


def _are_same(names: list[tuple[Label, ...] | None]) -> bool:
    return names.count(names[0]) == len(names)


def _recoded(column: Encoded, common: tuple[Label, ...], code_of: dict[Label, int]) -> npt.NDArray[Any]:
    if _are_same([common, column.names]):
        return column.values
    names = column.names or ()
    return recoded(column.values, np.fromiter(map(code_of.__getitem__, names), np.uint32, len(names)))


def codes_of(values: npt.NDArray[Any], names: tuple[Label, ...] | None, labels: tuple[Label, ...]) -> Any:
    """
    The indices of values among the labels of the state that was made of them.

    `names` are those that the values are codes of; None if the values are the labels.
    """
    if names is not None:
        index_of = {label: index for index, label in enumerate(labels)}
        table = np.array([index_of.get(name, -1) for name in names], np.intp)
        return table[values.astype(np.intp, copy=False)]  # bools would choose, not index
    if set(map(type, labels)) == {int}:
        whole = np.array(labels)
    else:
        whole = np.array([int(label) for label in labels if isinstance(label, (int, float))])
    order = np.argsort(whole)
    indices = indices_of_integers(values, whole[order])
    indices = indices.astype(np.intp, copy=False)
    return order[indices] if (np.diff(order) < 0).any() else indices
