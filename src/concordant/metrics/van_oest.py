"""Van Oest's index: agreement beyond chance that is never undefined, as every label has a rating beforehand."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.metrics._agreement.no_chance import no_pairs
from concordant.metrics._agreement.pair_sums import pair_sums, require_symmetric
from concordant.metrics._agreement.penalties import scaled_penalties
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._object.define import metric
from concordant.metrics._object.panel_facts import PanelFacts
from concordant.typing import Floats, KappaWeights


def _why(ratings: Any, *, weights: KappaWeights = None) -> str | None:
    del weights
    return no_pairs(pair_sums(ratings)) or "there is only one label (0/0); declare all possible labels: labels=[...]"


@metric(
    input="panel",
    panel=PanelFacts(),
    why=_why,
    family="agreement",
    title="Van Oest's index",
    says="agreement beyond chance with one rating of each label beforehand, so that it is defined for any panel",
    formula="1 - Do / sum(V e e'), e_k = (1 + ratings with label k) / (K + ratings); Do over pairs of ratings",
    source="van Oest 2019, Psychological Methods 24:439",
    better="higher",
    range=(float("-inf"), 1),
    corrected=True,
    symmetric=True,
    needs_order="if weighted",
)
def van_oest(ratings: Any, /, *, weights: KappaWeights = None) -> Floats:
    """
    Van Oest's index: agreement beyond chance that is never undefined, as every label has a rating beforehand.

    ``1 - Do / De``: Do is the disagreement of all pairs of ratings of the same unit, each pair counting alike;
    ``De = sum_kl v_kl e_k e_l`` with ``e_k = (1 + t_k) / (K + sum t)`` and the number t_k of ratings with label k:
    the uniform prior of a Bayesian who has seen one rating of each label.

    Parameters
    ----------
    weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array-like, or None
        How much two labels disagree, as in `cohen_kappa`; a matrix must be symmetric.

    Returns
    -------
    float
        At most 1. Undefined (NaN) if no unit has two ratings, or if only one label is possible.

    Notes
    -----
    It depends on the number of possible labels: declare them with ``labels=[...]``. In large panels it is near
    `fleiss_kappa`. Weights of units count as ratings beside the one beforehand.

    References
    ----------
    van Oest (2019), A new coefficient of interrater agreement: the challenge of highly unequal category proportions,
    Psychological Methods 24:439.

    Examples
    --------
    >>> from concordant import van_oest
    >>> round(van_oest([["a", "a", "a"], ["a", "a", "a"]], labels=["a", "b"]), 6)
    1.0
    """
    sums, v = pair_sums(ratings), scaled_penalties(ratings, weights)
    require_symmetric(sums, v, weights, "van_oest")
    used = 1.0 + sums.ratings
    expected = ratio(v.by_chance(used, used), np.square(used.sum(-1)))
    return 1.0 - ratio(ratio(sums.paired(v), sums.pairs), expected)
