"""A page as aligned text for a terminal."""

from __future__ import annotations

from textwrap import fill

from concordant.documents.blocks import Page, Step, Table

WIDTH = 88


def page_as_text(page: Page) -> str:
    """Return the page as lines of at most `WIDTH` signs where the tables allow it."""
    parts = [f"{page.title}\n{'=' * min(len(page.title), WIDTH)}", *map(_wrapped, page.lead)]
    for number, step in enumerate(page.steps, 1):
        parts.append(_step_as_text(number, step))
    return "\n\n".join(parts)


def _step_as_text(number: int, step: Step) -> str:
    blocks = ["\n".join([f"{number}. {step.title}", *(_wrapped(text, "   ") for text in step.before)])]
    if step.table is not None:
        blocks.append(_table_as_text(step.table, "   "))
    if step.formulas:
        blocks.append("\n".join(_wrapped(text, "     ", "       ") for text in step.formulas))
    if step.after:
        blocks.append("\n".join(_wrapped(text, "   ") for text in step.after))
    if step.items:
        blocks.append("\n".join(_wrapped(text, "   - ", "     ") for text in step.items))
    return "\n\n".join(blocks)


def _wrapped(text: str, indent: str = "", following: str | None = None) -> str:
    lines = fill(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent if following is None else following,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return lines.replace("\u00a0", " ")


def _table_as_text(table: Table, indent: str) -> str:
    lines = [table.head, *table.rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(table.head))]
    return "\n".join(
        indent
        + "  ".join(
            text.ljust(width) if i == 0 and not table.numeric_side else text.rjust(width)
            for i, (text, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )
