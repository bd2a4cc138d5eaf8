"""Records that people would rather look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from concordant.result.record import Record

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Pictured(Record):
    """A record with a picture: ``plot()`` is the function of `concordant.plots` that has the name in `picture`."""

    __slots__ = ()

    picture: ClassVar[str]

    def plot(self, ax: Axes | None = None, **options: Any) -> Axes:
        """
        Draw it with matplotlib, and return the Axes.

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
