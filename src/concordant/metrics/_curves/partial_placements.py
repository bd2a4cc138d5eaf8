"""
Influence of a row on the partial AUC: its placement as far as it lies within the range.

The area is an integral of the empirical curve between two limits. A row of the class on the upright axis lifts the
curve from its score on; a row of the other class moves it to the side, and the area changes by the shift times the
rise of the curve. For the whole range this is DeLong's placement; restricted to a range, the placement of Dodd & Pepe
(2003), Biometrics 59:614, with the term that the estimated limits add (He & Escobar 2008, Statistics in Medicine
27:5291). Where the curve rises exactly at a limit, it has two slopes there, and their mean is taken.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.states import Curve
from concordant.typing import FloatArray


def partial_auc_influence(
    curve: Curve, *, max_fpr: Any = None, fpr: Any = None, tpr: Any = None, corrected: bool = True
) -> FloatArray:
    """Psi of a negative and of a positive row at each distinct score, shape (T, 2)."""
    low, high = tpr or fpr or (0.0, max_fpr)
    least = (high * high - low * low) / 2
    weights = curve.weights * 1.0
    if tpr is None:
        psi = _area_influence(weights[:, 0], weights[:, 1], low, high)
    else:
        psi = -_area_influence(weights[:, 1], weights[:, 0], low, high)[:, ::-1]
        least = high - low - least
    return psi / (2 * (high - low - least)) if corrected else psi


def _area_influence(across: FloatArray, up: FloatArray, low: float, high: float) -> FloatArray:
    """Psi of a row of the class on the level and on the upright axis, for the area between two limits."""
    total, width, height = across.sum() + up.sum(), across.sum(), up.sum()  # of NumPy, so that 0 / 0 is NaN
    end = np.minimum(across.cumsum() / width, 1.0)
    start = np.append(0.0, end[:-1])
    rise = up / height
    steep = end <= start
    span = np.where(steep, 1.0, end - start)
    first, last = np.clip(start, low, high), np.clip(end, low, high)
    begun, done = (first - start) / span, (last - start) / span  # the part of each piece that lies within the range
    # Upright: what the curve gains beyond the score, and on average among ties.
    lifted = high - last + (last - first) * (begun + done) / 2
    lifted -= up @ lifted / height
    # Level: the rise of the curve beyond the score, and on average among ties.
    inside = np.where(steep, _within(end, low, high), done - begun)
    risen = rise * inside
    later = np.append(risen[:0:-1].cumsum()[::-1], 0.0)[: len(risen)]
    shifted = later + np.where(steep, 0.0, rise * (done**2 - begun**2) / 2)
    shifted -= across @ shifted / width
    return np.stack([-shifted * (total / width), lifted * (total / height)], axis=1)


def _within(place: FloatArray, low: float, high: float) -> FloatArray:
    """1 inside the range, 0 outside, 1/2 at a limit that rows lie on both sides of."""
    at = (np.isclose(place, low, rtol=0, atol=1e-12) & (low > 0)) | (
        np.isclose(place, high, rtol=0, atol=1e-12) & (high < 1)
    )
    return np.where(at, 0.5, (place >= low) & (place <= high))
