"""The alternative annotator test: could the judge take the place of each person, one by one? Beside it the gap."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from concordant.errors import OptionError
from concordant.inference.comparisons.difference import adjusted, student_test
from concordant.inference.quantiles import check_level
from concordant.judging.gap import Gap, check_margin, gap_of
from concordant.judging.judged_items import JudgedItems, read_items
from concordant.judging.means import Mean, interval_of, mean_of
from concordant.judging.winners import Score, check_score, score_steps, winners
from concordant.result.comparisons import p_text
from concordant.result.intervals import Interval
from concordant.result.record import Answer, Record, percent, signed
from concordant.typing import Column, FloatArray, KappaWeights, Label

_SUGGESTED = "the authors suggest 0.2 for experts, 0.15 for skilled people, 0.1 for a crowd"


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

    def __str__(self) -> str:
        """The sentence, that of the gap, and a line a person."""
        lines = [Answer.__str__(self), str(self.gap), ""]
        width = max([len(str(one.person)) for one in self.by_person] + [6])
        lines.append(f"{'person'.ljust(width)}  items  judge as good  person as good  p")
        for one in self.by_person:
            shares = f"{one.judge_advantage:13.3f}  {one.person_advantage:14.3f}"
            lines.append(f"{str(one.person).ljust(width)}  {one.items:5g}  {shares}  {_p_value(one.p_value)}")
        return "\n".join(lines)


def _p_value(p: float) -> str:
    """A p-value below its heading."""
    return p_text(p).removeprefix("p ").removeprefix("= ") if p < 0.0001 else "" if math.isnan(p) else f"{p:.4f}"


def alternative_test(
    data: Any = None,
    /,
    *,
    judge: Any,
    humans: Any,
    epsilon: float | None = None,
    score: Score | None = None,
    weights: KappaWeights = None,
    q: float = 0.05,
    min_units: int = 30,
    min_humans: int = 2,
    margin: float | None = None,
    labels: Sequence[Label] | None = None,
    cluster: Column | str | None = None,
    level: float = 0.95,
) -> AlternativeTest:
    """
    Test whether the judge could take the place of each person, by how well both agree with the other people.

    Each person in turn is left out. On each of their items ``d = sign(S(person) - S(judge))``, where S is how well
    somebody agrees with the rest. The hypothesis that the person is better by `epsilon` is tested by Student's t of d,
    and rejected for omega of the people (Benjamini and Yekutieli). The judge passes if omega is 0.5 or more.

    Parameters
    ----------
    data, judge, humans, labels, cluster, level
        As of `judging.gap`. With clusters (rows of one text) the standard errors are those of sums over clusters.
    epsilon : float
        From 0 to below 1. It must be given: the authors suggest 0.2 for experts, 0.15 for skilled people, and 0.1 for a
        crowd. It is an advantage in shares of items won, no margin of agreement.
    score : {"accuracy", "squared error"}, optional
        S: how many of the rest give the same label (default), or minus the sum of squared differences, of labels that
        are numbers. Both are compared exactly.
    weights : str or array-like, optional
        In place of `score`: S is the sum of agreements with the rest under these weights.
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
    (1,000 simulated panels each, `plan_alternative_test`). So the gap stands beside it always.

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
    _check_options(epsilon, q, min_units, min_humans)
    chosen = check_score(score, weights)
    items = read_items(data, judge, humans, labels=labels, cluster=cluster, least=2)
    gap = gap_of(items, margin=margin, metric="agreement", weights=weights, level=level)
    return _tested(items, chosen, weights, float(epsilon or 0.0), q, (min_units, min_humans), gap, level)


def _check_options(epsilon: float | None, q: float, min_units: int, min_humans: int) -> None:
    if epsilon is None or isinstance(epsilon, bool) or not isinstance(epsilon, (int, float)) or not 0 <= epsilon < 1:
        if epsilon is None:
            msg = f"say epsilon=, the advantage that the judge is given: it has no default; {_SUGGESTED}."
        else:
            msg = f"epsilon must be a number from 0 to below 1, not {epsilon!r}."
        raise OptionError(msg)
    if isinstance(q, bool) or not isinstance(q, (int, float)) or not 0 < q < 1:
        msg = f"q must be a number between 0 and 1, not {q!r}."
        raise OptionError(msg)
    for name, number in (("min_units", min_units), ("min_humans", min_humans)):
        if isinstance(number, bool) or not isinstance(number, int) or number < 2:
            msg = f"{name} must be a whole number of at least 2, not {number!r}."
            raise OptionError(msg)


