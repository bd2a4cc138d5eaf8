"""The words of a page: its heading, what a metric says, and the notes on its intervals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from concordant.documents.blocks import Bullets
from concordant.report.records import Result
from concordant.result.record import counted
from concordant.result.wording import label_text, limits_text

if TYPE_CHECKING:
    from concordant.report.evaluation import Evaluation

_LABEL = 24  # characters of a label
_MOST_TITLES = 12  # of a sentence


def header(page: Evaluation) -> str:
    """What stands on top: rows, file, columns."""
    line = counted(page.n, "row")
    if page.source is not None:
        line += f" of {label_text(PurePath(page.source).name, 60)}"
    roles = []
    for role, name in page.columns.items():
        names = (name,) if isinstance(name, str) else name
        shown = ", ".join(f"'{label_text(column, _LABEL)}'" for column in names[:3])
        roles.append(f"{role} {shown}{f', ... ({len(names)} columns)' if len(names) > 3 else ''}")
    return f"{line}: {', '.join(roles)}" if roles else line


def meaning_of(result: Result) -> str:
    """What a metric says and how certain that is, or why it says nothing."""
    if not result.defined:
        return str(result.reason)
    remarks = [remark for remark in (result.certainty, result.reason) if remark]
    return f"{result.says} ({'; '.join(remarks)})" if remarks else result.says


def limits_of(result: Result) -> str:
    """The interval of a metric; nothing where none was asked for."""
    return "" if result.interval is None else limits_text(result.interval) or "none"


def some_of(titles: Sequence[str]) -> str:
    """Titles one after the other; of many the first."""
    if len(titles) <= _MOST_TITLES + 1:
        return ", ".join(titles)
    return f"{', '.join(titles[:_MOST_TITLES])} and {len(titles) - _MOST_TITLES:,} others"


class Notes:
    """Reasons in the order in which they are met; `mark` gives the number of one."""

    def __init__(self) -> None:
        self.reasons: dict[str, int] = {}

    def mark(self, doubt: str | None) -> str:
        """``[1]`` for the first reason, and so on; nothing for none."""
        if doubt is None:
            return ""
        return f"[{self.reasons.setdefault(doubt, len(self.reasons) + 1)}]"

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """Marks with what they say."""
        return ((f"[{number}]", reason) for reason, number in self.reasons.items())

    def block(self) -> Bullets | None:
        """The reasons as a list; None without any."""
        return Bullets(tuple(f"{mark} {reason}" for mark, reason in self)) if self.reasons else None
