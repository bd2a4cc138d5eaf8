"""Limits of logistic recalibration with the standard error of the likelihood, as `glm` prints it."""

from __future__ import annotations

import numpy as np

from concordant.errors import OptionError
from concordant.inference.intervals.question import Limits, Question
from concordant.inference.quantiles import two_sided
from concordant.inference.samples.score_sample import ScoreSample
from concordant.metrics.definition.facts import FittedLine
from concordant.metrics.definition.registry import listed
from concordant.states import Curve


def information_limits(question: Question) -> Limits:
    """Value +- z standard errors from the inverse of the information, which takes the fitted line for true."""
    sample, line = question.sample, question.metric.is_a
    if not isinstance(line, FittedLine) or not isinstance(sample, ScoreSample) or not isinstance(sample.state, Curve):
        known = listed(lambda one: isinstance(one.is_a, FittedLine))
        msg = f'method="information" is for {known} of one column of probabilities; take "delta" or "bca".'
        raise OptionError(msg)
    if sample.units.clusters is not None or not sample.units.counted:
        msg = 'method="information" takes independent rows without weights; take "delta" or "bca".'
        raise OptionError(msg)
    se = np.asarray(line.error(sample.state))
    half = two_sided(question.level) * se
    return Limits(question.value - half, question.value + half, se, "information")
