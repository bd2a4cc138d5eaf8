"""How many rows to show that one of two models is right more often: accuracies, or recalls, of the same rows."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from concordant.errors import OptionError
from concordant.inference.comparisons.by_mcnemar import McNemar
from concordant.inference.comparisons.tango import tango_interval
from concordant.inference.planning.cluster_design import ClusterDesign
from concordant.inference.planning.known_options import knows_its_options
from concordant.inference.planning.mcnemar_power import mcnemar_power
from concordant.inference.planning.plans import plan_of
from concordant.inference.planning.regions import Region, region_of, shown_of_two, within
from concordant.inference.planning.smallest_study import smallest_lasting
from concordant.inference.planning.study_aim import StudyAim, check_aim, check_method, check_share
from concordant.inference.planning.tango_power import null_variance, tango_power
from concordant.result.plans import Plan, PlannedAlternative

_MANY = 20_000  # rows; from here on sums over the binomial are slow, and no better than the normal distribution
_FEW = 10  # rows that differ


@knows_its_options
def paired_proportions(
    a: float | None = None,
    b: float | None = None,
    *,
    discordant: float | None = None,
    only_a: float | None = None,
    only_b: float | None = None,
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
        The greatest width of the interval of the difference, from limit to limit.
    margin, alternative
        What is to be shown, as in ``accuracy.compare(..., margin=, alternative=)``: that A and B differ ("two-sided",
        or "one-sided" towards the better one); that A is at most the margin worse than B ("non-inferiority"); or that
        they differ by less than the margin ("equivalence"). All but "two-sided" are tested one-sided at ``1 - level``.
    power, n, cluster_size, icc, cluster_size_cv, level
        As in `proportion`; without `width`, a test is planned for.
    method : str, optional
        Of a test of a difference: ``"mcnemar"``, the score test without a correction for continuity (the default up to
        20,000 rows), ``"mcnemar-mid-p"`` or ``"mcnemar-exact"``, their power summed over all outcomes; or
        ``"connor"``, the normal approximation of Connor (1987), ``n = (z_a sqrt(s) + z_b sqrt(s - d^2))^2 / d^2`` for
        a share s of discordant rows and a difference d. With a margin: ``"tango"``, the score test that
        `accuracy.compare` makes, summed over all outcomes (the default up to 20,000 rows); or ``"nam"``, its normal
        approximation (Nam 1997), with the variance at the margin in place of s. Of a width: ``"tango"``, the default
        interval of `accuracy.compare`, at the expected counts; or ``"wald"``, ``d +- z sqrt((s - d^2) / n)``. Rows in
        clusters are compared by their standard error: ``"wald"`` is their default, with t in place of z.

    Returns
    -------
    Plan

    Raises
    ------
    OptionError
        If the shares are outside 0 to 1 or do not fit each other, or there is no difference to show.

    Notes
    -----
    Ten plans by "mcnemar" and "tango", with 2 to 32 % discordant rows, had the power that they promise within 0.016 in
    4,000 simulated comparisons each (Monte-Carlo error 0.006). In clusters the power is that of the normal distribution
    with t in place of z: planned for 0.80, comparisons with ``cluster=`` had 0.80 to 0.82 without a margin (38 and 72
    clusters whose outcomes vary as a Dirichlet distribution, icc 0.1 and 0.3; 2,000 studies each, twice), 0.82 to 0.84
    where rows of a cluster copy one another, and with a margin 0.78 (53 clusters of 30 rows, 200 studies).

    References
    ----------
    Connor (1987), Sample size for testing differences in proportions for the paired-sample design, Biometrics 43:207.
    Lachenbruch (1992), On the sample size for studies based upon McNemar's test, Statistics in Medicine 11:1521.
    Nam (1997), Establishing equivalence of two treatments and sample size requirements in matched-pairs design,
    Biometrics 53:1422.

    Examples
    --------
    >>> from concordant import planning
    >>> planning.paired_proportions(0.85, 0.80, discordant=0.12).n
    363
    >>> planning.paired_proportions(only_a=0.10, only_b=0.05, width=0.06).n
    646
    >>> planning.paired_proportions(0.85, 0.85, discordant=0.12, margin=0.05, alternative="non-inferiority").n
    313
    """
    first, second = _discordant_shares(a, b, discordant, only_a, only_b)
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
    if aim.test and aim.margin is None and abs(first - second) < 1e-12:
        msg = "both models are expected to be right equally often: there is no difference to show."
        raise OptionError(msg)
    shares = "as if they erred independently" if discordant is None and only_a is None else "as given"
    assumed = f"A alone is right in {first * 100:.3g} % of the rows, B alone in {second * 100:.3g} %, {shares}"
    if aim.test:
        return _by_test(first, second, aim, method, assumed)
    return _by_width(first, second, aim, method, assumed)


