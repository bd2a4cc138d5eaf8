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
from concordant.inference.comparisons.difference import Contrast, Finding, differing, joined
from concordant.inference.comparisons.paired_tests import delta_test
from concordant.inference.influence.classes import KINDS, OfKinds
from concordant.inference.intervals.bootstrap import bootstrap_limits
from concordant.inference.intervals.estimand import Limits
from concordant.inference.samples.cells import CellSample
from concordant.inference.samples.sample import Clusters, Sample, Units
from concordant.metrics.definition.metric import Metric
from concordant.settings import told
from concordant.typing import FloatArray

_EXACT = 1 << 14  # ways to exchange that are all tried
_BATCH = 1 << 21
_FEW = 16  # units, among which clusters may be alike
_TOLERANCE = 1e-12


def permutation_test(contrast: Contrast) -> Finding:
    """
    ``p = (1 + #{|T*| >= |T|}) / (draws + 1)``, or the exact share of all exchanges where they are few.

    The limits are those of the standard error (of the paired bootstrap, where no influence is known), as a permutation
    knows only the hypothesis of no difference. Exchanges under which the metric is undefined count as far away.
    """
    if not contrast.paired:
        msg = 'method="permutation" exchanges two models within rows; models on different rows have none in common.'
        raise OptionError(msg)
    nothing = abs(contrast.difference) <= _TOLERANCE  # no exchange brings the two closer
    p_value, reasons = (1.0, ()) if nothing else _exchanged(contrast)
    limits = _limits(contrast)
    low, high, se = (float(end) for end in (limits.low, limits.high, limits.se))
    return Finding(low, high, se, p_value, "permutation", None, (*reasons, *limits.reasons))


def _exchanged(contrast: Contrast) -> tuple[float, tuple[str, ...]]:
    """The p-value of the exchanges, and doubts in it."""
    a, options, place = contrast.a, contrast.options, contrast.a.sample.output
    inner, outer = a.sample.whole, contrast.b.sample.whole
    of_class = None if place is None else _of_class(contrast, place)
    if of_class is not None:
        (inner, outer), options, place = of_class, {**options, "average": "binary"}, None
    both = joined(inner, outer, a.metric)
    differ = differing(inner, outer, a.metric)
    blocks = _blocks(inner.units, np.ones(len(inner.units), np.bool_) if differ is None else differ)
    ways = math.prod(size + 1 for size in blocks.sizes) if len(blocks.sizes) <= _EXACT else _EXACT + 1
    exact = ways <= _EXACT
    observed, far, undefined = abs(contrast.difference), 0.0, 0.0
    drawn = blocks.every() if exact else blocks.random(a.draws, a.seed)
    for swapped, chance in drawn:
        whole = exact and len(chance) == ways  # then the mirror of an exchange is there as well, as far from the end
        moved = _difference(both, inner.units.weight - swapped, swapped, a.metric, options, mirrored=whole)
        moved = moved if place is None else moved[:, place]
        gone = np.isnan(moved)
        undefined += float(chance[gone].sum())
        far += float(chance[gone | (np.abs(moved) >= observed - _TOLERANCE)].sum())
    p_value = min(1.0, far) if exact else (1 + far) / (a.draws + 1)
    share = undefined if exact else undefined / a.draws
    return p_value, (f"the metric is undefined in {share:.0%} of the exchanges",) if share >= 0.005 else ()


def _limits(contrast: Contrast) -> Limits:
    """Those of the delta method; without influences, of the paired bootstrap."""
    if contrast.influences is None:
        return bootstrap_limits(contrast, kind="percentile")
    found = delta_test(contrast)
    return Limits(np.asarray(found.low), np.asarray(found.high), np.asarray(found.se), "delta")


def _of_class(contrast: Contrast, place: int) -> tuple[CellSample, CellSample] | None:
    """
    The labels of one class against all others, as no other is asked about; None where values are not of one class each.

    A cluster has one row of each of the eight kinds of rows.
    """
    a, b = contrast.a.sample.whole, contrast.b.sample.whole
    if not isinstance(a, CellSample) or not isinstance(b, CellSample):
        return None
    if not isinstance(contrast.of_all.influences, OfKinds):
        return None
    first, second, clusters = a.against_rest(place), b.against_rest(place), a.units.clusters
    if clusters is None:
        return first, second
    true, of_a, of_b = KINDS
    kind = 4 * first.codes[0] + 2 * first.codes[1] + second.codes[1]
    held, row = np.unique(len(true) * clusters.code + kind[clusters.unit], return_inverse=True)
    code, unit = np.divmod(held, len(true))
    together = Clusters(code, unit, np.bincount(row, clusters.weight).astype(np.float64), clusters.size)
    weight, squares = (
        np.bincount(kind, each, len(true)).astype(np.float64) for each in (a.units.weight, a.units.squares)
    )
    units = Units(weight, squares, clusters=together)
    return CellSample(units, first.state, (true, of_a)), CellSample(units, second.state, (true, of_b))


