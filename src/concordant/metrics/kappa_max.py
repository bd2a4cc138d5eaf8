"""Maximum kappa: the greatest Cohen's kappa that the margins of both raters allow."""

from __future__ import annotations

from concordant.metrics._agreement.least_disagreement import least_disagreement
from concordant.metrics._agreement.no_chance import same_category
from concordant.metrics._agreement.penalties import margins, penalties
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._object.define import metric
from concordant.metrics._object.natures import OfMargins
from concordant.states import Counts
from concordant.typing import Floats, KappaWeights


def _why(counts: Counts, *, weights: KappaWeights = None) -> str | None:
    del weights
    return same_category(counts)


@metric(
    why=_why,
    is_a=OfMargins(),
    family="agreement",
    title="Maximum kappa",
    says="the greatest kappa that two raters could reach who use the categories as often as they do",
    formula="1 - least sum(V T) / sum(V E) over all tables T with the same margins",
    source="Cohen 1960, Educ. Psychol. Meas. 20:37",
    better=None,
    range=(0, 1),
    interval="delta",
    symmetric=True,
    needs_order="if weighted",
)
def kappa_max(counts: Counts, /, *, weights: KappaWeights = None) -> Floats:
    """
    Maximum kappa: the greatest Cohen's kappa that the margins of both raters allow.

    Raters who use the categories differently often cannot agree on all rows. Without weights at most
    ``sum_k min(r_k, c_k)`` rows can agree. With weights the least disagreement of all tables with these margins
    is the solution of a transport problem; for linear, quadratic and ordinal weights it pairs the ratings of
    both raters in their order.

    Parameters
    ----------
    weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array-like, or None
        How much two labels disagree, as in `cohen_kappa`. Weights that are not convex in the distance of the
        labels, such as ``"radical"`` and ``"circular"``, are solved by linear programming, which needs SciPy.

    Returns
    -------
    float
        Between 0 and 1; 1 if both raters use each category equally often. Undefined (NaN) where kappa is.

    Notes
    -----
    ``kappa / kappa_max`` says how far the raters are from the agreement that their margins allow; that the margins
    differ is a disagreement as well, and `bias_index` shows it.

    References
    ----------
    Cohen (1960), A coefficient of agreement for nominal scales, Educational and Psychological Measurement
    20:37. Umesh, Peterson & Sauber (1989), Educational and Psychological Measurement 49:835. The order of
    pairing: Hoffman (1963), On simple linear programming problems, Proc. Symposia in Pure Mathematics 7:317.

    Examples
    --------
    >>> from concordant import cohen_kappa, kappa_max
    >>> first, second = [1, 1, 1, 1, 2, 2, 3, 3], [1, 1, 2, 2, 2, 2, 3, 1]
    >>> round(cohen_kappa(first, second), 6), round(kappa_max(first, second), 6)
    (0.428571, 0.619048)
    >>> round(kappa_max(first, second, weights="quadratic"), 6)
    0.777778
    """
    v = penalties(counts, weights)
    r, c = margins(counts)
    return 1.0 - ratio(r.sum(-1) * least_disagreement(v, r, c, counts.labels), v.by_chance(r, c))
