"""One batch of rows becomes cells under the window and the group of each row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import LengthError, OptionError
from concordant.inputs.encoding import encode
from concordant.inputs.rows import refuse_missing
from concordant.monitoring.batch_columns import columns_of, group_texts, microseconds, places_among, scores_of
from concordant.monitoring.bucket_pads import BucketPads, OneGroup
from concordant.monitoring.definition import GROUP_BITS, LOSS_CELLS, Definition
from concordant.monitoring.fixed_sums import loss_digits
from concordant.monitoring.long_cells import Ints, LongCells, distinct_below, packed
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


@dataclass(frozen=True, slots=True)
class CountedBatch:
    """
    What a batch holds.

    Attributes
    ----------
    parts : list of LongCells
        The cells, to be added up.
    rows : int
        How many rows were counted or dropped.
    late : int
        How many of them belong to windows that are closed.
    buckets : OneGroup or None
        Scores of one window and group that are not in the cells, for whoever adds them in place.
    """

    parts: list[LongCells]
    rows: int
    late: int = 0
    buckets: OneGroup | None = None


def cells_of(
    batch: Any,
    definition: Definition,
    groups: GroupNumbers,
    missing: Missing,
    skip: int = 0,
    *,
    closed_before: int | None = None,
    in_place: bool = False,
) -> CountedBatch:
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
    closed_before : int, optional
        Windows with smaller numbers are closed.
    in_place : bool
        Whether to leave scores of one window and group as they are, see `CountedBatch`.
    """
    columns = columns_of(batch, definition.columns)
    size = len(columns[definition.columns[0]])
    here = slice(skip, None)
    rows = max(size - skip, 0)
    if not rows:
        return CountedBatch([], 0)
    taken = {name: _after(column, here) if skip else column for name, column in columns.items()}
    window = _windows(definition, taken, rows)
    group = _groups(definition, taken, rows, groups)
    truth, pred, score, lost = _values(definition, taken, missing)
    late = 0 if closed_before is None else int(np.broadcast_to(window < closed_before, (rows,)).sum())
    parts = []
    if lost is not None:
        keys = packed(definition, _some(window, lost), _some(group, lost), 0)
        parts.append(LongCells.counted(np.broadcast_to(keys, (int(lost.sum()),))))
        window, group = _some(window, ~lost), _some(group, ~lost)
        truth, pred, score = (None if one is None else one[~lost] for one in (truth, pred, score))
    if pred is not None:
        labels = len(definition.labels or ())
        cell = pred if truth is None else truth * labels + pred
        parts.append(_labels(definition, window, group, cell, definition.classes * labels))
    if score is None or not len(score):
        return CountedBatch(parts, rows, late)
    code = np.zeros(len(score), np.int64) if truth is None else truth
    if "losses" in definition.starts:
        parts += _losses(definition, window, group, code, score)
    if np.ndim(window) or np.ndim(group):
        return CountedBatch([*parts, _buckets(definition, window, group, code, score)], rows, late)
    one = OneGroup(int(packed(definition, window, group, 0)), code, score)
    if in_place:
        return CountedBatch(parts, rows, late, one)
    pads = BucketPads(definition)
    pads.add(one)
    return CountedBatch([*parts, *pads.cells()], rows, late)


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


def _labels(definition: Definition, window: Any, group: Any, cell: Ints, size: int) -> LongCells:
    """How often each pair of labels occurs, in a table where the rows are of one window and group."""
    start = definition.starts["labels"]
    if np.ndim(window) or np.ndim(group) or size > 4 * len(cell):
        return LongCells.counted(packed(definition, window, group, cell + start))
    return _occupied(packed(definition, window, group, np.arange(size) + start), np.bincount(cell, minlength=size))


def _buckets(definition: Definition, window: Any, group: Any, code: Any, score: Any) -> LongCells:
    """The buckets of rows of several windows or groups."""
    key = definition.score_key
    place = (key.places(score) - key.lowest) * definition.classes + code + definition.starts["scores"]
    return LongCells.counted(packed(definition, window, group, place), None, score)


def _losses(definition: Definition, window: Any, group: Any, code: Any, score: Any) -> list[LongCells]:
    """The digits of the sums of losses, of each window and group apart."""
    cells = np.arange(2 * LOSS_CELLS) + definition.starts["losses"]
    if np.ndim(window) == 0 and np.ndim(group) == 0:
        return [_occupied(packed(definition, window, group, cells), loss_digits(code, score))]
    first, many = np.min(window), np.max(group) + 1
    here = np.broadcast_to((window - first) * many + group, code.shape)
    occur, place = distinct_below(here, int((np.max(window) - first + 1) * many))
    start = packed(definition, first + occur // many, occur % many, 0)
    digits = loss_digits(code, score, np.ascontiguousarray(place, np.int64), len(occur))
    return [_occupied((start[:, None] + cells).ravel(), digits)]


def _occupied(key: Ints, numbers: Ints) -> LongCells:
    """The cells whose number is not 0."""
    rows = numbers.ravel()
    here = np.flatnonzero(rows)
    nothing = np.full(len(here), np.inf)
    return LongCells(key[here], rows[here], nothing, -nothing)


def _same_size(values: Any, rows: int, name: str) -> None:
    if len(values) != rows:
        msg = f"{name} has {len(values)} rows, and the other columns have {rows}."
        raise LengthError(msg)
