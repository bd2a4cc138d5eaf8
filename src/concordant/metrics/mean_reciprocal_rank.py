"""Mean reciprocal rank: one over the place of the first relevant label."""

from __future__ import annotations

from concordant.metrics._object.define import metric
from concordant.metrics._rankings.ranking_options import check_ties
from concordant.metrics._rankings.row_means import mean_where_defined, why_left_out
from concordant.states import Moments
from concordant.states.moments import RowQuantity, TiesOfRanks
from concordant.typing import Floats


def _quantity(*, ties: TiesOfRanks = "expected") -> RowQuantity:
    return RowQuantity("reciprocal rank", ties=check_ties(ties))


def _why(moments: Moments) -> str | None:
    return why_left_out(moments, "no label is relevant")


@metric(
    input="rows",
    why=_why,
    quantity=_quantity,
    family="ranking",
    title="Mean reciprocal rank",
    says="one over the place of the first relevant label, on average",
    formula="mean over rows of 1 / (place of the first relevant label)",
    source="Voorhees 1999, TREC-8 question answering track; ties: McSherry & Najork 2008, LNCS 4956:414",
    better="higher",
    range=(0, 1),
    interval="logit",
    aliases=("mrr",),
    elsewhere=("RetrievalMRR", "reciprocal_rank"),
)
def mean_reciprocal_rank(moments: Moments, /, *, fill: float = float("nan")) -> Floats:
    """
    Mean reciprocal rank: one over the place of the first relevant label.

    The labels of a row are ranked by their scores; one over the place of the first relevant label is averaged over
    the rows.

    Parameters
    ----------
    ties : {"expected", "worst", "best"}, default "expected"
        What equal scores do: the mean over all their orders, relevant labels last, or relevant labels first.

    Returns
    -------
    float
        Above 0 and at most 1. A row without a relevant label is undefined and left out of the mean, with a warning;
        `undefined` may be the number that it counts as (often 0). Undefined (NaN) without other rows.

    Notes
    -----
    Only the first relevant label counts: for several of interest `label_ranking_average_precision` or
    `normalized_discounted_cumulative_gain` tell more. The mean of 1, 1/2, 1/3, ... is not one over a mean place.

    References
    ----------
    Voorhees (1999), The TREC-8 question answering track report, Proceedings of the 8th Text REtrieval Conference,
    77-82. McSherry & Najork (2008), Computing information retrieval performance measures efficiently in the presence
    of tied scores, Lecture Notes in Computer Science 4956:414.

    Examples
    --------
    >>> from concordant import mean_reciprocal_rank
    >>> mean_reciprocal_rank([[0, 1, 1], [0, 1, 0]], [[0.9, 0.5, 0.1], [0.1, 0.6, 0.3]])
    0.75
    """
    return mean_where_defined(moments, fill)
