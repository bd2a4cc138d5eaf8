"""Limits of a mean over rows, and of what moves like one: value +- Student's t standard errors."""

from __future__ import annotations

import math

import numpy as np

from concordant.errors import OptionError
from concordant.inference.intervals.question import Limits, Question
from concordant.inference.quantiles import two_sided_each


def t_limits(question: Question) -> Limits:
    """
    ``value +- t_{n-1} se`` with ``se^2 = n / (n - 1) sum of (w psi)^2 / (sum w)^2`` over n rows.

    Of the mean of a loss this is ``sd / sqrt(n)``. Weighted rows count as Kish's ``n = (sum w)^2 / sum w^2`` of them,
    and clusters, whose rows are added first, take the place of rows. It is the interval to the paired t test of
    `compare`.
    """
    if question.influences is None:
        msg = (
            f'method="t" needs the influence of each row, which is not known for {question.metric.name}; '
            'take method="bca", "percentile" or "basic".'
        )
        raise OptionError(msg)
    units = question.sample.units
    size = units.effective if units.clusters is None else float(units.clusters.size)
    if size <= 1 + 1e-9:
        gone = np.full(question.value.shape, np.nan)
        return Limits(gone, gone, gone, "t", ('no interval by method="t": one row does not tell how much rows differ',))
    correction = math.sqrt(size / (size - 1)) if units.clusters is None else 1.0  # clusters have it already
    se = question.se * correction
    degrees = np.asarray(size - 1) if question.degrees is None else question.degrees
    half = np.where(se > 0, two_sided_each(question.level, degrees) * se, np.nan)
    return Limits(question.value - half, question.value + half, se, "t")
