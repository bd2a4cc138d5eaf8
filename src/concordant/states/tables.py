"""Arithmetic of square tables, and of tables kept as their occupied cells."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence, Sized
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from concordant.errors import LabelError, LengthError, WeightError
from concordant.inputs.labels import check_declared, span_of, unknown_labels
from concordant.states.state import out_of_range
from concordant.typing import Label, NumberArray

ALWAYS_TABLE = 64  # labels, however few the rows
_CELLS_A_ROW = 4  # as in the kernel
_EXACT = 2.0**53


def table_pays(labels: int, filled: int) -> bool:
    """Whether a table of so many labels is quicker than its filled cells."""
    return labels <= ALWAYS_TABLE or (labels <= MOST_LABELS and labels * labels <= _CELLS_A_ROW * filled)


@dataclass(frozen=True)
class Cells:
    """
    Numbers in some cells of a table; all others are empty.

    Attributes
    ----------
    truth, prediction : ndarray of int, shape (U,)
        Where each cell lies.
    counts : ndarray, shape (..., U)
        Rows or sums of weights. Leading axes are a stack of tables.
    labels : int
        K, the number of labels.
    squares : ndarray of float64, shape (..., U), or None
        Sums of squared weights.
    """

    truth: npt.NDArray[np.intp]
    prediction: npt.NDArray[np.intp]
    counts: NumberArray
    labels: int
    squares: NumberArray | None = None

    @classmethod
    def of_table(cls, table: NumberArray, squares: NumberArray | None) -> Self:
        """The cells of one table (K, K) that are not empty, row after row."""
        truth, prediction = np.nonzero(table)
        counts = table[truth, prediction]
        squares = None if squares is None else squares[truth, prediction]
        return cls(truth, prediction, counts, len(table), squares)

    @cached_property
    def flat(self) -> npt.NDArray[np.intp]:
        """The place of each cell in the table, row after row."""
        found: npt.NDArray[np.intp] = self.truth * self.labels + self.prediction
        return found

    def at(self, flat: npt.NDArray[np.intp]) -> Self:
        """Put the numbers into more cells, whose places in the table these are; the others hold none."""
        here = np.searchsorted(flat, self.flat)
        counts, squares = sums_at(self.counts, here, len(flat)), self.squares
        squares = None if squares is None else sums_at(squares, here, len(flat))
        return type(self)(*np.divmod(flat, self.labels), counts, self.labels, squares)

    @property
    def row_totals(self) -> NumberArray:
        """The margin of the truth: (..., K)."""
        return self._margin("rows", self.truth)

    @property
    def column_totals(self) -> NumberArray:
        """The margin of the prediction: (..., K)."""
        return self._margin("columns", self.prediction)

    def _margin(self, of: str, labels: npt.NDArray[np.intp]) -> NumberArray:
        """Sums by label. Numbers that remember how they were computed take them themselves."""
        counts: Any = self.counts
        plain = isinstance(counts, np.ndarray)
        found: NumberArray = sums_at(counts, labels, self.labels) if plain else counts.margin_of(self, of)
        return found

    @property
    def diagonal(self) -> NumberArray:
        """The rows of each label that agree: (..., K)."""
        counts: Any = self.counts
        if not isinstance(counts, np.ndarray):
            found: NumberArray = counts.diagonal_of(self)
            return found
        right = np.flatnonzero(self.truth == self.prediction)
        return sums_at(counts[..., right], self.truth[right], self.labels)

    def table(self, numbers: NumberArray) -> NumberArray:
        """Put numbers of the cells, (..., U), into a table (..., K, K); raise if it has no room."""
        refuse_many(range(self.labels))
        size = self.labels
        return sums_at(numbers, self.flat, size * size).reshape(*numbers.shape[:-1], size, size)

    def against_rest(self, numbers: NumberArray) -> NumberArray:
        """Cut numbers of the cells into one table of two labels for each label: (..., K, 2, 2)."""
        if not isinstance(numbers, np.ndarray):
            return numbers.against_rest_of(self)
        right = self.truth == self.prediction
        wrong = np.where(right, 0, numbers)
        out = np.empty((*numbers.shape[:-1], self.labels, 2, 2), numbers.dtype)
        out[..., 1, 1] = sums_at(np.where(right, numbers, 0), self.truth, self.labels)
        out[..., 1, 0] = sums_at(wrong, self.truth, self.labels)
        out[..., 0, 1] = sums_at(wrong, self.prediction, self.labels)
        if _whole(numbers):
            out[..., 0, 0] = numbers.sum(-1)[..., None] - out[..., 1, 1] - out[..., 1, 0] - out[..., 0, 1]
        else:
            out[..., 0, 0] = outside_each(self.truth, self.prediction, numbers, self.labels)
        return out


def moved(
    cells: Cells, found: tuple[Label, ...], names: tuple[Label, ...], place: npt.NDArray[np.intp] | None = None
) -> Cells:
    """Put cells of the labels `found` at their places among `names`, if these are not known, row after row."""
    place = indices_among(found, names) if place is None else place
    refuse_unknown(found, names, place, cells.truth, cells.prediction)
    if (place[1:] > place[:-1]).all():  # in one order: so are the cells
        return spread(cells, place, len(names))
    truth, prediction = place[cells.truth], place[cells.prediction]
    order = np.argsort(truth * len(names) + prediction)  # all differ; np.lexsort takes twenty times as long
    squares = None if cells.squares is None else cells.squares[order]
    return Cells(truth[order], prediction[order], cells.counts[order], len(names), squares)


def spread(cells: Cells, place: npt.NDArray[np.intp], labels: int) -> Cells:
    """Put cells among more labels, where theirs stand at these ascending places."""
    return Cells(place[cells.truth], place[cells.prediction], cells.counts, labels, cells.squares)


def _whole(numbers: NumberArray) -> bool:
    """Whether differences of sums of these numbers are exact."""
    if numbers.dtype.kind == "i":
        return True
    real = numbers.real
    return bool((real == np.rint(real)).all() and (real.sum(-1) < _EXACT).all())


def places_in_either(first: npt.NDArray[np.intp], second: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """Return the distinct places, in order."""
    # Not numpy.union1d, whose hashes of evenly spaced places collide: a million of them take seconds.
    both = np.sort(np.concatenate([first, second]))
    return both[np.diff(both, prepend=-1) > 0]


MOST_LABELS = 8192  # the table is 512 MiB then
_WHOLE = 256  # labels; of more most cells are empty
_FEW = 8  # labels; of fewer, tables of two labels are sums by a matrix of 0 and 1


def refuse_many(labels: Sized) -> None:
    """Raise if there are more labels than a table has room for, whether they occur or not."""
    if len(labels) > MOST_LABELS:
        raise LabelError(
            f"a table of {len(labels)} labels has {len(labels)} x {len(labels)} cells; at most {MOST_LABELS} labels "
            "have room in one. Declare only the labels that can occur, or remove the categories that do not occur."
        )


def array_of_counts(table: npt.ArrayLike) -> npt.NDArray[Any]:
    """Return a table of the caller's as an array; raise where its rows differ in length, or a count is masked."""
    if np.ma.is_masked(table):
        raise WeightError("a table must hold a count in every cell; some are masked. Fill them first: table.filled(0).")
    try:
        return np.asarray(table)
    except ValueError as error:
        raise LengthError(f"a table must have rows of one length: {error}") from error


