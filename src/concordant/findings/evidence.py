"""What rules may look at: a page with its states, its numbers, and intervals at any level."""

from __future__ import annotations

import math
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.inference.influence.influences import Influences, standard_error
from concordant.inference.samples.cells import CellSample
from concordant.metrics.definition.registry import get
from concordant.report.records import GroupOfRows
from concordant.report.results import taken_of
from concordant.report.uncertainty import enough
from concordant.result import Interval
from concordant.result.wording import rule_words
from concordant.states import BucketCurve, Counts, Curve, Moments
from concordant.states.curves import joined
from concordant.typing import FloatArray, Label

if TYPE_CHECKING:
    from concordant.report.evaluation import Evaluation


SURE = 0.99  # the level of the intervals of rules; several rules look at one page
_MOST_ROWS = 1_000_000  # of which repeated ones are looked for


@dataclass(frozen=True, slots=True)
class Limits:
    """A value with limits of the normal distribution."""

    value: float
    low: float
    high: float
    level: float


def mean_of_cells(sample: CellSample, values: FloatArray) -> Limits:
    """The mean over all rows of a value that each cell of the table gives to its rows."""
    each = values[sample.codes]
    weight = sample.atoms.weight
    mean = float(weight @ each / weight.sum())
    return _limits(sample, mean, each - mean)


def difference_of(
    sample: CellSample, first: tuple[str, Mapping[str, Any]], second: tuple[str, Mapping[str, Any]]
) -> Limits | None:
    """One metric of the table less another; None where either is undefined or has no derivative."""
    (a, some), (b, other) = ((get(name), options) for name, options in (first, second))
    difference = float(sample.value(a, some) - sample.value(b, other))
    moves, counters = sample.influence(a, some), sample.influence(b, other)
    if moves is None or counters is None or not np.isfinite(difference):
        return None
    return _limits(sample, difference, moves - counters)


def _limits(sample: CellSample, value: float, psi: FloatArray) -> Limits:
    half = NormalDist().inv_cdf((1 + SURE) / 2) * float(standard_error(sample.atoms, Influences(psi)))
    return Limits(value, value - half, value + half, SURE)


