"""
The influences of metrics of scores: those of one curve, and their averages over classes and labels.

A metric of one curve says how a row moves it in its own file (``@metric(..., influence=...)``): a function of the curve
that gives psi of a negative and of a positive row at each score. Metrics that are read off at one place of a curve (a
sensitivity at a specificity, a gain at a depth) have no influence that these data tell without the density of the
scores there: the bootstrap is for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.inference.influence.at_prevalence import influence_at_prevalence
from concordant.inference.influence.pairs_of_classes import pairs_influence
from concordant.metrics.definition.facts import Auc, NetBenefit
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import options_of
from concordant.states import Curve
from concordant.typing import FloatArray

if TYPE_CHECKING:
    from concordant.inference.samples.score_sample import ScoreSample


def score_influence(metric: Metric, sample: ScoreSample, options: Mapping[str, Any]) -> FloatArray | None:
    """Psi of each unit, shape (U,) or, for one value a class or label, (U, S); None if it is not known."""
    if metric.influence is None:
        return None
    known = options_of(metric.influence)
    if options.get("prevalence") is not None and "prevalence" not in known:
        return influence_at_prevalence(metric, sample, options, score_influence)
    chosen = {key: value for key, value in options.items() if key in known}
    state, average = sample.state, options.get("average", "macro")

    def of_curve(curve: Curve) -> FloatArray:
        return _of_curve(metric, curve, chosen)

    if isinstance(state, Curve):
        return _of_one(sample, 0, of_curve(state))
    area = metric.is_a if isinstance(metric.is_a, Auc) else None
    if area and (area.of_pairs or (options.get("multi_class") == "ovo" and not state.multilabel)):
        return area.width * pairs_influence(state, sample.places, sample.codes[0], sample.units.weight, average)
    if average == "micro":
        return _micro(sample, of_curve)
    values = np.asarray(metric.formula(state, **{**options, "average": None}), np.float64)
    each = np.empty((len(sample.units), len(values)))
    for place, curve in enumerate(state.binary_curves()):
        each[:, place] = _of_one(sample, place, of_curve(curve))
    each[:, np.isnan(values)] = np.nan
    return each if average is None else _averaged(sample, values, each, weighted=average == "weighted")


def _of_curve(metric: Metric, curve: Curve, options: Mapping[str, Any]) -> FloatArray:
    """Psi of a negative and of a positive row at each score; without positive rows known of net benefits alone."""
    if not curve.weights[:, 1].any() and not isinstance(metric.is_a, NetBenefit):
        return np.full((len(curve.scores), 2), np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):  # of one class alone: NaN, or nothing moves the value
        psi: FloatArray = metric.influence(curve, **options)  # type: ignore[misc]
    return psi


def _belongs(sample: ScoreSample, output: int) -> Any:
    """Whether each unit is positive for an output: of its class, or has its label."""
    code = sample.codes[output]
    multiple = not isinstance(sample.state, Curve) and not sample.state.multilabel
    return (code == output if multiple else code == 1).astype(np.intp)


def _of_one(sample: ScoreSample, output: int, by_score: FloatArray) -> FloatArray:
    """That of each unit."""
    psi: FloatArray = by_score.ravel()[2 * sample.places[output] + _belongs(sample, output)]
    return psi


def _micro(sample: ScoreSample, of_curve: Callable[[Curve], FloatArray]) -> FloatArray:
    """A row is one row in the pooled curve for every output."""
    stack: Any = sample.state
    pooled = stack.pooled()
    psi = of_curve(pooled)
    found = np.zeros(len(sample.units))
    for output, curve in enumerate(stack.binary_curves()):
        place = len(pooled.scores) - 1 - np.searchsorted(pooled.scores[::-1], curve.scores)
        found += psi[place[sample.places[output]], _belongs(sample, output)]
    return found / len(stack.curves)


def _averaged(sample: ScoreSample, values: FloatArray, each: FloatArray, *, weighted: bool) -> FloatArray:
    """The mean over the outputs that have a value, or with the weight of the rows that belong to each."""
    here = np.flatnonzero(~np.isnan(values))
    if not len(here):
        return np.full(len(each), np.nan)
    if not weighted:
        return np.asarray(each[:, here].mean(1))
    belongs = np.stack([_belongs(sample, k) for k in here.tolist()], axis=1)
    weight, total = sample.units.weight, sample.units.total
    support = weight @ belongs
    value = support @ values[here] / support.sum()
    return np.asarray((each[:, here] @ support + total * (belongs @ (values[here] - value))) / support.sum())
