"""`consistency`, `order_swap`, `over_time`."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from concordant.errors import (
    IntervalWarning,
    LabelError,
    MissingValuesError,
    OptionError,
    TooFewRatersError,
    TooFewUnitsError,
    UndefinedMetricWarning,
)
from concordant.inference.comparisons.proportions import mcnemar_p, tango_interval
from concordant.inference.intervals.proportions import wilson
from concordant.inference.quantiles import check_level, two_sided
from concordant.inputs.encoding import encode
from concordant.inputs.ratings import code_labels
from concordant.judging.answers import Mean, interval_of, mean_of, p_value_of
from concordant.judging.covariates import ErrorSlope, fitted_slope
from concordant.judging.error_report import soft_truth
from concordant.judging.gap import FEW, agreement_shares, tallied
from concordant.judging.items import (
    JudgedItems,
    JudgedRows,
    check_answers,
    check_choice,
    column_beside,
    numbers_of,
    read_items,
    require_units,
)
from concordant.metrics import get
from concordant.result.comparisons import p_text
from concordant.result.intervals import Interval
from concordant.result.record import Answer, Record, altered, counted, limits, more_or_less, percent, points, signed
from concordant.states import Counts, Ratings
from concordant.typing import Column, FloatArray, KappaWeights, Label

_LISTED = 10
Ties = Literal["nominal", "linear", "dropped"]
_KINDS = ("nominal", "linear", "dropped")


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
    return replace(made, sentence=_consistency_sentence(made))


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


def _consistency_sentence(made: Consistency) -> str:
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


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class OrderSwap(Answer):
    """
    A judge of pairs that was asked in both orders.

    Attributes
    ----------
    pairs : float
        How many pairs have a verdict in both orders.
    table : ndarray of int, shape (3, 3)
        Pairs by the winner in the first order (rows) and in the other (columns): the first answer, a tie, the second.
    first_twice, second_twice : float
        Pairs in which the answer that was shown first won both times, and the one that was shown second.
    flip_rate : Interval
        The share of pairs with opposite winners: (first_twice + second_twice) / pairs.
    soft_rate : Interval
        The share with a winner in one order and a tie in the other.
    bias : Interval
        How much more often than half the time the answer that is shown first wins, a tie half; from -1/2 to 1/2.
    first_share : float
        ``1/2 + bias``.
    p_value : float
        Exact, of no bias: McNemar's test; with ties the sign test of both orders together.
    kappa : Interval
        Cohen's kappa of both orders, whichever answer is called the first: of the table plus its rotation.
    resolved : ndarray of int, shape (3,)
        How many pairs the first answer wins, end in a tie, and the second wins, if a pair without an agreed winner is a
        tie.
    """

    pairs: float
    table: npt.NDArray[np.int64]
    first_twice: float
    second_twice: float
    flip_rate: Interval
    soft_rate: Interval
    bias: Interval
    first_share: float
    p_value: float
    kappa: Interval
    resolved: npt.NDArray[np.int64]


def order_swap(
    data: Any = None,
    /,
    *,
    judge: Any,
    swapped: Any,
    answers: tuple[Label, Label] = ("A", "B"),
    tie: Label = "tie",
    verdicts: Literal["answers", "positions"] = "answers",
    ties: Ties = "nominal",
    cluster: Column | str | None = None,
    level: float = 0.95,
) -> OrderSwap:
    """
    Test whether a judge of pairs prefers the answer that is shown first.

    Parameters
    ----------
    data : data frame, matrix or Ratings, optional
        Rows are pairs; `judge` and `swapped` are names of its columns. Without it they are columns.
    judge, swapped : name, or array-like of shape (n,)
        Its verdicts where the first of `answers` is shown first, and where it is shown second.
    answers : tuple of two labels
        The verdicts for the one and for the other answer.
    tie : label
        The verdict for neither.
    verdicts : {"answers", "positions"}
        Whether a verdict names the answer that wins, the same in both orders; or the position that wins: then `answers`
        are the labels of the first and of the second position.
    ties : {"nominal", "linear", "dropped"}
        What a tie is to kappa: a label like others, half way between the answers, or left out.
    cluster : name, or array-like of shape (n,), optional
        Which pairs belong together.
    level : float
        The nominal coverage.

    Returns
    -------
    OrderSwap

    Notes
    -----
    The two verdicts of a pair are not independent. Where 85 % of 100 pairs are consistent, 11.5 % follow the first
    place and 3.5 % the second, a binomial test of all 200 presentations rejects in 4 % of 4,000 simulated studies, and
    this one in 45 % (without a bias in 3 %). Limits of the bias: Tango's score limits of ``(b - c) / n``, halved; with
    ties or clusters Student's t of ``(s1 + s2) / 4``, s = 1 where the answer shown first wins, -1 where the other one
    does, 0 for a tie.

    Which answer is called A is arbitrary, and so are the margins of the table: kappa is taken of the table plus the
    same rotated by 180 degrees. Without ties it is twice the share of consistent pairs, less 1.

    References
    ----------
    McNemar (1947), Psychometrika 12:153. Tango (1998), Statistics in Medicine 17:891.

    Examples
    --------
    >>> from concordant import judging
    >>> first = ["A"] * 40 + ["B"] * 44 + ["A"] * 14 + ["B"] * 2
    >>> other = ["A"] * 40 + ["B"] * 44 + ["B"] * 14 + ["A"] * 2
    >>> found = judging.order_swap(judge=first, swapped=other)
    >>> print(found.bias)
    order bias 0.060, 95 % interval 0.024 to 0.103 (tango, n = 100)
    >>> round(found.p_value, 4), found.flip_rate.value, round(found.kappa.value, 2)
    (0.0042, 0.16, 0.68)
    """
    level = check_level(level)
    answers = check_answers(answers, tie)
    check_choice("verdicts", verdicts, ("answers", "positions"))
    check_choice("ties", ties, _KINDS)
    items = read_items(data, judge, swapped if data is None else [swapped], cluster=cluster)
    return _asked_twice(items, (answers[0], tie, answers[1]), verdicts, ties, level)


def _asked_twice(
    items: JudgedItems, three: tuple[Label, Label, Label], verdicts: str, ties: str, level: float
) -> OrderSwap:
    others = [label for label in items.labels if label not in three]
    if others:
        shown = ", ".join(map(repr, others[:6]))
        msg = f"{shown} is none of the verdicts {', '.join(map(repr, three))}: name them by answers= and tie=."
        raise LabelError(msg)
    place = np.array([three.index(label) for label in items.labels] + [-1])  # the last is that of a missing one
    one, two = place[items.codes[:, 0]], place[items.codes[:, 1]]
    both = (one >= 0) & (two >= 0)
    together = items.some(both)
    one, two = one[both], two[both]
    doubt = _unmoved(one, two, verdicts)
    if verdicts == "positions":
        two = 2 - two
    times, n = together.times, float(together.times.sum())
    require_units(n, 1, "pairs with a verdict in both orders")
    table = np.rint(np.bincount(one * 3 + two, times, 9)).astype(np.int64).reshape(3, 3)
    pulls = (two - one) / 4.0  # A first, then B first: 0 is A, 2 is B
    signature = signed(
        "judging.order_swap", answers=f"{three[0]}/{three[2]}", verdicts=verdicts, ties=ties, n=n, level=level
    )
    bias, p_value = _bias(table, mean_of(pulls, times, together.clusters), together, level, signature)
    flips = np.abs(one - two)
    rates = [
        _share(flips == size, together, level, name, signature) for size, name in ((2, "flip rate"), (1, "soft flips"))
    ]
    agreed = np.diag(table)
    made = OrderSwap(
        sentence="",
        reason="; ".join(part for part in (doubt, bias.reason) if part) or None,
        signature=signature,
        pairs=n,
        table=table,
        first_twice=float(table[0, 2]),
        second_twice=float(table[2, 0]),
        flip_rate=rates[0],
        soft_rate=rates[1],
        bias=bias,
        first_share=0.5 + bias.value,
        p_value=p_value,
        kappa=_kappa(together, one * 3 + two, ties, level, signature),
        resolved=np.array([agreed[0], int(n) - agreed[0] - agreed[2], agreed[2]], np.int64),
    )
    return replace(made, sentence=_order_swap_sentence(made))


def _unmoved(one: npt.NDArray[np.intp], two: npt.NDArray[np.intp], verdicts: str) -> str | None:
    """Why verdicts that are written alike in both orders of every pair are doubtful."""
    if len(np.unique(np.r_[one, two])) == 1:
        return "every verdict in both orders is the same, whatever the pair"
    if verdicts == "answers" and (one == two).all():
        return (
            "no verdict changes with the order; if a verdict names the place of an answer, this means the opposite: "
            'say verdicts="positions"'
        )
    return None


def _bias(
    table: npt.NDArray[np.int64], mean: Mean, items: JudgedItems, level: float, signature: str
) -> tuple[Interval, float]:
    """The bias with its limits, and the exact p-value."""
    n = int(table.sum())
    first, second = int(table[0, 1] + table[0, 2] + table[1, 2]), int(table[1, 0] + table[2, 0] + table[2, 1])
    p_value = mcnemar_p(first, second, "mcnemar-exact")
    ties = int(table[1].sum() + table[:, 1].sum())
    if items.clusters is None and not ties:
        low, high = tango_interval(first, second, n, two_sided(level))
        ends = low / 2, high / 2
        return Interval(mean.value, *ends, mean.se, level, "tango", n, "order bias", signature), p_value
    if items.clusters is not None:  # the sign test counts pairs as if they were independent
        p_value = p_value_of(mean)
    why = "no verdict follows the order" if not first + second else "the pairs do not vary"
    return interval_of(mean, level, "order bias", signature, why=why, most=0.5), p_value


def _share(here: Any, items: JudgedItems, level: float, name: str, signature: str) -> Interval:
    return share_of(np.asarray(here, np.float64), items, level, name, signature)


def _kappa(items: JudgedItems, cell: npt.NDArray[np.intp], ties: Any, level: float, signature: str) -> Interval:
    """The kappa with limits by the jackknife over pairs, or over clusters, on Fisher's scale."""
    table = np.bincount(cell, items.times, 9).astype(np.float64)
    value = float(preference_kappa(table.reshape(3, 3), ties))
    if items.clusters is None:
        without, times = table - np.eye(9)[cell], items.times
    else:
        members = items.clusters
        own = np.bincount(members.code * 9 + cell[members.unit], members.weight, members.size * 9).astype(np.float64)
        without, times = table - own.reshape(-1, 9), np.ones(members.size)
    left = preference_kappa(without.reshape(-1, 3, 3), ties)
    groups, name = float(times.sum()), "jackknife, t" if items.clusters is None else "jackknife of clusters, t"
    se = math.nan
    if not np.isnan(left).any() and groups > 1:
        apart = left - float(times @ left) / groups
        se = math.sqrt((groups - 1) / groups * float(times @ np.square(apart)))
    mean = Mean(value, se, groups - 1, float(items.times.sum()), name)
    return interval_of(mean, level, "preference kappa", signature, scale="fisher", why="the kappa does not vary")


