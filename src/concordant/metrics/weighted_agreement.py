"""Weighted agreement: the share of agreement, where near misses count in part."""

from __future__ import annotations

import numpy as np

from concordant.metrics._agreement.no_chance import no_pairs
from concordant.metrics._agreement.pair_sums import pair_sums, require_symmetric
from concordant.metrics._agreement.penalties import scaled_penalties
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._cells.row_shares import RIGHT, Share
from concordant.metrics._object.define import metric
from concordant.metrics._object.optimum import ROW
from concordant.metrics._object.panel_facts import PanelFacts
from concordant.states import Counts
from concordant.typing import Floats, KappaWeights


def _why(counts: Counts, *, weights: KappaWeights = None) -> str | None:
    del weights
    if isinstance(counts, Counts):
        return "there are no rows" if np.any(np.asarray(counts.n) == 0) else None
    return no_pairs(pair_sums(counts))


def _share(counts: Counts, *, weights: KappaWeights = None) -> Share | None:
    del counts
    return RIGHT if weights is None else None


@metric(
    why=_why,
    optimum=ROW,
    family="agreement",
    title="Weighted agreement",
    says="the share of agreement, where near misses count in part; chance is not taken off",
    formula="sum(W P): 1 on the diagonal of W, 0 for the widest disagreement",
    source="Gwet 2014, Handbook of Inter-Rater Reliability, 4th ed.",
    better="higher",
    range=(0, 1),
    interval="wilson",
    proportion=_share,
    symmetric=True,
    needs_order="if weighted",
    aliases=("weighted_observed_agreement", "percent_agreement", "pairwise_agreement"),
    panel=PanelFacts(limits="logit", closed_form=True),
)
def weighted_agreement(counts: Counts, /, *, weights: KappaWeights = None) -> Floats:
    """
    Weighted agreement: the share of agreement, where near misses count in part.

    ``sum_ij w_ij p_ij`` with the agreement weights w and the shares p of the table: the observed agreement Po
    that weighted `cohen_kappa`, `scott_pi` and `gwet_ac2` correct for chance. Without weights it is `accuracy`. Of many
    raters: the mean over the units with two ratings or more of the agreement of two of them.

    Parameters
    ----------
    weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array-like, or None
        None: equal labels agree, others do not. The families of `cohen_kappa`, scaled: 1 for equal labels, 0 for the
        widest disagreement that the labels allow, and so are penalties of your own (0 on the diagonal); agreement
        weights of your own (1 on the diagonal) are taken as they are.

    Returns
    -------
    float
        Between 0 and 1, or as low as the least agreement weight of your own. Undefined (NaN) without rows.

    Notes
    -----
    The scale depends on the outermost labels: declare all possible ones with ``labels=[...]``. Quadratic weights
    give high values to nearly any pair of raters; that is why chance is taken off by a kappa.

    References
    ----------
    Gwet (2014), Handbook of Inter-Rater Reliability, 4th edition, Advanced Analytics.

    Examples
    --------
    >>> from concordant import weighted_agreement
    >>> weighted_agreement([1, 2, 3, 3], [1, 3, 3, 1], weights="linear")
    0.625
    >>> weighted_agreement([1, 2, 3, 3], [1, 3, 3, 1], weights="quadratic", labels=[1, 2, 3, 4, 5])
    0.921875
    """
    v, sums = scaled_penalties(counts, weights), pair_sums(counts)
    require_symmetric(sums, v, weights, "weighted_agreement")
    return 1.0 - ratio(sums.apart(v), sums.pairs_n)
