"""Discounted cumulative gain: the relevance that a ranking collects, discounted by the place."""

from __future__ import annotations

from concordant.metrics._object.define import metric
from concordant.metrics._rankings.ranking_options import check_ignore_ties, check_log_base, check_places
from concordant.metrics._rankings.row_means import mean_of_rows, why_no_rows
from concordant.states import Moments
from concordant.states.moments import RowQuantity
from concordant.typing import Floats


def _quantity(*, k: int | None = None, log_base: float = 2, ignore_ties: bool = False) -> RowQuantity:
    return RowQuantity("gain", check_places(k), check_log_base(log_base), check_ignore_ties(ignore_ties))


@metric(
    input="rows",
    why=why_no_rows,
    quantity=_quantity,
    family="ranking",
    title="Discounted cumulative gain",
    says="the relevance that a ranking collects, each place discounted by the logarithm of its number",
    formula="mean over rows of sum over places i up to k of relevance_i / log_b(i + 1)",
    source="Jarvelin & Kekalainen 2002, ACM TOIS 20:422; ties: McSherry & Najork 2008, LNCS 4956:414",
    better="higher",
    range=(-float("inf"), float("inf")),
    interval="t",
    aliases=("dcg",),
    elsewhere=("dcg_score",),
)
def discounted_cumulative_gain(moments: Moments, /) -> Floats:
    """
    Discounted cumulative gain: the relevance that a ranking collects, discounted by the place.

    The labels of a row are ranked by their scores; the relevance at place i counts ``1 / log_b(i + 1)``, and the
    sum over the first k places is averaged over the rows. Among equal scores every relevance counts as the mean of
    the places that they share, which is the mean over all their orders.

    Parameters
    ----------
    k : int, optional
        How many places count. Default: all.
    log_base : float, default 2
        The base b of the logarithm, above 1: it only scales the sum.
    ignore_ties : bool, default False
        Do not average over equal scores: the last column comes first. For scores that hardly ever are equal.

    Returns
    -------
    float
        0 if nothing relevant is among the first k; without an upper end, because relevances have any size (negative
        ones are taken). Undefined (NaN) without rows.

    Notes
    -----
    The options belong to the state: ``discounted_cumulative_gain.state(..., k=10)``. Jarvelin and Kekalainen do not
    discount the places before b and divide by ``log_b i`` from there on: for b = 2 theirs is the relevance at the
    first place plus this sum over the places from the second on. For gains that grow exponentially give
    ``2**relevance - 1``.

    References
    ----------
    Jarvelin & Kekalainen (2002), Cumulated gain-based evaluation of IR techniques, ACM Transactions on Information
    Systems 20:422. McSherry & Najork (2008), Computing information retrieval performance measures efficiently in the
    presence of tied scores, Lecture Notes in Computer Science 4956:414.

    Examples
    --------
    >>> from concordant import discounted_cumulative_gain
    >>> round(discounted_cumulative_gain([[3, 0, 2]], [[0.9, 0.5, 0.1]]), 4)  # 3 / log2(2) + 2 / log2(4)
    4.0
    >>> discounted_cumulative_gain([[3, 0, 2]], [[0.9, 0.5, 0.1]], k=2)
    3.0
    """
    return mean_of_rows(moments)
