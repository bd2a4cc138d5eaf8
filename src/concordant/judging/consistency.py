"""`consistency`, `order_swap`, `over_time`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

import numpy as np
import numpy.typing as npt

from concordant.errors import (
    InputTypeError,
    LabelError,
    LengthError,
    MissingValuesError,
    OptionError,
    TooFewRatersError,
    TooFewUnitsError,
)
from concordant.inference.comparisons.proportions import tango_interval, tango_score
from concordant.inference.quantiles import check_level, tail, two_sided
from concordant.inputs.encoding import encode_groups
from concordant.inputs.ratings import code_labels
from concordant.judging.adjusted_rates import wilson_of
from concordant.judging.answers import (
    answered,
    interval_of,
    jackknifed,
    left_out_each,
    mean_of,
    ratio_of_means,
    scored_mean,
)
from concordant.judging.covariates import ErrorSlope, fitted_slope
from concordant.judging.error_report import less_people, soft_truth
from concordant.judging.gap import FEW, agreement_shares, agreement_within, tallied
from concordant.judging.items import Items, check_answers, column_beside, numbers_of, read_items, require_units
from concordant.metrics import get
from concordant.names import require_choice
from concordant.result.comparisons import p_text
from concordant.result.intervals import Interval
from concordant.result.record import (
    Answer,
    Record,
    altered,
    counted,
    counts_text,
    limits,
    more_or_less,
    percent,
    points,
    signed,
)
from concordant.settings import without_warnings
from concordant.states import Counts, Ratings
from concordant.typing import Column, FloatArray, KappaWeights, Label

_LISTED = 10
_FEW_DECIDE = 5  # clusters, below which a sample may well have none of the kind
Ties = Literal["nominal", "linear", "dropped"]


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
    error: Interval | None = None
    noise: Interval | None = None
    one_run: float = math.nan
    majority_of_three: float = math.nan
    gain: Interval | None = None
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
    sample_weight: Column | str | None = None,
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
    judged_twice = (items.of_judges >= 0).sum(1) >= 2
    usable = items.some(judged_twice)
    n = float(usable.repeats.sum())
    require_units(n, 2, "items with two runs or more")
    runs_only = usable.state.select(list(items.judges))
    signature = signed("judging.consistency", runs=len(items.judges), n=n, level=level)
    tally = tallied(usable.of_judges, len(items.labels))
    agreement = _run_agreement("weighted_agreement", runs_only, weights, level, "agreement of two runs")
    unanimous = share_of((tally.max(1) == tally.sum(1)) * 1.0, usable, level, "all runs alike", signature)
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
    if items.rows is None:
        return ()
    tally = tallied(np.asarray(items.rows[:, : len(items.judges)], np.intp), len(items.labels))
    disagreement = np.nan_to_num(1 - agreement_within(tally))
    order = np.argsort(-disagreement, kind="stable")[:_LISTED]
    return tuple(int(row) for row in order if disagreement[row] > 0)


def _beside_people(items: Items, tally: FloatArray, level: float, signature: str) -> dict[str, Any]:
    """Error, noise and the gain of the majority of three, on the items that people labelled too; {} without any."""
    people = tallied(items.of_people, len(items.labels))
    with np.errstate(invalid="ignore", divide="ignore"):
        shares = people / people.sum(1, keepdims=True)
    runs = tally.sum(1)
    run_shares = tally / runs[:, None]
    wrong = np.where(people.sum(1) > 0, 1 - (run_shares * shares).sum(1), np.nan)
    flips = 1 - agreement_within(tally)
    error = mean_of(wrong, items.atoms)
    if not error.n:
        return {}
    noise = ratio_of_means(np.where(np.isnan(wrong), np.nan, flips / 2), wrong, items.atoms)
    why = "one run never disagrees with people" if math.isnan(noise.value) else "the items do not vary"
    beside: dict[str, Any] = {
        "error": interval_of(error, level, "disagreement with a person", signature, scale="logit"),
        "noise": interval_of(noise, level, "share of noise", signature, scale="logit", why=why),
        "one_run": 1 - error.value,
    }
    if len(items.judges) < 3:
        return beside
    by_three, by_one = (majority_of_three(tally) * shares).sum(1), (run_shares * shares).sum(1)
    gain, right, single = (
        mean_of(np.where(runs >= 3, values, np.nan), items.atoms) for values in (by_three - by_one, by_three, by_one)
    )
    gained = interval_of(gain, level, "gain of the majority of three", signature, most=1.0)
    return beside | {"one_run": single.value, "majority_of_three": right.value, "gain": gained}


def _sentence_of_runs(answer: Consistency) -> str:
    runs = "both" if answer.runs == 2 else f"all {answer.runs}"
    unanimous = f"{percent(answer.unanimous.value)} are judged alike by {runs} runs"
    text = (
        f"Two runs of the judge agree on {percent(answer.agreement.value)} {limits(answer.agreement)} of "
        f"{counted(answer.items, 'item')}; {unanimous}."
    )
    if answer.noise is not None and not math.isnan(answer.noise.value):
        text += f" Of its disagreement with people {percent(answer.noise.value)} is noise between runs"
        text += "." if math.isnan(answer.noise.low) else f" {limits(answer.noise)}."
    if answer.gain is not None and not math.isnan(answer.gain.value):
        side = "more" if answer.gain.value >= 0 else "less"
        text += f" The majority of three runs agrees with people {points(answer.gain.value)} {side} than one run"
        if not math.isnan(answer.gain.low):
            text += f" ({more_or_less(answer.gain.low)} to {more_or_less(answer.gain.high)})"
        text += "."
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


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class OrderSwap(Answer):
    """
    A judge of pairs that was asked in both orders.

    Attributes
    ----------
    pairs : float
        How many pairs have a verdict in both orders.
    table : ndarray of shape (3, 3)
        Pairs by the winner in the first order (rows) and in the other (columns): the first answer, a tie, the second.
        Whole numbers, unless pairs have weights.
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
        Of no bias: McNemar's test, with ties or clusters the score test. The limits of `bias` leave 0 out where it is
        below 1 - level.
    kappa : Interval
        Cohen's kappa of both orders, whichever answer is called the first: of the table plus its rotation.
    resolved : ndarray of shape (3,)
        How many pairs the first answer wins, end in a tie, and the second wins, if a pair without an agreed winner is a
        tie.
    """

    pairs: float
    table: npt.NDArray[Any]
    first_twice: float
    second_twice: float
    flip_rate: Interval
    soft_rate: Interval
    bias: Interval
    first_share: float
    p_value: float
    kappa: Interval
    resolved: npt.NDArray[Any]


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
    sample_weight: Column | str | None = None,
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
    sample_weight : name, or array-like of shape (n,), optional
        As of `judging.gap`.
    level : float
        The nominal coverage.

    Returns
    -------
    OrderSwap

    Notes
    -----
    The two verdicts of a pair are not independent. Where 85 % of 100 pairs are consistent, 11.5 % follow the first
    place and 3.5 % the second, a binomial test of all 200 presentations rejects in 5 % of 4,000 simulated studies, and
    this one in 55 % (without a bias in 5 %). Limits of the bias: Tango's score limits of ``(b - c) / n``, halved; with
    ties or clusters score limits of the mean of ``(s1 + s2) / 4``, s = 1 where the answer shown first wins, -1 where
    the other one does, 0 for a tie.

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
    (0.0027, 0.16, 0.68)
    """
    level = check_level(level)
    answers = check_answers(answers, tie)
    require_choice("verdicts", verdicts, ("answers", "positions"))
    require_choice("ties", ties, get_args(Ties))
    items = read_items(
        data, judge, swapped if data is None else [swapped], cluster=cluster, sample_weight=sample_weight
    )
    three = (answers[0], tie, answers[1])
    unknown = [label for label in items.labels if label not in three]
    if unknown:
        shown = ", ".join(map(repr, unknown[:6]))
        msg = f"{shown} is none of the verdicts {', '.join(map(repr, three))}: name them by answers= and tie=."
        raise LabelError(msg)
    position = np.array([three.index(label) for label in items.labels] + [-1])  # the last is that of a missing one
    first, second = position[items.codes[:, 0]], position[items.codes[:, 1]]
    both = (first >= 0) & (second >= 0)
    usable = items.some(both)
    first, second = first[both], second[both]
    doubtful = _why_doubtful(first, second, verdicts)
    if verdicts == "positions":
        second = 2 - second
    repeats, n = usable.repeats, float(usable.repeats.sum())
    require_units(n, 1, "pairs with a verdict in both orders")
    table: Any = np.bincount(first * 3 + second, repeats, 9).reshape(3, 3)
    if usable.atoms.counted:
        table = np.rint(table).astype(np.int64)
    favour = (second - first) / 4.0  # A first, then B first: 0 is A, 2 is B
    signature = signed(
        "judging.order_swap", answers=f"{three[0]}/{three[2]}", verdicts=verdicts, ties=ties, n=n, level=level
    )
    bias, p_value = _bias(table, favour, usable, level, signature)
    flips = np.abs(first - second)
    flip_rate, soft_rate = (
        share_of((flips == size).astype(np.float64), usable, level, name, signature)
        for size, name in ((2, "flip rate"), (1, "soft flips"))
    )
    winners = np.diag(table)
    return answered(
        OrderSwap,
        _sentence_of_orders,
        doubtful,
        bias.reason,
        signature=signature,
        pairs=n,
        table=table,
        first_twice=float(table[0, 2]),
        second_twice=float(table[2, 0]),
        flip_rate=flip_rate,
        soft_rate=soft_rate,
        bias=bias,
        first_share=0.5 + bias.value,
        p_value=p_value,
        kappa=_kappa(usable, first * 3 + second, ties, level, signature),
        resolved=np.array([winners[0], n - winners[0] - winners[2], winners[2]], table.dtype),
    )


