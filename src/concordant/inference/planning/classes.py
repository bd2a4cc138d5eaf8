"""Rows of two classes in a fixed proportion."""

from __future__ import annotations

import math
from dataclasses import dataclass

from concordant.errors import OptionError
from concordant.inference.planning.aim import check_share


@dataclass(frozen=True, slots=True)
class Classes:
    """How many negative rows come with each positive one."""

    ratio: float

    @classmethod
    def of(cls, prevalence: float) -> Classes:
        """From the share of positive rows."""
        share = check_share("prevalence", prevalence)
        return cls((1 - share) / share)

    def needed(self, positive: int) -> dict[str, int]:
        """Whole rows for so many positive ones."""
        return {"positive": positive, "negative": math.ceil(positive * self.ratio - 1e-9)}

    def split(self, n: int) -> tuple[float, float]:
        """Positive and negative rows of a study of n rows, not rounded."""
        return n / (1 + self.ratio), n * self.ratio / (1 + self.ratio)

    def rounded(self, n: int) -> dict[str, int]:
        """Whole rows of a study of n; at least one of each class."""
        if n < 2:
            msg = "a study of two classes has at least 2 rows."
            raise OptionError(msg)
        positive = min(max(round(n / (1 + self.ratio)), 1), n - 1)
        return {"positive": positive, "negative": n - positive}
