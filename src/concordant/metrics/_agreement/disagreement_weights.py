"""How much each pair of labels disagrees: by one of the families of weights, or by a matrix of the caller's."""

from __future__ import annotations

import numpy as np

from concordant.errors import LabelOrderError, OptionError
from concordant.metrics._agreement.weight_families import FAMILIES, label_values
from concordant.names import did_you_mean
from concordant.states import Counts
from concordant.states.tables import PairWeights, refuse_many, steps_between
from concordant.typing import FloatArray, KappaWeights

__all__ = ["disagreement", "label_values", "scaled_disagreement", "steps"]


def steps(counts: Counts) -> PairWeights:
    """Return ``|x_i - x_j|`` for each pair of labels."""
    return steps_between(label_values(counts.labels))


def disagreement(counts: Counts, weights: KappaWeights) -> FloatArray:
    """Return the matrix V of disagreements, zero on the diagonal; its scale does not matter to a kappa."""
    refuse_many(counts.labels)
    if weights is None:
        return 1.0 - np.eye(len(counts.labels))
    if isinstance(weights, str):
        return _family(counts, weights)
    penalty, _ = _own_matrix(counts, weights)
    return penalty


def scaled_disagreement(counts: Counts, weights: KappaWeights) -> FloatArray:
    """
    Return ``V = 1 - W`` for coefficients to which the scale matters.

    The widest disagreement is 1 (W = 0), as Gwet defines the families; agreement weights of the caller's stay as given.
    """
    if weights is None or isinstance(weights, str):
        penalty, given = disagreement(counts, weights), False
    else:
        penalty, given = _own_matrix(counts, weights)
    largest = penalty.max(initial=0.0)
    return penalty if given or largest in (0.0, 1.0) else penalty / largest


def _family(counts: Counts, name: str) -> FloatArray:
    if name not in FAMILIES:
        msg = f"weights must be None, {', '.join(map(repr, FAMILIES))} or a matrix, not {name!r}."
        msg += did_you_mean(name, FAMILIES)
        raise OptionError(msg)
    return FAMILIES[name](counts.labels)


def _own_matrix(counts: Counts, weights: KappaWeights) -> tuple[FloatArray, bool]:
    """Take penalties (zero diagonal) as they are; turn agreement weights (unit diagonal) into 1 - w, and say so."""
    size = len(counts.labels)
    try:
        matrix = np.asarray(weights, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        msg = f"a matrix of weights must hold numbers: {error}"
        raise OptionError(msg) from error
    if matrix.shape != (size, size):
        msg = f"a matrix of weights for {size} labels must have the shape ({size}, {size}), not {matrix.shape}."
        raise OptionError(msg)
    if not counts.ordered and not np.array_equal(matrix, matrix.T):
        msg = (
            "a matrix of weights that is not symmetric speaks of the labels in an order, and these have none. "
            "Declare it: labels=[...]."
        )
        raise LabelOrderError(msg)
    diagonal = np.diagonal(matrix)
    if not np.isfinite(matrix).all():
        msg = "a matrix of weights must hold finite numbers."
        raise OptionError(msg)
    if (diagonal == 0).all() and (matrix >= 0).all():
        return matrix, False
    if (diagonal == 1).all() and (matrix <= 1).all():
        return 1.0 - matrix, True
    msg = (
        "a matrix of weights holds either penalties (0 on the diagonal, none negative) or agreements "
        "(1 on the diagonal, none larger)."
    )
    raise OptionError(msg)
