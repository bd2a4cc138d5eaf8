"""Accuracy: the share of rows where prediction and truth agree."""

from __future__ import annotations

import numpy as np

from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._object.define import metric
from concordant.states import Counts
from concordant.typing import Floats


def _why(counts: Counts) -> str | None:
    return "there are no rows" if np.any(np.asarray(counts.n) == 0) else None


@metric(
    why=_why,
    family="overall",
    title="Accuracy",
    says="the share of rows that are right",
    formula="accuracy = sum of the diagonal / n",
    source="Fielding & Bell 1997, Environmental Conservation 24:38, table 2 (correct classification rate)",
    better="higher",
    range=(0, 1),
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
    hits = np.trace(counts.table, axis1=-2, axis2=-1)
    return ratio(hits, counts.table.sum((-2, -1)))