def _why_doubtful(first: npt.NDArray[np.intp], second: npt.NDArray[np.intp], verdicts: str) -> str | None:
    """Why it is doubtful that every pair has the same verdict in both orders."""
    if len(np.unique(np.r_[first, second])) == 1:
        return "every verdict in both orders is the same, whatever the pair"
    if verdicts == "answers" and (first == second).all():
        return (
            "no verdict changes with the order; if a verdict names the place of an answer, this means the opposite: "
            'say verdicts="positions"'
        )
    return None


def _bias(
    table: npt.NDArray[Any], favour: FloatArray, items: Items, level: float, signature: str
) -> tuple[Interval, float]:
    """The bias with its limits, and the p-value that they belong to."""
    n, first, second = float(table.sum()), float(table[0, 2]), float(table[2, 0])
    mean = scored_mean(favour, items.atoms, (-0.5, 0.5))
    if items.clusters is not None or not items.atoms.counted or table[1].any() or table[:, 1].any():
        return mean.interval(level, "order bias", signature, n), mean.p_value
    low, high = tango_interval(first, second, n, two_sided(level))
    p_value = tail(tango_score(first, second, n, 0.0)) if first + second else 1.0
    return Interval(mean.value, low / 2, high / 2, mean.error[0], level, "tango", n, "order bias", signature), p_value


