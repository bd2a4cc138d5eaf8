"""Cohen's kappa: agreement beyond chance, plain or weighted; quadratic weights give the QWK."""

from __future__ import annotations

from concordant.metrics._define import metric
from concordant.metrics._kappa_weights import disagreement
from concordant.metrics._ratio import ratio
from concordant.states import Counts
from concordant.typing import Floats, KappaWeights


def _why(counts: Counts, *, weights: KappaWeights = None) -> str | None:
    del weights  # the reason is the same for all but a matrix with zeros off the diagonal
    if counts.table.ndim > 2:
        return "in some tables both raters use one and the same category"
    used = [
        label for label, total in zip(counts.labels, counts.table.sum(0) + counts.table.sum(1), strict=True) if total
    ]
    if not used:
        return "there are no rows"
    if len(used) == 1:
        return f"both raters use only the category {used[0]!r}, so chance alone would agree always (0/0)"
    return "the weights make no difference between the categories that occur (0/0)"


@metric(
    why=_why,
    family="agreement",
    title="Cohen's kappa",
    says="agreement beyond chance: 0 is chance, 1 perfect",
    formula="1 - sum(V O) / sum(V E), E from the margins; V = 1 off the diagonal, |i - j| or (i - j)^2",
    source="Cohen 1960, Educ. Psychol. Meas. 20:37; Cohen 1968, Psychol. Bull. 70:213",
    better="higher",
    range=(-1, 1),
    chance=0,
    symmetric=True,
    needs_order="if weighted",
    aliases=("kappa",),
)
def cohen_kappa(counts: Counts, /, *, weights: KappaWeights = None) -> Floats:
    """
    Cohen's kappa: agreement beyond chance, plain or weighted; quadratic weights give the QWK.

    ``kappa = 1 - sum_ij v_ij o_ij / sum_ij v_ij e_ij`` with the observed table O, the table E that is expected
    from the margins if both raters were independent, ``e_ij = r_i c_j / n``, and the disagreement ``v_ij`` of
    two labels. It is the quadratic weighted kappa (QWK) of essay scoring and medical grading for
    ``v_ij = (i - j)^2``; that is Lin's concordance correlation of the two raters with 1/n moments.

    Parameters
    ----------
    weights : {"linear", "quadratic"}, array-like of shape (K, K), or None
        None: every disagreement counts the same. ``"linear"``: ``|i - j|``. ``"quadratic"``: ``(i - j)^2``.
        Numeric labels stand at their values (1, 3 and 7 are not 1, 2 and 3), other labels at their declared
        positions. A matrix holds penalties (0 on the diagonal) or agreement weights (1 on the diagonal).

    Returns
    -------
    float
        At most 1; 0 by chance. One rater constant and the other not: 0. Undefined (NaN) if both raters use
        only one and the same category: 0/0.

    Notes
    -----
    Weighted kappa needs the order of the labels: text without a declared order raises `LabelOrderError`. A
    category that nobody used changes nothing, as the distances come from the values. The least possible value
    is -1 for a symmetric table of two labels; it depends on margins and weights otherwise, and with a matrix
    that is not symmetric, or not zero only on its diagonal, it can be below -1.

    References
    ----------
    Cohen (1960), A coefficient of agreement for nominal scales, Educational and Psychological Measurement
    20:37. Cohen (1968), Weighted kappa, Psychological Bulletin 70:213. Fleiss & Cohen (1973), The equivalence
    of weighted kappa and the intraclass correlation coefficient, Educ. Psychol. Meas. 33:613.

    Examples
    --------
    >>> from concordant import cohen_kappa
    >>> cohen_kappa([1, 1, 1, 2, 2, 2], [3, 3, 3, 4, 4, 4])
    0.0
    >>> round(cohen_kappa([2, 2, 2, 3, 4, 5, 5, 5, 5, 5], [2, 2, 2, 3, 2, 1, 1, 1, 1, 3], weights="quadratic"), 6)
    -0.139241
    >>> cohen_kappa(["low", "high", "mid"], ["low", "mid", "mid"], labels=["low", "mid", "high"], weights="linear")
    0.5714285714285714
    """
    table = counts.table * 1.0
    v = disagreement(counts, weights)
    r, c, n = table.sum(-1), table.sum(-2), table.sum((-2, -1))
    observed = n * (v * table).sum((-2, -1))
    expected = (v * r[..., :, None] * c[..., None, :]).sum((-2, -1))
    return 1.0 - ratio(observed, expected)
