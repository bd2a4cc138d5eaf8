"""`simulate`: any metric, by studies drawn from a pilot; power measured in simulated studies."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from statistics import NormalDist
from typing import Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from concordant.errors import InputTypeError, LabelError, OptionError
from concordant.inference.comparisons.difference import check_direction
from concordant.inference.intervals.estimand import Estimand, check_seed
from concordant.inference.intervals.methods import quiet_answer
from concordant.inference.intervals.path import limits_along_path
from concordant.inference.intervals.score import functional_of_tables, masses_of_tables
from concordant.inference.quantiles import two_sided
from concordant.inference.samples.cells import CellSample
from concordant.inference.samples.gather import samples_of, split_options
from concordant.inputs.arrays import refuse_other_order
from concordant.inputs.rows import check_clusters
from concordant.inputs.scores import check_scores, resolve_classes
from concordant.metrics.definition.kinds import LABELS
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import options_of, refuse_unknown
from concordant.metrics.definition.registry import get
from concordant.planning.design import (
    Aim,
    Limits,
    Region,
    Tried,
    check_alternative,
    check_power,
    check_rows,
    few_degrees,
)
from concordant.result.comparisons import Comparison
from concordant.result.intervals import Interval
from concordant.result.plans import Plan, PlannedAlternative
from concordant.result.record import counted
from concordant.settings import with_progress, without_warnings
from concordant.states import Counts
from concordant.typing import FloatArray

Answer = Interval | Comparison
_LEAST = 4  # rows of a study
_STACK = 1 << 18  # numbers of the tables that are followed at once, for each of their cells
_OFTEN = 0.05  # so many studies without an answer are worth a word
_SMALL = 30  # rows of a pilot that stand for all others
_MOST_ROWS = 10**6  # rows
_SEARCH_STEP = 1.5
_SEARCH_NEAR = 1.05  # a bracket this narrow is as good as the noise
_SEARCH_TRIES = 12


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
        The greatest difference that does not matter; for superiority, the difference to exceed.
    alternative : {"two-sided", "one-sided", "superiority", "non-inferiority", "equivalence"}
        What the test is to show; the last two need `margin`. Two models are compared as in `metric.compare`: a study
        reaches its aim if the alternative is shown. One model is compared with `against`: a study reaches its aim if
        the interval of level ``2 level - 1`` lies on the better side of ``against`` with the margin (superiority) or
        less the margin (non-inferiority), or within the margin of `against` (equivalence).
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
    if not isinstance(chosen, Metric):
        raise InputTypeError(f"metric must be a metric or its name, such as 'cohen_kappa', not {metric!r:.80}.")
    names = (*options_of(simulate), "draws", "scheme", *chosen.options, *chosen.kind.reading)
    refuse_unknown("planning.simulate", options, names)
    single = len(pilot) != 3
    if single and (width is None) == (against is None):
        msg = "say what a study of one model is for: width= of the interval, or against= a value (not both)."
        raise OptionError(msg)
    if not single and against is not None:
        raise OptionError("against= is a value for one model; two models are compared with each other.")
    if isinstance(runs, bool) or not isinstance(runs, int) or runs < 50:
        raise OptionError(f"runs is how many studies are simulated, a whole number of at least 50, not {runs!r}.")
    if width is not None and not width > 0:
        raise OptionError(f"width is the distance between the limits, a number above 0, not {width!r}.")
    margin = check_alternative(alternative, margin, level, test=width is None)
    check_rows(n, least=_LEAST)
    aim = Aim(width is None, n, width, check_power(power, n, level), level, alternative, margin)
    how: dict[str, Any] = {"level": aim.coverage if single and aim.test else level}
    if not single and margin is not None:
        how |= {"margin": margin, "alternative": alternative}
    if method is not None:
        how["method"] = method
    how |= {name: options.pop(name) for name in ("draws", "scheme") if name in options}
    source = pilot_of(chosen, pilot, options, how, shares, cluster)
    studies = Studies(source, aim, _region(source, aim, against), check_seed(seed))
    tried = search(studies, aim.power, runs, guess=_guess(studies), least=_LEAST) if n is None else studies(n, runs)
    return _plan(studies, tried, against)


def _region(pilot: TablePilot | RowPilot, aim: Aim, against: float | None) -> Region | None:
    """
    Where the value of one model is shown to lie, or the difference of two; None of a width.

    Raises
    ------
    OptionError
        If there is nothing to show.
    """
    value, better, name = pilot.value, pilot.metric.facts.better, pilot.metric.name
    what = "a difference" if against is None else ""
    if math.isnan(value):
        raise OptionError(f"{name} is undefined on the pilot.")
    if against is None and aim.test and aim.margin is None and value == 0:
        msg = "both models are equally good in the pilot: there is no difference to show, however many rows."
        raise OptionError(msg)
    if against is None and aim.n is not None:  # a comparison tells by its p-value; the region is where a search starts
        return None
    check_direction(pilot.metric, aim.alternative)
    if aim.alternative in ("superiority", "non-inferiority") and better == "lower":
        mirrored = aim.region(-value, -(against or 0.0), what=what)
        return None if mirrored is None else Region(-math.inf, -mirrored.low)
    return aim.region(value, against or 0.0, what=what)


def _guess(studies: Studies) -> int:
    """A number of rows, or clusters, from the standard error of the pilot."""
    pilot, aim, region = studies.pilot, studies.aim, studies.region
    itself, z = pilot.itself, NormalDist().inv_cdf(1 - aim.tail)
    sd = math.nan if itself is None else itself.se * math.sqrt(itself.n / pilot.size)
    if not sd > 0:
        return 100
    if region is None:
        return round((2 * z * sd / (aim.width or math.nan)) ** 2)
    distance = min(abs(pilot.value - end) for end in (region.low, region.high))
    return round(((z + max(NormalDist().inv_cdf(aim.power), 0.0)) * sd / distance) ** 2)


@dataclass(frozen=True)
class Studies:
    """Studies that are drawn from a pilot; the same for the same seed."""

    pilot: TablePilot | RowPilot
    aim: Aim
    region: Region | None
    seed: int

    def __call__(self, n: int, runs: int) -> Tried:
        """Draw so many studies of n rows, or clusters, and count those that reach the aim."""
        reached = undefined = 0
        answers = self.pilot.studies(np.random.default_rng([self.seed, n]), n, runs)
        for answer, _ in zip(answers, with_progress(range(runs), "simulating studies"), strict=True):
            undefined += answer is None
            reached += answer is not None and self.reaches(answer)
        return Tried(n, runs, reached, undefined)

    def reaches(self, answer: Answer | Ends) -> bool:
        """Whether a study reaches its aim."""
        aim = self.aim
        if aim.width is not None:
            return bool(answer.high - answer.low <= aim.width)
        if not isinstance(answer, Comparison):
            region = self.region
            return bool(region is not None and region.low < answer.low and answer.high < region.high)
        if aim.margin is not None:
            return bool(answer.p_value < 1 - aim.level)
        return bool(answer.p_value < 2 * aim.tail and (answer.difference > 0) == (self.pilot.value > 0))

    def share(self, runs: int, n: int) -> float:
        """The share of studies of n rows that reach their aim; of whole clusters."""
        return self(max(round(n / self.pilot.size), 2), runs).share


def _plan(studies: Studies, tried: Tried, against: float | None) -> Plan:
    pilot, aim = studies.pilot, studies.aim
    itself, clusters = pilot.itself, None if pilot.clusters is None else len(pilot.clusters)
    method = pilot.how.get("method") or ("default" if itself is None else itself.method)
    doubts = []
    undefined = tried.undefined / tried.runs
    if undefined > _OFTEN:
        doubts.append(f"the metric or its interval is undefined in {undefined:.0%} of the studies")
    if 0 < pilot.rows < _SMALL:
        doubts.append(f"the pilot has only {counted(pilot.rows, 'row')}")
    if clusters is not None:
        doubts += few_degrees("the pilot's", clusters, clusters - 1) + few_degrees("the", tried.n, tried.n - 1)
    chance = f"{tried.share:.3f} (Monte-Carlo error {tried.error:.3f})"
    of_two = isinstance(itself, Comparison)
    what = f"a difference of {pilot.value:.3f} in {_named(pilot)}" if of_two else f"{_named(pilot)} {pilot.value:.3f}"
    if aim.width is not None:
        interval = f"the {aim.level * 100:g} % interval of {what}"
        says = f"{interval} is at most {aim.width:g} wide with a probability of {chance}"
    elif not of_two:
        says = aim.with_power(aim.claim(what, pilot.value, against or 0.0), chance)
    else:
        shown = f"{what} is shown" if aim.margin is None else f"with {what}, {aim.alternative} is shown"
        says = aim.with_power(shown, chance)
    rows = f"{pilot.rows:,} rows of the pilot are" if pilot.rows else "table of shares is"
    units = "independent rows" if clusters is None else f"clusters like the {clusters:,} of the pilot"
    return Plan(
        round(tried.n * pilot.size),
        None,
        tried.share,
        aim.width,
        aim.level,
        f"{method}, {tried.runs:,} simulated studies",
        says,
        (f"the {rows} like all others", units),
        tried.error,
        "; ".join(doubts) or None,
        None if clusters is None else tried.n,
        pilot.design_effect,
        aim.margin,
        aim.alternative,
        reached=partial(studies.share, tried.runs),
    )


def _named(pilot: TablePilot | RowPilot) -> str:
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
    cluster: Any,
) -> TablePilot | RowPilot:
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
    beside, names = [shares, cluster, *pilot[1:]], ["shares", "cluster", *(len(pilot) - 1) * ["the prediction"]]
    refuse_other_order(pilot[0], beside, names, what="the truth")
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
    options = {**options, **_classes(metric, pilot, options)}
    return RowPilot(metric, options, how, tuple(map(_array, pilot)), chance, groups)


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
    code, _ = check_clusters(cluster, rows, None)
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


class Ends(NamedTuple):
    """Limits of one simulated table."""

    low: float
    high: float


@dataclass(frozen=True)
class TablePilot:
    """A table of labels, from which other tables are drawn."""

    metric: Metric
    options: Mapping[str, Any]
    how: Mapping[str, Any]
    counts: Counts
    clusters: ClassVar[None] = None
    size: ClassVar[float] = 1.0
    design_effect: ClassVar[None] = None

    @property
    def rows(self) -> int:
        """How many rows were observed; 0 where only shares are known."""
        return round(self.counts.n) if self.counts.n > 1.5 else 0

    @cached_property
    def _cells(self) -> FloatArray:
        cells = np.asarray(self.counts.table, np.float64).ravel()
        return np.asarray(cells / cells.sum())

    @cached_property
    def value(self) -> float:
        """The metric of the table."""
        return _single(self.metric, self.metric.of(self.counts, **self.options))

    @cached_property
    def itself(self) -> Interval | None:
        """What the pilot says; of shares, a table of a hundred rows."""
        return self._ask(np.round(self._cells * (self.rows or 100)).astype(np.int64), seed=0)

    def studies(self, random: np.random.Generator, n: int, runs: int) -> Iterator[Interval | Ends | None]:
        """Analyse tables of n rows, None where there is no interval; score limits of all tables at once."""
        draws = ((random.multinomial(n, self._cells), int(random.integers(2**31))) for _ in range(runs))
        if self.itself is None or self.itself.method != "score":
            yield from (self._ask(cells, seed) for cells, seed in draws)
            return
        tables = np.stack([cells.reshape(self.counts.table.shape) for cells, _ in draws])
        limits = table_limits(self.metric, self.options, self.counts, tables, two_sided(self.how["level"]))
        for low, high in zip(*limits, strict=True):
            yield None if math.isnan(low) else Ends(low, high)

    def _ask(self, cells: npt.NDArray[np.int64], seed: int) -> Interval | None:
        counts = Counts(cells.reshape(self.counts.table.shape), self.counts.labels, self.counts.ordered)
        how = {"seed": seed, **self.how}
        method = how.pop("method", None)
        interval = quiet_answer(Estimand(self.metric, self.options, CellSample.of_table(counts), **how), method)
        if not isinstance(interval, Interval) or np.isnan([interval.value, interval.low, interval.high]).any():
            return None
        return interval


@dataclass(frozen=True)
class RowPilot:
    """Rows: columns of the truth and of the predictions of one model or of two, shares or the rows of each cluster."""

    metric: Metric
    options: Mapping[str, Any]
    how: Mapping[str, Any]
    columns: tuple[npt.NDArray[Any], ...]
    shares: FloatArray | None
    clusters: tuple[npt.NDArray[np.intp], ...] | None

    @property
    def rows(self) -> int:
        """How many rows were observed; 0 where only shares are known."""
        return len(self.columns[0]) if self.shares is None else 0

    @property
    def size(self) -> float:
        """The mean number of rows that are drawn at once."""
        return 1.0 if self.clusters is None else len(self.columns[0]) / len(self.clusters)

    @cached_property
    def value(self) -> float:
        """The metric of the rows, or the difference; rows weigh as they are drawn."""
        weight: dict[str, Any] = {} if self.shares is None else {"sample_weight": self.shares}
        truth, *predictions = self.columns
        values = [_single(self.metric, self.metric(truth, column, **self.options, **weight)) for column in predictions]
        return values[0] - values[1] if len(values) == 2 else values[0]

    @cached_property
    def itself(self) -> Answer | None:
        """What the pilot says, all rows alike."""
        return self._ask(self.columns, seed=0) if self.clusters is None else self._ask_clusters(self.clusters, seed=0)

    @property
    def design_effect(self) -> float | None:
        """The variance over that of independent rows; None without clusters."""
        alone = None if self.clusters is None else self._ask(self.columns, seed=0)
        if alone is None or self.itself is None or not min(alone.se, self.itself.se) > 0:
            return None
        return (self.itself.se / alone.se) ** 2

    def studies(self, random: np.random.Generator, n: int, runs: int) -> Iterator[Answer | None]:
        """Draw rows, or whole clusters, with replacement; a cluster that is drawn twice is two clusters."""
        for _ in range(runs):
            if self.clusters is not None:
                drawn = [self.clusters[index] for index in random.integers(len(self.clusters), size=n)]
                yield self._ask_clusters(drawn, seed=int(random.integers(2**31)))
            else:
                rows = random.choice(len(self.columns[0]), n, p=self.shares)
                yield self._ask([column[rows] for column in self.columns], seed=int(random.integers(2**31)))

    def _ask_clusters(self, clusters: Sequence[npt.NDArray[np.intp]], seed: int) -> Answer | None:
        code, rows = np.repeat(np.arange(len(clusters)), [len(rows) for rows in clusters]), np.concatenate(clusters)
        return self._ask([column[rows] for column in self.columns], seed, cluster=code)

    def _ask(self, columns: Sequence[npt.NDArray[Any]], seed: int, **more: Any) -> Answer | None:
        ask: Callable[..., Any] = self.metric.compare if len(columns) == 3 else self.metric.interval
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


def table_limits(
    metric: Metric,
    options: Mapping[str, Any],
    like: Counts,
    tables: npt.NDArray[Any],
    z: float,
    effect: FloatArray | None = None,
) -> Limits:
    """
    Return the score limits of each table (T, K, K), as `metric.interval` has them; NaN where it has none.

    `like` has their labels; with a design `effect` of each, they are those of rows in clusters.
    """

    def counts_of(tables: FloatArray) -> Counts:
        return Counts(tables, like.labels, like.ordered)

    def formula(counts: Counts) -> Any:
        return metric.formula(counts, **options)

    given = metric.of_tables if like.outputs is None else None
    own = None if given is None else given(like.labels, **options)
    denominators = metric.facts.denominators if options.get("prevalence") is None else "rows"
    effects = np.ones(len(tables)) if effect is None else effect
    rows = np.column_stack([tables.reshape(len(tables), -1), effects])
    distinct, index = np.unique(rows, axis=0, return_inverse=True)
    ends, stack = np.empty((2, len(distinct))), max(1, _STACK // like.table.size**2)
    for first in range(0, len(distinct), stack):
        chosen = slice(first, first + stack)
        part = distinct[chosen, :-1].reshape(-1, *like.table.shape)
        functional = own or functional_of_tables(formula, part.sum((1, 2), keepdims=True), counts_of)
        masses = masses_of_tables(functional, part, part, denominators, graded=metric.graded(options))
        with np.errstate(all="ignore"):
            value = np.asarray(formula(counts_of(part)))
            z_each, of_each = np.full(len(part), z), distinct[chosen, -1]
            low, high = limits_along_path(functional, masses, z_each, of_each, skewed=effect is None)
        low, high = np.clip((np.fmin(low, value), np.fmax(high, value)), *(metric.facts.range or (-np.inf, np.inf)))
        ends[:, chosen] = np.where(np.isnan(value) | np.isclose(low, high, 1e-12, 1e-12), np.nan, (low, high))
    low, high = ends[:, index.ravel()]
    return low, high


def search(simulate: Callable[[int, int], Tried], target: float, runs: int, *, guess: int, least: int) -> Tried:
    """
    Find about the smallest n whose power reaches the target.

    A bracket is found and halved with a quarter of the runs; a probit line through all that was seen says which n to
    try with all of them; n rises until its own studies reach the target.
    """
    coarse = max(runs // 4, min(runs, 100))
    seen: list[Tried] = []

    def tried(n: int, many: int) -> Tried:
        seen.append(simulate(n, many))
        return seen[-1]

    low, high = _bracket(lambda n: tried(n, coarse).share >= target, guess, least)
    while high > low * _SEARCH_NEAR and high - low > 1:
        middle = round(math.sqrt(low * high))
        middle = min(max(middle, low + 1), high - 1)
        low, high = (low, middle) if tried(middle, coarse).share >= target else (middle, high)
    n = _by_probit(seen, target, low, high)
    for _ in range(_SEARCH_TRIES):
        last = tried(n, runs)
        if last.share >= target:
            return last
        n = max(n + 1, _by_probit(seen, target, n, round(n * 1.2) + 1))
    raise OptionError(f"the simulated power does not settle at {target:g} near {n:,} rows: take more runs.")


def _bracket(enough: Callable[[int], bool], guess: int, least: int) -> tuple[int, int]:
    """Two numbers of rows, the first not enough and the second enough."""
    n = min(max(guess, least), _MOST_ROWS)
    if enough(n):
        while n > least:
            smaller = max(least, math.floor(n / _SEARCH_STEP))
            if not enough(smaller):
                return smaller, n
            n = smaller
        return n - 1, n
    while n < _MOST_ROWS:
        larger = min(math.ceil(n * _SEARCH_STEP), _MOST_ROWS)
        if enough(larger):
            return n, larger
        n = larger
    raise OptionError(f"not even {_MOST_ROWS:,} rows reach this: ask for less, or for a larger difference.")


def _by_probit(seen: list[Tried], target: float, low: int, high: int) -> int:
    """Fit ``z(power) = a + b log n`` near the target, weighted by how well each point is known; the n of the target."""
    near = [tried for tried in seen if low / 1.6 <= tried.n <= high * 1.6 and 0 < tried.share < 1]
    if len({tried.n for tried in near}) < 2:
        return high
    normal = NormalDist()
    x = np.log([tried.n for tried in near])
    y = np.array([normal.inv_cdf(tried.share) for tried in near])
    weights = np.array(
        [tried.runs * normal.pdf(z) ** 2 / (tried.share * (1 - tried.share)) for tried, z in zip(near, y, strict=True)]
    )
    slope, start = np.polyfit(x, y, 1, w=np.sqrt(weights))
    if slope <= 0:
        return high
    n = math.exp(min((normal.inv_cdf(target) - start) / slope, math.log(_MOST_ROWS)))
    return min(max(math.ceil(n), low + 1), high)
