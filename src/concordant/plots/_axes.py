"""Where a picture is drawn: the Axes of the caller, or those of a new figure."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Literal

from concordant.errors import InputTypeError, MissingDependencyError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


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
