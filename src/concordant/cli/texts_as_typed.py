"""
Texts of a command line that need no conversion.

Typer converts every value by Pydantic, whose import takes as long as half a small command. What is text, and is wanted
as text, is given on as it was typed; numbers still go Typer's way, which also words the errors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, get_type_hints

_TEXTS = (str, str | None)
_LISTS = (list[str], list[str] | None)


def leave_as_typed(params: Iterable[Any], command: Callable[..., Any] | None = None) -> None:
    """Let parameters that take texts pass them on, and all parameters what nobody typed."""
    kinds = {} if command is None else get_type_hints(command)
    for param in params:
        kind = kinds.get(param.name)
        if not param.required:
            take = _list if kind in _LISTS else partial(_one, text=kind in _TEXTS)
            param.process_value = partial(take, param.process_value, param)


def _one(convert: Callable[..., Any], param: Any, context: Any, value: Any, *, text: bool) -> Any:
    """One value: a text, or the default that nobody changed."""
    if value is None or value is param.default or (text and type(value) is str):
        return value if param.callback is None else param.callback(context, param, value)
    return convert(context, value)


def _list(convert: Callable[..., Any], param: Any, context: Any, value: Any) -> Any:
    """Several texts."""
    given = () if value is None else value
    if param.callback is None and isinstance(given, (list, tuple)) and all(type(one) is str for one in given):
        return tuple(given)
    return convert(context, value)
