"""A group that differs from the others by more than chance."""

from __future__ import annotations

from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule

_LEAST = 20  # rows of the group
_LEVEL = 0.01  # for all groups and metrics at once; at 0.05 it spoke of 8 % of pages with four groups alike


@rule(
    severity="wrong conclusion likely",
    asks="Does a group differ from the rest?",
    needs=("groups", "intervals", "tests of groups"),
)
def group_differs(evidence: Evidence) -> Said | None:
    """Speak where the adjusted p-value of a group against the rest is below 0.01, divided by the number of metrics."""
    many = max((len(group.tests) for group in evidence.groups), default=0)
    found = [
        (test.p_value, group, test)
        for group in evidence.groups
        for test in group.tests
        if group.n >= _LEAST and test.p_value < _LEVEL / max(many, 1)
    ]
    if not found:
        return None
    p_value, group, test = min(found, key=lambda item: item[0])
    groups = {id(one): one for _, one, _ in found}
    others = (
        ""
        if len(groups) == 1 or len(evidence.groups) == 2
        else f" {len(groups)} of {len(evidence.groups)} groups differ from the rest."
    )
    p = "p" if len(evidence.groups) == 2 else "adjusted p"
    where = "below" if test.difference < 0 else "above"
    shown = evidence.quoted(group.label)
    return Said(
        sentence=(
            f"{test.title} of {shown} ({group.n:,} rows) lies {abs(test.difference):.3f} {where} that of the rest "
            f"({test.low:+.3f} to {test.high:+.3f}, {p} {_p(p_value)}).{others}"
        ),
        meaning=(
            "The number of all rows is a mixture that is true of no group. What holds on the whole may fail for "
            f"{shown}, and changes with the share of each group."
        ),
        next_step="Report the groups, with intervals that hold for all of them at once.",
        python=_python(evidence),
        command=evidence.command(
            "report", "truth", "prediction", "score", "group", simultaneous="max-t", **evidence.reading
        ),
        numbers={"difference": test.difference, "low": test.low, "high": test.high, "p_value": p_value, "n": group.n},
    )


def _p(value: float) -> str:
    return "< 0.0001" if value < 0.0001 else f"{value:.4f}"


def _python(evidence: Evidence) -> str:
    asked = f"by=by, simultaneous='max-t'{evidence.reads}, task={evidence.task!r}"
    return f"concordant.evaluate({evidence.columns}, {asked}).groups"
