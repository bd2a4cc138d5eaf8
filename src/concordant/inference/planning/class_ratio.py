"""Numbers of rows of two classes in a fixed proportion."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from concordant.errors import OptionError
from concordant.inference.planning.smallest_study import smallest
from concordant.inference.planning.study_aim import StudyAim, check_share


@dataclass(frozen=True, slots=True)
class ClassRatio:
    """How many negative rows come with each positive one."""

    ratio: float

    @classmethod
    def of(cls, prevalence: float) -> ClassRatio:
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

    def found(self, aim: StudyAim, enough: Callable[[float, float, float], bool]) -> dict[str, int]:
        """
        Rows of each class of the smallest study that is enough.

        `enough` is asked with positive and negative rows as independent ones, and with all rows.
        """
        if aim.clusters is not None:
            return self.rounded(aim.smallest(lambda n: enough(*self.worth(self.split(n), aim), n)))
        one = 1 + self.ratio
        return self.needed(smallest(lambda positive: enough(positive, positive * self.ratio, positive * one)))

    @staticmethod
    def worth(rows: Iterable[float], aim: StudyAim) -> tuple[float, float]:
        """How many independent rows of each class these are worth."""
        positive, negative = (aim.effective(size) for size in rows)
        return positive, negative

    def drawn(self, n: int, aim: StudyAim) -> tuple[int, int]:
        """Whole rows of each class of a simulated study that stands for one of n rows."""
        least = 1 if aim.clusters is None else 2
        positive, negative = (max(round(size), least) for size in self.worth(self.rounded(n).values(), aim))
        return positive, negative
