"""How many rows for any metric: studies drawn from a pilot, each asked the question of the real one."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from statistics import NormalDist
from typing import Any

import numpy as np

from concordant.errors import OptionError
from concordant.inference.planning.aim import Aim, Alternative, check_apart, check_power, check_rows, check_test_level
from concordant.inference.planning.pilots import Answer, Pilot, pilot_of
from concordant.inference.planning.simulated_search import Progress, Tried, search
from concordant.metrics._object.metric import Metric
from concordant.metrics._object.registry import get
from concordant.result.comparison import Comparison
from concordant.result.plan import Plan

_LEAST = 4  # rows of a study
_BATCH = 20  # studies between two words on the progress
_OFTEN = 0.05  # so many studies without an answer are worth a word
_SMALL = 30  # rows of a pilot that stand for all others


def simulate(
    metric: Metric | str,
    *pilot: Any,
    width: float | None = None,
    against: float | None = None,
    power: float | None = None,
    n: int | None = None,
    level: float = 0.95,
    alternative: Alternative = "two-sided",
    method: str | None = None,
    shares: Any = None,
    runs: int = 1000,
    seed: int = 0,
    progress: Progress | None = None,
    **options: Any,
) -> Plan:
    """
    Plan a study of any metric by simulating it: rows are drawn from a pilot, and each study is asked its question.

    Parameters
    ----------
    metric : Metric or str
        A metric or its name.
    *pilot
        What all rows are like. To plan for an interval: a `Counts`, or the truth and the predictions (scores) of one
        model. To compare two models: the truth and the predictions of both.
    width : float, optional
        A study reaches its aim if the interval, of the metric or of the difference, is at most so wide.
    against : float, optional
        In place of `width`: it does if the interval excludes this value, on the side where the pilot's value lies.
        Two models without `width`: if the comparison rejects, on the side of the model that is better in the pilot
        (with ``margin=`` and ``hypothesis=``: if the claim is shown).
    power : float, optional
        The share of studies that are to reach it. Default: 0.8.
    n : int, optional
        In place of `power`: a number of rows, to see how many studies reach it.
    level, method
        As of `metric.interval` or `metric.compare`, and so is their default.
    alternative : {"two-sided", "one-sided"}
        The test.
    shares : array-like of shape (n,), optional
        How likely each row of the pilot is drawn: an assumed joint table is its cells as rows, with their shares.
        Default: all alike.
    runs : int
        How many studies are simulated of each size; a power of 0.8 is then known to ``0.4 / sqrt(runs)``.
    seed : int
        The same seed gives the same plan.
    progress : callable, optional
        Called as ``progress(done, total)`` with the number of simulated studies, and with how many there will be; None
        where nobody knows.
    **options
        As of `metric.interval` or `metric.compare`: weights, labels, margin, draws, ...

    Returns
    -------
    Plan
        About the smallest n: its own studies reach the power, which has the Monte-Carlo error `error`. A study in which
        the metric is undefined does not reach its aim.

    Raises
    ------
    OptionError
        If there is nothing to show, or not even a million rows reach it.

    Notes
    -----
    The pilot stands for the world: a lucky pilot gives a small plan. Plan also with what is the least that matters.

    Examples
    --------
    >>> from concordant import Counts, planning
    >>> pilot = Counts.from_table([[40, 6, 1], [5, 30, 4], [0, 3, 11]])
    >>> plan = planning.simulate("cohen_kappa", pilot, weights="quadratic", against=0.7, n=200, runs=200)
    >>> plan.power, round(plan.error, 3)
    (0.485, 0.035)
    """
    chosen = get(metric) if isinstance(metric, str) else metric
    study, aim, tail = _checked(pilot, width, against, power, n, level, alternative, runs)
    how: dict[str, Any] = {"level": 1 - 2 * tail if study == "against" else level}
    if method is not None:
        how["method"] = method
    how |= {name: options.pop(name) for name in ("margin", "hypothesis", "draws", "scheme") if name in options}
    if len(pilot) != 3 and ("margin" in how or "hypothesis" in how):
        msg = "margin= and hypothesis= belong to two models; of one, against= is what it is tested with."
        raise OptionError(msg)
    source = pilot_of(chosen, pilot, options, how, shares)
    claimed = how.get("hypothesis", "difference") != "difference"
    question = _Study(source, aim, against, seed, tail, claimed)
    question.check()
    counted = _Counted(question, progress)
    if aim.n is not None:
        found = Tried(aim.n, runs, counted(aim.n, runs, total=runs))
    else:
        found = search(counted, aim.power, runs, guess=question.guess(), least=_LEAST)
    return _plan(question, found, counted, partial(question.power, runs=runs))


def _checked(
    pilot: tuple[Any, ...],
    width: float | None,
    against: float | None,
    power: float | None,
    n: int | None,
    level: float,
    alternative: Alternative,
    runs: int,
) -> tuple[str, Aim, float]:
    """What is asked: "width", "against" or "compare"."""
    models = len(pilot) == 3
    if models and against is not None:
        msg = "against= is a value for one model; two models are compared with each other."
        raise OptionError(msg)
    if not models and (width is None) == (against is None):
        msg = "say what a study of one model is for: width= of the interval, or against= a value (not both)."
        raise OptionError(msg)
    if isinstance(runs, bool) or not isinstance(runs, int) or runs < 50:
        msg = f"runs is how many studies are simulated, a whole number of at least 50, not {runs!r}."
        raise OptionError(msg)
    if width is not None and not width > 0:
        msg = f"width is the distance between the limits, a number above 0, not {width!r}."
        raise OptionError(msg)
    check_test_level(level, alternative)
    check_rows(n, least=_LEAST)
    wanted = check_power(power, n, level)
    aim = Aim(width is None, n, width, wanted, level, alternative)
    study = "width" if width is not None else "against" if not models else "compare"
    return study, aim, aim.tail


@dataclass(frozen=True)
class _Study:
    """A study that can be drawn again and again."""

    pilot: Pilot
    aim: Aim
    against: float | None
    seed: int
    tail: float
    claimed: bool

    def check(self) -> None:
        """Raise where there is nothing to show."""
        value = self.pilot.value
        if math.isnan(value):
            msg = f"{self.pilot.metric.name} is undefined on the pilot."
            raise OptionError(msg)
        if self.against is not None:
            check_apart(value, self.against)
        elif self.aim.test and not self.claimed and value == 0:
            msg = "both models are equally good in the pilot: there is no difference to show, however many rows."
            raise OptionError(msg)

    def reaches(self, answer: Answer | None) -> bool:
        """Whether a study reaches its aim."""
        if answer is None:
            return False
        if self.aim.width is not None:
            return bool(answer.high - answer.low <= self.aim.width)
        value = self.pilot.value
        if isinstance(answer, Comparison):
            if self.claimed:
                return bool(answer.p_value < 1 - self.aim.level)
            return bool(answer.p_value < 2 * self.tail and (answer.difference > 0) == (value > 0))
        assert self.against is not None
        return bool(answer.low > self.against if value > self.against else answer.high < self.against)

    def guess(self) -> int:
        """A number of rows from the standard error of the pilot."""
        answer = self.pilot.of_itself()
        if answer is None or not answer.se > 0:
            return 100
        spread = answer.se * math.sqrt(answer.n)
        z = NormalDist().inv_cdf(1 - self.tail)
        if self.aim.width is not None:
            return round((2 * z * spread / self.aim.width) ** 2)
        apart = self.pilot.value - (self.against or 0.0)
        if apart == 0:
            return 100
        return round(((z + max(NormalDist().inv_cdf(self.aim.power), 0.0)) * spread / apart) ** 2)

    def power(self, n: int, *, runs: int) -> float:
        """The share of studies of n rows that reach their aim."""
        return _Counted(self, None)(n, runs) / runs


class _Counted:
    """Simulates studies, and tells how far it is."""

    def __init__(self, study: _Study, progress: Progress | None) -> None:
        self.study, self.progress = study, progress
        self.done = 0
        self.silent: dict[int, int] = {}  # studies of n rows without an answer

    def __call__(self, n: int, runs: int, total: int | None = None) -> int:
        """Return how many of `runs` studies of n rows reach their aim; the same for the same seed, n and runs."""
        random = np.random.default_rng([self.study.seed, n])
        reached = self.silent[n] = 0
        for run in range(runs):
            answer = self.study.pilot.study(random, n)
            reached += self.study.reaches(answer)
            self.silent[n] += answer is None
            self.done += 1
            if self.progress is not None and (self.done % _BATCH == 0 or run == runs - 1):
                self.progress(self.done, total)
        return reached


def _plan(study: _Study, found: Tried, counted: _Counted, reached: Any) -> Plan:
    pilot, aim = study.pilot, study.aim
    itself = pilot.of_itself()
    method = pilot.how.get("method") or (itself.method if itself is not None else "default")
    reasons = []
    silent = counted.silent[found.n] / found.runs
    if silent > _OFTEN:
        reasons.append(f"the metric or its interval is undefined in {silent:.0%} of the studies")
    if 0 < pilot.rows < _SMALL:
        reasons.append(f"the pilot has only {pilot.rows} rows")
    rows = f"{pilot.rows:,} rows of the pilot are" if pilot.rows else "table of shares is"
    assumptions = (f"the {rows} like all others", "independent rows")
    return Plan(
        found.n,
        None,
        found.share,
        aim.width,
        aim.level,
        f"{method}, {found.runs:,} simulated studies",
        _says(study, found, itself),
        assumptions,
        found.error,
        "; ".join(reasons) or None,
        reached=reached,
    )


def _named(pilot: Pilot) -> str:
    """The metric with the options of its formula."""
    chosen = [
        f"{name} {value}" for name, value in pilot.options.items() if name in pilot.metric.options and _short(value)
    ]
    return pilot.metric.name.replace("_", " ") + (f" ({', '.join(chosen)})" if chosen else "")


def _short(value: Any) -> bool:
    return isinstance(value, (str, int, float)) and len(str(value)) < 20


def _says(study: _Study, found: Tried, itself: Answer | None) -> str:
    name = _named(study.pilot)
    value, aim = study.pilot.value, study.aim
    chance = f"{found.share:.3f} (Monte-Carlo error {found.error:.3f})"
    what = f"{name} {value:.3f}"
    if isinstance(itself, Comparison):
        what = f"a difference of {value:.3f} in {name}"
    if aim.width is not None:
        return (
            f"the {aim.level * 100:g} % interval of {what} is at most {aim.width:g} wide with a probability of {chance}"
        )
    if study.against is not None:
        side = "above" if value > study.against else "below"
        return f"{what} is shown to be {side} {study.against:g} with a power of {chance}, {aim.in_words()}"
    if study.claimed:
        claim = study.pilot.how["hypothesis"]
        return f"with {what}, {claim} is shown with a power of {chance}, one-sided at {(1 - aim.level) * 100:.3g} %"
    return f"{what} is shown with a power of {chance}, {aim.in_words()}"
