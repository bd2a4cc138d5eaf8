"""
How much more often does the judge pass an item than people do? The difference of both rates, with its own limits.

Both rates are of the same items, so that the interval of one says nothing about the difference: all labelled, it hangs
on the items that only one of them passes.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from concordant.inference.comparisons.proportions import tango_interval
from concordant.inference.quantiles import two_sided
from concordant.judging.means import mean_of
from concordant.judging.passes import Passes
from concordant.judging.post_stratified import (
    clustered_error,
    delta_error,
    limits_on,
    strata_of,
    summed_error,
    wilson_limits,
)
from concordant.judging.rates_of_judge import lang_reiczigel, pulls_of, rates_of
from concordant.result.intervals import Interval
from concordant.typing import FloatArray

Ends = tuple[float, float, float, str]  # the limits, the standard error, the method


def lenience_of(items: Passes, rate: float, chosen: str | None, way: str, level: float) -> Interval:
    """
    The judge's rate less the people's rate that was found, with limits.

    All labelled: Tango's limits of the discordant pairs; of shares of several people and of clusters Student's t of
    the differences. Post-stratified: ``sum_j W_j (f_j - p_j)``, f_j = 1 where verdict j is a pass, by Wilson's limits
    of the strata, or by the delta method. By the errors of the judge: the delta method, with the counts of
    Lang and Reiczigel.
    """
    pool: npt.NDArray[np.bool_] = ~items.labelled if chosen == "elsewhere" else np.ones(len(items.people), np.bool_)
    value = float(items.passed[pool].mean()) - rate
    found: Ends = (math.nan, math.nan, math.nan, way)
    if math.isnan(value):
        reason: str | None = "the people's rate is undefined"
    else:
        reason = None
        if chosen is None:
            found = _paired(items, level)
        elif way == "rogan-gladen":
            found, reason = _by_errors(items, pool, value, level)
        elif way == "wilson":
            found = _of_counts(items, value, level)
        else:
            found = _by_strata(items, value, level)
        if math.isnan(found[0]):
            reason = "the labels do not vary, or a verdict has fewer than two: no standard error"
    low, high, se, method = found
    low, high = max(low, -1.0), min(high, 1.0)  # NaN stays NaN: it is the first operand
    return Interval(value, low, high, se, level, method, int(pool.sum()), "lenience", "", reason)


def _paired(items: Passes, level: float) -> Ends:
    apart, n = items.passed - items.people, len(items.people)
    if items.clusters is None and items.whole:
        lenient, strict = int((apart > 0).sum()), int((apart < 0).sum())
        se = math.sqrt(max(lenient + strict - (lenient - strict) ** 2 / n, 0.0)) / n
        return *tango_interval(lenient, strict, n, two_sided(level)), se, "tango"
    mean = mean_of(apart, np.ones(n), items.clusters)
    return *limits_on("delta", mean.value, mean.se, level, mean.degrees), mean.se, mean.method


def _of_counts(items: Passes, value: float, level: float) -> Ends:
    strata = strata_of(items.stratum, items.people, len(items.verdicts))
    passed = np.bincount(items.stratum, items.passed, len(items.verdicts)) / np.maximum(strata.size, 1)
    return *wilson_limits(strata, value, level, less=passed), "post-stratified, wilson"


def _by_strata(items: Passes, value: float, level: float) -> Ends:
    apart: FloatArray = items.passed - items.people
    strata = strata_of(items.stratum, apart, len(items.verdicts))
    if items.clusters is None:
        (se, degrees), name = delta_error(strata), "post-stratified, delta"
    else:
        se, degrees = clustered_error(strata, items.stratum, apart, items.clusters)
        name = "post-stratified, delta of clusters"
    return *limits_on("delta", value, se, level, degrees), se, name


def _by_errors(items: Passes, pool: npt.NDArray[np.bool_], value: float, level: float) -> tuple[Ends, str | None]:
    """``q - (q + Sp - 1) / (Se + Sp - 1)``: the shares of the judge vary, and so do Se and Sp."""
    rates = rates_of(items, pool)
    if items.clusters is not None:
        influence: FloatArray = pulls_of(items, pool, rates) @ rates.slopes_of_lenience
        error, degrees = summed_error(influence, items.clusters)
        return (*limits_on("delta", value, error, level, degrees), error, "rogan-gladen, delta of clusters"), None
    low, high, error, why = lang_reiczigel(rates, value, two_sided(level), lenience=True)
    return (low, high, error, "rogan-gladen, lang-reiczigel"), why