@dataclass(frozen=True, eq=False)
class Evidence:
    """
    A page of an evaluation, as rules see it.

    Attributes
    ----------
    page : Evaluation
    """

    page: Evaluation
    _asked: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def curve(self) -> Any:
        """The scores; those that were counted in buckets as ties."""
        return tied(self.page.curve)

    @cached_property
    def joined(self) -> Any:
        """The same with neighbours joined where there are very many and rows count once, for what is fitted to them."""
        return _joined(self.page.curve)

    @property
    def buckets(self) -> bool:
        """Whether the scores were counted in buckets, so that `curve` does not hold each of them."""
        return isinstance(self.page.curve, BucketCurve)

    @property
    def scores(self) -> Curve | None:
        """The scores of two classes; None if there are none."""
        return self.curve if self.page.task == "binary" and isinstance(self.curve, Curve) else None

    @property
    def constant(self) -> bool:
        """Whether every row has the same score."""
        return self.scores is not None and not self.buckets and len(self.scores.scores) == 1

    @property
    def scores_vary(self) -> bool:
        """Whether it is known how much the scores of rows vary, which their intervals take."""
        uncertainty = self.page.uncertainty
        is_curve = isinstance(self.curve, Curve)
        return uncertainty is None or uncertainty.rows is None or not is_curve or enough(self.curve)

    @property
    def predicts(self) -> bool:
        """Whether the predicted labels are a column of their own; else they follow from the scores."""
        return self.page.counts is not None and self.page.taken.cut is None

    @property
    def measurements(self) -> Moments | None:
        """Of two columns of numbers, or of truth and score on the scale of ordered labels."""
        return self.page.taken.measurements

    @cached_property
    def true(self) -> Mapping[Label, float]:
        """How often each class occurs in the truth."""
        return {label: share.true for label, share in self.page.balance.items()}

    @cached_property
    def predicted(self) -> Mapping[Label, float]:
        """How often each class is predicted; empty without predicted labels."""
        balance = {} if self.page.counts is None else self.page.balance
        return {label: share.predicted or 0 for label, share in balance.items()}

    @property
    def groups(self) -> Sequence[GroupOfRows]:
        """The groups of rows, where the page has some."""
        return () if self.page.groups is None else self.page.groups.groups

    @cached_property
    def clusters(self) -> int | None:
        """The number of clusters; None where rows are in none."""
        rows = self.page.material
        return None if rows is None or rows.cluster is None else len(np.unique(rows.cluster))

    @property
    def independent(self) -> bool:
        """Whether each row counts once and stands by itself, so that limits of a share of rows hold."""
        return not self.page.weighted and self.clusters is None

    @cached_property
    def worth(self) -> float:
        """How many rows that count once the rows are worth: fewer, the less even their weights are (Kish 1965)."""
        rows = self.page.material
        if rows is None or rows.weights is None:
            cells = self.cells()
            return float(self.page.n) if cells is None or cells.atoms.counted else cells.atoms.effective
        weights = np.asarray(rows.weights, np.float64)
        unit = float(weights.max(initial=0.0))
        if not unit > 0:
            return float(self.page.n)
        scaled = weights / unit
        squares = scaled**2 if rows.squares is None else np.asarray(rows.squares, np.float64) / unit / unit
        return float(scaled.sum() ** 2 / squares.sum())

    def rows(self, weight: float) -> float:
        """How many rows that count once a sum of weights is worth, in whichever unit the weights are."""
        total = float(sum(self.true.values()))
        return weight * (self.worth / total) if self.page.weighted and total > 0 else weight

    def cells(self) -> CellSample | None:
        """The sample of the table of labels; None where there is none."""
        sample = None if self.page.uncertainty is None else self.page.uncertainty.rows_of_labels()
        return sample if isinstance(sample, CellSample) else None

    def distinct(self) -> Mapping[str, tuple[FloatArray, FloatArray]]:
        """
        The distinct numbers of each column of measurements by its role, with the rows of each.

        Of a score on the scale of labels its own alone; empty where the rows are not here.
        """
        rows, ordinal = self.page.material, self.page.task == "ordinal"
        if rows is None or rows.measurements is None or rows.n > _MOST_ROWS:
            return {}
        first, second = rows.measurements.y_true, rows.measurements.y_pred
        columns = {"score": second} if ordinal else {"truth": first, "prediction": second}
        counted = {role: np.unique(column * 1.0, return_counts=True) for role, column in columns.items()}
        return {role: (values, repeats.astype(np.float64)) for role, (values, repeats) in counted.items()}

    def repeated(self) -> int:
        """How many rows of numbers repeat both numbers of another; 0 where rounding may explain it, or nobody knows."""
        rows = self.page.material
        if rows is None or rows.measurements is None or not 1 < rows.n <= _MOST_ROWS:
            return 0
        return _repeated(rows.measurements.y_true, rows.measurements.y_pred)

    def value(self, metric: str, **options: Any) -> float:
        """The value of a metric of labels or of scores of two classes."""
        definition = get(metric)
        state = self.page.counts if Counts in definition.takes else self.curve
        return float(definition.outcome(state, **options).value)

    def interval(self, metric: str, *, level: float = SURE, **options: Any) -> Interval | None:
        """The interval of a metric; None where it has none."""
        interval = self._ask(metric, options, level)
        return interval if isinstance(interval, Interval) else None

    def intervals(self, metric: str, *, level: float = SURE, **options: Any) -> tuple[Interval, ...]:
        """The intervals of a metric with one value a class; empty where it has none."""
        intervals = self._ask(metric, options, level)
        return intervals if isinstance(intervals, tuple) else ()

    def _ask(self, name: str, options: Mapping[str, Any], level: float) -> Interval | tuple[Interval, ...] | None:
        """The interval or intervals of a metric at a level, each taken once."""
        key = (name, repr(sorted(options.items())), level)
        if key not in self._asked:
            with np.errstate(all="ignore"):  # of extreme scores or weights; what overflows has no limits
                self._asked[key] = self._answer(name, options, level)
        answer: Interval | tuple[Interval, ...] | None = self._asked[key]
        return answer

    def _answer(self, name: str, options: Mapping[str, Any], level: float) -> Interval | tuple[Interval, ...] | None:
        if self.page.uncertainty is None:
            return None
        metric, uncertainty = get(name), self.page.uncertainty.at(level)
        state = self.page.taken.of(metric, options)
        if state is None:
            return None
        signature, bounds = "", None
        if isinstance(state, BucketCurve):  # the interval is widened by what the buckets leave open
            outcome, signature, bounds = taken_of(metric, state, options, self.page.taken)
        else:
            fitted = metric.facts.input == "probabilities"
            outcome = metric.outcome(_joined(state) if fitted else metric.with_ties(state), **options)
        if np.ndim(outcome.value):
            several = uncertainty.intervals(metric, options, state)
            return None if isinstance(several, str) else several
        interval = uncertainty.interval(metric, options, state, float(outcome.value), signature, bounds=bounds)
        return None if interval is None or math.isnan(interval.low) else interval

    def column(self, role: str) -> str:
        """The name of a column in a sentence, in plain words where it has none."""
        name = self.page.columns.get(role)
        return repr(name) if isinstance(name, str) else {"score": "the score", "group": "the group"}.get(role, role)

    @property
    def file(self) -> str | None:
        """What commands read: the file, or FILE where there are several or it is not here; None in memory."""
        source = self.page.source
        return source if source is None or Path(source).is_file() else "FILE"

    @property
    def reading(self) -> dict[str, str]:
        """The options of a command that say which class is positive, or how the labels are ordered."""
        if self.page.task == "binary":
            return {"pos_label": str(self.page.pos_label)}
        texts = [str(label) for label in self.page.labels]
        plain = self.page.task == "ordinal" and not any("," in text or ".." in text for text in texts)
        return {"labels": ",".join(texts)} if plain else {}

    @property
    def reads(self) -> str:
        """How a line of Python reads the columns as the page did: the order of labels, weights, missing values."""
        labels = "" if self.page.task in ("multiclass", "continuous") else f", labels={list(self.page.labels)!r}"
        weights = ", sample_weight=sample_weight" if self.page.weighted else ""
        return f"{labels}{weights}{self.drops}"

    @property
    def drops(self) -> str:
        """The option of a line of Python that drops what the page dropped."""
        return ", missing='drop'" if self.page.n_missing else ""

    @property
    def columns(self) -> str:
        """The columns as a line of Python gives them to `evaluate`."""
        if self.page.task == "continuous":
            return "y_true, y_pred"
        scored = self.curve is not None or self.measurements is not None
        return f"y_true{', y_pred' if self.predicts else ''}{', y_score=y_score' if scored else ''}"

    def command(self, name: str, *roles: str, without: str = "", **options: Any) -> str | None:
        """Write a command on the columns of these roles, weights and clusters; None where there is no file."""
        file = self.file
        if file is None:
            return None
        file = f"./{file}" if file.startswith("-") else file  # which is no option
        words = ["concordant", name, file]
        for role in (*roles, *(() if name == "explain" else ("weight", "cluster"))):
            names = self.page.columns.get(role)
            if names is None or role == without:
                continue
            for column in (names,) if isinstance(names, str) else names:
                words += [f"--{_OPTIONS[role]}", column]
        if self.page.n_missing:
            words += ["--missing", "drop"]
        words += rule_words(self.page.label_rules, words)
        for option, value in options.items():
            for text in value if isinstance(value, list) else [value]:
                words += [f"--{option.replace('_', '-')}", *([] if text is True else [str(text)])]
        return " ".join(word if word == "FILE" else shlex.quote(word) for word in words)

    def plan(self, words: str) -> str | None:
        """Write a command that plans new rows; None where there is no file."""
        return None if self.page.source is None else f"concordant plan {words}"