def checked_table(table: npt.ArrayLike, labels: Sequence[Label] | None) -> tuple[npt.NDArray[Any], tuple[Label, ...]]:
    """Return a table of the caller's as an array, and its labels; raise if it is not square or holds no counts."""
    array = array_of_counts(table)
    if array.ndim < 2 or array.shape[-1] != array.shape[-2]:
        raise LengthError(f"a table must be square, shape (..., K, K), not {array.shape}.")
    if array.dtype.kind not in "iufb":
        raise WeightError(f"a table must hold numbers, not {array.dtype}.")
    if array.size and not (array.min() >= 0 and array.max() < np.inf):
        raise WeightError("a table must hold finite counts that are not negative.")
    if why := out_of_range(array):
        raise WeightError(f"a table cannot be taken: {why}. Divide all cells by the largest.")
    names = tuple(range(array.shape[-1])) if labels is None else check_declared(labels)
    if len(names) != array.shape[-1]:
        raise LengthError(f"a table of {array.shape[-1]} x {array.shape[-1]} needs as many labels, not {len(names)}.")
    if array.dtype.kind in "iu" and array.size and (array.sum((-2, -1), dtype=np.float64) >= 2.0**63).any():
        raise WeightError("these counts exceed 64-bit integers; give them as floats.")
    return array, names


