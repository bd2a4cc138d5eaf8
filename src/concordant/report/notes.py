"""Footnotes: each reason to doubt an interval once, with a number that marks the intervals it is about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from concordant.report.page_records import Result


class Notes:
    """Reasons in the order in which they are met; `mark` gives the number of one."""

    def __init__(self) -> None:
        self.said: dict[str, int] = {}

    @classmethod
    def of(cls, results: Iterable[Result]) -> Notes:
        """The notes of these results, all marked."""
        notes = cls()
        for result in results:
            notes.mark(result.doubt)
        return notes

    def mark(self, doubt: str | None) -> str:
        """``[1]`` for the first reason, and so on; nothing for none."""
        if doubt is None:
            return ""
        return f"[{self.said.setdefault(doubt, len(self.said) + 1)}]"

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """Marks with what they say."""
        return ((f"[{place}]", reason) for reason, place in self.said.items())
