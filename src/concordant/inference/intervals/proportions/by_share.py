"""Limits of a metric that is a share of rows, or that rises or falls with one: the limits of the share, mapped."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from concordant.errors import OptionError
from concordant.inference.intervals.proportions.binomial_limits import KINDS
from concordant.inference.intervals.proportions.share_evidence import Evidence, evidence, of_groups, of_rows
from concordant.inference.intervals.question import Limits, Question
from concordant.inference.samples.moment_sample import MomentSample
from concordant.inference.samples.sample import LabelSample, Totals
from concordant.metrics._cells.row_shares import Share
from concordant.typing import FloatArray

_FEW = 10  # rows; below it the coverage of approximate limits depends on the share by several percent


def share_of(question: Question) -> Share | None:
    """The share of rows that the metric is a function of, with these options; None if there is none."""
    metric, sample = question.metric, question.sample
    return metric.share(sample.state, question.options) if isinstance(sample, LabelSample) else None


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
        found = of_groups(units, counted, among, question.level)
        return Evidence(found.p[0], found.n[0], found.reasons)
    part, whole = ((units.weight @ one[:, 0], units.squares @ one[:, 0]) for one in (counted * among, among))
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
    share = share_of(question)
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
