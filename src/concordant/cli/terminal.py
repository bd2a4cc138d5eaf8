"""The terminal: rich where somebody looks, plain text where a program reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_WIDEST = 110  # longer lines are hard to read


def console() -> Console:
    """Return a console on stdout, not wider than one can read; NO_COLOR is respected."""
    from rich.console import Console

    made = Console(highlight=False, markup=False, emoji=False)
    made.width = min(made.width, _WIDEST)
    return made


def table(*heads: str, right: bool = False) -> Table:
    """Return an empty table; of several columns the first is left, the others right aligned if `right`."""
    from rich.table import Table
    from rich.text import Text

    made = Table(box=None, show_header=any(heads), padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    for place, head in enumerate(heads):
        # Too narrow a window breaks a number into two lines; an ellipsis would hide its end.
        made.add_column(Text(head), justify="right" if right and place else "left", overflow="fold")
    return made


def bullet(text: str) -> Table:
    """Return a sentence behind a dash, its lines below each other."""
    from rich.text import Text

    made = table("", "")
    made.padding = (0, 1, 0, 0)
    made.columns[0].no_wrap = True
    made.add_row(Text("-", style="dim"), Text(text))
    return made
