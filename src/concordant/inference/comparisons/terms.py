"""The terms of a comparison, whatever is compared: the names of its sides, the claim and its level, the adjustment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from concordant.inference.comparisons.adjusting import settled
from concordant.inference.comparisons.contrast import Claim, check_claim
from concordant.inference.quantiles import check_level
from concordant.metrics.definition.metric import Metric
from concordant.result.comparisons import Adjust, Alternative, Comparison, Comparisons


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What `Metric.compare` and `Metric.compare_independent` take of rows and of raters alike."""

    names: Sequence[str] | None = None
    level: float = 0.95
    margin: float | None = None
    alternative: Alternative = "two-sided"
    adjust: Adjust = "holm"

    def claim(self, metric: Metric) -> Claim:
        """Return what is to be shown; raise where its parts and the metric do not go together."""
        return check_claim(metric, self.alternative, self.margin, check_level(self.level))

    def settled(self, name: str, found: Sequence[Comparison], *, single: bool) -> Comparison | Comparisons:
        """Adjust the p-values of what was found, and warn once, by this name."""
        return settled(name, found, self.adjust, single=single)
