"""assert_not_worse: a model is not worse than another on the same rows, by more than a margin."""

from __future__ import annotations

import math
import warnings
from typing import Any

from concordant.errors import IntervalWarning, OptionError, UndefinedMetricWarning
from concordant.metrics._object.metric import Metric
from concordant.result import Comparison
from concordant.testing.assert_metric import named_metric


def assert_not_worse(
    metric: Metric | str,
    y_true: Any,
    new: Any,
    old: Any,
    /,
    *,
    margin: float,
    level: float = 0.95,
    **options: Any,
) -> Comparison:
    """
    Assert that a new model is not worse than an old one by the margin or more, and return the comparison.

    The claim is that of a test of non-inferiority, one-sided at 1 - `level`: rows that are too few to show it fail.

    Parameters
    ----------
    metric : Metric or str
        The metric, or a name of it, also one of elsewhere: ``"qwk"``.
    y_true, new, old : array-like of shape (n,)
        The truth, and the predictions or scores of both models for the same rows.
    margin : float
        The greatest difference that does not matter, in units of the metric; above 0.
    level : float
        The test is one-sided at 1 - `level`.
    **options
        Options of the metric, and those of `Metric.compare` such as ``cluster``.

    Returns
    -------
    Comparison

    Raises
    ------
    AssertionError
        If the margin is not shown to be kept.
    OptionError
        If the metric has no direction of better, or if the margin is not above 0.

    Examples
    --------
    >>> from concordant.testing import assert_not_worse
    >>> truth = [0, 1, 1, 0, 1, 0, 0, 1] * 20
    >>> new, old = [0, 1, 1, 0, 1, 0, 1, 1] * 20, [1, 1, 1, 0, 1, 0, 1, 1] * 20
    >>> round(assert_not_worse("accuracy", truth, new, old, margin=0.05).difference, 3)
    0.125
    """
    one, chosen = named_metric(metric, options)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IntervalWarning)  # the reason stands in the message
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        found = one.compare(
            y_true,
            new,
            old,
            margin=margin,
            alternative="non-inferiority",
            level=level,
            names=("new", "old"),
            **chosen,
        )
    if not isinstance(found, Comparison):
        msg = f"{one.name} is several numbers here, and one is asserted: choose an average, or assert each."
        raise OptionError(msg)
    if math.isnan(found.p_value) or not found.p_value < 1 - level:
        why = "" if found.reason is None else f"\n  {found.reason}"
        msg = f"{one.name}: new is not shown to be at most {margin:g} worse than old\n  {found}{why}"
        raise AssertionError(msg)
    return found
