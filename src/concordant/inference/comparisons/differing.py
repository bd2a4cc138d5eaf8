"""The rows on which two models differ: in what they predict, and in being right where the metric counts that."""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatch

import numpy as np
import numpy.typing as npt

from concordant.inference.comparisons.contrast import Contrast
from concordant.inference.influence.kinds_of_rows import KINDS
from concordant.inference.influence.of_each_class import OfEachClass
from concordant.inference.influence.of_one_class import OfOneClass
from concordant.inference.samples.cell_sample import CellSample
from concordant.inference.samples.indicator_sample import IndicatorSample
from concordant.inference.samples.moment_sample import MomentSample
from concordant.inference.samples.sample import Sample
from concordant.inference.samples.score_sample import ScoreSample
from concordant.inference.samples.stand_in_points import RankedPoints
from concordant.inference.samples.units import Units
from concordant.metrics._object.kinds import SCORES
from concordant.metrics._object.metric import Metric
from concordant.states import Curve
from concordant.typing import FloatArray

Bools = npt.NDArray[np.bool_]
Codes = npt.NDArray[np.intp]


def same(contrast: Contrast) -> bool:
    """Whether no row moves the two differently: the models say the same, as far as the metric can see."""
    if not contrast.paired or contrast.difference != 0:
        return False
    differ = differing(contrast.a.sample.whole, contrast.b.sample.whole, contrast.metric)
    if differ is not None and not differ.any():
        return True
    if isinstance(contrast.influences, OfOneClass) and len(contrast.influences.labels.codes) == len(KINDS):
        _, a, b = KINDS
        if not contrast.influences.of_kinds(contrast.units.weight)[a != b].any():
            return True
    first, second = contrast.a.influence, contrast.b.influence
    if first is None or second is None:
        return False
    scale = max(float(np.abs(first).max(initial=0)), float(np.abs(second).max(initial=0)))
    return bool(scale > 0 and (np.abs(first - second) <= 1e-12 * scale).all())


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
    for place_a, place_b, curve_a, curve_b in zip(a.places, b.places, a.curves, b.curves, strict=True):
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


def discordance(contrast: Contrast) -> Discordance | None:
    """Count the rows, once; None where the metric is no such share, or rows are weighted or in clusters."""
    if "discordance" not in contrast.notes:
        contrast.notes["discordance"] = _discordance(contrast)
    found: Discordance | None = contrast.notes["discordance"]
    return found


def _discordance(contrast: Contrast) -> Discordance | None:
    a, b, positive = contrast.a.sample.whole, contrast.b.sample.whole, contrast.a.sample.output
    metric, options = contrast.metric, contrast.options
    if not contrast.paired or not isinstance(a, CellSample) or not isinstance(b, CellSample) or not _plain(a.units):
        return None
    apart = positive is None and "average" in metric.options  # an average over several labels is no share
    if apart and (options.get("average", "binary") != "binary" or len(a.state.labels) != 2):
        return None
    share = metric.share(a.state, options)
    event = None if share is None else share.event
    if event is None:
        return None
    if positive is None:
        positive = a.state.labels.index(a.state.binary(options.get("pos_label")).labels[1]) if apart else 0
    weight, truth, predicted_a, predicted_b = _of_class(contrast, positive) or (a.units.weight, *a.codes, b.codes[1])
    rows, happens_a = event(truth, predicted_a, positive)
    _, happens_b = event(truth, predicted_b, positive)
    only_a, only_b, n = (
        round(float(np.einsum("u,u->", weight, some)))  # whole numbers, whatever the order
        for some in (rows & happens_a & ~happens_b, rows & happens_b & ~happens_a, rows)
    )
    return Discordance(only_a, only_b, n)


def _of_class(contrast: Contrast, place: int) -> tuple[FloatArray, Codes, Codes, Codes] | None:
    """The kinds of rows of one class: how many there are, and labels like theirs. None where one class is asked of."""
    first, second = (one.of_all.influences for one in (contrast.a, contrast.b))
    if not isinstance(first, OfEachClass) or not isinstance(second, OfEachClass):
        return None
    kinds = first.labels.beside(second.labels).weights(contrast.units.weight)[:, place]
    truth, predicted_a, predicted_b = (np.where(here, place, place + 1) for here in KINDS)  # any other label
    return kinds, truth, predicted_a, predicted_b


def _plain(units: Units) -> bool:
    return units.clusters is None and units.counted
