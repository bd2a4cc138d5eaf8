"""Is the judge consistent with itself? Runs of one judge on the same items, and what their majority gains."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from concordant.errors import IntervalWarning, TooFewRatersError, UndefinedMetricWarning
from concordant.inference.quantiles import check_level
from concordant.judging.gap import tallied
from concordant.judging.judged_items import JudgedItems, read_items, require_units
from concordant.judging.means import Mean, interval_of, mean_of
from concordant.judging.order_swap import share_of
from concordant.metrics import get
from concordant.result.intervals import Interval
from concordant.result.record import Answer, altered, counted, limits, more_or_less, percent, points, signed
from concordant.states import Ratings
from concordant.typing import Column, FloatArray, KappaWeights, Label

_LISTED = 10


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Consistency(Answer):
    """
    How alike the runs of a judge are.

    Attributes
    ----------
    agreement : Interval
        Of two runs; 1 less it is the flip rate.
    unanimous : Interval
        The share of items on which all runs say the same.
    kappa : Interval
        Fleiss' kappa of the runs.
    error : Interval or None
        How often one run disagrees with a person. None without people, as all that follow.
    noise : Interval or None
        The share of this error that is noise between runs; the rest is there in every run.
    one_run, majority_of_three : float
        The agreement with people of one run, and of the majority of three; NaN without people or with fewer runs.
    gain : Interval or None
        The difference of the two.
    unstable : tuple of int
        Up to ten rows with the least agreement between runs, the worst first; empty where no rows were given.
    items : float
        Items with two runs or more.
    runs : int
        How many runs.
    """

    agreement: Interval
    unanimous: Interval
    kappa: Interval
    error: Interval | None
    noise: Interval | None
    one_run: float
    majority_of_three: float
    gain: Interval | None
    unstable: tuple[int, ...]
    items: float
    runs: int


def consistency(
    data: Any = None,
    /,
    *,
    runs: Any,
    humans: Any = None,
    weights: KappaWeights = None,
    labels: Sequence[Label] | None = None,
    cluster: Column | str | None = None,
    level: float = 0.95,
) -> Consistency:
    """
    Measure how alike the runs of a judge are, and with people what that costs.

    Parameters
    ----------
    data : data frame, matrix or Ratings, optional
        Rows are items; `runs` and `humans` are names of its columns or raters. Without it they are columns.
    runs : list of names, or matrix of shape (n, runs)
        Two runs of the judge or more.
    humans : list of names, or matrix, optional
        One person or more.
    weights : str, array-like or None
        How much two labels disagree, as in `cohen_kappa`; of agreement and kappa.
    labels, cluster, level
        As of `judging.gap`.

    Returns
    -------
    Consistency

    Notes
    -----
    One run disagrees with a person in a share ``E[1 - p_h]`` of items, p the shares of labels over runs. Half of the
    flip rate of two runs, ``sum_k E[p_k (1 - p_k)] / 2``, is noise between runs, and the rest
    ``sum_k E[(p_k - h_k)^2] / 2`` is there in every run; the limits of the share of noise are on the scale of log odds.
    The majority of three runs is averaged exactly over all subsets of three; three different labels count a third each.
    Temperature 0 is no assumption.

    Examples
    --------
    >>> from concordant import judging
    >>> runs = [[1, 1, 1], [1, 1, 0], [0, 0, 0], [0, 1, 0], [1, 1, 1], [0, 0, 0]] * 10
    >>> found = judging.consistency(runs=runs, humans=[1, 1, 0, 0, 1, 1] * 10)
    >>> print(found.agreement)
    agreement of two runs 0.778, 95 % interval 0.685 to 0.849 (jackknife, logit, t, n = 60)
    >>> round(found.noise.value, 3), round(found.gain.value, 3)
    (0.4, 0.111)
    """
    level = check_level(level)
    items = read_items(data, runs, humans, labels=labels, cluster=cluster, least=0)
    if len(items.judges) < 2:
        msg = f"consistency takes two runs of the judge or more, not {len(items.judges)}."
        raise TooFewRatersError(msg)
    several = (items.of_judges >= 0).sum(1) >= 2
    some = items.some(several)
    n = float(some.times.sum())
    require_units(n, 2, "items with two runs or more")
    only = some.state.select(list(items.judges))
    signature = signed("judging.consistency", runs=len(items.judges), n=n, level=level)
    tally = tallied(some.of_judges, len(items.labels))
    agreement = _of_runs("weighted_agreement", only, weights, level, "agreement of two runs")
    unanimous = share_of((tally.max(1) == tally.sum(1)) * 1.0, some, level, "all runs alike", signature)
    if agreement.low == 1:  # runs with one label only: no disagreement is possible, so far
        agreement = altered(unanimous, metric=agreement.metric)
    kappa = _of_runs("fleiss_kappa", only, weights, level, "fleiss kappa of runs")
    made = Consistency(
        sentence="",
        reason="; ".join(dict.fromkeys(one.reason for one in (agreement, kappa) if one.reason)) or None,
        signature=signature,
        agreement=agreement,
        unanimous=unanimous,
        kappa=kappa,
        error=None,
        noise=None,
        one_run=math.nan,
        majority_of_three=math.nan,
        gain=None,
        unstable=_unstable(items),
        items=n,
        runs=len(items.judges),
    )
    if items.people:
        made = _beside_people(made, some, tally, level)
    return replace(made, sentence=_sentence(made))


def _of_runs(name: str, runs: Ratings, weights: KappaWeights, level: float, called: str) -> Interval:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IntervalWarning)
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        found: Any = get(name).interval(runs, level=level, weights=weights)
    runs_of: Interval = altered(found, metric=called)
    return runs_of


def _unstable(items: JudgedItems) -> tuple[int, ...]:
    """The rows with the least agreement between runs."""
    if items.rows is None:
        return ()
    tally = tallied(np.asarray(items.rows[:, : len(items.judges)], np.intp), len(items.labels))
    m = tally.sum(1)
    with np.errstate(invalid="ignore", divide="ignore"):
        apart = np.where(m >= 2, 1 - (np.square(tally).sum(1) - m) / (m * (m - 1)), 0.0)
    order = np.argsort(-apart, kind="stable")[:_LISTED]
    return tuple(int(row) for row in order if apart[row] > 0)


def _beside_people(made: Consistency, items: JudgedItems, tally: FloatArray, level: float) -> Consistency:
    """Error, noise and what the majority of three gains, of items that people have labelled too."""
    people = tallied(items.of_people, len(items.labels))
    with np.errstate(invalid="ignore", divide="ignore"):
        said = people / people.sum(1, keepdims=True)
    runs = tally.sum(1)
    each = tally / runs[:, None]
    wrong = np.where(people.sum(1) > 0, 1 - (each * said).sum(1), np.nan)
    flips = 1 - (np.square(tally).sum(1) - runs) / (runs * (runs - 1))
    error = mean_of(wrong, items.times, items.clusters)
    if not error.n:
        return replace(made, reason=made.reason or "no item with two runs was labelled by people")
    signature = made.signature
    noise = _ratio(np.where(np.isnan(wrong), np.nan, flips / 2), wrong, error.value, items)
    why = "one run never disagrees with people" if math.isnan(noise.value) else "the items do not vary"
    made = replace(
        made,
        error=interval_of(error, level, "disagreement with a person", signature, scale="logit"),
        noise=interval_of(noise, level, "share of noise", signature, scale="logit", why=why),
        one_run=1 - error.value,
    )
    if made.runs < 3:
        return made
    three = majority_of_three(tally)
    gains = np.where(runs >= 3, (three * said).sum(1) - (each * said).sum(1), np.nan)
    gain = mean_of(gains, items.times, items.clusters)
    right = mean_of(np.where(runs >= 3, (three * said).sum(1), np.nan), items.times, items.clusters)
    one = mean_of(np.where(runs >= 3, (each * said).sum(1), np.nan), items.times, items.clusters)
    return replace(
        made,
        one_run=one.value,
        majority_of_three=right.value,
        gain=interval_of(gain, level, "gain of the majority of three", signature, most=1.0),
    )


def _ratio(top: FloatArray, bottom: FloatArray, below: float, items: JudgedItems) -> Mean:
    """The ratio of two means, and its standard error from the influences of items."""
    above = mean_of(top, items.times, items.clusters)
    if not below > 0:
        return Mean(math.nan, math.nan, above.degrees, above.n, above.method)
    value = above.value / below
    spread = mean_of((top - value * bottom) / below, items.times, items.clusters)
    return Mean(value, spread.se, spread.degrees, spread.n, spread.method)


def majority_of_three(tally: FloatArray) -> FloatArray:
    """The shares of labels (U, K) of the majority of three ratings drawn without replacement from each composition."""
    size = tally.sum(1, keepdims=True)
    subsets = size * (size - 1) * (size - 2) / 6
    others, squares = size - tally, np.square(tally).sum(1, keepdims=True)
    twice = tally * (tally - 1) / 2 * others
    thrice = tally * (tally - 1) * (tally - 2) / 6
    apart = tally * (np.square(others) - (squares - np.square(tally))) / 2
    with np.errstate(invalid="ignore", divide="ignore"):
        found: FloatArray = (twice + thrice + apart / 3) / subsets
    return found


def _sentence(made: Consistency) -> str:
    alike = (
        f"{percent(made.unanimous.value)} are judged alike by {'both' if made.runs == 2 else f'all {made.runs}'} runs"
    )
    said = (
        f"Two runs of the judge agree on {percent(made.agreement.value)} {limits(made.agreement)} of "
        f"{counted(made.items, 'item')}; {alike}."
    )
    if made.noise is not None and not math.isnan(made.noise.value):
        said += f" Of its disagreement with people {percent(made.noise.value)} is noise between runs"
        said += "." if math.isnan(made.noise.low) else f" {limits(made.noise)}."
    if made.gain is not None and not math.isnan(made.gain.value):
        side = "more" if made.gain.value >= 0 else "less"
        said += f" The majority of three runs agrees with people {points(made.gain.value)} {side} than one run"
        if not math.isnan(made.gain.low):
            said += f" ({more_or_less(made.gain.low)} to {more_or_less(made.gain.high)})"
        said += "."
    return said
