"""How often a judge passes the alternative annotator test, and the test of the gap, by simulation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.inference.comparisons.difference import adjusted
from concordant.inference.intervals.estimand import check_seed
from concordant.inference.quantiles import check_level
from concordant.judging.gap import cautious_p, check_margin, tallied
from concordant.judging.judged_items import read_items
from concordant.judging.means import Mean
from concordant.judging.winners import winners
from concordant.metrics.arithmetic import check_share
from concordant.metrics.distributions import beta_cdf
from concordant.result.record import Answer, percent, signed
from concordant.settings import told
from concordant.typing import FloatArray, Label

Codes = npt.NDArray[np.intp]
_LEAST_UNITS = 30
_NUMBERS = 1 << 21  # labels that are drawn at a time


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


def _drawn(
    judges: Codes, people: Codes, times: FloatArray, units: int, drawn: tuple[int, int]
) -> Iterator[tuple[Codes, Codes]]:
    rng = np.random.default_rng(drawn[1])
    for some in _batches(drawn[0], units * (judges.shape[1] + people.shape[1])):
        place = rng.choice(len(times), (some, units), p=times / times.sum())
        yield judges[place], people[place]


def _batches(runs: int, numbers: int) -> Iterator[int]:
    many = max(1, _NUMBERS // numbers)
    for first in told(range(0, runs, many), "simulating"):
        yield min(many, runs - first)


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


def _moments(values: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """The mean over the second axis, its standard error, and how many values there are."""
    known = np.isfinite(values)
    n = known.sum(1).astype(np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.where(known, values, 0.0).sum(1) / n
        variance = np.where(known, np.square(values - mean[:, None]), 0.0).sum(1) / (n - 1)
        return mean, np.sqrt(variance / n), n


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
