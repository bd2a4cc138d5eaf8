"""A number with its confidence interval."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self

import numpy as np

from concordant.result.number import NumberRecord
from concordant.result.picture import Pictured
from concordant.result.stored_fields import Stored
from concordant.typing import FloatArray, Label

Simultaneous = Literal["bonferroni", "max-t"]

_FIELDS = ("value", "low", "high", "se", "level", "method", "n", "metric", "signature", "reason", "simultaneous")
_QUOTED = re.compile(r"""(['"])(?:\\.|(?!\1).)*\1""")


class Interval(Pictured, NumberRecord):
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

    __slots__ = _FIELDS[1:]

    picture: ClassVar[str] = "forest"
    _fields: ClassVar[tuple[str, ...]] = _FIELDS

    low: float
    high: float
    se: float
    level: float
    method: str
    n: float
    metric: str
    signature: str
    reason: str | None
    simultaneous: Simultaneous | None

    def __new__(
        cls,
        value: float,
        low: float,
        high: float,
        se: float = float("nan"),
        level: float = 0.95,
        method: str = "",
        n: float = 0,
        metric: str = "",
        signature: str = "",
        reason: str | None = None,
        simultaneous: Simultaneous | None = None,
    ) -> Self:
        """Make a float that knows its limits."""
        self = super().__new__(cls, value)
        rest = (float(low), float(high), float(se), level, method, n, metric, signature, reason, simultaneous)
        for name, part in zip(_FIELDS[1:], rest, strict=True):
            object.__setattr__(self, name, part)
        return self

    @property
    def value(self) -> float:
        """The metric on these data."""
        return float(self)

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

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """
        Read what `to_dict` wrote, also before `simultaneous` was a part of it.

        Raises
        ------
        StateFormatError
            If a field is missing, or holds something else; the message says which.
        """
        stored = Stored(
            {"simultaneous": None, **data} if isinstance(data, Mapping) else data, "the stored interval", _FIELDS
        )
        return cls(
            stored.real("value"),
            *stored.limits(),
            **stored.shared(),
            simultaneous=stored.choice("simultaneous", (None, "bonferroni", "max-t")),
        )


def sentence(interval: Interval, what: str) -> str:
    """The interval in words."""
    if interval.value != interval.value:
        return f"{what} is undefined: {interval.reason or 'no row says anything about it'}"
    if interval.low != interval.low:
        return f"{what} {interval.value:.3f}, no interval: {interval.reason}"
    doubt = f"; {interval.reason}" if interval.reason else ""
    kind, how = "", interval.method
    if interval.simultaneous is not None:
        kind, how = "simultaneous ", f"{interval.method}, {interval.simultaneous}"
    return (
        f"{what} {interval.value:.3f}, {kind}{interval.level * 100:g} % interval {interval.low:.3f} to "
        f"{interval.high:.3f} ({how}, {rows_of(interval)}{doubt})"
    )


def words_of(found: Any) -> str:
    """What a record is a value of: its metric, and the weights of disagreements."""
    name, chosen = found.metric.replace("_", " "), _chosen(found)
    weights = chosen.get("weights") or chosen.get("level_of_measurement", "nominal")
    if weights.startswith("custom-"):
        return f"{name} with weights of the caller"
    return name if weights == "nominal" else f"{weights} {name}"


def rows_of(found: Any) -> str:
    """How many rows a record is of, in how many clusters, and how many were left out because a value was missing."""
    chosen = _chosen(found)
    clusters = f" in {chosen['clusters']} clusters" if "clusters" in chosen else ""
    return f"n = {found.n:g}{clusters}" + (f", {chosen['missing']} dropped" if "missing" in chosen else "")


def _chosen(found: Any) -> dict[str, str]:
    """The parts of a signature by their names; labels in quotes may look like parts."""
    parts = (part.partition(":") for part in _QUOTED.sub("", found.signature).split("|"))
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
        return (self[place] for place in range(len(self)))

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        """The values."""
        return np.array(self.value, dtype=dtype, copy=copy)

    def __str__(self) -> str:
        """One sentence a value."""
        return "\n".join(map(str, self))
