"""Two columns of labels become two columns of integers with one common set of labels (the label contract)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import InputTypeError, LabelError
from concordant.inputs.arrays import is_plain_integers, same_length
from concordant.inputs.encoding import Encoded, encode, in_order, recoded, refuse_continuous
from concordant.inputs.label_kinds import refuse_kinds
from concordant.inputs.missing import kept_rows
from concordant.inputs.series import is_series, series_to_array
from concordant.inputs.weights import check_weights
from concordant.typing import Label, Missing

_MOST_DECLARED = 1 << 24


@dataclass(slots=True)  # made at every call: frozen would cost a microsecond
class LabelRows:
    """
    Checked rows of two label columns.

    `names` is None where `y_true` and `y_pred` hold the labels themselves (integers, or bools if `logical`);
    else they hold codes into `names`. `declared` are the labels that the caller gave, in their order.
    """

    y_true: npt.NDArray[Any]
    y_pred: npt.NDArray[Any]
    names: tuple[Label, ...] | None
    declared: tuple[Label, ...] | None
    ordered: bool
    logical: bool
    weights: npt.NDArray[Any] | None
    missing: int


def check_labels(
    y_true: Any,
    y_pred: Any,
    *,
    labels: Sequence[Label] | None = None,
    sample_weight: Any = None,
    missing: Missing = "raise",
    what: tuple[str, str] = ("y_true", "y_pred"),
) -> LabelRows:
    """Check two columns of labels and bring them to one set of labels."""
    if labels is None and missing == "raise" and is_plain_integers(y_true) and is_plain_integers(y_pred):
        same_length(y_true, y_pred, what)
        logical = y_true.dtype.kind == y_pred.dtype.kind == "b"
        return LabelRows(y_true, y_pred, None, None, True, logical, check_weights(sample_weight, len(y_true)), 0)
    true, pred = encode(y_true, what[0]), encode(y_pred, what[1])
    same_length(true.values, pred.values, what)
    weights = check_weights(sample_weight, len(true.values))
    gaps = true.missing is not None or pred.missing is not None
    keep, dropped = kept_rows({what[0]: true.missing, what[1]: pred.missing}, missing, weights if gaps else None)
    if keep is not None:
        true, pred = _kept(true, keep), _kept(pred, keep)
        weights = None if weights is None else weights[keep]
    declared = None if labels is None else check_declared(labels)
    if declared is None:
        refuse_continuous(true, what[0], weights)
        refuse_continuous(pred, what[1], weights)
    else:  # it settles the order: what the columns say about it does not matter
        true, pred = replace(true, ordered=False), replace(pred, ordered=False)
    values_true, values_pred, names, ordered = common_labels(true, pred, what)
    logical = true.values.dtype.kind == "b" and pred.values.dtype.kind == "b" and names is None
    return LabelRows(
        values_true, values_pred, names, declared, declared is not None or ordered, logical, weights, dropped
    )


def _kept(column: Encoded, keep: npt.NDArray[np.bool_]) -> Encoded:
    return replace(column, values=column.values[keep], missing=None)


def check_declared(labels: Sequence[Label]) -> tuple[Label, ...]:
    """Return declared labels as a tuple of plain Python values without repeats."""
    if isinstance(labels, (str, bytes)):
        msg = f"labels must be a list of labels in their order, not the text {labels!r}."
        raise InputTypeError(msg)
    if isinstance(labels, (set, frozenset, dict)) or not hasattr(labels, "__iter__"):
        msg = f"labels must be a list of labels in their order, not {type(labels).__name__}."
        raise InputTypeError(msg)
    if hasattr(labels, "__len__") and len(labels) > _MOST_DECLARED:
        msg = f"labels declares {len(labels)} labels, more than the {_MOST_DECLARED} that memory is taken for."
        raise LabelError(msg)
    listed = series_to_array(labels, "labels").tolist() if is_series(labels) else labels
    plain = tuple(label.item() if isinstance(label, np.generic) else label for label in listed)
    try:
        repeated = sorted(repr(label) for label, times in Counter(plain).items() if times > 1)
    except TypeError as error:
        msg = f"labels must be hashable: {error}"
        raise LabelError(msg) from error
    if repeated:
        msg = f"labels must be different from each other; repeated: {', '.join(repeated)}."
        raise LabelError(msg)
    if not plain:
        msg = "labels must name at least one label."
        raise LabelError(msg)
    return plain


def common_labels(
    true: Encoded, pred: Encoded, what: tuple[str, str]
) -> tuple[npt.NDArray[Any], npt.NDArray[Any], tuple[Label, ...] | None, bool]:
    """Bring two encoded columns to the same names (None: the integers are the labels)."""
    if true.names is None and pred.names is None:
        return true.values, pred.values, None, True
    if len(true.values) == 0 or len(pred.values) == 0:
        return true.values, pred.values, true.names or pred.names, true.ordered and pred.ordered
    if true.names is not None and _same(true.names, pred.names):
        return true.values, pred.values, true.names, true.ordered or pred.ordered  # one of them may be plain text
    true, pred = _named(true), _named(pred)
    refuse_kinds(true.names or (), pred.names or (), what)
    names, ordered = _union(true, pred, what)
    position = {name: code for code, name in enumerate(names)}
    return _recode(true, position), _recode(pred, position), names, ordered


def _same(first: tuple[Label, ...], second: tuple[Label, ...] | None) -> bool:
    try:
        return first == second
    except ValueError:  # NumPy compares a time with each value of a tuple
        return False


def _named(column: Encoded) -> Encoded:
    """Turn whole numbers into codes of names, to join them with numbers that are not whole or with objects."""
    if column.names is not None:
        return column
    names, codes = np.unique(column.values, return_inverse=True)
    return Encoded(codes, tuple(names.tolist()), True, None)


def _is_number(label: Label) -> bool:
    return isinstance(label, (int, float)) and not isinstance(label, bool)


def _union(true: Encoded, pred: Encoded, what: tuple[str, str]) -> tuple[tuple[Label, ...], bool]:
    """The labels of both columns, in the declared order if there is one, else sorted."""
    first, second = true.names or (), pred.names or ()
    if all(_is_number(name) for name in (*first, *second)):
        return tuple(sorted({*first, *second})), True  # type: ignore[type-var]
    if true.ordered or pred.ordered:
        both = true.ordered and pred.ordered
        true_leads = len(first) >= len(second) if both else true.ordered
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
    return in_order({*first, *second}), False


def _recode(column: Encoded, position: dict[Label, int]) -> npt.NDArray[Any]:
    return recoded(column.values, np.array([position[name] for name in column.names or ()], dtype=np.uint32))
