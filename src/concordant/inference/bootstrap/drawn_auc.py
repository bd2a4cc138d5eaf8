"""The ROC AUC of resampled rows in one kernel: the same draws as `drawn_weights`, without the weights."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.inference.bootstrap.row_plan import key_of, row_plan
from concordant.inference.samples.units import Units
from concordant.settings import get_threads, told
from concordant.typing import FloatArray, Scheme

_BLOCK = 1 << 24  # rows that a call of the kernel draws: about a tenth of a second
Ranking = tuple[npt.NDArray[np.intp] | None, npt.NDArray[np.uint8], npt.NDArray[np.uint8]]


def drawn_auc(units: Units, ranking: Ranking, draws: int, *, seed: int, scheme: Scheme) -> FloatArray | None:
    """
    Return the AUC of each draw, NaN where one class is not drawn; None where rows cannot be drawn one by one.

    Parameters
    ----------
    units : Units
        What is drawn.
    ranking : tuple of ndarray
        The units in descending order of their scores (None: as they stand); by place, whether positive (1), and
        whether the last of its score (1).
    draws, seed, scheme
        As of `drawn_weights`.
    """
    plan = row_plan(units, stratified=scheme == "stratified")
    if plan is None:
        return None
    order, positive, last = ranking
    how = (plan.rows, plan.starts, plan.units, scheme == "poisson", order, positive, last, plan.base, key_of(seed))
    threads = get_threads()
    many = max(threads, _BLOCK // plan.units)  # Python hears Ctrl-C between blocks
    blocks: list[Any] = [
        _kernels.drawn_auc(*how, first, min(many, draws - first), threads)
        for first in told(range(0, draws, many), "resampling")
    ]
    return np.concatenate(blocks)
