"""`icc`: how many units, each rated by the same raters, for an intraclass correlation."""

from __future__ import annotations

import math
from functools import partial

from concordant.errors import OptionError
from concordant.metrics.definition.options import knowing_its_options
from concordant.metrics.distributions import f_quantile, f_tail
from concordant.planning.design import Aim, Design, Region, Words, check_share, plan
from concordant.result.plans import Plan, PlannedAlternative

_MOST_RATERS = 1000


@knowing_its_options("planning")
def icc(
    expected: float,
    *,
    raters: int,
    width: float | None = None,
    against: float | None = None,
    margin: float | None = None,
    alternative: PlannedAlternative = "two-sided",
    power: float | None = None,
    n: int | None = None,
    level: float = 0.95,
    method: str | None = None,
) -> Plan:
    """
    Plan a study of the intraclass correlation of one rating: how many units the same raters should rate.

    The rows of the plan are units, each rated once by every rater. It is of the exact interval,
    ``intraclass_correlation.interval(..., type="consistency", method="exact")``. The default interval, which does not
    rely on normal units, is wider: 0.22 in the mean of simulated studies that were planned for 0.2.

    Parameters
    ----------
    expected : float
        The intraclass correlation that is expected, of one rating.
    raters : int
        How many raters rate each unit, 2 or more.
    width : float, optional
        The greatest width of the interval, from limit to limit.
    against : float, optional
        In place of `width`: a value from which the true correlation is to be shown to differ.
    margin, alternative
        As in `proportion`. With `against` and a margin: that the correlation is above ``against - margin``, or within
        the margin of `against`.
    power, n, level
        As in `proportion`; n are units.
    method : {"f"}, optional
        The F distribution; there is no other.

    Returns
    -------
    Plan
        Its rows are units.

    Raises
    ------
    OptionError
        If a number is outside its range, there is no difference to show, or not exactly one of width, power and n is to
        be found.

    Notes
    -----
    The limits are those of Shrout & Fleiss (1979) and McGraw & Wong (1996) for one rating and consistency, ICC(C,1).
    The F ratio of n units and k raters is ``(1 + (k - 1) rho) / (1 - rho)`` times an F variable with n - 1 and
    (n - 1)(k - 1) degrees of freedom, so that the power is exact (Donner & Eliasziw 1987), where Walter, Eliasziw &
    Donner (1998) approximate it. The width is that of a study whose F ratio is the expected one; Bonett (2002)
    approximates it by ``n = 8 z^2 (1 - rho)^2 (1 + (k - 1) rho)^2 / (k (k - 1) w^2) + 1``. Agreement, ICC(A,1), has
    wider limits where raters differ in their means.

    Examples
    --------
    >>> from concordant import planning
    >>> planning.icc(0.8, raters=3, width=0.2).n
    37
    >>> planning.icc(0.8, raters=3, against=0.6, power=0.8).n
    33
    """
    if isinstance(raters, bool) or not isinstance(raters, int) or not 2 <= raters <= _MOST_RATERS:
        most = f"a whole number from 2 to {_MOST_RATERS:,}"
        raise OptionError(f"raters is how many raters rate each unit, {most}, not {raters!r}.")
    if n is not None and n < 2:
        raise OptionError(f"n is how many units are rated, 2 or more, as one unit has no variance, not {n!r}.")
    least = -1 / (raters - 1)
    value = check_share("expected", expected, low=least)
    aim = Aim.of(width, power, n, level, alternative, margin, test=against is not None, widest=1.0 - least)
    null = value if against is None else check_share("against", against, low=least)
    return plan(partial(_icc, value, null, raters, aim), aim, method, ("f",))


def _icc(value: float, null: float, k: int, aim: Aim, method: str) -> Design:
    del method  # there is one
    region, what = aim.region(value, null, (-1 / (k - 1), 1.0), "an intraclass correlation"), f"an ICC of {value:g}"
    assumed = f"{what}, of one rating by one of {k} raters who rate every unit; units and errors normal"
    return Design(
        value=value,
        region=region,
        variance=partial(_variance, k),
        words=Words(what, aim.claim(what, value, null), assumed, (-1 / (k - 1), 1.0)),
        limits=partial(_limits, value, k, aim),
        exact=None if region is None else partial(_power, value, region, k, aim),
    )


def _variance(k: int, value: float, units: float) -> float:
    """The variance of Bonett (2002), eq. 1, which finds where the search begins."""
    return 2 * (1 - value) ** 2 * (1 + (k - 1) * value) ** 2 / (k * (k - 1) * max(units - 1, 1))


def _ratio(value: float, k: int) -> float:
    """The expected mean square of units over that of errors."""
    return (1 + (k - 1) * value) / (1 - value)


def _limits(value: float, k: int, aim: Aim, n: float, units: float) -> tuple[float, float]:
    """The limits of a study with the expected F ratio."""
    del n
    if units < 2:
        return -1 / (k - 1), 1.0
    df1, df2 = units - 1, (units - 1) * (k - 1)
    tail, f = (1 - aim.level) / 2, _ratio(value, k)
    low, high = f / f_quantile(tail, df1, df2), f * f_quantile(tail, df2, df1)
    return (low - 1) / (low + k - 1), (high - 1) / (high + k - 1)


def _power(value: float, region: Region, k: int, aim: Aim, units: float) -> float:
    """The probability that both limits lie in the region."""
    if units < 2:
        return 0.0
    df1, df2, f = units - 1, (units - 1) * (k - 1), _ratio(value, k)
    reaches_low = 1.0
    if not math.isinf(region.low):
        reaches_low = f_tail(_ratio(region.low, k) * f_quantile(aim.tail, df1, df2) / f, df1, df2)
    misses_high = 0.0
    if not math.isinf(region.high):
        misses_high = f_tail(_ratio(region.high, k) / f_quantile(aim.tail, df2, df1) / f, df1, df2)
    return max(reaches_low - misses_high, 0.0)
