"""The design of a study, its aim, and `plan`: the smallest study that reaches the aim, or what n rows reach."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from statistics import NormalDist
from typing import Any, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.inference.comparisons.difference import check_margin
from concordant.inference.intervals.diagnostics import FEW_DEGREES, few_left
from concordant.inference.quantiles import check_level, tail, two_sided
from concordant.names import require_choice
from concordant.result.plans import Plan, PlannedAlternative
from concordant.typing import FloatArray, IntArray

Sizes = tuple[float, ...]  # rows of each class or group
Limits = tuple[FloatArray, FloatArray]
MOST = 10**9  # rows; a plan for more is none
_RAREST = 1e-9  # share of the rarer class in a plan
_SHOWN = {"superiority": "to be superior", "non-inferiority": "not to be inferior", "equivalence": "to be equivalent"}
_POWER = 0.8  # where nobody says, as everywhere in the field
_MOST_RUNS, _FEWEST_RUNS = 10_000, 1_000
_SEED = 20_201  # of all measured plans: the same wishes give the same plan
_MEASURED_TRIES = 12
_MEASURED_NEAR = 0.03  # sizes so near tell together how far the formula is off
_MEASURED_STEP = 0.005  # of the size; finer is lost in the noise
_SAW = 250  # rows; below, power can rise like a saw, and the next sizes are tried as well
_AHEAD = 3


@dataclass(frozen=True, slots=True)
class Aim:
    """
    A `test` or a width, at a given `n` or for the smallest that is enough; of rows, or rows in clusters.

    `margin` and `alternative` are those of `Metric.compare`; a plan can also be for a one-sided test.
    """

    test: bool
    n: int | None
    width: float | None
    power: float
    level: float
    alternative: PlannedAlternative
    margin: float | None = None
    clusters: ClusterDesign | None = None

    @classmethod
    def of(
        cls,
        width: float | None,
        power: float | None,
        n: int | None,
        level: float,
        alternative: PlannedAlternative,
        margin: float | None,
        cluster_size: float | None = None,
        icc: float | None = None,
        cluster_size_cv: float = 0.0,
        *,
        test: bool,
        widest: float,
    ) -> Aim:
        """
        Check that the options go together.

        Raises
        ------
        OptionError
            If none or several of width, power and n are to be found, or a number is outside its range.
        """
        clusters = ClusterDesign.of(cluster_size, icc, cluster_size_cv)
        margin = check_alternative(alternative, margin, level, test=test and width is None)
        check_rows(n, least=1)
        if clusters is not None and n is not None:
            clusters.check_rows(n)
        if test and width is not None:
            raise OptionError(
                "plan for one thing at a time: width= for an interval, or a test (against=, or two models and a power)."
            )
        if test:
            return cls(True, n, None, check_power(power, n, level), level, alternative, margin, clusters)
        if (width is None) == (n is None):
            raise OptionError(
                "say what to plan for: width= (the distance between the limits of the interval), or n= to see how wide "
                "it gets, or against= for a test."
            )
        if power is not None:
            msg = "power= belongs to a test; the width of an interval is planned at the assumed values. See simulate."
            raise OptionError(msg)
        if width is not None and not (is_finite_number(width) and 0 < width < widest):
            msg = f"width is the distance between the limits, a number between 0 and {widest:g}, not {width!r}."
            raise OptionError(msg)
        return cls(False, n, width, float("nan"), level, "two-sided", clusters=clusters)

    @property
    def tail(self) -> float:
        """What is left of ``1 - level`` on one side; a claim with a margin is tested so, or by two such tests."""
        return (1 - self.level) / (2 if self.alternative == "two-sided" else 1)

    @property
    def coverage(self) -> float:
        """The coverage of the two-sided interval: that of the plan, or that which goes with the test."""
        return 1 - 2 * self.tail

    def effective(self, n: float) -> float:
        """How many independent rows n rows are worth."""
        return n if self.clusters is None else n / self.clusters.effect

    def degrees(self, n: float) -> float | None:
        """Degrees of freedom of clusters; None, for the normal distribution, of independent rows."""
        return None if self.clusters is None else self.clusters.degrees(n)

    def z(self, n: float) -> float:
        """The quantile of the interval of n rows, and the critical value of their test."""
        return two_sided(self.coverage, self.degrees(n))

    def reached_by(self, outcome: float) -> bool:
        """Whether a study with this power, or width, is enough."""
        if self.width is not None:
            return outcome <= self.width * (1 + 1e-12)
        return outcome >= self.power - 1e-12

    def smallest(self, enough: Callable[[int], bool]) -> int:
        """Find the smallest number of rows that is enough; a whole number of clusters."""
        clusters = self.clusters
        if clusters is None:
            return smallest(enough)
        return clusters.rows(smallest(lambda many: enough(clusters.rows(many)), least=2))

    def after(self, n: int, step: int = 1) -> int:
        """Return the next larger number of rows, at least `step` more; of whole clusters."""
        more = n + max(step, 1)
        return more if self.clusters is None else self.clusters.rows(math.ceil(more / self.clusters.size - 1e-9))

    def region(
        self, value: float, against: float, ends: tuple[float, float] = (-math.inf, math.inf), what: str = ""
    ) -> Region | None:
        """
        Return where the alternative says that a value lies that is compared with another; None of a width.

        Raises
        ------
        OptionError
            If what is expected does not lie there, or every value between the `ends` does: there is nothing to show.
        """
        if not self.test:
            return None
        margin = self.margin
        if margin is None:
            if abs(value - against) < 1e-12:
                of_two = "difference" in what
                alike = "A and B are expected to be alike" if of_two else f"against is {against:g}, as is expected"
                raise OptionError(f"{alike}: there is no difference to show, whatever the number of rows.")
            low, high = (against, math.inf) if value > against else (-math.inf, against)
        else:
            low = against + (margin if self.alternative == "superiority" else -margin)
            high = against + margin if self.alternative == "equivalence" else math.inf
            if not low + 1e-12 < value < high - 1e-12:
                where = f"above {low:.4g}" if math.isinf(high) else f"between {low:.4g} and {high:.4g}"
                claim = f"{self.alternative} with a margin of {margin:g}"
                turned = "difference" in what and low + 1e-12 < -value < high - 1e-12
                hint = " To plan for B above A, exchange the two." if turned else ""
                raise OptionError(f"{claim} shows a value {where}, and {value:.4g} is expected.{hint}")
        region = Region(low if low > ends[0] else -math.inf, high if high < ends[1] else math.inf)
        if math.isinf(region.low) and math.isinf(region.high):
            msg = f"{what} is never below {ends[0]:g} or above {ends[1]:g}: with this margin there is nothing to show."
            raise OptionError(msg)
        return region

    def claim(self, what: str, value: float, against: float) -> str:
        """Say what the test shows of one value."""
        if self.margin is None:
            return f"{what} is shown to be {'above' if value > against else 'below'} {against:g}"
        return f"{what} is shown {_SHOWN[self.alternative]} to {against:g} (margin {self.margin:g})"

    def claim_of_two(self, difference: float, better: str) -> str:
        """Say what the test shows of A and B; `better` says what the better one does."""
        if self.margin is None:
            return f"{'A' if difference > 0 else 'B'} is shown to {better}, by {abs(difference):.3g},"
        if self.alternative == "equivalence":
            return f"A and B are shown to be equivalent (margin {self.margin:g})"
        return f"A is shown {_SHOWN[self.alternative]} to B (margin {self.margin:g})"

    def with_power(self, claim: str, power: str) -> str:
        """Say with which power the test shows it."""
        sides = "two-sided" if self.alternative == "two-sided" else "one-sided"
        return f"{claim} with a power of {power}, {sides} at {(1 - self.level) * 100:.3g} %"


def check_alternative(
    alternative: PlannedAlternative, margin: float | None, level: float, *, test: bool
) -> float | None:
    """
    Check the level, and that alternative and margin go together, as `Metric.compare` asks for them.

    Returns the margin, which of superiority is 0 where none is given.
    """
    check_level(level)
    margin = check_margin(alternative, margin, level, get_args(PlannedAlternative))
    if margin is not None and not test:
        msg = f"alternative={alternative!r} is tested: it goes with against= or two models, not with width=."
        raise OptionError(msg)
    return margin


def check_rows(n: int | None, *, least: int) -> None:
    """Check a number of rows, where one is given."""
    if n is not None and (isinstance(n, bool) or not isinstance(n, int) or n < least):
        raise OptionError(f"n is a number of rows, a whole number of at least {least}, not {n!r}.")


def check_power(power: float | None, n: int | None, level: float) -> float:
    """Return the power that is wanted."""
    if power is None:
        return _POWER
    if n is not None:
        raise OptionError("give power= to find the number of rows, or n= to find the power, not both.")
    if not (is_finite_number(power) and 1 - level < power < 1):
        raise OptionError(
            f"power is the probability that the study shows what is true, between {1 - level:.3g} (the level of the "
            f"test) and 1, such as 0.8, not {power!r}."
        )
    return float(power)


def check_share(name: str, value: float, *, low: float = 0.0, high: float = 1.0) -> float:
    """Return a number strictly between two others, by default a share between 0 and 1."""
    if not is_finite_number(value) or not low < value < high:
        raise OptionError(f"{name} must be a number between {low:g} and {high:g} (not one of them), not {value!r}.")
    return float(value)


def is_finite_number(value: object) -> bool:
    """Whether a value is a finite number, and no bool."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


