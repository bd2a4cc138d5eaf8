"""The frame of a picture with two axes: scales, round ticks, grid, titles, lines, steps and bands."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from concordant.figures.figure import HIGH, WIDE, text
from concordant.figures.markup import Markup, concatenated, short_number, tag

_STEPS = (1, 2, 2.5, 5, 10)
_TINY = 1e-300


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

    @property
    def written(self) -> str:
        """For the script of the page."""
        return " ".join(f"{one:.6g}" for one in (self.low, self.high, self.start, self.end))

    def ticks(self, most: int = 6) -> list[float]:
        """Round numbers on the scale."""
        span = self.high - self.low
        if not span > _TINY or not math.isfinite(span):
            return [self.low]
        size = 10.0 ** math.floor(math.log10(span / most))
        step = next((size * k for k in _STEPS if span / (size * k) <= most), size * 10)
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [float(f"{k * step:.12g}") for k in range(first, last + 1)]


def percent(value: float) -> str:
    """A share as a tick."""
    return f"{100 * value:g} %"


def plain(value: float) -> str:
    """A number as a tick."""
    return f"{value:.6g}".replace("-", "\N{MINUS SIGN}")


@dataclass(frozen=True, slots=True)
class Axes:
    """Two scales in a frame; y grows upwards."""

    x: Scale
    y: Scale

    @classmethod
    def of(
        cls,
        x: tuple[float, float] = (0.0, 1.0),
        y: tuple[float, float] = (0.0, 1.0),
        *,
        left: float = 52.0,
        top: float = 8.0,
        right: float = 10.0,
        bottom: float = 40.0,
        width: float = WIDE,
        height: float = HIGH,
    ) -> Axes:
        """Axes in a picture, with room for ticks and titles at their sides."""
        return cls(Scale(*x, left, width - right), Scale(*y, height - bottom, top))

    @property
    def data(self) -> tuple[tuple[str, str], ...]:
        """The scales, for the script of the page."""
        return (("x", self.x.written), ("y", self.y.written))

    def frame(
        self,
        x_title: str,
        y_title: str,
        *,
        x_text: Callable[[float], str] = plain,
        y_text: Callable[[float], str] = plain,
        x_ticks: Sequence[float] | None = None,
        y_ticks: Sequence[float] | None = None,
    ) -> Markup:
        """Grid, ticks and titles."""
        x, y = self.x, self.y
        parts = []
        for value in x.ticks() if x_ticks is None else x_ticks:
            at = x.at(value)
            parts.append(tag("line", class_="grid", x1=at, x2=at, y1=y.start, y2=y.end))
            parts.append(text(at, y.start + 14, x_text(value), anchor="middle"))
        for value in y.ticks() if y_ticks is None else y_ticks:
            at = y.at(value)
            parts.append(tag("line", class_="grid", x1=x.start, x2=x.end, y1=at, y2=at))
            parts.append(text(x.start - 6, at + 4, y_text(value), anchor="end"))
        middle = (x.start + x.end) / 2
        parts.append(text(middle, y.start + 31, x_title, class_="title", anchor="middle") if x_title else Markup())
        turned = f"translate(11 {short_number((y.start + y.end) / 2)}) rotate(-90)"
        parts.append(
            tag("text", y_title, class_="title", text_anchor="middle", transform=turned) if y_title else Markup()
        )
        return concatenated(parts)

    def line(self, x: npt.ArrayLike, y: npt.ArrayLike, class_: str, **more: str | float | None) -> Markup:
        """A line through points; those that are not finite interrupt it."""
        path = path_of(self.x(x), self.y(y))
        return tag("path", d=path, class_=class_, **more) if path else Markup()

    def straight(self, x: tuple[float, float], y: tuple[float, float], class_: str) -> Markup:
        """A straight line between two points."""
        (x1, x2), (y1, y2) = map(float, self.x(x)), map(float, self.y(y))
        return tag("line", class_=class_, x1=x1, x2=x2, y1=y1, y2=y2)

    def band(self, x: npt.ArrayLike, low: npt.ArrayLike, high: npt.ArrayLike, class_: str = "band") -> Markup:
        """The area between two lines."""
        places, below, above = self.x(x), self.y(low), self.y(high)
        around = np.concatenate([places, places[::-1]]), np.concatenate([above, below[::-1]])
        path = path_of(*around)
        return tag("path", d=path + "Z", class_=class_) if path else Markup()

    def box(self, x: tuple[float, float], y: tuple[float, float], class_: str) -> Markup:
        """A rectangle between two places of each scale."""
        (x1, x2), (y1, y2) = sorted(map(float, self.x(x))), sorted(map(float, self.y(y)))
        return tag("rect", class_=class_, x=x1, y=y1, width=x2 - x1, height=y2 - y1)

    def ring(self, x: float, y: float) -> Markup:
        """The point that the slider moves."""
        return tag("circle", class_="ring", cx=self.x.at(x), cy=self.y.at(y), r=6.0)


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
