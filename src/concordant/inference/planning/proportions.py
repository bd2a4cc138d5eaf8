"""How many rows for a proportion: accuracy, recall, an error rate."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from statistics import NormalDist

import numpy as np

from concordant.inference.intervals.proportions.limits import KINDS
from concordant.inference.planning.aim import Aim, Alternative, check_aim, check_apart, check_method, check_share
from concordant.inference.planning.binomial_power import binomial_power
from concordant.inference.planning.search import smallest, smallest_lasting
from concordant.inference.quantiles import two_sided
from concordant.result.plan import Plan

_EXPECTED_ROWS = 5  # of either kind; below it the width at the expected share says little about that of a sample


def proportion(
    expected: float,
    *,
    width: float | None = None,
    against: float | None = None,
    power: float | None = None,
    n: int | None = None,
    level: float = 0.95,
    alternative: Alternative = "two-sided",
    method: str | None = None,
) -> Plan:
    """
    Plan a study of a proportion: of correct rows (accuracy), of positive rows that are found (recall), ...

    Rows are those that the share is taken of: for recall the positive ones.

    Parameters
    ----------
    expected : float
        The share that is expected.
    width : float, optional
        How wide the interval may be, from limit to limit.
    against : float, optional
        In place of `width`: a share that the true one is to be shown to differ from.
    power : float, optional
        The probability that the test shows it. Default: 0.8.
    n : int, optional
        In place of `width` or `power`: a number of rows, to see what it reaches.
    level : float
        Of the interval; a test is at ``1 - level``.
    alternative : {"two-sided", "one-sided"}
        The test; one-sided only looks to the side where `expected` lies.
    method : {"wilson", "exact", "agresti-coull", "jeffreys", "wald", "normal"}, optional
        Of an interval: any but "normal"; "wald" is that of textbooks, ``p +- z sqrt(p q / n)``. Default: Wilson's, as
        of `accuracy.interval`. Of a test: "wilson" (the default), the score test, which rejects where Wilson's
        interval excludes `against`; "exact", the binomial test; "normal", the approximation of textbooks,
        ``n = (z_a sqrt(p0 q0) + z_b sqrt(p1 q1))^2 / (p1 - p0)^2``.

    Returns
    -------
    Plan
        The power of "wilson" and "exact" is a sum over the binomial distribution. It rises like a saw with n; the plan
        is for the smallest n from which on it stays above what was asked for.

    Raises
    ------
    OptionError
        If a number is outside its range, there is no difference to show, or more or less than one thing is asked for.

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
        test=against is not None, width=width, power=power, n=n, level=level, alternative=alternative, widest=1.0
    )
    if against is None:
        return _by_width(p, aim, check_method(method, (*KINDS, "wald")))
    null = check_share("against", against)
    check_apart(p, null)
    return _by_test(p, null, aim, check_method(method, ("wilson", "exact", "normal")))


def _by_width(p: float, aim: Aim, method: str) -> Plan:
    reached = partial(_width, p=p, level=aim.level, method=method)
    wanted = aim.width
    n = aim.n if wanted is None else smallest(lambda n: reached(n) <= wanted * (1 + 1e-12))
    assert n is not None
    low, high = _limits(n, p=p, level=aim.level, method=method)
    says = (
        f"the {aim.level * 100:g} % interval of a share of {p:g} is {high - low:.3f} wide, "
        f"{max(low, 0.0):.3f} to {min(high, 1.0):.3f}"
    )
    few = n * min(p, 1 - p) < _EXPECTED_ROWS
    reason = f"only {n * min(p, 1 - p):.1f} rows of the rarer kind are expected" if few else None
    return Plan(
        n, None, None, high - low, aim.level, method, says, ("independent rows",), None, reason, reached=reached
    )


def _by_test(p: float, null: float, aim: Aim, method: str) -> Plan:
    normal = partial(_normal_power, p=p, null=null, z=aim.z_alpha)
    reached: Callable[[int], float] = normal
    if method != "normal":
        reached = partial(binomial_power, p=p, null=null, tail=aim.tail, exact=method == "exact")
    n = aim.n
    if n is None:
        n = smallest(lambda n: normal(n) >= aim.power)
        if method != "normal":
            n = smallest_lasting(reached, aim.power, guess=n)
    power = reached(n)
    side = "above" if p > null else "below"
    says = f"a share of {p:g} is shown to be {side} {null:g} with a power of {power:.3f}, {aim.in_words()}"
    assumptions = (f"the share is {p:g}", "independent rows")
    return Plan(n, None, power, None, aim.level, method, says, assumptions, reached=reached)


def _normal_power(n: int, *, p: float, null: float, z: float) -> float:
    distance = abs(p - null) * math.sqrt(n) - z * math.sqrt(null * (1 - null))
    return NormalDist().cdf(distance / math.sqrt(p * (1 - p)))


def _limits(n: int, *, p: float, level: float, method: str) -> tuple[float, float]:
    """The interval of n rows of which exactly the share p counts."""
    if method == "wald":
        half = two_sided(level) * math.sqrt(p * (1 - p) / n)
        return p - half, p + half
    low, high = KINDS[method](np.array(p), np.array(float(n)), level)
    return float(low), float(high)


def _width(n: int, *, p: float, level: float, method: str) -> float:
    low, high = _limits(n, p=p, level=level, method=method)
    return high - low
