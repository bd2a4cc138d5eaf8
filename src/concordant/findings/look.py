"""Ask every rule of an evaluation."""

from __future__ import annotations

from collections.abc import Sequence

from concordant.errors import ConcordantError
from concordant.findings.evidence import Evidence
from concordant.findings.finding import SEVERITIES, Finding
from concordant.findings.findings import Findings
from concordant.findings.rule import Rule
from concordant.findings.rules import RULES


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
    found: list[Finding] = []
    for rule in rules:
        if lacking[rule.name] is None:
            try:
                finding = rule.finding(evidence)
            except ConcordantError as error:  # of these data, such as one cluster; the page holds all the same
                lacking[rule.name] = str(error)
                continue
            found += [] if finding is None else [finding]
    return Findings(
        findings=tuple(sorted(found, key=lambda one: SEVERITIES.index(one.severity))),
        looked_for={rule.name: rule.asks for rule in rules if lacking[rule.name] is None},
        not_looked_for={name: why for name, why in lacking.items() if why is not None},
    )