@dataclass(frozen=True, slots=True)
class ClusterDesign:
    """
    Clusters of `size` rows in the mean, with a coefficient of variation `cv` of their sizes.

    `icc` is the correlation, between two rows of a cluster, of what rows add to the metric.
    """

    size: float
    icc: float
    cv: float = 0.0

    @classmethod
    def of(cls, size: float | None, icc: float | None, cv: float) -> ClusterDesign | None:
        """
        Check what a user gives; None for independent rows.

        Raises
        ------
        OptionError
            If a number is missing or outside its range.
        """
        if size is None:
            if icc is not None or cv != 0:
                msg = "icc= and cluster_size_cv= are about clusters: give cluster_size=, the rows of one, as well."
                raise OptionError(msg)
            return None
        if not is_finite_number(size) or size < 1:
            msg = f"cluster_size is the mean number of rows of a cluster, a number of at least 1, not {size!r}."
            raise OptionError(msg)
        if icc is None:
            msg = "cluster_size= needs icc=, how alike the rows of a cluster are, between 0 and 1. See a pilot."
            raise OptionError(msg)
        if not is_finite_number(icc) or not 0 <= icc <= 1:
            raise OptionError(f"icc is the correlation of two rows of a cluster, a number from 0 to 1, not {icc!r}.")
        if not is_finite_number(cv) or cv < 0:
            msg = f"cluster_size_cv is the standard deviation of the sizes over their mean, 0 or more, not {cv!r}."
            raise OptionError(msg)
        return cls(float(size), float(icc), float(cv))

    @property
    def effect(self) -> float:
        """
        The design effect ``1 + ((cv^2 + 1) m - 1) icc``: how much larger the variance is than that of independent rows.

        Eldridge, Ashby & Kerry (2006), Sample size for cluster randomized trials: effect of coefficient of variation of
        cluster size and analysis method, International Journal of Epidemiology 35:1292, eq. 6. For clusters of one size
        it is ``1 + (m - 1) icc`` (Kish 1965).
        """
        return 1 + ((self.cv**2 + 1) * self.size - 1) * self.icc

    def rows(self, many: int) -> int:
        """How many rows so many clusters have."""
        return math.ceil(many * self.size - 1e-9)

    def number(self, n: float) -> float:
        """How many clusters make n rows, not rounded but for what rounding the rows has added."""
        exact = n / self.size
        return max(math.floor(exact + 1e-9), 2) if exact - math.floor(exact + 1e-9) < 1 / self.size else exact

    def degrees(self, n: float) -> float:
        """
        Degrees of freedom of n rows: clusters less one, and fewer where sizes differ.

        They are Satterthwaite's as the intervals have them, about ``(G - 1) (sum q)^2 / (G sum q^2)`` for the variances
        ``q = m (1 - icc) + m^2 icc`` of the sums of clusters, with sizes m that vary as a gamma distribution.
        """
        size, more, icc = self.size, self.cv**2, self.icc
        second = size**2 * (1 + more)
        third = second * size * (1 + 2 * more)
        fourth = third * size * (1 + 3 * more)
        mean = (1 - icc) * size + icc * second
        square = (1 - icc) ** 2 * second + 2 * icc * (1 - icc) * third + icc**2 * fourth
        return max((self.number(n) - 1) * mean**2 / square, 1.0)

    def check_rows(self, n: int) -> None:
        """Raise where n rows are no two clusters."""
        if n < 2 * self.size - 1e-9:
            msg = f"{n} rows are less than two clusters of {self.size:g}: nothing shows how clusters differ."
            raise OptionError(msg)

    def __str__(self) -> str:
        """The assumption."""
        spread = f" in the mean (coefficient of variation {self.cv:g})" if self.cv else ""
        return f"clusters of {self.size:g} rows{spread}, correlated by {self.icc:g} (design effect {self.effect:.3g})"


