"""Binomial limits, shares of rows, odds and likelihood ratios, set prevalence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from concordant.errors import OptionError
from concordant.inference.influence.influences import Influences, sandwich, standard_error
from concordant.inference.intervals.estimand import Estimand, Limits
from concordant.inference.quantiles import special, two_sided, two_sided_each
from concordant.inference.samples.rows import MomentSample
from concordant.inference.samples.sample import Atoms, LabelSample, Totals
from concordant.metrics.arithmetic import sums_of_rows
from concordant.metrics.definition.facts import Share
from concordant.typing import FloatArray, NumberArray

Ends = tuple[FloatArray, FloatArray]
_FEW = 10  # rows; below it the coverage of approximate limits depends on the share by several percent
_MORE = 2.0  # rows of either kind
_ROUNDING = 1e-24  # a variance below it is rounding


# Limits of a metric that is a share of rows, or that rises or falls with one: the limits of the share, mapped.
#
# Behind a share stand independent rows. Rows that count alike are what they are. Weighted rows, rows in clusters, and
# the labels of one row are worth ``n = p (1 - p) / se^2`` with the standard error of the share, so that it matters
# whether heavy rows are wrong more often, and whether the rows of a cluster are wrong together. Of clusters n is
# multiplied by the squared quotient of the quantiles of Student's t for rows and for clusters, and it is not more than
# without clusters (Korn & Graubard 1998, Survey Methodology 24:193; compared in Dean & Pagano 2015, Journal of Survey
# Statistics and Methodology 3:484).


def share_limits(estimand: Estimand, *, kind: str) -> Limits:
    """
    Map the limits of the share.

    Of F1 they are those of ``TP / (TP + FP + FN)``, of which it is the function ``2 J / (1 + J)``.
    """
    value, ranked = estimand.value, share_of_rows(estimand)
    if ranked is not None:
        low, high = KINDS[kind](ranked.p, ranked.n, estimand.level)
        return Limits(np.fmin(low, value), np.fmax(high, value), estimand.se, kind, ranked.reasons)
    share = estimand.share
    if share is None or not isinstance(estimand.sample, LabelSample):
        raise OptionError(_why_none(estimand, kind))
    counted = evidence(estimand.sample, share, estimand.level)
    low, high = KINDS[kind](counted.p, counted.n, estimand.level)
    with np.errstate(divide="ignore"):
        ends = np.asarray(share.value(low)), np.asarray(share.value(high))
    low, high = np.fmin(np.minimum(*ends), value), np.fmax(np.maximum(*ends), value)  # value: beside rounding
    undefined = np.isnan(value) | np.isnan(ends[0])
    reasons = (*counted.reasons, *_few(counted.n, kind), *([share.doubt] if share.doubt else []))
    return Limits(np.where(undefined, np.nan, low), np.where(undefined, np.nan, high), estimand.se, kind, reasons)


def share_of_rows(estimand: Estimand) -> Evidence | None:
    """The share of rows that a metric of rankings counts, such as top-k accuracy without ties; None for others."""
    sample = estimand.sample
    if not isinstance(sample, MomentSample) or estimand.metric.quantity is None:
        return None
    counted = sample.rows[:, :1]
    if not ((counted == 0) | (counted == 1)).all():
        return None
    among = sample.rows[:, 1:] if sample.rows.shape[1] > 1 else np.ones_like(counted)
    shares = of_columns(sample.atoms, counted * among, among, estimand.level)
    return Evidence(shares.p[0], shares.n[0], shares.reasons)


def of_columns(atoms: Atoms, counted: FloatArray, among: FloatArray, level: float) -> Evidence:
    """The evidence of P shares in columns of 0 and 1, (U, P): which rows count, and among which."""
    if atoms.clusters is not None:
        return of_groups(atoms, Influences(counted), Influences(among), level)
    part, whole, part_squares, squares = (
        sums_of_rows(weights, rows) for weights in (atoms.weight, atoms.squares) for rows in (counted, among)
    )
    return of_rows(Totals(part, whole, part_squares, squares))


def _few(rows: FloatArray, kind: str) -> Iterator[str]:
    """Say so of a share of few rows; the exact limits are right for any number, if wide."""
    least = float(np.nanmin(rows, initial=np.inf))
    if kind == "exact" or not 0 < least < _FEW:
        return
    many = int(((rows > 0) & (rows < _FEW)).sum())
    where = f" in {many} of {rows.size} values" if rows.size > 1 else ""
    yield f"a share of only {least:.0f} row{'s' * (round(least) != 1)}{where}"


def _why_none(estimand: Estimand, kind: str) -> str:
    metric, average = estimand.metric, estimand.options.get("average")
    several = metric.proportion is not None and average is not None
    what = f"the {average} average of {metric.name} is" if several else f"{metric.name} is"
    advice = ", or average=None for the intervals of all classes" if several else ""
    return (
        f'method="{kind}" is for shares of rows, and {what} none with these options; leave method out for its default'
        f"{advice}."
    )


class Evidence(NamedTuple):
    """
    A share p and its rows n, arrays of shape S.

    `reasons` are warnings about n.
    """

    p: FloatArray
    n: FloatArray
    reasons: tuple[str, ...] = ()


def evidence(sample: LabelSample, share: Share, level: float) -> Evidence:
    """Take the share of a sample."""
    totals = sample.totals(share)
    atoms = sample.atoms
    if totals is not None and atoms.clusters is None:
        return of_rows(totals)
    counted, among = (sample.per_row(count, each=share.each) for count in (share.part, share.whole))
    flat = of_groups(atoms, counted, among, level)
    shape = counted.shape
    return Evidence(flat.p.reshape(shape), flat.n.reshape(shape), flat.reasons)


def of_rows(totals: Totals) -> Evidence:
    """
    The evidence of independent rows: as many as they are, or as their weights are worth.

    The variance of a weighted share is an estimate from its rarer rows, which can be one or none. It is taken with two
    more rows of either kind, of the weight that the sum of squares gives to a row, and four rows are taken off again
    (in the manner of Agresti & Coull 1998, American Statistician 52:119). Where all weights are alike that changes
    nothing. In simulations of 100 to 1,000 rows with weights whose logarithm had a standard deviation of up to 1, and
    which were related to the errors or not, Wilson's limits held the share in 92 to 97.5 of 100 samples, with Kish's
    number of rows in 90 to 99.
    """
    part, whole, part_squares, squares = (np.asarray(total, np.float64) for total in totals)
    p = _over(part, whole)
    if np.array_equal(whole, squares) and np.array_equal(part, part_squares):
        return Evidence(p, np.where(whole > 0, whole, np.nan))
    row = _over(squares, whole)
    more = whole + 2 * _MORE * row
    shrunk = _over(part + _MORE * row, more)
    within = (part_squares + _MORE * row**2) * (1 - shrunk) ** 2
    within += (squares - part_squares + _MORE * row**2) * shrunk**2
    with np.errstate(invalid="ignore", divide="ignore"):
        n = shrunk * (1 - shrunk) * more**2 / within - 2 * _MORE
    return Evidence(p, np.maximum(n, np.minimum(_over(whole**2, squares), 1.0)))


def of_groups(atoms: Atoms, counted: Influences, among: Influences, level: float) -> Evidence:
    """
    The evidence of rows that are not independent trials: several to a cluster, or several decisions to a row.

    `counted` and `among` are what a row of each atom adds to both numbers of P shares.
    """
    whole = among.onto_values(atoms.weight)
    p = _over(counted.onto_values(atoms.weight), whole)
    p = np.where(p < 1e-14, 0.0, np.where(p > 1 - 1e-14, 1.0, p))
    kish = _over(whole**2, among.onto_values(atoms.squares))
    share, scale = np.nan_to_num(p), atoms.total / np.where(whole > 0, whole, 1.0)
    psi = counted.minus(among.mapped(lambda each: share * each)).mapped(lambda each: scale * each)
    clusters = atoms.clusters
    if clusters is None:
        variance, degrees, squares = standard_error(atoms, psi).ravel() ** 2, None, among.moment(atoms.squares, 2)
    else:
        sums = sandwich(atoms, psi, among)
        variance, degrees = np.where(sums.variance > _ROUNDING, sums.variance, 0.0), sums.degrees
        squares = sums.exposed
    n = np.fmin(_over(p * (1 - p), variance), kish)  # NaN without an error: then no more than kish
    if clusters is not None and degrees is not None:
        rows = among.mapped(lambda each: np.where(each > 0, 1.0, 0.0)).onto_values(clusters.rows(len(atoms)))
        n = n * _quotient(level, rows - 1, degrees)
    alike = (p == 0) | (p == 1)
    n = np.where(alike, _over(whole**2, squares), n)
    reasons: tuple[str, ...] = ()
    if alike.any():
        what = "cluster" if clusters is not None else "row"
        reasons = (f"a proportion of 0 or 1 shows no variation, so that each {what} counts as one row",)
    return Evidence(p, n, reasons)


def _quotient(level: float, rows: NumberArray, groups: NumberArray) -> FloatArray:
    """How much wider the quantile of so few degrees of freedom is than that of the rows, squared and inverted."""
    of_rows, of_clusters = (two_sided_each(level, np.maximum(degrees, 1.0)) for degrees in (rows, groups))
    return (of_rows / of_clusters) ** 2


def _over(top: FloatArray, bottom: FloatArray) -> FloatArray:
    """Divide; NaN where there is nothing to divide by."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(bottom > 0, top / np.where(bottom > 0, bottom, 1.0), np.nan)


