"""Gwet's AC2: weighted agreement beyond chance that stays sensible where one category prevails."""

from __future__ import annotations

from concordant.metrics._agreement.no_chance import one_possible
from concordant.metrics._agreement.pair_sums import pair_sums, require_symmetric
from concordant.metrics._agreement.penalties import scaled_penalties
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._object.define import metric
from concordant.metrics._object.panel_facts import PanelFacts
from concordant.states import Counts
from concordant.typing import Floats, KappaWeights


def _why(counts: Counts, *, weights: KappaWeights) -> str | None:
    del weights
    return one_possible(counts)


@metric(
    why=_why,
    family="agreement",
    title="Gwet's AC2",
    says="weighted agreement beyond chance, steady where one category prevails: 1 is perfect",
    formula="(Po - Pe) / (1 - Pe), Po = sum(W P), Pe = sum(W) sum(pi (1 - pi)) / (K (K - 1))",
    source="Gwet 2014, Handbook of Inter-Rater Reliability, 4th ed.",
    better="higher",
    range=(float("-inf"), 1),
    interval="jackknife",
    corrected=True,
    symmetric=True,
    needs_order="always",
    panel=PanelFacts(closed_form=True),
    elsewhere=("ac2", "gwets_ac2"),
)
def gwet_ac2(counts: Counts, /, *, weights: KappaWeights) -> Floats:
    """
    Gwet's AC2: weighted agreement beyond chance that stays sensible where one category prevails.

    ``AC2 = (Po - Pe) / (1 - Pe)`` with ``Po = sum_ij w_ij p_ij`` and
    ``Pe = sum_ij w_ij / (K (K - 1)) * sum_k pi_k (1 - pi_k)``: the agreement weights w, the shares p of the
    table, the mean pi_k of both raters' shares of category k, the number K of possible labels. Of many raters: Po is
    the mean over the units with two ratings or more of the agreement of two of them, pi_k the mean share of label k in
    the units.

    Parameters
    ----------
    weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array-like, or None
        The weights must be named, as they move the value much. The families of `cohen_kappa` are scaled as Gwet
        does: 1 for equal labels, 0 for the widest disagreement that the labels allow, and so are penalties of
        your own (0 on the diagonal); agreement weights of your own (1 on the diagonal) are taken as they are.
        None gives AC1.

    Returns
    -------
    float
        At most 1; with weights of several labels it can be below -1. Undefined (NaN) if there is only one
        label: 0/0.

    Notes
    -----
    It depends on the number of *possible* labels, and by the scale of the weights on the outermost ones: declare
    them with ``labels=[...]``. Without it, K is the number of labels that occur in either column; the signature
    names the labels that were counted. Independent raters do not get 0 in general.

    References
    ----------
    Gwet (2014), Handbook of Inter-Rater Reliability, 4th edition, Advanced Analytics. Gwet (2008),
    Computing inter-rater reliability and its variance in the presence of high agreement, British Journal of
    Mathematical and Statistical Psychology 61:29.

    Examples
    --------
    >>> from concordant import gwet_ac2
    >>> round(gwet_ac2([1, 2, 3, 3, 3, 3], [1, 3, 3, 3, 3, 2], weights="quadratic"), 6)
    0.833333
    >>> round(gwet_ac2([1, 2, 3, 3, 3, 3], [1, 3, 3, 3, 3, 2], weights="quadratic", labels=[1, 2, 3, 4]), 6)
    0.928571
    """
    v, size, sums = scaled_penalties(counts, weights), len(counts.labels), pair_sums(counts)
    require_symmetric(sums, v, weights, "gwet_ac2")
    pi = ratio(sums.shares, sums.n[..., None])
    expected = 1.0 - ratio((size * size - v.sum()) * (pi * (1.0 - pi)).sum(-1), size * (size - 1))
    return 1.0 - ratio(ratio(sums.apart(v), sums.pairs_n), expected)
