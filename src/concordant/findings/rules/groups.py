"""Rules about groups of rows."""

from __future__ import annotations

import math

import numpy as np

from concordant.findings.evidence import Evidence, tied
from concordant.findings.finding import Statement, percent, rule, share_limits
from concordant.report.records import GroupOfRows, Result
from concordant.result.wording import quoted
from concordant.states import Curve


@rule(
    severity="wrong conclusion likely",
    asks="Does a group differ from the rest?",
    needs=("groups", "intervals", "tests of groups"),
)
def group_differs(evidence: Evidence) -> Statement | None:
    """Speak where the adjusted p-value of a group against the rest is below 0.01, divided by the number of metrics."""
    metrics = max(sum(test.tested for test in group.against_rest) for group in evidence.groups)
    limit = 0.01 / metrics  # at 0.05 it spoke of 8 % of pages with four groups alike
    differing = [
        (test.p_value, group, result.title, test.comparison)
        for group in evidence.groups
        for result, test in zip(group.results, group.against_rest, strict=False)
        if group.n >= 20 and test.comparison is not None and test.p_value < limit
    ]
    if not differing:
        return None
    p_value, group, title, test = min(differing, key=lambda item: item[0])
    groups = len({id(group) for _, group, _, _ in differing})
    others = ""
    if groups > 1 and len(evidence.groups) != 2:
        others = f" {groups} of {len(evidence.groups)} groups differ from the rest."
    p = "p" if len(evidence.groups) == 2 else "adjusted p"
    p += " < 0.0001" if p_value < 0.0001 else f" {p_value:.4f}"
    where = "below" if test.difference < 0 else "above"
    shown = _name(group)
    return Statement(
        sentence=(
            f"{title} of {shown} ({group.n:,} rows) lies {abs(test.difference):.3f} {where} that of the rest "
            f"({test.low:+.3f} to {test.high:+.3f}, {p}).{others}"
        ),
        meaning=(
            "The number of all rows is a mixture that is true of no group. What holds on the whole may fail for "
            f"{shown}, and changes with the share of each group."
        ),
        next_step="Report the groups, with intervals that hold for all of them at once.",
        python=(
            f"concordant.evaluate({evidence.columns}, by=by, simultaneous='max-t'{evidence.reads}, "
            f"task={evidence.page.task!r}).groups"
        ),
        command=evidence.command(
            "report", "truth", "prediction", "score", "group", simultaneous="max-t", **evidence.reading
        ),
        numbers={"difference": test.difference, "low": test.low, "high": test.high, "p_value": p_value, "n": group.n},
    )


@rule(
    severity="wrong conclusion likely",
    asks="Are average precisions compared across groups of other prevalence?",
    needs=("scores", "groups", "independent rows"),
)
def average_precision_of_groups(evidence: Evidence) -> Statement | None:
    """Speak where the group with most positive rows surely has twice the share of the one with fewest, or more."""
    shares = [(share, group) for group in evidence.groups if (share := _share(group)) > 0]
    if len(shares) < 2:
        return None
    (least, rare), (most, common) = min(shares, key=lambda x: x[0]), max(shares, key=lambda x: x[0])
    level = 1 - 0.01 / len(shares)
    if share_limits(most, common.n, level)[0] < 2 * share_limits(least, rare.n, level)[1]:
        return None
    precisions = [_average_precision(group) for group in (common, rare)]
    names = [_name(group) for group in (common, rare)]
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


def _average_precision(group: GroupOfRows) -> float:
    """The average precision of a group; NaN where it has no interval."""
    return next((one.value for one in group.results if one.name == "average_precision" and one.bounded), math.nan)


def _name(group: GroupOfRows) -> str:
    return "" if group.label is None else quoted(group.label)


def _share(group: GroupOfRows) -> float:
    """The share of positive rows; 0 where the average precision has no interval."""
    curve = None if group.taken is None else tied(group.taken.curve)
    if not isinstance(curve, Curve) or math.isnan(_average_precision(group)):
        return 0.0
    negatives, positives = curve.weights.sum(0).astype(np.float64).tolist()
    return float(positives / (negatives + positives))


@rule(
    severity="wrong conclusion likely",
    asks="Does the whole say something else than every group (Simpson)?",
    needs=("groups", "intervals"),
)
def whole_unlike_its_groups(evidence: Evidence) -> Statement | None:
    """Speak where the interval of all rows lies above, or below, the intervals of all groups."""
    overall = () if evidence.page.groups is None else evidence.page.groups.overall.results
    for index, whole in enumerate(overall):
        parts = [(group, _limits(group.results[index])) for group in evidence.groups]
        limits = _limits(whole)
        best, worst = max(parts, key=lambda part: part[1][1]), min(parts, key=lambda part: part[1][0])
        if limits[0] > best[1][1]:
            return _unlike(evidence, whole, index, best[0], above=True)
        if limits[1] < worst[1][0]:
            return _unlike(evidence, whole, index, worst[0], above=False)
    return None


def _limits(result: Result) -> tuple[float, float]:
    """The limits of a result; of one without an interval all numbers."""
    if result.interval is None or not result.bounded:
        return -math.inf, math.inf
    return result.interval.low, result.interval.high


def _unlike(evidence: Evidence, whole: Result, index: int, nearest: GroupOfRows, *, above: bool) -> Statement:
    near, (low, high) = nearest.results[index].value, _limits(whole)
    kind = "skill. Within a group the predictions tell less." if above else "error. Within a group they tell more."
    return Statement(
        sentence=(
            f"{whole.title} of all rows is {whole.value:.3f} ({low:.3f} to {high:.3f}), "
            f"{'above' if above else 'below'} every group: the {'highest' if above else 'lowest'} is {near:.3f} "
            f"({_name(nearest)})."
        ),
        meaning=(
            "The groups differ in how frequent the classes are or how high they score, and the whole counts that as "
            f"{kind}"
        ),
        next_step="Report the groups; if predictions are used within groups, the number of all rows is the wrong one.",
        python=f"concordant.evaluate({evidence.columns}, by=by{evidence.reads}, task={evidence.page.task!r}).groups",
        numbers={"whole": whole.value, "low": low, "high": high, "nearest_group": near},
    )
