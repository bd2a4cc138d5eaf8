"""A figure: its picture with a title, and what it says to those who do not see it."""

from __future__ import annotations

from dataclasses import dataclass

from concordant.figures.markup import Child, Markup, tag

WIDE, HIGH = 440.0, 300.0  # of the usual picture, in units of its own
SHORT = 16  # characters of the name of a class at the side of a picture


@dataclass(frozen=True, slots=True)
class Figure:
    """
    One figure of a page.

    Attributes
    ----------
    name : str
        What files of it are called, and its id in the page.
    title, note : str
        What stands above it.
    drawn : Markup
        The elements of its SVG.
    label : str
        What it shows, for those who do not see it.
    width, height : float
        Of the picture, in units of its own; text is 12 of them high.
    data : dict
        Further attributes of the SVG, which the script reads.
    """

    name: str
    title: str
    note: str
    drawn: Markup
    label: str
    width: float = WIDE
    height: float = HIGH
    data: tuple[tuple[str, str], ...] = ()

    @property
    def wide(self) -> bool:
        """Whether it takes the whole width of the page."""
        return self.width > WIDE

    def html(self) -> Markup:
        """The figure as an element."""
        picture = tag(
            "svg",
            tag("title", self.label),
            self.drawn,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {self.width:g} {self.height:g}",
            role="img",
            **{f"data_{name}": value for name, value in self.data},
        )
        said = tag("small", self.note) if self.note else None
        return tag(
            "figure", tag("figcaption", self.title, said), picture, id=self.name, class_="wide" if self.wide else None
        )


def figures_html(figures: list[Figure]) -> Markup:
    """Figures beside each other, two abreast."""
    return tag("div", [figure.html() for figure in figures], class_="figures") if figures else Markup()


def text(x: float, y: float, *children: Child, class_: str | None = None, anchor: str | None = None) -> Markup:
    """A line of text."""
    return tag("text", *children, x=float(x), y=float(y), class_=class_, text_anchor=anchor)


def cut(name: str, most: int) -> str:
    """A name that fits: cut in its middle, as both ends tell names apart."""
    if len(name) <= most:
        return name
    end = (most - 1) // 2
    return f"{name[: most - 1 - end]}…{name[len(name) - end :]}"
