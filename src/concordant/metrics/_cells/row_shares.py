"""Shares of rows: a metric that is one, or rises or falls with one, has the intervals of a binomial proportion."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from concordant.metrics._cells.events import Event, right
from concordant.states import Counts
from concordant.typing import FloatArray


def itself(share: FloatArray) -> FloatArray:
    """The share, where the metric is one."""
    return share


@dataclass(frozen=True, slots=True)
class Share:
    """
    A share of rows, or of decisions where a row has several.

    Attributes
    ----------
    part, whole : callable
        Takes a state; gives the weight of what is counted, and of all that it is counted among. Both are sums over
        rows: they can be taken of a single row, and of squared weights.
    value : callable
        The metric at a share: a function that only rises or only falls.
    each : bool
        Whether there is one share a class, of that class against all others.
    doubt : str or None
        Why the share may not be that of rows chosen beforehand.
    event : callable or None
        Where the truth alone says which rows it is a share of: what happens to those that count. Two models on the same
        rows are then compared by McNemar's test.
    back : callable or None
        Of many shares: takes a state of one table and two numbers of each share; gives what a row more in each of the
        state's numbers adds to the sum of the parts times the first and the wholes times the second. None: it is the
        derivative of that sum.
    """

    part: Callable[[Any], Any]
    whole: Callable[[Any], Any]
    value: Callable[[FloatArray], Any] = itself
    each: bool = False
    doubt: str | None = None
    event: Event | None = None
    back: Callable[[Counts, FloatArray, FloatArray], FloatArray] | None = None

    def then(self, function: Callable[[FloatArray], Any]) -> Share:
        """The share of another metric, which is a function of this one's; their differences are others."""
        value = self.value
        return replace(self, value=lambda share: function(value(share)), event=None)


def rows_of(counts: Counts) -> Any:
    """All rows of each table."""
    return counts.total


def right_of(counts: Counts) -> Any:
    """The rows on the diagonal of each table."""
    return counts.diagonal.sum(-1)


RIGHT = Share(right_of, rows_of, event=right)
