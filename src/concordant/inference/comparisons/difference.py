"""The difference of two models as a sample, the rows on which they differ, and the claim (margin, alternative)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from concordant.errors import IntervalWarning, OptionError, UndefinedMetricWarning
from concordant.inference.influence.classes import PATTERNS, PerClass, PerPattern
from concordant.inference.influence.classes import of_both as classes_of_both
from concordant.inference.influence.influences import Influences
from concordant.inference.intervals.estimand import Estimand, Estimate
from concordant.inference.quantiles import check_level, tail, tail_of_each, two_sided, two_sided_each
from concordant.inference.samples.cells import CellSample
from concordant.inference.samples.sample import Atoms, of_both
from concordant.metrics.definition.facts import Event
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import warn_user
from concordant.names import did_you_mean, require_choice, unknown_choice
from concordant.result.comparisons import Adjust, Alternative, Comparison, Comparisons, column, reasons_of
from concordant.typing import FloatArray

Tails = Callable[[float], tuple[float, float]]
Bools = npt.NDArray[np.bool_]
Codes = npt.NDArray[np.intp]

ALTERNATIVES = get_args(Alternative)
_ADJUSTMENTS = get_args(get_args(Adjust)[0])
_ROUNDING = 1e-12  # of the largest influence

# The difference of two models.
#
# On the same rows, a row moves the difference by ``psi_a - psi_b``, and resampled rows are the same rows for both. On
# different rows, variances add.


class Discordance(NamedTuple):
    """
    The rows that two shares are taken of: integers, or arrays of shape (K,) of each class against all others.

    Attributes
    ----------
    only_a, only_b : int, or ndarray of shape (K,)
        In how many of them the event happens to A alone, and to B alone.
    n : int, or ndarray of shape (K,)
        How many there are; the difference of the shares is ``(only_a - only_b) / n``.
    """

    only_a: Any
    only_b: Any
    n: Any


@dataclass(frozen=True)
class Difference(Estimate):
    """
    One metric of two models on the same rows: the value, influences and draws of A less those of B.

    What is computed of each model is kept in its estimand, so that several pairs share it. `whole` is the difference of
    all values, where this one is of one of several.
    """

    a: Estimand
    b: Estimand
    level: float
    whole: Difference | None = None

    paired = True

    @cached_property
    def metric(self) -> Metric:
        """That of both."""
        return self.a.metric

    @cached_property
    def options(self) -> Mapping[str, Any]:
        """Those of both."""
        return self.a.options

    @property
    def draws(self) -> int:
        """Those of both."""
        return self.a.draws

    def of_value(self, index: int) -> Difference:
        """The difference of one of several values."""
        return type(self)(self.a.component(index), self.b.component(index), self.level, self)

    @property
    def of_all(self) -> Difference:
        """The difference of all values; itself unless it is of one of several."""
        return self if self.whole is None else self.whole

    @cached_property
    def atoms(self) -> Atoms:
        """The rows that both share."""
        return self.a.atoms

    @property
    def n(self) -> float:
        """The number of rows."""
        return self.a.n

    @cached_property
    def value(self) -> FloatArray:
        """The difference as an array."""
        return np.asarray(_less(self.a.value, self.b.value))

    @cached_property
    def estimate(self) -> float:
        """The metric of A minus that of B, which has one value."""
        return float(self.value)

    @cached_property
    def influences(self) -> Influences | None:
        """The difference of the influences."""
        first, second = self.a.influences, self.b.influences
        return None if first is None or second is None else first.minus(second)

    @cached_property
    def drawn(self) -> FloatArray:
        """The difference of each draw: on the same rows both estimands have one seed, so the rows are the same."""
        return _less(self.a.drawn, self.b.drawn)

    def under(self, weights: FloatArray) -> FloatArray:
        """The difference under other weights of the rows."""
        return _less(self.a.under(weights), self.b.under(weights))

    @cached_property
    def same_per_class(self) -> Bools | None:
        """Whether `same` holds for each class, (K,); None where influences are not known by patterns."""
        first, second = self.a.influences, self.b.influences
        if not isinstance(first, PerClass) or not isinstance(second, PerClass):
            return None  # before their difference is written down, which of others is large
        psi = self.influences
        if not isinstance(psi, PerPattern):
            return None
        _, a, b = PATTERNS
        occurs = psi.labels.weights(self.atoms.weight) > 0
        agree = ~occurs[a != b].any(0)
        moved = (np.where(occurs, np.abs(each), 0.0) for each in classes_of_both(first.terms, second.terms))
        scale = np.maximum(*(each.max(0) for each in moved))
        least = _ROUNDING * np.where(scale > _ROUNDING, scale, 1.0)  # of a share that is 0 or 1 no row moves it at all
        still = (np.where(occurs, np.abs(psi.terms), 0.0) <= least).all(0)
        defined = np.isfinite(self.value)
        return np.asarray(defined & (agree | (still & (self.value == 0))))  # rounding can make it another, where alike

    @cached_property
    def discordance(self) -> Discordance | None:
        """Count the rows, once; None where the metric is no such share, or rows are weighted or in clusters."""
        output, a, b = self.a.output, self.a.sample, self.b.sample
        if self.of_all.value.ndim and (per_class := self.of_all.discordance_per_class) is not None:
            return per_class if output is None else Discordance(*(int(counts[output]) for counts in per_class))
        of_class = output is None and "average" in self.metric.options  # an average over several labels is no share
        if not isinstance(a, CellSample) or not isinstance(b, CellSample):
            return None
        if of_class and (self.options.get("average", "binary") != "binary" or len(a.state.labels) != 2):
            return None
        event = _event(self)
        if event is None:
            return None
        if output is None:
            output = a.state.labels.index(a.state.binary(self.options.get("pos_label")).labels[1]) if of_class else 0
        return Discordance(*map(int, _counted(event, (*a.codes, b.codes[1]), output, a.atoms.weight)))

    @cached_property
    def discordance_per_class(self) -> Discordance | None:
        """Count the rows of each class against all others, once; None of a single class, and where `discordance` is."""
        first, second, event = self.a.influences, self.b.influences, _event(self)
        if event is None or not isinstance(first, PerClass) or not isinstance(second, PerClass):
            return None
        truth, a, b = (1 - kind for kind in PATTERNS)  # the label of the class is 0, that of all others 1
        weight = first.labels.beside(second.labels).weights(self.atoms.weight)
        return Discordance(*_counted(event, (truth, a, b), 0, weight))


@dataclass(frozen=True)
class UnpairedDifference(Difference):
    """The difference of two models on different rows. The seeds of both estimands differ."""

    paired = False

    @cached_property
    def atoms(self) -> Atoms:
        """The rows of A, then those of B."""
        return of_both(self.a.atoms, self.b.atoms)

    @property
    def n(self) -> float:
        """The rows of both, or the sum of their weights, each as the caller gave them."""
        return self.a.n + self.b.n

    @cached_property
    def influences(self) -> Influences | None:
        """Each row moves its own model, by so much more as it is one of fewer."""
        total = self.atoms.total
        first, second = (
            None if model.influence is None else model.influence * (total / (model.atoms.total or 1.0))
            for model in (self.a, self.b)
        )
        return None if first is None or second is None else Influences(np.concatenate([first, -second]))

    def under(self, weights: FloatArray) -> FloatArray:
        """The difference under other weights of the rows."""
        size = len(self.a.atoms)
        return _less(self.a.under(weights[:, :size]), self.b.under(weights[:, size:]))


def _less(first: FloatArray, second: FloatArray) -> FloatArray:
    """Subtract; the difference of two infinite values is undefined, of which the comparison itself speaks."""
    with np.errstate(invalid="ignore"):
        return np.asarray(first - second)


def same(difference: Difference) -> bool:
    """Whether no row moves the values of both models differently, as far as the metric can see."""
    if not difference.paired:
        return False
    output = difference.a.output
    if output is not None and (per_class := difference.of_all.same_per_class) is not None:
        return bool(per_class[output])
    if difference.estimate != 0:
        return False
    differ = difference.a.sample.differs(difference.b.sample, difference.metric)
    if differ is not None and not differ.any():
        return True
    first, second = difference.a.influence, difference.b.influence
    if first is None or second is None:
        return False
    scale = max(float(np.abs(first).max(initial=0)), float(np.abs(second).max(initial=0)))
    return bool(scale > 0 and (np.abs(first - second) <= _ROUNDING * scale).all())


def _event(difference: Difference) -> Event | None:
    """The event that a share of rows counts; None where the metric is no share, or rows do not count alike."""
    a, b = difference.a.sample, difference.b.sample
    if not difference.paired or not isinstance(a, CellSample) or not isinstance(b, CellSample):
        return None
    if a.atoms.clusters is not None or not a.atoms.counted:
        return None
    share = difference.metric.share(a.state, difference.options)
    return None if share is None else share.event


def _counted(
    event: Event, labels: tuple[Codes, Codes, Codes], positive: int, weight: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Rows in which the event happens to A alone, to B alone, and in which it can; of weights (R,) or (R, K)."""
    truth, predicted_a, predicted_b = labels
    rows, happens_a = event(truth, predicted_a, positive)
    _, happens_b = event(truth, predicted_b, positive)
    indicators = rows & happens_a & ~happens_b, rows & happens_b & ~happens_a, rows
    only_a, only_b, n = (np.rint(np.einsum("r...,r->...", weight, indicator)) for indicator in indicators)
    return only_a, only_b, n  # whole, in any order of summation


