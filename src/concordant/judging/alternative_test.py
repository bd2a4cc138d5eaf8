"""`alternative_test`, `plan_alternative_test`."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.inference.comparisons.difference import adjusted
from concordant.inference.intervals.estimand import check_seed
from concordant.inference.quantiles import check_level, tail_of_each
from concordant.inference.samples.panels import UnitMeans
from concordant.inference.samples.sample import Atoms
from concordant.judging.answers import NOTHING, mean_of, means_of
from concordant.judging.gap import Gap, agreement_within, cautious_p, check_margin, gap_of, tallied
from concordant.judging.items import Items, read_items
from concordant.metrics.arithmetic import check_row_number, check_share
from concordant.metrics.definition.options import knowing_its_options
from concordant.result.comparisons import p_text
from concordant.result.intervals import Interval
from concordant.result.record import Answer, Record, answered, confidence, counts_text, percent, signed, text_table
from concordant.settings import with_progress
from concordant.typing import Column, FloatArray, KappaWeights, Label

_SUGGESTED = "the authors suggest 0.2 for experts, 0.15 for skilled people, 0.1 for a crowd"
Codes = npt.NDArray[np.intp]
_Studies = tuple[Codes, Codes]  # judges and people of some studies at a time, (B, units, ...)
_LEAST_UNITS = 30
_NUMBERS = 1 << 21  # labels that are drawn at a time
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

    def __str__(self) -> str:
        """The sentence, that of the gap, and a line a person."""
        title, counts = counts_text((row.items for row in self.by_person), "items")
        rows = [
            [str(row.person), n, f"{row.judge_advantage:.3f}", f"{row.person_advantage:.3f}", _p_value(row.p_value)]
            for row, n in zip(self.by_person, counts, strict=True)
        ]
        table = text_table(["person", title, "judge as good", "person as good", "p"], rows)
        return "\n".join([Answer.__str__(self), str(self.gap), "", *table])


def _p_value(p: float) -> str:
    """A p-value as a cell of a table; nothing for NaN."""
    return p_text(p).removeprefix("p ").removeprefix("= ") if p < 0.0001 else "" if math.isnan(p) else f"{p:.4f}"


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
    won = winners(items.of_judges[:, 0], people, score_steps(items, weights))
    won[~enters] = np.nan
    counts: list[float] = (items.repeats @ ~np.isnan(won)).tolist()
    tested = [index for index, count in enumerate(counts) if count >= min_units]
    left_out = tuple(name for index, name in enumerate(items.people) if index not in tested)
    won = won[:, tested]
    means = means_of(won, items.atoms)
    t, p = _tests_of_people(means, epsilon)
    rejected = adjusted(p, "fdr-by") <= q
    judge_as_good, person_as_good = (items.repeats @ (sign * won >= 0) / means.n for sign in (-1.0, 1.0))
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
    counts = items.repeats @ rated
    as_good = np.where(rated, won <= 0, 0.0)
    shares = (items.repeats @ as_good) / counts
    n = float(items.repeats[rated.any(1)].sum())
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


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class AlternativePlan(Answer):
    """
    How often judges pass, in simulated studies.

    Attributes
    ----------
    judges : tuple
        The accuracy of each judge; its name where items were drawn from a pilot.
    epsilon : tuple of float
        The values of epsilon.
    passes : ndarray of shape (judges, epsilons)
        The share of studies in which the judge passes the alternative annotator test.
    as_good : ndarray of shape (judges,)
        The share in which the gap shows that it is as good, at the margin; NaN without a margin.
    gap : ndarray of shape (judges,)
        The mean gap in agreement: judge and person less two people.
    units, people, runs : int
        Items and people of a study, and how many were simulated.
    margin : float or None
        Of the gap.
    """

    judges: tuple[Label, ...]
    epsilon: tuple[float, ...]
    passes: FloatArray
    as_good: FloatArray
    gap: FloatArray
    units: int
    people: int
    runs: int
    margin: float | None

    def lines(self) -> list[str]:
        """A line a judge."""
        head = ["judge", "gap", *(f"passes at {value:g}" for value in self.epsilon)]
        shares = np.reshape(self.passes, (len(self.judges), -1))
        if self.margin is not None:
            head.append(f"as good at {self.margin:g}")
            shares = np.column_stack([shares, self.as_good])
        rows = [
            [str(judge), f"{gap:+.3f}", *(f"{share:.3f}" for share in row)]
            for judge, gap, row in zip(self.judges, self.gap.tolist(), shares.tolist(), strict=False)
        ]
        return text_table(head[: 2 + shares.shape[1]], rows)


@knowing_its_options("judging")
def plan_alternative_test(
    pilot: Any = None,
    /,
    *,
    humans: Any = 3,
    judge: Any = None,
    units: int = 100,
    epsilon: float | Sequence[float],
    judge_accuracy: Sequence[float] = (0.6, 0.65, 0.7, 0.75, 0.8),
    people_accuracy: float = 0.8,
    labels: int = 4,
    margin: float | None = None,
    q: float = 0.05,
    level: float = 0.95,
    runs: int = 1000,
    seed: int = 0,
) -> AlternativePlan:
    """
    Simulate how often judges would pass the alternative annotator test.

    With a pilot (as in `judging.gap`: data with `judge` and `humans`, or both as columns) items are drawn from it with
    replacement. Without one, every item has one of so many labels; people say it with their accuracy and judges with
    theirs, else another one by chance.

    Parameters
    ----------
    pilot : data frame or matrix, optional
        A pilot study.
    humans : int, or list of names, or matrix
        How many people; of a pilot who they are.
    judge : name, list of names, or column, optional
        Of a pilot.
    units : int
        Items in a study.
    epsilon : float or sequence of float
        The advantage that the judge is given.
    judge_accuracy, people_accuracy, labels
        Of studies without a pilot.
    margin : float, optional
        Also count how often the gap shows that the judge is as good.
    q, level : float
        Of the tests.
    runs, seed : int
        How many studies are simulated.

    Returns
    -------
    AlternativePlan

    Examples
    --------
    >>> from concordant import judging
    >>> plan = judging.plan_alternative_test(
    ...     humans=3, units=100, epsilon=[0.1, 0.2], judge_accuracy=[0.7, 0.8], margin=0.1, runs=500)
    >>> print(plan)
    In 500 simulated studies of 100 items and 3 people, a judge of 0.7 passes at epsilon 0.1 in 3 %.
    <BLANKLINE>
    judge     gap  passes at 0.1  passes at 0.2  as good at 0.1
    0.7    -0.072          0.030          0.484           0.176
    0.8    -0.001          0.402          0.962           0.770
    """
    level, margin = check_level(level), check_margin(margin, level)
    seed, values = check_seed(seed), _shares("epsilon", epsilon, allow_one=False)
    draw: Callable[[tuple[int, int]], _Studies]
    check_share(q, "q", zero=False, one=False)
    units, runs = check_row_number(units, "units", least=2), check_row_number(runs, "runs")
    labels = check_row_number(labels, "labels", least=2)
    rng = np.random.default_rng(seed)
    if pilot is None and judge is None:
        if isinstance(humans, bool) or not isinstance(humans, int) or humans < 2:
            raise OptionError(
                f"humans must be how many people there are, at least 2, not {humans!r}; with a pilot name the judge "
                "too."
            )
        people = humans
        judge_shares = _shares("judge_accuracy", judge_accuracy)
        names: tuple[Label, ...] = judge_shares
        accuracy = (*judge_shares, *[check_share(people_accuracy, "people_accuracy")] * people)
        draw, size = partial(_of_model, rng, accuracy, people, labels), labels
    else:
        items = read_items(pilot, judge, humans, least=2).distinct()
        names, people, size = items.judges, len(items.people), len(items.labels)
        draw = partial(_of_pilot, rng, items)
    outcomes, at_a_time = [], max(1, _NUMBERS // (units * (len(names) + people)))
    for first in with_progress(range(0, runs, at_a_time), "simulating"):
        study = draw((min(at_a_time, runs - first), units))
        outcomes.append(_outcomes(*study, size, values, margin, q, level))
    passes, as_good, gaps = (np.concatenate(part).mean(0) for part in zip(*outcomes, strict=True))
    drawn = "of" if pilot is None and judge is None else "of items drawn from the pilot, with"
    sentence = (
        f"In {runs:,} simulated studies {drawn} {units} items and {people} people, a judge of {names[0]} passes at "
        f"epsilon {values[0]:g} in {percent(float(passes[0, 0]))}."
    )
    return AlternativePlan(
        sentence=sentence,
        reason=None if units >= _LEAST_UNITS else "the test itself asks for 30 items a person",
        signature=signed("judging.plan_alternative_test", units=units, people=people, runs=runs, seed=seed, q=q),
        judges=names,
        epsilon=values,
        passes=passes,
        as_good=as_good if margin is not None else np.full(len(names), np.nan),
        gap=gaps,
        units=units,
        people=people,
        runs=runs,
        margin=margin,
    )


def _shares(name: str, option: Any, *, allow_one: bool = True) -> tuple[float, ...]:
    """One share or several, at least one."""
    values = list(option) if isinstance(option, (Sequence, np.ndarray)) and np.ndim(option) else [option]
    if not values or isinstance(option, (str, bytes)):
        most = "1" if allow_one else "below 1"
        raise OptionError(f"{name} must be a number from 0 to {most}, or a list of such, not {option!r:.80}.")
    return tuple(check_share(value, name, one=allow_one) for value in values)


def _of_model(
    rng: np.random.Generator, accuracy: tuple[float, ...], people: int, labels: int, shape: tuple[int, int]
) -> _Studies:
    """Studies by the accuracies of judges and of people."""
    truth = rng.integers(0, labels, (*shape, 1))
    wrong = (truth + rng.integers(1, labels, (*shape, len(accuracy)))) % labels
    codes = np.where(rng.random(wrong.shape) < np.array(accuracy), truth, wrong)
    judges = len(accuracy) - people
    return codes[..., :judges], codes[..., judges:]


def _of_pilot(rng: np.random.Generator, items: Items, shape: tuple[int, int]) -> _Studies:
    """Studies of items that are drawn with replacement."""
    index = rng.choice(len(items.repeats), shape, p=items.repeats / items.repeats.sum())
    return items.of_judges[index], items.of_people[index]


def _outcomes(
    judges: Codes, people: Codes, size: int, epsilon: tuple[float, ...], margin: float | None, q: float, level: float
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """For each study: whether each judge passes at each epsilon, whether it is shown to be as good, and its gap."""
    (studies, units), steps = judges.shape[:2], np.eye(size, dtype=np.int64)
    flat, atoms = people.reshape(-1, people.shape[-1]), Atoms.of_rows(units)
    tally = tallied(flat, size)
    m, among = tally.sum(1), agreement_within(tally)
    passes, good, gaps = [], [], []
    for judge in judges.reshape(studies * units, -1).T:
        won = winners(judge, flat, steps).reshape(studies, units, -1)
        means = means_of(won.swapaxes(0, 1).reshape(units, -1), atoms)
        passes.append([_passes(_tests_of_people(means, value)[1].reshape(studies, -1), q) for value in epsilon])
        with np.errstate(invalid="ignore", divide="ignore"):
            with_judge = np.where(judge >= 0, tally[np.arange(len(judge)), judge], np.nan) / m
        gap = means_of((with_judge - among).reshape(studies, units).T, atoms)
        gaps.append(gap.value)
        good.append(np.full(studies, np.nan) if margin is None else cautious_p(gap, margin) < 1 - level)
    return np.array(passes, np.float64).transpose(2, 0, 1), np.array(good, np.float64).T, np.array(gaps).T


def _passes(p_values: FloatArray, q: float) -> list[bool]:
    """For each study, whether the test of Benjamini and Yekutieli rejects for half of the people."""
    shares = [(adjusted(row, "fdr-by") <= q)[~np.isnan(row)] for row in p_values]
    return [2 * rejected.sum() >= len(rejected) > 0 for rejected in shares]


def score_steps(items: Items, weights: KappaWeights) -> npt.NDArray[Any]:
    """The score of each label against each other, (K, K)."""
    return np.eye(len(items.labels), dtype=np.int64) if weights is None else items.agreement(weights)


def winners(judge: Codes, people: Codes, steps: npt.NDArray[Any]) -> FloatArray:
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
