"""The standard error of few independent rows, and its degrees of freedom."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.inference.clustered import sandwich
from concordant.inference.samples.units import Units
from concordant.typing import FloatArray


def small_sample(units: Units, psi: FloatArray, stratum: npt.NDArray[np.generic] | None = None) -> tuple[float, float]:
    """
    Divide by n - 1; of several strata, the sum of squares of each by its own rows less one.

    The degrees of freedom of such a sum are `satterthwaite`'s; weighted rows count as Kish's number of them. Clusters
    have a correction and degrees of their own.

    Parameters
    ----------
    units : Units
        The rows.
    psi : ndarray of shape (U,)
        Influences.
    stratum : ndarray of shape (U,), optional
        The stratum of each unit: of scores, its class.
    """
    if units.clusters is not None:
        found = sandwich(units, psi[:, None])
        return math.sqrt(float(found.variance[0])), float(found.degrees[0])
    squares, weight, weight_squares = _sums((units.squares * psi**2, units.weight, units.squares), stratum)
    squares = squares / units.total**2
    rows = np.divide(weight**2, weight_squares, out=np.zeros_like(weight), where=weight_squares > 0)
    here = squares > 0
    squares, rows = squares[here], rows[here]
    if (rows <= 1 + 1e-9).any():
        return float("nan"), float("nan")
    parts = squares * rows / (rows - 1)
    variance = float(parts.sum())
    if variance <= (1e-12**2) * float(units.squares.sum()) / units.total**2:
        return 0.0, math.inf
    return math.sqrt(variance), float(satterthwaite(parts, rows - 1))


def _sums(each: Sequence[FloatArray], stratum: npt.NDArray[np.generic] | None) -> list[FloatArray]:
    """Add up each in every stratum."""
    if stratum is None:
        return [np.array([one.sum()]) for one in each]
    return [np.asarray(np.bincount(stratum.astype(np.intp), one), np.float64) for one in each]


def satterthwaite(parts: Any, degrees: Any) -> Any:
    """
    The degrees of freedom of a sum of variances, (..., P), each known with its own: ``(sum v)^2 / sum(v^2 / d)``.

    Satterthwaite (1946), Biometrics Bulletin 2:110.
    """
    return parts.sum(-1) ** 2 / (parts**2 / degrees).sum(-1)
