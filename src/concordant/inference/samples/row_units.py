"""Units that are rows: weights, clusters, classes."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.inference.samples.units import Clusters, Units
from concordant.inputs.clusters import check_clusters


def row_units(
    size: int,
    weights: npt.NDArray[Any] | None,
    *,
    cluster: Any = None,
    kept: npt.NDArray[np.bool_] | None = None,
    stratum: npt.NDArray[np.intp] | None = None,
) -> Units:
    """
    Make each of `size` checked rows a unit.

    Parameters
    ----------
    size : int
        How many rows there are.
    weights : ndarray of shape (size,) or None
        Their weights; None: each counts once.
    cluster : array-like, optional
        The cluster of each row that the caller gave.
    kept : ndarray of bool or None
        Which of those rows are there; None: all.
    stratum : ndarray of int, shape (size,), or None
        The class of the truth.
    """
    weight = np.ones(size) if weights is None else weights.astype(np.float64)
    clusters = None
    if cluster is not None:
        code, groups = check_clusters(cluster, size, kept)
        clusters = Clusters(code, np.arange(size), weight, groups)
    return Units(weight, weight if weights is None else weight**2, stratum, clusters)
