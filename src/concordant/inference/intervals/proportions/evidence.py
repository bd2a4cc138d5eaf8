"""
A share of rows, and how many independent rows it is known from.

Weighted rows count as Kish's ``(sum w)^2 / sum w^2``. Rows in clusters, and the labels of one row, are worth
``n = p (1 - p) / se^2`` with the cluster-robust standard error of the share, times the squared quotient of the
quantiles of Student's t for rows and for clusters, and not more than without clusters (Korn & Graubard 1998, Survey
Methodology 24:193; compared in Dean & Pagano 2015, Journal of Survey Statistics and Methodology 3:484).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from concordant.inference.quantiles import two_sided
from concordant.inference.samples.sums import LabelSample
from concordant.inference.samples.units import Units
from concordant.inference.spread import standard_error
from concordant.metrics._cells.shares import Share
from concordant.typing import FloatArray, NumberArray


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
        part, whole, squares = (np.asarray(one, np.float64) for one in totals)
        return Evidence(_over(part, whole), _over(whole**2, squares))
    counted, among = sample.per_row(share.part), sample.per_row(share.whole)
    flat = of_groups(units, counted.reshape(len(units), -1), among.reshape(len(units), -1), level)
    shape = counted.shape[1:]
    return Evidence(flat.p.reshape(shape), flat.n.reshape(shape), flat.reasons)


def of_groups(units: Units, counted: FloatArray, among: FloatArray, level: float) -> Evidence:
    """Rows that are no independent trials: several to a cluster, or several decisions to a row."""
    whole = units.weight @ among
    p = _over(units.weight @ counted, whole)
    p = np.where(p < 1e-14, 0.0, np.where(p > 1 - 1e-14, 1.0, p))
    kish = _over(whole**2, units.squares @ among)
    psi = np.nan_to_num((counted - p * among) * (units.total / np.where(whole > 0, whole, 1.0)))
    se = standard_error(units, psi)
    clusters = units.clusters
    groups = among if clusters is None else clusters.sums(among)
    squares = units.squares @ groups**2 if clusters is None else (groups**2).sum(0)
    n = np.fmin(_over(p * (1 - p), se**2), kish)  # NaN without an error: then no more than kish
    if clusters is not None:
        rows = np.bincount(clusters.unit, minlength=len(units)) @ (among > 0)
        n = n * _quotient(level, rows, (groups > 0).sum(0))
    alike = (p == 0) | (p == 1)
    n = np.where(alike, _over(whole**2, squares), n)
    reasons: tuple[str, ...] = ()
    if alike.any():
        what = "cluster" if clusters is not None else "row"
        reasons = (f"no decision differs, so that each {what} counts as one",)
    return Evidence(p, n, reasons)


def _quotient(level: float, rows: NumberArray, groups: NumberArray) -> FloatArray:
    """How much wider the quantile of so few groups is than that of the rows, squared and inverted."""
    pairs = zip(rows.tolist(), groups.tolist(), strict=True)
    found = [(two_sided(level, max(n - 1, 1)) / two_sided(level, max(g - 1, 1))) ** 2 for n, g in pairs]
    return np.array(found)


def _over(top: FloatArray, bottom: FloatArray) -> FloatArray:
    """NaN where there is nothing to divide by."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(bottom > 0, top / np.where(bottom > 0, bottom, 1.0), np.nan)