@dataclass(frozen=True, slots=True)
class Split:
    """How the rows of a study divide: not at all."""

    clusters: ClusterDesign | None = None
    names: tuple[str, ...] = ()

    def of(self, n: int) -> Sizes:
        """Rows of each class or group in a study of n, perhaps not rounded."""
        return (n,)

    def whole(self, n: int) -> Sizes:
        """Whole rows of each in a study of n."""
        return self.of(n)

    def tried(self, count: int) -> Sizes:
        """Rows of each that the search tries at a count, perhaps not rounded."""
        return self.of(count)

    def needed(self, count: int) -> Sizes:
        """Whole rows of each for the count that was found."""
        return self.tried(count)


@dataclass(frozen=True, slots=True)
class ClassRatio(Split):
    """Positive rows, and negative ones at a ratio to them; the search counts positive rows, or rows in clusters."""

    names: tuple[str, ...] = ("positive", "negative")
    ratio: float = 1.0

    @classmethod
    def at(cls, prevalence: float, clusters: ClusterDesign | None) -> ClassRatio:
        """From the share of positive rows."""
        share = check_share("prevalence", prevalence)
        if min(share, 1 - share) < _RAREST:
            msg = f"prevalence must leave rows of both classes, {_RAREST:g} or more of each, not {prevalence:g}."
            raise OptionError(msg)
        return cls(clusters, ratio=(1 - share) / share)

    def of(self, n: int) -> Sizes:
        """Positive and negative rows of a study of n rows, not rounded."""
        return n / (1 + self.ratio), n * self.ratio / (1 + self.ratio)

    def whole(self, n: int) -> tuple[int, int]:
        """Whole rows of a study of n; at least one of each class."""
        if n < 2:
            raise OptionError("a study of two classes has at least 2 rows.")
        positive = min(max(round(n / (1 + self.ratio)), 1), n - 1)
        return positive, n - positive

    def tried(self, count: int) -> Sizes:
        """So many positive rows with their negative ones, not rounded; of clusters, so many rows in all."""
        return (count, count * self.ratio) if self.clusters is None else self.of(count)

    def needed(self, count: int) -> Sizes:
        """The same in whole rows."""
        return (count, math.ceil(count * self.ratio - 1e-9)) if self.clusters is None else self.whole(count)


