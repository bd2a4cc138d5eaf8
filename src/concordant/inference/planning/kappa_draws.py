"""Intervals of kappa in simulated tables, all at once."""

from __future__ import annotations

import numpy as np

from concordant.inference.influence.standard_errors import jackknife_variance
from concordant.inference.intervals.by_standard_error import quarter_row
from concordant.inference.intervals.make_interval import quiet_answer
from concordant.inference.intervals.question import Question
from concordant.inference.samples.cell_sample import CellSample
from concordant.metrics.agreement.cohen_kappa import cohen_kappa
from concordant.result.intervals import Interval
from concordant.states import Counts
from concordant.typing import FloatArray, KappaWeights

_CELLS = 1 << 14  # complex numbers in one stack: 256 KiB, which stays in the cache
_FIXED = 1e-24  # a variance below is what is left of none
_STEP = 1e-30  # of the rows; its square is lost beside any cell

Ends = tuple[FloatArray, FloatArray]


def kappa_errors(
    tables: np.ndarray, like: Counts, weights: KappaWeights, *, unseen: bool, leaving_out: bool = False
) -> Ends:
    """
    Return kappa of each table (T, K, K) and its standard error, by the delta method or by leaving out each row in turn.

    With `unseen`, limits of independent rows, the disagreements that no row shows are counted.
    """
    many = max(1, _CELLS // tables[0].size)
    how = {"unseen": unseen, "leaving_out": leaving_out}
    parts = [_errors(tables[first : first + many], like, weights, **how) for first in range(0, len(tables), many)]
    values, errors = (np.concatenate(one) for one in zip(*parts, strict=True))
    return values, errors


def _errors(tables: np.ndarray, like: Counts, weights: KappaWeights, *, unseen: bool, leaving_out: bool) -> Ends:
    n = tables.sum((1, 2), dtype=np.float64)
    with np.errstate(all="ignore"):
        value = np.asarray(_kappa(tables * 1.0, like, weights))
        psi = None if leaving_out and not unseen else _influences(tables, like, weights)
        if leaving_out or psi is None:
            variance = _left_out(tables, like, weights)
        else:
            variance = (tables / n[:, None, None] * psi**2).sum((1, 2)) / n
        more = 0.0 if psi is None or not unseen else quarter_row(tables, psi) / n**2
        return value, np.where(variance <= _FIXED, 0.0, np.sqrt(variance + more))


def _influences(tables: np.ndarray, like: Counts, weights: KappaWeights) -> FloatArray:
    """The derivative of the formula by each cell, by the complex step, centred; one stack of all tables a cell."""
    n = tables.sum((1, 2), dtype=np.float64)
    stack, slopes = tables.astype(np.complex128), np.empty(tables.shape)
    for i, j in np.ndindex(*tables.shape[1:]):
        stack[:, i, j] += 1j * _STEP * n
        slopes[:, i, j] = np.imag(_kappa(stack, like, weights)) / _STEP
        stack[:, i, j] = stack[:, i, j].real
    centred: FloatArray = slopes - (tables / n[:, None, None] * slopes).sum((1, 2))[:, None, None]
    return centred


def _left_out(tables: np.ndarray, like: Counts, weights: KappaWeights) -> FloatArray:
    """The variance of the jackknife of each table; NaN where kappa is undefined without one of its rows."""
    stack, values = tables * 1.0, np.zeros((tables[0].size, len(tables)))
    for place, (i, j) in enumerate(np.ndindex(*tables.shape[1:])):
        here = tables[:, i, j] > 0
        stack[:, i, j] -= here
        values[place] = np.where(here, _kappa(stack, like, weights), 0.0)
        stack[:, i, j] += here
    return jackknife_variance(tables.reshape(len(tables), -1).T, values)


def _kappa(stack: np.ndarray, like: Counts, weights: KappaWeights) -> np.ndarray:
    return np.asarray(cohen_kappa.formula(Counts(stack, like.labels, like.ordered), weights=weights))


def asked(tables: np.ndarray, like: Counts, weights: KappaWeights, level: float) -> Ends:
    """Return the default limits of each table as `cohen_kappa.interval` has them; each kind of table is asked once."""
    kinds, place = np.unique(tables.reshape(len(tables), -1), axis=0, return_inverse=True)
    found = np.array([_asked(Counts(kind.reshape(like.table.shape), like.labels, like.ordered), weights, level)
                      for kind in kinds]).reshape(-1, 2)  # fmt: skip
    ends: FloatArray = found[place.ravel()]
    return ends[:, 0], ends[:, 1]


def _asked(counts: Counts, weights: KappaWeights, level: float) -> tuple[float, float]:
    question = Question(cohen_kappa, {"weights": weights}, CellSample.of_table(counts), level)
    found = quiet_answer(question)
    return (found.low, found.high) if isinstance(found, Interval) else (float("nan"), float("nan"))
