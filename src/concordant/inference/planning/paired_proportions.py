"""How many rows to show that one of two models is right more often: accuracies, or recalls, of the same rows."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from concordant.errors import OptionError
from concordant.inference.comparisons.tango import tango_interval
from concordant.inference.planning.aim import Aim, Alternative, check_aim, check_method, check_share
from concordant.inference.planning.mcnemar_power import mcnemar_power
from concordant.inference.planning.normal_power import normal_power
from concordant.inference.planning.search import smallest, smallest_lasting
from concordant.inference.quantiles import two_sided
from concordant.result.plan import Plan

_MANY = 20_000  # rows; from here on sums over the binomial are slow, and no better than the normal distribution
_FEW = 10  # rows that differ


def paired_proportions(
    a: float | None = None,
    b: float | None = None,
    *,
    discordant: float | None = None,
    only_a: float | None = None,
    only_b: float | None = None,
    width: float | None = None,
    power: float | None = None,
    n: int | None = None,
    level: float = 0.95,
    alternative: Alternative = "two-sided",
    method: str | None = None,
) -> Plan:
    """
    Plan a study that compares two shares of the same rows, such as the accuracies of two models.

    What counts are the rows in which only one of them is right.

    Parameters
    ----------
    a, b : float, optional
        The shares that are expected: how often each model is right.
    discordant : float, optional
        With `a` and `b`: the share of rows in which just one of them is right. Default: as if they erred independently,
        ``a (1 - b) + b (1 - a)``. Models often err on the same rows; then fewer rows do.
    only_a, only_b : float, optional
        In place of `a` and `b`: the share of rows in which A alone is right, and B alone.
    width : float, optional
        How wide the interval of the difference may be, from limit to limit.
    power, n, level, alternative
        As of `proportion`; without `width`, a test is planned for.
    method : {"mcnemar", "mcnemar-exact", "connor"} or {"tango", "wald"}, optional
        Of a test: the mid-p form of McNemar's test that `accuracy.compare` makes, or the exact one, its power summed
        over all outcomes (the default up to 20,000 rows); or the normal approximation of Connor (1987),
        ``n = (z_a sqrt(s) + z_b sqrt(s - d^2))^2 / d^2`` for a share s of discordant rows and a difference d. Of a
        width: Tango's score interval, the default of `accuracy.compare`, at the expected counts; or
        ``d +- z sqrt((s - d^2) / n)``.

    Returns
    -------
    Plan

    Raises
    ------
    OptionError
        If the shares are outside 0 to 1 or do not fit each other, or there is no difference to show.

    References
    ----------
    Connor (1987), Sample size for testing differences in proportions for the paired-sample design, Biometrics 43:207.
    Lachenbruch (1992), On the sample size for studies based upon McNemar's test, Statistics in Medicine 11:1521.

    Examples
    --------
    >>> from concordant import planning
    >>> planning.paired_proportions(0.85, 0.80, discordant=0.12).n
    364
    >>> planning.paired_proportions(only_a=0.10, only_b=0.05, width=0.06).n
    646
    """
    first, second = _discordant_shares(a, b, discordant, only_a, only_b)
    aim = check_aim(test=width is None, width=width, power=power, n=n, level=level, alternative=alternative, widest=2.0)
    if aim.test and abs(first - second) < 1e-12:
        msg = "both models are expected to be right equally often: there is no difference to show."
        raise OptionError(msg)
    shares = "as if they erred independently" if discordant is None and only_a is None else "as given"
    assumptions = (
        f"A alone is right in {first * 100:.3g} % of the rows, B alone in {second * 100:.3g} %, {shares}",
        "independent rows",
    )
    if aim.test:
        return _by_test(first, second, aim, method, assumptions)
    return _by_width(first, second, aim, check_method(method, ("tango", "wald")), assumptions)


def _discordant_shares(
    a: float | None, b: float | None, discordant: float | None, only_a: float | None, only_b: float | None
) -> tuple[float, float]:
    if only_a is not None or only_b is not None:
        if a is not None or b is not None or discordant is not None or only_a is None or only_b is None:
            msg = "give a and b (and discordant), or only_a and only_b: both of a kind, and one kind."
            raise OptionError(msg)
        first, second = (_share_or_zero(name, x) for name, x in (("only_a", only_a), ("only_b", only_b)))
        if not 0 < first + second <= 1:
            both = first + second
            msg = f"only_a and only_b are shares of the same rows: their sum lies between 0 and 1, not at {both:g}."
            raise OptionError(msg)
        return first, second
    if a is None or b is None:
        msg = "say how often each model is right: a and b; or how often it alone is: only_a and only_b."
        raise OptionError(msg)
    check_share("a", a)
    check_share("b", b)
    if discordant is None:
        return a * (1 - b), b * (1 - a)
    least, most = abs(a - b), min(a + b, 2 - a - b)
    if isinstance(discordant, bool) or not least - 1e-12 <= discordant <= most + 1e-12 or discordant <= 0:
        ends = f"{least:.4g} and {most:.4g}"
        msg = f"with shares of {a:g} and {b:g}, discordant lies between {ends}, not at {discordant!r}."
        raise OptionError(msg)
    return max((discordant + a - b) / 2, 0.0), max((discordant - a + b) / 2, 0.0)


def _share_or_zero(name: str, value: float) -> float:
    return 0.0 if value == 0 and not isinstance(value, bool) else check_share(name, value)


def _by_test(first: float, second: float, aim: Aim, method: str | None, assumptions: tuple[str, ...]) -> Plan:
    apart, difference = first + second, abs(first - second)
    normal = partial(normal_power, distance=difference, variances=(apart, apart - difference**2), z=aim.z_alpha)
    n = smallest(lambda n: normal(n) >= aim.power - 1e-12) if aim.n is None else aim.n
    default = ("mcnemar", "mcnemar-exact", "connor") if n <= _MANY else ("connor", "mcnemar", "mcnemar-exact")
    test = check_method(method, default)
    reached: Callable[[int], float] = normal
    if test != "connor":
        reached = partial(mcnemar_power, only_a=first, only_b=second, tail=aim.tail, mid=test == "mcnemar")
        n = smallest_lasting(reached, aim.power, guess=n) if aim.n is None else n
    power = reached(n)
    better = "A" if first > second else "B"
    says = (
        f"{better} is shown to be right more often, by {difference:.3g}, with a power of {power:.3f}, {aim.in_words()}"
    )
    reason = _few(n * apart) if test == "connor" else None
    return Plan(n, None, power, None, aim.level, test, says, assumptions, None, reason, reached=reached)


def _width(n: int, *, first: float, second: float, method: str, level: float) -> float:
    z, difference = two_sided(level), first - second
    if method == "wald":
        return 2 * z * math.sqrt(max(first + second - difference**2, 0.0) / n)
    low, high = tango_interval(n * first, n * second, n, z)
    return high - low


def _by_width(first: float, second: float, aim: Aim, method: str, assumptions: tuple[str, ...]) -> Plan:
    reached = partial(_width, first=first, second=second, method=method, level=aim.level)
    wanted = aim.width
    n = aim.n if wanted is None else smallest(lambda n: reached(n) <= wanted + 1e-12)
    assert n is not None
    width = reached(n)
    says = f"the {aim.level * 100:g} % interval of a difference of {first - second:.3g} is {width:.3f} wide"
    reason = _few(n * (first + second))
    return Plan(n, None, None, width, aim.level, method, says, assumptions, None, reason, reached=reached)


def _few(rows: float) -> str | None:
    return f"only {rows:.1f} rows are expected in which one alone is right" if rows < _FEW else None
