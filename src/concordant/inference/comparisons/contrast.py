"""
The difference of two models: what is asked and claimed of it, and what a method answers.

On the same rows, a row moves the difference by ``psi_a - psi_b``, and resampled rows are the same rows for both. On
different rows, variances add.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.inference.influence.influences import Influences, Written
from concordant.inference.intervals.question import Estimate, Question
from concordant.inference.quantiles import tail, tail_of_each, two_sided, two_sided_each
from concordant.inference.samples.units import Units, of_both
from concordant.metrics.definition.metric import Metric
from concordant.names import did_you_mean
from concordant.result.comparisons import Alternative
from concordant.typing import FloatArray

_ALTERNATIVES = get_args(Alternative)
Tails = Callable[[float], tuple[float, float]]


@dataclass(frozen=True)
class Contrast(Estimate):
    """
    Two questions about one metric on the same rows: what is known of A less that of B.

    What is known of each model is kept in its question, so that several pairs compute it once. `whole` is the contrast
    of all values, where this one is of one of several.
    """

    a: Question
    b: Question
    level: float
    whole: Contrast | None = None

    paired = True

    @property
    def metric(self) -> Metric:
        """That of both."""
        return self.a.metric

    @property
    def options(self) -> Mapping[str, Any]:
        """Those of both."""
        return self.a.options

    @property
    def draws(self) -> int:
        """Those of both."""
        return self.a.draws

    @property
    def seed(self) -> int:
        """That of A."""
        return self.a.seed

    def of_value(self, place: int) -> Contrast:
        """The same of one of several values."""
        return type(self)(self.a.of_one(place), self.b.of_one(place), self.level, self)

    @property
    def of_all(self) -> Contrast:
        """The same of all values, where this one is of one of several."""
        return self if self.whole is None else self.whole

    @cached_property
    def units(self) -> Units:
        """The rows that both share."""
        return self.a.units

    @property
    def n(self) -> float:
        """The number of rows."""
        return self.a.n

    @cached_property
    def value(self) -> FloatArray:
        """The difference as an array."""
        return np.asarray(_less(self.a.value, self.b.value))

    @property
    def difference(self) -> float:
        """The metric of A less that of B, which has one value."""
        return float(self.value)

    @cached_property
    def influences(self) -> Influences | None:
        """The difference of the influences."""
        first, second = self.a.influences, self.b.influences
        return None if first is None or second is None else first.minus(second)

    @cached_property
    def drawn(self) -> FloatArray:
        """The difference of each draw: on the same rows both questions have one seed, so the rows are the same."""
        return _less(self.a.drawn, self.b.drawn)

    def under(self, weights: FloatArray) -> FloatArray:
        """The difference under other weights of the rows."""
        return _less(self.a.under(weights), self.b.under(weights))


@dataclass(frozen=True)
class UnpairedContrast(Contrast):
    """The same on different rows. The seeds of both questions differ."""

    paired = False

    @cached_property
    def units(self) -> Units:
        """The rows of A, then those of B."""
        return of_both(self.a.units, self.b.units)

    @property
    def n(self) -> float:
        """The rows of both, or the sum of their weights, each as the caller gave them."""
        return self.a.n + self.b.n

    @cached_property
    def influences(self) -> Influences | None:
        """Each row moves its own model, by so much more as it is one of fewer."""
        total = self.units.total
        first, second = (
            None if one.influence is None else one.influence * (total / (one.units.total or 1.0))
            for one in (self.a, self.b)
        )
        return None if first is None or second is None else Written(np.concatenate([first, -second]))

    def under(self, weights: FloatArray) -> FloatArray:
        """The difference under other weights of the rows."""
        size = len(self.a.units)
        return _less(self.a.under(weights[:, :size]), self.b.under(weights[:, size:]))


def _less(first: FloatArray, second: FloatArray) -> FloatArray:
    """Subtract; the difference of two infinite values is undefined, of which the comparison itself speaks."""
    with np.errstate(invalid="ignore"):
        return np.asarray(first - second)


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


class FindingOfEach(NamedTuple):
    """What a method answers of each of K values: arrays of shape (K,); doubts of its own, and where it has them."""

    low: FloatArray
    high: FloatArray
    se: FloatArray
    p_value: FloatArray
    method: str
    doubts: tuple[tuple[npt.NDArray[np.bool_], str], ...] = ()


def student_tests(
    values: FloatArray, se: FloatArray, degrees: FloatArray | None, level: float, method: str
) -> FindingOfEach:
    """The same as `student_test` of each of several values, shape (K,)."""
    nan = np.full(values.shape, np.nan)
    low, high, p_value = nan.copy(), nan.copy(), nan
    here = se > 0
    value, error, freedom = values[here], se[here], None if degrees is None else degrees[here]
    half = two_sided_each(level, freedom) * error
    low[here], high[here] = value - half, value + half
    with np.errstate(over="ignore"):
        p_value[here] = tail_of_each(value / error, freedom)
    return FindingOfEach(low, high, se, p_value, method)


def student_test(value: float, se: float, degrees: float | None, level: float, method: str) -> Finding:
    """Take a difference and its standard error against Student's t, or the normal; NaN without a standard error."""
    if not se > 0:
        nan = float("nan")
        return Finding(nan, nan, se, nan, method)
    half = two_sided(level, degrees) * se

    def tails(null: float) -> tuple[float, float]:
        one_side = tail((value - null) / se, degrees) / 2
        return (one_side, 1 - one_side) if value >= null else (1 - one_side, one_side)

    return Finding(value - half, value + half, se, tail(value / se, degrees), method, tails)


def without_limits(found: Finding) -> Finding:
    """Return the same difference and standard error without limits and p-value: the error is not to be trusted."""
    nan = float("nan")
    return replace(found, low=nan, high=nan, p_value=nan, tails=None)


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


def _refuse_every_difference(metric: Metric, margin: float) -> None:
    """Raise for a margin that no difference can exceed: every pair would be equivalent."""
    low, high = metric.facts.range or (0.0, math.inf)
    if margin >= high - low:
        share = (low, high) in ((0, 1), (-1, 1)) and 1 < margin < 100
        percent = f" For {margin:g} percentage points write {margin / 100:g}." if share else ""
        msg = (
            f"{metric.name} lies between {low:g} and {high:g}, so that no two values differ by more than "
            f"margin={margin:g}: give the greatest difference that does not matter.{percent}"
        )
        raise OptionError(msg)


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
    _refuse_every_difference(metric, margin)
    if level <= 0.5:
        msg = f"alternative={alternative!r} is tested at 1 - level, one-sided: level must be above 0.5, not {level!r}."
        raise OptionError(msg)
    if alternative == "non-inferiority" and metric.facts.better is None:
        msg = f'{metric.name} has no direction of better, so that nothing is inferior; take alternative="equivalence".'
        raise OptionError(msg)
    return Claim(alternative, float(margin), level, higher)
