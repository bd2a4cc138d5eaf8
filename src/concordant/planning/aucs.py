"""`auc`, `paired_aucs`."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import NormalDist
from typing import Any

import numpy as np

from concordant import _kernels
from concordant.errors import OptionError
from concordant.inference.influence.influences import satterthwaite
from concordant.inference.intervals.path import Masses, limits_along_path
from concordant.inference.intervals.score import chance_scores, residual_degrees
from concordant.inference.quantiles import SCALES, two_sided_each
from concordant.metrics.definition.options import knowing_its_options
from concordant.planning.design import Aim, ClassRatio, Design, Limits, Rare, Words, check_share, noise, plan, runs_for
from concordant.result.plans import Plan, PlannedAlternative
from concordant.settings import with_progress
from concordant.typing import FloatArray

AucVariance = Callable[[float, float, float], float]  # AUC, positive rows, negative rows -> variance
_FEW_OF_A_CLASS = 10  # rows of the rarer class; fewer and no standard error can be trusted
_MOST_SIMULATED = 10_000  # rows; from here on simulated studies take long
_MOST_PAIRED_SIMULATED = 5_000  # rows; from here on simulated studies take long
_ALL_ROWS = 400_000  # of all studies of a size, whose score limits are followed
_ALL_PAIRED_ROWS = 2_000_000  # the same of two models: well below a second
_MOST_CELLS = 256  # of a ranking whose limits are followed
_MOST_POINTS = 1_000  # of each class, at quantiles
_SCORES = 1 << 19  # of one stack: 4 MiB
_LEGENDRE_NODES, _LEGENDRE_WEIGHTS = np.polynomial.legendre.leggauss(48)


@knowing_its_options("planning")
def auc(
    expected: float,
    *,
    width: float | None = None,
    against: float | None = None,
    margin: float | None = None,
    alternative: PlannedAlternative = "two-sided",
    power: float | None = None,
    n: int | None = None,
    prevalence: float = 0.5,
    cluster_size: float | None = None,
    icc: float | None = None,
    cluster_size_cv: float = 0.0,
    level: float = 0.95,
    method: str | None = None,
) -> Plan:
    """
    Plan a study of the ROC AUC of one model.

    Parameters
    ----------
    expected : float
        The AUC that is expected.
    width : float, optional
        The greatest width of the interval, from limit to limit.
    against : float, optional
        In place of `width`: a value from which the true AUC is to be shown to differ, such as 0.5.
    margin, alternative
        As in `proportion`. With `against` and a margin: that the AUC is above ``against - margin``, or within the
        margin of `against`.
    prevalence : float
        The share of positive rows in the study (not in the population, where rows are chosen by their class).
    power, n, cluster_size, icc, cluster_size_cv, level
        As in `proportion`; n are rows of both classes together.
    method : {"score", "binormal", "obuchowski", "hanley-mcneil"}, optional
        "score", the default of a width and of a test up to 10,000 rows, is for the score limits of `roc_auc.interval`.
        The width is that of scores at the quantiles of two normal distributions with equal spread. The test looks
        whether the interval excludes `against`, and its power is measured in 1,000 to 10,000 simulated studies of each
        size, with a fixed seed, whose scores are normal in that way. The others are formulas, of logit limits and of a
        test with the variance at `against` for its level and that at `expected` for its power, and name where the
        variance comes from: such scores, exactly, or by the approximation of Obuchowski (1994); exponential scores
        (Hanley & McNeil 1982).

    Returns
    -------
    Plan
        With the rows of each class. `error` is the Monte-Carlo error of a measured power.

    Raises
    ------
    OptionError
        If a number is outside its range, there is no difference to show, or not exactly one of width, power and n is to
        be found.

    Notes
    -----
    `power.roc.test` of the R package pROC takes Obuchowski's approximation (``method="obuchowski"``). In classes of
    equal size it is larger than the variance that simulated binormal scores have, by 27 % at an AUC of 0.8 and 52 % at
    0.9, and asks for more rows. Planned by the measured power of score limits for 0.80 to 0.83, intervals had 0.80 to
    0.82 in 1,000 further studies of each of six settings, AUCs of 0.7 to 0.99 (Monte-Carlo error 0.013). The planned
    width was within 2 % of the median of 300 studies in settings of AUCs of 0.8 to 0.95, and 6 % below it at 0.99 with
    68 rows of a class. In clusters, studies of as many rows as the clusters are worth are simulated, with their design
    effect, which is off as one from so many clusters is: planned for 0.83 and 0.84, intervals with ``cluster=`` had
    0.84 and 0.85 (38 and 20 clusters; 400 studies each, error 0.018).

    Examples
    --------
    >>> from concordant import planning
    >>> planning.auc(0.8, against=0.5, method="binormal").groups
    {'positive': 13, 'negative': 13}
    >>> planning.auc(0.8, width=0.1, prevalence=0.1).n
    830
    """
    value, clusters = check_share("expected", expected), (cluster_size, icc, cluster_size_cv)
    aim = Aim.of(width, power, n, level, alternative, margin, *clusters, test=against is not None, widest=1.0)
    null = value if against is None else check_share("against", against)
    design = partial(_auc, value, null, ClassRatio.at(prevalence, aim.clusters), aim)
    return plan(design, aim, method, ("score", *VARIANCES), most=_MOST_SIMULATED, beyond="binormal")


def _auc(value: float, null: float, split: ClassRatio, aim: Aim, method: str) -> Design:
    region, what = aim.region(value, null, (0.0, 1.0), "an AUC"), f"an AUC of {value:g}"
    model = method if method in VARIANCES else "binormal"
    spread = "exponential" if model == "hanley-mcneil" else "normal"
    words = Words(what, aim.claim(what, value, null), f"{what}, scores {spread} in both classes", (0.0, 1.0))
    simulated: dict[str, Any] = {}
    if region is not None and method == "score":
        simulated["simulate"] = partial(_simulated, value, split, aim)
        simulated["runs"] = partial(runs_for, _ALL_ROWS, aim.effective)
    return Design(
        value=value,
        region=region,
        variance=VARIANCES[model],
        words=words,
        limits=partial(_expected_limits, value, aim) if method == "score" else partial(_limits, value, model, aim),
        split=split,
        rare=_few(simulated=bool(simulated)),
        **simulated,
    )


def _few(*, simulated: bool) -> Rare:
    return Rare((1.0, 1.0), _FEW_OF_A_CLASS, "only {:.3g} rows of a class" + ("" if simulated else "; simulate"))


def _limits(value: float, model: str, aim: Aim, n: float, positive: float, negative: float) -> Limits:
    """The interval if the AUC is observed as expected."""
    parts = VARIANCES[model](value, positive, negative) * np.array([negative, positive]) / (positive + negative)
    return logit_limits(np.array(value), parts, (positive, negative), aim, n)


def _drawn(split: ClassRatio, aim: Aim, n: int) -> tuple[int, int]:
    """Whole rows of each class of a simulated study that stands for one of n rows."""
    least = 1 if aim.clusters is None else 2
    positive, negative = (max(round(aim.effective(size)), least) for size in split.whole(n))
    return positive, negative


def _simulated(value: float, split: ClassRatio, aim: Aim, random: np.random.Generator, n: int, runs: int) -> Limits:
    """The limits of the AUC in studies of n rows."""
    sizes = _drawn(split, aim, n)
    scores = drawn_scores((value,), (0.0, 0.0), sizes, runs, random)
    each = [rankings(positive[0], negative[0]) for positive, negative in scores]
    values, counts = (np.concatenate(parts) for parts in zip(*each, strict=True))
    return score_limits(values, counts * (n / sum(sizes)), aim, n, noise(runs, aim.degrees(n), random))


def _expected_limits(value: float, aim: Aim, n: float, *rows: float) -> Limits:
    """The interval of n rows whose scores are at the quantiles of the normal distributions that are assumed."""
    scores, weights = [], []
    for size, shift in zip(rows, (math.sqrt(2) * NormalDist().inv_cdf(value), 0.0), strict=True):
        many = min(max(round(n * size / sum(rows)), 1), _MOST_POINTS)
        scores.append(np.array([[NormalDist(shift).inv_cdf((place + 0.5) / many) for place in range(many)]]))
        weights.append(n * size / sum(rows) / many)
    found, counts = rankings(*scores)
    return score_limits(found, counts * np.array(weights[::-1])[:, None], aim, n)


def rankings(positive: FloatArray, negative: FloatArray) -> tuple[FloatArray, FloatArray]:
    """
    Return the AUCs of studies with such scores (S, rows), and their rankings: counts (S, 2, cells) of both classes.

    The highest score comes first. Neighbours are joined to few cells as in intervals: half by the rows of both classes,
    half by their variance.
    """
    order = np.argsort(np.concatenate([-positive, -negative], 1), axis=1)
    counts = np.stack([order >= positive.shape[1], order < positive.shape[1]], 1).astype(np.float64)
    values, psi = _kernels.auc_and_influence(counts)
    if order.shape[1] <= _MOST_CELLS:
        return values, counts
    rows, moved = (counts / counts.sum(2, keepdims=True)).sum(1), (counts * psi**2).sum(1)
    total = moved.sum(1, keepdims=True)
    share = (rows / 2 + np.where(total > 0, moved / np.where(total > 0, total, 1.0), rows / 2)) / 2
    place = np.floor(_MOST_CELLS * (share.cumsum(1) - share / 2)).astype(np.intp)
    cell = np.arange(2 * len(counts)).reshape(-1, 2, 1) * _MOST_CELLS + place[:, None]
    sums = np.bincount(cell.ravel(), counts.ravel(), 2 * len(counts) * _MOST_CELLS)
    return values, np.asarray(sums, np.float64).reshape(-1, 2, _MOST_CELLS)


def score_limits(values: FloatArray, counts: FloatArray, aim: Aim, n: float, noise: FloatArray | float = 1.0) -> Limits:
    """
    Return the limits that `roc_auc.interval` has for AUCs and their `rankings`.

    Those of clusters have the design effect, times the square of the noise of a standard error.
    """
    joined, psi = _kernels.auc_and_influence(counts)
    start, chance = chance_scores(counts, psi, np.ones((len(counts), 2, 1)))
    ones = np.ones_like(counts)
    if aim.clusters is None:
        degrees = residual_degrees(psi, counts, ones)
        effect, z = 1 + 1 / degrees, two_sided_each(aim.coverage, degrees)
    else:
        effect, z = np.maximum(aim.clusters.effect * noise**2, 1.0), np.array(aim.z(n))
    effect, z = (np.broadcast_to(each, len(counts)) for each in (effect, z))
    masses = Masses(counts, start, chance, ones)
    skewed, lost = aim.clusters is None, values - joined
    low, high = limits_along_path(_kernels.auc_and_influence, masses, z, effect, skewed=skewed) + lost
    return np.fmin(low, values), np.fmax(high, values)


@knowing_its_options("planning")
def paired_aucs(
    a: float,
    b: float,
    *,
    correlation: float | Sequence[float],
    width: float | None = None,
    margin: float | None = None,
    alternative: PlannedAlternative = "two-sided",
    power: float | None = None,
    n: int | None = None,
    prevalence: float = 0.5,
    cluster_size: float | None = None,
    icc: float | None = None,
    cluster_size_cv: float = 0.0,
    level: float = 0.95,
    method: str | None = None,
) -> Plan:
    """
    Plan a study that compares the ROC AUCs of two models on the same rows.

    Parameters
    ----------
    a, b : float
        The AUCs that are expected. For a width they may be equal.
    correlation : float or pair of float
        The correlation of the scores of both models within a class; one for the positive and one for the negative
        rows, where they differ. Measure it in a pilot: the plan depends on it as much as on the AUCs.
    width : float, optional
        The greatest width of the interval of the difference, from limit to limit.
    margin, alternative
        What is to be shown, as in ``roc_auc.compare(..., margin=, alternative=)``: that A and B differ ("two-sided", or
        "one-sided" towards the better one); that A is better than B by more than the margin ("superiority"), or at
        most the margin worse ("non-inferiority"); or that they differ by less than the margin ("equivalence"). All but
        "two-sided" are tested one-sided at ``1 - level``.
    power, n, cluster_size, icc, cluster_size_cv, level
        As in `proportion`; without `width`, a test is planned for. To see how wide the interval of n rows gets, plan
        for a width.
    prevalence : float
        The share of positive rows in the study.
    method : {"delong", "mover", "binormal"}, optional
        "delong", the default of a test of a difference up to 5,000 rows, is DeLong's test, and "mover", the default
        with a margin, looks whether limits of the difference that are made of those of each AUC lie inside the margin
        (after Zou & Donner 2008). Their power is measured in 1,000 to 10,000 simulated studies of each size, with a
        fixed seed, of scores that are normal in both classes with equal spread. "binormal", the default of a width, is
        the formula with the exact variance of such scores.

    Returns
    -------
    Plan
        With the rows of each class. `error` is the Monte-Carlo error of a measured power.

    Raises
    ------
    OptionError
        If a number is outside its range, or there is no difference to show.

    Notes
    -----
    Where the formula with the exact variance promises 0.80, DeLong's test has 0.87 (0.95 and 0.85, 10 % positive rows)
    and 0.91 (0.99 and 0.95); planned by the measured power, `roc_auc.compare` had 0.79 to 0.81 in 2,000 further studies
    of each of three settings (Monte-Carlo error 0.009), and with a margin, by its default, 0.80 to 0.81 in three
    others. `power.roc.test` of the R package pROC takes the variance of fitted curves (Obuchowski & McClish 1997,
    Statistics in Medicine 16:1529), without the covariance of the two parameters of a curve: for AUCs of 0.85 and 0.80,
    a correlation of 0.6 and 30 % positive rows it asks for 1,027 rows, where 570 do.

    References
    ----------
    Zou & Donner (2008), Construction of confidence limits
    about effect measures: a general approach, Statistics in Medicine 27:1693.

    Examples
    --------
    >>> from concordant import planning
    >>> planning.paired_aucs(0.85, 0.80, correlation=0.6, prevalence=0.3, method="binormal").groups
    {'positive': 171, 'negative': 399}
    """
    aucs = check_share("a", a), check_share("b", b)
    correlations = _correlations(correlation)
    clusters = cluster_size, icc, cluster_size_cv
    aim = Aim.of(width, power, n, level, alternative, margin, *clusters, test=width is None, widest=2.0)
    simulated = ("delong", "mover") if aim.margin is None else ("mover", "delong")
    methods = (*simulated, "binormal") if aim.test else ("binormal",)
    design = partial(_paired, Pair(aucs, correlations), ClassRatio.at(prevalence, aim.clusters), aim)
    return plan(design, aim, method, methods, most=_MOST_PAIRED_SIMULATED, beyond="binormal")


def _correlations(correlation: float | Sequence[float]) -> tuple[float, float]:
    pair = tuple(correlation) if isinstance(correlation, (tuple, list)) else (correlation, correlation)
    if len(pair) != 2:
        raise OptionError(f"correlation is one number, or a pair for positive and negative rows, not {correlation!r}.")
    first, second = (check_share("correlation", x, low=-1.0) for x in pair)
    return first, second


def _paired(pair: Pair, split: ClassRatio, aim: Aim, method: str) -> Design:
    a, b = pair.aucs
    region = aim.region(a - b, 0.0, (-1.0, 1.0), "a difference of AUCs")
    if pair.variance(a - b, 100, 100 * split.ratio) <= 0:
        raise OptionError("models with these AUCs and this correlation do not vary apart; give a correlation below 1.")
    what = f"the difference of AUCs of {a:g} and {b:g}"
    claim = f"{what} is shown" if aim.margin is None else aim.claim_of_two(a - b, "rank better")
    correlations = " and ".join(f"{x:g}" for x in dict.fromkeys(pair.correlations))
    assumed = f"scores normal in both classes, those of the models correlated by {correlations}"
    simulated: dict[str, Any] = {}
    if region is not None and method != "binormal":
        simulated["simulate"] = partial(_simulated_pair, pair, split, aim, method)
        simulated["runs"] = partial(runs_for, _ALL_PAIRED_ROWS, aim.effective)
    return Design(
        value=a - b,
        region=region,
        variance=pair.variance,
        words=Words(what, claim, assumed),
        split=split,
        rare=_few(simulated=bool(simulated)),
        **simulated,
    )


def _simulated_pair(
    pair: Pair, split: ClassRatio, aim: Aim, method: str, random: np.random.Generator, n: int, runs: int
) -> Limits:
    """The limits of the difference in studies of n rows, by DeLong's error or from those of each AUC."""
    sizes = _drawn(split, aim, n)
    aucs, parts = delong_draws(pair.aucs, pair.correlations, sizes, runs, random)
    off = noise(runs, aim.degrees(n), random)
    if method == "delong":
        return delong_limits(aucs, parts.sum(-1), aim.z(n) * off)
    return mover_limits(aucs, parts, sizes, aim, n, off)