@dataclass(frozen=True, slots=True)
class TestResult:
    """
    The result of a test of a difference, or of one of each of K values: numbers, or arrays of shape (K,).

    Attributes
    ----------
    low, high, se : float or ndarray
        Of the difference.
    p_value : float or ndarray
        Two-sided, of no difference.
    method : str
        The method.
    tails : callable or None
        From a difference d: the p-values of "at most d" and of "at least d". None where the method only knows the
        hypothesis of no difference.
    reasons : tuple of str
        Warnings of the method itself.
    doubtful : ndarray of bool, shape (K,), or None
        Which of several values these are about; None: all.
    """

    low: Any
    high: Any
    se: Any
    p_value: Any
    method: str
    tails: Tails | None = None
    reasons: tuple[str, ...] = ()
    doubtful: Bools | None = None


def student_test(value: float, se: float, degrees: float | None, level: float, method: str) -> TestResult:
    """Test a difference by its standard error with Student's t, or the normal; NaN without a standard error."""
    if not se > 0:
        nan = float("nan")
        return TestResult(nan, nan, se, nan, method)
    half = two_sided(level, degrees) * se

    def tails(null: float) -> tuple[float, float]:
        one_side = tail((value - null) / se, degrees) / 2
        return (one_side, 1 - one_side) if value >= null else (1 - one_side, one_side)

    return TestResult(value - half, value + half, se, tail(value / se, degrees), method, tails)


