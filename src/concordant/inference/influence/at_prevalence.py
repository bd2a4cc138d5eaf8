"""
Influence of a row on a metric of scores at a set prevalence, from that at the prevalence of the rows.

Let F_c be the distribution of the scores of class c, and T the metric of the mixture G with the set shares pi_c, in
which a row moves T by psi. A row of class c moves F_c alone, and so G by pi_c times as much: its influence on T is
``pi_c (psi - E_c psi)``, centred within its class because the share of the class is fixed. The rows of a class are n_c
of n; in the units of `Sample.influence` it is ``(n / n_c) pi_c (psi - mean of psi over the rows of class c)``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.inference.samples.units import Units
from concordant.states import Curve
from concordant.typing import FloatArray

if TYPE_CHECKING:
    from concordant.inference.samples.score_sample import ScoreSample
    from concordant.metrics.definition.metric import Metric

Influence = Callable[["Metric", "ScoreSample", Mapping[str, Any]], FloatArray | None]


def influence_at_prevalence(
    metric: Metric, sample: ScoreSample, options: Mapping[str, Any], influence: Influence
) -> FloatArray | None:
    """
    Return psi of each unit where `options` set a prevalence.

    Parameters
    ----------
    metric : Metric
        The metric.
    sample : ScoreSample
        The rows as they were sampled.
    options : mapping
        Those of the metric, with `prevalence`.
    influence : callable
        Gives psi of a sample without one: None where it is not known.
    """
    rest = {key: value for key, value in options.items() if key != "prevalence"}
    mixed = sample.state.at_prevalence(options["prevalence"])
    code, units = sample.codes[0], sample.units
    rows = np.bincount(code, units.weight)
    curve = mixed if isinstance(mixed, Curve) else mixed.curves[0]
    with np.errstate(divide="ignore", invalid="ignore"):
        factor = (curve.weights.sum(0)[: len(rows)] / rows)[code]  # n pi_c / n_c
    weight = units.weight * factor
    psi = influence(
        metric, replace(sample, units=Units(weight, weight), state=mixed, places=_places(sample, mixed)), rest
    )
    if psi is None:
        return None
    flat = psi.reshape(len(psi), math.prod(psi.shape[1:]))
    found = np.empty_like(flat)
    for one in np.unique(code).tolist():
        here = code == one
        moved = flat[here] * (factor[here] > 0)[:, None]
        found[here] = (moved - units.weight[here] @ moved / rows[one]) * factor[here][:, None]
    return found.reshape(psi.shape)


def _places(sample: ScoreSample, mixed: Any) -> tuple[npt.NDArray[np.intp], ...]:
    """Where the units stand among the scores of the mixture, from which those of classes without a share are gone."""
    curves = (mixed,) if isinstance(mixed, Curve) else mixed.curves
    found = []
    for place, before, after in zip(sample.places, sample.curves, curves, strict=True):
        if len(after.scores) == len(before.scores):
            found.append(place)
            continue
        kept = np.isin(before.scores, after.scores)
        found.append(np.maximum(kept.cumsum() - 1, 0)[place])  # that of a unit without a share does not matter
    return tuple(found)
