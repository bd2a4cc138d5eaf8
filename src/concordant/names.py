"""Names that are misspelt, unsafe to print or gone, and the `__getattr__` of packages that import lazily."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from math import isfinite
from typing import Any

from concordant.errors import ColumnError, OptionError


def safe(text: str) -> str:
    r"""
    Return the text with every sign that controls its display written out, such as ``\x1b``; newlines stay.

    Labels, names of columns and of files come from others: none of their signs may move a cursor, end a page or turn
    the direction of what follows.
    """
    if text.isprintable():
        return text
    return "".join(repr(sign)[1:-1] if _is_control(sign) else sign for sign in text)


def _is_control(sign: str) -> bool:
    """Whether it is a control or format sign, but a joiner of letters, or half of a character."""
    return sign not in "\n\u200c\u200d" and unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp")


def nearest(word: str, among: Iterable[str], *, most: int = 1, least_alike: float = 0.7) -> list[str]:
    """Return the words most like a given one, the nearest first; `least_alike` is difflib's ratio, 0 to 1."""
    from difflib import get_close_matches

    known = {one.lower().replace("-", "_"): one for one in among}
    near = get_close_matches(word.lower().replace("-", "_"), known, n=most, cutoff=least_alike)
    return [known[one] for one in near]


def did_you_mean(given: object, among: Iterable[object]) -> str:
    """Return the question that ends an error message, with a space before it; empty if no value is near."""
    if not isinstance(given, str):
        return ""
    near = nearest(given, (one for one in among if isinstance(one, str)))
    return f" Did you mean {near[0]!r}?" if near else ""


def require_choice(name: str, value: Any, choices: Sequence[Any]) -> Any:
    """Return an option; raise unless it is one of the choices: words, and None where it stands among them."""
    if (value is None or isinstance(value, str)) and value in choices:
        return value
    raise unknown_choice(name, value, choices)


def unknown_choice(
    name: str, value: object, choices: Iterable[object], *others: str, hint: str | None = None
) -> OptionError:
    """The error for an option that is none of its choices; `others` says what else it takes."""
    choices = tuple(choices)
    *words, last = *map(repr, choices), *others
    if hint is None and None in choices and isinstance(value, str) and value.lower() == "none":
        hint = " Did you mean None, without quotes?"
    listed = f"{', '.join(words)} or {last}" if words else last
    return OptionError(
        f"{name} must be {listed}, not {value!r:.80}.{did_you_mean(value, choices) if hint is None else hint}"
    )


def require_columns(names: Sequence[Any], columns: Sequence[Any], *, where: str = "") -> None:
    """Raise for a column that does not exist; `where` names the file, if there is one."""
    for column in columns:
        if column is not None and column not in names:
            near = _near(column, names)
            listed = ", ".join(map(repr, names[:12])) + (", ..." if len(names) > 12 else "")
            listed = f"columns: {listed}.{_headless(names) if where else ''}"
            raise ColumnError(f"{where}{': ' if where else ''}no column {column!r}; {near or listed}")


def _near(column: str, names: Sequence[str]) -> str | None:
    """The nearest names, if any is near; upper and lower case and spaces around a name are the usual slips."""
    from difflib import get_close_matches

    plain = {str(name).strip().lower(): name for name in reversed(names)}
    near = get_close_matches(str(column).strip().lower(), plain, n=3, cutoff=0.6)
    return f"did you mean {' or '.join(repr(plain[name]) for name in near)}?" if near else None


def _headless(names: Sequence[str]) -> str:
    """Advice where the first line is no line of names: numbers are none, and a name stands once."""
    if not any(is_written_as_number(str(name)) for name in names):
        return ""
    return " If that is a row of data, write a line with the names of the columns above it."


def is_written_as_number(text: str | bytes) -> bool:
    """Whether a text is a finite number."""
    try:
        return isfinite(float(text))
    except ValueError:
        return False


def names_of(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """
    Return the ``__getattr__`` of a package.

    Parameters
    ----------
    package : str
        Its ``__name__``.
    homes : mapping
        The module of the package, by each name that it holds.
    """

    def imported(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{homes[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    return imported
