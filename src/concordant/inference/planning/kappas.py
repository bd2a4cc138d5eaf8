"""How many rows for a kappa, plain or weighted."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from concordant.errors import OptionError
from concordant.inference.intervals.by_standard_error import WITH_A_TOP, counts_unseen
from concordant.inference.intervals.scales import SCALES
from concordant.inference.planning.cluster_design import ClusterDesign
from concordant.inference.planning.kappa_draws import asked, kappa_errors
from concordant.inference.planning.kappa_tables import (
    assumed_margins,
    at_kappa,
    independent,
    kappa_of,
    shares_of,
    unit_unseen,
    unit_variance,
)
from concordant.inference.planning.known_options import knows_its_options
from concordant.inference.planning.measured_power import measured, noisy, random_of
from concordant.inference.planning.plans import plan_of
from concordant.inference.planning.regions import Region, region_of, shown, within
from concordant.inference.planning.simulated_search import Tried
from concordant.inference.planning.study_aim import StudyAim, check_aim, check_method, check_share
from concordant.inference.quantiles import two_sided
from concordant.metrics.agreement.cohen_kappa import cohen_kappa
from concordant.result.plans import Plan, PlannedAlternative
from concordant.states import Counts
from concordant.typing import KappaWeights, Label

_RUNS, _FEWEST, _MOST = 10_000, 2_000, 60_000  # simulated tables of each size: 10,000 of five categories
_FEW = 10  # rows that disagree, or agree; fewer and no standard error can be trusted


@knows_its_options
def kappa(
    expected: float | None = None,
    *,
    table: Any = None,
    categories: int | None = None,
    margins: Any = None,
    weights: KappaWeights = None,
    labels: Sequence[Label] | None = None,
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
    Plan a study of the agreement of two raters, or of a model and a rater: Cohen's kappa.

    Parameters
    ----------
    expected : float, optional
        The kappa that is expected. Default: that of `table`.
    table : array-like of shape (K, K) or Counts, optional
        The table that is expected, as counts (of a pilot study) or shares. With `expected` it gives the margins and
        the pattern of disagreement.
    categories : int, optional
        In place of a table: the number of categories, all equally frequent. Default: 2.
    margins : array-like of shape (K,) or (2, K), optional
        In place of a table: how often each category is used, by both raters or by each.
    weights
        As of `cohen_kappa`.
    labels : sequence of length K, optional
        The categories in their order, where `weights` look at their values. Default: 0 to K - 1.
    width : float, optional
        The greatest width of the interval, from limit to limit.
    against : float, optional
        In place of `width`: a value from which the true kappa is to be shown to differ.
    margin, alternative
        As in `proportion`. With `against` and a margin: that kappa is above ``against - margin``, or within the margin
        of `against`.
    power, n, cluster_size, icc, cluster_size_cv, level
        As in `proportion`.
    method : {"jackknife", "fisher", "delta", "logit", "null"}, optional
        How the limits are made; default "jackknife", as of `cohen_kappa.interval`, in clusters "fisher". A test looks
        whether this interval excludes `against`. Its power is measured: 10,000 tables of each size (60,000 of two
        categories, 2,000 of ten) are drawn from the assumed one, with a fixed seed, and the plan is for the smallest n
        from which on the measured power stays at what was asked for. "null" is the formula of textbooks, with the
        variance at `against` for the level and that at `expected` for the power,
        ``n = (z_a sqrt(V0) + z_b sqrt(V1))^2 / (kappa1 - kappa0)^2``.

    Returns
    -------
    Plan
        `error` is the Monte-Carlo error of a measured power. The assumed table keeps its margins under the hypothesis,
        and moves towards the table of chance or that of the best agreement.

    Raises
    ------
    OptionError
        If there is no such kappa with these margins, a number is outside its range, or options contradict one another.

    Notes
    -----
    Without a table, all disagreement is taken to be like that of chance. If raters of an ordered scale differ by one
    step only, a weighted kappa varies much less: of five categories, in tables with kappas of 0.6 to 0.9, it took 0.35
    to 0.39 of the rows with linear weights, and about an eighth with quadratic ones. A pilot tells
    more than any assumption. Flack et al. take the largest variance of all tables with these margins instead, which
    asks for more rows.

    Where the formula of textbooks promises a power of 0.80, the default interval has 0.72 to 0.78: of a kappa of 0.6
    against 0.4 it has 0.74 with margins of 0.1 and 0.9, 0.72 with 0.05 and 0.95, 0.78 with 0.5, 0.73 with three
    categories of 0.05, 0.05 and 0.9; of quadratic weighted kappas of 0.8 against 0.6 with four and five categories
    0.75. Planned by the measured power, it had 0.78 to 0.82 in 2,000 further studies of each of ten such settings
    (Monte-Carlo error 0.009). In clusters, tables of as many rows as the clusters are worth are simulated, and
    the standard error varies as one from so many clusters does: planned for 0.81, intervals with ``cluster=`` had 0.79
    to 0.83 (13 to 66 clusters whose tables vary as a Dirichlet distribution, icc 0.1 and 0.3; 2,000 studies each,
    twice).

    References
    ----------
    Flack, Afifi, Lachenbruch & Schouten (1988), Sample size determinations for the two rater kappa statistic,
    Psychometrika 53:321. Cantor (1996), Sample-size calculations for Cohen's kappa, Psychological Methods 1:150.

    Examples
    --------
    >>> from concordant import planning
    >>> planning.kappa(0.7, categories=5, width=0.2).n
    115
    >>> planning.kappa(0.6, margins=[0.3, 0.7], against=0.4, method="null").n
    181
    >>> plan = planning.kappa(0.6, margins=[0.3, 0.7], against=0.4)
    >>> plan.n, round(plan.power, 2), round(plan.error, 3)
    (192, 0.8, 0.002)
    """
    assumed, pattern = _assumed(expected, table, categories, margins, labels, weights)
    value = kappa_of(assumed, weights)
    if against is not None:
        check_share("against", against, low=-1.0)
    aim = check_aim(
        test=against is not None,
        width=width,
        power=power,
        n=n,
        level=level,
        alternative=alternative,
        widest=2.0,
        margin=margin,
        clusters=ClusterDesign.of(cluster_size, icc, cluster_size_cv),
    )
    variance = unit_variance(assumed, weights)
    if variance == 0:
        msg = "kappa cannot vary at the assumed table, so that any number of rows would do. Expect some disagreement."
        raise OptionError(msg)
    text = f"{_weighted(weights)} of {value:.3g}, {pattern}"
    if against is None:
        method = _check_method(method, aim, ())
        _check_scale(value, method)
        unseen = unit_unseen(assumed, weights) if _counts_unseen(assumed, weights, aim, method) else 0.0
        limits = partial(_limits, value=value, variance=variance, unseen=unseen, method=method, aim=aim)
        return _by_width(value, limits, aim, method, text, assumed)
    region = within(region_of(value, against, aim), -1.0, 1.0, "kappa")
    method = _check_method(method, aim, ("null",))
    _check_scale(value, method)
    return _by_test(_Test(assumed, value, variance, weights, region, aim, method), against, text)


