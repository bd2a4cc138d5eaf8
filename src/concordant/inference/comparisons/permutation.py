"""
The permutation test: exchange the predictions of A and B within rows.

The hypothesis is that each row would have been as likely with the two predictions exchanged. It is stronger than
"the metric of both is the same": two models that err in different ways can have one F1. Rows in which both say the
same need no exchange, and alike rows are exchanged together: k of n of them with the probability of a binomial.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError, WeightError
from concordant.inference.comparisons.difference import Difference, TestResult
from concordant.inference.comparisons.paired_tests import delta_test
from concordant.inference.influence.classes import PATTERNS, PerPattern
from concordant.inference.intervals.bootstrap import bootstrap_limits
from concordant.inference.intervals.estimand import Limits
from concordant.inference.samples.cells import CellSample
from concordant.inference.samples.sample import Atoms, Clusters, Sample
from concordant.metrics.definition.metric import Metric
from concordant.settings import with_progress
from concordant.typing import FloatArray

_EXACT = 1 << 14  # ways to exchange that are all tried
_BATCH = 1 << 21
_FEW = 16  # atoms, among which clusters may be alike
_TOLERANCE = 1e-12


def permutation_test(difference: Difference) -> TestResult:
    """
    ``p = (1 + #{|T*| >= |T|}) / (draws + 1)``, or the exact share of all exchanges where they are few.

    The limits are those of the standard error (of the paired bootstrap, where no influence is known), as a permutation
    knows only the hypothesis of no difference. Exchanges under which the metric is undefined count as far away.
    """
    if not difference.paired:
        msg = 'method="permutation" exchanges two models within rows; models on different rows have none in common.'
        raise OptionError(msg)
    equal = abs(difference.estimate) <= _TOLERANCE  # no exchange brings the two closer
    p_value, reasons = (1.0, ()) if equal else _exchanged(difference)
    limits: Limits | TestResult
    if difference.influences is None:
        limits = bootstrap_limits(difference, kind="percentile")
        reasons = (*reasons, *limits.reasons)
    else:
        limits = delta_test(difference)
    return TestResult(float(limits.low), float(limits.high), float(limits.se), p_value, "permutation", None, reasons)


def _exchanged(difference: Difference) -> tuple[float, tuple[str, ...]]:
    """The p-value of the exchanges, and a warning where the metric is undefined in some of them."""
    a, options, output = difference.a, difference.options, difference.a.output
    first, second = a.sample, difference.b.sample
    one_class = None if output is None else _one_against_rest(difference, output)
    if one_class is not None:
        (first, second), options, output = one_class, {**options, "average": "binary"}, None
    both, differ = first.joined(second, a.metric), first.differs(second, a.metric)
    atoms = first.atoms
    blocks = _blocks(atoms, np.ones(len(atoms), np.bool_) if differ is None else differ)
    ways = math.prod(size + 1 for size in blocks.sizes) if len(blocks.sizes) <= _EXACT else _EXACT + 1
    exact = ways <= _EXACT
    observed, far, undefined = abs(difference.estimate), 0.0, 0.0
    drawn = blocks.every() if exact else blocks.random(a.draws, a.seed)
    for swapped, chance in drawn:
        whole = exact and len(chance) == ways  # then the mirror of an exchange is there as well, as far from the end
        moved = _changed(both, atoms.weight - swapped, swapped, a.metric, options, mirrored=whole)
        moved = moved if output is None else moved[:, output]
        lost = np.isnan(moved)
        undefined += float(chance[lost].sum())
        far += float(chance[lost | (np.abs(moved) >= observed - _TOLERANCE)].sum())
    p_value = min(1.0, far) if exact else (1 + far) / (a.draws + 1)
    share = undefined if exact else undefined / a.draws
    return p_value, (f"the metric is undefined in {share:.0%} of the exchanges",) if share >= 0.005 else ()


def _one_against_rest(difference: Difference, output: int) -> tuple[CellSample, CellSample] | None:
    """
    The labels of one class against all others; None where values are not of one class each.

    A cluster has one row of each of the eight patterns.
    """
    a, b = difference.a.sample, difference.b.sample
    if not isinstance(a, CellSample) or not isinstance(b, CellSample):
        return None
    if not isinstance(difference.of_all.influences, PerPattern):
        return None
    first, second, clusters = a.against_rest(output), b.against_rest(output), a.atoms.clusters
    if clusters is None:
        return first, second
    true, of_a, of_b = PATTERNS
    kind = 4 * first.codes[0] + 2 * first.codes[1] + second.codes[1]
    cells, row = np.unique(len(true) * clusters.code + kind[clusters.unit], return_inverse=True)
    code, unit = np.divmod(cells, len(true))
    clusters = Clusters(code, unit, np.bincount(row, clusters.weight).astype(np.float64), clusters.size)
    weight = np.bincount(kind, a.atoms.weight, len(true)).astype(np.float64)
    squares = np.bincount(kind, a.atoms.squares, len(true)).astype(np.float64)
    atoms = Atoms(weight, squares, clusters=clusters)
    return CellSample(atoms, first.state, (true, of_a)), CellSample(atoms, second.state, (true, of_b))


def _changed(
    both: Sample, kept: FloatArray, swapped: FloatArray, metric: Metric, options: Mapping[str, Any], *, mirrored: bool
) -> FloatArray:
    """The difference where rows of the weights `kept` stay as they are, and rows of `swapped` are exchanged."""
    first = both.values(metric, options, np.concatenate([kept, swapped], axis=1))
    second = first[::-1] if mirrored else both.values(metric, options, np.concatenate([swapped, kept], axis=1))
    with np.errstate(invalid="ignore"):  # infinite less infinite is undefined, and counted as that
        return np.asarray(first - second)


class _Blocks:
    """
    What is exchanged together: a row, or all rows of a cluster. `sizes` says how many blocks there are of each kind.

    `exchanged` gives the weight in each of so many `atoms` for how often each kind is exchanged.
    """

    def __init__(self, sizes: list[int], atoms: int, exchanged: Callable[[FloatArray], FloatArray]) -> None:
        self.sizes, self._atoms, self._exchanged = sizes, atoms, exchanged

    def every(self) -> Iterator[tuple[FloatArray, FloatArray]]:
        """Yield all exchanges with their probabilities."""
        ways = itertools.product(*(range(size + 1) for size in self.sizes))
        logarithm = [[math.log(math.comb(size, k)) for k in range(size + 1)] for size in self.sizes]
        while batch := list(itertools.islice(ways, self._batch)):
            chances = [math.fsum(logs[k] for logs, k in zip(logarithm, way, strict=True)) for way in batch]
            chance = np.exp(np.array(chances) - sum(self.sizes) * math.log(2))
            yield self._exchanged(np.array(batch, float).reshape(len(batch), len(self.sizes))), chance

    def random(self, draws: int, seed: int) -> Iterator[tuple[FloatArray, FloatArray]]:
        """Yield random exchanges, each with the chance 1."""
        streams = np.random.SeedSequence(seed).spawn(-(-draws // self._batch))
        most = max(1, _BATCH // max(len(self.sizes), 1))  # there may be many more clusters than atoms
        for batch, sequence in enumerate(with_progress(streams, "exchanging")):
            size = min(self._batch, draws - batch * self._batch)
            random = np.random.default_rng(sequence)
            parts = [
                self._exchanged(random.binomial(self.sizes, 0.5, (rows, len(self.sizes))).astype(np.float64))
                for rows in (min(most, size - first) for first in range(0, size, most))
            ]
            yield np.concatenate(parts), np.ones(size)

    @property
    def _batch(self) -> int:
        return max(1, _BATCH // max(self._atoms, 1))


def _blocks(atoms: Atoms, differ: npt.NDArray[np.bool_]) -> _Blocks:
    """What to exchange where some atoms differ: to exchange the others changes nothing."""
    if atoms.clusters is not None:
        return _blocks_of_clusters(atoms.clusters, differ)
    indices = np.flatnonzero(differ)
    if not (atoms.counted or atoms.single):
        msg = "only the sums of the weights are known, so that no row can be exchanged. Give the rows themselves."
        raise WeightError(msg)
    sizes = atoms.weight[indices].astype(int).tolist() if atoms.counted else [1] * len(indices)

    def exchanged(repeats: FloatArray) -> FloatArray:
        out = np.zeros((len(repeats), len(atoms)))
        out[:, indices] = repeats if atoms.counted else repeats * atoms.weight[indices]
        return out

    return _Blocks(sizes, len(atoms), exchanged)


def _blocks_of_clusters(clusters: Clusters, differ: npt.NDArray[np.bool_]) -> _Blocks:
    """The clusters that hold something that differs; of few atoms those that hold the same are of one kind."""
    selected, indices = differ[clusters.unit], np.flatnonzero(differ)
    codes, code = np.unique(clusters.code[selected], return_inverse=True)
    unit, weight = clusters.unit[selected], clusters.weight[selected]
    if len(indices) <= _FEW:
        holds = np.zeros((len(codes), len(indices)))
        np.add.at(holds, (code, np.searchsorted(indices, unit)), weight)
        kinds, sizes = np.unique(holds, axis=0, return_counts=True)

        def exchanged(repeats: FloatArray) -> FloatArray:
            out = np.zeros((len(repeats), len(differ)))
            out[:, indices] = repeats @ kinds
            return out

        return _Blocks(sizes.tolist(), len(differ), exchanged)

    def exchanged_one_by_one(repeats: FloatArray) -> FloatArray:
        return np.array([np.bincount(unit, weight * flips[code], minlength=len(differ)) for flips in repeats])

    return _Blocks([1] * len(codes), len(differ), exchanged_one_by_one)
