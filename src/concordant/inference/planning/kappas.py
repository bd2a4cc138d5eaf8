"""How many rows for a kappa, plain or weighted."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from concordant.errors import OptionError
from concordant.inference.intervals.scales import SCALES
from concordant.inference.planning.aim import Aim, Alternative, check_aim, check_apart, check_method, check_share
from concordant.inference.planning.kappa_tables import (
    assumed_margins,
    at_kappa,
    independent,
    kappa_of,
    shares_of,
    unit_variance,
)
from concordant.inference.planning.normal_power import normal_power
from concordant.inference.planning.search import smallest
from concordant.result.plan import Plan
from concordant.states import Counts
from concordant.typing import KappaWeights, Label

_FEW = 10  # rows that disagree, or agree; fewer and no standard error can be trusted


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
    power: float | None = None,
    n: int | None = None,
    level: float = 0.95,
    alternative: Alternative = "two-sided",
    method: str | None = None,
) -> Plan:
    """
    Plan a study of the agreement of two raters, or of a model and a rater: Cohen's kappa.

    Parameters
    ----------
    expected : float, optional
        The kappa that is expected. Default: that of `table`.
    table : array-like of shape (K, K) or Counts, optional
        The table that is expected, as counts (of a pilot study) or shares. With `expected` it lends its margins and
        its pattern of disagreement.
    categories : int, optional
        In place of a table: how many categories there are, all used alike. Default: 2.
    margins : array-like of shape (K,) or (2, K), optional
        In place of a table: how often each category is used, by both raters or by each.
    weights
        As of `cohen_kappa`.
    labels : sequence of length K, optional
        The categories in their order, where `weights` look at their values. Default: 0 to K - 1.
    width : float, optional
        How wide the interval may be, from limit to limit.
    against : float, optional
        In place of `width`: a kappa that the true one is to be shown to differ from.
    power, n, level, alternative
        As of `proportion`.
    method : {"fisher", "delta", "logit"}, optional
        The scale of the interval; default "fisher", as of `cohen_kappa.interval`. A test has one method, "null": the
        variance at `against` for the level and that at `expected` for the power,
        ``n = (z_a sqrt(V0) + z_b sqrt(V1))^2 / (kappa1 - kappa0)^2``.

    Returns
    -------
    Plan
        From the variance of the delta method at the assumed table, exact for any number of categories and weights
        (Fleiss, Cohen & Everitt 1969).

    Raises
    ------
    OptionError
        If the margins are no shares that sum to one, they do not allow this kappa, or wishes contradict one another.

    Notes
    -----
    Without a table, all disagreement is taken to be like that of chance. If raters of an ordered scale differ by one
    step only, a weighted kappa varies much less: of five categories, in tables with kappas of 0.6 to 0.9, it took 0.35
    to 0.39 of the rows with linear weights, and about an eighth with quadratic ones. A pilot tells
    more than any assumption. Flack et al. take the largest variance of all tables with these margins instead, which
    asks for more rows.

    Planned for a power of 0.80, tests by whether the default interval excludes `against` had 0.77 to 0.81 in 2,000
    simulated studies each (kappa 0.6 against 0.4, 0.8 against 0.6 with quadratic weights, 0.4 against 0.6).

    References
    ----------
    Flack, Afifi, Lachenbruch & Schouten (1988), Sample size determinations for the two rater kappa statistic,
    Psychometrika 53:321. Cantor (1996), Sample-size calculations for Cohen's kappa, Psychological Methods 1:150.

    Examples
    --------
    >>> from concordant import planning
    >>> planning.kappa(0.7, categories=5, width=0.2).n
    111
    >>> planning.kappa(0.6, margins=[0.3, 0.7], against=0.4, power=0.8).n
    181
    """
    assumed, pattern = _assumed(expected, table, categories, margins, labels, weights)
    value = kappa_of(assumed, weights)
    if against is not None:
        check_share("against", against, low=-1.0)
        check_apart(value, against)
    aim = check_aim(
        test=against is not None, width=width, power=power, n=n, level=level, alternative=alternative, widest=2.0
    )
    variance = unit_variance(assumed, weights)
    if variance == 0:
        msg = "kappa cannot vary at the assumed table, so that any number of rows would do. Expect some disagreement."
        raise OptionError(msg)
    how = _weighted(weights)
    assumptions = (f"{how} of {value:.3g}, {pattern}", "independent rows")
    differ = 1 - float(np.trace(np.asarray(assumed.table)))
    if against is None:
        return _by_width(value, variance, aim, check_method(method, ("fisher", "delta", "logit")), assumptions, differ)
    check_method(method, ("null",))
    variances = unit_variance(at_kappa(assumed, against, weights), weights), variance
    return _by_test(value, against, variances, aim, assumptions, differ)


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
        msg = "say which kappa is expected: expected=, or the table that is: table=."
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


def _weighted(weights: KappaWeights) -> str:
    if weights is None:
        return "a kappa"
    return f"a {weights} weighted kappa" if isinstance(weights, str) else "a weighted kappa"


def _limits(n: int, *, value: float, variance: float, method: str, z: float) -> tuple[float, float]:
    se = np.array(math.sqrt(variance / n))
    low, high = SCALES[method].limits(np.array(value), se, z)
    return max(float(low), -1.0), min(float(high), 1.0)


def _width(limits: Callable[[int], tuple[float, float]], n: int) -> float:
    low, high = limits(n)
    return high - low


def _by_width(
    value: float, variance: float, aim: Aim, method: str, assumptions: tuple[str, ...], differ: float
) -> Plan:
    if method == "logit" and not 0 < value < 1:
        msg = f'method="logit" is for a kappa between 0 and 1, not {value:g}; take "fisher".'
        raise OptionError(msg)
    limits = partial(_limits, value=value, variance=variance, method=method, z=aim.z)
    reached = partial(_width, limits)
    wanted = aim.width
    n = aim.n if wanted is None else smallest(lambda n: reached(n) <= wanted * (1 + 1e-12))
    assert n is not None
    low, high = limits(n)
    level = f"{aim.level * 100:g} %"
    says = f"the {level} interval of a kappa of {value:.3g} is {high - low:.3f} wide, {low:.3f} to {high:.3f}"
    reason = _few(n, differ)
    return Plan(n, None, None, high - low, aim.level, method, says, assumptions, None, reason, reached=reached)


def _by_test(
    value: float,
    against: float,
    variances: tuple[float, float],
    aim: Aim,
    assumptions: tuple[str, ...],
    differ: float,
) -> Plan:
    reached = partial(normal_power, distance=abs(value - against), variances=variances, z=aim.z_alpha)
    n = aim.n if aim.n is not None else smallest(lambda n: reached(n) >= aim.power)
    side = "above" if value > against else "below"
    power = reached(n)
    says = f"a kappa of {value:.3g} is shown to be {side} {against:g} with a power of {power:.3f}, {aim.in_words()}"
    reason = _few(n, differ)
    return Plan(n, None, power, None, aim.level, "null", says, assumptions, None, reason, reached=reached)


def _few(n: int, differ: float) -> str | None:
    rows = n * min(differ, 1 - differ)
    which = "differ" if differ <= 0.5 else "agree"
    return f"only {rows:.1f} rows are expected to {which}; simulate" if rows < _FEW else None
