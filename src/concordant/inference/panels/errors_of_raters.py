"""
The variance over raters: who else might have rated.

Each rater in turn is left out. The sum with the variance over units counts what varies by unit and rater twice, which
makes intervals a little wide where raters are alike. The idea is that of Gwet 2008, Psychometrika 73:407, whose
formulas are others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np

from concordant.errors import OptionError, RaterIdentityError, TooFewRatersError
from concordant.inference.influence.standard_errors import jackknife_variance
from concordant.inference.panels.errors_of_units import Spread
from concordant.inference.panels.panel import Panel
from concordant.names import did_you_mean
from concordant.states import Ratings
from concordant.states.profiles import Places
from concordant.typing import FloatArray

Over = Literal["units", "raters", "units and raters"]
OVER = ("units", "raters", "units and raters")
_FEWEST = 3


def check_over(over: Any) -> Over:
    """Return what an interval generalises over; raise for an unknown word."""
    if over not in OVER:
        msg = f"over must be one of {', '.join(map(repr, OVER))}, not {over!r}.{did_you_mean(over, OVER)}"
        raise OptionError(msg)
    found: Over = over
    return found


def spread_over_raters(panel: Panel) -> Spread:
    """The same of a panel whose state may not know who rated."""
    state = panel.state
    if not isinstance(state, Ratings):
        msg = f"over raters an interval needs to know who rated: give it Ratings, not {type(state).__name__}."
        raise RaterIdentityError(msg)
    return leaving_out(np.unique(state.rater), panel.without_raters, panel.value)


def leaving_out(used: Places, without: Callable[[Places], FloatArray], value: FloatArray) -> Spread:
    """``(r - 1) / r sum_g (t_(-g) - mean)^2`` over the raters who rated anything; `value` is that of all of them."""
    r = len(used)
    if r < _FEWEST:
        msg = f"over raters an interval needs three raters or more, not {r}: each is left out in turn."
        raise TooFewRatersError(msg)
    values = without(used)
    undefined = np.isnan(values).any(0) & ~np.isnan(value)
    reason = "without one of the raters the value is undefined" if undefined.any() else None
    return Spread(jackknife_variance(np.ones(r), values), r - 1.0, "jackknife", reason)


def joined(units: Spread, raters: Spread) -> Spread:
    """The sum of both, with the degrees of freedom of Satterthwaite (1946); the least of several values."""
    total = units.variance + raters.variance
    with np.errstate(divide="ignore", invalid="ignore"):
        each = np.square(total) / (
            np.square(units.variance) / units.degrees + np.square(raters.variance) / raters.degrees
        )
    known = each[np.isfinite(each)]
    degrees = float(known.min()) if known.size else float("nan")
    return Spread(total, degrees, units.kind, units.reason or raters.reason, units.refused)
