"""Predicted labels and score that point in opposite directions."""

from __future__ import annotations

from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule
from concordant.findings.wording import with_limits


@rule(
    severity="wrong conclusion likely",
    asks="Do the predicted labels and the score contradict each other?",
    needs=("predicted labels", "scores", "intervals"),
    tasks=("binary",),
)
def labels_against_score(evidence: Evidence) -> Said | None:
    """Speak where one is surely better than chance and the other surely worse."""
    auc, informed = evidence.interval("roc_auc"), evidence.interval("informedness")
    if auc is None or informed is None:
        return None
    score_good, labels_bad = auc.low > 0.5, informed.high < 0
    score_bad, labels_good = auc.high < 0.5, informed.low > 0
    if not ((score_good and labels_bad) or (score_bad and labels_good)):
        return None
    pair = ("predicted labels point", "score does") if labels_bad else ("score points", "predicted labels do")
    wrong, right = pair
    return Said(
        sentence=(
            f"ROC AUC is {with_limits(auc)} and informedness {with_limits(informed)}: the {wrong} the wrong way, and "
            f"the {right} not."
        ),
        meaning=(
            "Both cannot come from one model that works. The labels or the score were turned round, or one of the two "
            "columns belongs to other rows."
        ),
        next_step="Look at how the two columns were made. The table shows which way the labels point.",
        python="page.counts",
        command=evidence.command("report", "truth", "prediction", **evidence.reading),
        numbers={"roc_auc": auc.value, "informedness": informed.value},
    )
