"""The reliability of the mean of more ratings, or fewer, and how many ratings a reliability takes."""

from __future__ import annotations

from math import inf, isfinite
from typing import Any

from concordant.errors import OptionError


def spearman_brown(value: float, factor: float) -> float:
    """
    Return the reliability of the mean of `factor` times as many ratings.

    ``factor value / (1 + (factor - 1) value)``.

    Parameters
    ----------
    value : float
        The reliability of what is measured now, such as `intraclass_correlation` of one rating.
    factor : float
        How many times as many ratings: 4 for the mean of four, 0.5 for half of them.

    Returns
    -------
    float
        NaN where a negative value has no such mean: ``1 + (factor - 1) value`` is not above 0.

    References
    ----------
    Spearman (1910), British Journal of Psychology 3:271; Brown (1910), British Journal of Psychology 3:296.

    Examples
    --------
    >>> from concordant import spearman_brown
    >>> round(spearman_brown(0.29, 4), 3)
    0.62
    """
    value, factor = _number(value, "value"), _number(factor, "factor")
    if factor <= 0 or value > 1:
        msg = f"a reliability is at most 1 and factor is above 0, not {value!r} and {factor!r}."
        raise OptionError(msg)
    below = 1 + (factor - 1) * value
    return factor * value / below if below > 0 else float("nan")


def spearman_brown_raters(value: float, target: float) -> float:
    """
    Return how many times as many ratings the mean needs to reach a reliability: the inverse of `spearman_brown`.

    ``target (1 - value) / (value (1 - target))``, not rounded.

    Parameters
    ----------
    value : float
        The reliability of what is measured now: of one rating, so that the answer is a number of raters.
    target : float
        The reliability wanted, between 0 and 1.

    Returns
    -------
    float
        Infinity where `value` is 0 or less: no number of ratings is enough.

    Examples
    --------
    >>> from concordant import spearman_brown_raters
    >>> round(spearman_brown_raters(0.29, 0.8), 2)
    9.79
    """
    value, target = _number(value, "value"), _number(target, "target")
    if not 0 < target < 1 or value > 1:
        msg = f"target must be between 0 and 1 and value at most 1, not {target!r} and {value!r}."
        raise OptionError(msg)
    return target * (1 - value) / (value * (1 - target)) if value > 0 else inf


def _number(value: Any, name: str) -> float:
    try:
        found = float(value)
    except (TypeError, ValueError):
        found = inf
    if isinstance(value, (bool, str)) or not isfinite(found):
        msg = f"{name} must be a finite number, not {value!r:.80}."
        raise OptionError(msg)
    return found
