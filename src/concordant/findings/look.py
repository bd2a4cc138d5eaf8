"""Ask every rule of an evaluation."""

from __future__ import annotations

from collections.abc import Sequence

from concordant.findings.evidence import Evidence
from concordant.findings.finding import SEVERITIES
from concordant.findings.findings import Findings
from concordant.findings.rule import Rule
from concordant.findings.rules import RULES


def look(evidence: Evidence, rules: Sequence[Rule] = RULES) -> Findings:
    """
    Ask the rules of an evaluation, those that its data allow.

    Parameters
    ----------
    evidence : Evidence
        The states and results.
    rules : sequence of Rule
        Default: all.
    """
    lacking = {rule.name: rule.lacks(evidence) for rule in rules}
    asked = [rule for rule in rules if lacking[rule.name] is None]
    found = [finding for rule in asked if (finding := rule.finding(evidence)) is not None]
    return Findings(
        findings=tuple(sorted(found, key=lambda one: SEVERITIES.index(one.severity))),
        looked_for={rule.name: rule.asks for rule in asked},
        not_looked_for={name: why for name, why in lacking.items() if why is not None},
    )