def _check_method(method: str | None, aim: StudyAim, others: tuple[str, ...]) -> str:
    """Return the method, that of `cohen_kappa.interval` if none is named; clusters are not left out."""
    alone = ("jackknife",) if aim.clusters is None else ()
    return check_method(method, (*alone, "fisher", "delta", "logit", *others))


def _check_scale(value: float, method: str) -> None:
    if method == "logit" and not 0 < value < 1:
        msg = f'method="logit" is for a kappa between 0 and 1, not {value:g}; take "fisher".'
        raise OptionError(msg)


def _assumed(
    expected: float | None,
    table: Any,
    categories: int | None,
    margins: Any,
    labels: Sequence[Label] | None,
    weights: KappaWeights,
) -> tuple[Counts, str]:
    """The table of shares, and where it comes from."""
    if table is not None:
        if categories is not None or margins is not None:
            msg = "table= has its categories and margins; give it alone, or categories= or margins= in its place."
            raise OptionError(msg)
        shares = shares_of(table, labels)
        if expected is None:
            return shares, "the table as given"
        check_share("expected", expected, low=-1.0)
        return at_kappa(shares, expected, weights), "with the margins of the table"
    if expected is None:
        msg = "say which kappa is expected: give expected= or table=."
        raise OptionError(msg)
    check_share("expected", expected, low=-1.0)
    r, c = assumed_margins(margins, categories)
    shares = at_kappa(independent(r, c, labels), expected, weights)
    if margins is None:
        return shares, f"{len(r)} categories that both use alike, disagreement like chance"
    shown = " / ".join(
        ", ".join(f"{share:.3g}" for share in side) for side in ((r,) if np.array_equal(r, c) else (r, c))
    )
    return shares, f"shares of the categories {shown}, disagreement like chance"


def _counts_unseen(assumed: Counts, weights: KappaWeights, aim: StudyAim, method: str) -> bool:
    """Whether the limits count disagreements that no row shows, as those of `cohen_kappa.interval` do."""
    graded = counts_unseen(cohen_kappa, {"weights": weights}, len(assumed.labels))
    return graded and aim.clusters is None and method in ("jackknife", *WITH_A_TOP)


def _weighted(weights: KappaWeights) -> str:
    if weights is None:
        return "a kappa"
    return f"a {weights} weighted kappa" if isinstance(weights, str) else "a weighted kappa"


def _limits(n: int, *, value: float, variance: float, unseen: float, method: str, aim: StudyAim) -> tuple[float, float]:
    rows, z, scale = aim.effective(n), aim.z(n), method
    if method == "jackknife":
        rest = max(rows - 1, 1)
        variance, z, scale = variance * rows / rest, two_sided(aim.level, rest), "fisher"
    se = np.array(math.sqrt(variance / rows + unseen / rows**2))
    low, high = SCALES[scale].limits(np.array(value), se, z)
    return max(float(low), -1.0), min(float(high), 1.0)


