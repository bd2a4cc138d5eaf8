"""Coverage error: how far down the ranking one must go to find every relevant label."""

from __future__ import annotations

from concordant.metrics._object.define import metric
from concordant.metrics._rankings.row_means import mean_of_rows, why_no_rows
from concordant.states import Moments
from concordant.states.moments import RowQuantity
from concordant.typing import Floats


def _quantity() -> RowQuantity:
    return RowQuantity("coverage")


@metric(
    input="rows",
    why=why_no_rows,
    quantity=_quantity,
    family="ranking",
    title="Coverage error",
    says="how many labels of a ranking must be read to find all the relevant ones",
    formula="mean over rows of max over relevant labels of (labels with a score at least as high)",
    source="Schapire & Singer 2000, Machine Learning 39:135; Tsoumakas et al. 2010, DMKD Handbook 667",
    better="lower",
    range=(0, float("inf")),
    interval="t",
    aliases=("coverage",),
    elsewhere=("MultilabelCoverageError",),
)
def coverage_error(moments: Moments, /) -> Floats:
    """
    Coverage error: how far down the ranking one must go to find every relevant label.

    For each row the number of labels whose score is at least that of the lowest relevant label; then the mean over
    the rows. Equal scores count against the model: all of them must be read.

    Returns
    -------
    float
        At least the mean number of relevant labels, at most L; lower is better. A row without a relevant label has
        nothing to cover and counts 0. Undefined (NaN) without rows.

    Notes
    -----
    The papers start to count at 0: theirs is smaller by 1 (rows without a relevant label aside). The best value
    depends on the data, so that two data sets cannot be compared by it; compare models on one.

    References
    ----------
    Schapire & Singer (2000), BoosTexter: a boosting-based system for text categorization, Machine Learning 39:135.
    Tsoumakas, Katakis & Vlahavas (2010), Mining multi-label data, Data Mining and Knowledge Discovery Handbook,
    667-685.

    Examples
    --------
    >>> from concordant import coverage_error
    >>> coverage_error([[1, 0, 0], [0, 1, 1]], [[0.9, 0.5, 0.1], [0.8, 0.6, 0.7]])
    2.0
    """
    return mean_of_rows(moments)