@dataclass(frozen=True, slots=True)
class GroupRatio(Split):
    """Rows of A, and rows of B at a ratio to them; the search counts those of A."""

    names: tuple[str, ...] = ("A", "B")
    ratio: float = 1.0

    def of(self, n: int) -> Sizes:
        """The rows of both groups, of n together."""
        least = 1 if self.clusters is None else math.ceil(2 * self.clusters.size)
        if n < 2 * least:
            msg = f"{n} rows are too few: each group has at least {'a row' if least == 1 else 'two clusters'}."
            raise OptionError(msg)
        first = min(max(math.floor(n / (1 + self.ratio) + 1e-9), least), n - least)
        return first, n - first

    def tried(self, count: int) -> Sizes:
        """So many rows of A, and those of B; whole clusters."""
        if self.clusters is None:
            return count, math.ceil(count * self.ratio - 1e-9)
        return count, self.clusters.rows(max(math.ceil(self.clusters.number(count) * self.ratio - 1e-9), 2))


@dataclass(frozen=True, slots=True)
class Region:
    """
    The values above `low`, below `high`, or both; infinite where there is no limit.

    A test shows it if it rejects "at most `low`" and "at least `high`", each one-sided (Schuirmann 1987, Journal of
    Pharmacokinetics and Biopharmaceutics 15:657). That is when limits of the same level lie inside.
    """

    low: float
    high: float

    def power(
        self, value: float, se: float, nulls: tuple[float, float], *, z: float, degrees: float | None = None
    ) -> float:
        """
        P(``low + z nulls[0]`` < estimate < ``high - z nulls[1]``) of an estimate around `value` with the error `se`.

        `nulls` are the standard errors under the hypotheses at both limits. For one limit and a power P it is the usual
        ``n = (z sqrt(V0) + z_P sqrt(V1))^2 / distance^2``. With `degrees` of freedom, t stands in place of normal.
        """
        ends = self.low + z * nulls[0], self.high - z * nulls[1]
        if se <= 0:
            return float(ends[0] < value < ends[1])
        above, below = (_cdf((end - value) / se, degrees) for end in ends)
        return max(below - above, 0.0)