def student_test_per_value(
    values: FloatArray, se: FloatArray, degrees: FloatArray | None, level: float, method: str
) -> TestResult:
    """`student_test` of each of several values, shape (K,)."""
    low, high, p_value = np.full((3, *values.shape), np.nan)
    varies = se > 0
    value, error, freedom = values[varies], se[varies], None if degrees is None else degrees[varies]
    half = two_sided_each(level, freedom) * error
    low[varies], high[varies] = value - half, value + half
    with np.errstate(over="ignore"):
        p_value[varies] = tail_of_each(value / error, freedom)
    return TestResult(low, high, se, p_value, method)


def without_limits(result: TestResult) -> TestResult:
    """Return the result without limits and p-value, where its standard error is not to be trusted."""
    nan = float("nan")
    return replace(result, low=nan, high=nan, p_value=nan, tails=None)


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

    def p_value(self, result: TestResult) -> float:
        """The p-value against the claim."""
        if self.margin is None:
            p_value: float = result.p_value
            return p_value
        if result.tails is None:
            return float("nan")
        if self.alternative == "equivalence":
            return max(result.tails(-self.margin)[0], result.tails(self.margin)[1])
        ahead = self.margin if self.alternative == "superiority" else -self.margin  # which A has to exceed
        return result.tails(ahead)[0] if self.higher else result.tails(-ahead)[1]

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
        if self.alternative == "superiority":
            return f"{first} is superior to {second}" if shown else "superiority not shown"
        return f"{first} is not inferior to {second}" if shown else "non-inferiority not shown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The options that `Metric.compare` and `Metric.compare_independent` share, of rows and of raters."""

    names: Sequence[str] | None = None
    level: float = 0.95
    margin: float | None = None
    alternative: Alternative = "two-sided"
    adjust: Adjust = "holm"

    def claim(self, metric: Metric) -> Claim:
        """Return what is to be shown; raise where its parts and the metric do not go together."""
        return check_claim(metric, self.alternative, self.margin, check_level(self.level))


def check_claim(metric: Metric, alternative: Alternative, margin: float | None, level: float) -> Claim:
    """Check that alternative, margin, level and metric go together."""
    higher = metric.facts.better == "higher"
    margin = check_margin(alternative, margin, level, ALTERNATIVES, unit=f" in units of {metric.name}")
    if margin is None:
        return Claim(alternative, None, level, higher)
    _refuse_every_difference(metric, margin)
    check_direction(metric, alternative)
    return Claim(alternative, float(margin), level, higher)


def check_margin(
    alternative: str, margin: float | None, level: float, alternatives: Sequence[str], *, unit: str = ""
) -> float | None:
    """Check that alternative, margin and level go together; return the margin, of superiority 0 by default."""
    if alternative not in alternatives:
        raise unknown_choice("alternative", alternative, alternatives, hint=meant(alternative, alternatives))
    superior = alternative == "superiority"
    if alternative in ("two-sided", "one-sided"):
        if margin is not None:
            every = '"superiority", "non-inferiority" or "equivalence"'
            raise OptionError(f'margin= goes with alternative={every}, not with "{alternative}".')
    else:
        margin = 0.0 if superior and margin is None else margin
        least = 0.0 if superior else math.ulp(0.0)
        if isinstance(margin, bool) or not isinstance(margin, (int, float)) or not least <= margin < math.inf:
            meaning = (
                "the difference that A must exceed" if superior else "the greatest difference that does not matter"
            )
            sign = "a number of at least 0" if superior else "a positive number"
            raise OptionError(f"alternative={alternative!r} needs margin=, {meaning}: {sign}{unit}, not {margin!r}.")
    if alternative != "two-sided" and level <= 0.5:
        msg = f"alternative={alternative!r} is tested at 1 - level, one-sided: level must be above 0.5, not {level!r}."
        raise OptionError(msg)
    return margin


