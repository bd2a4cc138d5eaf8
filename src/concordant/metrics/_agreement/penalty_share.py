"""What each pair of labels costs a weighted kappa, as a share of the whole penalty."""

from __future__ import annotations

from typing import Any

from concordant.metrics._agreement.disagreement_weights import disagreement
from concordant.metrics._arithmetic.ratio import ratio
from concordant.states import Counts
from concordant.typing import FloatArray, KappaWeights


def penalty_share(counts: Counts, weights: KappaWeights, table: Any = None) -> FloatArray:
    """
    Return ``w_ij t_ij / sum(w t)`` for the table of the counts, or another one over the same labels.

    NaN if nothing is penalised.
    """
    penalty = disagreement(counts, weights) * (counts.table if table is None else table)
    share: FloatArray = ratio(penalty, penalty.sum())
    return share
