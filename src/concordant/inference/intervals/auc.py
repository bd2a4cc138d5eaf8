"""DeLong; the rows of both classes; limits of scores in buckets."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.inference.intervals.estimand import Estimand, Limits
from concordant.inference.intervals.proportions import exact
from concordant.inference.quantiles import SCALES, two_sided_each
from concordant.inference.samples.sample import Atoms
from concordant.inference.samples.scores import ScoreSample
from concordant.metrics.definition.facts import Auc
from concordant.metrics.definition.metric import Metric
from concordant.result.intervals import Bounds, Interval
from concordant.result.record import altered
from concordant.states import Curve
from concordant.typing import FloatArray

Sides = list[npt.NDArray[np.bool_]]
_ROUNDING = 1e-15  # a standard error below it


def delong_limits(estimand: Estimand, *, scale: str, name: str) -> Limits:
    """
    Limits from the placements of the rows, symmetric on the scale of the AUC or on the logit scale.

    ``Var = S10 / m + S01 / n`` with the sample variances of the placements of m positive and n negative rows (DeLong,
    DeLong & Clarke-Pearson 1988); rows of a cluster are added first (Obuchowski 1997, Biometrics 53:567); weighted
    rows count as Kish's number of them. On the scale of the AUC these are the limits that R's pROC gives, on the logit
    scale those of Pepe (2003, The Statistical Evaluation of Medical Tests for Classification and Prediction, section
    5.2.4). Of the mean of several classes the influences of their AUCs are added up.
    """
    sample, psi, area = estimand.sample, estimand.influence, estimand.metric.trait
    if not isinstance(sample, ScoreSample) or not isinstance(area, Auc) or psi is None:
        msg = f'method="{name}" is for ROC AUC, not for {estimand.metric.name}; leave method out for its default.'
        raise OptionError(msg)
    low, width = area.low, area.width
    value, se = (estimand.value - low) / width, estimand.se / width
    sides = positives_per_value(sample, estimand.value.size)
    psi = psi.reshape(len(psi), -1) / width
    if sides is not None:
        variances = [delong_covariance(sample.atoms, psi[:, [place]], side)[0, 0] for place, side in enumerate(sides)]
        se = np.sqrt(np.array(variances)).reshape(value.shape)
        se = np.where(se <= _ROUNDING, 0.0, se)
    ends = SCALES[scale].limits(value, se, two_sided_each(estimand.level, estimand.degrees))
    return Limits(low + width * ends[0], low + width * ends[1], width * se, name)


def delong_covariance(atoms: Atoms, psi: FloatArray, positive: npt.NDArray[np.bool_]) -> FloatArray:
    """
    The covariance matrix (S, S) of S ROC AUCs of the same rows with influences `psi` (U, S).

    `positive` says which atoms are positive. NaN where a class has one row (or one cluster): a sample variance of
    one number does not exist.
    """
    sides = positive, ~positive
    if atoms.clusters is None:
        covariance = np.zeros((psi.shape[1], psi.shape[1]))
        for side in sides:
            part = psi * (side * np.sqrt(atoms.squares))[:, None]
            covariance += part.T @ part * (_less_one(atoms.effective_of(side)) / atoms.total**2)
        return covariance
    clusters = atoms.clusters
    sums = [clusters.sums(psi * side[:, None]) / atoms.total for side in sides]
    groups = [np.unique(clusters.code[side[clusters.unit]]).size for side in sides]
    cross = sums[0].T @ sums[1]
    covariance = (cross + cross.T) * _less_one(clusters.size)
    for part, size in zip(sums, groups, strict=True):
        covariance += part.T @ part * _less_one(size)
    return np.asarray(covariance)


def _less_one(size: float) -> float:
    """The factor that turns a mean of squares into a sample variance."""
    return size / (size - 1) if size > 1 + 1e-9 else float("nan")


def pairs_limits(estimand: Estimand) -> Limits:
    """
    Clopper and Pearson's limits for as many independent pairs as the rarer class has rows.

    k disjoint pairs of a positive and a negative row are k independent trials whose expected share of concordant ones
    is the AUC, and their mean varies more than the AUC does, which is an average over all ways to pair (Hoeffding
    1963, Journal of the American Statistical Association 58:13, section 5b). So ``(alpha / 2)^(1 / k)`` is a lower
    limit of an AUC of 1 that holds whatever the scores are: all pairs can be right in data only if those k are.
    For other metrics there are limits only at the ends of their range: those of a share of k rows that are all alike,
    an approximation.
    """
    sample = estimand.sample
    bounds = estimand.metric.facts.range
    at_another = estimand.options.get("prevalence") is not None
    if not isinstance(sample, ScoreSample) or bounds is None or not np.isfinite(bounds).all() or at_another:
        which = f"{estimand.metric.name} with prevalence=" if at_another else estimand.metric.name
        raise OptionError(f'method="pairs" is for metrics of scores with a finite range, not for {which}.')
    least, greatest = bounds
    share = np.array((estimand.value - least) / (greatest - least))
    share[~at_an_end(estimand)] = np.nan
    low, high = exact(share, np.asarray(_pairs(sample), np.float64), estimand.level)
    width = greatest - least
    se = np.full(estimand.value.shape, np.nan)
    return Limits(least + width * low, least + width * high, se, "pairs")


def at_an_end(estimand: Estimand) -> npt.NDArray[np.bool_]:
    """Where `pairs_limits` has limits: at the ends of the range, for the ROC AUC everywhere."""
    value, bounds = estimand.value, estimand.metric.facts.range
    if bounds is None or not np.isfinite(bounds).all():
        return np.zeros(value.shape, np.bool_)
    return np.asarray((value == bounds[0]) | (value == bounds[1]) | isinstance(estimand.metric.trait, Auc), np.bool_)


def _pairs(sample: ScoreSample) -> float:
    """How many rows, or clusters, the rarer class has; weighted rows as Kish's number of them."""
    atoms, sizes = sample.atoms, []
    for code, classes in sample.truths:
        for label in range(len(classes)):
            side = code == label
            size = atoms.effective_of(side)
            if atoms.clusters is not None:
                size = min(size, np.unique(atoms.clusters.code[side[atoms.clusters.unit]]).size)
            sizes.append(size)
    return min(sizes)


def positives_per_value(sample: ScoreSample, values: int) -> Sides | None:
    """Which atoms are positive for each of several AUCs; None of means over classes, and of pairs of classes."""
    state = sample.state
    if isinstance(state, Curve):
        return [sample.codes[0] == 1] if len(state.classes) == 2 else None
    if values != len(state.curves):
        return None
    return [code == (1 if state.multilabel else output) for output, code in enumerate(sample.codes)]


# Intervals of metrics of scores that are known up to buckets.
#
# The limits are those of the curve with ties in its buckets, widened by what the buckets leave open: they hold for the
# value of the rows as they would with every score known.


def widened(result: Any, bounds: Bounds, metric: Metric) -> Interval:
    """Move each limit of the tied curve away by the distance of the value from its bound on that side."""
    tied: Interval = result
    ends = metric.facts.range or (float("-inf"), float("inf"))
    low, high = tied.low - (bounds.value - bounds.low), tied.high + (bounds.high - bounds.value)
    return altered(tied, low=max(low, ends[0]), high=min(high, ends[1]), signature=bounds.signature)
