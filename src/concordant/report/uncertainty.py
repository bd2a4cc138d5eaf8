"""
The interval of each number: from the states that the page holds, or from its rows where those do not suffice.

Every state becomes one sample, shared by all metrics of it. Intervals whose only method is the bootstrap of scores are
left out, and the page says so: it must stay fast.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from concordant.engines.arrays.quantities import row_losses
from concordant.errors import ConcordantError, WeightError
from concordant.inference.intervals.auc import widened
from concordant.inference.intervals.estimand import Estimand
from concordant.inference.intervals.methods import default_method, quiet_answer
from concordant.inference.intervals.simultaneous import quiet_together
from concordant.inference.samples.cells import CellSample, samples_of_groups
from concordant.inference.samples.gather import sample_of_state, samples_of
from concordant.inference.samples.rows import MomentSample, SummarySample
from concordant.inference.samples.sample import Sample, row_atoms
from concordant.inference.samples.scores import ScoreSample
from concordant.inputs.label_values import numbered
from concordant.inputs.labels import LabelRows
from concordant.inputs.scores import ScoreRows
from concordant.metrics.definition.kinds import CALIBRATION, LABELS, MEASUREMENTS, SCORES
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.registry import get
from concordant.report.records import PageStates
from concordant.report.rows import Codes, PageRows
from concordant.report.scoring import LOSSES
from concordant.result import Bounds, Interval, Intervals, Outcome
from concordant.result.intervals import Simultaneous
from concordant.result.record import altered
from concordant.sources.batches import MOST_ROWS
from concordant.states import BucketCurve, Counts, Curve, CurveStack, Moments
from concordant.states.curves import joined
from concordant.states.moments import Loss

_RESAMPLED = {"percentile", "basic", "bca", "optimism"}
_SLOW = {*_RESAMPLED, "gaps"}  # for metrics that are not on the page: seven errors of calibration take 0.6 s
# Cells of a table that hold rows. Measured on two cores: of 300,000 (1,000 classes, a million rows) an interval takes 5
# to 60 ms, and there are some seventy of metrics that are not on the page.
_MOST_CELLS = 1_000_000
_FEW_CELLS = 100_000  # for metrics that are not on the page
_DRAWN = 5  # times as long takes each, and each label of it, where clusters are drawn
_SUMS = 100  # of weights, one a cluster and class: as many take the time of a cell
_MOST_SCORES = 200_000  # of several classes: rows times columns
_MOST_LOSSES = 20_000  # different probabilities, or rows; of more their moments do, unless a row of two classes decides
_FEW_WEIGHTED = 45  # the root of some 2,000 rows, above which a few of them seldom carry a value
_FEW_SCORES = 50_000  # of those, for metrics that are not on the page


@dataclass(frozen=True)
class Uncertainty:
    """
    How sure the numbers of one set of rows are.

    Attributes
    ----------
    level : float
        The nominal coverage.
    taken : PageStates
        The states.
    material : PageRows or None
        The rows, where states do not suffice.
    thorough : bool
        Whether to leave nothing out and join no scores, however long that takes.
    simultaneous : {"bonferroni", "max-t"} or None
        How the intervals of several classes are widened to hold at once.
    rows : int or None
        How many rows there were, where they are not here any more.
    """

    level: float
    taken: PageStates
    material: PageRows | None = None
    thorough: bool = False
    simultaneous: Simultaneous | None = None
    rows: int | None = None
    _samples: dict[Any, Sample] = field(default_factory=dict, init=False, repr=False, compare=False)

    def interval(
        self,
        metric: Metric,
        options: Mapping[str, Any],
        state: Any,
        value: float,
        signature: str,
        *,
        outcome: Outcome | None = None,
        on_page: bool = True,
        bounds: Bounds | None = None,
    ) -> Interval | None:
        """
        The interval of a finite number; without limits, but with the reason, where there is none.

        It is widened by the bounds of scores in buckets. An `outcome` of the state that is known is not taken again.
        """
        if not math.isfinite(value):
            return None
        found = self._answer(metric, options, state, outcome, signature, on_page=on_page)
        if isinstance(found, str):
            nan = math.nan
            return Interval(value, nan, nan, nan, self.level, "none", 0, metric.name, signature, found)
        if isinstance(found, Intervals):
            found = found[0]
        if bounds is not None:
            found = widened(found, bounds, metric)
        return altered(found, value=value, metric=metric.name, signature=signature, simultaneous=None)

    def _curve(self, state: Any) -> Any:
        """The curve that stands in for scores in buckets."""
        if not isinstance(state, BucketCurve):
            return state
        return state.tied()

    def at(self, level: float) -> Uncertainty:
        """The same at another level, with the same samples."""
        found = replace(self, level=level, simultaneous=None)
        object.__setattr__(found, "_samples", self._samples)
        return found

    def rows_of_labels(self) -> Sample | None:
        """The sample of the table of labels; None where there is none, or where weights are too far apart for one."""
        if self.taken.counts is None:
            return None
        try:
            return self._sample(get("accuracy"), {}, self.taken.counts)
        except WeightError:
            return None

    def intervals(
        self,
        metric: Metric,
        options: Mapping[str, Any],
        state: Any,
        outcome: Outcome | None = None,
        signature: str | None = None,
    ) -> tuple[Interval, ...] | str:
        """One interval a class, or why there are none."""
        found = self._answer(metric, options, state, outcome, signature, on_page=True)
        return tuple(found) if isinstance(found, Intervals) else found if isinstance(found, str) else (found,)

    def _answer(
        self,
        metric: Metric,
        options: Mapping[str, Any],
        state: Any,
        outcome: Outcome | None,
        signature: str | None,
        *,
        on_page: bool,
    ) -> Interval | Intervals | str:
        try:
            sample = self.sample(metric, options, state, on_page=on_page)
            if isinstance(sample, str):
                return sample
            estimand = Estimand(metric, options, sample, self.level)
            if outcome is not None and sample.state is state:
                estimand.knowing(outcome.value, outcome.reason)
            of_rows = not self.thorough and not isinstance(estimand.sample, CellSample)
            if of_rows and default_method(estimand) in (_RESAMPLED if on_page else _SLOW):
                return "left out to stay fast, as it takes resampled rows; metric.interval takes it"
            if self.simultaneous is not None and estimand.value.ndim:
                return quiet_together(estimand, None, self.simultaneous)
            return quiet_answer(estimand, signature=signature)
        except ConcordantError as error:
            return str(error).replace(f"{metric.name}.", "metric.").replace(metric.name, "this metric")

    def sample(self, metric: Metric, options: Mapping[str, Any], state: Any, *, on_page: bool) -> Sample | str:
        """The sample that says how sure a metric of this state is, or why there is none."""
        state = self._curve(state)
        why = None if self.thorough else self._too_many(metric, state, on_page=on_page)
        if why is None and isinstance(state, CurveStack) and self.material is None:
            why = "it takes the rows, which are not held here; metric.interval takes it of columns in memory"
        return self._sample(metric, options, state) if why is None else why

    def _sample(self, metric: Metric, options: Mapping[str, Any], state: Any) -> Sample:
        """The sample of a state, made once for all metrics that share it."""
        rows = None if enough(state) and (self.material is None or self.material.cluster is None) else self.material
        of_losses = rows is None and isinstance(state, Moments) and metric.kind is not MEASUREMENTS
        shared = of_losses or metric.kind in (LABELS, SCORES, CALIBRATION)
        chosen = {name: value for name, value in options.items() if not shared or name in metric.state_options}
        names = state.names if isinstance(state, Moments) else ()
        of = (metric.kind is CALIBRATION, type(state), names) if shared else metric.name
        key = (of, repr(sorted(chosen.items())), rows is None)
        if key not in self._samples:  # a curve of buckets comes anew each time, and is always that of the page
            if rows is not None:
                self._samples[key] = _of_rows(metric, options, rows, self.taken)
            elif of_losses:
                self._samples[key] = self._of_losses(state)
            else:
                curve = isinstance(state, Curve) and metric.kind is SCORES and not self.thorough
                self._samples[key] = sample_of_state(metric, joined(state) if curve else state)
        return self._samples[key]

    def _of_losses(self, state: Moments) -> Sample:
        """The sample of the losses of each row, where the curve or the material has the rows; else of their moments."""
        loss = LOSSES[state.names[0].removesuffix(" loss")]
        curve, rows, units = self.taken.curve, None if self.material is None else self.material.scores, None
        if isinstance(curve, Curve) and curve.weights.dtype.kind != "f":
            if self.thorough or len(curve.scores) <= _MOST_LOSSES or _decisive(curve, loss, state):
                cells = ScoreSample.of_curve(curve)
                units, scores = cells.atoms, curve.scores[cells.indices[0]]
                rows = ScoreRows(cells.codes[0], (0, 1), curve.classes, scores, None, 0)
        elif rows is not None and (self.thorough or len(rows.y_true) <= _MOST_LOSSES):
            units = row_atoms(rows, None, np.asarray(rows.y_true, np.intp))
        if rows is None or units is None:
            return SummarySample.of_state(state)
        return MomentSample(units, state, row_losses(rows, loss))

    def _too_many(self, metric: Metric, state: Any, *, on_page: bool) -> str | None:
        """Why these data are too many for an interval of a page that must be quick."""
        many = ""
        rows = self.rows if self.rows is not None else 0 if self.material is None else self.material.n
        if isinstance(state, Counts):
            size, clusters = len(state.labels), self._clusters()
            cells = np.count_nonzero(state.numbers) * (_DRAWN * size if clusters and metric.facts.of_cells else 1)
            cells += clusters * size // _SUMS if state.weighted else 0
            if cells > (_MOST_CELLS if on_page else _FEW_CELLS):
                many = f"{size} x {size} cells" + (f" and {clusters:,} clusters" if clusters else "")
        elif isinstance(state, CurveStack):
            scores = rows * len(state.curves)
            gone = self.rows is not None
            many = f"{scores:,} scores" if gone or scores > (_MOST_SCORES if on_page else _FEW_SCORES) else ""
        elif not on_page and isinstance(state, Curve) and metric.kind is not SCORES:
            many = f"{len(state.scores):,} probabilities" if len(state.scores) > _MOST_SCORES else ""
        elif (self.rows is not None or rows > MOST_ROWS) and not enough(state):
            many = f"{rows:,} rows"
        return f"left out to stay fast, as there are {many}; metric.interval takes it" if many else None

    def _clusters(self) -> int:
        """How many clusters the rows of labels are in; 0 if in none."""
        sample = None if self.material is None or self.material.cluster is None else self.rows_of_labels()
        return 0 if sample is None or sample.atoms.clusters is None else sample.atoms.clusters.size


def enough(state: Any) -> bool:
    """
    Whether a state tells how much its rows vary.

    It does not of weighted scores and losses, of few weighted labels (whose cells hide which rows are heavy), of two
    ratings (whose agreement takes higher moments), nor of how several curves go together.
    """
    if isinstance(state, Counts):
        squares = state.number_squares
        return squares is None or not 0 < state.n < _FEW_WEIGHTED * math.sqrt(float(squares.sum()))
    if isinstance(state, Curve):
        return state.weights.dtype.kind != "f"
    if isinstance(state, Moments):
        return state.classes is not None and bool(np.array_equal(state.weight, state.squares))
    return not isinstance(state, CurveStack)


def _decisive(curve: Curve, loss: Loss, state: Moments) -> bool:
    """Whether the worst row of a class has a twelfth of the variance of a loss, so that few rows may carry it."""
    negative, positive = curve.weights.T > 0
    worst = curve.scores[[negative.argmax(), len(positive) - 1 - positive[::-1].argmax()]]
    found = row_losses(ScoreRows(np.array([0, 1]), (0, 1), curve.classes, worst, None, 0), loss)[:, 0]
    return bool((12 * (found - state.mean[0]) ** 2).max() >= state.comoment[0, 0])


def _of_rows(metric: Metric, options: Mapping[str, Any], rows: PageRows, taken: PageStates) -> Sample:
    """The sample of the rows, whose classes are told as codes; its state is that of the page."""
    if metric.kind is LABELS and rows.times is not None and rows.pred is not None:
        return _with_state(_of_groups(rows, rows.pred), taken.counts)
    (truth, prediction), reading = columns_of(metric, rows)
    (sample,) = samples_of(metric, truth, [prediction], metric.data[1:], reading, options)
    if metric.kind is LABELS:
        return _with_state(sample, taken.counts)
    return _with_state(sample, taken.curve) if metric.kind in (SCORES, CALIBRATION) else sample


def _of_groups(rows: PageRows, pred: Codes) -> Sample:
    """The sample of rows that are alike together, in clusters."""
    places = tuple(range(len(rows.labels)))
    pairs = LabelRows(rows.true, pred, None, places, True, False, rows.weights, 0, times=rows.times)
    if rows.cluster is None:
        return samples_of_groups([pairs], squares=rows.squares)[0]
    return samples_of_groups([pairs], numbered(rows.cluster), squares=rows.squares)[0]


def columns_of(metric: Metric, rows: PageRows) -> tuple[tuple[Any, Any], dict[str, Any]]:
    """The data of a call of the metric, and how they are read: weights, clusters, labels."""
    reading: dict[str, Any] = {"sample_weight": rows.weights, "cluster": rows.cluster}
    if metric.kind is MEASUREMENTS and rows.measurements is not None:
        return (rows.measurements.y_true, rows.measurements.y_pred), reading
    reading["labels"] = list(range(len(rows.labels)))
    if metric.kind is LABELS:
        return (rows.true, rows.pred), reading
    return (rows.true, None if rows.scores is None else rows.scores.scores), reading


def _with_state(sample: Sample, state: Any) -> Sample:
    found: Sample = replace(sample, state=state)  # type: ignore[type-var]  # every sample is a dataclass
    return found
