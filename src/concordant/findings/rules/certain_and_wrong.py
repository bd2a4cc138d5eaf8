"""Rows that were given the probability 0 for what happened."""

from __future__ import annotations

import math

from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule
from concordant.findings.wording import counted
from concordant.metrics.definition.registry import get


@rule(
    severity="costs",
    asks="Did something happen that had the probability 0?",
    tasks=("binary", "multiclass", "ordinal"),
)
def certain_and_wrong(evidence: Evidence) -> Said | None:
    """Speak where the log loss is infinite."""
    loss = evidence.losses.get("surprise")
    if loss is None or not math.isinf(float(get("log_loss").outcome(loss).value)):
        return None
    curve = evidence.scores
    rows = math.nan
    if curve is not None and not evidence.buckets and not evidence.weighted:
        rows = float(curve.weights[curve.scores <= 0, 1].sum() + curve.weights[curve.scores >= 1, 0].sum())
    how_many = "At least one row" if math.isnan(rows) else f"{counted(rows)} row{'' if rows == 1 else 's'}"
    return Said(
        sentence=f"{how_many} had the probability 0 for what happened: the log loss is infinite.",
        meaning=(
            "No number of good rows makes up for one that was impossible. A probability of 0 or 1 claims to know "
            "without any doubt, often only because it was rounded."
        ),
        next_step="Keep probabilities off 0 and 1 where they are made. The Brier score is finite all the same.",
        python="page['brier_score'].interval",
        numbers={"rows": rows},
    )
