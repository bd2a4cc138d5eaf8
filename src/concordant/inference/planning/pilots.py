"""The population of a simulated study, a table or rows, and the draw of one study from it."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import IntervalWarning, LabelError, OptionError, UndefinedMetricWarning
from concordant.inference.intervals.make_interval import quiet_answer
from concordant.inference.intervals.question import Question
from concordant.inference.samples.cell_sample import CellSample
from concordant.inference.samples.gather import samples_of, split_options
from concordant.inputs.scores import check_scores, resolve_classes
from concordant.metrics.definition.kinds import LABELS
from concordant.metrics.definition.metric import Metric
from concordant.result.comparisons import Comparison
from concordant.result.intervals import Interval
from concordant.states import Counts
from concordant.typing import FloatArray

Answer = Interval | Comparison


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
        """Draw n rows and ask them; None where they have no answer."""

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
        shares: FloatArray = cells / cells.sum()
        return shares

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
        question = Question(self.metric, self.options, CellSample.of_table(counts), **{"seed": seed, **how})
        found = quiet_answer(question, method)
        return (
            found if isinstance(found, Interval) and not np.isnan([found.value, found.low, found.high]).any() else None
        )


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
        found = [_single(self.metric, self.metric(truth, one, **self.options, **weight)) for one in predictions]
        return found[0] - found[1] if self.two_models else found[0]

    def study(self, random: np.random.Generator, n: int) -> Answer | None:
        """Draw rows, or whole clusters, with replacement; a cluster that is drawn twice is two clusters."""
        if self.clusters is not None:
            drawn = [self.clusters[place] for place in random.integers(len(self.clusters), size=n)]
            code = np.repeat(np.arange(n), [len(rows) for rows in drawn])
            return self._ask_rows(np.concatenate(drawn), seed=int(random.integers(2**31)), cluster=code)
        kinds, shares = len(self.columns[0]), self.shares
        here = random.integers(kinds, size=n) if shares is None else random.choice(kinds, n, p=shares)
        return self._ask_rows(here, seed=int(random.integers(2**31)))

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

    def _ask_rows(self, here: npt.NDArray[np.intp], seed: int, **more: Any) -> Answer | None:
        return self._ask([column[here] for column in self.columns], seed, **more)

    def _ask(self, columns: Sequence[npt.NDArray[Any]], seed: int, **more: Any) -> Answer | None:
        ask: Callable[..., Any] = self.metric.compare if self.two_models else self.metric.interval
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", IntervalWarning)
            warnings.simplefilter("ignore", UndefinedMetricWarning)
            try:
                found = ask(*columns, **{"seed": seed, **self.how}, **self.options, **more)
            except LabelError:  # a class that did not turn up
                return None
        value = found.difference if isinstance(found, Comparison) else found.value
        return None if np.isnan(value) else found


def _single(metric: Metric, value: Any) -> float:
    if not isinstance(value, float):
        msg = f"a study is planned for one number; with these options {metric.name} has several."
        raise OptionError(msg)
    return value


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
        msg = "simulate draws rows that count once; sample_weight= has no place there. See shares=."
        raise OptionError(msg)
    if cluster is not None and shares is not None:
        msg = "cluster= draws the clusters of the pilot, all alike; shares= has no place beside it."
        raise OptionError(msg)
    if len(pilot) == 1 and isinstance(pilot[0], Counts):
        if shares is not None or cluster is not None or pilot[0].table.ndim != 2 or Counts not in metric.takes:
            msg = (
                f"{metric.name} cannot be simulated from these Counts; give one table, without shares= and cluster=, "
                "or rows."
            )
            raise OptionError(msg)
        return TablePilot(metric, options, how, pilot[0])
    if len(pilot) not in (2, 3) or any(isinstance(column, Counts) for column in pilot):
        msg = (
            "the pilot is one Counts, or columns: the truth and the predictions of one model (to plan for its "
            f"interval) or of two (to compare them), not {len(pilot)} of {', '.join(type(x).__name__ for x in pilot)}."
        )
        raise OptionError(msg)
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


def _clusters(given: Any, rows: int) -> tuple[npt.NDArray[np.intp], ...]:
    """The rows of each cluster."""
    column = _array(given)
    if column.shape != (rows,):
        msg = f"cluster must name the cluster of each of the {rows} rows of the pilot, not hold {column.shape}."
        raise OptionError(msg)
    missing = np.array([value is None or value != value for value in column.tolist()])  # noqa: PLR0124
    if missing.any():
        msg = f"cluster is missing in {missing.sum()} rows, first in row {int(missing.argmax())}."
        raise OptionError(msg)
    _, code = np.unique(column.astype(str) if column.dtype == object else column, return_inverse=True)
    order = np.argsort(code, kind="stable")
    found = tuple(np.split(order, np.flatnonzero(np.diff(code[order])) + 1))
    if len(found) < 2:
        msg = "cluster= names one cluster; at least two are needed to see how they differ."
        raise OptionError(msg)
    return found


def _array(column: Any) -> npt.NDArray[Any]:
    return np.asarray(column.to_numpy() if hasattr(column, "to_numpy") else column)


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


def _shares(given: Any, rows: int) -> FloatArray | None:
    if given is None:
        return None
    shares = np.asarray(given, dtype=np.float64)
    if shares.shape != (rows,) or not (np.isfinite(shares).all() and (shares >= 0).all()) or shares.sum() <= 0:
        msg = f"shares must be {rows} numbers, one a row of the pilot, none negative and not all zero."
        raise OptionError(msg)
    found: FloatArray = shares / shares.sum()
    return found
