"""`simulate`: any metric, by studies drawn from a pilot; power measured in simulated studies."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import LabelError, OptionError
from concordant.inference.intervals.estimand import Estimand, check_seed
from concordant.inference.intervals.methods import quiet_answer
from concordant.inference.samples.cells import CellSample
from concordant.inference.samples.gather import samples_of, split_options
from concordant.inputs.scores import check_scores, resolve_classes
from concordant.metrics.definition.kinds import LABELS
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import options_of, refuse_unknown
from concordant.metrics.definition.registry import get
from concordant.planning.design import (
    FEW_CLUSTERS,
    Region,
    StudyAim,
    Tried,
    check_alternative,
    check_power,
    check_rows,
    region_of,
    search,
    shown,
)
from concordant.result.comparisons import Comparison
from concordant.result.intervals import Interval
from concordant.result.plans import Plan, PlannedAlternative
from concordant.settings import progress_of, without_warnings
from concordant.states import Counts
from concordant.typing import FloatArray

Answer = Interval | Comparison
Progress = Callable[[int, int | None], None]
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
    (0.47, 0.035)
    """
    chosen = get(metric) if isinstance(metric, str) else metric
    names = (*options_of(simulate), "draws", "scheme", *chosen.options, *chosen.kind.reading)
    refuse_unknown("planning.simulate", options, names)
    aim = _checked(pilot, width, against, margin, power, n, level, alternative, runs)
    single = len(pilot) != 3
    how: dict[str, Any] = {"level": aim.coverage if single and aim.test else level}
    if not single and margin is not None:
        how |= {"margin": margin, "alternative": alternative}
    if method is not None:
        how["method"] = method
    how |= {name: options.pop(name) for name in ("draws", "scheme") if name in options}
    source = pilot_of(chosen, pilot, options, how, shares, cluster)
    study = _Study(source, aim, against, check_seed(seed))
    study.check()
    with progress_of("simulating studies", progress) as report:
        counted = _Counted(study, report)
        if aim.n is not None:
            tried = Tried(aim.n, runs, counted(aim.n, runs, total=runs))
        else:
            tried = search(counted, aim.power, runs, guess=study.guess(), least=_LEAST)
    return _plan(study, tried, counted, partial(study.power, runs=runs))


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
        raise OptionError("against= is a value for one model; two models are compared with each other.")
    if not models and (width is None) == (against is None):
        msg = "say what a study of one model is for: width= of the interval, or against= a value (not both)."
        raise OptionError(msg)
    if isinstance(runs, bool) or not isinstance(runs, int) or runs < 50:
        raise OptionError(f"runs is how many studies are simulated, a whole number of at least 50, not {runs!r}.")
    if width is not None and not width > 0:
        raise OptionError(f"width is the distance between the limits, a number above 0, not {width!r}.")
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
            raise OptionError(f"{self.pilot.metric.name} is undefined on the pilot.")
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
        sd = answer.se * math.sqrt(answer.n / self.size)
        z = NormalDist().inv_cdf(1 - self.aim.tail)
        if self.aim.width is not None:
            return round((2 * z * sd / self.aim.width) ** 2)
        distance = min(abs(self.pilot.value - end) for end in (self.region.low, self.region.high))
        return round(((z + max(NormalDist().inv_cdf(self.aim.power), 0.0)) * sd / distance) ** 2)

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


