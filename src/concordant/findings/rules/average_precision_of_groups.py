"""Average precisions of groups with different shares of positive rows."""

from __future__ import annotations

from concordant.findings.evidence import Evidence, GroupEvidence
from concordant.findings.rule import Said, rule
from concordant.findings.wording import percent, shares_limits
from concordant.states import Curve

_TIMES = 2


@rule(
    severity="wrong conclusion likely",
    asks="Are average precisions compared across groups of other prevalence?",
    needs=("scores", "groups"),
    tasks=("binary",),
)
def average_precision_of_groups(evidence: Evidence) -> Said | None:
    """Speak where the group with most positive rows surely has twice the share of the one with fewest, or more."""
    known = [(_share(group), group) for group in evidence.groups if "average_precision" in group.intervals]
    known = [(share, group) for share, group in known if share > 0]
    if len(known) < 2 or not evidence.independent:
        return None
    (least, rare), (most, common) = min(known, key=lambda x: x[0]), max(known, key=lambda x: x[0])
    level = 1 - 0.01 / len(known)
    if shares_limits(most, common.n, level)[0] < _TIMES * shares_limits(least, rare.n, level)[1]:
        return None
    precisions = [group.intervals["average_precision"].value for group in (common, rare)]
    names = [evidence.quoted(group.label) for group in (common, rare)]
    return Said(
        sentence=(
            f"{percent(most)} of the rows of {names[0]} are positive and {percent(least)} of {names[1]}; their average "
            f"precisions, {precisions[0]:.3f} and {precisions[1]:.3f}, start from these shares."
        ),
        meaning=(
            "Guessing has an average precision equal to the share of positive rows. A group with more of them looks "
            "better under the same model, so the two values cannot be compared."
        ),
        next_step="Compare the groups by ROC AUC, or divide by what guessing has.",
        python=(
            f"concordant.average_precision_lift(y_true, y_score{evidence.reads}), "
            f"concordant.evaluate(y_true, y_score=y_score, by=by{evidence.reads})['roc_auc']"
        ),
        numbers={"most": most, "least": least, "precision_of_most": precisions[0], "precision_of_least": precisions[1]},
    )


def _share(group: GroupEvidence) -> float:
    if not isinstance(group.curve, Curve):
        return 0.0
    negatives, positives = (float(one) for one in group.curve.weights.sum(0))
    return positives / (negatives + positives)