# Limits of a binomial proportion p of n rows.
#
# n need not be whole: it can be the number of independent rows that weighted rows, or rows in clusters, are worth. All
# of them are sensible also where no row or every row counts. Compared in Brown, Cai & DasGupta (2001), Interval
# estimation for a binomial proportion, Statistical Science 16:101.


def wilson(p: FloatArray, n: FloatArray, level: float) -> Ends:
    """The shares that a score test does not reject (Wilson 1927, JASA 22:209)."""
    z = two_sided(level)
    with np.errstate(invalid="ignore", divide="ignore"):
        centre = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return np.where(p == 0, 0.0, centre - half), np.where(p == 1, 1.0, centre + half)


def agresti_coull(p: FloatArray, n: FloatArray, level: float) -> Ends:
    """Wald limits of z^2 more rows, half of which count (Agresti & Coull 1998, American Statistician 52:119)."""
    z = two_sided(level)
    rows = n + z * z
    centre = (p * n + z * z / 2) / rows
    half = z * np.sqrt(centre * (1 - centre) / rows)
    return np.maximum(centre - half, 0.0), np.minimum(centre + half, 1.0)


def exact(p: FloatArray, n: FloatArray, level: float) -> Ends:
    """
    The shares that neither binomial tail rejects (Clopper & Pearson 1934, Biometrika 26:404): never too narrow.

    Where no row or every row counts they have a closed form; scipy is needed only between.
    """
    tail = (1 - level) / 2
    p, n = np.broadcast_arrays(p, n)
    with np.errstate(divide="ignore", over="ignore"):
        edge = tail ** (1 / n)
    low, high = np.where(p == 1, edge, 0.0), np.where(p == 0, 1 - edge, 1.0)
    inside = (p > 0) & (p < 1)
    if inside.any():
        beta, rows, x = special().betaincinv, n[inside], p[inside] * n[inside]
        low[inside], high[inside] = beta(x, rows - x + 1, tail), beta(x + 1, rows - x, 1 - tail)
    low[np.isnan(p)] = high[np.isnan(p)] = np.nan
    return low, high


def jeffreys(p: FloatArray, n: FloatArray, level: float) -> Ends:
    """Quantiles of Beta(x + 1/2, n - x + 1/2), but 0 and 1 where no row or every row counts (Brown et al.)."""
    tail, beta = (1 - level) / 2, special().betaincinv
    x = p * n
    low, high = beta(x + 0.5, n - x + 0.5, tail), beta(x + 0.5, n - x + 0.5, 1 - tail)
    return np.where(p == 0, 0.0, low), np.where(p == 1, 1.0, high)


KINDS: dict[str, Callable[[FloatArray, FloatArray, float], Ends]] = {
    "wilson": wilson,
    "exact": exact,
    "agresti-coull": agresti_coull,
    "jeffreys": jeffreys,
}
