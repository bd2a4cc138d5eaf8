"""Verdicts on pairs of answers: whether the order they are shown in decides, and who wins."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from concordant.errors import LabelError, OptionError
from concordant.inference.quantiles import check_level
from concordant.judging.answers import difference_of_pairs, share_of
from concordant.judging.items import Items, read_items, require_units
from concordant.metrics.definition.options import knowing_its_options
from concordant.names import require_choice
from concordant.result.comparisons import p_text
from concordant.result.intervals import Interval
from concordant.result.record import (
    Answer,
    altered,
    answered,
    confidence,
    counted,
    percent,
    percent_with_limits,
    signed,
)
from concordant.typing import Column, Label

_MOSTLY = 0.5  # share of pairs with opposite winners, above which the verdicts may mean something else


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
        How often the answer that is shown first wins, a tie half, less the 1/2 that it has without a position bias:
        0.06 where it wins 56 %; from -1/2 to 1/2.
    first_share : float
        How often the answer that is shown first wins, a tie half: ``1/2 + bias``.
    p_value : float
        Of no bias: McNemar's test, with ties or clusters the score test. The limits of `bias` leave 0 out where it is
        below 1 - level.
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
    resolved: npt.NDArray[Any]


@knowing_its_options("judging")
def order_swap(
    data: Any = None,
    /,
    *,
    judge: Any,
    swapped: Any,
    answers: tuple[Label, Label] = ("A", "B"),
    tie: Label = "tie",
    verdicts: Literal["answers", "positions"] = "answers",
    cluster: Column | str | None = None,
    sample_weight: Column | str | None = None,
    level: float = 0.95,
) -> OrderSwap:
    """
    Test whether a judge of pairs prefers the answer that is shown first.

    Parameters
    ----------
    data : data frame, optional
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
    >>> round(found.p_value, 4), found.flip_rate.value
    (0.0027, 0.16)
    """
    level = check_level(level)
    usable, codes, three = _read_pairs(data, judge, swapped, answers, tie, verdicts, (cluster, sample_weight))
    first, second = codes.T
    repeats, n = usable.atoms.weight, usable.atoms.total
    table: Any = np.bincount(first * 3 + second, repeats, 9).reshape(3, 3)
    if usable.atoms.counted:
        table = np.rint(table).astype(np.int64)
    signature = signed("judging.order_swap", answers=f"{three[0]}/{three[2]}", verdicts=verdicts, n=n, level=level)
    favour, no_ties = (second - first) / 4.0, not (table[1].any() or table[:, 1].any())  # A is 0 and B 2
    bias, p_value = difference_of_pairs(favour, usable.atoms, 0.5, level, "order bias", signature, tango=no_ties)
    flips = np.abs(first - second)
    flip_rate, soft_rate = (
        share_of((flips == size).astype(np.float64), usable.atoms, level, name, signature)
        for size, name in ((2, "flip rate"), (1, "soft flips"))
    )
    winners = np.diag(table)
    return answered(
        OrderSwap,
        _sentence_of_orders,
        _why_doubtful(table, flip_rate, three, verdicts),
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
        resolved=np.array([winners[0], n - winners[0] - winners[2], winners[2]], table.dtype),
    )


def _read_pairs(
    data: Any, judge: Any, swapped: Any, answers: Any, tie: Label, verdicts: str, beside: tuple[Any, Any]
) -> tuple[Items, npt.NDArray[np.intp], tuple[Label, Label, Label]]:
    """
    Pairs of answers with a verdict in all orders, who wins in each, (U, orders), and the three verdicts.

    0: the first of `answers`, 1: a tie, 2: the second.
    """
    pair = tuple(answers) if isinstance(answers, (list, tuple)) else ()
    three: Any = (*pair[:1], tie, *pair[1:])
    if len(three) != 3 or not all(isinstance(label, Hashable) for label in three) or len(set(three)) < 3:
        msg = f"answers must be two labels, different from each other and from tie={tie!r:.80}, not {answers!r:.80}."
        raise OptionError(msg)
    require_choice("verdicts", verdicts, ("answers", "positions"))
    other = swapped if swapped is None or data is None else [swapped]
    items = read_items(data, judge, other, cluster=beside[0], sample_weight=beside[1], least=0)
    unknown = [label for label in items.labels if label not in three]
    if unknown:
        shown = ", ".join(map(repr, three))
        msg = f"judge or swapped holds {unknown[0]!r}, which is none of {shown}: name them by answers= and tie=."
        raise LabelError(msg)
    what = "pairs with a verdict" + (" in both orders" if other is not None else "")
    usable = items.some(np.asarray((items.codes >= 0).all(1)), 1, what)
    winner = np.array([three.index(label) for label in items.labels])[usable.codes]
    if verdicts == "positions" and other is not None:
        winner[:, 1] = 2 - winner[:, 1]
    return usable, winner, three


def _why_doubtful(table: npt.NDArray[Any], flips: Interval, three: Sequence[Label], verdicts: str) -> str | None:
    """Why it is doubtful that verdicts mean what they are taken for."""
    said = table if verdicts == "answers" else table[:, ::-1]
    if (said > 0).sum() == 1 and np.diag(said).any():
        return "every verdict in both orders is the same, whatever the pair"
    if verdicts == "positions":
        return None
    if table.sum() == np.trace(table):
        return (
            "no verdict changes with the order; if a verdict names the place of an answer, this means the opposite: "
            'say verdicts="positions"'
        )
    if flips.low > _MOSTLY:
        return (
            f"the winner changes with the order in {percent(flips.value)} of pairs; if {three[0]!r} and {three[2]!r} "
            'name the position that wins, say verdicts="positions"'
        )
    return None


def _sentence_of_orders(answer: OrderSwap) -> str:
    flips = percent(answer.flip_rate.value)
    interval = confidence(answer.flip_rate, in_percent)
    start = (
        f"Asked in both orders, the judge contradicts itself in {flips} of {counted(answer.pairs, 'pair')} ({interval})"
    )
    if answer.soft_rate.value:
        start += f" and turns a winner into a tie in {percent_with_limits(answer.soft_rate)}"
    bias, first = answer.bias, _from_a_half(answer.bias)
    wins = f"{percent(first.value)} ({confidence(first, in_percent)}; {p_text(answer.p_value)})"
    shown = answer.p_value < 1 - bias.level and not bias.low <= 0 <= bias.high
    which = "first" if bias.value > 0 else "second"
    verdict = f"it prefers the answer shown {which}" if shown else "no position bias is shown"
    return f"{start}; the answer shown first wins {wins}, where 50 % is no position bias: {verdict}."


def in_percent(share: float) -> str:
    """A limit of a share without its sign: 56."""
    return f"{100 * share:.0f}"


def _from_a_half(difference: Interval) -> Interval:
    """The share that is so much more than a half."""
    return altered(difference, **{end: 0.5 + getattr(difference, end) for end in ("value", "low", "high")})


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class WinRate(Answer):
    """
    How often one answer wins over the other.

    Attributes
    ----------
    rate : Interval
        The win rate of the first of `answers`.
    p_value : float
        Of a win rate of a half. The limits leave a half out where it is below 1 - level.
    wins, tied, losses : float
        Pairs that the first answer wins, that end in a tie, and that it loses.
    answers : tuple of two labels
        Which answers.
    ties : {"half", "dropped"}
        What a tie counts: half a win, or nothing.
    both_orders : bool
        Whether a pair was judged in both orders; then it is won only by who wins in both.
    """

    rate: Interval
    p_value: float
    wins: float
    tied: float
    losses: float
    answers: tuple[Label, Label]
    ties: str
    both_orders: bool


@knowing_its_options("judging")
def win_rate(
    data: Any = None,
    /,
    *,
    judge: Any,
    swapped: Any = None,
    answers: tuple[Label, Label] = ("A", "B"),
    tie: Label = "tie",
    verdicts: Literal["answers", "positions"] = "answers",
    ties: Literal["half", "dropped"] = "half",
    cluster: Column | str | None = None,
    sample_weight: Column | str | None = None,
    level: float = 0.95,
) -> WinRate:
    """
    Estimate how often one answer wins over the other, by the verdicts of a judge or of a person.

    Parameters
    ----------
    data : data frame, optional
        Rows are pairs; `judge` and `swapped` are names of its columns. Without it they are columns.
    judge : name, or array-like of shape (n,)
        The verdicts.
    swapped : name, or array-like of shape (n,), optional
        The verdicts with the order of the answers swapped. An answer then wins a pair if it wins in both orders; any
        other pair is a tie.
    answers, tie, verdicts
        As of `order_swap`. The win rate is that of the first answer.
    ties : {"half", "dropped"}
        A tie counts as half a win (default), or pairs that end in a tie are left out.
    cluster, sample_weight, level
        As of `order_swap`.

    Returns
    -------
    WinRate

    Notes
    -----
    The win rate is ``1/2 + (wins - losses) / (2 n)``, n the pairs, or those without ties. Limits: half of Tango's score
    limits of ``(wins - losses) / n``, which without ties are Wilson's; the p-value is that of the sign test, ``(wins -
    losses)^2 / (wins + losses)``. With clusters or weights score limits of the mean, and their inversion.

    References
    ----------
    Tango (1998), Statistics in Medicine 17:891.

    Examples
    --------
    >>> from concordant import judging
    >>> found = judging.win_rate(judge=["A"] * 55 + ["tie"] * 10 + ["B"] * 35)
    >>> print(found.sentence)
    A wins 60 % of 100 pairs against B (95 % confidence interval 51 to 69; a tie counts half, 10 are tied; p = 0.0350).
    >>> round(judging.win_rate(judge=["A"] * 55 + ["tie"] * 10 + ["B"] * 35, ties="dropped").rate.value, 3)
    0.611
    """
    level = check_level(level)
    require_choice("ties", ties, ("half", "dropped"))
    usable, codes, three = _read_pairs(data, judge, swapped, answers, tie, verdicts, (cluster, sample_weight))
    winner = np.where(codes[:, 0] == codes[:, -1], codes[:, 0], 1)
    wins, tied, losses = np.bincount(winner, usable.atoms.weight, 3).tolist()
    values = (1 - winner) / 2.0
    if ties == "dropped":
        require_units(wins + losses, 1, "pairs with a winner")
        values[winner == 1] = np.nan
    signature = signed(
        "judging.win_rate", answers=f"{three[0]}/{three[2]}", ties=ties, n=wins + tied + losses, level=level
    )
    lead, p_value = difference_of_pairs(values, usable.atoms, 0.5, level, "win rate", signature)
    return answered(
        WinRate,
        partial(_sentence_of_wins, positions=verdicts == "positions"),
        lead.reason,
        signature=signature,
        rate=_from_a_half(lead),
        p_value=p_value,
        wins=wins,
        tied=tied,
        losses=losses,
        answers=(three[0], three[2]),
        ties=ties,
        both_orders=swapped is not None,
    )


def _sentence_of_wins(answer: WinRate, *, positions: bool) -> str:
    first, second = answer.answers
    if positions:
        first, second = f"the answer in the place {first!r} of the first order", "the other"
    pairs, rate = counted(answer.wins + answer.tied + answer.losses, "pair"), answer.rate
    rule = f"a tie counts half, {counted(answer.tied, 'is', 'are')} tied"
    if answer.ties == "dropped":
        pairs = f"{counted(answer.wins + answer.losses, 'pair')} with a winner"
        rule = f"{counted(answer.tied, 'tied pair')} left out"
    if answer.both_orders:
        rule += ", also those with another winner in the other order"
    chance = f"{confidence(rate, in_percent)}; {rule}; {p_text(answer.p_value)}"
    return f"{first} wins {percent(rate.value)} of {pairs} against {second} ({chance})."
