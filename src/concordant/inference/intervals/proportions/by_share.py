"""
Limits of a metric that is a share of rows, or that rises or falls with one: the limits of the share, mapped.

Behind a share stand independent rows. Rows that count alike are what they are. Weighted rows, rows in clusters, and
the labels of one row are worth ``n = p (1 - p) / se^2`` with the standard error of the share, so that it matters
whether heavy rows are wrong more often, and whether the rows of a cluster are wrong together. Of clusters n is
multiplied by the squared quotient of the quantiles of Student's t for rows and for clusters, and it is not more than
without clusters (Korn & Graubard 1998, Survey Methodology 24:193; compared in Dean & Pagano 2015, Journal of Survey
Statistics and Methodology 3:484).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from concordant.errors import OptionError
from concordant.inference.clustered import sandwich
from concordant.inference.influence.influences import Influences, Written
from concordant.inference.influence.standard_errors import standard_error
from concordant.inference.intervals.proportions.binomial_limits import KINDS
from concordant.inference.intervals.question import Limits, Question
from concordant.inference.quantiles import two_sided_each
from concordant.inference.samples.moment_sample import MomentSample
from concordant.inference.samples.sample import LabelSample, Totals
from concordant.inference.samples.units import Units
from concordant.metrics.arithmetic import sums_of_rows
from concordant.metrics.definition.facts import Share
from concordant.typing import FloatArray, NumberArray

_FEW = 10  # rows; below it the coverage of approximate limits depends on the share by several percent
_MORE = 2.0  # rows of either kind
_ROUNDING = 1e-24  # a variance below it is rounding


def share_of_rows(question: Question) -> Evidence | None:
    """Where a metric of rankings is the share of the rows that it counts, such as top-k accuracy without ties."""
    sample = question.sample
    if not isinstance(sample, MomentSample) or question.metric.quantity is None:
        return None
    counted = sample.rows[:, :1]
    if not ((counted == 0) | (counted == 1)).all():
        return None
    among = sample.rows[:, 1:] if sample.rows.shape[1] > 1 else np.ones_like(counted)
    units = sample.units
    if units.clusters is not None:
        found = of_groups(units, Written(counted), Written(among), question.level)
        return Evidence(found.p[0], found.n[0], found.reasons)
    weights = (units.weight, units.squares)
    part, whole = ([sums_of_rows(each, one)[0] for each in weights] for one in (counted * among, among))
    return of_rows(Totals(part[0], whole[0], part[1], whole[1]))


def share_limits(question: Question, *, kind: str) -> Limits:
    """
    Map the limits of the share.

    Of F1 they are those of ``TP / (TP + FP + FN)``, of which it is the function ``2 J / (1 + J)``.
    """
    alone = share_of_rows(question)
    if alone is not None:
        low, high = KINDS[kind](alone.p, alone.n, question.level)
        value = question.value
        return Limits(np.fmin(low, value), np.fmax(high, value), question.se, kind, alone.reasons)
    share = question.share
    if share is None or not isinstance(question.sample, LabelSample):
        raise OptionError(_why_none(question, kind))
    found = _evidence(question, question.sample, share)
    low, high = KINDS[kind](found.p, found.n, question.level)
    with np.errstate(divide="ignore"):
        ends = np.asarray(share.value(low)), np.asarray(share.value(high))
    value = question.value
    low, high = np.fmin(np.minimum(*ends), value), np.fmax(np.maximum(*ends), value)  # value: beside rounding
    gone = np.isnan(value) | np.isnan(ends[0])
    reasons = (*found.reasons, *_few(found.n, kind), *([share.doubt] if share.doubt else []))
    return Limits(np.where(gone, np.nan, low), np.where(gone, np.nan, high), question.se, kind, reasons)


def _evidence(question: Question, sample: LabelSample, share: Share) -> Evidence:
    """The share and its rows; of independent rows they are the same at every level."""
    if sample.units.clusters is not None:
        return evidence(sample, share, question.level)
    known: Evidence | None = question.notes.get("evidence")
    if known is None:
        known = question.notes["evidence"] = evidence(sample, share, question.level)
    return known


def _few(rows: FloatArray, kind: str) -> Iterator[str]:
    """Say so of a share of few rows; the exact limits are right for any number, if wide."""
    least = float(np.nanmin(rows, initial=np.inf))
    if kind == "exact" or not 0 < least < _FEW:
        return
    many = int(((rows > 0) & (rows < _FEW)).sum())
    where = f" in {many} of {rows.size} values" if rows.size > 1 else ""
    yield f"a share of only {least:.0f} row{'s' * (round(least) != 1)}{where}"


def _why_none(question: Question, kind: str) -> str:
    metric, average = question.metric, question.options.get("average")
    several = metric.proportion is not None and average is not None
    what = f"the {average} average of {metric.name} is" if several else f"{metric.name} is"
    advice = ", or average=None for the intervals of all classes" if several else ""
    return (
        f'method="{kind}" is for shares of rows, and {what} none with these options; leave method out for its default'
        f"{advice}."
    )


@dataclass(frozen=True, slots=True)
class Evidence:
    """
    A share p and its rows n, arrays of shape S.

    `reasons` are doubts in n.
    """

    p: FloatArray
    n: FloatArray
    reasons: tuple[str, ...] = ()


def evidence(sample: LabelSample, share: Share, level: float) -> Evidence:
    """Take the share of a sample."""
    totals = sample.totals(share)
    units = sample.units
    if totals is not None and units.clusters is None:
        return of_rows(totals)
    counted, among = (sample.per_row(one, each=share.each) for one in (share.part, share.whole))
    flat = of_groups(units, counted, among, level)
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
    part, whole, part_squares, squares = (np.asarray(one, np.float64) for one in totals)
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


def of_groups(units: Units, counted: Influences, among: Influences, level: float) -> Evidence:
    """
    The evidence of rows that are not independent trials: several to a cluster, or several decisions to a row.

    `counted` and `among` are what a row of each unit adds to both numbers of P shares.
    """
    whole = among.onto_values(units.weight)
    p = _over(counted.onto_values(units.weight), whole)
    p = np.where(p < 1e-14, 0.0, np.where(p > 1 - 1e-14, 1.0, p))
    kish = _over(whole**2, among.onto_values(units.squares))
    psi = of_share(counted, among, np.nan_to_num(p), units.total / np.where(whole > 0, whole, 1.0))
    clusters = units.clusters
    if clusters is None:
        variance, degrees, squares = standard_error(units, psi).ravel() ** 2, None, among.moment(units.squares, 2)
    else:
        found = sandwich(units, psi, among)
        variance, degrees = np.where(found.variance > _ROUNDING, found.variance, 0.0), found.degrees
        squares = found.exposed
    n = np.fmin(_over(p * (1 - p), variance), kish)  # NaN without an error: then no more than kish
    if clusters is not None and degrees is not None:
        rows = among.mapped(lambda each: np.where(each > 0, 1.0, 0.0)).onto_values(clusters.rows(len(units)))
        n = n * _quotient(level, rows - 1, degrees)
    alike = (p == 0) | (p == 1)
    n = np.where(alike, _over(whole**2, squares), n)
    reasons: tuple[str, ...] = ()
    if alike.any():
        what = "cluster" if clusters is not None else "row"
        reasons = (f"no decision differs, so that each {what} counts as one",)
    return Evidence(p, n, reasons)


def of_share(counted: Influences, among: Influences, p: FloatArray, scale: FloatArray) -> Influences:
    """The influences on P shares: ``(counted - p among) scale``."""
    return counted.plus(among.mapped(lambda each: -p * each)).mapped(lambda each: scale * each)


def _quotient(level: float, rows: NumberArray, groups: NumberArray) -> FloatArray:
    """How much wider the quantile of so few degrees of freedom is than that of the rows, squared and inverted."""
    of_rows, of_clusters = (two_sided_each(level, np.maximum(one, 1.0)) for one in (rows, groups))
    return (of_rows / of_clusters) ** 2


def _over(top: FloatArray, bottom: FloatArray) -> FloatArray:
    """Divide; NaN where there is nothing to divide by."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(bottom > 0, top / np.where(bottom > 0, bottom, 1.0), np.nan)
