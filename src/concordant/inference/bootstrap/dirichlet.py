"""Draws of the shares of all cells of a table, most of which may be empty."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from concordant.typing import FloatArray

_FEW = 1 << 12  # empty cells; of more, only those are drawn that have a share
_NOTHING = 1e-17  # of the share of all empty cells


def dirichlet(random: np.random.Generator, table: FloatArray, prior: float, draws: int) -> FloatArray:
    """
    Draw the shares of cells from Dirichlet(n + prior), up to their sum.

    Empty cells share a gamma variable of their own. Each has so small a parameter that few of them hold nearly all of
    it: these are broken off one by one, in the order in which a row would meet them, until nothing is left that a float
    could add (Pitman 1995, Probability Theory and Related Fields 102:145, eq. 6, for equal parameters).

    Parameters
    ----------
    random : Generator
    table : ndarray of float64, shape (C,)
        Rows of each cell.
    prior : float
        What is added to each.
    draws : int

    Returns
    -------
    ndarray of float64, shape (draws, C)
    """
    empty = np.flatnonzero(table == 0)
    if len(empty) <= _FEW:
        return random.standard_gamma(table + prior, (draws, len(table)))
    drawn = np.zeros((draws, len(table)))
    held = np.flatnonzero(table)
    drawn[:, held] = random.standard_gamma(table[held] + prior, (draws, len(held)))
    parts = _sticks(random, len(empty), prior, draws)
    places = empty[_distinct(random, len(empty), parts.shape)]
    drawn[np.arange(draws)[:, None], places] = random.standard_gamma(prior * len(empty), (draws, 1)) * parts
    return drawn


def _sticks(random: np.random.Generator, cells: int, prior: float, draws: int) -> FloatArray:
    """The largest shares of equal cells, size-biased, shape (draws, S): what is left after them is nothing."""
    rest = np.ones(draws)
    parts: list[FloatArray] = []
    while rest.max() > _NOTHING and len(parts) < cells - 1:
        broken = random.beta(1 + prior, prior * (cells - 1 - len(parts)), draws)
        parts.append(rest * broken)
        rest *= 1 - broken
    return np.stack(parts, -1)


def _distinct(random: np.random.Generator, cells: int, shape: tuple[int, ...]) -> npt.NDArray[np.int64]:
    """Numbers below `cells`, no two alike in a row: rows where two are alike are drawn again."""
    found = random.integers(cells, size=shape)
    while len(again := np.flatnonzero((np.diff(np.sort(found), axis=-1) == 0).any(-1))):
        found[again] = random.integers(cells, size=(len(again), shape[1]))
    return found
