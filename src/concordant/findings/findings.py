"""All findings of one evaluation, and what was looked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import overload

from concordant.findings.finding import Finding
from concordant.result.record import Record


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Findings(Record):
    """
    What stands out in an evaluation, the worst first.

    Attributes
    ----------
    findings : tuple of Finding
        They can be iterated over; ``len`` says how many there are.
    looked_for : dict
        The rules that were asked: the name of each, with its question.
    not_looked_for : dict
        The rules that these data do not allow: the name of each, with the reason.
    """

    findings: tuple[Finding, ...]
    looked_for: Mapping[str, str]
    not_looked_for: Mapping[str, str]

    def __iter__(self) -> Iterator[Finding]:
        """The findings, the worst first."""
        return iter(self.findings)

    def __len__(self) -> int:
        """The number of findings."""
        return len(self.findings)

    @overload
    def __getitem__(self, key: int) -> Finding: ...
    @overload
    def __getitem__(self, key: slice) -> tuple[Finding, ...]: ...
    def __getitem__(self, key: int | slice) -> Finding | tuple[Finding, ...]:
        """The finding of a place."""
        return self.findings[key]

    @property
    def summary(self) -> str:
        """How much was found, in one sentence."""
        many = len(self.looked_for)
        things = f"{many} thing{'' if many == 1 else 's'}"
        if not self.findings:
            return f"Nothing unusual found; looked for {things}."
        return f"{len(self.findings)} of {things} that were looked for."

    def __str__(self) -> str:
        """The findings as text."""
        parts = [self.summary]
        parts += [
            f"[{one.severity}] {one.sentence}\n{one.meaning}\n{one.next_step}\n    {one.line}" for one in self.findings
        ]
        return "\n\n".join(parts)

    def _repr_html_(self) -> str:
        items = "".join(
            f"<li><strong>{escape(one.sentence)}</strong> ({escape(one.severity)})<br/>{escape(one.meaning)}<br/>"
            f"{escape(one.next_step)}<br/><code>{escape(one.line)}</code></li>"
            for one in self.findings
        )
        return f"<div><p>{escape(self.summary)}</p>{f'<ol>{items}</ol>' if items else ''}</div>"
