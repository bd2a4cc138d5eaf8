"""Kappa of each category: Fleiss' kappa of one label against all others."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.metrics._agreement.no_chance import no_pairs
from concordant.metrics._agreement.pair_sums import pair_sums
from concordant.metrics._agreement.penalties import Penalties
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._object.define import metric
from concordant.metrics._object.panel_facts import PanelFacts
from concordant.typing import FloatArray


def _why(ratings: Any) -> str | None:
    sums = pair_sums(ratings)
    if lacking := no_pairs(sums):
        return lacking
    if np.ndim(sums.n):
        return "in some panels a label has no rating, or all of them"
    shares = np.asarray(sums.shares) / sums.n
    gone = [label for label, p in zip(ratings.labels, shares.tolist(), strict=True) if p <= 0 or p >= 1 - 1e-15]
    return f"undefined for labels with no rating, or all of them: {', '.join(map(repr, gone))}" if gone else None


@metric(
    input="panel",
    panel=PanelFacts(),
    why=_why,
    family="agreement",
    title="Kappa of each category",
    says="agreement beyond chance on whether a unit has a label, one value a label",
    formula="Fleiss' kappa of the dichotomy: the label against all others",
    source="Fleiss 1971, Psychological Bulletin 76:378, eq. 20",
    better="higher",
    range=(-1, 1),
    corrected=True,
    symmetric=True,
)
def category_kappa(ratings: Any, /) -> FloatArray:
    """
    Kappa of each category: Fleiss' kappa of one label against all others.

    ``kappa_k = 1 - Do_k / (2 p_k (1 - p_k))``: Do_k is how often, of two ratings of a unit, only one has the label k,
    and p_k the mean share of the label in the units. `fleiss_kappa` is their mean with the weights ``p_k (1 - p_k)``.

    Returns
    -------
    ndarray of shape (K,)
        In the order of the labels, each at most 1. Undefined (NaN) for a label with no rating, or with all of them.

    References
    ----------
    Fleiss (1971), Measuring nominal scale agreement among many raters, Psychological Bulletin 76:378.

    Examples
    --------
    >>> from concordant import category_kappa
    >>> category_kappa([["a", "a", "a"], ["a", "b", "c"], ["c", "c", "c"], ["b", "b", "a"]]).round(3).tolist()
    [0.314, 0.111, 0.625]
    """
    sums, size = pair_sums(ratings), len(ratings.labels)
    own = np.arange(size)
    found = []
    for k in range(size):
        apart = np.logical_xor.outer(own == k, own == k) * 1.0
        found.append(ratio(sums.apart(Penalties(apart)), sums.pairs_n))
    if not found:  # no label, as there is no rating
        return np.zeros((*np.shape(sums.n), 0))
    p = ratio(sums.shares, np.asarray(sums.n)[..., None])
    values: FloatArray = 1.0 - ratio(np.stack(found, axis=-1), 2.0 * p * (1.0 - p))
    return values