def tied(state: Any) -> Any:
    """Scores that were counted in buckets as a curve where they tie; any other state as it is."""
    return state.tied() if isinstance(state, BucketCurve) else state


def _joined(state: Any) -> Any:
    """Scores of rows that count once, with neighbours joined where there are very many; any other state as it is."""
    state = tied(state)
    return joined(state) if isinstance(state, Curve) and state.weights.dtype.kind != "f" else state


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


_OPTIONS = {
    "truth": "truth",
    "prediction": "pred",
    "score": "score",
    "weight": "weight",
    "cluster": "cluster",
    "group": "by",
}


def gain_of_recalibrating(evidence: Evidence) -> tuple[str, dict[str, float]]:
    """
    Say how much lower the log loss of new rows would be after a logistic recalibration (Cox 1958), with the numbers.

    The likelihood ratio G of `cox_test` is twice the gain on these rows, n times. Two parameters are fitted; each takes
    about 1 / (2 n) from the gain here and as much again on new rows (Akaike 1974), so that (G - 4) / (2 n) is left.
    Weighted rows count as so many equal ones as they are worth.
    """
    curve = evidence.joined
    if not isinstance(curve, Curve):
        return "", {}
    test = get("cox_test").formula(curve)
    loss = evidence.page.taken.losses.get("surprise")
    now = math.nan if loss is None else float(get("log_loss").outcome(loss).value)
    rows = evidence.rows(float(curve.n))
    gain = (float(test.statistic) * (rows / float(curve.n)) - 4) / (2 * rows)
    if not math.isfinite(gain) or not math.isfinite(now) or now <= 0:
        return "", {}
    numbers = {"log_loss": now, "gain_in_log_loss": gain}
    if gain <= 0:
        return "A recalibration fitted to so few rows would not pay.", numbers
    return f"A recalibration would lower the log loss of new rows by about {gain:.4f} of {now:.4f}.", numbers
