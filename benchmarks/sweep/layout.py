"""Times, sizes and tables as text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Section:
    """A title, a sentence on what is listed, and a table."""

    title: str
    says: str
    head: list[str]
    rows: list[list[str]]


def duration(seconds: float) -> str:
    """Seconds in a readable unit, to two digits or more."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size or unit == "us":
            value = seconds / size
            return f"{value:,.0f} {unit}" if value >= 10 else f"{value:.1f} {unit}"
    return ""


def megabytes(size: int | None) -> str:
    """Bytes in MB; a word where the process fell."""
    return "fell" if size is None else f"{max(size, 0) / 1e6:,.1f} MB"


def markdown(part: Section) -> str:
    """The table of a section in Markdown."""
    lines = [part.head, ["---"] * len(part.head), *part.rows]
    return "\n".join("| " + " | ".join(text.replace("|", "/") for text in line) + " |" for line in lines)


def aligned(part: Section, top: int) -> list[str]:
    """The first lines of the table of a section, for the console."""
    if not part.rows:
        return ["  none"]
    shown = [part.head, *part.rows[:top]]
    widths = [max(len(row[i]) for row in shown) for i in range(len(part.head))]
    lines = ["  " + "  ".join(text.ljust(w) for text, w in zip(row, widths, strict=True)).rstrip() for row in shown]
    return lines + ([f"  ... and {len(part.rows) - top} more"] if len(part.rows) > top else [])
