"""`alternative_test`, `plan_alternative_test`."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from concordant.errors import LabelOrderError, OptionError
from concordant.inference.comparisons.difference import adjusted, student_test
from concordant.inference.intervals.estimand import check_seed
from concordant.inference.quantiles import check_level
from concordant.judging.answers import Mean, interval_of, mean_of
from concordant.judging.gap import Gap, cautious_p, check_margin, gap_of, tallied
from concordant.judging.items import JudgedItems, check_choice, read_items
from concordant.metrics.arithmetic import check_share
from concordant.metrics.distributions import beta_cdf
from concordant.result.comparisons import p_text
from concordant.result.intervals import Interval
from concordant.result.record import Answer, Record, percent, signed
from concordant.settings import told
from concordant.typing import Column, FloatArray, KappaWeights, Label

_SUGGESTED = "the authors suggest 0.2 for experts, 0.15 for skilled people, 0.1 for a crowd"
Codes = npt.NDArray[np.intp]
_LEAST_UNITS = 30
_NUMBERS = 1 << 21  # labels that are drawn at a time
Score = Literal["accuracy", "squared error"]
_EXACT = 2**53
_NEAR = 1e-9  # of sums of weights that are not whole numbers: nearer is a tie


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

    def __str__(self) -> str:
        """A line a judge."""
        heads = [f"passes at {one:g}" for one in self.epsilon]
        heads += [] if self.margin is None else [f"as good at {self.margin:g}"]
        lines = [self.sentence, "", "  ".join(["judge".ljust(8), "gap".rjust(6), *heads])]
        for place, judge in enumerate(self.judges):
            shares = [*np.atleast_1d(self.passes[place])] + ([] if self.margin is None else [self.as_good[place]])
            cells = [f"{share:.3f}".rjust(len(head)) for share, head in zip(shares, heads, strict=False)]
            lines.append("  ".join([str(judge).ljust(8), f"{self.gap[place]:+.3f}", *cells]))
        return "\n".join(lines)


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
    pilot : data frame, matrix or Ratings, optional
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
    judge        gap  passes at 0.1  passes at 0.2  as good at 0.1
    0.7       -0.072          0.030          0.484           0.176
    0.8       -0.001          0.402          0.962           0.770
    """
    level, margin = check_level(level), check_margin(margin, level)
    seed, values = check_seed(seed), _shares("epsilon", epsilon, one=False)
    check_share(q, "q", zero=False, one=False)
    for name, number, least in (("units", units, 2), ("runs", runs, 1), ("labels", labels, 2)):
        if isinstance(number, bool) or not isinstance(number, int) or number < least:
            msg = f"{name} must be a whole number of at least {least}, not {number!r}."
            raise OptionError(msg)
    if pilot is None and judge is None:
        people = _check_people(humans)
        of_judges = _shares("judge_accuracy", judge_accuracy)
        names: tuple[Label, ...] = of_judges
        accuracy = (*of_judges, *[check_share(people_accuracy, "people_accuracy")] * people)
        studies, size = _modelled(accuracy, people, units, labels, (runs, seed)), labels
    else:
        items = read_items(pilot, judge, humans, least=2)
        names, people, size = items.judges, len(items.people), len(items.labels)
        studies = _drawn(items.of_judges, items.of_people, items.times, units, (runs, seed))
    every = [_of_studies(*some, size, values, margin, q, level) for some in studies]
    passes, good, gaps = (np.concatenate(part).mean(0) for part in zip(*every, strict=True))
    made = "studies" if pilot is None and judge is None else "studies of items drawn from the pilot, with"
    sentence = (
        f"In {runs:,} simulated {made} of {units} items and {people} people, a judge of {names[0]} passes at epsilon "
        f"{values[0]:g} in {percent(float(passes[0, 0]))}."
    ).replace("with of", "with")
    return AlternativePlan(
        sentence=sentence,
        reason=None if units >= _LEAST_UNITS else "the test itself asks for 30 items a person",
        signature=signed("judging.plan_alternative_test", units=units, people=people, runs=runs, seed=seed, q=q),
        judges=names,
        epsilon=values,
        passes=passes,
        as_good=good if margin is not None else np.full(len(names), np.nan),
        gap=gaps,
        units=units,
        people=people,
        runs=runs,
        margin=margin,
    )


