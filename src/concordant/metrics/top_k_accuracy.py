"""Top-k accuracy: how often the true class is among the k with the highest scores."""

from __future__ import annotations

from concordant.metrics._arithmetic.option_checks import check_row_number
from concordant.metrics._object.define import metric
from concordant.metrics._object.elsewhere import elsewhere
from concordant.metrics._rankings.ranking_options import TIES, check_ties
from concordant.metrics._rankings.row_means import mean_of_rows, why_no_rows
from concordant.states import Moments
from concordant.states.moments import RowQuantity, Ties
from concordant.typing import Floats


def _quantity(*, k: int = 2, ties: Ties = "expected") -> RowQuantity:
    return RowQuantity("top k", min(check_row_number(k, "k"), 2**31), ties=check_ties(ties, (*TIES, "last")))


@metric(
    input="rows",
    why=why_no_rows,
    quantity=_quantity,
    of_classes=True,
    family="ranking",
    title="Top-k accuracy",
    says="how often the true class is among the k with the highest scores",
    formula="mean over rows of (1 if fewer than k classes score higher than the true one, else 0)",
    source="Russakovsky et al. 2015, International Journal of Computer Vision 115:211",
    better="higher",
    range=(0, 1),
    interval="wilson",
    aliases=("top_k_hit_rate",),
    elsewhere=("top_k_accuracy_score", elsewhere("hit_rate", "of rankings: the true class is among the first k")),
)
def top_k_accuracy(moments: Moments, /) -> Floats:
    """
    Top-k accuracy: how often the true class is among the k with the highest scores.

    For k = 1 it is the accuracy of the prediction of the highest score; for k of at least the number of classes it
    is 1 and says nothing. For uninformative scores it is k / K.

    Parameters
    ----------
    k : int, default 2
        How many classes are looked at.
    ties : {"expected", "worst", "best", "last"}, default "expected"
        What equal scores do where the k-th place falls among them: the share of their orders in which the true class
        is among the first k; the true class comes last; it comes first; or the class of the last column comes first,
        which is scikit-learn's rule and depends on the order of the columns.

    Returns
    -------
    float
        Between 0 and 1. Undefined (NaN) without rows.

    Notes
    -----
    The options belong to the state: ``top_k_accuracy.state(..., k=5)``. One column of scores of two classes is
    refused, because nothing says which score divides them: give both columns, or use `accuracy` of labels cut at a
    threshold.

    References
    ----------
    Russakovsky et al. (2015), ImageNet large scale visual recognition challenge, International Journal of Computer
    Vision 115:211 (the error of the first five).

    Examples
    --------
    >>> from concordant import top_k_accuracy
    >>> scores = [[0.5, 0.2, 0.3], [0.3, 0.4, 0.3], [0.7, 0.2, 0.1]]
    >>> round(top_k_accuracy(["a", "c", "c"], scores, labels=["a", "b", "c"], k=1), 4)
    0.3333
    >>> top_k_accuracy(["a", "c", "c"], scores, labels=["a", "b", "c"])  # in row 2, c is second in one of two orders
    0.5
    """
    return mean_of_rows(moments)
