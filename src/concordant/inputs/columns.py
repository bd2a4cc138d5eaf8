"""A column that does not exist is refused, and the nearest names are shown."""

from __future__ import annotations

from collections.abc import Sequence

from concordant.errors import ColumnError


def require_columns(names: Sequence[str], columns: Sequence[str | None], *, where: str = "") -> None:
    """Raise for a column that does not exist; `where` names the file, if there is one."""
    for column in columns:
        if column is not None and column not in names:
            near = _near(column, names)
            listed = f"columns: {_listed(names)}.{_headless(names) if where else ''}"
            msg = f"{where}{': ' if where else ''}no column {column!r}; {near or listed}"
            raise ColumnError(msg)


def _near(column: str, names: Sequence[str]) -> str | None:
    """The nearest names, if any is near; upper and lower case and spaces around a name are the usual slips."""
    from difflib import get_close_matches

    plain = {str(name).strip().lower(): name for name in reversed(names)}
    near = get_close_matches(str(column).strip().lower(), plain, n=3, cutoff=0.6)
    return f"did you mean {' or '.join(repr(plain[name]) for name in near)}?" if near else None


def _headless(names: Sequence[str]) -> str:
    """Advice where the first line is no line of names: numbers are none, and a name stands once."""
    if not any(_is_number(str(name)) for name in names):
        return ""
    return " If that is a row of data, write a line with the names of the columns above it."


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names[:12])) + (", ..." if len(names) > 12 else "")
