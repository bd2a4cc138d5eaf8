"""What rules may look at."""

from __future__ import annotations

import math
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from statistics import NormalDist
from typing import Any, Literal, TypeAlias

import numpy as np

from concordant.inference.influence.influences import standard_error
from concordant.inference.samples.cells import CellSample
from concordant.metrics.definition.registry import get
from concordant.result import Interval
from concordant.states import Counts, Curve, CurveStack, Moments
from concordant.typing import FloatArray, Label


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
    half = NormalDist().inv_cdf((1 + SURE) / 2) * float(standard_error(sample.atoms, psi))
    return Limits(value, value - half, value + half, SURE)


PageTask: TypeAlias = Literal["binary", "multiclass", "ordinal", "continuous"]
SURE = 0.99  # the level of the intervals of rules; several rules look at one page


@dataclass(frozen=True, slots=True)
class AgainstOthers:
    """One metric of a group minus that of all other rows, with the adjusted p-value."""

    title: str
    difference: float
    low: float
    high: float
    p_value: float


@dataclass(frozen=True, slots=True)
class GroupEvidence:
    """One group: its states, the intervals of its main metrics by their keys, and its tests against all other rows."""

    label: Label
    n: int
    counts: Counts | None
    curve: Curve | CurveStack | None
    intervals: Mapping[str, Interval]
    tests: tuple[AgainstOthers, ...] = ()


