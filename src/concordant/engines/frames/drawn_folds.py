"""
Folds of rows that are known as counts alone, as a permutation of all rows would deal them.

Rows of one class in one cell of scores are alike, so it is enough to draw how many of them go to each fold. A
permutation of a class gives each fold a sample without replacement, whose counts have the multivariate hypergeometric
distribution; it also tells how the rows of a cell and a fold lie in parts of the cell.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Table = npt.NDArray[np.int64]

MOST_DRAWN = 10**9  # rows of a class that NumPy draws without replacement


def even_sizes(rows: Table, folds: int, random: np.random.Generator) -> Table:
    """Return how many rows of each class each fold gets, shape (F, K): as many, or one more where they do not go up."""
    over = np.stack([random.permutation(folds) < rest for rest in (rows % folds).tolist()], -1)
    sizes: Table = rows // folds + over
    return sizes


def dealt(rows: Table, sizes: Table, random: np.random.Generator) -> npt.NDArray[np.int64]:
    """
    Deal the rows of cells to folds.

    Parameters
    ----------
    rows : ndarray of int64, shape (T, K)
        The rows of each class in each cell.
    sizes : ndarray of int64, shape (F, K)
        The rows of each class that each fold gets. Of a billion rows of a class, each goes to a fold by itself.
    random : Generator

    Returns
    -------
    ndarray of int64, shape (T, F, K)
    """
    folds, classes = sizes.shape
    found = np.zeros((len(rows), folds, classes), np.int64)
    for k in range(classes):
        left = rows[:, k].copy()
        if left.sum() >= MOST_DRAWN:
            found[:, :, k] = random.multinomial(left, np.full(folds, 1 / folds))
            continue
        for fold in range(folds - 1):
            found[:, fold, k] = random.multivariate_hypergeometric(left, int(sizes[fold, k]), method="marginals")
            left -= found[:, fold, k]
        found[:, -1, k] = left
    return found
