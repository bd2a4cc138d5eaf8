"""Label ranking loss: the share of pairs of labels that the scores put in the wrong order."""

from __future__ import annotations

from concordant.metrics._object.define import metric
from concordant.metrics._rankings.row_means import mean_where_defined, why_left_out
from concordant.states import Moments
from concordant.states.moments import RowQuantity
from concordant.typing import Floats


def _quantity() -> RowQuantity:
    return RowQuantity("ranking loss")


def _why(moments: Moments) -> str | None:
    return why_left_out(moments, "all labels or none are relevant")


@metric(
    input="rows",
    why=_why,
    quantity=_quantity,
    family="ranking",
    title="Label ranking loss",
    says="the share of pairs of a relevant and another label that the scores order wrongly",
    formula="mean over rows of (pairs where the relevant label does not score higher) / (pairs)",
    source="Schapire & Singer 1999, Machine Learning 37:297; Tsoumakas et al. 2010, DMKD Handbook 667",
    better="lower",
    range=(0, 1),
    interval="logit",
    chance=0.5,
    aliases=("ranking_loss",),
    elsewhere=("MultilabelRankingLoss",),
)
def label_ranking_loss(moments: Moments, /, *, fill: float = float("nan")) -> Floats:
    """
    Label ranking loss: the share of pairs of labels that the scores put in the wrong order.

    Of all pairs of a relevant label and one that is not, in one row, the share where the relevant one does not have
    the higher score; then the mean over the rows. Equal scores count as wrong: all of them.

    Returns
    -------
    float
        Between 0 and 1; 0.5 on average for uninformative scores without ties. A row where all labels or none are
        relevant has no such pair: it is undefined and left out of the mean, with a warning; `undefined` may be the
        number that it counts as. Undefined (NaN) without other rows.

    Notes
    -----
    Without equal scores it is 1 minus the ROC AUC of the labels of a row, averaged over rows. Scikit-learn counts a
    row without pairs as 0: ``undefined=0.0`` does the same.

    References
    ----------
    Schapire & Singer (1999), Improved boosting algorithms using confidence-rated predictions, Machine Learning
    37:297. Tsoumakas, Katakis & Vlahavas (2010), Mining multi-label data, Data Mining and Knowledge Discovery
    Handbook, 667-685.

    Examples
    --------
    >>> from concordant import label_ranking_loss
    >>> label_ranking_loss([[1, 0, 0], [0, 1, 1]], [[0.9, 0.5, 0.1], [0.8, 0.6, 0.7]])
    0.5
    """
    return mean_where_defined(moments, fill)
