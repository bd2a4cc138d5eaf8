"""What a metric of the numbers of many raters says of itself beside its formula."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

NumberScale = Literal["fisher", "logit", "log", "t", "complement-log", "reliability"]


@dataclass(frozen=True, slots=True)
class ExactLimits:
    """Limits from the distribution of the value if ratings are normal, and why there are none, if there are none."""

    low: float
    high: float
    se: float
    method: str
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class ExactTest:
    """A test statistic, the probability of one as large or larger under the hypothesis, and its distribution."""

    statistic: float
    upper: float
    distribution: str
    df: int | None = None


def _fisher(state: Any, **options: Any) -> tuple[NumberScale, float]:
    del state, options
    return "fisher", 0.0


@dataclass(frozen=True, slots=True)
class NumberFacts:
    """
    How the uncertainty of a metric of numeric ratings is found.

    Attributes
    ----------
    moments : bool
        Whether `RatingMoments` are enough for its formula; else it asks for the units.
    last : bool
        Whether the last column is no rater: a system that the others are the reference of.
    scale : callable
        Takes a state and the options of the formula; gives the scale on which limits are symmetric, and its number of
        raters (of ``"reliability"``).
    exact : callable or None
        Takes a state, the level and the options; gives `ExactLimits`, None where ratings are missing or have weights.
    exact_test : callable or None
        Takes a state, the value of the hypothesis and the options; gives an `ExactTest`, or None.
    """

    moments: bool = True
    last: bool = False
    scale: Callable[..., tuple[NumberScale, float]] = _fisher
    exact: Callable[..., ExactLimits | None] | None = None
    exact_test: Callable[..., ExactTest | None] | None = None
