"""Limits of logistic recalibration with the standard error of the likelihood, as `glm` prints it."""

from __future__ import annotations

import numpy as np

from concordant.errors import OptionError
from concordant.inference.influence.recalibration import information_errors
from concordant.inference.intervals.question import Limits, Question
from concordant.inference.quantiles import two_sided
from concordant.inference.samples.scores import ScoreSample
from concordant.states import Curve

_OF = ("calibration_slope", "calibration_intercept", "calibration_in_the_large")


def information_limits(question: Question) -> Limits:
    """Value +- z standard errors from the inverse of the information, which takes the fitted line for true."""
    sample, name = question.sample, question.metric.name
    if name not in _OF or not isinstance(sample, ScoreSample) or not isinstance(sample.state, Curve):
        msg = f'method="information" is for {", ".join(_OF)} of one column of probabilities; take "delta" or "bca".'
        raise OptionError(msg)
    if sample.units.clusters is not None or not sample.units.counted:
        msg = 'method="information" takes independent rows that count alike; take "delta" or "bca".'
        raise OptionError(msg)
    se = np.asarray(information_errors(sample.state, name))
    half = two_sided(question.level) * se
    return Limits(question.value - half, question.value + half, se, "information")