@dataclass(frozen=True, slots=True)
class Headline:
    """The first metric of the page."""

    metric: str
    title: str
    options: Mapping[str, Any]
    interval: Interval
    open: float = 0.0  # how much of its width is what buckets of scores leave open


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """
    The states and results of an evaluation.

    Attributes
    ----------
    task : {"binary", "multiclass", "ordinal", "continuous"}
    n, n_missing : int
        Rows that were used, and rows dropped because a value was missing.
    weighted : bool
    worth : float
        How many rows that count once the rows are worth: fewer, the less even their weights are (Kish 1965).
    labels : tuple
        The classes in their order; of two the second is the positive one.
    pos_label : label or None
        The positive class of a binary task.
    true, predicted : dict of label to float
        How often each class occurs; `predicted` is None without predicted labels.
    counts : Counts or None
    curve : Curve, CurveStack or None
    joined : Curve, CurveStack or None
        The same with neighbouring scores joined where there are very many, for what is fitted to them.
    buckets : bool
        Whether the scores were counted in buckets, so that `curve` does not hold each of them.
    probabilities : bool
        Whether the scores were taken as probabilities.
    predicts : bool
        Whether the predicted labels are a column of their own; else they follow from the scores.
    losses : dict of str to Moments
    measurements : Moments or None
        Of two columns of numbers, or of truth and score on the scale of ordered labels.
    level : float or None
        The level of the intervals of the page.
    scores_vary : bool
        Whether it is known how much the scores of rows vary, which their intervals take.
    headline : Headline or None
        The first metric of the page that has an interval.
    groups : tuple of GroupEvidence
    whole : dict of str to Interval
        The intervals of all rows, of the metrics that the groups have.
    clusters : int or None
        The number of clusters.
    distinct : callable
        Gives the distinct numbers of each column of measurements by its role, with the rows of each; empty where
        nobody knows.
    repeated : callable
        Gives the number of rows of numbers that repeat an earlier row; None where nobody knows.
    ask : callable
        Takes the name of a metric, its options and a level; gives its interval or intervals, or None.
    cells : callable
        Gives the sample of the table of labels; None where there is none.
    quoted : callable
        Writes a label in a sentence.
    names : dict
        The names of the columns by their role, where they have names.
    file : str or None
        What commands read; None where the columns came from no file.
    label_rules : tuple of str
        Options by which a command read the labels of the file.
    """

    task: PageTask
    n: int
    n_missing: int
    weighted: bool
    worth: float
    labels: tuple[Label, ...]
    pos_label: Label | None
    true: Mapping[Label, float]
    predicted: Mapping[Label, float] | None
    counts: Counts | None
    curve: Curve | CurveStack | None
    joined: Curve | CurveStack | None
    buckets: bool
    probabilities: bool
    predicts: bool
    losses: Mapping[str, Moments]
    measurements: Moments | None
    level: float | None
    scores_vary: bool
    headline: Headline | None
    groups: tuple[GroupEvidence, ...]
    whole: Mapping[str, Interval]
    clusters: int | None
    distinct: Callable[[], Mapping[str, tuple[FloatArray, FloatArray]]]
    repeated: Callable[[], int | None]
    ask: Callable[[str, Mapping[str, Any], float], Interval | tuple[Interval, ...] | None]
    cells: Callable[[], CellSample | None]
    quoted: Callable[[Label], str]
    names: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)
    file: str | None = None
    label_rules: tuple[str, ...] = ()

    @property
    def independent(self) -> bool:
        """Whether each row counts once and stands by itself, so that limits of a share of rows hold."""
        return not self.weighted and self.clusters is None

    @property
    def scores(self) -> Curve | None:
        """The scores of two classes; None if there are none."""
        return self.curve if self.task == "binary" and isinstance(self.curve, Curve) else None

    @cached_property
    def _total(self) -> float:
        return float(sum(self.true.values()))

    def rows(self, weight: float) -> float:
        """How many rows that count once a sum of weights is worth, in whichever unit the weights are."""
        return weight * (self.worth / self._total) if self.weighted and self._total > 0 else weight

    @property
    def constant(self) -> bool:
        """Whether every row has the same score."""
        return self.scores is not None and not self.buckets and len(self.scores.scores) == 1

    def value(self, metric: str, **options: Any) -> float:
        """The value of a metric of labels or of scores of two classes."""
        definition = get(metric)
        state = self.counts if Counts in definition.takes else self.curve
        return float(definition.outcome(state, **options).value)

    def interval(self, metric: str, *, level: float = SURE, **options: Any) -> Interval | None:
        """The interval of a metric; None where it has none."""
        interval = self.ask(metric, options, level)
        return interval if isinstance(interval, Interval) and interval.low == interval.low else None

    def intervals(self, metric: str, *, level: float = SURE, **options: Any) -> tuple[Interval, ...]:
        """The intervals of a metric with one value a class; empty where it has none."""
        intervals = self.ask(metric, options, level)
        return intervals if isinstance(intervals, tuple) else ()

    def column(self, role: str) -> str:
        """The name of a column in a sentence, in plain words where it has none."""
        name = self.names.get(role)
        return repr(name) if isinstance(name, str) else {"score": "the score", "group": "the group"}.get(role, role)

    @property
    def reading(self) -> dict[str, str]:
        """The options of a command that say which class is positive, or how the labels are ordered."""
        if self.task == "binary":
            return {"pos_label": str(self.pos_label)}
        texts = [str(label) for label in self.labels]
        plain = self.task == "ordinal" and not any("," in text or ".." in text for text in texts)
        return {"labels": ",".join(texts)} if plain else {}

    @property
    def reads(self) -> str:
        """How a line of Python reads the columns as the page did: the order of labels, weights, missing values."""
        labels = "" if self.task in ("multiclass", "continuous") else f", labels={list(self.labels)!r}"
        weights = ", sample_weight=sample_weight" if self.weighted else ""
        return f"{labels}{weights}{self.drops}"

    @property
    def drops(self) -> str:
        """The option of a line of Python that drops what the page dropped."""
        return ", missing='drop'" if self.n_missing else ""

    @property
    def columns(self) -> str:
        """The columns as a line of Python gives them to `evaluate`."""
        scored = self.curve is not None or self.buckets or (self.measurements is not None and self.task == "ordinal")
        scored = scored or bool(self.losses)
        labels = "y_true, y_pred" if self.predicts or self.task == "continuous" else "y_true"
        return f"{labels}, y_score=y_score" if scored and self.task != "continuous" else labels

    def command(self, name: str, *roles: str, without: str = "", **options: Any) -> str | None:
        """Write a command on the columns of these roles, weights and clusters; None where there is no file."""
        if self.file is None:
            return None
        file = f"./{self.file}" if self.file.startswith("-") else self.file  # which is no option
        words = ["concordant", name, file]
        for role in (*roles, *(() if name == "explain" else ("weight", "cluster"))):
            names = self.names.get(role)
            if names is None or role == without:
                continue
            for column in (names,) if isinstance(names, str) else names:
                words += [f"--{_OPTIONS[role]}", column]
        if self.n_missing:
            words += ["--missing", "drop"]
        words += self.label_rules
        for option, value in options.items():
            for text in value if isinstance(value, list) else [value]:
                words += [f"--{option.replace('_', '-')}", *([] if text is True else [str(text)])]
        return " ".join(word if word == "FILE" else shlex.quote(word) for word in words)


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
    loss = evidence.losses.get("surprise")
    now = math.nan if loss is None else float(get("log_loss").outcome(loss).value)
    rows = evidence.rows(float(curve.n))
    gain = (float(test.statistic) * (rows / float(curve.n)) - 4) / (2 * rows)
    if not math.isfinite(gain) or not math.isfinite(now) or now <= 0:
        return "", {}
    numbers = {"log_loss": now, "gain_in_log_loss": gain}
    if gain <= 0:
        return "A recalibration fitted to so few rows would not pay.", numbers
    return f"A recalibration would lower the log loss of new rows by about {gain:.4f} of {now:.4f}.", numbers
