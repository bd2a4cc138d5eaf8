"""How many rows for any metric: studies are drawn from a pilot, and each is analysed like the real one."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from statistics import NormalDist
from typing import Any

import numpy as np

from concordant.errors import OptionError
from concordant.inference.intervals.question import check_seed
from concordant.inference.planning.pilots import Answer, Pilot, RowPilot, pilot_of
from concordant.inference.planning.plans import FEW_CLUSTERS
from concordant.inference.planning.regions import Region, region_of, shown
from concordant.inference.planning.simulated_search import Progress, Tried, search
from concordant.inference.planning.study_aim import StudyAim, check_alternative, check_power, check_rows
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import options_of, refuse_unknown
from concordant.metrics.definition.registry import get
from concordant.result.comparisons import Comparison
from concordant.result.plans import Plan, PlannedAlternative
from concordant.settings import reported

_LEAST = 4  # rows of a study
_BATCH = 20  # studies between two words on the progress
_OFTEN = 0.05  # so many studies without an answer are worth a word
_SMALL = 30  # rows of a pilot that stand for all others


def simulate(
    metric: Metric | str,
    *pilot: Any,
    width: float | None = None,
    against: float | None = None,
    margin: float | None = None,
    alternative: PlannedAlternative = "two-sided",
    power: float | None = None,
    n: int | None = None,
    level: float = 0.95,
    method: str | None = None,
    shares: Any = None,
    cluster: Any = None,
    runs: int = 1000,
    seed: int = 0,
    progress: Progress | None = None,
    **options: Any,
) -> Plan:
    """
    Plan a study of any metric by simulation: draw studies from a pilot, and count those that reach the aim.

    Parameters
    ----------
    metric : Metric or str
        A metric or its name.
    *pilot
        Rows that are like those of the study. To plan for an interval: a `Counts`, or the truth and the predictions
        (scores) of one model. To compare two models: the truth and the predictions of both.
    width : float, optional
        The greatest width of the interval, of the metric or of the difference, with which a study reaches its aim.
    against : float, optional
        In place of `width`: a study reaches its aim if the interval excludes this value, on the side of the pilot's
        value. Two models without `width`: if the comparison rejects, on the side of the model that is better in the
        pilot.
    margin : float, optional
        The greatest difference that does not matter.
    alternative : {"two-sided", "one-sided", "non-inferiority", "equivalence"}
        What the test is to show; the last two need `margin`. Two models are compared as in `metric.compare`: a study
        reaches its aim if the alternative is shown. One model is compared with `against`: a study reaches its aim if
        the interval of level ``2 level - 1`` lies on the better side of ``against`` less the margin (non-inferiority),
        or within the margin of `against` (equivalence).
    power : float, optional
        The share of studies that are to reach it. Default: 0.8.
    n : int, optional
        In place of `power`: a number of rows, to see how many studies reach it; of clusters, where `cluster` is given.
    level, method
        As for `metric.interval` or `metric.compare`, with the same defaults.
    shares : array-like of shape (n,), optional
        The probability that each row of the pilot is drawn. For an assumed joint table give its cells as rows, with
        their shares. Default: all alike.
    cluster : array-like of shape (n,), optional
        Which rows belong together, such as those of a patient: whole clusters of the pilot are drawn, and each study is
        analysed with ``cluster=``. The plan says how many clusters and, at their mean size, rows there are.
    runs : int
        The number of simulated studies of each size; a power of 0.8 then has the standard error ``0.4 / sqrt(runs)``.
    seed : int
        The same seed gives the same plan.
    progress : callable, optional
        Called as ``progress(done, total)`` with the number of simulated studies, and with how many there will be; None
        if that is not known.
    **options
        As for `metric.interval` or `metric.compare`: weights, labels, draws, ...

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
    The pilot stands for the population: a lucky pilot gives a small plan. Plan also with the least difference that
    matters.

    Examples
    --------
    >>> from concordant import Counts, planning
    >>> pilot = Counts.from_table([[40, 6, 1], [5, 30, 4], [0, 3, 11]])
    >>> plan = planning.simulate("cohen_kappa", pilot, weights="quadratic", against=0.7, n=200, runs=200)
    >>> plan.power, round(plan.error, 3)
    (0.48, 0.035)
    """
    chosen = get(metric) if isinstance(metric, str) else metric
    known = (*options_of(simulate), "draws", "scheme", *chosen.options, *chosen.kind.reading)
    refuse_unknown("planning.simulate", options, known)
    aim = _checked(pilot, width, against, margin, power, n, level, alternative, runs)
    one = len(pilot) != 3
    how: dict[str, Any] = {"level": aim.coverage if one and aim.test else level}
    if not one and margin is not None:
        how |= {"margin": margin, "alternative": alternative}
    if method is not None:
        how["method"] = method
    how |= {name: options.pop(name) for name in ("draws", "scheme") if name in options}
    source = pilot_of(chosen, pilot, options, how, shares, cluster)
    question = _Study(source, aim, against, check_seed(seed))
    question.check()
    with reported("simulating studies", progress) as tell:
        counted = _Counted(question, tell)
        if aim.n is not None:
            found = Tried(aim.n, runs, counted(aim.n, runs, total=runs))
        else:
            found = search(counted, aim.power, runs, guess=question.guess(), least=_LEAST)
    return _plan(question, found, counted, partial(question.power, runs=runs))


def _checked(
    pilot: tuple[Any, ...],
    width: float | None,
    against: float | None,
    margin: float | None,
    power: float | None,
    n: int | None,
    level: float,
    alternative: PlannedAlternative,
    runs: int,
) -> StudyAim:
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
    check_alternative(alternative, margin, level, test=width is None)
    check_rows(n, least=_LEAST)
    wanted = check_power(power, n, level)
    return StudyAim(width is None, n, width, wanted, level, alternative, margin)


@dataclass(frozen=True)
class _Study:
    """A study that can be drawn again and again."""

    pilot: Pilot
    aim: StudyAim
    against: float | None
    seed: int

    def check(self) -> None:
        """Raise where there is nothing to show."""
        value = self.pilot.value
        if math.isnan(value):
            msg = f"{self.pilot.metric.name} is undefined on the pilot."
            raise OptionError(msg)
        if self.against is not None:
            _ = self.region
        elif self.aim.test and self.aim.margin is None and value == 0:
            msg = "both models are equally good in the pilot: there is no difference to show, however many rows."
            raise OptionError(msg)

    @property
    def region(self) -> Region:
        """Where the value of one model is shown to lie, or the difference of two."""
        value, null = self.pilot.value, self.against or 0.0
        better = self.pilot.metric.facts.better
        if self.aim.alternative == "non-inferiority" and better is None:
            name = self.pilot.metric.name
            msg = f'{name} has no direction of better, so that nothing is inferior; take alternative="equivalence".'
            raise OptionError(msg)
        if self.aim.alternative == "non-inferiority" and better == "lower":
            mirrored = region_of(-value, -null, self.aim)
            return Region(-math.inf, -mirrored.low)
        return region_of(value, null, self.aim)

    def reaches(self, answer: Answer | None) -> bool:
        """Whether a study reaches its aim."""
        if answer is None:
            return False
        if self.aim.width is not None:
            return bool(answer.high - answer.low <= self.aim.width)
        if isinstance(answer, Comparison):
            if self.aim.margin is not None:
                return bool(answer.p_value < 1 - self.aim.level)
            return bool(answer.p_value < 2 * self.aim.tail and (answer.difference > 0) == (self.pilot.value > 0))
        return bool(answer.low > self.region.low and answer.high < self.region.high)

    def guess(self) -> int:
        """A number of rows, or clusters, from the standard error of the pilot."""
        answer = self.pilot.of_itself()
        if answer is None or not answer.se > 0:
            return 100
        spread = answer.se * math.sqrt(answer.n / self.size)
        z = NormalDist().inv_cdf(1 - self.aim.tail)
        if self.aim.width is not None:
            return round((2 * z * spread / self.aim.width) ** 2)
        apart = min(abs(self.pilot.value - end) for end in (self.region.low, self.region.high))
        return round(((z + max(NormalDist().inv_cdf(self.aim.power), 0.0)) * spread / apart) ** 2)

    @property
    def size(self) -> float:
        """The mean number of rows that are drawn at once."""
        return self.pilot.cluster_size if isinstance(self.pilot, RowPilot) else 1.0

    def power(self, n: int, *, runs: int) -> float:
        """The share of studies of n rows that reach their aim."""
        many = max(round(n / self.size), 2)
        return _Counted(self, None)(many, runs) / runs


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
    clusters = pilot.clusters if isinstance(pilot, RowPilot) else None
    reasons = []
    silent = counted.silent[found.n] / found.runs
    if silent > _OFTEN:
        reasons.append(f"the metric or its interval is undefined in {silent:.0%} of the studies")
    if 0 < pilot.rows < _SMALL:
        reasons.append(f"the pilot has only {pilot.rows} rows")
    if clusters is not None:
        reasons += [
            f"{where} {many} clusters"
            for where, many in (("the pilot has only", len(clusters)), ("only", found.n))
            if many < FEW_CLUSTERS
        ]
    rows = f"{pilot.rows:,} rows of the pilot are" if pilot.rows else "table of shares is"
    together = "independent rows" if clusters is None else f"clusters like the {len(clusters):,} of the pilot"
    return Plan(
        round(found.n * study.size),
        None,
        found.share,
        aim.width,
        aim.level,
        f"{method}, {found.runs:,} simulated studies",
        _says(study, found, itself),
        (f"the {rows} like all others", together),
        found.error,
        "; ".join(reasons) or None,
        None if clusters is None else found.n,
        _design_effect(study, itself),
        aim.margin,
        aim.alternative,
        reached=reached,
    )


def _design_effect(study: _Study, itself: Answer | None) -> float | None:
    """How much larger the clusters of the pilot make the variance; None without clusters."""
    pilot = study.pilot
    if not isinstance(pilot, RowPilot) or pilot.clusters is None or itself is None:
        return None
    alone = pilot.unclustered()
    return None if alone is None or not (alone.se > 0 and itself.se > 0) else (itself.se / alone.se) ** 2


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
        return f"{shown(what, study.against, study.region, aim)} with a power of {chance}, {aim.in_words()}"
    if aim.margin is not None:
        return f"with {what}, {aim.alternative} is shown with a power of {chance}, {aim.in_words()}"
    return f"{what} is shown with a power of {chance}, {aim.in_words()}"
