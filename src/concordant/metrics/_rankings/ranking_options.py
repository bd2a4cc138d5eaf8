"""Options of metrics of ranked labels: how many places count, how gains are discounted, what equal scores do."""

from __future__ import annotations

import math
from numbers import Real
from typing import Any

import numpy as np

from concordant.errors import OptionError
from concordant.metrics._arithmetic.option_checks import check_row_number
from concordant.names import did_you_mean
from concordant.states.moments import Ties, TiesOfRanks

_MOST_PLACES = 2**31  # more than any row has
TIES: tuple[TiesOfRanks, ...] = ("expected", "worst", "best")


def check_places(k: Any) -> int | None:
    """Return how many places count; None: all."""
    return None if k is None else min(check_row_number(k, "k"), _MOST_PLACES)


def check_log_base(log_base: Any) -> float:
    """Return the base of the logarithm of a discount."""
    base = float(log_base) if isinstance(log_base, Real) and not isinstance(log_base, bool) else math.nan
    if 1 < base < math.inf:
        return base
    msg = f"log_base must be a number above 1, not {log_base!r}."
    raise OptionError(msg)


def check_ignore_ties(ignore_ties: Any) -> Ties:
    """Return what equal scores do: their gains are averaged, or the last column comes first."""
    if not isinstance(ignore_ties, (bool, np.bool_)):
        msg = f"ignore_ties must be True or False, not {ignore_ties!r}."
        raise OptionError(msg)
    return "last" if ignore_ties else "expected"


def check_ties(ties: Any, allowed: tuple[Ties, ...] = TIES) -> Ties:
    """Return what equal scores do."""
    if ties not in allowed:
        msg = f"ties must be one of {', '.join(map(repr, allowed))}, not {ties!r}.{did_you_mean(ties, allowed)}"
        raise OptionError(msg)
    chosen: Ties = ties
    return chosen
