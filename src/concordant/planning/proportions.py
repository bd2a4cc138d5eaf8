"""`proportion`, `paired_proportions`, `independent_proportions`."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.inference.comparisons.proportions import McNemar, TwoShares, score, tango_interval
from concordant.inference.influence.influences import satterthwaite, variance_of_sums
from concordant.inference.intervals.proportions import KINDS, wilson
from concordant.inference.quantiles import farthest, special, two_sided, two_sided_each, upper_tail
from concordant.metrics.definition.options import knowing_its_options
from concordant.planning.design import (
    Aim,
    ClusterDesign,
    Design,
    GroupRatio,
    Limits,
    Rare,
    Region,
    Words,
    check_share,
    last_count,
    plan,
    runs_for,
)
from concordant.result.plans import Plan, PlannedAlternative
from concordant.typing import FloatArray, IntArray

_MCNEMAR: dict[str, McNemar] = {name: name for name in ("mcnemar", "mcnemar-mid-p", "mcnemar-exact")}
_MOST_SUMMED = 20_000  # rows; from here on sums over the binomial are slow, and no better than the normal distribution
_MOST_SUMMED_OF_GROUPS = 10_000  # rows; from here on the sum is slow, and no better than the normal distribution
_LEAST_RATIO = 1e-6  # of the sizes of two groups
_FEW_EXPECTED = 5  # of either kind; below it the width at the expected share says little about that of a sample
_FEW_DISCORDANT = 10  # rows that differ
_ALL_CLUSTERS = 2_000_000  # of all studies of a size
_BINOMIAL_SPREAD = 7.0  # standard deviations; what lies further out is below 1e-11


@knowing_its_options("planning")
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
        With `against`: the greatest difference that does not matter, for non-inferiority and equivalence; for
        superiority the difference that is to be exceeded, 0 by default.
    alternative : {"two-sided", "one-sided", "superiority", "non-inferiority", "equivalence"}
        What the test is to show. ``"two-sided"``: the share differs from `against`. ``"one-sided"``: the same, looking
        only to the side where `expected` lies. ``"superiority"``: the share is above ``against + margin``.
        ``"non-inferiority"``: it is above ``against - margin`` (of an error rate, where lower is better, plan for the
        share of right rows). ``"equivalence"``: it lies between ``against - margin`` and ``against + margin``. The last
        three are tested one-sided at ``1 - level``: the test looks whether
        ``accuracy.interval(..., level=2 * level - 1)`` lies there.
    power : float, optional
        The probability that the test shows it. Default: 0.8.
    n : int, optional
        In place of `width` or `power`: a number of rows, to find what it reaches.
    cluster_size : float, optional
        Mean number of rows in a cluster, for rows that come in clusters; with `icc`. The variance grows by the design
        effect ``1 + ((cv^2 + 1) m - 1) icc`` (Eldridge, Ashby & Kerry 2006), and Student's t stands in place of the
        normal distribution, with a degree of freedom less than there are clusters (and fewer if their sizes differ), as
        in ``accuracy.interval(..., cluster=)``.
    icc : float, optional
        Correlation of two rows of a cluster, 0 to 1: of what rows add to the metric (for a share: of being right).
    cluster_size_cv : float
        Standard deviation of the cluster sizes over their mean, where they differ.
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
    clusters = cluster_size, icc, cluster_size_cv
    aim = Aim.of(width, power, n, level, alternative, margin, *clusters, test=against is not None, widest=1.0)
    null = p if against is None else check_share("against", against)
    methods = (*KINDS, "wald") if against is None else ("wilson", "exact", "normal")
    if aim.test and aim.clusters is not None:  # "exact" is of counts
        methods = ("wilson", "normal")
    return plan(partial(_proportion, p, null, aim), aim, method, methods)


def _proportion(p: float, null: float, aim: Aim, method: str) -> Design:
    region, what = aim.region(p, null, (0.0, 1.0), "a share"), f"a share of {p:g}"
    parts: dict[str, Any] = {}
    if region is None:
        doubt = "only {:.1f} rows of the rarer kind are expected"
        parts["rare"] = Rare((min(p, 1 - p),), _FEW_EXPECTED, doubt)
        parts["limits"] = None if method == "wald" else partial(_share_limits, p, aim, method)
    elif method == "wilson" and aim.clusters is not None:
        parts["simulate"] = partial(clustered_limits, p, aim.clusters, aim.coverage)
        parts["runs"] = partial(runs_for, _ALL_CLUSTERS, aim.clusters.number)
    elif method != "normal":
        parts["exact"] = partial(binomial_power, p=p, region=region, tail=aim.tail, exact=method == "exact")
    assumed = None if region is None else f"the share is {p:g}"
    words = Words(what, aim.claim(what, p, null), assumed, (0.0, 1.0))
    return Design(value=p, region=region, variance=_share_variance, words=words, **parts)


def _share_variance(p: float, rows: float) -> float:
    return p * (1 - p) / rows


def _share_limits(p: float, aim: Aim, method: str, n: float, rows: float) -> Limits:
    """The interval of n rows of which exactly the share p counts."""
    if aim.clusters is not None:  # as intervals of clusters count them (Korn & Graubard 1998)
        rows *= (two_sided(aim.level, n - 1) / aim.z(n)) ** 2
    return KINDS[method](np.array(p), np.array(float(rows)), aim.level)


def clustered_limits(
    share: float, clusters: ClusterDesign, coverage: float, random: np.random.Generator, n: int, runs: int
) -> Limits:
    """
    Return the limits that `accuracy.interval` with ``cluster=`` has in studies of n rows.

    The share of a cluster varies as a beta distribution with the intraclass correlation, and the sizes as a gamma
    distribution with their coefficient of variation. Rows count as ``p (1 - p) / se^2``, with Student's t for the
    degrees of freedom of the clusters (Korn & Graubard 1998).
    """
    sizes = _sizes(clusters, (runs, max(round(clusters.number(n)), 2)), random)
    right = random.binomial(sizes, _shares(share, clusters.icc, sizes.shape, random))
    rows = sizes.sum(1)
    p = right.sum(1) / rows
    exposed = sizes.T.astype(np.float64)  # each row alike
    sums = variance_of_sums((right - p[:, None] * sizes).T, exposed, exposed, p * (1 - p))
    with np.errstate(divide="ignore", invalid="ignore"):
        effective = np.fmin(p * (1 - p) * rows**2.0 / sums.variance, rows)
    effective *= (two_sided(coverage, float(rows.mean()) - 1) / two_sided_each(coverage, sums.degrees)) ** 2
    alike = (p == 0) | (p == 1)
    return wilson(p, np.where(alike, rows**2 / (sizes**2.0).sum(1), effective), coverage)


def _sizes(clusters: ClusterDesign, shape: tuple[int, int], random: np.random.Generator) -> np.ndarray:
    """Whole sizes of at least a row, in the mean as given."""
    size, cv = clusters.size, clusters.cv
    if cv == 0:
        return np.full(shape, int(size)) + (random.random(shape) < size - int(size))
    return np.maximum(np.round(random.gamma(1 / cv**2, size * cv**2, shape)), 1).astype(np.int64)


def _shares(share: float, icc: float, shape: tuple[int, ...], random: np.random.Generator) -> FloatArray | float:
    if icc == 0:
        return share
    if icc == 1:
        return (random.random(shape) < share).astype(np.float64)
    spread = 1 / icc - 1
    return random.beta(share * spread, (1 - share) * spread, shape)


@knowing_its_options("planning")
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
        or "one-sided" towards the better one); that A is better than B by more than the margin ("superiority"), or at
        most the margin worse ("non-inferiority"); or that they differ by less than the margin ("equivalence"). All but
        "two-sided" are tested one-sided at ``1 - level``.
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
    clusters = cluster_size, icc, cluster_size_cv
    aim = Aim.of(width, power, n, level, alternative, margin, *clusters, test=width is None, widest=2.0)
    shares = "as if they erred independently" if discordant is None and only_a is None else "as given"
    assumed = f"A alone is right in {first * 100:.3g} % of the rows, B alone in {second * 100:.3g} %, {shares}"
    formula = "connor" if aim.margin is None else "nam"
    summed = tuple(_MCNEMAR) if aim.margin is None else ("tango",)
    methods = (*summed, formula, "wald") if aim.test else ("tango", "wald")
    if aim.clusters is not None:
        methods = ("wald", formula) if aim.test else ("wald",)
    design = partial(_paired, first, second, aim, assumed)
    return plan(design, aim, method, methods, most=_MOST_SUMMED, beyond=formula)


def _paired(first: float, second: float, aim: Aim, assumed: str, method: str) -> Design:
    difference = first - second
    region = aim.region(difference, 0.0, (-1.0, 1.0), "a difference of shares")
    parts: dict[str, Any] = {}
    if region is None:
        parts["limits"] = partial(_tango_limits, first, second, aim) if method == "tango" else None
    elif method in _MCNEMAR:
        parts["exact"] = partial(mcnemar_power, only_a=first, only_b=second, tail=aim.tail, method=_MCNEMAR[method])
    elif method == "tango":
        parts["exact"] = partial(tango_power, only_a=first, only_b=second, region=region, z=two_sided(aim.coverage))
    if "exact" not in parts:
        doubt = "only {:.1f} rows are expected in which one alone is right"
        parts["rare"] = Rare((first + second,), _FEW_DISCORDANT, doubt)
    variance = partial(_paired_variance, first, second, pooled=method != "wald")
    words = Words(f"a difference of {difference:.3g}", aim.claim_of_two(difference, "be right more often"), assumed)
    return Design(value=difference, region=region, variance=variance, words=words, **parts)


def _paired_variance(first: float, second: float, difference: float, rows: float, *, pooled: bool) -> float:
    """The variance if the difference is this: of the likeliest shares, or (not `pooled`) of those expected."""
    return float(paired_null_variance(first, second, difference if pooled else first - second)) / rows


def _tango_limits(first: float, second: float, aim: Aim, n: float, rows: float) -> tuple[float, float]:
    return tango_interval(rows * first, rows * second, rows, aim.z(n))


def _discordant_shares(
    a: float | None, b: float | None, discordant: float | None, only_a: float | None, only_b: float | None
) -> tuple[float, float]:
    if only_a is not None or only_b is not None:
        if a is not None or b is not None or discordant is not None or only_a is None or only_b is None:
            raise OptionError("give either a and b (and discordant), or only_a and only_b.")
        first, second = (
            0.0 if share == 0 and not isinstance(share, bool) else check_share(name, share)
            for name, share in (("only_a", only_a), ("only_b", only_b))
        )
        if not 0 < first + second <= 1:
            both = first + second
            msg = f"only_a and only_b are shares of the same rows: their sum lies between 0 and 1, not at {both:g}."
            raise OptionError(msg)
        return first, second
    if a is None or b is None:
        raise OptionError("say how often each model is right: a and b; or how often it alone is: only_a and only_b.")
    check_share("a", a)
    check_share("b", b)
    if discordant is None:
        return a * (1 - b), b * (1 - a)
    least, most = abs(a - b), min(a + b, 2 - a - b)
    number = isinstance(discordant, (int, float, np.integer, np.floating)) and not isinstance(discordant, bool)
    if not number or not least - 1e-12 <= discordant <= most + 1e-12 or discordant <= 0:
        ends = f"{least:.4g} and {most:.4g}"
        raise OptionError(f"with shares of {a:g} and {b:g}, discordant lies between {ends}, not at {discordant!r:.80}.")
    return max((discordant + a - b) / 2, 0.0), max((discordant - a + b) / 2, 0.0)


@knowing_its_options("planning")
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
        towards the greater share); that A is better than B by more than the margin ("superiority"), or at most the
        margin worse ("non-inferiority"; higher shares are better); or that they differ by less than the margin
        ("equivalence"). All but "two-sided" are tested one-sided at ``1 - level``.
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
    if not _LEAST_RATIO <= ratio <= 1 / _LEAST_RATIO:
        msg = f"ratio is the size of the second group over that of the first, from 1e-6 to 1e6, not {ratio:g}."
        raise OptionError(msg)
    clusters = cluster_size, icc, cluster_size_cv
    aim = Aim.of(width, power, n, level, alternative, margin, *clusters, test=width is None, widest=2.0)
    summed, formula = "miettinen-nurminen", "farrington-manning"
    methods: tuple[str, ...] = (summed, formula, "wald") if aim.test else (summed, "wald")
    if aim.clusters is not None:
        methods = ("wald", formula) if aim.test else ("wald",)
    design = partial(_independent, pair, GroupRatio(aim.clusters, ratio=ratio), aim)
    return plan(design, aim, method, methods, most=_MOST_SUMMED_OF_GROUPS, beyond=formula)


def _independent(pair: tuple[float, float], split: GroupRatio, aim: Aim, method: str) -> Design:
    a, b = pair
    region = aim.region(a - b, 0.0, (-1.0, 1.0), "a difference of shares")
    parts: dict[str, Any] = {}
    if method == "miettinen-nurminen":
        z = two_sided(aim.coverage)
        if region is None:
            parts["limits"] = partial(score_limits, a, b, z)
        else:
            parts["exact"] = partial(independent_power, a=a, b=b, region=region, z=z)
    if "exact" not in parts:
        doubt = "only {:.1f} rows of the rarer kind are expected in a group"
        parts["rare"] = Rare((min(a, 1 - a), min(b, 1 - b)), _FEW_EXPECTED, doubt)
    words = Words(
        f"a difference of {a - b:.3g}",
        aim.claim_of_two(a - b, "be right more often"),
        f"A is right in {a * 100:.3g} % of its rows, B in {b * 100:.3g} % of its own",
    )
    return Design(
        value=a - b,
        region=region,
        variance=partial(_independent_variance, a, b, pooled=method == "farrington-manning"),
        words=words,
        split=split,
        degrees=None if aim.clusters is None else partial(_welch, a, b, aim.clusters),
        **parts,
    )


def _independent_variance(a: float, b: float, difference: float, *rows: float, pooled: bool) -> float:
    """The variance if the difference is this: of the likeliest shares, or (not `pooled`) of those expected."""
    if pooled and difference != a - b:
        return float(null_variance(a, b, rows, difference))
    return _share_variance(a, rows[0]) + _share_variance(b, rows[1])


def _welch(a: float, b: float, clusters: ClusterDesign, *sizes: float) -> float:
    """Welch's degrees of freedom."""
    parts = np.array(list(map(_share_variance, (a, b), sizes)))
    return float(satterthwaite(parts, np.array(list(map(clusters.degrees, sizes)))))


