"""A number of all rows that lies outside those of all groups."""

from __future__ import annotations

from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule
from concordant.result import Interval


@rule(
    severity="wrong conclusion likely",
    asks="Does the whole say something else than every group (Simpson)?",
    needs=("groups", "intervals"),
)
def whole_unlike_its_groups(evidence: Evidence) -> Said | None:
    """Speak where the interval of all rows lies above, or below, the intervals of all groups."""
    for key, whole in evidence.whole.items():
        parts = [(group.label, group.intervals[key]) for group in evidence.groups if key in group.intervals]
        if len(parts) < 2 or len(parts) < len(evidence.groups):
            continue
        best, worst = max(parts, key=lambda x: x[1].high), min(parts, key=lambda x: x[1].low)
        above, below = whole.low > best[1].high, whole.high < worst[1].low
        if above or below:
            label, near = best if above else worst
            return _said(evidence, key, whole, near.value, evidence.quoted(label))
    return None


def _said(evidence: Evidence, key: str, whole: Interval, near: float, label: str) -> Said:
    value, low, high = whole.value, whole.low, whole.high
    name = key.partition("|")[0].replace("_", " ")
    name = "ROC AUC" if name == "roc auc" else name
    above = value > near
    return Said(
        sentence=(
            f"Of all rows {name} is {value:.3f} ({low:.3f} to {high:.3f}), {'above' if above else 'below'} every "
            f"group: the {'highest' if above else 'lowest'} is {near:.3f} ({label})."
        ),
        meaning=(
            "The groups differ in how frequent the classes are or how high they score, and the whole counts that "
            + (
                "as skill. Within a group the predictions tell less."
                if above
                else "as error. Within a group they tell more."
            )
        ),
        next_step="Report the groups; if predictions are used within groups, the number of all rows is the wrong one.",
        python=f"concordant.evaluate({evidence.columns}, by=by{evidence.reads}, task={evidence.task!r}).groups",
        numbers={"whole": value, "low": low, "high": high, "nearest_group": near},
    )
