"""Limits from the standard error of the influences, on a scale where they are symmetric."""

from __future__ import annotations

import numpy as np

from concordant.errors import OptionError
from concordant.inference.intervals.question import Limits, Question
from concordant.inference.intervals.scales import SCALES
from concordant.inference.intervals.unseen_disagreement import unseen_variance
from concordant.inference.quantiles import two_sided_each

WITH_A_TOP = ("fisher", "logit")


def delta_limits(question: Question, *, scale: str) -> Limits:
    """
    ``g^-1(g(value) +- z se g'(value))`` for the scale g: the value itself, Fisher's z, logit or logarithm.

    NaN where the value is at an end of the scale or its standard error is zero: there is no symmetric interval there.
    On the scales of values with a top, limits of weighted agreement count disagreements that no row shows, see
    `unseen_disagreement`; the standard error does not.
    """
    if question.influences is None:
        msg = (
            f"method={scale!r} needs the influence of each row, which is not known for {question.metric.name}; "
            'take method="bca", "percentile" or "basic".'
        )
        raise OptionError(msg)
    z = two_sided_each(question.level, question.degrees)
    graded = scale in WITH_A_TOP and question.metric.graded(question.options)
    se = np.sqrt(question.se**2 + unseen_variance(question)) if graded else question.se
    low, high = SCALES[scale].limits(question.value, np.where(question.se > 0, se, 0.0), z)
    return Limits(low, high, question.se, scale)
