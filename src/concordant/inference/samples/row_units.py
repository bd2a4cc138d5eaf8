"""Units that are rows: weights, clusters, classes."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.inference.samples.units import Clusters, Units
from concordant.inputs.rankings import RankingRows
from concordant.inputs.rows import check_clusters
from concordant.inputs.scores import MeasurementRows, ScoreRows


def row_units(
    rows: ScoreRows | MeasurementRows | RankingRows, cluster: Any, stratum: npt.NDArray[np.intp] | None = None
) -> Units:
    """
    Make each checked row a unit, also one that stands for several.

    Parameters
    ----------
    rows : ScoreRows, MeasurementRows or RankingRows
        The rows of one model; those of the others are the same.
    cluster : array-like or None
        The cluster of each row that the caller gave.
    stratum : ndarray of int, shape (n,), or None
        The class of the truth.
    """
    size = rows.y_true.shape[0]
    times = rows.times if isinstance(rows, ScoreRows) else None
    every = np.ones(size) if times is None else times.astype(np.float64)
    weight = every if rows.weights is None else rows.weights.astype(np.float64)
    clusters = None
    if cluster is not None:
        code, groups = check_clusters(cluster, size, rows.kept)
        clusters = Clusters(code, np.arange(size), weight, groups, times)
    return Units(weight, weight if rows.weights is None else weight**2, stratum, clusters)
