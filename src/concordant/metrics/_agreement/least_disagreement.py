"""
The least disagreement that two raters can have, given how often each of them uses each label.

That is a transport problem: move the first margin to the second at the cost V. Two kinds of V have a closed form
(equal penalties; costs with the Monge property, for which the north-west corner is optimal: Hoffman 1963); any other V
goes through linear programming.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.errors import MissingDependencyError
from concordant.metrics._agreement.penalties import Alike, Penalties
from concordant.metrics._agreement.weight_families import label_values
from concordant.typing import FloatArray, Floats, Label, NumberArray


def least_disagreement(v: Penalties, r: NumberArray, c: NumberArray, labels: tuple[Label, ...]) -> Floats:
    """
    Return the least ``sum(V T)`` of a table T with the margins r and c, shape (..., K), of penalties V.

    `labels` give the order in which the costs may have the Monge property.
    """
    least = (r - np.minimum(r, c)).sum(-1) if isinstance(v, Alike) else _least(v.matrix, r, c, labels)
    return _no_more_than_by_chance(least, v, r, c)


def _least(v: FloatArray, r: NumberArray, c: NumberArray, labels: tuple[Label, ...]) -> Floats:
    if np.array_equal(v, v.max(initial=0.0) * (1.0 - np.eye(len(v)))):  # all that can agree does
        return v.max(initial=0.0) * (r - np.minimum(r, c)).sum(-1)
    order = np.argsort(label_values(labels))
    v, r, c = v[np.ix_(order, order)], r[..., order], c[..., order]
    if _is_monge(v):
        return (v * _north_west(r, c)).sum((-2, -1))
    places = np.ndindex(r.shape[:-1])
    least = [_by_programming(v, r[place], c[place]) for place in places]
    return np.array(least).reshape(r.shape[:-1])[()]


def _no_more_than_by_chance(least: Any, v: Penalties, r: NumberArray, c: NumberArray) -> Any:
    """Take off what rounding adds beside tiny weights: the table of independent raters has these margins as well."""
    if not isinstance(least, (np.ndarray, np.floating)) or least.dtype.kind != "f":  # derivatives are of the pairing
        return least
    with np.errstate(invalid="ignore", divide="ignore"):
        by_chance = v.by_chance(r, c) / r.sum(-1)
    return np.fmin(least, by_chance)


def _is_monge(v: FloatArray) -> bool:
    """Whether crossed pairs never cost less: ``v_ij + v_i'j' <= v_ij' + v_i'j``, as for convex functions of i - j."""
    crossed = v[:-1, 1:] + v[1:, :-1] - v[:-1, :-1] - v[1:, 1:]
    return bool((crossed >= -1e-12 * v.max(initial=0.0)).all())


def _north_west(r: NumberArray, c: NumberArray) -> NumberArray:
    """Pair both margins in their order, least with least and greatest with greatest."""
    to_r, to_c = np.cumsum(r, axis=-1)[..., :, None], np.cumsum(c, axis=-1)[..., None, :]
    overlap = np.minimum(to_r, to_c) - np.maximum(to_r - r[..., :, None], to_c - c[..., None, :])
    paired: NumberArray = np.maximum(overlap, 0.0)
    return paired


def _by_programming(v: FloatArray, r: NumberArray, c: NumberArray) -> Floats:
    """
    Solve the transport problem of one table.

    The result is taken from the prices (the dual solution), which are exact at the optimum whatever the solver's
    tolerance for the margins, and carry derivatives with respect to them.
    """
    try:
        from scipy.optimize import linprog
        from scipy.sparse import eye_array, kron, vstack
    except ImportError as error:
        msg = "the greatest kappa with these weights is the solution of a linear programme: pip install scipy"
        raise MissingDependencyError(msg) from error
    total = float(np.real(r.sum()))
    if total == 0:
        return r.sum() * 0.0
    size, scale = len(v), v.max()
    each, ones = eye_array(size), np.ones((1, size))
    sums = vstack([kron(each, ones), kron(ones, each)], format="csc")  # of the rows, of the columns
    shares = np.concatenate([np.real(r), np.real(c)]) / total
    prices = linprog((v / scale).ravel(), A_eq=sums, b_eq=shares, method="highs-ds").eqlin.marginals * scale
    return prices[:size] @ r + prices[size:] @ c
