"""The claim to be shown (a difference, non-inferiority or equivalence), and its p-value."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import get_args

from concordant.errors import OptionError
from concordant.inference.comparisons.contrast import Finding
from concordant.metrics._object.metric import Metric
from concordant.nearest import did_you_mean
from concordant.result.comparison import Alternative

_ALTERNATIVES = get_args(Alternative)


@dataclass(frozen=True, slots=True)
class Claim:
    """
    An alternative with its margin, the level asked for, and the direction of the metric.

    One-sided tests at 1 - level go with limits of the coverage 2 level - 1, so that p-value and limits always agree
    (Schuirmann 1987, Journal of Pharmacokinetics and Biopharmaceutics 15:657).
    """

    alternative: Alternative
    margin: float | None
    level: float
    higher: bool

    @property
    def coverage(self) -> float:
        """The nominal coverage of the limits."""
        return self.level if self.alternative == "two-sided" else 2 * self.level - 1

    def p_value(self, found: Finding) -> float:
        """The p-value against the claim."""
        if self.margin is None:
            return found.p_value
        if found.tails is None:
            return float("nan")
        at_most, _ = found.tails(-self.margin)
        _, at_least = found.tails(self.margin)
        if self.alternative == "equivalence":
            return max(at_most, at_least)
        return at_most if self.higher else at_least

    def conclusion(self, p_value: float, names: tuple[str, str]) -> str:
        """What the p-value says."""
        first, second = names
        if math.isnan(p_value):
            return "undefined"
        shown = p_value < 1 - self.level
        if self.alternative == "two-sided":
            return f"{first} and {second} differ" if shown else "no difference shown"
        if self.alternative == "equivalence":
            return f"{first} and {second} are equivalent" if shown else "equivalence not shown"
        return f"{first} is not inferior to {second}" if shown else "non-inferiority not shown"


def meant(given: object, among: Iterable[str]) -> str:
    """Return the question that ends the error for an unknown alternative; "difference" is an old name."""
    return " Did you mean 'two-sided'?" if given == "difference" else did_you_mean(given, among)


def check_claim(metric: Metric, alternative: Alternative, margin: float | None, level: float) -> Claim:
    """Check that alternative, margin, level and metric go together."""
    if alternative not in _ALTERNATIVES:
        msg = f"alternative must be one of {', '.join(map(repr, _ALTERNATIVES))}, not {alternative!r}."
        msg += meant(alternative, _ALTERNATIVES[1:])  # "one-sided" is not a misspelt "two-sided"
        raise OptionError(msg)
    higher = metric.facts.better == "higher"
    if alternative == "two-sided":
        if margin is not None:
            msg = 'margin= goes with alternative="non-inferiority" or "equivalence", not with "two-sided".'
            raise OptionError(msg)
        return Claim(alternative, None, level, higher)
    if isinstance(margin, bool) or not isinstance(margin, (int, float)) or not 0 < margin < math.inf:
        msg = (
            f"alternative={alternative!r} needs margin=, the greatest difference that does not matter: a positive "
            f"number in units of {metric.name}, not {margin!r}."
        )
        raise OptionError(msg)
    if level <= 0.5:
        msg = f"alternative={alternative!r} is tested at 1 - level, one-sided: level must be above 0.5, not {level!r}."
        raise OptionError(msg)
    if alternative == "non-inferiority" and metric.facts.better is None:
        msg = f'{metric.name} has no direction of better, so that nothing is inferior; take alternative="equivalence".'
        raise OptionError(msg)
    return Claim(alternative, float(margin), level, higher)
