"""A comparison as a table and in sentences, on a terminal or as plain text."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Sequence

from concordant.cli.terminal import say
from concordant.report.comparing import MetricComparison, adjusted_for, most_telling, remarks, sentences
from concordant.report.text import table_lines
from concordant.result.comparisons import ADJUSTED
from concordant.result.wording import label_text, limits_or_none, p_or_none, value_or_undefined

_WIDTH = 100
_NAME = 24
_LINES = 60  # of the table


def print_comparison(found: Sequence[MetricComparison], names: Sequence[str], *, head: str) -> None:
    """Print one line a metric and pair, then what they say."""
    shown = most_telling(found, _LINES)
    rows = list(_rows(shown, names))
    notes = list(dict.fromkeys(f"{one.title}: {one.reason}" for one in found if one.reason))
    said = [*sentences(found), *notes, *remarks(found, names)]
    if len(shown) < len(found):
        said.append(f"The table holds the {len(shown)} with the least p of {len(found):,}; --json FILE holds all.")
    if sys.stdout.isatty():
        _print_tables(head, rows, said)
        return
    parts = [head, "\n".join(table_lines(rows))]
    lines = ["In words"]
    for sentence in said:
        lines += textwrap.wrap(sentence, _WIDTH, initial_indent="  - ", subsequent_indent="    ")
    say("\n\n".join([*parts, "\n".join(lines)]) + "\n")


def _rows(found: Sequence[MetricComparison], names: Sequence[str]) -> list[list[str]]:
    """The table: values of both models, or of three and more the models of each pair."""
    several = len(names) > 2
    level = next((pair.level for one in found for pair in one.pairs), 0.95)
    heads = [label_text(name, _NAME) for name in names[:2]] if not several else ["models", "values"]
    adjust = adjusted_for(found)
    last = "p" if adjust is None else f"p ({ADJUSTED[adjust]})"
    rows = [["", *heads, "difference", f"{100 * level:g} % interval", last]]
    for one in found:
        for place, (pair, p_value) in enumerate(zip(one.pairs, one.adjusted, strict=True)):
            values = [value_or_undefined(value) for value in pair.values]
            names_of = " - ".join(label_text(name, _NAME) for name in pair.names)
            sides = [names_of, " - ".join(values)] if several else values
            title = one.title if not place else ""
            rows.append([title, *sides, value_or_undefined(pair.difference), limits_or_none(pair), p_or_none(p_value)])
        if not one.pairs:
            rows.append([one.title, "", "", "none", "", ""])
    return rows


def _print_tables(head: str, rows: list[list[str]], said: Sequence[str]) -> None:
    from rich.padding import Padding
    from rich.text import Text

    from concordant.cli.terminal import bullet, console, table

    out = console()
    out.print(Text(head, style="bold"))
    out.print()
    shown = table(*rows[0], right=True)
    for row in rows[1:]:
        shown.add_row(*(Text(cell, style="bold cyan" if place == 3 else "") for place, cell in enumerate(row)))
    out.print(Padding(shown, (0, 0, 0, 2), expand=False))
    out.print()
    out.print(Text("In words", style="bold"))
    for sentence in said:
        out.print(Padding(bullet(sentence), (0, 0, 0, 2), expand=False))
