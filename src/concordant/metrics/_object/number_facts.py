"""What a metric of the numbers of many raters says of itself beside its formula."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
    """A statistic, how likely one as large is under the hypothesis, and whether only large ones speak against it."""

    statistic: float
    upper: float
    distribution: str
    df: int | None = None
    one_sided: bool = False


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
        Whether `RatingMoments` are enough for its formula; else it asks for the units. Or a function of the options
        that says so.
    skips : bool
        Whether its value can leave out units or pairs of raters, which `why` says then.
    last : bool
        Whether the last column is no rater: a system that the others are the reference of.
    scale : callable
        Takes a state and the options of the formula; gives the scale on which limits are symmetric, and its number of
        raters (of ``"reliability"``).
    exact : callable or None
        Takes a state, the level and the options; gives `ExactLimits`, None where ratings are missing or have weights.
    exact_test : callable or None
        Takes a state, the value of the hypothesis and the options; gives an `ExactTest`, or None.
    left_out : callable or None
        Takes `NumericRatings` and the options; gives the value without one unit of each row, or None where it knows no
        short way.
    still : callable or None
        Takes `NumericRatings` and the options; says why no unit moves the value, or None where it knows of no reason.
    """

    moments: bool | Callable[[Mapping[str, Any]], bool] = True
    skips: bool = False
    last: bool = False
    scale: Callable[..., tuple[NumberScale, float]] = _fisher
    exact: Callable[..., ExactLimits | None] | None = None
    exact_test: Callable[..., ExactTest | None] | None = None
    left_out: Callable[..., Any] | None = None
    still: Callable[..., str | None] | None = None

    def by_sums(self, options: Mapping[str, Any]) -> bool:
        """Whether sums are enough for the formula with these options."""
        return self.moments(options) if callable(self.moments) else self.moments
