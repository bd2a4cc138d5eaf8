"""How a table of counts looks in a terminal and in a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from concordant.states.counts_views import CountsViews

_MOST_LABELS = 40  # a larger table is summed up in one line


def counts_as_text(counts: CountsViews) -> str:
    """The table with its labels, truth down and prediction across."""
    if counts.stack or len(counts.labels) > _MOST_LABELS:
        shape = " x ".join(map(str, (*counts.stack, len(counts.labels), len(counts.labels))))
        return f"Counts: {shape}, labels {_short(counts.labels)}"
    names = [str(label) for label in counts.labels]
    cells = [[number_text(cell) for cell in row] for row in counts.table]
    totals = [number_text(total) for total in counts.table.sum(1)]
    head = ["", *names, "total"]
    lines = [head, *([name, *row, total] for name, row, total in zip(names, cells, totals, strict=True))]
    lines.append(["total", *(number_text(total) for total in counts.table.sum(0)), number_text(counts.n)])
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    body = "\n".join(
        "  ".join([line[0].ljust(widths[0]), *(x.rjust(w) for x, w in zip(line[1:], widths[1:], strict=True))])
        for line in lines
    )
    return f"rows: truth, columns: prediction\n{body}"


def counts_as_html(counts: CountsViews) -> str:
    """The same as an HTML table."""
    if counts.stack or len(counts.labels) > _MOST_LABELS:
        return f"<pre>{escape(counts_as_text(counts))}</pre>"
    head = "".join(f"<th>{escape(str(label))}</th>" for label in counts.labels)
    rows = "".join(
        f"<tr><th>{escape(str(label))}</th>{''.join(f'<td>{number_text(cell)}</td>' for cell in row)}</tr>"
        for label, row in zip(counts.labels, counts.table, strict=True)
    )
    return (
        "<table><caption>rows: truth, columns: prediction</caption>"
        f"<thead><tr><th></th>{head}</tr></thead><tbody>{rows}</tbody></table>"
    )


def number_text(number: float | np.generic) -> str:
    """Whole counts with thousands separators, sums of weights with six digits."""
    value = number.item() if isinstance(number, np.generic) else number
    return f"{value:,}" if isinstance(value, int) else f"{value:,.6g}"


def _short(labels: tuple[object, ...]) -> str:
    shown = ", ".join(map(repr, labels[:5]))
    return shown if len(labels) <= 5 else f"{shown}, ... ({len(labels)})"
