"""Weights so uneven that few rows decide."""

from __future__ import annotations

from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule

_SHARE = 0.5


@rule(
    severity="worth knowing",
    asks="Do few heavy rows decide?",
    needs=("labels", "weights", "intervals"),
    tasks=("binary", "multiclass", "ordinal"),
)
def uneven_weights(evidence: Evidence) -> Said | None:
    """Speak where the weighted rows are worth half as many equal ones, or fewer (Kish 1965)."""
    sample = evidence.cells()
    if sample is None:
        return None
    worth = sample.units.total**2 / sample.units.total_squares
    if worth >= _SHARE * evidence.n:
        return None
    return Said(
        sentence=f"The weights make {evidence.n:,} rows worth {worth:,.0f} equal ones.",
        meaning=(
            "A few heavy rows decide most numbers. The intervals know that and are wider; the count of rows on top "
            "does not show it."
        ),
        next_step="Look at the heaviest rows, and whether the numbers without weights say something else.",
        python=f"concordant.evaluate(y_true, y_pred{evidence.drops})" if evidence.predicts else "page.counts",
        command=evidence.command("report", "truth", "prediction", "score", without="weight", **evidence.reading),
        numbers={"rows": evidence.n, "worth": worth},
    )
