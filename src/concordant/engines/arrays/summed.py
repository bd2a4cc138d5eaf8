"""What the kernels of moments give back, as a state."""

from __future__ import annotations

import numpy as np

from concordant import _kernels
from concordant.states.moments import Moments
from concordant.typing import Label


def summed(
    names: tuple[str, ...], found: _kernels.Moments, missing: int, classes: tuple[Label, ...] | None = None
) -> Moments:
    """Return the state of the sums of a kernel."""
    weight, squares = np.asarray(found.weight), np.asarray(found.squares)
    return Moments(names, weight, squares, found.mean, found.comoment, classes=classes, missing=missing)
