"""`draw`: paint a figure with matplotlib, into Axes or a new picture."""

from __future__ import annotations

import math
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from concordant.errors import InputTypeError, MissingDependencyError
from concordant.figures.figure import INK, AnyMark, Axis, Band, Bars, Cells, Limits, Line, Mark, Note, Points, Rule
from concordant.figures.figure import Figure as Picture
from concordant.names import safe
from concordant.result.wording import longest, short_names
from concordant.typing import FloatArray

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


# Ten colours that people with colour vision deficiencies can tell apart too: Petroff 2021, arXiv:2107.02270.
_COLOURS = (
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
_LONGEST_NAME = 24
_MARGIN = 0.015  # beside the unit square, so that lines at its sides are whole

# How each role looks; what is not here looks as matplotlib draws it. Roles are classes of the style sheet of pages too.
_FAINT = {"alpha": 0.45, "lw": 1.0, "zorder": 1.5}
_LOOKS: dict[str, dict[str, Any]] = {
    "curve": {"lw": 1.8, "zorder": 2.5},
    "chance": {"ls": "--", **_FAINT},
    "prevalence": {"ls": "--", **_FAINT},
    "calibrated": {"ls": "--", **_FAINT},
    "perfect": {"ls": ":", **_FAINT},
    "treat-all": {"ls": "--", **_FAINT},
    "treat-none": {"ls": "-", **_FAINT},
    "reference": {"ls": "-", **_FAINT, "zorder": 0},
    "margin": {"ls": ":", **_FAINT, "zorder": 0},
    "limit": {"ls": "--", "lw": 1.2, "zorder": 1},
    "bias": {"ls": "-", "lw": 1.2, "zorder": 1},
    "cut": {"ls": "--", "lw": 1.2},
    "base": {"ls": "-", "lw": 0.6, "alpha": 0.35},
    "range": {"ls": "-", "lw": 1.5, "alpha": 0.35, "zorder": 1},
    "band": {"alpha": 0.2, "lw": 0, "zorder": 1},
    "threshold": {"ls": "--", "lw": 1.2, "zorder": 3},
    "ring": {"zorder": 3},
    "operating-point": {"zorder": 3},
    "point": {"alpha": 0.75, "lw": 0},
    "rows": {"alpha": 0.45, "lw": 0, "zorder": 2.4},
    "labels": {"lw": 0, "zorder": 2},
    "folds": {"marker": "|", "lw": 1.3, "clip_on": False, "zorder": 3},
    "bar": {"alpha": 0.75},
    "histogram": {"alpha": 0.5},
    "class": {"alpha": 0.75},
    "interval-of-limit": {"alpha": 0.12, "zorder": 0},
    "as-good": {"alpha": 0.3, "zorder": 0},
    "not-allowed": {"alpha": 0.12, "zorder": 0},
    "interval": {"lw": 2.0},
}


def draw(figure: Picture, ax: Axes | None = None) -> Axes:
    """
    Draw a figure into Axes, or into a new picture of pyplot, and return the Axes.

    On Axes that hold curves already, colours go on after theirs, and what would be drawn twice is drawn once. A dollar
    in a name is a dollar, and no formula.
    """
    from matplotlib import rc_context
    from matplotlib.text import Text

    with rc_context({"text.parse_math": False}):
        ax = _drawn(figure, axes_or_new(ax, figure.size))
    for text in ax.findobj(Text):
        text.set_parse_math(False)
        text.set_text(safe(text.get_text()))
    return ax


def _drawn(figure: Picture, ax: Axes) -> Axes:
    again = ax.has_data() and not figure.square
    curves = sum(line.get_gid() == "curve" for line in ax.lines)
    for mark in figure.marks:
        if not _is_drawn(ax, mark):
            look: dict[str, Any] = {"gid": mark.role, **_LOOKS.get(mark.role, {})}
            colour = mark.colour if mark.colour is INK else mark.colour + curves
            _PAINTERS[type(mark)](ax, mark, look | {"color": _colour(colour)}, colour)
    if any(isinstance(mark, Cells) for mark in figure.marks):
        _name_cells(ax, figure)
    else:
        margin = _MARGIN if figure.square and figure.x.scale == "plain" else 0.0
        _set_axis(ax, figure.x, "x", margin=margin, again=again)
        _set_axis(ax, figure.y, "y", margin=margin, again=again)
        _set_frame(ax, figure)
        _set_legend(ax, figure)
    if figure.heading:
        notes = [mark for mark in figure.marks if isinstance(mark, Note) and _is_above(mark)]
        above = [note.up + 3 + 13 * len(note.text.splitlines()) for note in notes]
        ax.set_title(figure.heading, fontsize="medium", pad=max(above, default=6.0))
    return ax


def _is_above(note: Note) -> bool:
    return "y" in note.share and note.y >= 1


def _colour(index: int | None) -> str:
    return text_colour() if index is None else _COLOURS[index % len(_COLOURS)]


def _is_drawn(ax: Axes, mark: AnyMark) -> bool:
    """Whether a line in the colour of text, which is not that of one model, was drawn by an earlier call."""
    if mark.colour is not INK or not isinstance(mark, (Line, Rule)):
        return False
    same = [line for line in ax.lines if line.get_gid() == mark.role]
    if isinstance(mark, Rule):
        data = "get_ydata" if mark.axis == "y" else "get_xdata"
        return any(np.allclose(getattr(line, data)(), mark.at) for line in same)
    points = np.array([mark.x, mark.y])
    shown = [np.array(line.get_data()) for line in same]
    return any(one.shape == points.shape and np.allclose(one, points, equal_nan=True) for one in shown)


def _label(ax: Axes, mark: Mark) -> str:
    """What the legend says: nothing twice of what belongs to all models."""
    quiet = mark.colour is INK and mark.label in ax.get_legend_handles_labels()[1]
    return f"_{mark.role}" if quiet or not mark.label else mark.label


def _draw_line(ax: Axes, mark: Line, look: dict[str, Any], colour: int | None) -> None:
    if mark.role == "curve":
        look["ls"] = _DASHES[(colour or 0) // len(_COLOURS) % len(_DASHES)] if len(mark.x) else "none"
    elif colour is not INK:
        look["ls"] = ":"
    ax.plot(mark.x, mark.y, drawstyle="steps-pre" if mark.steps else "default", label=_label(ax, mark), **look)


def _draw_band(ax: Axes, mark: Band, look: dict[str, Any], _: int | None) -> None:
    ax.fill_between(mark.x, mark.low, mark.high, label=_label(ax, mark), **look)


def _draw_points(ax: Axes, mark: Points, look: dict[str, Any], colour: int | None) -> None:
    if mark.role == "point" and (colour or 0) % 2:
        look["marker"] = "s"
    elif mark.role in ("operating-point", "ring"):
        look |= {"edgecolors": ax.get_facecolor(), "lw": 1.0}
    ax.scatter(mark.x, mark.y, s=mark.size, label=_label(ax, mark), **look)


def _draw_bars(ax: Axes, mark: Bars, look: dict[str, Any], _: int | None) -> None:
    """Bars side by side as one area without seams; others one by one."""
    shades = np.broadcast_to(mark.shade, mark.left.shape)
    joined = (mark.left[1:] == mark.right[:-1]).all() and len(mark.left) > 0
    label = _label(ax, mark)
    if joined and np.ndim(mark.shade) == 0:
        look["alpha"] = look.get("alpha", 1.0) * mark.shade
        edges = np.append(mark.left, mark.right[-1])
        ax.stairs(mark.high, edges, baseline=mark.low, fill=True, lw=0, label=label, **look)
        return
    for shade in np.unique(shades).tolist():
        rows = shades == shade
        left, low = mark.left[rows], mark.low[rows]
        size = {"height": mark.high[rows] - low, "width": mark.right[rows] - left}
        ax.bar(left, bottom=low, align="edge", lw=0, label=label, **size, **look | {"alpha": shade})
        label = f"_{mark.role}"


def _draw_limits(ax: Axes, mark: Limits, look: dict[str, Any], colour: int | None) -> None:
    for at, value, low, high in zip(mark.at, mark.value, mark.low, mark.high, strict=True):
        points = ([at, at], [low, high]) if mark.upright else ([low, high], [at, at])
        if not np.isnan(low):
            caps: dict[str, Any] = {"marker": "_", "ms": 6} if mark.upright else {}
            ax.plot(*points, solid_capstyle="butt", label=f"_{mark.role}", **caps, **look)
        point: dict[str, Any] = {
            "color": look["color"],
            "mec": ax.get_facecolor(),
            "ms": 6,
            "label": _label(ax, mark),
            "gid": "value",
        }
        point |= {"mfc": ax.get_facecolor(), "mec": look["color"]} if colour is INK else {}
        ax.plot(*((at, value) if mark.upright else (value, at)), "s", zorder=3, **point)


def _draw_rule(ax: Axes, mark: Rule, look: dict[str, Any], colour: int | None) -> None:
    if colour is not INK and mark.role == "prevalence":
        look["ls"] = ":"
    (ax.axvline if mark.axis == "x" else ax.axhline)(mark.at, label=_label(ax, mark), **look)


def _draw_note(ax: Axes, mark: Note, look: dict[str, Any], _: int | None) -> None:
    across, up = ("axes fraction" if axis in mark.share else "data" for axis in "xy")
    ax.annotate(
        mark.text,
        (mark.x, mark.y),
        xycoords=(across, up),
        xytext=(mark.right, mark.up),
        textcoords="offset points",
        ha={"start": "left", "middle": "center", "end": "right"}[mark.anchor],
        va="bottom" if _is_above(mark) else "top" if mark.up < 0 else "center",
        fontsize="small" if mark.small else "medium",
        color=look["color"],
        gid=mark.role,
        annotation_clip=False,
    )


def _set_axis(ax: Axes, axis: Axis, which: Literal["x", "y"], *, margin: float, again: bool) -> None:
    """The title, the limits, which hold those of earlier calls, and the ticks of one axis."""
    low, high = axis.low - margin, axis.high + margin
    if again and low < high:
        earlier = getattr(ax, f"get_{which}lim")()
        low, high = min(low, earlier[0]), max(high, earlier[1])
    artist = getattr(ax, f"{which}axis")
    if axis.scale == "normal":
        _set_normal(ax, which)
    ax.set(**{f"{which}label": axis.title, f"{which}lim": (low, high)})
    if axis.names is not None:
        names = short_names(axis.names, 36)
        artist.set_ticks(range(len(names)) if axis.ticks is None else axis.ticks, names)
        if which == "x" and longest(names) > 8:
            ax.tick_params(axis="x", rotation=30)
    elif axis.ticks is not None:
        artist.set_ticks(axis.ticks)
    if axis.scale != "plain":
        artist.set_major_formatter(lambda share, _: f"{100 * abs(share):g} %")


def _set_normal(ax: Axes, which: str) -> None:
    """Set the scale on which normal scores give a straight line (Martin et al. 1997, Eurospeech)."""
    from statistics import NormalDist

    from matplotlib.scale import FuncScale
    from matplotlib.ticker import NullLocator

    normal = NormalDist()
    quantile, share = (np.vectorize(function, otypes=[float]) for function in (normal.inv_cdf, normal.cdf))

    def scaled(shares: Any) -> Any:
        return quantile(np.clip(shares, 1e-9, 1 - 1e-9))

    artist = getattr(ax, f"{which}axis")
    ax.set(**{f"{which}scale": FuncScale(artist, (scaled, share))})
    artist.set_minor_locator(NullLocator())


def _set_frame(ax: Axes, figure: Picture) -> None:
    """Draw the sides that the picture needs."""
    if figure.square:
        ax.set_aspect("equal", adjustable="box")
        return
    ax.spines[["top", "right"]].set_visible(False)
    if figure.y.names is not None or figure.y.ticks == ():
        ax.spines["left"].set_visible(False)
        ax.tick_params(axis="y", length=0)


def _set_legend(ax: Axes, figure: Picture) -> None:
    """Write the legend, curves and their bands first, into its corner or, if long, beside the Axes."""
    handles, labels = ax.get_legend_handles_labels()
    if not handles:
        return
    gids = [handle.get_gid() if hasattr(handle, "get_gid") else None for handle in handles]
    order = sorted(range(len(handles)), key=lambda k: {"curve": 0, "band": 1}.get(str(gids[k]), 2))
    position: dict[str, Any] = {"loc": figure.corner}
    if len(handles) > figure.most:
        beside = any(isinstance(mark, Note) and mark.share == "x" and mark.x > 1 for mark in figure.marks)
        position = {"loc": "upper left", "bbox_to_anchor": (1.12 if beside else 1.01, 1.0), "borderaxespad": 0.0}
    legend = ax.legend(
        handles=[handles[k] for k in order],
        labels=[labels[k] for k in order],
        title=figure.legend or None,
        fontsize="small" if len(handles) > 4 or not figure.square else "medium",
        title_fontsize="small",
        ncols=1 + len(handles) // 26,
        alignment="left",
        framealpha=0.85,
        **position,
    )
    legend.set_zorder(4)


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


_COLOURMAPS = {"heat": "Blues", "penalty": "Oranges"}
_NOTHING = "#f3f3f3"  # the colour of cells of 0
_READABLE = 5.0  # points of a cell; the texts of smaller ones could not be read, and take minutes to draw
_CHARACTER = 0.62  # the width of a character of DejaVu Sans, in units of the font size


def _draw_cells(ax: Axes, mark: Cells, *_: Any) -> None:
    """Draw cells with a text, and below it a smaller note, in each."""
    size = len(mark.shade)
    if not size:
        ax.set(xticks=[], yticks=[])
        ax.text(0.5, 0.5, "no rows", ha="center", va="center", transform=ax.transAxes)
        return
    colours = _shaded(mark)
    ax.imshow(colours, interpolation="nearest", aspect="equal")
    side = _side(ax, size)
    _draw_gaps(ax, size if side >= _READABLE else 0)
    notes = mark.notes
    lines = 1 if notes is None else 2
    font = _font(longest([text for row in mark.texts for text in row]), side, lines)
    small = 0.0 if notes is None else 0.78 * _font(longest([x for row in notes for x in row]), side, lines)
    written = ((i, j) for i, j in np.ndindex(size, size) if mark.texts[i][j] or notes is not None)
    for i, j in written if side >= _READABLE else ():
        luminance = colours[i, j][:3] @ (0.2126, 0.7152, 0.0722)  # relative, of sRGB: ITU-R BT.709
        ink = "white" if luminance < 0.52 else "black"
        note = "" if notes is None else notes[i][j]
        lift = 0.16 if note else 0.0
        ax.text(j, i - lift, mark.texts[i][j], ha="center", va="center", color=ink, fontsize=font, gid="cell")
        if note:
            ax.text(j, i + 0.24, note, ha="center", va="center", color=ink, fontsize=min(small, font), gid="note")


def _side(ax: Axes, size: int) -> float:
    """Points from one cell to the next; cells are square."""
    extent = ax.get_window_extent()
    return 72.0 * min(extent.width, extent.height) / (ax.figure.dpi * size)


def _shaded(mark: Cells) -> FloatArray:
    """RGBA colours from light grey (0 and NaN) over faint to strong."""
    from matplotlib import colormaps
    from matplotlib.colors import to_rgba

    shade, looks = np.nan_to_num(mark.shade), mark.looks[..., None]
    coloured: FloatArray = np.broadcast_to(to_rgba(_NOTHING), (*shade.shape, 4))
    for look, name in _COLOURMAPS.items():
        rgba = np.asarray(colormaps[name](0.1 + 0.75 * shade))
        coloured = np.where((looks == look) & (shade[..., None] > 0), rgba, coloured)
    return coloured


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


def _name_cells(ax: Axes, figure: Picture) -> None:
    ax.set(xlabel=figure.x.title, ylabel=figure.y.title)
    labels = figure.x.names or ()
    if not labels:
        return
    side = _side(ax, len(labels))
    step = max(1, math.ceil(_READABLE / side))  # of more names than there is room for, some
    indices = range(0, len(labels), step)
    names = short_names(labels, _LONGEST_NAME)[::step]
    font = float(np.clip(0.8 * side, 3.5, 10.0))
    slanted = longest(names) * _CHARACTER * font > 1.05 * side
    turn: dict[str, Any] = {"rotation": 40, "ha": "right", "rotation_mode": "anchor"} if slanted else {}
    ax.set_xticks(indices, names, fontsize=font, **turn)
    ax.set_yticks(indices, names, fontsize=font)
    ax.tick_params(which="major", length=0)


_PAINTERS: dict[type[AnyMark], Any] = {
    Line: _draw_line,
    Band: _draw_band,
    Points: _draw_points,
    Bars: _draw_bars,
    Limits: _draw_limits,
    Rule: _draw_rule,
    Note: _draw_note,
    Cells: _draw_cells,
}
