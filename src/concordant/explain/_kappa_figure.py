"""The matrices O, W and E side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from concordant.errors import LengthError
from concordant.explain._kappa_page import KAPPA_NAMES
from concordant.explain._kappa_steps import KappaSteps
from concordant.explain._page import decimals_for, fixed
from concordant.plots._axes import new_figure, require_matplotlib
from concordant.plots._heat_map import draw_cells, shaded
from concordant.result.wording import compact_count, rate_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_ROOM_FOR_NUMBERS = 12  # labels; with more, W and E are shown by colour and O without its zeros


def kappa_figure(steps: KappaSteps) -> Figure:
    """Return a new figure that pyplot knows nothing of."""
    figure = new_figure(_size(len(steps.labels)), "compressed")
    kappa_plot(steps, figure.subplots(1, 3))
    figure.suptitle(_title(steps))
    return figure


def kappa_plot(steps: KappaSteps, axes: Sequence[Axes] | None) -> tuple[Axes, Axes, Axes]:
    """Draw into three Axes, or into a new figure of pyplot."""
    require_matplotlib()
    if axes is None:
        from matplotlib import pyplot as plt

        figure, new = plt.subplots(1, 3, figsize=_size(len(steps.labels)), layout="compressed")
        figure.suptitle(_title(steps))
        return kappa_plot(steps, new)
    axes = tuple(axes)
    if len(axes) != 3:
        msg = f"three Axes are needed, for O, W and E, not {len(axes)}."
        raise LengthError(msg)
    o, w, e = axes
    weights, expected = decimals_for(steps.weights, 3), decimals_for(steps.expected, 1)
    crowded = len(steps.labels) > _ROOM_FOR_NUMBERS
    by_colour = ", by colour" if crowded else ""
    _matrix(o, steps, steps.observed, "Blues", lambda x: "" if crowded and not x else compact_count(x))
    _matrix(w, steps, steps.weights, "Oranges", lambda x: "" if crowded else fixed(x, weights))
    _matrix(e, steps, steps.expected, "Blues", lambda x: "" if crowded else _expected_text(x, expected))
    for ax, title in zip(
        axes, ("O: observed", "W: weights" + by_colour, "E: expected by chance" + by_colour), strict=True
    ):
        ax.set_title(title, fontsize="medium")
    o.set_ylabel(steps.names[0])
    for ax in axes:
        ax.set_xlabel(steps.names[1])
    return o, w, e


def _title(steps: KappaSteps) -> str:
    sums = f"{steps.numerator:.4g} / {steps.denominator:.4g}"
    parts = f"{KAPPA_NAMES[steps.scheme]} = 1 \N{MINUS SIGN} Σ W·O / Σ W·E = 1 \N{MINUS SIGN} {sums}"
    return f"{parts} is undefined" if np.isnan(steps.kappa) else f"{parts} = {rate_text(steps.kappa)}"


def _expected_text(value: float, decimals: int) -> str:
    return compact_count(value) if value >= 10_000 else fixed(value, decimals)


def _size(labels: int) -> tuple[float, float]:
    side = float(np.clip(1.75 + 0.5 * labels, 3.0, 7.0))
    return 3 * side + 1.0, side + 1.0


def _matrix(
    ax: Axes,
    steps: KappaSteps,
    values: np.ndarray[tuple[int, ...], np.dtype[np.generic]],
    colours: str,
    write: Callable[[float], str],
) -> None:
    texts = [[write(x) for x in row] for row in values.tolist()]
    draw_cells(ax, shaded(values, colours), texts, steps.labels)
