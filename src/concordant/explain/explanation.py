"""`Explanation`: how the explanations of numbers are printed and drawn, and how they write amounts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, cast

import numpy as np

from concordant.documents.blocks import Document, decimals_for, fixed
from concordant.documents.html import as_notebook
from concordant.documents.text import as_text
from concordant.errors import LengthError
from concordant.figures.paint_matplotlib import new_figure, require_matplotlib
from concordant.result.record import Record
from concordant.states.counts import number_text
from concordant.typing import NumberArray

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


MakesFigure: TypeAlias = "Callable[[tuple[float, float], Any], Figure]"


class Explanation(Record):
    """A number with the parts that it is made of, as a record with a document and pictures."""

    __slots__ = ()

    in_text: ClassVar[int]  # rows of a table that are all shown in text
    pictures: ClassVar[tuple[str, str]]  # how many pictures there are, in words, and what they show

    def document(self, *, most: int) -> Document:
        """Return the steps as a document; tables of more than `most` rows are cut in their middle."""
        raise NotImplementedError

    def __str__(self) -> str:
        """The steps as aligned text."""
        return as_text(self.document(most=self.in_text))

    def to_html(self) -> str:
        """Return the steps as one piece of HTML that needs nothing else; labels are escaped."""
        steps: Any = self  # whose documents have a usual length
        return as_notebook(steps.document())

    def _repr_html_(self) -> str:
        return self.to_html()

    def figure(self) -> Figure:
        """
        Return the pictures as a matplotlib figure.

        pyplot does not know the figure: save it with ``.savefig(path)``. In a notebook `plot` is handier.

        Raises
        ------
        MissingDependencyError
            If matplotlib is not installed.
        """
        axes = self._new_axes(new_figure)
        self.plot(axes)
        return cast("Figure", axes[0].figure)

    def plot(self, axes: Sequence[Axes] | None = None) -> tuple[Axes, ...]:
        """Draw the pictures into Axes, or into a new figure of pyplot, and return the Axes."""
        require_matplotlib()
        if axes is None:
            from matplotlib import pyplot as plt

            axes = self._new_axes(lambda size, layout: plt.figure(figsize=size, layout=layout))
        drawn = tuple(axes)
        many, what = self.pictures
        if len(drawn) != {"two": 2, "three": 3}[many]:
            raise LengthError(f"{many} Axes are needed, for {what}, not {len(drawn)}.")
        self._draw(*drawn)
        return drawn

    def _new_axes(self, make: MakesFigure) -> Sequence[Axes]:
        """The Axes of a new figure, with the title above them; `make` takes its size in inches and its layout."""
        raise NotImplementedError

    def _draw(self, *axes: Axes) -> None:
        """Draw a picture into each."""
        raise NotImplementedError


def amount_text(number: float, counted: NumberArray) -> str:
    """A number of rows as it is, or a sum of weights with the decimals that all of the weights `counted` have."""
    weights = np.asarray(counted)
    return number_text(number) if weights.dtype.kind in "iu" else fixed(float(number), decimals_for(weights, 3))
