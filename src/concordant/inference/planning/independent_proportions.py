"""How many rows to show that one of two models, each judged on rows of its own, is right more often."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial

import numpy as np

from concordant.errors import OptionError
from concordant.inference.planning.cluster_design import ClusterDesign
from concordant.inference.planning.independent_power import Sizes, independent_power, null_variance, score_limits
from concordant.inference.planning.known_options import knows_its_options
from concordant.inference.planning.plans import plan_of
from concordant.inference.planning.regions import Region, region_of, shown_of_two, within
from concordant.inference.planning.smallest_study import smallest_lasting
from concordant.inference.planning.study_aim import StudyAim, check_aim, check_method, check_share
from concordant.inference.quantiles import two_sided
from concordant.result.plans import Plan, PlannedAlternative

_MANY = 10_000  # rows; from here on the sum is slow, and no better than the normal distribution
_EXPECTED_ROWS = 5  # of either kind in a group


@knows_its_options
def independent_proportions(
    a: float,
    b: float,
    *,
    ratio: float = 1.0,
    width: float | None = None,
    margin: float | None = None,
    alternative: PlannedAlternative = "two-sided",
    power: float | None = None,
    n: int | None = None,
    cluster_size: float | None = None,
    icc: float | None = None,
    cluster_size_cv: float = 0.0,
    level: float = 0.95,
    method: str | None = None,
) -> Plan:
    """
    Plan a study that compares two shares of different rows, such as the accuracies of two models on their own cases.

    Parameters
    ----------
    a, b : float
        The shares that are expected.
    ratio : float
        The number of rows of B for each row of A.
    width : float, optional
        The greatest width of the interval of the difference, from limit to limit.
    margin, alternative
        What is to be shown, as in `Metric.compare_independent`: that A and B differ ("two-sided", or "one-sided"
        towards the greater share); that A is at most the margin worse than B ("non-inferiority"; higher shares are
        better); or that they differ by less than the margin ("equivalence"). All but "two-sided" are tested one-sided
        at ``1 - level``.
    power, n, cluster_size, icc, cluster_size_cv, level
        As in `proportion`; without `width`, a test is planned for. n are the rows of both groups together.
    method : {"miettinen-nurminen", "farrington-manning", "wald"}, optional
        Of a test: the score test of Miettinen & Nurminen, its power summed over all outcomes (the default up to
        10,000 rows); its normal approximation, ``n_a = (z_a sqrt(V0) + z_b sqrt(V1))^2 / (d - d0)^2`` with the
        variance V0 of the shares that are likeliest at the limit d0 (Farrington & Manning 1990, eq. 4; without a margin
        the pooled share: the formula of textbooks and of R's `power.prop.test`); or that with V1 in place of V0, as
        several packages have it for margins. Of a width: "miettinen-nurminen" (the default) or "wald". Rows in clusters
        are compared by their standard errors: "wald" is their default, with Welch's t in place of z.

    Returns
    -------
    Plan
        With the rows of each group. The power of "miettinen-nurminen" rises like a saw; the plan is for the smallest n
        from which on it stays above what was asked for.

    Raises
    ------
    OptionError
        If a number is outside its range, or there is nothing to show.

    Notes
    -----
    Planned with clusters for a power of 0.81 to 0.82, `accuracy.compare_independent` with ``cluster=`` had 0.80 to 0.83
    by ``method="delta"`` in 2,000 simulated studies of each of three settings (38 to 78 clusters, icc 0.1), and 0.80
    and 0.82 by its default in 300 studies of two of them (Monte-Carlo error 0.023).

    References
    ----------
    Farrington & Manning (1990), Statistics in Medicine 9:1447. Miettinen & Nurminen (1985), Statistics in Medicine
    4:213.

    Examples
    --------
    >>> from concordant import planning
    >>> planning.independent_proportions(0.85, 0.75).groups
    {'A': 249, 'B': 249}
    >>> planning.independent_proportions(0.85, 0.85, margin=0.1, alternative="non-inferiority").groups
    {'A': 161, 'B': 161}
    """
    pair = check_share("a", a), check_share("b", b)
    ratio = check_share("ratio", ratio, high=math.inf)
    aim = check_aim(
        test=width is None,
        width=width,
        power=power,
        n=n,
        level=level,
        alternative=alternative,
        widest=2.0,
        margin=margin,
        clusters=ClusterDesign.of(cluster_size, icc, cluster_size_cv),
    )
    if aim.test and aim.margin is None and abs(a - b) < 1e-12:
        msg = "both models are expected to be right equally often: there is no difference to show."
        raise OptionError(msg)
    region = within(region_of(a - b, 0.0, aim), -1.0, 1.0, "a difference of shares") if aim.test else None
    return _planned(_Study(pair, ratio, region, aim), method)


@dataclass(frozen=True, slots=True)
class _Study:
    """Two shares, the rows of B for each of A, and the differences to show; None for a width."""

    pair: tuple[float, float]
    ratio: float
    region: Region | None
    aim: StudyAim

    def sizes(self, first: int) -> Sizes:
        """The rows of both groups, from those of A; whole clusters."""
        clusters = self.aim.clusters
        if clusters is None:
            return first, math.ceil(first * self.ratio - 1e-9)
        return first, clusters.rows(max(math.ceil(clusters.number(first) * self.ratio - 1e-9), 2))

    def split(self, n: int) -> Sizes:
        """The rows of both groups, of n together."""
        least = 1 if self.aim.clusters is None else math.ceil(2 * self.aim.clusters.size)
        if n < 2 * least:
            msg = f"{n} rows are too few: each group has at least {'a row' if least == 1 else 'two clusters'}."
            raise OptionError(msg)
        first = min(max(math.floor(n / (1 + self.ratio) + 1e-9), least), n - least)
        return first, n - first

    def errors(self, sizes: Sizes) -> tuple[float, float]:
        """The standard errors of both shares."""
        first, second = (
            math.sqrt(p * (1 - p) / self.aim.effective(rows)) for p, rows in zip(self.pair, sizes, strict=True)
        )
        return first, second

    def degrees(self, sizes: Sizes) -> float | None:
        """Welch's degrees of freedom, of clusters."""
        clusters = self.aim.clusters
        if clusters is None:
            return None
        parts = [error**2 for error in self.errors(sizes)]
        rest = sum(v**2 / clusters.degrees(rows) for v, rows in zip(parts, sizes, strict=True))
        return sum(parts) ** 2 / rest

    def power(self, sizes: Sizes, method: str) -> float:
        """The power of a test of such groups."""
        assert self.region is not None
        a, b = self.pair
        degrees = self.degrees(sizes)
        z = two_sided(self.aim.coverage, degrees)
        if method == "miettinen-nurminen":
            return independent_power(sizes, a=a, b=b, region=self.region, z=z)
        se = math.hypot(*self.errors(sizes))
        rows = self.aim.effective(sizes[0]), self.aim.effective(sizes[1])
        nulls = [
            se if method == "wald" or math.isinf(null) else math.sqrt(float(null_variance(*_arrays(a, b), rows, null)))
            for null in (self.region.low, self.region.high)
        ]
        return self.region.power(a - b, se, (nulls[0], nulls[1]), z=z, degrees=degrees)

    def width(self, sizes: Sizes, method: str) -> float:
        """The width of the interval if the shares are observed as expected."""
        z = two_sided(self.aim.level, self.degrees(sizes))
        if method == "wald":
            return 2 * z * math.hypot(*self.errors(sizes))
        low, high = score_limits(*self.pair, sizes, z)
        return high - low

    def reached(self, sizes: Sizes, method: str) -> float:
        """The power, or the width."""
        return self.width(sizes, method) if self.region is None else self.power(sizes, method)

    def enough(self, first: int, method: str) -> bool:
        """Whether so many rows of A reach the aim."""
        found = self.reached(self.sizes(first), method)
        wanted = self.aim.width
        return found >= self.aim.power - 1e-12 if wanted is None else found <= wanted + 1e-12


def _planned(study: _Study, method: str | None) -> Plan:
    aim, difference = study.aim, study.pair[0] - study.pair[1]
    test = study.region is not None
    given = None if aim.n is None else study.split(aim.n)
    start = given[0] if given is not None else aim.smallest(partial(study.enough, method="wald"))
    chosen = check_method(method, _methods(aim, sum(study.sizes(start)), test=test))
    sizes = given
    if sizes is None and test and chosen == "miettinen-nurminen":
        sizes = study.sizes(smallest_lasting(lambda n: study.power(study.sizes(n), chosen), aim.power, guess=start))
    elif sizes is None:
        sizes = study.sizes(aim.smallest(partial(study.enough, method=chosen)))
    found = study.reached(sizes, chosen)
    a, b = study.pair
    return plan_of(
        aim,
        sum(sizes),
        found,
        method=chosen,
        says=_says(study, found, difference),
        assumed=f"A is right in {a * 100:.3g} % of its rows, B in {b * 100:.3g} % of its own",
        reached=partial(_curve, study, chosen),
        groups={"A": sizes[0], "B": sizes[1]},
        reason=_few(study, sizes) if chosen != "miettinen-nurminen" or not test else None,
    )


def _methods(aim: StudyAim, n: int, *, test: bool) -> tuple[str, ...]:
    """The tests, or the intervals; the default comes first."""
    score, normal = "miettinen-nurminen", "farrington-manning"
    if aim.clusters is not None:
        return ("wald", normal) if test else ("wald",)
    if not test:
        return (score, "wald")
    return (score, normal, "wald") if n <= _MANY else (normal, score, "wald")


def _arrays(a: float, b: float) -> tuple[np.ndarray, np.ndarray]:
    return np.array(a), np.array(b)


def _curve(study: _Study, method: str, n: int) -> float:
    return study.reached(study.split(n), method)


def _says(study: _Study, found: float, difference: float) -> str:
    aim = study.aim
    if study.region is None:
        return f"the {aim.level * 100:g} % interval of a difference of {difference:.3g} is {found:.3f} wide"
    return f"{shown_of_two(difference, aim, 'be right more often')} with a power of {found:.3f}, {aim.in_words()}"


def _few(study: _Study, sizes: Sizes) -> str | None:
    rows = min(study.aim.effective(n) * min(p, 1 - p) for p, n in zip(study.pair, sizes, strict=True))
    return f"only {rows:.1f} rows of the rarer kind are expected in a group" if rows < _EXPECTED_ROWS else None
