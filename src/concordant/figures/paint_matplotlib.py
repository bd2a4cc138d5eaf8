"""Paint a figure into matplotlib Axes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from concordant.errors import InputTypeError, MissingDependencyError, OptionError
from concordant.figures.thinning import Wanted, kept_points, marks
from concordant.metrics.definition.metric import Metric
from concordant.result.record import PicturedCurve
from concordant.result.wording import longest, rate_text, short
from concordant.settings import without_warnings
from concordant.states import Curve, CurveStack
from concordant.typing import FloatArray, Label

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


# Ten colours that people with colour vision deficiencies can tell apart too: Petroff 2021, arXiv:2107.02270.
COLOURS = ("#3f90da", "#e76300", "#832db6", "#bd1f01", "#94a4a2", "#ffa90e", "#a96b59", "#717581", "#b9ac70", "#92dadd")
_DASHES = ("-", (0, (5, 1.5)), (0, (1.5, 1.2)))  # after ten curves the colours come again, dashed
_INSIDE = 12  # a longer legend stands beside the Axes
_LONGEST_NAME = 24
_NOTHING = "#f3f3f3"  # the colour of cells of 0
_READABLE = 5.0  # points of a cell; the texts of smaller ones could not be read, and take minutes to draw
_CHARACTER = 0.62  # the width of a character of DejaVu Sans, in units of the font size


@dataclass(frozen=True, slots=True)
class Line:
    """One curve to draw: its points and thresholds, what the legend says, and whether it is defined at all."""

    x: FloatArray
    y: FloatArray
    thresholds: npt.NDArray[Any]
    says: str
    defined: bool = True


def draw_lines(
    ax: Axes, lines: Sequence[Line], *, steps: bool, thresholds: Wanted, below: Literal["left", "right"]
) -> list[str]:
    """Draw the curves and their marks, and return their colours; an undefined one has only its line in the legend."""
    before = sum(line.get_gid() == "curve" for line in ax.lines)  # curves of earlier calls on the same Axes
    colours = [COLOURS[(before + index) % len(COLOURS)] for index in range(len(lines))]
    for index, (line, colour) in enumerate(zip(lines, colours, strict=True), before):
        keep = kept_points(line.x, line.y) if line.defined else slice(0)
        ax.plot(
            line.x[keep],
            line.y[keep],
            color=colour,
            linestyle=_DASHES[index // len(COLOURS) % len(_DASHES)] if line.defined else "none",
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
    for index, text in marks(thresholds, line.x, line.y, line.thresholds):
        x, y = line.x[index], line.y[index]
        ax.plot(
            x,
            y,
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
        to_right = x < (0.8 if below == "right" else 0.2)
        ax.annotate(
            text,
            (x, y),
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
    position: dict[str, Any] = {"loc": corner}
    if len(entries) > _INSIDE:
        position = {"loc": "upper left", "bbox_to_anchor": (1.01, 1.0), "borderaxespad": 0.0}
    legend = ax.legend(
        handles=entries,
        title=title,
        fontsize="small" if len(entries) > 4 else "medium",
        title_fontsize="small",
        ncols=1 + len(entries) // 26,
        alignment="left",
        framealpha=0.85,
        **position,
    )
    legend.set_zorder(4)


def title_of_several(lines: Sequence[Line], *, multilabel: bool, name: str, mean: float) -> str:
    """Return the legend's title of several curves: what each is, and the mean of those that are defined."""
    defined = sum(line.defined for line in lines)
    of = "" if defined == len(lines) else f" of {defined} of {len(lines)}"
    what = "each label" if multilabel else "each class against the rest"
    return f"{what}\nmacro mean{of}: {name} {rate_text(mean)}"


def names_of_curves(curves: Sequence[PicturedCurve], name: str | None) -> list[str | None]:
    """Return the names of curves: that of a single one, else their classes; where one has none, its number from 1."""
    classes = [None if curve.label is None else str(curve.label) for curve in curves]
    if len(curves) == 1:
        return [name or classes[0]]
    return [label or f"curve {number}" for number, label in enumerate(classes, 1)]


def entry(name: object, says: str) -> str:
    """Return a line of the legend: a name, cut if long, and what is said of it."""
    return f"{short(name, _LONGEST_NAME)}: {says}"


def require_matplotlib() -> None:
    """Raise if matplotlib is not installed; the message says how to get it."""
    if find_spec("matplotlib") is None:
        msg = 'pictures need matplotlib, which is not installed: pip install "concordant[plots]"'
        raise MissingDependencyError(msg)


