"""`alternative_test`: whether a judge could take the place of each person."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.inference.comparisons.difference import adjusted
from concordant.inference.quantiles import check_level, tail_of_each
from concordant.inference.samples.panels import UnitMeans
from concordant.judging.answers import NOTHING, mean_of, means_of
from concordant.judging.gap import Gap, check_margin, gap_of, tallied
from concordant.judging.items import Items, read_items
from concordant.metrics.arithmetic import check_row_number, check_share
from concordant.metrics.definition.options import knowing_its_options
from concordant.result.comparisons import p_or_none
from concordant.result.intervals import Interval
from concordant.result.record import Answer, Record, TextTable, answered, confidence, percent, signed
from concordant.result.wording import LONGEST_LABEL, count, label_text, value_or_undefined
from concordant.typing import Column, FloatArray, KappaWeights, Label

_SUGGESTED = "the authors suggest 0.2 for experts, 0.15 for skilled people, 0.1 for a crowd"
Codes = npt.NDArray[np.intp]
_NEAR = 1e-12  # of sums of steps that are not whole numbers: nearer is a tie


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ReplacedPerson(Record):
    """
    The judge against one person, by how well each agrees with the other people.

    Attributes
    ----------
    person : Label
        Who was left out.
    items : float
        On how many items.
    judge_advantage, person_advantage : float
        The share of items on which the judge agrees with the rest at least as well, and on which the person does.
    t, p_value : float
        Of the hypothesis that the person is better by epsilon; one-sided.
    rejected : bool
        Whether the hypothesis is rejected, by Benjamini and Yekutieli over all people.
    """

    person: Label
    items: float
    judge_advantage: float
    person_advantage: float
    t: float
    p_value: float
    rejected: bool


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class AlternativeTest(Answer):
    """
    The alternative annotator test of a judge, and the gap that belongs to it.

    Attributes
    ----------
    winning_rate : float
        Omega: the share of people for whom the judge passes.
    passed : bool or None
        Whether omega is at least 0.5; None if nobody could be tested.
    advantage : Interval
        Rho: the share of items on which the judge agrees with the rest at least as well as the person left out.
    by_person : tuple of ReplacedPerson
        Each person.
    left_out : tuple
        People with too few items.
    epsilon, q : float
        The advantage that the judge is given, and the false discovery rate.
    gap : Gap
        The agreement of judge and person less that of two people: the test is no statement about it.
    """

    table_of: ClassVar[tuple[str, ...]] = ("by_person",)

    winning_rate: float
    passed: bool | None
    advantage: Interval
    by_person: tuple[ReplacedPerson, ...]
    left_out: tuple[Label, ...]
    epsilon: float
    q: float
    gap: Gap

    @property
    def omega(self) -> float:
        """The winning rate, as the paper calls it."""
        return self.winning_rate

    @property
    def rho(self) -> Interval:
        """The advantage of the judge, as the paper calls it."""
        return self.advantage

    def tables(self) -> tuple[TextTable, ...]:
        """A row a person."""
        rows = (
            (
                label_text(row.person, LONGEST_LABEL),
                count(row.items),
                value_or_undefined(row.judge_advantage),
                value_or_undefined(row.person_advantage),
                p_or_none(row.p_value),
            )
            for row in self.by_person
        )
        head = ("person", "items", "judge as good", "person as good", "p")
        return (TextTable("The judge beside each person", head, tuple(rows)),)

    def lines(self) -> list[str]:
        """The gap in words, then the people."""
        return [str(self.gap), "", *Answer.lines(self)]


@knowing_its_options("judging")
def alternative_test(
    data: Any = None,
    /,
    *,
    judge: Any,
    humans: Any,
    epsilon: float | None = None,
    weights: KappaWeights = None,
    q: float = 0.05,
    min_units: int = 30,
    min_humans: int = 2,
    margin: float | None = None,
    labels: Sequence[Label] | None = None,
    cluster: Column | str | None = None,
    sample_weight: Column | str | None = None,
    level: float = 0.95,
) -> AlternativeTest:
    """
    Test whether the judge could take the place of each person, by how well both agree with the other people.

    Each person in turn is left out. On each of their items ``d = sign(S(person) - S(judge))``, where S is how well
    somebody agrees with the rest. The hypothesis that the person is better by `epsilon` is tested by Student's t of d,
    and rejected for omega of the people (Benjamini and Yekutieli). The judge passes if omega is 0.5 or more.

    Parameters
    ----------
    data, judge, humans, labels, cluster, sample_weight, level
        As of `judging.gap`. With clusters (rows of one text) the standard errors are those of sums over clusters.
    epsilon : float
        From 0 to below 1. It must be given: the authors suggest 0.2 for experts, 0.15 for skilled people, and 0.1 for a
        crowd. It is an advantage in shares of items won, no margin of agreement.
    weights : str or array-like, optional
        S is the sum of agreements with the rest under these weights: with "quadratic" minus that of squared
        differences, of labels that are numbers. Default: how many of the rest give the same label. Sums that differ by
        rounding alone are a tie.
    q : float
        The false discovery rate over people.
    min_units, min_humans : int
        A person takes part with at least so many items, and an item with at least so many people.
    margin : float, optional
        Of the gap.

    Returns
    -------
    AlternativeTest

    Raises
    ------
    OptionError
        If `epsilon` is not given.
    TooFewRatersError
        For fewer than two people.

    Notes
    -----
    The test does not say that the judge agrees with people as well as people do: at epsilon 0.2 it passes a judge of
    accuracy 0.70 beside three people of 0.80 in 45 % of panels of 100 items with 4 labels, and one of 0.75 in 79 %
    (1,000 simulated panels each). So the gap stands beside it always.

    References
    ----------
    Calderon, Reichart & Dror (2025), The alternative annotator test for LLM-as-a-judge, ACL 2025, 16051-16081.

    Examples
    --------
    >>> from concordant import judging
    >>> people = [[1, 1, 1], [0, 0, 0], [1, 1, 0], [0, 0, 1], [1, 1, 1], [0, 0, 0]] * 10
    >>> judge = [1, 0, 1, 0, 1, 0] * 9 + [0, 1, 1, 1, 1, 1]
    >>> found = judging.alternative_test(judge=judge, humans=people, epsilon=0.2)
    >>> found.winning_rate, round(found.advantage.value, 3)
    (1.0, 0.95)
    >>> round(found.gap.difference.value, 3)
    0.056
    """
    level, margin = check_level(level), check_margin(margin, level)
    if epsilon is None:
        raise OptionError(f"say epsilon=, the advantage that the judge is given: it has no default; {_SUGGESTED}.")
    epsilon = check_share(epsilon, "epsilon", one=False)
    check_share(q, "q", zero=False, one=False)
    min_units = check_row_number(min_units, "min_units", least=2)
    min_humans = check_row_number(min_humans, "min_humans", least=2)
    items = read_items(data, judge, humans, labels=labels, cluster=cluster, sample_weight=sample_weight, least=2)
    gap = gap_of(items, margin=margin, metric="agreement", weights=weights, level=level)
    items = items.distinct()
    people = items.of_people
    enters = (items.of_judges[:, 0] >= 0) & ((people >= 0).sum(1) >= min_humans)
    steps = np.eye(len(items.labels), dtype=np.int64) if weights is None else items.agreement(weights)
    won = _winners(items.of_judges[:, 0], people, steps)
    won[~enters] = np.nan
    counts: list[float] = (items.atoms.weight @ ~np.isnan(won)).tolist()
    tested = [index for index, count in enumerate(counts) if count >= min_units]
    left_out = tuple(name for index, name in enumerate(items.people) if index not in tested)
    won = won[:, tested]
    means = means_of(won, items.atoms)
    t, p = _tests_of_people(means, epsilon)
    rejected = adjusted(p, "fdr-by") <= q
    judge_as_good, person_as_good = (items.atoms.weight @ (sign * won >= 0) / means.n for sign in (-1.0, 1.0))
    columns: Any = (means.n, judge_as_good, person_as_good, t, p, rejected)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    by_person = [ReplacedPerson(items.people[index], *row) for index, row in zip(tested, rows, strict=True)]
    omega = float(rejected.mean()) if tested else math.nan
    score = "accuracy" if weights is None else "weights"
    options = {"score": score, "epsilon": epsilon, "q": q, "min_units": min_units, "min_humans": min_humans}
    signature = signed("judging.alternative_test", **options, n=gap.items)
    reasons = _reasons(items, tested, left_out, (min_units, min_humans))
    return answered(
        AlternativeTest,
        _sentence,
        *reasons,
        signature=signature,
        winning_rate=omega,
        passed=None if not tested else omega >= 0.5,
        advantage=_advantage(items, won, level, signature),
        by_person=tuple(by_person),
        left_out=left_out,
        epsilon=epsilon,
        q=q,
        gap=gap,
    )


def _reasons(items: Items, tested: Any, left_out: Sequence[Label], least: tuple[int, int]) -> list[str]:
    reasons = []
    if not len(tested):
        reasons.append(f"nobody has {least[0]} items or more with {least[1]} people or more")
    elif left_out:
        names = ", ".join(map(str, left_out))
        reasons.append(f"left out, with fewer than {least[0]} items: {names}")
    if len(items.people) == 2:
        reasons.append("with two people each is judged by the other one alone")
    return reasons


def _advantage(items: Items, won: FloatArray, level: float, signature: str) -> Interval:
    """Rho, the mean over people of the share of items on which the judge is as good, by the influence of items."""
    name = "advantage of the judge"
    if not won.shape[1]:
        return NOTHING.interval(level, name, signature)
    rated = ~np.isnan(won)
    counts = items.atoms.weight @ rated
    as_good = np.where(rated, won <= 0, 0.0)
    shares = (items.atoms.weight @ as_good) / counts
    n = float(items.atoms.weight[rated.any(1)].sum())
    # an item that counts more moves the share of each person who rated it
    influence = (np.where(rated, as_good - shares, 0.0) * (n / counts)).mean(1)
    error = mean_of(np.where(rated.any(1), influence, np.nan), items.atoms)
    advantage = replace(error, value=float(shares.mean()), n=n)
    why = "the judge was never worse, or never as good"
    return advantage.interval(level, name, signature, scale="logit", why=why)


def _sentence(answer: AlternativeTest) -> str:
    if answer.passed is None:
        return "The alternative annotator test cannot be done."
    advantage = answer.advantage
    share = f"{advantage.value:.2f} ({confidence(advantage)})"
    won = sum(person.rejected for person in answer.by_person)
    return (
        f"The judge {'passes' if answer.passed else 'does not pass'} the alternative annotator test at epsilon "
        f"{answer.epsilon:g}: it could take the place of {won} of {len(answer.by_person)} people (winning rate "
        f"{answer.winning_rate:.2f}), and agrees with the rest as well as the person left out on a share {share} of "
        f"items. What that is worth in agreement, the gap says ({percent(answer.gap.judge_human.value)} with a person, "
        f"{percent(answer.gap.human_human.value)} of two people)."
    )


def _tests_of_people(means: UnitMeans, epsilon: float) -> tuple[FloatArray, FloatArray]:
    """``t = (mean - eps) / se`` of each mean, and ``P(T <= t)``; without any spread 0, 1/2 or 1."""
    excess = means.value - epsilon
    without_spread = np.copysign(np.where(excess == 0, 0.0, np.inf), excess)
    t = np.divide(excess, means.se, out=without_spread, where=means.se != 0)
    two_sided_p = tail_of_each(t, means.degrees)
    return t, np.where(t < 0, two_sided_p / 2, 1 - two_sided_p / 2)


def _winners(judge: Codes, people: Codes, steps: npt.NDArray[Any]) -> FloatArray:
    """
    Return 1 where the person agrees better with the rest, -1 where the judge does, 0 if both alike: (U, people).

    NaN where the person, the judge or the rest is missing. Steps that are floats are sums with rounding.
    """
    row, column = np.nonzero(people >= 0)
    tally = tallied(people, len(steps)).astype(np.int64)
    agreement = tally.astype(steps.dtype) @ steps.T  # of each label beside all people of the item
    winner = np.full(people.shape, np.nan)
    rest = tally.sum(1) - 1
    compared = (judge[row] >= 0) & (rest[row] > 0)
    row, column = row[compared], column[compared]
    own, other = people[row, column], judge[row]
    # the person is one of those whom both are set beside: take them off
    difference = (agreement[row, own] - steps[own, own]) - (agreement[row, other] - steps[other, own])
    near = _NEAR * np.maximum(rest[row], 1) if steps.dtype.kind == "f" else 0
    winner[row, column] = (difference > near).astype(np.float64) - (difference < -near)
    return winner
