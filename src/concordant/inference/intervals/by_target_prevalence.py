"""
Limits of a metric of two classes at a set prevalence, put together from the score limits of two independent shares.

Where the prevalence is set, a metric of two classes is a function of sensitivity and specificity alone, and these are
shares of different rows. The method of variance estimates recovery (MOVER; Zou & Donner 2008, Statistics in Medicine
27:1693) takes from the limits of each share how far it lets the metric move, and adds the squares. On the
log odds scale that is exact arithmetic for the predictive values, whose odds are ``pi Se / ((1 - pi)(1 - Sp))`` and
``(1 - pi) Sp / (pi (1 - Se))``; other metrics are moved by one share at a time. Wilson's limits of the shares exist
also with empty cells, where the delta method (for predictive values Mercaldo, Lau & Zhou 2007, Statistics in Medicine
26:2170) has no limits or far too narrow ones.

Coverage of nominal 95 % intervals, summed over all tables of 20 and 20, 50 and 50, 100 and 100, 50 and 500 positive and
negative rows, with sensitivities from 0.5 to 0.95, specificities from 0.8 to 0.99 and prevalences of 0.01, 0.1 and 0.5:
91.1 to 98.1 % for precision, negative predictive value, F1, accuracy and Matthews correlation, between 93 and 97 % in
498 of 540 designs; by the delta method 0 to 98.2 %, in 427 (benchmarks/coverage/target_prevalence.py). It is least
where a specificity of 0.99 meets 50 negative rows: Wilson's limits themselves hold it in 91.1 % there.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.errors import OptionError
from concordant.inference.intervals.proportions.binomial_limits import wilson
from concordant.inference.intervals.proportions.by_share import evidence
from concordant.inference.intervals.question import Limits, Question
from concordant.inference.intervals.scales import SCALES
from concordant.inference.samples.cell_sample import CellSample
from concordant.metrics.definition.facts import Share
from concordant.states import Counts
from concordant.typing import FloatArray

_SCALES: dict[tuple[float, ...] | None, str] = {(0, 1): "logit", (-1, 1): "fisher"}
_FEW = 10  # rows of a class; the coverage is measured from 20 on

# The share of the rows of each class of the truth that are predicted as it: specificity and sensitivity.
_OF_CLASS = Share(lambda c: c.diagonal, lambda c: c.row_totals)


def at_prevalence_applies(question: Question) -> bool:
    """Whether the prevalence is set, of two classes and independent rows."""
    sample = question.sample
    return (
        question.options.get("prevalence") is not None
        and isinstance(sample, CellSample)
        and len(sample.state.labels) == 2
        and sample.units.clusters is None
        and question.metric.facts.range in _SCALES
    )


def at_prevalence_limits(question: Question) -> Limits:
    """
    Square and add, on the log odds scale, or that of Fisher's z for metrics from -1 to 1.

    With the value t on that scale and t_k where share k is at the limit that lowers the metric, the other at its
    estimate, the lower limit is ``t - sqrt(sum_k (t - t_k)^2)``, and the upper one likewise. At the ends of the range,
    where t is infinite, the metric itself is taken in place of t.
    """
    sample = question.sample
    if not at_prevalence_applies(question) or not isinstance(sample, CellSample):
        msg = (
            'method="mover" is for metrics of two classes with prevalence=, of independent rows; leave method out for '
            "the default."
        )
        raise OptionError(msg)
    found = evidence(sample, _OF_CLASS, question.level)
    low, high = wilson(found.p, found.n, question.level)
    values = _moved(question, sample, found.p, low, high)
    lower, upper = _added(question, values)
    gone = np.isnan(question.value)
    few = [
        f"only {rows:.3g} row{'s' * (rows != 1)} of y_true {'are' if rows != 1 else 'is'} {label!r}"
        for label, rows in zip(sample.state.labels, found.n.tolist(), strict=True)
        if rows < _FEW
    ]
    lower, upper = np.where(gone, np.nan, lower), np.where(gone, np.nan, upper)
    return Limits(lower, upper, question.se, "mover", (*found.reasons, *few))


def _moved(question: Question, sample: CellSample, p: FloatArray, low: FloatArray, high: FloatArray) -> Any:
    """The metric with each share at each of its limits, the other at its estimate: (limit, share, *S)."""
    shares = np.array([[(low[0], p[1]), (p[0], low[1])], [(high[0], p[1]), (p[0], high[1])]])
    right, wrong = shares, 1 - shares
    table = np.stack([np.stack([right[..., 0], wrong[..., 0]], -1), np.stack([wrong[..., 1], right[..., 1]], -1)], -2)
    counts = Counts(table, sample.state.labels, sample.state.ordered)
    return np.asarray(question.metric.formula(counts, **question.options), np.float64)


def _added(question: Question, moved: Any) -> tuple[FloatArray, FloatArray]:
    """Add the squares of the movements down, and of those up."""
    value, scale = question.value, SCALES[_SCALES[question.metric.facts.range]]
    down, up = np.fmin(*moved), np.fmax(*moved)
    with np.errstate(all="ignore"):
        t = scale.to(value)
        lower = scale.back(t - np.sqrt(((t - scale.to(down)) ** 2).sum(0)))
        upper = scale.back(t + np.sqrt(((scale.to(up) - t) ** 2).sum(0)))
    ends = np.isinf(t)
    lower = np.where(ends, value - np.sqrt(((value - down) ** 2).sum(0)), lower)
    upper = np.where(ends, value + np.sqrt(((up - value) ** 2).sum(0)), upper)
    return np.fmin(lower, value), np.fmax(upper, value)
