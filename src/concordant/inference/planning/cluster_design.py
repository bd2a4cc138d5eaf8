"""Rows that come in clusters: their design effect, and the number of clusters."""

from __future__ import annotations

import math
from dataclasses import dataclass

from concordant.errors import OptionError


@dataclass(frozen=True, slots=True)
class ClusterDesign:
    """
    Clusters of `size` rows in the mean, with a coefficient of variation `cv` of their sizes.

    `icc` is the correlation, between two rows of a cluster, of what rows add to the metric.
    """

    size: float
    icc: float
    cv: float = 0.0

    @classmethod
    def of(cls, size: float | None, icc: float | None, cv: float) -> ClusterDesign | None:
        """
        Check what a user gives; None for independent rows.

        Raises
        ------
        OptionError
            If a number is missing or outside its range.
        """
        if size is None:
            if icc is not None or cv != 0:
                msg = "icc= and cluster_size_cv= are about clusters: give cluster_size=, the rows of one, as well."
                raise OptionError(msg)
            return None
        if not is_finite_number(size) or size < 1:
            msg = f"cluster_size is the mean number of rows of a cluster, a number of at least 1, not {size!r}."
            raise OptionError(msg)
        if icc is None:
            msg = "cluster_size= needs icc=, how alike the rows of a cluster are, between 0 and 1. See a pilot."
            raise OptionError(msg)
        if not is_finite_number(icc) or not 0 <= icc <= 1:
            msg = f"icc is the correlation of two rows of a cluster, a number from 0 to 1, not {icc!r}."
            raise OptionError(msg)
        if not is_finite_number(cv) or cv < 0:
            msg = f"cluster_size_cv is the standard deviation of the sizes over their mean, 0 or more, not {cv!r}."
            raise OptionError(msg)
        return cls(float(size), float(icc), float(cv))

    @property
    def effect(self) -> float:
        """
        The design effect ``1 + ((cv^2 + 1) m - 1) icc``: how much larger the variance is than that of independent rows.

        Eldridge, Ashby & Kerry (2006), Sample size for cluster randomized trials: effect of coefficient of variation of
        cluster size and analysis method, International Journal of Epidemiology 35:1292, eq. 6. For clusters of one size
        it is ``1 + (m - 1) icc`` (Kish 1965).
        """
        return 1 + ((self.cv**2 + 1) * self.size - 1) * self.icc

    def rows(self, many: int) -> int:
        """How many rows so many clusters have."""
        return math.ceil(many * self.size - 1e-9)

    def number(self, n: float) -> float:
        """How many clusters make n rows, not rounded but for what rounding the rows has added."""
        exact = n / self.size
        return max(math.floor(exact + 1e-9), 2) if exact - math.floor(exact + 1e-9) < 1 / self.size else exact

    def degrees(self, n: float) -> float:
        """
        Degrees of freedom of n rows: clusters less one, and fewer where sizes differ.

        They are Satterthwaite's as the intervals have them, about ``(G - 1) (sum q)^2 / (G sum q^2)`` for the variances
        ``q = m (1 - icc) + m^2 icc`` of the sums of clusters, with sizes m that vary as a gamma distribution.
        """
        size, more, icc = self.size, self.cv**2, self.icc
        second = size**2 * (1 + more)
        third = second * size * (1 + 2 * more)
        fourth = third * size * (1 + 3 * more)
        mean = (1 - icc) * size + icc * second
        square = (1 - icc) ** 2 * second + 2 * icc * (1 - icc) * third + icc**2 * fourth
        return max((self.number(n) - 1) * mean**2 / square, 1.0)

    def check_rows(self, n: int) -> None:
        """Raise where n rows are no two clusters."""
        if n < 2 * self.size - 1e-9:
            msg = f"{n} rows are less than two clusters of {self.size:g}: nothing shows how clusters differ."
            raise OptionError(msg)

    def in_words(self) -> str:
        """The assumption."""
        spread = f" in the mean (coefficient of variation {self.cv:g})" if self.cv else ""
        return f"clusters of {self.size:g} rows{spread}, correlated by {self.icc:g} (design effect {self.effect:.3g})"


def is_finite_number(value: object) -> bool:
    """Whether a value is a finite number, and no bool."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
