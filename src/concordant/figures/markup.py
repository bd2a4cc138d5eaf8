"""HTML and SVG as text: every text is escaped unless it is markup already."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TypeAlias

from concordant.names import safe

_VOID = frozenset({"br", "input", "meta"})  # elements without content and without a closing tag
_EMPTY = frozenset({"circle", "line", "path", "rect"})  # elements of SVG that mostly have no content

Child: TypeAlias = "str | int | Iterable[Child] | None"


class Markup(str):
    """Text that is markup: it is not escaped again."""

    __slots__ = ()


def tag(name: str, /, *children: Child, **attributes: str | float | bool | None) -> Markup:
    """
    One element.

    Names of attributes lose an underscore at their end (``class_``), others become hyphens (``data_k``). None and False
    leave an attribute out, True gives it no value.
    """
    opened = name + "".join(_attributes(attributes))
    if name in _VOID:
        return Markup(f"<{opened}>")
    inner = concatenated(children)
    return Markup(f"<{opened}/>" if name in _EMPTY and not inner else f"<{opened}>{inner}</{name}>")


def concatenated(children: Child) -> Markup:
    """What stands in an element: markup as it is, text escaped, None left out."""
    if children is None:
        return Markup()
    if isinstance(children, Markup):
        return children
    if isinstance(children, (str, int)):
        return Markup(escape(safe(str(children)), quote=False))
    return Markup("".join(map(concatenated, children)))


def short_number(value: float) -> str:
    """A coordinate: one digit after the point, none where it is 0."""
    text = f"{value:.1f}"
    return text.removesuffix(".0")


def _attributes(attributes: dict[str, str | float | bool | None]) -> Iterable[str]:
    for name, value in attributes.items():
        if value is None or value is False:
            continue
        called = name.removesuffix("_").replace("_", "-")
        if value is True:
            yield f" {called}"
            continue
        text = short_number(value) if isinstance(value, float) else escape(safe(str(value)))
        yield f' {called}="{text}"'
