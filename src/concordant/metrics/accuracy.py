"""Accuracy: the share of rows where prediction and truth agree."""

from __future__ import annotations

from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._cells.shares import RIGHT, Share
from concordant.metrics._cells.wrong import no_rows
from concordant.metrics._object.define import metric
from concordant.states import Counts
from concordant.typing import Floats


def _share(counts: Counts) -> Share:
    del counts
    return RIGHT


@metric(
    why=no_rows,
    family="overall",
    title="Accuracy",
    says="the share of rows that are right",
    formula="accuracy = sum of the diagonal / n",
    source="Fielding & Bell 1997, Environmental Conservation 24:38, table 2 (correct classification rate)",
    better="higher",
    range=(0, 1),
    interval="wilson",
    proportion=_share,
    symmetric=True,
    aliases=("observed_agreement", "percent_agreement", "exact_agreement"),
)
def accuracy(counts: Counts, /) -> Floats:
    """
    Accuracy: the share of rows where prediction and truth agree.

    ``accuracy = sum_k n_kk / n``. With classes of unequal size a model that always says the largest class has
    an accuracy of that class's share: read it beside `balanced_accuracy` or `cohen_kappa`.

    Returns
    -------
    float
        Between 0 and 1. Undefined (NaN) without rows.

    References
    ----------
    Fielding & Bell (1997), A review of methods for the assessment of prediction errors in conservation
    presence/absence models, Environmental Conservation 24:38, table 2.

    Examples
    --------
    >>> from concordant import accuracy
    >>> accuracy([1, 1, 0, 1], [1, 0, 0, 1])
    0.75
    """
    return ratio(RIGHT.part(counts), RIGHT.whole(counts))
