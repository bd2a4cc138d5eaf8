"""How findings write numbers."""

from __future__ import annotations

from concordant.findings.cell_means import Limits
from concordant.findings.evidence import SURE
from concordant.result import Interval


def with_limits(found: Interval | Limits) -> str:
    """A value with the interval that the rule looked at."""
    return f"{found.value:.3f} ({100 * found.level:g} % interval {found.low:.3f} to {found.high:.3f})"


def percent(share: float) -> str:
    """A share as a percentage: whole above one percent."""
    return f"{100 * share:.0f} %" if share >= 0.0995 else f"{100 * share:.1f} %"


def counted(rows: float) -> str:
    """Rows with thousands separators; a sum of weights with four digits."""
    return f"{rows:,.0f}" if float(rows).is_integer() else f"{rows:,.4g}"


def shares_limits(share: float, rows: float, level: float = SURE) -> tuple[float, float]:
    """Wilson's limits of a share of so many rows."""
    import numpy as np

    from concordant.inference.intervals.proportions import wilson

    low, high = wilson(np.array(share), np.array(float(rows)), level)[:2]
    return float(low), float(high)