def _kappa(items: Items, cell: npt.NDArray[np.intp], ties: Any, level: float, signature: str) -> Interval:
    """The kappa with limits by the jackknife over pairs, or over clusters, on Fisher's scale."""
    table = np.bincount(cell, items.repeats, 9).astype(np.float64)
    value = float(preference_kappa(table.reshape(3, 3), ties))
    without, each = left_out_each(cell, items.atoms, 9)
    mean = jackknifed(value, preference_kappa(without.reshape(-1, 3, 3), ties), each, items.atoms)
    return interval_of(mean, level, "preference kappa", signature, scale="fisher", why="the kappa does not vary")


def _sentence_of_orders(answer: OrderSwap) -> str:
    pairs = counted(answer.pairs, "pair")
    flips = f"{percent(answer.flip_rate.value)} of {pairs} {limits(answer.flip_rate)}"
    start = f"Asked in both orders, the judge contradicts itself in {flips}"
    if not answer.bias.value:
        return f"{start}; the order favours neither answer ({p_text(answer.p_value)})."
    which = "first" if answer.bias.value > 0 else "second"
    low, high = sorted(abs(x) for x in (answer.bias.low, answer.bias.high))
    shown = answer.p_value < 1 - answer.bias.level and not answer.bias.low <= 0 <= answer.bias.high
    limits_text = "" if math.isnan(low) or not shown else f", {100 * low:.0f} to {100 * high:.0f}"
    verb = "it prefers" if shown else "it is not shown to prefer one by its place: it leans to"
    size = points(answer.bias.value)
    return f"{start}; {verb} the answer shown {which} by {size}{limits_text} ({p_text(answer.p_value)})."