def axes_or_new(ax: Axes | None, size: tuple[float, float]) -> Axes:
    """Return `ax`, or the Axes of a new figure of pyplot, which notebooks and `plt.show()` then display."""
    require_matplotlib()
    if ax is None:
        from matplotlib import pyplot as plt

        return plt.subplots(figsize=size, layout="constrained")[1]
    from matplotlib.axes import Axes

    if not isinstance(ax, Axes):
        msg = f"ax must be matplotlib Axes, not {type(ax).__name__}; of an array of Axes take one, such as axes[0]."
        raise InputTypeError(msg)
    return ax


def new_figure(size: tuple[float, float], layout: Literal["constrained", "compressed"] = "constrained") -> Figure:
    """Return a new figure that pyplot knows nothing of: nothing to close, safe in threads and servers."""
    require_matplotlib()
    from matplotlib.figure import Figure

    return Figure(figsize=size, layout=layout)


def text_colour() -> str:
    """Return the colour of text in the caller's style, so that faint lines also show on dark backgrounds."""
    from matplotlib import rcParams
    from matplotlib.colors import to_hex

    return to_hex(rcParams["text.color"])


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
    extent = ax.get_window_extent()
    side = 72.0 * min(extent.width, extent.height) / (ax.figure.dpi * size)  # points; cells are square
    _draw_gaps(ax, size if side >= _READABLE else 0)
    lines = 1 if notes is None else 2
    font = _font(longest([text for row in texts for text in row]), side, lines)
    small = 0.0 if notes is None else 0.78 * _font(longest([x for row in notes for x in row]), side, lines)
    written = ((i, j) for i, j in np.ndindex(size, size) if texts[i][j] or notes is not None)
    for i, j in written if side >= _READABLE else ():
        luminance = colours[i, j][:3] @ (0.2126, 0.7152, 0.0722)  # relative, of sRGB: ITU-R BT.709
        ink = "white" if luminance < 0.52 else "black"
        note = "" if notes is None else notes[i][j]
        lift = 0.16 if note else 0.0
        ax.text(j, i - lift, texts[i][j], ha="center", va="center", color=ink, fontsize=font, gid="cell")
        if note:
            ax.text(j, i + 0.24, note, ha="center", va="center", color=ink, fontsize=min(small, font), gid="note")
    _name_sides(ax, labels, side)


def _draw_gaps(ax: Axes, size: int) -> None:
    """Separate so many cells, if any, by lines in the colour of the background."""
    between = np.arange(size + 1 if size else 0) - 0.5
    ax.set_xticks(between, minor=True)
    ax.set_yticks(between, minor=True)
    ax.grid(visible=False, which="major")
    ax.grid(visible=True, which="minor", color=ax.get_facecolor(), linewidth=1.6 if size <= 12 else 0.6, linestyle="-")
    ax.tick_params(which="minor", length=0)
    ax.spines[:].set_visible(False)


def _font(characters: int, side: float, lines: int) -> float:
    fits = min(0.74 * side / (_CHARACTER * characters), 0.62 * side / (1.3 * lines))
    return float(np.clip(fits, 2.5, 13.0))


def _name_sides(ax: Axes, labels: tuple[Label, ...], side: float) -> None:
    step = max(1, math.ceil(_READABLE / side))  # of more names than there is room for, some
    indices = range(0, len(labels), step)
    names = [short(labels[index], _LONGEST_NAME) for index in indices]
    font = float(np.clip(0.8 * side, 3.5, 10.0))
    slanted = longest(names) * _CHARACTER * font > 1.05 * side
    turn: dict[str, Any] = {"rotation": 40, "ha": "right", "rotation_mode": "anchor"} if slanted else {}
    ax.set_xticks(indices, names, fontsize=font, **turn)
    ax.set_yticks(indices, names, fontsize=font)
    ax.tick_params(which="major", length=0)


def limits_of(metric: Metric, state: Curve | CurveStack, level: float | None) -> list[str]:
    """Return " (0.947 to 0.976)" for each curve; nothing where there is no interval, or none is asked for."""
    curves: list[Any] = [state]
    if isinstance(state, CurveStack):
        pairs = zip(state.curves, state.outputs, strict=True)
        curves = [curve if state.multilabel else curve.one_vs_rest(output) for curve, output in pairs]
    return ["" if level is None else _limits(metric, curve, level) for curve in curves]


def _limits(metric: Metric, curve: Curve, level: float) -> str:
    with without_warnings():
        interval: Any = metric.interval_of(curve, level=level)
    return "" if math.isnan(interval.low) else f" ({rate_text(interval.low)} to {rate_text(interval.high)})"


def refuse_intervals(kind: str, level: float | None) -> None:
    """Raise for intervals of points whose rows are not known."""
    if level is not None:
        raise OptionError(f"a {kind} does not hold its rows, which intervals need: give labels and scores, or a Curve.")
