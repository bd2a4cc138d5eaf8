"""The difference of two models on a metric, with the interval and the p-value of it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, ClassVar, Literal, Self

from concordant.result.interval import rows_of, words_of
from concordant.result.number import NumberRecord
from concordant.result.picture import Pictured
from concordant.result.stored_fields import Stored

Alternative = Literal["two-sided", "non-inferiority", "equivalence"]

_FIELDS = (
    "difference",
    "low",
    "high",
    "se",
    "p_value",
    "level",
    "method",
    "n",
    "values",
    "names",
    "metric",
    "signature",
    "reason",
    "margin",
    "alternative",
    "conclusion",
)


class Comparison(Pictured, NumberRecord):
    """
    The difference of two models on a metric. It is the difference, A less B, wherever a number is needed.

    What takes it for a number keeps only the difference, without the limits: arithmetic, `json.dumps`, `numpy.array`.
    Store ``to_dict()``. Two comparisons are equal if all their fields are; one equals a number that is its difference.

    Attributes
    ----------
    difference : float
        ``values[0] - values[1]``; NaN where the metric of one of them is undefined.
    low, high : float
        The limits of the difference; NaN where no interval exists.
    se : float
        The standard error of the difference; NaN where the method has none.
    p_value : float
        Of the hypothesis that there is no difference (two-sided); for non-inferiority and equivalence, of the
        hypothesis that the margin is not kept.
    level : float
        The nominal coverage of the limits. One-sided tests at 5 % go with limits of 90 %.
    method : str
        How p-value and limits were made.
    n : float
        The number of rows, or the sum of their weights; of models on different rows, of both together.
    values : tuple of float
        The metric of A and of B.
    names : tuple of str
        What A and B are called.
    metric, signature : str
        The name of the metric; each choice that moves the numbers.
    reason : str or None
        Why a number is missing or doubtful; None if there is no problem.
    margin : float or None
        The greatest difference that does not matter, in units of the metric.
    alternative : {"two-sided", "non-inferiority", "equivalence"}
        What is to be shown.
    conclusion : str
        What the p-value says at the level of the test, in words.

    Examples
    --------
    >>> from concordant import cohen_kappa
    >>> truth = [0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 1, 2] * 10
    >>> model_a = [0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 1, 0] * 10
    >>> model_b = [0, 0, 1, 1, 1, 2, 2, 2, 2, 0, 2, 1] * 10
    >>> comparison = cohen_kappa.compare(truth, model_a, model_b)
    >>> print(comparison)
    cohen kappa of A less that of B: 0.875 - 0.500 = 0.375, 95 % interval 0.251 to 0.499, p < 0.0001 (delta, n = 120)
    >>> comparison > 0, round(comparison.low, 3)
    (True, 0.251)
    """

    __slots__ = _FIELDS[1:]

    picture: ClassVar[str] = "forest"
    _fields: ClassVar[tuple[str, ...]] = _FIELDS

    low: float
    high: float
    se: float
    p_value: float
    level: float
    method: str
    n: float
    values: tuple[float, float]
    names: tuple[str, str]
    metric: str
    signature: str
    reason: str | None
    margin: float | None
    alternative: Alternative
    conclusion: str

    def __new__(
        cls,
        difference: float,
        low: float,
        high: float,
        se: float = float("nan"),
        p_value: float = float("nan"),
        level: float = 0.95,
        method: str = "",
        n: float = 0,
        values: tuple[float, float] = (float("nan"), float("nan")),
        names: tuple[str, str] = ("A", "B"),
        metric: str = "",
        signature: str = "",
        reason: str | None = None,
        margin: float | None = None,
        alternative: Alternative = "two-sided",
        conclusion: str = "",
    ) -> Self:
        """Make a float that knows its limits and its p-value."""
        self = super().__new__(cls, difference)
        both, called = (float(values[0]), float(values[1])), (names[0], names[1])
        numbers = (float(low), float(high), float(se), float(p_value), level, method, n, both, called)
        rest = (metric, signature, reason, margin, alternative, conclusion)
        for set_, part in zip(_SETTERS, numbers + rest, strict=True):
            set_(self, part)
        return self

    @property
    def difference(self) -> float:
        """The metric of A less that of B."""
        return float(self)

    def __contains__(self, number: float) -> bool:
        """Whether a number lies between the limits."""
        return bool(self.low <= number <= self.high)

    def __str__(self) -> str:
        """One sentence."""
        return _sentence(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """
        Read what `to_dict` wrote.

        Raises
        ------
        StateFormatError
            If a field is missing, or holds something else; the message says which.
        """
        stored = Stored(data, "the stored comparison", _FIELDS)
        values, names = stored.reals("values"), stored.listed("names", "texts")
        if len(values) != 2:
            stored.refuse("values", "a list of two numbers")
        if len(names) != 2 or not all(isinstance(name, str) for name in names):
            stored.refuse("names", "a list of two texts")
        apart = values[0] - values[1] - stored.real("difference")
        if math.isfinite(apart) and abs(apart) > 1e-9 * max(map(abs, values)):
            stored.refuse_all("difference must be that of the two values")
        if stored["margin"] is None and stored["alternative"] != "two-sided":
            stored.refuse_all("non-inferiority and equivalence need a margin")
        return cls(
            stored.real("difference"),
            *stored.limits(),
            **stored.shared(),
            p_value=stored.real("p_value", 0, 1),
            values=(values[0], values[1]),
            names=(names[0], names[1]),
            margin=None if stored["margin"] is None else stored.real("margin", 0, undefined=False),
            alternative=stored.choice("alternative", ("two-sided", "non-inferiority", "equivalence")),
            conclusion=stored.text("conclusion"),
        )


_SETTERS = [Comparison.__dict__[name].__set__ for name in _FIELDS[1:]]  # by themselves: a record refuses to be changed


def _sentence(found: Comparison) -> str:
    """The comparison in words."""
    (first, second), (a, b) = found.names, found.values
    what = f"{words_of(found)} of {first} less that of {second}"
    if found.difference != found.difference:
        return f"{what} is undefined: {found.reason}"
    parts = [f"{what}: {a:.3f} - {b:.3f} = {found.difference:.3f}"]
    if found.low == found.low:
        parts.append(f"{found.level * 100:g} % interval {found.low:.3f} to {found.high:.3f}")
    else:
        parts.append("no interval")
    parts.append(p_text(found.p_value))
    doubt = f"; {found.reason}" if found.reason else ""
    shown = ""
    if found.alternative != "two-sided":
        shown = f"; {found.conclusion} (margin {found.margin:g})"
    return f"{', '.join(parts)}{shown} ({found.method}, {rows_of(found)}{doubt})"


def p_text(p_value: float) -> str:
    """A p-value in print."""
    if math.isnan(p_value):
        return "no p-value"
    return "p < 0.0001" if p_value < 0.0001 else f"p = {p_value:.4f}" if p_value < 0.1 else f"p = {p_value:.2f}"