def binomial_power(n: int, *, p: float, region: Region, tail: float, exact: bool) -> float:
    """
    P(the test shows that the share lies in `region`) of n rows that are each of the kind with probability p.

    `exact`: the binomial test with at most `tail` on its side; else the score test, which rejects where Wilson's
    interval excludes a limit.
    """
    least = 0 if math.isinf(region.low) else critical_count(n, null=region.low, tail=tail, exact=exact)
    most = n if math.isinf(region.high) else n - critical_count(n, null=1 - region.high, tail=tail, exact=exact)
    return float(_within(least, most, n, p))


def critical_count(n: int, *, null: float, tail: float, exact: bool) -> int:
    """Return the smallest count of n for which the test rejects that the share is at most `null`; n + 1 if none."""
    if exact:
        # the smallest k with P(X >= k) <= tail; the inverse is continuous, so that the neighbours are tried as well
        start = int(special().bdtrik(1 - tail, n, null))
        near = np.arange(max(start - 1, 0), min(start + 3, n) + 1)
        fits = near[upper_tail(near, n, null) <= tail]
        return int(fits[0]) if len(fits) else n + 1
    z = NormalDist().inv_cdf(1 - tail)
    return min(math.floor(n * null + z * math.sqrt(n * null * (1 - null)) + 1e-9) + 1, n + 1)