def share_of(values: FloatArray, items: Items, level: float, name: str, signature: str) -> Interval:
    """The share of items with a property (1, 0; NaN if it does not apply), by Wilson, or score limits over clusters."""
    mean = mean_of(values, items.atoms)
    if items.clusters is not None or not items.atoms.counted or not mean.n:
        interval = scored_mean(values, items.atoms, (0.0, 1.0)).interval(level, name, signature, mean.n)
        groups = math.inf if items.clusters is None else items.clusters.size
        decide = groups * min(mean.value, 1 - mean.value)
        few = f"about {decide:.2g} of {groups} clusters decide the share" if decide < _FEW_DECIDE else None
        return altered(interval, reason=interval.reason or few)
    ends = wilson_of(mean.value, mean.n, level)
    return Interval(mean.value, *ends, mean.se, level, "wilson", mean.n, name, signature)


def preference_kappa(table: FloatArray, ties: Ties = "nominal") -> FloatArray:
    """Cohen's kappa of tables (..., 3, 3) of verdicts (A, tie, B), whichever answer is called A."""
    try:
        table = np.asarray(table, np.float64)
    except (TypeError, ValueError) as error:
        raise InputTypeError(f"table must hold counts of verdicts (A, tie, B), 3 x 3, not {table!r:.80}.") from error
    if table.shape[-2:] != (3, 3):
        raise LengthError(f"table must be 3 x 3, of verdicts (A, tie, B) in both orders, not {table.shape}.")
    symmetric = table + table[..., ::-1, ::-1]
    labels: tuple[int, ...] = (-1, 0, 1)
    if ties == "dropped":
        symmetric, labels = symmetric[..., ::2, ::2], (-1, 1)
    options = {"weights": "linear"} if ties == "linear" else {}
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(get("cohen_kappa").formula(Counts(symmetric, labels), **options), np.float64)


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
        width = max([len(str(row.name)) for row in self.windows] + [6])
        title, counts = counts_text((row.agreement.n for row in self.windows), "items")
        first = f"{'window'.ljust(width)}  {title}  with a person  less two people"
        lines = [Answer.__str__(self), "", first]
        for row, n in zip(self.windows, counts, strict=True):
            gap = "" if row.gap is None else f"{row.gap.value:+.3f}"
            lines.append(f"{str(row.name).ljust(width)}  {n}  {row.agreement.value:13.3f}  {gap:>15}")
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
    sample_weight: Column | str | None = None,
    level: float = 0.95,
) -> OverTime:
    """
    Follow the agreement of a judge with people over time.

    Parameters
    ----------
    data, judge, humans, labels, cluster, sample_weight, level
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
    `error_slope`: where nothing changed, the test found a trend in 0 to 5.3 % of samples of 2 to 10 windows of 6 to 400
    items, whose judge is right in 97 or 85 % (300 samples each). A change may be one of the items and not of the judge:
    a frozen set of items that is judged again tells them apart (`compare_versions`).

    Examples
    --------
    >>> from concordant import judging
    >>> found = judging.over_time(
    ...     judge=[1, 0, 1, 1, 0, 1] * 20, humans=[1, 0, 1, 1, 1, 0] * 20, window=[1, 1, 2, 2, 3, 3] * 20)
    >>> [round(one.agreement.value, 2) for one in found.windows], round(found.trend.slope.value, 2)
    ([1.0, 1.0, 0.0], 0.5)
    """
    level = check_level(level)
    items = read_items(data, judge, humans, labels=labels, cluster=cluster, sample_weight=sample_weight)
    rows = items.by_row()
    column = column_beside(data, window, len(rows.codes), "window", judge)
    window_codes = code_labels(encode_groups(column, "window"), windows, "window")
    if (window_codes.codes < 0).any():
        msg = f"window has {int((window_codes.codes < 0).sum())} missing values: say when each item was judged."
        raise MissingValuesError(msg)
    if len(window_codes.labels) < 2:
        raise OptionError(f"there is one window, {window_codes.labels[0]!r}: two or more are needed.")
    with_person, among = agreement_shares(rows, weights)
    gaps = with_person - among if len(items.people) > 1 else np.full(len(with_person), np.nan)
    label_values, reference = numbers_of(rows), soft_truth(rows, "panel")
    severities = None if label_values is None else less_people(rows, reference, label_values)
    n = float((~np.isnan(with_person)).sum())
    signature = signed("judging.over_time", windows=len(window_codes.labels), n=n, level=level)

    def interval_in(window: Any, values: Any, what: str, scale: str = "delta", most: float = math.inf) -> Any:
        if values is None:
            return None
        mean = mean_of(np.where(window, values, np.nan), rows.atoms)
        return None if not mean.n else interval_of(mean, level, what, signature, scale=scale, most=most)

    compared = []
    for code, name in enumerate(window_codes.labels):
        in_window = window_codes.codes == code
        agreement = interval_in(in_window, with_person, f"agreement at {name!r}", "logit")
        if agreement is None:
            continue
        gap = interval_in(in_window, gaps, f"gap at {name!r}", most=1.0)
        severity = interval_in(in_window, severities, f"severity at {name!r}")
        compared.append(Window(name, agreement, gap, severity))
    if len(compared) < 2:
        msg = f"windows with items of judge and people: there are {len(compared)}, and 2 or more are needed."
        raise TooFewUnitsError(msg)
    names = ("the share of people who disagree", "window")
    trend = fitted_slope(1 - with_person, window_codes.codes.astype(np.float64), rows.atoms, names, level)
    too_few = sum(row.gap is not None and row.gap.n < FEW for row in compared)
    few = f"{counted(too_few, 'window')} of fewer than {FEW} items: the interval of the gap is too narrow there"
    parts: dict[str, Any] = {"signature": signature, "windows": tuple(compared), "trend": trend}
    return answered(OverTime, lambda answer: _sentence_of_windows(answer, level), few if too_few else None, **parts)


def _sentence_of_windows(answer: OverTime, level: float) -> str:
    first, last = answer.windows[0], answer.windows[-1]
    agreements = f"{percent(first.agreement.value)} at {first.name!r}, {percent(last.agreement.value)} at {last.name!r}"
    p_value = answer.trend.p_value
    if math.isnan(p_value) or not p_value < 1 - level:
        return f"The agreement of the judge with people is not shown to drift ({agreements}; {p_text(p_value)})."
    side = "falls" if answer.trend.slope.value > 0 else "rises"
    size = f"{abs(answer.trend.slope.value) * 100:.2g} percentage points"
    return (
        f"The agreement of the judge with people {side} by {size} from one window to the next ({agreements}; "
        f"{p_text(p_value)})."
    )