def _plan(study: _Study, tried: Tried, counted: _Counted, reached: Any) -> Plan:
    pilot, aim = study.pilot, study.aim
    itself = pilot.of_itself()
    method = pilot.how.get("method") or (itself.method if itself is not None else "default")
    clusters = pilot.clusters if isinstance(pilot, RowPilot) else None
    reasons = []
    silent = counted.silent[tried.n] / tried.runs
    if silent > _OFTEN:
        reasons.append(f"the metric or its interval is undefined in {silent:.0%} of the studies")
    if 0 < pilot.rows < _SMALL:
        reasons.append(f"the pilot has only {pilot.rows} rows")
    if clusters is not None:
        reasons += [
            f"{where} {many} clusters"
            for where, many in (("the pilot has only", len(clusters)), ("only", tried.n))
            if many < FEW_CLUSTERS
        ]
    rows = f"{pilot.rows:,} rows of the pilot are" if pilot.rows else "table of shares is"
    units = "independent rows" if clusters is None else f"clusters like the {len(clusters):,} of the pilot"
    return Plan(
        round(tried.n * study.size),
        None,
        tried.share,
        aim.width,
        aim.level,
        f"{method}, {tried.runs:,} simulated studies",
        _says(study, tried, itself),
        (f"the {rows} like all others", units),
        tried.error,
        "; ".join(reasons) or None,
        None if clusters is None else tried.n,
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


def _says(study: _Study, tried: Tried, itself: Answer | None) -> str:
    name = _named(study.pilot)
    value, aim = study.pilot.value, study.aim
    chance = f"{tried.share:.3f} (Monte-Carlo error {tried.error:.3f})"
    what = f"a difference of {value:.3f} in {name}" if isinstance(itself, Comparison) else f"{name} {value:.3f}"
    if aim.width is not None:
        return (
            f"the {aim.level * 100:g} % interval of {what} is at most {aim.width:g} wide with a probability of {chance}"
        )
    if study.against is not None:
        return f"{shown(what, study.against, study.region, aim)} with a power of {chance}, {aim.in_words()}"
    if aim.margin is not None:
        return f"with {what}, {aim.alternative} is shown with a power of {chance}, {aim.in_words()}"
    return f"{what} is shown with a power of {chance}, {aim.in_words()}"


def _named(pilot: Pilot) -> str:
    """The metric with the options of its formula."""
    chosen = {name: value for name, value in pilot.options.items() if name in pilot.metric.options}
    shown = [
        f"{name} {value}"
        for name, value in chosen.items()
        if isinstance(value, (str, int, float)) and len(str(value)) < 20
    ]
    return pilot.metric.name.replace("_", " ") + (f" ({', '.join(shown)})" if shown else "")


def pilot_of(
    metric: Metric,
    pilot: tuple[Any, ...],
    options: Mapping[str, Any],
    how: Mapping[str, Any],
    shares: Any,
    cluster: Any = None,
) -> Pilot:
    """
    Check a pilot.

    Raises
    ------
    OptionError
        If it is neither a table nor columns that the metric takes, or rows are weighted.
    """
    if options.get("sample_weight") is not None:
        raise OptionError("simulate draws rows that count once; sample_weight= has no place there. See shares=.")
    if cluster is not None and shares is not None:
        raise OptionError("cluster= draws the clusters of the pilot, all alike; shares= has no place beside it.")
    if len(pilot) == 1 and isinstance(pilot[0], Counts):
        if shares is not None or cluster is not None or pilot[0].table.ndim != 2 or Counts not in metric.takes:
            raise OptionError(
                f"{metric.name} cannot be simulated from these Counts; give one table, without shares= and cluster=, "
                "or rows."
            )
        return TablePilot(metric, options, how, pilot[0])
    if len(pilot) not in (2, 3) or any(isinstance(column, Counts) for column in pilot):
        raise OptionError(
            "the pilot is one Counts, or columns: the truth and the predictions of one model (to plan for its "
            f"interval) or of two (to compare them), not {len(pilot)} of {', '.join(type(x).__name__ for x in pilot)}."
        )
    if len({len(column) for column in pilot}) > 1 or len(pilot[0]) == 0:
        msg = f"the columns of a pilot have the same number of rows, at least one, not {[len(x) for x in pilot]}."
        raise OptionError(msg)
    chance = _shares(shares, len(pilot[0]))
    groups = None if cluster is None else _clusters(cluster, len(pilot[0]))
    if metric.kind is LABELS and len(pilot) == 2 and groups is None:
        reading, chosen = split_options(metric, options)
        state = metric.state(*pilot, sample_weight=chance, **reading)
        if isinstance(state, Counts) and state.table.ndim == 2:
            return TablePilot(metric, chosen, how, state)
    columns = tuple(_array(column) for column in pilot)
    return RowPilot(
        metric, {**options, **_classes(metric, pilot, options)}, how, columns, chance, len(pilot) == 3, groups
    )


def _array(column: Any) -> npt.NDArray[Any]:
    return np.asarray(column.to_numpy() if hasattr(column, "to_numpy") else column)


def _shares(chances: Any, rows: int) -> FloatArray | None:
    if chances is None:
        return None
    shares = np.asarray(chances, dtype=np.float64)
    if shares.shape != (rows,) or not (np.isfinite(shares).all() and (shares >= 0).all()) or shares.sum() <= 0:
        raise OptionError(f"shares must be {rows} numbers, one a row of the pilot, none negative and not all zero.")
    return np.asarray(shares / shares.sum())


def _clusters(cluster: Any, rows: int) -> tuple[npt.NDArray[np.intp], ...]:
    """The rows of each cluster."""
    column = _array(cluster)
    if column.shape != (rows,):
        msg = f"cluster must name the cluster of each of the {rows} rows of the pilot, not hold {column.shape}."
        raise OptionError(msg)
    missing = np.array([value is None or value != value for value in column.tolist()])  # noqa: PLR0124
    if missing.any():
        raise OptionError(f"cluster is missing in {missing.sum()} rows, first in row {int(missing.argmax())}.")
    _, code = np.unique(column.astype(str) if column.dtype == object else column, return_inverse=True)
    order = np.argsort(code, kind="stable")
    clusters = tuple(np.split(order, np.flatnonzero(np.diff(code[order])) + 1))
    if len(clusters) < 2:
        raise OptionError("cluster= names one cluster; at least two are needed to see how they differ.")
    return clusters


def _classes(metric: Metric, pilot: tuple[Any, ...], options: Mapping[str, Any]) -> dict[str, Any]:
    """Declare the labels of the pilot, so that a study without one of them still knows it."""
    if options.get("labels") is not None:
        return {}
    if metric.kind is LABELS:
        metric(*pilot[:2], **options)  # may say that labels need an order, which declaring them would hide
        state = samples_of(metric, pilot[0], pilot[1:], ["prediction"] * len(pilot[1:]), {})[0].state
        return {"labels": list(state.labels)} if isinstance(state, Counts) and state.table.ndim == 2 else {}
    if metric.data[1:] not in (("y_score",), ("y_prob",)):
        return {}
    rows = check_scores(pilot[0], pilot[1], pos_label=options.get("pos_label"), missing=options.get("missing", "raise"))
    if rows.multilabel:
        return {}
    if rows.assumed and not set(np.unique(rows.y_true).tolist()) <= set(rows.values):
        rows = resolve_classes(rows)
    return {"labels": list(rows.classes), "pos_label": None}


@dataclass(frozen=True)
class Pilot(ABC):
    """
    A metric, its options, and the options of `interval` or `compare`.

    `rows` is how many rows were observed; 0 where only shares are known.
    """

    metric: Metric
    options: Mapping[str, Any]
    how: Mapping[str, Any]

    @property
    @abstractmethod
    def rows(self) -> int:
        """How many rows were observed; 0 where only shares are known."""

    @cached_property
    @abstractmethod
    def value(self) -> float:
        """The metric, or the difference of two models, if the pilot is all there is."""

    @abstractmethod
    def study(self, random: np.random.Generator, n: int) -> Answer | None:
        """Draw n rows and analyse them; None where the metric or its interval is undefined."""

    @abstractmethod
    def of_itself(self) -> Answer | None:
        """What the pilot alone says; a first guess of the standard error."""


@dataclass(frozen=True)
class TablePilot(Pilot):
    """A table of labels."""

    counts: Counts

    @cached_property
    def _cells(self) -> FloatArray:
        cells = np.asarray(self.counts.table, np.float64).ravel()
        return np.asarray(cells / cells.sum())

    @property
    def rows(self) -> int:
        """How many rows were observed; 0 where only shares are known."""
        return round(self.counts.n) if self.counts.n > 1.5 else 0

    @cached_property
    def value(self) -> float:
        """The metric of the table."""
        return _single(self.metric, self.metric.of(self.counts, **self.options))

    def study(self, random: np.random.Generator, n: int) -> Answer | None:
        """Draw cells."""
        drawn = random.multinomial(n, self._cells).reshape(self.counts.table.shape)
        return self._ask(Counts(drawn, self.counts.labels, self.counts.ordered), seed=int(random.integers(2**31)))

    def of_itself(self) -> Answer | None:
        """Take a table of a hundred rows where there are only shares."""
        size = self.rows or 100
        table = np.round(self._cells * size).astype(np.int64).reshape(self.counts.table.shape)
        return self._ask(Counts(table, self.counts.labels, self.counts.ordered), seed=0)

    def _ask(self, counts: Counts, seed: int) -> Answer | None:
        how = dict(self.how)
        method = how.pop("method", None)
        estimand = Estimand(self.metric, self.options, CellSample.of_table(counts), **{"seed": seed, **how})
        interval = quiet_answer(estimand, method)
        if not isinstance(interval, Interval) or np.isnan([interval.value, interval.low, interval.high]).any():
            return None
        return interval


@dataclass(frozen=True)
class RowPilot(Pilot):
    """Columns of rows: the truth, and the predictions of one model or of two."""

    columns: tuple[npt.NDArray[Any], ...]
    shares: FloatArray | None
    two_models: bool
    clusters: tuple[npt.NDArray[np.intp], ...] | None = None  # the rows of each

    @property
    def rows(self) -> int:
        """How many rows were observed; 0 where only shares are known."""
        return len(self.columns[0]) if self.shares is None else 0

    @cached_property
    def value(self) -> float:
        """The metric of the rows, or the difference; rows weigh as they are drawn."""
        weight: dict[str, Any] = {} if self.shares is None else {"sample_weight": self.shares}
        truth, *predictions = self.columns
        values = [_single(self.metric, self.metric(truth, column, **self.options, **weight)) for column in predictions]
        return values[0] - values[1] if self.two_models else values[0]

    def study(self, random: np.random.Generator, n: int) -> Answer | None:
        """Draw rows, or whole clusters, with replacement; a cluster that is drawn twice is two clusters."""
        if self.clusters is not None:
            drawn = [self.clusters[index] for index in random.integers(len(self.clusters), size=n)]
            code = np.repeat(np.arange(n), [len(rows) for rows in drawn])
            return self._ask_rows(np.concatenate(drawn), seed=int(random.integers(2**31)), cluster=code)
        size, shares = len(self.columns[0]), self.shares
        drawn_rows = random.integers(size, size=n) if shares is None else random.choice(size, n, p=shares)
        return self._ask_rows(drawn_rows, seed=int(random.integers(2**31)))

    def of_itself(self) -> Answer | None:
        """Ask all rows."""
        if self.clusters is None:
            return self._ask(self.columns, seed=0)
        code = np.repeat(np.arange(len(self.clusters)), [len(rows) for rows in self.clusters])
        return self._ask_rows(np.concatenate(self.clusters), seed=0, cluster=code)

    def unclustered(self) -> Answer | None:
        """Ask all rows as if they were independent."""
        return self._ask(self.columns, seed=0)

    @property
    def cluster_size(self) -> float:
        """The mean number of rows that are drawn at once."""
        return 1.0 if self.clusters is None else len(self.columns[0]) / len(self.clusters)

    def _ask_rows(self, rows: npt.NDArray[np.intp], seed: int, **more: Any) -> Answer | None:
        return self._ask([column[rows] for column in self.columns], seed, **more)

    def _ask(self, columns: Sequence[npt.NDArray[Any]], seed: int, **more: Any) -> Answer | None:
        ask: Callable[..., Any] = self.metric.compare if self.two_models else self.metric.interval
        with without_warnings():
            try:
                answer: Answer = ask(*columns, **{"seed": seed, **self.how}, **self.options, **more)
            except LabelError:  # a class that did not turn up
                return None
        value = answer.difference if isinstance(answer, Comparison) else answer.value
        return None if np.isnan(value) else answer


def _single(metric: Metric, value: Any) -> float:
    if not isinstance(value, float):
        raise OptionError(f"a study is planned for one number; with these options {metric.name} has several.")
    return value
