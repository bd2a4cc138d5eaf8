"""Rates without an upper bound: where only the denominator is zero, the value is their limit, infinity."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._cells.rates import Rate
from concordant.states import Counts
from concordant.typing import Floats


@dataclass(frozen=True, slots=True)
class LimitRate(Rate):
    """
    A rate that grows without bound as its denominator goes to zero; 0/0, or of an undefined part, is undefined.

    `empty` says in words what the data lack where it is undefined.
    """

    def of(self, cells: Counts) -> Floats:
        """Take the rate of each table of two labels."""
        top, bottom = self.numerator(cells), self.denominator(cells)
        at_limit = (bottom == 0) & (top != 0) & (top == top)  # noqa: PLR0124  (not NaN)
        with np.errstate(over="ignore"):  # beside a tiny weight the value can leave the numbers: infinity as well
            return np.where(at_limit, np.inf, ratio(top, bottom))[()]

    def undefined(self, cells: Counts) -> Any:
        """Whether the rate of each table is undefined."""
        return np.isnan(self.of(cells))