def mcnemar_power(n: int, *, only_a: float, only_b: float, tail: float, method: McNemar) -> float:
    """
    P(McNemar's test rejects, on the side of the model that is right more often).

    d of n pairs differ, binomial(n, only_a + only_b); of these, b speak for the better model, binomial(d, its share).
    The test knows d and asks whether b is too large for a fair coin: by the score ``(2 b - d) / sqrt(d)`` (McNemar's
    chi-squared of 1947, not corrected), the mid-p value, or the exact binomial tail.
    """
    differ, better = only_a + only_b, max(only_a, only_b) / (only_a + only_b)
    d = likely_counts(n, differ)
    critical = critical_values(d, tail, method=method)
    return float(shares(d, n, differ) @ upper_tail(critical, d, better))


def critical_values(d: IntArray, tail: float, *, method: McNemar) -> IntArray:
    """Return, for each number d of pairs that differ, the smallest count with a p-value of at most `tail` one-sided."""
    if method == "mcnemar":
        return np.minimum(np.floor((d + two_sided(1 - 2 * tail) * np.sqrt(d)) / 2 + 1e-9).astype(np.int64) + 1, d + 1)
    half = d // 2  # half of the pairs or fewer are never enough

    def above(more: IntArray) -> npt.NDArray[np.bool_]:
        """Whether the p-value of so many pairs more than half of them is larger."""
        at_least = upper_tail(half + more, d, 0.5)
        if method == "mcnemar-mid-p":
            at_least = (at_least + upper_tail(half + more + 1, d, 0.5)) / 2
        return at_least > tail

    return half + last_count(above, d - half) + 1


