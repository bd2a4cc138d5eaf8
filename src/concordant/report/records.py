"""The records on a page: results, classes, groups; reasons in the names of the user's columns."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import zip_longest
from typing import Any, Literal

from concordant.metrics.definition.metric import Metric
from concordant.report.choices import metric_key
from concordant.result import Bounds, Comparison, Interval
from concordant.result.comparisons import Adjust, p_heading
from concordant.result.intervals import Simultaneous
from concordant.result.record import NumberRecord, Record, altered, as_columns, plain
from concordant.result.wording import between, certain_number, level_text, number, quoted
from concordant.sources.buckets import BucketStack
from concordant.states import BucketCurve, Counts, Curve, CurveStack, Moments
from concordant.typing import Label

SMALL = 100  # rows; the coverage of the intervals was measured on as many or more


@dataclass(frozen=True)
class PageStates:
    """The states of one evaluation, those that its columns allow."""

    counts: Counts | None = None
    curve: Curve | CurveStack | BucketCurve | None = None
    losses: Mapping[str, Moments] = field(default_factory=dict)
    measurements: Moments | None = None
    cut: str | None = None  # how the predicted labels follow from scores, if they do
    threshold: float | None = None  # where they are cut, if they are of two classes
    buckets: BucketStack | None = None  # of several classes, whose curves tie the scores of a bucket

    @cached_property
    def against_rest(self) -> CurveStack | None:
        """The curves of each class against the rest, made once for all metrics that need them."""
        if not isinstance(self.curve, CurveStack):
            return None
        return CurveStack(tuple(self.curve.binary_curves()), self.curve.outputs, multilabel=True)

    def of(self, metric: Metric, options: Mapping[str, Any]) -> Any:
        """The state that a metric is computed from; None if the columns do not give it."""
        facts = metric.facts
        if facts.range is None or facts.input in ("panel", "numbers"):
            return None  # the page holds what is near these: Cohen's kappa, Lin's coefficient
        if facts.input == "measurements":
            return self.measurements
        if Counts in metric.takes:
            return self.counts
        if metric.takes == (Moments,):
            return self.losses.get(metric.loss.removesuffix(" and class"))
        if facts.input == "probabilities" and not self.losses:
            return None
        pairs = options.get("multi_class") == "ovo"
        return self.curve if self.against_rest is None or pairs else self.against_rest


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Result(Record):
    """
    One metric of the page, or one that was asked for by name.

    Attributes
    ----------
    name : str
        The metric's name in code.
    title, heading : str
        Its name in words, with what its options change, and the group it stands in.
    options : dict
        Options that were set.
    value : float
        NaN where undefined.
    reason : str or None
        Why the value is undefined, or which classes an average left out.
    says, formula : str
        What the number shows, in plain words, and its formula.
    better : {"higher", "lower"} or None
        Whether higher or lower values are better.
    chance : float or None
        The value of labels or scores that are independent of the truth, where it does not depend on the data.
    signature : str
        Each choice that moves the number.
    interval : Interval or None
        Its interval; with NaN for limits and the reason where none exists; None where the value is undefined or
        intervals were not asked for.
    bounds : Bounds or None
        Between which numbers the value is guaranteed to lie, where scores were counted in buckets; else None.
    cut : str or None
        Of a metric of labels that was asked for by name: how these follow from scores, if no labels were given.
    """

    name: str
    title: str
    heading: str = ""
    options: Mapping[str, Any]
    value: float
    reason: str | None
    says: str = ""
    formula: str = ""
    better: Literal["higher", "lower"] | None = None
    chance: float | None = None
    signature: str
    interval: Interval | None = None
    bounds: Bounds | None = None
    cut: str | None = field(default=None, compare=False)

    def as_row(self) -> dict[str, Any]:
        """The name, the value and its interval."""
        row = {"metric": self.name, "title": self.title, "value": self.value}
        named = ("low", "high", "level", "method")
        row |= {name: None if self.interval is None else getattr(self.interval, name) for name in named}
        return {**row, "chance": self.chance, "reason": self.reason or self.doubt}

    @property
    def shown(self) -> str:
        """The value as a page shows it: four digits, or those of them that are certain."""
        return certain_number(self.value, self.bounds) if self.defined else "undefined"

    @property
    def certainty(self) -> str | None:
        """Between which numbers the value is guaranteed to lie, where fewer than four of its digits are."""
        if self.bounds is None or not self.defined or self.shown == number(self.value):
            return None
        return f"guaranteed to lie from {between(self.bounds)}"

    @property
    def doubt(self) -> str | None:
        """Why the interval is doubtful, or why there is none."""
        return None if self.interval is None else without(self.interval.reason, self.reason)

    @property
    def bounded(self) -> bool:
        """Whether there is an interval."""
        return self.interval is not None and not math.isnan(self.interval.low)

    @property
    def key(self) -> str:
        """The name with the options that are set, such as ``cohen_kappa|weights:quadratic``."""
        return metric_key(self.name, self.options)

    @property
    def defined(self) -> bool:
        """Whether there is a value."""
        return not math.isnan(self.value)

    def __float__(self) -> float:
        """The value."""
        return self.value

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that strict JSON can hold: None where the value is undefined or infinite."""
        record = {"key": self.key, **{name: getattr(self, name) for name in self.fields()}}
        limits = {"interval": interval_to_dict(self.interval), "bounds": bounds_to_dict(self.bounds)}
        return record | {"options": plain(self.options), "value": finite(self.value), **limits}


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class ClassMetric(Record):
    """
    A metric with one value a class, in the order of the labels; NaN where undefined.

    `intervals` hold one interval a class, None if there are none; `doubt` says why, or why they are doubtful.
    """

    name: str
    title: str
    says: str
    formula: str
    values: tuple[float, ...]
    reason: str | None
    signature: str
    intervals: tuple[Interval, ...] | None = None
    doubt: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that strict JSON can hold: None where a value is undefined or infinite."""
        return {
            "name": self.name,
            "title": self.title,
            "values": [finite(value) for value in self.values],
            "reason": self.reason,
            "signature": self.signature,
            "intervals": None if self.intervals is None else [interval_to_dict(one) for one in self.intervals],
        }


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class ClassBalance(Record):
    """How often a class occurs in truth and prediction: rows, or sums of weights, and shares of all."""

    true: float
    true_share: float
    predicted: float | None = None
    predicted_share: float | None = None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AgainstRest(Record):
    """
    One metric of a group minus that of all other rows.

    Attributes
    ----------
    comparison : Comparison or None
        The difference with limits and p-value; None where it could not be tested.
    p_value : float
        Adjusted for the number of groups, of which two make one comparison; NaN without a test.
    reason : str or None
        Why there is no test, or why it is doubtful.
    """

    comparison: Comparison | None
    p_value: float
    reason: str | None = None

    def as_row(self) -> dict[str, Any]:
        """The difference from the rest, and the adjusted p-value."""
        if self.comparison is None:
            return {}
        difference, low, high = (getattr(self.comparison, name) for name in ("difference", "low", "high"))
        limits = {"difference": difference, "difference_low": low, "difference_high": high}
        return {**limits, "p_value": self.comparison.p_value, "adjusted_p_value": self.p_value}

    @property
    def tested(self) -> bool:
        """Whether there is a p-value."""
        return not math.isnan(self.p_value)

    def to_dict(self) -> dict[str, Any]:
        """Return the difference from the rest, without what the results say already."""
        numbers: dict[str, Any] = {"adjusted_p_value": finite(self.p_value), "reason": self.reason}
        if self.comparison is None:
            return numbers
        names = ("difference", "low", "high", "p_value")
        found = {name: finite(getattr(self.comparison, name)) for name in names}
        return {**found, "level": self.comparison.level, "method": self.comparison.method, **numbers}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class GroupOfRows(Record):
    """
    One group: its label (None for all rows), how many rows it has, and its metrics, undefined ones with a reason.

    `against_rest` holds the test of each metric against all other rows; empty where groups were not tested.
    `uncertainty` holds the states and the rows.
    """

    label: Label | None
    n: int
    results: tuple[Result, ...]
    against_rest: tuple[AgainstRest, ...] = ()
    uncertainty: Any = field(default=None, compare=False)

    @property
    def taken(self) -> PageStates | None:
        """The states of the rows."""
        return None if self.uncertainty is None else self.uncertainty.taken

    @property
    def small(self) -> bool:
        """Whether there are too few rows to rely on the intervals."""
        return self.n < SMALL

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that strict JSON can hold."""
        tests = {result.key: test.to_dict() for result, test in zip(self.results, self.against_rest, strict=False)}
        results = [result.to_dict() for result in self.results]
        rows = {"label": plain(self.label), "n": self.n, "small": self.small}
        return {**rows, "results": results, "against_rest": tests}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Groups(Record):
    """
    The main metrics of each group and of all rows.

    Attributes
    ----------
    name : str
        The column that says which group a row belongs to.
    groups : tuple of GroupOfRows
        In the order of the column: of its categories, else of numbers, else of the alphabet.
    overall : GroupOfRows
        All rows.
    remarks : tuple of str
        How far the differences can be read.
    simultaneous : {"bonferroni", "max-t"} or None
        How the intervals of the groups (not that of all rows) hold at once, metric by metric.
    adjust : {"holm", "fdr", "fdr-by"} or None
        How the p-values against the rest are adjusted for the number of groups, if there are more than two.
    """

    name: str
    groups: tuple[GroupOfRows, ...]
    overall: GroupOfRows
    remarks: tuple[str, ...]
    simultaneous: Simultaneous | None = None
    adjust: Adjust = "holm"

    def _table(self) -> dict[str, list[Any]]:
        """A row for each metric of each group, and of all rows, whose group is None."""
        return as_columns(
            {"group": group.label, "n": group.n, **result.as_row(), **({} if test is None else test.as_row())}
            for group in self.rows
            for result, test in zip_longest(group.results, group.against_rest)
        )

    @property
    def heading(self) -> str:
        """What the column is called in tables; columns of arrays have no name of their own."""
        return "group" if self.name == "by" else self.name

    @property
    def rows(self) -> tuple[GroupOfRows, ...]:
        """The groups, then all rows."""
        return (*self.groups, self.overall)

    @property
    def tested(self) -> bool:
        """Whether groups were tested against the rest."""
        return any(one.tested for group in self.groups for one in group.against_rest)

    @property
    def p_heading(self) -> str:
        """What stands over the p-values."""
        return p_heading(None if len(self.groups) <= 2 else self.adjust)

    def interval_heading(self, level: float) -> str:
        """What stands over the intervals."""
        return level_text(level) if self.simultaneous is None else f"simultaneous {level_text(level)}"

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that strict JSON can hold."""
        overall = self.overall.to_dict()
        del overall["label"]
        return {
            "column": self.name,
            "groups": [group.to_dict() for group in self.groups],
            "all": overall,
            "remarks": list(self.remarks),
            "simultaneous": self.simultaneous,
            "adjust": self.adjust,
        }


def without(reason: str | None, known: str | None) -> str | None:
    """What a reason says beyond what is known."""
    parts = [] if reason is None else reason.split("; ")
    return "; ".join(part for part in parts if part not in (known or "").split("; ")) or None


def bounds_to_dict(bounds: Bounds | None) -> dict[str, float | None] | None:
    """Return between which numbers a value is guaranteed to lie, as plain data."""
    return None if bounds is None else {"low": finite(bounds.low), "high": finite(bounds.high)}


def interval_to_dict(interval: Interval | None) -> dict[str, Any] | None:
    """The limits, how they were made and why they deserve doubt; None where there is no interval to speak of."""
    if interval is None:
        return None
    limits = {name: finite(getattr(interval, name)) for name in ("low", "high", "se")}
    return limits | {name: getattr(interval, name) for name in ("level", "simultaneous", "method", "reason")}


def finite(value: float) -> float | None:
    """A number, or None where it is undefined or infinite."""
    return value if math.isfinite(value) else None


_ARGUMENTS = {
    "truth": ("y_true",),
    "prediction": ("y_pred",),
    "score": ("y_score", "y_prob"),
    "weight": ("sample_weight",),
    "cluster": ("cluster",),
}


def names_of(columns: Mapping[str, str | Sequence[str]]) -> dict[str, str]:
    """What the library calls the columns, by role; several columns of scores have no common name."""
    found: dict[str, str] = {}
    for role, name in columns.items():
        several = (name,) if isinstance(name, str) else tuple(name)
        if len(several) == 1:
            found |= dict.fromkeys(_ARGUMENTS.get(role, ()), several[0])
    return found


def named(text: str, names: Mapping[str, str]) -> str:
    """Write the column for the argument; what stands in quotes is a label."""
    # Only as the name of data: "rows of one cluster" is a word.
    words = "|".join(name for name in names if name != "cluster")
    return re.sub(rf"(?<!')\b({words})\b(?!')", lambda found: quoted(names[found[1]]), text) if words else text


_TEXTS = ("assumptions", "remarks", "reason", "doubt")
_PARTS = ("results", "per_class", "groups", "overall", "against_rest", "interval", "pairs")


def in_columns(value: Any, names: Mapping[str, str]) -> Any:
    """A page, or a part of it, whose sentences and reasons speak of columns."""
    return reworded(value, partial(named, names=names)) if names else value


def reworded(value: Any, told: Callable[[str], str]) -> Any:
    """A page, or a part of it, with its sentences and reasons in other words, however deep they lie."""
    if value is None:
        return value
    if isinstance(value, str):
        return told(value)
    if isinstance(value, tuple):
        return tuple(reworded(part, told) for part in value)
    parts = {part: reworded(getattr(value, part), told) for part in value.fields() if part in (*_TEXTS, *_PARTS)}
    return altered(value, **parts) if isinstance(value, NumberRecord) else replace(value, **parts)
