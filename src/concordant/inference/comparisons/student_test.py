"""A difference and its standard error against Student's t, or the normal."""

from __future__ import annotations

from dataclasses import replace

from concordant.inference.comparisons.contrast import Finding
from concordant.inference.quantiles import tail, two_sided


def student_test(value: float, se: float, degrees: float | None, level: float, method: str) -> Finding:
    """Return limits of this nominal coverage and p-values; NaN without a standard error."""
    if not se > 0:
        nan = float("nan")
        return Finding(nan, nan, se, nan, method)
    half = two_sided(level, degrees) * se

    def tails(null: float) -> tuple[float, float]:
        one_side = tail((value - null) / se, degrees) / 2
        return (one_side, 1 - one_side) if value >= null else (1 - one_side, one_side)

    return Finding(value - half, value + half, se, tail(value / se, degrees), method, tails)


def without_limits(found: Finding) -> Finding:
    """Return the same difference and standard error without limits and p-value: the error is not to be trusted."""
    nan = float("nan")
    return replace(found, low=nan, high=nan, p_value=nan, tails=None)
