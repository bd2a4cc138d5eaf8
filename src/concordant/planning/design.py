"""`Design`, aims, clusters, regions, the search, `plan()`."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial, wraps
from statistics import NormalDist
from typing import ParamSpec, TypeVar, get_args

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.inference.comparisons.difference import meant
from concordant.inference.quantiles import check_level, tail, two_sided
from concordant.metrics.definition.options import data_names_of, options_of, refuse_unknown
from concordant.names import require_choice, unknown_choice
from concordant.result.plans import Plan, PlannedAlternative
from concordant.typing import FloatArray, IntArray

P = ParamSpec("P")
R = TypeVar("R")
FEW_CLUSTERS = 20  # below, a standard error from so many clusters is in doubt; intervals say the same
MOST = 10**9  # rows; a plan for more is none
Simulate = Callable[[int, int], "Tried"]  # rows, studies -> how many of them show it
CountReached = Callable[[int, int], int]  # rows, studies -> how many of them reach the aim
_MOST_ROWS = 10**6  # rows
_SEARCH_STEP = 1.5
_SEARCH_NEAR = 1.05  # a bracket this narrow is as good as the noise
_SEARCH_TRIES = 12
_MOST_RUNS, _FEWEST_RUNS = 10_000, 1_000
_SEED = 20_201  # of all measured plans: the same wishes give the same plan
_MEASURED_TRIES = 12
_MEASURED_NEAR = 0.03  # sizes so near tell together how far the formula is off
_MEASURED_STEP = 0.005  # of the size; finer is lost in the noise
_SAW = 250  # rows; below, power can rise like a saw, and the next sizes are tried as well
_AHEAD = 3
_POWER = 0.8  # where nobody says, as everywhere in the field


def knows_its_options(plan: Callable[P, R]) -> Callable[P, R]:
    """Make a plan refuse an option that it does not have; the message lists those that it has, and the nearest."""
    names = (*data_names_of(plan), *options_of(plan))

    @wraps(plan)
    def checked(*values: P.args, **options: P.kwargs) -> R:
        refuse_unknown(f"planning.{plan.__name__}", options, names)
        return plan(*values, **options)

    return checked


def check_aim(
    width: float | None,
    power: float | None,
    n: int | None,
    level: float,
    alternative: PlannedAlternative,
    margin: float | None,
    clusters: ClusterDesign | None,
    *,
    test: bool,
    widest: float,
) -> StudyAim:
    """
    Check that the options go together.

    Raises
    ------
    OptionError
        If none or several of width, power and n are to be found, or a number is outside its range.
    """
    check_alternative(alternative, margin, level, test=test and width is None)
    check_rows(n, least=1)
    if clusters is not None and n is not None:
        clusters.check_rows(n)
    if test and width is not None:
        msg = "plan for one thing at a time: width= for an interval, or a test (against=, or two models and a power)."
        raise OptionError(msg)
    if test:
        return StudyAim(True, n, None, check_power(power, n, level), level, alternative, margin, clusters)
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
    return StudyAim(False, n, width, float("nan"), level, "two-sided", clusters=clusters)


def check_alternative(alternative: PlannedAlternative, margin: float | None, level: float, *, test: bool) -> None:
    """Check the level, and that alternative and margin go together, as `Metric.compare` asks for them."""
    check_level(level)
    names = get_args(PlannedAlternative)
    if alternative not in names:
        raise unknown_choice("alternative", alternative, names, hint=meant(alternative, names))
    if alternative in ("two-sided", "one-sided"):
        if margin is not None:
            msg = f'margin= goes with alternative="non-inferiority" or "equivalence", not with "{alternative}".'
            raise OptionError(msg)
    elif not (is_finite_number(margin) and margin is not None and margin > 0):
        raise OptionError(
            f"alternative={alternative!r} needs margin=, the greatest difference that does not matter: a positive "
            f"number, not {margin!r}."
        )
    elif not test:
        msg = f"alternative={alternative!r} is tested: it goes with against= or two models, not with width=."
        raise OptionError(msg)
    if alternative != "two-sided" and level <= 0.5:
        msg = f"alternative={alternative!r} is tested at 1 - level, one-sided: level must be above 0.5, not {level!r}."
        raise OptionError(msg)


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


def check_differs(expected: float, against: float, name: str = "against") -> None:
    """Raise where there is nothing to show."""
    if abs(expected - against) < 1e-12:
        msg = f"{name} is {against:g}, as is expected: there is no difference to show, whatever the number of rows."
        raise OptionError(msg)


def check_method(method: str | None, methods: tuple[str, ...]) -> str:
    """Return the method, the first one known by default."""
    return require_choice("method", method, (*methods, None)) or methods[0]


def is_finite_number(value: object) -> bool:
    """Whether a value is a finite number, and no bool."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


