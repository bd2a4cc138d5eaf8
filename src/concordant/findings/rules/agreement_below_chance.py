"""Two columns that agree less than chance makes them."""

from __future__ import annotations

from typing import Any

from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule
from concordant.findings.wording import with_limits


@rule(
    severity="wrong conclusion likely",
    asks="Do the two columns agree less than by chance?",
    needs=("intervals",),
)
def agreement_below_chance(evidence: Evidence) -> Said | None:
    """Speak where the kappa of the labels, or the correlation of the numbers, lies surely below 0."""
    if evidence.task == "continuous":
        found, name, line = (
            evidence.interval("pearson_correlation"),
            "The correlation",
            "page['pearson_correlation'].interval",
        )
    elif evidence.counts is not None:
        weights: dict[str, Any] = {"weights": "quadratic"} if evidence.task == "ordinal" else {}
        found = evidence.interval("cohen_kappa", **weights)
        name = "Quadratic kappa" if weights else "Cohen's kappa"
        line = f"concordant.cohen_kappa.of(page.counts{', weights=' + repr('quadratic') if weights else ''})"
    else:
        return None
    if found is None or found.high >= 0:
        return None
    two = len(evidence.labels) == 2
    return Said(
        sentence=f"{name} is {with_limits(found)}, surely below 0: the columns agree less than by chance.",
        meaning=(
            "One of the columns is turned round: "
            + ("the two labels mean the opposite" if two else "its scale runs from the other end")
            + ", or its rows are in another order."
        ),
        next_step="Check the coding of both columns before anything else is read.",
        python=line,
        numbers={"value": found.value, "low": found.low, "high": found.high},
    )
