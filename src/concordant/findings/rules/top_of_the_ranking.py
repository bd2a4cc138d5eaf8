"""A high AUC of a rare class whose top rows are mostly of the other one."""

from __future__ import annotations

import numpy as np

from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule
from concordant.findings.wording import counted, percent, shares_limits, with_limits

_HIGH = 0.8
_RARE = 0.1
_POOR = 0.5


@rule(
    severity="wrong conclusion likely",
    asks="Is the AUC high where only the top of the ranking is used, and the top poor?",
    needs=("scores", "every score", "intervals"),
    tasks=("binary",),
)
def top_of_the_ranking(evidence: Evidence) -> Said | None:
    """Speak where the AUC is surely above 0.8, a tenth or less is positive, and surely under half of the top rows."""
    curve, auc = evidence.scores, evidence.interval("roc_auc")
    if curve is None or auc is None or auc.low <= _HIGH or not evidence.independent:
        return None
    negatives, positives = (float(one) for one in curve.weights.sum(0))
    if not 0 < positives <= _RARE * (negatives + positives):
        return None
    # Rows with equal scores at the edge count by their share, as `precision_at_k` takes them.
    rows = np.cumsum(curve.weights.sum(1))
    found = np.interp(positives, np.r_[0, rows], np.r_[0, np.cumsum(curve.weights[:, 1])]) / positives
    high = shares_limits(float(found), positives)[1]
    if high >= _POOR:
        return None
    positive = evidence.quoted(evidence.labels[1])
    k = round(positives)
    return Said(
        sentence=(
            f"ROC AUC is {with_limits(auc)}, but of the {counted(positives)} rows with the highest scores only "
            f"{percent(float(found))} are {positive} (at most {percent(high)})."
        ),
        meaning=(
            f"Only {percent(positives / (positives + negatives))} of the rows are {positive}. AUC compares with all "
            "other rows, most of which nobody would look at. Who acts on the top of the list mostly acts on false "
            "alarms."
        ),
        next_step="Judge the score by the precision at as many rows as you can look at.",
        python=f"concordant.precision_at_k(y_true, y_score, k={k}{evidence.reads})",
        command=evidence.command(
            "threshold", "truth", "score", metric="precision", max_positives=k, **evidence.reading
        ),
        numbers={"roc_auc": auc.value, "low": auc.low, "precision_at_top": float(found), "high": high, "k": k},
    )