def delong_draws(
    aucs: tuple[float, ...],
    correlations: tuple[float, float],
    sizes: tuple[int, int],
    runs: int,
    random: np.random.Generator,
) -> tuple[FloatArray, FloatArray]:
    """
    Return the AUCs (T, S) of T studies and the parts of DeLong's covariances of both classes, (T, S, S, 2).

    Scores are normal in both classes with equal spread; those of two models are correlated within the positive and
    within the negative rows. `sizes` are positive and negative rows.
    """
    means, covariances = [], []
    for positive, negative in drawn_scores(aucs, correlations, sizes, runs, random):
        placed = [_placements(p, n) for p, n in zip(positive, negative, strict=True)]
        sides = [np.stack(side, axis=1) for side in zip(*placed, strict=True)]
        means.append(sides[0].mean(-1))
        covariances.append(np.stack([_covariance(side) / rows for side, rows in zip(sides, sizes, strict=True)], -1))
    return np.concatenate(means), np.concatenate(covariances)


def drawn_scores(
    aucs: tuple[float, ...],
    correlations: tuple[float, float],
    sizes: tuple[int, int],
    runs: int,
    random: np.random.Generator,
) -> Iterator[Limits]:
    """Yield the scores of positive and of negative rows, (models, S, rows), of stacks of S studies."""
    shift = math.sqrt(2) * np.array([[[NormalDist().inv_cdf(auc)]] for auc in aucs])
    batch = max(1, _SCORES // sum(sizes))
    for first in with_progress(range(0, runs, batch), "simulating"):
        positive, negative = (random.standard_normal((len(aucs), min(batch, runs - first), rows)) for rows in sizes)
        for r, scores in zip(correlations, (positive, negative), strict=True):
            scores[1:] = r * scores[0] + math.sqrt(1 - r * r) * scores[1:]  # of two models
        yield positive + shift, negative


def _placements(positive: FloatArray, negative: FloatArray) -> Limits:
    """The share of negative rows below each positive one, and of positive ones above each negative one."""
    m, n = positive.shape[1], negative.shape[1]
    order = np.argsort(np.concatenate([positive, negative], axis=1), axis=1)
    below = np.cumsum(order >= m, axis=1)  # negative rows up to here
    rank = np.arange(1, m + n + 1)
    of = np.empty(order.shape)
    np.put_along_axis(of, order, np.where(order < m, below / n, 1 - (rank - below) / m), axis=1)
    return of[:, :m], of[:, m:]


def _covariance(placements: FloatArray) -> FloatArray:
    """The sample covariances of placements (T, S, rows); NaN of one row."""
    rows = placements.shape[-1]
    centred = placements - placements.mean(-1, keepdims=True)
    return np.asarray(centred @ centred.swapaxes(1, 2)) / (rows - 1 if rows > 1 else math.nan)


def logit_limits(
    auc: FloatArray, parts: FloatArray, sizes: tuple[float, float], aim: Aim, n: float, noise: FloatArray | float = 1.0
) -> Limits:
    """
    Return limits that stand for the default ones of `roc_auc.interval`, which would take too long in many samples.

    They are symmetric on the logit scale, and by pairs where all are right. `parts`, (..., 2), is what both classes add
    to DeLong's variance. Independent rows count half a row more of each class, ``A (1 - A) / 2 (1 / m^2 + 1 / n^2)`` of
    variance, and take the quantile of their own degrees of freedom; clusters take the one of n rows, and a standard
    error with their own `noise`.
    """
    variance = parts.sum(-1)
    if aim.clusters is not None:
        return SCALES["logit"].limits(auc, np.sqrt(variance) * noise, aim.z(n))
    se = np.where(variance > 0, np.sqrt(variance + auc * (1 - auc) / 2 * sum(1 / size**2 for size in sizes)), variance)
    with np.errstate(invalid="ignore", divide="ignore"):  # of nothing, or of a class of one row
        z = two_sided_each(aim.coverage, satterthwaite(parts, np.array(sizes) - 1.0))
    low, high = SCALES["logit"].limits(auc, se, z)
    edge = aim.tail ** (1 / min(sizes))
    low, high = np.where(auc == 1, edge, low), np.where(auc == 1, 1.0, high)
    return np.where(auc == 0, 0.0, low), np.where(auc == 0, 1 - edge, high)


def delong_limits(aucs: FloatArray, covariance: FloatArray, z: FloatArray | float) -> Limits:
    """Return the limits of differences, from DeLong's covariances (T, 2, 2); NaN where nothing varies."""
    difference = aucs[:, 0] - aucs[:, 1]
    variance = covariance[:, 0, 0] + covariance[:, 1, 1] - 2 * covariance[:, 0, 1]
    half = z * np.sqrt(np.where(variance > 1e-28, variance, np.nan))
    return difference - half, difference + half


def mover_limits(
    aucs: FloatArray, parts: FloatArray, sizes: tuple[int, int], aim: Aim, n: float, noise: FloatArray | float = 1.0
) -> Limits:
    """
    Return limits of differences from those of each AUC, after Zou & Donner (2008).

    Half widths add in quadrature with the correlation of the two AUCs, and the middles of the limits average with the
    weights of the variances. An AUC without an error adds its whole reach in quadrature.
    """
    total, of_each = parts.sum(-1), np.diagonal(parts, axis1=1, axis2=2).swapaxes(1, 2)
    se = np.sqrt(of_each.sum(-1))
    with np.errstate(all="ignore"):
        r = np.nan_to_num(total[:, 0, 1] / (se[:, 0] * se[:, 1]))
    low, high = logit_limits(aucs, of_each, sizes, aim, n, np.reshape(noise, (-1, 1)))
    (fall_a, fall_b), (rise_a, rise_b) = (aucs - low).T, (high - aucs).T
    falls, rises = np.stack([fall_a, rise_b]), np.stack([rise_a, fall_b])  # of the difference
    sure = (se <= 0).T
    half, middle = np.where(sure, 0.0, (rises + falls) / 2), np.where(sure, 0.0, (rises - falls) / 2)
    weights = half - r * half[::-1]
    variance = (half * weights).sum(0)
    beside = (half * weights * middle).sum(0) / np.where(variance > 0, variance, 1.0)
    spread = np.sqrt(np.maximum(variance, 0.0))
    down, up = (
        np.sqrt(np.maximum(spread + sign * beside, 0.0) ** 2 + (moves**2 * sure).sum(0))
        for sign, moves in ((-1, falls), (1, rises))
    )
    difference = aucs[:, 0] - aucs[:, 1]
    return difference - down, difference + up


# The variance of one ROC AUC, and of the difference of two, that a plan assumes.
#
# Scores are binormal here: normal in both classes, with the same spread. The share of concordant pairs is a U
# statistic, so that its variance follows from how pairs covary that share a row (Hoeffding 1948); with normal scores
# these are probabilities of two normal variables. No asymptotics, and no approximation.


def binormal(auc: float, positive: float, negative: float) -> float:
    """Return the exact variance of the empirical AUC of binormal scores."""
    return binormal_covariance((auc, auc), (1.0, 1.0), positive, negative)


def binormal_covariance(
    aucs: tuple[float, float], correlations: tuple[float, float], positive: float, negative: float
) -> float:
    """
    Return the exact covariance of the empirical AUCs of two binormal scores of the same rows.

    `correlations` are those of both scores within the positive and within the negative rows. Differences of a positive
    and a negative score are correlated by half the correlation of the row that two pairs share, and by the sum of both
    halves for the same pair.
    """
    h, k = (NormalDist().inv_cdf(auc) for auc in aucs)
    by_chance = aucs[0] * aucs[1]
    of_positive, of_negative = correlations
    same_pair = both_below(h, k, (of_positive + of_negative) / 2) - by_chance
    same_positive = both_below(h, k, of_positive / 2) - by_chance
    same_negative = both_below(h, k, of_negative / 2) - by_chance
    return (same_pair + (negative - 1) * same_positive + (positive - 1) * same_negative) / (positive * negative)


def both_below(h: float, k: float, correlation: float) -> float:
    """
    P(X < h, Y < k) of two standard normal variables.

    ``Phi(h) Phi(k) + 1 / (2 pi) integral over t from 0 to arcsin(r) of exp(-(h^2 + k^2 - 2 h k sin t) / (2 cos^2 t))``
    (Plackett 1954, Biometrika 41:351; Genz 2004, Statistics and Computing 14:251).
    """
    normal = NormalDist()
    if correlation >= 1:
        return normal.cdf(min(h, k))
    end = math.asin(max(correlation, -1.0))
    t = end * (_LEGENDRE_NODES + 1) / 2
    inside = np.exp(-(h * h + k * k - 2 * h * k * np.sin(t)) / (2 * np.cos(t) ** 2))
    return normal.cdf(h) * normal.cdf(k) + float(_LEGENDRE_WEIGHTS @ inside) * end / (4 * math.pi)


def obuchowski(auc: float, positive: float, negative: float) -> float:
    """
    Return the approximation for binormal scores of Obuchowski (1994), Investigative Radiology 29:238.

    With ``A = 1.414 z(auc)`` and its constants as printed. It is the variance of a fitted curve without the covariance
    of its two parameters, and so too large: in classes of equal size by 9 % at an AUC of 0.7, 27 % at 0.8, 52 % at 0.9.
    """
    a = 1.414 * NormalDist().inv_cdf(auc)
    ratio = negative / positive
    return 0.0099 * math.exp(-a * a / 2) * (5 * a * a + 8 + (a * a + 8) / ratio) / positive


def hanley_mcneil(auc: float, positive: float, negative: float) -> float:
    """Return that of exponential scores (Hanley & McNeil 1982, Radiology 143:29, eq. 2), from the AUC alone."""
    q1, q2 = auc / (2 - auc), 2 * auc * auc / (1 + auc)
    parts = auc * (1 - auc) + (positive - 1) * (q1 - auc * auc) + (negative - 1) * (q2 - auc * auc)
    return parts / (positive * negative)


VARIANCES: dict[str, AucVariance] = {"binormal": binormal, "obuchowski": obuchowski, "hanley-mcneil": hanley_mcneil}


@dataclass(frozen=True, slots=True)
class Pair:
    """Two AUCs of the same rows, with the correlations of the scores within positive and within negative rows."""

    aucs: tuple[float, float]
    correlations: tuple[float, float]

    def variance(self, difference: float, positive: float, negative: float) -> float:
        """Return the exact variance of the difference, whatever that is: DeLong's test has no other one under 0."""
        del difference
        variance = sum(binormal(auc, positive, negative) for auc in self.aucs)
        return variance - 2 * binormal_covariance(self.aucs, self.correlations, positive, negative)