# The power of Tango's score test with a margin: summed over all numbers of rows in which one of two models is right.
#
# Tango (1998), Statistics in Medicine 17:891; sample sizes by its large-sample variances: Nam (1997), Establishing
# equivalence of two treatments and sample size requirements in matched-pairs design, Biometrics 53:1422.


def tango_power(n: int, *, only_a: float, only_b: float, region: Region, z: float) -> float:
    """
    P(the score test shows that the difference lies in `region`) of n rows.

    The numbers b and c of rows in which A or B alone is right are trinomial: c is binomial(n, `only_b`), and b then
    binomial(n - c, ``only_a / (1 - only_b)``). The score rises with b.
    """
    c = likely_counts(n, only_b)
    share = min(only_a / (1 - only_b), 1.0) if only_b < 1 else 0.0
    shown = _shown_by_score(lambda b, null: tango_scores(b, c, n, null), region, z, n - c, share)
    return float(shares(c, n, only_b) @ shown)


def _shown_by_score(
    score: Callable[[IntArray, float], FloatArray], region: Region, z: float, n: IntArray, p: float
) -> FloatArray:
    """P(the score of a count, binomial(n, p), shows `region`) for each n; it rises with the count from every null."""
    least, most = np.zeros_like(n), n
    if math.isfinite(region.low):
        least = last_count(lambda k: score(k, region.low) <= z, n) + 1
    if math.isfinite(region.high):
        most = last_count(lambda k: score(k, region.high) < -z, n)
    return _within(least, most, n, p)


