"""Bootstrap draws and their limits (percentile, basic, BCa, Dirichlet)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import OptionError, WeightError
from concordant.inference.quantiles import SCALES
from concordant.settings import get_threads, with_progress
from concordant.typing import FloatArray, Scheme

if TYPE_CHECKING:
    from concordant.inference.intervals.estimand import Estimate
    from concordant.inference.samples.sample import Atoms, Clusters

_NORMAL = NormalDist()
_BATCH = 1 << 22  # weights in a batch: 32 MiB
_ROWS_PER_UNIT = 8  # with more, a multinomial over the atoms is faster than drawing row by row
_MOST_ROWS = 1 << 32
_BLOCK = 1 << 24  # rows that a call of the kernel draws: about a tenth of a second
_GROUPS = 200  # more atoms than this are left out in groups

Ranking = tuple[npt.NDArray[np.intp] | None, npt.NDArray[np.uint8], npt.NDArray[np.uint8]]


def limits_of_draws(
    values: FloatArray, value: float, level: float, kind: str, acceleration: float | None, scale: str = "delta"
) -> tuple[float, float, str]:
    """Return the limits by a method, and which one that is: where BCa limits do not exist, percentiles."""
    if kind == "basic":
        return *basic(values, value, level), kind
    if kind == "normal":
        return *normal(values, value, level, scale), kind
    if acceleration is not None and np.isfinite(acceleration):
        limits = bca(values, value, level, acceleration)
        if limits is not None:
            return *limits, "bca"
    return *percentile(values, level), "percentile"


def percentile(values: FloatArray, level: float) -> tuple[float, float]:
    """The quantiles of the draws (Efron 1979, Annals of Statistics 7:1)."""
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def basic(values: FloatArray, value: float, level: float) -> tuple[float, float]:
    """The quantiles of the errors of the draws, turned round (Davison & Hinkley 1997, eq. 5.6)."""
    low, high = percentile(values, level)
    return 2 * value - high, 2 * value - low


def normal(values: FloatArray, value: float, level: float, scale: str = "delta") -> tuple[float, float]:
    """
    The value less the bias of the draws +- z of their standard deviations (Davison & Hinkley 1997, section 5.2).

    It is for values that are too high, or too low, by much of their own standard deviation, as information is on few
    rows. The limits are symmetric on `scale`, and stretched to hold the value.
    """
    centre, deviation = np.asarray(2 * value - values.mean()), np.asarray(values.std(ddof=1))
    low, high = SCALES[scale].limits(centre, deviation, _NORMAL.inv_cdf((1 + level) / 2))
    return min(float(low), value), max(float(high), value)


def bca(values: FloatArray, value: float, level: float, acceleration: float) -> tuple[float, float] | None:
    """
    Bias-corrected and accelerated limits (Efron 1987, JASA 82:171, eq. 2.3).

    Draws that equal the value count half, as they are many where the metric takes few values. None if all draws lie
    on one side of the value, or so nearly all that the limits would come from one tail of them.
    """
    share = ((values < value).sum() + (values == value).sum() / 2) / len(values)
    if not 0 < share < 1:
        return None
    z0 = _NORMAL.inv_cdf(share)
    ends = []
    for side in ((1 - level) / 2, (1 + level) / 2):
        z = z0 + _NORMAL.inv_cdf(side)
        scale = 1 - acceleration * z
        if scale <= 0:
            return None
        ends.append(_NORMAL.cdf(z0 + z / scale))
    if not ends[0] < 0.5 < ends[1]:
        return None
    low, high = np.quantile(values, ends)
    return float(low), float(high)


# Weights of the atoms under resampling.
#
# Drawing n rows with replacement is drawing a multinomial over distinct rows: a table needs O(K^2) a draw, however many
# rows it holds. Where atoms are rows, or nearly so, a kernel draws them one by one. Draws come in batches of bounded
# memory; each batch, in the kernel each draw, has a random stream of its own, so that the result does not depend on
# threads.


def drawn_weights(atoms: Atoms, draws: int, *, seed: int, scheme: Scheme = "rows") -> Iterator[FloatArray]:
    """
    Yield weights of the atoms, shape (b, U), `draws` rows in all.

    Parameters
    ----------
    atoms : Atoms
        With clusters, whole clusters are drawn.
    draws : int
        How many samples.
    seed : int
        Of the random numbers: the same seed gives the same draws.
    scheme : {"rows", "stratified", "poisson"}
        n of all rows; as many rows of each class of the truth as there are; each row a Poisson(1) number of times.
    """
    _check_drawable(atoms, scheme)
    plan = row_plan(atoms, stratified=scheme == "stratified")
    many = max(1, min(draws, _BATCH // max(len(atoms), 1)))
    if plan is not None:
        base, key = 1.0 if plan.base is None else plan.base, key_of(seed)
        for first in with_progress(range(0, draws, many), "resampling"):
            how = (plan.rows, plan.starts, plan.atoms, scheme == "poisson", key, first, min(many, draws - first))
            yield np.asarray(_kernels.drawn_counts(*how, get_threads())) * base
        return
    streams = np.random.SeedSequence(seed).spawn(-(-draws // many))
    for batch, sequence in enumerate(with_progress(streams, "resampling")):
        yield _drawn(atoms, scheme, np.random.default_rng(sequence), min(many, draws - batch * many))


def _check_drawable(atoms: Atoms, scheme: Scheme) -> None:
    """Raise for rows that cannot be drawn again, or not by classes."""
    if atoms.clusters is not None:
        if scheme == "stratified":
            raise OptionError('scheme="stratified" draws rows of each class; with cluster= whole clusters are drawn.')
    elif not atoms.counted and not atoms.single:
        raise WeightError(
            "these rows are weighted and only their sums are known, so that none of them can be drawn again. Give the "
            "rows themselves, or take a method without resampling."
        )
    elif scheme == "stratified" and atoms.stratum is None:
        msg = 'scheme="stratified" draws rows of each class of the truth, and rows with several labels have no class.'
        raise OptionError(msg)


def _drawn(atoms: Atoms, scheme: Scheme, random: np.random.Generator, many: int) -> FloatArray:
    """Weights of the atoms, (many, U): of clusters, or of atoms that stand for several rows each."""
    if atoms.clusters is not None:
        return _cluster_weights(atoms.clusters, len(atoms), random, many, poisson=scheme == "poisson")
    if scheme == "poisson":
        return random.poisson(atoms.weight, (many, len(atoms))).astype(np.float64)
    if scheme == "rows" or atoms.stratum is None:
        return _multinomial(atoms.weight, random, many)
    weights = np.empty((many, len(atoms)))
    for value in np.unique(atoms.stratum):
        indices = np.flatnonzero(atoms.stratum == value)
        weights[:, indices] = _multinomial(atoms.weight[indices], random, many)
    return weights


def _multinomial(repeats: FloatArray, random: np.random.Generator, many: int) -> FloatArray:
    """How often each atom is drawn among as many rows as there are, shape (many, U)."""
    rows = round(repeats.sum())
    if rows == 0:
        return np.zeros((many, len(repeats)))
    if rows > _ROWS_PER_UNIT * len(repeats):
        return random.multinomial(rows, repeats / repeats.sum(), size=many).astype(np.float64)
    unit = np.repeat(np.arange(len(repeats)), repeats.astype(np.int64))
    key, starts = int(random.integers(2**63)), np.array([0, rows])
    return np.asarray(_kernels.drawn_counts(unit, starts, len(repeats), False, key, 0, many, get_threads()))


def _cluster_weights(
    clusters: Clusters, size: int, random: np.random.Generator, many: int, *, poisson: bool
) -> FloatArray:
    """Weights of `size` atoms when clusters are drawn: in blocks, as there may be many more clusters than atoms."""
    weights, groups = np.empty((many, size)), clusters.size
    block = max(1, _BATCH // max(groups, 1))
    key = 0 if poisson else int(random.integers(2**63))
    cluster, starts = np.arange(groups), np.array([0, groups])
    for first in range(0, many, block):
        draws = min(block, many - first)
        if poisson or not groups:
            drawn: Any = random.poisson(1.0, (draws, groups))
        else:
            drawn = _kernels.drawn_counts(cluster, starts, groups, False, key, first, draws, get_threads())
        for draw, repeats in enumerate(np.asarray(drawn), first):
            weights[draw] = np.bincount(clusters.unit, clusters.weight * repeats[clusters.code], minlength=size)
    return weights


@dataclass(frozen=True, slots=True)
class RowPlan:
    """
    Rows to draw from.

    Attributes
    ----------
    rows : ndarray of int64, shape (n,), or None
        The atom of each row, stratum after stratum; None if row i is atom i.
    starts : ndarray of int64
        Where each stratum begins, and the end.
    atoms : int
        The number of atoms.
    base : ndarray of float64, shape (U,), or None
        The weight of a row of each atom; None if all are 1.
    """

    rows: npt.NDArray[np.int64] | None
    starts: npt.NDArray[np.int64]
    atoms: int
    base: FloatArray | None


def row_plan(atoms: Atoms, *, stratified: bool) -> RowPlan | None:
    """Plan the drawing of rows; None where atoms stand for many rows each, or clusters are drawn instead."""
    if atoms.clusters is not None or not len(atoms):
        return None
    if atoms.counted:
        repeats, base = atoms.weight.astype(np.int64), None
        if not len(atoms) <= repeats.sum() <= min(_ROWS_PER_UNIT * len(atoms), _MOST_ROWS - 2):
            return None
    elif atoms.single:
        repeats, base = np.ones(len(atoms), np.int64), atoms.weight
    else:
        return None
    rows: npt.NDArray[np.int64] | None
    if stratified and atoms.stratum is not None:
        order = np.argsort(atoms.stratum, kind="stable")
        rows = np.repeat(order, repeats[order]).astype(np.int64)
        sizes = np.bincount(atoms.stratum, repeats).astype(np.int64)
    else:
        rows = None if (repeats == 1).all() else np.repeat(np.arange(len(atoms)), repeats)
        sizes = repeats.sum(keepdims=True)
    return RowPlan(rows, np.append(0, np.cumsum(sizes)).astype(np.int64), len(atoms), base)


def key_of(seed: int) -> int:
    """The key of the streams of a seed: one a draw."""
    return int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0])


def drawn_auc(atoms: Atoms, ranking: Ranking, draws: int, *, seed: int, scheme: Scheme) -> FloatArray | None:
    """
    Return the AUC of each draw, NaN where one class is not drawn; None where rows cannot be drawn one by one.

    Parameters
    ----------
    atoms : Atoms
        What is drawn.
    ranking : tuple of ndarray
        The atoms in descending order of their scores (None: as they stand); by place, whether positive (1), and
        whether the last of its score (1).
    draws, seed, scheme
        As of `drawn_weights`.
    """
    plan = row_plan(atoms, stratified=scheme == "stratified")
    if plan is None:
        return None
    order, positive, last = ranking
    how = (plan.rows, plan.starts, plan.atoms, scheme == "poisson", order, positive, last, plan.base, key_of(seed))
    threads = get_threads()
    many = max(threads, _BLOCK // plan.atoms)  # Python hears Ctrl-C between blocks
    blocks: list[Any] = [
        _kernels.drawn_auc(*how, first, min(many, draws - first), threads)
        for first in with_progress(range(0, draws, many), "resampling")
    ]
    return np.concatenate(blocks)


def acceleration(estimate: Estimate) -> FloatArray:
    """
    Return ``a = sum psi^3 / (6 (sum psi^2)^1.5)`` over rows (Efron 1987, JASA 82:171, eq. 6.6), shape S.

    Rows of a cluster are added first. Without influences the jackknife gives them: one atom, or one group of atoms,
    is left out at a time. NaN where all are equal.
    """
    atoms, psi = estimate.atoms, estimate.influence
    if psi is None:
        moves, weight = _jackknife(estimate)
    elif atoms.clusters is not None:
        moves, weight = atoms.clusters.sums(psi.reshape(len(psi), -1)).reshape(-1, *psi.shape[1:]), None
    elif atoms.counted:
        moves, weight = psi, atoms.weight
    else:
        moves, weight = (psi.T * atoms.weight).T, None
    weight = np.ones(len(moves)) if weight is None else weight
    with np.errstate(invalid="ignore", divide="ignore"):
        cubes, squares = np.tensordot(weight, moves**3, axes=1), np.tensordot(weight, moves**2, axes=1)
        return np.asarray(cubes / (6 * squares**1.5))


def _jackknife(estimate: Estimate) -> tuple[FloatArray, FloatArray | None]:
    """The mean of the values without one atom (a row of it, where it is several) less each; and how often each is."""
    atoms = estimate.atoms
    if atoms.clusters is not None or len(atoms) > _GROUPS or not atoms.counted:
        return _without_groups(estimate), None
    weights = atoms.weight - np.eye(len(atoms))  # a row of each atom in turn: the rows of an atom are alike
    values = estimate.under(weights)
    return np.tensordot(atoms.weight / atoms.total, values, axes=1) - values, atoms.weight


def _without_groups(estimate: Estimate) -> FloatArray:
    atoms, clusters = estimate.atoms, estimate.atoms.clusters
    if clusters is None:
        part = np.arange(len(atoms)) % _GROUPS
        left_out = (np.where(part == group, atoms.weight, 0.0) for group in range(_GROUPS))
    else:
        masks = (clusters.code == group for group in range(clusters.size))
        left_out = (np.bincount(clusters.unit[mask], clusters.weight[mask], minlength=len(atoms)) for mask in masks)
    values = np.concatenate([estimate.under((atoms.weight - weight)[None]) for weight in left_out])
    return np.asarray(values.mean(0) - values)