def _cdf(z: float, degrees: float | None) -> float:
    if math.isinf(z):
        return float(z > 0)
    half = tail(z, degrees) / 2
    return half if z < 0 else 1 - half


class Rare(NamedTuple):
    """Rows that the plan rests on: their share of each class or group, the least that are enough, and the doubt."""

    shares: Sizes
    least: float
    doubt: str


class Words(NamedTuple):
    """
    What is planned for, in words.

    Attributes
    ----------
    what : str
        What the interval is of.
    claim : str
        What the test shows.
    assumed : str or None
        What is assumed, beside that rows are independent.
    ends : tuple of float or None
        The range to which limits are cut that the sentence names; None, and it names none.
    """

    what: str
    claim: str
    assumed: str | None = None
    ends: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """
    What a study estimates, and how sure its rows make it. Each kind of study is a function that fills one of these.

    Attributes
    ----------
    value : float
        What is expected.
    region : Region or None
        Where a test is to show that it lies; None of a width.
    variance : callable
        Takes a value and independent rows (of each class or group); gives the variance of the estimate if it is true.
    words : Words
        What is planned for.
    limits : callable, optional
        Takes n and how many independent rows (of each class or group) these are worth; gives the interval of a study
        that turns out as expected. Default: the value and z standard errors on both sides.
    exact : callable, optional
        Takes rows (of each class or group); gives the power, summed over all outcomes.
    simulate : callable, optional
        Takes a generator, n and how many studies of n rows; gives the limits of each.
    runs : callable
        How many studies of n rows are simulated.
    split : Split
        How rows divide into classes or groups.
    degrees : callable, optional
        Degrees of freedom of clusters, where they are not those of one sample.
    rare : Rare, optional
        Rows of which there must not be few.
    """

    value: float
    region: Region | None
    variance: Callable[..., float]
    words: Words
    limits: Callable[..., tuple[Any, Any]] | None = None
    exact: Callable[..., float] | None = None
    simulate: Callable[[np.random.Generator, int, int], Limits] | None = None
    runs: Callable[[float], int] = round
    split: Split = Split()
    degrees: Callable[..., float] | None = None
    rare: Rare | None = None


