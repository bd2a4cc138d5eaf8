"""Scott's pi: agreement beyond chance, where both raters draw from one and the same distribution."""

from __future__ import annotations

from concordant.metrics._agreement.no_chance import same_category
from concordant.metrics._agreement.penalties import margins, penalties
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._object.define import metric
from concordant.states import Counts
from concordant.typing import Floats, KappaWeights


def _why(counts: Counts, *, weights: KappaWeights = None) -> str | None:
    del weights
    return same_category(counts)


@metric(
    why=_why,
    family="agreement",
    title="Scott's pi",
    says="agreement beyond chance, if both raters used the categories equally often: 1 is perfect",
    formula="1 - sum(V P) / sum(V pi pi'), pi the mean of both raters' shares; V = 1 off the diagonal, or weights",
    source="Scott 1955, Public Opinion Quarterly 19:321",
    better="higher",
    range=(-1, 1),
    interval="jackknife",
    corrected=True,
    symmetric=True,
    needs_order="if weighted",
    elsewhere=("scotts_pi",),
)
def scott_pi(counts: Counts, /, *, weights: KappaWeights = None) -> Floats:
    """
    Scott's pi: agreement beyond chance, where both raters draw from one and the same distribution.

    ``pi = 1 - sum_ij v_ij p_ij / sum_ij v_ij pi_i pi_j`` with the shares p of the table, the mean
    ``pi_k = (r_k + c_k) / 2`` of both raters' shares of category k, and the disagreement v of two labels (1
    off the diagonal without weights). Fleiss' kappa is its form for many raters.

    Parameters
    ----------
    weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array-like, or None
        How much two labels disagree, as in `cohen_kappa`.

    Returns
    -------
    float
        At most 1. Undefined (NaN) if both raters use only one and the same category: 0/0.

    Notes
    -----
    It is equal to Cohen's kappa if both raters use each category equally often, and else not higher. Independent
    raters with different habits come out below 0: the difference of the margins counts as disagreement. It has
    kappa's paradox too: where nearly all rows are of one category, a high share of agreement can go with a value
    near 0 (see `gwet_ac1`). With a matrix of weights that is not zero only on its diagonal it can be below -1.

    References
    ----------
    Scott (1955), Reliability of content analysis: the case of nominal scale coding, Public Opinion Quarterly
    19:321. With weights: Gwet (2014), Handbook of Inter-Rater Reliability, 4th edition, Advanced Analytics.

    Examples
    --------
    >>> from concordant import scott_pi
    >>> scott_pi([1, 1, 1, 0, 0], [1, 1, 0, 0, 0])
    0.6
    >>> round(scott_pi([1, 2, 3, 3], [1, 3, 3, 2], weights="linear"), 6)
    0.428571
    """
    v = penalties(counts, weights)
    r, c = margins(counts)
    m = r + c  # 2 n pi
    return 1.0 - 4.0 * ratio(r.sum(-1) * v.total(counts), v.by_chance(m, m))