def _width(limits: Callable[[int], tuple[float, float]], n: int) -> float:
    low, high = limits(n)
    return high - low


def _by_width(
    value: float,
    limits: Callable[[int], tuple[float, float]],
    aim: StudyAim,
    method: str,
    assumed: str,
    table: Counts,
) -> Plan:
    reached = partial(_width, limits)
    wanted = aim.width
    n = aim.n if wanted is None else aim.smallest(lambda n: reached(n) <= wanted * (1 + 1e-12))
    assert n is not None
    low, high = limits(n)
    level = f"{aim.level * 100:g} %"
    says = f"the {level} interval of a kappa of {value:.3g} is {high - low:.3f} wide, {low:.3f} to {high:.3f}"
    reason = _few(aim.effective(n), table)
    return plan_of(aim, n, high - low, method=method, says=says, assumed=assumed, reached=reached, reason=reason)


@dataclass(frozen=True, slots=True)
class _Test:
    """A test by whether the interval of kappa, of tables like the assumed one, lies in a region."""

    assumed: Counts
    value: float
    variance: float
    weights: KappaWeights
    region: Region
    aim: StudyAim
    method: str

    @property
    def runs(self) -> int:
        """How many tables are simulated of each size."""
        size = len(self.assumed.labels)  # a table takes time like the fourth power of it
        return min(max(round(_RUNS * (5 / size) ** (2 if size < 5 else 4)), _FEWEST), _MOST)

    def formula(self, n: int) -> float:
        """The power by the normal distribution, with the variance at each limit for the level."""
        rows = self.aim.effective(n)
        nulls = [self._null_error(null, rows) for null in (self.region.low, self.region.high)]
        z, degrees = self.aim.z_alpha(n), self.aim.degrees(n)
        return self.region.power(
            self.value, math.sqrt(self.variance / rows), (nulls[0], nulls[1]), z=z, degrees=degrees
        )

    def _null_error(self, null: float, rows: float) -> float:
        if math.isinf(null):
            return 0.0
        try:
            table = at_kappa(self.assumed, null, self.weights)
        except OptionError:  # no such table: here the formula is only where the search starts
            if self.method == "null":
                raise
            table = self.assumed
        return math.sqrt(unit_variance(table, self.weights) / rows)

    def simulated(self, n: int, runs: int) -> Tried:
        """The power that simulated tables have."""
        random, aim, like = random_of(n), self.aim, self.assumed
        cells = np.asarray(like.table, np.float64).ravel()
        rows = max(round(aim.effective(n)), 1)
        tables = random.multinomial(rows, cells / cells.sum(), runs).reshape(-1, *like.table.shape)
        leaving_out, degrees = self.method == "jackknife", aim.degrees(n)
        z = two_sided(aim.coverage, max(rows - 1, 1)) if leaving_out else aim.z_alpha(n)
        unseen = _counts_unseen(like, self.weights, aim, self.method)
        value, se = kappa_errors(tables, like, self.weights, unseen=unseen, leaving_out=leaving_out)
        scale = SCALES["fisher" if leaving_out else self.method]
        low, high = scale.limits(value, noisy(se, degrees, random), z)
        gone = np.isnan(low)
        if gone.any() and leaving_out:  # the default, where another stands in
            low[gone], high[gone] = asked(tables[gone], like, self.weights, aim.coverage)
        return Tried(n, runs, int(self.region.holds(low, high).sum()))

    def power(self, n: int) -> float:
        """The power, as the method has it."""
        return self.formula(n) if self.method == "null" else self.simulated(n, self.runs).share


def _by_test(test: _Test, against: float, assumed: str) -> Plan:
    aim, error = test.aim, None
    if test.method == "null":
        n = aim.n if aim.n is not None else aim.smallest(lambda n: test.formula(n) >= aim.power)
        power = test.formula(n)
    else:
        runs = test.runs
        found = test.simulated(aim.n, runs) if aim.n is not None else measured(test.simulated, test.formula, aim, runs)
        n, power, error = found.n, found.share, found.error
    says = f"{shown(f'a kappa of {test.value:.3g}', against, test.region, aim)} with a power of {power:.3f}"
    return plan_of(
        aim,
        n,
        power,
        method=test.method,
        says=f"{says}, {aim.in_words()}",
        assumed=assumed,
        reached=test.power,
        error=error,
        reason=_few(aim.effective(n), test.assumed),
    )


def _few(rows: float, table: Counts) -> str | None:
    agree = float(np.trace(np.asarray(table.table)))
    few = rows * min(agree, 1 - agree)
    return f"only {few:.1f} rows are expected to {'agree' if agree < 0.5 else 'differ'}" if few < _FEW else None
