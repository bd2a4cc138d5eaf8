"""The rows that two models predict differently."""

from __future__ import annotations

from functools import singledispatch

import numpy as np
import numpy.typing as npt

from concordant.inference.comparisons.contrast import Contrast
from concordant.inference.samples.cell_sample import CellSample
from concordant.inference.samples.indicator_sample import IndicatorSample
from concordant.inference.samples.moment_sample import MomentSample
from concordant.inference.samples.sample import Sample
from concordant.inference.samples.score_sample import ScoreSample
from concordant.inference.samples.stand_in_points import RankedPoints
from concordant.metrics._object.kinds import SCORES
from concordant.metrics._object.metric import Metric
from concordant.states import Curve
from concordant.typing import FloatArray

Bools = npt.NDArray[np.bool_]


def same(contrast: Contrast) -> bool:
    """Whether no row moves the two differently: the models say the same, as far as the metric can see."""
    if not contrast.paired or contrast.difference != 0:
        return False
    differ = differing(contrast.a.sample.whole, contrast.b.sample.whole, contrast.metric)
    if differ is not None and not differ.any():
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
    return np.asarray(a.cell != b.cell)


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
