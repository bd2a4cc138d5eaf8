"""One batch of rows becomes cells under the window and the group of each row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import LengthError, OptionError
from concordant.inputs.encoding import encode
from concordant.inputs.missing import refuse_missing
from concordant.monitoring.batch_columns import columns_of, group_texts, microseconds, places_among, scores_of
from concordant.monitoring.definition import GROUP_BITS, LOSS_CELLS, Definition
from concordant.monitoring.fixed_sums import loss_digits
from concordant.monitoring.long_cells import Ints, LongCells, packed
from concordant.typing import Missing

Group = tuple[str | None, ...]


class GroupNumbers:
    """The number of each group, in the order in which they were met."""

    def __init__(self, groups: Sequence[Group] = ()) -> None:
        self.numbers: dict[Group, int] = {group: place for place, group in enumerate(groups)}

    def number_of(self, group: Group) -> int:
        """Return the number of a group; a new one gets the next."""
        found = self.numbers.setdefault(group, len(self.numbers))
        if found >= 1 << GROUP_BITS:
            self.numbers.pop(group)
            msg = f"there are more than {1 << GROUP_BITS:,} groups; are these columns of groups, {group!r}?"
            raise OptionError(msg)
        return found


def cells_of(
    batch: Any, definition: Definition, groups: GroupNumbers, missing: Missing, skip: int = 0
) -> tuple[list[LongCells], int, int | None]:
    """
    Count a batch.

    Parameters
    ----------
    batch
        As `columns_of` takes it.
    definition : Definition
    groups : GroupNumbers
        Gets the groups that are new.
    missing : {"raise", "drop"}
        Rows that lack a truth, a prediction or a score; dropped ones are counted.
    skip : int
        So many rows at the start are left out.

    Returns
    -------
    list of LongCells, int, int or None
        The cells, to be added up; rows were counted or dropped; and the last window.
    """
    columns = columns_of(batch, definition.columns)
    size = len(columns[definition.columns[0]])
    here = slice(skip, None)
    rows = max(size - skip, 0)
    if not rows:
        return [], 0, None
    taken = {name: _after(column, here) if skip else column for name, column in columns.items()}
    window = _windows(definition, taken, rows)
    group = _groups(definition, taken, rows, groups)
    truth, pred, score, lost = _values(definition, taken, missing)
    last = None if definition.window is None else int(window.max() if window.ndim else window)
    parts = []
    if lost is not None:
        keys = packed(definition, _some(window, lost), _some(group, lost), 0)
        parts.append(LongCells.counted(np.broadcast_to(keys, (int(lost.sum()),))))
        window, group = _some(window, ~lost), _some(group, ~lost)
        truth, pred, score = (None if one is None else one[~lost] for one in (truth, pred, score))
    parts += _counted(definition, window, group, truth, pred, score)
    return parts, rows, last


def _after(column: Any, here: slice) -> Any:
    """The rows of a column by their places; a series of pandas would take them for labels."""
    return column.iloc[here] if hasattr(column, "iloc") else column[here]


def _some(values: Any, here: npt.NDArray[np.bool_]) -> Any:
    return values[here] if values.ndim else values


def _windows(definition: Definition, columns: dict[str, Any], rows: int) -> Any:
    """The number of the window of each row, or one number where all rows have the same."""
    if definition.time is None or definition.window is None:
        return np.int64(0)
    stamps = microseconds(columns[definition.time], definition.time)
    _same_size(stamps, rows, definition.time)
    low, high = int(stamps.min()) // definition.window, int(stamps.max()) // definition.window
    most = 1 << (62 - GROUP_BITS - definition.cell_bits)
    if low <= -most or high >= most:
        msg = f"the times in {definition.time!r} are too far from 1970 for windows this short; take longer windows."
        raise OptionError(msg)
    return np.int64(low) if low == high else stamps // definition.window


def _groups(definition: Definition, columns: dict[str, Any], rows: int, groups: GroupNumbers) -> Any:
    """The number of the group of each row, or one number where all rows have the same."""
    places: Any = np.int64(0)
    found: list[Group] = [()]
    for name in definition.by:
        codes, texts = group_texts(columns[name], name)
        _same_size(codes, rows, name)
        places = places * len(texts) + codes
        found = [(*group, text) for group in found for text in texts]
        distinct, places = np.unique(places, return_inverse=True)
        found = [found[place] for place in distinct.tolist()]
    numbers = np.array([groups.number_of(group) for group in found], np.int64)
    return numbers[0] if len(numbers) == 1 else numbers[places]


def _values(definition: Definition, columns: dict[str, Any], missing: Missing) -> tuple[Any, Any, Any, Any]:
    """The places of truth and prediction among the labels, the scores, and which rows lack one of them."""
    labels = definition.labels or ()
    masks: list[tuple[str, Any]] = []
    found: list[Any] = []
    for name in (definition.y_true, definition.y_pred):
        if name is None:
            found.append(None)
            continue
        column = encode(columns[name], name)
        masks.append((name, column.missing))
        found.append(places_among(column, labels))
    if definition.y_score is None:
        found.append(None)
    else:
        name = definition.y_score
        scores = scores_of(columns[name], name, probabilities=definition.scale == "probability")
        gaps = np.isnan(scores)
        masks.append((name, gaps if gaps.any() else None))
        found.append(scores)
    refuse_missing(masks, missing)
    lost: Any = None
    for _, mask in masks:
        if mask is not None and mask.any():
            lost = mask if lost is None else lost | mask
    return found[0], found[1], found[2], lost


def _counted(definition: Definition, window: Any, group: Any, truth: Any, pred: Any, score: Any) -> list[LongCells]:
    """The cells of rows that lack nothing."""
    starts, parts = definition.starts, []
    if pred is not None:
        size = len(definition.labels or ())
        cell = pred if truth is None else truth * size + pred
        parts.append(LongCells.counted(packed(definition, window, group, cell + starts["labels"])))
    if score is None:
        return parts
    code = np.zeros(len(score), np.int64) if truth is None else truth
    whole = np.ndim(window) == 0 and np.ndim(group) == 0
    parts += (_buckets_at_once if whole else _buckets)(definition, window, group, code, score)
    if "losses" in starts and len(score):
        parts += _losses(definition, window, group, code, score)
    return parts


def _buckets(definition: Definition, window: Any, group: Any, code: Any, score: Any) -> list[LongCells]:
    """The buckets of rows of several windows or groups."""
    key = definition.score_key
    place = (key.places(score) - key.lowest) * definition.classes + code + definition.starts["scores"]
    return [LongCells.counted(packed(definition, window, group, place), None, score)]


def _buckets_at_once(definition: Definition, window: Any, group: Any, code: Any, score: Any) -> list[LongCells]:
    """The buckets of rows of one window and group, counted by the kernel."""
    key, classes = definition.score_key, definition.classes
    size = (key.scale == "probability", key.octaves, key.bits)
    parts = []
    for one in range(classes):
        here = score if classes == 1 else score[code == one]
        found = _kernels.bucket_curve(np.zeros(len(here), np.uint8), (0, 1), here, *size, 1)
        place = (found.places[::-1] - key.lowest) * classes + one + definition.starts["scores"]
        keys = packed(definition, window, group, place)
        parts.append(LongCells(keys, found.weights[::-1, 0], found.low[::-1], found.high[::-1]))
    return parts


def _losses(definition: Definition, window: Any, group: Any, code: Any, score: Any) -> list[LongCells]:
    """The digits of the sums of losses, of each window and group apart."""
    cells = np.arange(2 * LOSS_CELLS) + definition.starts["losses"]
    if np.ndim(window) == 0 and np.ndim(group) == 0:
        return [_digits(packed(definition, window, group, cells), loss_digits(code, score))]
    place = packed(definition, window, group, 0)
    order = np.argsort(place, kind="stable")
    place, code, score = place[order], code[order], score[order]
    first = np.flatnonzero(np.diff(place, prepend=place[0] - 1))
    ends = [*first[1:].tolist(), len(place)]
    return [
        _digits(place[start] + cells, loss_digits(code[start:end], score[start:end]))
        for start, end in zip(first.tolist(), ends, strict=True)
    ]


def _digits(key: Ints, digits: Ints) -> LongCells:
    rows = digits.ravel()
    here = np.flatnonzero(rows)
    nothing = np.full(len(here), np.inf)
    return LongCells(key[here], rows[here], nothing, -nothing)


def _same_size(values: Any, rows: int, name: str) -> None:
    if len(values) != rows:
        msg = f"{name} has {len(values)} rows, and the other columns have {rows}."
        raise LengthError(msg)
