"""Two columns that agree less than chance makes them."""

from __future__ import annotations

from typing import Any

from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule
from concordant.findings.wording import with_limits
from concordant.metrics.definition.registry import get

_LEAST = 5  # rows in exactly the opposite order: one of 120 orders
_ROUNDING = 1e-12


@rule(
    severity="wrong conclusion likely",
    asks="Do the two columns agree less than by chance?",
    needs=("intervals",),
)
def agreement_below_chance(evidence: Evidence) -> Said | None:
    """Speak where the kappa of the labels, or the correlation of the numbers, lies surely below 0 or is exactly -1."""
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
        return _exactly_reversed(evidence) if evidence.task == "continuous" else None
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


def _exactly_reversed(evidence: Evidence) -> Said | None:
    """What a correlation of exactly -1 says, which has no interval: chance does not put five rows on a line."""
    value = float(get("pearson_correlation").outcome(evidence.measurements).value)
    units = evidence.n if evidence.clusters is None else evidence.clusters
    if not value <= -1 + _ROUNDING or units < _LEAST:
        return None
    return Said(
        sentence=f"The correlation of {evidence.n:,} rows is exactly -1: on a line, one falls as the other rises.",
        meaning="One of the columns is the other one turned round: its scale runs from the other end.",
        next_step="Check the coding of both columns before anything else is read.",
        python="page['pearson_correlation'].value",
        numbers={"value": value},
    )
