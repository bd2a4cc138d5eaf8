"""The score ranks the wrong way round."""

from __future__ import annotations

from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule
from concordant.findings.wording import with_limits


@rule(
    severity="wrong conclusion likely",
    asks="Does the score point the wrong way?",
    needs=("scores", "intervals"),
    tasks=("binary",),
)
def inverted_score(evidence: Evidence) -> Said | None:
    """Speak where the interval of 95 % of the ROC AUC lies below 0.5."""
    auc = evidence.interval("roc_auc", level=0.95)
    if auc is None or auc.high >= 0.5:
        return None
    negative, positive = evidence.labels
    other = evidence.quoted(negative)
    return Said(
        sentence=f"ROC AUC is {with_limits(auc)}, below 0.5: the score points the wrong way.",
        meaning=(
            f"Rows of {evidence.quoted(positive)} get lower scores than rows of {other}. The score tells the classes "
            f"apart; most likely it is the score of {other}, or lower means more likely."
        ),
        next_step=f"Take {other} as the positive class and look again; if that is right, mend it where it is made.",
        python=f"concordant.evaluate(y_true, y_score=y_score, pos_label={negative!r}{evidence.drops})",
        command=evidence.command("report", "truth", "score", pos_label=negative),
        numbers={"roc_auc": auc.value, "low": auc.low, "high": auc.high},
    )
