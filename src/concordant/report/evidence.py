"""What the rules of `concordant.findings` may look at, taken from a page."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.findings.evidence import AgainstOthers, Evidence, GroupEvidence, Headline
from concordant.inference.samples.cells import CellSample
from concordant.metrics.definition.registry import get
from concordant.report.choices import Choice, Needs
from concordant.report.records import GroupOfRows, Result
from concordant.report.results import taken_of
from concordant.report.uncertainty import Uncertainty, enough
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
    taken, answers, balance = page.taken, _Answers(page.uncertainty), page.balance
    file = page.source
    if file is not None and not Path(file).is_file():  # there are several, or it is not here
        file = "FILE"
    return Evidence(
        task=page.task,
        n=page.n,
        n_missing=page.n_missing,
        weighted=page.weighted,
        worth=answers.worth(page.n),
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
        scores_vary=answers.scores_vary(_tied(page.curve)),
        headline=_headline(page.results),
        groups=() if page.groups is None else tuple(map(_group, page.groups.groups)),
        whole={} if page.groups is None else _intervals(page.groups.overall.results),
        clusters=answers.clusters(),
        distinct=lambda: answers.distinct("score" if page.task == "ordinal" else "prediction"),
        repeated=answers.repeated,
        ask=answers.ask,
        cells=answers.cells,
        quoted=quoted,
        names=page.columns,
        file=file,
        label_rules=page.label_rules,
    )


def _tied(state: Any) -> Any:
    """The curve of scores that were counted in buckets, where they tie; any other state as it is."""
    return state.tied() if isinstance(state, BucketCurve) else state


def _joined(state: Any) -> Any:
    """Scores of rows that count once, with neighbours joined where there are very many; any other state as it is."""
    state = _tied(state)
    return joined(state) if isinstance(state, Curve) and state.weights.dtype.kind != "f" else state


def _headline(results: tuple[Result, ...]) -> Headline | None:
    if not results or not results[0].bounded or results[0].interval is None:
        return None
    first = results[0]
    left_open = 0.0 if first.bounds is None or first.bounds.exact else first.bounds.high - first.bounds.low
    return Headline(first.name, first.title, first.options, results[0].interval, left_open)


def _intervals(results: tuple[Result, ...]) -> Mapping[str, Interval]:
    return {result.key: result.interval for result in results if result.bounded and result.interval is not None}


def _group(group: GroupOfRows) -> GroupEvidence:
    tests = zip(group.results, group.against_rest, strict=False)
    return GroupEvidence(
        label="" if group.label is None else group.label,
        n=group.n,
        counts=None if group.taken is None else group.taken.counts,
        curve=None if group.taken is None else _tied(group.taken.curve),
        intervals=_intervals(group.results),
        tests=tuple(
            AgainstOthers(result.title, pair.difference, pair.low, pair.high, test.p_value)
            for result, test in tests
            if (pair := test.comparison) is not None and test.tested
        ),
    )


class _Answers:
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
        needs: tuple[Needs, ...] = ("counts", "curve", "measurements")
        states = [page.taken.state(Choice(name, need)) for need in needs]
        # Metrics name the curve of scores, which buckets stand in for.
        types = [Curve if isinstance(state, BucketCurve) else type(state) for state in states]
        state = next((state for state, kind in zip(states, types, strict=True) if kind in metric.takes), None)
        if state is None:
            return None
        if level not in self._at:
            self._at[level] = page.at(level)
        if isinstance(state, BucketCurve):
            at = self._at[level]  # widened by what the buckets leave open
            outcome, signature, bounds = taken_of(metric, state, options, at.taken)
            interval = at.interval(metric, options, state, float(outcome.value), signature, bounds=bounds)
            return None if interval is None or math.isnan(interval.low) else interval
        fitted = metric.facts.input == "probabilities"
        value = metric.outcome(_joined(state) if fitted else metric.with_ties(state), **options).value
        if np.ndim(value):
            several = self._at[level].intervals(metric, options, state)
            return None if isinstance(several, str) else several
        interval = self._at[level].interval(metric, options, state, float(value), "")
        return None if interval is None or math.isnan(interval.low) else interval

    def scores_vary(self, curve: Any) -> bool:
        """Whether the curve, or rows behind it, tell how much scores vary."""
        page = self._uncertainty
        return page is None or page.rows is None or not isinstance(curve, Curve) or enough(curve)

    def cells(self) -> CellSample | None:
        """The sample of the table of labels."""
        page = self._uncertainty
        if page is None:
            return None
        sample = page.rows_of_labels()
        return sample if isinstance(sample, CellSample) else None

    def clusters(self) -> int | None:
        """The number of clusters."""
        page = self._uncertainty
        if page is not None and page.clusters is not None:
            return page.clusters.size
        rows = None if page is None else page.material
        return None if rows is None or rows.cluster is None else len(np.unique(rows.cluster))

    def worth(self, n: int) -> float:
        """How many equal rows the weighted rows are worth; all of them where nothing tells their squares."""
        rows = None if self._uncertainty is None else self._uncertainty.material
        if rows is None or rows.weights is None:
            cells = self.cells()
            return float(n) if cells is None or cells.atoms.counted else cells.atoms.effective
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
        counted = {role: np.unique(column * 1.0, return_counts=True) for role, column in columns.items()}
        return {role: (values, repeats.astype(np.float64)) for role, (values, repeats) in counted.items()}

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
