"""Limits of average precision as of a share of the positive rows (Boyd, Eng & Page 2013, ECML-PKDD, p. 451)."""

from __future__ import annotations

import numpy as np

from concordant.errors import OptionError
from concordant.inference.intervals.question import Limits, Question
from concordant.inference.intervals.scales import SCALES
from concordant.inference.quantiles import two_sided
from concordant.inference.samples.score_sample import ScoreSample
from concordant.metrics.definition.facts import MeanOfPositives
from concordant.states import Curve


def boyd_applies(question: Question) -> bool:
    """Whether there is one column of scores of independent rows, at their own prevalence."""
    sample = question.sample
    share = isinstance(question.metric.is_a, MeanOfPositives)
    known = share and isinstance(sample, ScoreSample) and isinstance(sample.state, Curve)
    return known and sample.units.clusters is None and question.options.get("prevalence") is None


def boyd_limits(question: Question, *, scale: str, name: str) -> Limits:
    """
    ``A +- z sqrt(A (1 - A) / P)`` with P positive rows, or the same on the logit scale: ``z / sqrt(P A (1 - A))``.

    They take the area for a share of independent positive rows, which it is not: the standard error is a rule of
    thumb that ignores the negative rows.
    """
    sample = question.sample
    if not isinstance(sample, ScoreSample) or not boyd_applies(question):
        msg = (
            f'method="{name}" is for average precision of one column of scores and independent rows, without '
            'prevalence=; take "logit" or "bca".'
        )
        raise OptionError(msg)
    units, positive = sample.units, sample.codes[0] == 1
    positives = units.effective_of(positive) or np.nan
    se = np.sqrt(question.value * (1 - question.value) / positives)
    low, high = SCALES[scale].limits(question.value, se, two_sided(question.level))
    return Limits(low, high, se, name)
