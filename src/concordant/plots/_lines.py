"""Curves of one or several classes in one picture: colours, marked thresholds, legend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy.typing as npt

from concordant.plots._axes import text_colour
from concordant.plots._thinning import kept_points
from concordant.plots._thresholds import Wanted, marks
from concordant.result.record import PicturedCurve
from concordant.result.wording import rate_text, short
from concordant.typing import FloatArray

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Ten colours that people with colour vision deficiencies can tell apart too: Petroff 2021, arXiv:2107.02270.
COLOURS = (
    "#3f90da",
    "#e76300",
    "#832db6",
    "#bd1f01",
    "#94a4a2",
    "#ffa90e",
    "#a96b59",
    "#717581",
    "#b9ac70",
    "#92dadd",
)
_DASHES = ("-", (0, (5, 1.5)), (0, (1.5, 1.2)))  # after ten curves the colours come again, dashed
_INSIDE = 12  # a longer legend stands beside the Axes
_LONGEST_NAME = 24


@dataclass(frozen=True, slots=True)
class Line:
    """One curve to draw: its points and thresholds, what the legend says, and whether it is defined at all."""

    x: FloatArray
    y: FloatArray
    thresholds: npt.NDArray[Any]
    says: str
    defined: bool = True


def draw_lines(
    ax: Axes,
    lines: Sequence[Line],
    *,
    steps: bool,
    thresholds: Wanted,
    below: Literal["left", "right"],
) -> list[str]:
    """Draw the curves and their marks, and return their colours; an undefined one has only its line in the legend."""
    before = sum(line.get_gid() == "curve" for line in ax.lines)  # curves of earlier calls on the same Axes
    colours = [COLOURS[(before + place) % len(COLOURS)] for place in range(len(lines))]
    for place, (line, colour) in enumerate(zip(lines, colours, strict=True)):
        keep = kept_points(line.x, line.y) if line.defined else slice(0)
        ax.plot(
            line.x[keep],
            line.y[keep],
            color=colour,
            linestyle=_DASHES[(before + place) // len(COLOURS) % len(_DASHES)] if line.defined else "none",
            linewidth=2.0 if len(lines) == 1 else 1.6,
            drawstyle="steps-pre" if steps else "default",
            label=line.says,
            gid="curve",
            zorder=2.5,
        )
        if line.defined:
            _mark(ax, line, colour, thresholds, below=below, named=len(lines) == 1)
    return colours


def _mark(
    ax: Axes, line: Line, colour: str, thresholds: Wanted, *, below: Literal["left", "right"], named: bool
) -> None:
    """Mark thresholds on a curve; their numbers stand below it at the side where there is room."""
    for place, text in marks(thresholds, line.x, line.y, line.thresholds):
        ax.plot(
            line.x[place],
            line.y[place],
            marker="o",
            markersize=6,
            markeredgecolor=ax.get_facecolor(),
            color=colour,
            label="_threshold",
            gid="threshold",
            zorder=3,
        )
        if not named:
            continue
        to_right = line.x[place] < (0.8 if below == "right" else 0.2)
        ax.annotate(
            text,
            (line.x[place], line.y[place]),
            xytext=(6 if to_right else -6, -4),
            textcoords="offset points",
            ha="left" if to_right else "right",
            va="top",
            fontsize="small",
            gid="threshold",
        )


def draw_calibrated(ax: Axes) -> None:
    """The diagonal on which calibrated probabilities lie, once."""
    if not any(line.get_gid() == "calibrated" for line in ax.lines):
        ax.plot([0, 1], [0, 1], color=text_colour(), alpha=0.45, ls="--", lw=1, label="calibrated", gid="calibrated")


def finish(ax: Axes, *, x: str, y: str, corner: str, title: str | None) -> None:
    """Name the axes, show the whole unit square, and write the legend into a corner or, if long, beside."""
    ax.set(xlabel=x, ylabel=y, xlim=(-0.015, 1.015), ylim=(-0.015, 1.015))
    ax.set_aspect("equal", adjustable="box")
    entries = [line for line in ax.lines if not str(line.get_label()).startswith("_")]
    beside = len(entries) > _INSIDE
    place: dict[str, Any] = {"loc": "upper left", "bbox_to_anchor": (1.01, 1.0), "borderaxespad": 0.0}
    legend = ax.legend(
        handles=entries,
        title=title,
        fontsize="small" if len(entries) > 4 else "medium",
        title_fontsize="small",
        ncols=1 + len(entries) // 26,
        alignment="left",
        framealpha=0.85,
        **(place if beside else {"loc": corner}),
    )
    legend.set_zorder(4)


def title_of_several(lines: Sequence[Line], *, multilabel: bool, name: str, mean: float) -> str:
    """Return the legend's title of several curves: what each is, and the mean of those that are defined."""
    defined = sum(line.defined for line in lines)
    of = "" if defined == len(lines) else f" of {defined} of {len(lines)}"
    what = "each label" if multilabel else "each class against the rest"
    return f"{what}\nmacro mean{of}: {name} {rate_text(mean)}"


def names_of_curves(curves: Sequence[PicturedCurve], name: str | None) -> list[str | None]:
    """Return the names of curves: that of a single one, else their classes; where one has none, its place from 1."""
    classes = [None if curve.label is None else str(curve.label) for curve in curves]
    if len(curves) == 1:
        return [name or classes[0]]
    return [one or f"curve {place}" for place, one in enumerate(classes, 1)]


def entry(name: object, says: str) -> str:
    """Return a line of the legend: a name, cut if long, and what is said of it."""
    return f"{short(name, _LONGEST_NAME)}: {says}"