def _order_swap_sentence(made: OrderSwap) -> str:
    at = counted(made.pairs, "pair")
    flips = f"{percent(made.flip_rate.value)} of {at} {limits(made.flip_rate)}"
    start = f"Asked in both orders, the judge contradicts itself in {flips}"
    if not made.bias.value:
        return f"{start}; the order favours neither answer ({p_text(made.p_value)})."
    which = "first" if made.bias.value > 0 else "second"
    low, high = sorted(abs(x) for x in (made.bias.low, made.bias.high))
    sure = made.p_value < 1 - made.bias.level and not made.bias.low <= 0 <= made.bias.high
    ends = "" if math.isnan(low) or not sure else f", {100 * low:.0f} to {100 * high:.0f}"
    said = "it prefers" if sure else "it is not shown to prefer one by its place: it leans to"
    return f"{start}; {said} the answer shown {which} by {points(made.bias.value)}{ends} ({p_text(made.p_value)})."


def share_of(values: FloatArray, items: JudgedItems, level: float, name: str, signature: str) -> Interval:
    """The share of items of which something holds (1, 0; NaN: it does not apply), by Wilson, or t over clusters."""
    mean = mean_of(values, items.times, items.clusters)
    if items.clusters is not None or not mean.n:
        return interval_of(mean, level, name, signature, scale="logit", why="the share is 0 or 1 in every cluster")
    low, high = wilson(np.asarray(mean.value), np.asarray(mean.n), level)
    return Interval(mean.value, float(low), float(high), mean.se, level, "wilson", mean.n, name, signature)


