"""One-error: how often the label with the highest score is not relevant."""

from __future__ import annotations

from concordant.metrics._object.define import metric
from concordant.metrics._rankings.ranking_options import check_ties
from concordant.metrics._rankings.row_means import mean_of_rows, why_no_rows
from concordant.states import Moments
from concordant.states.moments import RowQuantity, TiesOfRanks
from concordant.typing import Floats


def _quantity(*, ties: TiesOfRanks = "expected") -> RowQuantity:
    return RowQuantity("one error", ties=check_ties(ties))


@metric(
    input="rows",
    why=why_no_rows,
    quantity=_quantity,
    family="ranking",
    title="One-error",
    says="how often the label with the highest score is not relevant",
    formula="mean over rows of (1 if the label of the highest score is not relevant, else 0)",
    source="Schapire & Singer 2000, Machine Learning 39:135; Tsoumakas et al. 2010, DMKD Handbook 667",
    better="lower",
    range=(0, 1),
    interval="wilson",
)
def one_error(moments: Moments, /) -> Floats:
    """
    One-error: how often the label with the highest score is not relevant.

    With one relevant label a row it is the error rate of the prediction of the highest score.

    Parameters
    ----------
    ties : {"expected", "worst", "best"}, default "expected"
        Where several labels have the highest score: the share of them that is not relevant, or wrong if any is not
        relevant, or right if any is.

    Returns
    -------
    float
        Between 0 and 1. A row without a relevant label counts 1: whatever is ranked first, it is not relevant.
        Undefined (NaN) without rows.

    References
    ----------
    Schapire & Singer (2000), BoosTexter: a boosting-based system for text categorization, Machine Learning 39:135.
    Tsoumakas, Katakis & Vlahavas (2010), Mining multi-label data, Data Mining and Knowledge Discovery Handbook,
    667-685.

    Examples
    --------
    >>> from concordant import one_error
    >>> one_error([[1, 0, 0], [0, 1, 1]], [[0.9, 0.5, 0.1], [0.8, 0.6, 0.7]])
    0.5
    """
    return mean_of_rows(moments)
