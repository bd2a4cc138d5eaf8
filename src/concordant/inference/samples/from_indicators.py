"""Samples of rows with several labels: one truth, one or several predictions over shared units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.engines.arrays.labels import cells_of_rows
from concordant.inference.samples.indicator_sample import IndicatorSample
from concordant.inference.samples.row_sample import RowSample
from concordant.inference.samples.sample import LabelSample
from concordant.inference.samples.units import Clusters, Units
from concordant.inputs.indicators import IndicatorRows
from concordant.inputs.rows import check_clusters
from concordant.states import Counts, SampleCounts

_BITS = 62  # rows that fit in one whole number are grouped


def indicator_samples(every: Sequence[IndicatorRows], cluster: Any = None, *, whole: bool = False) -> list[LabelSample]:
    """
    Count rows of matrices of indicators.

    The units are distinct rows where they are few, or the rows. `whole`: rows are judged one by one.
    """
    if whole:
        return list(_of_whole_rows(every, cluster))
    states = [Counts.from_indicator_rows(rows) for rows in every]
    unit, first = _distinct(every)
    units = _units(every[0], cluster, unit, len(first))
    return [_sample(rows, state, units, first) for rows, state in zip(every, states, strict=True)]


def _sample(rows: IndicatorRows, state: Counts, units: Units, first: npt.NDArray[np.intp]) -> IndicatorSample:
    if rows.sparse:
        both = rows.y_true.multiply(rows.y_pred).tocsr()
        parts = (both, (rows.y_true - both).tocsr(), (rows.y_pred - both).tocsr())
    else:
        true, pred = rows.y_true[first].astype(bool), rows.y_pred[first].astype(bool)
        parts = (true & pred, true & ~pred, pred & ~true)
    return IndicatorSample(units, state, *parts)


def _of_whole_rows(every: Sequence[IndicatorRows], cluster: Any) -> Sequence[RowSample]:
    """Rows are alike whose tables are, in all predictions."""
    tables = [cells_of_rows(rows).reshape(-1, 4) for rows in every]
    if every[0].weights is None:
        _, first, unit = np.unique(np.hstack(tables), axis=0, return_index=True, return_inverse=True)
        unit = unit.ravel()
    else:
        first = unit = np.arange(len(tables[0]))
    units = _units(every[0], cluster, unit, len(first))
    samples = []
    for rows, table in zip(every, tables, strict=True):
        _, place = np.unique(table, axis=0, return_inverse=True)  # in the order of the state
        samples.append(RowSample(units, SampleCounts.from_indicator_rows(rows), place.ravel()[first]))
    return samples


def _distinct(columns: Sequence[IndicatorRows]) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """The unit of each row, and the first row of each unit."""
    rows = columns[0]
    every = np.arange(rows.y_true.shape[0])
    matrices = [rows.y_true, *(one.y_pred for one in columns)]
    bits = len(matrices) * rows.y_true.shape[1]
    if rows.sparse or rows.weights is not None or bits > _BITS:
        return every, every
    weight = 2 ** np.arange(bits, dtype=np.int64).reshape(len(matrices), -1)
    code = sum(np.asarray(matrix, np.int64) @ place for matrix, place in zip(matrices, weight, strict=True))
    _, first, unit = np.unique(code, return_index=True, return_inverse=True)
    return unit.ravel(), first


def _units(rows: IndicatorRows, cluster: Any, unit: npt.NDArray[np.intp], size: int) -> Units:
    given = rows.weights
    weights = np.ones(len(unit)) if given is None else given.astype(np.float64)
    weight = np.bincount(unit, weights, minlength=size).astype(np.float64)
    clusters = None
    if cluster is not None:
        code, groups = check_clusters(cluster, len(unit), rows.kept)
        clusters = Clusters(code, unit, weights, groups)
    return Units(weight, weight if given is None else weights**2, None, clusters)
