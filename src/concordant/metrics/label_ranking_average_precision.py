"""Label ranking average precision: how many of the labels ranked above a relevant one are relevant as well."""

from __future__ import annotations

from concordant.metrics._object.define import metric
from concordant.metrics._rankings.row_means import mean_where_defined, why_left_out
from concordant.states import Moments
from concordant.states.moments import RowQuantity
from concordant.typing import Floats


def _quantity() -> RowQuantity:
    return RowQuantity("average precision")


def _why(moments: Moments) -> str | None:
    return why_left_out(moments, "no label is relevant")


@metric(
    input="rows",
    why=_why,
    quantity=_quantity,
    family="ranking",
    title="Label ranking average precision",
    says="the share of relevant labels among those ranked at least as high as a relevant one",
    formula="mean over rows of mean over relevant labels of (relevant, at least as high) / (labels at least as high)",
    source="Schapire & Singer 2000, Machine Learning 39:135; Tsoumakas et al. 2010, DMKD Handbook 667",
    better="higher",
    range=(0, 1),
    interval="logit",
    aliases=("lrap",),
    elsewhere=("label_ranking_average_precision_score", "MultilabelRankingAveragePrecision"),
)
def label_ranking_average_precision(moments: Moments, /, *, fill: float = float("nan")) -> Floats:
    """
    Label ranking average precision: how many of the labels ranked above a relevant one are relevant as well.

    For each relevant label of a row the share of relevant labels among those with a score at least as high; the mean
    of these shares over the relevant labels of the row, then over the rows. Equal scores count against the model:
    all of them stand above. With one relevant label a row it is the mean reciprocal rank (of the worst order of
    equal scores).

    Returns
    -------
    float
        Above 0 and at most 1. A row without a relevant label is undefined and left out of the mean, with a warning;
        `undefined` may be the number that it counts as. Undefined (NaN) without other rows.

    Notes
    -----
    It averages over rows, each with its own ranking of labels; `average_precision` ranks the rows of one label.
    Scikit-learn counts a row without a relevant label as 1: ``undefined=1.0`` does the same.

    References
    ----------
    Schapire & Singer (2000), BoosTexter: a boosting-based system for text categorization, Machine Learning 39:135.
    Tsoumakas, Katakis & Vlahavas (2010), Mining multi-label data, Data Mining and Knowledge Discovery Handbook,
    667-685.

    Examples
    --------
    >>> from concordant import label_ranking_average_precision
    >>> truth, scores = [[1, 0, 0], [0, 1, 1]], [[0.9, 0.5, 0.1], [0.8, 0.6, 0.7]]
    >>> round(label_ranking_average_precision(truth, scores), 4)  # (1 + (1/2 + 2/3) / 2) / 2
    0.7917
    """
    return mean_where_defined(moments, fill)