def _tested(
    items: JudgedItems,
    score: Score | Literal["weights"],
    weights: KappaWeights,
    epsilon: float,
    q: float,
    least: tuple[int, int],
    gap: Gap,
    level: float,
) -> AlternativeTest:
    people = items.of_people
    enters = (items.of_judges[:, 0] >= 0) & ((people >= 0).sum(1) >= least[1])
    won = winners(items.of_judges[:, 0], people, score_steps(items, score, weights), exact=score != "weights")
    won[~enters] = np.nan
    counts = items.times @ ~np.isnan(won)
    here = np.flatnonzero(counts >= least[0])
    gone = tuple(name for place, name in enumerate(items.people) if place not in here)
    means = [mean_of(won[:, place], items.times, items.clusters) for place in here]
    tests = [against(mean, epsilon) for mean in means]
    p_values = np.array([p for _, p in tests])
    rejected = adjusted(p_values, "fdr-by") <= q if len(here) else np.zeros(0, np.bool_)
    by_person = []
    for place, mean, (t, p), out in zip(here.tolist(), means, tests, rejected.tolist(), strict=True):
        column, times = won[:, place], items.times
        judge, person = (float(times @ (sign * column >= 0)) / mean.n for sign in (-1.0, 1.0))
        by_person.append(ReplacedPerson(items.people[place], mean.n, judge, person, t, p, out))
    omega = float(rejected.mean()) if len(here) else math.nan
    signature = signed(
        "judging.alternative_test",
        score=score,
        epsilon=epsilon,
        q=q,
        min_units=least[0],
        min_humans=least[1],
        n=gap.items,
    )
    reasons = _reasons(items, here, gone, least)
    made = AlternativeTest(
        sentence="",
        reason="; ".join(reasons) or None,
        signature=signature,
        winning_rate=omega,
        passed=None if not len(here) else omega >= 0.5,
        advantage=_advantage(items, won[:, here], level, signature),
        by_person=tuple(by_person),
        left_out=gone,
        epsilon=epsilon,
        q=q,
        gap=gap,
    )
    return replace(made, sentence=_sentence(made))


def against(mean: Mean, epsilon: float) -> tuple[float, float]:
    """``t = (mean - eps) / se`` and ``P(T <= t)``; without any spread 0, 1/2 or 1."""
    apart = mean.value - epsilon
    if mean.se == 0:
        p = 0.0 if apart < 0 else 1.0 if apart > 0 else 0.5
        return (math.copysign(math.inf, apart) if apart else 0.0), p
    tails = student_test(mean.value, mean.se, mean.degrees, 0.95, mean.method).tails
    if tails is None:
        return math.nan, math.nan
    return apart / mean.se, tails(epsilon)[1]


def _advantage(items: JudgedItems, won: FloatArray, level: float, signature: str) -> Interval:
    """Rho, the mean over people of the share of items on which the judge is as good, by the influence of items."""
    name = "advantage of the judge"
    if not won.shape[1]:
        none = Mean(math.nan, math.nan, math.nan, 0.0, "t")
        return interval_of(none, level, name, signature)
    known = ~np.isnan(won)
    counts = items.times @ known
    as_good = np.where(known, won <= 0, 0.0)
    shares = (items.times @ as_good) / counts
    n = float(items.times[known.any(1)].sum())
    # an item that counts more moves the share of each person who rated it
    influence = (np.where(known, as_good - shares, 0.0) * (n / counts)).mean(1)
    influence = np.where(known.any(1), influence, np.nan)
    mean = mean_of(influence, items.times, items.clusters)
    found = Mean(float(shares.mean()), mean.se, mean.degrees, n, mean.method)
    why = "the judge was never worse, or never as good"
    return interval_of(found, level, name, signature, scale="logit", why=why)


def _reasons(items: JudgedItems, here: Any, gone: Sequence[Label], least: tuple[int, int]) -> list[str]:
    reasons = []
    if not len(here):
        reasons.append(f"nobody has {least[0]} items or more with {least[1]} people or more")
    elif gone:
        names = ", ".join(map(str, gone))
        reasons.append(f"left out, with fewer than {least[0]} items: {names}")
    if len(items.people) == 2:
        reasons.append("with two people each is judged by the other one alone")
    return reasons


def _sentence(made: AlternativeTest) -> str:
    if made.passed is None:
        return "The alternative annotator test cannot be done."
    ends = made.advantage
    share = f"{ends.value:.2f}" + ("" if math.isnan(ends.low) else f" ({ends.low:.2f} to {ends.high:.2f})")
    won = sum(one.rejected for one in made.by_person)
    return (
        f"The judge {'passes' if made.passed else 'does not pass'} the alternative annotator test at epsilon "
        f"{made.epsilon:g}: it could take the place of {won} of {len(made.by_person)} people (winning rate "
        f"{made.winning_rate:.2f}), and agrees with the rest as well as the person left out on a share {share} of "
        f"items. What that is worth in agreement, the gap says ({percent(made.gap.judge_human.value)} with a person, "
        f"{percent(made.gap.human_human.value)} of two people)."
    )
