"""Which thresholds are marked on a curve."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError
from concordant.plots._thinning import kept_points
from concordant.typing import FloatArray

Thresholds: TypeAlias = bool | Sequence[float]
Wanted: TypeAlias = Literal["some"] | tuple[float, ...]

_APART = 0.2  # the least distance of two marks that we choose, in units of the axes, so that texts do not collide


def check_thresholds(thresholds: Thresholds) -> Wanted:
    """Return the thresholds that are wanted, none for False, or for True that some are to be chosen."""
    if isinstance(thresholds, bool):
        return "some" if thresholds else ()
    try:
        wanted = tuple(float(threshold) for threshold in thresholds)
    except (TypeError, ValueError):
        wanted = (np.nan,)
    if any(threshold != threshold for threshold in wanted):  # noqa: PLR0124  (NaN)
        msg = f"thresholds must be True, False or a list of numbers, not {thresholds!r}."
        raise OptionError(msg)
    return wanted


def marks(wanted: Wanted, x: FloatArray, y: FloatArray, thresholds: npt.NDArray[Any]) -> list[tuple[int, str]]:
    """
    Return the places on the curve to mark, and the threshold to write there.

    Thresholds descend along the curve. A wanted threshold stands where "positive" means ``score >= threshold``;
    one above every score has no place on a curve that starts with the highest score. Without a list, thresholds
    are chosen along the curve, each a fair distance from the one before and from both ends.
    """
    if wanted != "some":
        places = np.searchsorted(-thresholds, -np.array(wanted), side="right") - 1
        return [(int(place), f"{t:.4g}") for place, t in zip(places, wanted, strict=True) if place >= 0]
    chosen: list[tuple[int, str]] = []
    last = (x[0], y[0]) if len(x) else (0.0, 0.0)
    places = kept_points(x, y)  # of millions of thresholds thousands are choice enough
    far_from_end = np.hypot(x[places] - x[-1:], y[places] - y[-1:]) >= _APART
    for place in places[np.isfinite(thresholds[places]) & far_from_end].tolist():
        if np.hypot(x[place] - last[0], y[place] - last[1]) >= _APART:
            chosen.append((place, f"{thresholds[place]:.3g}"))
            last = (x[place], y[place])
    return chosen
