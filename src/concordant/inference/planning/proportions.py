"""How many rows for a proportion: accuracy, recall, an error rate."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import numpy as np

from concordant.inference.intervals.proportions.binomial_limits import KINDS
from concordant.inference.planning.binomial_power import binomial_power
from concordant.inference.planning.cluster_design import ClusterDesign
from concordant.inference.planning.cluster_draws import clustered_limits, runs_for
from concordant.inference.planning.known_options import knows_its_options
from concordant.inference.planning.measured_power import measured, random_of
from concordant.inference.planning.plans import plan_of
from concordant.inference.planning.regions import Region, region_of, shown, within
from concordant.inference.planning.simulated_search import Tried
from concordant.inference.planning.smallest_study import smallest_lasting
from concordant.inference.planning.study_aim import StudyAim, check_aim, check_method, check_share
from concordant.inference.quantiles import two_sided
from concordant.result.plans import Plan, PlannedAlternative

Curve = Callable[[int], float]

_EXPECTED_ROWS = 5  # of either kind; below it the width at the expected share says little about that of a sample


@knows_its_options
def proportion(
    expected: float,
    *,
    width: float | None = None,
    against: float | None = None,
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
    Plan a study of a proportion: accuracy, recall (of the positive rows), an error rate, ...

    The rows are those of which the share is computed: for recall the positive ones.

    Parameters
    ----------
    expected : float
        The share that is expected.
    width : float, optional
        The greatest width of the interval, from limit to limit.
    against : float, optional
        In place of `width`: a value from which the true share is to be shown to differ.
    margin : float, optional
        With `against`: the greatest difference that does not matter, for non-inferiority and equivalence.
    alternative : {"two-sided", "one-sided", "non-inferiority", "equivalence"}
        What the test is to show. ``"two-sided"``: the share differs from `against`. ``"one-sided"``: the same, looking
        only to the side where `expected` lies. ``"non-inferiority"``: the share is above ``against - margin`` (of an
        error rate, where lower is better, plan for the share of right rows). ``"equivalence"``: it lies between
        ``against - margin`` and ``against + margin``. The last two are tested one-sided at ``1 - level``: the test
        looks whether ``accuracy.interval(..., level=2 * level - 1)`` lies there.
    power : float, optional
        The probability that the test shows it. Default: 0.8.
    n : int, optional
        In place of `width` or `power`: a number of rows, to find what it reaches.
    cluster_size, icc, cluster_size_cv : float, optional
        Of rows that come in clusters: the mean number of rows of a cluster; the correlation, between two rows of a
        cluster, of what rows add to the metric (for a share: of being right); and the coefficient of variation of
        the sizes, where they differ. The variance grows by the design effect ``1 + ((cv^2 + 1) m - 1) icc``
        (Eldridge, Ashby & Kerry 2006), and Student's t stands in place of the normal distribution, with a degree
        of freedom less than there are clusters (and fewer if their sizes differ), as in
        ``accuracy.interval(..., cluster=)``.
    level : float
        Of the interval; a test is at ``1 - level``.
    method : {"wilson", "exact", "agresti-coull", "jeffreys", "wald", "normal"}, optional
        Of an interval: any but "normal"; "wald" is that of textbooks, ``p +- z sqrt(p q / n)``. Default: Wilson's, as
        of `accuracy.interval`. Of a test: "wilson" (the default), the score test, which rejects where Wilson's
        interval excludes `against`; "exact", the binomial test; "normal", the approximation of textbooks,
        ``n = (z_a sqrt(p0 q0) + z_b sqrt(p1 q1))^2 / (p1 - p0)^2``. Of rows in clusters, the power of "wilson" is
        measured in 1,000 to 10,000 simulated studies of each size, with a fixed seed: the shares of clusters vary as
        a beta distribution, their sizes as a gamma distribution.

    Returns
    -------
    Plan
        The power of "wilson" and "exact" is a sum over the binomial distribution. It rises like a saw with n; the plan
        is for the smallest n from which on it stays above what was asked for.

    Raises
    ------
    OptionError
        If a number is outside its range, there is no difference to show, or not exactly one of width, power and n is to
        be found.

    Notes
    -----
    In clusters, tests that were planned by the measured power for 0.81 to 0.83 had 0.79 to 0.83 in 2,000 further
    studies of each of six settings (8 to 55 clusters, icc 0.05 to 0.3, equal and unequal sizes; Monte-Carlo error
    0.009). The formula, ``method="normal"``, promised 0.81 to 0.87 where they had 0.77 to 0.84.

    References
    ----------
    Eldridge, Ashby & Kerry (2006), Sample size for cluster randomized trials: effect of coefficient of variation of
    cluster size and analysis method, International Journal of Epidemiology 35:1292.

    Examples
    --------
    >>> from concordant import planning
    >>> print(planning.proportion(0.9, width=0.05))
    557 rows: the 95 % interval of a share of 0.9 is 0.050 wide, 0.872 to 0.922 (wilson). Assumed: independent rows.
    >>> planning.proportion(0.9, against=0.8, power=0.8).n
    112
    """
    p = check_share("expected", expected)
    aim = check_aim(
        test=against is not None,
        width=width,
        power=power,
        n=n,
        level=level,
        alternative=alternative,
        widest=1.0,
        margin=margin,
        clusters=ClusterDesign.of(cluster_size, icc, cluster_size_cv),
    )
    if against is None:
        return _by_width(p, aim, check_method(method, (*KINDS, "wald")))
    null = check_share("against", against)
    tests = ("wilson", "exact", "normal") if aim.clusters is None else ("wilson", "normal")
    return _by_test(p, null, aim, check_method(method, tests))


