"""Score limits along least favourable paths: what the kernel follows (its header says what the limits are)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from concordant import _kernels
from concordant.typing import FloatArray

# Shares of cells (B, ..., R, C) -> values (B,) and influences (B, ..., R, C) of mean 0.
Functional = Callable[[FloatArray], tuple[FloatArray, FloatArray]]


class Chance(NamedTuple):
    """
    Chance rows of B samples that are spread over tables (B, ..., R, C).

    Attributes
    ----------
    spread : ndarray of shape (B, ..., R, C)
        The part of a chance row that lies in each cell.
    mass : ndarray
        How much of a row each chance row is, at the start of the path: of the shape of a sum along the axes that it is
        spread along, which are kept (those within a row, a column, or the table).
    """

    spread: FloatArray
    mass: FloatArray


class Masses(NamedTuple):
    """
    The distribution of B samples over cells of one table each, or of several (B, ..., R, C), and where paths start.

    Attributes
    ----------
    counts : ndarray of shape (B, ..., R, C)
        The rows of each cell, or their weights.
    start : ndarray of shape (B, ..., R, C)
        Masses of the cells.
    chance : tuple of Chance
        The chance rows beside them.
    squares : ndarray of shape (B, ..., R, C)
        ``E w^2 / E w`` of the rows of a cell, which are taken to weigh the same.
    """

    counts: FloatArray
    start: FloatArray
    chance: tuple[Chance, ...]
    squares: FloatArray


@np.errstate(all="ignore")  # where no row has been, and where a path ends
def limits_along_path(
    functional: Functional, masses: Masses, z: Any, effect: Any = 1.0, *, skewed: bool = True
) -> tuple[FloatArray, FloatArray]:
    """
    Return the values where S is its quantile, (B,), on the paths of B samples down and up.

    Parameters
    ----------
    functional : callable
        Takes shares of cells (2 B, ..., R, C), those of the paths down of all samples, then up.
    masses : Masses
        The samples.
    z : float, or ndarray of shape (B,)
        The quantile.
    effect : float, or ndarray of shape (B,)
        The design effect of clusters; 1 of independent rows.
    skewed : bool
        Whether it is taken of a gamma variable with the skewness of S.
    """
    z, effect = (np.broadcast_to(np.asarray(each, np.float64), len(masses.counts)) for each in (z, effect))
    low, high = _kernels.score_limits(functional, *masses, z, effect, skewed)
    return low, high