def plan(
    design_by: Callable[[str], Design],
    aim: Aim,
    method: str | None,
    methods: tuple[str, ...],
    *,
    most: float = math.inf,
    beyond: str = "",
) -> Plan:
    """
    Return the smallest study that reaches its aim, or what n rows reach: by formula, exactly, or in simulated studies.

    Parameters
    ----------
    design_by : callable
        Gives the design by a method.
    aim : Aim
        The width or the power.
    method : str or None
        One of the `methods`; None for the first.
    methods : tuple of str
        Those that there are.
    most, beyond : float, str
        Where the first method would take more rows than that, this one is the default.
    """
    chosen = require_choice("method", method, (*methods, None)) or methods[0]
    design = design_by(chosen)
    count, sizes = _by_formula(design, aim)
    if method is None and sum(sizes) > most and (design.exact or design.simulate) is not None:
        chosen = beyond
        design = design_by(chosen)
        count, sizes = _by_formula(design, aim)
    reached, error = partial(_of_n, design, aim), None
    if design.simulate is not None:
        runs = design.runs(sum(sizes))
        reached = partial(_simulated_share, design, runs)
        tried = _measured(design, aim, runs)
        sizes, outcome, error = design.split.whole(tried.n), tried.share, tried.error
    else:
        if design.exact is not None and aim.n is None:
            needed, exact = design.split.needed, design.exact
            sizes = needed(smallest_lasting(lambda count: exact(*needed(count)), aim.power, guess=count))
        outcome = _outcome(design, aim, sizes)
    n = int(sum(sizes))
    return Plan(
        n,
        dict(zip(design.split.names, map(int, sizes), strict=False)) or None,
        outcome if aim.test else None,
        None if aim.test else outcome,
        aim.level,
        chosen,
        _sentence(design, aim, sizes, outcome),
        tuple(filter(None, (design.words.assumed, "independent rows" if aim.clusters is None else str(aim.clusters)))),
        error,
        "; ".join(_doubts(design, aim, sizes)) or None,
        None if aim.clusters is None else math.ceil(aim.clusters.number(n) - 1e-9),
        None if aim.clusters is None else aim.clusters.effect,
        aim.margin,
        aim.alternative,
        reached=reached,
    )


def _by_formula(design: Design, aim: Aim) -> tuple[int, Sizes]:
    """The count, and the rows of each class or group, that reach the aim by the formula; of the given n."""
    if aim.n is not None:
        return aim.n, design.split.whole(aim.n)
    count = aim.smallest(lambda count: aim.reached_by(_formula(design, aim, design.split.tried(count))))
    return count, design.split.needed(count)


def _formula(design: Design, aim: Aim, sizes: Sizes) -> float:
    """The width, or the power of the normal distribution (with clusters: of t)."""
    if design.region is None:
        low, high = _limits(design, aim, sizes)
        return high - low
    rows, degrees = tuple(map(aim.effective, sizes)), _degrees(design, aim, sizes)
    low, high, se = (
        math.sqrt(design.variance(value, *rows)) if math.isfinite(value) else 0.0
        for value in (design.region.low, design.region.high, design.value)
    )
    z = two_sided(aim.coverage, degrees)
    return design.region.power(design.value, se, (low, high), z=z, degrees=degrees)


def _limits(design: Design, aim: Aim, sizes: Sizes) -> tuple[float, float]:
    rows = tuple(map(aim.effective, sizes))
    if design.limits is not None:
        low, high = map(np.asarray, design.limits(sum(sizes), *rows))
        return low.item(), high.item()
    half = two_sided(aim.coverage, _degrees(design, aim, sizes)) * math.sqrt(design.variance(design.value, *rows))
    return design.value - half, design.value + half


def _degrees(design: Design, aim: Aim, sizes: Sizes) -> float | None:
    return aim.degrees(sum(sizes)) if design.degrees is None else design.degrees(*sizes)


def _outcome(design: Design, aim: Aim, sizes: Sizes) -> float:
    return _formula(design, aim, sizes) if design.exact is None else design.exact(*sizes)