def tango_scores(b: IntArray, c: IntArray, n: float, null: float) -> FloatArray:
    """Return the standardised distances of ``(b - c) / n`` from `null` (Tango 1998, eq. 8), for arrays of counts."""
    return _standardised((b - c) / n - null, paired_null_variance(b / n, c / n, null) / n)


def _standardised(distance: FloatArray, variance: FloatArray) -> FloatArray:
    """Distances in standard errors: 0 or infinite where there is no variance."""
    with np.errstate(divide="ignore", invalid="ignore"):
        score = distance / np.sqrt(variance)
    at_null = np.where(np.abs(distance) <= 1e-12, 0.0, np.copysign(np.inf, distance))
    return np.where(variance <= 1e-15, at_null, score)


def paired_null_variance(only_a: FloatArray | float, only_b: FloatArray | float, null: float) -> FloatArray:
    """Return n times the variance of the difference if it is `null`, the rest by maximum likelihood from two shares."""
    p = -np.asarray(only_a) - only_b + (2 - np.asarray(only_a) + only_b) * null
    q = (np.sqrt(np.maximum(p * p + 8 * only_b * null * (1 - null), 0.0)) - p) / 4
    return np.asarray(np.maximum(2 * q + null * (1 - null), 0.0))


def independent_power(*sizes: int, a: float, b: float, region: Region, z: float) -> float:
    """
    P(the score test shows that the difference lies in `region`), summed over both binomial distributions.

    The score rises as B has more wrong rows (Barnard's convexity).
    """
    x = likely_counts(sizes[0], a)
    every = np.full(len(x), sizes[1])
    shown = _shown_by_score(lambda wrong, null: scores(x, every - wrong, sizes, null), region, z, every, 1 - b)
    return float(shares(x, sizes[0], a) @ shown)


