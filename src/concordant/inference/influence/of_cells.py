"""
The influence of a row of a table, by the derivative of the formula.

That is the delta method of multinomial tables for every metric alike (Bishop, Fienberg & Holland 1975, Discrete
Multivariate Analysis, section 14.6). Of few cells the complex step gives it without a difference that cancels:
``d f / d x = Im f(x + i h) / h`` for tiny h, exact to rounding (Squire & Trapp 1998, SIAM Review 40:110); one stack of
tables, each with one cell perturbed, goes through the formula of the metric as it stands. Of many cells a tape gives
all derivatives in one pass back, see `tape`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.inference.influence.tape.of_tables import slopes_by_tape
from concordant.inputs.label_values import occurring_places
from concordant.states import Counts
from concordant.states.tables import Cells, places_in_either, table_pays
from concordant.typing import FloatArray

if TYPE_CHECKING:
    from concordant.metrics.definition.metric import Metric

_STEP = 1e-30  # of the total: its square is lost beside any cell, as it should be
_FEW = 1 << 13  # cells of all tables; of fewer, the complex step is faster than a tape
_MOST = 1 << 28  # of formulas that the tape does not know: some ten seconds
_CELLS = 1 << 21  # numbers in one stack: 32 MiB of complex ones


class TooManyCellsError(OptionError):
    """Derivatives would have to be taken one by one, of so many cells that it would take minutes."""

    def __init__(self) -> None:
        super().__init__(
            "this method takes the derivative by one cell at a time here, and there are so many cells that it would "
            'take minutes: leave method out, or take "percentile".'
        )


def cell_influence(formula: Callable[[Counts], Any], counts: Counts, cells: npt.NDArray[np.intp]) -> FloatArray:
    """
    Return how a row in each of `cells`, places in the flat table, moves a formula of shape S: (len(cells), *S).

    The cells given must hold all rows: the influences are centred to a weighted mean of zero.
    """
    counts, place = _holding(counts, cells)
    return _centred(_slopes(formula, counts, place), counts, place)


def influence_by_tape(formula: Callable[[Counts], Any], counts: Counts) -> FloatArray | None:
    """
    Return how a row in each cell of a table, also in empty ones, moves a formula of one value: (K^2,).

    None where the tape does not know the formula, or has no advantage: of few cells, and of cells that are listed.
    """
    if counts.cells is not None or counts.numbers.size**2 <= _FEW:
        return None
    found = slopes_by_tape(formula, counts)
    return None if found is None or found.ndim > 1 else _centred(found, counts, np.arange(counts.numbers.size))


def influence_of_every_cell(metric: Metric, options: Mapping[str, Any], counts: Counts) -> FloatArray:
    """Return the influences of a row of each cell of a table, (K, K, *S)."""
    size = len(counts.labels)
    state = counts if counts.cells is None else Counts(counts.table, counts.labels, counts.ordered)

    def formula(state: Counts) -> Any:
        return metric.formula(state, **options)

    found = influence_by_tape(formula, state)
    if found is None:
        found = cell_influence(formula, state, np.arange(size * size))
    return found.reshape(size, size, *found.shape[1:])


def _centred(slopes: FloatArray, counts: Counts, place: npt.NDArray[np.intp]) -> FloatArray:
    """Slopes at these places, which hold all rows, as influences: times the rows, and of weighted mean zero."""
    n = float(counts.numbers.sum())
    centred = slopes * n
    numbers = counts.numbers.ravel()
    if _are_all(place, len(numbers)):  # most of which may be empty
        here = np.flatnonzero(numbers)
        weight, held = numbers[here] / n, centred[here]
    else:
        weight, held = numbers[place] / n, centred
    centred -= np.einsum("n,n...->...", weight, held)  # not BLAS, whose threads wait for each other here
    return centred


def _are_all(places: npt.NDArray[np.intp], size: int) -> bool:
    """Whether the places are 0, 1, ... up to all of them."""
    return len(places) == size and bool((places[1:] > places[:-1]).all())


def influence_of_units(formula: Callable[[Counts], Any], counts: Counts, cell: npt.NDArray[np.intp]) -> FloatArray:
    """Return the same of units, several of which may lie in one cell, as several models make them: (len(cell), *S)."""
    here, place = occurring_places(cell, len(counts.labels) ** 2)
    return cell_influence(formula, counts, here)[place]


def at_cells(counts: Counts, cell: npt.NDArray[np.intp], weights: FloatArray) -> Counts:
    """Return counts with these labels and the weights of units in these cells, for sums over rows."""
    size = len(counts.labels)
    if counts.cells is None:
        table = np.bincount(cell, weights, minlength=size * size).reshape(size, size)
        return Counts(table, counts.labels, counts.ordered)
    if np.array_equal(cell, counts.cells.flat):
        return counts.with_numbers(weights)
    here, place = occurring_places(cell, size * size)
    cells = Cells(*np.divmod(here, size), np.bincount(place, weights, minlength=len(here)), size)
    return Counts.from_cells(cells, counts.labels, ordered=counts.ordered)


def cell_slopes(formula: Callable[[Counts], Any], counts: Counts, cells: npt.NDArray[np.intp]) -> FloatArray:
    """
    Return the derivative of a formula of shape S by each of `cells` of a table or a stack: (len(cells), *S).

    Raises
    ------
    TooManyCellsError
        If the formula does what the tape does not know, and there are too many cells for the complex step.
    """
    return _slopes(formula, *_holding(counts, cells))


def _holding(counts: Counts, cells: npt.NDArray[np.intp]) -> tuple[Counts, npt.NDArray[np.intp]]:
    """Counts that hold a number for each of the cells, and its place among the numbers."""
    held = counts.cells
    if held is None:
        return counts, cells
    if len(cells) == len(held.flat) and np.array_equal(cells, held.flat):
        return counts, np.arange(len(cells))
    if table_pays(held.labels, len(cells)):  # also empty ones
        return Counts(counts.table, counts.labels, counts.ordered), cells
    flat = places_in_either(held.flat, cells)
    return Counts.from_cells(held.at(flat), counts.labels, ordered=counts.ordered), np.searchsorted(flat, cells)


def _slopes(formula: Callable[[Counts], Any], counts: Counts, places: npt.NDArray[np.intp]) -> FloatArray:
    """Return the derivative by the numbers at these places: by tape, or of few by one complex step each."""
    size = counts.numbers.size
    if len(places) * size > _FEW:
        found = slopes_by_tape(formula, counts)
        if found is not None:
            return found if _are_all(places, size) else found[places]
        if len(places) * size > _MOST:
            raise TooManyCellsError
    return slopes_by_step(formula, counts, places)


def slopes_by_step(formula: Callable[[Counts], Any], counts: Counts, cells: npt.NDArray[np.intp]) -> FloatArray:
    """Return the same by one complex step for each of the numbers that the counts hold at these places."""
    table = counts.numbers.astype(np.complex128)
    step = _step(counts)
    many = max(1, _CELLS // max(table.size, 1))
    parts = []
    for first in range(0, max(len(cells), 1), many):  # of no cells the formula still knows its shape
        some = cells[first : first + many]
        stack = np.repeat(table[None], len(some), axis=0)
        stack.reshape(len(some), table.size)[np.arange(len(some)), some] += 1j * step
        with np.errstate(invalid="ignore"):  # of tables that are undefined at a prevalence: NaN
            values = formula(counts.with_numbers(stack))
        parts.append(np.imag(values) / step)
    slopes: FloatArray = np.concatenate(parts)
    return slopes


def slopes_of_each(formula: Callable[[Counts], Any], counts: Counts) -> FloatArray:
    """Return the derivative of the value of each table (L, 2, 2) by its own four cells: (4, L)."""
    table = np.repeat(counts.table.astype(np.complex128)[None], 4, axis=0)
    step = _step(counts)
    for cell in range(4):
        table[cell, :, cell // 2, cell % 2] += 1j * step
    with np.errstate(invalid="ignore"):  # of classes without rows: NaN
        values = formula(Counts(table, counts.labels, counts.ordered, outputs=counts.outputs))
    slopes: FloatArray = np.imag(values) / step
    return slopes


def _step(counts: Counts) -> float:
    """A step that is as small beside weights of any size."""
    return _STEP * (float(counts.numbers.sum()) or 1.0)
