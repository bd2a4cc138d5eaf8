"""`consistency`: how alike the runs of a judge are, and what that costs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from concordant.errors import TooFewRatersError
from concordant.inference.quantiles import check_level
from concordant.judging.answers import mean_of, ratio_of_means, share_of
from concordant.judging.gap import agreement_within, tallied
from concordant.judging.items import Items, read_items
from concordant.metrics import get
from concordant.metrics.definition.options import knowing_its_options
from concordant.result.intervals import Interval
from concordant.result.record import (
    Answer,
    altered,
    answered,
    confidence,
    counted,
    more_or_less,
    percent,
    percent_with_limits,
    points_apart,
    signed,
)
from concordant.settings import without_warnings
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
        Up to ten rows with the least agreement between runs, the worst first.
    items : float
        Items with two runs or more.
    runs : int
        How many runs.
    """

    agreement: Interval
    unanimous: Interval
    kappa: Interval
    error: Interval | None = None
    noise: Interval | None = None
    one_run: float = math.nan
    majority_of_three: float = math.nan
    gain: Interval | None = None
    unstable: tuple[int, ...]
    items: float
    runs: int


@knowing_its_options("judging")
def consistency(
    data: Any = None,
    /,
    *,
    runs: Any,
    humans: Any = None,
    weights: KappaWeights = None,
    labels: Sequence[Label] | None = None,
    cluster: Column | str | None = None,
    sample_weight: Column | str | None = None,
    level: float = 0.95,
) -> Consistency:
    """
    Measure how alike the runs of a judge are, and with people what that costs.

    Parameters
    ----------
    data : data frame, optional
        Rows are items; `runs` and `humans` are names of its columns. Without it they are columns.
    runs : list of names, or matrix of shape (n, runs)
        Two runs of the judge or more.
    humans : list of names, or matrix, optional
        One person or more.
    weights : str, array-like or None
        How much two labels disagree, as in `cohen_kappa`; of agreement and kappa.
    labels, cluster, sample_weight, level
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
    agreement of two runs 0.778, 95 % interval 0.692 to 0.853 (score, n = 60)
    >>> round(found.noise.value, 3), round(found.gain.value, 3)
    (0.4, 0.111)
    """
    level = check_level(level)
    items = read_items(data, runs, humans, labels=labels, cluster=cluster, sample_weight=sample_weight, least=0)
    if len(items.judges) < 2:
        raise TooFewRatersError(f"consistency takes two runs of the judge or more, not {len(items.judges)}.")
    usable = items.some((items.of_judges >= 0).sum(1) >= 2, 2, "items with two runs or more")
    n = usable.atoms.total
    state: Any = usable.state
    runs_only = state.select(list(items.judges))
    signature = signed("judging.consistency", runs=len(items.judges), n=n, level=level)
    tally = tallied(usable.of_judges, len(items.labels))
    agreement = _run_agreement("weighted_agreement", runs_only, weights, level, "agreement of two runs")
    unanimous = share_of((tally.max(1) == tally.sum(1)) * 1.0, usable.atoms, level, "all runs alike", signature)
    if agreement.low == 1:  # runs with one label only: no disagreement is possible, so far
        agreement = altered(unanimous, metric=agreement.metric)
    kappa = _run_agreement("fleiss_kappa", runs_only, weights, level, "fleiss kappa of runs")
    beside = _beside_people(usable, tally, level, signature) if items.people else {}
    reasons = [agreement.reason, kappa.reason]
    if items.people and not beside and not any(reasons):
        reasons = ["no item with two runs was labelled by people"]
    return answered(
        Consistency,
        _sentence_of_runs,
        *reasons,
        signature=signature,
        agreement=agreement,
        unanimous=unanimous,
        kappa=kappa,
        unstable=_unstable(items),
        items=n,
        runs=len(items.judges),
        **beside,
    )


def _run_agreement(name: str, runs: Ratings, weights: KappaWeights, level: float, title: str) -> Interval:
    with without_warnings():
        interval: Any = get(name).interval(runs, level=level, weights=weights)
    return cast("Interval", altered(interval, metric=title))


def _unstable(items: Items) -> tuple[int, ...]:
    """The rows with the least agreement between runs."""
    tally = tallied(items.of_judges, len(items.labels))
    disagreement = np.nan_to_num(1 - agreement_within(tally))
    order = np.argsort(-disagreement, kind="stable")[:_LISTED]
    return tuple(int(row) for row in order if disagreement[row] > 0)


def _beside_people(items: Items, tally: FloatArray, level: float, signature: str) -> dict[str, Any]:
    """Error, noise and the gain of the majority of three, on the items that people labelled too; {} without any."""
    people = tallied(items.of_people, len(items.labels))
    runs = tally.sum(1)
    with np.errstate(invalid="ignore", divide="ignore"):  # NaN where no person labelled the item
        shares = people / people.sum(1, keepdims=True)
    by_one = (tally / runs[:, None] * shares).sum(1)
    wrong, flips = 1 - by_one, 1 - agreement_within(tally)
    error = mean_of(wrong, items.atoms)
    if not error.n:
        return {}
    noise = ratio_of_means(np.where(np.isnan(wrong), np.nan, flips / 2), wrong, items.atoms)
    why = "one run never disagrees with people" if math.isnan(noise.value) else "the items do not vary"
    beside: dict[str, Any] = {
        "error": error.interval(level, "disagreement with a person", signature, scale="logit"),
        "noise": noise.interval(level, "share of noise", signature, scale="logit", why=why),
        "one_run": 1 - error.value,
    }
    if len(items.judges) < 3:
        return beside
    by_three = (majority_of_three(tally) * shares).sum(1)
    gain, right, single = (
        mean_of(np.where(runs >= 3, values, np.nan), items.atoms) for values in (by_three - by_one, by_three, by_one)
    )
    gained = gain.interval(level, "gain of the majority of three", signature, most=1.0)
    return beside | {"one_run": single.value, "majority_of_three": right.value, "gain": gained}


def _sentence_of_runs(answer: Consistency) -> str:
    runs = "both" if answer.runs == 2 else f"all {answer.runs}"
    unanimous = f"{percent(answer.unanimous.value)} are judged alike by {runs} runs"
    text = (
        f"Two runs of the judge agree on {percent_with_limits(answer.agreement)} of "
        f"{counted(answer.items, 'item')}; {unanimous}."
    )
    if answer.noise is not None and not math.isnan(answer.noise.value):
        text += f" Of its disagreement with people {percent_with_limits(answer.noise)} is noise between runs."
    if answer.gain is not None and not math.isnan(answer.gain.value):
        gain = f"{points_apart(answer.gain.value)} than one run ({confidence(answer.gain, more_or_less)})"
        text += f" The majority of three runs agrees with people {gain}."
    return text


def majority_of_three(tally: FloatArray) -> FloatArray:
    """The shares of labels (U, K) of the majority of three ratings drawn without replacement from each composition."""
    size = tally.sum(1, keepdims=True)
    subsets = size * (size - 1) * (size - 2) / 6
    others, squares = size - tally, np.square(tally).sum(1, keepdims=True)
    twice = tally * (tally - 1) / 2 * others
    thrice = tally * (tally - 1) * (tally - 2) / 6
    three_labels = tally * (np.square(others) - (squares - np.square(tally))) / 2
    with np.errstate(invalid="ignore", divide="ignore"):
        shares: FloatArray = (twice + thrice + three_labels / 3) / subsets
    return shares