def scores(x: IntArray, y: IntArray, sizes: Sequence[float], null: float) -> FloatArray:
    """Return Miettinen and Nurminen's standardised distances of the observed differences from `null`."""
    a, b = np.broadcast_arrays(x / sizes[0], y / sizes[1])
    total = sum(sizes)
    variance = null_variance(a, b, sizes, null) * (total / (total - 1))
    return _standardised(a - b - null, variance)


def null_variance(a: FloatArray | float, b: FloatArray | float, sizes: Sequence[float], null: float) -> FloatArray:
    """Return the variance of the difference if it is `null`."""
    p, q = restricted(np.asarray(a, np.float64), np.asarray(b, np.float64), sizes[1] / sizes[0], null)
    return np.asarray(p * (1 - p) / sizes[0] + q * (1 - q) / sizes[1])


# The score test of the difference of two independent shares, and its power over all numbers of right rows.
#
# Farrington & Manning (1990), Test statistics and sample size formulae for comparative binomial trials with null
# hypothesis of non-zero risk difference or non-unity relative risk, Statistics in Medicine 9:1447. Miettinen & Nurminen
# (1985), Comparative analysis of two rates, Statistics in Medicine 4:213: the same with the variance times N / (N - 1).


def restricted(a: FloatArray, b: FloatArray, ratio: float, null: float) -> tuple[FloatArray, FloatArray]:
    """
    Return the maximum likelihood estimates of both shares if they differ by `null`, from the observed `a` and `b`.

    `ratio` is the size of the second group over that of the first (Farrington & Manning 1990, appendix).
    """
    first = 1 + ratio
    second = -(first + a + ratio * b + null * (ratio + 2))
    third = null * null + null * (2 * a + first) + a + ratio * b
    last = -a * null * (1 + null)
    v = (second / (3 * first)) ** 3 - second * third / (6 * first * first) + last / (2 * first)
    u = np.where(v > 0, 1.0, -1.0) * np.sqrt(np.maximum((second / (3 * first)) ** 2 - third / (3 * first), 0.0))
    cube = u**3
    cosine = np.divide(v, cube, out=np.ones_like(v), where=np.abs(cube) > 1e-300)
    w = (math.pi + np.arccos(np.clip(cosine, -1.0, 1.0))) / 3
    p = np.clip(2 * u * np.cos(w) - second / (3 * first), max(0.0, null), min(1.0, 1.0 + null))
    return p, np.clip(p - null, 0.0, 1.0)


def score_limits(a: float, b: float, z: float, n: float, *rows: float) -> tuple[float, float]:
    """Return the differences whose score is between -z and z; shares and the n rows need not make whole numbers."""
    del n
    counted = TwoShares(a * rows[0], rows[0], b * rows[1], rows[1])
    low = farthest(lambda null: score(counted, null) > z, -1.0, a - b)
    return low, farthest(lambda null: score(counted, null) >= -z, a - b, 1.0)


def shares(k: IntArray, n: int | IntArray, p: float) -> FloatArray:
    """P(X = k) for X binomial(n, p)."""
    functions = special()
    log = functions.gammaln
    ways = log(n + 1.0) - log(k + 1.0) - log(n - k + 1.0)
    return np.asarray(np.exp(ways + functions.xlogy(k, p) + functions.xlog1py(n - k, -p)))


def _within(least: IntArray | int, most: IntArray | int, n: int | IntArray, p: float) -> FloatArray:
    """P(least <= X <= most) for X binomial(n, p)."""
    at_least, above = upper_tail(np.array([least, most + 1]), n, p)
    return np.where(most >= least, at_least - above, 0.0)


def likely_counts(n: int, share: float) -> IntArray:
    """Return the counts of n rows that are not lost in rounding."""
    middle, spread = n * share, _BINOMIAL_SPREAD * math.sqrt(n * share * (1 - share)) + 8
    return np.arange(max(0, math.floor(middle - spread)), min(n, math.ceil(middle + spread)) + 1)