def _shares(name: str, given: Any, *, one: bool = True) -> tuple[float, ...]:
    """One share or several, at least one."""
    several = list(given) if isinstance(given, (Sequence, np.ndarray)) and np.ndim(given) else [given]
    if not several or isinstance(given, (str, bytes)):
        msg = f"{name} must be a number from 0 to {'' if one else 'below '}1, or a list of such, not {given!r:.80}."
        raise OptionError(msg)
    return tuple(check_share(value, name, one=one) for value in several)


def _check_people(humans: Any) -> int:
    if isinstance(humans, bool) or not isinstance(humans, int) or humans < 2:
        msg = f"humans must be how many people there are, at least 2, not {humans!r}; with a pilot name the judge too."
        raise OptionError(msg)
    return humans


def _modelled(
    accuracy: tuple[float, ...], people: int, units: int, labels: int, drawn: tuple[int, int]
) -> Iterator[tuple[Codes, Codes]]:
    """Judges and people of some studies at a time, (B, units, ...), from the accuracies of judges and of people."""
    rng, judges = np.random.default_rng(drawn[1]), len(accuracy) - people
    for some in _batches(drawn[0], units * len(accuracy)):
        truth = rng.integers(0, labels, (some, units, 1))
        other = (truth + rng.integers(1, labels, (some, units, len(accuracy)))) % labels
        codes = np.where(rng.random(other.shape) < np.array(accuracy), truth, other)
        yield codes[..., :judges], codes[..., judges:]


