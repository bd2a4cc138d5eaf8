"""
Texts of a command line that need no conversion, and plain errors of those that are no number.

Typer converts every value by Pydantic, whose import takes as long as half a small command. What is text, and is wanted
as text, is given on as it was typed; numbers still go Typer's way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, get_args, get_type_hints

import typer

from concordant.errors import OptionError

_TEXTS = (str, str | None)
_LISTS = (list[str], list[str] | None)
_NUMBERS = {float: "a number", int: "a whole number"}


def leave_as_typed(params: Iterable[Any], command: Callable[..., Any] | None = None) -> None:
    """Let parameters that take texts pass them on, and all parameters what nobody typed."""
    kinds = {} if command is None else get_type_hints(command)
    for param in params:
        kind = kinds.get(param.name)
        for number, called in _NUMBERS.items():
            if kind is number or number in get_args(kind):
                param.process_value = partial(_number, param.process_value, param, called=called)
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


def _number(convert: Callable[..., Any], param: Any, context: Any, value: Any, *, called: str) -> Any:
    """Convert a number; the error says what was typed, and what a percentage is as a share."""
    try:
        return convert(context, value)
    except typer.BadParameter as error:
        if type(value) is not str:
            raise
        msg = f"{param.opts[0]} {value!r}: {called} is needed{_as_share(value) if called == _NUMBERS[float] else ''}."
        raise OptionError(msg) from error


def _as_share(text: str) -> str:
    """How a percentage, or a decimal comma, is written."""
    bare = text.strip().removesuffix("%").strip().replace(",", ".")
    try:
        number = float(bare)
    except ValueError:
        return ""
    return f", such as {number / 100 if '%' in text else number:g}"
