"""The score is not shown to rank better than chance."""

from __future__ import annotations

from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule
from concordant.findings.wording import with_limits


@rule(
    severity="wrong conclusion likely",
    asks="Is the score shown to be better than chance?",
    needs=("scores", "intervals"),
    tasks=("binary",),
)
def score_without_skill(evidence: Evidence) -> Said | None:
    """Speak where 0.5 lies in the interval of 95 % of the ROC AUC of a score that is not constant."""
    auc = evidence.interval("roc_auc", level=0.95)
    if evidence.constant or auc is None or not auc.low <= 0.5 <= auc.high:
        return None
    positives = evidence.rows(min(evidence.true.values()))
    return Said(
        sentence=f"ROC AUC is {with_limits(auc)}: the score is not shown to be better than chance, 0.5.",
        meaning="These rows do not tell this score from random numbers. All that is built on it may be chance.",
        next_step=(
            f"Do not rely on the score yet. {positives:,.0f} rows of the rarer class are here: see how many would show "
            "an AUC such as 0.7."
        ),
        python="concordant.planning.auc(0.7, against=0.5, power=0.9)",
        command=_planned(evidence),
        numbers={"roc_auc": auc.value, "low": auc.low, "high": auc.high},
    )


def _planned(evidence: Evidence) -> str | None:
    return None if evidence.file is None else "concordant plan auc --expected 0.7 --against 0.5 --power 0.9"