def _of_n(design: Design, aim: Aim, n: int) -> float:
    return _outcome(design, aim, design.split.of(n))


def _simulated(design: Design, n: int, runs: int) -> Tried:
    """Simulate so many studies of n rows; the same for the same design."""
    assert design.simulate is not None
    assert design.region is not None
    low, high = design.simulate(np.random.default_rng([_SEED, n]), n, runs)
    return Tried(n, runs, int(((low > design.region.low) & (high < design.region.high)).sum()))


def _simulated_share(design: Design, runs: int, n: int) -> float:
    return _simulated(design, n, runs).share


def _sentence(design: Design, aim: Aim, sizes: Sizes, outcome: float) -> str:
    words = design.words
    if aim.test:
        return aim.with_power(words.claim, f"{outcome:.3f}")
    text = f"the {aim.level * 100:g} % interval of {words.what} is {outcome:.3f} wide"
    if words.ends is None:
        return text
    low, high = (min(max(end, words.ends[0]), words.ends[1]) for end in _limits(design, aim, sizes))
    return f"{text}, {low:.3f} to {high:.3f}"


def _doubts(design: Design, aim: Aim, sizes: Sizes) -> list[str]:
    doubts = []
    if design.rare is not None:
        rows = min(aim.effective(size) * share for size, share in zip(sizes, design.rare.shares, strict=True))
        if rows < design.rare.least:
            doubts.append(design.rare.doubt.format(rows))
    if aim.clusters is not None:
        n = sum(sizes)
        doubts += few_degrees("the", math.ceil(aim.clusters.number(n) - 1e-9), aim.clusters.degrees(n))
    return doubts


def few_degrees(whose: str, clusters: int, degrees: float) -> list[str]:
    """Say so where few clusters tell how much they vary, as intervals do."""
    return [few_left(clusters, degrees, whose)] if degrees < FEW_DEGREES else []