def preference_kappa(table: FloatArray, ties: Ties = "nominal") -> FloatArray:
    """Cohen's kappa of tables (..., 3, 3) of verdicts (A, tie, B), whichever answer is called A."""
    whole = table + table[..., ::-1, ::-1]
    labels: tuple[int, ...] = (-1, 0, 1)
    if ties == "dropped":
        whole, labels = whole[..., ::2, ::2], (-1, 1)
    options = {"weights": "linear"} if ties == "linear" else {}
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(get("cohen_kappa").formula(Counts(whole, labels), **options), np.float64)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Window(Record):
    """
    The items of a time.

    Attributes
    ----------
    name : Label
        Which.
    agreement : Interval
        Of the judge and a person.
    gap : Interval or None
        That less the agreement of two people, on the same items; None without such items.
    severity : Interval or None
        The judge less the mean of people, of labels that are numbers.
    """

    name: Label
    agreement: Interval
    gap: Interval | None
    severity: Interval | None


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class OverTime(Answer):
    """
    A judge over time.

    Attributes
    ----------
    windows : tuple of Window
        In their order.
    trend : ErrorSlope
        The change of the disagreement with people from one window to the next.
    """

    windows: tuple[Window, ...]
    trend: ErrorSlope

    def __str__(self) -> str:
        """The sentence, and a line a window."""
        width = max([len(str(one.name)) for one in self.windows] + [6])
        lines = [Answer.__str__(self), "", f"{'window'.ljust(width)}  items  with a person  less two people"]
        for one in self.windows:
            gap = "" if one.gap is None else f"{one.gap.value:+.3f}"
            lines.append(f"{str(one.name).ljust(width)}  {one.agreement.n:5g}  {one.agreement.value:13.3f}  {gap:>15}")
        return "\n".join(lines)


