"""Records as small tables for notebooks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import numpy as np

from concordant.result.shown import short

_ENDS = 4  # rows of a longer table that are shown at each end


def as_html(name: str, parts: Mapping[str, Any]) -> str:
    """Return a table of the fields, and one of the columns that belong together, such as the points of a curve."""
    columns = _columns(parts)
    rows = [(field, _cell(value)) for field, value in parts.items() if field not in columns]
    tables = [_table([], rows)] if rows else []
    if columns:
        tables.append(_points(columns))
    return f"<div><p><strong>{escape(name)}</strong></p>{''.join(tables)}</div>"


def columns_as_html(columns: Mapping[str, Sequence[Any]]) -> str:
    """Return the first and the last rows of columns."""
    return _table(["", *columns], _rows(columns))


def words_as_html(words: str, table: str) -> str:
    """Return what a record says, above a table that is folded: a sentence as text, lines as they are printed."""
    sentence, _, lines = words.partition("\n\n")
    if not lines and "\n" in words:
        sentence, lines = "", words
    shown = [f"<p>{escape(sentence)}</p>"] if sentence else []
    if lines:
        shown.append(f"<pre>{escape(lines)}</pre>")
    return f"<div>{''.join(shown)}<details><summary>all fields</summary>{table}</details></div>"


def _columns(parts: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that are lists of one length: the length that most of them have."""
    lists = {name: x for name, x in parts.items() if isinstance(x, np.ndarray) and x.ndim == 1 and len(x)}
    lengths = Counter(map(len, lists.values())).most_common(1)
    return {name: x for name, x in lists.items() if len(x) == lengths[0][0]} if lengths and lengths[0][1] > 1 else {}


def _points(columns: Mapping[str, Any]) -> str:
    """The first and the last rows of the columns."""
    return _table(["", *columns], _rows(columns))


def _rows(columns: Mapping[str, Any]) -> list[tuple[str, ...]]:
    length = len(next(iter(columns.values()), ()))
    cut = length > 2 * _ENDS + 1
    places = [*range(_ENDS), *range(length - _ENDS, length)] if cut else [*range(length)]
    rows = [(str(place), *(_cell(column[place]) for column in columns.values())) for place in places]
    if cut:
        rows.insert(_ENDS, ("…",) * (len(columns) + 1))
    return rows


def _cell(value: Any) -> str:
    """A value as a person writes it."""
    if isinstance(value, (float, np.floating)):
        return "undefined" if value != value else f"{float(value):.6g}"  # noqa: PLR0124  (NaN)
    if isinstance(value, str):
        return value
    return "" if value is None else short(value)


def _table(head: Sequence[str], rows: Sequence[tuple[str, ...]]) -> str:
    top = f"<thead><tr>{''.join(f'<th>{escape(name)}</th>' for name in head)}</tr></thead>" if head else ""
    body = "".join(
        f"<tr><th>{escape(name)}</th>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"
        for name, *cells in rows
    )
    return f"<table>{top}<tbody>{body}</tbody></table>"
