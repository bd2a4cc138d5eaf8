"""Findings: what stands out in an evaluation, what it means, and what to do next; one rule a file in `rules`."""

from concordant.findings.evidence import Evidence
from concordant.findings.finding import Finding, Findings
from concordant.findings.looking import RULES, look

__all__ = ["RULES", "Evidence", "Finding", "Findings", "look"]
