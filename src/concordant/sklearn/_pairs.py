"""Two columns or matrices of targets, checked as scikit-learn checks them, counted in Concordant's states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import InputError, InputTypeError
from concordant.inputs.arrays import is_plain_floats, is_plain_integers
from concordant.inputs.tensors import on_device, to_array
from concordant.sklearn._counting import count_pairs, count_whole_floats
from concordant.sklearn._indicators import IndicatorPair, indicator_pair, plain_indicators
from concordant.sklearn._label_pairs import LabelPairs
from concordant.sklearn._targets import IndicatorMatrix, LabelColumn, Targets, read_targets
from concordant.sklearn._weights import check_sample_weight, uneven
from concordant.threads import threads_for

Pairs = LabelPairs | IndicatorPair


def read_pairs(y_true: Any, y_pred: Any, sample_weight: Any, *, wraps: bool = False) -> Pairs:
    """Check two columns or two matrices of targets and count them; `wraps`: whole weights in 64 bits, as NumPy adds."""
    if is_plain_integers(y_true) and is_plain_integers(y_pred) and 0 < len(y_true) == len(y_pred):
        weights = None if sample_weight is None else check_sample_weight(sample_weight, (len(y_true),) * 2, wraps=wraps)
        return count_pairs(LabelColumn(y_true), LabelColumn(y_pred), weights)
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
        return count_pairs(*_of_one_kind(true, pred), weights)
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
    """Count two columns of numbers of which at least one holds floats; None unless all are whole numbers."""
    kinds = [
        "f" if is_plain_floats(column) else "i" if is_plain_integers(column) else None for column in (y_true, y_pred)
    ]
    if None in kinds or not 0 < len(y_true) == len(y_pred):
        return None
    true, pred = (LabelColumn(y, None, kind == "f") for y, kind in zip((y_true, y_pred), kinds, strict=True))
    return count_whole_floats(true, pred)


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
