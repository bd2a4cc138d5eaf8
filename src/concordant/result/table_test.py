"""The result of a test on a table of labels."""

from __future__ import annotations

from dataclasses import dataclass

from concordant.result.comparison import p_text
from concordant.result.record import Record


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TableTest(Record):
    """
    A test statistic and its p-value.

    Attributes
    ----------
    test : str
        The name of the test.
    hypothesis : str
        What is taken for granted until the p-value is small, in words.
    statistic : float
        The test statistic; NaN where there is none (an exact test, or nothing to test).
    df : int or None
        The degrees of freedom of its chi-square distribution; None for a normal or an exact distribution.
    p_value : float
        The probability of data at least as far from the hypothesis, if it is true.
    n : float
        The number of rows.
    method : str
        The distribution that the p-value comes from.
    reason : str or None
        Why the test does not apply, or is doubtful; None if there is no problem.
    """

    test: str
    hypothesis: str
    statistic: float
    df: int | None
    p_value: float
    n: float
    method: str
    reason: str | None = None

    def __str__(self) -> str:
        """One sentence."""
        parts = [] if self.statistic != self.statistic else [f"statistic {self.statistic:.3f}"]
        parts += [] if self.df is None else [f"{self.df} df"]
        doubt = f"; {self.reason}" if self.reason else ""
        return f"{self.test} ({self.hypothesis}): {', '.join([*parts, p_text(self.p_value)])} (n = {self.n:g}{doubt})"
