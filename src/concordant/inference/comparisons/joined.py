"""
The rows of two models in one sample: first each row with the prediction of A, then each row with that of B.

Weights of these 2 U units say which model a row is read from. With all weight on the first half it is A; a row
whose two predictions are exchanged has its weight on the other half.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial, singledispatch
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.inference.comparisons.contrast import Contrast
from concordant.inference.comparisons.differing import exchangeable
from concordant.inference.samples.cell_sample import CellSample
from concordant.inference.samples.indicator_sample import IndicatorSample
from concordant.inference.samples.moment_sample import MomentSample
from concordant.inference.samples.row_sample import RowSample
from concordant.inference.samples.sample import Sample
from concordant.inference.samples.score_sample import ScoreSample
from concordant.inference.samples.stand_in_points import RankedPoints
from concordant.inference.samples.units import Units
from concordant.metrics.definition.metric import Metric
from concordant.states import Curve, CurveStack, SampleCounts
from concordant.states.curves import CurvesOnDemand
from concordant.typing import FloatArray

Codes = npt.NDArray[np.intp]


def can_join(contrast: Contrast) -> bool:
    """Whether the rows of both models can be put in one sample."""
    return joined.dispatch(type(contrast.a.sample.whole)) is not joined.dispatch(Sample)


@singledispatch
def joined(a: Sample, b: Sample, metric: Metric) -> Sample:
    """Join two samples of the same rows."""
    del a, b
    msg = f'method="permutation" is not for {metric.name}; take method="percentile" or "bca", or leave it out.'
    raise OptionError(msg)


@joined.register
def _of_cells(a: CellSample, b: CellSample, metric: Metric) -> Sample:
    del metric
    truth, prediction = (np.concatenate(both) for both in zip(a.codes, b.codes, strict=True))
    return CellSample(_twice(a.units), a.state, (truth, prediction))


@joined.register
def _of_scores(a: ScoreSample, b: ScoreSample, metric: Metric) -> Sample:
    """Scores of two models need a common scale to be exchanged: see `exchangeable`."""
    ranked: list[tuple[FloatArray, Codes]] = []
    for place_a, place_b, *curves in zip(a.places, b.places, a.binary_curves, b.binary_curves, strict=True):
        first, second = (exchangeable(curve, metric) for curve in curves)
        every = np.concatenate([first[place_a], second[place_b]])
        scores, ascending = np.unique(every, return_inverse=True)
        ranked.append((scores[::-1], len(scores) - 1 - ascending.ravel()))
    state, truths = a.state, tuple(a.truths())
    shared = len(truths) < len(ranked)  # one truth of several classes
    codes = tuple(np.tile(code, 2) for code, _ in truths) * (len(ranked) if shared else 1)
    weight = np.concatenate([a.units.weight, b.units.weight])

    def curve(output: int, *, rest: bool = False) -> Curve:
        (scores, place), code = ranked[output], codes[output]
        classes = truths[0 if shared else output][1]
        if rest:
            code, classes = (code == output).astype(np.intp), (False, True)
        table = np.bincount(place * len(classes) + code, weight, minlength=len(scores) * len(classes))
        return Curve(scores, table.reshape(-1, len(classes)), tuple(classes))

    if isinstance(state, Curve):
        both: Curve | CurveStack = curve(0)
    elif isinstance(state.curves, CurvesOnDemand):
        both = replace(state, curves=CurvesOnDemand(len(ranked), curve, partial(curve, rest=True)))
    else:
        both = replace(state, curves=tuple(map(curve, range(len(ranked)))))
    return ScoreSample(_twice(a.units), both, tuple(place for _, place in ranked), codes)


@joined.register
def _of_indicators(a: IndicatorSample, b: IndicatorSample, metric: Metric) -> Sample:
    del metric
    pairs = ((a.both, b.both), (a.truth_alone, b.truth_alone), (a.prediction_alone, b.prediction_alone))
    return IndicatorSample(_twice(a.units), a.state, *(_below(*pair) for pair in pairs))


@joined.register
def _of_rows(a: RowSample, b: RowSample, metric: Metric) -> Sample:
    del metric
    tables, weights = (np.concatenate([getattr(one.state, what) for one in (a, b)]) for what in ("tables", "weights"))
    place = np.concatenate([a.place, b.place + len(a.state.tables)])
    return RowSample(_twice(a.units), SampleCounts(tables, weights, a.state.outputs), place)


def _below(first: Any, second: Any) -> Any:
    """One matrix above the other, dense or sparse."""
    if isinstance(first, np.ndarray):
        return np.concatenate([first, second])
    from scipy import sparse

    return sparse.vstack([first, second], format="csr")


@joined.register
def _of_moments(a: MomentSample, b: MomentSample, metric: Metric) -> Sample:
    del metric
    return MomentSample(_twice(a.units), a.state, np.concatenate([a.rows, b.rows]))


joined.register(RankedPoints, joined.dispatch(Sample))  # points are no rows that could be exchanged


def _twice(units: Units) -> Units:
    return Units(np.tile(units.weight, 2), np.tile(units.squares, 2))
