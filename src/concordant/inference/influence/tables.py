"""Influence of a row in a cell: by tape, complex step, by parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import OptionError
from concordant.inference.influence.tape import slopes_by_tape, slopes_of_stack
from concordant.inputs.label_values import occurring_indices
from concordant.metrics.definition.metric import Functional, Metric
from concordant.states import Counts, Moments
from concordant.states.tables import Cells, places_in_either, table_pays
from concordant.typing import FloatArray, NumberArray

Formula = Callable[[Moments], Any]

_STEP = 1e-30  # of the complex step: its square is lost beside any number
_FEW_NUMBERS = 1 << 13  # numbers of all tables; of fewer, the complex step is faster than a tape
_FEW_CELLS = 64  # of a table; of fewer, that is as quick as the cells that hold rows


_MOST = 1 << 28  # of formulas that the tape does not know: some ten seconds
_CELLS = 1 << 21  # numbers in one stack: 32 MiB of complex ones


# The influence of a row of a table, by the derivative of the formula.
#
# That is the delta method of multinomial tables for every metric alike (Bishop, Fienberg & Holland 1975, Discrete
# Multivariate Analysis, section 14.6). Of few cells the complex step gives it without a difference that cancels: ``d f
# / d x = Im f(x + i h) / h`` for tiny h, exact to rounding (Squire & Trapp 1998, SIAM Review 40:110); one stack of
# tables, each with one cell perturbed, goes through the formula of the metric as it stands. Of many cells a tape gives
# all derivatives in one pass back, see `tape`.


class TooManyCellsError(OptionError):
    """Derivatives would have to be taken one by one, of so many cells that it would take minutes."""

    def __init__(self) -> None:
        super().__init__(
            "this method takes the derivative by one cell at a time here, and there are so many cells that it would "
            'take minutes: leave method out, or take "percentile".'
        )


def cell_influence(formula: Callable[[Counts], Any], counts: Counts, cells: npt.NDArray[np.intp]) -> FloatArray:
    """
    Return how a row in each of `cells`, indices of the flat table, moves a formula of shape S: (len(cells), *S).

    The cells given must hold all rows: the influences are centred to a weighted mean of zero.
    """
    counts, indices = _holding(counts, cells)
    return _centred(_slopes(formula, counts, indices), counts.numbers.ravel(), indices)


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
    """Counts that hold a number for each of the cells, and the index of this number."""
    held = counts.cells
    if held is None:
        return counts, cells
    if len(cells) == len(held.flat) and np.array_equal(cells, held.flat):
        return counts, np.arange(len(cells))
    if table_pays(held.labels, len(cells)):  # also empty ones
        return Counts(counts.table, counts.labels, counts.ordered), cells
    flat = places_in_either(held.flat, cells)
    return Counts.from_cells(held.at(flat), counts.labels, ordered=counts.ordered), np.searchsorted(flat, cells)


def _slopes(formula: Callable[[Counts], Any], counts: Counts, indices: npt.NDArray[np.intp]) -> FloatArray:
    """The derivative by the numbers at these indices: by tape, or of few by one complex step each."""
    size = counts.numbers.size
    if len(indices) * size > _FEW_NUMBERS:
        slopes = slopes_by_tape(formula, counts)
        if slopes is not None:
            in_order = len(indices) == size and bool((indices[1:] > indices[:-1]).all())
            return slopes if in_order else slopes[indices]
        if len(indices) * size > _MOST:
            raise TooManyCellsError
    return slopes_by_step(formula, counts, indices)


def slopes_by_step(formula: Callable[[Counts], Any], counts: Counts, cells: npt.NDArray[np.intp]) -> FloatArray:
    """
    Return the same by one complex step for each of the numbers that the counts hold at these indices.

    The step is as small beside weights of any size. The stack is last in memory: formulas add up cells, and so all
    tables at once.
    """
    numbers = counts.numbers
    step = _STEP * (float(numbers.sum()) or 1.0)
    flat, many = numbers.reshape(-1, 1).astype(np.complex128), max(1, _CELLS // max(numbers.size, 1))
    parts = []
    for first in range(0, max(len(cells), 1), many):  # of no cells the formula still knows its shape
        some = cells[first : first + many]
        stack = flat.repeat(len(some), axis=1)
        stack.imag[some, np.arange(len(some))] = step
        with np.errstate(invalid="ignore"):  # of tables that are undefined at a prevalence: NaN
            values = formula(counts.with_numbers(stack.T.reshape(len(some), *numbers.shape)))
        parts.append(np.imag(values) / step)
    return np.concatenate(parts)


def _centred(slopes: FloatArray, numbers: NumberArray, indices: npt.NDArray[np.intp]) -> FloatArray:
    """Slopes by the numbers at these indices, which hold all rows, as influences of weighted mean zero."""
    weight, n = numbers[indices], float(numbers.sum())
    centred = slopes * n
    filled = np.flatnonzero(weight)  # most may be empty
    mean = np.einsum("n,n...->...", weight[filled] / n, centred[filled])  # not BLAS, whose threads wait for each other
    centred -= mean
    return centred


def influence_everywhere(
    metric: Metric, options: Mapping[str, Any], counts: Counts, functional: Functional | None
) -> FloatArray | None:
    """
    Return how a row in each cell of a table, also in empty ones, moves a metric: (K^2, *S); of many labels, one value.

    `functional` tells it, where the metric has one.

    None of cells that are listed, and where the tape does not know the formula of many labels.
    """
    if counts.cells is not None or not counts.table.size:
        return None
    numbers = counts.table.ravel()
    if functional is not None:
        with np.errstate(invalid="ignore", divide="ignore"):  # of tables that are undefined: NaN
            return functional(counts.table[None] / numbers.sum())[1].ravel()
    formula = partial(metric.formula, **options)
    every = np.arange(len(numbers))
    if len(every) <= _FEW_CELLS:
        return _centred(slopes_by_step(formula, counts, every), numbers, every)
    slopes = slopes_by_tape(formula, counts) if len(every) ** 2 > _FEW_NUMBERS else None
    return None if slopes is None or slopes.ndim > 1 else _centred(slopes, numbers, every)


def at_cells(counts: Counts, cell: npt.NDArray[np.intp], weights: FloatArray) -> Counts:
    """Return counts with these labels and the weights of atoms in these cells, for sums over rows."""
    size = len(counts.labels)
    if counts.cells is None:
        table = np.bincount(cell, weights, minlength=size * size).reshape(size, size)
        return Counts(table, counts.labels, counts.ordered)
    if np.array_equal(cell, counts.cells.flat):
        return counts.with_numbers(weights)
    occurring, index = occurring_indices(cell, size * size)
    cells = Cells(*np.divmod(occurring, size), np.bincount(index, weights, minlength=len(occurring)), size)
    return Counts.from_cells(cells, counts.labels, ordered=counts.ordered)


def slopes_of_each(formula: Callable[[Counts], Any], counts: Counts) -> tuple[FloatArray, FloatArray]:
    """
    Return the value of each table of a stack (B, K, K), and its derivative by each of its own cells, (B, K * K).

    Of a stack of several tables each, (B, L, 2, 2), the derivative is that by the cells of all of them, (B, 4 L).

    Raises
    ------
    TooManyCellsError
        If the formula does what the tape does not know, and there are too many cells for the complex step.
    """
    size = counts.table[0].size * counts.table.size
    if size > _FEW_NUMBERS:
        found = slopes_of_stack(formula, counts)
        if found is not None:
            return found
        if size > _MOST:
            raise TooManyCellsError
    step = _STEP * (float(counts.table.sum()) or 1.0)  # as small beside weights of any size
    tables = _kernels.stepped(counts.table, step)
    with np.errstate(all="ignore"):  # of classes without rows: NaN
        values = formula(Counts(tables, counts.labels, counts.ordered, outputs=counts.outputs))
    many = len(counts.table)
    filled = counts.table.reshape(many, -1).argmax(1)  # a step in a class without rows would make it one of the classes
    return np.real(values[filled, np.arange(many)]), np.imag(values).T / step


def mean_slopes(formula: Formula, moments: Moments) -> FloatArray:
    """
    Return the derivative of a formula of shape S by each mean, flat: (L Q, *S) of a stack of L states.

    The weight is held fixed: a row moves means and co-moments of a given total.
    """
    flat = moments.mean.astype(np.complex128).ravel()
    means: Any = np.tile(flat, (len(flat), 1))
    means[np.diag_indices(len(flat))] += 1j * _STEP
    stack = replace(_repeated(moments, len(flat)), mean=means.reshape(-1, *moments.mean.shape))
    return np.asarray(np.imag(formula(stack)) / _STEP)


def comoment_slopes(formula: Formula, moments: Moments) -> tuple[FloatArray, npt.NDArray[np.intp]]:
    """Return the derivative of a formula of one state by each co-moment, (Q (Q + 1) / 2, *S), and their indices."""
    indices = np.stack(np.triu_indices(len(moments.names)))
    many = np.arange(len(indices[0]))
    step = _STEP * (float(np.trace(moments.comoment)) or 1.0)  # as small beside weights of any size
    comoments: Any = np.tile(moments.comoment.astype(np.complex128), (len(many), 1, 1))
    for first, second in (indices, indices[::-1]):
        comoments[many, first, second] = moments.comoment[first, second] + 1j * step  # both of a pair, together
    stack = replace(_repeated(moments, len(many)), comoment=comoments)
    return np.asarray(np.imag(formula(stack)) / step), indices


def _repeated(moments: Moments, times: int) -> Moments:
    """A stack of equal states, which share one array: of K classes the co-moments alone are K x K numbers."""
    parts = {name: np.asarray(getattr(moments, name)) for name in ("weight", "squares", "mean", "comoment")}
    stacked: Any = {name: np.broadcast_to(part, (times, *part.shape)) for name, part in parts.items()}
    return replace(moments, **stacked)