def _batches(runs: int, numbers: int) -> Iterator[int]:
    many = max(1, _NUMBERS // numbers)
    for first in told(range(0, runs, many), "simulating"):
        yield min(many, runs - first)


def _drawn(
    judges: Codes, people: Codes, times: FloatArray, units: int, drawn: tuple[int, int]
) -> Iterator[tuple[Codes, Codes]]:
    rng = np.random.default_rng(drawn[1])
    for some in _batches(drawn[0], units * (judges.shape[1] + people.shape[1])):
        place = rng.choice(len(times), (some, units), p=times / times.sum())
        yield judges[place], people[place]


def _of_studies(
    judges: Codes,
    people: Codes,
    size: int,
    epsilon: tuple[float, ...],
    margin: float | None,
    q: float,
    level: float,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Of each study, whether each judge passes at each epsilon, whether it is shown to be as good, and its gap."""
    shape, steps = judges.shape[:2], np.eye(size, dtype=np.int64)
    flat = people.reshape(-1, people.shape[-1])
    tally = tallied(flat, size)
    m = tally.sum(1)
    with np.errstate(invalid="ignore", divide="ignore"):
        among = (np.square(tally).sum(1) - m) / (m * (m - 1))
    passes, good, gaps = [], [], []
    for place in range(judges.shape[-1]):
        judge = judges[..., place].ravel()
        won = winners(judge, flat, steps, exact=True).reshape(*shape, -1)
        passes.append(np.stack([_passes(won, one, q) for one in epsilon], axis=-1))
        with np.errstate(invalid="ignore", divide="ignore"):
            apart = (np.where(judge >= 0, tally[np.arange(len(judge)), judge], np.nan) / m - among).reshape(shape)
        mean, error, n = _moments(apart)
        gaps.append(mean)
        if margin is None:
            good.append(np.full(shape[0], np.nan))
            continue
        each = [Mean(*one, count - 1, count, "t") for one, count in zip(zip(mean, error, strict=True), n, strict=True)]
        good.append(np.array([cautious_p(one, margin) < 1 - level for one in each], np.float64))
    return np.stack(passes, axis=1), np.stack(good, axis=1), np.stack(gaps, axis=1)


def _passes(won: FloatArray, epsilon: float, q: float) -> FloatArray:
    """Whether Benjamini and Yekutieli reject for half of the people, of each study."""
    mean, error, n = _moments(won)
    with np.errstate(invalid="ignore", divide="ignore"):
        t = np.where(error > 0, (mean - epsilon) / error, np.sign(mean - epsilon) * np.inf)
    p = np.full(t.shape, np.nan)
    for degrees in np.unique(n - 1).tolist():
        here = n - 1 == degrees
        if degrees > 0:
            both = beta_cdf(degrees / (degrees + np.square(t[here])), degrees / 2, 0.5)
            p[here] = np.where(t[here] < 0, both / 2, 1 - both / 2)
    each = [adjusted(row, "fdr-by") <= q for row in p]
    tested = (~np.isnan(p)).sum(1)
    return np.array([2 * out.sum() >= g > 0 for out, g in zip(each, tested.tolist(), strict=True)], np.float64)


def _moments(values: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """The mean over the second axis, its standard error, and how many values there are."""
    known = np.isfinite(values)
    n = known.sum(1).astype(np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.where(known, values, 0.0).sum(1) / n
        variance = np.where(known, np.square(values - mean[:, None]), 0.0).sum(1) / (n - 1)
        return mean, np.sqrt(variance / n), n


def check_score(score: Score | None, weights: KappaWeights) -> Score | Literal["weights"]:
    """Return the score; raise for an unknown one, or for weights beside it."""
    if score is not None:
        check_choice("score", score, get_args(Score))
    if weights is not None and score is not None:
        msg = "give score= or weights=, not both: each says what better agreement is."
        raise OptionError(msg)
    return "weights" if weights is not None else score or "accuracy"


def score_steps(items: JudgedItems, score: str, weights: KappaWeights) -> npt.NDArray[Any]:
    """How much a label is worth beside another, (K, K): whole numbers, but for weights."""
    size = len(items.labels)
    if score == "accuracy":
        return np.eye(size, dtype=np.int64)
    if score == "weights":
        return items.agreement(weights)
    values = _whole_values(items)
    span = max(values) - min(values)
    if span * span * max(len(items.people), 1) < _EXACT:
        numbers = np.array(values, np.int64)
        squares: npt.NDArray[np.int64] = -np.square(numbers[:, None] - numbers)
        return squares
    exact = [[-((a - b) ** 2) for b in values] for a in values]
    return np.array(exact, dtype=object)


def _whole_values(items: JudgedItems) -> list[int]:
    """The labels as whole numbers with the same ratios of differences: decimals as they are written."""
    found = []
    for label in items.labels:
        if isinstance(label, bool) or not isinstance(label, (int, float)):
            msg = f'score="squared error" needs labels that are numbers, and {label!r} is none; take score="accuracy".'
            raise LabelOrderError(msg)
        found.append(Fraction(repr(label)))
    scale = lcm(*(one.denominator for one in found))
    return [int(one * scale) for one in found]


def winners(
    judge: npt.NDArray[np.intp], people: npt.NDArray[np.intp], steps: npt.NDArray[Any], *, exact: bool
) -> FloatArray:
    """
    Return 1 where the person agrees better with the rest, -1 where the judge does, 0 if both alike: (U, people).

    NaN where the person, the judge or the rest is missing.
    """
    size = len(steps)
    row, column = np.nonzero(people >= 0)
    tally = np.zeros((len(people), size), np.int64)
    np.add.at(tally, (row, people[row, column]), 1)
    worth = tally.astype(steps.dtype) @ steps.T  # of each label beside all people of the item
    found = np.full(people.shape, np.nan)
    rest = tally.sum(1) - 1
    here = (judge[row] >= 0) & (rest[row] > 0)
    row, column = row[here], column[here]
    own, other = people[row, column], judge[row]
    # the person is one of those whom both are set beside: take them off
    apart = (worth[row, own] - steps[own, own]) - (worth[row, other] - steps[other, own])
    if exact:
        found[row, column] = (apart > 0).astype(np.float64) - (apart < 0)
    else:
        found[row, column] = np.where(np.abs(apart) <= _NEAR * np.maximum(rest[row], 1), 0.0, np.sign(apart))
    return found
