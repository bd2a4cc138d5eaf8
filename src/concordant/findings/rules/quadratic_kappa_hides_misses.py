"""A high quadratic kappa of labels that are mostly not equal."""

from __future__ import annotations

from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule

_HIGH = 0.6
_HALF = 0.5


@rule(
    severity="wrong conclusion likely",
    asks="Does a high quadratic kappa hide that most labels miss?",
    needs=("labels", "intervals"),
    tasks=("ordinal",),
)
def quadratic_kappa_hides_misses(evidence: Evidence) -> Said | None:
    """Speak where quadratic kappa is surely above 0.6 and fewer than half of the labels are surely equal."""
    kappa, equal = evidence.interval("cohen_kappa", weights="quadratic"), evidence.interval("accuracy")
    if kappa is None or equal is None or kappa.low < _HIGH or equal.high > _HALF:
        return None
    near = evidence.value("adjacent_agreement")
    return Said(
        sentence=(
            f"Quadratic kappa is {kappa.value:.3f}, but only {equal.value:.3f} of the labels are equal (99 % interval "
            f"{equal.low:.3f} to {equal.high:.3f}); {near:.3f} are equal or one step off."
        ),
        meaning=(
            "Quadratic kappa is a correlation: it rewards the right direction and hardly counts near misses. Who acts "
            "on the label itself is wrong most of the time."
        ),
        next_step="Report exact and adjacent agreement beside it."
        if evidence.measurements is None
        else "Report exact and adjacent agreement beside it; this finds cut points for equal labels.",
        python="concordant.accuracy.of(page.counts), concordant.adjacent_agreement.of(page.counts)",
        command=evidence.command("explain", "truth", "prediction", **evidence.reading)
        if evidence.measurements is None
        else evidence.command("cutpoints", "truth", "score", metric="accuracy", **evidence.reading),
        numbers={"kappa": kappa.value, "low": kappa.low, "equal": equal.value, "high": equal.high, "adjacent": near},
    )
