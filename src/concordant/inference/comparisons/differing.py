"""The rows on which two models differ: in what they predict, and in being right where the metric counts that."""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatch

import numpy as np
import numpy.typing as npt

from concordant.inference.comparisons.contrast import Contrast
from concordant.inference.influence.kinds_of_rows import KINDS, of_both
from concordant.inference.influence.of_each_class import OfEachClass
from concordant.inference.influence.of_kinds import OfKinds
from concordant.inference.samples.cell_sample import CellSample
from concordant.inference.samples.indicator_sample import IndicatorSample
from concordant.inference.samples.moment_sample import MomentSample
from concordant.inference.samples.sample import Sample
from concordant.inference.samples.score_sample import ScoreSample
from concordant.inference.samples.stand_in_points import RankedPoints
from concordant.inference.samples.units import Units
from concordant.metrics.definition.facts import Event
from concordant.metrics.definition.kinds import SCORES
from concordant.metrics.definition.metric import Metric
from concordant.states import Curve
from concordant.typing import FloatArray

Bools = npt.NDArray[np.bool_]
Codes = npt.NDArray[np.intp]
_ROUNDING = 1e-12  # of the largest influence


def same(contrast: Contrast) -> bool:
    """Whether no row moves the two differently: the models say the same, as far as the metric can see."""
    if not contrast.paired:
        return False
    place = contrast.a.sample.output
    if place is not None and (each := same_of_each(contrast.of_all)) is not None:
        return bool(each[place])
    if contrast.difference != 0:
        return False
    differ = differing(contrast.a.sample.whole, contrast.b.sample.whole, contrast.metric)
    if differ is not None and not differ.any():
        return True
    first, second = contrast.a.influence, contrast.b.influence
    if first is None or second is None:
        return False
    scale = max(float(np.abs(first).max(initial=0)), float(np.abs(second).max(initial=0)))
    return bool(scale > 0 and (np.abs(first - second) <= _ROUNDING * scale).all())


def same_of_each(contrast: Contrast) -> Bools | None:
    """The same of each class, (K,); None where kinds of rows do not tell."""
    return contrast.noted("same", _same_of_each)


def _same_of_each(contrast: Contrast) -> Bools | None:
    first, second = contrast.a.influences, contrast.b.influences
    if not isinstance(first, OfEachClass) or not isinstance(second, OfEachClass):
        return None  # before their difference is written down, which of others is large
    psi = contrast.influences
    if not isinstance(psi, OfKinds):
        return None
    _, a, b = KINDS
    here = psi.labels.weights(contrast.units.weight) > 0
    alike = ~here[a != b].any(0)
    moved = (np.where(here, np.abs(each), 0.0) for each in of_both(first.terms, second.terms))
    scale = np.maximum(*(each.max(0) for each in moved))
    least = _ROUNDING * np.where(scale > _ROUNDING, scale, 1.0)  # of a share that is 0 or 1 no row moves it at all
    still = (np.where(here, np.abs(psi.terms), 0.0) <= least).all(0)
    known = np.isfinite(contrast.value)
    return np.asarray(known & (alike | (still & (contrast.value == 0))))  # rounding can make it another, where alike


@singledispatch
def differing(a: Sample, b: Sample, metric: Metric) -> Bools | None:
    """Say of each unit whether the predictions differ; None where the samples do not tell."""
    del a, b, metric
    return None


@differing.register
def _of_cells(a: CellSample, b: CellSample, metric: Metric) -> Bools | None:
    del metric
    return np.asarray(a.codes[1] != b.codes[1])


differing.register(RankedPoints, differing.dispatch(Sample))  # which tell nothing of single rows


@differing.register
def _of_scores(a: ScoreSample, b: ScoreSample, metric: Metric) -> Bools | None:
    """Where scores differ: in their ranks if only the order counts, else in their values."""
    found = np.zeros(len(a.units), np.bool_)
    for place_a, place_b, curve_a, curve_b in zip(a.places, b.places, a.binary_curves, b.binary_curves, strict=True):
        found |= exchangeable(curve_a, metric)[place_a] != exchangeable(curve_b, metric)[place_b]
    return found


@differing.register
def _of_moments(a: MomentSample, b: MomentSample, metric: Metric) -> Bools | None:
    """Where rows differ in the quantities that the metric reads."""
    del metric
    return np.asarray((a.rows != b.rows).reshape(len(a.rows), -1).any(1))


