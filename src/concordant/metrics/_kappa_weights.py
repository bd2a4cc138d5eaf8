"""How much each pair of labels disagrees: no, linear, quadratic weights, or a matrix of the caller's."""

from __future__ import annotations

import numpy as np

from concordant.errors import OptionError
from concordant.states import Counts
from concordant.typing import FloatArray, KappaWeights, Label


def label_values(labels: tuple[Label, ...]) -> FloatArray:
    """Numeric labels stand at their values (1, 3, 7 are not 1, 2, 3), other labels at their positions."""
    numeric = all(isinstance(label, (int, float)) and not isinstance(label, bool) for label in labels)
    return np.array(labels if numeric else range(len(labels)), dtype=np.float64)


def disagreement(counts: Counts, weights: KappaWeights) -> FloatArray:
    """Return the matrix V of disagreements, zero on the diagonal; its scale does not matter to a kappa."""
    size = len(counts.labels)
    if weights is None:
        return 1.0 - np.eye(size)
    if isinstance(weights, str):
        if weights not in ("linear", "quadratic"):
            msg = f'weights must be None, "linear", "quadratic" or a matrix, not {weights!r}.'
            raise OptionError(msg)
        values = label_values(counts.labels)
        distance = np.abs(values[:, None] - values[None, :])
        return distance * distance if weights == "quadratic" else distance
    try:
        matrix = np.asarray(weights, dtype=np.float64)
    except (TypeError, ValueError) as error:
        msg = f"a matrix of weights must hold numbers: {error}"
        raise OptionError(msg) from error
    return _own_matrix(matrix, size)


def _own_matrix(matrix: FloatArray, size: int) -> FloatArray:
    """Take penalties (zero diagonal) as they are; turn agreement weights (unit diagonal) into 1 - w."""
    if matrix.shape != (size, size):
        msg = f"a matrix of weights for {size} labels must have the shape ({size}, {size}), not {matrix.shape}."
        raise OptionError(msg)
    diagonal = np.diagonal(matrix)
    if not np.isfinite(matrix).all():
        msg = "a matrix of weights must hold finite numbers."
        raise OptionError(msg)
    if (diagonal == 0).all() and (matrix >= 0).all():
        return matrix
    if (diagonal == 1).all() and (matrix <= 1).all():
        return 1.0 - matrix
    msg = (
        "a matrix of weights holds either penalties (0 on the diagonal, none negative) or agreements "
        "(1 on the diagonal, none larger)."
    )
    raise OptionError(msg)
