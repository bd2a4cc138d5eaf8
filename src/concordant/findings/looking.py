"""Every rule, in the order in which findings are shown, and `look`, which asks them all."""

from __future__ import annotations

from collections.abc import Sequence

from concordant.errors import ConcordantError
from concordant.findings.evidence import Evidence
from concordant.findings.finding import SEVERITIES, Finding, Findings, Rule
from concordant.findings.rules import agreement, classes, data, groups, probabilities, scores

RULES = tuple(  # what is wrong with the columns comes first
    rule
    for chapter in (data, scores, classes, agreement, groups, probabilities)
    for rule in vars(chapter).values()
    if isinstance(rule, Rule)
)


def look(evidence: Evidence, rules: Sequence[Rule] = RULES) -> Findings:
    """
    Ask the rules of an evaluation, those that its data allow; one that cannot be answered says why.

    Parameters
    ----------
    evidence : Evidence
        The states and results.
    rules : sequence of Rule
        Default: all.
    """
    lacking = {rule.name: rule.lacks(evidence) for rule in rules}
    findings: list[Finding] = []
    for rule in rules:
        if lacking[rule.name] is None:
            try:
                finding = rule.finding(evidence)
            except ConcordantError as error:  # of these data, such as one cluster; the page holds all the same
                lacking[rule.name] = str(error)
                continue
            findings += [] if finding is None else [finding]
    return Findings(
        findings=tuple(sorted(findings, key=lambda finding: SEVERITIES.index(finding.severity))),
        looked_for={rule.name: rule.asks for rule in rules if lacking[rule.name] is None},
        not_looked_for={name: why for name, why in lacking.items() if why is not None},
    )
