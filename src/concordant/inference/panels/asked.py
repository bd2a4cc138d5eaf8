"""How an interval of many raters is wanted, and the variance that this asks for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from concordant.inference.panels.errors_of_raters import joined
from concordant.inference.panels.errors_of_units import Spread

ERRORS = ("jackknife", "delta")  # methods that name a standard error and no scale


@dataclass(frozen=True, slots=True)
class Asked:
    """The level of an interval, its scale or draws, its standard error, and over what it generalises."""

    level: float
    method: str | None
    se: str | None
    over: Any

    def spread(self, over_units: Callable[[str | None], Spread], over_raters: Callable[[], Spread]) -> Spread:
        """Return the variance over what the interval generalises over; that over units takes the kind of its error."""
        if self.over == "raters":
            return over_raters()
        units = over_units(self.se or (self.method if self.method in ERRORS else None))
        return units if self.over == "units" else joined(units, over_raters())
