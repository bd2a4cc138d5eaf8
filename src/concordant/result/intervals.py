"""`Outcome`, `Interval`, `Intervals`, `Bounds`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from concordant.result.record import NumberRecord, Pictured, Readable, Record, as_columns
from concordant.result.stored import Level, NotNegative, Rows
from concordant.typing import FloatArray, Floats, Label

Simultaneous = Literal["bonferroni", "max-t"]

_QUOTED = re.compile(r"""(['"])(?:\\.|(?!\1).)*\1""")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Interval(Pictured, Readable, NumberRecord):
    """
    A value of a metric with its confidence interval. It is the value wherever a number is needed.

    Arithmetic, `json.dumps` and `numpy.array` keep only the value, without the limits. To store all of it, take
    ``to_dict()``. Two intervals are equal if all their fields are; an interval equals a number that is its value.

    Attributes
    ----------
    value : float
        The metric on these data; NaN where it is undefined.
    low, high : float
        The limits, inside the range of the metric; NaN where no interval exists.
    se : float
        The standard error on the scale of the metric; NaN where the method has none.
    level : float
        The nominal coverage, such as 0.95.
    method : str
        How the limits were made.
    n : float
        The number of rows, or the sum of their weights.
    metric, signature : str
        The name of the metric; each choice that moves the number.
    reason : str or None
        Why the value is undefined or the limits are doubtful; None if there is no problem.
    simultaneous : {"bonferroni", "max-t"} or None
        How the limits were widened to hold together with those of the other values; `level` is then the probability
        that all of them hold. None: these limits hold with that probability by themselves.

    Examples
    --------
    >>> from concordant import accuracy
    >>> interval = accuracy.interval([0, 1, 1, 0, 1, 0, 0, 1, 1, 1], [0, 1, 1, 0, 1, 0, 1, 1, 1, 1])
    >>> print(interval)
    accuracy 0.900, 95 % interval 0.596 to 0.982 (wilson, n = 10)
    >>> interval > 0.5, round(interval.low, 3)
    (True, 0.596)
    """

    picture: ClassVar[str] = "forest"
    stored_name = "interval"
    stored_defaults: ClassVar[Mapping[str, Any]] = {"simultaneous": None}
    _floats: ClassVar[tuple[str, ...]] = ("value", "low", "high", "se")

    value: float
    low: float
    high: float
    se: NotNegative = math.nan
    level: Level = 0.95
    method: str = ""
    n: Rows = 0
    metric: str = ""
    signature: str = ""
    reason: str | None = None
    simultaneous: Simultaneous | None = None

    @property
    def width(self) -> float:
        """The distance between the limits."""
        return self.high - self.low

    def __contains__(self, number: float) -> bool:
        """Whether a number lies between the limits."""
        return bool(self.low <= number <= self.high)

    def __str__(self) -> str:
        """One sentence."""
        return sentence(self, words_of(self))


def no_interval(reason: str | None) -> str:
    """That there is no interval and why, in the words of the reason where it says so itself."""
    parts = (reason or "").split("; ")
    first = [part for part in parts if part.startswith("no interval")]
    if not first:
        return f"no interval: {reason}"
    return "; ".join([*first, *(part for part in parts if part not in first)])


def sentence(interval: Interval, what: str) -> str:
    """The interval in words."""
    if interval.value != interval.value:
        return f"{what} is undefined: {interval.reason or 'no row says anything about it'}"
    if interval.low != interval.low:
        return f"{what} {interval.value:.3f}, {no_interval(interval.reason)}"
    doubt = f"; {interval.reason}" if interval.reason else ""
    kind, how = "", interval.method
    if interval.simultaneous is not None:
        kind, how = "simultaneous ", f"{interval.method}, {interval.simultaneous}"
    return (
        f"{what} {interval.value:.3f}, {kind}{interval.level * 100:g} % interval {interval.low:.3f} to "
        f"{interval.high:.3f} ({how}, {rows_of(interval)}{doubt})"
    )


def words_of(interval: Any) -> str:
    """The name of a record's metric, with the weights of disagreements."""
    name, chosen = interval.metric.replace("_", " "), _chosen(interval)
    weights = chosen.get("weights") or chosen.get("level_of_measurement", "nominal")
    if weights.startswith("custom-"):
        return f"{name} with weights of the caller"
    return name if weights == "nominal" else f"{weights} {name}"


def rows_of(record: Any) -> str:
    """The number of rows of a record, of its clusters, and of the rows dropped because a value was missing."""
    chosen = _chosen(record)
    clusters = f" in {chosen['clusters']} clusters" if "clusters" in chosen else ""
    return f"n = {record.n:g}{clusters}" + (f", {chosen['missing']} dropped" if "missing" in chosen else "")


def _chosen(record: Any) -> dict[str, str]:
    """The parts of a signature by their names; labels in quotes may look like parts."""
    parts = (part.partition(":") for part in _QUOTED.sub("", record.signature).split("|"))
    return {name: value for name, _, value in parts}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Intervals(Pictured):
    """
    Intervals of a metric that has one value a class, a label or a state of a stack. As an array it is the values.

    Attributes
    ----------
    value, low, high, se : ndarray of float64
        As of an `Interval`, one an output.
    outputs : tuple or None
        The class or label of each.
    level, method, n, metric, signature, reason, simultaneous
        As of an `Interval`; `n` is that of all rows. With `simultaneous`, `level` is the probability that all of the
        limits hold.
    """

    picture: ClassVar[str] = "forest"

    value: FloatArray
    low: FloatArray
    high: FloatArray
    se: FloatArray
    level: float
    method: str
    n: float
    metric: str
    signature: str
    reason: str | None = None
    outputs: tuple[Label, ...] | None = None
    simultaneous: Simultaneous | None = None

    def __len__(self) -> int:
        """The number of values."""
        return len(self.value)

    def __getitem__(self, place: int) -> Interval:
        """The interval of one of them."""
        name = self.metric if self.outputs is None else f"{self.metric} of {self.outputs[place]!r}"
        value, low, high, se = (float(part[place]) for part in (self.value, self.low, self.high, self.se))
        rest = (self.level, self.method, self.n, name, self.signature, self.reason, self.simultaneous)
        return Interval(value, low, high, se, *rest)

    def __iter__(self) -> Iterator[Interval]:
        """The intervals one by one."""
        return (self[index] for index in range(len(self)))

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        """The values."""
        return np.array(self.value, dtype=dtype, copy=copy)

    def _table(self) -> dict[str, list[Any]]:
        """One row a value, with the class or label that it is of."""
        outputs = range(len(self)) if self.outputs is None else self.outputs
        rows = ({**interval.as_row(), "metric": self.metric} for interval in self)
        return as_columns({"output": output, **row} for output, row in zip(outputs, rows, strict=True))

    def __str__(self) -> str:
        """One sentence a value."""
        return "\n".join(map(str, self))


_ROUNDING = 2.0**-40
_MOST_DIGITS = 9  # that are shown


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Bounds(Readable, NumberRecord):
    """
    A value of a metric and bounds that the value of the rows themselves cannot leave. It is the value as a number.

    Unlike the limits of an interval they are certain: they say what buckets of scores leave open, not what chance does.

    Attributes
    ----------
    value : float
        The metric with the scores of each bucket tied, which lies close to the value of the rows.
    low, high : float
        The least and the greatest value that any order of the rows within buckets gives, rounded outwards.
    buckets : int
        How many buckets hold rows.
    n : float
        The number of rows, or the sum of their weights.
    metric, signature : str
        The name of the metric; each choice that moves the number.
    reason : str or None
        Why the value is undefined; None if it is not.

    Examples
    --------
    >>> from concordant import roc_auc
    >>> from concordant.states import BucketCurve, ScoreKey
    >>> key = ScoreKey(bits=1)
    >>> state = BucketCurve.from_scores([0, 1, 0, 1, 1], [0.1, 0.26, 0.3, 0.7, 0.9], key=key)
    >>> print(roc_auc.bounds_of(state))
    ROC AUC between 0.83 and 1.00 for certain (4 buckets, n = 5)
    """

    stored_name = "bounds"
    _floats: ClassVar[tuple[str, ...]] = ("value", "low", "high")

    value: float
    low: float
    high: float
    buckets: int = 0
    n: Rows = 0
    metric: str = ""
    signature: str = ""
    reason: str | None = None

    @property
    def width(self) -> float:
        """The distance between the bounds."""
        return self.high - self.low

    @property
    def exact(self) -> bool:
        """Whether nothing is left open: the value is that of the rows."""
        return self.low == self.high

    @property
    def digits(self) -> int:
        """How many decimals of the value are certain, up to one in the last of them."""
        if not self.width > 0:
            return _MOST_DIGITS if self.exact else 0
        return max(min(math.floor(-math.log10(self.width)), _MOST_DIGITS), 0)

    def __contains__(self, number: float) -> bool:
        """Whether a number lies between the bounds, or beside an exact value by the rounding of a sum."""
        slack = _ROUNDING * abs(self) if self.exact else 0.0
        return bool(self.low - slack <= number <= self.high + slack)

    def __str__(self) -> str:
        """One sentence, with certain digits only."""
        what = self.metric.replace("_", " ")
        if self.value != self.value:
            return f"{what} is undefined: {self.reason}"
        size = f"({self.buckets:,} bucket{'s' * (self.buckets != 1)}, n = {self.n:,g})"
        if self.exact:
            return f"{what} {self.value:.6g}, exact {size}"
        shown = self.digits + 2
        low, high = math.floor(self.low * 10**shown) / 10**shown, math.ceil(self.high * 10**shown) / 10**shown
        certain = f"{self.value:.{self.digits}f}, " if self.digits else ""
        return f"{what} {certain}between {low:.{shown}f} and {high:.{shown}f} for certain {size}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Outcome(Record):
    """
    A value with the reason why it, or a part of it, is undefined.

    Attributes
    ----------
    value : float or ndarray
        NaN where undefined.
    reason : str or None
        Why the value is undefined or which classes an average left out; None if there is no problem.
    """

    value: Floats
    reason: str | None = None