def exchangeable(curve: Curve, metric: Metric) -> FloatArray:
    """
    Return the distinct scores of a curve on a scale that two models can have in common.

    A metric that only sees their order gets midranks: the share of all rows with a lower score, those with the same
    counting half. Others, such as metrics of probabilities, get the scores as they are.
    """
    if metric.kind is not SCORES:
        return np.asarray(curve.scores, np.float64)
    weight = curve.weights.sum(1, dtype=np.float64)
    return np.asarray(1 - (np.cumsum(weight) - weight / 2) / weight.sum())


@differing.register
def _of_indicators(a: IndicatorSample, b: IndicatorSample, metric: Metric) -> Bools | None:
    del metric
    pairs = ((a.both, b.both), (a.prediction_alone, b.prediction_alone))
    found = np.zeros(len(a.units), np.bool_)
    for first, second in pairs:
        found |= np.asarray((first != second).sum(1)).ravel() > 0
    return found


@dataclass(frozen=True, slots=True)
class Discordance:
    """
    The rows that two shares are taken of.

    Attributes
    ----------
    only_a, only_b : int
        In how many of them the event happens to A alone, and to B alone.
    n : int
        How many there are; the difference of the shares is ``(only_a - only_b) / n``.
    """

    only_a: int
    only_b: int
    n: int


@dataclass(frozen=True, slots=True)
class DiscordanceOfEach:
    """The same of each class against all others: arrays of whole numbers, shape (K,)."""

    only_a: FloatArray
    only_b: FloatArray
    n: FloatArray

    def of_one(self, place: int) -> Discordance:
        """Of one class."""
        return Discordance(*(int(numbers[place]) for numbers in (self.only_a, self.only_b, self.n)))


def discordance(contrast: Contrast) -> Discordance | None:
    """Count the rows, once; None where the metric is no such share, or rows are weighted or in clusters."""
    return contrast.noted("discordance", _discordance)


def discordance_of_each(contrast: Contrast) -> DiscordanceOfEach | None:
    """Count the rows of each class against all others, once; None where one class is asked of, or as `discordance`."""
    return contrast.noted("discordance of each", _discordance_of_each)


def _discordance_of_each(contrast: Contrast) -> DiscordanceOfEach | None:
    first, second, event = contrast.a.influences, contrast.b.influences, _event(contrast)
    if event is None or not isinstance(first, OfEachClass) or not isinstance(second, OfEachClass):
        return None
    truth, a, b = (1 - kind for kind in KINDS)  # the label of the class is 0, that of all others 1
    weight = first.labels.beside(second.labels).weights(contrast.units.weight)
    return DiscordanceOfEach(*_counted(event, (truth, a, b), 0, weight))


def _event(contrast: Contrast) -> Event | None:
    """What happens to the rows that a share counts, if the rows of both models can be told apart."""
    a, b = contrast.a.sample.whole, contrast.b.sample.whole
    if not contrast.paired or not isinstance(a, CellSample) or not isinstance(b, CellSample) or not _plain(a.units):
        return None
    share = contrast.metric.share(a.state, contrast.options)
    return None if share is None else share.event


def _counted(
    event: Event, labels: tuple[Codes, Codes, Codes], positive: int, weight: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """The rows in which it happens to A alone, to B alone, and all that it can happen to: of weights (R,) or (R, K)."""
    truth, predicted_a, predicted_b = labels
    rows, happens_a = event(truth, predicted_a, positive)
    _, happens_b = event(truth, predicted_b, positive)
    some = rows & happens_a & ~happens_b, rows & happens_b & ~happens_a, rows
    only_a, only_b, n = (np.rint(np.einsum("r...,r->...", weight, each)) for each in some)  # whole, in any order
    return only_a, only_b, n


def _discordance(contrast: Contrast) -> Discordance | None:
    place, a, b = contrast.a.sample.output, contrast.a.sample.whole, contrast.b.sample.whole
    if place is not None and (each := discordance_of_each(contrast.of_all)) is not None:
        return each.of_one(place)
    apart = place is None and "average" in contrast.metric.options  # an average over several labels is no share
    if not isinstance(a, CellSample) or not isinstance(b, CellSample):
        return None
    if apart and (contrast.options.get("average", "binary") != "binary" or len(a.state.labels) != 2):
        return None
    event = _event(contrast)
    if event is None:
        return None
    if place is None:
        place = a.state.labels.index(a.state.binary(contrast.options.get("pos_label")).labels[1]) if apart else 0
    found = _counted(event, (*a.codes, b.codes[1]), place, a.units.weight)
    return Discordance(*map(int, found))


def _plain(units: Units) -> bool:
    return units.clusters is None and units.counted
