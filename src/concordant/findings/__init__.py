"""Findings: what stands out in an evaluation, what it means, and what to do next; one rule a file in `rules`."""

from concordant.findings.evidence import Evidence
from concordant.findings.finding import Finding
from concordant.findings.findings import Findings
from concordant.findings.look import look
from concordant.findings.rules import RULES

__all__ = ["RULES", "Evidence", "Finding", "Findings", "look"]