def indices_among(found: tuple[Label, ...], declared: tuple[Label, ...]) -> npt.NDArray[np.intp]:
    """Where each label stands among the declared ones; -1 where it is none of them."""
    span = span_of(declared) if declared else None
    if span is not None and (values := np.array(found)).dtype.kind == "i":  # nearly always
        place: npt.NDArray[np.intp] = values - span[0]
        place[(place < 0) | (place >= len(declared))] = -1
        return place
    known = {label: place for place, label in enumerate(declared)}
    return np.array([known.get(label, -1) for label in found], np.intp)


def refuse_unknown(
    found: tuple[Label, ...], declared: tuple[Label, ...], place: npt.NDArray[np.intp], *used: npt.NDArray[np.intp]
) -> None:
    """Raise if a label that rows use has no place among the declared ones."""
    if not len(place) or place.min() >= 0:  # nearly always
        return
    lacking = np.zeros(len(found), np.bool_)
    for column in used:
        lacking[column] = True
    lacking &= place < 0
    if lacking.any():
        raise unknown_labels([label for label, lacks in zip(found, lacking.tolist(), strict=True) if lacks], declared)


def placed(
    table: Any, found: tuple[Label, ...], declared: tuple[Label, ...], place: npt.NDArray[np.intp] | None = None
) -> Any:
    """Put a table of the labels `found` at their places among `declared`, which need not be looked for if known."""
    if table is None:
        return None
    refuse_many(declared)
    place = indices_among(found, declared) if place is None else place
    size, wide = len(found), len(declared)
    if 0 < size <= _WHOLE and table.ndim == 2 and place.min() >= 0:  # all are declared: one table, put down at once
        whole = np.zeros((wide, wide), table.dtype)
        whole[place[:, None], place] = table
        return whole
    flat = table.reshape(math.prod(table.shape[:-2]), size * size)
    stack, here = np.divmod(np.flatnonzero(flat), max(size * size, 1))  # most cells of many labels are empty
    row, column = np.divmod(here, max(size, 1))
    refuse_unknown(found, declared, place, row, column)
    out = np.zeros((len(flat), wide * wide), table.dtype)
    out[stack, place[row] * wide + place[column]] = flat[stack, here]
    return out.reshape(*table.shape[:-2], wide, wide)


def against_rest(table: NumberArray) -> NumberArray:
    """
    Cut a table of K labels into K tables of two: the label against all others.

    A table that remembers how it was computed cuts itself.
    """
    if not isinstance(table, np.ndarray):
        return table.against_rest()
    size, stack = table.shape[-1], table.shape[:-2]
    if size <= _FEW:  # table by table: threads of a product of many rows wait for each other on a busy machine
        return (table.reshape(*stack, 1, size * size) @ _parts(size)).reshape(*stack, size, 2, 2)
    hits = np.diagonal(table, axis1=-2, axis2=-1)
    out = np.empty((*hits.shape, 2, 2), table.dtype)
    out[..., 1, 1] = hits
    if table.dtype.kind == "i" or (table.dtype.kind == "c" and (table.real == np.rint(table.real)).all()):
        truth, predicted = table.sum(-1), table.sum(-2)
        out[..., 1, 0] = truth - hits
        out[..., 0, 1] = predicted - hits
        out[..., 0, 0] = truth.sum(-1)[..., None] - truth - predicted + hits
        return out
    # Differences of sums of weights would leave rounding where there is nothing: add only what belongs to a cell.
    places = np.arange(table.shape[-1])
    others = table.copy()
    others[..., places, places] = 0
    out[..., 1, 0] = others.sum(-1)
    out[..., 0, 1] = others.sum(-2)
    out[..., 0, 0] = without_each(table)
    return out


@lru_cache(_FEW + 1)
def _parts(size: int) -> npt.NDArray[np.int8]:
    """Whether a cell of a table belongs to each cell of the label against all others: (K K, 4 K), 0 or 1."""
    of_label = np.eye(size, dtype=np.int8)
    sides = np.stack([1 - of_label, of_label], 1)  # label, is it the label, of any label
    return np.asarray(np.einsum("kai,kbj->ijkab", sides, sides)).reshape(size * size, 4 * size)


