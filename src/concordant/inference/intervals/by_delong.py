"""Limits of the ROC AUC from DeLong's variance, and from pairs of rows where there is no variance to see."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.inference.intervals.proportions.limits import exact
from concordant.inference.intervals.question import Limits, Question
from concordant.inference.intervals.scales import SCALES
from concordant.inference.quantiles import two_sided_each
from concordant.inference.samples.scores import ScoreSample
from concordant.inference.samples.units import Units
from concordant.states import Curve
from concordant.typing import FloatArray

_OF = ("roc_auc", "gini", "hand_till_auc")


def delong_limits(question: Question, *, scale: str, name: str) -> Limits:
    """
    Limits from the placements of the rows, symmetric on the logit scale or on that of the AUC.

    ``Var = S10 / m + S01 / n`` with the sample variances of the placements of m positive and n negative rows (DeLong,
    DeLong & Clarke-Pearson 1988); rows of a cluster are added first (Obuchowski 1997, Biometrics 53:567); weighted
    rows count as Kish's number of them. Of several classes the influences of the AUCs are added up.
    """
    sample = question.sample
    if not isinstance(sample, ScoreSample) or question.metric.name not in _OF or question.influence is None:
        msg = f'method="{name}" is for ROC AUC, not for {question.metric.name}; take "logit", "delta" or "bca".'
        raise OptionError(msg)
    psi = question.influence
    if isinstance(sample.state, Curve):
        se = np.sqrt(np.diagonal(delong_covariance(sample.units, psi[:, None], sample.codes[0] == 1)))
        se = se.reshape(question.value.shape)
        se[se <= 1e-15] = 0.0  # rounding
    else:
        se = question.se
    low, high = (0.0, 1.0) if question.metric.name != "gini" else (-1.0, 1.0)
    width = high - low
    z = two_sided_each(question.level, question.degrees)
    ends = SCALES[scale].limits((question.value - low) / width, se / width, z)
    return Limits(low + width * ends[0], low + width * ends[1], se, name)


def delong_covariance(units: Units, psi: FloatArray, positive: npt.NDArray[np.bool_]) -> FloatArray:
    """
    The covariance matrix (S, S) of S ROC AUCs of the same rows with influences `psi` (U, S).

    `positive` says which units are positive. NaN where a class has one row (or one cluster): a sample variance of
    one number does not exist.
    """
    sides = positive, ~positive
    if units.clusters is None:
        found = np.zeros((psi.shape[1], psi.shape[1]))
        for side in sides:
            part = psi * (side * np.sqrt(units.squares))[:, None]
            found += part.T @ part * (_less_one(units.effective_of(side)) / units.total**2)
        return found
    clusters = units.clusters
    sums = [clusters.sums(psi * side[:, None]) / units.total for side in sides]
    groups = [np.unique(clusters.code[side[clusters.unit]]).size for side in sides]
    cross = sums[0].T @ sums[1]
    found = (cross + cross.T) * _less_one(clusters.size)
    for part, size in zip(sums, groups, strict=True):
        found += part.T @ part * _less_one(size)
    return np.asarray(found)


def _less_one(size: float) -> float:
    """The factor that turns a mean of squares into a sample variance."""
    return size / (size - 1) if size > 1 + 1e-9 else float("nan")


def pairs_limits(question: Question) -> Limits:
    """
    Clopper and Pearson's limits for as many independent pairs as the rarer class has rows.

    k disjoint pairs of a positive and a negative row are k independent trials whose expected share of concordant ones
    is the AUC, and their mean varies more than the AUC does, which is an average over all ways to pair (Hoeffding
    1963, Journal of the American Statistical Association 58:13, section 5b). So ``(alpha / 2)^(1 / k)`` is a lower
    limit of an AUC of 1 that holds whatever the scores are: all pairs can be right in data only if those k are.
    For other metrics there are limits only at the ends of their range: those of a share of k rows that are all alike,
    an approximation.
    """
    sample = question.sample
    bounds = question.metric.facts.range
    at_another = question.options.get("prevalence") is not None
    if not isinstance(sample, ScoreSample) or bounds is None or not np.isfinite(bounds).all() or at_another:
        which = f"{question.metric.name} with prevalence=" if at_another else question.metric.name
        msg = f'method="pairs" is for metrics of scores with a finite range, not for {which}.'
        raise OptionError(msg)
    least, greatest = bounds
    share = np.array((question.value - least) / (greatest - least))
    share[~at_an_end(question)] = np.nan
    low, high = exact(share, np.asarray(_pairs(sample), np.float64), question.level)
    width = greatest - least
    se = np.full(question.value.shape, np.nan)
    return Limits(least + width * low, least + width * high, se, "pairs")


def at_an_end(question: Question) -> npt.NDArray[np.bool_]:
    """Where `pairs_limits` has limits: at the ends of the range, for the ROC AUC everywhere."""
    value, bounds = question.value, question.metric.facts.range
    if bounds is None or not np.isfinite(bounds).all():
        return np.zeros(value.shape, np.bool_)
    return np.asarray((value == bounds[0]) | (value == bounds[1]) | (question.metric.name in _OF), np.bool_)


def _pairs(sample: ScoreSample) -> float:
    """How many rows, or clusters, the rarer class has; weighted rows as Kish's number of them."""
    units, found = sample.units, []
    for code, curve in zip(sample.codes, sample.curves, strict=True):
        for place in range(len(curve.classes)):
            side = code == place
            size = units.effective_of(side)
            if units.clusters is not None:
                size = min(size, np.unique(units.clusters.code[side[units.clusters.unit]]).size)
            found.append(size)
    return min(found)