def _difference(
    both: Sample,
    kept: FloatArray,
    swapped: FloatArray,
    metric: Metric,
    options: Mapping[str, Any],
    *,
    mirrored: bool,
) -> FloatArray:
    """The difference where rows of these weights are kept, and of these exchanged."""
    first = both.values(metric, options, np.concatenate([kept, swapped], axis=1))
    second = first[::-1] if mirrored else both.values(metric, options, np.concatenate([swapped, kept], axis=1))
    with np.errstate(invalid="ignore"):  # infinite less infinite is undefined, and counted as that
        return np.asarray(first - second)


class _Blocks:
    """
    What is exchanged as one: a row, or all rows of a cluster. `sizes` says how many there are of each kind.

    `exchanged` gives the weight in each of so many `units` for how often each kind is exchanged.
    """

    def __init__(self, sizes: list[int], units: int, exchanged: Callable[[FloatArray], FloatArray]) -> None:
        self.sizes, self._units, self._exchanged = sizes, units, exchanged

    def every(self) -> Iterator[tuple[FloatArray, FloatArray]]:
        """Yield all exchanges with their probabilities."""
        ways = itertools.product(*(range(size + 1) for size in self.sizes))
        logarithm = [[math.log(math.comb(size, k)) for k in range(size + 1)] for size in self.sizes]
        some = list(itertools.islice(ways, self._many))
        while some:
            chances = [math.fsum(logs[k] for logs, k in zip(logarithm, way, strict=True)) for way in some]
            chance = np.exp(np.array(chances) - sum(self.sizes) * math.log(2))
            yield self._exchanged(np.array(some, float).reshape(len(some), len(self.sizes))), chance
            some = list(itertools.islice(ways, self._many))

    def random(self, draws: int, seed: int) -> Iterator[tuple[FloatArray, FloatArray]]:
        """Yield random exchanges, each with the chance 1."""
        streams = np.random.SeedSequence(seed).spawn(-(-draws // self._many))
        some = max(1, _BATCH // max(len(self.sizes), 1))  # there may be many more clusters than units
        for batch, sequence in enumerate(told(streams, "exchanging")):
            many = min(self._many, draws - batch * self._many)
            random = np.random.default_rng(sequence)
            parts = [
                self._exchanged(random.binomial(self.sizes, 0.5, (size, len(self.sizes))).astype(np.float64))
                for size in (min(some, many - first) for first in range(0, many, some))
            ]
            yield np.concatenate(parts), np.ones(many)

    @property
    def _many(self) -> int:
        return max(1, _BATCH // max(self._units, 1))


def _blocks(units: Units, differ: npt.NDArray[np.bool_]) -> _Blocks:
    """What to exchange where some units differ: to exchange the others changes nothing."""
    if units.clusters is not None:
        return _blocks_of_clusters(units.clusters, differ)
    places = np.flatnonzero(differ)
    if not (units.counted or units.single):
        msg = "only the sums of the weights are known, so that no row can be exchanged. Give the rows themselves."
        raise WeightError(msg)
    sizes = units.weight[places].astype(int).tolist() if units.counted else [1] * len(places)

    def exchanged(often: FloatArray) -> FloatArray:
        out = np.zeros((len(often), len(units)))
        out[:, places] = often if units.counted else often * units.weight[places]
        return out

    return _Blocks(sizes, len(units), exchanged)


def _blocks_of_clusters(clusters: Clusters, differ: npt.NDArray[np.bool_]) -> _Blocks:
    """The clusters that hold something that differs; of few units those that hold the same are of one kind."""
    here, places = differ[clusters.unit], np.flatnonzero(differ)
    held, code = np.unique(clusters.code[here], return_inverse=True)
    unit, weight = clusters.unit[here], clusters.weight[here]
    if len(places) <= _FEW:
        holds = np.zeros((len(held), len(places)))
        np.add.at(holds, (code, np.searchsorted(places, unit)), weight)
        kinds, sizes = np.unique(holds, axis=0, return_counts=True)

        def exchanged(often: FloatArray) -> FloatArray:
            out = np.zeros((len(often), len(differ)))
            out[:, places] = often @ kinds
            return out

        return _Blocks(sizes.tolist(), len(differ), exchanged)

    def exchanged_one_by_one(often: FloatArray) -> FloatArray:
        return np.array([np.bincount(unit, weight * flips[code], minlength=len(differ)) for flips in often])

    return _Blocks([1] * len(held), len(differ), exchanged_one_by_one)
