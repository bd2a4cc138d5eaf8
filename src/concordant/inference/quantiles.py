"""Quantiles of the distributions that limits are made of; scipy is imported when one of them needs it."""

from __future__ import annotations

from statistics import NormalDist
from typing import Any

from concordant.errors import MissingDependencyError, OptionError


def special() -> Any:
    """Return scipy.special; say how to install it if it is absent."""
    try:
        from scipy import special as found
    except ImportError as error:
        msg = 'this interval or test needs scipy, which is not installed: pip install "concordant[stats]"'
        raise MissingDependencyError(msg) from error
    return found


def check_level(level: float) -> float:
    """Return the nominal coverage; raise if it is no share between 0 and 1."""
    if isinstance(level, bool) or not isinstance(level, (int, float)) or not 0 < level < 1:
        msg = f"level is the nominal coverage, a number between 0 and 1 such as 0.95, not {level!r}."
        raise OptionError(msg)
    return float(level)


def two_sided(level: float, degrees: float | None = None) -> float:
    """The quantile z with P(-z < Z < z) = level: of the normal, or of Student's t where `degrees` are given."""
    if degrees is None:
        return NormalDist().inv_cdf((1 + level) / 2)
    return float(special().stdtrit(degrees, (1 + level) / 2))


def tail(z: float, degrees: float | None = None) -> float:
    """The two-sided p-value of a standardised difference."""
    if degrees is None:
        return 2 * NormalDist().cdf(-abs(z))
    return float(2 * special().stdtr(degrees, -abs(z)))
