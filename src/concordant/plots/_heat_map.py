"""A square of coloured cells with a text in each and the labels at its sides."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant.result.wording import longest, short
from concordant.typing import FloatArray, Label

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LONGEST_NAME = 24
_NOTHING = "#f3f3f3"
_READABLE = 5.0  # points of a cell; the texts of smaller ones could not be read, and take minutes to draw
_CHARACTER = 0.62  # the width of a character of DejaVu Sans, in units of the font size


def figure_size(size: int) -> tuple[float, float]:
    """Return inches that leave room for the texts of `size` x `size` cells."""
    side = float(np.clip(2.6 + 0.55 * size, 4.4, 14.0))
    return side + 0.4, side


def shaded(values: npt.ArrayLike, colours: str = "Blues", *, top: float | None = None) -> FloatArray:
    """Return RGBA colours from light grey (0 and NaN) over faint to strong (the largest value, or `top`)."""
    from matplotlib import colormaps
    from matplotlib.colors import to_rgba

    array = np.nan_to_num(np.asarray(values, dtype=np.float64))
    largest = float(array.max(initial=0.0)) if top is None else top
    shares = array / largest if largest > 0 else np.zeros_like(array)
    rgba = np.asarray(colormaps[colours](0.1 + 0.75 * shares))
    coloured: FloatArray = np.where(shares[..., None] > 0, rgba, to_rgba(_NOTHING))
    return coloured


def draw_cells(
    ax: Axes,
    colours: FloatArray,
    texts: Sequence[Sequence[str]],
    labels: tuple[Label, ...],
    *,
    notes: Sequence[Sequence[str]] | None = None,
) -> None:
    """Draw cells of RGBA colours (K, K, 4) with a text, and below it a smaller note, in each."""
    size = len(labels)
    if not size:
        ax.set(xticks=[], yticks=[])
        ax.text(0.5, 0.5, "no rows", ha="center", va="center", transform=ax.transAxes)
        return
    ax.imshow(colours, interpolation="nearest", aspect="equal")
    width, height = _cell_points(ax, size)
    _draw_gaps(ax, size if height >= _READABLE else 0)
    lines = 1 if notes is None else 2
    font = _font(longest([text for row in texts for text in row]), width, height, lines)
    small = 0.0 if notes is None else 0.78 * _font(longest([x for row in notes for x in row]), width, height, lines)
    said = ((i, j) for i, j in np.ndindex(size, size) if texts[i][j] or notes is not None)
    for i, j in said if height >= _READABLE else ():
        ink = _ink(colours[i, j])
        note = "" if notes is None else notes[i][j]
        lift = 0.16 if note else 0.0
        ax.text(j, i - lift, texts[i][j], ha="center", va="center", color=ink, fontsize=font, gid="cell")
        if note:
            ax.text(j, i + 0.24, note, ha="center", va="center", color=ink, fontsize=min(small, font), gid="note")
    _name_sides(ax, labels, width, height)


def _draw_gaps(ax: Axes, size: int) -> None:
    """Separate so many cells, if any, by lines in the colour of the background."""
    between = np.arange(size + 1 if size else 0) - 0.5
    ax.set_xticks(between, minor=True)
    ax.set_yticks(between, minor=True)
    ax.grid(visible=False, which="major")
    ax.grid(visible=True, which="minor", color=ax.get_facecolor(), linewidth=1.6 if size <= 12 else 0.6, linestyle="-")
    ax.tick_params(which="minor", length=0)
    for side in ax.spines.values():
        side.set_visible(False)


def _cell_points(ax: Axes, size: int) -> tuple[float, float]:
    """Width and height of a cell in points, as the Axes stand now; cells are square."""
    extent, dpi = ax.get_window_extent(), ax.figure.dpi
    side = 72.0 * min(extent.width, extent.height) / (dpi * max(size, 1))
    return side, side


def _font(characters: int, width: float, height: float, lines: int) -> float:
    fits = min(0.74 * width / (_CHARACTER * characters), 0.62 * height / (1.3 * lines))
    return float(np.clip(fits, 2.5, 13.0))


def _ink(colour: npt.NDArray[Any]) -> str:
    """Black on light cells, white on dark ones (relative luminance of sRGB, ITU-R BT.709)."""
    return "white" if colour[:3] @ (0.2126, 0.7152, 0.0722) < 0.52 else "black"


def _name_sides(ax: Axes, labels: tuple[Label, ...], width: float, height: float) -> None:
    step = max(1, math.ceil(_READABLE / height))  # of more names than there is room for, some
    places = range(0, len(labels), step)
    names = [short(labels[place], _LONGEST_NAME) for place in places]
    font = float(np.clip(0.8 * height, 3.5, 10.0))
    slanted = longest(names) * _CHARACTER * font > 1.05 * width
    turn: dict[str, Any] = {"rotation": 40, "ha": "right", "rotation_mode": "anchor"} if slanted else {}
    ax.set_xticks(places, names, fontsize=font, **turn)
    ax.set_yticks(places, names, fontsize=font)
    ax.tick_params(which="major", length=0)
