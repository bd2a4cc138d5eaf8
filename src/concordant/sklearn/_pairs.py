"""Two columns or matrices of targets, checked as scikit-learn checks them, counted in Concordant's states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import InputError, InputTypeError
from concordant.inputs.arrays import is_plain_floats, is_plain_integers, on_device, to_array
from concordant.settings import threads_for
from concordant.sklearn._indicators import IndicatorPair, indicator_pair, plain_indicators
from concordant.sklearn._labels import LabelColumn, LabelPairs, named, usual_integers
from concordant.sklearn._targets import IndicatorMatrix, Targets, read_targets
from concordant.sklearn._weights import check_sample_weight, uneven
from concordant.typing import NumberArray

Pairs = LabelPairs | IndicatorPair


def read_pairs(y_true: Any, y_pred: Any, sample_weight: Any, *, wraps: bool = False) -> Pairs:
    """Check two columns or two matrices of targets and count them; `wraps`: whole weights in 64 bits, as NumPy adds."""
    if is_plain_integers(y_true) and is_plain_integers(y_pred) and 0 < len(y_true) == len(y_pred):
        weights = None if sample_weight is None else check_sample_weight(sample_weight, (len(y_true),) * 2, wraps=wraps)
        return _count_pairs(LabelColumn(y_true), LabelColumn(y_pred), weights)
    known: Pairs | None = _whole_floats(y_true, y_pred) if sample_weight is None else None
    if sample_weight is None and on_device(y_true, y_pred):
        from concordant.sklearn._device_pairs import pairs_on_device

        known = pairs_on_device(y_true, y_pred)
    known = known or plain_indicators(y_true, y_pred, sample_weight)
    if known is not None:
        return known
    lengths = [_length(y) for y in (y_true, y_pred, sample_weight) if y is not None]
    if len(set(lengths)) > 1:
        raise uneven(lengths)
    if not lengths[0]:
        msg = "Found empty input array (e.g., `y_true` or `y_pred`) while a minimum of 1 sample is required."
        raise InputError(msg)
    true, pred = read_targets(y_true, "y_true"), read_targets(y_pred, "y_pred")
    weights = check_sample_weight(sample_weight, lengths[:2], wraps=wraps)
    if isinstance(true, LabelColumn) and isinstance(pred, LabelColumn):
        return _count_pairs(*_of_one_kind(true, pred), weights)
    if isinstance(true, IndicatorMatrix) and isinstance(pred, IndicatorMatrix):
        return indicator_pair(true, pred, weights)
    raise _mix_of(true, pred)


def equal_texts(y_true: Any, y_pred: Any) -> npt.NDArray[np.bool_] | None:
    """Which rows of two plain columns of text are equal, without naming the labels; None for anything else."""
    if not (_is_plain_text(y_true) and _is_plain_text(y_pred) and 0 < len(y_true) == len(y_pred)):
        return None
    true, pred = (np.ascontiguousarray(y).view(np.uint8).reshape(len(y), -1) for y in (y_true, y_pred))
    return _kernels.equal_text(true, pred, threads_for(len(true))).view(np.bool_)


def _is_plain_text(column: Any) -> bool:
    if type(column) is not np.ndarray or column.ndim != 1:
        return False
    return column.dtype.kind == "U" and column.dtype.isnative and column.itemsize > 0


def _whole_floats(y_true: Any, y_pred: Any) -> LabelPairs | None:
    """Count two columns of numbers, one of floats at least; None unless all are whole and not too many differ."""
    kinds = [
        "f" if is_plain_floats(column) else "i" if is_plain_integers(column) else None for column in (y_true, y_pred)
    ]
    if None in kinds or not 0 < len(y_true) == len(y_pred):
        return None
    true, pred = (LabelColumn(y, None, kind == "f") for y, kind in zip((y_true, y_pred), kinds, strict=True))
    present, table, _, too_many = _kernels.tabulate(true.values, pred.values, None, threads_for(len(true)))
    return None if too_many else _found(true, pred, present, table)


def read_label_pairs(y_true: Any, y_pred: Any, sample_weight: Any, *, wraps: bool = False) -> LabelPairs:
    """Check two columns of labels and count them; several labels at once are refused."""
    pairs = read_pairs(y_true, y_pred, sample_weight, wraps=wraps)
    if isinstance(pairs, LabelPairs):
        return pairs
    msg = f"{pairs.kind} is not supported"
    raise InputError(msg)


def _length(y: Any) -> int:
    shape = getattr(y, "shape", None)
    if isinstance(shape, tuple) and not shape:
        msg = (
            "Input should have at least 1 dimension i.e. satisfy `len(x.shape) > 0`, "
            f"got scalar `{to_array(y, 'y_true')!r}` instead."
        )
        raise InputTypeError(msg)
    if isinstance(shape, tuple):
        return int(shape[0])
    return len(y) if hasattr(y, "__len__") else len(to_array(y, "y_true"))


def _mix_of(true: Targets, pred: Targets) -> InputError:
    kinds = [targets if isinstance(targets, str) else targets.kind for targets in (true, pred)]
    if kinds[0] == kinds[1]:
        return InputError(f"{kinds[0]} is not supported")
    return InputError(f"Classification metrics can't handle a mix of {kinds[0]} and {kinds[1]} targets")


def _of_one_kind(true: LabelColumn, pred: LabelColumn) -> tuple[LabelColumn, LabelColumn]:
    """Bring two columns to the same names."""
    if true.names == pred.names:
        return true, pred
    first, second = true.names or true.labels().tolist(), pred.names or pred.labels().tolist()
    if _is_text(first) != _is_text(second):
        shown = [column.labels() for column in (true, pred)]
        msg = f"Mix of label input types (string and number); Got {shown[0]} and {shown[1]}."
        raise InputError(msg)
    names: Sequence[Any] = sorted({*first, *second})
    position = {name: place for place, name in enumerate(names)}
    floating = true.floating or pred.floating
    return _recoded(true, position, floating=floating), _recoded(pred, position, floating=floating)


def _is_text(names: Sequence[Any]) -> bool:
    return any(isinstance(name, str) for name in names)


def _recoded(column: LabelColumn, position: dict[Any, int], *, floating: bool) -> LabelColumn:
    if column.names is None:
        present = column.labels()
        places = np.array([position[x] for x in present.tolist()], dtype=np.int64)
        values = places[np.searchsorted(present, column.values)]
    else:
        values = np.array([position[name] for name in column.names], dtype=np.int64)[column.values]
    return LabelColumn(values, tuple(position), floating)


def _count_pairs(true: LabelColumn, pred: LabelColumn, weights: npt.NDArray[Any] | None) -> LabelPairs:
    """
    Count pairs of labels of two columns that have the same names.

    Rows of weight zero and less count as scikit-learn counts them.
    """
    threads = threads_for(len(true.values))
    plain = None
    if weights is None or weights.min() > 0:
        present, table, _, too_many = _kernels.tabulate(true.values, pred.values, weights, threads)
    else:  # the kernel takes such rows for absent, but their labels are labels
        present, plain, _, too_many = _kernels.tabulate(true.values, pred.values, None, threads)
        table = plain if too_many else _signed(true, pred, weights, present)
    if too_many:
        return _many(true, pred, weights)
    if weights is not None and weights.dtype.kind in "iu" and weights.max() * float(len(weights)) >= 2.0**53:
        table = _whole(true, pred, weights, present)
    return _found(true, pred, present, table, weights, plain)


def _found(
    true: LabelColumn,
    pred: LabelColumn,
    present: npt.NDArray[Any],
    table: NumberArray,
    weights: npt.NDArray[Any] | None = None,
    plain: NumberArray | None = None,
) -> LabelPairs:
    """Name the labels of a table, and put it in their order."""
    both_logical = true.values.dtype.kind == "b" == pred.values.dtype.kind
    like = true.values if both_logical or true.values.dtype.kind != "b" else pred.values
    labels, order = named(present, true.names, floating=true.floating or pred.floating, like=like)
    if order is not None:
        table = table[np.ix_(order, order)]
        plain = None if plain is None else plain[np.ix_(order, order)]
    table, plain = usual_integers(table), None if plain is None else usual_integers(plain)
    return LabelPairs(table, labels, weights, None, plain, "binary" if len(labels) <= 2 else "multiclass")


def _signed(true: LabelColumn, pred: LabelColumn, weights: Any, present: npt.NDArray[Any]) -> NumberArray:
    """The table of weights of any sign over all labels that occur."""
    table = np.zeros((len(present), len(present)))
    for sign in (1, -1):
        part = np.maximum(weights * float(sign), 0.0)
        found, cells, _, _ = _kernels.tabulate(true.values, pred.values, part, threads_for(len(part)))
        places = np.searchsorted(present, found)
        table[np.ix_(places, places)] += sign * cells
    return table


def _whole(true: LabelColumn, pred: LabelColumn, weights: Any, present: npt.NDArray[Any]) -> NumberArray:
    """The table of whole weights that floats would round; like scikit-learn's it wraps around beyond 64 bits."""
    table = np.zeros((len(present), len(present)), np.int64)
    places = np.searchsorted(present, true.values), np.searchsorted(present, pred.values)
    np.add.at(table, places, weights.astype(np.int64))
    return table


def _many(true: LabelColumn, pred: LabelColumn, weights: npt.NDArray[Any] | None) -> LabelPairs:
    """Keep the rows where the labels are too many for the kernel."""
    both = LabelColumn(np.concatenate([true.values, pred.values]), true.names, true.floating or pred.floating)
    labels, codes = both.coded()
    rows = len(true)
    return LabelPairs(None, labels, weights, (codes[:rows], codes[rows:]))
