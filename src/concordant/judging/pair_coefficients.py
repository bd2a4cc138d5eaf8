"""Coefficients of pairs: a judge with each person, and people with each other; and what they are without each item."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.judging.judged_items import JudgedItems
from concordant.judging.means import Mean
from concordant.metrics.definition.metric import Metric
from concordant.states import Counts
from concordant.typing import FloatArray

_NUMBERS = 1 << 21  # in one stack of tables


def coefficient_means(items: JudgedItems, metric: Metric, options: Mapping[str, Any]) -> tuple[list[Mean], str | None]:
    """
    Return the difference of both means over pairs, and the two means: judge with person, person with person.

    The standard errors are those of the jackknife over items, or over clusters. Pairs without a value are left out.
    """
    size, judges = items.codes.shape[1], len(items.judges)
    with_judge = [(0, other) for other in range(judges, size)]
    among = list(combinations(range(judges, size), 2))
    value, without, reasons = [], [], []
    for pairs, what in ((with_judge, "judge and person"), (among, "two people")):
        one, each, gone = _mean_of_pairs(items, pairs, metric, options)
        value.append(one)
        without.append(each)
        if gone:
            reasons.append(f"{gone} of {len(pairs)} pairs of {what} have no {metric.name} and are left out")
    n, times = float(items.times.sum()), items.times
    if items.clusters is not None:
        times = np.ones(items.clusters.size)
    groups = float(times.sum())
    method = "jackknife, t" if items.clusters is None else "jackknife of clusters, t"
    means = []
    for centre, left in ((value[0] - value[1], without[0] - without[1]), *zip(value, without, strict=True)):
        if np.isnan(left[times > 0]).any():
            reasons.append("without one of the items a value is undefined")
            means.append(Mean(centre, math.nan, math.nan, n, method))
            continue
        apart = left - float(times @ left) / groups
        variance = (groups - 1) / groups * float(times @ np.square(apart))
        means.append(Mean(centre, math.sqrt(variance) if variance > 1e-30 else 0.0, groups - 1, n, method))
    return means, "; ".join(dict.fromkeys(reasons)) or None


def _mean_of_pairs(
    items: JudgedItems, pairs: list[tuple[int, int]], metric: Metric, options: Mapping[str, Any]
) -> tuple[float, FloatArray, int]:
    """The mean of the coefficient, the same without each item (or cluster), and how many pairs have none."""
    values, without = [], []
    for a, b in pairs:
        value, left = _of_pair(items, items.codes[:, a], items.codes[:, b], metric, options)
        values.append(value)
        without.append(left)
    known = ~np.isnan(values)
    if not known.any():
        return math.nan, np.full(len(without[0]), np.nan), len(pairs)
    left = np.stack(without)[known]
    return float(np.array(values)[known].mean()), left.mean(0), int((~known).sum())


def _of_pair(
    items: JudgedItems,
    first: npt.NDArray[np.intp],
    second: npt.NDArray[np.intp],
    metric: Metric,
    options: Mapping[str, Any],
) -> tuple[float, FloatArray]:
    size = len(items.labels)
    both = (first >= 0) & (second >= 0)
    cell = np.where(both, first * size + second, 0)
    table = np.bincount(cell[both], items.times[both], size * size).astype(np.float64)
    value = float(_formula(items, table[None], metric, options)[0])
    if items.clusters is None:
        cells, place = np.unique(cell[both], return_inverse=True)
        moved = np.empty(len(cells))
        many = max(1, _NUMBERS // table.size)
        for start in range(0, len(cells), many):
            some = cells[start : start + many]
            stack = np.repeat(table[None], len(some), axis=0)
            stack[np.arange(len(some)), some] -= 1.0
            moved[start : start + many] = _formula(items, stack, metric, options)
        left = np.full(len(first), value)
        left[both] = moved[place.ravel()]
        return value, left
    members = items.clusters
    here = both[members.unit]
    flat = members.code[here] * (size * size) + cell[members.unit[here]]
    if members.size * table.size > 1 << 26:
        msg = f"{members.size} clusters with {size} labels are too many for this coefficient: take metric='agreement'."
        raise OptionError(msg)
    own = np.bincount(flat, members.weight[here], members.size * table.size).astype(np.float64)
    return value, _formula(items, table - own.reshape(members.size, -1), metric, options)


def _formula(items: JudgedItems, flat: FloatArray, metric: Metric, options: Mapping[str, Any]) -> FloatArray:
    size = len(items.labels)
    counts = Counts(flat.reshape(-1, size, size), items.labels, items.state.ordered)
    metric.check(counts, dict(options))
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(metric.formula(counts, **options), np.float64)
