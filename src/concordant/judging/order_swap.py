"""Does the order in which two answers are shown decide which of them wins? Pairs that were judged in both orders."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from concordant.errors import LabelError
from concordant.inference.comparisons.proportions import mcnemar_p, tango_interval
from concordant.inference.intervals.proportions import wilson
from concordant.inference.quantiles import check_level, two_sided
from concordant.judging.judged_items import JudgedItems, read_items, require_units
from concordant.judging.means import Mean, interval_of, mean_of, p_value_of
from concordant.judging.named_choice import check_choice
from concordant.judging.pair_verdicts import check_answers
from concordant.metrics import get
from concordant.result.comparisons import p_text
from concordant.result.intervals import Interval
from concordant.result.record import Answer, counted, limits, percent, points, signed
from concordant.states import Counts
from concordant.typing import Column, FloatArray, Label

Ties = Literal["nominal", "linear", "dropped"]
_KINDS = ("nominal", "linear", "dropped")


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
    return replace(made, sentence=_sentence(made))


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


def _sentence(made: OrderSwap) -> str:
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
