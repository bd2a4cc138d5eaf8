"""`svg`: paint a figure for a page. Colours are classes, which the style sheet gives for light, dark and paper."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.figures.figure import (
    CELLS_WITH_TEXT,
    COLOURS,
    INK,
    AnyMark,
    Axis,
    Band,
    Bars,
    Cells,
    Figure,
    Limits,
    Line,
    Mark,
    Note,
    Points,
    Rule,
)
from concordant.figures.markup import Child, Markup, concatenated, short_number, tag
from concordant.result.wording import longest, short_names

_NAME = 24  # characters of a name, and of one at the side where there is no room for more
_LONG_NAME, _LEAST = 36, 75.0  # characters of one at the side, where this much is left for the axis
_WIDTH = 6.9  # of a character of it
_CELL_NAME = 16
_ENTRY = 28  # characters of the legend
_CHARACTER, _SMALL, _DIGIT = 6.7, 5.9, 5.6  # width of a character of text, of small text, and of small numbers
_LEGEND = 14.0  # height of a line of the legend


def figures_html(figures: Sequence[Figure]) -> Markup:
    """Figures beside each other, two abreast."""
    return tag("div", [figure_html(figure) for figure in figures], class_="figures") if figures else Markup()


def figure_html(figure: Figure) -> Markup:
    """The figure with its title as an element of a page."""
    caption = tag("figcaption", figure.title, tag("small", figure.note) if figure.note else None)
    return tag("figure", caption, svg(figure), id=figure.name, class_="wide" if figure.wide else None)


def svg(figure: Figure) -> Markup:
    """Paint a figure as an element of SVG, whose data the script of the page reads."""
    cells = next((mark for mark in figure.marks if isinstance(mark, Cells)), None)
    data: dict[str, Any] = {}
    if cells is not None:
        grid = _Grid.of(figure)
        drawn, bottom = concatenated([grid.frame(figure), grid.cells(cells, figure)]), grid.bottom + 8
        data = {"data_matrix": "moving"} if figure.moving else {}
    else:
        drawn, bottom = _between_axes(figure)
        frame = _Frame.of(figure)
        data = {"data_x": frame.x.written, "data_y": frame.y.written}
        data |= {"data_curve": figure.name} if figure.moving else {}
    return tag(
        "svg",
        tag("title", figure.label),
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {figure.width:g} {bottom:g}",
        role="img",
        **data,
    )


def _between_axes(figure: Figure) -> tuple[Markup, float]:
    """All marks with the axes and the legend, and the height of the picture."""
    frame = _Frame.of(figure)
    curves = [mark for mark in figure.marks if mark.role == "curve"]
    parts: list[Child] = [frame.grid(figure.x, figure.y), frame.clip(figure.name)]
    for mark in figure.marks:
        look = _look(mark, curves, figure)
        if isinstance(mark, (Line, Band)):
            look["clip_path"] = f"url(#{figure.name}-inside)"
        parts.append(_PAINTERS[type(mark)](frame, mark, look))
    entries = [mark for mark in figure.marks if mark.label]
    if not len(entries) > 1 or len(curves) > COLOURS:
        return concatenated(parts), figure.height
    legend, height = _legend(entries, curves, figure)
    return concatenated([parts, legend]), figure.height + height


def _look(mark: Mark, curves: Sequence[Mark], figure: Figure) -> dict[str, Any]:
    """The class of a mark, in the picture and in its legend; of several curves the script chooses one."""
    look = {"class_": _class(mark, many=len(curves) > COLOURS)}
    if mark in curves and figure.moving:
        look["data_k"] = str(curves.index(mark))
    if mark in curves and (not figure.moving or mark is curves[0]):
        look["class_"] += " chosen"
    return look


def _class(mark: Mark, *, many: bool) -> str:
    if mark.colour is INK:
        return mark.role
    return f"{mark.role} many" if many else f"{mark.role} c{mark.colour % COLOURS}"


def _legend(entries: Sequence[Mark], curves: Sequence[Mark], figure: Figure) -> tuple[Markup, float]:
    """What the marks are, in columns below the picture, and how high that is."""
    names = short_names([mark.label for mark in entries], _ENTRY)
    left = 24.0
    columns = max(1, min(len(names), int((figure.width - left) / (32 + _SMALL * longest(names)))))
    wide = (figure.width - left) / columns
    parts = []
    for index, (mark, name) in enumerate(zip(entries, names, strict=True)):
        x, y = left + wide * (index % columns), figure.height + 8 + _LEGEND * (index // columns)
        look = _look(mark, curves, figure)
        if isinstance(mark, Points):
            parts.append(_point(x + 8, y, 4.6, mark, look))
        elif isinstance(mark, (Bars, Band)):
            parts.append(tag("rect", **look, x=x + 3, y=y - 5, width=10.0, height=10.0))
        else:
            parts.append(tag("line", **look, x1=x, x2=x + 16, y1=y, y2=y))
        parts.append(_text(x + 21, y + 4, name, class_="small"))
    return concatenated(parts), _LEGEND * -(-len(names) // columns) + 6


@dataclass(frozen=True, slots=True)
class Scale:
    """Numbers from `low` to `high` on a line from `start` to `end`."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Where values lie."""
        half = self.high / 2 - self.low / 2 or 0.5  # halves, as the whole may be beyond what a number holds
        share = (np.asarray(value, np.float64) / 2 - self.low / 2) / half
        placed: npt.NDArray[np.float64] = self.start + (self.end - self.start) * share
        return placed

    def at(self, value: float) -> float:
        """Where one value lies."""
        return float(self(value))

    def inside(self, values: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Where values lie, those beyond the ends at the ends."""
        return self(np.clip(np.asarray(values, np.float64), min(self.low, self.high), max(self.low, self.high)))

    @property
    def written(self) -> str:
        """For the script of the page."""
        return " ".join(f"{one:.6g}" for one in (self.low, self.high, self.start, self.end))

    def ticks(self, most: int = 6) -> list[float]:
        """Round numbers on the scale."""
        low, high = min(self.low, self.high), max(self.low, self.high)
        span = high - low
        if not span > _TINY or not math.isfinite(span):
            return [self.low]
        size = 10.0 ** math.floor(math.log10(span / most))
        step = next((size * k for k in _STEPS if span / (size * k) <= most), size * 10)
        first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
        if first == last and most < 6:  # a single number says nothing of the scale
            return self.ticks(most + 1)
        return [float(f"{k * step:.12g}") for k in range(first, last + 1)]


_STEPS = (1, 2, 2.5, 5, 10)
_TINY = 1e-300


@dataclass(frozen=True, slots=True)
class _Frame:
    """The two scales of a picture; y grows upwards."""

    x: Scale
    y: Scale

    @classmethod
    def of(cls, figure: Figure) -> _Frame:
        """Scales with room for names, ticks, titles, and the notes beside them."""
        beside = [mark.text for mark in figure.marks if isinstance(mark, Note) and "x" in mark.share and mark.x > 1]
        right = 16 + _DIGIT * longest(beside) if beside else 12.0
        room = int((figure.width - right - 16 - _LEAST) / _WIDTH)
        names = short_names(figure.y.names or (), max(_NAME, min(room, _LONG_NAME)))
        left = 16 + _WIDTH * longest(names) if names else 60.0 if figure.y.scale == "percent" else 52.0
        top = (
            20.0 if any(isinstance(mark, Note) and "y" in mark.share and mark.y >= 1 for mark in figure.marks) else 8.0
        )
        bottom = 40.0 if figure.x.title else 24.0
        x = Scale(figure.x.low, figure.x.high, left, figure.width - right)
        return cls(x, Scale(figure.y.low, figure.y.high, figure.height - bottom, top))

    def grid(self, across: Axis, up: Axis) -> Markup:
        """Lines at the ticks, their numbers or names, and the titles."""
        x, y, parts = self.x, self.y, []
        each = max(45.0, _CHARACTER * longest(short_names(across.names or (), _NAME)) + 10)
        for value, name in _ticks(across, x, max(2, int((x.end - x.start) / each))):
            at = x.at(value)
            parts.append(tag("line", class_="grid", x1=at, x2=at, y1=y.start, y2=y.end))
            parts.append(_text(at, y.start + 14, name, anchor="middle"))
        for value, name in _ticks(up, y, 6, round((x.start - 16) / _WIDTH)):
            at = y.at(value)
            if up.names is None:
                parts.append(tag("line", class_="grid", x1=x.start, x2=x.end, y1=at, y2=at))
            parts.append(_text(x.start - 6, at + 4, name, anchor="end"))
        if across.title:
            parts.append(_text((x.start + x.end) / 2, y.start + 31, across.title, class_="title", anchor="middle"))
        if up.title:
            parts.append(_turned(11.0, (y.start + y.end) / 2, up.title))
        return concatenated(parts)

    def clip(self, name: str) -> Markup:
        """What lines must not leave."""
        x, y = self.x, self.y
        size = {"width": x.end - x.start + 4, "height": y.start - y.end + 4}
        return tag("clipPath", tag("rect", x=x.start - 2, y=y.end - 2, **size), id=f"{name}-inside")


def _ticks(axis: Axis, scale: Scale, most: int, longest_name: int = _NAME) -> list[tuple[float, str]]:
    values = axis.ticks
    if axis.names is not None:
        names = short_names(axis.names, longest_name)
        kept = range(0, len(names), 1 if axis.low > axis.high else max(1, -(-len(names) // most)))
        places = range(len(names)) if values is None else values
        return [(float(places[k]), names[k]) for k in kept]
    ticks = scale.ticks(most) if values is None else values
    return [(value, _number(value, percent=axis.scale != "plain")) for value in ticks]


def _number(value: float, *, percent: bool) -> str:
    """A number as a tick."""
    return f"{100 * abs(value):g} %" if percent else f"{value:.6g}".replace("-", "\N{MINUS SIGN}")


def _text(x: float, y: float, *children: Child, class_: str | None = None, anchor: str | None = None) -> Markup:
    return tag("text", *children, x=float(x), y=float(y), class_=class_, text_anchor=anchor)


def _turned(x: float, y: float, title: str) -> Markup:
    turn = f"translate({short_number(x)} {short_number(y)}) rotate(-90)"
    return tag("text", title, class_="title", text_anchor="middle", transform=turn)


def _line(frame: _Frame, mark: Line, look: dict[str, Any]) -> Markup:
    x, y = np.asarray(mark.x, np.float64), np.asarray(mark.y, np.float64)
    if mark.steps and len(x):
        x, y = np.repeat(x, 2)[:-1], np.repeat(y, 2)[1:]
    path = path_of(frame.x(x), frame.y(y))
    return tag("path", d=path, **look) if path else Markup()


def _band(frame: _Frame, mark: Band, look: dict[str, Any]) -> Markup:
    x, low, high = frame.x(mark.x), frame.y(mark.low), frame.y(mark.high)
    defined = np.isfinite(low) & np.isfinite(high)
    x, low, high = x[defined], low[defined], high[defined]
    path = path_of(np.concatenate([x, x[::-1]]), np.concatenate([high, low[::-1]]))
    return tag("path", d=path + "Z", **look) if path else Markup()


def _points(frame: _Frame, mark: Points, look: dict[str, Any]) -> Markup:
    x, y = frame.x(mark.x), frame.y(mark.y)
    if mark.role == "ring" and np.isnan(y).any():
        return tag("circle", r=6.0, visibility="hidden", **look)  # until the script moves it to where it is defined
    radius = np.broadcast_to(0.55 * np.sqrt(mark.size), x.shape)
    return concatenated([_point(*row, mark, look) for row in zip(x, y, radius, strict=True) if np.isfinite(row).all()])


def _point(x: float, y: float, radius: float, mark: Points, look: dict[str, Any]) -> Markup:
    """A circle; every other one of several is a square, for those who do not see colours."""
    if mark.role == "point" and (mark.colour or 0) % 2:
        return tag("rect", x=x - radius, y=y - radius, width=2 * radius, height=2 * radius, **look)
    return tag("circle", cx=float(x), cy=float(y), r=6.0 if mark.role == "ring" else float(radius), **look)


def _bars(frame: _Frame, mark: Bars, look: dict[str, Any]) -> Markup:
    """One path for each shade."""
    x1, x2 = np.sort([frame.x.inside(mark.left), frame.x.inside(mark.right)], axis=0)
    y1, y2 = np.sort([frame.y.inside(mark.low), frame.y.inside(mark.high)], axis=0)
    shade = np.broadcast_to(mark.shade, x1.shape)
    parts = []
    for one in np.unique(shade).tolist():
        rows = np.flatnonzero((shade == one) & (x2 > x1) & (y2 > y1)).tolist()
        path = "".join(_rectangle(x1[k], y1[k], x2[k] - x1[k], y2[k] - y1[k]) for k in rows)
        if path:
            parts.append(tag("path", d=path, fill_opacity=f"{one:.2f}" if one < 1 else None, **look))
    return concatenated(parts)


def _rectangle(x: float, y: float, width: float, height: float) -> str:
    wide = short_number(width)
    return f"M{short_number(x)} {short_number(y)}h{wide}v{short_number(height)}h-{wide}z"


def _limits(frame: _Frame, mark: Limits, look: dict[str, Any]) -> Markup:
    along, other = (frame.y, frame.x) if mark.upright else (frame.x, frame.y)
    value_look = "value" if mark.colour is INK else f"value c{mark.colour}"
    parts = []
    value_or_nan = np.where(np.isfinite(mark.value), mark.value, np.nan)
    columns = (other(mark.at), along.inside(value_or_nan), along.inside(mark.low), along.inside(mark.high))
    for at, value, low, high in zip(*columns, strict=True):
        if math.isfinite(low):
            ends = (at, at, low, high) if mark.upright else (low, high, at, at)
            x1, x2, y1, y2 = map(float, ends)
            parts.append(tag("line", x1=x1, x2=x2, y1=y1, y2=y2, **look))
        if math.isfinite(value):
            x, y = (at, value) if mark.upright else (value, at)
            parts.append(tag("rect", class_=value_look, x=float(x - 4), y=float(y - 4), width=8.0, height=8.0))
    return concatenated(parts)


def _rule(frame: _Frame, mark: Rule, look: dict[str, Any]) -> Markup:
    if mark.axis == "x":
        at = float(frame.x.inside(mark.at))
        return tag("line", x1=at, x2=at, y1=frame.y.start, y2=frame.y.end, **look)
    at = float(frame.y.inside(mark.at))
    return tag("line", x1=frame.x.start, x2=frame.x.end, y1=at, y2=at, **look)


def _note(frame: _Frame, mark: Note, look: dict[str, Any]) -> Markup:
    x = frame.x.start + (frame.x.end - frame.x.start) * mark.x if "x" in mark.share else frame.x.at(mark.x)
    y = frame.y.start + (frame.y.end - frame.y.start) * mark.y if "y" in mark.share else frame.y.at(mark.y) + 4
    return _text(x + mark.right, y - mark.up, mark.text, class_=f"{look['class_']} small", anchor=mark.anchor)


_PAINTERS: dict[type[AnyMark], Callable[[_Frame, Any, dict[str, Any]], Markup]] = {
    Line: _line,
    Band: _band,
    Points: _points,
    Bars: _bars,
    Limits: _limits,
    Rule: _rule,
    Note: _note,
}


def path_of(x: npt.NDArray[np.float64], y: npt.NDArray[np.float64]) -> str:
    """A path through points to a tenth of a unit; points between others on one line along an axis are left out."""
    pieces: list[str] = []
    run: list[tuple[float, float]] = []
    for point in zip(np.round(x, 1).tolist(), np.round(y, 1).tolist(), strict=True):
        if not (math.isfinite(point[0]) and math.isfinite(point[1])):
            pieces.append(_run(run))
            run = []
        elif len(run) > 1 and _between(run[-2], run[-1], point):
            run[-1] = point
        elif not run or point != run[-1]:
            run.append(point)
    return "".join([*pieces, _run(run)])


def _between(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> bool:
    """Whether b lies between a and c on a line along an axis."""
    return any(a[k] == b[k] == c[k] and (a[1 - k] - b[1 - k]) * (b[1 - k] - c[1 - k]) >= 0 for k in (0, 1))


def _run(points: list[tuple[float, float]]) -> str:
    return "" if len(points) < 2 else "M" + "L".join(f"{short_number(a)} {short_number(b)}" for a, b in points)


_STRONG = 0.6  # from this shade on, text takes the colour of the paper
_SIGN = 7.0  # width of a sign of a number
_LEAN = 3.8  # how far a sign of a turned name goes to the right
_TWO_LINES = 34.0  # height of a cell with a number and a note
_LEVELS = 16  # shades of a matrix without numbers


@dataclass(frozen=True, slots=True)
class _Grid:
    """Where the cells of a matrix lie."""

    rows: Sequence[str]
    columns: Sequence[str]
    left: float
    top: float
    wide: float
    high: float
    turned: bool  # whether the names above the columns are turned, as they are wider than these

    @classmethod
    def of(cls, figure: Figure) -> _Grid:
        """A grid with room for its names."""
        rows, columns = (short_names(axis.names or (), _CELL_NAME) for axis in (figure.y, figure.x))
        broad = longest(columns)
        left = 30.0 + 6.6 * longest(rows)
        turned = len(columns) * broad * 6.6 > figure.width - left - 8
        top = 24.0 + (min(6.2 * broad, 112.0) if turned else 16.0)
        wide = (figure.width - left - 8) / max(len(columns), 1)
        if turned:  # the names of the last columns end to the right of these, and still inside
            ends = ((figure.width - left - 12 - _LEAN * len(name)) / (k + 0.5) for k, name in enumerate(columns))
            wide = min(wide, *ends)
        high = min((figure.height - top - 8) / max(len(rows), 1), 116.0)
        noted = any(isinstance(mark, Cells) and mark.notes is not None for mark in figure.marks)
        high = max(high, _TWO_LINES) if noted and len(rows) <= CELLS_WITH_TEXT else high
        return cls(rows, columns, left, top, wide, high, turned)

    @property
    def bottom(self) -> float:
        """Where the cells end."""
        return self.top + self.high * len(self.rows)

    def frame(self, figure: Figure) -> Markup:
        """The names at the sides; the script changes that of the positive class, the last one."""
        small = "small" if min(self.high, self.wide) < 13 else None
        parts = [
            _text(self.left + self.wide * len(self.columns) / 2, 12, figure.x.title, class_="title", anchor="middle"),
            _turned(12.0, (self.top + self.bottom) / 2, figure.y.title),
        ]
        moving = len(self.rows) - 1 if figure.moving else None
        for k, name in enumerate(self.columns):
            x, y = self.left + self.wide * (k + 0.5), self.top - 6
            turn = f"rotate(-60 {short_number(x)} {short_number(y)})" if self.turned else None
            where = {"x": x, "y": y, "text_anchor": "start" if self.turned else "middle", "transform": turn}
            parts.append(tag("text", name, class_=small, data_positive=k == moving, **where))
        for k, name in enumerate(self.rows):
            where = {"x": self.left - 7, "y": self.top + self.high * (k + 0.5) + 4, "text_anchor": "end"}
            parts.append(tag("text", name, class_=small, data_positive=k == moving, **where))
        return concatenated(parts)

    def cells(self, mark: Cells, figure: Figure) -> Markup:
        """All cells: with their numbers, or where there are none one path for each shade."""
        if len(self.rows) <= CELLS_WITH_TEXT:
            indices = np.ndindex(len(self.rows), len(self.columns))
            return concatenated([self.cell(mark, i, j, figure) for i, j in indices])
        level, looks = np.ceil(np.nan_to_num(mark.shade) * _LEVELS).astype(int), mark.looks
        parts = []
        for look in np.unique(looks).tolist():
            for one in range(1, _LEVELS + 1):
                places = np.argwhere((level == one) & (looks == look)).tolist()
                path = "".join(self.rectangle(i, j) for i, j in places)
                if path:
                    parts.append(tag("path", d=path, class_=look, fill_opacity=f"{one / _LEVELS:.2f}"))
        size = {"width": self.wide * len(self.columns), "height": self.high * len(self.rows)}
        return concatenated([parts, tag("rect", class_="outline", x=self.left, y=self.top, **size)])

    def rectangle(self, i: int, j: int) -> str:
        """The path around a cell."""
        return _rectangle(self.left + self.wide * j, self.top + self.high * i, self.wide, self.high)

    def cell(self, mark: Cells, i: int, j: int, figure: Figure) -> Markup:
        """One cell with its numbers."""
        shade, text = float(np.nan_to_num(mark.shade[i][j])), mark.texts[i][j]
        note = "" if mark.notes is None else mark.notes[i][j]
        x, y = self.left + self.wide * j, self.top + self.high * i
        names = [(axis.title, (axis.names or ())[k]) for axis, k in ((figure.y, i), (figure.x, j))]
        name = ", ".join(" ".join(pair).strip() for pair in names)
        box = tag(
            "rect",
            tag("title", f"{name}: {text} {note}".strip()),
            class_=str(mark.looks[i, j]),
            x=x + 1,
            y=y + 1,
            width=self.wide - 2,
            height=self.high - 2,
            fill_opacity=f"{0.06 + 0.94 * shade:.2f}",
        )
        ink = "on" if shade > _STRONG else ""
        middle, low = x + self.wide / 2, y + self.high / 2
        if mark.brief is not None and len(text) * _SIGN > self.wide:
            text = mark.brief[i][j]
        lines = [_text(middle, low + 4, text, anchor="middle", class_=ink or None)]
        if note:
            lines = [_text(middle, low - 1, text, anchor="middle", class_=f"strong {ink}".strip())]
            lines.append(_text(middle, low + 14, note, anchor="middle", class_=f"small {ink}".strip()))
        if mark.keys is None:
            return concatenated([box, lines])
        return tag("g", box, lines, data_cell=mark.keys[i][j], data_words=note.partition("% ")[2])
