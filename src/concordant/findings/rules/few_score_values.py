"""A score with two values, which is a decision."""

from __future__ import annotations

from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule


@rule(
    severity="wrong conclusion likely",
    asks="Is the score a decision?",
    needs=("scores", "every score"),
    tasks=("binary",),
)
def few_score_values(evidence: Evidence) -> Said | None:
    """Speak where the score has no more than two different values."""
    curve = evidence.scores
    if curve is None or len(curve.scores) > 2:
        return None
    values = curve.scores[::-1].tolist()
    shown = " and ".join(f"{value:g}" for value in values)
    return Said(
        sentence=f"The only score{'s are' if len(values) > 1 else ' is'} {shown}.",
        meaning=(
            "That is a decision, not a score: nothing can be ranked by it, and its AUC is the balanced accuracy. The "
            "probabilities were lost before they came here."
        ),
        next_step="Give the probabilities of the model. If there are none, give the column as predicted labels.",
        python=f"concordant.roc_auc(y_true, y_score{evidence.reads})",
        numbers={"values": len(values)},
    )
