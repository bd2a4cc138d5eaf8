"""Records with a picture; a curve of one class among several also has the name of its class."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from concordant.result.record import Record
from concordant.typing import Label

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Pictured(Record):
    """A record with a picture: ``plot()`` is the function of `concordant.plots` that has the name in `picture`."""

    __slots__ = ()

    picture: ClassVar[str]

    def plot(self, ax: Axes | None = None, **options: Any) -> Axes:
        """
        Draw the record with matplotlib, and return the Axes.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw. Default: a new figure.
        **options
            Those of the function of `concordant.plots` that draws it.

        Raises
        ------
        MissingDependencyError
            If matplotlib is not installed.
        """
        from concordant import plots

        drawn: Axes = getattr(plots, self.picture)(self, ax=ax, **options)
        return drawn


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PicturedCurve(Pictured):
    """
    A record of the points of one curve.

    Attributes
    ----------
    label : label or None
        The class or label that the curve is of, where a metric gave one curve for each of several. It names the curve
        in pictures, and is not part of the result: equal points are equal.
    """

    label: Label | None = field(default=None, kw_only=True, compare=False)
