"""
The terminal: rich where somebody looks, plain text where a program reads.

Labels, columns and file names come from others. No control character of theirs reaches a terminal: everything that
the commands print in words goes through `say`, `tell` or a `console` of this file.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment
    from rich.table import Table

_WIDEST = 110  # longer lines are hard to read
_NOTES = {"off": False}


def safe(text: str) -> str:
    r"""Return the text with every control character but the newline written out, such as ``\x1b``."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    return "".join(one if _is_harmless(one) else repr(one)[1:-1] for one in text)


def _is_harmless(one: str) -> bool:
    return one == "\n" or one.isprintable() or unicodedata.category(one) == "Zs"


def say(text: str) -> None:
    """Print text on stdout."""
    sys.stdout.write(safe(text))


def be_quiet(*, wanted: bool) -> None:
    """Print notes on stderr no more, or print them again."""
    _NOTES["off"] = wanted


def quiet() -> bool:
    """Whether notes are not wanted."""
    return _NOTES["off"]


def tell(text: str, *, indented: bool = False, always: bool = False) -> None:
    """
    Print one line on stderr, whatever the text holds; a stderr that takes nothing is no error.

    With ``--quiet`` only what is told `always`: errors.
    """
    if quiet() and not always:
        return
    line = text if indented else " ".join(text.split())
    with suppress(OSError, ValueError):
        sys.stderr.write(safe(line.replace("\n", " ")) + "\n")
        sys.stderr.flush()


def say_data(text: str) -> None:
    """Print JSON, CSV or HTML on stdout: as UTF-8 for programs, without control characters for a terminal."""
    if sys.stdout.isatty():
        say(text)
        return
    below = getattr(sys.stdout, "buffer", None)
    if below is None:
        sys.stdout.write(text)
        return
    sys.stdout.flush()
    below.write(text.encode())


def console() -> Console:
    """Return a console on stdout, not wider than one can read; NO_COLOR is respected."""
    from rich.console import Console
    from rich.segment import Segment

    class Screen(Console):
        """A console that lets no control character of a text through: each becomes one sign."""

        def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
            for one in super().render(renderable, options):
                yield one if one.control or safe(one.text) == one.text else Segment(_signs(one.text), one.style)

    made = Screen(highlight=False, markup=False, emoji=False)
    made.width = min(made.width, _WIDEST)
    return made


def _signs(text: str) -> str:
    return "".join(one if _is_harmless(one) else "\N{REPLACEMENT CHARACTER}" for one in text)


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
