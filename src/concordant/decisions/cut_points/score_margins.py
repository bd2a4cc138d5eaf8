"""How far scores lie inside the intervals between cut points."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from concordant.typing import FloatArray


def margins_of(cut_points: FloatArray, scores: npt.NDArray[np.generic]) -> FloatArray:
    """
    Return the distance of each score to the nearer end of the interval of each label, negative outside.

    The greatest of a row stands at the label that the cut points give it: a score at a cut belongs to the label above,
    so distances are taken from the number just below the cut. Of two labels the distance to the only cut.

    Parameters
    ----------
    cut_points : ndarray of shape (K - 1,)
        They do not fall; they may be infinite.
    scores : ndarray of shape (n,)
        Scores, infinite ones too.

    Returns
    -------
    ndarray of shape (n, K), or (n,) if K = 2
    """
    column = np.asarray(scores, dtype=np.float64)
    below = np.nextafter(cut_points, -np.inf)
    with np.errstate(invalid="ignore", over="ignore"):  # of equal infinities; distances beyond the range
        above = column[:, None] - below
    reached = (column[:, None] >= cut_points) & (cut_points < np.inf)  # as `CutPoints.predict` has it
    above = np.where(np.isnan(above) | np.isinf(above), np.where(reached, np.inf, -np.inf), above)
    if len(cut_points) == 1:
        return np.asarray(above[:, 0])
    ends = np.full((len(column), 1), np.inf)
    found: FloatArray = np.minimum(np.hstack([ends, above]), np.hstack([-above, ends]))
    return found
