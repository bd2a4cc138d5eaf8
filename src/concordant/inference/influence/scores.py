"""
The influences of metrics of scores by name, and their averages over classes and labels.

A metric of one curve needs a function of the curve that gives psi of a negative and of a positive row at each score;
enter it in `OF_CURVES`, or in `OF_PROBABILITIES` if it takes those. Metrics that are read off at one place of a curve
(a sensitivity at a specificity, a gain at a depth) have no influence that these data tell without the density of the
scores there: the bootstrap is for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.inference.influence.average_precision import (
    average_precision_influence,
    average_precision_lift_influence,
)
from concordant.inference.influence.net_benefit import avoided_influence, net_benefit_influence
from concordant.inference.influence.pairs_of_classes import pairs_influence
from concordant.inference.influence.partial_auc import partial_auc_influence
from concordant.inference.influence.precision_recall_auc import precision_recall_auc_influence
from concordant.inference.influence.recalibration import (
    intercept_influence,
    ratio_influence,
    shift_influence,
    slope_influence,
)
from concordant.inference.influence.roc_auc import roc_auc_influence
from concordant.inference.influence.target_prevalence import influence_at_prevalence
from concordant.metrics._object.registry import get
from concordant.states import Curve
from concordant.typing import FloatArray

if TYPE_CHECKING:
    from concordant.inference.samples.scores import ScoreSample

CurveInfluence = Callable[..., FloatArray]

OF_CURVES: dict[str, CurveInfluence] = {
    "roc_auc": roc_auc_influence,
    "hand_till_auc": roc_auc_influence,
    "gini": lambda curve: 2 * roc_auc_influence(curve),
    "average_precision": average_precision_influence,
    "average_precision_lift": average_precision_lift_influence,
    "precision_recall_auc": precision_recall_auc_influence,
    "partial_auc": partial_auc_influence,
}
OF_PROBABILITIES: dict[str, CurveInfluence] = {
    "calibration_slope": slope_influence,
    "calibration_intercept": intercept_influence,
    "calibration_in_the_large": shift_influence,
    "observed_expected_ratio": ratio_influence,
    "net_benefit": net_benefit_influence,
    "net_interventions_avoided": avoided_influence,
}
_WITHOUT_POSITIVES = frozenset({"net_benefit", "net_interventions_avoided"})  # known also where no row is positive
# options that are no matter of one curve
_OF_STACKS = frozenset({"average", "multi_class", "fill", "prevalence"})


def score_influence(name: str, sample: ScoreSample, options: Mapping[str, Any]) -> FloatArray | None:
    """Psi of each unit, shape (U,) or, for one value a class or label, (U, S); None if it is not known."""
    of_curve = OF_CURVES.get(name) or OF_PROBABILITIES.get(name)
    if of_curve is None:
        return None
    if options.get("prevalence") is not None and name not in _WITHOUT_POSITIVES:
        return influence_at_prevalence(name, sample, options, score_influence)
    chosen = {key: value for key, value in options.items() if key not in _OF_STACKS}
    if name in _WITHOUT_POSITIVES and "prevalence" in options:
        chosen["prevalence"] = options["prevalence"]
    state = sample.state
    needs = name not in _WITHOUT_POSITIVES
    if isinstance(state, Curve):
        return _of_one(sample, 0, state, lambda curve: of_curve(curve, **chosen), needs_positives=needs)
    average = options.get("average", "macro")
    if name == "hand_till_auc" or (options.get("multi_class") == "ovo" and not state.multilabel):
        psi = pairs_influence(state, sample.places, sample.codes[0], sample.units.weight, average)
        return 2 * psi if name == "gini" else psi
    if average == "micro":
        return _micro(sample, lambda curve: of_curve(curve, **chosen))
    values = np.asarray(get(name).formula(state, **{**options, "average": None}), np.float64)
    each = np.stack(
        [
            _of_one(sample, k, curve, lambda curve: of_curve(curve, **chosen), needs_positives=needs)
            for k, curve in enumerate(state.binary_curves())
        ],
        axis=1,
    )
    each[:, np.isnan(values)] = np.nan
    return each if average is None else _averaged(sample, values, each, weighted=average == "weighted")


def _belongs(sample: ScoreSample, output: int) -> Any:
    """Whether each unit is positive for an output: of its class, or has its label."""
    code = sample.codes[output]
    multiple = not isinstance(sample.state, Curve) and not sample.state.multilabel
    return (code == output if multiple else code == 1).astype(np.intp)


def _of_one(
    sample: ScoreSample, output: int, curve: Curve, of_curve: CurveInfluence, *, needs_positives: bool
) -> FloatArray:
    if needs_positives and not curve.weights[:, 1].any():
        return np.full(len(sample.units), np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):  # without negative rows: NaN, or nothing moves the value
        by_score = of_curve(curve)
    psi: FloatArray = by_score.ravel()[2 * sample.places[output] + _belongs(sample, output)]
    return psi


def _micro(sample: ScoreSample, of_curve: CurveInfluence) -> FloatArray:
    """A row is one row in the pooled curve for every output."""
    stack: Any = sample.state
    pooled = stack.pooled()
    with np.errstate(divide="ignore", invalid="ignore"):  # of one class alone: NaN
        psi = of_curve(pooled)
    found = np.zeros(len(sample.units))
    for output, curve in enumerate(stack.curves):
        place = len(pooled.scores) - 1 - np.searchsorted(pooled.scores[::-1], curve.scores)
        found += psi[place[sample.places[output]], _belongs(sample, output)]
    return found / len(stack.curves)


def _averaged(sample: ScoreSample, values: FloatArray, each: FloatArray, *, weighted: bool) -> FloatArray:
    """The mean over the outputs that have a value, or with the weight of the rows that belong to each."""
    here = np.flatnonzero(~np.isnan(values))
    if not weighted:
        return np.asarray(each[:, here].mean(1)) if len(here) else np.full(len(each), np.nan)
    belongs = np.stack([_belongs(sample, k) for k in here.tolist()], axis=1)
    weight, total = sample.units.weight, sample.units.total
    support = weight @ belongs
    value = support @ values[here] / support.sum()
    return np.asarray((each[:, here] @ support + total * (belongs @ (values[here] - value))) / support.sum())
