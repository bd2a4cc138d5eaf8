"""The least and the greatest value that a metric can have, where the rows are known up to their order in buckets."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, ClassVar, Self

from concordant.result.number import NumberRecord
from concordant.result.stored_fields import Stored

_FIELDS = ("value", "low", "high", "buckets", "n", "metric", "signature", "reason")
_ROUNDING = 2.0**-40
_MOST_DIGITS = 9  # that are shown


class Bounds(NumberRecord):
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
    ROC AUC between 0.8333 and 1.0 for certain (4 buckets, n = 5)
    """

    __slots__ = _FIELDS[1:]

    _fields: ClassVar[tuple[str, ...]] = _FIELDS

    low: float
    high: float
    buckets: int
    n: float
    metric: str
    signature: str
    reason: str | None

    def __new__(
        cls,
        value: float,
        low: float,
        high: float,
        buckets: int = 0,
        n: float = 0,
        metric: str = "",
        signature: str = "",
        reason: str | None = None,
    ) -> Self:
        """Make a float that knows its bounds."""
        self = super().__new__(cls, value)
        rest = (float(low), float(high), buckets, n, metric, signature, reason)
        for name, part in zip(_FIELDS[1:], rest, strict=True):
            object.__setattr__(self, name, part)
        return self

    @property
    def value(self) -> float:
        """The metric with the scores of each bucket tied."""
        return float(self)

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

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """
        Read what `to_dict` wrote.

        Raises
        ------
        StateFormatError
            If a field is absent, or holds something else; the message says which.
        """
        stored = Stored(data, "the stored bounds", _FIELDS)
        return cls(
            stored.real("value"),
            *stored.limits(),
            stored.whole("buckets"),
            stored.rows("n"),
            stored.text("metric"),
            stored.text("signature"),
            stored.text_or_none("reason"),
        )
