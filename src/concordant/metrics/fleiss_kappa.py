"""Fleiss' kappa: agreement of many raters beyond chance, where all draw from one and the same distribution."""

from __future__ import annotations

import math
from typing import Any

from concordant.errors import OptionError
from concordant.metrics._agreement.no_chance import same_label
from concordant.metrics._agreement.pair_sums import pair_sums, require_symmetric
from concordant.metrics._agreement.penalties import penalties
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._object.define import metric
from concordant.metrics._object.panel_facts import PanelFacts
from concordant.states import Ratings, Tallies
from concordant.typing import Floats, KappaWeights


def _why(ratings: Any, *, weights: KappaWeights = None) -> str | None:
    del weights
    return same_label(ratings)


def _null_error(state: Any, *, weights: KappaWeights = None) -> float:
    """The standard error under the hypothesis kappa = 0, of complete ratings (Fleiss, Nee & Landis 1979, eq. 12)."""
    tallies = state.tallies() if isinstance(state, Ratings) else state
    if weights is not None or not isinstance(tallies, Tallies) or tallies.weighted or len(set(tallies.ratings)) != 1:
        msg = 'method="null" is for unweighted kappa of complete ratings: every unit has as many, and all count alike.'
        raise OptionError(msg)
    m, n = float(tallies.ratings[0]), float(tallies.n)
    p = tallies.weight @ tallies.counts / (n * m)
    s = float((p * (1 - p)).sum())
    between = 2.0 * (s * s - float((p * (1 - p) * (1 - 2 * p)).sum())) / (n * m * (m - 1.0))
    return math.sqrt(between) / s if s else math.nan


@metric(
    input="panel",
    panel=PanelFacts(of_two="scott_pi", closed_form=True, null_error=_null_error),
    why=_why,
    family="agreement",
    title="Fleiss' kappa",
    says="agreement of many raters beyond chance, if all used the labels equally often: 1 is perfect",
    formula="1 - Do / sum(V pi pi'): Do the disagreement of two ratings of a unit, pi the mean shares of the labels",
    source="Fleiss 1971, Psychological Bulletin 76:378; missing ratings and weights: Gwet 2014, Handbook, 4th ed.",
    better="higher",
    range=(-1, 1),
    corrected=True,
    symmetric=True,
    needs_order="if weighted",
    elsewhere=("fleiss", "kappam_fleiss", "fleiss_kappa_score"),
)
def fleiss_kappa(ratings: Any, /, *, weights: KappaWeights = None) -> Floats:
    """
    Fleiss' kappa: agreement of many raters beyond chance, where all draw from one and the same distribution.

    ``kappa = 1 - Do / De``: Do is the mean disagreement of two ratings of a unit, over the units with two ratings or
    more, each of which counts alike; ``De = sum_kl v_kl pi_k pi_l`` with the mean pi_k of the shares of label k in
    the units. Raters are exchangeable, and may differ from unit to unit. Of two raters it is `scott_pi`.

    Parameters
    ----------
    weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array-like, or None
        How much two labels disagree, as in `cohen_kappa`; a matrix must be symmetric.

    Returns
    -------
    float
        At most 1. Undefined (NaN) if no unit has two ratings, or if only one label is used: 0/0.

    Notes
    -----
    Units with one rating count in the shares pi, not in Do. Where one label prevails it can be near 0 although nearly
    all ratings agree: read it beside `weighted_agreement` and `gwet_ac1`. Of complete ratings ``1 - alpha =
    (1 - kappa) (N - 1) / N`` with Krippendorff's alpha and N ratings. The interval that some programs print for it
    comes from the standard error under the hypothesis kappa = 0 and is no interval of kappa.

    References
    ----------
    Fleiss (1971), Measuring nominal scale agreement among many raters, Psychological Bulletin 76:378. With missing
    ratings and weights: Gwet (2014), Handbook of Inter-Rater Reliability, 4th edition, Advanced Analytics.

    Examples
    --------
    >>> from concordant import fleiss_kappa
    >>> ratings = [["a", "a", "a"], ["a", "b", None], ["b", "b", "b"], ["b", "b", "a"]]
    >>> round(fleiss_kappa(ratings), 6)
    0.160839
    >>> round(fleiss_kappa([[1, 2, 2], [3, 3, 3], [1, 1, 2], [2, 3, 3]], weights="quadratic"), 6)
    0.608696
    """
    sums, v = pair_sums(ratings), penalties(ratings, weights)
    require_symmetric(sums, v, weights, "fleiss_kappa")
    expected = ratio(v.by_chance(sums.shares, sums.shares), sums.n * sums.n)
    return 1.0 - ratio(ratio(sums.apart(v), sums.pairs_n), expected)