def over_time(
    data: Any = None,
    /,
    *,
    judge: Any,
    humans: Any,
    window: Column | str,
    windows: Sequence[Label] | None = None,
    weights: KappaWeights = None,
    labels: Sequence[Label] | None = None,
    cluster: Column | str | None = None,
    level: float = 0.95,
) -> OverTime:
    """
    Follow the agreement of a judge with people over time.

    Parameters
    ----------
    data, judge, humans, labels, cluster, level
        As of `judging.gap`; one person is enough.
    window : name, or array-like of shape (n,)
        The time of each item, such as its month: numbers, dates, or text that sorts by time.
    windows : sequence, optional
        The windows in their order. Default: sorted.
    weights : str, array-like or None
        How much two labels disagree.

    Returns
    -------
    OverTime

    Notes
    -----
    The trend is the slope of the disagreement on the number of the window, by least squares with the standard errors of
    `error_slope`. A change may be one of the items and not of the judge: a frozen set of items that is judged again
    tells them apart (`compare_versions`).

    Examples
    --------
    >>> from concordant import judging
    >>> found = judging.over_time(
    ...     judge=[1, 0, 1, 1, 0, 1] * 20, humans=[1, 0, 1, 1, 1, 0] * 20, window=[1, 1, 2, 2, 3, 3] * 20)
    >>> [round(one.agreement.value, 2) for one in found.windows], round(found.trend.slope.value, 2)
    ([1.0, 1.0, 0.0], 0.5)
    """
    level = check_level(level)
    items = read_items(data, judge, humans, labels=labels, cluster=cluster)
    rows = JudgedRows(items)
    times = code_labels(encode(column_beside(data, window, len(rows.codes), "window"), "window"), windows, "window")
    if (times.codes < 0).any():
        msg = f"window has {int((times.codes < 0).sum())} missing values: say when each item was judged."
        raise MissingValuesError(msg)
    if len(times.labels) < 2:
        msg = f"there is one window, {times.labels[0]!r}: two or more are needed."
        raise OptionError(msg)
    with_person, among = agreement_shares(rows, weights)
    apart = with_person - among if len(items.people) > 1 else np.full(len(with_person), np.nan)
    numbers, reference = numbers_of(rows), soft_truth(rows, "panel")
    known = (rows.of_judges[:, 0] >= 0) & (reference.sum(1) > 0)
    severe = None if numbers is None else np.where(known, numbers[rows.of_judges[:, 0]] - reference @ numbers, np.nan)
    signature = signed("judging.over_time", windows=len(times.labels), n=float(known.sum()), level=level)

    def part(values: Any, here: Any, what: str, scale: str = "delta", most: float = math.inf) -> Interval | None:
        if values is None:
            return None
        mean = mean_of(np.where(here, values, np.nan), rows.times, rows.clusters)
        return None if not mean.n else interval_of(mean, level, what, signature, scale=scale, most=most)

    found = []
    for code, name in enumerate(times.labels):
        here = times.codes == code
        agreement = part(with_person, here, f"agreement at {name!r}", "logit")
        if agreement is None:
            continue
        gap = part(apart, here, f"gap at {name!r}", most=1.0)
        severity = part(severe, here, f"severity at {name!r}")
        found.append(Window(name, agreement, gap, severity))
    if len(found) < 2:
        msg = f"windows with items of judge and people: there are {len(found)}, and 2 or more are needed."
        raise TooFewUnitsError(msg)
    names = ("the share of people who disagree", "window")
    trend = fitted_slope(1 - with_person, times.codes.astype(np.float64), rows.clusters, names, level)
    few = [one.gap.n for one in found if one.gap is not None and one.gap.n < FEW]
    reason = f"{counted(len(few), 'window')} of fewer than {FEW} items: the interval of the gap is too narrow there"
    made = OverTime(sentence="", reason=reason if few else None, signature=signature, windows=tuple(found), trend=trend)
    return replace(made, sentence=_over_time_sentence(made, level))


def _over_time_sentence(made: OverTime, level: float) -> str:
    first, last = made.windows[0], made.windows[-1]
    ends = f"{percent(first.agreement.value)} at {first.name!r}, {percent(last.agreement.value)} at {last.name!r}"
    if math.isnan(made.trend.p_value) or not made.trend.p_value < 1 - level:
        return f"The agreement of the judge with people is not shown to drift ({ends}; {p_text(made.trend.p_value)})."
    side = "falls" if made.trend.slope.value > 0 else "rises"
    size = f"{abs(made.trend.slope.value) * 100:.2g} percentage points"
    return (
        f"The agreement of the judge with people {side} by {size} from one window to the next ({ends}; "
        f"{p_text(made.trend.p_value)})."
    )