@dataclass(frozen=True, slots=True)
class StudyAim:
    """
    Plan for a `test` or for a width, at a given `n` or for the smallest; of rows, or rows in clusters.

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

    @property
    def one_sided(self) -> bool:
        """Whether `1 - level` is spent on one side; a claim with a margin is tested so, or by two such tests."""
        return self.alternative != "two-sided"

    @property
    def tail(self) -> float:
        """What is left of ``1 - level`` on one side: the probability of a false alarm there."""
        return (1 - self.level) / (1 if self.one_sided else 2)

    @property
    def coverage(self) -> float:
        """The coverage of the two-sided interval that goes with the test."""
        return 1 - 2 * self.tail

    def effective(self, n: float) -> float:
        """How many independent rows n rows are worth."""
        return n if self.clusters is None else n / self.clusters.effect

    def degrees(self, n: float) -> float | None:
        """Degrees of freedom of clusters; None, for the normal distribution, of independent rows."""
        return None if self.clusters is None else self.clusters.degrees(n)

    def z(self, n: float) -> float:
        """The quantile of the two-sided interval of n rows."""
        return two_sided(self.level, self.degrees(n))

    def z_alpha(self, n: float) -> float:
        """The critical value of the test of n rows."""
        return two_sided(self.coverage, self.degrees(n))

    def reached_by(self, outcome: float) -> bool:
        """Whether a study with this power, or width, is enough."""
        return outcome >= self.power - 1e-12 if self.width is None else outcome <= self.width + 1e-12

    def rows_for(self, enough: Callable[[int], bool]) -> int:
        """Return the given number of rows, or find the smallest that is enough."""
        return self.smallest(enough) if self.n is None else self.n

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

    def in_words(self) -> str:
        """The test."""
        sides = "one-sided" if self.one_sided else "two-sided"
        return f"{sides} at {(1 - self.level) * 100:.3g} %"


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

    def in_words(self) -> str:
        """The assumption."""
        spread = f" in the mean (coefficient of variation {self.cv:g})" if self.cv else ""
        return f"clusters of {self.size:g} rows{spread}, correlated by {self.icc:g} (design effect {self.effect:.3g})"


@dataclass(frozen=True, slots=True)
class ClassRatio:
    """How many negative rows come with each positive one."""

    ratio: float

    @classmethod
    def of(cls, prevalence: float) -> ClassRatio:
        """From the share of positive rows."""
        share = check_share("prevalence", prevalence)
        return cls((1 - share) / share)

    def needed(self, positive: int) -> dict[str, int]:
        """Whole rows for so many positive ones."""
        return {"positive": positive, "negative": math.ceil(positive * self.ratio - 1e-9)}

    def split(self, n: int) -> tuple[float, float]:
        """Positive and negative rows of a study of n rows, not rounded."""
        return n / (1 + self.ratio), n * self.ratio / (1 + self.ratio)

    def rounded(self, n: int) -> dict[str, int]:
        """Whole rows of a study of n; at least one of each class."""
        if n < 2:
            raise OptionError("a study of two classes has at least 2 rows.")
        positive = min(max(round(n / (1 + self.ratio)), 1), n - 1)
        return {"positive": positive, "negative": n - positive}

    def smallest(self, aim: StudyAim, enough: Callable[[float, float, float], bool]) -> dict[str, int]:
        """
        Rows of each class of the smallest study that is enough.

        `enough` is asked with positive and negative rows as independent ones, and with all rows.
        """
        if aim.clusters is not None:
            return self.rounded(aim.smallest(lambda n: enough(*self.effective(self.split(n), aim), n)))
        rows = 1 + self.ratio  # for each positive one
        return self.needed(smallest(lambda positive: enough(positive, positive * self.ratio, positive * rows)))

    @staticmethod
    def effective(rows: Iterable[float], aim: StudyAim) -> tuple[float, float]:
        """How many independent rows of each class these are worth."""
        positive, negative = (aim.effective(size) for size in rows)
        return positive, negative

    def drawn(self, n: int, aim: StudyAim) -> tuple[int, int]:
        """Whole rows of each class of a simulated study that stands for one of n rows."""
        least = 1 if aim.clusters is None else 2
        positive, negative = (max(round(size), least) for size in self.effective(self.rounded(n).values(), aim))
        return positive, negative


@dataclass(frozen=True, slots=True)
class Region:
    """
    The values above `low`, below `high`, or both; infinite where there is no limit.

    A test shows it if it rejects "at most `low`" and "at least `high`", each one-sided (Schuirmann 1987, Journal of
    Pharmacokinetics and Biopharmaceutics 15:657). That is when limits of the same level lie inside.
    """

    low: float
    high: float

    def holds(self, low: FloatArray, high: FloatArray) -> npt.NDArray[np.bool_]:
        """Say of each interval whether it lies inside."""
        return np.asarray((low > self.low) & (high < self.high))

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


def region_of(value: float, against: float, aim: StudyAim) -> Region:
    """
    Return where the alternative says that a value lies that is compared with another.

    Raises
    ------
    OptionError
        If what is expected does not lie there: there is nothing to show.
    """
    margin = aim.margin
    if margin is None:
        check_differs(value, against, "against")
        return Region(against, math.inf) if value > against else Region(-math.inf, against)
    high = against + margin if aim.alternative == "equivalence" else math.inf
    region = Region(against - margin, high)
    if not region.low + 1e-12 < value < region.high - 1e-12:
        where = f"above {region.low:.4g}" if math.isinf(high) else f"between {region.low:.4g} and {high:.4g}"
        msg = f"{aim.alternative} with a margin of {margin:g} shows a value {where}, and {value:.4g} is expected."
        raise OptionError(msg)
    return region


def within(region: Region, low: float, high: float, what: str) -> Region:
    """Cut a region off where no value lies; raise if it holds all values."""
    cut = Region(region.low if region.low > low else -math.inf, region.high if region.high < high else math.inf)
    if math.isinf(cut.low) and math.isinf(cut.high):
        msg = f"{what} is never below {low:g} or above {high:g}: with this margin there is nothing to show."
        raise OptionError(msg)
    return cut


def shown(what: str, against: float, region: Region, aim: StudyAim) -> str:
    """Say what is shown of one value."""
    if aim.margin is None:
        side = "above" if math.isinf(region.high) else "below"
        return f"{what} is shown to be {side} {against:g}"
    if aim.alternative == "equivalence":
        return f"{what} is shown to be equivalent to {against:g} (margin {aim.margin:g})"
    return f"{what} is shown not to be inferior to {against:g} (margin {aim.margin:g})"


def shown_of_two(difference: float, aim: StudyAim, better: str) -> str:
    """Say what is shown of A and B; `better` says what the better one does."""
    if aim.margin is None:
        first = "A" if difference > 0 else "B"
        return f"{first} is shown to {better}, by {abs(difference):.3g},"
    if aim.alternative == "equivalence":
        return f"A and B are shown to be equivalent (margin {aim.margin:g})"
    return f"A is shown not to be inferior to B (margin {aim.margin:g})"


def plan_of(
    aim: StudyAim,
    n: int,
    outcome: float,
    *,
    method: str,
    says: str,
    assumed: str | None,
    reached: Callable[[int], float],
    groups: Mapping[str, int] | None = None,
    error: float | None = None,
    reason: str | None = None,
) -> Plan:
    """Return the plan of n rows; `outcome` is its power, or its width."""
    clusters = aim.clusters
    number = None if clusters is None else math.ceil(clusters.number(n) - 1e-9)
    few = f"only {number} clusters" if number is not None and number < FEW_CLUSTERS else None
    rows = "independent rows" if clusters is None else clusters.in_words()
    return Plan(
        n,
        groups,
        outcome if aim.test else None,
        None if aim.test else outcome,
        aim.level,
        method,
        says,
        (rows,) if assumed is None else (assumed, rows),
        error,
        "; ".join(filter(None, (reason, few))) or None,
        number,
        None if clusters is None else clusters.effect,
        aim.margin,
        aim.alternative,
        reached=reached,
    )


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
    """How many of `runs` studies of n rows reached the aim."""

    n: int
    runs: int
    reached: int

    @property
    def share(self) -> float:
        """An estimate of the power."""
        return self.reached / self.runs

    @property
    def error(self) -> float:
        """Its standard error; of no study or all of them, as if half of one more had gone the other way."""
        share = (self.reached + 0.5) / (self.runs + 1) if self.reached in (0, self.runs) else self.share
        return math.sqrt(share * (1 - share) / self.runs)


def search(simulate: CountReached, target: float, runs: int, *, guess: int, least: int) -> Tried:
    """
    Find about the smallest n whose power reaches the target.

    A bracket is found and halved with a quarter of the runs; a probit line through all that was seen says which n to
    try with all of them; n rises until its own studies reach the target.
    """
    coarse = max(runs // 4, min(runs, 100))
    seen: list[Tried] = []

    def tried(n: int, many: int) -> Tried:
        seen.append(Tried(n, many, simulate(n, many)))
        return seen[-1]

    low, high = _bracket(lambda n: tried(n, coarse).share >= target, guess, least)
    while high > low * _SEARCH_NEAR and high - low > 1:
        middle = round(math.sqrt(low * high))
        middle = min(max(middle, low + 1), high - 1)
        low, high = (low, middle) if tried(middle, coarse).share >= target else (middle, high)
    n = _by_probit(seen, target, low, high)
    for _ in range(_SEARCH_TRIES):
        last = tried(n, runs)
        if last.share >= target:
            return last
        n = max(n + 1, _by_probit(seen, target, n, round(n * 1.2) + 1))
    raise OptionError(f"the simulated power does not settle at {target:g} near {n:,} rows: take more runs.")


def _bracket(enough: Callable[[int], bool], guess: int, least: int) -> tuple[int, int]:
    """Two numbers of rows, the first not enough and the second enough."""
    n = min(max(guess, least), _MOST_ROWS)
    if enough(n):
        while n > least:
            smaller = max(least, math.floor(n / _SEARCH_STEP))
            if not enough(smaller):
                return smaller, n
            n = smaller
        return n - 1, n
    while n < _MOST_ROWS:
        larger = min(math.ceil(n * _SEARCH_STEP), _MOST_ROWS)
        if enough(larger):
            return n, larger
        n = larger
    raise OptionError(f"not even {_MOST_ROWS:,} rows reach this: ask for less, or for a larger difference.")


def _by_probit(seen: list[Tried], target: float, low: int, high: int) -> int:
    """Fit ``z(power) = a + b log n`` near the target, weighted by how well each point is known; the n of the target."""
    near = [tried for tried in seen if low / 1.6 <= tried.n <= high * 1.6 and 0 < tried.share < 1]
    if len({tried.n for tried in near}) < 2:
        return high
    normal = NormalDist()
    x = np.log([tried.n for tried in near])
    y = np.array([normal.inv_cdf(tried.share) for tried in near])
    weights = np.array(
        [tried.runs * normal.pdf(z) ** 2 / (tried.share * (1 - tried.share)) for tried, z in zip(near, y, strict=True)]
    )
    slope, start = np.polyfit(x, y, 1, w=np.sqrt(weights))
    if slope <= 0:
        return high
    n = math.exp(min((normal.inv_cdf(target) - start) / slope, math.log(_MOST_ROWS)))
    return min(max(math.ceil(n), low + 1), high)


# The power of a test as its own simulated studies have it, and the smallest size from which on it lasts.
#
# A formula gives the start and the slope: on the scale of normal quantiles the measured power runs beside that of the
# formula, so that a few sizes are enough to tell how far apart the two are.


def measured(simulate: Simulate, formula: Callable[[int], float], aim: StudyAim, runs: int) -> Tried:
    """
    Measure the power of the given number of rows, or find the smallest whose measured power lasts.

    It lasts as far as the Monte-Carlo error can tell. Of clusters, the smallest number of them.

    Raises
    ------
    OptionError
        If no study of any size that can be done reaches it.
    """
    if aim.n is not None:
        return simulate(aim.n, runs)
    studies = _Studies(simulate, formula, aim)
    n = studies.settled(aim.smallest(lambda n: formula(n) >= aim.power), max(runs // 4, 1))
    n = studies.settled(n, runs)
    while n <= MOST:
        short = studies.last_short(n, runs)
        if short is None:
            return studies.tried(n, runs)
        n = aim.after(short, round(_MEASURED_STEP * short))
    msg = f"not even {MOST:,} rows reach a power of {aim.power:g}: ask for less, or for a larger difference."
    raise OptionError(msg)


class _Studies:
    """Simulated studies, each size once."""

    def __init__(self, simulate: Simulate, formula: Callable[[int], float], aim: StudyAim) -> None:
        self.simulate, self.formula, self.aim = simulate, formula, aim
        self.seen: dict[tuple[int, int], Tried] = {}

    def tried(self, n: int, runs: int) -> Tried:
        """Simulate so many studies of n rows."""
        if (n, runs) not in self.seen:
            self.seen[n, runs] = self.simulate(n, runs)
        return self.seen[n, runs]

    def settled(self, n: int, runs: int) -> int:
        """Return the number of rows at which the formula, moved to the power measured near n, has the power."""
        for _ in range(_MEASURED_TRIES):
            self.tried(n, runs)
            seen = [tried for (_, many), tried in self.seen.items() if many == runs]
            near = [tried for tried in seen if abs(tried.n - n) <= _MEASURED_NEAR * n]
            offset = float(np.mean([_probit(tried.share) - _probit(self.formula(tried.n)) for tried in near]))
            wanted = min(NormalDist().inv_cdf(self.aim.power) - offset, _probit(1.0))
            following = self.aim.smallest(partial(self._reaches, wanted))
            if (following, runs) in self.seen or abs(following - n) <= _MEASURED_STEP * n:
                return following
            n = following
        return n

    def _reaches(self, wanted: float, n: int) -> bool:
        return _probit(self.formula(n)) >= wanted

    def last_short(self, n: int, runs: int) -> int | None:
        """The last of n and, of small studies, the next sizes whose power is short; the next by more than noise."""
        if self.tried(n, runs).share < self.aim.power:
            return n
        following = [n]
        while n < _SAW and len(following) <= _AHEAD:
            following.append(self.aim.after(following[-1]))
        tries = [self.tried(size, runs) for size in following[1:]]
        return max((tried.n for tried in tries if tried.share < self.aim.power - 2 * tried.error), default=None)


def _probit(share: float) -> float:
    return NormalDist().inv_cdf(min(max(share, 1e-6), 1 - 1e-6))


def measured_share(simulate: Simulate, runs: int, n: int) -> float:
    """Return the power of so many simulated studies of n rows."""
    return simulate(n, runs).share


def noisy(se: FloatArray, degrees: float | None, random: np.random.Generator) -> FloatArray:
    """
    Let standard errors vary as those from `degrees` + 1 clusters do.

    Their squares are about chi-squared over its degrees of freedom, which is what makes t of z.
    """
    if degrees is None:
        return se
    return np.asarray(se * np.sqrt(random.chisquare(degrees, len(se)) / degrees))


def runs_for(size: float, total: int) -> int:
    """How many studies of so many rows, or clusters, are simulated: fewer of larger ones, with `total` of all."""
    return min(max(round(total / max(size, 1)), _FEWEST_RUNS), _MOST_RUNS)


def random_of(n: int) -> np.random.Generator:
    """Return the random numbers of studies of n rows."""
    return np.random.default_rng([_SEED, n])
