"""Normalised discounted cumulative gain: the gain of a ranking as a share of the gain of the best ranking."""

from __future__ import annotations

from concordant.metrics._object.define import metric
from concordant.metrics._rankings.ranking_options import check_ignore_ties, check_places
from concordant.metrics._rankings.row_means import mean_where_defined, why_left_out
from concordant.states import Moments
from concordant.states.moments import RowQuantity
from concordant.typing import Floats


def _quantity(*, k: int | None = None, ignore_ties: bool = False) -> RowQuantity:
    return RowQuantity("normalized gain", check_places(k), ties=check_ignore_ties(ignore_ties))


def _why(moments: Moments) -> str | None:
    return why_left_out(moments, "no label is relevant")


@metric(
    input="rows",
    why=_why,
    quantity=_quantity,
    family="ranking",
    title="Normalised discounted cumulative gain",
    says="the discounted relevance that a ranking collects, as a share of what the best ranking would",
    formula="mean over rows of DCG / (DCG of the labels in the order of their relevance)",
    source="Jarvelin & Kekalainen 2002, ACM TOIS 20:422; ties: McSherry & Najork 2008, LNCS 4956:414",
    better="higher",
    range=(0, 1),
    interval="logit",
    aliases=("ndcg",),
    elsewhere=("ndcg_score",),
)
def normalized_discounted_cumulative_gain(moments: Moments, /, *, fill: float = float("nan")) -> Floats:
    """
    Normalised discounted cumulative gain: the gain of a ranking as a share of the gain of the best ranking.

    `discounted_cumulative_gain` of each row, divided by that of the labels ranked by their relevance; then the mean
    over the rows. The base of the logarithm cancels.

    Parameters
    ----------
    k : int, optional
        How many places count, in both rankings. Default: all.
    ignore_ties : bool, default False
        Do not average over equal scores: the last column comes first. For scores that hardly ever are equal.

    Returns
    -------
    float
        Between 0 and 1. Relevances must not be negative. A row without a relevant label is undefined and left out of
        the mean, with a warning; `undefined` may be the number that it counts as. Undefined (NaN) without other rows.

    Notes
    -----
    The options belong to the state: ``normalized_discounted_cumulative_gain.state(..., k=10)``. It is high for any
    ranking of a row where most labels are relevant: compare with the value of random scores. Scikit-learn counts a
    row without a relevant label as 0: ``undefined=0.0`` does the same.

    References
    ----------
    Jarvelin & Kekalainen (2002), Cumulated gain-based evaluation of IR techniques, ACM Transactions on Information
    Systems 20:422. McSherry & Najork (2008), Computing information retrieval performance measures efficiently in the
    presence of tied scores, Lecture Notes in Computer Science 4956:414.

    Examples
    --------
    >>> from concordant import normalized_discounted_cumulative_gain
    >>> round(normalized_discounted_cumulative_gain([[3, 0, 2]], [[0.9, 0.5, 0.1]]), 4)  # 4 / (3 + 2 / log2(3))
    0.9386
    """
    return mean_where_defined(moments, fill)
