"""Rows in clusters without the rows: what is added up in each cluster, enough for intervals that allow for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from concordant.states.buckets import ScoreKey
from concordant.typing import FloatArray

Codes = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ClusteredPairs:
    """
    How often each pair of labels occurs in each cluster.

    Attributes
    ----------
    cluster : ndarray of int64, shape (N,)
        Clusters by their number.
    true, pred : ndarray of int64, shape (N,)
        Places of the labels among all classes.
    times : ndarray of int64, shape (N,)
    weights, squares : ndarray of float64, shape (N,), or None
        Sums of weights and of squared weights.
    """

    cluster: Codes
    true: Codes
    pred: Codes
    times: Codes
    weights: FloatArray | None = None
    squares: FloatArray | None = None


@dataclass(frozen=True, slots=True)
class ClusteredScores:
    """
    How many rows of two classes each cluster has in each bucket of scores.

    Attributes
    ----------
    cluster, code, place, times : ndarray of int64, shape (N,)
        The cluster, the class, the bucket, and how many rows.
    key : ScoreKey
        Of the buckets, which are wider than those of the curve beside them.
    """

    cluster: Codes
    code: Codes
    place: Codes
    times: Codes
    key: ScoreKey


@dataclass(frozen=True, slots=True)
class ClusteredLosses:
    """
    The losses of the rows of each class in each cluster.

    Attributes
    ----------
    cluster, code, times : ndarray of int64, shape (N,)
        The cluster, the class, and how many rows.
    mean, spread : mapping of ndarrays of float64, shape (N,)
        The mean of each loss over these rows, and its standard deviation, with as many degrees of freedom as rows.
    classes : int
        How many there are.
    """

    cluster: Codes
    code: Codes
    times: Codes
    mean: Mapping[str, FloatArray]
    spread: Mapping[str, FloatArray]
    classes: int


@dataclass(frozen=True, slots=True)
class ClusterSums:
    """What is known of the same clusters; None of what the columns do not give, or weights do not allow."""

    pairs: ClusteredPairs | None = None
    scores: ClusteredScores | None = None
    losses: ClusteredLosses | None = None
