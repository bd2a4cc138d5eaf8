"""Names that are read as ordered labels."""

from __future__ import annotations

from concordant.findings.cell_means import difference_of
from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule
from concordant.findings.wording import with_limits

_APART = 0.05
_ERRORS = 20


@rule(
    severity="wrong conclusion likely",
    asks="Are names read as ordered labels?",
    needs=("labels", "intervals"),
    tasks=("ordinal",),
)
def order_without_neighbours(evidence: Evidence) -> Said | None:
    """Speak where errors surely do not prefer neighbours: linear kappa lies less than 0.05 above the plain one."""
    sample, counts = evidence.cells(), evidence.counts
    if sample is None or counts is None or len(evidence.labels) < 4:
        return None
    errors = evidence.n * (1 - evidence.value("accuracy"))
    if errors < _ERRORS or evidence.value("cohen_kappa") <= 0:
        return None
    gain = difference_of(sample, ("cohen_kappa", {"weights": "linear"}), ("cohen_kappa", {}))
    scope = 1 - evidence.value("cohen_kappa")  # what linear kappa could gain at most
    if gain is None or gain.high > _APART * min(1, 4 * scope):
        return None
    return Said(
        sentence=(
            f"Errors do not prefer neighbouring labels: linear kappa lies {with_limits(gain)} above the kappa that "
            "ignores the order."
        ),
        meaning=(
            "Where an order means something, near misses are more frequent than far ones. These labels look like names "
            "or codes; a weighted kappa of names depends on how they happen to be numbered."
        ),
        next_step="If the labels have no order, say so.",
        python=f"concordant.evaluate(y_true, y_pred, task='multiclass'{evidence.drops})"
        if evidence.predicts
        else "concordant.cohen_kappa.of(page.counts)",
        command=evidence.command("report", "truth", "prediction", task="multiclass") if evidence.predicts else None,
        numbers={"gain": gain.value, "low": gain.low, "high": gain.high, "errors": float(errors)},
    )
