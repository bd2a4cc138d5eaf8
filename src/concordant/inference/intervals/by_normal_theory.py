"""Limits of correlations of ratings that are jointly normal: what textbooks and other packages print."""

from __future__ import annotations

import numpy as np

from concordant.errors import OptionError
from concordant.inference.intervals.question import Limits, Question
from concordant.inference.intervals.scales import SCALES
from concordant.inference.quantiles import two_sided
from concordant.metrics.definition.facts import Correlation
from concordant.metrics.definition.registry import listed
from concordant.states import Moments


def normal_theory_limits(question: Question, *, method: str) -> Limits:
    """``tanh(atanh(r) +- z se / (1 - r^2))`` with the standard error that the metric knows of normal ratings."""
    state, known, value = question.sample.state, question.metric.is_a, question.value
    if not isinstance(known, Correlation) or known.method != method or not isinstance(state, Moments):
        which = listed(lambda one: isinstance(one.is_a, Correlation) and one.is_a.method == method)
        msg = f'method="{method}" is for {which}, not for {question.metric.name}; leave method out for its default.'
        raise OptionError(msg)
    if question.sample.units.clusters is not None or float(state.weight) != float(state.squares):
        msg = f'method="{method}" takes independent rows without weights; leave method out for its default.'
        raise OptionError(msg)
    if float(state.weight) <= known.fewest:
        gone = np.full(value.shape, np.nan)
        why = f'no interval by method="{method}": it takes more than {known.fewest} rows'
        return Limits(gone, gone, gone, method, (why,))
    with np.errstate(invalid="ignore", divide="ignore"):
        se = np.asarray(known.error(state, value))
    low, high = SCALES["fisher"].limits(value, se, two_sided(question.level))
    return Limits(low, high, se, method)