def check_direction(metric: Metric, alternative: str) -> None:
    """Raise for a claim that something is better or not worse, of a metric that does not say what is better."""
    if alternative in ("superiority", "non-inferiority") and metric.facts.better is None:
        word = "superior" if alternative == "superiority" else "inferior"
        msg = f'{metric.name} has no direction of better, so that nothing is {word}; take alternative="equivalence".'
        raise OptionError(msg)


def meant(alternative: object, alternatives: Iterable[str]) -> str:
    """Return the suggestion that ends the error for an unknown alternative; "difference" is an old name."""
    other = {"difference": "two-sided"} | dict.fromkeys(("greater", "larger", "better", "one-sided"), "superiority")
    named = other.get(str(alternative))
    return did_you_mean(alternative if named is None else named, alternatives)


def _refuse_every_difference(metric: Metric, margin: float) -> None:
    """Raise for a margin that no difference can exceed: every pair would be equivalent."""
    low, high = metric.facts.range or (0.0, math.inf)
    if margin >= high - low:
        share = (low, high) in ((0, 1), (-1, 1)) and 1 < margin < 100
        percent = f" For {margin:g} percentage points write {margin / 100:g}." if share else ""
        raise OptionError(
            f"{metric.name} lies between {low:g} and {high:g}, so that no two values differ by more than "
            f"margin={margin:g}: give the greatest difference that does not matter.{percent}"
        )


def settled(name: str, comparisons: Sequence[Comparison], adjust: Adjust, *, single: bool) -> Comparison | Comparisons:
    """Adjust the p-values of several comparisons, and warn once, by this name; `single`: there is one, as it is."""
    check_adjust(adjust)
    reasons = reasons_of(comparisons)
    if reasons:
        undefined = bool(np.isnan(column(comparisons, "difference")).any())
        warn_user(f"{name}: {'; '.join(reasons)}", UndefinedMetricWarning if undefined else IntervalWarning)
    if single:
        return comparisons[0]
    return Comparisons(tuple(comparisons), adjusted(column(comparisons, "p_value"), adjust), adjust)


def check_adjust(adjust: Adjust) -> Adjust:
    """Return the name of an adjustment; raise for an unknown one."""
    checked: Adjust = require_choice("adjust", adjust, (*_ADJUSTMENTS, None))
    return checked


def adjusted(p_values: FloatArray, adjust: Adjust) -> FloatArray:
    """Adjust p-values by the method of this name; undefined ones (NaN) do not count as tests."""
    p = np.asarray(p_values, np.float64)
    if check_adjust(adjust) is None:
        return p
    result = np.full(p.shape, np.nan)
    tested = np.flatnonzero(~np.isnan(p))
    order = tested[np.argsort(p[tested], kind="stable")]
    result[order] = np.minimum(_ADJUST[adjust](p[order]), 1.0)
    return result


def _holm(ascending: FloatArray) -> FloatArray:
    """
    Holm's step-down method: below 0.05 at most once in 20 studies in which nothing differs.

    The smallest of m is multiplied by m, the next by m - 1, and so on; none is smaller than one before it (Holm 1979,
    Scandinavian Journal of Statistics 6:65).
    """
    return np.maximum.accumulate(ascending * np.arange(len(ascending), 0, -1))


def _benjamini_hochberg(ascending: FloatArray) -> FloatArray:
    """
    False discovery rate: of the tests below 0.05, at most 5 % are expected to be false alarms.

    The k-th smallest of m is multiplied by m / k; none is larger than one after it. For tests that are independent or
    positively dependent (Benjamini & Hochberg 1995, JRSS B 57:289).
    """
    count = len(ascending)
    steps: FloatArray = np.minimum.accumulate((ascending * (count / np.arange(1, count + 1)))[::-1])[::-1]
    return steps


def _benjamini_yekutieli(ascending: FloatArray) -> FloatArray:
    """
    False discovery rate under any dependence: the same times ``1 + 1/2 + ... + 1/m``.

    Benjamini & Yekutieli (2001), Annals of Statistics 29:1165, theorem 1.3.
    """
    return _benjamini_hochberg(ascending) * float((1 / np.arange(1, len(ascending) + 1)).sum())


_ADJUST: dict[str | None, Callable[[FloatArray], FloatArray]] = {
    "holm": _holm,
    "fdr": _benjamini_hochberg,
    "fdr-by": _benjamini_yekutieli,
}
