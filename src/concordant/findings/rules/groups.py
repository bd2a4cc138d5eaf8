"""Rules about groups of rows."""

from __future__ import annotations

import numpy as np

from concordant.findings.evidence import Evidence, GroupEvidence
from concordant.findings.finding import Statement, percent, rule, share_limits
from concordant.result import Interval
from concordant.states import Curve


@rule(
    severity="wrong conclusion likely",
    asks="Does a group differ from the rest?",
    needs=("groups", "intervals", "tests of groups"),
)
def group_differs(evidence: Evidence) -> Statement | None:
    """Speak where the adjusted p-value of a group against the rest is below 0.01, divided by the number of metrics."""
    metrics = max((len(group.tests) for group in evidence.groups), default=0)
    limit = 0.01 / max(metrics, 1)  # at 0.05 it spoke of 8 % of pages with four groups alike
    differing = [
        (test.p_value, group, test)
        for group in evidence.groups
        for test in group.tests
        if group.n >= 20 and test.p_value < limit
    ]
    if not differing:
        return None
    p_value, group, test = min(differing, key=lambda item: item[0])
    groups = len({id(group) for _, group, _ in differing})
    others = ""
    if groups > 1 and len(evidence.groups) != 2:
        others = f" {groups} of {len(evidence.groups)} groups differ from the rest."
    p = "p" if len(evidence.groups) == 2 else "adjusted p"
    p += " < 0.0001" if p_value < 0.0001 else f" {p_value:.4f}"
    where = "below" if test.difference < 0 else "above"
    shown = evidence.quoted(group.label)
    return Statement(
        sentence=(
            f"{test.title} of {shown} ({group.n:,} rows) lies {abs(test.difference):.3f} {where} that of the rest "
            f"({test.low:+.3f} to {test.high:+.3f}, {p}).{others}"
        ),
        meaning=(
            "The number of all rows is a mixture that is true of no group. What holds on the whole may fail for "
            f"{shown}, and changes with the share of each group."
        ),
        next_step="Report the groups, with intervals that hold for all of them at once.",
        python=(
            f"concordant.evaluate({evidence.columns}, by=by, simultaneous='max-t'{evidence.reads}, "
            f"task={evidence.task!r}).groups"
        ),
        command=evidence.command(
            "report", "truth", "prediction", "score", "group", simultaneous="max-t", **evidence.reading
        ),
        numbers={"difference": test.difference, "low": test.low, "high": test.high, "p_value": p_value, "n": group.n},
    )


@rule(
    severity="wrong conclusion likely",
    asks="Are average precisions compared across groups of other prevalence?",
    needs=("scores", "groups"),
    tasks=("binary",),
)
def average_precision_of_groups(evidence: Evidence) -> Statement | None:
    """Speak where the group with most positive rows surely has twice the share of the one with fewest, or more."""
    shares = [(_share(group), group) for group in evidence.groups if "average_precision" in group.intervals]
    shares = [(share, group) for share, group in shares if share > 0]
    if len(shares) < 2 or not evidence.independent:
        return None
    (least, rare), (most, common) = min(shares, key=lambda x: x[0]), max(shares, key=lambda x: x[0])
    level = 1 - 0.01 / len(shares)
    if share_limits(most, common.n, level)[0] < 2 * share_limits(least, rare.n, level)[1]:
        return None
    precisions = [group.intervals["average_precision"].value for group in (common, rare)]
    names = [evidence.quoted(group.label) for group in (common, rare)]
    return Statement(
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
    negatives, positives = group.curve.weights.sum(0).astype(np.float64).tolist()
    return float(positives / (negatives + positives))


@rule(
    severity="wrong conclusion likely",
    asks="Does the whole say something else than every group (Simpson)?",
    needs=("groups", "intervals"),
)
def whole_unlike_its_groups(evidence: Evidence) -> Statement | None:
    """Speak where the interval of all rows lies above, or below, the intervals of all groups."""
    for key, whole in evidence.whole.items():
        parts = [(group.label, group.intervals[key]) for group in evidence.groups if key in group.intervals]
        if len(parts) < 2 or len(parts) < len(evidence.groups):
            continue
        best, worst = max(parts, key=lambda x: x[1].high), min(parts, key=lambda x: x[1].low)
        above, below = whole.low > best[1].high, whole.high < worst[1].low
        if above or below:
            label, near = best if above else worst
            return _unlike(evidence, key, whole, near.value, evidence.quoted(label))
    return None


def _unlike(evidence: Evidence, key: str, whole: Interval, near: float, label: str) -> Statement:
    value, low, high = whole.value, whole.low, whole.high
    name = key.partition("|")[0].replace("_", " ")
    name = "ROC AUC" if name == "roc auc" else name
    above = value > near
    kind = "skill. Within a group the predictions tell less." if above else "error. Within a group they tell more."
    return Statement(
        sentence=(
            f"Of all rows {name} is {value:.3f} ({low:.3f} to {high:.3f}), {'above' if above else 'below'} every "
            f"group: the {'highest' if above else 'lowest'} is {near:.3f} ({label})."
        ),
        meaning=(
            "The groups differ in how frequent the classes are or how high they score, and the whole counts that as "
            f"{kind}"
        ),
        next_step="Report the groups; if predictions are used within groups, the number of all rows is the wrong one.",
        python=f"concordant.evaluate({evidence.columns}, by=by{evidence.reads}, task={evidence.task!r}).groups",
        numbers={"whole": value, "low": low, "high": high, "nearest_group": near},
    )