def _by_width(p: float, aim: StudyAim, method: str) -> Plan:
    reached = partial(_width, p=p, aim=aim, method=method)
    wanted = aim.width
    n = aim.n if wanted is None else aim.smallest(lambda n: reached(n) <= wanted * (1 + 1e-12))
    assert n is not None
    low, high = _limits(n, p=p, aim=aim, method=method)
    says = (
        f"the {aim.level * 100:g} % interval of a share of {p:g} is {high - low:.3f} wide, "
        f"{max(low, 0.0):.3f} to {min(high, 1.0):.3f}"
    )
    rare = aim.effective(n) * min(p, 1 - p)
    reason = f"only {rare:.1f} rows of the rarer kind are expected" if rare < _EXPECTED_ROWS else None
    return plan_of(aim, n, high - low, method=method, says=says, assumed=None, reached=reached, reason=reason)


def _by_test(p: float, null: float, aim: StudyAim, method: str) -> Plan:
    region = within(region_of(p, null, aim), 0.0, 1.0, "a share")
    reached: Curve = partial(_normal_power, p=p, region=region, aim=aim)
    error = None
    if method == "wilson" and aim.clusters is not None:
        found, reached = _in_clusters(p, region, aim, reached)
        n, power, error = found.n, found.share, found.error
    else:
        n = aim.n if aim.n is not None else aim.smallest(lambda n: reached(n) >= aim.power)
        if method != "normal":
            reached = partial(binomial_power, p=p, region=region, tail=aim.tail, exact=method == "exact")
            n = smallest_lasting(reached, aim.power, guess=n) if aim.n is None else n
        power = reached(n)
    says = f"{shown(f'a share of {p:g}', null, region, aim)} with a power of {power:.3f}, {aim.in_words()}"
    return plan_of(aim, n, power, method=method, says=says, assumed=f"the share is {p:g}", reached=reached, error=error)


def _in_clusters(p: float, region: Region, aim: StudyAim, formula: Curve) -> tuple[Tried, Curve]:
    """Measure the power of Wilson's interval in simulated clusters."""
    clusters = aim.clusters
    assert clusters is not None
    n = aim.n if aim.n is not None else aim.smallest(lambda n: formula(n) >= aim.power)
    runs = runs_for(clusters.number(n))
    simulate = partial(_simulated, p=p, region=region, aim=aim, clusters=clusters)
    found = simulate(n, runs) if aim.n is not None else measured(simulate, formula, aim, runs)
    return found, partial(_share, simulate, runs)


def _simulated(n: int, runs: int, *, p: float, region: Region, aim: StudyAim, clusters: ClusterDesign) -> Tried:
    many = max(round(clusters.number(n)), 2)
    low, high = clustered_limits(p, clusters, many, runs, aim.coverage, random_of(n))
    return Tried(n, runs, int(region.holds(low, high).sum()))


def _share(simulate: Callable[[int, int], Tried], runs: int, n: int) -> float:
    return simulate(n, runs).share


def _normal_power(n: int, *, p: float, region: Region, aim: StudyAim) -> float:
    """The power of the score test: the variance at a limit for the level, that at p for the power."""
    rows = aim.effective(n)
    nulls = _spread(region.low, rows), _spread(region.high, rows)
    return region.power(p, _spread(p, rows), nulls, z=aim.z_alpha(n), degrees=aim.degrees(n))


def _spread(p: float, rows: float) -> float:
    return math.sqrt(max(p * (1 - p), 0.0) / rows) if math.isfinite(p) else 0.0


def _limits(n: int, *, p: float, aim: StudyAim, method: str) -> tuple[float, float]:
    """The interval of n rows of which exactly the share p counts."""
    rows = aim.effective(n)
    if method == "wald":
        half = aim.z(n) * math.sqrt(p * (1 - p) / rows)
        return p - half, p + half
    if aim.clusters is not None:  # as intervals of clusters count them (Korn & Graubard 1998)
        rows *= (two_sided(aim.level, n - 1) / aim.z(n)) ** 2
    low, high = KINDS[method](np.array(p), np.array(float(rows)), aim.level)
    return float(low), float(high)


def _width(n: int, *, p: float, aim: StudyAim, method: str) -> float:
    low, high = _limits(n, p=p, aim=aim, method=method)
    return high - low
