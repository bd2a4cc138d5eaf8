"""A score that separates the classes without one error."""

from __future__ import annotations

import numpy as np

from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule
from concordant.states import Curve

_LEAST = 100  # rows of each class; a good score separates fewer by luck
_FEW = 20  # the same, of a score with one value for each class


@rule(
    severity="wrong conclusion likely",
    asks="Does the score know the label?",
    needs=("scores", "every score"),
    tasks=("binary",),
)
def score_is_the_label(evidence: Evidence) -> Said | None:
    """Speak where the ROC AUC is exactly 1 or 0, with 100 rows of each class, or 20 if there are but two scores."""
    curve = evidence.scores
    if curve is None:
        return None
    values = len(curve.scores)
    pure = values == 2 and bool(np.all((curve.weights > 0).sum(1) == 1))
    if evidence.rows(float(min(curve.weights.sum(0)))) < (_FEW if pure else _LEAST):
        return None
    auc = _separated(curve)
    if auc is None:
        return None
    how = "It has one value for each class." if pure else f"It has {values:,} different values."
    return Said(
        sentence=f"ROC AUC is exactly {auc:g} of {evidence.n:,} rows: the score separates the classes. {how}",
        meaning=(
            "Real scores hardly do that. Most likely the score was made from the label, a column that is known only "
            "afterwards went into it, or the model was judged on the rows that trained it."
        ),
        next_step=(
            "Ask how the score was made, and judge it on rows that it never saw. These are its first errors, if any:"
        ),
        python=f"concordant.roc_curve(y_true, y_score{evidence.reads})",
        command=evidence.command("explain", "truth", "score", **evidence.reading),
        numbers={"roc_auc": auc, "rows": evidence.n, "values": values},
    )


def _separated(curve: Curve) -> int | None:
    """Return 1 or 0 where all scores of a class lie above all of the other, whatever sums of weights round to."""
    negatives, positives = (np.flatnonzero(curve.weights[:, one]) for one in (0, 1))
    if positives.max() < negatives.min():  # the highest scores come first
        return 1
    return 0 if negatives.max() < positives.min() else None
