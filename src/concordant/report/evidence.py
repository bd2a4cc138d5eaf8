"""What the rules of `concordant.findings` may look at, taken from a page."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.findings.evidence import AgainstOthers, Evidence, GroupEvidence, Headline
from concordant.inference.samples.cells import CellSample
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.registry import get
from concordant.report.choices import Choice, Needs
from concordant.report.records import GroupOfRows, Result
from concordant.report.results import taken_of
from concordant.report.uncertainty import Uncertainty
from concordant.result import Interval
from concordant.result.wording import quoted
from concordant.states import BucketCurve, Curve
from concordant.states.curves import joined
from concordant.typing import FloatArray

if TYPE_CHECKING:
    from concordant.report.evaluation_data import EvaluationData


_MOST_ROWS = 1_000_000  # of which repeated ones are looked for


def evidence_of(page: EvaluationData) -> Evidence:
    """Take from a page what rules may look at."""
    taken, found = page.taken, _Asked(page.uncertainty)
    balance = page.balance
    return Evidence(
        task=page.task,
        n=page.n,
        n_missing=page.n_missing,
        weighted=page.weighted,
        worth=found.worth(page.n),
        labels=page.labels,
        pos_label=page.pos_label,
        true={label: share.true for label, share in balance.items()},
        predicted=None if page.counts is None else {label: share.predicted or 0 for label, share in balance.items()},
        counts=page.counts,
        curve=_tied(page.curve),
        joined=_joined(page.curve),
        buckets=isinstance(page.curve, BucketCurve),
        probabilities=page.probabilities,
        predicts=page.counts is not None and (taken is None or taken.cut is None),
        losses={} if taken is None else taken.losses,
        measurements=None if taken is None else taken.measurements,
        level=page.level,
        headline=_headline(page.results),
        groups=() if page.groups is None else tuple(map(_group, page.groups.groups)),
        whole={} if page.groups is None else _intervals(page.groups.overall.results),
        clusters=found.clusters(),
        distinct=lambda: found.distinct("score" if page.task == "ordinal" else "prediction"),
        repeated=found.repeated,
        ask=found.ask,
        cells=found.cells,
        quoted=quoted,
        names=page.columns,
        file=_file(page.source),
        label_rules=page.label_rules,
    )


def _tied(state: Any) -> Any:
    """The curve of scores that were counted in buckets, where they tie; any other state as it is."""
    return state.tied() if isinstance(state, BucketCurve) else state


def _joined(state: Any) -> Any:
    """Scores of rows that count once, with neighbours joined where there are very many; any other state as it is."""
    known = _tied(state)
    return joined(known) if isinstance(known, Curve) and known.weights.dtype.kind != "f" else known


def _file(source: str | None) -> str | None:
    """The file that a command reads; FILE where there are several, or where it is not here."""
    if source is None:
        return None
    return source if Path(source).is_file() else "FILE"


def _headline(results: tuple[Result, ...]) -> Headline | None:
    return next(
        (
            Headline(one.name, one.title, one.options, one.interval, _open(one))
            for one in results[:1]
            if one.bounded and one.interval is not None
        ),
        None,
    )


def _open(one: Result) -> float:
    """How much of the width of an interval is what buckets of scores leave open."""
    return 0.0 if one.bounds is None or one.bounds.exact else one.bounds.high - one.bounds.low


def _intervals(results: tuple[Result, ...]) -> Mapping[str, Interval]:
    return {one.key: one.interval for one in results if one.bounded and one.interval is not None}


def _group(group: GroupOfRows) -> GroupEvidence:
    tests = zip(group.results, group.against_rest, strict=False)
    return GroupEvidence(
        label="" if group.label is None else group.label,
        n=group.n,
        counts=None if group.taken is None else group.taken.counts,
        curve=None if group.taken is None else _tied(group.taken.curve),
        intervals=_intervals(group.results),
        tests=tuple(
            AgainstOthers(result.title, one.comparison.difference, one.comparison.low, one.comparison.high, one.p_value)
            for result, one in tests
            if one.comparison is not None and one.tested
        ),
    )


class _Asked:
    """Answers the questions of rules from what the page knows about its uncertainty."""

    def __init__(self, uncertainty: Uncertainty | None) -> None:
        self._uncertainty = uncertainty
        self._at: dict[float, Uncertainty] = {}
        self._known: dict[Any, Interval | tuple[Interval, ...] | None] = {}

    def ask(self, name: str, options: Mapping[str, Any], level: float) -> Interval | tuple[Interval, ...] | None:
        """The interval of a metric at a level, each taken once."""
        key = (name, repr(sorted(options.items())), level)
        if key not in self._known:
            with np.errstate(all="ignore"):  # of extreme scores or weights; what overflows has no limits
                self._known[key] = self._answer(name, options, level)
        return self._known[key]

    def _answer(self, name: str, options: Mapping[str, Any], level: float) -> Interval | tuple[Interval, ...] | None:
        page = self._uncertainty
        if page is None:
            return None
        metric = get(name)
        state = _state(page, name)
        if state is None:
            return None
        if level not in self._at:
            self._at[level] = page.at(level)
        if isinstance(state, BucketCurve):
            return self._of_buckets(metric, options, state, self._at[level])
        fitted = metric.facts.input == "probabilities"
        value = metric.outcome(_joined(state) if fitted else metric.with_ties(state), **options).value
        if np.ndim(value):
            several = self._at[level].intervals(metric, options, state)
            return None if isinstance(several, str) else several
        found = self._at[level].interval(metric, options, state, float(value), "")
        return None if found is None or math.isnan(found.low) else found

    def _of_buckets(
        self, metric: Metric, options: Mapping[str, Any], state: BucketCurve, at: Uncertainty
    ) -> Interval | None:
        """The interval of a metric of the ranking, widened by what the buckets leave open."""
        outcome, signature, bounds = taken_of(metric, state, options, at.taken)
        found = at.interval(metric, options, state, float(outcome.value), signature, bounds=bounds)
        return None if found is None or math.isnan(found.low) else found

    def cells(self) -> CellSample | None:
        """The sample of the table of labels."""
        page = self._uncertainty
        if page is None:
            return None
        found = page.rows_of_labels()
        return found if isinstance(found, CellSample) else None

    def clusters(self) -> int | None:
        """The number of clusters."""
        rows = None if self._uncertainty is None else self._uncertainty.material
        return None if rows is None or rows.cluster is None else len(np.unique(rows.cluster))

    def worth(self, n: int) -> float:
        """How many equal rows the weighted rows are worth; all of them where nothing tells their squares."""
        rows = None if self._uncertainty is None else self._uncertainty.material
        if rows is None or rows.weights is None:
            cells = self.cells()
            return float(n) if cells is None or cells.units.counted else cells.units.effective
        weights = np.asarray(rows.weights, np.float64)
        unit = float(weights.max(initial=0.0))
        if not unit > 0:
            return float(n)
        scaled = weights / unit
        squares = scaled**2 if rows.squares is None else np.asarray(rows.squares, np.float64) / unit / unit
        return float(scaled.sum() ** 2 / squares.sum())

    def distinct(self, second: str) -> Mapping[str, tuple[FloatArray, FloatArray]]:
        """The distinct measurements, where the rows are here; of a score on the scale of labels its own alone."""
        rows = None if self._uncertainty is None else self._uncertainty.material
        if rows is None or rows.measurements is None or rows.n > _MOST_ROWS:
            return {}
        columns = {"truth": rows.measurements.y_true, second: rows.measurements.y_pred}
        if second == "score":
            del columns["truth"]
        found = {role: np.unique(column * 1.0, return_counts=True) for role, column in columns.items()}
        return {role: (values, times.astype(np.float64)) for role, (values, times) in found.items()}

    def repeated(self) -> int | None:
        """How many rows of numbers repeat both numbers of another; 0 where rounded numbers may explain that."""
        rows = None if self._uncertainty is None else self._uncertainty.material
        if rows is None or rows.measurements is None or not 1 < rows.n <= _MOST_ROWS:
            return None
        return _repeated(rows.measurements.y_true, rows.measurements.y_pred)


def _repeated(first: FloatArray, second: FloatArray) -> int:
    """
    Count rows that repeat an earlier one.

    Of numbers on a coarse grid, rows with the same first number mostly differ in the second; of copies they do not.
    """
    n = len(first)
    distinct = max(len(np.unique(first)), len(np.unique(second)))
    order = np.lexsort((second, first))
    extra = int(((np.diff(first[order]) == 0) & (np.diff(second[order]) == 0)).sum())
    return extra if distinct >= n / 4 and extra >= (n - distinct) / 2 else 0


def _state(page: Uncertainty, name: str) -> Any:
    """The state of the page that a metric takes."""
    metric = get(name)
    needs: tuple[Needs, ...] = ("counts", "curve", "measurements")
    states = (page.taken.state(Choice(name, need)) for need in needs)
    return next((state for state in states if _kind(state) in metric.takes), None)


def _kind(state: Any) -> type:
    """The kind of state that metrics name; buckets stand in for the curve of their scores."""
    return Curve if isinstance(state, BucketCurve) else type(state)
