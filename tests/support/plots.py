"""Draw a picture into Axes of its own, and look at what was drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure


def new_axes(width: float = 6.4, height: float = 4.8) -> Axes:
    return Figure(figsize=(width, height)).subplots()


def draw(plot: Callable[..., Axes], *data: Any, ax: Axes | None = None, **options: Any) -> Axes:
    return plot(*data, ax=ax or new_axes(6, 6), **options)


def legend(ax: Axes) -> list[str]:
    found = ax.get_legend()
    return [] if found is None else [text.get_text() for text in found.get_texts()]


def drawn(ax: Axes, gid: str) -> list[Any]:
    """The artists of this role."""
    return [one for one in (*ax.lines, *ax.collections, *ax.patches, *ax.texts) if one.get_gid() == gid]
