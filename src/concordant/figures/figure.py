"""A picture as data: builders compute it, `svg` paints it into a page, `draw` with matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from concordant.typing import FloatArray

WIDE, HIGH = 440.0, 300.0  # of the usual picture of a page, in units of its own; text is 12 of them high
COLOURS = 10  # more curves than that have no colours of their own on a page
CELLS_WITH_TEXT = 12  # rows of a matrix; the cells of more have no room for two lines, nor for zeros
INK = None  # the colour of text, for what is not one of several


@dataclass(frozen=True, slots=True)
class Axis:
    """
    A scale from `low` to `high` with its title.

    `ticks` are chosen by the painter if they are None; `names` stand in place of their numbers. A scale of names only
    has the positions 0, 1, 2, ... of its names.
    """

    title: str = ""
    low: float = 0.0
    high: float = 1.0
    ticks: Sequence[float] | None = None
    names: Sequence[str] | None = None
    scale: Literal["plain", "percent", "normal"] = "plain"


def spanned(values: npt.ArrayLike, room: float = 0.04) -> tuple[float, float]:
    """Return an axis' ends around the finite ones of some values, with `room` at both sides; 0 and 1 without any."""
    finite = np.asarray(values, np.float64).ravel()
    finite = finite[np.isfinite(finite)]
    if not len(finite):
        return 0.0, 1.0
    low, high = float(finite.min()), float(finite.max())
    beside = room * (high - low) or 0.1 * max(abs(low), 1.0)
    return low - beside, high + beside


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """
    Something that is drawn between the axes.

    Attributes
    ----------
    role : str
        What it is, such as "curve" or "chance": a class of the style sheet of pages, and the ``gid`` in matplotlib.
    colour : int or None
        Which of the ten colours; None for that of text.
    label : str
        What the legend says; empty for nothing.
    """

    role: str
    colour: int | None = INK
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line(Mark):
    """A line through points; in `steps` each height holds from the point before it."""

    x: FloatArray
    y: FloatArray
    steps: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Band(Mark):
    """The area between two lines."""

    x: FloatArray
    low: FloatArray
    high: FloatArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Points(Mark):
    """Points; `size` is their area in square points, one for all or one each."""

    x: FloatArray
    y: FloatArray
    size: float | FloatArray = 36.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Bars(Mark):
    """Rectangles; `shade` is how opaque they are, one for all or one each."""

    left: FloatArray
    right: FloatArray
    low: FloatArray
    high: FloatArray
    shade: float | FloatArray = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits(Mark):
    """Values with their limits, which are NaN where there are none; along x at heights `at`, or `upright` along y."""

    at: FloatArray
    value: FloatArray
    low: FloatArray
    high: FloatArray
    upright: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Mark):
    """A straight line across the whole picture at one place of an axis."""

    at: float
    axis: Literal["x", "y"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Note(Mark):
    """
    A text.

    It stands at a point of both axes, moved by (`right`, `up`) points. Of the axes that `share` names, the position is
    a share of the picture, so that 1.02 is beside it.
    """

    x: float
    y: float
    text: str
    share: Literal["", "x", "y", "xy"] = ""
    anchor: Literal["start", "middle", "end"] = "start"
    right: float = 0.0
    up: float = 0.0
    small: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Cells(Mark):
    """
    A matrix that fills the axes, whose names are those of its rows and columns.

    Attributes
    ----------
    shade : ndarray of shape (K, L)
        How strong the colour of each cell is, from 0 to 1.
    penalties : ndarray of bool, shape (K, L), optional
        Which cells have the colour of penalties in place of that of heat.
    texts, notes : sequences of shape (K, L)
        What is written in each cell, and in smaller letters below.
    brief : sequences of shape (K, L), optional
        Shorter texts for cells that are too narrow.
    keys : sequences of shape (K, L), optional
        Names of cells that a script fills anew.
    """

    role: str = "cells"
    shade: FloatArray
    texts: Sequence[Sequence[str]]
    penalties: npt.NDArray[np.bool_] | None = None
    notes: Sequence[Sequence[str]] | None = None
    brief: Sequence[Sequence[str]] | None = None
    keys: Sequence[Sequence[str]] | None = None

    @property
    def looks(self) -> npt.NDArray[np.str_]:
        """The kind of colour of each cell."""
        return np.where(
            np.zeros_like(self.shade, bool) if self.penalties is None else self.penalties, "penalty", "heat"
        )


AnyMark: TypeAlias = "Line | Band | Points | Bars | Limits | Rule | Note | Cells"


@dataclass(frozen=True, slots=True)
class Figure:
    """
    Two axes and the marks between them, in the order in which they are drawn.

    Attributes
    ----------
    name : str
        What files of it are called, and its id in a page.
    title, note : str
        What stands above it in a page.
    heading : str
        What stands above it in matplotlib, where the picture is alone.
    shows : str
        What it shows, for those who do not see it, where that is not one axis against the other.
    legend : str
        The title of the legend.
    corner : str
        Where the legend has room inside; `most` entries, and more stand beside.
    square : bool
        Whether a unit is as long on both axes.
    size : tuple of two float
        Inches of a new picture of matplotlib.
    width, height : float
        Of the picture in a page, without its legend.
    moving : bool
        Whether the slider of the page moves its ring, its threshold or its cells.
    """

    name: str
    x: Axis
    y: Axis
    marks: Sequence[AnyMark]
    title: str = ""
    note: str = ""
    heading: str = ""
    shows: str = ""
    legend: str = ""
    corner: str = "best"
    most: int = 12
    square: bool = False
    size: tuple[float, float] = (6.4, 4.4)
    width: float = WIDE
    height: float = HIGH
    moving: bool = False

    @property
    def label(self) -> str:
        """What it shows, for those who do not see it."""
        return f"{self.title}: {self.shows or f'{self.y.title} against {self.x.title}'}"

    @property
    def wide(self) -> bool:
        """Whether it takes the whole width of a page."""
        return self.width > WIDE