def _discordant_shares(
    a: float | None, b: float | None, discordant: float | None, only_a: float | None, only_b: float | None
) -> tuple[float, float]:
    if only_a is not None or only_b is not None:
        if a is not None or b is not None or discordant is not None or only_a is None or only_b is None:
            msg = "give either a and b (and discordant), or only_a and only_b."
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


_MCNEMAR: dict[str, McNemar] = {name: name for name in ("mcnemar", "mcnemar-mid-p", "mcnemar-exact")}


def _by_test(first: float, second: float, aim: StudyAim, method: str | None, assumed: str) -> Plan:
    difference = first - second
    region = within(region_of(difference, 0.0, aim), -1.0, 1.0, "a difference of shares")
    approximate = "connor" if aim.margin is None else "nam"
    spread: Callable[..., float] = partial(_normal_power, first=first, second=second, region=region, aim=aim)
    n = aim.smallest(lambda n: spread(n, kind=approximate) >= aim.power - 1e-12) if aim.n is None else aim.n
    test = check_method(method, _methods(aim, n, approximate))
    reached: Callable[[int], float] = partial(spread, kind=test)
    if test in _MCNEMAR:
        reached = partial(mcnemar_power, only_a=first, only_b=second, tail=aim.tail, method=_MCNEMAR[test])
    elif test == "tango":
        reached = partial(tango_power, only_a=first, only_b=second, region=region, z=aim.z_alpha(n))
    if aim.n is None:
        summed = test == "tango" or test in _MCNEMAR
        n = (
            smallest_lasting(reached, aim.power, guess=n)
            if summed
            else aim.smallest(lambda n: reached(n) >= aim.power - 1e-12)
        )
    power = reached(n)
    says = f"{shown_of_two(difference, aim, 'be right more often')} with a power of {power:.3f}, {aim.in_words()}"
    reason = None if test in _MCNEMAR or test == "tango" else _few(aim.effective(n) * (first + second))
    return plan_of(aim, n, power, method=test, says=says, assumed=assumed, reached=reached, reason=reason)


def _methods(aim: StudyAim, n: int, approximate: str) -> tuple[str, ...]:
    """The tests; the default comes first."""
    if aim.clusters is not None:
        return ("wald", approximate)
    summed = tuple(_MCNEMAR) if aim.margin is None else ("tango",)
    return (*summed, approximate, "wald") if n <= _MANY else (approximate, *summed, "wald")


def _normal_power(n: int, *, first: float, second: float, region: Region, aim: StudyAim, kind: str) -> float:
    """The power, with the variance at a limit for the level (not for "wald") and the expected one for the power."""
    rows, difference = aim.effective(n), first - second
    se = _error(first, second, rows)
    nulls = [
        se if kind == "wald" or math.isinf(null) else math.sqrt(float(null_variance(first, second, null)) / rows)
        for null in (region.low, region.high)
    ]
    return region.power(difference, se, (nulls[0], nulls[1]), z=aim.z_alpha(n), degrees=aim.degrees(n))


def _error(first: float, second: float, rows: float) -> float:
    return math.sqrt(max(first + second - (first - second) ** 2, 0.0) / rows)


def _width(n: int, *, first: float, second: float, method: str, aim: StudyAim) -> float:
    rows = aim.effective(n)
    if method == "wald":
        return 2 * aim.z(n) * _error(first, second, rows)
    low, high = tango_interval(rows * first, rows * second, rows, aim.z(n))
    return high - low


def _by_width(first: float, second: float, aim: StudyAim, method: str | None, assumed: str) -> Plan:
    chosen = check_method(method, ("tango", "wald") if aim.clusters is None else ("wald",))
    reached = partial(_width, first=first, second=second, method=chosen, aim=aim)
    wanted = aim.width
    n = aim.n if wanted is None else aim.smallest(lambda n: reached(n) <= wanted + 1e-12)
    assert n is not None
    width = reached(n)
    says = f"the {aim.level * 100:g} % interval of a difference of {first - second:.3g} is {width:.3f} wide"
    reason = _few(aim.effective(n) * (first + second))
    return plan_of(aim, n, width, method=chosen, says=says, assumed=assumed, reached=reached, reason=reason)


def _few(rows: float) -> str | None:
    return f"only {rows:.1f} rows are expected in which one alone is right" if rows < _FEW else None
