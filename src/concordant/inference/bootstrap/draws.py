"""
Weights of the units under resampling.

Drawing n rows with replacement is drawing a multinomial over distinct rows: a table needs O(K^2) a draw, however many
rows it holds. Where units are rows, or nearly so, a kernel draws them one by one. Draws come in batches of bounded
memory; each batch, in the kernel each draw, has a random stream of its own, so that the result does not depend on
threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from concordant import _kernels
from concordant.errors import OptionError, WeightError
from concordant.inference.bootstrap.row_plan import key_of, row_plan
from concordant.inference.samples.units import Clusters, Units
from concordant.settings import get_threads, told
from concordant.typing import FloatArray, Scheme

_BATCH = 1 << 22  # weights in a batch: 32 MiB


def drawn_weights(units: Units, draws: int, *, seed: int, scheme: Scheme = "rows") -> Iterator[FloatArray]:
    """
    Yield weights of the units, shape (b, U), `draws` rows in all.

    Parameters
    ----------
    units : Units
        With clusters, whole clusters are drawn.
    draws : int
        How many samples.
    seed : int
        Of the random numbers: the same seed gives the same draws.
    scheme : {"rows", "stratified", "poisson"}
        n of all rows; as many rows of each class of the truth as there are; each row a Poisson(1) number of times.
    """
    draw = _drawer(units, scheme)
    plan = row_plan(units, stratified=scheme == "stratified")
    many = max(1, min(draws, _BATCH // max(len(units), 1)))
    if plan is not None:
        base, key = 1.0 if plan.base is None else plan.base, key_of(seed)
        for first in told(range(0, draws, many), "resampling"):
            how = (plan.rows, plan.starts, plan.units, scheme == "poisson", key, first, min(many, draws - first))
            yield np.asarray(_kernels.drawn_counts(*how, get_threads())) * base
        return
    streams = np.random.SeedSequence(seed).spawn(-(-draws // many))
    for batch, sequence in enumerate(told(streams, "resampling")):
        yield draw(np.random.default_rng(sequence), min(many, draws - batch * many))


def _drawer(units: Units, scheme: Scheme) -> Callable[[np.random.Generator, int], FloatArray]:
    """What draws so many rows of weights."""
    if units.clusters is not None:
        if scheme == "stratified":
            msg = 'scheme="stratified" draws rows of each class; with cluster= whole clusters are drawn.'
            raise OptionError(msg)
        clusters = units.clusters
        return lambda random, many: _of_clusters(clusters, len(units), random, many, poisson=scheme == "poisson")
    repeats, base = _repeats(units)
    if scheme == "poisson":
        return lambda random, many: random.poisson(repeats, (many, len(repeats))) * base
    if scheme == "stratified" and units.stratum is None:
        msg = 'scheme="stratified" draws rows of each class of the truth, and rows with several labels have no class.'
        raise OptionError(msg)
    if scheme == "rows" or units.stratum is None:
        return lambda random, many: _multinomial(repeats, random, many) * base
    strata = [np.flatnonzero(units.stratum == value) for value in np.unique(units.stratum)]

    def stratified(random: np.random.Generator, many: int) -> FloatArray:
        weights = np.empty((many, len(repeats)))
        for places in strata:
            weights[:, places] = _multinomial(repeats[places], random, many) * base[places]
        return weights

    return stratified


def _repeats(units: Units) -> tuple[FloatArray, FloatArray]:
    """How many rows a unit stands for, and the weight of each of them."""
    if units.counted:
        return units.weight, np.ones(len(units))
    if units.single:
        return np.ones(len(units)), units.weight
    msg = (
        "these rows are weighted and only their sums are known, so that none of them can be drawn again. Give the rows "
        "themselves, or take a method without resampling."
    )
    raise WeightError(msg)


def _multinomial(repeats: FloatArray, random: np.random.Generator, many: int) -> FloatArray:
    """How often each unit is drawn when as many rows are drawn as there are."""
    rows = round(repeats.sum())
    if rows == 0:
        return np.zeros((many, len(repeats)))
    if rows > 8 * len(repeats):
        return random.multinomial(rows, repeats / repeats.sum(), size=many).astype(np.float64)
    unit = np.repeat(np.arange(len(repeats)), repeats.astype(np.int64))
    key, starts = int(random.integers(2**63)), np.array([0, rows])
    return np.asarray(_kernels.drawn_counts(unit, starts, len(repeats), False, key, 0, many, get_threads()))


def _of_clusters(clusters: Clusters, size: int, random: np.random.Generator, many: int, *, poisson: bool) -> FloatArray:
    out = np.empty((many, size))
    for draw, often in zip(out, _times_of_clusters(clusters.size, random, many, poisson=poisson), strict=True):
        draw[:] = np.bincount(clusters.unit, clusters.weight * often[clusters.code], minlength=size)
    return out


def _times_of_clusters(groups: int, random: np.random.Generator, many: int, *, poisson: bool) -> Iterator[FloatArray]:
    """How often each cluster is drawn, draw by draw; there may be many more clusters than units."""
    some = max(1, _BATCH // max(groups, 1))
    key = 0 if poisson else int(random.integers(2**63))
    cluster, starts = np.arange(groups), np.array([0, groups])
    for first in range(0, many, some):
        size = min(some, many - first)
        if poisson or not groups:
            yield from random.poisson(1.0, (size, groups))
        else:
            yield from np.asarray(
                _kernels.drawn_counts(cluster, starts, groups, False, key, first, size, get_threads())
            )