def smallest(enough: Callable[[int], bool], *, least: int = 1) -> int:
    """
    Bisect for the smallest n that is enough, where every larger one is as well.

    Raises
    ------
    OptionError
        If no study of any size that can be done is enough.
    """
    high = least
    while not enough(high):
        if high >= MOST:
            raise OptionError(f"not even {MOST:,} rows reach this: ask for less, or for a larger difference.")
        high = min(2 * high, MOST)
    low = max(least - 1, high // 2)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def smallest_lasting(power: Callable[[int], float], target: float, *, guess: int) -> int:
    """
    Find the smallest n from which on the power stays at or above the target.

    The power of an exact test of counts rises like a saw, as few numbers of rows use up the level of the test. One row
    more must not lose what was planned for (Chernick & Liu 2002, The American Statistician 56:149). `guess`, from the
    normal distribution, is where the search starts.
    """
    step = max(8, round(4 * math.sqrt(guess)))
    high = guess
    while not all(power(n) >= target for n in range(high, high + step, max(1, step // 16))):
        if high >= MOST:
            msg = f"not even {MOST:,} rows reach a power of {target:g}: ask for less, or for a larger difference."
            raise OptionError(msg)
        high += step
        step = max(step, high // 16)
    last = high + 2 * step
    while last > 0 and power(last) >= target:
        last -= 1
    return last + 1


def last_count(holds: Callable[[IntArray], npt.NDArray[np.bool_]], most: IntArray) -> IntArray:
    """Bisect, for all entries at once, for the last count from 0 to `most` up to which it holds; -1 if for none."""
    low, high = np.full(most.shape, -1), most + 1
    while (high - low > 1).any():
        middle = np.maximum((low + high) // 2, 0)
        passes = holds(np.minimum(middle, most)) & (middle < high)
        low, high = np.where(passes, middle, low), np.where(passes | (middle >= high), high, middle)
    return low


@dataclass(frozen=True, slots=True)
class Tried:
    """How many of `runs` studies of n rows reached the aim, and in how many it is undefined whether they do."""

    n: int
    runs: int
    reached: int
    undefined: int = 0

    @property
    def share(self) -> float:
        """An estimate of the power."""
        return self.reached / self.runs

    @property
    def error(self) -> float:
        """Its standard error; of no study or all of them, as if half of one more had gone the other way."""
        share = (self.reached + 0.5) / (self.runs + 1) if self.reached in (0, self.runs) else self.share
        return math.sqrt(share * (1 - share) / self.runs)


# The power of a test as its own simulated studies have it, and the smallest size from which on it lasts.
#
# A formula gives the start and the slope: on the scale of normal quantiles the measured power runs beside that of the
# formula, so that a few sizes are enough to tell how far apart the two are.


def _measured(design: Design, aim: Aim, runs: int) -> Tried:
    """
    Measure the power of the given number of rows, or find the smallest whose measured power lasts.

    It lasts as far as the Monte-Carlo error can tell. Of clusters, the smallest number of them.

    Raises
    ------
    OptionError
        If no study of any size that can be done reaches it.
    """
    if aim.n is not None:
        return _simulated(design, aim.n, runs)
    tried, formula = lru_cache(maxsize=None)(partial(_simulated, design)), partial(_of_n, design, aim)  # each size once
    n = aim.smallest(lambda n: aim.reached_by(formula(n)))
    for many in (max(runs // 4, 1), runs):
        n = _settled(tried, formula, aim, n, many)
    while n <= MOST:
        short = _last_short(tried, aim, n, runs)
        if short is None:
            return tried(n, runs)
        n = aim.after(short, round(_MEASURED_STEP * short))
    msg = f"not even {MOST:,} rows reach a power of {aim.power:g}: ask for less, or for a larger difference."
    raise OptionError(msg)


def _settled(tried: Callable[[int, int], Tried], formula: Callable[[int], float], aim: Aim, n: int, runs: int) -> int:
    """Return the number of rows at which the formula, moved to the power measured near n, has the power."""
    seen: dict[int, Tried] = {}
    for _ in range(_MEASURED_TRIES):
        seen[n] = tried(n, runs)
        near = [study for study in seen.values() if abs(study.n - n) <= _MEASURED_NEAR * n]
        offset = float(np.mean([_probit(study.share) - _probit(formula(study.n)) for study in near]))
        wanted = min(NormalDist().inv_cdf(aim.power) - offset, _probit(1.0))
        following = aim.smallest(partial(_is_above, wanted, formula))
        if following in seen or abs(following - n) <= _MEASURED_STEP * n:
            return following
        n = following
    return n


def _is_above(wanted: float, formula: Callable[[int], float], n: int) -> bool:
    return _probit(formula(n)) >= wanted


def _last_short(tried: Callable[[int, int], Tried], aim: Aim, n: int, runs: int) -> int | None:
    """The last of n and, of small studies, the next sizes whose power is short; the next by more than noise."""
    if tried(n, runs).share < aim.power:
        return n
    following = [n]
    while n < _SAW and len(following) <= _AHEAD:
        following.append(aim.after(following[-1]))
    tries = [tried(size, runs) for size in following[1:]]
    return max((study.n for study in tries if study.share < aim.power - 2 * study.error), default=None)


def _probit(share: float) -> float:
    return NormalDist().inv_cdf(min(max(share, 1e-6), 1 - 1e-6))


def noise(runs: int, degrees: float | None, random: np.random.Generator) -> FloatArray | float:
    """
    Return by how much standard errors from `degrees` + 1 clusters are off; nothing of independent rows.

    Their squares are about chi-squared over its degrees of freedom, which is what makes t of z.
    """
    return 1.0 if degrees is None else np.sqrt(random.chisquare(degrees, runs) / degrees)


def runs_for(total: int, size_of: Callable[[float], float], n: float) -> int:
    """How many studies of n rows are simulated: fewer of larger ones, with `total` rows, or clusters, in all."""
    return min(max(round(total / max(size_of(n), 1)), _FEWEST_RUNS), _MOST_RUNS)