def without_each(table: NumberArray) -> NumberArray:
    """Return what a table (..., K, K) holds outside the row and the column of each label: (..., K)."""

    def margins(numbers: NumberArray) -> tuple[NumberArray, NumberArray, NumberArray]:
        return numbers.sum(-1), numbers.sum(-2), np.diagonal(numbers, axis1=-2, axis2=-1)

    def directly(tables: NumberArray, label: int) -> NumberArray:
        beside = np.arange(table.shape[-1]) != label
        found: NumberArray = (tables * (beside[:, None] & beside)).sum((-1, -2))
        return found

    return _less_each(table, margins, directly)


def outside_each(
    truth: npt.NDArray[np.intp], prediction: npt.NDArray[np.intp], numbers: NumberArray, labels: int
) -> NumberArray:
    """Return what listed cells (..., U) hold outside the row and the column of each label: (..., K)."""
    right = np.flatnonzero(truth == prediction)

    def margins(numbers: NumberArray) -> tuple[NumberArray, NumberArray, NumberArray]:
        own = sums_at(numbers[..., right], truth[right], labels)
        return sums_at(numbers, truth, labels), sums_at(numbers, prediction, labels), own

    def directly(numbers: NumberArray, label: int) -> NumberArray:
        found: NumberArray = (numbers * ((truth != label) & (prediction != label))).sum(-1)
        return found

    return _less_each(numbers, margins, directly)


def _less_each(
    numbers: NumberArray,
    margins: Callable[[NumberArray], tuple[NumberArray, NumberArray, NumberArray]],
    directly: Callable[[NumberArray, int], NumberArray],
) -> NumberArray:
    """
    Subtract what belongs to each label from the sum of all numbers: rows, columns and diagonal of `margins`, (..., K).

    Where a label has more than half of all, by absolute value, a difference would leave rounding in place of what is
    small, or of nothing: the numbers of the few such labels are added `directly`.
    """
    if numbers.dtype.kind == "c":  # one part is far smaller than the other
        return _less_each(numbers.real, margins, directly) + 1j * _less_each(numbers.imag, margins, directly)
    rows, columns, both = margins(numbers)
    own = rows + columns - both
    found: NumberArray = rows.sum(-1)[..., None] - own
    if (numbers < 0).any():
        rows, columns, both = margins(np.abs(numbers))
        own = rows + columns - both
    most = 2 * own > rows.sum(-1)[..., None]
    for label in np.flatnonzero(most.any(tuple(range(most.ndim - 1)))).tolist():
        here = most[..., label]
        found[here, label] = directly(numbers[here], label)
    return found


def sums_at(numbers: NumberArray, places: npt.NDArray[np.intp], size: int) -> NumberArray:
    """Add numbers (..., U), in their order, by their places, 0 to `size` - 1: (..., size)."""
    out = np.zeros((*numbers.shape[:-1], size), numbers.dtype)
    rows = math.prod(numbers.shape[:-1])
    for into, one in zip(out.reshape(rows, size), numbers.reshape(rows, len(places)), strict=True):
        np.add.at(into, places, one)
    return out


def outputs_at(places: Any, outputs: tuple[Label, ...]) -> tuple[Label, ...] | None:
    """The outputs of the last axis of what was taken out of a stack; None if the axis is another one now."""
    columns = np.asarray(places) % len(outputs)
    if columns.ndim == 0 or not columns.size:
        return None
    row = columns.reshape(-1, columns.shape[-1])[0].tolist()
    if (columns != row).any() or len(set(row)) < len(row):
        return None
    return tuple(outputs[column] for column in row)


Places = npt.NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class PairWeights:
    """
    Weights of a true and a predicted label.

    Attributes
    ----------
    of : callable
        Takes the places of true and of predicted labels, which broadcast; gives the weight of each pair.
    labels : int
        K, the number of labels.
    """

    of: Callable[[Places, Places], Any]
    labels: int

    @cached_property
    def table(self) -> Any:
        """The weight of each pair, (K, K)."""
        every = np.arange(self.labels)
        return self.of(every[:, None], every)
