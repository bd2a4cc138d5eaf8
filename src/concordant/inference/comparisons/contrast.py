"""What is asked of two models, and what a method answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from concordant.inference.comparisons.difference import Difference, Independent
from concordant.inference.intervals.question import Question

Tails = Callable[[float], tuple[float, float]]


@dataclass(frozen=True)
class Contrast:
    """
    Two questions about one metric, each with a single value, and how their difference is wanted.

    `a` and `b` are of the same rows unless `paired` is false.
    """

    a: Question
    b: Question
    level: float
    paired: bool = True

    @cached_property
    def question(self) -> Question:
        """The question about the difference; `level` is its nominal coverage."""
        sample = Difference(self.a, self.b) if self.paired else Independent(self.a, self.b)
        a = self.a
        return Question(a.metric, a.options, sample, self.level, a.draws, a.seed, a.scheme)

    @cached_property
    def notes(self) -> dict[str, Any]:
        """What was found of the two that several ask for."""
        return {}

    @property
    def difference(self) -> float:
        """The metric of A less that of B."""
        return float(self.question.value)


@dataclass(frozen=True, slots=True)
class Finding:
    """
    What a method answers.

    Attributes
    ----------
    low, high, se : float
        Of the difference.
    p_value : float
        Two-sided, of no difference.
    method : str
        The method.
    tails : callable or None
        From a difference d: the p-values of "at most d" and of "at least d". None where the method only knows the
        hypothesis of no difference.
    reasons : tuple of str
        Doubts that the method itself has.
    """

    low: float
    high: float
    se: float
    p_value: float
    method: str
    tails: Tails | None = None
    reasons: tuple[str, ...] = field(default=())
