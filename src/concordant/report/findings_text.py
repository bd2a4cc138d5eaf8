"""The findings of a page as text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from concordant.findings import Finding, Findings

HEADING = "What stands out"


def findings_lines(findings: Findings, width: int) -> list[str]:
    """A heading and each finding, or the one line that nothing was found."""
    if not findings:
        return [findings.summary]
    lines = [f"{HEADING} ({findings.summary.rstrip('.')})"]
    for one in findings:
        lines += _finding(one, width)
    return lines


def _finding(one: Finding, width: int) -> Iterator[str]:
    first = f"{one.severity.capitalize()}: {one.sentence}"
    yield from textwrap.wrap(first, width, initial_indent="  - ", subsequent_indent="    ")
    for said in (one.meaning, one.next_step):
        yield from textwrap.wrap(said, width, initial_indent="    ", subsequent_indent="    ")
    yield f"      {one.line}"
