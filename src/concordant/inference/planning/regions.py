"""The region in which a test is to show the true value: above a limit, below one, or between two."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.inference.planning.study_aim import StudyAim, check_apart
from concordant.inference.quantiles import tail
from concordant.typing import FloatArray


@dataclass(frozen=True, slots=True)
class Region:
    """
    The values above `low`, below `high`, or both; infinite where there is no limit.

    A test shows it if it rejects "at most `low`" and "at least `high`", each one-sided (Schuirmann 1987, Journal of
    Pharmacokinetics and Biopharmaceutics 15:657). That is when limits of the same level lie inside.
    """

    low: float
    high: float

    def holds(self, low: FloatArray, high: FloatArray) -> npt.NDArray[np.bool_]:
        """Say of each interval whether it lies inside."""
        return np.asarray((low > self.low) & (high < self.high))

    def power(
        self, value: float, se: float, nulls: tuple[float, float], *, z: float, degrees: float | None = None
    ) -> float:
        """
        P(``low + z nulls[0]`` < estimate < ``high - z nulls[1]``) of an estimate around `value` with the error `se`.

        `nulls` are the standard errors under the hypotheses at both limits. For one limit and a power P it is the usual
        ``n = (z sqrt(V0) + z_P sqrt(V1))^2 / distance^2``. With `degrees` of freedom, t stands in place of normal.
        """
        ends = self.low + z * nulls[0], self.high - z * nulls[1]
        if se <= 0:
            return float(ends[0] < value < ends[1])
        above, below = (partial(_cdf, degrees=degrees)((end - value) / se) for end in ends)
        return max(below - above, 0.0)


def _cdf(z: float, degrees: float | None) -> float:
    if math.isinf(z):
        return float(z > 0)
    half = tail(z, degrees) / 2
    return half if z < 0 else 1 - half


def region_of(value: float, against: float, aim: StudyAim) -> Region:
    """
    Return where the alternative says that a value lies that is compared with another.

    Raises
    ------
    OptionError
        If what is expected does not lie there: there is nothing to show.
    """
    margin = aim.margin
    if margin is None:
        check_apart(value, against, "against")
        return Region(against, math.inf) if value > against else Region(-math.inf, against)
    high = against + margin if aim.alternative == "equivalence" else math.inf
    found = Region(against - margin, high)
    if not found.low + 1e-12 < value < found.high - 1e-12:
        where = f"above {found.low:.4g}" if math.isinf(high) else f"between {found.low:.4g} and {high:.4g}"
        msg = f"{aim.alternative} with a margin of {margin:g} shows a value {where}, and {value:.4g} is expected."
        raise OptionError(msg)
    return found


def shown(what: str, against: float, region: Region, aim: StudyAim) -> str:
    """Say what is shown of one value."""
    if aim.margin is None:
        side = "above" if math.isinf(region.high) else "below"
        return f"{what} is shown to be {side} {against:g}"
    if aim.alternative == "equivalence":
        return f"{what} is shown to be equivalent to {against:g} (margin {aim.margin:g})"
    return f"{what} is shown not to be inferior to {against:g} (margin {aim.margin:g})"


def shown_of_two(difference: float, aim: StudyAim, better: str) -> str:
    """Say what is shown of A and B; `better` says what the better one does."""
    if aim.margin is None:
        first = "A" if difference > 0 else "B"
        return f"{first} is shown to {better}, by {abs(difference):.3g},"
    if aim.alternative == "equivalence":
        return f"A and B are shown to be equivalent (margin {aim.margin:g})"
    return f"A is shown not to be inferior to B (margin {aim.margin:g})"


def within(found: Region, low: float, high: float, what: str) -> Region:
    """Cut a region off where no value lies; raise if it holds all values."""
    cut = Region(found.low if found.low > low else -math.inf, found.high if found.high < high else math.inf)
    if math.isinf(cut.low) and math.isinf(cut.high):
        msg = f"{what} is never below {low:g} or above {high:g}: with this margin there is nothing to show."
        raise OptionError(msg)
    return cut
