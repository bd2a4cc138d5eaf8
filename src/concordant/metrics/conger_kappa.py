"""Conger's kappa: agreement of many raters beyond chance, where each rater has a distribution of their own."""

from __future__ import annotations

from typing import Any

from concordant.metrics._agreement.no_chance import no_pairs, same_label
from concordant.metrics._agreement.pair_sums import pair_sums
from concordant.metrics._agreement.penalties import penalties
from concordant.metrics._agreement.rater_sums import rater_sums
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._object.define import metric
from concordant.metrics._object.panel_facts import PanelFacts
from concordant.typing import Floats, KappaWeights


def _why(ratings: Any, *, weights: KappaWeights = None) -> str | None:
    del weights
    return no_pairs(pair_sums(ratings)) or same_label(ratings)


@metric(
    input="panel",
    panel=PanelFacts(raters=True, of_two="cohen_kappa", closed_form=True),
    why=_why,
    family="agreement",
    title="Conger's kappa",
    says="agreement of many raters beyond chance, with the habits of each rater: 1 is perfect",
    formula="1 - Do / De: Do the disagreement of two ratings of a unit, De that of two raters who judge independently",
    source="Conger 1980, Psychological Bulletin 88:322; Davies & Fleiss 1982, Biometrics 38:1047",
    better="higher",
    range=(-1, 1),
    corrected=True,
    symmetric=True,
    needs_order="if weighted",
    aliases=("davies_fleiss_kappa",),
    elsewhere=("conger", "congers_kappa"),
)
def conger_kappa(ratings: Any, /, *, weights: KappaWeights = None) -> Floats:
    """
    Conger's kappa: agreement of many raters beyond chance, where each rater has a distribution of their own.

    ``kappa = 1 - Do / De``: Do is the mean disagreement of two ratings of a unit, over the units with two ratings or
    more; ``De = (s'V s - sum_g p_g'V p_g) / (r (r - 1))`` the mean disagreement of two different raters who judge
    independently, with the shares p_g of the labels in all ratings of rater g, and their sum s. Of two raters it is
    `cohen_kappa`.

    Parameters
    ----------
    weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array-like, or None
        How much two labels disagree, as in `cohen_kappa`. Both orders of a pair occur, so that of a matrix the mean
        with its transpose counts.

    Returns
    -------
    float
        At most 1. Undefined (NaN) if no unit has two ratings, or if all raters use only one and the same label.

    Notes
    -----
    Of complete ratings it is not lower than `fleiss_kappa` (Warrens 2010), and higher where the habits of the raters
    differ: different habits are no disagreement by chance here. Hubert's kappa is equal to it for complete ratings
    only. Raters without a rating do not count. It needs to know who rated; a table in which the columns are no raters
    (every unit had others) gives a number that means nothing.

    References
    ----------
    Conger (1980), Integration and generalization of kappas for multiple raters, Psychological Bulletin 88:322.
    Davies & Fleiss (1982), Measuring agreement for multinomial data, Biometrics 38:1047. With missing ratings and
    weights: Gwet (2014), Handbook of Inter-Rater Reliability, 4th edition, Advanced Analytics.

    Examples
    --------
    >>> from concordant import conger_kappa
    >>> ratings = [["a", "a", "a"], ["a", "b", None], ["b", "b", "b"], ["b", "b", "a"]]
    >>> round(conger_kappa(ratings), 6)
    0.210526
    """
    sums, v = rater_sums(ratings), penalties(ratings, weights)
    return 1.0 - ratio(ratio(sums.apart(v), sums.pairs_n), sums.chance(v))
