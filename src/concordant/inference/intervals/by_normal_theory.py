"""Limits of correlations of ratings that are jointly normal: what textbooks and other packages print."""

from __future__ import annotations

import numpy as np

from concordant.errors import OptionError
from concordant.inference.intervals.question import Limits, Question
from concordant.inference.intervals.scales import SCALES
from concordant.inference.quantiles import two_sided
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._object.registry import get
from concordant.states import Moments
from concordant.typing import FloatArray


def normal_fisher_limits(question: Question) -> Limits:
    """``tanh(atanh(r) +- z / sqrt(n - 3))`` of Pearson's r (Fisher 1921, Metron 1:3)."""
    rows = _rows(question, "pearson_correlation", "fisher-normal")
    if rows <= 3:
        return _none(question, "fisher-normal", "it takes more than three rows")
    se = (1 - question.value**2) / np.sqrt(rows - 3)
    low, high = SCALES["fisher"].limits(question.value, se, two_sided(question.level))
    return Limits(low, high, se, "fisher-normal")


def lin_limits(question: Question) -> Limits:
    """
    Fisher's z of Lin's concordance with the standard error of normal ratings (Lin 1989; corrected 2000).

    ``Var = ((1 - r^2) c^2 (1 - c^2) / r^2 + 2 c^3 (1 - c) u^2 / r - c^4 u^4 / (2 r^2)) / (n - 2)`` with Pearson's r and
    the squared distance of the means over both standard deviations, u^2.
    """
    rows = _rows(question, "concordance_correlation", "lin")
    if rows <= 2:
        return _none(question, "lin", "it takes more than two rows")
    moments: Moments = question.sample.state
    c, r = question.value, np.asarray(get("pearson_correlation").formula(moments))
    spread = np.sqrt(moments.comoment[0, 0] * moments.comoment[1, 1]) / float(moments.weight)
    shift = np.asarray(ratio(moments.distance(1, 0) ** 2, float(spread)))
    with np.errstate(invalid="ignore", divide="ignore"):
        variance = (1 - r**2) * c**2 * (1 - c**2) / r**2 + 2 * c**3 * (1 - c) * shift / r - (c**2 * shift / r) ** 2 / 2
        se = np.sqrt(variance / (rows - 2))
    low, high = SCALES["fisher"].limits(c, se, two_sided(question.level))
    return Limits(low, high, se, "lin")


def _rows(question: Question, name: str, method: str) -> float:
    """How many rows there are; raise for other metrics and for rows that do not count alike."""
    state = question.sample.state
    if question.metric.name != name or not isinstance(state, Moments):
        msg = f'method="{method}" is for {name}, not for {question.metric.name}; leave method out for its default.'
        raise OptionError(msg)
    if question.sample.units.clusters is not None or float(state.weight) != float(state.squares):
        msg = f'method="{method}" takes independent rows that count alike; leave method out for its default.'
        raise OptionError(msg)
    return float(state.weight)


def _none(question: Question, method: str, why: str) -> Limits:
    gone: FloatArray = np.full(question.value.shape, np.nan)
    return Limits(gone, gone, gone, method, (f'no interval by method="{method}": {why}',))
